/* SPDX-License-Identifier: MIT */
/* The subcommands that make a site and its keys, and tell how it is run from then on. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include <glib.h>

#include "core/base/text.h"
#include "pbem/command/commands.h"
#include "pbem/site/places.h"
#include "pbem/keys/keys.h"
#include "pbem/desk/site_init.h"

/* Whether a shell, and systemd, take the path for one word as it stands. */
static bool is_plain(const char *path)
{
	return path[strspn(
		       path,
		       "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._+-@:")] ==
	       '\0';
}

/* One word for the shell of cron, to which a percent sign is the end of the line. */
static void add_for_cron(const char *path, struct text *out)
{
	bool plain = is_plain(path);

	text_add(out, plain ? "" : "'");
	for (const char *c = path; *c != '\0'; c++) {
		if (*c == '\'')
			text_add(out, "'\\''");
		else if (*c == '%')
			text_add(out, "'\\%'");
		else
			text_add_char(out, *c);
	}
	text_add(out, plain ? "" : "'");
}

/* One word of a systemd unit, where a percent sign begins a specifier and a dollar sign a variable.
 */
static void add_for_systemd(const char *path, struct text *out)
{
	bool plain = is_plain(path);

	text_add(out, plain ? "" : "\"");
	for (const char *c = path; *c != '\0'; c++) {
		if (*c == '"' || *c == '\\')
			text_add_char(out, '\\');
		if (*c == '%' || *c == '$')
			text_add_char(out, *c);
		text_add_char(out, *c);
	}
	text_add(out, plain ? "" : "\"");
}

/* The command that runs the site, or waits for its letters, as cron or systemd wants its words;
 * neither knows our PATH, nor where we stand. */
static void add_command(const char *site, const char *command,
			void (*add)(const char *, struct text *), struct text *out)
{
	char program[PATH_MAX] = "";

	if (readlink("/proc/self/exe", program, sizeof program - 1) < 0)
		strcpy(program, "pbem");
	add(program, out);
	text_add(out, " --site ");
	add(site, out);
	text_addf(out, " %s", command);
}

static void tell_crontab(const char *site)
{
	const char *data = getenv("PBEM_DATA");
	struct text line;

	text_init(&line, 0);
	if (data != NULL) {
		text_add(&line, "PBEM_DATA=");
		add_for_cron(data, &line);
		text_add_char(&line, ' ');
	}
	add_command(site, "run", add_for_cron, &line);
	printf("\nTo have it run every five minutes, a line for crontab -e:\n\n"
	       "*/5 * * * *  %s\n",
	       line.bytes);
	text_done(&line);
}

/* The lines of a service. */
static void add_service(const char *site, const char *command, struct text *out)
{
	const char *data = getenv("PBEM_DATA");

	if (data != NULL) {
		text_add(out, "Environment=PBEM_DATA=");
		add_for_systemd(data, out);
		text_add_char(out, '\n');
	}
	text_add(out, "ExecStart=");
	add_command(site, command, add_for_systemd, out);
}

/* What answers in seconds; it does no harm beside the others. */
static void tell_watch(const char *site)
{
	struct text unit;

	text_init(&unit, 0);
	add_service(site, "watch", &unit);
	printf("\nOr, to have letters answered within seconds, one that waits for them: "
	       "systemctl --user\nenable --now pbem-watch.service\n"
	       "\n# ~/.config/systemd/user/pbem-watch.service\n[Service]\n%s\n"
	       "Restart=always\nRestartSec=10\nRestartPreventExitStatus=64 65 78\n"
	       "[Install]\nWantedBy=default.target\n",
	       unit.bytes);
	text_done(&unit);
}

static void tell_systemd(const char *site)
{
	struct text unit;

	text_init(&unit, 0);
	add_service(site, "run", &unit);
	printf("\nOr two files for systemd, and then: systemctl --user enable --now pbem.timer\n"
	       "\n# ~/.config/systemd/user/pbem.service\n[Service]\nType=oneshot\n%s\n"
	       "SuccessExitStatus=75\n"
	       "\n# ~/.config/systemd/user/pbem.timer\n[Timer]\nOnCalendar=*:0/5\nPersistent=yes\n"
	       "[Install]\nWantedBy=timers.target\n",
	       unit.bytes);
	text_done(&unit);
}

static void tell(const char *folder, const char *address)
{
	char *whole = realpath(folder, NULL);
	char *word = is_plain(folder) ? base_strdup(folder) : g_shell_quote(folder);

	printf("A site is made in %s; its address is %s.\n"
	       "Look through %s/pbem.conf, then ask: pbem --site %s doctor\n",
	       folder, address, folder, word);
	free(word);
	if (whole != NULL) {
		tell_crontab(whole);
		tell_systemd(whole);
		tell_watch(whole);
	}
	free(whole);
}

int command_init(const struct given *given)
{
	const char *address = given_value(given, "--address"), *folder = places_site();
	char host[256] = "localhost", *standard = NULL;
	struct reason reason;
	int code = EX_OK;

	if (address == NULL) {
		(void)gethostname(host, sizeof host - 1);
		address = standard = base_printf("games@%s", host);
	}
	if (site_init(folder, address, given_value(given, "--moderator"), &reason) != 0)
		code = commands_fail(given->command->name, EX_CANTCREAT, &reason);
	else
		tell(folder, address);
	free(standard);
	return code;
}

int command_key(const struct given *given)
{
	struct reason reason;
	struct site *site;
	int number, code;

	code = commands_open(given->command->name, SITE_KEYLESS, &site);
	if (code != EX_OK)
		return code;
	number = keys_add(site->config->folder, &reason);
	if (number < 0) {
		site_close(site);
		return commands_fail(given->command->name, EX_CANTCREAT, &reason);
	}
	printf("Key %d signs from now on. Letters under way stay good; delete an old key's file\n"
	       "from %s/keys when nobody can answer letters of its time any more.\n",
	       number, site->config->folder);
	site_close(site);
	return EX_OK;
}
