/* SPDX-License-Identifier: MIT */

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/game/game_bookkeeping.h"
#include "core/game/turn_orders.h"
#include "core/gametype/ring/ring_game_state.h"
#include "core/gametype/ring/ring_game_text.h"
#include "core/gametype/ring/ring_gametype.h"
#include "core/image/scene.h"
#include "core/notation/notation.h"
#include "core/ring/ring.h"
#include "core/rules/movegen.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"
#include "core/view/board_text.h"

/* Orders in a ring: which board they are about, whether they are allowed, and which events
 * follow. */

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

static void ring_game_start(const struct game *game, struct event_list *events)
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

static enum verdict ring_game_decide(const struct game *game, uint8_t seat,
				     const struct order_list *orders, struct event_list *events,
				     struct reason *why)
{
	struct ring_game_judgement judgement =
		begin_judgement(turn_message_of(game, seat, orders, events, why));
	enum verdict verdict = decide_orders(&judgement);

	ring_free(judgement.ring);
	return verdict;
}

static enum verdict ring_game_forfeit(const struct game *game, uint8_t seat, unsigned board,
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

static bool ring_game_end_run(const struct game *game, struct event_list *events)
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

/* The boards of a ring in a snapshot, and whether they are sound. */

/* ---- snapshots ---- */

#define THIS struct sha256
static const struct packing_member of_digest[] = {PACK_WORD(hex)};
static const struct packing digest_packing = PACKING(of_digest);
#undef THIS

#define THIS struct ring_board
static const struct packing_member of_board[] = {
	PACK_STRUCTS(position, struct position, gamefile_position),
	PACK_STRUCTS(history, struct history, gamefile_repetition),
	PACK_MOST(alive, 1),
	PACK_EACH(seat, uint8_t, MAX_SEATS - 1),
	PACK_RAW(mated),
	PACK_RAW(offering),
	PACK_EACH(set, uint8_t, MAX_BOARDS - 1),
	PACK_RAW(turns),
	PACK_RAW(asked),
	PACK_MOST(asked_when, GAMEFILE_LAST_TIME),
	PACK_WORD(asked_digest.hex),
	PACK_MOST(from, NO_SQUARE),
	PACK_MOST(to, NO_SQUARE),
	PACK_MOST(taken, NO_SQUARE),
};
static const struct packing one_board = PACKING(of_board);
#undef THIS

/* The pieces in one seat's stockpile. */
struct stock {
	uint16_t pieces[RING_SIDES][MAX_TYPES][MAX_BOARDS];
};
#define THIS struct stock
static const struct packing_member of_stock[] = {PACK_RAW(pieces)};
static const struct packing stock = PACKING(of_stock);
#undef THIS

#define THIS struct ring
static const struct packing_member of_ring[] = {
	PACK_RAW(in_play),
	PACK_KNOWN(stock, boards, stock),
	PACK_RAW(played),
	PACK_STRUCTS(played_digest, struct sha256, digest_packing),
	PACK_RAW(at),
	PACK_MOST(over, 1),
	PACK_KNOWN(board, boards, one_board),
};
static const struct packing packing = PACKING(of_ring);
#undef THIS

/* Adds how each board was lost, which is a pointer to a text. */
static void ring_game_save(const struct game *game, struct strbuf *out)
{
	const struct ring *ring = ring_game_state(game);

	for (unsigned i = 0; i < ring->boards; i++)
		if (ring->board[i].mated != NO_SIDE)
			packing_write_text(ring->board[i].how, out);
}

/* Reports whether no stockpile has pieces of a set that the ring doesn't have. */
static bool are_sets_known(const struct ring *ring)
{
	for (unsigned seat = 0; seat < ring->boards; seat++)
		for (unsigned side = 0; side < RING_SIDES; side++)
			for (unsigned type = 0; type < MAX_TYPES; type++)
				for (unsigned set = ring->boards; set < MAX_BOARDS; set++)
					if (ring->stock[seat][side][type][set] != 0)
						return false;
	return true;
}

static bool ring_game_restore(struct game *game, struct packed *bytes)
{
	struct ring *ring = ring_game_state(game);
	const uint8_t at = ring->at;
	char how[16];

	for (unsigned i = 0; i < ring->boards; i++) {
		struct ring_board *one = &ring->board[i];

		if (!position_index(game->variant, &one->position) ||
		    one->seat[0] >= ring->boards || one->seat[1] >= ring->boards)
			return false;
		if (one->mated != NO_SIDE &&
		    (one->mated >= RING_SIDES || !packing_read_text(bytes, how, sizeof how) ||
		     !ring_mate(ring, i, one->mated, how, NULL)))
			return false;
	}
	ring->at = at;
	return (at == NO_BOARD || at < ring->boards) && are_sets_known(ring);
}

/* ---- soundness ---- */

static bool is_board_sound(const struct game *game, const struct ring_board *board)
{
	const struct position *position = &board->position;

	if (!position_is_sound(game->variant, position) ||
	    (board->offering != NO_SIDE && board->offering >= RING_SIDES))
		return false;
	for (unsigned i = 0; i < position->piece_count; i++)
		if (board->set[i] >= ring_game_state(game)->boards)
			return false;
	/* A seat that is to move there needs a king. */
	for (unsigned side = 0; board->alive && side < RING_SIDES; side++)
		if (position->king[side] == NO_PIECE)
			return false;
	return !board->alive || position->turn < RING_SIDES;
}

static bool ring_game_is_sound(const struct game *game)
{
	const struct ring *ring = ring_game_state(game);

	for (unsigned i = 0; i < ring->boards; i++)
		if (!is_board_sound(game, &ring->board[i]))
			return false;
	return ring->in_play >> ring->boards == 0;
}

/* Builds the scene of a ring: its boards, each from its own side, and the stockpiles. */

static void put_ring_board(const struct game *game, unsigned number, uint8_t from,
			   struct scene *scene, unsigned place)
{
	const struct ring *ring = ring_game_state(game);
	const struct ring_board *board = &ring->board[number];
	const struct position *position = &board->position;
	struct turn_record last = {
		.step_count = board->to != NO_SQUARE,
		.steps = {{board->from, board->to}},
	};
	uint8_t side = from == NO_SIDE ? NO_SIDE : ring_side(ring, number, from);
	struct scene_cell *taken;
	uint8_t checked = 0;

	for (uint8_t i = 0; i < RING_SIDES; i++)
		if (movegen_in_check(game->variant, position, i))
			checked |= (uint8_t)(1u << i);
	scene_put_board(scene, place, position, &last, board_text_forward(game->variant, side),
			checked);
	taken = scene_cell_at(&scene->board[place], board->taken);
	if (taken != NULL)
		taken->marks |= SCENE_TAKEN;
	scene->board[place].number = number + 1;
	scene->board[place].over = !board->alive;
	if (ring_mover(ring, number) == NO_SIDE)
		scene->board[place].to_move = NO_SIDE;
	for (uint8_t i = 0; i < RING_SIDES; i++)
		scene->board[place].seats[i] = board->seat[i];
}

/* Adds up the pieces of all sets in a stockpile; the text says which set each piece is of. */
static void show_stock(const struct game *game, uint8_t seat, struct scene *scene)
{
	const struct ring *ring = ring_game_state(game);

	for (uint8_t side = 0; side < RING_SIDES; side++)
		for (uint8_t type = 0; type < game->variant->type_count; type++) {
			unsigned count = 0;

			for (unsigned set = 0; set < ring->boards; set++)
				count += ring->stock[seat][side][type][set];
			scene_add_pile(scene, seat, side, type, count);
		}
}

/* Builds the scene of the ring; see scene_new. */
static struct scene *ring_game_scene(const struct game *game, uint8_t from, uint8_t seat)
{
	uint16_t boards = from == NO_SIDE ? 0 : ring_boards(ring_game_state(game), from);
	struct scene *scene;
	unsigned place = 0;

	(void)seat; /* nothing in a ring is secret */
	if (boards == 0)
		boards = (uint16_t)((1u << ring_game_state(game)->boards) - 1);
	scene = scene_empty(game->variant, (unsigned)__builtin_popcount(boards));
	for (unsigned i = 0; i < ring_game_state(game)->boards; i++)
		if (boards >> i & 1)
			put_ring_board(game, i, from, scene, place++);
	for (uint8_t i = 0; i < variant_seats(game->variant); i++)
		show_stock(game, i, scene);
	return scene;
}

static bool ring_gametype_claims(const struct variant *variant)
{
	return variant->ring_seat_count > 0;
}

static uint64_t ring_gametype_perft(const struct variant *variant, unsigned depth)
{
	struct ring *ring = ring_new(variant);
	uint64_t nodes;

	ring_start(variant, ring, NULL);
	nodes = ring_perft(variant, ring, depth);
	ring_free(ring);
	return nodes;
}

static void ring_gametype_init(struct game *game)
{
	game->state = ring_new(game->variant);
	game->position.turn = NO_SIDE;
}

static void ring_gametype_done(struct game *game)
{
	ring_free(ring_game_state(game));
}

static void ring_gametype_copy(struct game *to, const struct game *from)
{
	to->state = ring_copy(ring_game_state(from));
}

static uint16_t ring_gametype_in_play(const struct game *game)
{
	return ring_game_state(game)->in_play;
}

/* Finds the question of each seat. A seat is asked for each board; its question is the newest one
 * that is open. */
static void find_questions(struct game *game)
{
	const struct ring *ring = ring_game_state(game);

	for (unsigned seat = 0; seat < MAX_SEATS; seat++)
		game->questions[seat].entry = 0;
	for (unsigned i = 0; i < ring->boards; i++) {
		const struct ring_board *board = &ring->board[i];
		uint8_t seat = ring_mover(ring, i);

		if (seat != NO_SIDE && board->asked > game->questions[seat].entry)
			game->questions[seat] =
				(struct question){board->asked, board->asked_when,
						  board->asked_when, board->asked_digest};
	}
}

static void ask_on_boards(struct game *game, const struct entry_head *head, uint8_t seat)
{
	for (unsigned i = 0; i < ring_game_state(game)->boards; i++) {
		struct ring_board *board = &ring_game_state(game)->board[i];

		if (ring_mover(ring_game_state(game), i) != seat || board->asked != 0)
			continue;
		board->asked = head->number;
		board->asked_when = head->when;
		board->asked_digest.hex[0] = '\0';
	}
	find_questions(game);
}

/* Closes the question about the current board: it is answered, or no longer applies. */
static void close_question(struct game *game)
{
	ring_game_state(game)->board[ring_game_state(game)->at].asked = 0;
	find_questions(game);
}

/* Applies what an event of a ring changes apart from its boards. Rounds are counted for each
 * board. */
static int note_event(struct game *game, const struct entry_head *head, const struct event *event,
		      struct reason *reason)
{
	switch (event->kind) {
	case EVENT_MOVE:
	case EVENT_PLACE:
		if (game->step_count == 0)
			game->steps[game->step_count++] =
				(struct turn_step){event->from, event->to};
		return 0;
	case EVENT_PLAYED:
		game_note_turn(game, head, event,
			       (ring_game_state(game)->board[ring_game_state(game)->at].turns + 1) /
				       2);
		ring_game_state(game)->played[event->seat] = head->number;
		game_note_sent(game, head, event->seat);
		close_question(game);
		return 0;
	case EVENT_ASK:
		ask_on_boards(game, head, event->seat);
		return 0;
	case EVENT_BEATEN:
		game_note_beaten(game, event);
		return 0;
	case EVENT_MATED:
	case EVENT_CLOSE:
	case EVENT_FRESH:
	case EVENT_CONQUER:
		close_question(game);
		return 0;
	case EVENT_UNDO:
		for (unsigned i = 0; i < ring_game_state(game)->boards; i++)
			ring_game_state(game)->board[i].asked = 0;
		find_questions(game);
		return 0;
	case EVENT_START:
	case EVENT_RESULT:
		return game_note(game, head, event, reason);
	default:
		return 0;
	}
}

static int ring_gametype_apply(struct game *game, const struct entry_head *head,
			       const struct event *event, struct reason *reason)
{
	return ring_apply(game->variant, ring_game_state(game), head->number, event, reason) < 0
		       ? -1
		       : note_event(game, head, event, reason);
}

static void ring_gametype_close_entry(struct game *game, unsigned entry,
				      const struct sha256 *digest)
{
	struct ring *ring = ring_game_state(game);

	for (unsigned i = 0; i < ring->boards; i++) {
		if (ring->board[i].asked == entry)
			ring->board[i].asked_digest = *digest;
		if (ring->played[i] == entry)
			ring->played_digest[i] = *digest;
	}
}

static void ring_gametype_board(const struct game *game, uint8_t from, uint8_t seat,
				enum board_style style, struct strbuf *out)
{
	(void)seat; /* nothing on a board is secret */
	ring_game_boards(game, from, style, out);
}

/* Messages to players say more (pbem/gametype/mail_ring_values.c). */
static void ring_gametype_status(const struct game *game, const struct view_reader *reader,
				 struct strbuf *out)
{
	(void)reader;
	view_add_seats(game, ring_to_move(ring_game_state(game)), out);
	strbuf_add(out, " to move.\n");
	view_departures(game, out);
}

/* Each board has its own clock, for the seat that is to move there. */
static bool ring_gametype_turn_asked(const struct game *game, unsigned clock, uint8_t *seat_out,
				     struct question *question_out)
{
	const struct ring *ring = ring_game_state(game);

	if (clock >= ring->boards || ring->board[clock].asked == 0 ||
	    ring_mover(ring, clock) == NO_SIDE)
		return false;
	*seat_out = ring_mover(ring, clock);
	*question_out = (struct question){.entry = ring->board[clock].asked,
					  .asked = ring->board[clock].asked_when};
	return true;
}

/* A turn of a board goes round between two seats. */
static bool ring_gametype_goes_round(const struct game *before, const struct game *after)
{
	(void)before;
	return ring_game_state(after)->board[ring_game_state(after)->at].turns % 2 == 0;
}

static const char board_name_word[] = "Board ";

static void ring_gametype_diagram(const struct game *game, unsigned number, struct strbuf *out)
{
	const struct ring *ring = ring_game_state(game);
	unsigned board = number != 0 ? number - 1 : ring->at < ring->boards ? ring->at : 0;

	strbuf_addf(out, "%s%u\n", board_name_word, board + 1);
	ring_game_sheet(game, board, NO_SIDE, BOARD_COMPACT, out);
}

static unsigned ring_gametype_diagram_of(const struct game *game, unsigned entry, const char *bytes,
					 const char *end)
{
	const size_t len = sizeof board_name_word - 1;
	unsigned number = 0;

	if (ring_game_state(game)->entry == entry || (size_t)(end - bytes) < len ||
	    memcmp(bytes, board_name_word, len) != 0)
		return 0;
	for (bytes += len; bytes < end && *bytes >= '0' && *bytes <= '9' && number < MAX_BOARDS;)
		number = 10 * number + (unsigned)(*bytes++ - '0');
	return number <= ring_game_state(game)->boards ? number : 0;
}

const struct gametype ring_gametype = {
	.name = "ring",
	.claims = ring_gametype_claims,
	.boards = true,
	.perft = ring_gametype_perft,
	.init = ring_gametype_init,
	.done = ring_gametype_done,
	.copy = ring_gametype_copy,
	.in_play = ring_gametype_in_play,
	.apply = ring_gametype_apply,
	.close_entry = ring_gametype_close_entry,
	.start = ring_game_start,
	.decide = ring_game_decide,
	.forfeit = ring_game_forfeit,
	.end_run = ring_game_end_run,
	.turn_asked = ring_gametype_turn_asked,
	.board = ring_gametype_board,
	.scene = ring_game_scene,
	.status = ring_gametype_status,
	.choices = ring_game_choices,
	.since = ring_game_since,
	.choose = ring_game_choose,
	.placement = ring_game_placement,
	.goes_round = ring_gametype_goes_round,
	.diagram = ring_gametype_diagram,
	.diagram_of = ring_gametype_diagram_of,
	.is_sound = ring_game_is_sound,
	.packing = &packing,
	.save = ring_game_save,
	.restore = ring_game_restore,
};
