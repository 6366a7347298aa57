/* SPDX-License-Identifier: MIT */
#include "core/kind/cards/cards_state.h"
#include "core/cards/table/table.h"
#include "core/kind/cards/cards_kind.h"
#include "core/turn/clock.h"
#include "core/turn/clock_turns.h"

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

bool cards_clock_turn_asked(const struct game *game, unsigned clock, uint8_t *seat_out,
			    struct question *question_out)
{
	const struct cards_state *state = cards_state_whole(game);

	/* A turn that is kept is here. */
	if (state->opened_to != clock || state->opened.entry == 0 || clock >= MAX_SEATS ||
	    cards_state(game)->held[clock].there)
		return false;
	*seat_out = (uint8_t)clock;
	*question_out = state->opened;
	return true;
}

/* ---- since when a turn may be sent ---- */

/* That turn is in, or what stands before it has changed. */
static void close_opened(struct cards_state *state)
{
	state->opened = (struct question){.entry = 0};
	state->opened_to = NO_SIDE;
}

/* Who has passed can send his turn when the others have: until then its time stands still. */
static void close_answered(struct game *game, const struct entry_head *head)
{
	struct cards_state *state = cards_state_whole(game);
	struct turn_clock *clock;

	if (state->opened_to == NO_SIDE || table_awaited(&state->table) >> state->opened_to & 1)
		return;
	clock = &game->clocks[state->opened_to];
	if (clock->entry == state->opened.entry && clock->entry != 0 && !clock->over &&
	    head->when <= clock->until && !state->table.held[state->opened_to].there)
		clock->stopped = head->when;
	close_opened(state);
}

/* The turn that comes isn't the one that was to come. */
static void forget_stopped(struct game *game)
{
	for (unsigned seat = 0; seat < MAX_SEATS; seat++)
		game->clocks[seat].stopped = 0;
}

/* The letter that opens a turn: who may send his while others may answer has it already. */
static void open_turn(struct cards_state *state, uint8_t seat, const struct question *question)
{
	if (seat != table_next(&state->table) || state->opened_to == seat)
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
		close_opened(state);
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
