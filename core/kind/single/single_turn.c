/* SPDX-License-Identifier: MIT */
/* Orders where one board is played on: whose turn it is, whether they are legal, and which facts
 * follow. */
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/kind/single/single_turn.h"
#include "core/kind/single/single_plan.h"
#include "core/rules/peterson.h"
#include "core/rules/rules.h"
#include "core/turn/turn_orders.h"
#include "core/variant/variant.h"

/* A message being judged: the orders found in it, and a copy of the game's position to act on. */
struct single_judgement {
	const struct game *game;
	uint8_t seat;
	const struct order_list *orders;
	struct turn_orders asked;
	bool standing_offer; /* another seat's */
	struct position position;
	struct history history;
	struct event_list *events;
	struct reason *why;
};

static const char *title(const struct single_judgement *judgement, unsigned seat)
{
	return variant_seat_title(judgement->game->variant, seat);
}

/* Who plays the turn now begun is asked; the answer's token is bound to this entry. With the pieces
 * of a seat he has beaten that is the conqueror [beaten-armies]. */
static void ask(const struct position *position, struct event_list *events)
{
	if (position->turn != NO_SIDE)
		turn_add_seat(events, EVENT_ASK, position->controller[position->turn], NULL);
}

void single_start(const struct game *game, struct event_list *events)
{
	struct position position = game->position;
	struct move_list moves;
	struct history history;

	history_init(&history);
	turn_add_seat(events, EVENT_START, NO_SIDE, NULL);
	rules_first_turn(game->variant, &position, &history, &moves, events);
	ask(&position, events);
	history_done(&history);
}

static bool acts(const struct single_judgement *judgement)
{
	return judgement->asked.move || judgement->asked.payment || judgement->asked.draw ||
	       judgement->asked.draw_no || judgement->asked.claim || judgement->asked.resign ||
	       judgement->asked.pass;
}

/* Nobody waits for his turn to leave [resign-any-time], or to answer an offer. */
static bool needs_turn(const struct single_judgement *judgement)
{
	return judgement->asked.move || judgement->asked.payment || judgement->asked.claim ||
	       judgement->asked.pass;
}

static void not_your_turn(const struct single_judgement *judgement)
{
	uint8_t turn = judgement->game->position.turn, player = game_player(judgement->game);
	char *whose = player == turn
			      ? base_printf("%s's turn", title(judgement, turn))
			      : base_printf("%s's turn, which %s plays", title(judgement, turn),
					    title(judgement, player));

	reason_set(
		judgement->why,
		"It is %s, not yours. MOVE and CLAIM DRAW are for your own turn; "
		"RESIGN, an answer to a DRAW that is offered, SAY, STATUS, BOARD, HISTORY and HELP "
		"work at any time.",
		whose);
	free(whose);
}

static enum verdict may_act(const struct single_judgement *judgement)
{
	const struct game *game = judgement->game;

	if (turn_still_plays(game, judgement->seat, judgement->why) == REFUSED)
		return REFUSED;
	if (game_player(game) != judgement->seat && needs_turn(judgement)) {
		not_your_turn(judgement);
	} else if (judgement->asked.pass) {
		reason_set(judgement->why, "You can't pass: in this game every turn is a move.");
	} else if (judgement->asked.payment && !judgement->asked.move) {
		reason_set(judgement->why,
			   "What is paid goes with a move, in one letter: write your "
			   "move below REMOVE and TRADE.");
	} else {
		return ACCEPTED;
	}
	return REFUSED;
}

/* Checked before anything is recorded: a refused message leaves no facts. */
static enum verdict check_claim(const struct single_judgement *judgement, const char **how_out)
{
	const struct game *game = judgement->game;
	const char *how = rules_draw_claim(game->variant, &game->position, &game->history);

	if (how == NULL) {
		reason_set(judgement->why,
			   "No draw can be claimed: this position has occurred %u time%s "
			   "(3 are needed), %u full round%s without capture or pawn move are "
			   "behind us (50 "
			   "are needed), and mate is still possible.",
			   history_occurrences(&game->history),
			   history_occurrences(&game->history) == 1 ? "" : "s",
			   (unsigned)game->position.quiet, game->position.quiet == 1 ? "" : "s");
		return REFUSED;
	}
	*how_out = how;
	return ACCEPTED;
}

/* "e2e4 e4": the canonical text, then what people read. */
static void record_played(const struct single_judgement *judgement, const struct single_plan *plan)
{
	struct text text;

	text_init(&text, 0);
	peterson_print(judgement->game->variant, &plan->build.turn, &text);
	text_addf(&text, " %s", plan->people.bytes);
	turn_add_seat(judgement->events, EVENT_PLAYED, judgement->game->position.turn, text.bytes);
	text_done(&text);
}

static void play(struct single_judgement *judgement, const struct single_plan *plan)
{
	const struct variant *variant = judgement->game->variant;
	struct move_list next;
	struct outcome outcome;
	bool offers;

	turn_answer_offer(judgement->game, judgement->seat, &judgement->asked,
			  judgement->game->position.turn == judgement->seat, judgement->events);
	peterson_make(variant, &judgement->position, &plan->build.turn, judgement->events);
	record_played(judgement, plan);
	offers = judgement->asked.draw && !judgement->standing_offer;
	outcome = rules_next_turn(variant, &judgement->position, &judgement->history, &next,
				  judgement->events);
	if (outcome.status == STATUS_PLAYING && offers)
		turn_add_seat(judgement->events, EVENT_OFFER, judgement->seat, NULL);
	ask(&judgement->position, judgement->events);
}

/* Whoever is to move now is asked anew, even if it was his turn before: the board isn't what it
 * was. */
static void leave(struct single_judgement *judgement, const char *how)
{
	struct move_list next;

	rules_seat_leaves(judgement->game->variant, &judgement->position, &judgement->history,
			  judgement->seat, how, &next, judgement->events);
	ask(&judgement->position, judgement->events);
}

/* What follows from orders that may be carried out; `how` is of a draw that is claimed. */
static void carry_out(struct single_judgement *judgement, const struct single_plan *plan,
		      const char *how)
{
	const struct game *game = judgement->game;

	turn_record_orders(game, judgement->seat, judgement->orders, judgement->events);
	if (judgement->asked.move)
		play(judgement, plan);
	else if (judgement->asked.claim)
		turn_end_drawn(game, how, judgement->events);
	else if (judgement->asked.draw || judgement->asked.draw_no)
		(void)turn_answer_draw(game, judgement->seat, &judgement->asked, judgement->events);
	else if (judgement->asked.resign)
		leave(judgement, "resigned");
}

static enum verdict decide(struct single_judgement *judgement)
{
	const struct game *game = judgement->game;
	enum verdict verdict = ACCEPTED;
	struct single_plan plan;
	const char *how = NULL;

	if (!game->started) {
		reason_set(judgement->why, "The game hasn't begun yet.");
		return REFUSED;
	}
	if (acts(judgement) && (may_act(judgement) == REFUSED ||
				turn_check_draw(judgement->game, judgement->seat, &judgement->asked,
						judgement->why) == REFUSED))
		return REFUSED;
	if (judgement->asked.claim && check_claim(judgement, &how) == REFUSED)
		return REFUSED;
	single_plan_init(&plan);
	if (judgement->asked.move)
		verdict = single_plan_read(&plan, game, judgement->orders, judgement->why);
	if (verdict == ACCEPTED)
		carry_out(judgement, &plan, how);
	single_plan_done(&plan);
	return verdict;
}

enum verdict single_decide(const struct game *game, uint8_t seat, const struct order_list *orders,
			   struct event_list *events, struct reason *why)
{
	struct single_judgement judgement = {
		.game = game,
		.seat = seat,
		.position = game->position,
		.events = events,
		.why = why,
		.standing_offer = game->offering != NO_SIDE && game->offering != seat,
		.orders = orders,
	};
	enum verdict verdict;

	history_copy(&judgement.history, &game->history);
	turn_sort_out(orders, &judgement.asked);
	verdict = decide(&judgement);
	history_done(&judgement.history);
	return verdict;
}

enum verdict single_forfeit(const struct game *game, uint8_t seat, unsigned board,
			    struct event_list *events, struct reason *why)
{
	struct single_judgement judgement = {
		.game = game,
		.seat = seat,
		.position = game->position,
		.events = events,
		.why = why,
	};

	(void)board;
	history_copy(&judgement.history, &game->history);
	leave(&judgement, "forfeited");
	history_done(&judgement.history);
	return ACCEPTED;
}
