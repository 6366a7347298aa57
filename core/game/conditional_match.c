/* SPDX-License-Identifier: MIT */
/* Compares conditional moves with the turns of the game. */
#include <stdlib.h>
#include <string.h>

#include "core/game/conditional_internal.h"
#include "core/order/order_parse.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"

/* A turn to be compared with an expected move. */
struct made {
	uint8_t seat;
	const char *text; /* canonical text, then text for people */
};

static const char *seat_title(const struct game *game, unsigned seat)
{
	return translate(variant_seat_title(game->variant, seat));
}

static const char *human_text(const char *text)
{
	const char *people = strchr(text, ' ');

	return people != NULL ? people + 1 : text;
}

/*
 * Reports whether a turn is the expected move and nothing else. Turns with cards, and attempts that
 * were taken back, have more words.
 */
static bool is_turn_of_ply(const struct game *game, struct made made,
			   const struct conditional_ply *ply)
{
	const size_t len = strcspn(made.text, " ");

	return made.seat == ply->seat && strlen(ply->move) == len &&
	       memcmp(made.text, ply->move, len) == 0 &&
	       !(game->variant->kind->cards && strchr(human_text(made.text), ' ') != NULL);
}

/* Compares a turn with the next expected move. Returns false if they differ. */
static bool match_turn(const struct game *game, const struct conditional_line *line,
		       struct made made, unsigned *matched, struct reason *why)
{
	if (!conditional_same_board(game, made.text, line->plies[0].move))
		return true;
	if (*matched + 1 < line->count && is_turn_of_ply(game, made, &line->plies[*matched])) {
		++*matched;
		return true;
	}
	reason_set(why, translate("%s played %s, for which you had given no answer"),
		   seat_title(game, made.seat), human_text(made.text));
	return false;
}

/* Compares the turns finished since the last time. */
static bool match_finished(const struct game *game, struct conditional *intent, struct reason *why)
{
	while (intent->turns < game->turns) {
		const struct turn_record *turn = game_recent(game, game->turns - 1 - intent->turns);

		intent->turns++;
		if (turn == NULL) {
			reason_set(why, "%s", translate("too much has been played since"));
			return false;
		}
		if (!match_turn(game, &intent->lines[intent->next],
				(struct made){turn->seat, turn->text}, &intent->matched, why))
			return false;
	}
	return true;
}

/*
 * Reports whether a turn of the seat would be played at once: no other seat may respond to the
 * pending turn.
 */
static bool is_its_turn(const struct game_pending_turn *standing, uint8_t seat)
{
	return standing == NULL ||
	       (standing->next == seat && (standing->asked & ~(1u << seat)) == 0);
}

static enum conditional_state check_expected_board(const struct game *game,
						   const struct conditional_line *line,
						   struct reason *why)
{
	if (conditional_finds_board(game, line))
		return CONDITIONAL_DUE;
	reason_set(why, "%s", translate("the position is not the one you expected"));
	return CONDITIONAL_FAILS;
}

enum conditional_state conditional_follow(const struct game *game, uint8_t seat,
					  struct conditional *intent, struct reason *why)
{
	const struct conditional_line *line = &intent->lines[intent->next];
	struct game_pending_turn standing;
	const bool stands = game_pending_turn(game, &standing);
	const struct conditional_ply *ply;
	unsigned matched;

	if (!match_finished(game, intent, why))
		return CONDITIONAL_FAILS;
	matched = intent->matched;
	/* A turn that was pending when the plan was made is not one of the expected moves. */
	if (stands && intent->turns == game->turns &&
	    !match_turn(game, line, (struct made){standing.seat, standing.text}, &matched, why))
		return CONDITIONAL_FAILS;
	if (matched + 1 == line->count)
		return is_its_turn(stands ? &standing : NULL, seat)
			       ? check_expected_board(game, line, why)
			       : CONDITIONAL_WAITS;
	ply = &line->plies[matched];
	if (game->variant->kind->boards || stands || game->position.turn == ply->seat)
		return CONDITIONAL_WAITS;
	reason_set(why, translate("%s had no turn"), seat_title(game, ply->seat));
	return CONDITIONAL_FAILS;
}

enum verdict conditional_play(const struct game *game, uint8_t seat, struct conditional *intent,
			      struct event_list *events, struct reason *why)
{
	const struct conditional_line *line = &intent->lines[intent->next];
	struct game_pending_turn standing;

	conditional_add_used(game->variant, intent, seat, events);
	if (conditional_decide(game, seat, line->plies[line->count - 1].move, events, why) ==
	    REFUSED)
		return REFUSED;
	intent->next++;
	intent->matched = 0;
	/* The seat's own turn makes the pending turn final, and is the turn after it. */
	intent->turns = game->turns + game_pending_turn(game, &standing) + 1;
	return ACCEPTED;
}

/* ---- checks of the log ---- */

static bool has_expected_moves(const struct game *game, const struct conditional_line *line)
{
	struct game_pending_turn standing;
	unsigned left = line->count - 1;

	if (game_pending_turn(game, &standing) &&
	    !is_turn_of_ply(game, (struct made){standing.seat, standing.text},
			    &line->plies[--left]))
		return false;
	for (unsigned back = 0; left > 0; back++) {
		const struct turn_record *turn = game_recent(game, back);

		/* Turns that are not kept can't be compared. */
		if (turn == NULL)
			return true;
		if (!conditional_same_board(game, turn->text, line->plies[0].move))
			continue;
		if (!is_turn_of_ply(game, (struct made){turn->seat, turn->text},
				    &line->plies[--left]))
			return false;
	}
	return true;
}

/* Reports whether the entry's only order is that move of that seat. */
static bool is_ordered(const struct event_list *logged, uint8_t seat, const char *move)
{
	unsigned count = 0;

	for (size_t i = 0; i < logged->count; i++) {
		const struct event *event = &logged->events[i];
		const char *text = event->text;

		if (event->kind != EVENT_ORDER)
			continue;
		if (event->seat != seat || text == NULL || !strbuf_skip(&text, "MOVE ") ||
		    strcmp(text, move) != 0)
			return false;
		count++;
	}
	return count == 1;
}

/* Returns what is wrong with the line that an entry has played. */
static const char *used_line_fault(const struct game *game, const struct event_list *logged)
{
	struct conditional_line line = {.count = 0};
	uint8_t seat = NO_SIDE;

	for (size_t i = 0; i < logged->count; i++) {
		const struct event *event = &logged->events[i];

		if (event->kind != EVENT_INTENDED)
			continue;
		if (seat != NO_SIDE)
			return "two lines given in advance stand in one entry";
		seat = event->seat;
		if (!conditional_read_used(game->variant, event, &line))
			return "what was given in advance can't be read";
	}
	for (size_t i = 0; i < logged->count; i++)
		if (logged->events[i].kind == EVENT_ORDER && logged->events[i].seat != seat)
			return "what was given in advance is played by another seat";
	if (!is_ordered(logged, seat, line.plies[line.count - 1].move))
		return "another move is played than what was given in advance";
	if (!has_expected_moves(game, &line))
		return "other moves came before than what was given in advance waits for";
	return NULL;
}

const char *conditional_fault(const struct game *game, const struct event_list *logged)
{
	for (size_t i = 0; i < logged->count; i++)
		if (logged->events[i].kind == EVENT_INTENDED)
			return used_line_fault(game, logged);
	return NULL;
}
