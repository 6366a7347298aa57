/* SPDX-License-Identifier: MIT */
/* Orders in a ring: which board they are about, whether they are allowed, and which events
 * follow. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/game/turn_orders.h"
#include "core/gametype/ring/ring_game_state.h"
#include "core/gametype/ring/ring_gametype.h"
#include "core/notation/notation.h"
#include "core/ring/ring.h"
#include "core/util/strbuf.h"

/* A message that is judged, and a copy of the ring to act on. */
struct ring_game_judgement {
	struct turn_message in;
	struct ring *ring;
};

static struct ring_game_judgement begin_judgement(struct turn_message in)
{
	struct ring_game_judgement judgement = {.in = in,
						.ring = ring_copy(ring_game_state(in.game))};

	ring_begin_entry(judgement.ring);
	return judgement;
}

/* Reports whether the seat is to move on a board for which it isn't asked yet. */
static bool is_to_be_asked(const struct ring *ring, uint8_t seat)
{
	for (unsigned i = 0; i < ring->boards; i++)
		if (ring_mover(ring, i) == seat && ring->board[i].asked == 0)
			return true;
	return false;
}

/*
 * Asks the seats that are newly to move on a board. A question is about one board, and events on
 * other boards don't close it. So its token stays valid after another player's move elsewhere, or
 * after an answer for the seat's other board.
 */
static void ask_seats(const struct game *game, size_t first, struct event_list *events)
{
	const struct entry_head head = {.number = 1, .when = 0, .cause = "-"};
	size_t count = events->count;
	struct game after;

	game_copy(&after, game);
	for (size_t i = first; i < count; i++) {
		int result = game_apply(&after, &head, &events->events[i], NULL);

		assert(result == 0);
		(void)result;
	}
	for (uint8_t seat = 0; seat < ring_game_state(&after)->boards; seat++)
		if (is_to_be_asked(ring_game_state(&after), seat))
			turn_add_seat(events, EVENT_ASK, seat, NULL);
	game_done(&after);
}

void ring_game_start(const struct game *game, struct event_list *events)
{
	struct ring *ring = ring_copy(ring_game_state(game));
	size_t first = events->count;

	ring_begin_entry(ring);
	turn_add_seat(events, EVENT_START, NO_SIDE, NULL);
	ring_start(game->variant, ring, events);
	ring_free(ring);
	ask_seats(game, first, events);
}

/*
 * Returns the board that an order is about: the one it names, which must be the seat's own, or else
 * the only one of `likely`. Returns NO_BOARD with the reason, which is `none` if `likely` is empty.
 */
static uint8_t find_board(const struct ring_game_judgement *judgement, const struct order *order,
			  uint16_t likely, const char *none)
{
	uint16_t own = ring_boards(judgement->ring, judgement->in.seat);
	long named = strbuf_number(order->text, 999);
	uint8_t meant = NO_BOARD;
	struct strbuf said, list;

	strbuf_init(&said, 0);
	strbuf_init(&list, 0);
	if (named >= 1 && named <= MAX_BOARDS && own >> (named - 1) & 1) {
		meant = (uint8_t)(named - 1);
	} else if (named >= 1) {
		ring_print_boards(own, &list);
		reason_set(judgement->in.why, "You don't play on board %ld. Your boards: %s.",
			   named, list.bytes);
	} else if (likely == 0) {
		reason_set(judgement->in.why, "%s", none);
	} else if (likely & (likely - 1)) {
		order_print(judgement->in.game->variant, order, &said);
		ring_print_boards(likely, &list);
		reason_set(judgement->in.why,
			   "Write the board's number after it, such as %s %d. "
			   "It may be %s.",
			   said.bytes, __builtin_ctz(likely) + 1, list.bytes);
	} else {
		meant = (uint8_t)__builtin_ctz(likely);
	}
	strbuf_done(&said);
	strbuf_done(&list);
	return meant;
}

/* Returns the boards with an open offer that the seat may answer. */
static uint16_t offered_boards(const struct ring_game_judgement *judgement)
{
	const struct ring *ring = judgement->ring;
	uint16_t boards = 0;

	for (unsigned i = 0; i < ring->boards; i++) {
		uint8_t side = ring_side(ring, i, judgement->in.seat);

		if (side != NO_SIDE && ring->board[i].offering == 1 - side)
			boards |= (uint16_t)(1u << i);
	}
	return boards;
}

/* Checks an offer of a draw with a move: it is on the move's board, and no offer may be open
 * there. */
static enum verdict check_offer(const struct ring_game_judgement *judgement, unsigned board)
{
	long named = strbuf_number(judgement->in.asked.draw->text, MAX_BOARDS);

	if (named >= 1 && (unsigned)named != board + 1)
		reason_set(judgement->in.why,
			   "A draw is offered on the board of the move, and your move is on board "
			   "%u, not %ld.",
			   board + 1, named);
	else if (offered_boards(judgement) >> board & 1)
		reason_set(
			judgement->in.why,
			"%s has offered you a draw on board %u. Write DRAW %u alone to accept it, "
			"or your move alone to play on.",
			variant_seat_title(
				judgement->in.game->variant,
				ring_opponent(judgement->ring, board, judgement->in.seat)),
			board + 1, board + 1);
	else
		return ACCEPTED;
	return REFUSED;
}

/* Returns the board of the offer that DRAW or DRAW NO answers, or NO_BOARD with the reason. */
static uint8_t board_offered(const struct ring_game_judgement *judgement, const struct order *order)
{
	bool accepts = order->kind == ORDER_DRAW;
	uint8_t board =
		find_board(judgement, order, offered_boards(judgement),
			   accepts ? "Nobody has offered you a draw. To offer one yourself, write "
				     "DRAW below your move, in the same message."
				   : "Nobody has offered you a draw, so there is nothing to "
				     "decline.");

	if (board == NO_BOARD || offered_boards(judgement) >> board & 1)
		return board;
	reason_set(judgement->in.why,
		   accepts ? "Nobody has offered you a draw on board %u. To offer one yourself, "
			     "write DRAW below your move there, in the same message."
			   : "Nobody has offered you a draw on board %u, so there is nothing to "
			     "decline.",
		   board + 1u);
	return NO_BOARD;
}

static void decline_offer(struct ring_game_judgement *judgement, unsigned board)
{
	struct ring_board *on = &judgement->ring->board[board];

	ring_name_board(judgement->ring, board, judgement->in.events);
	turn_add_seat(judgement->in.events, EVENT_NO_OFFER, on->seat[on->offering], NULL);
	on->offering = NO_SIDE;
}

/* Records the turn: its canonical text, then the text for people, "2:e2e4 e4". */
static void record_played(struct ring_game_judgement *judgement, const struct ring_move *move,
			  const char *san)
{
	char canonical[RING_TEXT_MAX];
	struct strbuf text;

	ring_text(judgement->in.game->variant, move, canonical);
	strbuf_init(&text, 0);
	strbuf_addf(&text, "%s %s", canonical, san);
	turn_add_seat(judgement->in.events, EVENT_PLAYED, judgement->in.seat, text.bytes);
	strbuf_done(&text);
}

/* Makes a move. An earlier offer of a draw on its board ends. */
static void play_move(struct ring_game_judgement *judgement, const struct ring_move *move)
{
	const struct variant *variant = judgement->in.game->variant;
	struct ring *ring = judgement->ring;
	struct ring_board *board = &ring->board[move->board];
	size_t first = judgement->in.events->count;
	struct strbuf san;

	if (board->offering != NO_SIDE)
		decline_offer(judgement, move->board);
	strbuf_init(&san, 0);
	notation_ring(variant, ring, move, &san);
	ring_make(variant, ring, move, judgement->in.events);
	record_played(judgement, move, san.bytes);
	ring_apply_consequences(variant, ring, move->board, judgement->in.events);
	strbuf_done(&san);
	if (!judgement->in.asked.draw || ring_mover(ring, move->board) == NO_SIDE)
		return;
	for (size_t i = first; i < judgement->in.events->count; i++)
		if (judgement->in.events->events[i].kind == EVENT_FRESH)
			return;
	ring_name_board(ring, move->board, judgement->in.events);
	turn_add_seat(judgement->in.events, EVENT_OFFER, judgement->in.seat, NULL);
}

static struct draws draws_on(const struct ring_game_judgement *judgement, unsigned board)
{
	return ring_draws(judgement->in.game->variant, judgement->ring, board);
}

static const char *claim_on(const struct ring_game_judgement *judgement, unsigned board)
{
	const struct draws draws = draws_on(judgement, board);

	return draws_claim(&draws);
}

static enum verdict check_claim(const struct ring_game_judgement *judgement, unsigned board)
{
	const struct draws draws = draws_on(judgement, board);

	if (ring_mover(judgement->ring, board) != judgement->in.seat)
		return reason_refuse(
			judgement->in.why,
			"You can claim a draw only when it is your turn; it is not your turn on "
			"board %u.",
			board + 1);
	if (draws_claim(&draws) == NULL)
		return draws_deny(&draws, judgement->in.why);
	return ACCEPTED;
}

/* Returns the boards where the seat could claim a draw or, if there are none, those where it is to
 * move. */
static uint16_t claimable_boards(const struct ring_game_judgement *judgement)
{
	uint16_t turns = ring_turns(judgement->ring, judgement->in.seat), boards = 0;

	for (unsigned i = 0; i < judgement->ring->boards; i++)
		if (turns >> i & 1 && claim_on(judgement, i) != NULL)
			boards |= (uint16_t)(1u << i);
	return boards ? boards : turns;
}

/* Returns the board on which a seat that leaves loses: the one named, or else the one where it
 * plays White [leaving-a-ring]. */
static uint8_t board_to_lose(const struct ring_game_judgement *judgement, const struct order *order)
{
	uint8_t white = ring_board_of(judgement->ring, judgement->in.seat, 0), board;
	uint16_t likely = ring_boards(judgement->ring, judgement->in.seat);

	if (white != NO_BOARD)
		likely = (uint16_t)(1u << white);
	board = find_board(judgement, order, likely, "You have no board left.");
	if (board == NO_BOARD || judgement->ring->board[board].mated == NO_SIDE)
		return board;
	reason_set(judgement->in.why,
		   "Board %u is decided already; the result counts as soon as all messages that "
		   "came at the same time have been read.",
		   board + 1u);
	return NO_BOARD;
}

static void lose_board(struct ring_game_judgement *judgement, unsigned board, const char *how)
{
	ring_mate(judgement->ring, board, ring_side(judgement->ring, board, judgement->in.seat),
		  how, judgement->in.events);
}

/* The orders of a message that are known to be allowed. */
struct plan {
	struct ring_move move;
	uint8_t draw, draw_no, claim, resign; /* boards, or NO_BOARD */
};

static enum verdict plan_move(const struct ring_game_judgement *judgement, struct plan *plan)
{
	if (notation_read_ring(judgement->in.game->variant, judgement->ring, judgement->in.seat,
			       judgement->in.asked.move->text, &plan->move,
			       judgement->in.why) == REFUSED)
		return REFUSED;
	return judgement->in.asked.draw ? check_offer(judgement, plan->move.board) : ACCEPTED;
}

static enum verdict make_plan(const struct ring_game_judgement *judgement, struct plan *plan)
{
	if (judgement->in.asked.move && plan_move(judgement, plan) == REFUSED)
		return REFUSED;
	if (judgement->in.asked.draw && !judgement->in.asked.move &&
	    (plan->draw = board_offered(judgement, judgement->in.asked.draw)) == NO_BOARD)
		return REFUSED;
	if (judgement->in.asked.draw_no &&
	    (plan->draw_no = board_offered(judgement, judgement->in.asked.draw_no)) == NO_BOARD)
		return REFUSED;
	if (judgement->in.asked.claim &&
	    ((plan->claim = find_board(
		      judgement, judgement->in.asked.claim, claimable_boards(judgement),
		      "A draw is claimed in your own turn; you aren't to move on any board.")) ==
		     NO_BOARD ||
	     check_claim(judgement, plan->claim) == REFUSED))
		return REFUSED;
	if (judgement->in.asked.resign &&
	    (plan->resign = board_to_lose(judgement, judgement->in.asked.resign)) == NO_BOARD)
		return REFUSED;
	return ACCEPTED;
}

static void carry_out(struct ring_game_judgement *judgement, const struct plan *plan)
{
	const struct variant *variant = judgement->in.game->variant;

	if (judgement->in.asked.draw_no)
		decline_offer(judgement, plan->draw_no);
	if (judgement->in.asked.move)
		play_move(judgement, &plan->move);
	else if (judgement->in.asked.draw)
		ring_redraw(variant, judgement->ring, plan->draw, "agreement",
			    judgement->in.events);
	else if (judgement->in.asked.claim)
		ring_redraw(variant, judgement->ring, plan->claim, claim_on(judgement, plan->claim),
			    judgement->in.events);
	else if (judgement->in.asked.resign)
		lose_board(judgement, plan->resign, "resigned");
}

static enum verdict decide_orders(struct ring_game_judgement *judgement)
{
	struct plan plan = {.draw = NO_BOARD};
	size_t first = judgement->in.events->count;

	if (turn_admit(&judgement->in) == REFUSED)
		return REFUSED;
	if (judgement->in.asked.pass)
		return reason_refuse(judgement->in.why,
				     "You can't pass: in this game you must move in every turn.");
	if (make_plan(judgement, &plan) == REFUSED)
		return REFUSED;
	turn_record_orders(&judgement->in);
	carry_out(judgement, &plan);
	ask_seats(judgement->in.game, first, judgement->in.events);
	return ACCEPTED;
}

enum verdict ring_game_decide(const struct game *game, uint8_t seat,
			      const struct order_list *orders, struct event_list *events,
			      struct reason *why)
{
	struct ring_game_judgement judgement =
		begin_judgement(turn_message_of(game, seat, orders, events, why));
	enum verdict verdict = decide_orders(&judgement);

	ring_free(judgement.ring);
	return verdict;
}

enum verdict ring_game_forfeit(const struct game *game, uint8_t seat, unsigned board,
			       struct event_list *events, struct reason *why)
{
	struct ring_game_judgement judgement =
		begin_judgement(turn_message_of(game, seat, NULL, events, why));
	char *named = board ? base_printf("%u", board) : base_strdup("");
	struct order order = {.kind = ORDER_RESIGN, .text = named};
	uint8_t lost = board_to_lose(&judgement, &order);
	size_t first = events->count;

	if (lost != NO_BOARD) {
		lose_board(&judgement, lost, "forfeited");
		ask_seats(game, first, events);
	}
	free(named);
	ring_free(judgement.ring);
	return lost == NO_BOARD ? REFUSED : ACCEPTED;
}

bool ring_game_end_run(const struct game *game, struct event_list *events)
{
	size_t first = events->count;
	struct ring *ring;

	if (!ring_has_mates(ring_game_state(game)))
		return false;
	ring = ring_copy(ring_game_state(game));
	ring_begin_entry(ring);
	ring_call_mates(game->variant, ring, events);
	ring_free(ring);
	ask_seats(game, first, events);
	return true;
}
