/* SPDX-License-Identifier: MIT */
/* Moves in a ring as people write them: a board in front, or a placement. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/notation/notation.h"
#include "core/ring/ring.h"
#include "core/base/text.h"
#include "core/rules/movegen.h"
#include "core/variant/variant_data.h"

/* "2:" in front; *text moves on behind it. -1: a number that is no board. */
static int take_board(const struct variant *variant, const char **text, int *board_out)
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

/* "N/3@b1", "n@b1". */
static bool read_placement(const struct variant *variant, const char *text, struct ring_wish *wish)
{
	const char *at = strchr(text, '@');
	char name[SQUARE_NAME_MAX] = "";

	wish->type = variant_type_of_letter(variant, (char)toupper((unsigned char)text[0]));
	if (wish->type < 0 || strlen(at + 1) >= sizeof name)
		return false;
	for (size_t i = 0; at[i + 1] != '\0'; i++)
		name[i] = (char)tolower((unsigned char)at[i + 1]);
	wish->to = board_square_named(&variant->board, name);
	if (text[1] == '/') {
		size_t digits = strspn(text + 2, "0123456789");

		wish->set = digits >= 1 && digits <= 2 ? atoi(text + 2) - 1 : -1;
		if (text + 2 + digits != at || wish->set < 0)
			return false;
	} else if (text + 1 != at) {
		return false;
	}
	return wish->to != NO_SQUARE;
}

bool notation_parse_ring(const struct variant *variant, const char *text,
			 struct ring_wish *wish_out)
{
	struct ring_wish wish = {.board = -1, .type = -1, .set = -1, .to = NO_SQUARE};
	struct wish unused;
	char cleaned[NOTATION_MAX];
	const char *rest = cleaned;

	if (!notation_clean(text, cleaned) || take_board(variant, &rest, &wish.board) < 0)
		return false;
	strcpy(wish.move, rest);
	wish.places = strchr(rest, '@') != NULL;
	if (wish.places ? !read_placement(variant, rest, &wish)
			: !notation_parse(variant, rest, &unused))
		return false;
	*wish_out = wish;
	return true;
}

/* What a move in a ring is looked for in, and for whom. */
struct search {
	const struct variant *variant;
	const struct ring *ring;
	uint8_t seat;
	const struct ring_wish *wish;
	const char *text; /* as it was written */
	uint16_t boards;  /* where it may be meant */
	struct reason *why;
};

static bool fits(const struct search *search, const struct ring_move *move, const struct wish *wish)
{
	const struct ring_wish *wanted = search->wish;

	if (move->placed != wanted->places)
		return false;
	if (move->placed)
		return move->type == wanted->type && move->move.to == wanted->to &&
		       (wanted->set < 0 || move->set == wanted->set);
	return notation_fits(search->variant, &search->ring->board[move->board].position,
			     &move->move, wish);
}

/* All moves on those boards that may be meant, sorted by their text. */
static void find(const struct search *search, struct ring_list *found)
{
	struct wish wish = {.type = -1};
	unsigned kept = 0;

	if (!search->wish->places)
		notation_parse(search->variant, search->wish->move, &wish);
	for (unsigned i = 0; i < search->ring->boards; i++)
		if (search->boards >> i & 1)
			ring_legal(search->variant, search->ring, i, found);
	for (unsigned i = 0; i < found->count; i++)
		if (fits(search, &found->moves[i], &wish))
			found->moves[kept++] = found->moves[i];
	found->count = kept;
	ring_list_sort(search->variant, found);
}

/* "e4 is ambiguous: 1:e2e4 or 4:e7e4." */
static enum verdict name_candidates(const struct search *search, const struct ring_list *found)
{
	struct text list;

	text_init(&list, 600);
	for (unsigned i = 0; i < found->count; i++) {
		char name[RING_TEXT_MAX];

		ring_text(search->variant, &found->moves[i], name);
		text_addf(&list, "%s%s",
			  i == 0		  ? ""
			  : i + 1 == found->count ? phrase(" or ")
						  : ", ",
			  name);
	}
	reason_set(search->why, "%.40s is ambiguous: %s.", search->text, list.bytes);
	text_done(&list);
	return REFUSED;
}

/* What lies in the seat's stockpile that it may place there, for a refusal. */
static void add_stock(const struct search *search, unsigned board, struct text *out)
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
		text_addf(out, "%s%s", between, name);
		between = " ";
	}
	ring_list_done(&legal);
}

static enum verdict why_no_placement(const struct search *search)
{
	struct text list;

	text_init(&list, 600);
	for (unsigned i = 0; i < search->ring->boards; i++) {
		size_t len = list.len;

		if (!(search->boards >> i & 1))
			continue;
		if (len > 0)
			text_add_char(&list, ' ');
		add_stock(search, i, &list);
	}
	reason_set(search->why,
		   "%.40s isn't legal: a man is placed from your stockpile, of the colour you play "
		   "on that board, on an empty square where such a man begins%s, and may not leave "
		   "your king in check. You can place: %s.",
		   search->text,
		   search->variant->social ? "" : phrase(", never on the board of its own set"),
		   list.bytes[strspn(list.bytes, " ")] ? list.bytes : phrase("nothing"));
	text_done(&list);
	return REFUSED;
}

/* No move on the boards is what was written. */
static enum verdict why_none(const struct search *search)
{
	unsigned board = (unsigned)__builtin_ctz(search->boards);
	struct move_list legal;
	struct move unused;
	struct text list;

	if (search->wish->places)
		return why_no_placement(search);
	if (__builtin_popcount(search->boards) == 1) {
		const struct position *position = &search->ring->board[board].position;

		movegen_generate(search->variant, position, &legal);
		notation_read(search->variant, position, &legal, search->wish->move, &unused,
			      search->why);
		reason_prefix(search->why, "On board %u: ", board + 1);
		return REFUSED;
	}
	text_init(&list, 0);
	ring_print_boards(search->boards, &list);
	reason_set(search->why,
		   "%.40s isn't legal on any board where you are to move: %s. Name the board, as "
		   "in %u:%s, to be told why.",
		   search->text, list.bytes, board + 1, search->wish->move);
	text_done(&list);
	return REFUSED;
}

/* The seat may not move on the board it named, or on none. */
static enum verdict not_to_move(const struct search *search)
{
	const struct ring *ring = search->ring;
	uint16_t turns = ring_turns(ring, search->seat);
	unsigned board = (unsigned)search->wish->board;
	struct text said;

	text_init(&said, 0);
	if (search->wish->board < 0) {
		text_add(&said, phrase("It isn't your turn on any board. Your boards: "));
		turns = ring_boards(ring, search->seat);
	} else if (ring_side(ring, board, search->seat) == NO_SIDE) {
		text_addf(&said, phrase("You don't play on board %u. Your boards: "), board + 1);
		turns = ring_boards(ring, search->seat);
	} else if (ring->board[board].mated != NO_SIDE) {
		text_addf(&said,
			  phrase("Board %u is decided, and nothing is played on it any more. You "
				 "are to "
				 "move on: "),
			  board + 1);
	} else {
		text_addf(&said,
			  phrase("It is %s's turn on board %u, not yours. You are to move on: "),
			  phrase(variant_seat_title(search->variant, ring_mover(ring, board))),
			  board + 1);
	}
	if (turns == 0)
		text_add(&said, phrase("no board"));
	ring_print_boards(turns, &said);
	reason_set(search->why, "%s.", said.bytes);
	text_done(&said);
	return REFUSED;
}

/* Of several, those on one board differ as moves do anywhere. */
static enum verdict choose(struct search *search, const struct ring_list *found,
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
		      search->wish->move, &move_out->move, search->why);
	reason_prefix(search->why, "On board %u: ", first->board + 1u);
	return REFUSED;
}

enum verdict notation_read_ring(const struct variant *variant, const struct ring *ring,
				uint8_t seat, const char *text, struct ring_move *move_out,
				struct reason *why)
{
	struct ring_wish wish;
	struct search search = {variant, ring, seat, &wish, text, ring_turns(ring, seat), why};
	struct ring_list found;
	enum verdict verdict;

	if (!notation_parse_ring(variant, text, &wish))
		return reason_refuse(
			why,
			"\"%.40s\" isn't a move I can read. Write it like e2-e4, Nf3, O-O or "
			"e7-e8=Q, with the board in front where you are to move on several: 2:Nf3; "
			"or place a man of your stockpile: 2:N@b1, 2:N/3@b1.",
			text);
	if (wish.board >= 0)
		search.boards &= (uint16_t)(1u << wish.board);
	if (search.boards == 0)
		return not_to_move(&search);
	ring_list_init(&found);
	find(&search, &found);
	verdict = found.count == 0 ? why_none(&search) : choose(&search, &found, move_out);
	ring_list_done(&found);
	return verdict;
}

static void placement(const struct variant *variant, const struct position *position,
		      const struct ring_move *move, struct text *out)
{
	struct position next = *position;
	uint8_t other = (uint8_t)(1 - position->turn);

	text_addf(out, "%c@%s", variant->types[move->type].letter,
		  board_name(&variant->board, move->move.to).text);
	position_place(variant, &next, position->turn, move->type, move->move.to);
	next.turn = other;
	if (movegen_in_check(variant, &next, other))
		text_add_char(out, movegen_count(variant, &next) ? '+' : '#');
}

void notation_ring(const struct variant *variant, const struct ring *ring,
		   const struct ring_move *move, struct text *out)
{
	const struct position *position = &ring->board[move->board].position;
	struct move_list legal;

	if (move->placed) {
		placement(variant, position, move, out);
		return;
	}
	movegen_generate(variant, position, &legal);
	notation_san(variant, position, &legal, &move->move, out);
}
