/* SPDX-License-Identifier: MIT */
/* The subcommands for whole sites: making one and its keys, printing how to run it, choosing which
 * of its copies is the real one, and moving a game to another site. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include <glib.h>

#include "core/util/strbuf.h"
#include "pbem/auth/keyring.h"
#include "pbem/cli/cli.h"
#include "pbem/migrate/migrate.h"
#include "pbem/site/moved_game.h"
#include "pbem/site/site_init.h"
#include "pbem/site/site_open.h"
#include "pbem/store/journal.h"
#include "pbem/sys/files.h"
#include "pbem/sys/instance.h"
#include "pbem/sys/log.h"
#include "pbem/sys/paths.h"
#include "pbem/sys/step.h"
#include "pbem/transport/source.h"

/* Returns whether a shell and systemd take the path unquoted for one word. */
static bool is_safe_unquoted(const char *path)
{
	return path[strspn(
		       path,
		       "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._+-@:")] ==
	       '\0';
}

/* Adds one word for cron's shell. Cron takes a percent sign for the end of the line. */
static void add_for_cron(const char *path, struct strbuf *out)
{
	bool plain = is_safe_unquoted(path);

	strbuf_add(out, plain ? "" : "'");
	for (const char *c = path; *c != '\0'; c++) {
		if (*c == '\'')
			strbuf_add(out, "'\\''");
		else if (*c == '%')
			strbuf_add(out, "'\\%'");
		else
			strbuf_add_char(out, *c);
	}
	strbuf_add(out, plain ? "" : "'");
}

/* Adds one word for a systemd unit, where a percent sign begins a specifier and a dollar sign a
 * variable. */
static void add_for_systemd(const char *path, struct strbuf *out)
{
	bool plain = is_safe_unquoted(path);

	strbuf_add(out, plain ? "" : "\"");
	for (const char *c = path; *c != '\0'; c++) {
		if (*c == '"' || *c == '\\')
			strbuf_add_char(out, '\\');
		if (*c == '%' || *c == '$')
			strbuf_add_char(out, *c);
		strbuf_add_char(out, *c);
	}
	strbuf_add(out, plain ? "" : "\"");
}

/* Adds the command that runs the site, or waits for its messages, quoted for cron or systemd.
 * Neither knows our PATH or our current folder. */
static void add_command(const char *site, const char *command,
			void (*add)(const char *, struct strbuf *), struct strbuf *out)
{
	char program[PATH_MAX] = "";

	if (readlink("/proc/self/exe", program, sizeof program - 1) < 0)
		strcpy(program, "pbem");
	add(program, out);
	strbuf_add(out, " --site ");
	add(site, out);
	strbuf_addf(out, " %s", command);
}

static void print_crontab(const char *site)
{
	const char *data = getenv("PBEM_DATA");
	struct strbuf line;

	strbuf_init(&line, 0);
	if (data != NULL) {
		strbuf_add(&line, "PBEM_DATA=");
		add_for_cron(data, &line);
		strbuf_add_char(&line, ' ');
	}
	add_command(site, "run", add_for_cron, &line);
	printf("\nTo run pbem every five minutes, add this line with crontab -e:\n\n*/5 * * * *  "
	       "%s\n",
	       line.bytes);
	strbuf_done(&line);
}

/* Adds the lines of a service. */
static void add_service(const char *site, const char *command, struct strbuf *out)
{
	const char *data = getenv("PBEM_DATA");

	if (data != NULL) {
		strbuf_add(out, "Environment=PBEM_DATA=");
		add_for_systemd(data, out);
		strbuf_add_char(out, '\n');
	}
	strbuf_add(out, "ExecStart=");
	add_command(site, command, add_for_systemd, out);
}

/* Prints how to run `pbem watch`, which answers within seconds and does no harm beside the other
 * ways. */
static void print_watch_unit(const char *site)
{
	struct strbuf unit;

	strbuf_init(&unit, 0);
	add_service(site, "watch", &unit);
	printf("\nOr, to answer letters within seconds, make this file and run:\nsystemctl --user "
	       "enable --now pbem-watch.service\n\n# "
	       "~/.config/systemd/user/"
	       "pbem-watch.service\n[Service]\n%s\nRestart=always\nRestartSec="
	       "10\nRestartPreventExitStatus=64 65 78\n[Install]\nWantedBy=default.target\n",
	       unit.bytes);
	strbuf_done(&unit);
}

static void print_systemd_units(const char *site)
{
	struct strbuf unit;

	strbuf_init(&unit, 0);
	add_service(site, "run", &unit);
	printf("\nOr make these two files and run: systemctl --user enable --now pbem.timer\n\n# "
	       "~/.config/systemd/user/"
	       "pbem.service\n[Service]\nType=oneshot\n%s\nSuccessExitStatus=75\n\n# "
	       "~/.config/systemd/user/pbem.timer\n[Timer]\nOnCalendar=*:0/"
	       "5\nPersistent=yes\n[Install]\nWantedBy=timers.target\n",
	       unit.bytes);
	strbuf_done(&unit);
}

static void print_next_steps(const char *folder, const char *address)
{
	char *whole = realpath(folder, NULL);
	char *word = is_safe_unquoted(folder) ? base_strdup(folder) : g_shell_quote(folder);

	printf("The new site is in %s; its address is %s.\nCheck the settings in %s/pbem.conf, "
	       "then run: pbem --site %s doctor\n",
	       folder, address, folder, word);
	free(word);
	if (whole != NULL) {
		print_crontab(whole);
		print_systemd_units(whole);
		print_watch_unit(whole);
	}
	free(whole);
}

int cmd_init(const struct args *args)
{
	const char *address = args_value(args, "--address"), *folder = paths_site();
	char host[256] = "localhost", *standard = NULL;
	struct reason reason;
	int code = EX_OK;

	if (address == NULL) {
		(void)gethostname(host, sizeof host - 1);
		address = standard = base_printf("games@%s", host);
	}
	if (site_init(folder, address, args_value(args, "--moderator"), &reason) != 0)
		code = cli_fail(args->command->name, EX_CANTCREAT, &reason);
	else
		print_next_steps(folder, address);
	free(standard);
	return code;
}

int cmd_key(const struct args *args)
{
	struct reason reason;
	struct site *site;
	int number, code;

	code = cli_open(args->command->name, SITE_KEYLESS, &site);
	if (code != EX_OK)
		return code;
	number = keyring_add(site->config->folder, &reason);
	if (number < 0) {
		site_close(site);
		return cli_fail(args->command->name, EX_CANTCREAT, &reason);
	}
	printf("pbem uses key %d from now on. Earlier letters stay valid; delete an old key's "
	       "file\nfrom %s/keys when nobody can reply to letters of that time any more.\n",
	       number, site->config->folder);
	site_close(site);
	return EX_OK;
}

/* ---- being the one copy ---- */

enum { MAX_WAITING = 1 << 20 };

/* Reports what speaks against this copy; *home_out becomes whether nothing does. */
static enum wire check_other_copies(struct site *site, struct source *source, bool *home_out,
				    struct reason *reason)
{
	struct reason why;
	enum wire wire;

	*home_out = instance_check(site->config, false, &why) == 0;
	if (!*home_out && reason_is_temporary(&why)) {
		*reason = why;
		return WIRE_LATER;
	}
	if (!*home_out)
		printf("%s\n", why.text);
	if (site->config->instance_met != NULL) {
		*home_out = false;
		printf("A run found a claim of another host in the mailbox: %s.\n",
		       site->config->instance_met);
	}
	if (site->config->host_owes) {
		*home_out = false;
		printf("This copy was adopted, but the mailbox doesn't show this yet.\n");
	}
	wire = source_hold(source, SOURCE_LOOK, &why);
	if (wire != WIRE_DONE && source_another(source) == NULL) {
		*reason = why;
		return wire;
	}
	if (source_another(source) != NULL) {
		*home_out = false;
		printf("Another host has claimed letters of the mailbox: %s.\n",
		       source_another(source));
	}
	return WIRE_DONE;
}

/* Records the name first: if the command is killed before the messages are claimed, it can and must
 * be repeated. */
static int take_over_site(struct site *site, struct source *source,
			  const struct waiting_list *letters, struct reason *reason)
{
	enum wire wire;

	if (instance_adopt(site->config, source_others(source), reason) != 0)
		return EX_TEMPFAIL;
	step();
	wire = source_hold(source, SOURCE_TAKE_OVER, reason);
	if (wire == WIRE_DONE)
		wire = source_claim(source, letters->letters, letters->count, SOURCE_TAKE_OVER,
				    reason);
	step();
	if (wire != WIRE_DONE)
		return log_exit_code(log_wire_result(wire));
	if (instance_claimed(site->config, reason) != 0)
		return EX_TEMPFAIL;
	step();
	printf("This copy is the site from now on. Other copies will refuse to run.\n");
	return EX_OK;
}

static int adopt_site(struct site *site, bool yes, struct reason *reason)
{
	struct source *source = NULL;
	struct waiting_list letters = {0};
	bool home = false;
	enum wire wire = source_open(site->config, &source, reason);
	int code;

	/* The listed messages show which host has claimed them. */
	if (wire == WIRE_DONE)
		wire = source_list(source, MAX_WAITING, &letters, reason);
	if (wire == WIRE_DONE)
		wire = check_other_copies(site, source, &home, reason);
	code = log_exit_code(log_wire_result(wire));
	if (code == EX_OK && home)
		printf("There is nothing to adopt: this copy is the site, and no other host uses "
		       "its mailbox.\n");
	else if (code == EX_OK && !yes)
		printf("If pbem will never run on the other copy again, run: pbem adopt --yes\n");
	else if (code == EX_OK)
		code = take_over_site(site, source, &letters, reason);
	transport_free_list(&letters);
	source_close(source);
	return code;
}

int cmd_adopt(const struct args *args)
{
	const char *name = args->command->name;
	struct reason reason;
	struct site *site;
	int code = cli_open(name, SITE_ADOPT, &site);

	if (code != EX_OK)
		return code;
	if (!site->config->one_host)
		printf("There is nothing to adopt, because pbem.conf has one-host = no.\n");
	else
		code = adopt_site(site, args_has(args, "--yes"), &reason);
	if (code != EX_OK)
		code = cli_fail(name, code, &reason);
	site_close(site);
	return code;
}

/* ---- taking a game to another site ---- */

/* Finds the other site's folder under its canonical path. Returns -1 if it is no site. */
static int find_other_site(const char *folder, char path_out[PATH_MAX], struct reason *reason)
{
	char *conf = base_printf("%s/pbem.conf", folder);
	bool there = false;
	int result = files_is_there(conf, &there, reason);

	if (result == 0 && (!there || realpath(folder, path_out) == NULL)) {
		reason_set(reason, "there is no site in %s (no file %s)", folder, conf);
		result = reason_set_kind(reason, REASON_MISSING);
	}
	free(conf);
	return result;
}

/* Opens both sites, the one with the lesser path first, so that two opposite moves don't wait for
 * each other. */
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
			code = cli_fail(name, EX_CONFIG, &reason);
			break;
		default:
			code = cli_fail(name, EX_TEMPFAIL, &reason);
		}
	}
	return code;
}

/* Checks that the game can be moved, or that its move has to be finished. */
static int check_game(const char *id, struct reason *reason)
{
	struct moved_game elsewhere;
	bool leaving = false;

	if (cli_is_game_id(id) && moved_game_load(paths_site(), id, &elsewhere, reason) == 0)
		(void)moved_game_is_leaving(paths_site(), &elsewhere, &leaving, reason);
	/* A move that was killed may have left the game half-way. The journal's changes are made
	 * first. */
	if (!leaving && cli_is_game_id(id) && journal_is_open(paths_site()))
		return 0;
	return leaving ? 0 : cli_check_game(id, reason);
}

static int move_game(const char *name, const char *id, char paths[2][PATH_MAX])
{
	struct site *sites[2] = {NULL, NULL};
	struct reason reason;
	bool finished = false;
	int code = open_both(name, paths, sites);

	if (code == EX_OK && migrate_game(sites[0], sites[1], id, &finished, &reason) != 0)
		code = cli_fail_on(ledger_check(sites[1]->ledger, NULL) != 0 ? sites[1] : sites[0],
				   name, EX_TEMPFAIL, &reason);
	else if (code == EX_OK)
		printf("Game %s is now in %s%s.\n", id, paths[1],
		       finished ? "; this command finished an earlier 'pbem move'" : "");
	site_close(sites[0]);
	site_close(sites[1]);
	return code;
}

int cmd_move(const struct args *args)
{
	const char *name = args->command->name;
	char paths[2][PATH_MAX];
	struct reason reason;

	if (find_other_site(paths_site(), paths[0], &reason) != 0 ||
	    find_other_site(args->words[1], paths[1], &reason) != 0 ||
	    check_game(args->words[0], &reason) != 0)
		return cli_fail(name, EX_NOINPUT, &reason);
	if (strcmp(paths[0], paths[1]) == 0) {
		reason_set(&reason, "%s is already the site of game %s", paths[0], args->words[0]);
		(void)reason_set_kind(&reason, REASON_USAGE);
		return cli_fail(name, EX_USAGE, &reason);
	}
	return move_game(name, args->words[0], paths);
}
