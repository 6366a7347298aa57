/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game/game_question_times.h"
#include "core/game/game_time_limits.h"
#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "core/variant/variant_data.h"

bool game_limits_has(enum event_kind kind)
{
	switch (kind) {
	case EVENT_UNTIL:
	case EVENT_BANK:
	case EVENT_VACATION:
	case EVENT_BACK:
	case EVENT_REMINDED:
	case EVENT_MISSED:
		return true;
	default:
		return false;
	}
}

bool game_limits_slot(const struct game *game, unsigned clock, uint8_t *seat_out,
		      struct question *question_out)
{
	if (!game->started || game->outcome.status != STATUS_PLAYING)
		return false;
	if (game->variant->kind->turn_asked != NULL)
		return game->variant->kind->turn_asked(game, clock, seat_out, question_out);
	if (game_player(game) != clock || game->questions[clock].entry == 0)
		return false;
	*seat_out = (uint8_t)clock;
	*question_out = game->questions[clock];
	return true;
}

const struct turn_clock *game_limits_clock(const struct game *game, unsigned clock)
{
	const struct turn_clock *running = &game->clocks[clock];
	struct question question;
	uint8_t seat;

	return running->entry != 0 && game_limits_slot(game, clock, &seat, &question) &&
			       question.entry == running->entry && seat == running->seat
		       ? running
		       : NULL;
}

/* ---- days ---- */

int64_t game_limits_day(const char *text)
{
	char stamp[TIMESTAMP_SIZE];
	int64_t when;

	if (strlen(text) != 10)
		return -1;
	snprintf(stamp, sizeof stamp, "%sT00:00:00Z", text);
	when = timestamp_read(stamp);
	return when < 0 ? -1 : when / SECONDS_A_DAY;
}

void game_limits_print_day(int64_t day, char out[GAME_LIMITS_DAY])
{
	char stamp[TIMESTAMP_SIZE];

	timestamp_print(day * SECONDS_A_DAY, stamp);
	snprintf(out, GAME_LIMITS_DAY, "%.10s", stamp);
}

int64_t game_limits_in_year(int64_t from, int64_t to, int year)
{
	char first[TIMESTAMP_SIZE], last[TIMESTAMP_SIZE];
	int64_t begin, end;

	snprintf(first, sizeof first, "%04d-01-01", year);
	snprintf(last, sizeof last, "%04d-12-31", year);
	begin = game_limits_day(first);
	end = game_limits_day(last);
	from = from > begin ? from : begin;
	to = to < end ? to : end;
	return to >= from ? to - from + 1 : 0;
}

unsigned game_limits_away(const struct game *game, unsigned seat, int year)
{
	const struct seat_away *away = &game->away[seat];
	int64_t days = 0;

	for (unsigned i = 0; i < GAME_ABSENCES; i++)
		if (away->to[i] != 0)
			days += game_limits_in_year(away->from[i], away->to[i], year);
	return (unsigned)days;
}

/* ---- events ---- */

int64_t game_limits_asked(const struct game *game, const struct entry_head *head)
{
	return head->when + (game->late_entry == head->number ? game->late : 0);
}

/*
 * Returns the clock that an event is about; NULL with the reason if the event's seat isn't asked
 * for a turn there.
 */
static struct turn_clock *clock_of(struct game *game, const struct event *event,
				   struct question *question_out, struct reason *reason)
{
	unsigned clock = game->variant->kind->boards ? event->number - 1 : event->seat;
	uint8_t seat;

	if (clock < MAX_SEATS &&
	    (event->number == EVENT_NO_NUMBER) != game->variant->kind->boards &&
	    game_limits_slot(game, clock, &seat, question_out) && seat == event->seat)
		return &game->clocks[clock];
	reason_set(reason, "a turn's time is told of who isn't asked for a turn");
	return NULL;
}

/* Reads "2026-12-01T18:00:00Z", or such a time, ", bank from " and another. */
static bool read_until(const char *text, int64_t *until_out, int64_t *main_out)
{
	const char *bank = strchr(text, ',');
	char first[TIMESTAMP_SIZE] = "";
	size_t len = bank != NULL ? (size_t)(bank - text) : strlen(text);

	if (len >= sizeof first)
		return false;
	memcpy(first, text, len);
	*until_out = *main_out = timestamp_read(first);
	if (bank != NULL && strbuf_skip(&bank, ", bank from "))
		*main_out = timestamp_read(bank);
	return *until_out >= 0 && *main_out >= 0 && *main_out <= *until_out;
}

static int note_until(struct game *game, const struct entry_head *head, const struct event *event,
		      struct reason *reason)
{
	struct question question;
	struct turn_clock *clock = clock_of(game, event, &question, reason), now;

	if (clock == NULL)
		return -1;
	now = (struct turn_clock){.entry = question.entry, .seat = event->seat};
	if (!read_until(event->text, &now.until, &now.main) || now.until < head->when)
		return reason_fail(reason, "a turn's time ends after it has begun, not at \"%s\"",
				   event->text);
	now.asked = game_limits_asked(game, head);
	if (now.asked > now.main)
		now.asked = now.main;
	/* Keep how often the time of this question has ended. */
	if (clock->entry == now.entry && clock->seat == now.seat)
		now.missed = clock->missed;
	*clock = now;
	return 0;
}

static int note_reminded(struct game *game, const struct event *event, struct reason *reason)
{
	struct question question;
	struct turn_clock *clock = clock_of(game, event, &question, reason);
	long count = strbuf_number(event->text, GAME_OPTIONS_REMINDERS);

	if (clock == NULL)
		return -1;
	if (clock->entry != question.entry || count < 1)
		return reason_fail(reason, "who has no limited time can't be reminded of it");
	clock->reminded = (unsigned)count;
	return 0;
}

static int note_missed(struct game *game, const struct event *event, struct reason *reason)
{
	struct question question;
	struct turn_clock *clock = clock_of(game, event, &question, reason);

	if (clock == NULL)
		return -1;
	if (clock->entry != question.entry)
		return reason_fail(reason, "a turn is missed that may take as long as it likes");
	clock->missed++;
	clock->over = true;
	return 0;
}

/* Adds the vacation "2026-12-24 2027-01-06". */
static int note_vacation(struct game *game, const struct event *event, struct reason *reason)
{
	struct seat_away *away = &game->away[event->seat];
	const char *blank = strchr(event->text, ' ');
	char first[TIMESTAMP_SIZE] = "";
	int64_t from, to;

	if (blank != NULL && blank - event->text == 10)
		memcpy(first, event->text, 10);
	from = game_limits_day(first);
	to = blank != NULL ? game_limits_day(blank + 1) : -1;
	if (from <= 0 || to < from)
		return reason_fail(reason,
				   "a vacation is from one date to another, as in 2026-12-24 "
				   "2027-01-06, not \"%s\"",
				   event->text);
	memmove(away->from + 1, away->from, (GAME_ABSENCES - 1) * sizeof *away->from);
	memmove(away->to + 1, away->to, (GAME_ABSENCES - 1) * sizeof *away->to);
	away->from[0] = (uint32_t)from;
	away->to[0] = (uint32_t)to;
	return 0;
}

/* Ends vacations on a day: later ones are forgotten, longer ones end then. */
static int note_back(struct game *game, const struct event *event, struct reason *reason)
{
	const struct seat_away before = game->away[event->seat];
	struct seat_away *away = &game->away[event->seat];
	int64_t last = event->text != NULL ? game_limits_day(event->text) : -1;
	unsigned kept = 0;
	bool changed = false;

	memset(away, 0, sizeof *away);
	for (unsigned i = 0; i < GAME_ABSENCES; i++) {
		changed |= before.to[i] > last;
		if (before.to[i] == 0 || before.from[i] > last)
			continue;
		away->from[kept] = before.from[i];
		away->to[kept++] = before.to[i] < last ? before.to[i] : (uint32_t)last;
	}
	if (last < 0 || !changed)
		return reason_fail(reason, "who isn't away behind a day can't be back after it");
	return 0;
}

int game_limits_note(struct game *game, const struct entry_head *head, const struct event *event,
		     struct reason *reason)
{
	switch (event->kind) {
	case EVENT_UNTIL:
		return note_until(game, head, event, reason);
	case EVENT_BANK:
		game->bank[event->seat] = event->number;
		return 0;
	case EVENT_VACATION:
		return note_vacation(game, event, reason);
	case EVENT_BACK:
		return note_back(game, event, reason);
	case EVENT_REMINDED:
		return note_reminded(game, event, reason);
	case EVENT_MISSED:
		return note_missed(game, event, reason);
	default:
		return 0;
	}
}

/*
 * Moves clocks by an outage. An outage that goes on is counted several times, each time up to a
 * later moment.
 */
static void move_clocks(struct game *game, const struct outage *outage)
{
	int64_t from = outage->from > game->counted ? outage->from : game->counted;

	/* Deadlines in a pause are calculated again when the game goes on. */
	for (unsigned i = 0; game->paused == 0 && outage->to > from && i < MAX_SEATS; i++) {
		struct turn_clock *clock = &game->clocks[i];
		int64_t start = clock->asked > from ? clock->asked : from;

		if (clock->entry == 0 || clock->stopped != 0 || clock->asked >= outage->to)
			continue;
		clock->asked += outage->to - start;
		clock->main += outage->to - start;
		clock->until += outage->to - start;
	}
}

void game_limits_move(struct game *game, const struct entry_head *head, const struct event *event)
{
	struct outage outage;

	if (event->kind == EVENT_LATE) {
		game->late_entry = head->number;
		game->late = SECONDS_A_MINUTE * (int64_t)event->number;
	} else if (game_times_outage(event, &outage) == 0) {
		move_clocks(game, &outage);
	}
}
