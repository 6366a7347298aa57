/* SPDX-License-Identifier: MIT */
/* The subcommands for whole sites: making one and its keys, telling how it is run from then on,
 * which of its copies is the one, and taking a game from one to another. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include <glib.h>

#include "core/base/text.h"
#include "pbem/command/commands.h"
#include "pbem/elsewhere/elsewhere.h"
#include "pbem/host/host.h"
#include "pbem/moving/moving.h"
#include "pbem/site/files.h"
#include "pbem/site/log.h"
#include "pbem/site/places.h"
#include "pbem/site/step.h"
#include "pbem/wire/source.h"
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

/* ---- being the one copy ---- */

enum { MAX_WAITING = 1 << 20 };

/* Says what speaks against this copy; *home_out is whether nothing does. */
static enum wire look_around(struct site *site, struct source *source, bool *home_out,
			     struct reason *reason)
{
	struct reason why;
	enum wire wire;

	*home_out = host_check(site->config, false, &why) == 0;
	if (!*home_out && reason_is_passing(&why)) {
		*reason = why;
		return WIRE_LATER;
	}
	if (!*home_out)
		printf("%s\n", why.text);
	if (site->config->host_met != NULL) {
		*home_out = false;
		printf("A run met a claim of another host: %s.\n", site->config->host_met);
	}
	if (site->config->host_owes) {
		*home_out = false;
		printf("It was put in another's place, and the mailbox doesn't show that yet.\n");
	}
	wire = source_hold(source, SOURCE_LOOK, &why);
	if (wire != WIRE_DONE && source_another(source) == NULL) {
		*reason = why;
		return wire;
	}
	if (source_another(source) != NULL) {
		*home_out = false;
		printf("Another host has letters of the mailbox: %s.\n", source_another(source));
	}
	return WIRE_DONE;
}

/* The name first: killed before the letters are claimed it can be done again, and must. */
static int take_place(struct site *site, struct source *source, const struct waiting_list *letters,
		      struct reason *reason)
{
	enum wire wire;

	if (host_adopt(site->config, source_others(source), reason) != 0)
		return EX_TEMPFAIL;
	step();
	wire = source_hold(source, SOURCE_TAKE_OVER, reason);
	if (wire == WIRE_DONE)
		wire = source_claim(source, letters->letters, letters->count, SOURCE_TAKE_OVER,
				    reason);
	step();
	if (wire != WIRE_DONE)
		return log_exit_code(wire);
	if (host_claimed(site->config, reason) != 0)
		return EX_TEMPFAIL;
	step();
	printf("This copy is the site from now on; any other that is run here or elsewhere will be "
	       "refused.\n");
	return EX_OK;
}

static int adopt(struct site *site, bool yes, struct reason *reason)
{
	struct source *source = NULL;
	struct waiting_list letters = {0};
	bool home = false;
	enum wire wire = source_open(site->config, &source, reason);
	int code;

	/* What is listed tells whose it is. */
	if (wire == WIRE_DONE)
		wire = source_list(source, MAX_WAITING, &letters, reason);
	if (wire == WIRE_DONE)
		wire = look_around(site, source, &home, reason);
	code = log_exit_code(wire);
	if (code == EX_OK && home)
		printf("This site is at home here, and nobody else has its mailbox: there is "
		       "nothing to adopt.\n");
	else if (code == EX_OK && !yes)
		printf("If pbem will never run on that copy any more: pbem adopt --yes\n");
	else if (code == EX_OK)
		code = take_place(site, source, &letters, reason);
	source_free_list(&letters);
	source_close(source);
	return code;
}

int command_adopt(const struct given *given)
{
	const char *name = given->command->name;
	struct reason reason;
	struct site *site;
	int code = commands_open(name, SITE_ADOPT, &site);

	if (code != EX_OK)
		return code;
	if (!site->config->one_host)
		printf("one-host is no in pbem.conf: any copy may run.\n");
	else
		code = adopt(site, given_has(given, "--yes"), &reason);
	if (code != EX_OK)
		code = commands_fail(name, code, &reason);
	site_close(site);
	return code;
}

/* ---- taking a game to another site ---- */

/* The site's folder as everybody calls it. -1: it is none. */
static int find_other_site(const char *folder, char path_out[PATH_MAX], struct reason *reason)
{
	char *conf = base_printf("%s/pbem.conf", folder);
	bool there = false;
	int result = files_is_there(conf, &there, reason);

	if (result == 0 && (!there || realpath(folder, path_out) == NULL)) {
		reason_set(reason, "there is no site in %s (no file %s)", folder, conf);
		result = reason_is(reason, REASON_MISSING);
	}
	free(conf);
	return result;
}

/* Both, that of the lesser name first: two moves against each other don't wait for each other. */
static int open_both(const char *name, char paths[2][PATH_MAX], struct site *sites[2])
{
	const int first = strcmp(paths[0], paths[1]) < 0 ? 0 : 1;
	int code = EX_OK;

	for (int i = 0; code == EX_OK && i < 2; i++) {
		const int which = i == 0 ? first : 1 - first;
		struct reason reason;

		switch (site_open(paths[which], SITE_WAIT, &sites[which], &reason)) {
		case SITE_OPEN:
			break;
		case SITE_FAILED:
			code = commands_fail(name, EX_CONFIG, &reason);
			break;
		default:
			code = commands_fail(name, EX_TEMPFAIL, &reason);
		}
	}
	return code;
}

/* Whether there is a game to be moved, or one whose move is to be finished. */
static int check_game(const char *id, struct reason *reason)
{
	struct elsewhere elsewhere;
	bool leaving = false;

	if (commands_is_game_id(id) && elsewhere_load(places_site(), id, &elsewhere, reason) == 0) {
		(void)elsewhere_is_leaving(places_site(), &elsewhere, &leaving, reason);
		elsewhere_done(&elsewhere);
	}
	return leaving ? 0 : commands_check_game(id, reason);
}

static int move(const char *name, const char *id, char paths[2][PATH_MAX])
{
	struct site *sites[2] = {NULL, NULL};
	struct reason reason;
	bool finished = false;
	int code = open_both(name, paths, sites);

	if (code == EX_OK && moving_go(sites[0], sites[1], id, &finished, &reason) != 0)
		code = commands_fail(name, EX_TEMPFAIL, &reason);
	else if (code == EX_OK)
		printf("Game %s is at %s now%s.\n", id, paths[1],
		       finished ? "; an earlier pbem move had begun that" : "");
	site_close(sites[0]);
	site_close(sites[1]);
	return code;
}

int command_move(const struct given *given)
{
	const char *name = given->command->name;
	char paths[2][PATH_MAX];
	struct reason reason;

	if (find_other_site(places_site(), paths[0], &reason) != 0 ||
	    find_other_site(given->words[1], paths[1], &reason) != 0 ||
	    check_game(given->words[0], &reason) != 0)
		return commands_fail(name, EX_NOINPUT, &reason);
	if (strcmp(paths[0], paths[1]) == 0) {
		reason_set(&reason, "%s is the site where game %s is", paths[0], given->words[0]);
		(void)reason_is(&reason, REASON_ASKED);
		return commands_fail(name, EX_USAGE, &reason);
	}
	return move(name, given->words[0], paths);
}
