/* SPDX-License-Identifier: MIT */
/* pbem status: shows a moderator the state of a site. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <time.h>

#include <glib.h>

#include "core/game/clock.h"
#include "core/util/json.h"
#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "core/view/game_text.h"
#include "pbem/batch/backup_restore.h"
#include "pbem/batch/ignored_counts.h"
#include "pbem/batch/outage.h"
#include "pbem/cli/cli.h"
#include "pbem/site/gametype_mail.h"
#include "pbem/site/moved_game.h"
#include "pbem/site/watcher_list.h"
#include "pbem/site/workspace.h"
#include "pbem/store/outbox.h"
#include "pbem/store/sender_lock.h"
#include "pbem/sys/files.h"
#include "pbem/sys/step.h"

/* Counts the quarantined messages, without the files that `repair` has saved beside them. A missing
 * folder has none. Returns -1 for a folder that can't be listed completely. */
static int count_quarantined(const struct config *config, size_t *count_out, struct reason *reason)
{
	char *path = config_path(config, "quarantine");
	char **names = files_list(path, true, reason);

	free(path);
	*count_out = 0;
	for (char **name = names; name != NULL && *name != NULL; name++)
		*count_out += !strbuf_starts(*name, "repair-");
	g_strfreev(names);
	return names != NULL ? 0 : -1;
}

static void print_deadline(const struct game *game, unsigned seat)
{
	int64_t deadline = game->started ? clock_until(game, seat) : 0;
	struct strbuf until;

	if (deadline == 0)
		return;
	strbuf_init(&until, 0);
	clock_print(deadline, &until);
	printf(" until %s", until.bytes);
	strbuf_done(&until);
}

/* Prints a name without the characters that turn the direction of the text after it. */
static void print_name(const char *name)
{
	static const char *const marks[] = {
		"\u200e", "\u200f", "\u061c", "\u202a", "\u202b", "\u202c",
		"\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069",
	};

	while (*name != '\0') {
		size_t skip = 0;

		for (size_t i = 0; i < ARRAY_LEN(marks); i++)
			if (strncmp(name, marks[i], strlen(marks[i])) == 0)
				skip = strlen(marks[i]);
		if (skip == 0)
			putchar(*name++);
		name += skip;
	}
}

/* Prints "White (Anna) since 2026-11-20" for every seat that is asked for something. */
static void print_pending(const struct gamefile *file)
{
	const struct game *game = &file->game;
	bool any = false;

	for (unsigned i = 0; i < variant_seats(game->variant); i++) {
		struct strbuf asked;
		char when[32];

		strbuf_init(&asked, 0);
		if (game->questions[i].entry != 0)
			gametype_mail_of(game->variant)->status(game, i, &asked);
		if (asked.len > 0) {
			timestamp_print(game->questions[i].asked, when);
			printf("%s%s (", any ? "; " : "", variant_seat_title(game->variant, i));
			print_name(file->header.names[i]);
			printf(") %s", asked.bytes);
			print_deadline(game, i);
			printf(" since %.10s", when);
			any = true;
		}
		strbuf_done(&asked);
	}
}

static void print_seats_out(const struct game *game)
{
	const char *between = "; out: ";

	for (unsigned i = 0; i < variant_seats(game->variant); i++) {
		if (game_in_play(game, i))
			continue;
		printf("%s%s", between, variant_seat_title(game->variant, i));
		between = ", ";
	}
}

/* Prints how many people watch the game. If the game was requested by its name, also prints who
 * they are, which nobody else can find out. */
static void print_watchers(struct site *site, const struct gamefile *file, bool named)
{
	char *folder = site_game_folder(site, file->header.id), when[TIMESTAMP_SIZE];
	struct watcher_list audience = {.count = 0};
	struct reason reason;
	unsigned waiting;

	if (file->game.terms.watch == WATCH_NO) {
		free(folder);
		return;
	}
	if (watcher_list_load(folder, &audience, &reason) != 0)
		printf("  pbem can't read the list of watchers: %s\n", reason.text);
	waiting = watcher_list_in(&audience, WATCHER_WAITS);
	if (audience.count > 0)
		printf("  watched by %u; %u %s for your permission\n",
		       watcher_list_in(&audience, WATCHER_WATCHES), waiting,
		       waiting == 1 ? "waits" : "wait");
	for (size_t i = 0; named && i < audience.count; i++) {
		const struct watcher *watcher = &audience.watchers[i];

		timestamp_print(watcher->when, when);
		printf("  watcher %u, %s, %s since %.10s\n", watcher->serial, watcher->address,
		       watcher->state == WATCHER_ASKED	 ? "asked"
		       : watcher->state == WATCHER_WAITS ? "waits for your permission"
							 : "watches",
		       when);
	}
	watcher_list_done(&audience);
	free(folder);
}

static int print_game(struct site *site, const char *id, bool named)
{
	struct gamefile *file;
	struct reason reason;
	struct strbuf result;

	file = cmd_load_game(site, id, &reason);
	if (file == NULL) {
		printf("%-12s can't be read: %s\n", id, reason.text);
		return cli_code(EX_DATAERR, &reason);
	}
	printf("%-12s %-10s turn %-4u ", id, file->header.variant, file->game.turns + 1);
	if (file->game.outcome.status == STATUS_PLAYING) {
		print_pending(file);
		if (file->game.paused != 0)
			printf("; paused");
		print_seats_out(&file->game);
		printf("\n");
	} else {
		strbuf_init(&result, 0);
		view_result(&file->game, &result);
		result.bytes[strcspn(result.bytes, "\n")] = '\0';
		printf("%s\n", result.bytes);
		strbuf_done(&result);
	}
	print_watchers(site, file, named);
	gamefile_free(file);
	return EX_OK;
}

static int print_named(struct site *site, const char *id, struct json *json)
{
	(void)json;
	return print_game(site, id, true);
}

static int print_listed(struct site *site, const char *id, struct json *json)
{
	(void)json;
	return print_game(site, id, false);
}

static void print_notice(void *context, int64_t when, const char *line)
{
	char stamp[32];

	(void)context;
	timestamp_print(when, stamp);
	printf("notice %s %s\n", stamp, line);
}

/* Returns since when no run has processed all messages, if that is too long; otherwise 0. */
static int64_t missing_since(struct site *site, struct fetched *fetched_out)
{
	int64_t limit;

	*fetched_out = (struct fetched){.when = 0};
	if (!ledger_fetched(site->ledger, fetched_out))
		return 0;
	limit = outage_limit(site->config, fetched_out);
	return limit != 0 && step_time() - fetched_out->when > limit ? fetched_out->when : 0;
}

/* Prints the outage, because no deadline shown can end before the outage does. */
static void print_outage(struct site *site)
{
	struct fetched fetched;
	char when[TIMESTAMP_SIZE];

	timestamp_print(missing_since(site, &fetched), when);
	if (missing_since(site, &fetched) != 0)
		printf("No run has received all letters since %s. The next run that receives all "
		       "letters moves all deadlines by the lost time.\n",
		       when);
}

/* Prints the messages in the mailbox that can't be fetched. */
static void print_refusals(const struct site *site)
{
	struct refusal refusal = {.id = ""};
	char since[TIMESTAMP_SIZE];

	while (ledger_next_refusal(site->ledger, refusal.id, &refusal)) {
		timestamp_print(refusal.first, since);
		printf("The mailbox has not delivered the letter %s since %s: %s.\n", refusal.id,
		       since, refusal.why);
	}
}

/* Prints games that have moved away, and messages that wait to be forwarded. */
static void print_moved(const struct site *site)
{
	const char *folder = site->config->folder;
	char **ids = moved_game_list(folder, NULL);
	struct moved_game elsewhere;
	bool leaving = false;

	for (char **id = ids; ids != NULL && *id != NULL; id++) {
		if (moved_game_load(folder, *id, &elsewhere, NULL) != 0) {
			printf("pbem can't read to which site game %s has moved (file "
			       "%s/moved/%s); run: pbem repair\n",
			       *id, folder, *id);
			continue;
		}
		(void)moved_game_is_leaving(folder, &elsewhere, &leaving, NULL);
		if (leaving)
			printf("The move of game %s to %s isn't finished, and nobody can play the "
			       "game until then; run: pbem move %s %s\n",
			       *id, elsewhere.to, *id, elsewhere.to);
		else
			printf("Game %s has moved to %s.\n", *id, elsewhere.to);
	}
	g_strfreev(ids);
}

/* Prints which process is sending, and the number of messages whose result only that process knows.
 */
static void print_sending(const struct site *site)
{
	const size_t count = outbox_claims(ledger_outbox(site->ledger));
	long process;
	bool out;

	if (sender_lock_look(site->config->folder, &out, &process) != 0 || !out)
		return;
	if (process > 0)
		printf("Process %ld is sending letters", process);
	else
		printf("Another process is sending letters");
	printf(", and has taken %zu letter%s.\n", count, count == 1 ? "" : "s");
}

static int print_site(struct site *site)
{
	int64_t since;
	size_t waiting = outbox_count(ledger_outbox(site->ledger), &since);
	char stamp[32];
	size_t aside;
	struct reason reason;
	int code = EX_OK;
	struct strbuf lines;

	timestamp_print(since, stamp);
	if (waiting > 0)
		printf("%zu letter%s in the outbox, the oldest since %s.\n", waiting,
		       waiting == 1 ? " waits" : "s wait", stamp);
	print_sending(site);
	if (count_quarantined(site->config, &aside, &reason) != 0) {
		printf("pbem can't count the quarantined messages: %s.\n", reason.text);
		code = cli_code(EX_DATAERR, &reason);
	} else if (aside > 0) {
		printf("%zu message%s quarantined in %s/quarantine; read %s, then delete %s.\n",
		       aside, aside == 1 ? " is" : "s are", site->config->folder,
		       aside == 1 ? "it" : "them", aside == 1 ? "it" : "them");
	}
	if (backup_restore_is_open(site->ledger))
		printf("A backup was restored, and everything that pbem did after the backup is "
		       "lost; run: pbem retake\n");
	strbuf_init(&lines, 0);
	if (ignored_counts_print(site->ledger, &lines) > 0)
		printf("Unusual letters so far:\n%s", lines.bytes);
	strbuf_done(&lines);
	print_outage(site);
	print_refusals(site);
	print_moved(site);
	(void)ledger_notices(site->ledger, print_notice, NULL);
	return code;
}

/* ---- as JSON ---- */

static void json_count(void *context, const char *name, int64_t count)
{
	json_number(context, name, count);
}

static void json_notice(void *context, int64_t when, const char *line)
{
	(void)line;
	json_time(context, NULL, when);
}

/* Adds the same as print_moved prints: `to` is null if it can't be read. */
static void json_moved(const struct site *site, struct json *json)
{
	const char *folder = site->config->folder;
	char **ids = moved_game_list(folder, NULL);
	struct moved_game elsewhere;

	json_array(json, "moved");
	for (char **id = ids; ids != NULL && *id != NULL; id++) {
		bool leaving = false;

		json_object(json, NULL);
		json_string(json, "game", *id);
		if (moved_game_load(folder, *id, &elsewhere, NULL) == 0) {
			(void)moved_game_is_leaving(folder, &elsewhere, &leaving, NULL);
			json_string(json, "to", elsewhere.to);
		} else {
			json_null(json, "to");
		}
		json_bool(json, "moving", leaving);
		json_object_end(json);
	}
	json_array_end(json);
	g_strfreev(ids);
}

/* Describes the site. Details of single messages and notices may contain addresses, so only which
 * and when is included. */
static int json_site(struct site *site, struct json *json)
{
	struct refusal refusal = {.id = ""};
	struct fetched fetched;
	struct reason reason;
	int64_t since, missing = missing_since(site, &fetched);
	size_t waiting = outbox_count(ledger_outbox(site->ledger), &since), aside;
	bool out;
	int code = count_quarantined(site->config, &aside, &reason) == 0
			   ? EX_OK
			   : cli_fail("status", EX_DATAERR, &reason);

	json_object(json, "site");
	json_object(json, "outbox");
	json_number(json, "waiting", (int64_t)waiting);
	json_time(json, "since", since);
	if (sender_lock_look(site->config->folder, &out, NULL) == 0)
		json_bool(json, "sending", out);
	else
		json_null(json, "sending");
	json_object_end(json);
	if (code == EX_OK)
		json_number(json, "quarantined", (int64_t)aside);
	else
		json_null(json, "quarantined");
	json_bool(json, "retake", backup_restore_is_open(site->ledger));
	json_time(json, "fetched", fetched.when);
	json_bool(json, "overdue", missing != 0);
	json_object(json, "counts");
	ignored_counts_each(site->ledger, json_count, json);
	json_object_end(json);
	json_array(json, "withheld");
	while (ledger_next_refusal(site->ledger, refusal.id, &refusal)) {
		json_object(json, NULL);
		json_string(json, "message", refusal.id);
		json_time(json, "since", refusal.first);
		json_object_end(json);
	}
	json_array_end(json);
	json_array(json, "unsent_reports");
	(void)ledger_notices(site->ledger, json_notice, json);
	json_array_end(json);
	json_moved(site, json);
	json_object_end(json);
	return code;
}

/* ---- the command ---- */

/* Calls the function for the games named, or for all games of the site; `context` is its own. */
static int for_each_game(const struct args *args, struct site *site,
			 int (*with)(struct site *site, const char *id, struct json *json),
			 struct json *json)
{
	const char *name = args->command->name;
	struct reason reason;
	char **ids = args->count == 0 ? site_games(site->config->folder, &reason) : NULL;
	int code = EX_OK;

	if (args->count == 0 && ids == NULL)
		return cli_fail(name, EX_NOINPUT, &reason);
	for (char **id = ids != NULL ? ids : args->words; *id != NULL; id++) {
		int one = ids == NULL && cli_check_game(*id, &reason) != 0
				  ? cli_fail(name, EX_NOINPUT, &reason)
				  : with(site, *id, json);

		code = one != EX_OK ? one : code;
	}
	if (json == NULL && ids != NULL && ids[0] == NULL)
		printf("There is no game yet. To begin a game, run: pbem new chess ...\n");
	g_strfreev(ids);
	return code;
}

static int print_status(const struct args *args, struct site *site)
{
	int code = for_each_game(args, site, args->count == 0 ? print_listed : print_named, NULL);
	int rest = EX_OK;

	if (args->count == 0)
		rest = cmd_open_list(site);
	code = code == EX_OK ? rest : code;
	if (args->count == 0)
		rest = print_site(site);
	return code == EX_OK ? rest : code;
}

static int print_status_json(const struct args *args, struct site *site)
{
	struct json json;
	struct strbuf out;
	int code, rest = EX_OK;

	strbuf_init(&out, SIZE_MAX);
	json_init(&json, &out);
	json_object(&json, NULL);
	json_array(&json, "games");
	code = for_each_game(args, site, cmd_json_named, &json);
	json_array_end(&json);
	if (args->count == 0)
		cmd_open_json(site, &json);
	if (args->count == 0)
		rest = json_site(site, &json);
	json_object_end(&json);
	fputs(out.bytes, stdout);
	strbuf_done(&out);
	return code == EX_OK ? rest : code;
}

int cmd_status(const struct args *args)
{
	struct site *site;
	int code = cli_open(args->command->name, SITE_LOOK, &site);

	if (code != EX_OK)
		return code;
	code = args_has(args, "--json") ? print_status_json(args, site) : print_status(args, site);
	site_close(site);
	return code;
}
