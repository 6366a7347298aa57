/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/kind/cards/cards_state.h"
#include "core/cards/deck/book.h"
#include "core/cards/message/message.h"
#include "core/cards/table/table.h"
#include "core/cards/field/ways.h"
#include "core/order/order.h"
#include "core/order/order_cards.h"
#include "core/base/plain.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"
#include "core/view/view.h"
#include "core/kind/cards/cards_view.h"
#include "core/kind/cards/cards_marks.h"

/* For a card's name in a short hand; with the name it has in another language, too. */
enum { COLUMNS = 70, HELD_COLUMNS = 20, HELD_COLUMNS_OTHER = 28 };

struct table *cards_seen(const struct game *game, uint8_t seat)
{
	struct table *table = base_alloc(sizeof *table);

	table_copy(table, cards_state(game));
	table->history = NULL;
	table_conceal(table, seat);
	return table;
}

/* How much of a text, words with one blank between, fits into so many columns. */
static size_t fitting(const char *text, size_t columns)
{
	size_t len = 0;

	for (; text[len] != '\0' && columns > 0; columns--)
		len += plain_character(text + len);
	if (text[len] == '\0')
		return len;
	for (; len > 0 && text[len] != ' '; len--)
		;
	return len > 0 ? len : strcspn(text, " ");
}

static bool is_harmless(const struct variant *variant, const char *head, const char *text,
			size_t len)
{
	char *line = base_printf("%s%.*s", head, (int)len, text);
	bool harmless = order_line_is_harmless(variant, line);

	free(line);
	return harmless;
}

/* Where to break a text so that neither this line nor the one below would be an order in a quote.
 */
static size_t find_break(const struct variant *variant, const char *text, const char *head)
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

void cards_lines(const struct variant *variant, const char *text, const char *head,
		 struct text *out)
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
static const char *stop_behind(const char *told)
{
	size_t len = strlen(told);

	return len > 0 && told[len - 1] == '!' ? "" : ".";
}

static void add_open_turn(const struct game *game, struct text *out)
{
	const struct table *table = cards_state(game);
	uint8_t turn = table->start.position.turn;
	struct text told;
	char *for_people;

	if (turn >= variant_seats(game->variant))
		return;
	text_init(&told, 0);
	table_tell(table, &told);
	for_people = view_told(game->variant, strchr(told.bytes, ' ') != NULL
						      ? strchr(told.bytes, ' ') + 1
						      : told.bytes);
	text_addf(out, phrase("%s's turn stands open: %s%s\n"),
		  phrase(variant_seat_title(game->variant, turn)), for_people,
		  stop_behind(for_people));
	free(for_people);
	text_done(&told);
}

/* [saved-by-a-card]: the seat to move has no regular move. */
static void add_moveless(const struct table *table, uint8_t seat, struct text *out)
{
	if (ways_any_move(table->book, &table->field, seat))
		return;
	text_add(out, table_checks(table) >> seat & 1
			      ? phrase("No regular move is legal; only a card can save the king.\n")
			      : phrase("No regular move is legal.\n"));
}

/* Why the seat to move is so again, and how it may. */
static void add_again(const struct table *table, struct text *out)
{
	char *told;

	if (table->before[0] == '\0')
		return;
	told = view_told(table->book->variant, table->before);
	text_addf(out, phrase("The turn has to be played again; so far: %s%s\n"), told,
		  stop_behind(told));
	free(told);
	if (table->undone_count > 0)
		text_add(out, phrase("The new turn must lead to another board.\n"));
	if (table->now.no_card)
		text_add(out, phrase("It is a move without a card.\n"));
}

static void add_checks(const struct game *game, struct text *out)
{
	uint16_t checks = table_checks(cards_state(game));

	if (checks == 0)
		return;
	view_add_seats(game, checks, out);
	text_add(out, __builtin_popcount(checks) == 1 ? phrase(" is in check.\n")
						      : phrase(" are in check.\n"));
}

/* As the order that says it, "UNLESS CHECK, CARD", in the language spoken. */
static void add_rules(unsigned rules, struct text *out)
{
	struct text english;
	const char *rest, *word;
	size_t len;

	text_init(&english, 0);
	order_cards_print_autopass(rules, &english);
	for (rest = english.bytes; text_next_word(&rest, &word, &len);) {
		const bool comma = word[len - 1] == ',';
		char *name = base_strndup(word, len - comma);

		text_addf(out, "%s%s%s", word == english.bytes ? "" : " ",
			  phrase_of("autopass", name), comma ? "," : "");
		free(name);
	}
	text_done(&english);
}

/* [all-are-asked] */
static void add_autopass(const struct game *game, struct text *out)
{
	for (uint8_t seat = 0; seat < variant_seats(game->variant); seat++) {
		unsigned rules = cards_state(game)->autopass[seat];

		if (rules == 0 || !(game->position.in_play >> seat & 1))
			continue;
		text_addf(out, phrase("%s has said AUTOPASS "),
			  phrase(variant_seat_title(game->variant, seat)));
		add_rules(rules, out);
		text_add(out, ".\n");
	}
}

void cards_standing(const struct game *game, uint8_t seat, struct text *out)
{
	text_add(out, phrase("\nAUTOPASS "));
	add_rules(cards_state(game)->autopass[seat], out);
}

void cards_status(const struct game *game, struct text *out)
{
	const struct table *table = cards_state(game);
	uint8_t player = game_player(game), demand = table_demand_card(table);

	if (table->now.phase == PHASE_MOVE && player != NO_SIDE) {
		text_addf(out, phrase("%s to move (%s %u).\n"),
			  phrase(variant_seat_title(game->variant, player)),
			  game_is_crowded(game) ? phrase("round") : phrase("move"),
			  game_round(game));
		add_again(table, out);
	} else if (table->now.phase == PHASE_WINDOW) {
		add_open_turn(game, out);
		view_add_seats(game, table->now.window, out);
		text_add(out, phrase(" may answer it.\n"));
	} else if (table->now.phase == PHASE_DEMAND) {
		add_open_turn(game, out);
		text_addf(out, phrase("%s has to choose for %s.\n"),
			  phrase(variant_seat_title(game->variant, table->now.demanded)),
			  demand == NO_CARD ? phrase("a card")
					    : table->book->set->cards[demand].name);
	}
	add_checks(game, out);
	if (table->now.phase == PHASE_MOVE && player != NO_SIDE)
		add_moveless(table, player, out);
	add_autopass(game, out);
}

void cards_open(const struct game *game, struct text *out)
{
	struct text told;
	const char *own;
	int len;

	if (cards_state(game)->action_count == 0)
		return;
	text_init(&told, 0);
	table_tell(cards_state(game), &told);
	own = view_own_part(strchr(told.bytes, ' ') + 1, &len);
	text_addf(out, "%.*s", len, own);
	text_done(&told);
}

void cards_undone(const struct game *game, struct text *out)
{
	static const char then[] = "; then ", mark[] = " (undone)";
	const char *at = cards_state(game)->before, *next;

	if (cards_state(game)->now.phase != PHASE_MOVE)
		return;
	while ((next = strstr(at, then)) != NULL)
		at = next + sizeof then - 1;
	while ((next = strstr(at, mark)) != NULL) {
		text_add_bytes(out, at, (size_t)(next - at));
		at = next + sizeof mark - 1;
	}
	text_add(out, at);
}

struct table *cards_then(const struct game *game, uint8_t seat)
{
	struct table *then = cards_seen(game, seat);

	message_pass_all(then);
	return then;
}

bool cards_moves(const struct table *table, uint8_t seat)
{
	const struct position *position = &table->field.position;

	return table->now.phase == PHASE_MOVE && position->turn != NO_SIDE &&
	       position->controller[position->turn] == seat;
}

void cards_legal(const struct game *game, uint8_t seat, struct text *out)
{
	struct table *then = cards_then(game, seat);
	struct move_list *list = base_alloc(sizeof *list);

	list->count = 0;
	if (cards_moves(then, seat)) {
		message_legal(then, list);
		/* [saved-by-a-card]: a card may still save him. */
		text_add(out, list->count == 0 ? phrase("    none without a card\n") : "");
	}
	view_moves(game->variant, &then->field.position, list, out);
	free(list);
	free(then);
}

void cards_choose(const struct game *game, uint8_t seat, struct view_choice *choice)
{
	struct table *then = cards_then(game, seat);

	choice->position = then->field.position;
	if (cards_moves(then, seat))
		message_legal(then, &choice->moves);
	free(then);
}

/* ---- the hand ---- */

/* What stands on a card, in the language spoken. */
static const char *said(const char *english)
{
	return phrase_of("on card", english);
}

static void add_card(const struct variant *variant, const struct card *card, const char *mark,
		     struct text *out)
{
	const char *own = phrase_of("card", card->name);
	bool same = strcmp(own, card->name) == 0;
	char *name = same ? base_strdup(card->name) : base_printf("%s (%s)", card->name, own);
	struct text line;

	text_addf(out, phrase("* %s, %u point%s%s%s\n"), name, card->points,
		  card->points == 1 ? "" : "s", card->unique ? phrase(", unique") : "", mark);
	free(name);
	text_init(&line, 0);
	card_when_words(card, &line);
	cards_lines(variant, line.bytes, "     ", out);
	text_clear(&line);
	text_addf(&line, "%s%s%s", card->name, card->plays != NULL ? " " : "",
		  card->plays != NULL ? said(card->plays) : "");
	text_addf(out, phrase("     written PLAY %s\n"), line.bytes);
	if (card->continuing)
		text_addf(out, phrase("     lasts %s\n"), said(card->lasts));
	cards_lines(variant, said(card->text), "     : ", out);
	text_done(&line);
}

void cards_card(const struct variant *variant, const struct card *card, struct text *out)
{
	add_card(variant, card, "", out);
}

/* How a hand is shown: what of it was seen before, and what becomes of that. */
struct hand_style {
	const char *seen;
	bool held, brief; /* all in short; what was seen */
};

/* [earthquake-boards]: what its words come to on the board as it lies now. */
static void add_turning(const struct table *table, const struct card *card, struct text *out)
{
	static const char *const words[] = {"RIGHT", "LEFT"};

	if (strcmp(card->effect->name, "earthquake") != 0)
		return;
	for (unsigned left = 2; left-- > 0;) {
		struct text line;

		text_init(&line, 0);
		text_addf(&line, phrase("by %s "), words[left]);
		cards_marks_turning(table, left, &line);
		cards_lines(table->book->variant, line.bytes, "     now ", out);
		text_done(&line);
	}
}

static void add_whole(const struct table *table, const struct card *card, const char *mark,
		      struct text *out)
{
	add_card(table->book->variant, card, mark, out);
	add_turning(table, card, out);
}

static void add_held(const struct card *card, bool is_new, struct text *out)
{
	const char *own = phrase_of("card", card->name);
	const bool other = strcmp(own, card->name) != 0;
	char *name = base_printf("%s%s%s%s%s", card->name, other ? " (" : "", other ? own : "",
				 other ? ")" : "", is_new ? phrase(" (new)") : "");
	struct text when, line;

	text_init(&when, 0);
	text_init(&line, 0);
	card_when_words(card, &when);
	text_add_padded(&line, name, other ? HELD_COLUMNS_OTHER : HELD_COLUMNS);
	text_addf(&line, " %2u", card->points);
	text_addf(out, "* %s%s%s\n", line.bytes,
		  text_columns(line.bytes) + text_columns(when.bytes) > COLUMNS - 2 ? "\n     "
										    : "  ",
		  when.bytes);
	text_done(&line);
	text_done(&when);
	free(name);
}

static void add_of_hand(const struct table *table, const struct card *card,
			const struct hand_style *style, struct text *out)
{
	bool seen = text_has_line(style->seen, card->name), is_new = *style->seen != '\0' && !seen;

	if (style->held || (style->brief && seen))
		add_held(card, is_new, out);
	else
		add_whole(table, card, is_new ? ", new" : "", out);
}

/* Each card of the seat's hand. */
static void add_hand(const struct game *game, uint8_t seat, const struct hand_style *style,
		     struct text *out)
{
	struct table *table = cards_seen(game, seat);
	uint16_t copies[MAX_COPIES];
	unsigned count = piles_list(&table->piles, ZONE_HAND, seat, copies);

	for (unsigned i = 0; i < count; i++) {
		uint8_t kind = table->piles.copies[copies[i]].kind;

		if (kind == NO_CARD)
			text_add(out, phrase("* ? (drawn in this trial; you see it when you really "
					     "draw it)\n"));
		else
			add_of_hand(table, &table->book->set->cards[kind], style, out);
	}
	if (count == 0)
		text_add(out, phrase("* no card\n"));
	free(table);
}

void cards_known(const struct game *game, uint8_t seat, const char *seen, bool brief,
		 struct text *out)
{
	add_hand(game, seat, &(struct hand_style){.seen = seen, .brief = brief}, out);
}

void cards_held(const struct game *game, uint8_t seat, const char *seen, struct text *out)
{
	add_hand(game, seat, &(struct hand_style){.seen = seen, .held = true}, out);
}

void cards_names(const struct game *game, uint8_t seat,
		 void (*note)(void *context, const char *name), void *context)
{
	const struct piles *piles = &cards_state(game)->piles;
	uint16_t copies[MAX_COPIES];
	unsigned count = piles_list(piles, ZONE_HAND, seat, copies);

	for (unsigned i = 0; i < count; i++)
		if (piles->copies[copies[i]].kind != NO_CARD)
			note(context, cards_state(game)
					      ->book->set->cards[piles->copies[copies[i]].kind]
					      .name);
}

void cards_news(const struct game *game, uint8_t seat, struct text *out)
{
	const struct table *table = cards_state(game);
	uint8_t turn = table->start.position.turn;
	struct text told;
	char *for_people;

	if (game->outcome.status == STATUS_PLAYING && seat != NO_SIDE && table->returned == seat)
		text_add(
			out,
			phrase("The turn you had sent ahead was not carried out, for the board has "
			       "changed since: send it again, or another.\n"));
	if (game->outcome.status == STATUS_PLAYING || turn >= variant_seats(game->variant) ||
	    (table->before[0] == '\0' && table->action_count == 0))
		return;
	text_init(&told, 0);
	table_tell(table, &told);
	for_people =
		view_told(game->variant,
			  table->action_count == 0 ? table->before : strchr(told.bytes, ' ') + 1);
	text_addf(out, phrase("%s's last turn: %s%s\n"),
		  phrase(variant_seat_title(game->variant, turn)), for_people,
		  stop_behind(for_people));
	free(for_people);
	text_done(&told);
}
