/* SPDX-License-Identifier: MIT */
/* pbem games: the site's games, those that wait first; and a game as JSON tells it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include <glib.h>

#include "core/base/json.h"
#include "core/base/stamp.h"
#include "core/base/text.h"
#include "core/turn/clock.h"
#include "core/view/view.h"
#include "pbem/audience/audience.h"
#include "pbem/command/commands.h"
#include "pbem/desk/desk.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/site/places.h"
#include "pbem/site/terminal.h"

/* ---- one game ---- */

/* What the seat is asked for, and whether it is at all. */
static bool is_asked(const struct game *game, unsigned seat, struct text *out)
{
	if (game->outcome.status == STATUS_PLAYING && game->questions[seat].entry != 0)
		desk_mail_kind(game->variant)->status(game, seat, out);
	return out->len > 0;
}

static void json_seat(const struct gamefile *file, unsigned seat, struct json *json)
{
	const struct game *game = &file->game;
	bool asked;
	struct text what;

	text_init(&what, 0);
	asked = is_asked(game, seat, &what);
	json_object(json, NULL);
	json_string(json, "seat", variant_seat_name(game->variant, seat));
	json_string(json, "title", variant_seat_title(game->variant, seat));
	json_string(json, "name", file->header.names[seat]);
	json_bool(json, "in_play", game_in_play(game, seat));
	json_string(json, "asked", asked ? what.bytes : NULL);
	json_time(json, "since", asked ? game->questions[seat].asked : 0);
	json_time(json, "until", asked && game->started ? clock_until(game, seat) : 0);
	json_object_end(json);
	text_done(&what);
}

static void json_result(const struct game *game, struct json *json)
{
	struct text result;

	text_init(&result, 0);
	if (game->outcome.status != STATUS_PLAYING)
		view_result(game, &result);
	result.bytes[strcspn(result.bytes, "\n")] = '\0';
	json_string(json, "result", *result.bytes != '\0' ? result.bytes : NULL);
	text_done(&result);
}

void command_json_game(const struct gamefile *file, struct json *json)
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
							   : "gathering");
	json_number(json, "turns", game->turns);
	json_array(json, "seats");
	for (unsigned seat = 0; seat < variant_seats(game->variant); seat++)
		json_seat(file, seat, json);
	json_array_end(json);
	json_result(game, json);
}

struct gamefile *command_load_game(struct site *site, const char *id, struct reason *reason)
{
	char *folder = site_game_folder(site, id);
	struct gamefile *file = gamefile_load(folder, site->library, reason);

	if (file != NULL)
		desk_count_outages(site->ledger, file->header.number, &file->game, NULL);
	free(folder);
	return file;
}

/* How many watch it, where anybody may: never who. */
static void json_watchers(struct site *site, const struct gamefile *file, struct json *json)
{
	char *folder = site_game_folder(site, file->header.id);
	struct audience audience;

	if (file->game.terms.watch != WATCH_NO && audience_load(folder, &audience, NULL) == 0) {
		json_number(json, "watchers", audience_in(&audience, WATCHER_WATCHES));
		audience_done(&audience);
	}
	free(folder);
}

int command_json_named(struct site *site, const char *id, struct json *json)
{
	struct reason reason;
	struct gamefile *file = command_load_game(site, id, &reason);
	int code = file != NULL ? EX_OK : commands_code(EX_DATAERR, &reason);
	char *path = site_game_file(site, id, "game.txt");

	if (file == NULL && commands_has_secrets(path))
		reason_set(&reason,
			   "it has secrets, which what is wrong may name: ask 'pbem verify %s'",
			   id);
	free(path);
	json_object(json, NULL);
	if (file != NULL) {
		command_json_game(file, json);
		json_watchers(site, file, json);
	} else {
		json_string(json, "game", id);
		json_string(json, "state", "unreadable");
		json_string(json, "fault", reason.text);
	}
	json_object_end(json);
	gamefile_free(file);
	return code;
}

/* ---- all of them ---- */

/* One of the list. Seconds since 1970. */
struct listed {
	char id[GAME_ID_MAX + 1];
	char variant[NAME_MAX_LEN + 1];
	unsigned turn;	  /* the number of the one in hand */
	int64_t since;	  /* the longest that somebody is asked; INT64_MAX: nobody is */
	struct text says; /* who is waited for, or how it ended */
};

static void tell_asked(const struct gamefile *file, struct listed *listed)
{
	const struct game *game = &file->game;

	for (unsigned seat = 0; seat < variant_seats(game->variant); seat++) {
		struct text what;

		text_init(&what, 0);
		if (is_asked(game, seat, &what)) {
			text_addf(&listed->says, "%s%s", listed->says.len > 0 ? ", " : "",
				  variant_seat_title(game->variant, seat));
			if (game->questions[seat].asked < listed->since)
				listed->since = game->questions[seat].asked;
		}
		text_done(&what);
	}
}

/* Of a game that can't be read what is wrong stands in place of what it waits for. */
static int list_game(struct site *site, const char *id, struct listed *listed)
{
	struct reason reason;
	struct gamefile *file = command_load_game(site, id, &reason);
	int code = EX_OK;

	*listed = (struct listed){.since = INT64_MAX};
	snprintf(listed->id, sizeof listed->id, "%s", id);
	text_init(&listed->says, 0);
	if (file == NULL) {
		text_addf(&listed->says, "can't be read: %s", reason.text);
		listed->since = 0;
		code = commands_code(EX_DATAERR, &reason);
	} else {
		snprintf(listed->variant, sizeof listed->variant, "%s", file->header.variant);
		listed->turn = file->game.turns + 1;
		if (file->game.outcome.status == STATUS_PLAYING)
			tell_asked(file, listed);
		else
			view_result(&file->game, &listed->says);
		listed->says.bytes[strcspn(listed->says.bytes, "\n")] = '\0';
	}
	gamefile_free(file);
	return code;
}

/* What a person must look at first, then those who wait longest, then what is over; by name where
 * that is the same. */
static int compare_listed(const void *a, const void *b)
{
	const struct listed *one = a, *other = b;

	if (one->since != other->since)
		return one->since < other->since ? -1 : 1;
	return strcmp(one->id, other->id);
}

static void print_listed(const struct listed *listed)
{
	char since[STAMP_SIZE] = "-";

	if (listed->since != INT64_MAX && listed->since != 0)
		stamp_print(listed->since, since);
	printf("%-12s %-16s %4u  %-10.10s  %s\n", listed->id,
	       *listed->variant ? listed->variant : "-", listed->turn, since, listed->says.bytes);
}

/* The games in the order wanted; the caller releases it. `code_out` tells of those that can't be
 * read. */
static GArray *list_games(struct site *site, char **ids, int *code_out)
{
	GArray *list = g_array_new(FALSE, FALSE, sizeof(struct listed));

	terminal_begin("games");
	for (char **id = ids; *id != NULL; id++) {
		struct listed listed;
		int code = list_game(site, *id, &listed);

		*code_out = code != EX_OK ? code : *code_out;
		g_array_append_val(list, listed);
		terminal_tick(list->len, g_strv_length(ids));
	}
	terminal_end();
	g_array_sort(list, compare_listed);
	return list;
}

static int tell_games(struct site *site, char **ids, bool as_json)
{
	int code = EX_OK;
	GArray *list = list_games(site, ids, &code);
	struct json json;
	struct text out;

	text_init(&out, SIZE_MAX);
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
			(void)command_json_named(site, listed->id, &json);
		else
			print_listed(listed);
		text_done(&listed->says);
	}
	if (as_json) {
		json_array_end(&json);
		command_open_json(site, &json);
		json_object_end(&json);
		fputs(out.bytes, stdout);
	} else if (list->len == 0) {
		printf("There is no game yet. Make one with: pbem new chess ...\n");
	}
	if (!as_json && command_open_list(site) != EX_OK)
		code = EX_DATAERR;
	text_done(&out);
	g_array_free(list, TRUE);
	return code;
}

int command_games(const struct given *given)
{
	const char *name = given->command->name;
	struct reason reason;
	struct site *site;
	char **ids;
	int code = commands_open(name, SITE_LOOK, &site);

	if (code != EX_OK)
		return code;
	ids = site_games(site->config->folder, &reason);
	code = ids != NULL ? tell_games(site, ids, given_has(given, "--json"))
			   : commands_fail(name, EX_NOINPUT, &reason);
	g_strfreev(ids);
	site_close(site);
	return code;
}
