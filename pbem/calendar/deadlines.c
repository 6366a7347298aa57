/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/game/clock.h"
#include "core/game/game_time_limits.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"
#include "pbem/calendar/deadlines.h"

enum { ROOT_DIGITS = 12 };

/* Returns the deadline by that clock; 0 if the clock doesn't wait for the seat, or if it is too
 * late already. */
static int64_t turn_deadline_of(const struct game *game, unsigned number, unsigned seat)
{
	const struct turn_clock *clock = game->paused == 0 && game->outcome.status == STATUS_PLAYING
						 ? game_limits_clock(game, number)
						 : NULL;

	return clock != NULL && clock->seat == seat && !clock->over ? clock->until : 0;
}

static int64_t deadline_of(const struct game *game, unsigned number, unsigned seat)
{
	return number == DEADLINES_ANSWER ? clock_deadline(game, seat)
					  : turn_deadline_of(game, number, seat);
}

uint32_t deadlines_open(const struct game *game, unsigned seat)
{
	uint32_t open = 0;

	for (unsigned i = 0; i <= DEADLINES_ANSWER; i++)
		if ((i == DEADLINES_ANSWER || i < variant_seats(game->variant)) &&
		    deadline_of(game, i, seat) != 0)
			open |= 1u << i;
	return open;
}

/* Returns the id of a deadline in calendars. It contains the digest of the game's first entry, so
 * that another game of that name has other ids. The caller frees it. */
static char *make_uid(const struct deadlines *deadlines, unsigned number, unsigned seat)
{
	const struct gamefile *file = deadlines->file;
	const struct variant *variant = file->game.variant;
	char *what = number == DEADLINES_ANSWER ? base_strdup("answer")
		     : variant->kind->boards	? base_printf("board%u", number + 1)
						: base_strdup("turn");
	char *uid = base_printf("%s.%.*s.%s.%s@%s", file->header.id, ROOT_DIGITS, file->root.hex,
				variant_seat_name(variant, seat), what, deadlines->domain);

	free(what);
	return uid;
}

static void add_deadline_entry(const struct deadlines *deadlines, unsigned number, unsigned seat,
			       bool gone, struct strbuf *out)
{
	const struct gamefile *file = deadlines->file;
	const struct variant *variant = file->game.variant;
	char *uid = make_uid(deadlines, number, seat), *summary, *description;

	if (number == DEADLINES_ANSWER)
		summary = base_printf(translate("%s: your answer (%s with %s)"), file->header.id,
				      variant_name(variant), deadlines->opponents);
	else if (variant->kind->boards)
		summary = base_printf(translate("%s: your turn on board %u (%s with %s)"),
				      file->header.id, number + 1, variant_name(variant),
				      deadlines->opponents);
	else
		summary = base_printf(translate("%s: your turn (%s with %s)"), file->header.id,
				      variant_name(variant), deadlines->opponents);
	description =
		base_printf(translate("It must be at %s by then: reply to the newest letter of "
				      "game %s."),
			    deadlines->source.address, file->header.id);
	icalendar_add(&deadlines->source,
		      &(struct icalendar_event){
			      .uid = uid,
			      .sequence = file->head,
			      .when = deadline_of(&file->game, number, seat),
			      .gone = gone,
			      .summary = summary,
			      .description = description,
		      },
		      out);
	free(description);
	free(summary);
	free(uid);
}

void deadlines_add(const struct deadlines *deadlines, unsigned seat, uint32_t open, uint32_t gone,
		   struct strbuf *out)
{
	for (unsigned i = 0; i <= DEADLINES_ANSWER; i++)
		if ((open | gone) >> i & 1)
			add_deadline_entry(deadlines, i, seat, !(open >> i & 1), out);
}
