/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/notation/vocabulary_orders.h"
#include "core/notation/vocabulary_prose.h"
#include "core/order/order_parse.h"
#include "core/order/order_typo.h"
#include "core/util/utf8.h"

enum { ORDER_WORDS = 9 /* the most words of text after which an order's end is looked for */ };

/* How certain it is that text contains an order. */
enum certainty {
	NO_ORDER,      /* it isn't an order */
	WITHOUT_MORE,  /* "RESIGN": an order only after a sentence's end, and if nothing follows */
	WITH_ANYTHING, /* "NAME Bob": an order only if a sentence ended before it, because anything
			  may follow the word */
	WITH_MORE,     /* "MOVE e2-e4": an order with its arguments */
};

static bool has_square(const char *text)
{
	for (; text[0] != '\0'; text++)
		if (isalpha((unsigned char)text[0]) && isdigit((unsigned char)text[1]))
			return true;
	return false;
}

static enum certainty judge_kind(const struct order *order, const char *text)
{
	switch (order->kind) {
	case ORDER_MOVE:
	case ORDER_DRAW_NO:
	case ORDER_CLAIM_DRAW:
	case ORDER_UNDO_NO:
	case ORDER_REMOVE:
	case ORDER_TRADE:
	case ORDER_CONDITIONAL:
	case ORDER_CONDITIONAL_NO:
	case ORDER_IF_FOGGED:
	case ORDER_IF_CHAOS:
	case ORDER_AUTOPASS:
	case ORDER_SAY_TO:
	case SETTING_SHORT:
	case SETTING_CALENDAR:
	case SETTING_HTML:
	case SETTING_LINKS:
		return WITH_MORE;
	case ORDER_RESIGN:
	case ORDER_DRAW:
	case ORDER_UNDO:
	case ORDER_PASS:
		return order->text[0] != '\0' ? WITH_MORE : WITHOUT_MORE;
	case ORDER_PLAY:
	case ORDER_ANSWER:
	case SETTING_VACATION:
		return has_square(text) || strpbrk(text, "0123456789") != NULL ? WITH_MORE
									       : WITH_ANYTHING;
	case ORDER_SAY:
	case ORDER_JOIN:
	case ORDER_DECK:
	case ORDER_DISCARD:
		return WITH_ANYTHING;
	default:
		return order->text[0] != '\0' ? WITH_ANYTHING : WITHOUT_MORE;
	}
}

static enum certainty read_text(const struct variant *variant, const char *text)
{
	enum certainty certainty = NO_ORDER;
	struct order_list orders;
	struct reason why;

	order_list_init(&orders);
	orders.in_message = true;
	if (order_read(variant, text, 1, &orders, &why) == ACCEPTED && orders.count > 0)
		certainty = judge_kind(&orders.orders[0], text);
	order_list_done(&orders);
	return certainty;
}

/* Removes what follows the last square without a space: "MOVE e2-e4Anna". */
static bool cut_after_square(char *text)
{
	size_t len = strlen(text), end = len;

	while (end > 0 && !isdigit((unsigned char)text[end - 1]))
		end--;
	if (end == 0 || !isupper((unsigned char)text[end]))
		return false;
	text[end] = '\0';
	return true;
}

/* Reads the first words of the text as an order, as many as yield the most certain one. */
static enum certainty read_words(const struct variant *variant, const char *text)
{
	enum certainty best = NO_ORDER;
	size_t len = 0;

	for (unsigned count = 0; count < ORDER_WORDS && text[len] != '\0'; count++) {
		enum certainty certainty;
		char *words;

		len += strspn(text + len, " ");
		len += strcspn(text + len, " ");
		words = base_strndup(text, len);
		certainty = read_text(variant, words);
		if (certainty == NO_ORDER && cut_after_square(words))
			certainty = read_text(variant, words);
		free(words);
		/* A single word isn't an order if others follow it. */
		if (certainty == WITHOUT_MORE && text[len] != '\0')
			continue;
		best = certainty > best ? certainty : best;
	}
	return best;
}

/* The end of the text before a possible order. */
struct before {
	bool ends;   /* a sentence ends there, with punctuation or an emoji; or there is no text
			before */
	bool asks;   /* with a question mark */
	bool glued;  /* no space follows, or the place is within a word */
	bool number; /* the full stop is that of a move number or an abbreviation */
};

/* Reports whether the full stop doesn't end a sentence: "vs. e4", "7. Nf3". */
static bool is_abbreviation(const char *said, const char *dot)
{
	static const char *const short_words[] = {"vs", "e.g", "i.e", "cf",  "no",  "nr",
						  "ca", "bzw", "z.B", "etc", "vgl", "d.h"};
	const char *word = dot;

	while (word > said && word[-1] != ' ')
		word--;
	for (size_t i = 0; i < ARRAY_LEN(short_words); i++)
		if (strlen(short_words[i]) == (size_t)(dot - word) &&
		    strncasecmp(word, short_words[i], (size_t)(dot - word)) == 0)
			return true;
	while (isdigit((unsigned char)*word))
		word++;
	return isdigit((unsigned char)word[word > said ? -1 : 0]) &&
	       word + strspn(word, ".") >= dot;
}

static struct before context_before(const char *said, const char *at)
{
	struct before before = {.ends = false};
	const char *end = at;
	size_t picture;

	while (end > said && end[-1] == ' ')
		end--;
	picture = vocabulary_talk_picture_at(said, (size_t)(end - said));
	before.glued = end == at && end > said;
	if (end == said || picture < (size_t)(end - said)) {
		before.ends = true;
		return before;
	}
	before.asks = end[-1] == '?';
	before.ends = strchr(".!?;:)\"", end[-1]) != NULL;
	before.number = end[-1] == '.' && is_abbreviation(said, end - 1);
	return before;
}

static bool is_shouted(const char *word, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (!isupper((unsigned char)word[i]))
			return false;
	return len > 1;
}

/* Reports whether the text names two squares. Nobody writes such a move just to talk about it. */
static bool has_two_squares(const char *text)
{
	unsigned squares = 0;

	for (; text[0] != '\0'; text++)
		squares += isalpha((unsigned char)text[0]) && isdigit((unsigned char)text[1]);
	return squares == 2;
}

/*
 * Reports whether an order word begins an order. In capitals it may be anywhere, if its arguments
 * follow. Otherwise all that follows must be the order, and a sentence must have ended before it.
 */
static bool is_order(const struct variant *variant, const char *said, const char *at)
{
	size_t len = vocabulary_letters(at);
	const struct order_word *word = vocabulary_find(at, len);
	struct before before;
	enum certainty certainty;

	if (word == NULL)
		return false;
	before = context_before(said, at);
	if (before.glued && isalnum((unsigned char)at[-1]) && !is_shouted(at, len))
		return false;
	if (is_shouted(at, len)) {
		certainty = read_words(variant, at);
		return certainty == WITH_MORE ||
		       (certainty != NO_ORDER && (before.ends || before.glued) &&
			(at > said || certainty == WITHOUT_MORE));
	}
	if (at == said || read_text(variant, at) != WITH_MORE || !has_square(at))
		return false;
	if (before.glued)
		return true;
	if (!isupper((unsigned char)*at))
		return false;
	return before.ends || (strcmp(word->word, "MOVE") == 0 && has_two_squares(at));
}

/* Reports whether only a move follows, after the end of a sentence. */
static bool is_move(const struct variant *variant, const char *said, const char *at)
{
	struct before before;

	if (at == said)
		return false;
	before = context_before(said, at);
	if (!before.ends || before.number || (before.asks && !before.glued) ||
	    vocabulary_find(at, vocabulary_letters(at)) != NULL)
		return false;
	return read_text(variant, at) == WITH_MORE ||
	       (before.glued && read_words(variant, at) == WITH_MORE);
}

/*
 * Reports whether a word begins there: not after a letter or digit, except for a capital after a
 * small letter.
 */
static bool begins_word(const char *said, const char *at)
{
	if (!isalnum((unsigned char)*at) && (unsigned char)*at < 0xc0)
		return false;
	if (at == said || !isalnum((unsigned char)at[-1]))
		return true;
	return isupper((unsigned char)*at) && islower((unsigned char)at[-1]);
}

const char *order_swallowed(const struct variant *variant, const char *said)
{
	struct utf8 plain;

	utf8_line(said, &plain);
	for (const char *at = plain.text; *at != '\0'; at++)
		if (begins_word(plain.text, at) &&
		    (is_order(variant, plain.text, at) || is_move(variant, plain.text, at)))
			return said + plain.origin[at - plain.text];
	return NULL;
}

const char *order_swallowed_by(const struct variant *variant, const struct order *order)
{
	bool free_text = order->kind == ORDER_SAY || order->kind == ORDER_SAY_TO ||
			 order->kind == SETTING_NAME || order->kind == ORDER_JOIN;

	return free_text ? order_swallowed(variant, order->text) : NULL;
}
