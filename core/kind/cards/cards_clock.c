/* SPDX-License-Identifier: MIT */
#include "core/kind/cards/cards_state.h"
#include "core/cards/table/table.h"
#include "core/kind/cards/cards_clock.h"
#include "core/turn/clock.h"

enum { USUAL_HOURS = 48 };

/* The same length for every window and demand of a game: `window = 0` leaves no window that ends by
 * time, but demands do. */
static unsigned usual_hours(const struct game *game)
{
	unsigned hours = cards_state(game)->book->window_hours;

	return hours > 0 ? hours : USUAL_HOURS;
}

int64_t cards_clock_turn_deadline(const struct game *game, unsigned seat)
{
	const struct table *table = cards_state(game);

	if (table_next(table) != seat || cards_state_whole(game)->opened_to != seat ||
	    !table_is_panicked(table))
		return 0;
	return clock_hours_after(cards_state_whole(game)->opened.asked, table->book->panic_hours);
}

int64_t cards_clock_deadline(const struct game *game, unsigned seat)
{
	const struct table *table = cards_state(game);
	int64_t panic = cards_clock_turn_deadline(game, seat), asked = game->questions[seat].asked;

	if (table->now.phase == PHASE_DEMAND)
		return clock_earlier(panic,
				     clock_hours_after(asked, table_demand_is_panicked(table)
								      ? table->book->panic_hours
								      : usual_hours(game)));
	/* [window-hours]: the next seat's window lasts as long as its turn. */
	if (table->now.phase == PHASE_MOVE || table_next(table) == seat)
		return panic;
	return clock_hours_after(asked, usual_hours(game));
}

/* ---- since when a turn may be sent ---- */

/* That turn is in, or what stands before it has changed. */
static void close_opened(struct cards_state *state)
{
	state->opened = (struct question){.entry = 0};
	state->opened_to = NO_SIDE;
}

/* Who has passed can send his turn when the others have. */
static void close_answered(struct cards_state *state)
{
	if (state->opened_to != NO_SIDE && !(table_awaited(&state->table) >> state->opened_to & 1))
		close_opened(state);
}

/* The letter that opens a turn: who may send his while others may answer has it already. */
static void open_turn(struct cards_state *state, uint8_t seat, const struct question *question)
{
	if (seat != table_next(&state->table) || state->opened_to == seat)
		return;
	state->opened = (struct question){.entry = question->entry, .asked = question->asked};
	state->opened_to = seat;
}

void cards_clock_note(struct game *game, const struct event *event)
{
	struct cards_state *state = cards_state_whole(game);

	switch (event->kind) {
	case EVENT_ANEW:
	case EVENT_SCRIPT:
	case EVENT_LET_GO:
	case EVENT_PASS:
		close_opened(state);
		break;
	case EVENT_STATE:
		close_answered(state);
		break;
	case EVENT_ASK:
		open_turn(state, event->seat, &game->questions[event->seat]);
		break;
	default:
		break;
	}
}
