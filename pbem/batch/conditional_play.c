/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game/turn.h"
#include "core/notation/vocabulary.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/gametype.h"
#include "core/variant/variant_data.h"
#include "pbem/auth/keyring.h"
#include "pbem/batch/conditional_play.h"
#include "pbem/mail/announcement.h"
#include "pbem/site/preferences.h"
#include "pbem/sys/log.h"

/* ---- plans in the seats file ---- */

/* One plan of a seat: its place in the seats file, and its moves. */
struct plan {
	struct workspace_game *game;
	unsigned seat, place;
	struct conditional intent;
};

static char *plan_line(const struct plan *plan)
{
	return plan->game->seats.seats[plan->seat].conditional_moves[plan->place];
}

static void save_plan(struct plan *plan)
{
	struct conditional *intent = &plan->intent;
	struct strbuf text;

	strbuf_init(&text, 0);
	if (intent->next < intent->count)
		conditional_print(plan->game->file->game.variant, intent, &text);
	if (strcmp(plan_line(plan), text.bytes) != 0) {
		snprintf(plan_line(plan), CONDITIONAL_MOVES_MAX, "%s", text.bytes);
		plan->game->seats_changed = true;
	}
	strbuf_done(&text);
}

static void clear_plan(struct plan *plan)
{
	plan->intent = (struct conditional){.count = 0};
	save_plan(plan);
}

/* Reports whether the new plans replace the old plan: a new plan is for its board, there are no new
 * plans, or the old plan can't be read. */
static bool is_replaced(const struct plan *plan, const struct conditional_list *given)
{
	struct conditional before;

	if (!conditional_read(plan->game->file->game.variant, plan_line(plan), &before))
		return true;
	for (unsigned i = 0; i < given->count; i++)
		if (conditional_board(&given->plans[i]) == conditional_board(&before))
			return true;
	return given->count == 0;
}

/* Finds the first free place. There is one, because a seat plays on at most two boards. */
static void find_place(struct plan *plan)
{
	for (plan->place = 0; plan->place + 1 < GAME_PLANS; plan->place++)
		if (*plan_line(plan) == '\0')
			return;
}

int conditional_play_give(struct workspace_game *game, unsigned seat,
			  struct conditional_list *given, struct event_list *events,
			  struct reason *reason)
{
	struct plan plan = {.game = game, .seat = seat};

	for (plan.place = 0; plan.place < GAME_PLANS; plan.place++)
		if (is_replaced(&plan, given))
			clear_plan(&plan);
	for (unsigned i = 0; i < given->count; i++) {
		if (keyring_secret(given->plans[i].secret, reason) != 0)
			return -1;
		plan.intent = given->plans[i];
		find_place(&plan);
		save_plan(&plan);
	}
	conditional_add_given(&game->file->game, (uint8_t)seat, given, events);
	return 0;
}

/* ---- notices, each in the reader's language ---- */

/*
 * Switches to the seat's language, until vocabulary_pop. Returns -1 with the reason if its words
 * can't be read.
 */
static int use_seat_language(struct workspace *workspace, const struct workspace_game *game,
			     unsigned seat, const struct vocabulary **before_out,
			     struct reason *reason)
{
	struct person person;

	preferences_of(workspace, &game->seats.seats[seat], &person);
	return vocabulary_push(person.language, before_out, reason);
}

static const char *describe_void(enum intent_void why)
{
	switch (why) {
	case INTENT_UNDONE:
		return translate("the game was taken back");
	case INTENT_PAUSED:
		return translate("the game was paused");
	case INTENT_OFFERED:
		return translate("a draw was offered, which you may want to answer");
	case INTENT_FRESH:
		return translate("a board was set up again or closed");
	case INTENT_CARD:
		return translate("somebody played a card");
	case INTENT_RENEWED:
		return translate("your seat has new keys");
	default:
		return translate("the game has changed");
	}
}

/* Drops the plan and notifies its player of the cause. */
static void cancel_plan(struct workspace *workspace, struct plan *plan, const char *why)
{
	const unsigned board = conditional_board(&plan->intent);
	char *told =
		board > 0 ? base_printf(translate("Your conditional moves on board %u are "
						  "cancelled: %s"),
					board, why)
			  : base_printf(translate("Your conditional moves are cancelled: %s"), why);

	log_line(workspace->log, "conditional %s: the conditional moves of %s are deleted\n",
		 plan->game->id, variant_seat_name(plan->game->file->game.variant, plan->seat));
	clear_plan(plan);
	announcement_seat(workspace, plan->game, plan->seat, told, true);
	free(told);
}

/* Returns the turn that was just played, for people: "e5", "e5 on board 2". The turn may still be
 * pending, or other turns may have followed at once. The caller frees the text. */
static char *move_played(const struct game *game, const struct conditional *intent)
{
	const unsigned board = conditional_board(intent);
	static struct game_pending_turn standing;
	const struct turn_record *turn = intent->turns <= game->turns
						 ? game_recent(game, game->turns - intent->turns)
						 : NULL;
	const char *text = turn != NULL				? turn->text
			   : game_pending_turn(game, &standing) ? standing.text
								: "";
	const char *people = strchr(text, ' ');

	people = people != NULL ? people + 1 : "";
	return board > 0 ? base_printf(translate("%s on board %u"), people, board)
			 : base_strdup(people);
}

static int announce_played_move(struct workspace *workspace, const struct plan *plan,
				struct reason *reason)
{
	struct workspace_game *game = plan->game;
	const struct game *now = &game->file->game;
	int result = 0;

	for (unsigned other = 0; result == 0 && other < variant_seats(now->variant); other++) {
		const struct vocabulary *spoken;
		char *told, *move;

		result = use_seat_language(workspace, game, other, &spoken, reason);
		move = move_played(now, &plan->intent);
		told = other == plan->seat
			       ? base_printf(translate("Your conditional move %s has been played"),
					     move)
			       : base_printf(
					 translate("%s's %s was a conditional move"),
					 translate(variant_seat_title(now->variant, plan->seat)),
					 move);
		if (other == plan->seat)
			log_line(workspace->log, "conditional %s: %s plays %s\n", game->id,
				 variant_seat_name(now->variant, plan->seat), move);
		announcement_seat(workspace, game, other, told, other == plan->seat);
		free(told);
		free(move);
		vocabulary_pop(spoken);
	}
	return result;
}

/* ---- following the game ---- */

/* Judges whether the seat could send that turn now, by what the seat may know. A message is judged
 * in the same way. */
static enum verdict judge_seen(const struct plan *plan, struct reason *why)
{
	const struct game *now = &plan->game->file->game;
	const struct gametype *kind = now->variant->kind;
	const uint8_t seat = (uint8_t)plan->seat;
	struct conditional trial = plan->intent;
	struct event_list events;
	enum verdict verdict;
	struct game seen;

	if (kind->conceal == NULL)
		return ACCEPTED;
	event_list_init(&events);
	game_copy(&seen, now);
	kind->conceal(&seen, seat);
	verdict = conditional_play(&seen, seat, &trial, &events, why);
	game_done(&seen);
	event_list_done(&events);
	return verdict;
}

/* Plays the turn that is due. *played_out is false if the turn was impossible and the plan is
 * dropped. */
static int play_planned_turn(struct workspace *workspace, struct plan *plan, bool *played_out,
			     struct reason *reason)
{
	struct workspace_game *game = plan->game;
	const struct conditional_line *line = &plan->intent.lines[plan->intent.next];
	const char *move = line->plies[line->count - 1].move;
	struct event_list events;
	struct reason why;
	int result = 0;

	event_list_init(&events);
	*played_out = judge_seen(plan, &why) == ACCEPTED &&
		      conditional_play(&game->file->game, (uint8_t)plan->seat, &plan->intent,
				       &events, &why) == ACCEPTED;
	if (*played_out) {
		workspace_note_wait(workspace, game, game->last_when, &events);
		result = workspace_enter(game, game->last_when, "ahead", &events, reason);
		save_plan(plan);
		if (result == 0)
			result = announce_played_move(workspace, plan, reason);
	} else {
		char *told = base_printf(translate("%s can't be played: %s"), move, why.text);

		cancel_plan(workspace, plan, told);
		free(told);
	}
	event_list_done(&events);
	return result;
}

/* Follows a plan of a seat that is in play, in the seat's language. */
static int follow_in_language(struct workspace *workspace, struct plan *plan, bool *played_out,
			      struct reason *reason)
{
	const struct game *now = &plan->game->file->game;
	const uint8_t seat = (uint8_t)plan->seat;
	struct reason why;

	if (!conditional_read(now->variant, plan_line(plan), &plan->intent) ||
	    !conditional_holds(now, seat, &plan->intent)) {
		cancel_plan(workspace, plan, describe_void(now->intents_void[seat]));
		return 0;
	}
	switch (conditional_follow(now, seat, &plan->intent, &why)) {
	case CONDITIONAL_WAITS:
		save_plan(plan);
		return 0;
	case CONDITIONAL_FAILS:
		cancel_plan(workspace, plan, why.text);
		return 0;
	default:
		return play_planned_turn(workspace, plan, played_out, reason);
	}
}

/* Follows one plan; *played_out reports whether a turn was played. */
static int follow_plan(struct workspace *workspace, struct plan *plan, bool *played_out,
		       struct reason *reason)
{
	const struct game *now = &plan->game->file->game;
	const struct vocabulary *spoken;
	int result;

	*played_out = false;
	if (*plan_line(plan) == '\0')
		return 0;
	if (now->outcome.status != STATUS_PLAYING || !game_in_play(now, (uint8_t)plan->seat)) {
		clear_plan(plan);
		return 0;
	}
	result = use_seat_language(workspace, plan->game, plan->seat, &spoken, reason);
	if (result == 0)
		result = follow_in_language(workspace, plan, played_out, reason);
	vocabulary_pop(spoken);
	return result;
}

/* Follows all plans of a seat. */
static int follow_seat_plans(struct workspace *workspace, struct workspace_game *game,
			     unsigned seat, bool *played_out, struct reason *reason)
{
	struct plan plan = {.game = game, .seat = seat};
	bool one = *played_out = false;
	int result = 0;

	for (; result == 0 && plan.place < GAME_PLANS; plan.place++) {
		result = follow_plan(workspace, &plan, &one, reason);
		*played_out |= one;
	}
	return result;
}

int conditional_play_follow(struct workspace *workspace, struct workspace_game *game,
			    struct reason *reason)
{
	const unsigned seats = variant_seats(game->file->game.variant);
	bool played = true;
	int result = 0;

	while (result == 0 && played) {
		bool one = played = false;

		for (unsigned seat = 0; result == 0 && seat < seats; seat++) {
			result = follow_seat_plans(workspace, game, seat, &one, reason);
			played |= one;
		}
	}
	return result;
}
