/* SPDX-License-Identifier: MIT */
/* The subcommand for a moderator's daily look: status. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <time.h>

#include <glib.h>

#include "core/base/json.h"
#include "core/turn/clock.h"
#include "core/base/stamp.h"
#include "core/base/text.h"
#include "core/view/view.h"
#include "pbem/command/commands.h"
#include "pbem/audience/audience.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/desk/desk.h"
#include "pbem/elsewhere/elsewhere.h"
#include "pbem/batch/outage.h"
#include "pbem/promise/carrier.h"
#include "pbem/promise/outbox.h"
#include "pbem/batch/restore.h"
#include "pbem/site/files.h"
#include "pbem/site/step.h"
#include "pbem/batch/tally.h"

/* Letters that were set aside, and not what `repair` has kept beside them. A folder that isn't
 * there holds none; -1 for one that can't be listed to its end. */
static int count_aside(const struct config *config, size_t *count_out, struct reason *reason)
{
	char *path = config_path(config, "aside");
	char **names = files_list(path, true, reason);

	free(path);
	*count_out = 0;
	for (char **name = names; name != NULL && *name != NULL; name++)
		*count_out += !text_starts(*name, "repair-");
	g_strfreev(names);
	return names != NULL ? 0 : -1;
}

static void print_deadline(const struct game *game, unsigned seat)
{
	int64_t deadline = game->started ? clock_until(game, seat) : 0;
	struct text until;

	if (deadline == 0)
		return;
	text_init(&until, 0);
	clock_print(deadline, &until);
	printf(" until %s", until.bytes);
	text_done(&until);
}

/* A name without the marks that turn the direction of what stands behind it. */
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

/* "White (Anna) since 2026-11-20" for every seat something is asked of. */
static void print_asked(const struct gamefile *file)
{
	const struct game *game = &file->game;
	bool any = false;

	for (unsigned i = 0; i < variant_seats(game->variant); i++) {
		struct text asked;
		char when[32];

		text_init(&asked, 0);
		if (game->questions[i].entry != 0)
			desk_mail_kind(game->variant)->status(game, i, &asked);
		if (asked.len > 0) {
			stamp_print(game->questions[i].asked, when);
			printf("%s%s (", any ? "; " : "", variant_seat_title(game->variant, i));
			print_name(file->header.names[i]);
			printf(") %s", asked.bytes);
			print_deadline(game, i);
			printf(" since %.10s", when);
			any = true;
		}
		text_done(&asked);
	}
}

static void print_out(const struct game *game)
{
	const char *between = "; out: ";

	for (unsigned i = 0; i < variant_seats(game->variant); i++) {
		if (game_in_play(game, i))
			continue;
		printf("%s%s", between, variant_seat_title(game->variant, i));
		between = ", ";
	}
}

/* How many watch it; and, where the game was asked for by its name, who: no one else is told that.
 */
static void print_watchers(struct site *site, const struct gamefile *file, bool named)
{
	char *folder = site_game_folder(site, file->header.id), when[STAMP_SIZE];
	struct audience audience = {.count = 0};
	struct reason reason;
	unsigned waiting;

	if (file->game.terms.watch == WATCH_NO) {
		free(folder);
		return;
	}
	if (audience_load(folder, &audience, &reason) != 0)
		printf("  who watches can't be told: %s\n", reason.text);
	waiting = audience_in(&audience, WATCHER_WAITS);
	if (audience.count > 0)
		printf("  watched by %u; %u %s for your word\n",
		       audience_in(&audience, WATCHER_WATCHES), waiting,
		       waiting == 1 ? "waits" : "wait");
	for (size_t i = 0; named && i < audience.count; i++) {
		const struct watcher *watcher = &audience.watchers[i];

		stamp_print(watcher->when, when);
		printf("  watcher %u, %s, %s since %.10s\n", watcher->serial, watcher->address,
		       watcher->state == WATCHER_ASKED	 ? "asked"
		       : watcher->state == WATCHER_WAITS ? "waits for your word"
							 : "watches",
		       when);
	}
	audience_done(&audience);
	free(folder);
}

static int print_game(struct site *site, const char *id, bool named)
{
	struct gamefile *file;
	struct reason reason;
	struct text result;

	file = command_load_game(site, id, &reason);
	if (file == NULL) {
		printf("%-12s can't be read: %s\n", id, reason.text);
		return commands_code(EX_DATAERR, &reason);
	}
	printf("%-12s %-10s turn %-4u ", id, file->header.variant, file->game.turns + 1);
	if (file->game.outcome.status == STATUS_PLAYING) {
		print_asked(file);
		if (file->game.paused != 0)
			printf("; paused");
		print_out(&file->game);
		printf("\n");
	} else {
		text_init(&result, 0);
		view_result(&file->game, &result);
		result.bytes[strcspn(result.bytes, "\n")] = '\0';
		printf("%s\n", result.bytes);
		text_done(&result);
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

static void count_notice(void *context, int64_t when, const char *line)
{
	char stamp[32];

	(void)context;
	stamp_print(when, stamp);
	printf("notice %s %s\n", stamp, line);
}

/* Since when no run has had all the letters, where that is too long; else 0. */
static int64_t missing_since(struct site *site, struct fetched *fetched_out)
{
	int64_t limit;

	*fetched_out = (struct fetched){.when = 0};
	if (!ledger_fetched(site->ledger, fetched_out))
		return 0;
	limit = outage_limit(site->config, fetched_out);
	return limit != 0 && step_time() - fetched_out->when > limit ? fetched_out->when : 0;
}

/* The deadlines shown can't be over before it is. */
static void print_outage(struct site *site)
{
	struct fetched fetched;
	char when[STAMP_SIZE];

	stamp_print(missing_since(site, &fetched), when);
	if (missing_since(site, &fetched) != 0)
		printf("No run has had all the letters since %s; the next one that has them moves "
		       "all "
		       "deadlines by so much.\n",
		       when);
}

/* Letters that are in the mailbox and can't be had. */
static void print_refusals(const struct site *site)
{
	struct refusal refusal = {.id = ""};
	char since[STAMP_SIZE];

	while (ledger_next_refusal(site->ledger, refusal.id, &refusal)) {
		stamp_print(refusal.first, since);
		printf("Not handed over by the mailbox: %s, since %s: %s.\n", refusal.id, since,
		       refusal.why);
	}
}

/* Games that have left, and letters that wait to go after them. */
static void print_moved(const struct site *site)
{
	const char *folder = site->config->folder;
	char **ids = elsewhere_list(folder, NULL);
	struct elsewhere elsewhere;
	bool leaving = false;

	for (char **id = ids; ids != NULL && *id != NULL; id++) {
		if (elsewhere_load(folder, *id, &elsewhere, NULL) != 0) {
			printf("Where game %s went can't be read: %s/moved/%s.\n", *id, folder,
			       *id);
			continue;
		}
		(void)elsewhere_is_leaving(folder, &elsewhere, &leaving, NULL);
		if (leaving)
			printf("Game %s is on its way to %s and stands still; run: pbem move %s "
			       "%s\n",
			       *id, elsewhere.to, *id, elsewhere.to);
		else
			printf("Game %s is at %s.\n", *id, elsewhere.to);
		elsewhere_done(&elsewhere);
	}
	g_strfreev(ids);
}

/* Who sends, and of how many letters only he knows what becomes of them. */
static void print_sending(const struct site *site)
{
	const size_t count = outbox_claims(ledger_outbox(site->ledger));
	long process;
	bool out;

	if (carrier_look(site->config->folder, &out, &process) != 0 || !out)
		return;
	if (process > 0)
		printf("Process %ld is sending", process);
	else
		printf("Another process is sending");
	printf(", with %zu letter%s in hand.\n", count, count == 1 ? "" : "s");
}

static int print_site(struct site *site)
{
	int64_t since;
	size_t waiting = outbox_count(ledger_outbox(site->ledger), &since);
	char stamp[32];
	size_t aside;
	struct reason reason;
	int code = EX_OK;
	struct text lines;

	stamp_print(since, stamp);
	if (waiting > 0)
		printf("%zu letter%s in the outbox, the oldest since %s.\n", waiting,
		       waiting == 1 ? " waits" : "s wait", stamp);
	print_sending(site);
	if (count_aside(site->config, &aside, &reason) != 0) {
		printf("How many letters are set aside can't be told: %s.\n", reason.text);
		code = commands_code(EX_DATAERR, &reason);
	} else if (aside > 0) {
		printf("%zu letter%s set aside in %s/aside; look at %s and delete %s.\n", aside,
		       aside == 1 ? " is" : "s are", site->config->folder,
		       aside == 1 ? "it" : "them", aside == 1 ? "it" : "them");
	}
	if (restore_is_open(site->ledger))
		printf("A backup was put back, and what was done since it was made is lost; run: "
		       "pbem retake\n");
	text_init(&lines, 0);
	if (tally_print(site->ledger, &lines) > 0)
		printf("So far there came:\n%s", lines.bytes);
	text_done(&lines);
	print_outage(site);
	print_refusals(site);
	print_moved(site);
	(void)ledger_notices(site->ledger, count_notice, NULL);
	return code;
}

/* ---- as JSON ---- */

static void json_tally(void *context, const char *name, int64_t count)
{
	json_number(context, name, count);
}

static void json_notice(void *context, int64_t when, const char *line)
{
	(void)line;
	json_time(context, NULL, when);
}

/* As print_moved: `to` is null where that can't be read. */
static void json_moved(const struct site *site, struct json *json)
{
	const char *folder = site->config->folder;
	char **ids = elsewhere_list(folder, NULL);
	struct elsewhere elsewhere;

	json_array(json, "moved");
	for (char **id = ids; ids != NULL && *id != NULL; id++) {
		bool leaving = false;

		json_object(json, NULL);
		json_string(json, "game", *id);
		if (elsewhere_load(folder, *id, &elsewhere, NULL) == 0) {
			(void)elsewhere_is_leaving(folder, &elsewhere, &leaving, NULL);
			json_string(json, "to", elsewhere.to);
			elsewhere_done(&elsewhere);
		} else {
			json_null(json, "to");
		}
		json_bool(json, "leaving", leaving);
		json_object_end(json);
	}
	json_array_end(json);
	g_strfreev(ids);
}

/* What is told of single letters and notices names addresses, or may: here only which and when. */
static int json_site(struct site *site, struct json *json)
{
	struct refusal refusal = {.id = ""};
	struct fetched fetched;
	struct reason reason;
	int64_t since, missing = missing_since(site, &fetched);
	size_t waiting = outbox_count(ledger_outbox(site->ledger), &since), aside;
	bool out;
	int code = count_aside(site->config, &aside, &reason) == 0
			   ? EX_OK
			   : commands_fail("status", EX_DATAERR, &reason);

	json_object(json, "site");
	json_object(json, "outbox");
	json_number(json, "waiting", (int64_t)waiting);
	json_time(json, "since", since);
	if (carrier_look(site->config->folder, &out, NULL) == 0)
		json_bool(json, "sending", out);
	else
		json_null(json, "sending");
	json_object_end(json);
	if (code == EX_OK)
		json_number(json, "aside", (int64_t)aside);
	else
		json_null(json, "aside");
	json_bool(json, "retake", restore_is_open(site->ledger));
	json_time(json, "fetched", fetched.when);
	json_bool(json, "overdue", missing != 0);
	json_object(json, "counts");
	tally_each(site->ledger, json_tally, json);
	json_object_end(json);
	json_array(json, "withheld");
	while (ledger_next_refusal(site->ledger, refusal.id, &refusal)) {
		json_object(json, NULL);
		json_string(json, "letter", refusal.id);
		json_time(json, "since", refusal.first);
		json_object_end(json);
	}
	json_array_end(json);
	json_array(json, "notices");
	(void)ledger_notices(site->ledger, json_notice, json);
	json_array_end(json);
	json_moved(site, json);
	json_object_end(json);
	return code;
}

/* ---- the command ---- */

/* Calls the function with the games named, or all of the site; `context` is its own. */
static int for_each_game(const struct given *given, struct site *site,
			 int (*with)(struct site *site, const char *id, struct json *json),
			 struct json *json)
{
	const char *name = given->command->name;
	struct reason reason;
	char **ids = given->count == 0 ? site_games(site->config->folder, &reason) : NULL;
	int code = EX_OK;

	if (given->count == 0 && ids == NULL)
		return commands_fail(name, EX_NOINPUT, &reason);
	for (char **id = ids != NULL ? ids : given->words; *id != NULL; id++) {
		int one = ids == NULL && commands_check_game(*id, &reason) != 0
				  ? commands_fail(name, EX_NOINPUT, &reason)
				  : with(site, *id, json);

		code = one != EX_OK ? one : code;
	}
	if (json == NULL && ids != NULL && ids[0] == NULL)
		printf("There is no game yet. Make one with: pbem new chess ...\n");
	g_strfreev(ids);
	return code;
}

static int tell_text(const struct given *given, struct site *site)
{
	int code = for_each_game(given, site, given->count == 0 ? print_listed : print_named, NULL);
	int rest = EX_OK;

	if (given->count == 0)
		rest = command_open_list(site);
	code = code == EX_OK ? rest : code;
	if (given->count == 0)
		rest = print_site(site);
	return code == EX_OK ? rest : code;
}

static int tell_json(const struct given *given, struct site *site)
{
	struct json json;
	struct text out;
	int code, rest = EX_OK;

	text_init(&out, SIZE_MAX);
	json_init(&json, &out);
	json_object(&json, NULL);
	json_array(&json, "games");
	code = for_each_game(given, site, command_json_named, &json);
	json_array_end(&json);
	if (given->count == 0)
		command_open_json(site, &json);
	if (given->count == 0)
		rest = json_site(site, &json);
	json_object_end(&json);
	fputs(out.bytes, stdout);
	text_done(&out);
	return code == EX_OK ? rest : code;
}

int command_status(const struct given *given)
{
	struct site *site;
	int code = commands_open(given->command->name, SITE_LOOK, &site);

	if (code != EX_OK)
		return code;
	code = given_has(given, "--json") ? tell_json(given, site) : tell_text(given, site);
	site_close(site);
	return code;
}
