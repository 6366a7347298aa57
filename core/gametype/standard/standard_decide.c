/* SPDX-License-Identifier: MIT */
/* Orders where one board is played on: whose turn it is, whether they are legal, and which facts
 * follow. */
#include <stdlib.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/base/text.h"
#include "core/kind/single/single_kind.h"
#include "core/kind/single/single_plan.h"
#include "core/rules/draws.h"
#include "core/rules/peterson.h"
#include "core/rules/rules.h"
#include "core/turn/turn_orders.h"
#include "core/variant/variant.h"

/* A message being judged, and a copy of the game's position to act on. */
struct single_judgement {
	struct turn_message in;
	struct position position;
	struct history history;
};

static void begin(struct single_judgement *judgement, struct turn_message in)
{
	judgement->in = in;
	judgement->position = in.game->position;
	history_copy(&judgement->history, &in.game->history);
}

static const char *title(const struct single_judgement *judgement, unsigned seat)
{
	return phrase(variant_seat_title(judgement->in.game->variant, seat));
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
	struct history history;

	history_init(&history);
	turn_add_seat(events, EVENT_START, NO_SIDE, NULL);
	rules_first_turn(game->variant, &position, &history, NULL, events);
	ask(&position, events);
	history_done(&history);
}

/* Nobody waits for his turn to leave [resign-any-time], or to answer an offer. */
static bool needs_turn(const struct single_judgement *judgement)
{
	return judgement->in.asked.move || judgement->in.asked.payment ||
	       judgement->in.asked.claim || judgement->in.asked.pass;
}

static void not_your_turn(const struct single_judgement *judgement)
{
	uint8_t turn = judgement->in.game->position.turn, player = game_player(judgement->in.game);
	char *whose = player == turn
			      ? base_printf(phrase("%s's turn"), title(judgement, turn))
			      : base_printf(phrase("%s's turn, which %s plays"),
					    title(judgement, turn), title(judgement, player));

	reason_set(
		judgement->in.why,
		"It is %s, not yours. MOVE and CLAIM DRAW are for your own turn; RESIGN, an answer "
		"to a DRAW that is offered, SAY, STATUS, BOARD, HISTORY and HELP work at any time.",
		whose);
	free(whose);
}

static enum verdict may_act(const struct single_judgement *judgement)
{
	if (game_player(judgement->in.game) != judgement->in.seat && needs_turn(judgement)) {
		not_your_turn(judgement);
	} else if (judgement->in.asked.pass) {
		reason_set(judgement->in.why, "You can't pass: in this game every turn is a move.");
	} else if (judgement->in.asked.payment && !judgement->in.asked.move) {
		reason_set(judgement->in.why, "What is paid goes with a move, in one letter: write "
					      "your move below REMOVE and TRADE.");
	} else {
		return ACCEPTED;
	}
	return REFUSED;
}

/* Checked before anything is recorded: a refused message leaves no facts. */
static enum verdict check_claim(const struct single_judgement *judgement, const char **how_out)
{
	const struct draws draws = {
		.variant = judgement->in.game->variant,
		.position = &judgement->in.game->position,
		.history = &judgement->in.game->history,
	};
	const char *how = draws_claim(&draws);

	if (how == NULL)
		return draws_deny(&draws, judgement->in.why);
	*how_out = how;
	return ACCEPTED;
}

/* "e2e4 e4": the canonical text, then what people read. */
static void record_played(const struct single_judgement *judgement, const struct single_plan *plan)
{
	struct text text;

	text_init(&text, 0);
	peterson_print(judgement->in.game->variant, &plan->build.turn, &text);
	text_add_char(&text, ' ');
	text_add(&text, plan->people.bytes);
	turn_add_seat(judgement->in.events, EVENT_PLAYED, judgement->in.game->position.turn,
		      text.bytes);
	text_done(&text);
}

static void play(struct single_judgement *judgement, const struct single_plan *plan)
{
	const struct variant *variant = judgement->in.game->variant;
	struct outcome outcome;

	turn_answer_offer(&judgement->in, judgement->in.game->position.turn == judgement->in.seat);
	peterson_make(variant, &judgement->position, &plan->build.turn, judgement->in.events);
	record_played(judgement, plan);
	outcome = rules_next_turn(variant, &judgement->position, &judgement->history, NULL,
				  judgement->in.events);
	if (outcome.status == STATUS_PLAYING && judgement->in.asked.draw &&
	    !turn_is_offered(&judgement->in))
		turn_add_seat(judgement->in.events, EVENT_OFFER, judgement->in.seat, NULL);
	ask(&judgement->position, judgement->in.events);
}

/* Whoever is to move now is asked anew, even if it was his turn before: the board isn't what it
 * was. */
static void leave(struct single_judgement *judgement, const char *how)
{

	rules_seat_leaves(judgement->in.game->variant, &judgement->position, &judgement->history,
			  judgement->in.seat, how, NULL, judgement->in.events);
	ask(&judgement->position, judgement->in.events);
}

/* What follows from orders that may be carried out; `how` is of a draw that is claimed. */
static void carry_out(struct single_judgement *judgement, const struct single_plan *plan,
		      const char *how)
{
	turn_record_orders(&judgement->in);
	if (judgement->in.asked.move)
		play(judgement, plan);
	else if (judgement->in.asked.claim)
		turn_end_drawn(&judgement->in, how);
	else if (judgement->in.asked.draw || judgement->in.asked.draw_no)
		(void)turn_answer_draw(&judgement->in);
	else if (judgement->in.asked.resign)
		leave(judgement, "resigned");
}

static enum verdict decide(struct single_judgement *judgement)
{
	enum verdict verdict = ACCEPTED;
	struct single_plan plan;
	const char *how = NULL;

	if (turn_admit(&judgement->in) == REFUSED)
		return REFUSED;
	if (turn_acts(&judgement->in) &&
	    (may_act(judgement) == REFUSED || turn_check_draw(&judgement->in) == REFUSED))
		return REFUSED;
	if (judgement->in.asked.claim && check_claim(judgement, &how) == REFUSED)
		return REFUSED;
	text_init(&plan.people, 0);
	if (judgement->in.asked.move)
		verdict = single_plan_read(&plan, judgement->in.game, judgement->in.orders,
					   judgement->in.why);
	if (verdict == ACCEPTED)
		carry_out(judgement, &plan, how);
	text_done(&plan.people);
	return verdict;
}

enum verdict single_decide(const struct game *game, uint8_t seat, const struct order_list *orders,
			   struct event_list *events, struct reason *why)
{
	struct single_judgement judgement;
	enum verdict verdict;

	begin(&judgement, turn_message_of(game, seat, orders, events, why));
	verdict = decide(&judgement);
	history_done(&judgement.history);
	return verdict;
}

enum verdict single_forfeit(const struct game *game, uint8_t seat, unsigned board,
			    struct event_list *events, struct reason *why)
{
	struct single_judgement judgement;

	(void)board;
	begin(&judgement, turn_message_of(game, seat, NULL, events, why));
	leave(&judgement, "forfeited");
	history_done(&judgement.history);
	return ACCEPTED;
}
