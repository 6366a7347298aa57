/* SPDX-License-Identifier: MIT */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/position/fen4.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

enum { SEATS = 4 };

/* The fields; EXTRA may be missing. */
enum fen4_field { TURN, FALLEN, SHORT, LONG, POINTS, QUIET, EXTRA, BOARD, FIELDS };

static char fen4_letter(const struct variant *variant, unsigned side)
{
	return variant->sides[side].name[0];
}

/* Returns the side of a letter in either case, or -1. */
static int side_of(const struct variant *variant, char letter)
{
	for (unsigned side = 0; side < SEATS; side++)
		if (fen4_letter(variant, side) == tolower((unsigned char)letter))
			return (int)side;
	return -1;
}

bool fen4_knows(const struct variant *variant)
{
	if (variant->side_count != SEATS)
		return false;
	for (unsigned side = 0; side < SEATS; side++)
		if (side_of(variant, fen4_letter(variant, side)) != (int)side ||
		    fen4_letter(variant, side) == 'd' || fen4_letter(variant, side) == 'x')
			return false;
	return true;
}

/* Reads a flag for each seat: "0,1,1,0". */
static int read_flags(const char *text, const char *what, uint8_t *flags_out, struct reason *reason)
{
	uint8_t flags = 0;

	for (unsigned seat = 0; seat < SEATS; seat++, text += 2) {
		if ((text[0] != '0' && text[0] != '1') ||
		    text[1] != (seat + 1 < SEATS ? ',' : '\0'))
			return reason_fail(
				reason, "FEN4: expected four flags for %s, such as 1,0,1,1", what);
		if (text[0] == '1')
			flags |= (uint8_t)(1u << seat);
	}
	*flags_out = flags;
	return 0;
}

/* Checks that points are numbers. Games here don't use them. */
static int read_points(const char *text, struct reason *reason)
{
	unsigned commas = 0;

	for (const char *c = text; *c != '\0'; c++) {
		commas += *c == ',';
		if (!isdigit((unsigned char)*c) && *c != ',')
			commas = SEATS;
	}
	if (commas == SEATS - 1)
		return 0;
	return reason_fail(reason, "FEN4: expected four numbers of points, not '%.40s'", text);
}

/*
 * Returns the side of a beaten seat's piece. Without a letter it is the first that it can belong
 * to.
 */
static int dead_side(const struct variant *variant, const char *cell, uint8_t fallen)
{
	int side = -1;

	if (strlen(cell) == 3) {
		side = side_of(variant, cell[1]);
		return side >= 0 && (fallen >> side & 1) ? side : -1;
	}
	for (unsigned seat = SEATS; seat-- > 0;)
		if (fallen >> seat & 1)
			side = (int)seat;
	return side;
}

static int put_cell(const struct variant *variant, struct position *position, const char *cell,
		    square at, uint8_t fallen, struct reason *reason)
{
	bool dead = cell[0] == 'd';
	int side = dead ? dead_side(variant, cell, fallen) : side_of(variant, cell[0]);
	size_t len = strlen(cell);
	int type = len > 0 ? variant_type_of_letter(variant, cell[len - 1]) : -1;
	char name[SQUARE_NAME_MAX];

	board_square_name(&variant->board, at, name);
	if (side < 0 || type < 0 || len < 2 || len > (dead ? 3 : 2))
		return reason_fail(reason,
				   "FEN4: '%s' on %s is neither a piece of a seat, such as %cQ, "
				   "nor one of a seat marked as dead, such as dQ",
				   cell, name, fen4_letter(variant, 0));
	if (type == variant->royal && (fallen >> side & 1))
		return 0;
	if (!position_put(variant, position, (uint8_t)side, (uint8_t)type, at))
		return reason_fail(reason, "FEN4: no piece can stand on %s", name);
	return 0;
}

/* Returns how many squares a cell covers, 0 for a piece. */
static unsigned count_squares(const char *cell)
{
	long number = strbuf_number(cell, MAX_SQUARES);

	if (number > 0)
		return (unsigned)number;
	return strcmp(cell, "x") == 0 || strcmp(cell, "X") == 0 ? 1 : 0;
}

/* Reads a rank from its first file on. */
static int read_rank(const struct variant *variant, struct position *position, char *text,
		     unsigned rank, uint8_t fallen, struct reason *reason)
{
	unsigned file = 0, width = variant->board.width;
	char *cell;

	while ((cell = strsep(&text, ",")) != NULL) {
		unsigned run = count_squares(cell);
		square at = (square)(rank * width + file);
		bool wall = run == 1 && tolower((unsigned char)*cell) == 'x';

		if (file + (run ? run : 1) > width || (wall && !variant->board.hole[at]))
			return reason_fail(reason,
					   "FEN4: rank %u has more than its squares, or walls (x) "
					   "elsewhere than this board",
					   rank + 1);
		if (run == 0 && put_cell(variant, position, cell, at, fallen, reason) < 0)
			return -1;
		file += run ? run : 1;
	}
	if (file == width)
		return 0;
	return reason_fail(reason, "FEN4: rank %u has only %u squares, not %u", rank + 1, file,
			   width);
}

static int read_board(const struct variant *variant, struct position *position, char *text,
		      uint8_t fallen, struct reason *reason)
{
	for (unsigned rank = variant->board.height; rank-- > 0;) {
		char *line = strsep(&text, "/");

		if (line == NULL || (text == NULL) != (rank == 0))
			return reason_fail(reason, "FEN4: expected %u ranks, parted by '/'",
					   variant->board.height);
		if (read_rank(variant, position, line, rank, fallen, reason) < 0)
			return -1;
	}
	for (unsigned side = 0; side < SEATS; side++) {
		unsigned kings = 0;

		for (unsigned i = 0; i < position->piece_count; i++)
			kings += position->pieces[i].side == side &&
				 position->pieces[i].type == variant->royal;
		if (kings == (fallen >> side & 1 ? 0 : 1))
			continue;
		return reason_fail(reason,
				   "FEN4: %s has %u kings, not one, and isn't marked as dead",
				   variant->sides[side].title, kings);
	}
	return 0;
}

/*
 * For fen4*.c: return a side's letter in small form, and whether a castling is short, toward the
 * rook nearer to the king.
 */
static bool fen4_is_short(const struct variant *variant, const struct castle *castle)
{
	const struct board *board = &variant->board;
	unsigned distance = 0, other = 0;

	for (unsigned i = 0; i < variant->castle_count; i++) {
		const struct castle *each = &variant->castles[i];
		int across = (int)board_file(board, each->rook_from) -
			     (int)board_file(board, each->king_from);
		int up = (int)board_rank(board, each->rook_from) -
			 (int)board_rank(board, each->king_from);

		if (each->side != castle->side)
			continue;
		if (each->rook_from == castle->rook_from)
			distance = (unsigned)(abs(across) + abs(up));
		else
			other = (unsigned)(abs(across) + abs(up));
	}
	return distance < other;
}

static struct piece *unmoved_piece(struct position *position, uint8_t side, square at)
{
	uint8_t index = position->piece_at[at];

	return index != NO_PIECE && !position->pieces[index].moved &&
			       position->pieces[index].side == side
		       ? &position->pieces[index]
		       : NULL;
}

/* Reads the rights to castle: a rook without a flag has moved. */
static int read_castling(const struct variant *variant, struct position *position, uint8_t shorts,
			 uint8_t longs, struct reason *reason)
{
	for (unsigned i = 0; i < variant->castle_count; i++) {
		const struct castle *castle = &variant->castles[i];
		bool near = fen4_is_short(variant, castle);
		struct piece *king = unmoved_piece(position, castle->side, castle->king_from);
		struct piece *rook = unmoved_piece(position, castle->side, castle->rook_from);

		if (!((near ? shorts : longs) >> castle->side & 1)) {
			if (rook != NULL)
				rook->moved = true;
		} else if ((king == NULL || rook == NULL) &&
			   (position->in_play >> castle->side & 1)) {
			return reason_fail(reason,
					   "FEN4: %s has the right to castle %s, but king or rook "
					   "isn't where it starts",
					   variant->sides[castle->side].title,
					   near ? "short" : "long");
		}
	}
	return 0;
}

/* Reads "b4:c4": the square passed and the pawn's square. */
static int read_right(const struct variant *variant, struct position *position, uint8_t side,
		      char *text, struct reason *reason)
{
	char *colon = strchr(text, ':');
	square over, pawn;

	if (*text == '\0')
		return 0;
	if (colon != NULL)
		*colon = '\0';
	over = board_square_named(&variant->board, text);
	pawn = colon != NULL ? board_square_named(&variant->board, colon + 1) : NO_SQUARE;
	if (over == NO_SQUARE || pawn == NO_SQUARE || position_piece(position, pawn) == NULL ||
	    position_piece(position, pawn)->side != side ||
	    position_piece(position, pawn)->type != variant->pawn)
		return reason_fail(reason,
				   "FEN4: en passant of %s: expected the square passed and that of "
				   "its pawn, such as c5:d5",
				   variant->sides[side].title);
	position_open_passant(position, side, over, pawn, NULL);
	return 0;
}

/* Reads {'enPassant':('','b4:c4','','')}. Other keys belong to other games. */
static int read_extra(const struct variant *variant, struct position *position, char *text,
		      struct reason *reason)
{
	static const char key[] = "'enPassant':(";
	char *at = text != NULL ? strstr(text, key) : NULL;

	if (text == NULL || (at == NULL && text[0] == '{'))
		return 0;
	at = at != NULL ? at + strlen(key) : text;
	for (uint8_t side = 0; side < SEATS; side++) {
		char *end = *at == '\'' ? strchr(at + 1, '\'') : NULL;

		if (end == NULL || end[1] != (side + 1 < SEATS ? ',' : ')'))
			return reason_fail(reason, "FEN4: expected {'enPassant':('','','','')}, a "
						   "word for each seat, before the board");
		*end = '\0';
		if (read_right(variant, position, side, at + 1, reason) < 0)
			return -1;
		at = end + 2;
	}
	return 0;
}

/*
 * Splits the line at its hyphens. The extra field may be missing. Returns -1 with the reason if
 * there are too few or too many.
 */
static int split_fields(char *line, char *fields_out[FIELDS], struct reason *reason)
{
	char *words[FIELDS + 1] = {NULL}, *word;
	size_t count = 0;

	while (count <= FIELDS && (word = strsep(&line, "-")) != NULL)
		words[count++] = word + strspn(word, " \t");
	if (count != FIELDS && count != FIELDS - 1)
		return reason_fail(reason,
				   "FEN4: %zu fields parted by hyphens, expected 7: who is to "
				   "move, dead, castling short, castling long, points, quiet "
				   "moves, board; with en passant before the board, 8",
				   count);
	memcpy(fields_out, words, FIELDS * sizeof *words);
	if (count == FIELDS - 1) {
		fields_out[BOARD] = words[EXTRA];
		fields_out[EXTRA] = NULL;
	}
	return 0;
}

static void remove_beaten_seats(const struct variant *variant, struct position *position,
				uint8_t fallen)
{
	static const char *const fates[] = {
		[BEATEN_INERT] = "inert",	  [BEATEN_ROLE] = "dead",
		[BEATEN_KINGDOM] = "dead",	  [BEATEN_DEAD] = "dead",
		[BEATEN_OBSTACLES] = "obstacles", [BEATEN_REMOVED] = "removed",
	};

	for (uint8_t seat = 0; seat < SEATS; seat++) {
		if (!(fallen >> seat & 1))
			continue;
		position_remove_seat(position, seat);
		for (unsigned i = 0; variant->beaten == BEATEN_REMOVED && i < position->piece_count;
		     i++)
			if (position->pieces[i].side == seat &&
			    position->pieces[i].fate == ON_BOARD)
				position_remove(variant, position, position->pieces[i].at, NULL);
		position_abandon(position, seat, fates[variant->beaten], NULL);
	}
}

static int read_turn(const struct variant *variant, struct position *position, const char *text,
		     const char *quiet, uint8_t fallen, struct reason *reason)
{
	int side = text[0] != '\0' && text[1] == '\0' ? side_of(variant, text[0]) : -1;
	long halves = strbuf_number(quiet, 10000);
	unsigned seats = SEATS - (unsigned)__builtin_popcount(fallen);

	if (side < 0 || (fallen >> side & 1) || seats < 2)
		return reason_fail(reason,
				   "FEN4: '%s' to move: expected the letter of a seat in play, and "
				   "at least two that are",
				   text);
	if (halves < 0)
		return reason_fail(reason, "FEN4: '%s' is no number of moves", quiet);
	position->turn = (uint8_t)side;
	position->quiet = (uint16_t)((unsigned)halves / seats);
	/* The remaining moves are those of the seats that moved last. */
	for (unsigned left = (unsigned)halves % seats; left > 0;) {
		side = (side + SEATS - 1) % SEATS;
		if (fallen >> side & 1)
			continue;
		position->round |= (uint16_t)(1u << side);
		left--;
	}
	return 0;
}

static int read_fields(const struct variant *variant, char *fields[FIELDS],
		       struct position *position, struct reason *reason)
{
	uint8_t fallen, shorts, longs;

	if (read_flags(fields[FALLEN], "dead seats", &fallen, reason) < 0 ||
	    read_flags(fields[SHORT], "castling short", &shorts, reason) < 0 ||
	    read_flags(fields[LONG], "castling long", &longs, reason) < 0 ||
	    read_points(fields[POINTS], reason) < 0 ||
	    read_turn(variant, position, fields[TURN], fields[QUIET], fallen, reason) < 0 ||
	    read_board(variant, position, fields[BOARD], fallen, reason) < 0 ||
	    read_extra(variant, position, fields[EXTRA], reason) < 0)
		return -1;
	remove_beaten_seats(variant, position, fallen);
	return read_castling(variant, position, shorts, longs, reason);
}

int fen4_read(const struct variant *variant, const char *text, struct position *position,
	      struct reason *reason)
{
	char *line = base_strdup(text + strspn(text, " \t")), *fields[FIELDS];
	struct position read;
	int result = -1;

	position_clear(variant, &read);
	if (!fen4_knows(variant))
		reason_set(reason, "FEN4 has no words for %s", variant->name);
	else if (split_fields(line, fields, reason) == 0)
		result = read_fields(variant, fields, &read, reason);
	if (result == 0)
		*position = read;
	free(line);
	return result;
}

static void write_flags(uint8_t flags, struct strbuf *out)
{
	for (unsigned seat = 0; seat < SEATS; seat++)
		strbuf_addf(out, "%c%c", seat == 0 ? '-' : ',', flags >> seat & 1 ? '1' : '0');
}

static uint8_t castling_flags(const struct variant *variant, const struct position *position,
			      bool near)
{
	uint8_t flags = 0;

	for (unsigned i = 0; i < variant->castle_count; i++) {
		const struct castle *castle = &variant->castles[i];
		const struct piece *king = position_piece(position, castle->king_from);
		const struct piece *rook = position_piece(position, castle->rook_from);

		if (king != NULL && rook != NULL && !king->moved && !rook->moved &&
		    king->side == castle->side && rook->side == castle->side &&
		    king->type == variant->royal && fen4_is_short(variant, castle) == near)
			flags |= (uint8_t)(1u << castle->side);
	}
	return flags;
}

static void write_extra(const struct variant *variant, const struct position *position,
			struct strbuf *out)
{
	const char *between = "";
	bool any = false;

	for (unsigned side = 0; side < SEATS; side++)
		any |= position->passant[side].over != NO_SQUARE;
	if (!any)
		return;
	strbuf_add(out, "{'enPassant':(");
	for (unsigned side = 0; side < SEATS; side++) {
		strbuf_addf(out, "%s'", between);
		between = ",";
		if (position->passant[side].over != NO_SQUARE) {
			strbuf_addf(out, "%s:%s",
				    board_name(&variant->board, position->passant[side].over).text,
				    board_name(&variant->board, position->passant[side].pawn).text);
		}
		strbuf_add_char(out, '\'');
	}
	strbuf_add(out, ")}-");
}

static void write_rank(const struct variant *variant, const struct position *position,
		       unsigned rank, struct strbuf *out)
{
	unsigned empty = 0, width = variant->board.width;
	const char *between = "";

	for (unsigned file = 0; file <= width; file++) {
		const struct piece *piece =
			file == width ? NULL
				      : position_piece(position, (square)(rank * width + file));

		if (file < width && piece == NULL) {
			empty++;
			continue;
		}
		if (empty > 0) {
			strbuf_addf(out, "%s%u", between, empty);
			between = ",";
		}
		empty = 0;
		if (piece == NULL)
			break;
		strbuf_addf(out, "%s%s%c%c", between,
			    position->in_play >> piece->side & 1 ? "" : "d",
			    fen4_letter(variant, piece->side),
			    variant_type_letter(variant, piece->type));
		between = ",";
	}
}

bool fen4_write(const struct variant *variant, const struct position *position, struct strbuf *out)
{
	unsigned seats = (unsigned)__builtin_popcount(position->in_play);
	unsigned halves = position->quiet * seats +
			  (unsigned)__builtin_popcount(position->round & position->in_play);

	if (!fen4_knows(variant) || position->turn >= SEATS)
		return false;
	for (unsigned side = 0; side < SEATS; side++)
		if (position->controller[side] != NO_SIDE && position->controller[side] != side)
			return false;
	strbuf_addf(out, "%c", toupper((unsigned char)fen4_letter(variant, position->turn)));
	write_flags((uint8_t)(~position->in_play & 0xf), out);
	write_flags(castling_flags(variant, position, true), out);
	write_flags(castling_flags(variant, position, false), out);
	strbuf_addf(out, "-0,0,0,0-%u-", halves);
	write_extra(variant, position, out);
	for (unsigned rank = variant->board.height; rank-- > 0;) {
		write_rank(variant, position, rank, out);
		if (rank > 0)
			strbuf_add_char(out, '/');
	}
	return true;
}
