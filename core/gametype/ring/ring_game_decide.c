/* SPDX-License-Identifier: MIT */
/* Orders in a ring: which board they are about, whether they may be, and which facts follow. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/kind/circle/circle_state.h"
#include "core/notation/notation.h"
#include "core/ring/ring.h"
#include "core/base/text.h"
#include "core/kind/circle/circle_kind.h"
#include "core/turn/turn_orders.h"

/* A message being judged, and a copy of the ring to act on. */
struct circle_judgement {
	struct turn_message in;
	struct ring *ring;
};

static struct circle_judgement begin(struct turn_message in)
{
	struct circle_judgement judgement = {.in = in, .ring = ring_copy(circle_state(in.game))};

	ring_begin_entry(judgement.ring);
	return judgement;
}

/* Whether the seat is to move on a board where it isn't asked yet. */
static bool is_to_be_asked(const struct ring *ring, uint8_t seat)
{
	for (unsigned i = 0; i < ring->boards; i++)
		if (ring_mover(ring, i) == seat && ring->board[i].asked == 0)
			return true;
	return false;
}

/*
 * Asks who is newly to move somewhere. A question is about one board: it outlives what happens on
 * others, so that the token of a letter that crossed another's move, or that the seat has answered
 * for its other board, stays good for this one.
 */
static void ask(const struct game *game, size_t first, struct event_list *events)
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
	for (uint8_t seat = 0; seat < circle_state(&after)->boards; seat++)
		if (is_to_be_asked(circle_state(&after), seat))
			turn_add_seat(events, EVENT_ASK, seat, NULL);
	game_done(&after);
}

void circle_start(const struct game *game, struct event_list *events)
{
	struct ring *ring = ring_copy(circle_state(game));
	size_t first = events->count;

	ring_begin_entry(ring);
	turn_add_seat(events, EVENT_START, NO_SIDE, NULL);
	ring_start(game->variant, ring, events);
	ring_free(ring);
	ask(game, first, events);
}

/*
 * The board an order is about: the one it names, which must be the seat's own; else the only one of
 * `likely`. NO_BOARD with the reason: `none` when there is no likely one.
 */
static uint8_t board_meant(const struct circle_judgement *judgement, const struct order *order,
			   uint16_t likely, const char *none)
{
	uint16_t own = ring_boards(judgement->ring, judgement->in.seat);
	long named = text_number(order->text, 999);
	uint8_t meant = NO_BOARD;
	struct text said, list;

	text_init(&said, 0);
	text_init(&list, 0);
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
		reason_set(judgement->in.why, "Name the board, as in %s %d: it may be %s.",
			   said.bytes, __builtin_ctz(likely) + 1, list.bytes);
	} else {
		meant = (uint8_t)__builtin_ctz(likely);
	}
	text_done(&said);
	text_done(&list);
	return meant;
}

/* The boards on which an offer stands that the seat may answer. */
static uint16_t offered(const struct circle_judgement *judgement)
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

/* DRAW with a move offers on the move's board, unless an offer stands there. */
static enum verdict check_offer(const struct circle_judgement *judgement, unsigned board)
{
	long named = text_number(judgement->in.asked.draw->text, MAX_BOARDS);

	if (named >= 1 && (unsigned)named != board + 1)
		reason_set(judgement->in.why,
			   "A draw is offered on the board of the move, and your move is on board "
			   "%u, not %ld.",
			   board + 1, named);
	else if (offered(judgement) >> board & 1)
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

/* The board of an offer that DRAW or DRAW NO answers, or NO_BOARD with the reason. */
static uint8_t board_offered(const struct circle_judgement *judgement, const struct order *order)
{
	bool accepts = order->kind == ORDER_DRAW;
	uint8_t board =
		board_meant(judgement, order, offered(judgement),
			    accepts ? "No draw is offered to you. To offer one yourself write DRAW "
				      "below your move, in the same letter."
				    : "No draw is offered to you, so there is none to decline.");

	if (board == NO_BOARD || offered(judgement) >> board & 1)
		return board;
	reason_set(judgement->in.why,
		   accepts ? "No draw is offered to you on board %u. To offer one yourself write "
			     "DRAW below your move there, in the same letter."
			   : "No draw is offered to you on board %u, so there is none to decline.",
		   board + 1u);
	return NO_BOARD;
}

static void decline(struct circle_judgement *judgement, unsigned board)
{
	struct ring_board *on = &judgement->ring->board[board];

	ring_say_board(judgement->ring, board, judgement->in.events);
	turn_add_seat(judgement->in.events, EVENT_NO_OFFER, on->seat[on->offering], NULL);
	on->offering = NO_SIDE;
}

/* "2:e2e4 e4": the canonical text, then for people. */
static void record_played(struct circle_judgement *judgement, const struct ring_move *move,
			  const char *san)
{
	char canonical[RING_TEXT_MAX];
	struct text text;

	ring_text(judgement->in.game->variant, move, canonical);
	text_init(&text, 0);
	text_addf(&text, "%s %s", canonical, san);
	turn_add_seat(judgement->in.events, EVENT_PLAYED, judgement->in.seat, text.bytes);
	text_done(&text);
}

/* What was offered on the board before lapses with a move on it. */
static void play(struct circle_judgement *judgement, const struct ring_move *move)
{
	const struct variant *variant = judgement->in.game->variant;
	struct ring *ring = judgement->ring;
	struct ring_board *board = &ring->board[move->board];
	size_t first = judgement->in.events->count;
	struct text san;

	if (board->offering != NO_SIDE)
		decline(judgement, move->board);
	text_init(&san, 0);
	notation_ring(variant, ring, move, &san);
	ring_make(variant, ring, move, judgement->in.events);
	record_played(judgement, move, san.bytes);
	ring_follow(variant, ring, move->board, judgement->in.events);
	text_done(&san);
	if (!judgement->in.asked.draw || ring_mover(ring, move->board) == NO_SIDE)
		return;
	for (size_t i = first; i < judgement->in.events->count; i++)
		if (judgement->in.events->events[i].kind == EVENT_FRESH)
			return;
	ring_say_board(ring, move->board, judgement->in.events);
	turn_add_seat(judgement->in.events, EVENT_OFFER, judgement->in.seat, NULL);
}

static struct draws draws_on(const struct circle_judgement *judgement, unsigned board)
{
	return ring_draws(judgement->in.game->variant, judgement->ring, board);
}

static const char *claim_on(const struct circle_judgement *judgement, unsigned board)
{
	const struct draws draws = draws_on(judgement, board);

	return draws_claim(&draws);
}

static enum verdict check_claim(const struct circle_judgement *judgement, unsigned board)
{
	const struct draws draws = draws_on(judgement, board);

	if (ring_mover(judgement->ring, board) != judgement->in.seat)
		return reason_refuse(
			judgement->in.why,
			"A draw is claimed in your own turn; you aren't to move on board %u.",
			board + 1);
	if (draws_claim(&draws) == NULL)
		return draws_deny(&draws, judgement->in.why);
	return ACCEPTED;
}

/* The boards where the seat could claim a draw; if none, those where it is to move. */
static uint16_t claimable(const struct circle_judgement *judgement)
{
	uint16_t turns = ring_turns(judgement->ring, judgement->in.seat), boards = 0;

	for (unsigned i = 0; i < judgement->ring->boards; i++)
		if (turns >> i & 1 && claim_on(judgement, i) != NULL)
			boards |= (uint16_t)(1u << i);
	return boards ? boards : turns;
}

/* [leaving-a-ring]: the board on which a seat that leaves loses: the one named, else where it plays
 * White. */
static uint8_t board_left(const struct circle_judgement *judgement, const struct order *order)
{
	uint8_t white = ring_board_of(judgement->ring, judgement->in.seat, 0), board;
	uint16_t likely = ring_boards(judgement->ring, judgement->in.seat);

	if (white != NO_BOARD)
		likely = (uint16_t)(1u << white);
	board = board_meant(judgement, order, likely, "You have no board left.");
	if (board == NO_BOARD || judgement->ring->board[board].mated == NO_SIDE)
		return board;
	reason_set(judgement->in.why,
		   "Board %u is decided already; it is called when this sitting ends.", board + 1u);
	return NO_BOARD;
}

static void leave(struct circle_judgement *judgement, unsigned board, const char *how)
{
	ring_mate(judgement->ring, board, ring_side(judgement->ring, board, judgement->in.seat),
		  how, judgement->in.events);
}

/* What a message asks, once it is known to be allowed. */
struct plan {
	struct ring_move move;
	uint8_t draw, draw_no, claim, resign; /* boards, or NO_BOARD */
};

static enum verdict plan_move(const struct circle_judgement *judgement, struct plan *plan)
{
	if (notation_read_ring(judgement->in.game->variant, judgement->ring, judgement->in.seat,
			       judgement->in.asked.move->text, &plan->move,
			       judgement->in.why) == REFUSED)
		return REFUSED;
	return judgement->in.asked.draw ? check_offer(judgement, plan->move.board) : ACCEPTED;
}

static enum verdict make_plan(const struct circle_judgement *judgement, struct plan *plan)
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
	    ((plan->claim = board_meant(
		      judgement, judgement->in.asked.claim, claimable(judgement),
		      "A draw is claimed in your own turn; you aren't to move on any board.")) ==
		     NO_BOARD ||
	     check_claim(judgement, plan->claim) == REFUSED))
		return REFUSED;
	if (judgement->in.asked.resign &&
	    (plan->resign = board_left(judgement, judgement->in.asked.resign)) == NO_BOARD)
		return REFUSED;
	return ACCEPTED;
}

static void carry_out(struct circle_judgement *judgement, const struct plan *plan)
{
	const struct variant *variant = judgement->in.game->variant;

	if (judgement->in.asked.draw_no)
		decline(judgement, plan->draw_no);
	if (judgement->in.asked.move)
		play(judgement, &plan->move);
	else if (judgement->in.asked.draw)
		ring_redraw(variant, judgement->ring, plan->draw, "agreement",
			    judgement->in.events);
	else if (judgement->in.asked.claim)
		ring_redraw(variant, judgement->ring, plan->claim, claim_on(judgement, plan->claim),
			    judgement->in.events);
	else if (judgement->in.asked.resign)
		leave(judgement, plan->resign, "resigned");
}

static enum verdict decide(struct circle_judgement *judgement)
{
	struct plan plan = {.draw = NO_BOARD};
	size_t first = judgement->in.events->count;

	if (turn_admit(&judgement->in) == REFUSED)
		return REFUSED;
	if (judgement->in.asked.pass)
		return reason_refuse(judgement->in.why,
				     "You can't pass: in this game every turn is a move.");
	if (make_plan(judgement, &plan) == REFUSED)
		return REFUSED;
	turn_record_orders(&judgement->in);
	carry_out(judgement, &plan);
	ask(judgement->in.game, first, judgement->in.events);
	return ACCEPTED;
}

enum verdict circle_decide(const struct game *game, uint8_t seat, const struct order_list *orders,
			   struct event_list *events, struct reason *why)
{
	struct circle_judgement judgement = begin(turn_message_of(game, seat, orders, events, why));
	enum verdict verdict = decide(&judgement);

	ring_free(judgement.ring);
	return verdict;
}

enum verdict circle_forfeit(const struct game *game, uint8_t seat, unsigned board,
			    struct event_list *events, struct reason *why)
{
	struct circle_judgement judgement = begin(turn_message_of(game, seat, NULL, events, why));
	char *named = board ? base_printf("%u", board) : base_strdup("");
	struct order order = {.kind = ORDER_RESIGN, .text = named};
	uint8_t lost = board_left(&judgement, &order);
	size_t first = events->count;

	if (lost != NO_BOARD) {
		leave(&judgement, lost, "forfeited");
		ask(game, first, events);
	}
	free(named);
	ring_free(judgement.ring);
	return lost == NO_BOARD ? REFUSED : ACCEPTED;
}

bool circle_end_run(const struct game *game, struct event_list *events)
{
	size_t first = events->count;
	struct ring *ring;

	if (!ring_has_mates(circle_state(game)))
		return false;
	ring = ring_copy(circle_state(game));
	ring_begin_entry(ring);
	ring_call(game->variant, ring, events);
	ring_free(ring);
	ask(game, first, events);
	return true;
}
