/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/phrase/phrase.h"
#include "core/order/order.h"
#include "core/order/order_cards.h"
#include "core/order/order_inner.h"
#include "core/order/order_miss.h"
#include "core/order/order_strip.h"
#include "core/words/words_talk.h"
#include "core/words/words_order.h"
#include "core/base/plain.h"
#include "core/base/text.h"

/* No mail program breaks lines that are shorter than BROKEN_LINE. */
enum { BROKEN_LINE = 50, QUOTE_MAX = 60 };

bool order_line_is_harmless(const struct variant *variant, const char *line)
{
	struct order_list orders;
	struct reason why;
	bool harmless;

	order_list_init(&orders);
	harmless = order_read(variant, line, 1, &orders, &why) == REFUSED &&
		   !order_miss_is(variant, line, &why);
	order_list_done(&orders);
	return harmless;
}

/* "line 3, "MOVE e9": " in front of what is wrong with it. */
static void name_line(struct reason *why, unsigned number, const char *line)
{
	struct plain plain;

	plain_line(line, &plain);
	reason_prefix(why, "line %u, \"%.*s%s\": ", number,
		      (int)plain_cut(plain.text, plain.len, QUOTE_MAX), plain.text,
		      plain.len > QUOTE_MAX ? "..." : "");
}

enum paragraph { BEFORE, INSIDE, BEHIND };

struct letter_reader {
	const struct variant *variant;
	struct order_list *list;
	enum paragraph where;
	unsigned number, ended; /* this line, and the one that ended the paragraph */
	unsigned refused;	/* a line that says no and nothing more; 0: none */
	bool goes_on;		/* the line above is of a deck that goes on */
	bool says;		/* the line above says something, which may go on */
};

/* A mail program breaks long lines: one of a deck that is as long, or ends with a comma, goes on
 * below. */
static bool deck_goes_on(const char *line)
{
	size_t len = strlen(line);

	while (len > 0 && strchr(" \t\r", line[len - 1]) != NULL)
		len--;
	return len >= BROKEN_LINE || (len > 0 && line[len - 1] == ',');
}

static void add_to_deck(struct order *order, const char *line)
{
	struct text text;

	text_init(&text, 0);
	text_add(&text, order->text);
	order_cards_list(line, &text);
	free(order->text);
	order->text = text_take(&text);
	text_done(&text);
}

static enum verdict add_to_said(struct order *order, const char *line, struct reason *why)
{
	char *more = order_said(line);
	char *said = base_printf("%s%s%s", order->text, *order->text != '\0' ? " " : "", more);

	free(more);
	free(order->text);
	order->text = said;
	if (strlen(said) <= ORDER_SAY_MAX)
		return ACCEPTED;
	return reason_refuse(why,
			     "with this line what is said is too long: at most %d bytes. What you "
			     "don't want to say stands below an empty line",
			     ORDER_SAY_MAX);
}

/* The order that was read last, if it is of one of these kinds. */
static struct order *last_order(const struct order_list *list, enum order_kind kind,
				enum order_kind other)
{
	struct order *last = list->count > 0 ? &list->orders[list->count - 1] : NULL;

	return last != NULL && (last->kind == kind || last->kind == other) ? last : NULL;
}

static enum verdict take_order(struct letter_reader *reader, const char *line, struct reason *why)
{
	if (reader->where == BEHIND) {
		reason_set(why,
			   "it reads as an order, but line %u above it doesn't; put all orders "
			   "together, at the top",
			   reader->ended);
		name_line(why, reader->number, line);
		return REFUSED;
	}
	reader->where = INSIDE;
	reader->goes_on =
		deck_goes_on(line) && last_order(reader->list, ORDER_DECK, ORDER_DECK) != NULL;
	reader->says = last_order(reader->list, ORDER_SAY, ORDER_SAY_TO) != NULL;
	return ACCEPTED;
}

/* "No thanks." */
static void note_refusal(struct letter_reader *reader, const char *line)
{
	struct plain plain;

	plain_line(line, &plain);
	if (!reader->says && words_talk_is_refusal(reader->variant, plain.text))
		reader->refused = reader->number;
}

/* "DRAW" and below it "no": both may be meant. */
static enum verdict check_refusal(const struct letter_reader *reader, struct reason *why)
{
	for (size_t i = 0; i < reader->list->count && reader->refused > 0; i++) {
		enum order_kind kind = reader->list->orders[i].kind;

		if (kind == ORDER_UNDO)
			return reason_refuse(
				why,
				"line %u says no, and another says UNDO. To decline that a turn is "
				"taken back write UNDO NO on one line; to ask for it or to agree, "
				"UNDO without that line",
				reader->refused);
		if (kind != ORDER_DRAW)
			continue;
		return reason_refuse(
			why,
			"line %u says no, and another says DRAW. To decline a draw write DRAW NO "
			"on one line; to accept or offer one, DRAW without that line",
			reader->refused);
	}
	return ACCEPTED;
}

static enum verdict read_letter_line(struct letter_reader *reader, const char *line,
				     struct reason *why)
{
	struct order *last =
		reader->list->count > 0 ? &reader->list->orders[reader->list->count - 1] : NULL;
	struct reason said = {""};

	if (order_read(reader->variant, line, reader->number, reader->list, &said) == ACCEPTED)
		return take_order(reader, line, why);
	if (reader->goes_on) {
		add_to_deck(last, line);
		reader->goes_on = deck_goes_on(line);
		return ACCEPTED;
	}
	if (order_miss_is(reader->variant, line, &said) ||
	    (reader->says && add_to_said(last, line, &said) == REFUSED)) {
		*why = said;
		name_line(why, reader->number, line);
		reader->list->missed = base_strdup(line);
		return REFUSED;
	}
	note_refusal(reader, line);
	if (reader->where == INSIDE && !reader->says) {
		if (last != NULL && last->kind == ORDER_DECK)
			reader->list->below_deck = base_strdup(line);
		reader->where = BEHIND;
		reader->ended = reader->number;
	}
	return ACCEPTED;
}

static bool is_blank(const char *line)
{
	struct plain plain;

	plain_line(line, &plain);
	return plain.text[strspn(plain.text, " ")] == '\0' && !plain.cut;
}

/* ---- what links wrote ---- */

enum {
	KEY_LETTERS = 42,
	BROKEN_MAX = 8, /* lines that one was broken into */
};

static const char base32[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/* Where "KEY" begins that stands with a token at the line's end; NULL when none does. */
static char *find_key(char *line)
{
	size_t len = strlen(line), start;

	while (len > 0 && strchr(" \t\r.*_>", line[len - 1]) != NULL)
		len--;
	start = len;
	while (start > 0 && strchr(base32, line[start - 1]) != NULL)
		start--;
	if (len - start != KEY_LETTERS)
		return NULL;
	while (start > 0 && strchr(" \t:*_<", line[start - 1]) != NULL)
		start--;
	if (start < 3 || strncasecmp(line + start - 3, "key", 3) != 0 ||
	    (start > 3 && isalnum((unsigned char)line[start - 4])))
		return NULL;
	return line + start - 3;
}

bool order_cut_key(char *line)
{
	char *key = find_key(line);

	if (key != NULL)
		*key = '\0';
	return key != NULL;
}

/* The lines of a text, as strings. */
struct lines {
	char **line;
	size_t count, size;
};

static void keep_line(struct lines *lines, const char *start, size_t len)
{
	lines->line = base_grow(lines->line, lines->count, &lines->size, sizeof *lines->line);
	lines->line[lines->count++] = base_strndup(start, len);
}

/* Splits a text at its line ends, and at every "<BR>". */
static void split_lines(const char *text, struct lines *lines)
{
	const char *start = text, *at = text;

	while (*at != '\0') {
		size_t skip = *at == '\n' ? 1 : 0;

		if (strncasecmp(at, "<br", 3) == 0) {
			skip = 3 + strspn(at + 3, " /");
			skip = at[skip] == '>' ? skip + 1 : 0;
		}
		if (skip == 0) {
			at++;
			continue;
		}
		keep_line(lines, start, (size_t)(at - start));
		at += skip;
		start = at;
	}
	keep_line(lines, start, (size_t)(at - start));
}

/* The lines from `from` to `to` as one. */
static char *join_lines(const struct lines *lines, size_t from, size_t to)
{
	struct text text;
	char *joined;

	text_init(&text, 0);
	for (size_t i = from; i <= to; i++) {
		const char *line = lines->line[i];
		size_t blanks = strspn(line, " \t"), len = strlen(line);

		while (len > blanks && strchr(" \t\r", line[len - 1]) != NULL)
			len--;
		text_add(&text, i > from ? " " : "");
		text_add_bytes(&text, line + blanks, len - blanks);
	}
	joined = text_take(&text);
	text_done(&text);
	return joined;
}

static bool begins_order(const char *line)
{
	const char *text = line + strspn(line, " \t");

	return words_find(text, words_letters(text)) != NULL;
}

static bool reads(const struct variant *variant, const char *line)
{
	struct order_list orders;
	struct reason why;
	bool read;

	order_list_init(&orders);
	orders.in_letter = true;
	read = order_read(variant, line, 1, &orders, &why) == ACCEPTED;
	order_list_done(&orders);
	return read;
}

/* The words that links begin a turn's orders with. */
static const char *const of_turn[] = {"MOVE", "PLAY", "REMOVE", "TRADE"};

/* Whether one of them begins it. */
static bool is_of_turn(const char *line)
{
	const char *text = line + strspn(line, " \t");
	size_t len = words_letters(text);

	for (size_t i = 0; i < ARRAY_LEN(of_turn); i++)
		if (strlen(of_turn[i]) == len && strncmp(text, of_turn[i], len) == 0)
			return true;
	return false;
}

/* The blank in front of the next order, of several that a link wrote on one line, a payment, a card
 * and a move; NULL: there is none. */
static char *find_next(char *line)
{
	char *at = is_of_turn(line) ? strchr(line, ' ') : NULL;

	while (at != NULL && !is_of_turn(at))
		at = strchr(at + strspn(at, " "), ' ');
	return at;
}

/* Whether it is what a link wrote: orders, and behind them KEY in capitals with its token. Each of
 * several gets a line. */
static bool is_tapped(const struct variant *variant, char *joined)
{
	char *copy = base_strdup(joined), *key = find_key(copy);
	bool tapped = key != NULL && strncmp(key, "KEY", 3) == 0;

	if (tapped)
		*key = '\0';
	for (char *order = copy, *next; tapped && order != NULL; order = next) {
		next = find_next(order);
		if (next != NULL)
			*next = '\0';
		tapped = reads(variant, order);
		if (next != NULL)
			joined[next++ - copy] = '\n';
	}
	free(copy);
	return tapped;
}

/* Puts what begins on that line together again, if a link wrote it and it was broken. */
static void mend(const struct variant *variant, struct lines *lines, size_t from)
{
	for (size_t to = from; to < lines->count && to < from + BROKEN_MAX; to++) {
		char *joined;

		if (is_blank(lines->line[to]) ||
		    (to > from && begins_order(lines->line[to]) && !is_of_turn(lines->line[to])))
			return;
		joined = join_lines(lines, from, to);
		if (is_tapped(variant, joined)) {
			free(lines->line[from]);
			lines->line[from] = joined;
			for (size_t i = from + 1; i <= to; i++)
				lines->line[i][0] = '\0';
			return;
		}
		free(joined);
	}
}

char *order_whole(const struct variant *variant, const char *text)
{
	struct lines lines = {NULL, 0, 0};
	struct text whole;
	char *result;

	if (strstr(text, "KEY") == NULL)
		return base_strdup(text);
	split_lines(text, &lines);
	text_init(&whole, 0);
	for (size_t i = 0; i < lines.count; i++)
		if (begins_order(lines.line[i]))
			mend(variant, &lines, i);
	for (size_t i = 0; i < lines.count; i++) {
		text_addf(&whole, "%s%s", i > 0 ? "\n" : "", lines.line[i]);
		free(lines.line[i]);
	}
	free(lines.line);
	result = text_take(&whole);
	text_done(&whole);
	return result;
}

/* ---- the whole ---- */

/* "MOVE" alone, and what was meant to stand behind it on the next line: both are one. */
static void join_next(struct order_list *list, const char *cursor, const char *end)
{
	const struct order_word *word = words_find(list->missed, words_letters(list->missed));
	const char *rest = list->missed + words_letters(list->missed), *start;
	size_t len;

	if (word == NULL || word->use != WORD_MOVE || rest[strspn(rest, ": \t\r")] != '\0')
		return;
	while (text_next_line(&cursor, end, &start, &len)) {
		char *next = base_strndup(start, len);
		const char *text = next + strspn(next, " \t");
		bool blank = is_blank(next);

		/* An order of its own isn't what was meant. */
		if (!blank && words_find(text, words_letters(text)) == NULL) {
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
	struct letter_reader reader = {.variant = variant, .list = list, .where = BEFORE};
	enum verdict verdict = ACCEPTED;
	size_t len;

	list->in_letter = true;
	while (verdict == ACCEPTED && text_next_line(&cursor, end, &start, &len)) {
		char *line = base_strndup(start, len);
		bool key = order_cut_key(line);

		reader.number++;
		if (is_blank(line))
			reader.goes_on = reader.says = false;
		else
			verdict = read_letter_line(&reader, line, why);
		reader.says &= !key;
		free(line);
	}
	if (verdict == REFUSED) {
		if (list->missed != NULL)
			join_next(list, cursor, end);
		return REFUSED;
	}
	if (reader.where == BEFORE)
		return reason_refuse(why,
				     "I found no order in your letter. Write it at the top, on a "
				     "line of its own, for example %s, %sRESIGN, STATUS or HELP",
				     words_like_chess(variant)
					     ? phrase("MOVE e2-e4 (or Nf3, O-O, e7-e8=Q)")
					     : phrase("MOVE and your move"),
				     variant_has_cards(variant)
					     ? phrase("PLAY with a card's name and squares, PASS, ")
					     : "");
	if (order_check_number(variant, list, why) == REFUSED ||
	    check_refusal(&reader, why) == REFUSED)
		return REFUSED;
	return order_check_together(variant, list, why);
}

enum verdict order_read_letter(const struct variant *variant, const char *new_text,
			       struct order_list *list, struct reason *why)
{
	char *whole = order_whole(variant, new_text);
	enum verdict verdict = read_whole(variant, whole, list, why);

	free(whole);
	return verdict;
}
