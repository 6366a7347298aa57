/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/cards/book.h"
#include "core/cards/table.h"
#include "core/cards/ways.h"
#include "core/order.h"
#include "core/order_cards.h"
#include "core/text.h"
#include "core/variant_data.h"
#include "core/view.h"
#include "core/view_cards.h"
#include "core/view_inner.h"

enum { COLUMNS = 70 };

struct table *
view_cards_seen(const struct game *game, uint8_t seat)
{
	struct table *table = base_alloc(sizeof *table);

	table_copy(table, game->table);
	table->history = NULL;
	table_conceal(table, seat);
	return table;
}

/* How much of a text, words with one blank between, fits into so many columns. */
static size_t
fitting(const char *text, size_t columns)
{
	size_t len = strlen(text);

	if (len <= columns)
		return len;
	for (len = columns; len > 0 && text[len] != ' '; len--)
		;
	return len > 0 ? len : strcspn(text, " ");
}

static bool
is_harmless(const struct variant *variant, const char *head, const char *text, size_t len)
{
	char *line = base_printf("%s%.*s", head, (int)len, text);
	bool harmless = order_line_is_harmless(variant, line);

	free(line);
	return harmless;
}

/* Where to break a text so that neither this line nor the one below would be an order in a quote. */
static size_t
find_break(const struct variant *variant, const char *text, const char *head)
{
	size_t most = fitting(text, COLUMNS - strlen(head));

	for (size_t len = most; len > 0; len--) {
		const char *rest = text + len + 1;

		if (text[len] == '\0' ||
		    (text[len] == ' ' && is_harmless(variant, head, text, len) &&
		     is_harmless(variant, head, rest, fitting(rest, COLUMNS - strlen(head)))))
			return len;
	}
	return most;
}

void
view_cards_lines(const struct variant *variant, const char *text, const char *head, struct text *out)
{
	struct text plain;
	const char *word, *at;
	size_t len;

	text_init(&plain, 0);
	while (text_next_word(&text, &word, &len))
		text_addf(&plain, "%s%.*s", plain.len > 0 ? " " : "", (int)len, word);
	for (at = plain.bytes; *at != '\0'; at += len + (at[len] == ' ')) {
		len = find_break(variant, at, head);
		text_addf(out, "%s%.*s\n", head, (int)len, at);
	}
	text_done(&plain);
}

/* ---- status ---- */

/* A full stop behind what was told; a card's exclamation mark does for one. */
static const char *
stop_behind(const char *told)
{
	size_t len = strlen(told);

	return len > 0 && told[len - 1] == '!' ? "" : ".";
}

static void
add_open_turn(const struct game *game, struct text *out)
{
	const struct table *table = game->table;
	uint8_t turn = table->start.position.turn;
	struct text told;
	const char *for_people;

	if (turn >= variant_seats(game->variant))
		return;
	text_init(&told, 0);
	table_tell(table, &told);
	for_people = strchr(told.bytes, ' ');
	for_people = for_people != NULL ? for_people + 1 : told.bytes;
	text_addf(out, "%s's turn stands open: %s%s\n", variant_seat_title(game->variant, turn),
	          for_people, stop_behind(for_people));
	text_done(&told);
}

/* C11: the seat to move has no regular move. */
static void
add_moveless(const struct table *table, uint8_t seat, struct text *out)
{
	if (ways_any_move(table->book, &table->field, seat))
		return;
	text_add(out, table_checks(table) >> seat & 1
	                      ? "No regular move is legal; only a card can save the king.\n"
	                      : "No regular move is legal.\n");
}

/* Why the seat to move is so again, and how it may. */
static void
add_again(const struct table *table, struct text *out)
{
	if (table->before[0] == '\0')
		return;
	text_addf(out, "The turn has to be played again; so far: %s%s\n", table->before,
	          stop_behind(table->before));
	if (table->undone_count > 0)
		text_add(out, "The new turn must lead to another board.\n");
	if (table->no_card)
		text_add(out, "It is a move without a card.\n");
}

static void
add_checks(const struct game *game, struct text *out)
{
	uint16_t checks = table_checks(game->table);

	if (checks == 0)
		return;
	view_add_seats(game, checks, out);
	text_add(out, __builtin_popcount(checks) == 1 ? " is in check.\n" : " are in check.\n");
}

/* C2 */
static void
add_autopass(const struct game *game, struct text *out)
{
	for (uint8_t seat = 0; seat < variant_seats(game->variant); seat++) {
		unsigned rules = game->table->autopass[seat];

		if (rules == 0 || !(game->position.in_play >> seat & 1))
			continue;
		text_addf(out, "%s has said AUTOPASS ", variant_seat_title(game->variant, seat));
		order_cards_print_autopass(rules, out);
		text_add(out, ".\n");
	}
}

void
view_cards_status(const struct game *game, struct text *out)
{
	const struct table *table = game->table;
	uint8_t player = game_player(game), demand = table_demand_card(table);

	if (table->phase == PHASE_MOVE && player != NO_SIDE) {
		text_addf(out, "%s to move (%s %u).\n", variant_seat_title(game->variant, player),
		          game_is_crowded(game) ? "round" : "move", game_round(game));
		add_again(table, out);
	} else if (table->phase == PHASE_WINDOW) {
		add_open_turn(game, out);
		view_add_seats(game, table->window, out);
		text_add(out, " may answer it.\n");
	} else if (table->phase == PHASE_DEMAND) {
		add_open_turn(game, out);
		text_addf(out, "%s has to choose for %s.\n",
		          variant_seat_title(game->variant, table->demanded),
		          demand == NO_CARD ? "a card" : table->book->set->cards[demand].name);
	}
	add_checks(game, out);
	if (table->phase == PHASE_MOVE && player != NO_SIDE)
		add_moveless(table, player, out);
	add_autopass(game, out);
}

void
view_cards_open(const struct game *game, struct text *out)
{
	struct text told;
	const char *own;
	int len;

	if (game->table->action_count == 0)
		return;
	text_init(&told, 0);
	table_tell(game->table, &told);
	own = view_own_part(strchr(told.bytes, ' ') + 1, &len);
	text_addf(out, "%.*s", len, own);
	text_done(&told);
}

void
view_cards_legal(const struct game *game, uint8_t seat, struct text *out)
{
	struct table *then = view_cards_seen(game, seat);
	struct move_list *list = base_alloc(sizeof *list);
	uint8_t turn;

	table_pass_all(then);
	turn = then->field.position.turn;
	list->count = 0;
	if (then->phase == PHASE_MOVE && turn != NO_SIDE &&
	    then->field.position.controller[turn] == seat) {
		table_legal(then, list);
		/* C11: a card may still save him. */
		text_add(out, list->count == 0 ? "    none without a card\n" : "");
	}
	view_moves(game->variant, &then->field.position, list, out);
	free(list);
	free(then);
}

/* ---- the hand ---- */

void
view_cards_card(const struct variant *variant, const struct card *card, struct text *out)
{
	struct text line;

	text_addf(out, "* %s, %u points%s\n", card->name, card->points, card->unique ? ", unique" : "");
	text_init(&line, 0);
	card_when_words(card, &line);
	view_cards_lines(variant, line.bytes, "     ", out);
	text_clear(&line);
	text_addf(&line, "%s%s%s", card->name, card->plays != NULL ? " " : "",
	          card->plays != NULL ? card->plays : "");
	text_addf(out, "     written PLAY %s\n", line.bytes);
	if (card->continuing)
		text_addf(out, "     lasts %s\n", card->lasts);
	view_cards_lines(variant, card->text, "     : ", out);
	text_done(&line);
}

/* Each card of the seat's hand, as `add` writes it. */
static void
add_hand(const struct game *game, uint8_t seat,
         void (*add)(const struct variant *, const struct card *, struct text *), struct text *out)
{
	struct table *table = view_cards_seen(game, seat);
	uint16_t copies[MAX_COPIES];
	unsigned count = piles_list(&table->piles, ZONE_HAND, seat, copies);

	for (unsigned i = 0; i < count; i++) {
		uint8_t kind = table->piles.copies[copies[i]].kind;

		if (kind == NO_CARD)
			text_add(out, "* ? (drawn in this trial; you see it when you really draw it)\n");
		else
			add(game->variant, &table->book->set->cards[kind], out);
	}
	if (count == 0)
		text_add(out, "* no card\n");
	free(table);
}

void
view_cards_hand(const struct game *game, uint8_t seat, struct text *out)
{
	add_hand(game, seat, view_cards_card, out);
}

static void
add_held(const struct variant *variant, const struct card *card, struct text *out)
{
	struct text when;

	(void)variant;
	text_init(&when, 0);
	card_when_words(card, &when);
	text_addf(out, "* %-20s %2u  %s\n", card->name, card->points, when.bytes);
	text_done(&when);
}

void
view_cards_held(const struct game *game, uint8_t seat, struct text *out)
{
	add_hand(game, seat, add_held, out);
}

void
view_cards_news(const struct game *game, uint8_t seat, struct text *out)
{
	const struct table *table = game->table;
	uint8_t turn = table->start.position.turn;
	struct text told;
	const char *for_people;

	if (game->outcome.status == STATUS_PLAYING && seat != NO_SIDE && table->returned == seat)
		text_add(out, "The turn you had sent ahead was not carried out, for the board has changed "
		         "since: send it again, or another.\n");
	if (game->outcome.status == STATUS_PLAYING || turn >= variant_seats(game->variant) ||
	    (table->before[0] == '\0' && table->action_count == 0))
		return;
	text_init(&told, 0);
	table_tell(table, &told);
	for_people = table->action_count == 0 ? table->before : strchr(told.bytes, ' ') + 1;
	text_addf(out, "%s's last turn: %s%s\n", variant_seat_title(game->variant, turn), for_people,
	          stop_behind(for_people));
	text_done(&told);
}

/* ---- the table ---- */

static void
add_discards(const struct table *table, uint8_t seat, const char *title, struct text *out)
{
	uint16_t copies[MAX_COPIES];
	unsigned count = piles_list(&table->piles, ZONE_DISCARDS, seat, copies);
	struct text line;

	if (count == 0)
		return;
	text_init(&line, 0);
	text_addf(&line, "Discards%s%s, latest first:", *title != '\0' ? " of " : "", title);
	for (unsigned i = 0; i < count; i++) {
		uint8_t kind = table->piles.copies[copies[i]].kind;

		text_addf(&line, "%s %s", i > 0 ? "," : "",
		          kind == NO_CARD ? "?" : table->book->set->cards[kind].name);
	}
	view_cards_lines(table->book->variant, line.bytes, "  ", out);
	text_done(&line);
}

static void
add_effects(const struct table *table, struct text *out)
{
	struct text effects;
	const char *cursor, *line;
	size_t len;

	text_init(&effects, 0);
	table_effects(table, &effects);
	cursor = effects.bytes;
	while (text_next_line(&cursor, effects.bytes + effects.len, &line, &len)) {
		char *one = base_strndup(line, len);

		text_addf(out, "  In force: %s\n", one);
		free(one);
	}
	text_done(&effects);
}

/* The pile of a common deck, and how often it has run out. */
static void
add_common_pile(const struct piles *piles, struct text *out)
{
	unsigned times = piles->shuffles[0] > 1 ? piles->shuffles[0] - 1u : 0;

	text_addf(out, "  The pile is everybody's, and %u lie in it.\n", piles_size(piles, ZONE_DRAW, 0));
	if (times > 0)
		text_addf(out, "  It ran out %u time%s; the discards were shuffled and became the pile.\n",
		          times, times == 1 ? "" : "s");
}

static void
add_challenge(const struct table *table, const struct effect *due, struct text *out)
{
	const struct book *book = table->book;
	const char *kind = due->type < KIND_CRAB ? variant_type_name(book->variant, due->type)
	                                         : book_kind_name(book, due->type);

	text_addf(out, "has to move a %s", kind);
}

/* What is due of that seat, or to it: "Black loses". */
static void
add_due(const struct table *table, const struct effect *due, struct text *out)
{
	const struct variant *variant = table->book->variant;
	uint8_t seat = due->what == EFFECT_SHIELD || due->what == EFFECT_ELF_HILL ? due->by : due->seat;
	char at[SQUARE_NAME_MAX] = "";

	if (due->piece != NO_PIECE)
		board_square_name(variant_board(variant), table->field.position.pieces[due->piece].at, at);
	if (due->what == EFFECT_SHIELD) {
		text_addf(out, "nobody captures on %s until %s's next turn", at,
		          variant_seat_title(variant, seat));
		return;
	}
	text_addf(out, "%s ", variant_seat_title(variant, seat));
	if (due->what == EFFECT_CHALLENGE)
		add_challenge(table, due, out);
	else if (due->what == EFFECT_DUNGEON)
		text_addf(out, "can't move the piece on %s", at);
	else if (due->what == EFFECT_PANIC)
		text_add(out, "has less time for a turn");
	else if (due->what == EFFECT_LOST)
		text_add(out, "loses a turn");
	else if (due->what == EFFECT_ELF_HILL)
		text_add(out, due->begun ? "can't move the king" : "has the king back");
	else
		text_addf(out, "has to move one of the two on %s", at);
	text_add(out, due->begun ? ", in this turn" : ", in the next turn");
}

/* What cards ask of a turn to come. Where an Abduction took a piece is for its owner to tell. */
static void
add_dues(const struct table *table, struct text *out)
{
	const struct field *field = &table->field;

	for (unsigned i = 0; i < field->effect_count; i++) {
		const struct effect *due = &field->effects[i];

		if (due->what < EFFECT_CONTINUING || due->what == EFFECT_ABDUCTED || due->suspended)
			continue;
		text_add(out, "  Due: ");
		/* Two pieces share a square because an effect has ended. */
		if (due->card != NO_CARD)
			text_addf(out, "%s, ", table->book->set->cards[due->card].name);
		add_due(table, due, out);
		text_add_char(out, '\n');
	}
}

void
view_cards_table(const struct game *game, uint8_t seat, struct text *out)
{
	struct table *table = view_cards_seen(game, seat);
	const struct piles *piles = &table->piles;

	add_effects(table, out);
	add_dues(table, out);
	for (uint8_t other = 0; other < variant_seats(game->variant); other++) {
		text_addf(out, "  %s holds %u card%s", variant_seat_title(game->variant, other),
		          piles_size(piles, ZONE_HAND, other),
		          piles_size(piles, ZONE_HAND, other) == 1 ? "" : "s");
		if (!piles->common)
			text_addf(out, ", and %u lie in the pile", piles_size(piles, ZONE_DRAW, other));
		text_add(out, ".\n");
	}
	if (piles->common)
		add_common_pile(piles, out);
	for (uint8_t other = 0; other < (piles->common ? 1 : variant_seats(game->variant)); other++)
		add_discards(table, other, piles->common ? "" : variant_seat_title(game->variant, other),
		             out);
	free(table);
}
