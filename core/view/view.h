/* SPDX-License-Identifier: MIT */
/* What one seat may see of a game, as lines of text at most 72 columns wide. */
#ifndef PBEM_CORE_VIEW_VIEW_H
#define PBEM_CORE_VIEW_VIEW_H

#include "core/position/move.h"
#include "core/turn/game.h"
#include "core/variant/kind.h"

struct text;

/*
 * The board in ASCII, coordinates on all sides, drawn from the side of seat `from` (NO_SIDE: the
 * first seat's), the last move's squares in brackets. FULL writes owner and kind of every piece
 * ("wK") and says below what the letters mean; COMPACT one letter a piece where two seats play,
 * capitals the first seat's. What cards do to pieces and squares stands beside them as signs, told
 * below; a trap only if `seat` has laid it (NO_SIDE: nobody's is shown). Readable without colour.
 * Here and below no line begins with '>', '-- ' or "From ", none ends in a blank, and none reads as
 * an order.
 */
void view_board_for(const struct game *game, uint8_t from, uint8_t seat, enum board_style style,
		    struct text *out);

/* The same as everybody may see it. */
void view_board(const struct game *game, uint8_t from, enum board_style style, struct text *out);

/* Whose turn, check, draw offer, result; of more than two seats also who is out, and who else
 * stands in check. "White to move (move 12)." A line each. */
void view_status(const struct game *game, struct text *out);

/* Its part where one position is played on, "White to move (move 12).", and its lines on who is out
 * of the game; nothing of these where only two play. For kinds' `status`. */
void view_to_move(const struct game *game, struct text *out);
void view_departures(const struct game *game, struct text *out);

/* The turns after turn number `after`, a line each, as far as they are kept. */
void view_recent(const struct game *game, unsigned after, struct text *out);

/* What has happened since the seat last moved, that move included; for one that is out of the game:
 * since its turn would last have come. */
void view_since(const struct game *game, uint8_t seat, struct text *out);

/* Whether the turn passes by `seat` when it goes from one seat to another, `to` included. */
bool view_passes(const struct game *game, uint8_t from, uint8_t to, uint8_t seat);

/* "White", "White and Red": seats by their titles. */
void view_add_seats(const struct game *game, uint16_t seats, struct text *out);

/* How a seat went out: "Red was checkmated by White in round 4." Empty while it is in play. */
void view_departure(const struct game *game, uint8_t seat, struct text *out);

/* One turn, as view_recent writes it: "   12  White  Nf3     g1f3"; a long one on several lines. */
void view_turn(const struct game *game, const struct turn_record *record, struct text *out);

/* A turn as game files tell it, "Nf3 (undone); Black: Chaos; then e4", in the language spoken. The
 * caller frees it. */
char *view_told(const struct variant *variant, const char *told);

/* What the mover did of "Nf3 (undone); Black: Chaos; then e4, Truce; Black: Bog": the last attempt,
 * without the others' answers. */
const char *view_own_part(const char *told, int *len_out);

/* The last finished turn as a move is numbered in print: "1. e4", "14... Nf6"; of more than two
 * seats with whose it was: "Red's Nf3". Empty before the first. */
void view_last(const struct game *game, struct text *out);

/* The seat's legal moves, sorted, by kind of piece, wrapped at 72 columns. It may have some on
 * several boards, or have its turn next while others may answer this one. Nothing when it isn't its
 * turn, or the game is over. */
void view_legal_for(const struct game *game, uint8_t seat, struct text *out);

/* The moves of a list, sorted here, in that form. */
void view_moves(const struct variant *variant, const struct position *position,
		struct move_list *list, struct text *out);

/* What a seat can do on one board. */
struct view_choice {
	const struct variant *variant;
	unsigned board; /* from 0, where there are several */
	struct position position;
	struct move_list moves;
};

/* The letter of a kind of piece, of which `kind` is the English one, as the reader's language has
 * it; where that is another kind's of this variant, in English. */
void view_letter(const struct variant *variant, char kind, struct text *out);

/*
 * How moves are written, by such as the seat can make now: "MOVE e2-e4, or in short Nf3, exd5,
 * O-O", in a ring on the first board where it is to move; one of them alone, "e2-e4"; and in a ring
 * a placement. Nothing when it can't move, or has none to place. With cards, a turn that can be
 * sent ahead counts.
 */
void view_example_moves(const struct game *game, uint8_t seat, struct text *out);
void view_example_move(const struct game *game, uint8_t seat, struct text *out);
void view_example_placement(const struct game *game, uint8_t seat, struct text *out);

/* The same for who isn't to move: from the array a move of the seat's, were it the first; a pawn's
 * or another man's; "e2-e4", or brief "e4". */
void view_example_of_array(const struct variant *variant, uint8_t seat, bool pawn, bool brief,
			   struct text *out);

/* How the seat's own army castles, by the squares of king and rook, "e1h1"; and a promotion,
 * "e8=Q". Nothing where it never does. */
void view_example_castling(const struct variant *variant, uint8_t seat, struct text *out);
void view_example_promotion(const struct variant *variant, uint8_t seat, struct text *out);

/* The result for people: "White wins by checkmate.", "Drawn by repetition." Empty while playing. */
void view_result(const struct game *game, struct text *out);

#endif
