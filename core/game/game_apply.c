/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/game/game_question_times.h"
#include "core/game/game_time_limits.h"
#include "core/notation/start_position.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

static bool may_precede(const struct game *game, const struct event *event, enum event_trait trait)
{
	return event->kind == EVENT_START || event->kind == EVENT_FROM ||
	       event->kind == EVENT_RESULT || trait == EVENT_OUTSIDE_RULES ||
	       trait == EVENT_OF_THE_END ||
	       (game->variant->kind->precedes != NULL && game->variant->kind->precedes(event));
}

static int check_seats(const struct game *game, const struct event *event, enum event_trait trait,
		       struct reason *reason)
{
	unsigned seats = variant_seats(game->variant);

	if (((trait == EVENT_OF_A_SEAT || event->kind == EVENT_AS ||
	      event->kind == EVENT_SEAT_CHANGED) &&
	     event->seat >= seats) ||
	    (event->seat != NO_SIDE && event->seat >= seats))
		return reason_fail(reason, "a fact names no seat of this game");
	if (game->started ? trait == EVENT_BEFORE_START : !may_precede(game, event, trait))
		return reason_fail(reason, game->started ? "a fact of before the game's start, or "
							   "the start itself, stands behind it"
							 : "a fact stands before the game's start");
	if (trait == EVENT_OF_THE_END && game->outcome.status == STATUS_PLAYING)
		return reason_fail(reason, "secrets are published before the game is over");
	return 0;
}

/* ---- taking turns back (takeback.h) ---- */

static void clear_undo_request(struct game *game)
{
	game->undo_request = (struct undo_request){.seat = NO_SIDE};
}

/* Undoes turns. Outages up to now no longer move the new questions. */
static int apply_undo(struct game *game, const struct entry_head *head, const struct event *event,
		      struct reason *reason)
{
	if (event->number == 0 || event->number >= head->number)
		return reason_fail(reason, "an undo goes back to an entry before its own");
	memset(game->questions, 0, sizeof game->questions);
	game->judged = 0;
	if (game->counted < head->when)
		game->counted = head->when;
	game->undone = (struct undone){.by = head->number, .to = event->number};
	clear_undo_request(game);
	return 0;
}

static int apply_undo_reply(struct game *game, const struct event *event, struct reason *reason)
{
	struct undo_request *request = &game->undo_request;

	if (request->seat == NO_SIDE)
		return reason_fail(reason, "a word on an undo that nobody asks for");
	if (event->kind == EVENT_UNDO_REFUSED)
		clear_undo_request(game);
	else
		request->agreed |= (uint16_t)(1u << event->seat);
	return 0;
}

/* Applies what an event means for requests to undo, in every kind of game. */
static int apply_undo_event(struct game *game, const struct entry_head *head,
			    const struct event *event, struct reason *reason)
{
	switch (event->kind) {
	case EVENT_UNDO:
		return apply_undo(game, head, event, reason);
	case EVENT_UNDO_ASKED:
		if (event->number == 0 || event->number >= head->number)
			return reason_fail(reason, "an undo goes back to an entry before its own");
		game->undo_request = (struct undo_request){
			.seat = event->seat,
			.agreed = (uint16_t)(1u << event->seat),
			.entry = head->number,
			.to = event->number,
		};
		return 0;
	case EVENT_UNDO_AGREED:
	case EVENT_UNDO_REFUSED:
		return apply_undo_reply(game, event, reason);
	case EVENT_PLAYED:
	case EVENT_SCRIPT:
	case EVENT_BEATEN:
	case EVENT_MATED:
	case EVENT_RESULT:
		clear_undo_request(game);
		return 0;
	default:
		return 0;
	}
}

/* ---- conditional moves (core/game/conditional.h) ---- */

void game_intent_link(const char *salt, const char *line, const char *next,
		      struct sha256 *digest_out)
{
	char *text = base_printf("%s|%s|%s", salt, line, next);

	sha256_bytes(text, strlen(text), digest_out);
	free(text);
}

bool game_intends(const struct game *game, uint8_t seat)
{
	for (unsigned i = 0; i < GAME_PLANS; i++)
		if (game->intents[seat][i].of.hex[0] != '\0')
			return true;
	return false;
}

static void clear_intents(struct game *game, unsigned seat)
{
	memset(game->intents[seat], 0, sizeof game->intents[seat]);
}

/*
 * Voids all conditional moves of these seats. After an undo the reason is set for every seat,
 * because the moves may be missing from the state restored.
 */
static void void_intents(struct game *game, uint16_t seats, enum intent_void why)
{
	for (unsigned seat = 0; seat < MAX_SEATS; seat++) {
		if (!(seats >> seat & 1))
			continue;
		if (why == INTENT_UNDONE || game_intends(game, (uint8_t)seat))
			game->intents_void[seat] = why;
		clear_intents(game, seat);
	}
}

/* Reads a digest, or "-" for none. */
static int read_digest(const char *text, size_t len, struct sha256 *digest_out,
		       struct reason *reason)
{
	*digest_out = (struct sha256){""};
	if (len == 1 && *text == '-')
		return 0;
	if (len != SHA256_HEX || strspn(text, "0123456789abcdef") < len)
		return reason_fail(reason, "expected a digest of moves given in advance, or -");
	memcpy(digest_out->hex, text, SHA256_HEX);
	return 0;
}

/*
 * Finds the place for a plan for that board. It replaces the plan for the same board, and any plan
 * without a board.
 */
static struct game_intent *make_plan_slot(struct game_intent *plans, unsigned board)
{
	unsigned place = 0;

	for (unsigned i = 0; i < GAME_PLANS; i++)
		if (plans[i].board == 0)
			plans[i] = (struct game_intent){.board = 0};
	for (unsigned i = GAME_PLANS; i-- > 0;)
		if (plans[i].of.hex[0] == '\0')
			place = i;
	for (unsigned i = 0; i < GAME_PLANS; i++)
		if (plans[i].of.hex[0] != '\0' && plans[i].board == board)
			place = i;
	return &plans[place];
}

/* Applies a commitment, "sha256:HEX" or "-". Without a board it replaces all plans. */
static int apply_commitment(struct game *game, const struct event *event, struct reason *reason)
{
	const unsigned board = event->number == EVENT_NO_NUMBER ? 0 : event->number;
	const char *text = event->text != NULL ? event->text : "";
	const bool given = strbuf_skip(&text, "sha256:");
	struct sha256 digest;

	if (given != (strcmp(text, "-") != 0))
		return reason_fail(reason, "expected sha256: and a digest, or -");
	if (read_digest(text, strlen(text), &digest, reason) < 0)
		return -1;
	if (event->number != EVENT_NO_NUMBER &&
	    (!game->variant->kind->boards || board == 0 || board > variant_seats(game->variant)))
		return reason_fail(reason,
				   "moves are given in advance on a board that isn't there");
	if (board == 0)
		clear_intents(game, event->seat);
	*make_plan_slot(game->intents[event->seat], board) = (struct game_intent){digest, board};
	return 0;
}

static struct game_intent *find_intent(struct game *game, uint8_t seat, const struct sha256 *of)
{
	for (unsigned i = 0; i < GAME_PLANS; i++)
		if (game->intents[seat][i].of.hex[0] != '\0' &&
		    strcmp(game->intents[seat][i].of.hex, of->hex) == 0)
			return &game->intents[seat][i];
	return NULL;
}

/* Applies a played line, "SALT NEXT LINE", which must agree with a commitment of the seat. */
static int use_intent(struct game *game, const struct event *event, struct reason *reason)
{
	const char *text = event->text != NULL ? event->text : "", *next = strchr(text, ' ');
	const char *line = next != NULL ? strchr(next + 1, ' ') : NULL;
	struct game_intent *intent;
	struct sha256 left, found;
	char *salt, *link;

	if (line == NULL || read_digest(next + 1, (size_t)(line - next - 1), &left, reason) < 0)
		return reason_fail(reason, "expected a salt, a commitment and moves");
	salt = base_strndup(text, (size_t)(next - text));
	link = base_strndup(next + 1, (size_t)(line - next - 1));
	game_intent_link(salt, line + 1, link, &found);
	free(link);
	free(salt);
	intent = find_intent(game, event->seat, &found);
	if (intent == NULL)
		return reason_fail(reason, "that isn't what this seat has given in advance");
	intent->of = left;
	return 0;
}

static int apply_intent_event(struct game *game, const struct event *event, struct reason *reason)
{
	switch (event->kind) {
	case EVENT_INTENDS:
		return apply_commitment(game, event, reason);
	case EVENT_INTENDED:
		return use_intent(game, event, reason);
	case EVENT_UNDO:
		void_intents(game, UINT16_MAX, INTENT_UNDONE);
		return 0;
	case EVENT_PAUSE:
		void_intents(game, UINT16_MAX, INTENT_PAUSED);
		return 0;
	case EVENT_OFFER:
		void_intents(game, (uint16_t) ~(1u << event->seat), INTENT_OFFERED);
		return 0;
	case EVENT_FRESH:
	case EVENT_CLOSE:
		void_intents(game, UINT16_MAX, INTENT_FRESH);
		return 0;
	case EVENT_PLAYS:
	case EVENT_ANSWER:
		void_intents(game, UINT16_MAX, INTENT_CARD);
		return 0;
	case EVENT_BEATEN:
	case EVENT_MATED:
		if (event->seat < MAX_SEATS)
			void_intents(game, (uint16_t)(1u << event->seat), INTENT_ENDED);
		return 0;
	case EVENT_SEAT_CHANGED:
		void_intents(game, (uint16_t)(1u << event->seat), INTENT_RENEWED);
		return 0;
	case EVENT_RESULT:
		void_intents(game, UINT16_MAX, INTENT_ENDED);
		return 0;
	default:
		return 0;
	}
}

/* Reports whether the seat has a new player or new keys, rather than just a new name. */
static bool begins_generation(const struct entry_head *head, const struct event *event)
{
	return event->kind == EVENT_SEAT_CHANGED && strcmp(head->cause, "moderator") == 0;
}

static int begin_from_position(struct game *game, const struct entry_head *head,
			       const struct event *event, struct reason *reason)
{
	if (!game->variant->kind->from_anywhere)
		return reason_fail(reason, "a game of %s begins from its array",
				   variant_name(game->variant));
	if (head->number != 1)
		return reason_fail(reason, "where the game begins from is its first entry");
	return start_position_read(game->variant, event->text ? event->text : "", &game->position,
				   &game->first_round, reason);
}

int game_apply(struct game *game, const struct entry_head *head, const struct event *event,
	       struct reason *reason)
{
	const enum event_trait trait = event_trait(event->kind);

	if (event->kind == EVENT_DIAGRAM)
		return 0;
	if (check_seats(game, event, trait, reason) < 0)
		return -1;
	if (trait == EVENT_OUTSIDE_RULES)
		return begins_generation(head, event) ? apply_intent_event(game, event, reason) : 0;
	if (apply_intent_event(game, event, reason) < 0)
		return -1;
	if (event->kind == EVENT_INTENDS || event->kind == EVENT_INTENDED)
		return 0;
	if (event->kind == EVENT_ORDER || event->kind == EVENT_MOVE ||
	    event->kind == EVENT_CASTLE || event->kind == EVENT_CAPTURE)
		game->judged = 0;
	if (event->kind == EVENT_FROM)
		return begin_from_position(game, head, event, reason);
	if (!game->variant->kind->boards && trait == EVENT_OF_RING)
		return reason_fail(reason, "a fact of a ring stands in the file of another game");
	if (game_limits_has(event->kind))
		return game_limits_note(game, head, event, reason);
	if (event->kind == EVENT_LATE || event->kind == EVENT_OUTAGE)
		game_limits_move(game, head, event);
	if (apply_undo_event(game, head, event, reason) < 0)
		return -1;
	if (game->variant->kind->deadline == NULL &&
	    game_times_note(game, NULL, head, event, reason) < 0)
		return -1;
	return game->variant->kind->apply(game, head, event, reason);
}
