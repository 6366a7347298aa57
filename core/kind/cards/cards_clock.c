/* SPDX-License-Identifier: MIT */
#include "core/cards/table/table.h"
#include "core/kind/cards/cards_clock.h"
#include "core/turn/clock.h"

enum { USUAL_HOURS = 48 };

/* The same length for every window and demand of a game: `window = 0` leaves no window that ends by
 * time, but demands do. */
static unsigned usual_hours(const struct game *game)
{
	unsigned hours = game->table->book->window_hours;

	return hours > 0 ? hours : USUAL_HOURS;
}

int64_t cards_clock_turn_deadline(const struct game *game, unsigned seat)
{
	const struct table *table = game->table;

	if (table_next(table) != seat || game->opened_to != seat || !table_is_panicked(table))
		return 0;
	return clock_hours_after(game->opened.asked, table->book->panic_hours);
}

int64_t cards_clock_deadline(const struct game *game, unsigned seat)
{
	const struct table *table = game->table;
	int64_t panic = cards_clock_turn_deadline(game, seat), asked = game->questions[seat].asked;

	if (table->phase == PHASE_DEMAND)
		return clock_earlier(panic,
				     clock_hours_after(asked, table_demand_is_panicked(table)
								      ? table->book->panic_hours
								      : usual_hours(game)));
	/* [window-hours]: the next seat's window lasts as long as its turn. */
	if (table->phase == PHASE_MOVE || table_next(table) == seat)
		return panic;
	return clock_hours_after(asked, usual_hours(game));
}
