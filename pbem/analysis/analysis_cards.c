/* SPDX-License-Identifier: MIT */
/* The analysis of a game with cards: hands and piles, windows, effects [trial-board]. Moves are
 * counted without them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/kind/cards/cards_state.h"
#include "core/cards/message/message.h"
#include "core/cards/lists/plays.h"
#include "core/cards/table/table.h"
#include "core/cards/field/ways.h"
#include "core/cards/effects/effects_load.h"
#include "core/kind/cards/cards_kind.h"
#include "core/turn/game.h"
#include "core/notation/notation.h"
#include "core/base/text.h"
#include "pbem/analyse/kind.h"
#include "pbem/analyse/show.h"

struct trial_cards {
	const struct book *book;
	struct piles piles; /* as the script gives them */
};

static int open_cards(struct trial *trial, struct reason *reason)
{
	const struct book *book = effects_book_of(trial->variant, reason);

	if (book == NULL)
		return -1;
	trial->cards = base_zalloc(1, sizeof *trial->cards);
	trial->cards->book = book;
	piles_init(&trial->cards->piles, book->common);
	return 0;
}

static void close_cards(struct trial *trial)
{
	free(trial->cards);
}

static int add_card(struct trial_cards *cards, enum zone zone, unsigned seat, char *name,
		    struct reason *reason)
{
	bool common = cards->book->common;
	size_t used = 0;
	uint8_t kind = card_named(cards->book->set, name, &used);

	if (kind == NO_CARD || name[used] != '\0')
		return reason_fail(reason, "there is no card '%.40s'", name);
	if (cards->piles.count == MAX_COPIES)
		return reason_fail(reason, "more cards than a game can hold");
	piles_add(&cards->piles, kind, common ? NO_SIDE : (uint8_t)seat, zone,
		  common && zone != ZONE_HAND ? 0 : (uint8_t)seat);
	return 0;
}

static int give(struct trial *trial, const char *word, unsigned seat, char *list,
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
		name = g_strstrip(list);
		if (*name != '\0' && add_card(trial->cards, zone, seat, name, reason) < 0)
			return -1;
	}
	return 0;
}

/* Gives the game's table its position and piles, before the first turn. */
static void start(struct trial *trial)
{
	struct game *game = &trial->game;

	table_init(cards_state(game), trial->cards->book, &game->position, NULL);
	cards_state(game)->piles = trial->cards->piles;
}

/* Whose held turn was given back by a message is told [trial-messages]. */
static void listen(struct trial *trial)
{
	cards_state(&trial->game)->returned = NO_SIDE;
}

static void tell(const struct trial *trial)
{
	uint8_t returned = cards_state(&trial->game)->returned;

	if (returned != NO_SIDE)
		printf("returned %s\n", variant_seat_name(trial->variant, returned));
}

static void status(const struct trial *trial, struct trial_status *out)
{
	static const char *const phases[] = {"move", "window", "demand", "over"};
	const struct table *table = cards_state(&trial->game);

	out->phase = phases[table->now.phase];
	if (table->now.phase != PHASE_OVER)
		out->turn = (uint16_t)(1u << table->field.position.turn);
	out->check = table_checks(table);
	if (table->now.phase == PHASE_WINDOW)
		out->window = table->now.window;
	if (table->now.phase == PHASE_DEMAND) {
		out->card = table->book->set->cards[table_demand_card(table)].name;
		out->demanded = table->now.demanded;
	}
}

/* "white: Card, Card", or "white: -". */
static void print_pile(const struct trial *trial, enum zone zone, unsigned seat, const char *name)
{
	const struct table *table = cards_state(&trial->game);
	uint16_t copies[MAX_COPIES];
	unsigned count = piles_list(&table->piles, zone, (uint8_t)seat, copies);

	printf("%s:%s", name, count == 0 ? " -" : "");
	for (unsigned i = 0; i < count; i++)
		printf("%s %s", i == 0 ? "" : ",",
		       table->book->set->cards[table->piles.copies[copies[i]].kind].name);
	putchar('\n');
}

static void show_piles(const struct trial *trial, int zone)
{
	if (zone != ZONE_HAND && cards_state(&trial->game)->piles.common) {
		print_pile(trial, (enum zone)zone, 0, "common");
		return;
	}
	for (unsigned seat = 0; seat < variant_seats(trial->variant); seat++)
		print_pile(trial, (enum zone)zone, seat, variant_seat_name(trial->variant, seat));
}

static void show_effects(const struct trial *trial)
{
	struct text text;

	text_init(&text, 0);
	table_effects(cards_state(&trial->game), &text);
	fputs(text.len > 0 ? text.bytes : "-\n", stdout);
	text_done(&text);
}

/* Two cards may allow the same move. */
static void drop_doubles(struct move_list *list)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < list->count; i++)
		if (kept == 0 ||
		    memcmp(&list->moves[i], &list->moves[kept - 1], sizeof list->moves[0]) != 0)
			list->moves[kept++] = list->moves[i];
	list->count = kept;
}

static void legal(const struct trial *trial, struct text *out)
{
	struct move_list *list = base_alloc(sizeof *list);
	const struct variant *variant = trial->variant;
	struct table *then = base_alloc(sizeof *then);

	table_copy(then, cards_state(&trial->game));
	message_pass_all(then);
	message_legal(then, list);
	if (then->now.phase == PHASE_OVER) {
		text_add(out, "- over:");
		rules_result(variant, &then->outcome, out);
	} else if (then->now.phase == PHASE_DEMAND) {
		text_addf(out, "%s -", variant_seat_name(variant, then->now.demanded));
	} else {
		uint8_t turn = then->field.position.turn;

		text_addf(out, "%s %s", variant_seat_name(variant, turn),
			  ways_in_check(then->book, &then->field, turn) ? "check" : "-");
	}
	move_list_sort(variant, list);
	drop_doubles(list);
	show_moves(variant, list, out);
	text_add_char(out, '\n');
	free(then);
	free(list);
}

/* "Qd8", "N:royal@c3". */
static void piece(const struct trial *trial, const struct position *position, unsigned number,
		  struct text *out)
{
	const struct piece *one = &position->pieces[number];
	char name[SQUARE_NAME_MAX];

	if (one->fate != ON_BOARD && one->fate != SHARING)
		return;
	field_piece_name(trial->cards->book, &cards_state(&trial->game)->field, number, out);
	board_square_name(variant_board(trial->variant), one->at, name);
	text_addf(out, "%s%s", out->len > 1 ? "@" : "", name);
}

/* The move behind `after`, of those that could be made whatever becomes of the king. */
static enum verdict find_move(const struct variant *variant, const struct table *table,
			      const char *text, struct move *move_out, struct reason *reason)
{
	struct move_list *list = base_alloc(sizeof *list);
	enum verdict verdict;

	ways_moves(table->book, &table->field, table->field.position.turn, false, list);
	verdict = notation_read(variant, &table->field.position, list, text, move_out, reason);
	free(list);
	return verdict;
}

/* The plays behind a move of the seat's: where it is asked about another's turn, but its own comes
 * next, that turn counts as passed [trial-plays]. -1 when it has no such move. */
static int find_plays(const struct trial *trial, uint8_t seat, const char *after,
		      struct play_list *list, struct reason *reason)
{
	const struct table *table = cards_state(&trial->game);
	struct table *then = base_alloc(sizeof *then);
	struct move move;
	int result = 0;

	table_copy(then, table);
	message_pass_all(then);
	if (after == NULL || then->now.phase != PHASE_MOVE || !(table_awaited(then) >> seat & 1))
		plays_list(table, seat, NULL, list);
	else if (find_move(trial->variant, then, after, &move, reason) == REFUSED)
		result = -1;
	else
		plays_list(then, seat, &move, list);
	free(then);
	return result;
}

static int plays(const struct trial *trial, uint8_t seat, const char *after, struct reason *reason)
{
	struct play_list list;
	int result;

	play_list_init(&list);
	result = find_plays(trial, seat, after, &list, reason);
	for (unsigned i = 0; result == 0 && i < list.count; i++) {
		struct text text;

		text_init(&text, 0);
		play_print(trial->cards->book, &list.plays[i], &text);
		puts(text.bytes);
		text_done(&text);
	}
	if (result == 0 && list.count == 0)
		puts("-");
	play_list_done(&list);
	return result;
}

static const struct analyse_show shows[] = {
	{"hands", .list = show_piles, .what = ZONE_HAND},
	{"decks", .list = show_piles, .what = ZONE_DRAW},
	{"discards", .list = show_piles, .what = ZONE_DISCARDS},
	{"effects", .show = show_effects},
	{0},
};

const struct analyse_kind analyse_cards = {
	.kind = &cards_kind,
	.line = &analyse_single_line,
	.open = open_cards,
	.close = close_cards,
	.give = give,
	.start = start,
	.listen = listen,
	.tell = tell,
	.piece = piece,
	.legal = legal,
	.status = status,
	.plays = plays,
	.shows = shows,
};
