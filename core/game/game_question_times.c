/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "core/game/game_question_times.h"
#include "core/util/timestamp.h"

/* Delays the time of this entry's question until its letters are sent. */
static void delay_question(struct question *question, const struct entry_head *head,
			   uint32_t minutes)
{
	if (question->entry == head->number)
		question->asked = head->when + 60 * (int64_t)minutes;
}

int game_times_outage(const struct event *event, struct outage *outage_out)
{
	const char *text = event->text != NULL ? event->text : "", *second = strchr(text, ' ');
	char first[TIMESTAMP_SIZE] = "";

	if (second == NULL || (size_t)(second - text) >= sizeof first)
		return -1;
	memcpy(first, text, (size_t)(second - text));
	outage_out->from = timestamp_read(first);
	outage_out->to = timestamp_read(second + 1);
	return outage_out->from >= 0 && outage_out->to > outage_out->from ? 0 : -1;
}

/* Moves a question by the part of an outage that comes after `from` and after the question. */
static void move_question(struct question *question, int64_t from, int64_t to)
{
	int64_t start = question->asked > from ? question->asked : from;

	if (question->entry != 0 && question->asked < to)
		question->asked += to - start;
}

/*
 * Counts an outage. An outage that goes on is counted several times, each time up to a later
 * moment.
 */
static int note_outage(struct game *game, struct question *own, const struct event *event,
		       struct reason *reason)
{
	struct outage outage;

	if (game_times_outage(event, &outage) != 0)
		return reason_fail(reason, "an outage is from one time to a later one");
	if (outage.from < game->counted)
		outage.from = game->counted;
	if (outage.to <= outage.from)
		return 0;
	for (unsigned seat = 0; seat < MAX_SEATS; seat++)
		move_question(&game->questions[seat], outage.from, outage.to);
	if (own != NULL)
		move_question(own, outage.from, outage.to);
	game->counted = outage.to;
	return 0;
}

/*
 * Begins or ends a pause. At its end, open questions move by its length. Outages during the pause
 * don't count.
 */
static int note_pause(struct game *game, struct question *own, const struct entry_head *head,
		      const struct event *event, struct reason *reason)
{
	bool pauses = event->kind == EVENT_PAUSE;

	if (pauses == (game->paused != 0))
		return reason_fail(reason, "a game is paused that is, or goes on that isn't");
	if (!pauses && head->when > game->paused) {
		for (unsigned seat = 0; seat < MAX_SEATS; seat++)
			move_question(&game->questions[seat], game->paused, head->when);
		if (own != NULL)
			move_question(own, game->paused, head->when);
		if (head->when > game->counted)
			game->counted = head->when;
	}
	game->paused = pauses ? head->when : 0;
	memset(game->paused_away, 0, sizeof game->paused_away);
	if (pauses)
		memcpy(game->paused_away, game->away, sizeof game->away);
	return 0;
}

static int note_lapse(struct game *game, const struct event *event, struct reason *reason)
{
	struct lapse *lapse = &game->lapsed[event->seat];

	if (game->questions[event->seat].entry == 0)
		return reason_fail(reason, "a time ran out for who isn't asked anything");
	lapse->entry = game->questions[event->seat].entry;
	snprintf(lapse->until, sizeof lapse->until, "%s", event->text ? event->text : "");
	return 0;
}

int game_times_note(struct game *game, struct question *own, const struct entry_head *head,
		    const struct event *event, struct reason *reason)
{
	switch (event->kind) {
	case EVENT_LATE:
		for (unsigned seat = 0; seat < MAX_SEATS; seat++)
			delay_question(&game->questions[seat], head, event->number);
		if (own != NULL)
			delay_question(own, head, event->number);
		return 0;
	case EVENT_OUTAGE:
		return note_outage(game, own, event, reason);
	case EVENT_LAPSE:
		return note_lapse(game, event, reason);
	case EVENT_PAUSE:
	case EVENT_RESUME:
		return note_pause(game, own, head, event, reason);
	default:
		return 0;
	}
}
