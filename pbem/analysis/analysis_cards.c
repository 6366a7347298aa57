/* SPDX-License-Identifier: MIT */
/* The analysis of a game with cards: hands and piles, response times, effects [trial-board]. Moves
 * are counted without cards. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/cards/board/card_movegen.h"
#include "core/cards/effects/effects_load.h"
#include "core/cards/state/card_state.h"
#include "core/cards/submit/legal_plays.h"
#include "core/cards/submit/submit.h"
#include "core/game/game.h"
#include "core/gametype/cards/cards_gametype.h"
#include "core/gametype/cards/cards_state.h"
#include "core/notation/notation.h"
#include "core/util/strbuf.h"
#include "pbem/analysis/analysis_print.h"
#include "pbem/analysis/gametype_analysis.h"

struct trial_cards {
	const struct card_ruleset *book;
	struct piles piles; /* as the script sets them up */
};

static int cards_trial_open(struct trial *trial, struct reason *reason)
{
	const struct card_ruleset *book = effects_book_of(trial->variant, reason);

	if (book == NULL)
		return -1;
	trial->cards = base_zalloc(1, sizeof *trial->cards);
	trial->cards->book = book;
	piles_init(&trial->cards->piles, book->common);
	return 0;
}

static void cards_trial_close(struct trial *trial)
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

static int cards_trial_set_cards(struct trial *trial, const char *word, unsigned seat, char *list,
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

/* Gives the game its position and piles, before the first turn. */
static void cards_trial_start(struct trial *trial)
{
	struct game *game = &trial->game;

	card_state_init(cards_state(game), trial->cards->book, &game->position, NULL);
	cards_state(game)->piles = trial->cards->piles;
}

/* Begins to record whose pending turn the next message returns [trial-messages]. */
static void cards_trial_begin_message(struct trial *trial)
{
	cards_state(&trial->game)->returned = NO_SIDE;
}

static void cards_trial_print_returned(const struct trial *trial)
{
	uint8_t returned = cards_state(&trial->game)->returned;

	if (returned != NO_SIDE)
		printf("returned %s\n", variant_seat_name(trial->variant, returned));
}

static void cards_trial_status(const struct trial *trial, struct trial_status *out)
{
	static const char *const phases[] = {"move", "window", "demand", "over"};
	const struct card_state *table = cards_state(&trial->game);

	out->phase = phases[table->now.phase];
	if (table->now.phase != PHASE_OVER)
		out->turn = (uint16_t)(1u << table->field.position.turn);
	out->check = card_state_checks(table);
	if (table->now.phase == PHASE_WINDOW)
		out->window = table->now.window;
	if (table->now.phase == PHASE_DEMAND) {
		out->card = table->book->set->cards[card_state_demand_card(table)].name;
		out->demanded = table->now.demanded;
	}
}

/* Prints "white: Card, Card", or "white: -". */
static void print_pile(const struct trial *trial, enum zone zone, unsigned seat, const char *name)
{
	const struct card_state *table = cards_state(&trial->game);
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

static void analysis_print_effects(const struct trial *trial)
{
	struct strbuf text;

	strbuf_init(&text, 0);
	card_state_effects(cards_state(&trial->game), &text);
	fputs(text.len > 0 ? text.bytes : "-\n", stdout);
	strbuf_done(&text);
}

/* Removes duplicates, because two cards may allow the same move. */
static void remove_duplicates(struct move_list *list)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < list->count; i++)
		if (kept == 0 ||
		    memcmp(&list->moves[i], &list->moves[kept - 1], sizeof list->moves[0]) != 0)
			list->moves[kept++] = list->moves[i];
	list->count = kept;
}

static void cards_trial_legal(const struct trial *trial, struct strbuf *out)
{
	struct move_list *list = base_alloc(sizeof *list);
	const struct variant *variant = trial->variant;
	struct card_state *then = base_alloc(sizeof *then);

	card_state_copy(then, cards_state(&trial->game));
	submit_pass_all(then);
	submit_legal(then, list);
	if (then->now.phase == PHASE_OVER) {
		strbuf_add(out, "- over:");
		rules_result(variant, &then->outcome, out);
	} else if (then->now.phase == PHASE_DEMAND) {
		strbuf_addf(out, "%s -", variant_seat_name(variant, then->now.demanded));
	} else {
		uint8_t turn = then->field.position.turn;

		strbuf_addf(out, "%s %s", variant_seat_name(variant, turn),
			    card_movegen_in_check(then->book, &then->field, turn) ? "check" : "-");
	}
	move_list_sort(variant, list);
	remove_duplicates(list);
	analysis_print_moves(variant, list, out);
	strbuf_add_char(out, '\n');
	free(then);
	free(list);
}

/* Adds a piece such as "Qd8" or "N:royal@c3". */
static void cards_trial_piece(const struct trial *trial, const struct position *position,
			      unsigned number, struct strbuf *out)
{
	const struct piece *one = &position->pieces[number];
	char name[SQUARE_NAME_MAX];

	if (one->fate != ON_BOARD && one->fate != SHARING)
		return;
	card_board_piece_name(trial->cards->book, &cards_state(&trial->game)->field, number, out);
	board_square_name(variant_board(trial->variant), one->at, name);
	strbuf_addf(out, "%s%s", out->len > 1 ? "@" : "", name);
}

/* Finds the move `after` among those that could be made regardless of the king's safety. */
static enum verdict find_move(const struct variant *variant, const struct card_state *table,
			      const char *text, struct move *move_out, struct reason *reason)
{
	struct move_list *list = base_alloc(sizeof *list);
	enum verdict verdict;

	card_movegen_moves(table->book, &table->field, table->field.position.turn, false, list);
	verdict = notation_read(variant, &table->field.position, list, text, move_out, reason);
	free(list);
	return verdict;
}

/* Finds the plays after a move of the seat's. If the seat is asked about another's turn, and its
 * own turn comes next, the other's turn counts as passed [trial-plays]. Returns -1 if the seat has
 * no such move. */
static int find_plays(const struct trial *trial, uint8_t seat, const char *after,
		      struct play_list *list, struct reason *reason)
{
	const struct card_state *table = cards_state(&trial->game);
	struct card_state *then = base_alloc(sizeof *then);
	struct move move;
	int result = 0;

	card_state_copy(then, table);
	submit_pass_all(then);
	if (after == NULL || then->now.phase != PHASE_MOVE ||
	    !(card_state_awaited(then) >> seat & 1))
		legal_plays_list(table, seat, NULL, list);
	else if (find_move(trial->variant, then, after, &move, reason) == REFUSED)
		result = -1;
	else
		legal_plays_list(then, seat, &move, list);
	free(then);
	return result;
}

static int cards_trial_plays(const struct trial *trial, uint8_t seat, const char *after,
			     struct reason *reason)
{
	struct play_list list;
	int result;

	play_list_init(&list);
	result = find_plays(trial, seat, after, &list, reason);
	for (unsigned i = 0; result == 0 && i < list.count; i++) {
		struct strbuf text;

		strbuf_init(&text, 0);
		play_print(trial->cards->book, &list.plays[i], &text);
		puts(text.bytes);
		strbuf_done(&text);
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
	{"effects", .show = analysis_print_effects},
	{0},
};

const struct analyse_kind analysis_cards = {
	.kind = &cards_gametype,
	.line = &analysis_standard_line,
	.open = cards_trial_open,
	.close = cards_trial_close,
	.set_cards = cards_trial_set_cards,
	.start = cards_trial_start,
	.begin_message = cards_trial_begin_message,
	.print_returned = cards_trial_print_returned,
	.piece = cards_trial_piece,
	.legal = cards_trial_legal,
	.status = cards_trial_status,
	.plays = cards_trial_plays,
	.shows = shows,
};
