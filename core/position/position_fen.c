/* SPDX-License-Identifier: MIT */
/* FEN, a line of text in which chess programs exchange positions of games with two sides. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/position/position.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

/* The six fields; the counts may be missing. */
enum fen_field { PLACEMENT, TURN, CASTLING, PASSANT, HALF_MOVES, FULL_MOVES, FIELDS };

static int put_letter(const struct variant *variant, struct position *position, char letter,
		      square at, struct reason *reason)
{
	uint8_t side = islower((unsigned char)letter) ? 1 : 0;
	int type = variant_type_of_letter(variant, (char)toupper((unsigned char)letter));
	char name[SQUARE_NAME_MAX];

	board_square_name(&variant->board, at, name);
	if (type < 0)
		return reason_fail(reason, "FEN: '%c' on %s is no piece", letter, name);
	if (type == variant->pawn && variant->sides[side].promotes[at])
		return reason_fail(reason, "FEN: a pawn on %s would have been promoted", name);
	if (!position_put(variant, position, side, (uint8_t)type, at))
		return reason_fail(reason, "FEN: no piece can stand on %s", name);
	return 0;
}

/* Reads a rank from its first file on: letters, and numbers of empty squares. */
static int read_rank(const struct variant *variant, struct position *position, const char *text,
		     size_t len, unsigned rank, struct reason *reason)
{
	const struct board *board = &variant->board;
	unsigned file = 0;

	for (size_t i = 0; i < len; i++) {
		if (isdigit((unsigned char)text[i])) {
			unsigned empty = 0;

			for (; i < len && isdigit((unsigned char)text[i]) && empty <= board->width;
			     i++)
				empty = empty * 10 + (unsigned)(text[i] - '0');
			i--;
			file += empty;
			if (empty == 0)
				file = board->width + 1u;
		} else if (file < board->width) {
			square at = (square)(rank * board->width + file++);

			if (put_letter(variant, position, text[i], at, reason) < 0)
				return -1;
		} else {
			file++;
		}
		if (file > board->width)
			break;
	}
	if (file == board->width)
		return 0;
	return reason_fail(reason, "FEN: rank %u ('%.*s') hasn't %u squares", rank + 1, (int)len,
			   text, board->width);
}

static int read_placement(const struct variant *variant, struct position *position,
			  const char *text, struct reason *reason)
{
	for (unsigned rank = variant->board.height; rank-- > 0;) {
		size_t len = strcspn(text, "/");

		if (read_rank(variant, position, text, len, rank, reason) < 0)
			return -1;
		text += len;
		if ((*text == '/') != (rank > 0))
			return reason_fail(reason, "FEN: expected %u ranks, separated by '/'",
					   variant->board.height);
		text += *text == '/';
	}
	for (unsigned side = 0; side < variant->side_count; side++) {
		unsigned kings = 0;

		for (unsigned i = 0; i < position->piece_count; i++)
			kings += position->pieces[i].side == side &&
				 position->pieces[i].type == variant->royal;
		if (kings != 1)
			return reason_fail(reason, "FEN: %s has %u kings, not one",
					   variant->sides[side].name, kings);
	}
	return 0;
}

static int read_turn(struct position *position, const char *text, struct reason *reason)
{
	if (strcmp(text, "w") != 0 && strcmp(text, "b") != 0)
		return reason_fail(reason, "FEN: '%s' to move: expected w or b", text);
	position->turn = *text == 'b';
	return 0;
}

/*
 * Returns the letter for a castling: K if the rook is on a higher file than the king, else Q; small
 * for the second side.
 */
static char castle_letter(const struct variant *variant, const struct castle *castle)
{
	const struct board *board = &variant->board;
	bool higher = board_file(board, castle->rook_from) > board_file(board, castle->king_from);

	if (castle->side == 0)
		return higher ? 'K' : 'Q';
	return higher ? 'k' : 'q';
}

/* Returns the letter of the rook's file as in Shredder-FEN; '-' if files may be K or Q. */
static char file_letter(const struct variant *variant, const struct castle *castle)
{
	unsigned file = board_file(&variant->board, castle->rook_from);

	if (variant->board.width > 'K' - 'A')
		return '-';
	return (char)((castle->side == 0 ? 'A' : 'a') + (int)file);
}

/*
 * Reports whether a rook of the side is farther out on the same wing. Then K or Q means that rook,
 * and only the file's letter means this one (X-FEN).
 */
static bool is_inner(const struct variant *variant, const struct position *position,
		     const struct castle *castle)
{
	const struct board *board = &variant->board;
	int out = board_file(board, castle->rook_from) > board_file(board, castle->king_from) ? 1
											      : -1;
	int file = (int)board_file(board, castle->rook_from) + out;
	uint8_t rook = variant->sides[castle->side].starts[castle->rook_from];

	for (; file >= 0 && file < board->width; file += out) {
		square at = (square)(board_rank(board, castle->rook_from) * board->width +
				     (unsigned)file);
		const struct piece *piece = position_piece(position, at);

		if (piece != NULL && piece->side == castle->side && piece->type == rook)
			return true;
	}
	return false;
}

static struct piece *unmoved_piece(struct position *position, square at)
{
	uint8_t index = position->piece_at[at];

	return index != NO_PIECE && !position->pieces[index].moved ? &position->pieces[index]
								   : NULL;
}

/* Returns the letter in the text that gives the right, or 0. */
static char letter_given(const struct variant *variant, const struct position *position,
			 const struct castle *castle, const char *text)
{
	char wing = castle_letter(variant, castle), file = file_letter(variant, castle);

	if (file != '-' && strchr(text, file) != NULL)
		return file;
	return strchr(text, wing) != NULL && !is_inner(variant, position, castle) ? wing : 0;
}

static int check_castle(struct position *position, const struct castle *castle, char letter,
			struct reason *reason)
{
	const struct piece *king = unmoved_piece(position, castle->king_from);
	const struct piece *rook = unmoved_piece(position, castle->rook_from);

	if (king != NULL && rook != NULL && king->side == castle->side &&
	    rook->side == castle->side)
		return 0;
	return reason_fail(reason, "FEN: castling '%c', but king or rook isn't where it starts",
			   letter);
}

/* Reads the rights to castle: a rook without a letter has moved. */
static int read_castling(const struct variant *variant, struct position *position, const char *text,
			 struct reason *reason)
{
	size_t known = 0;

	for (unsigned i = 0; i < variant->castle_count; i++) {
		const struct castle *castle = &variant->castles[i];
		struct piece *rook = unmoved_piece(position, castle->rook_from);
		char letter = letter_given(variant, position, castle, text);

		if (letter == 0) {
			if (rook != NULL)
				rook->moved = true;
			continue;
		}
		if (check_castle(position, castle, letter, reason) < 0)
			return -1;
		known++;
	}
	if (known == strlen(text) || strcmp(text, "-") == 0)
		return 0;
	return reason_fail(
		reason,
		"FEN: castling '%s': expected some of KQkq, each once and of a rook where "
		"it starts, or its file's letter, or -",
		text);
}

/* Returns the pawn that has just gone two steps over the square, or NO_SQUARE. */
static square passing_pawn(const struct variant *variant, const struct position *position,
			   square over)
{
	uint8_t side = (uint8_t)!position->turn;

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		const struct reach *reach = &variant->sides[side].reach[variant->pawn];
		square from = variant->board.step[over][(d + 4) % DIRECTIONS];
		square to = variant->board.step[over][d];
		const struct piece *pawn = to == NO_SQUARE ? NULL : position_piece(position, to);

		if (reach->step_move >> d & 1 && from != NO_SQUARE && pawn != NULL &&
		    pawn->side == side && pawn->type == variant->pawn &&
		    position->owner[from] == OWNER_NONE && position->owner[over] == OWNER_NONE &&
		    variant->sides[side].steps_twice[from])
			return to;
	}
	return NO_SQUARE;
}

static int read_passant(const struct variant *variant, struct position *position, const char *text,
			struct reason *reason)
{
	square over = board_square_named(&variant->board, text), pawn = NO_SQUARE;

	if (strcmp(text, "-") == 0)
		return 0;
	if (over != NO_SQUARE && variant->pawn != NO_KIND)
		pawn = passing_pawn(variant, position, over);
	if (pawn == NO_SQUARE)
		return reason_fail(reason,
				   "FEN: en passant '%s': expected the square a pawn has just "
				   "passed in two steps, or -",
				   text);
	position_open_passant(position, (uint8_t)!position->turn, over, pawn, NULL);
	return 0;
}

static int read_counts(struct position *position, const char *half, const char *full,
		       struct reason *reason)
{
	long halves = strbuf_number(half, 1000), fulls = strbuf_number(full, 100000);

	if (halves < 0 || fulls < 0)
		return reason_fail(reason,
				   "FEN: '%s %s' aren't numbers of half moves and of the move",
				   half, full);
	position->quiet = (uint16_t)(halves / 2);
	/* An odd half-move belongs to the seat that is not to move. */
	position->round = (uint16_t)(halves % 2 ? 1u << !position->turn : 0);
	return 0;
}

int position_from_fen(const struct variant *variant, const char *fen, struct position *position,
		      struct reason *reason)
{
	char *line = base_strdup(fen), *words[FIELDS + 1];
	size_t count = strbuf_split(line, words, ARRAY_LEN(words));
	struct position read;
	int result = -1;

	position_clear(variant, &read);
	if (variant->side_count != 2)
		reason_set(reason, "FEN has no words for %s: it knows two sides", variant->name);
	else if (count != HALF_MOVES && count != FIELDS)
		reason_set(reason,
			   "FEN: %zu fields, expected 6: pieces, side to move, castling, en "
			   "passant, half moves, move number (the last two may be missing)",
			   count);
	else if (read_placement(variant, &read, words[PLACEMENT], reason) == 0 &&
		 read_turn(&read, words[TURN], reason) == 0 &&
		 read_castling(variant, &read, words[CASTLING], reason) == 0 &&
		 read_passant(variant, &read, words[PASSANT], reason) == 0 &&
		 read_counts(&read, count == FIELDS ? words[HALF_MOVES] : "0",
			     count == FIELDS ? words[FULL_MOVES] : "1", reason) == 0)
		result = 0;
	if (result == 0)
		*position = read;
	free(line);
	return result;
}

static void write_rank(const struct variant *variant, const struct position *position,
		       unsigned rank, struct strbuf *out)
{
	unsigned empty = 0;

	for (unsigned file = 0; file <= variant->board.width; file++) {
		bool end = file == variant->board.width;
		const struct piece *piece =
			end ? NULL
			    : position_piece(position,
					     (square)(rank * variant->board.width + file));

		if (!end && piece == NULL) {
			empty++;
			continue;
		}
		if (empty > 0)
			strbuf_addf(out, "%u", empty);
		empty = 0;
		if (piece != NULL) {
			char letter = variant->types[piece->type].letter;

			strbuf_add_char(out, piece->side == 0 ? letter : (char)tolower(letter));
		}
	}
}

static void write_castling(const struct variant *variant, const struct position *position,
			   struct strbuf *out)
{
	size_t before = out->len;

	for (unsigned i = 0; i < variant->castle_count; i++) {
		const struct castle *castle = &variant->castles[i];
		const struct piece *king = position_piece(position, castle->king_from);
		const struct piece *rook = position_piece(position, castle->rook_from);

		if (king != NULL && rook != NULL && !king->moved && !rook->moved)
			strbuf_add_char(out, is_inner(variant, position, castle)
						     ? file_letter(variant, castle)
						     : castle_letter(variant, castle));
	}
	if (out->len == before)
		strbuf_add_char(out, '-');
}

bool position_to_fen(const struct variant *variant, const struct position *position,
		     unsigned number, struct strbuf *out)
{
	char name[SQUARE_NAME_MAX] = "-";
	unsigned halves = 2u * position->quiet + (position->round != 0);

	if (variant->side_count != 2)
		return false;
	for (unsigned rank = variant->board.height; rank-- > 0;) {
		write_rank(variant, position, rank, out);
		if (rank > 0)
			strbuf_add_char(out, '/');
	}
	strbuf_add(out, position->turn == 1 ? " b " : " w ");
	write_castling(variant, position, out);
	for (unsigned side = 0; side < 2; side++)
		if (position->passant[side].over != NO_SQUARE)
			board_square_name(&variant->board, position->passant[side].over, name);
	strbuf_addf(out, " %s %u %u", name, halves, number);
	return true;
}
