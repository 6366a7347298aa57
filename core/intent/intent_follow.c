/* SPDX-License-Identifier: MIT */
/* Moves given in advance as the game goes on: whether they have come true. */
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/intent/intent_inner.h"
#include "core/order/order.h"
#include "core/phrase/phrase.h"
#include "core/variant/variant_data.h"

/* A turn as it is compared with what was expected. */
struct made {
	uint8_t seat;
	const char *text; /* canonical, then as people read it */
};

static const char *title(const struct game *game, unsigned seat)
{
	return phrase(variant_seat_title(game->variant, seat));
}

static const char *for_people(const char *text)
{
	const char *people = strchr(text, ' ');

	return people != NULL ? people + 1 : text;
}

/* Whether a turn is the ply, and nothing but its move: a card, or an attempt that was taken back,
 * is told in more words. */
static bool is_ply(const struct game *game, struct made made, const struct intent_ply *ply)
{
	const size_t len = strcspn(made.text, " ");

	return made.seat == ply->seat && strlen(ply->move) == len &&
	       memcmp(made.text, ply->move, len) == 0 &&
	       !(game->variant->kind->cards && strchr(for_people(made.text), ' ') != NULL);
}

/* One turn; false when it isn't what comes next. */
static bool match(const struct game *game, const struct intent_line *line, struct made made,
		  unsigned *matched, struct reason *why)
{
	if (!intent_same_board(game, made.text, line->plies[0].move))
		return true;
	if (*matched + 1 < line->count && is_ply(game, made, &line->plies[*matched])) {
		++*matched;
		return true;
	}
	reason_set(why, phrase("%s has played %s, which you hadn't foreseen"),
		   title(game, made.seat), for_people(made.text));
	return false;
}

/* The turns that were finished since. */
static bool match_finished(const struct game *game, struct intent *intent, struct reason *why)
{
	while (intent->turns < game->turns) {
		const struct turn_record *turn = game_recent(game, game->turns - 1 - intent->turns);

		intent->turns++;
		if (turn == NULL) {
			reason_set(why, "%s", phrase("more has been played since than is known"));
			return false;
		}
		if (!match(game, &intent->lines[intent->next],
			   (struct made){turn->seat, turn->text}, &intent->matched, why))
			return false;
	}
	return true;
}

/* Whether the seat's turn would be played at once, if it sent it: nobody else answers the one
 * before. */
static bool is_its_turn(const struct game_standing *standing, uint8_t seat)
{
	return standing == NULL ||
	       (standing->next == seat && (standing->asked & ~(1u << seat)) == 0);
}

static enum intent_state due(const struct game *game, const struct intent_line *line,
			     struct reason *why)
{
	if (intent_finds_board(game, line))
		return INTENT_DUE;
	reason_set(why, "%s", phrase("the board isn't what you had foreseen"));
	return INTENT_FAILS;
}

enum intent_state intent_follow(const struct game *game, uint8_t seat, struct intent *intent,
				struct reason *why)
{
	const struct intent_line *line = &intent->lines[intent->next];
	struct game_standing standing;
	const bool stands = game_standing(game, &standing);
	const struct intent_ply *ply;
	unsigned matched;

	if (!match_finished(game, intent, why))
		return INTENT_FAILS;
	matched = intent->matched;
	/* One that stood when they were given is no turn to come. */
	if (stands && intent->turns == game->turns &&
	    !match(game, line, (struct made){standing.seat, standing.text}, &matched, why))
		return INTENT_FAILS;
	if (matched + 1 == line->count)
		return is_its_turn(stands ? &standing : NULL, seat) ? due(game, line, why)
								    : INTENT_WAITS;
	ply = &line->plies[matched];
	if (game->variant->kind->boards || stands || game->position.turn == ply->seat)
		return INTENT_WAITS;
	reason_set(why, phrase("%s has had no turn, which you hadn't foreseen"),
		   title(game, ply->seat));
	return INTENT_FAILS;
}

enum verdict intent_play(const struct game *game, uint8_t seat, struct intent *intent,
			 struct event_list *events, struct reason *why)
{
	const struct intent_line *line = &intent->lines[intent->next];
	struct game_standing standing;

	intent_add_used(game->variant, intent, seat, events);
	if (intent_decide(game, seat, line->plies[line->count - 1].move, events, why) == REFUSED)
		return REFUSED;
	intent->next++;
	intent->matched = 0;
	/* A turn that stands is final by it, and its own one is the next. */
	intent->turns = game->turns + game_standing(game, &standing) + 1;
	return ACCEPTED;
}

/* ---- checking ---- */

/* The last moves on that board are those that were expected. */
static bool has_come_true(const struct game *game, const struct intent_line *line)
{
	struct game_standing standing;
	unsigned left = line->count - 1;

	if (game_standing(game, &standing) &&
	    !is_ply(game, (struct made){standing.seat, standing.text}, &line->plies[--left]))
		return false;
	for (unsigned back = 0; left > 0; back++) {
		const struct turn_record *turn = game_recent(game, back);

		/* What is forgotten can't be looked at. */
		if (turn == NULL)
			return true;
		if (!intent_same_board(game, turn->text, line->plies[0].move))
			continue;
		if (!is_ply(game, (struct made){turn->seat, turn->text}, &line->plies[--left]))
			return false;
	}
	return true;
}

/* Whether the entry's orders are that one move of that seat. */
static bool is_ordered(const struct event_list *logged, uint8_t seat, const char *move)
{
	unsigned count = 0;

	for (size_t i = 0; i < logged->count; i++) {
		const struct event *event = &logged->events[i];
		const char *text = event->text;

		if (event->kind != EVENT_ORDER)
			continue;
		if (event->seat != seat || text == NULL || !text_skip(&text, "MOVE ") ||
		    strcmp(text, move) != 0)
			return false;
		count++;
	}
	return count == 1;
}

/* What is wrong with the line that an entry has played, if that is so. */
static const char *fault_of_used(const struct game *game, const struct event_list *logged)
{
	struct intent_line line = {.count = 0};
	uint8_t seat = NO_SIDE;

	for (size_t i = 0; i < logged->count; i++) {
		const struct event *event = &logged->events[i];

		if (event->kind != EVENT_INTENDED)
			continue;
		if (seat != NO_SIDE)
			return "two lines given in advance stand in one entry";
		seat = event->seat;
		if (!intent_read_used(game->variant, event, &line))
			return "what was given in advance can't be read";
	}
	for (size_t i = 0; i < logged->count; i++)
		if (logged->events[i].kind == EVENT_ORDER && logged->events[i].seat != seat)
			return "what was given in advance is played by another seat";
	if (!is_ordered(logged, seat, line.plies[line.count - 1].move))
		return "another move is played than what was given in advance";
	if (!has_come_true(game, &line))
		return "other moves came before than what was given in advance waits for";
	return NULL;
}

const char *intent_fault(const struct game *game, const struct event_list *logged)
{
	for (size_t i = 0; i < logged->count; i++)
		if (logged->events[i].kind == EVENT_INTENDED)
			return fault_of_used(game, logged);
	return NULL;
}
