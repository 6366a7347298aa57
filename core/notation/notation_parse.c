/* SPDX-License-Identifier: MIT */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/notation/notation.h"
#include "core/ring/ring.h"
#include "core/rules/movegen.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"

/* Moves in a ring as people write them: with the board before the move, or as a placement. */

/* Reads "2:" at the beginning and moves *text past it. Returns -1 if the number isn't a board's. */
static int read_board_number(const struct variant *variant, const char **text, int *board_out)
{
	size_t digits = strspn(*text, "0123456789");
	int number = atoi(*text);

	*board_out = -1;
	if (digits == 0 || digits > 2 || (*text)[digits] != ':')
		return 0;
	if (number < 1 || (unsigned)number > variant_seats(variant))
		return -1;
	*board_out = number - 1;
	*text += digits + 1;
	return 0;
}

/* Reads a placement: "N/3@b1", "n@b1". */
static bool read_placement(const struct variant *variant, const char *text,
			   struct ring_written_move *parsed)
{
	const char *at = strchr(text, '@');
	char name[SQUARE_NAME_MAX] = "";

	parsed->type = variant_type_of_letter(variant, (char)toupper((unsigned char)text[0]));
	if (parsed->type < 0 || strlen(at + 1) >= sizeof name)
		return false;
	for (size_t i = 0; at[i + 1] != '\0'; i++)
		name[i] = (char)tolower((unsigned char)at[i + 1]);
	parsed->to = board_square_named(&variant->board, name);
	if (text[1] == '/') {
		size_t digits = strspn(text + 2, "0123456789");

		parsed->set = digits >= 1 && digits <= 2 ? atoi(text + 2) - 1 : -1;
		if (text + 2 + digits != at || parsed->set < 0)
			return false;
	} else if (text + 1 != at) {
		return false;
	}
	return parsed->to != NO_SQUARE;
}

bool notation_parse_ring(const struct variant *variant, const char *text,
			 struct ring_written_move *wish_out)
{
	struct ring_written_move parsed = {.board = -1, .type = -1, .set = -1, .to = NO_SQUARE};
	struct written_move unused;
	char cleaned[NOTATION_MAX];
	const char *rest = cleaned;

	if (!notation_clean(text, cleaned) || read_board_number(variant, &rest, &parsed.board) < 0)
		return false;
	strcpy(parsed.move, rest);
	parsed.places = strchr(rest, '@') != NULL;
	if (parsed.places ? !read_placement(variant, rest, &parsed)
			  : !notation_parse(variant, rest, &unused))
		return false;
	*wish_out = parsed;
	return true;
}

/* A search for a seat's written move on some boards. */
struct search {
	const struct variant *variant;
	const struct ring *ring;
	uint8_t seat;
	const struct ring_written_move *parsed;
	const char *text; /* as it was written */
	uint16_t boards;  /* set of boards on which to look */
	struct reason *why;
};

static bool fits_ring_move(const struct search *search, const struct ring_move *move,
			   const struct written_move *parsed)
{
	const struct ring_written_move *wanted = search->parsed;

	if (move->placed != wanted->places)
		return false;
	if (move->placed)
		return move->type == wanted->type && move->move.to == wanted->to &&
		       (wanted->set < 0 || move->set == wanted->set);
	return notation_fits(search->variant, &search->ring->board[move->board].position,
			     &move->move, parsed);
}

/* Finds all moves on those boards that match, sorted by their text. */
static void find_matches(const struct search *search, struct ring_list *found)
{
	struct written_move parsed = {.type = -1};
	unsigned kept = 0;

	if (!search->parsed->places)
		notation_parse(search->variant, search->parsed->move, &parsed);
	for (unsigned i = 0; i < search->ring->boards; i++)
		if (search->boards >> i & 1)
			ring_legal(search->variant, search->ring, i, found);
	for (unsigned i = 0; i < found->count; i++)
		if (fits_ring_move(search, &found->moves[i], &parsed))
			found->moves[kept++] = found->moves[i];
	found->count = kept;
	ring_list_sort(search->variant, found);
}

/* Says "e4 is ambiguous: 1:e2e4 or 4:e7e4." */
static enum verdict name_candidates(const struct search *search, const struct ring_list *found)
{
	struct strbuf list;

	strbuf_init(&list, 600);
	for (unsigned i = 0; i < found->count; i++) {
		char name[RING_TEXT_MAX];

		ring_text(search->variant, &found->moves[i], name);
		strbuf_addf(&list, "%s%s",
			    i == 0		    ? ""
			    : i + 1 == found->count ? translate(" or ")
						    : ", ",
			    name);
	}
	reason_set(search->why, "%.40s is ambiguous: %s.", search->text, list.bytes);
	strbuf_done(&list);
	return REFUSED;
}

/* Adds the pieces in the seat's stockpile that it may place there, for a refusal. */
static void add_stock(const struct search *search, unsigned board, struct strbuf *out)
{
	struct ring_list legal;
	const char *between = "";

	ring_list_init(&legal);
	ring_legal(search->variant, search->ring, board, &legal);
	ring_list_sort(search->variant, &legal);
	for (unsigned i = 0; i < legal.count; i++) {
		char name[RING_TEXT_MAX];

		if (!legal.moves[i].placed)
			continue;
		ring_text(search->variant, &legal.moves[i], name);
		strbuf_addf(out, "%s%s", between, name);
		between = " ";
	}
	ring_list_done(&legal);
}

static enum verdict refuse_placement(const struct search *search)
{
	struct strbuf list;

	strbuf_init(&list, 600);
	for (unsigned i = 0; i < search->ring->boards; i++) {
		size_t len = list.len;

		if (!(search->boards >> i & 1))
			continue;
		if (len > 0)
			strbuf_add_char(&list, ' ');
		add_stock(search, i, &list);
	}
	reason_set(search->why,
		   "%.40s isn't legal: you place a piece from your stockpile, of the colour you "
		   "play on that board, on an empty square where such a piece starts%s, and your "
		   "king may not be in check afterwards. You can place: %s.",
		   search->text,
		   search->variant->social ? "" : translate(", never on the board of its own set"),
		   list.bytes[strspn(list.bytes, " ")] ? list.bytes : translate("nothing"));
	strbuf_done(&list);
	return REFUSED;
}

/* Refuses a move that isn't legal on any of the boards. */
static enum verdict refuse_no_move(const struct search *search)
{
	unsigned board = (unsigned)__builtin_ctz(search->boards);
	struct move_list legal;
	struct move unused;
	struct strbuf list;

	if (search->parsed->places)
		return refuse_placement(search);
	if (__builtin_popcount(search->boards) == 1) {
		const struct position *position = &search->ring->board[board].position;

		movegen_generate(search->variant, position, &legal);
		notation_read(search->variant, position, &legal, search->parsed->move, &unused,
			      search->why);
		reason_prefix(search->why, "On board %u: ", board + 1);
		return REFUSED;
	}
	strbuf_init(&list, 0);
	ring_print_boards(search->boards, &list);
	reason_set(search->why,
		   "%.40s isn't legal on any board where you are to move: %s. Write the board's "
		   "number before it, such as %u:%s, and we tell you why.",
		   search->text, list.bytes, board + 1, search->parsed->move);
	strbuf_done(&list);
	return REFUSED;
}

/* Refuses a move because the seat is not to move on the board that it named, or on any board. */
static enum verdict refuse_not_to_move(const struct search *search)
{
	const struct ring *ring = search->ring;
	uint16_t turns = ring_turns(ring, search->seat);
	unsigned board = (unsigned)search->parsed->board;
	struct strbuf said;

	strbuf_init(&said, 0);
	if (search->parsed->board < 0) {
		strbuf_add(&said, translate("It isn't your turn on any board. Your boards: "));
		turns = ring_boards(ring, search->seat);
	} else if (ring_side(ring, board, search->seat) == NO_SIDE) {
		strbuf_addf(&said, translate("You don't play on board %u. Your boards: "),
			    board + 1);
		turns = ring_boards(ring, search->seat);
	} else if (ring->board[board].mated != NO_SIDE) {
		strbuf_addf(
			&said,
			translate("Board %u is decided, and nothing is played on it any more. You "
				  "are to "
				  "move on: "),
			board + 1);
	} else {
		strbuf_addf(
			&said,
			translate("It is %s's turn on board %u, not yours. You are to move on: "),
			translate(variant_seat_title(search->variant, ring_mover(ring, board))),
			board + 1);
	}
	if (turns == 0)
		strbuf_add(&said, translate("no board"));
	ring_print_boards(turns, &said);
	reason_set(search->why, "%s.", said.bytes);
	strbuf_done(&said);
	return REFUSED;
}

/* Chooses among the moves found. Several moves on one board are distinguished as in other games. */
static enum verdict choose_move(struct search *search, const struct ring_list *found,
				struct ring_move *move_out)
{
	const struct ring_move *first = &found->moves[0];
	struct move_list legal;

	if (found->count == 1) {
		*move_out = *first;
		return ACCEPTED;
	}
	for (unsigned i = 0; i < found->count; i++)
		if (found->moves[i].board != first->board || found->moves[i].placed)
			return name_candidates(search, found);
	movegen_generate(search->variant, &search->ring->board[first->board].position, &legal);
	notation_read(search->variant, &search->ring->board[first->board].position, &legal,
		      search->parsed->move, &move_out->move, search->why);
	reason_prefix(search->why, "On board %u: ", first->board + 1u);
	return REFUSED;
}

enum verdict notation_read_ring(const struct variant *variant, const struct ring *ring,
				uint8_t seat, const char *text, struct ring_move *move_out,
				struct reason *why)
{
	struct ring_written_move parsed;
	struct search search = {variant, ring, seat, &parsed, text, ring_turns(ring, seat), why};
	struct ring_list found;
	enum verdict verdict;

	if (!notation_parse_ring(variant, text, &parsed))
		return reason_refuse(
			why,
			"\"%.40s\" isn't a move I can read. Write it like e2-e4, Nf3, O-O or "
			"e7-e8=Q, with the board's number first if you are to move on several: "
			"2:Nf3. Or place a piece from your stockpile: 2:N@b1, 2:N/3@b1.",
			text);
	if (parsed.board >= 0)
		search.boards &= (uint16_t)(1u << parsed.board);
	if (search.boards == 0)
		return refuse_not_to_move(&search);
	ring_list_init(&found);
	find_matches(&search, &found);
	verdict =
		found.count == 0 ? refuse_no_move(&search) : choose_move(&search, &found, move_out);
	ring_list_done(&found);
	return verdict;
}

static void print_placement(const struct variant *variant, const struct position *position,
			    const struct ring_move *move, struct strbuf *out)
{
	struct position next = *position;
	uint8_t other = (uint8_t)(1 - position->turn);

	strbuf_addf(out, "%c@%s", variant->types[move->type].letter,
		    board_name(&variant->board, move->move.to).text);
	position_place(variant, &next, position->turn, move->type, move->move.to);
	next.turn = other;
	if (movegen_in_check(variant, &next, other))
		strbuf_add_char(out, movegen_count(variant, &next) ? '+' : '#');
}

void notation_ring(const struct variant *variant, const struct ring *ring,
		   const struct ring_move *move, struct strbuf *out)
{
	const struct position *position = &ring->board[move->board].position;
	struct move_list legal;

	if (move->placed) {
		print_placement(variant, position, move, out);
		return;
	}
	movegen_generate(variant, position, &legal);
	notation_san(variant, position, &legal, &move->move, out);
}

/* Skips "1.", "12...", "12. ..." before a move. */
static const char *skip_number(const char *text)
{
	const char *at = text + strspn(text, " ");
	size_t digits = strspn(at, "0123456789");

	if (digits == 0 || digits > 3)
		return text + strspn(text, " ");
	at += digits + strspn(at + digits, " ");
	if (*at != '.')
		return text + strspn(text, " ");
	return at + strspn(at, ". ");
}

static void cut_suffix(char *text, size_t *len, const char *end)
{
	size_t end_len = strlen(end);

	/* Only after the number of a square, because a move doesn't begin with such an ending. */
	if (*len > end_len + 1 && strcmp(text + *len - end_len, end) == 0 &&
	    isdigit((unsigned char)text[*len - end_len - 1])) {
		*len -= end_len;
		text[*len] = '\0';
	}
}

bool notation_clean(const char *written, char move_out[NOTATION_MAX])
{
	const char *at = skip_number(written);
	char move[NOTATION_MAX];
	size_t len = 0;

	for (; *at != '\0'; at++) {
		if (*at == ' ') {
			char next = at[strspn(at, " ")];

			if (next == '\0' || strchr("-x:=+#!", next) != NULL || len == 0 ||
			    strchr(" -x:=", move[len - 1]) != NULL)
				continue;
		}
		if (len == NOTATION_MAX - 1)
			return false;
		move[len++] = *at;
	}
	move[len] = '\0';
	while (len > 0 && strchr("+#!.", move[len - 1]) != NULL)
		move[--len] = '\0';
	cut_suffix(move, &len, " e.p");
	cut_suffix(move, &len, "e.p");
	cut_suffix(move, &len, " ep");
	cut_suffix(move, &len, "ep");
	if (len == 0)
		return false;
	memcpy(move_out, move, len + 1);
	return true;
}

bool notation_numeric(const struct variant *variant, const char *text, char move_out[NOTATION_MAX])
{
	const struct board *board = variant_board(variant);
	size_t digits = strspn(text, "12345678");

	if (board->width != 8 || board->height != 8 || text[digits] != '\0' || digits < 4 ||
	    digits > 5 || (digits == 5 && text[4] > '4') || strncmp(text, text + 2, 2) == 0)
		return false;
	snprintf(move_out, NOTATION_MAX, "%c%c%c%c", 'a' + text[0] - '1', text[1],
		 'a' + text[2] - '1', text[3]);
	if (digits == 5)
		snprintf(move_out + 4, NOTATION_MAX - 4, "=%c", "QRBN"[text[4] - '1']);
	return true;
}

static bool is_castling(const char *text, unsigned wings)
{
	for (unsigned i = 0; i < wings; i++, text++) {
		if (i > 0 && *text++ != '-')
			return false;
		if (strchr("Oo0", *text) == NULL || *text == '\0')
			return false;
	}
	return *text == '\0';
}

static bool is_file(const struct variant *variant, char letter)
{
	int file = tolower((unsigned char)letter) - 'a';

	return file >= 0 && file < variant_board(variant)->width;
}

/* Reports whether the first letter is a kind of piece: "B4" and "B2-B4" begin with a square,
 * "B1d3" doesn't. */
static bool begins_with_kind(const struct variant *variant, const char *text)
{
	char capital = (char)toupper((unsigned char)text[0]);

	if (!isalpha((unsigned char)text[0]) || variant_type_of_letter(variant, capital) < 0)
		return false;
	if (text[0] != capital)
		return !is_file(variant, text[0]);
	if (!isdigit((unsigned char)text[1]) || !is_file(variant, capital))
		return true;
	for (const char *later = text + 1; *later != '\0'; later++) {
		if (*later != 'x' && islower((unsigned char)*later))
			return true;
	}
	return false;
}

/*
 * Removes a promotion from the end: "=Q", "(Q)", "/Q" or "Q" after the square. Returns false if the
 * letter is no kind of piece.
 */
static bool cut_promotion(const struct variant *variant, char *text, int *type_out)
{
	size_t len = strlen(text);
	size_t kind = len;

	if (len > 2 && text[len - 1] == ')' && text[len - 3] == '(')
		kind = len - 2;
	else if (len > 1 && isalpha((unsigned char)text[len - 1]))
		kind = len - 1;
	if (kind == len)
		return strchr(text, '=') == NULL;
	*type_out = variant_type_of_letter(variant, (char)toupper((unsigned char)text[kind]));
	text[kind] = '\0';
	if (kind > 0 && strchr("=(/", text[kind - 1]) != NULL)
		text[kind - 1] = '\0';
	return *type_out >= 0;
}

/* Reads where the piece comes from: "", "e", "2" or "e2". */
static bool read_origin(const struct variant *variant, const char *text,
			struct written_move *parsed)
{
	const struct board *board = variant_board(variant);
	int rank = 0;

	if (isalpha((unsigned char)*text)) {
		if (!is_file(variant, *text))
			return false;
		parsed->from_file = *text++ - 'a';
	}
	if (*text == '\0')
		return true;
	for (; isdigit((unsigned char)*text) && rank <= board->height; text++)
		rank = 10 * rank + (*text - '0');
	if (*text != '\0' || rank < 1 || rank > board->height)
		return false;
	parsed->from_rank = rank - 1;
	return true;
}

/* Reads the squares, in small letters: "e2-e4", "exd5", "bd2", "e4". */
static bool read_squares(const struct variant *variant, char *text, struct written_move *parsed)
{
	size_t at = strlen(text);

	while (at > 0 && !isalpha((unsigned char)text[at - 1]))
		at--;
	if (at == 0)
		return false;
	at--;
	parsed->to = board_square_named(variant_board(variant), text + at);
	if (parsed->to == NO_SQUARE)
		return false;
	if (at > 0 && strchr("-x:", text[at - 1]) != NULL) {
		at--;
		parsed->captures = text[at] != '-';
		if (at == 0 && parsed->type < 0)
			return false;
	}
	text[at] = '\0';
	return read_origin(variant, text, parsed);
}

/* Reports whether the text is two squares. Then a colon before it isn't the sign of a capture. */
static bool names_two_squares(const char *text)
{
	unsigned squares = 0;

	for (; text[0] != '\0'; text++)
		squares += isalpha((unsigned char)text[0]) && isdigit((unsigned char)text[1]);
	return squares == 2;
}

bool notation_parse(const struct variant *variant, const char *text,
		    struct written_move *parsed_out)
{
	struct written_move parsed = {
		.type = -1, .from_file = -1, .from_rank = -1, .to = NO_SQUARE, .promotion = -1};
	char move[NOTATION_MAX];
	char *squares = move;

	if (!notation_clean(text, move))
		return false;
	parsed.castles_short = is_castling(move, 2);
	parsed.castles_long = is_castling(move, 3);
	if (!parsed.castles_short && !parsed.castles_long) {
		if (begins_with_kind(variant, move))
			parsed.type = variant_type_of_letter(
				variant, (char)toupper((unsigned char)*squares++));
		/* "N:e4-f6" means the knight of two pieces that cards have put on e4. */
		if (parsed.type >= 0 && *squares == ':' && names_two_squares(squares))
			squares++;
		if (!cut_promotion(variant, squares, &parsed.promotion))
			return false;
		for (char *letter = squares; *letter != '\0'; letter++)
			*letter = (char)tolower((unsigned char)*letter);
		if (!read_squares(variant, squares, &parsed))
			return false;
	}
	*parsed_out = parsed;
	return true;
}

bool notation_is_move(const struct variant *variant, const char *text)
{
	struct ring_written_move ring_wish;
	struct written_move parsed;

	return variant_has_boards(variant) ? notation_parse_ring(variant, text, &ring_wish)
					   : notation_parse(variant, text, &parsed);
}
