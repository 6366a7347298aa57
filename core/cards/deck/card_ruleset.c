/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/cards/deck/card_ruleset.h"
#include "core/cards/deck/piles.h"
#include "core/util/strbuf.h"

/*
 * LEFT is counterclockwise on all boards [earthquake-boards]. The board turns and the seats stay
 * where they are, so by the names of its squares the seats go round clockwise: White's side becomes
 * the a-file, and a corner that was a8 is h8.
 */

/* Turns a set of directions by a number of quarters. */
static uint8_t turn_directions(uint8_t directions, unsigned quarter)
{
	unsigned turn = 2 * quarter % DIRECTIONS;

	return (uint8_t)(directions << turn | directions >> (DIRECTIONS - turn));
}

/* Returns the square where a piece on this square would have been one quarter earlier. */
static square turn_square(const struct variant *variant, square at)
{
	const struct board *board = &variant->board;
	unsigned file = board_file(board, at), rank = board_rank(board, at);

	return (square)(board->width - 1u - rank + file * board->width);
}

static void compute_reach(struct card_ruleset *book, unsigned quarter, unsigned side)
{
	const struct variant *variant = book->variant;
	struct reach *reach = book->reach[quarter][side], *crab = &reach[KIND_CRAB];
	uint8_t forward = turn_directions(variant->sides[side].forward, quarter);

	book->forward[quarter][side] = forward;
	for (unsigned type = 0; type < variant->type_count; type++)
		reach[type] = piece_reach(&variant->types[type], forward);
	*crab = reach[variant->pawn];
	crab->step_move = crab->step_capture;
	reach[KIND_PRINCE] = reach[variant->royal];
}

/* Calculates the zones of the board for one side after a number of quarters. */
static void compute_board_for_side(struct card_ruleset *book, unsigned quarter, unsigned side)
{
	const struct variant *variant = book->variant;

	compute_reach(book, quarter, side);
	for (square at = 0; at < variant->board.squares; at++) {
		square origin = book->turned[quarter][at];

		if (variant->board.hole[at])
			continue;
		if (variant->sides[side].promotes[origin])
			book->promotes[quarter][side] |= (square_set)1 << at;
		if (variant->sides[side].steps_twice[origin])
			book->twice[quarter][side] |= (square_set)1 << at;
	}
}

bool card_ruleset_chose(const struct card_ruleset *book, const char *key, const char *value)
{
	const char *chosen = variant_option(book->variant, key);

	return chosen != NULL && strcmp(chosen, value) == 0;
}

/* Reads each seat's hand size: five, or as its option sets it to balance strength. */
static void read_hand_sizes(struct card_ruleset *book)
{
	for (unsigned seat = 0; seat < book->variant->side_count; seat++) {
		char *key = base_printf("hand.%s", variant_seat_name(book->variant, seat));
		const char *chosen = variant_option(book->variant, key);
		long number = chosen != NULL ? strbuf_number(chosen, MAX_COPIES) : -1;

		book->hands[seat] = number > 0 ? (unsigned)number : HAND_SIZE;
		free(key);
	}
}

static void read_options(struct card_ruleset *book)
{
	const char *window = variant_option(book->variant, "window");
	const char *panic = variant_option(book->variant, "panic");
	int bishop = variant_type_of_letter(book->variant, 'B');

	book->common = card_ruleset_chose(book, "deck", "common");
	book->growing = card_ruleset_chose(book, "hand", "growing");
	book->discards = !card_ruleset_chose(book, "discards", "off");
	book->bishops = card_ruleset_chose(book, "bishops", "redraw")  ? BISHOPS_REDRAW
			: card_ruleset_chose(book, "bishops", "queen") ? BISHOPS_QUEEN
								       : BISHOPS_DROP;
	book->window_hours = window ? (unsigned)strbuf_number(window, 999) : 48;
	book->panic_hours = panic ? (unsigned)strbuf_number(panic, 999) : 24;
	read_hand_sizes(book);
	book->bishopless = true;
	for (unsigned i = 0; i < book->variant->start_count; i++)
		if (book->variant->starts[i].type == bishop)
			book->bishopless = false;
}

/* Finds the zones [zones-of-the-board]. The corners are in the order of the Figure Dance:
 * counterclockwise from the south-west. */
static void find_zones(struct card_ruleset *book)
{
	static const char *const centre[] = {"d4", "d5", "e4", "e5"};
	const struct board *board = &book->variant->board;

	for (size_t i = 0; i < ARRAY_LEN(centre); i++)
		book->centre |= (square_set)1 << board_square_named(board, centre[i]);
	for (unsigned i = 0; i < book->variant->corner_count; i++) {
		square at = book->variant->corners[i];
		bool right = board_file(board, at) >= board->width / 2u;
		bool up = board_rank(board, at) >= board->height / 2u;

		book->corners[up ? (right ? 2 : 3) : (right ? 1 : 0)] = at;
	}
}

/* Reports whether every step of the board is one of the turned board, too. */
static bool is_same_turned(const struct card_ruleset *book)
{
	const struct board *board = &book->variant->board;
	const square *origin = book->turned[1];

	if (board->width != board->height)
		return false;
	for (square at = 0; at < board->squares; at++) {
		if (board->hole[at] != board->hole[origin[at]])
			return false;
		for (unsigned d = 0; d < DIRECTIONS; d++) {
			square before = board->step[origin[at]][d];
			square now = board->step[at][(d + 2) % DIRECTIONS];

			if ((now == NO_SQUARE ? NO_SQUARE : origin[now]) != before)
				return false;
		}
	}
	return true;
}

struct card_ruleset *card_ruleset_new(const struct variant *variant, const struct card_set *set,
				      const struct continuous *const *lasting)
{
	struct card_ruleset *book = base_zalloc(1, sizeof *book);

	book->variant = variant;
	book->set = set;
	book->lasting = lasting;
	for (square at = 0; at < variant->board.squares; at++)
		book->turned[0][at] = at;
	for (unsigned quarter = 1; quarter < QUARTERS; quarter++)
		for (square at = 0; at < variant->board.squares; at++)
			book->turned[quarter][at] =
				turn_square(variant, book->turned[quarter - 1][at]);
	for (unsigned quarter = 0; quarter < QUARTERS; quarter++)
		for (unsigned side = 0; side < variant->side_count; side++)
			compute_board_for_side(book, quarter, side);
	book->turns = is_same_turned(book);
	read_options(book);
	find_zones(book);
	return book;
}

void card_ruleset_free(struct card_ruleset *book)
{
	free(book);
}

/* The kinds that only cards make. */
static const char *const own_kinds[] = {"crab", "prince"};

const char *card_ruleset_kind_name(const struct card_ruleset *book, unsigned kind)
{
	static const char letters[] =
		"A\0B\0C\0D\0E\0F\0G\0H\0I\0J\0K\0L\0M\0N\0O\0P\0Q\0R\0S\0T\0U\0V\0W\0X\0Y\0Z";

	if (kind >= KIND_CRAB)
		return own_kinds[kind - KIND_CRAB];
	return &letters[2 * (variant_type_letter(book->variant, kind) - 'A')];
}

int card_ruleset_kind_named(const struct card_ruleset *book, const char *word)
{
	for (size_t i = 0; i < ARRAY_LEN(own_kinds); i++)
		if (strbuf_same(word, own_kinds[i]))
			return (int)(KIND_CRAB + i);
	for (unsigned type = 0; type < book->variant->type_count; type++) {
		const struct piece_type *kind = &book->variant->types[type];

		if (strbuf_same(word, kind->name) ||
		    strbuf_same(word, card_ruleset_kind_name(book, type)))
			return (int)type;
	}
	return -1;
}

/* Reports whether the game lacks an option that is needed, such as "abduction=honour". */
static bool lacks_option(const struct card_ruleset *book, const char *needed)
{
	const char *equals = strchr(needed, '=');
	char *key = base_strndup(needed, strcspn(needed, "="));
	bool lacks = equals != NULL && !card_ruleset_chose(book, key, equals + 1);

	free(key);
	return lacks;
}

bool card_ruleset_bars(const struct card_ruleset *book, uint8_t card, struct reason *why)
{
	const struct card *kind = &book->set->cards[card];
	const int key = (int)strcspn(kind->needs, "=");

	if (kind->needs_bishop && book->bishopless && book->bishops == BISHOPS_DROP)
		reason_set(why, "This game is played without bishops, and without the cards that "
				"need one.");
	else if (kind->needs_turning && !book->turns)
		reason_set(why, "This board can't be turned: there is no %s in this game.",
			   kind->name);
	else if (lacks_option(book, kind->needs))
		reason_set(why, "%s is only played where %.*s = %s.", kind->name, key, kind->needs,
			   kind->needs + key + 1);
	else
		return false;
	return true;
}
