/* SPDX-License-Identifier: MIT */
#include "core/cards/board/card_movegen.h"
#include "core/cards/board/continuous_turn.h"
#include "tests/lib/reactprobe.h"

/* Returns whether another seat's turn, which waited for responses, has been applied. */
static bool reactprobe_had_waited(const struct card_state *before)
{
	for (uint8_t seat = 0; seat < MAX_SIDES; seat++)
		if (before->held[seat].there)
			return true;
	return false;
}

/* Returns whether the turn has ended and its mover was not just put in check by another seat's turn
 * that was lost in between [riposte-spares-mover]. */
static bool reactprobe_has_ended(const struct card_state *before, const struct card_state *after)
{
	const struct position *position = &before->field.position;
	uint8_t mover = before->start.position.turn;

	return after->now.phase == PHASE_MOVE && after->now.state == TURN_OPEN &&
	       after->field.position.in_play >> mover & 1 &&
	       after->field.position.turn ==
		       rules_next_seat(before->book->variant, position, mover);
}

/* Returns whether the turn has ended and the next one was lost. On the board before, the player
 * threatened nothing in that turn [riposte-spares-mover], and afterwards nothing is judged. */
static bool reactprobe_has_lost_turn(const struct card_state *before,
				     const struct card_state *after)
{
	const struct position *position = &before->field.position;

	return after->now.phase == PHASE_MOVE &&
	       after->field.position.turn != rules_next_seat(before->book->variant, position,
							     before->start.position.turn);
}

bool reactprobe_has_card_after(const struct card_state *table)
{
	for (unsigned i = 0; i < table->action_count; i++)
		if (table->actions[i].when == WHEN_AFTER)
			return true;
	return false;
}

bool reactprobe_takes_back(const struct tableplay *play, const struct play *one)
{
	enum table_verb verb = tableprobe_acts_as(play, one->card)->effect->verb;

	return verb == VERB_FOG || verb == VERB_UNDO;
}

void reactprobe_mates_nobody(struct tableplay *play, const struct card_state *before,
			     const struct card_state *after, uint8_t player, const char *message)
{
	const struct card_ruleset *book = play->cards.book;
	uint8_t mover = before->start.position.turn;
	struct card_board ended = before->field;

	if (after->now.phase == PHASE_DEMAND || before->now.state != TURN_IN ||
	    reactprobe_had_waited(before) || after->now.state == TURN_AGAIN ||
	    after->now.begun_again || reactprobe_has_card_after(before) ||
	    reactprobe_has_lost_turn(before, after))
		return;
	continuous_turn_ends(book, &ended, mover, NULL);
	play->mates++;
	if (reactprobe_has_ended(before, after) && !tableplay_is_bared(before) &&
	    !card_movegen_in_check(book, &before->field, mover) &&
	    card_movegen_in_check(book, &after->field, mover))
		tableplay_refute(play, player, "a reaction bares the mover's king", message, "");
	/* The mover's own response can only cancel what answered the move, so a mate that returns
	 * that way is the move's. */
	for (uint8_t seat = 0; player != mover && seat < play->cards.variant->side_count; seat++) {
		bool stays =
			after->field.position.in_play >> seat & 1 && after->now.phase != PHASE_OVER;

		if (seat != player && seat != mover && before->field.position.in_play >> seat & 1 &&
		    !card_movegen_is_mated(book, &before->field, seat) &&
		    !card_movegen_is_mated(book, &ended, seat) &&
		    (!stays || card_movegen_is_mated(book, &after->field, seat)))
			tableplay_refute(play, player, "a reaction mates", message, "");
	}
}
