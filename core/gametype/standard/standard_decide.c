/* SPDX-License-Identifier: MIT */
/* Orders in games on one board: whose turn it is, whether the orders are legal, and which events
 * follow. */
#include <stdlib.h>
#include <string.h>

#include "core/game/turn_orders.h"
#include "core/gametype/standard/standard_gametype.h"
#include "core/gametype/standard/standard_move.h"
#include "core/rules/draws.h"
#include "core/rules/peterson.h"
#include "core/rules/rules.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant.h"

/* A message that is judged, and a copy of the game's position to act on. */
struct standard_judgement {
	struct turn_message in;
	struct position position;
	struct history history;
};

static void begin_judgement(struct standard_judgement *judgement, struct turn_message in)
{
	judgement->in = in;
	judgement->position = in.game->position;
	repetition_copy(&judgement->history, &in.game->history);
}

static const char *seat_title(const struct standard_judgement *judgement, unsigned seat)
{
	return translate(variant_seat_title(judgement->in.game->variant, seat));
}

/* Asks the player of the turn that begins; the answer's token is bound to this entry. For an
 * army that the conqueror plays, the conqueror is asked [beaten-armies]. */
static void ask_player(const struct position *position, struct event_list *events)
{
	if (position->turn != NO_SIDE)
		turn_add_seat(events, EVENT_ASK, position->controller[position->turn], NULL);
}

void standard_start(const struct game *game, struct event_list *events)
{
	struct position position = game->position;
	struct history history;

	repetition_init(&history);
	history.played_on = game->history.played_on;
	turn_add_seat(events, EVENT_START, NO_SIDE, NULL);
	rules_first_turn(game->variant, &position, &history, NULL, events);
	ask_player(&position, events);
	repetition_done(&history);
}

/* Reports whether the orders need the seat's own turn. Leaving [resign-any-time] and answering an
 * offer don't. */
static bool needs_turn(const struct standard_judgement *judgement)
{
	return judgement->in.asked.move || judgement->in.asked.payment ||
	       judgement->in.asked.claim || judgement->in.asked.pass;
}

static void refuse_wrong_turn(const struct standard_judgement *judgement)
{
	uint8_t turn = judgement->in.game->position.turn, player = game_player(judgement->in.game);
	char *whose =
		player == turn
			? base_printf(translate("%s's turn"), seat_title(judgement, turn))
			: base_printf(translate("%s's turn, which %s plays"),
				      seat_title(judgement, turn), seat_title(judgement, player));

	reason_set(
		judgement->in.why,
		"It is %s, not yours. You can only move or claim a draw when it is your turn. You "
		"can resign, answer a draw offer, send messages (SAY) or ask for STATUS, BOARD, "
		"HISTORY and HELP at any time.",
		whose);
	free(whose);
}

static enum verdict may_act(const struct standard_judgement *judgement)
{
	if (game_player(judgement->in.game) != judgement->in.seat && needs_turn(judgement)) {
		refuse_wrong_turn(judgement);
	} else if (judgement->in.asked.pass) {
		reason_set(judgement->in.why, "You can't pass: in this game you must move in every "
					      "turn.");
	} else if (judgement->in.asked.payment && !judgement->in.asked.move) {
		reason_set(judgement->in.why, "You pay and move in one message: write your move "
					      "below REMOVE and TRADE.");
	} else {
		return ACCEPTED;
	}
	return REFUSED;
}

/* Claims are checked before anything is recorded: a refused message leaves no events. */
static enum verdict check_claim(const struct standard_judgement *judgement, const char **how_out)
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

/* Records the turn: its canonical text, then the text for people, "e2e4 e4". */
static void record_played(const struct standard_judgement *judgement,
			  const struct standard_plan *plan)
{
	struct strbuf text;

	strbuf_init(&text, 0);
	peterson_print(judgement->in.game->variant, &plan->build.turn, &text);
	strbuf_add_char(&text, ' ');
	strbuf_add(&text, plan->people.bytes);
	turn_add_seat(judgement->in.events, EVENT_PLAYED, judgement->in.game->position.turn,
		      text.bytes);
	strbuf_done(&text);
}

static void play_turn(struct standard_judgement *judgement, const struct standard_plan *plan)
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
	ask_player(&judgement->position, judgement->in.events);
}

/* Asks the seat that is to move again, even if it was to move before, because the board has
 * changed. */
static void remove_seat(struct standard_judgement *judgement, const char *how)
{

	rules_seat_leaves(judgement->in.game->variant, &judgement->position, &judgement->history,
			  judgement->in.seat, how, NULL, judgement->in.events);
	ask_player(&judgement->position, judgement->in.events);
}

/* Carries out legal orders. `how` is the kind of draw that is claimed. */
static void carry_out(struct standard_judgement *judgement, const struct standard_plan *plan,
		      const char *how)
{
	turn_record_orders(&judgement->in);
	if (judgement->in.asked.move)
		play_turn(judgement, plan);
	else if (judgement->in.asked.claim)
		turn_end_drawn(&judgement->in, how);
	else if (judgement->in.asked.draw || judgement->in.asked.draw_no)
		(void)turn_answer_draw(&judgement->in);
	else if (judgement->in.asked.resign)
		remove_seat(judgement, "resigned");
}

static enum verdict decide_orders(struct standard_judgement *judgement)
{
	enum verdict verdict = ACCEPTED;
	struct standard_plan plan;
	const char *how = NULL;

	if (turn_admit(&judgement->in) == REFUSED)
		return REFUSED;
	if (turn_acts(&judgement->in) &&
	    (may_act(judgement) == REFUSED || turn_check_draw(&judgement->in) == REFUSED))
		return REFUSED;
	if (judgement->in.asked.claim && check_claim(judgement, &how) == REFUSED)
		return REFUSED;
	strbuf_init(&plan.people, 0);
	if (judgement->in.asked.move)
		verdict = standard_plan_read(&plan, judgement->in.game, judgement->in.orders,
					     judgement->in.why);
	if (verdict == ACCEPTED)
		carry_out(judgement, &plan, how);
	strbuf_done(&plan.people);
	return verdict;
}

enum verdict standard_decide(const struct game *game, uint8_t seat, const struct order_list *orders,
			     struct event_list *events, struct reason *why)
{
	struct standard_judgement judgement;
	enum verdict verdict;

	begin_judgement(&judgement, turn_message_of(game, seat, orders, events, why));
	verdict = decide_orders(&judgement);
	repetition_done(&judgement.history);
	return verdict;
}

enum verdict standard_forfeit(const struct game *game, uint8_t seat, unsigned board,
			      struct event_list *events, struct reason *why)
{
	struct standard_judgement judgement;

	(void)board;
	begin_judgement(&judgement, turn_message_of(game, seat, NULL, events, why));
	remove_seat(&judgement, "forfeited");
	repetition_done(&judgement.history);
	return ACCEPTED;
}
