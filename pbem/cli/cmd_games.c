/* SPDX-License-Identifier: MIT */
/* pbem games and pbem status: list the site's games, and show a moderator the state of the site. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include <glib.h>

#include "core/game/clock.h"
#include "core/util/timestamp.h"
#include "core/util/utf8.h"
#include "core/view/game_text.h"
#include "pbem/batch/backup_restore.h"
#include "pbem/batch/ignored_counts.h"
#include "pbem/batch/outage.h"
#include "pbem/cli/cli.h"
#include "pbem/cli/report.h"
#include "pbem/site/gametype_mail.h"
#include "pbem/site/moved_game.h"
#include "pbem/site/site_faults.h"
#include "pbem/site/site_open.h"
#include "pbem/site/watcher_list.h"
#include "pbem/store/journal.h"
#include "pbem/store/outbox.h"
#include "pbem/store/sender_lock.h"
#include "pbem/sys/files.h"
#include "pbem/sys/progress.h"
#include "pbem/sys/step.h"

/* ---- finding games and their faults ---- */

struct gamefile *cmd_load_game(struct site *site, const char *id, struct reason *reason)
{
	char *folder = site_game_folder(site, id);
	struct gamefile *file = gamefile_load(folder, site->library, reason);

	if (file != NULL)
		workspace_count_outages(site->ledger, file->header.number, &file->game, NULL);
	free(folder);
	return file;
}

static int compare_ids(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

char **cmd_list_games(struct site *site, struct reason *reason)
{
	char **ids = site_games(site->config->folder, reason), id[GAME_ID_MAX + 1], *key = id;
	const size_t there = ids != NULL ? g_strv_length(ids) : 0;
	const uint32_t last = ledger_last_game(site->ledger);
	size_t count = there;

	/* A run that was interrupted may not have written a new game's files yet. */
	if (ids == NULL || journal_is_open(site->config->folder))
		return ids;
	for (uint32_t number = 1; number <= last; number++) {
		if (!ledger_game(site->ledger, number, id) ||
		    bsearch(&key, ids, there, sizeof *ids, compare_ids) != NULL)
			continue;
		ids = base_realloc(ids, (count + 2) * sizeof *ids);
		ids[count++] = base_strdup(id);
		ids[count] = NULL;
	}
	qsort(ids, count, sizeof *ids, compare_ids);
	return ids;
}

int cmd_describe_fault(const char *name, const struct reason *why, struct strbuf *out)
{
	strbuf_add(out, out->len > 0 ? "; " : "");
	switch (why->kind) {
	case REASON_TEMPORARY:
		strbuf_addf(out, "pbem can't read %s now", name);
		return EX_TEMPFAIL;
	case REASON_NEWER:
		strbuf_addf(out, "a newer pbem wrote %s", name);
		return EX_TEMPFAIL;
	case REASON_RIGHTS:
		strbuf_addf(out, "other users can read %s", name);
		return EX_CONFIG;
	case REASON_MISSING:
		strbuf_addf(out, "%s is missing", name);
		return EX_DATAERR;
	default:
		strbuf_addf(out, "%s is damaged", name);
		return EX_DATAERR;
	}
}

struct game_faults {
	struct report *report;
	struct strbuf line;
};

static void add_fault(void *context, const char *name, const struct reason *why)
{
	struct game_faults *faults = context;

	report_count(faults->report, cmd_describe_fault(name, why, &faults->line));
}

/* Counts the faults of a game's files, and adds them and what to do to the line. Files that a run
 * is writing have none. */
static void find_faults(struct report *report, const struct site *site, const struct gamefile *file,
			struct strbuf *line)
{
	struct game_faults faults = {.report = report};

	strbuf_init(&faults.line, 0);
	if (!journal_is_open(site->config->folder))
		site_faults_of_game(site, file, add_fault, &faults);
	if (faults.line.len > 0)
		strbuf_addf(line, "%s; run: pbem repair %s", faults.line.bytes, file->header.id);
	strbuf_done(&faults.line);
}

/* Counts the fault of a game that can't be read, and adds what to do. */
static void count_unreadable(struct report *report, const char *id, struct reason *reason)
{
	const struct reason why = *reason;

	report_count(report, why.kind == REASON_MISSING ? EX_DATAERR : cli_code(EX_DATAERR, &why));
	reason_set(reason, "%s. Run: pbem repair %s", why.text, id);
}

/* ---- one game ---- */

/* Adds what the seat is asked for. Returns whether it is asked at all. */
static bool describe_pending(const struct game *game, unsigned seat, struct strbuf *out)
{
	if (game->outcome.status == STATUS_PLAYING && game->questions[seat].entry != 0)
		gametype_mail_of(game->variant)->status(game, seat, out);
	return out->len > 0;
}

/* Adds "White (Anna) to move until 2026-11-27 since 2026-11-20" to the line. */
static void print_pending(const struct gamefile *file, unsigned seat, const char *what,
			  int64_t until, struct strbuf *line)
{
	char *name = utf8_clean_line(file->header.names[seat]), when[TIMESTAMP_SIZE];

	timestamp_print(file->game.questions[seat].asked, when);
	strbuf_addf(line, "%s%s (%s) %s", line->len > 0 ? "; " : "",
		    variant_seat_title(file->game.variant, seat), name, what);
	if (until != 0) {
		strbuf_add(line, " until ");
		clock_print(until, line);
	}
	strbuf_addf(line, " since %.10s", when);
	free(name);
}

static void report_seat(struct json *json, const struct gamefile *file, unsigned seat,
			struct strbuf *line)
{
	const struct game *game = &file->game;
	int64_t until = 0;
	struct strbuf what;
	bool asked;

	strbuf_init(&what, 0);
	asked = describe_pending(game, seat, &what);
	if (asked && game->started)
		until = clock_until(game, seat);
	if (asked)
		print_pending(file, seat, what.bytes, until, line);
	json_object(json, NULL);
	json_string(json, "seat", variant_seat_name(game->variant, seat));
	json_string(json, "title", variant_seat_title(game->variant, seat));
	json_string(json, "name", file->header.names[seat]);
	json_bool(json, "in_play", game_in_play(game, seat));
	json_string(json, "pending", asked ? what.bytes : NULL);
	json_time(json, "since", asked ? game->questions[seat].asked : 0);
	json_time(json, "until", until);
	json_object_end(json);
	strbuf_done(&what);
}

/* Adds the first line of the result. */
static void add_result(const struct game *game, struct strbuf *line)
{
	view_result(game, line);
	line->bytes[strcspn(line->bytes, "\n")] = '\0';
}

/* Adds whether the game is paused, and the seats that are out. */
static void add_exceptions(const struct game *game, struct strbuf *line)
{
	const char *between = "; out: ";

	if (game->paused != 0)
		strbuf_add(line, "; paused");
	for (unsigned i = 0; i < variant_seats(game->variant); i++) {
		if (game_in_play(game, i))
			continue;
		strbuf_addf(line, "%s%s", between, variant_seat_title(game->variant, i));
		between = ", ";
	}
}

void cmd_report_game(struct json *json, const struct gamefile *file, struct strbuf *line)
{
	const struct game *game = &file->game;
	const bool over = game->outcome.status != STATUS_PLAYING;

	json_string(json, "game", file->header.id);
	json_string(json, "variant", file->header.variant);
	json_object(json, "options");
	for (size_t i = 0; i < file->header.option_count; i++)
		json_string(json, file->header.options[i].key, file->header.options[i].value);
	json_object_end(json);
	json_string(json, "state", over ? "over" : game->started ? "playing" : "preparing");
	json_number(json, "turns", game->turns);
	json_array(json, "seats");
	for (unsigned seat = 0; seat < variant_seats(game->variant); seat++)
		report_seat(json, file, seat, line);
	json_array_end(json);
	(over ? add_result : add_exceptions)(game, line);
	json_string(json, "result", over && *line->bytes != '\0' ? line->bytes : NULL);
}

/* Reports how many people watch the game, if anybody may watch. For people, and if the game was
 * requested by its name, also prints who they are, which nobody else can find out. */
static void report_watchers(struct report *report, const struct site *site,
			    const struct gamefile *file, bool named)
{
	char *folder = site_game_folder(site, file->header.id), when[TIMESTAMP_SIZE];
	struct watcher_list list = {.count = 0};
	unsigned waiting;

	if (file->game.terms.watch != WATCH_NO && watcher_list_load(folder, &list, NULL) == 0)
		json_number(&report->json, "watchers", watcher_list_in(&list, WATCHER_WATCHES));
	waiting = watcher_list_in(&list, WATCHER_WAITS);
	if (list.count > 0)
		report_say(report, "  watched by %u; %u %s for your permission\n",
			   watcher_list_in(&list, WATCHER_WATCHES), waiting,
			   waiting == 1 ? "waits" : "wait");
	for (size_t i = 0; named && i < list.count; i++) {
		const struct watcher *watcher = &list.watchers[i];

		timestamp_print(watcher->when, when);
		report_say(report, "  watcher %u, %s, %s since %.10s\n", watcher->serial,
			   watcher->address,
			   watcher->state == WATCHER_ASKED   ? "asked"
			   : watcher->state == WATCHER_WAITS ? "waits for your permission"
							     : "watches",
			   when);
	}
	watcher_list_done(&list);
	free(folder);
}

/* Reports a game that can't be read. Its error may contain secrets, which JSON doesn't contain. */
static void report_unreadable(struct report *report, const struct site *site, const char *id,
			      struct reason *reason)
{
	char *path = site_game_file(site, id, "game.txt");

	count_unreadable(report, id, reason);
	report_say(report, "%-12s can't be read: %s\n", id, reason->text);
	if (cli_has_secrets(path))
		reason_set(reason,
			   "the error may contain secrets of the game; to see the error, run: pbem "
			   "verify %s",
			   id);
	json_string(&report->json, "game", id);
	json_string(&report->json, "state", "unreadable");
	json_string(&report->json, "error", reason->text);
	free(path);
}

static void report_game(struct report *report, struct site *site, const char *id, bool named)
{
	struct reason reason;
	struct gamefile *file = cmd_load_game(site, id, &reason);
	struct strbuf line, faults;

	strbuf_init(&line, 0);
	strbuf_init(&faults, 0);
	json_object(&report->json, NULL);
	if (file == NULL) {
		report_unreadable(report, site, id, &reason);
	} else {
		cmd_report_game(&report->json, file, &line);
		report_say(report, "%-12s %-10s turn %-4u %s\n", id, file->header.variant,
			   file->game.turns + 1, line.bytes);
		find_faults(report, site, file, &faults);
		report_watchers(report, site, file, named);
	}
	if (faults.len > 0) {
		report_say(report, "  %s\n", faults.bytes);
		json_string(&report->json, "error", faults.bytes);
	}
	json_object_end(&report->json);
	gamefile_free(file);
	strbuf_done(&faults);
	strbuf_done(&line);
}

/* ---- the list of games ---- */

/* A game in the list. Times in seconds since 1970. */
struct listed {
	char id[GAME_ID_MAX + 1];
	char variant[NAME_MAX_LEN + 1];
	unsigned turn;	    /* number of the current turn */
	int64_t since;	    /* since when the seat that was asked first has been waiting; INT64_MAX:
			       nobody is asked */
	struct strbuf says; /* whom the game waits for, or how it ended */
};

static void list_pending_seats(const struct gamefile *file, struct listed *listed)
{
	const struct game *game = &file->game;

	for (unsigned seat = 0; seat < variant_seats(game->variant); seat++) {
		struct strbuf what;

		strbuf_init(&what, 0);
		if (describe_pending(game, seat, &what)) {
			strbuf_addf(&listed->says, "%s%s", listed->says.len > 0 ? ", " : "",
				    variant_seat_title(game->variant, seat));
			if (game->questions[seat].asked < listed->since)
				listed->since = game->questions[seat].asked;
		}
		strbuf_done(&what);
	}
}

/* Lists a game. A fault takes the place of what the game waits for. */
static void list_game(struct report *report, struct site *site, const char *id,
		      struct listed *listed)
{
	struct reason reason;
	struct gamefile *file = cmd_load_game(site, id, &reason);

	*listed = (struct listed){.since = INT64_MAX};
	snprintf(listed->id, sizeof listed->id, "%s", id);
	strbuf_init(&listed->says, 0);
	if (file == NULL) {
		count_unreadable(report, id, &reason);
		strbuf_addf(&listed->says, "can't be read: %s", reason.text);
		listed->since = 0;
		return;
	}
	snprintf(listed->variant, sizeof listed->variant, "%s", file->header.variant);
	listed->turn = file->game.turns + 1;
	find_faults(report, site, file, &listed->says);
	if (listed->says.len > 0)
		listed->since = 0;
	else if (file->game.outcome.status == STATUS_PLAYING)
		list_pending_seats(file, listed);
	else
		add_result(&file->game, &listed->says);
	gamefile_free(file);
}

/* Compares games: first those that need a person, then those that have waited longest, then
 * finished ones; by name if that is equal. */
static int compare_listed(const void *a, const void *b)
{
	const struct listed *one = a, *other = b;

	if (one->since != other->since)
		return one->since < other->since ? -1 : 1;
	return strcmp(one->id, other->id);
}

/* Prints the games in the requested order; as JSON, in full. */
static void print_games(struct report *report, struct site *site, char **ids)
{
	GArray *list = g_array_new(FALSE, FALSE, sizeof(struct listed));

	progress_begin("games");
	for (char **id = ids; *id != NULL; id++) {
		struct listed listed;

		list_game(report, site, *id, &listed);
		g_array_append_val(list, listed);
		progress_tick(list->len, g_strv_length(ids));
	}
	progress_end();
	g_array_sort(list, compare_listed);
	if (list->len > 0)
		report_say(report, "%-12s %-16s %4s  %-10s  %s\n", "GAME", "VARIANT", "TURN",
			   "SINCE", "WAITS FOR");
	for (unsigned i = 0; i < list->len; i++) {
		struct listed *listed = &g_array_index(list, struct listed, i);
		char since[TIMESTAMP_SIZE] = "-";

		if (report->as_json)
			report_game(report, site, listed->id, false);
		if (listed->since != INT64_MAX && listed->since != 0)
			timestamp_print(listed->since, since);
		report_say(report, "%-12s %-16s %4u  %-10.10s  %s\n", listed->id,
			   *listed->variant ? listed->variant : "-", listed->turn, since,
			   listed->says.bytes);
		strbuf_done(&listed->says);
	}
	g_array_free(list, TRUE);
}

/* ---- the site ---- */

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

/* Reports the waiting messages, which process is sending, and the number of messages whose result
 * only that process knows. */
static void report_outbox(struct report *report, const struct site *site)
{
	const size_t claimed = outbox_claims(ledger_outbox(site->ledger));
	struct json *json = &report->json;
	char stamp[TIMESTAMP_SIZE];
	int64_t since;
	size_t waiting = outbox_count(ledger_outbox(site->ledger), &since);
	long process = 0;
	bool out = false, known;

	known = sender_lock_look(site->config->folder, &out, &process) == 0;
	timestamp_print(since, stamp);
	if (waiting > 0)
		report_say(report, "%zu letter%s in the outbox, the oldest since %s.\n", waiting,
			   waiting == 1 ? " waits" : "s wait", stamp);
	if (out && process > 0)
		report_say(report, "Process %ld is sending letters", process);
	else if (out)
		report_say(report, "Another process is sending letters");
	if (out)
		report_say(report, ", and has taken %zu letter%s.\n", claimed,
			   base_plural(claimed));
	json_object(json, "outbox");
	json_number(json, "waiting", (int64_t)waiting);
	json_time(json, "since", since);
	if (known)
		json_bool(json, "sending", out);
	else
		json_null(json, "sending");
	json_object_end(json);
}

static void report_quarantine(struct report *report, const struct config *config)
{
	struct reason reason;
	size_t aside;

	if (count_quarantined(config, &aside, &reason) != 0) {
		reason_prefix(&reason, "pbem can't count the quarantined messages: ");
		report_fault(report, EX_DATAERR, &reason);
		json_null(&report->json, "quarantined");
		return;
	}
	if (aside > 0)
		report_say(report,
			   "%zu message%s quarantined in %s/quarantine; read %s, then delete %s.\n",
			   aside, aside == 1 ? " is" : "s are", config->folder,
			   aside == 1 ? "it" : "them", aside == 1 ? "it" : "them");
	json_number(&report->json, "quarantined", (int64_t)aside);
}

static void add_count(void *context, const char *name, int64_t count)
{
	json_number(context, name, count);
}

/* Reports a restored backup, and the messages that were ignored. */
static void report_counts(struct report *report, struct site *site)
{
	const bool restored = backup_restore_is_open(site->ledger);
	struct strbuf lines;

	if (restored)
		report_say(report, "A backup was restored, and everything that pbem did after the "
				   "backup is lost; run: pbem retake\n");
	json_bool(&report->json, "retake", restored);
	strbuf_init(&lines, 0);
	if (ignored_counts_print(site->ledger, &lines) > 0)
		report_say(report, "Unusual letters so far:\n%s", lines.bytes);
	strbuf_done(&lines);
	json_object(&report->json, "counts");
	ignored_counts_each(site->ledger, add_count, &report->json);
	json_object_end(&report->json);
}

/* Reports the last complete run. During an outage no deadline shown can end. */
static void report_outage(struct report *report, const struct site *site)
{
	struct fetched fetched = {.when = 0};
	char when[TIMESTAMP_SIZE];
	int64_t limit = 0;
	bool overdue;

	if (ledger_fetched(site->ledger, &fetched))
		limit = outage_limit(site->config, &fetched);
	overdue = limit != 0 && step_time() - fetched.when > limit;
	timestamp_print(fetched.when, when);
	if (overdue)
		report_say(report,
			   "No run has received all letters since %s. The next run that receives "
			   "all letters moves all deadlines by the lost time.\n",
			   when);
	json_time(&report->json, "fetched", fetched.when);
	json_bool(&report->json, "overdue", overdue);
}

/* Reports the messages in the mailbox that can't be fetched. */
static void report_refusals(struct report *report, const struct site *site)
{
	struct refusal refusal = {.id = ""};
	struct json *json = &report->json;
	char since[TIMESTAMP_SIZE];

	json_array(json, "withheld");
	while (ledger_next_refusal(site->ledger, refusal.id, &refusal)) {
		timestamp_print(refusal.first, since);
		report_say(report, "The mailbox has not delivered the letter %s since %s: %s.\n",
			   refusal.id, since, refusal.why);
		json_object(json, NULL);
		json_string(json, "message", refusal.id);
		json_time(json, "since", refusal.first);
		json_object_end(json);
	}
	json_array_end(json);
}

/* Reports a game that has moved away. */
static void report_moved_game(struct report *report, const char *folder, const char *id)
{
	struct json *json = &report->json;
	struct moved_game moved;
	struct reason reason;
	bool leaving = false, known = moved_game_load(folder, id, &moved, &reason) == 0;

	if (known)
		(void)moved_game_is_leaving(folder, &moved, &leaving, NULL);
	if (leaving)
		report_say(report,
			   "The move of game %s to %s isn't finished, and nobody can play the game "
			   "until then; run: pbem move %s %s\n",
			   id, moved.to, id, moved.to);
	else if (known)
		report_say(report, "Game %s has moved to %s.\n", id, moved.to);
	json_object(json, NULL);
	json_string(json, "game", id);
	json_string(json, "to", known ? moved.to : NULL);
	json_bool(json, "moving", leaving);
	if (!known)
		cmd_report_fault(report, "moved", id, &reason);
	json_object_end(json);
}

static void report_moved(struct report *report, const struct site *site)
{
	const char *folder = site->config->folder;
	struct reason reason;
	char **ids = moved_game_list(folder, &reason);

	json_array(&report->json, "moved");
	for (char **id = ids; ids != NULL && *id != NULL; id++)
		report_moved_game(report, folder, *id);
	json_array_end(&report->json);
	if (ids == NULL)
		report_fault(report, EX_DATAERR, &reason);
	g_strfreev(ids);
}

static void report_notice(void *context, int64_t when, const char *line)
{
	struct report *report = context;
	char stamp[TIMESTAMP_SIZE];

	timestamp_print(when, stamp);
	report_say(report, "notice %s %s\n", stamp, line);
	json_time(&report->json, NULL, when);
}

/* Reports the state of the site. Details of single messages and notices may contain addresses, so
 * JSON contains only which they are, and when. */
static void report_site(struct report *report, struct site *site)
{
	json_object(&report->json, "site");
	report_outbox(report, site);
	report_quarantine(report, site->config);
	report_counts(report, site);
	report_outage(report, site);
	report_refusals(report, site);
	report_moved(report, site);
	json_array(&report->json, "unsent_reports");
	(void)ledger_notices(site->ledger, report_notice, report);
	json_array_end(&report->json);
	json_object_end(&report->json);
}

/* ---- the commands ---- */

void cmd_report_fault(struct report *report, const char *folder, const char *id,
		      const struct reason *why)
{
	char *name = base_printf("%s/%s", folder, id);
	struct strbuf line;

	strbuf_init(&line, 0);
	report_count(report, cmd_describe_fault(name, why, &line));
	strbuf_add(&line, "; run: pbem repair");
	report_say(report, "%s\n", line.bytes);
	json_string(&report->json, "error", line.bytes);
	strbuf_done(&line);
	free(name);
}

/* Reports the games named, or all games of the site; in a list, in the order of `pbem games`. */
static void report_games(struct report *report, const struct args *args, struct site *site,
			 bool as_list)
{
	struct reason reason;
	char **ids = args->count == 0 ? cmd_list_games(site, &reason) : NULL;

	json_array(&report->json, "games");
	if (args->count == 0 && ids == NULL) {
		report_count(report, cli_fail(report->command, EX_NOINPUT, &reason));
	} else if (as_list) {
		print_games(report, site, ids);
	} else {
		for (char **id = ids != NULL ? ids : args->words; *id != NULL; id++)
			if (ids == NULL && cli_check_game(*id, &reason) != 0)
				report_count(report,
					     cli_fail(report->command, EX_NOINPUT, &reason));
			else
				report_game(report, site, *id, ids == NULL);
	}
	json_array_end(&report->json);
	if (ids != NULL && ids[0] == NULL)
		report_say(report,
			   "There is no game yet. To begin a game, run: pbem new chess ...\n");
	if (args->count == 0)
		cmd_report_open_games(report, site);
	g_strfreev(ids);
}

static int report_state(const struct args *args, bool as_list)
{
	struct report report;
	struct site *site;
	int code = cli_open(args->command->name, SITE_LOOK, &site);

	if (code != EX_OK)
		return code;
	report_begin(&report, args);
	report_games(&report, args, site, as_list);
	if (args->count == 0 && !as_list)
		report_site(&report, site);
	return cli_close(site, args->command->name, report_end(&report));
}

int cmd_games(const struct args *args)
{
	return report_state(args, true);
}

int cmd_status(const struct args *args)
{
	return report_state(args, false);
}
