/* SPDX-License-Identifier: MIT */
/* A game leaves its site. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/base/text.h"
#include "pbem/audience/audience.h"
#include "pbem/batch/commit.h"
#include "pbem/desk/people.h"
#include "pbem/keys/keys.h"
#include "pbem/moving/moving_inner.h"
#include "pbem/site/files.h"
#include "pbem/site/step.h"

enum { KEYS_FILE_MAX = 1 << 20 };

/* ---- whether it can ---- */

static int refuse(struct reason *reason, enum reason_kind kind)
{
	return reason_is(reason, kind);
}

/* What a sitting's end means for it can't be moved: the sitting ends first. */
static int check_from(const struct site *from, const struct desk_game *game, struct reason *reason)
{
	char *sitting = config_path(from->config, "sitting");
	struct ledger_offer rematch;
	struct due due;
	bool there;
	int result = files_is_there(sitting, &there, reason);

	free(sitting);
	if (result != 0)
		return -1;
	if (there || ledger_due(from->ledger, game->number, &due)) {
		reason_set(reason,
			   "a run of %s isn't finished, and game %s may be in it; first: "
			   "pbem run",
			   from->config->folder, game->id);
		reason_make_passing(reason);
		return -1;
	}
	if (ledger_offer_rematch(from->ledger, game->number, &rematch)) {
		reason_set(reason,
			   "a rematch of game %s is open, as %s, and begins here; move the game "
			   "when it has begun, or first: pbem close %s",
			   game->id, rematch.id, rematch.id);
		return refuse(reason, REASON_ASKED);
	}
	return 0;
}

static int taken(const struct site *to, const char *id, uint32_t number, struct reason *reason)
{
	reason_set(reason,
		   "%s has, or had, a game of the number %u already: %s. Of sites between which "
		   "games move each needs numbers of its own: first-game in pbem.conf(5)",
		   to->config->folder, (unsigned)number, id);
	return refuse(reason, REASON_TAKEN);
}

/* The number stands in the game's first line and in every key: it can't be another there. */
static int check_number(const struct site *to, const struct desk_game *game, struct reason *reason)
{
	const uint32_t number = game->number;
	struct ledger_offer offer;
	char id[GAME_ID_MAX + 1];

	if (ledger_game(to->ledger, number, id) ||
	    (ledger_moved(to->ledger, number, id) && strcmp(id, game->id) != 0))
		return taken(to, id, number, reason);
	if (ledger_next_offer(to->ledger, number - 1, &offer) && offer.number == number)
		return taken(to, offer.id, number, reason);
	return 0;
}

static int check_to(const struct site *to, const struct desk_game *game, struct reason *reason)
{
	char *folder = site_game_folder(to, game->id);
	struct elsewhere elsewhere = {.to = NULL};
	struct ledger_offer offer;
	struct reason none;
	bool there = false;
	int result = files_is_there(folder, &there, reason);

	free(folder);
	if (result != 0)
		return -1;
	if (elsewhere_load(to->config->folder, game->id, &elsewhere, &none) == 0)
		there |= elsewhere.number != game->number;
	else if (reason_kind(&none) != REASON_MISSING)
		*reason = none, result = -1;
	elsewhere_done(&elsewhere);
	if (result == 0 && (there || ledger_offer_named(to->ledger, game->id, &offer))) {
		reason_set(reason,
			   "%s has, or had, another game %s: two of one name can't be told "
			   "apart",
			   to->config->folder, game->id);
		return refuse(reason, REASON_TAKEN);
	}
	return result == 0 ? check_number(to, game, reason) : -1;
}

/* ---- what goes along ---- */

static void add_person(const struct site *from, const char *address, struct text *out)
{
	static const char *const keys[] = {PEOPLE_SHORT, PEOPLE_CALENDAR, PEOPLE_HTML, PEOPLE_ZONE,
					   PEOPLE_LANGUAGE};
	char *small = g_ascii_strdown(address, -1), value[PERSON_VALUE_MAX + 1];

	for (size_t i = 0; i < ARRAY_LEN(keys); i++)
		if (ledger_person(from->ledger, small, keys[i], value))
			text_addf(out, "%s\t%s\t%s\n", small, keys[i], value);
	g_free(small);
}

/* What those who play or watch have said of their letters. */
static int add_people(const struct site *from, const struct desk_game *game, struct text *out,
		      struct reason *reason)
{
	char *folder = site_game_folder(from, game->id);
	struct audience audience;
	int result = audience_load(folder, &audience, reason);

	free(folder);
	if (result != 0)
		return -1;
	for (unsigned seat = 0; seat < game->seats.count; seat++)
		for (unsigned i = 0; i < game->seats.seats[seat].address_count; i++)
			add_person(from, game->seats.seats[seat].addresses[i], out);
	for (size_t i = 0; i < audience.count; i++)
		add_person(from, audience.watchers[i].address, out);
	audience_done(&audience);
	return 0;
}

/* Those of sites where it was before, and those this one made for it, each once. */
static int add_keys(const struct site *from, const struct desk_game *game, struct elsewhere *note,
		    struct text *out, struct reason *reason)
{
	char *path = site_game_file(from, game->id, ELSEWHERE_KEYS);
	const char *cursor, *line;
	struct text before, own;
	size_t len;
	bool there;
	int result;

	text_init(&before, KEYS_FILE_MAX);
	text_init(&own, KEYS_FILE_MAX);
	result = files_read_if_there(path, &before, &there, reason);
	note->moves = elsewhere_moves(before.bytes) + 1;
	keys_hand_over(from->keys, game->number, &own);
	text_addf(out, "moves %u\n", note->moves);
	cursor = before.bytes;
	while (text_next_line(&cursor, before.bytes + before.len, &line, &len)) {
		char *whole = base_printf("%.*s\n", (int)len, line);

		if (strncmp(whole, "key ", 4) == 0 && strstr(own.bytes, whole) == NULL)
			text_add(out, whole);
		free(whole);
	}
	text_add(out, own.bytes);
	text_done(&own);
	text_done(&before);
	free(path);
	return result;
}

/* ---- the batch ---- */

/* Adds a file of the site's, in a folder of it, whole. */
static void add_file(struct batch *batch, const char *folder, const char *name,
		     const struct text *text)
{
	char *path = base_printf("%s/%s", folder, name);

	batch_append(batch, path, 0, text->bytes, text->len, 0600);
	free(path);
}

static void add_note(struct batch *batch, const struct elsewhere *note, const struct text *keys)
{
	char *name = base_printf("%s.%s", note->id, ELSEWHERE_KEYS);
	struct text text;

	text_init(&text, 0);
	elsewhere_print(note, &text);
	add_file(batch, "moved", note->id, &text);
	add_file(batch, "moved", name, keys);
	text_done(&text);
	free(name);
}

static int put_away(struct desk *desk, const struct desk_game *game, struct elsewhere *note,
		    struct reason *reason)
{
	const struct site *from = desk->site;
	char *folder, *came = base_printf(LEDGER_CAME "%u", (unsigned)note->number);
	char *home = base_printf("games/%s", note->id);
	struct text keys, people, lines;
	int result;

	text_init(&keys, KEYS_FILE_MAX);
	text_init(&people, 0);
	text_init(&lines, 0);
	result = add_keys(from, game, note, &keys, reason) == 0
			 ? add_people(from, game, &people, reason)
			 : -1;
	folder = elsewhere_folder(note);
	if (result == 0) {
		ledger_take_game(from->ledger, note->number, note->id, &lines, &desk->batch.ledger);
		ledger_line_no_count(&desk->batch.ledger, came);
		ledger_line_moved(&desk->batch.ledger, note->number, note->id);
		batch_rename(&desk->batch, home, folder);
		add_file(&desk->batch, folder, ELSEWHERE_KEYS, &keys);
		add_file(&desk->batch, folder, MOVING_PEOPLE, &people);
		add_file(&desk->batch, folder, MOVING_LEDGER, &lines);
		add_note(&desk->batch, note, &keys);
	}
	text_done(&lines);
	text_done(&people);
	text_done(&keys);
	free(folder);
	free(came);
	free(home);
	return result;
}

/* Outages that the game has only counted in memory are this site's: its file tells of them before
 * it goes. */
static int note_outages(struct desk *desk, struct desk_game **game, struct reason *reason)
{
	const uint32_t number = (*game)->number;
	struct event_list events;
	int result;

	if ((*game)->owed.count == 0)
		return 0;
	event_list_init(&events);
	event_add(&events, event_about(EVENT_MODERATOR, NO_SIDE, 0, ""));
	result = desk_enter(*game, desk->now, "moderator", &events, reason);
	event_list_done(&events);
	if (result == 0)
		result = commit_batch(desk, reason);
	if (result == 0)
		*game = desk_game(desk, number);
	if (result == 0 && (*game == NULL || (*game)->file == NULL))
		result = reason_fail(reason, "the game can't be read any more");
	return result;
}

static struct desk_game *find_game(struct desk *desk, const char *id, struct reason *reason)
{
	const uint32_t number = ledger_number(desk->site->ledger, id);
	struct desk_game *game = number != 0 ? desk_game(desk, number) : NULL;

	if (game == NULL)
		reason_set(reason, "the ledger of %s doesn't know game %s",
			   desk->site->config->folder, id);
	else if (game->file == NULL)
		*reason = game->why;
	return game != NULL && game->file != NULL ? game : NULL;
}

int moving_leave(struct site *from, const struct site *to, const char *id, struct elsewhere *out,
		 struct reason *reason)
{
	struct desk_game *game;
	struct desk desk;
	int result = -1;

	desk_init(&desk, from, step_time(), NULL);
	game = find_game(&desk, id, reason);
	if (game != NULL && check_from(from, game, reason) == 0 &&
	    check_to(to, game, reason) == 0 && note_outages(&desk, &game, reason) == 0) {
		*out = (struct elsewhere){
			.number = game->number,
			.when = desk.now,
			.to = base_strdup(to->config->folder),
		};
		snprintf(out->id, sizeof out->id, "%s", id);
		result = put_away(&desk, game, out, reason) == 0 ? commit_batch(&desk, reason) : -1;
	}
	desk_done(&desk);
	return result;
}
