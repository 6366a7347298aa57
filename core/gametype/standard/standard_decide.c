/* SPDX-License-Identifier: MIT */
/* Orders in games on one board: whose turn it is, whether the orders are legal, and which events
 * follow. */
#include <stdlib.h>
#include <string.h>

#include "core/game/game.h"
#include "core/game/turn_orders.h"
#include "core/gametype/standard/standard_gametype.h"
#include "core/notation/notation.h"
#include "core/order/order_parse.h"
#include "core/rules/draws.h"
#include "core/rules/movegen.h"
#include "core/rules/peterson.h"
#include "core/rules/rules.h"
#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant.h"

struct standard_plan {
	struct peterson_build build; /* the turn, judged as a whole */
	struct strbuf people; /* "-a2, Qd1=R, e4, Nf3+": the same for people; owned by the caller */
};

/* Removes the pieces on the squares of a REMOVE order. */
static enum verdict build_removals(struct standard_plan *plan, const struct order *order,
				   struct reason *why)
{
	const struct board *board = variant_board(plan->build.variant);
	const char *cursor = order->text, *word;
	size_t len;

	while (strbuf_next_word(&cursor, &word, &len)) {
		char name[SQUARE_NAME_MAX];

		memcpy(name, word, len);
		name[len] = '\0';
		if (peterson_build_remove(&plan->build, board_square_named(board, name), why) ==
		    REFUSED)
			return REFUSED;
	}
	return ACCEPTED;
}

/* Trades a piece, "d1=R". */
static enum verdict build_trade(struct standard_plan *plan, const struct order *order,
				struct reason *why)
{
	const struct variant *variant = plan->build.variant;
	size_t used = 0;
	square at = board_square_at(variant_board(variant), order->text, &used);
	int type = variant_type_of_letter(variant, order->text[used + 1]);

	return peterson_build_trade(&plan->build, at, (uint8_t)type, why);
}

/* Prints a payment for people. The queen's letter distinguishes a trade from a promotion. */
static void print_payment(struct standard_plan *plan)
{
	const struct variant *variant = plan->build.variant;
	const struct peterson_turn *turn = &plan->build.turn;

	for (unsigned i = 0; i < turn->removal_count; i++)
		strbuf_addf(&plan->people, "-%s, ",
			    board_name(variant_board(variant), turn->removals[i]).text);
	for (unsigned i = 0; i < turn->trade_count; i++) {
		const struct piece *piece = position_piece(plan->build.start, turn->trades[i].at);

		strbuf_addf(&plan->people, "%c%s=%c, ", variant_type_letter(variant, piece->type),
			    board_name(variant_board(variant), turn->trades[i].at).text,
			    variant_type_letter(variant, turn->trades[i].type));
	}
}

/* Reads the first move of a turn if the text names both squares, as nearly all do. Only moves of
 * such pieces to that square are then generated. Other texts are read by read_move. */
static bool read_squares(const struct standard_plan *plan, const char *text, struct move_list *list,
			 struct move *chosen)
{
	const struct peterson_build *build = &plan->build;
	const struct board *board = variant_board(build->variant);
	size_t used = 0;
	const square from = board_square_at(board, text, &used);
	const square to = from != NO_SQUARE ? board_square_at(board, text + used, NULL) : NO_SQUARE;
	const struct move *found;

	if (to == NO_SQUARE || !peterson_build_alike(build, from, to, list))
		return false;
	found = move_list_find(build->variant, list, text);
	if (found != NULL)
		*chosen = *found;
	return found != NULL;
}

/* Finds the move that the text means: of a piece that may still move, or else of any piece, so that
 * the rules can say why it is illegal. */
static enum verdict read_move(const struct standard_plan *plan, const char *text,
			      struct move_list *list, struct move *chosen, struct reason *why)
{
	const struct peterson_build *build = &plan->build;
	bool full = build->turn.move_count >= build->survey.allowed;

	if (read_squares(plan, text, list, chosen))
		return ACCEPTED;
	peterson_build_moves(build, list);
	if (!full &&
	    notation_read(build->variant, &build->now, list, text, chosen, why) == ACCEPTED)
		return ACCEPTED;
	if (build->turn.move_count == 0)
		return REFUSED;
	movegen_generate(build->variant, &build->now, list);
	if (!full || list->count == 0)
		return notation_read(build->variant, &build->now, list, text, chosen, why);
	/* This is one move too many, whichever it is. */
	*chosen = list->moves[0];
	return ACCEPTED;
}

/* Adds a move to the turn. `last`: no move follows, so the text can say whether it mates. */
static enum verdict build_move(struct standard_plan *plan, const struct order *order, bool last,
			       struct reason *why)
{
	const struct variant *variant = plan->build.variant;
	const struct position *from =
		plan->build.paid; /* for the first move, which is usually the only one */
	struct position before;
	struct move_list list;
	struct move chosen;

	if (plan->build.turn.move_count > 0) {
		before = plan->build.now;
		from = &before;
	}
	if (read_move(plan, order->text, &list, &chosen, why) == REFUSED) {
		if (!last || plan->build.turn.move_count > 0)
			reason_prefix(why,
				      "Move %u of the turn: ", plan->build.turn.move_count + 1u);
		return REFUSED;
	}
	if (peterson_build_move(&plan->build, &chosen, why) == REFUSED)
		return REFUSED;
	if (plan->build.turn.move_count == 1)
		print_payment(plan);
	else
		strbuf_add(&plan->people, ", ");
	notation_short(variant, from, &list, &chosen, &plan->people);
	if (last)
		notation_mark(variant, from, &plan->build.now, &plan->people);
	return ACCEPTED;
}

static bool is_last_move(const struct order_list *orders, size_t at)
{
	while (++at < orders->count)
		if (orders->orders[at].kind == ORDER_MOVE)
			return false;
	return true;
}

/* Reads the REMOVE, TRADE and MOVE orders of a message of the seat to move. Returns REFUSED with
 * the reason, for the player, if they are no legal turn. */
static enum verdict standard_plan_read(struct standard_plan *plan, const struct game *game,
				       const struct order_list *orders, struct reason *why)
{
	enum verdict verdict = ACCEPTED;

	peterson_build_init(&plan->build, game->variant, &game->position);
	for (size_t i = 0; verdict == ACCEPTED && i < orders->count; i++) {
		const struct order *order = &orders->orders[i];

		if (order->kind == ORDER_REMOVE)
			verdict = build_removals(plan, order, why);
		else if (order->kind == ORDER_TRADE)
			verdict = build_trade(plan, order, why);
		else if (order->kind == ORDER_MOVE)
			verdict = build_move(plan, order, is_last_move(orders, i), why);
	}
	return verdict == ACCEPTED ? peterson_build_finish(&plan->build, why) : REFUSED;
}

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
