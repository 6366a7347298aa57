/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/notation/vocabulary_orders.h"
#include "core/notation/vocabulary_prose.h"
#include "core/order/order_internal.h"
#include "core/order/order_parse.h"
#include "core/order/order_typo.h"
#include "core/util/strbuf.h"
#include "core/util/utf8.h"

/*
 * Limits in words or letters: of an address or a farewell (FEW); of a greeting; of an article's
 * letters. An aside after a comma may be longer if nothing in it is about moves.
 */
enum { FEW = 2, GREETING = 3, ARTICLE = 3 };

/* The orders found in the message's sentences so far. */
struct hint {
	const struct variant *variant;
	char *order;   /* owned; or NULL */
	bool many;     /* there is more than one */
	bool agrees;   /* a sentence only says yes */
	bool talks;    /* another sentence is longer than FEW words */
	size_t open;   /* words of the current sentence on previous lines */
	size_t before; /* words before the current sentence since the last line that ended a
			  sentence */
};

static void set_hint(struct hint *hint, const char *order)
{
	order += strspn(order, " \t");
	if (hint->order == NULL)
		hint->order = base_strdup(order);
	else if (strcasecmp(hint->order, order) != 0)
		hint->many = true;
}

/* Reports whether the text alone is an order to the game. */
static bool is_order(const struct variant *variant, const char *text)
{
	struct order_list orders;
	struct reason why;
	bool is = false;

	order_list_init(&orders);
	orders.in_message = true;
	if (order_read(variant, text, 1, &orders, &why) == ACCEPTED && orders.count == 1 &&
	    !orders.dry_run) {
		enum order_kind kind = orders.orders[0].kind;

		is = kind == ORDER_MOVE || kind == ORDER_RESIGN || kind == ORDER_DRAW ||
		     kind == ORDER_DRAW_NO || kind == ORDER_CLAIM_DRAW;
	}
	order_list_done(&orders);
	return is;
}

/*
 * Returns the order that an answer names in capitals ("to give the game up write RESIGN"), or NULL.
 * The caller frees it.
 */
static char *order_in_answer(const struct variant *variant, const char *answer)
{
	const char *cursor = answer, *word;
	struct strbuf order;
	char *found = NULL;
	size_t len;

	strbuf_init(&order, 0);
	while (strbuf_next_word(&cursor, &word, &len)) {
		bool shouted = len > 1;

		for (size_t i = 0; i < len; i++)
			shouted &= isupper((unsigned char)word[i]) != 0;
		if (shouted) {
			strbuf_add(&order, order.len > 0 ? " " : "");
			strbuf_add_bytes(&order, word, len);
		} else if (order.len > 0) {
			break;
		}
	}
	if (order.len > 0 && is_order(variant, order.bytes))
		found = strbuf_take(&order);
	strbuf_done(&order);
	return found;
}

/*
 * Returns the move in "My move is e4" or "mein Zug ist e4", or NULL for other sentences. The caller
 * frees it.
 */
static char *move_in_sentence(const struct variant *variant, const char *text)
{
	const char *cursor = text;
	struct talk_word move = {NULL, 0, TALK_NONE, '\0'};
	bool mine = false;
	char *told;

	for (;;) {
		struct talk_word word = vocabulary_talk_next(variant, &cursor);
		const struct order_word *order = vocabulary_find(word.at, word.len);

		if (word.len == 0)
			break;
		if (move.at != NULL || vocabulary_talk_is_no(word.at, word.len))
			return NULL;
		if (word.talk == TALK_MOVE)
			move = word;
		else if (word.talk == TALK_SELF || word.talk == TALK_MOVES ||
			 (word.talk == TALK_ORDER && order != NULL && order->use == WORD_MOVE))
			mine = true;
		else if (word.talk != TALK_POLITE)
			return NULL;
	}
	if (!mine || move.at == NULL)
		return NULL;
	told = base_strndup(move.at, move.len);
	if (is_order(variant, told))
		return told;
	free(told);
	return NULL;
}

static bool read_part(struct hint *hint, const char *part)
{
	const char *answer;
	char *order;

	if (hint->open > GREETING)
		return false;
	/* A move alone may be the end of the text before it: "I like the Sicilian vs. e4". */
	if (is_order(hint->variant, part)) {
		if (hint->before > GREETING)
			return false;
		set_hint(hint, part);
		return true;
	}
	answer = order_phrase_answer(hint->variant, part);
	order = answer != NULL ? order_in_answer(hint->variant, answer)
			       : move_in_sentence(hint->variant, part);
	if (order == NULL)
		return false;
	set_hint(hint, order);
	free(order);
	return true;
}

static size_t count_words(const char *text)
{
	const char *word;
	size_t count = 0, len;

	while (strbuf_next_word(&text, &word, &len))
		count++;
	return count;
}

/*
 * Reports whether words beside a move may change its meaning, or concern another move: "e4, which
 * you played last time".
 */
static bool is_about_moves(const struct variant *variant, const char *text)
{
	for (;;) {
		struct talk_word word = vocabulary_talk_next(variant, &text);

		switch (word.len == 0 ? TALK_NONE : word.talk) {
		case TALK_MOVE:
		case TALK_PIECE:
		case TALK_TAKES:
		case TALK_MOVES:
		case TALK_ORDER:
			return true;
		case TALK_ASIDE:
			if (word.len > ARTICLE)
				return true;
			break;
		default:
			if (word.len == 0)
				return false;
		}
		if (vocabulary_talk_is_no(word.at, word.len))
			return true;
	}
}

/* Reports whether the sentence only says yes: "Yes, I accept, thank you". */
static bool says_yes(const char *sentence)
{
	char folded[UTF8_MAX];
	const char *word;
	bool yes = false;
	size_t len;

	utf8_fold(sentence, strlen(sentence), folded, sizeof folded);
	sentence = folded;
	while (strbuf_next_word(&sentence, &word, &len)) {
		while (len > 0 && strchr(".,!", word[len - 1]) != NULL)
			len--;
		if (vocabulary_has(VOCABULARY_YES, word, len))
			yes = true;
		else if (vocabulary_talk_is_no(word, len) ||
			 (len > 0 && !vocabulary_has(VOCABULARY_BESIDE, word, len) &&
			  !vocabulary_has(VOCABULARY_THANKS, word, len)))
			return false;
	}
	return yes;
}

/*
 * Looks for an order in a sentence without its final punctuation: before the first comma, or after
 * an address ("Hi Bob, e4").
 */
static void judge_sentence(struct hint *hint, char *sentence, bool asks)
{
	char *comma = strchr(sentence, ',');

	if (!asks && says_yes(sentence)) {
		hint->agrees = true;
		return;
	}
	hint->talks |= count_words(sentence) > FEW;
	if (comma == NULL) {
		if (!asks)
			read_part(hint, sentence);
		return;
	}
	*comma++ = '\0';
	if (!is_about_moves(hint->variant, comma) && read_part(hint, sentence))
		return;
	if (!asks && count_words(sentence) <= FEW && !is_about_moves(hint->variant, sentence))
		read_part(hint, comma);
}

static void read_sentence(struct hint *hint, char *sentence, bool asks, bool ended)
{
	size_t words = count_words(sentence);

	if (words > 0)
		judge_sentence(hint, sentence, asks);
	hint->before += words;
	hint->open = ended ? 0 : hint->open + words;
}

/* Reports whether a sentence ends there. A move number doesn't end one. */
static bool ends_there(const char *start, const char *at)
{
	const char *word = at;

	if (strchr(".!?", *at) == NULL || (at[1] != '\0' && strchr(" \t.!?", at[1]) == NULL))
		return false;
	while (word > start && word[-1] != ' ')
		word--;
	return *at != '.' || word == at || word + strspn(word, "0123456789") != at;
}

static void read_line(struct hint *hint, const char *line)
{
	struct utf8 plain;
	char *start;

	utf8_line(line, &plain);
	/* A quoted line is somebody else's. */
	if (strchr("\">|", *line) != NULL && *line != '\0')
		return;
	if (strchr(plain.text, '"') != NULL || plain.cut) {
		hint->talks = true;
		return;
	}
	start = plain.text;
	for (char *at = start; *at != '\0'; at++) {
		if (ends_there(start, at)) {
			bool asks = false;
			char *end = at;

			for (; *at != '\0' && strchr(".!?", *at) != NULL; at++)
				asks |= *at == '?';
			at--;
			*end = '\0';
			read_sentence(hint, start, asks, true);
			start = at + 1;
		}
	}
	read_sentence(hint, start, false, false);
	/* The line ends with its sentence, or is empty. */
	if (start[strspn(start, " \t")] == '\0')
		hint->before = hint->open = 0;
}

void order_hint(const struct variant *variant, const char *letter, struct order_list *list)
{
	struct hint hint = {.variant = variant};
	const char *end = letter + strlen(letter), *start;
	size_t len;

	while (strbuf_next_line(&letter, end, &start, &len)) {
		char *line = base_strndup(start, len);

		read_line(&hint, line);
		free(line);
	}
	if (hint.order != NULL && !hint.many && list->missed == NULL) {
		list->missed = hint.order;
		list->hinted = true;
		return;
	}
	if (hint.order == NULL && hint.agrees && !hint.talks && list->missed == NULL) {
		list->missed = base_strdup("DRAW");
		list->hinted = list->agreed = true;
	}
	free(hint.order);
}
