/* SPDX-License-Identifier: MIT */

#include <stdlib.h>
#include <string.h>

#include "core/cards/board/card_movegen.h"
#include "core/cards/deck/card_ruleset.h"
#include "core/cards/state/card_state.h"
#include "core/cards/submit/legal_plays.h"
#include "core/cards/submit/submit.h"
#include "core/gametype/cards/cards_state.h"
#include "core/gametype/cards/cards_text.h"
#include "core/order/order_args_cards.h"
#include "core/order/order_parse.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/util/utf8.h"
#include "core/variant/variant_data.h"
#include "core/view/choices.h"
#include "core/view/game_text.h"

/* Lists what a seat can play now, or answer to the card that asks it. */

/* Adds a play. `below` (may be NULL) is a move that isn't legal by itself, but with the card. */
static void add_play(const struct card_ruleset *book, const struct play *play,
		     const struct move *below, struct choice_list *list)
{
	const unsigned whens = book->set->cards[play->card].when & (WHEN_BEFORE | WHEN_INSTEAD);
	char move[MOVE_TEXT_MAX] = "", *head, *spoken;
	struct strbuf order;
	struct choice *choice;

	strbuf_init(&order, 0);
	play_print(book, play, &order);
	spoken = base_printf(translate("PLAY%s"), order.bytes + strcspn(order.bytes, " "));
	if (below != NULL) {
		move_text(book->variant, below, move);
		head = base_printf(translate("  to play   MOVE %s\n  below it  "), move);
		choice = choices_add(list, base_printf("MOVE %s %s", move, order.bytes),
				     base_printf("MOVE %s %s", move, order.bytes));
	} else {
		/* A card that comes before a move is no order alone. */
		head = base_strdup(translate("  to play   "));
		choice = choices_add(
			list, base_printf(whens == WHEN_BEFORE ? "%s MOVE ..." : "%s", order.bytes),
			base_printf(whens == WHEN_BEFORE ? "%s, MOVE ..." : "%s", spoken));
	}
	choice->text = base_printf("%s%s\n", head, spoken);
	free(head);
	free(spoken);
	strbuf_done(&order);
}

/* Adds plays that save after that move; in a short list, one for each card. Returns their
 * number. */
static unsigned add_saving_plays_after(const struct card_state *table, uint8_t seat,
				       const struct move *move, unsigned most,
				       struct choice_list *list)
{
	uint8_t card = NO_CARD;
	struct play_list plays;
	unsigned count = 0;

	play_list_init(&plays);
	legal_plays_list(table, seat, move, &plays);
	for (unsigned i = 0; i < plays.count && count < most; i++) {
		if (plays.plays[i].spent ||
		    (plays.plays[i].card == card && most <= CARDS_PLAYS_FEW))
			continue;
		card = plays.plays[i].card;
		add_play(table->book, &plays.plays[i], move, list);
		count++;
	}
	play_list_done(&plays);
	return count;
}

/* For a seat without a regular move, adds moves that a card after them makes legal
 * [saved-by-a-card]. No other list has such moves. */
static void add_all_saving_plays(const struct card_state *table, uint8_t seat, unsigned most,
				 struct choice_list *list)
{
	struct move_list *moves = base_alloc(sizeof *moves);
	unsigned count = 0;

	card_movegen_moves(table->book, &table->field, seat, false, moves);
	for (unsigned i = 0; i < moves->count && count < most; i++)
		count += add_saving_plays_after(table, seat, &moves->moves[i], most - count, list);
	if (count >= most)
		choices_add_remark(list, translate("  and there may be more\n"));
	free(moves);
}

/* Adds a line with a printf format. Returns its choice. */
static struct choice *add_remark(struct choice_list *list, char *line)
{
	struct choice *choice = choices_add_remark(list, line);

	free(line);
	return choice;
}

static bool cards_moves(const struct card_state *table, uint8_t seat);

static void add_plays(const struct card_state *table, uint8_t seat, const struct move *after,
		      unsigned most, struct choice_list *list)
{
	uint8_t card = NO_CARD;
	struct play_list plays;
	unsigned of_card = 0, spent = 0;

	play_list_init(&plays);
	legal_plays_list(table, seat, after, &plays);
	for (unsigned i = 0; i < plays.count; i++) {
		if (plays.plays[i].spent) {
			spent++;
			continue;
		}
		of_card = plays.plays[i].card == card ? of_card + 1 : 1;
		card = plays.plays[i].card;
		if (of_card <= most)
			add_play(table->book, &plays.plays[i], NULL, list);
		else if (of_card == most + 1)
			add_remark(list, base_printf(translate("  ... and others with %s\n"),
						     table->book->set->cards[card].name))
				->order =
				base_printf("PLAY %s ...", table->book->set->cards[card].name);
	}
	if (after == NULL && cards_moves(table, seat) &&
	    !card_movegen_any_move(table->book, &table->field, table->field.position.turn))
		add_all_saving_plays(table, seat, most, list);
	if (spent > 0)
		add_remark(list,
			   base_printf(translate("  (not listed: %u that would have no effect)\n"),
				       spent));
	play_list_done(&plays);
}

void cards_plays(const struct game *game, uint8_t seat, const struct move *after, unsigned most,
		 struct choice_list *list)
{
	struct card_state *table = cards_seen(game, seat);

	add_plays(table, seat, after, most, list);
	free(table);
}

static struct card_state *cards_then(const struct game *game, uint8_t seat);

/* Adds the same for the seat's own next turn, if nobody answers the open one. */
static void cards_next_plays(const struct game *game, uint8_t seat, unsigned most,
			     struct choice_list *list)
{
	struct card_state *then = cards_then(game, seat);

	if (cards_moves(then, seat))
		add_plays(then, seat, NULL, most, list);
	free(then);
}

/* Reports whether the seat may give that answer to the card that asks. */
static bool is_answer(const struct card_state *asking, uint8_t seat, char *words)
{
	struct card_state *table = base_alloc(sizeof *table);
	struct order order = {.kind = ORDER_ANSWER, .text = words};
	const struct order_list orders = {.orders = &order, .count = 1};
	struct event_list events;
	struct reason why;
	enum verdict verdict;

	card_state_copy(table, asking);
	event_list_init(&events);
	verdict = submit_decide(table, seat, &orders, &events, &why);
	event_list_done(&events);
	free(table);
	return verdict == ACCEPTED;
}

static void cards_list_answers(const struct game *game, uint8_t seat, struct choice_list *list)
{
	struct card_state *table = cards_seen(game, seat);
	const struct board *board = variant_board(game->variant);
	char name[SQUARE_NAME_MAX], no[] = "no";

	for (square at = 0; at < board->squares; at++) {
		board_square_name(board, at, name);
		if (is_answer(table, seat, name))
			choices_add(list, base_printf("ANSWER %s", name), base_strdup(name));
	}
	if (is_answer(table, seat, no))
		choices_add(list, base_strdup("ANSWER NO"), base_strdup("NO"));
	free(table);
}

void cards_answers(const struct game *game, uint8_t seat, struct strbuf *out)
{
	struct choice_list list;
	struct strbuf names;

	choices_init(&list);
	strbuf_init(&names, 0);
	cards_list_answers(game, seat, &list);
	for (size_t i = 0; i < list.count; i++)
		strbuf_addf(&names, "%s%s",
			    i == 0				       ? ""
			    : strcmp(list.choices[i].label, "NO") == 0 ? translate(", or ")
								       : ", ",
			    list.choices[i].label);
	cards_lines(game->variant, names.bytes, "  : ", out);
	strbuf_done(&names);
	choices_done(&list);
}

void cards_asking(const struct game *game, struct strbuf *out)
{
	uint8_t card = card_state_demand_card(cards_state(game));

	if (card != NO_CARD)
		cards_card(game->variant, &cards_state(game)->book->set->cards[card], out);
}

/* Columns for a card's name in a short hand, without and with its name in another language. */
enum { COLUMNS = 70, HELD_COLUMNS = 20, HELD_COLUMNS_OTHER = 28 };

struct card_state *cards_seen(const struct game *game, uint8_t seat)
{
	struct card_state *table = base_alloc(sizeof *table);

	card_state_copy(table, cards_state(game));
	table->history = NULL;
	card_state_conceal(table, seat);
	return table;
}

/* Returns the length of the part of a text, words with single spaces, that fits into that number of
 * columns. */
static size_t fitting_length(const char *text, size_t columns)
{
	size_t len = 0;

	for (; text[len] != '\0' && columns > 0; columns--)
		len += utf8_character(text + len);
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

/* Returns where to break a text so that neither this line nor the one below would be an order in a
 * quote. */
static size_t find_break(const struct variant *variant, const char *text, const char *head)
{
	size_t most = fitting_length(text, COLUMNS - strlen(head));

	for (size_t len = most; len > 0; len--) {
		const char *rest = text + len + 1;

		if (text[len] == '\0' ||
		    (text[len] == ' ' && is_harmless(variant, head, text, len) &&
		     is_harmless(variant, head, rest,
				 fitting_length(rest, COLUMNS - strlen(head)))))
			return len;
	}
	return most;
}

void cards_lines(const struct variant *variant, const char *text, const char *head,
		 struct strbuf *out)
{
	struct strbuf plain;
	const char *word, *at;
	size_t len;

	strbuf_init(&plain, 0);
	while (strbuf_next_word(&text, &word, &len))
		strbuf_addf(&plain, "%s%.*s", plain.len > 0 ? " " : "", (int)len, word);
	for (at = plain.bytes; *at != '\0'; at += len + (at[len] == ' ')) {
		len = find_break(variant, at, head);
		strbuf_addf(out, "%s%.*s\n", head, (int)len, at);
	}
	strbuf_done(&plain);
}

/* ---- turns ---- */

/* Returns the full stop for the end of a text: "." or, after a card's exclamation mark, "". */
static const char *cards_full_stop(const char *told)
{
	size_t len = strlen(told);

	return len > 0 && told[len - 1] == '!' ? "" : ".";
}

void cards_open(const struct game *game, struct strbuf *out)
{
	struct strbuf told;
	const char *own;
	int len;

	if (cards_state(game)->action_count == 0)
		return;
	strbuf_init(&told, 0);
	card_state_describe_turn(cards_state(game), &told);
	own = view_own_part(strchr(told.bytes, ' ') + 1, &len);
	strbuf_addf(out, "%.*s", len, own);
	strbuf_done(&told);
}

void cards_undone(const struct game *game, struct strbuf *out)
{
	static const char then[] = "; then ", mark[] = " (undone)";
	const char *at = cards_state(game)->before, *next;

	if (cards_state(game)->now.phase != PHASE_MOVE)
		return;
	while ((next = strstr(at, then)) != NULL)
		at = next + sizeof then - 1;
	while ((next = strstr(at, mark)) != NULL) {
		strbuf_add_bytes(out, at, (size_t)(next - at));
		at = next + sizeof mark - 1;
	}
	strbuf_add(out, at);
}

static struct card_state *cards_then(const struct game *game, uint8_t seat)
{
	struct card_state *then = cards_seen(game, seat);

	submit_pass_all(then);
	return then;
}

/* cards_then returns the same once all have passed. For a table, cards_moves reports whether the
 * seat is to move. */
static bool cards_moves(const struct card_state *table, uint8_t seat)
{
	const struct position *position = &table->field.position;

	return table->now.phase == PHASE_MOVE && position->turn != NO_SIDE &&
	       position->controller[position->turn] == seat;
}

static void list_moves(const struct game *game, uint8_t seat, struct choice_list *list)
{
	struct card_state *then = cards_then(game, seat);
	struct move_list *moves = base_alloc(sizeof *moves);

	moves->count = 0;
	if (cards_moves(then, seat)) {
		submit_legal(then, moves);
		/* A card may still save the player [saved-by-a-card]. */
		if (moves->count == 0)
			choices_add_remark(list, translate("    none without a card\n"));
	}
	choices_add_moves(game->variant, &then->field.position, moves, list);
	free(moves);
	free(then);
}

void cards_choices(const struct game *game, uint8_t seat, enum choice_kind which, unsigned most,
		   struct choice_list *list)
{
	if (which == CHOICE_MOVES)
		list_moves(game, seat, list);
	else if (which == CHOICE_PLAYS)
		cards_plays(game, seat, NULL, most, list);
	else if (which == CHOICE_NEXT_PLAYS)
		cards_next_plays(game, seat, most, list);
	else if (which == CHOICE_ANSWERS)
		cards_list_answers(game, seat, list);
}

void cards_choose(const struct game *game, uint8_t seat, struct view_choice *choice)
{
	struct card_state *then = cards_then(game, seat);

	choice->position = then->field.position;
	if (cards_moves(then, seat))
		submit_legal(then, &choice->moves);
	free(then);
}

/* ---- the hand ---- */

/* Returns the text of a card in the current language. */
static const char *translate_card_text(const char *english)
{
	return translate_of("on card", english);
}

static void add_card(const struct variant *variant, const struct card *card, const char *mark,
		     struct strbuf *out)
{
	const char *own = translate_of("card", card->name);
	bool same = strcmp(own, card->name) == 0;
	char *name = same ? base_strdup(card->name) : base_printf("%s (%s)", card->name, own);
	struct strbuf line;

	strbuf_addf(out, translate("* %s, %u point%s%s%s\n"), name, card->points,
		    card->points == 1 ? "" : "s", card->unique ? translate(", unique") : "", mark);
	free(name);
	strbuf_init(&line, 0);
	card_when_words(card, &line);
	cards_lines(variant, line.bytes, "     ", out);
	strbuf_clear(&line);
	strbuf_addf(&line, "%s%s%s", card->name, card->plays != NULL ? " " : "",
		    card->plays != NULL ? translate_card_text(card->plays) : "");
	strbuf_addf(out, translate("     written PLAY %s\n"), line.bytes);
	if (card->continuing)
		strbuf_addf(out, translate("     lasts %s\n"), translate_card_text(card->lasts));
	cards_lines(variant, translate_card_text(card->text), "     : ", out);
	strbuf_done(&line);
}

void cards_card(const struct variant *variant, const struct card *card, struct strbuf *out)
{
	add_card(variant, card, "", out);
}

/* How a hand is shown: which cards were seen before, and how those are shown. */
struct hand_style {
	const char *seen;
	bool held, brief; /* all cards in short; seen cards in short */
};

/* Adds what the words of Earthquake mean on the board as it is turned now [earthquake-boards]. */
static void add_turning(const struct card_state *table, const struct card *card, struct strbuf *out)
{
	static const char *const words[] = {"RIGHT", "LEFT"};

	if (strcmp(card->effect->name, "earthquake") != 0)
		return;
	for (unsigned left = 2; left-- > 0;) {
		struct strbuf line;

		strbuf_init(&line, 0);
		strbuf_addf(&line, translate("by %s "), words[left]);
		cards_marks_turning(table, left, &line);
		cards_lines(table->book->variant, line.bytes, "     now ", out);
		strbuf_done(&line);
	}
}

static void add_full_card(const struct card_state *table, const struct card *card, const char *mark,
			  struct strbuf *out)
{
	add_card(table->book->variant, card, mark, out);
	add_turning(table, card, out);
}

static void add_short_card(const struct card *card, bool is_new, struct strbuf *out)
{
	const char *own = translate_of("card", card->name);
	const bool other = strcmp(own, card->name) != 0;
	char *name = base_printf("%s%s%s%s%s", card->name, other ? " (" : "", other ? own : "",
				 other ? ")" : "", is_new ? translate(" (new)") : "");
	struct strbuf when, line;

	strbuf_init(&when, 0);
	strbuf_init(&line, 0);
	card_when_words(card, &when);
	strbuf_add_padded(&line, name, other ? HELD_COLUMNS_OTHER : HELD_COLUMNS);
	strbuf_addf(&line, " %2u", card->points);
	strbuf_addf(out, "* %s%s%s\n", line.bytes,
		    strbuf_columns(line.bytes) + strbuf_columns(when.bytes) > COLUMNS - 2
			    ? "\n     "
			    : "  ",
		    when.bytes);
	strbuf_done(&line);
	strbuf_done(&when);
	free(name);
}

static void add_hand_card(const struct card_state *table, const struct card *card,
			  const struct hand_style *style, struct strbuf *out)
{
	bool seen = strbuf_has_line(style->seen, card->name),
	     is_new = *style->seen != '\0' && !seen;

	if (style->held || (style->brief && seen))
		add_short_card(card, is_new, out);
	else
		add_full_card(table, card, is_new ? ", new" : "", out);
}

/* Adds each card of the seat's hand. */
static void add_hand(const struct game *game, uint8_t seat, const struct hand_style *style,
		     struct strbuf *out)
{
	struct card_state *table = cards_seen(game, seat);
	uint16_t copies[MAX_COPIES];
	unsigned count = piles_list(&table->piles, ZONE_HAND, seat, copies);

	for (unsigned i = 0; i < count; i++) {
		uint8_t kind = table->piles.copies[copies[i]].kind;

		if (kind == NO_CARD)
			strbuf_add(out,
				   translate("* ? (the card you would draw; you see it when you "
					     "really draw it)\n"));
		else
			add_hand_card(table, &table->book->set->cards[kind], style, out);
	}
	if (count == 0)
		strbuf_add(out, translate("* no card\n"));
	free(table);
}

void cards_known(const struct game *game, uint8_t seat, const char *seen, bool brief,
		 struct strbuf *out)
{
	add_hand(game, seat, &(struct hand_style){.seen = seen, .brief = brief}, out);
}

void cards_held(const struct game *game, uint8_t seat, const char *seen, struct strbuf *out)
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

void cards_news(const struct game *game, uint8_t seat, struct strbuf *out)
{
	const struct card_state *table = cards_state(game);
	uint8_t turn = table->start.position.turn;
	struct strbuf told;
	char *for_people;

	if (game->outcome.status == STATUS_PLAYING && seat != NO_SIDE && table->returned == seat)
		strbuf_add(
			out,
			translate("We did not play the turn that you had sent ahead, because the "
				  "board has changed since. Please send it again, or another "
				  "one.\n"));
	if (game->outcome.status == STATUS_PLAYING || turn >= variant_seats(game->variant) ||
	    (table->before[0] == '\0' && table->action_count == 0))
		return;
	strbuf_init(&told, 0);
	card_state_describe_turn(table, &told);
	for_people = view_translate_turn(game->variant, table->action_count == 0
								? table->before
								: strchr(told.bytes, ' ') + 1);
	strbuf_addf(out, translate("%s's last turn: %s%s\n"),
		    translate(variant_seat_title(game->variant, turn)), for_people,
		    cards_full_stop(for_people));
	free(for_people);
	strbuf_done(&told);
}

/* Whose turn it is in a game with cards: to move, to respond, to choose. */

/* Adds the turn that others may respond to: "Anna's turn is pending: e4, Panic." */
static void add_open_turn(const struct game *game, const struct view_reader *reader,
			  struct strbuf *out)
{
	const struct card_state *table = cards_state(game);
	const struct position *position = &table->start.position;
	struct strbuf told;
	uint8_t mover;
	char *for_people;

	if (position->turn >= variant_seats(game->variant))
		return;
	mover = reader != NULL ? position->controller[position->turn] : position->turn;
	strbuf_init(&told, 0);
	card_state_describe_turn(table, &told);
	for_people = view_translate_turn(game->variant, strchr(told.bytes, ' ') != NULL
								? strchr(told.bytes, ' ') + 1
								: told.bytes);
	if (view_is_you(reader, mover))
		strbuf_addf(out, translate("Your turn is pending: %s%s\n"), for_people,
			    cards_full_stop(for_people));
	else
		strbuf_addf(out, translate("%s's turn is pending: %s%s\n"),
			    view_name(game, reader, mover), for_people,
			    cards_full_stop(for_people));
	free(for_people);
	strbuf_done(&told);
}

/* Adds that the seat to move has no regular move, if so [saved-by-a-card]. */
static void add_moveless(const struct card_state *table, bool you, uint8_t seat, struct strbuf *out)
{
	const bool checked = card_state_checks(table) >> seat & 1;

	if (card_movegen_any_move(table->book, &table->field, seat))
		return;
	if (you)
		strbuf_add(out,
			   checked ? translate("You have no legal move; only a card can save your "
					       "king.\n")
				   : translate("You have no legal move without a card.\n"));
	else
		strbuf_add(out,
			   checked ? translate("No move is legal; only a card can save the king.\n")
				   : translate("No move is legal without a card.\n"));
}

/* Adds why the seat must play its turn again, and how it may. */
static void add_repeat_notice(const struct card_state *table, struct strbuf *out)
{
	char *told;

	if (table->before[0] == '\0')
		return;
	told = view_translate_turn(table->book->variant, table->before);
	strbuf_addf(out, translate("The turn must be played again. So far: %s%s\n"), told,
		    cards_full_stop(told));
	free(told);
	if (table->undone_count > 0)
		strbuf_add(out, translate("The new turn must lead to another board.\n"));
	if (table->now.no_card)
		strbuf_add(out, translate("It is a move without a card.\n"));
}

/* Adds the rules as in the order, "UNLESS CHECK, CARD", in the current language. */
static void add_rules(unsigned rules, struct strbuf *out)
{
	struct strbuf english;
	const char *rest, *word;
	size_t len;

	strbuf_init(&english, 0);
	order_cards_print_autopass(rules, &english);
	for (rest = english.bytes; strbuf_next_word(&rest, &word, &len);) {
		const bool comma = word[len - 1] == ',';
		char *name = base_strndup(word, len - comma);

		strbuf_addf(out, "%s%s%s", word == english.bytes ? "" : " ",
			    translate_of("autopass", name), comma ? "," : "");
		free(name);
	}
	strbuf_done(&english);
}

/* Adds the AUTOPASS of each seat, which is public [all-are-asked]. */
static void add_autopass(const struct game *game, const struct view_reader *reader,
			 struct strbuf *out)
{
	for (uint8_t seat = 0; seat < variant_seats(game->variant); seat++) {
		unsigned rules = cards_state(game)->autopass[seat];

		if (rules == 0 || !(game->position.in_play >> seat & 1))
			continue;
		if (view_is_you(reader, seat))
			strbuf_add(out, translate("You have chosen AUTOPASS "));
		else
			strbuf_addf(out, translate("%s has chosen AUTOPASS "),
				    view_name(game, reader, seat));
		add_rules(rules, out);
		strbuf_add(out, view_is_you(reader, seat) ? translate(". AUTOPASS OFF ends it.\n")
							  : ".\n");
	}
}

void cards_standing(const struct game *game, uint8_t seat, struct strbuf *out)
{
	strbuf_add(out, translate("\nAUTOPASS "));
	add_rules(cards_state(game)->autopass[seat], out);
}

static void add_turn(const struct game *game, const struct view_reader *reader, uint8_t player,
		     struct strbuf *out)
{
	if (reader != NULL)
		view_turn_of(game, reader, player, "", out);
	else
		strbuf_addf(out, translate("%s to move (%s %u).\n"), view_name(game, NULL, player),
			    view_count_word(game), game_round(game));
	add_repeat_notice(cards_state(game), out);
}

static void add_demand(const struct game *game, const struct view_reader *reader,
		       struct strbuf *out)
{
	const struct card_state *table = cards_state(game);
	const uint8_t demand = card_state_demand_card(table), seat = table->now.demanded;
	const char *card =
		demand == NO_CARD ? translate("A card") : table->book->set->cards[demand].name;

	if (view_is_you(reader, seat))
		strbuf_addf(out, translate("%s asks you to choose.\n"), card);
	else
		strbuf_addf(out, translate("%s asks %s to choose.\n"), card,
			    view_name(game, reader, seat));
}

void cards_status(const struct game *game, const struct view_reader *reader, struct strbuf *out)
{
	static const struct view_sentence respond = {"You may respond, or let it stand.\n",
						     " may respond.\n", " may respond.\n"};
	static const struct view_sentence check = {"You are in check.\n", " is in check.\n",
						   " are in check.\n"};
	const struct card_state *table = cards_state(game);
	const uint8_t player = game_player(game);
	const bool moves = table->now.phase == PHASE_MOVE && player != NO_SIDE;

	if (moves) {
		add_turn(game, reader, player, out);
	} else if (table->now.phase == PHASE_WINDOW) {
		add_open_turn(game, reader, out);
		view_add_sentence(game, reader, table->now.window, &respond, out);
	} else if (table->now.phase == PHASE_DEMAND) {
		add_open_turn(game, reader, out);
		add_demand(game, reader, out);
	}
	view_add_sentence(game, reader, card_state_checks(table), &check, out);
	if (moves)
		add_moveless(table, view_is_you(reader, player), player, out);
	add_autopass(game, reader, out);
}
