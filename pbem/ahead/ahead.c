/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/phrase/phrase.h"
#include "core/turn/turn.h"
#include "core/words/words.h"
#include "pbem/ahead/ahead.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/desk/people.h"
#include "pbem/keys/keys.h"
#include "pbem/mailing/remark.h"
#include "pbem/site/log.h"

/* ---- what the seats file has ---- */

/* One plan of a seat: where it stands, and what it says. */
struct plan {
	struct desk_game *game;
	unsigned seat, place;
	struct intent intent;
};

static char *line_of(const struct plan *plan)
{
	return plan->game->seats.seats[plan->seat].intends[plan->place];
}

static void keep(struct plan *plan)
{
	struct intent *intent = &plan->intent;
	struct text text;

	text_init(&text, 0);
	if (intent->next < intent->count)
		intent_print(plan->game->file->game.variant, intent, &text);
	if (strcmp(line_of(plan), text.bytes) != 0) {
		snprintf(line_of(plan), INTENDS_MAX, "%s", text.bytes);
		plan->game->habits = true;
	}
	text_done(&text);
}

static void forget(struct plan *plan)
{
	plan->intent = (struct intent){.count = 0};
	keep(plan);
}

/* Whether what the seat has given there is replaced: all is, when that is what it writes. */
static bool is_replaced(const struct plan *plan, const struct intent_list *given)
{
	struct intent before;

	if (!intent_read(plan->game->file->game.variant, line_of(plan), &before))
		return true;
	for (unsigned i = 0; i < given->count; i++)
		if (intent_board(&given->plans[i]) == intent_board(&before))
			return true;
	return given->count == 0;
}

/* The first place that is free: two boards are all a seat plays on. */
static void find_place(struct plan *plan)
{
	for (plan->place = 0; plan->place + 1 < GAME_PLANS; plan->place++)
		if (*line_of(plan) == '\0')
			return;
}

int ahead_give(struct desk_game *game, unsigned seat, struct intent_list *given,
	       struct event_list *events, struct reason *reason)
{
	struct plan plan = {.game = game, .seat = seat};

	for (plan.place = 0; plan.place < GAME_PLANS; plan.place++)
		if (is_replaced(&plan, given))
			forget(&plan);
	for (unsigned i = 0; i < given->count; i++) {
		if (keys_secret(given->plans[i].secret, reason) != 0)
			return -1;
		plan.intent = given->plans[i];
		find_place(&plan);
		keep(&plan);
	}
	intent_add_given(&game->file->game, (uint8_t)seat, given, events);
	return 0;
}

/* ---- what is said of it, each time in the reader's language ---- */

/* -1 with the reason when its words can't be read. */
static int speak_to(struct desk *desk, const struct desk_game *game, unsigned seat,
		    struct reason *reason)
{
	struct person person;

	people_of(desk, &game->seats.seats[seat], &person);
	return words_speak(person.language, reason);
}

static const char *why_void(enum intent_void why)
{
	switch (why) {
	case INTENT_UNDONE:
		return phrase("the game was taken back");
	case INTENT_PAUSED:
		return phrase("the game was paused");
	case INTENT_OFFERED:
		return phrase("a draw was offered, which you may want to answer");
	case INTENT_FRESH:
		return phrase("a board has begun anew or was closed");
	case INTENT_CARD:
		return phrase("a card was played, which you hadn't foreseen");
	case INTENT_RENEWED:
		return phrase("your seat has new keys");
	default:
		return phrase("the game isn't what it was");
	}
}

/* It is nothing any more, and its player hears why; what is asked he is asked as ever. */
static void drop(struct desk *desk, struct plan *plan, const char *why)
{
	const unsigned board = intent_board(&plan->intent);
	char *told = board > 0
			     ? base_printf(phrase("What you gave in advance on board %u is "
						  "dropped: %s"),
					   board, why)
			     : base_printf(phrase("What you gave in advance is dropped: %s"), why);

	log_line(desk->log, "ahead %s: what %s gave in advance is dropped\n", plan->game->id,
		 variant_seat_name(plan->game->file->game.variant, plan->seat));
	forget(plan);
	remark_seat(desk, plan->game, plan->seat, told, true);
	free(told);
}

/* "e5", "e5 on board 2": the turn that was just played, as people read it: it may still be
 * answered, or others may have followed at once. The caller frees it. */
static char *move_played(const struct game *game, const struct intent *intent)
{
	const unsigned board = intent_board(intent);
	static struct game_standing standing;
	const struct turn_record *turn = intent->turns <= game->turns
						 ? game_recent(game, game->turns - intent->turns)
						 : NULL;
	const char *text = turn != NULL			    ? turn->text
			   : game_standing(game, &standing) ? standing.text
							    : "";
	const char *people = strchr(text, ' ');

	people = people != NULL ? people + 1 : "";
	return board > 0 ? base_printf(phrase("%s on board %u"), people, board)
			 : base_strdup(people);
}

static int tell_played(struct desk *desk, const struct plan *plan, struct reason *reason)
{
	struct desk_game *game = plan->game;
	const struct game *now = &game->file->game;
	int result = 0;

	for (unsigned other = 0; result == 0 && other < variant_seats(now->variant); other++) {
		char *told, *move;

		result = speak_to(desk, game, other, reason);
		move = move_played(now, &plan->intent);
		told = other == plan->seat
			       ? base_printf(phrase("You had given %s in advance, and it is "
						    "played"),
					     move)
			       : base_printf(phrase("%s had given %s in advance"),
					     phrase(variant_seat_title(now->variant, plan->seat)),
					     move);
		if (other == plan->seat)
			log_line(desk->log, "ahead %s: %s plays %s, given in advance\n", game->id,
				 variant_seat_name(now->variant, plan->seat), move);
		remark_seat(desk, game, other, told, other == plan->seat);
		free(told);
		free(move);
	}
	return result;
}

/* ---- as the game goes on ---- */

/* Whether the seat, by what it may know, could send that turn now: a letter is judged so, too. */
static enum verdict judge_seen(const struct plan *plan, struct reason *why)
{
	const struct game *now = &plan->game->file->game;
	const struct mail_kind *kind = desk_mail_kind(now->variant);
	const uint8_t seat = (uint8_t)plan->seat;
	struct intent trial = plan->intent;
	struct event_list events;
	enum verdict verdict;
	struct game seen;

	if (kind->conceal == NULL)
		return ACCEPTED;
	event_list_init(&events);
	game_copy(&seen, now);
	kind->conceal(&seen, seat);
	verdict = intent_play(&seen, seat, &trial, &events, why);
	game_done(&seen);
	event_list_done(&events);
	return verdict;
}

/* The turn that is due; *played_out: it could be made. */
static int play(struct desk *desk, struct plan *plan, bool *played_out, struct reason *reason)
{
	struct desk_game *game = plan->game;
	const struct intent_line *line = &plan->intent.lines[plan->intent.next];
	const char *move = line->plies[line->count - 1].move;
	struct event_list events;
	struct reason why;
	int result = 0;

	event_list_init(&events);
	*played_out = judge_seen(plan, &why) == ACCEPTED &&
		      intent_play(&game->file->game, (uint8_t)plan->seat, &plan->intent, &events,
				  &why) == ACCEPTED;
	if (*played_out) {
		desk_note_wait(desk, game, game->last_when, &events);
		result = desk_enter(game, game->last_when, "ahead", &events, reason);
		keep(plan);
		if (result == 0)
			result = tell_played(desk, plan, reason);
	} else {
		char *told = base_printf(phrase("%s can't be played: %s"), move, why.text);

		drop(desk, plan, told);
		free(told);
	}
	event_list_done(&events);
	return result;
}

/* What has become of one; *played_out: its turn is made. */
static int follow(struct desk *desk, struct plan *plan, bool *played_out, struct reason *reason)
{
	const struct game *now = &plan->game->file->game;
	const uint8_t seat = (uint8_t)plan->seat;
	struct reason why;

	*played_out = false;
	if (*line_of(plan) == '\0')
		return 0;
	if (now->outcome.status != STATUS_PLAYING || !game_in_play(now, seat)) {
		forget(plan);
		return 0;
	}
	if (speak_to(desk, plan->game, seat, reason) != 0)
		return -1;
	if (!intent_read(now->variant, line_of(plan), &plan->intent) ||
	    !intent_holds(now, seat, &plan->intent)) {
		drop(desk, plan, why_void(now->intents_void[seat]));
		return 0;
	}
	switch (intent_follow(now, seat, &plan->intent, &why)) {
	case INTENT_WAITS:
		keep(plan);
		return 0;
	case INTENT_FAILS:
		drop(desk, plan, why.text);
		return 0;
	default:
		return play(desk, plan, played_out, reason);
	}
}

/* The same of all that a seat has given. */
static int follow_seat(struct desk *desk, struct desk_game *game, unsigned seat, bool *played_out,
		       struct reason *reason)
{
	struct plan plan = {.game = game, .seat = seat};
	bool one = *played_out = false;
	int result = 0;

	for (; result == 0 && plan.place < GAME_PLANS; plan.place++) {
		result = follow(desk, &plan, &one, reason);
		*played_out |= one;
	}
	return result;
}

int ahead_follow(struct desk *desk, struct desk_game *game, struct reason *reason)
{
	const unsigned seats = variant_seats(game->file->game.variant);
	const char *spoken = words_spoken();
	bool played = true;
	int result = 0;

	while (result == 0 && played) {
		bool one = played = false;

		for (unsigned seat = 0; result == 0 && seat < seats; seat++) {
			result = follow_seat(desk, game, seat, &one, reason);
			played |= one;
		}
	}
	return words_speak(spoken, result == 0 ? reason : NULL) < 0 ? -1 : result;
}
