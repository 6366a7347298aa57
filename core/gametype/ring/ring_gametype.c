/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/game/game_bookkeeping.h"
#include "core/gametype/ring/ring_game_state.h"
#include "core/gametype/ring/ring_game_text.h"
#include "core/gametype/ring/ring_gametype.h"
#include "core/ring/ring.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

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

static void close_questions(struct game *game)
{
	for (unsigned i = 0; i < ring_game_state(game)->boards; i++)
		ring_game_state(game)->board[i].asked = 0;
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
		close_questions(game);
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
	.packing = &ring_game_packing,
	.save = ring_game_save,
	.restore = ring_game_restore,
};
