/* SPDX-License-Identifier: MIT */
#include "core/kind/circle/circle_state.h"
#include "core/kind/circle/circle_kind.h"
#include "core/base/text.h"
#include "core/kind/circle/circle_view.h"
#include "core/ring/ring.h"
#include "core/turn/game_note.h"
#include "core/variant/variant_data.h"

static bool claims(const struct variant *variant)
{
	return variant->circle_count > 0;
}

static uint64_t perft(const struct variant *variant, unsigned depth)
{
	struct ring *ring = ring_new(variant);
	uint64_t nodes;

	ring_start(variant, ring, NULL);
	nodes = ring_perft(variant, ring, depth);
	ring_free(ring);
	return nodes;
}

static void init(struct game *game)
{
	game->state = ring_new(game->variant);
	game->position.turn = NO_SIDE;
}

static void done(struct game *game)
{
	ring_free(circle_state(game));
}

static void copy(struct game *to, const struct game *from)
{
	to->state = ring_copy(circle_state(from));
}

static uint16_t in_play(const struct game *game)
{
	return circle_state(game)->in_play;
}

/* A seat is asked board by board; its question is the newest of those it hasn't answered. */
static void find_questions(struct game *game)
{
	const struct ring *ring = circle_state(game);

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
	for (unsigned i = 0; i < circle_state(game)->boards; i++) {
		struct ring_board *board = &circle_state(game)->board[i];

		if (ring_mover(circle_state(game), i) != seat || board->asked != 0)
			continue;
		board->asked = head->number;
		board->asked_when = head->when;
		board->asked_digest.hex[0] = '\0';
	}
	find_questions(game);
}

/* What was asked on the board in hand is answered, or means nothing any more. */
static void close_question(struct game *game)
{
	circle_state(game)->board[circle_state(game)->at].asked = 0;
	find_questions(game);
}

static void close_questions(struct game *game)
{
	for (unsigned i = 0; i < circle_state(game)->boards; i++)
		circle_state(game)->board[i].asked = 0;
	find_questions(game);
}

/* What a fact of a ring means beyond its boards. Rounds are counted board by board. */
static int note(struct game *game, const struct entry_head *head, const struct event *event,
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
			       (circle_state(game)->board[circle_state(game)->at].turns + 1) / 2);
		circle_state(game)->played[event->seat] = head->number;
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
		close_questions(game);
		return 0;
	case EVENT_START:
	case EVENT_RESULT:
		return game_note(game, head, event, reason);
	default:
		return 0;
	}
}

static int apply(struct game *game, const struct entry_head *head, const struct event *event,
		 struct reason *reason)
{
	return ring_apply(game->variant, circle_state(game), head->number, event, reason) < 0
		       ? -1
		       : note(game, head, event, reason);
}

static void close_entry(struct game *game, unsigned entry, const struct digest *digest)
{
	struct ring *ring = circle_state(game);

	for (unsigned i = 0; i < ring->boards; i++) {
		if (ring->board[i].asked == entry)
			ring->board[i].asked_digest = *digest;
		if (ring->played[i] == entry)
			ring->played_digest[i] = *digest;
	}
}

static void board(const struct game *game, uint8_t from, uint8_t seat, enum board_style style,
		  struct text *out)
{
	(void)seat; /* nothing on a board is secret */
	circle_boards(game, from, style, out);
}

static void status(const struct game *game, struct text *out)
{
	view_add_seats(game, ring_to_move(circle_state(game)), out);
	text_add(out, " to move.\n");
	view_departures(game, out);
}

/* Each board has its own clock, for whoever is to move there. */
static bool turn_asked(const struct game *game, unsigned clock, uint8_t *seat_out,
		       struct question *question_out)
{
	const struct ring *ring = circle_state(game);

	if (clock >= ring->boards || ring->board[clock].asked == 0 ||
	    ring_mover(ring, clock) == NO_SIDE)
		return false;
	*seat_out = ring_mover(ring, clock);
	*question_out = (struct question){.entry = ring->board[clock].asked,
					  .asked = ring->board[clock].asked_when};
	return true;
}

/* A board's turn goes round among two. */
static bool goes_round(const struct game *before, const struct game *after)
{
	(void)before;
	return circle_state(after)->board[circle_state(after)->at].turns % 2 == 0;
}

/* The board of the last turn. */
static void diagram(const struct game *game, struct text *out)
{
	unsigned board =
		circle_state(game)->at < circle_state(game)->boards ? circle_state(game)->at : 0;

	text_addf(out, "Board %u\n", board + 1);
	circle_sheet(game, board, NO_SIDE, BOARD_COMPACT, out);
}

const struct kind circle_kind = {
	.name = "ring",
	.claims = claims,
	.boards = true,
	.perft = perft,
	.init = init,
	.done = done,
	.copy = copy,
	.in_play = in_play,
	.apply = apply,
	.close_entry = close_entry,
	.start = circle_start,
	.decide = circle_decide,
	.forfeit = circle_forfeit,
	.end_run = circle_end_run,
	.turn_asked = turn_asked,
	.board = board,
	.scene = circle_scene,
	.status = status,
	.legal = circle_legal,
	.since = circle_since,
	.choose = circle_choose,
	.placement = circle_placement,
	.goes_round = goes_round,
	.diagram = diagram,
	.is_sound = circle_is_sound,
	.write = circle_write,
	.read_begin = circle_read_begin,
	.read = circle_read,
	.read_end = circle_read_end,
};
