/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/cards/board/card_movegen.h"
#include "core/cards/deck/card_ruleset.h"
#include "core/cards/state/card_state.h"
#include "core/cards/submit/submit.h"
#include "core/gametype/cards/cards_legend.h"
#include "core/gametype/cards/cards_state.h"
#include "core/gametype/cards/cards_text.h"
#include "core/order/order_args_cards.h"
#include "core/order/order_parse.h"
#include "core/cards/board/card_movegen.h"
#include "core/util/utf8.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/util/utf8.h"
#include "core/variant/variant_data.h"
#include "core/view/choices.h"
#include "core/view/game_text.h"

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

const char *cards_full_stop(const char *told)
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

struct card_state *cards_then(const struct game *game, uint8_t seat)
{
	struct card_state *then = cards_seen(game, seat);

	submit_pass_all(then);
	return then;
}

bool cards_moves(const struct card_state *table, uint8_t seat)
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
