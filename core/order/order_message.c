/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/notation/vocabulary_orders.h"
#include "core/notation/vocabulary_prose.h"
#include "core/order/order_args_cards.h"
#include "core/order/order_internal.h"
#include "core/order/order_parse.h"
#include "core/order/order_say.h"
#include "core/order/order_typo.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/util/utf8.h"

/* Mail programs don't break lines shorter than BROKEN_LINE. */
enum { BROKEN_LINE = 50, QUOTE_MAX = 60 };

bool order_line_is_harmless(const struct variant *variant, const char *line)
{
	struct order_list orders;
	struct reason why;
	bool harmless;

	order_list_init(&orders);
	harmless = order_read(variant, line, 1, &orders, &why) == REFUSED &&
		   !order_is_misspelt(variant, line, &why);
	order_list_done(&orders);
	return harmless;
}

/* Prefixes the fault of a line with the line: line 3, "MOVE e9". */
static void prefix_line(struct reason *why, unsigned number, const char *line)
{
	struct utf8 plain;

	utf8_line(line, &plain);
	reason_prefix(why, "line %u, \"%.*s%s\": ", number,
		      (int)utf8_cut(plain.text, plain.len, QUOTE_MAX), plain.text,
		      plain.len > QUOTE_MAX ? "..." : "");
}

enum paragraph { BEFORE, INSIDE, AFTER };

struct message_reader {
	const struct variant *variant;
	struct order_list *list;
	enum paragraph where;
	unsigned number, ended; /* this line, and the line that ended the paragraph */
	unsigned refused;	/* a line that only says no; 0: none */
	unsigned tries;		/* a line with the word TRY that isn't an order; 0: none */
	bool goes_on;		/* the previous line is of a deck that may continue */
	bool says;		/* the previous line is of SAY, which may continue */
};

/*
 * Reports whether a deck may continue on the next line: the line ends with a comma, or is so long
 * that a mail program may have broken it.
 */
static bool deck_continues(const char *line)
{
	size_t len = strlen(line);

	while (len > 0 && strchr(" \t\r", line[len - 1]) != NULL)
		len--;
	return len >= BROKEN_LINE || (len > 0 && line[len - 1] == ',');
}

static void add_to_deck(struct order *order, const char *line)
{
	struct strbuf text;

	strbuf_init(&text, 0);
	strbuf_add(&text, order->text);
	order_cards_list(line, &text);
	free(order->text);
	order->text = strbuf_take(&text);
}

static enum verdict append_said(struct order *order, const char *line, struct reason *why)
{
	char *more = utf8_clean_line(line);
	char *said = base_printf("%s%s%s", order->text, *more != '\0' ? " " : "", more);

	free(more);
	free(order->text);
	order->text = said;
	if (strlen(said) <= ORDER_SAY_MAX)
		return ACCEPTED;
	return reason_refuse(why,
			     "with this line your message is too long: at most %d bytes. What "
			     "doesn't belong to the message goes below an empty line",
			     ORDER_SAY_MAX);
}

/* Returns the last order if it is of one of these kinds, else NULL. */
static struct order *last_order(const struct order_list *list, enum order_kind kind,
				enum order_kind other)
{
	struct order *last = list->count > 0 ? &list->orders[list->count - 1] : NULL;

	return last != NULL && (last->kind == kind || last->kind == other) ? last : NULL;
}

static enum verdict accept_order_line(struct message_reader *reader, const char *line,
				      struct reason *why)
{
	if (reader->tries > 0) {
		reason_set(why,
			   "line %u above it may ask only to test it. If so, write TRY alone on "
			   "that line; to have the order carried out, leave that line out",
			   reader->tries);
		prefix_line(why, reader->number, line);
		return REFUSED;
	}
	if (reader->where == AFTER) {
		reason_set(why,
			   "it reads as an order, but line %u above it doesn't; put all orders "
			   "together, at the top",
			   reader->ended);
		prefix_line(why, reader->number, line);
		return REFUSED;
	}
	reader->where = INSIDE;
	reader->goes_on =
		deck_continues(line) && last_order(reader->list, ORDER_DECK, ORDER_DECK) != NULL;
	reader->says = last_order(reader->list, ORDER_SAY, ORDER_SAY_TO) != NULL;
	return ACCEPTED;
}

/* Records a line that only says no: "No thanks." */
static void record_refusal(struct message_reader *reader, const char *line)
{
	struct utf8 plain;

	utf8_line(line, &plain);
	if (!reader->says && vocabulary_talk_is_refusal(reader->variant, plain.text))
		reader->refused = reader->number;
}

/* Refuses a message with DRAW, and "no" on a later line, because either may be meant. */
static enum verdict check_refusal(const struct message_reader *reader, struct reason *why)
{
	for (size_t i = 0; i < reader->list->count && reader->refused > 0; i++) {
		enum order_kind kind = reader->list->orders[i].kind;

		if (kind == ORDER_UNDO)
			return reason_refuse(
				why,
				"line %u says no, but another says UNDO. To refuse to take a turn "
				"back, write UNDO NO on one line; to ask for it or to agree, write "
				"UNDO and leave that line out",
				reader->refused);
		if (kind != ORDER_DRAW)
			continue;
		return reason_refuse(
			why,
			"line %u says no, but another says DRAW. To decline a draw, write DRAW NO "
			"on one line; to accept or offer one, write DRAW and leave that line out",
			reader->refused);
	}
	return ACCEPTED;
}

/* Refuses TRY without an order that it could test. */
static enum verdict check_try(const struct order_list *list, struct reason *why)
{
	for (size_t i = 0; i < list->count; i++)
		if (!order_is_query(&list->orders[i]))
			return ACCEPTED;
	if (!list->dry_run)
		return ACCEPTED;
	return reason_refuse(why,
			     "TRY tests the orders of your letter, and I found none to test. Write "
			     "them below TRY, for example %s. Questions such as STATUS need no TRY",
			     translate("MOVE and your move"));
}

/* Refuses a misspelt SAY TO after SAY. Otherwise it would become part of the public text. */
static bool may_be_secret(const struct message_reader *reader, const char *line, struct reason *why)
{
	struct utf8 plain;

	utf8_line(line, &plain);
	if (!reader->says || !order_say_begins_to(reader->variant, plain.text))
		return false;
	reason_set(why,
		   "it may be meant for one seat alone, but would be read as part of the message "
		   "above; write SAY TO %s good luck, or begin the line in another way",
		   variant_seat_name(reader->variant, 0));
	return true;
}

/* Refuses the text of SAY, or a name, that contains an order whose line end before it was lost. */
static enum verdict check_swallowed(struct message_reader *reader, const struct order *order,
				    const char *said, const char *line, struct reason *why)
{
	const char *swallowed = said != NULL ? order_swallowed(reader->variant, said)
					     : order_swallowed_by(reader->variant, order);

	if (swallowed == NULL)
		return ACCEPTED;
	reason_set(
		why,
		"\"%.60s\" in it looks like an order or a move. If it is one, write it on a line "
		"of its own; if not, say it in other words, without capitals",
		swallowed);
	prefix_line(why, reader->number, line);
	reader->list->missed = base_strdup(swallowed);
	return REFUSED;
}

/*
 * Refuses a card without PLAY after the text of SAY. It may belong to the text, and reading it as
 * an order could reveal a card.
 */
static bool goes_on_as_card(struct message_reader *reader, const char *line, struct reason *why)
{
	const struct order *last = last_order(reader->list, ORDER_PLAY, ORDER_PLAY);
	struct utf8 plain;

	utf8_line(line, &plain);
	if (last == NULL || last->line != reader->number ||
	    vocabulary_find(plain.text, vocabulary_letters(plain.text)) != NULL)
		return false;
	reason_set(why, "it names a card below something said; to play it write PLAY %s",
		   last->text);
	prefix_line(why, reader->number, line);
	return true;
}

static enum verdict read_message_line(struct message_reader *reader, const char *line,
				      struct reason *why)
{
	struct order *last =
		reader->list->count > 0 ? &reader->list->orders[reader->list->count - 1] : NULL;
	struct reason said = {.text = ""};

	if (order_read(reader->variant, line, reader->number, reader->list, &said) == ACCEPTED) {
		if (reader->says && goes_on_as_card(reader, line, why))
			return REFUSED;
		last = reader->list->count > 0 ? &reader->list->orders[reader->list->count - 1]
					       : NULL;
		if (last != NULL && check_swallowed(reader, last, NULL, line, why) == REFUSED)
			return REFUSED;
		return accept_order_line(reader, line, why);
	}
	if (order_asks_to_try(line))
		reader->tries = reader->number;
	if (reader->goes_on) {
		add_to_deck(last, line);
		reader->goes_on = deck_continues(line);
		return ACCEPTED;
	}
	if (order_is_misspelt(reader->variant, line, &said) || may_be_secret(reader, line, &said) ||
	    (reader->says && append_said(last, line, &said) == REFUSED)) {
		*why = said;
		prefix_line(why, reader->number, line);
		reader->list->missed = base_strdup(line);
		return REFUSED;
	}
	if (reader->says && check_swallowed(reader, last, line, line, why) == REFUSED)
		return REFUSED;
	record_refusal(reader, line);
	if (reader->where == INSIDE && !reader->says) {
		if (last != NULL && last->kind == ORDER_DECK)
			reader->list->below_deck = base_strdup(line);
		reader->where = AFTER;
		reader->ended = reader->number;
	}
	return ACCEPTED;
}

bool order_is_blank(const char *line)
{
	struct utf8 plain;

	utf8_line(line, &plain);
	return plain.text[strspn(plain.text, " ")] == '\0' && !plain.cut;
}

/* ---- the whole message ---- */

/* Joins MOVE alone with the next line that has text. */
static void join_next(struct order_list *list, const char *cursor, const char *end)
{
	const struct order_word *word =
		vocabulary_find(list->missed, vocabulary_letters(list->missed));
	const char *rest = list->missed + vocabulary_letters(list->missed), *start;
	size_t len;

	if (word == NULL || word->use != WORD_MOVE || rest[strspn(rest, ": \t\r")] != '\0')
		return;
	while (strbuf_next_line(&cursor, end, &start, &len)) {
		char *next = base_strndup(start, len);
		const char *text = next + strspn(next, " \t");
		bool blank = order_is_blank(next);

		/* A line that begins with an order word isn't the move. */
		if (!blank && vocabulary_find(text, vocabulary_letters(text)) == NULL) {
			free(list->missed);
			list->missed = base_printf("%s %s", word->word, next);
		}
		free(next);
		if (!blank)
			return;
	}
}

static enum verdict read_whole(const struct variant *variant, const char *new_text,
			       struct order_list *list, struct reason *why)
{
	const char *cursor = new_text, *end = new_text + strlen(new_text), *start;
	struct message_reader reader = {.variant = variant, .list = list, .where = BEFORE};
	enum verdict verdict = ACCEPTED;
	size_t len;

	list->in_message = true;
	while (verdict == ACCEPTED && strbuf_next_line(&cursor, end, &start, &len)) {
		char *line = base_strndup(start, len);
		bool key = order_cut_key(line);

		reader.number++;
		if (order_is_blank(line))
			reader.goes_on = reader.says = false;
		else
			verdict = read_message_line(&reader, line, why);
		reader.says &= !key;
		free(line);
	}
	if (verdict == REFUSED) {
		if (list->missed != NULL)
			join_next(list, cursor, end);
		return REFUSED;
	}
	if (reader.where == BEFORE) {
		order_hint(variant, new_text, list);
		return reason_refuse(
			why,
			"I found no order in your letter. Write it at the top, on a "
			"line of its own, for example %s, %sRESIGN, STATUS or HELP",
			translate("MOVE and your move"),
			variant_has_cards(variant)
				? translate("PLAY with a card's name and squares, PASS, ")
				: "");
	}
	if (order_check_number(variant, list, why) == REFUSED ||
	    check_refusal(&reader, why) == REFUSED || check_try(list, why) == REFUSED)
		return REFUSED;
	return order_check_together(variant, list, why);
}

enum verdict order_read_message(const struct variant *variant, const char *new_text,
				struct order_list *list, struct reason *why)
{
	char *whole = order_join_broken_lines(variant, new_text);
	enum verdict verdict = read_whole(variant, whole, list, why);

	free(whole);
	return verdict;
}
