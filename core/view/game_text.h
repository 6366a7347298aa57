/* SPDX-License-Identifier: MIT */
/* Describes a game as a seat may see it, in lines of at most 72 columns. */
#ifndef PBEM_CORE_VIEW_GAME_TEXT_H
#define PBEM_CORE_VIEW_GAME_TEXT_H

#include "core/game/game.h"
#include "core/position/move.h"
#include "core/variant/gametype.h"

struct strbuf;

/*
 * Adds the board in ASCII with coordinates on all sides, from the side of seat `from` (NO_SIDE: the
 * first seat), with brackets around the last move's squares. FULL writes owner and kind of every
 * piece ("wK") and explains the letters below. COMPACT writes one letter per piece if two seats
 * play, with capitals for the first seat. Effects of cards are signs beside pieces and squares,
 * explained below. Only the seat that laid a trap sees it (NO_SIDE: nobody does). The board is
 * readable without colour. In all texts of this file no line begins with '>', '-- ' or "From ",
 * none ends in a space, and none can be read as an order.
 */
void view_board_for(const struct game *game, uint8_t from, uint8_t seat, enum board_style style,
		    struct strbuf *out);

/* Adds the board as everybody may see it. */
void view_board(const struct game *game, uint8_t from, enum board_style style, struct strbuf *out);

/* ---- whose turn it is: status_text.c ---- */

/*
 * A player who reads about the game: texts say "you" to this seat and name the others. Without a
 * reader (NULL) everybody reads the text, and seats have their titles.
 */
struct view_reader {
	uint8_t seat;
	const char *names[MAX_SEATS];
};

/*
 * Add whose turn it is, check, draw offer and result, each on a line. With more than two seats also
 * add which seats are out, and which others are in check. "White to move (move 12)." is for
 * everybody, "It is your turn: White, move 12." for a player.
 */
void view_status(const struct game *game, struct strbuf *out);
void view_status_to(const struct game *game, const struct view_reader *reader, struct strbuf *out);

/*
 * Parts of the status, for the `status` of kinds of games: whose turn it is on the only board, and
 * which seats are out of the game (nothing if two play).
 */
void view_to_move(const struct game *game, const struct view_reader *reader, struct strbuf *out);
void view_departures(const struct game *game, struct strbuf *out);

/* Adds that it is the player's turn; `check` is ", in check" or "". */
void view_turn_of(const struct game *game, const struct view_reader *reader, uint8_t player,
		  const char *check, struct strbuf *out);

/* Returns the word for counting turns: "move" or "round". */
const char *view_count_word(const struct game *game);

/* Returns the name of a seat for the reader. */
const char *view_name(const struct game *game, const struct view_reader *reader, uint8_t seat);

/* Reports whether the seat is the reader's own. */
bool view_is_you(const struct view_reader *reader, uint8_t seat);

/* Adds the names of those seats except the reader's: "Anna and Bob". */
void view_add_others(const struct game *game, const struct view_reader *reader, uint16_t seats,
		     struct strbuf *out);

/*
 * A sentence about seats: the form for the reader, and what follows the name of one other seat or
 * of several.
 */
struct view_sentence {
	const char *you, *one, *many;
};
void view_add_sentence(const struct game *game, const struct view_reader *reader, uint16_t seats,
		       const struct view_sentence *saying, struct strbuf *out);

/* ---- turns played ---- */

/* Adds the turns after turn number `after`, one per line, as far as they are kept. */
void view_recent(const struct game *game, unsigned after, struct strbuf *out);

/*
 * Adds what has happened since the seat last moved, including that move. For a seat out of the
 * game: since its turn would last have come.
 */
void view_since(const struct game *game, uint8_t seat, struct strbuf *out);

/* Reports whether the turn passes `seat` on its way from one seat to another, including `to`. */
bool view_passes(const struct game *game, uint8_t from, uint8_t to, uint8_t seat);

/* Adds seats by their titles: "White", "White and Red". */
void view_add_seats(const struct game *game, uint16_t seats, struct strbuf *out);

/*
 * Adds how a seat went out: "Red was checkmated by White in round 4." Adds nothing while it is in
 * play.
 */
void view_departure(const struct game *game, uint8_t seat, struct strbuf *out);

/*
 * Adds a turn as view_recent does: "   12  White  Nf3     g1f3". A long turn takes several lines.
 */
void view_turn(const struct game *game, const struct turn_record *record, struct strbuf *out);

/*
 * Returns the text of a turn in a game file, "Nf3 (undone); Black: Chaos; then e4", in the current
 * language. The caller frees it.
 */
char *view_translate_turn(const struct variant *variant, const char *told);

/*
 * Returns the mover's part of a turn such as "Nf3 (undone); Black: Chaos; then e4, Truce; Black:
 * Bog": the last attempt without the responses of others.
 */
const char *view_own_part(const char *told, int *len_out);

/*
 * Adds the last finished turn with its number: "1. e4", "14... Nf6"; with more than two seats with
 * its seat: "Red's Nf3". Adds nothing before the first turn.
 */
void view_last(const struct game *game, struct strbuf *out);

/*
 * Lists the orders of that kind that the seat may give now. A list of plays has at most `most`
 * plays of each card, and a list of payments at most `most` payments. Adds nothing if it isn't the
 * seat's turn or the game is over.
 */
void view_choices(const struct game *game, uint8_t seat, enum choice_kind which, unsigned most,
		  struct choice_list *list);

/*
 * Adds the seat's legal moves, sorted by kind of piece and wrapped at 72 columns. A seat may have
 * moves on several boards, or have the next turn while others may respond to this one. Adds nothing
 * if it isn't its turn or the game is over.
 */
void view_legal_for(const struct game *game, uint8_t seat, struct strbuf *out);

/* Adds the orders by which the seat can resign, one per line. */
void view_resigning(const struct game *game, uint8_t seat, struct strbuf *out);

/* The moves and placements of a seat on one board. */
struct view_choice {
	const struct variant *variant;
	unsigned board; /* from 0, if there are several */
	struct position position;
	struct move_list moves;
};

/*
 * Adds the letter of a kind of piece, given by its English letter, in the reader's language. If
 * that letter means another kind of this variant, adds the English one.
 */
void view_letter(const struct variant *variant, char kind, struct strbuf *out);

/*
 * Add examples of written moves, which the seat can make now. The function view_example_moves adds
 * "MOVE e2-e4, or in short Nf3, exd5, O-O", in a ring for the first board where it is to move. The
 * function view_example_move adds one move, "e2-e4", and view_example_placement a placement in a
 * ring. They add nothing if there is no such move. With cards, turns that can be sent in advance
 * count.
 */
void view_example_moves(const struct game *game, uint8_t seat, struct strbuf *out);
void view_example_move(const struct game *game, uint8_t seat, struct strbuf *out);
void view_example_placement(const struct game *game, uint8_t seat, struct strbuf *out);

/*
 * Adds an example for a seat that isn't to move: a move that it could make first in the array, of a
 * pawn or another piece, "e2-e4" or if `brief` "e4".
 */
void view_example_of_array(const struct variant *variant, uint8_t seat, bool pawn, bool brief,
			   struct strbuf *out);

/*
 * Add an example of castling by the seat's own army, with the squares of king and rook, "e1h1", or
 * of a promotion, "e8=Q". Add nothing if there is none.
 */
void view_example_castling(const struct variant *variant, uint8_t seat, struct strbuf *out);
void view_example_promotion(const struct variant *variant, uint8_t seat, struct strbuf *out);

/*
 * Adds the result for people: "White wins by checkmate.", "Drawn by repetition." Adds nothing while
 * the game is being played.
 */
void view_result(const struct game *game, struct strbuf *out);

#endif
