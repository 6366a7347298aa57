/* SPDX-License-Identifier: MIT */
#include "core/cards/state/card_state.h"
#include "core/game/clock.h"
#include "core/game/turn_clock.h"
#include "core/gametype/cards/cards_gametype.h"
#include "core/gametype/cards/cards_state.h"

enum { USUAL_HOURS = 48 };

/* Returns the hours of a demand, which are those of the game's windows. With `window = 0` no window
 * ends by time, but demands do. */
static unsigned usual_hours(const struct game *game)
{
	unsigned hours = cards_state(game)->book->window_hours;

	return hours > 0 ? hours : USUAL_HOURS;
}

int64_t cards_clock_turn_deadline(const struct game *game, unsigned seat)
{
	const struct card_state *table = cards_state(game);

	if (card_state_next(table) != seat || cards_state_whole(game)->opened_to != seat ||
	    !card_state_is_panicked(table))
		return 0;
	return clock_hours_after(cards_state_whole(game)->opened.asked, table->book->panic_hours);
}

int64_t cards_clock_deadline(const struct game *game, unsigned seat)
{
	const struct card_state *table = cards_state(game);
	int64_t panic = cards_clock_turn_deadline(game, seat), asked = game->questions[seat].asked;

	if (table->now.phase == PHASE_DEMAND)
		return turn_clock_earlier(
			panic, clock_hours_after(asked, card_state_demand_is_panicked(table)
								? table->book->panic_hours
								: usual_hours(game)));
	/* The window of the next seat lasts as long as its turn [window-hours]. */
	if (table->now.phase == PHASE_MOVE || card_state_next(table) == seat)
		return panic;
	return clock_hours_after(asked, usual_hours(game));
}

bool cards_clock_turn_asked(const struct game *game, unsigned clock, uint8_t *seat_out,
			    struct question *question_out)
{
	const struct cards_state *state = cards_state_whole(game);

	/* The turn of a seat is in if it is held. */
	if (state->opened_to != clock || state->opened.entry == 0 || clock >= MAX_SEATS ||
	    cards_state(game)->held[clock].there)
		return false;
	*seat_out = (uint8_t)clock;
	*question_out = state->opened;
	return true;
}

/* ---- the time since which a turn may be sent ---- */

/* Closes the question: the turn was sent, or the table has changed. */
static void close_opened_turn(struct cards_state *state)
{
	state->opened = (struct question){.entry = 0};
	state->opened_to = NO_SIDE;
}

/* Closes the question of a seat that has passed. It can send its turn when the others have passed
 * or answered; until then its clock is stopped. */
static void close_answered(struct game *game, const struct entry_head *head)
{
	struct cards_state *state = cards_state_whole(game);
	struct turn_clock *clock;

	if (state->opened_to == NO_SIDE ||
	    card_state_awaited(&state->table) >> state->opened_to & 1)
		return;
	clock = &game->clocks[state->opened_to];
	if (clock->entry == state->opened.entry && clock->entry != 0 && !clock->over &&
	    head->when <= clock->until && !state->table.held[state->opened_to].there)
		clock->stopped = head->when;
	close_opened_turn(state);
}

/* Forgets stopped clocks, because another turn comes than expected. */
static void forget_stopped(struct game *game)
{
	for (unsigned seat = 0; seat < MAX_SEATS; seat++)
		game->clocks[seat].stopped = 0;
}

/* Opens the question of the seat that may send its next turn while others may still answer. It was
 * asked already. */
static void open_turn(struct cards_state *state, uint8_t seat, const struct question *question)
{
	if (seat != card_state_next(&state->table) || state->opened_to == seat)
		return;
	state->opened = (struct question){.entry = question->entry, .asked = question->asked};
	state->opened_to = seat;
}

void cards_clock_note(struct game *game, const struct entry_head *head, const struct event *event)
{
	struct cards_state *state = cards_state_whole(game);

	switch (event->kind) {
	case EVENT_ANEW:
	case EVENT_UNDO:
	case EVENT_SCRIPT:
	case EVENT_LET_GO:
	case EVENT_PASS:
		close_opened_turn(state);
		forget_stopped(game);
		break;
	case EVENT_STATE:
		close_answered(game, head);
		break;
	case EVENT_ASK:
		open_turn(state, event->seat, &game->questions[event->seat]);
		break;
	default:
		break;
	}
}
