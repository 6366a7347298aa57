/* SPDX-License-Identifier: MIT */
/* The analysis board of a game with cards: hands and piles, windows, effects (T1-T20). */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cards/table/table.h"
#include "core/cards/field/ways.h"
#include "core/turn/game.h"
#include "core/notation/notation.h"
#include "core/base/text.h"
#include "pbem/analyse/try.h"

struct try_cards {
	const struct variant *variant;
	const struct book *book;
	struct piles piles;  /* as the script gives them */
	struct table *table; /* the game's */
};

int try_cards_open(const struct variant *variant, struct try_cards **cards_out,
		   struct reason *reason)
{
	const struct book *book = book_of(variant, reason);
	struct try_cards *cards;

	if (book == NULL)
		return -1;
	cards = base_zalloc(1, sizeof *cards);
	cards->variant = variant;
	cards->book = book;
	piles_init(&cards->piles, book->common);
	*cards_out = cards;
	return 0;
}

void try_cards_close(struct try_cards *cards)
{
	free(cards);
}

/* Cuts blanks off both ends. */
static char *trim(char *text)
{
	size_t len;

	text += strspn(text, " \t");
	len = strlen(text);
	while (len > 0 && isspace((unsigned char)text[len - 1]))
		text[--len] = '\0';
	return text;
}

static int add_card(struct try_cards *cards, enum zone zone, unsigned seat, char *name,
		    struct reason *reason)
{
	bool common = cards->book->common;
	size_t used = 0;
	uint8_t kind = card_named(cards->book->set, name, &used);

	if (kind == NO_CARD || name[used] != '\0') {
		reason_set(reason, "there is no card '%.40s'", name);
		return -1;
	}
	if (cards->piles.count == MAX_COPIES) {
		reason_set(reason, "more cards than a game can hold");
		return -1;
	}
	piles_add(&cards->piles, kind, common ? NO_SIDE : (uint8_t)seat, zone,
		  common && zone != ZONE_HAND ? 0 : (uint8_t)seat);
	return 0;
}

int try_cards_give(struct try_cards *cards, const char *word, unsigned seat, char *list,
		   struct reason *reason)
{
	enum zone zone = strcmp(word, "hand") == 0   ? ZONE_HAND
			 : strcmp(word, "deck") == 0 ? ZONE_DRAW
						     : ZONE_DISCARDS;

	for (char *next; list != NULL; list = next) {
		char *name;

		next = strchr(list, ',');
		if (next != NULL)
			*next++ = '\0';
		name = trim(list);
		if (*name != '\0' && add_card(cards, zone, seat, name, reason) < 0)
			return -1;
	}
	return 0;
}

void try_cards_begin(struct try_cards *cards, struct game *game)
{
	cards->table = game->table;
	table_init(cards->table, cards->book, &game->position, NULL);
	cards->table->piles = cards->piles;
}

void try_cards_listen(struct try_cards *cards)
{
	cards->table->returned = NO_SIDE;
}

void try_cards_tell(const struct try_cards *cards)
{
	/* R24 */
	if (cards->table->returned != NO_SIDE)
		printf("returned %s\n", variant_seat_name(cards->variant, cards->table->returned));
}

static void print_seats(const struct try_cards *cards, uint16_t seats)
{
	struct text text;

	text_init(&text, 0);
	variant_print_seats(cards->variant, seats, &text);
	fputs(seats == 0 ? "-" : text.bytes, stdout);
	text_done(&text);
}

static void show_status(const struct try_cards *cards)
{
	static const char *const phases[] = {"move", "window", "demand", "over"};
	const struct table *table = cards->table;
	bool over = table->phase == PHASE_OVER;
	struct text result;

	printf("turn=%s phase=%s check=",
	       over ? "-" : variant_seat_name(cards->variant, table->field.position.turn),
	       phases[table->phase]);
	print_seats(cards, table_checks(table));
	fputs(" window=", stdout);
	print_seats(cards, table->phase == PHASE_WINDOW ? table->window : 0);
	if (table->phase == PHASE_DEMAND)
		printf(" demand=%s:%s", variant_seat_name(cards->variant, table->demanded),
		       cards->book->set->cards[table_demand_card(table)].name);
	else
		fputs(" demand=-", stdout);
	text_init(&result, 0);
	if (over)
		rules_result(cards->variant, &table->outcome, &result);
	printf(" result=%s\n", over ? result.bytes : "-");
	text_done(&result);
}

/* "white: Card, Card", or "white: -". */
static void print_pile(const struct try_cards *cards, enum zone zone, unsigned seat,
		       const char *name)
{
	const struct piles *piles = &cards->table->piles;
	uint16_t copies[MAX_COPIES];
	unsigned count = piles_list(piles, zone, (uint8_t)seat, copies);

	printf("%s:%s", name, count == 0 ? " -" : "");
	for (unsigned i = 0; i < count; i++)
		printf("%s %s", i == 0 ? "" : ",",
		       cards->book->set->cards[piles->copies[copies[i]].kind].name);
	putchar('\n');
}

static void show_piles(const struct try_cards *cards, enum zone zone)
{
	if (zone != ZONE_HAND && cards->table->piles.common) {
		print_pile(cards, zone, 0, "common");
		return;
	}
	for (unsigned seat = 0; seat < variant_seats(cards->variant); seat++)
		print_pile(cards, zone, seat, variant_seat_name(cards->variant, seat));
}

static void show_effects(const struct try_cards *cards)
{
	struct text text;

	text_init(&text, 0);
	table_effects(cards->table, &text);
	fputs(text.len > 0 ? text.bytes : "-\n", stdout);
	text_done(&text);
}

static void show_legal(const struct try_cards *cards)
{
	struct move_list *list = base_alloc(sizeof *list);
	struct table then;
	char name[MOVE_TEXT_MAX];

	table_copy(&then, cards->table);
	table_pass_all(&then);
	table_legal(&then, list);
	if (then.phase == PHASE_OVER) {
		struct text result;

		text_init(&result, 0);
		rules_result(cards->variant, &then.outcome, &result);
		printf("- over:%s", result.bytes);
		text_done(&result);
	} else if (then.phase == PHASE_DEMAND) {
		printf("%s -", variant_seat_name(cards->variant, then.demanded));
	} else {
		uint8_t turn = then.field.position.turn;

		printf("%s %s", variant_seat_name(cards->variant, turn),
		       ways_in_check(cards->book, &then.field, turn) ? "check" : "-");
	}
	move_list_sort(cards->variant, list);
	for (unsigned i = 0; i < list->count; i++) {
		move_text(cards->variant, &list->moves[i], name);
		if (i == 0 ||
		    memcmp(&list->moves[i], &list->moves[i - 1], sizeof list->moves[0]) != 0)
			printf(" %s", name);
	}
	putchar('\n');
	free(list);
}

/* "Qd8", "N:royal@c3". */
static void print_piece(const struct try_cards *cards, unsigned piece, struct text *out)
{
	const struct field *field = &cards->table->field;
	char name[SQUARE_NAME_MAX];
	size_t before = out->len;

	field_piece_name(cards->book, field, piece, out);
	board_square_name(variant_board(cards->variant), field->position.pieces[piece].at, name);
	text_addf(out, "%s%s", out->len - before > 1 ? "@" : "", name);
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void print_sorted(const char *name, char **words, size_t count)
{
	qsort(words, count, sizeof *words, compare);
	printf("%s:%s", name, count == 0 ? " -" : "");
	for (size_t i = 0; i < count; i++) {
		printf(" %s", words[i]);
		free(words[i]);
	}
	putchar('\n');
}

/* R11 */
static void show_pieces(const struct try_cards *cards)
{
	const struct position *position = &cards->table->field.position;

	for (unsigned seat = 0; seat < variant_seats(cards->variant); seat++) {
		char *words[MAX_PIECES];
		size_t count = 0;

		for (unsigned i = 0; i < position->piece_count; i++) {
			struct text text;

			if (position->pieces[i].side != seat ||
			    (position->pieces[i].fate != ON_BOARD &&
			     position->pieces[i].fate != SHARING))
				continue;
			text_init(&text, 0);
			print_piece(cards, i, &text);
			words[count++] = text_take(&text);
			text_done(&text);
		}
		if (count > 0 || position->in_play >> seat & 1)
			print_sorted(variant_seat_name(cards->variant, seat), words, count);
	}
}

bool try_cards_show(const struct try_cards *cards, const char *what)
{
	static const struct {
		const char *word;
		enum zone zone;
	} piles[] = {{"hands", ZONE_HAND}, {"decks", ZONE_DRAW}, {"discards", ZONE_DISCARDS}};

	for (size_t i = 0; i < ARRAY_LEN(piles); i++) {
		if (strcmp(piles[i].word, what) == 0) {
			show_piles(cards, piles[i].zone);
			return true;
		}
	}
	if (strcmp(what, "pieces") == 0)
		show_pieces(cards);
	else if (strcmp(what, "effects") == 0)
		show_effects(cards);
	else if (strcmp(what, "legal") == 0)
		show_legal(cards);
	else if (strcmp(what, "status") == 0)
		show_status(cards);
	else
		return false;
	return true;
}

/* The move behind `after`, of those that could be made whatever becomes of the king. */
static enum verdict find_move(const struct try_cards *cards, const struct table *table,
			      const char *text, struct move *move_out, struct reason *reason)
{
	struct move_list *list = base_alloc(sizeof *list);
	enum verdict verdict;

	ways_moves(cards->book, &table->field, table->field.position.turn, false, list);
	verdict =
		notation_read(cards->variant, &table->field.position, list, text, move_out, reason);
	free(list);
	return verdict;
}

/* The plays behind a move of the seat's: where it is asked about another's turn, but its own comes
 * next, that turn counts as passed (T13). -1 when it has no such move. */
static int find_plays(const struct try_cards *cards, uint8_t seat, const char *after,
		      struct play_list *list, struct reason *reason)
{
	struct table *then = base_alloc(sizeof *then);
	struct move move;
	int result = 0;

	table_copy(then, cards->table);
	table_pass_all(then);
	if (after == NULL || then->phase != PHASE_MOVE || !(table_awaited(then) >> seat & 1))
		table_plays(cards->table, seat, NULL, list);
	else if (find_move(cards, then, after, &move, reason) == REFUSED)
		result = -1;
	else
		table_plays(then, seat, &move, list);
	free(then);
	return result;
}

int try_cards_plays(const struct try_cards *cards, uint8_t seat, const char *after,
		    struct reason *reason)
{
	struct play_list list;

	play_list_init(&list);
	if (find_plays(cards, seat, after, &list, reason) != 0) {
		play_list_done(&list);
		return -1;
	}
	for (unsigned i = 0; i < list.count; i++) {
		struct text text;

		text_init(&text, 0);
		play_print(cards->book, &list.plays[i], &text);
		puts(text.bytes);
		text_done(&text);
	}
	if (list.count == 0)
		puts("-");
	play_list_done(&list);
	return 0;
}
