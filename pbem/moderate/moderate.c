/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/base/text.h"
#include "core/phrase/phrase.h"
#include "pbem/keys/token.h"
#include "pbem/moderate/moderate.h"
#include "pbem/mailing/remark.h"

enum {
	REASON_BYTES = 400, /* of the moderator's words in an entry */
	ENTRY_MAX = 1000000000,
	SINCE_SHOWN = 8, /* turns */
};

const struct act *moderate_find(const char *name)
{
	for (const struct act *act = moderate_acts; act->command.name != NULL; act++)
		if (strcmp(act->command.name, name) == 0)
			return act;
	return NULL;
}

/* ---- what is meant ---- */

/* One that the ledger doesn't know is looked for, for the reason why there is none. */
static struct desk_game *find_game(struct desk *desk, const char *id, struct reason *reason)
{
	const uint32_t number = desk_number(desk, id);
	struct desk_game *game = number != 0 ? desk_game(desk, number) : NULL;
	struct gamefile *file;
	char *folder;

	if (game != NULL && game->file == NULL)
		*reason = game->why;
	if (game != NULL)
		return game->file != NULL ? game : NULL;
	folder = site_game_folder(desk->site, id);
	file = gamefile_load(folder, desk->site->library, reason);
	free(folder);
	if (file != NULL)
		reason_set(reason, "the ledger doesn't know the game");
	gamefile_free(file);
	return NULL;
}

static int find_seat(struct act_request *request, struct reason *reason)
{
	const struct given *given = request->given;
	const char *words = strchr(given->command->words, ' ');
	const struct variant *variant = request->game->file->game.variant;
	int seat;

	request->seat = MAX_SEATS;
	if (words == NULL || strncmp(words + 1, "SEAT", 4) != 0)
		return 0;
	seat = variant_seat_wanted(variant, given->words[0], given->words[1], reason);
	if (seat < 0)
		return reason_is(reason, REASON_ASKED);
	request->seat = (unsigned)seat;
	return 0;
}

/* The turns behind an entry, "White e4 (15), Black e5 (16)", as far as they are remembered. */
static void list_since(const struct game *game, unsigned at, struct text *out)
{
	const struct turn_record *turn;
	unsigned back = 0;

	while (back < SINCE_SHOWN && (turn = game_recent(game, back)) != NULL && turn->entry > at)
		back++;
	while (back > 0) {
		const char *people;

		turn = game_recent(game, --back);
		people = strchr(turn->text, ' ');
		text_addf(out, "%s%s %s (entry %u)", out->len > 0 ? ", " : "",
			  variant_seat_title(game->variant, turn->seat),
			  people != NULL ? people + 1 : turn->text, turn->entry);
	}
}

/* Whether the game is as the moderator saw it. */
static int check_at(const struct act_request *request, struct reason *reason)
{
	const struct gamefile *file = request->game->file;
	long at = file->head;
	struct text since;

	if (given_number(request->given, "--at", ENTRY_MAX, &at, reason) != 0)
		return reason_is(reason, REASON_ASKED);
	if ((unsigned)at == file->head)
		return 0;
	text_init(&since, 300);
	list_since(&file->game, (unsigned)at, &since);
	if ((unsigned)at > file->head)
		reason_set(reason, "%s has no entry %ld yet; its last is %u", request->game->id, at,
			   file->head);
	else
		reason_set(
			reason,
			"%s has gone on since entry %ld, and nothing was done. Its last entry is "
			"%u%s%s. If you still want it, ask again with --at %u",
			request->game->id, at, file->head,
			since.len > 0 ? phrase("; since then: ") : "", since.bytes, file->head);
	text_done(&since);
	return reason_is(reason, REASON_ASKED);
}

int moderate_check_words(struct desk *desk, const struct desk_game *game, const char *what,
			 const char *text, size_t max, struct reason *reason)
{
	if (!g_utf8_validate(text, -1, NULL))
		reason_set(reason, "%s isn't UTF-8", phrase(what));
	else if (strlen(text) > max)
		reason_set(reason, "%s has %zu bytes; there is room for %zu", phrase(what),
			   strlen(text), max);
	else if (token_within(desk->site->keys, text))
		reason_set(reason,
			   "%s holds the key of a player's letter, and whoever reads it could "
			   "play for him; leave it out",
			   phrase(what));
	else if (seats_address_within(&game->seats, text))
		reason_set(reason,
			   "%s holds an address of a player, and all players read it; leave "
			   "it out",
			   phrase(what));
	else
		return 0;
	return reason_is(reason, REASON_ASKED);
}

/* The reason as one line; the caller frees it. NULL when it can't be published. */
static char *read_why(struct desk *desk, const struct act_request *request, struct reason *reason)
{
	const char *given = given_value(request->given, "--reason");
	char *why = base_strdup(given != NULL ? given : "");

	if (moderate_check_words(desk, request->game, "the reason", why, REASON_BYTES, reason) !=
	    0) {
		free(why);
		return NULL;
	}
	for (char *c = why; *c != '\0'; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			*c = ' ';
	return g_strstrip(why);
}

/* What is asked; its `why` is the caller's to free. NULL in it, with the reason, when that can't
 * be. */
static struct act_request read_request(struct desk *desk, const struct given *given, char **why_out,
				       struct reason *reason)
{
	struct act_request request = {.given = given};

	*why_out = NULL;
	request.game = find_game(desk, given->words[0], reason);
	if (request.game != NULL && find_seat(&request, reason) == 0 &&
	    check_at(&request, reason) == 0)
		*why_out = read_why(desk, &request, reason);
	request.why = *why_out;
	return request;
}

int moderate_do(struct desk *desk, const struct act *act, const struct given *given,
		struct reason *reason)
{
	char *why;
	const struct act_request request = read_request(desk, given, &why, reason);
	int result = why != NULL ? act->act(desk, &request, reason) : -1;

	free(why);
	return result;
}

int moderate_check(struct desk *desk, const struct given *given, struct desk_game **game_out,
		   struct reason *reason)
{
	char *why;

	*game_out = read_request(desk, given, &why, reason).game;
	free(why);
	return why != NULL ? 0 : -1;
}

/* ---- what follows ---- */

/* Of a cause sixteen digits count. A backup that was put back may bring a batch's number again, but
 * not its second; and the acts of one batch were asked for by a letter each. */
char *moderate_cause(const struct desk *desk)
{
	return base_printf("%08llx%05llx%03x", (unsigned long long)desk->now & 0xffffffff,
			   (unsigned long long)ledger_batch(desk->site->ledger) & 0xfffff,
			   desk->letters & 0xfff);
}

int moderate_enter(struct desk *desk, const struct act_request *request,
		   const struct event_list *events, const char *told, struct reason *reason)
{
	struct desk_game *game = request->game;
	struct event_list all;
	int result;

	event_list_init(&all);
	event_add(&all, event_about(EVENT_MODERATOR, NO_SIDE, 0, request->why));
	event_append(&all, events);
	result = desk_enter(game, desk->now, "moderator", &all, reason);
	event_list_done(&all);
	if (result == 0)
		remark_all(desk, game, told, request->why);
	return result;
}
