/* SPDX-License-Identifier: MIT */
/* pbem games: lists the site's games, with those that wait first, and describes a game in JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include <glib.h>

#include "core/game/clock.h"
#include "core/util/json.h"
#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "core/view/game_text.h"
#include "pbem/cli/cli.h"
#include "pbem/site/gametype_mail.h"
#include "pbem/site/watcher_list.h"
#include "pbem/site/workspace.h"
#include "pbem/sys/paths.h"
#include "pbem/sys/progress.h"

/* ---- one game ---- */

/* Adds what the seat is asked for. Returns whether it is asked at all. */
static bool describe_pending(const struct game *game, unsigned seat, struct strbuf *out)
{
	if (game->outcome.status == STATUS_PLAYING && game->questions[seat].entry != 0)
		gametype_mail_of(game->variant)->status(game, seat, out);
	return out->len > 0;
}

static void json_seat(const struct gamefile *file, unsigned seat, struct json *json)
{
	const struct game *game = &file->game;
	bool asked;
	struct strbuf what;

	strbuf_init(&what, 0);
	asked = describe_pending(game, seat, &what);
	json_object(json, NULL);
	json_string(json, "seat", variant_seat_name(game->variant, seat));
	json_string(json, "title", variant_seat_title(game->variant, seat));
	json_string(json, "name", file->header.names[seat]);
	json_bool(json, "in_play", game_in_play(game, seat));
	json_string(json, "pending", asked ? what.bytes : NULL);
	json_time(json, "since", asked ? game->questions[seat].asked : 0);
	json_time(json, "until", asked && game->started ? clock_until(game, seat) : 0);
	json_object_end(json);
	strbuf_done(&what);
}

static void json_result(const struct game *game, struct json *json)
{
	struct strbuf result;

	strbuf_init(&result, 0);
	if (game->outcome.status != STATUS_PLAYING)
		view_result(game, &result);
	result.bytes[strcspn(result.bytes, "\n")] = '\0';
	json_string(json, "result", *result.bytes != '\0' ? result.bytes : NULL);
	strbuf_done(&result);
}

void cmd_json_game(const struct gamefile *file, struct json *json)
{
	const struct game *game = &file->game;

	json_string(json, "game", file->header.id);
	json_string(json, "variant", file->header.variant);
	json_object(json, "options");
	for (size_t i = 0; i < file->header.option_count; i++)
		json_string(json, file->header.options[i].key, file->header.options[i].value);
	json_object_end(json);
	json_string(json, "state",
		    game->outcome.status != STATUS_PLAYING ? "over"
		    : game->started			   ? "playing"
							   : "preparing");
	json_number(json, "turns", game->turns);
	json_array(json, "seats");
	for (unsigned seat = 0; seat < variant_seats(game->variant); seat++)
		json_seat(file, seat, json);
	json_array_end(json);
	json_result(game, json);
}

struct gamefile *cmd_load_game(struct site *site, const char *id, struct reason *reason)
{
	char *folder = site_game_folder(site, id);
	struct gamefile *file = gamefile_load(folder, site->library, reason);

	if (file != NULL)
		workspace_count_outages(site->ledger, file->header.number, &file->game, NULL);
	free(folder);
	return file;
}

/* Adds how many people watch the game, if anybody may watch; never who. */
static void json_watchers(struct site *site, const struct gamefile *file, struct json *json)
{
	char *folder = site_game_folder(site, file->header.id);
	struct watcher_list audience;

	if (file->game.terms.watch != WATCH_NO && watcher_list_load(folder, &audience, NULL) == 0) {
		json_number(json, "watchers", watcher_list_in(&audience, WATCHER_WATCHES));
		watcher_list_done(&audience);
	}
	free(folder);
}

int cmd_json_named(struct site *site, const char *id, struct json *json)
{
	struct reason reason;
	struct gamefile *file = cmd_load_game(site, id, &reason);
	int code = file != NULL ? EX_OK : cli_code(EX_DATAERR, &reason);
	char *path = site_game_file(site, id, "game.txt");

	if (file == NULL && cli_has_secrets(path))
		reason_set(&reason,
			   "the error may contain secrets of the game; to see the error, run: pbem "
			   "verify %s",
			   id);
	free(path);
	json_object(json, NULL);
	if (file != NULL) {
		cmd_json_game(file, json);
		json_watchers(site, file, json);
	} else {
		json_string(json, "game", id);
		json_string(json, "state", "unreadable");
		json_string(json, "error", reason.text);
	}
	json_object_end(json);
	gamefile_free(file);
	return code;
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

/* Lists a game. If it can't be read, the fault takes the place of what the game waits for. */
static int list_game(struct site *site, const char *id, struct listed *listed)
{
	struct reason reason;
	struct gamefile *file = cmd_load_game(site, id, &reason);
	int code = EX_OK;

	*listed = (struct listed){.since = INT64_MAX};
	snprintf(listed->id, sizeof listed->id, "%s", id);
	strbuf_init(&listed->says, 0);
	if (file == NULL) {
		strbuf_addf(&listed->says, "can't be read: %s", reason.text);
		listed->since = 0;
		code = cli_code(EX_DATAERR, &reason);
	} else {
		snprintf(listed->variant, sizeof listed->variant, "%s", file->header.variant);
		listed->turn = file->game.turns + 1;
		if (file->game.outcome.status == STATUS_PLAYING)
			list_pending_seats(file, listed);
		else
			view_result(&file->game, &listed->says);
		listed->says.bytes[strcspn(listed->says.bytes, "\n")] = '\0';
	}
	gamefile_free(file);
	return code;
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

static void print_listed(const struct listed *listed)
{
	char since[TIMESTAMP_SIZE] = "-";

	if (listed->since != INT64_MAX && listed->since != 0)
		timestamp_print(listed->since, since);
	printf("%-12s %-16s %4u  %-10.10s  %s\n", listed->id,
	       *listed->variant ? listed->variant : "-", listed->turn, since, listed->says.bytes);
}

/* Returns the games in the requested order; the caller releases the array. `code_out` becomes the
 * exit code for games that can't be read. */
static GArray *list_games(struct site *site, char **ids, int *code_out)
{
	GArray *list = g_array_new(FALSE, FALSE, sizeof(struct listed));

	progress_begin("games");
	for (char **id = ids; *id != NULL; id++) {
		struct listed listed;
		int code = list_game(site, *id, &listed);

		*code_out = code != EX_OK ? code : *code_out;
		g_array_append_val(list, listed);
		progress_tick(list->len, g_strv_length(ids));
	}
	progress_end();
	g_array_sort(list, compare_listed);
	return list;
}

static int print_games(struct site *site, char **ids, bool as_json)
{
	int code = EX_OK;
	GArray *list = list_games(site, ids, &code);
	struct json json;
	struct strbuf out;

	strbuf_init(&out, SIZE_MAX);
	json_init(&json, &out);
	if (as_json) {
		json_object(&json, NULL);
		json_array(&json, "games");
	} else if (list->len > 0) {
		printf("%-12s %-16s %4s  %-10s  %s\n", "GAME", "VARIANT", "TURN", "SINCE",
		       "WAITS FOR");
	}
	for (unsigned i = 0; i < list->len; i++) {
		struct listed *listed = &g_array_index(list, struct listed, i);

		if (as_json)
			(void)cmd_json_named(site, listed->id, &json);
		else
			print_listed(listed);
		strbuf_done(&listed->says);
	}
	if (as_json) {
		json_array_end(&json);
		cmd_open_json(site, &json);
		json_object_end(&json);
		fputs(out.bytes, stdout);
	} else if (list->len == 0) {
		printf("There is no game yet. To begin a game, run: pbem new chess ...\n");
	}
	if (!as_json && cmd_open_list(site) != EX_OK)
		code = EX_DATAERR;
	strbuf_done(&out);
	g_array_free(list, TRUE);
	return code;
}

int cmd_games(const struct args *args)
{
	const char *name = args->command->name;
	struct reason reason;
	struct site *site;
	char **ids;
	int code = cli_open(name, SITE_LOOK, &site);

	if (code != EX_OK)
		return code;
	ids = site_games(site->config->folder, &reason);
	code = ids != NULL ? print_games(site, ids, args_has(args, "--json"))
			   : cli_fail(name, EX_NOINPUT, &reason);
	g_strfreev(ids);
	site_close(site);
	return code;
}
