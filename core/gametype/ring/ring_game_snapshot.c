/* SPDX-License-Identifier: MIT */
/* The boards of a ring in a snapshot, and whether they are sound. */
#include "core/gametype/ring/ring_game_state.h"
#include "core/gametype/ring/ring_gametype.h"
#include "core/ring/ring.h"
#include "core/variant/variant_data.h"

/* ---- snapshots ---- */

#define THIS struct sha256
static const struct packing_member of_digest[] = {PACK_WORD(hex)};
static const struct packing digest = PACKING(of_digest);
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
	PACK_STRUCTS(played_digest, struct sha256, digest),
	PACK_RAW(at),
	PACK_MOST(over, 1),
	PACK_KNOWN(board, boards, one_board),
};
const struct packing ring_game_packing = PACKING(of_ring);
#undef THIS

/* Adds how each board was lost, which is a pointer to a text. */
void ring_game_save(const struct game *game, struct strbuf *out)
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

bool ring_game_restore(struct game *game, struct packed *bytes)
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

bool ring_game_is_sound(const struct game *game)
{
	const struct ring *ring = ring_game_state(game);

	for (unsigned i = 0; i < ring->boards; i++)
		if (!is_board_sound(game, &ring->board[i]))
			return false;
	return ring->in_play >> ring->boards == 0;
}
