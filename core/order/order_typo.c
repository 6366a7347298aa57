/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "core/notation/vocabulary_arguments.h"
#include "core/notation/vocabulary_orders.h"
#include "core/notation/vocabulary_prose.h"
#include "core/order/order_say.h"
#include "core/order/order_typo.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/util/utf8.h"

enum { TOKENS = 10, TOKEN_MAX = 24 };

/* A line that isn't an order, split into words, to find out whether it was meant as one. */
struct suspect {
	const struct variant *variant;
	struct utf8 plain;
	char tokens[TOKENS][TOKEN_MAX]; /* the first words, without punctuation, cut */
	size_t count;			/* number of all words */
	bool has_small;			/* the line has a small letter */
	bool exclaims;			/* the line has ! ? or , */
};

static void suspect_add(struct suspect *suspect, const char *word, size_t len)
{
	while (len > 0 && strchr("\"'*_`(.,;:!?", word[0]) != NULL) {
		word++;
		len--;
	}
	while (len > 0 && strchr("\"'*_`.,;:!?", word[len - 1]) != NULL)
		len--;
	if (len == 0)
		return;
	if (suspect->count < TOKENS) {
		char *token = suspect->tokens[suspect->count];
		size_t fits = len < TOKEN_MAX ? len : TOKEN_MAX - 1;

		memcpy(token, word, fits);
		token[fits] = '\0';
	}
	suspect->count++;
}

static void suspect_init(struct suspect *suspect, const struct variant *variant, const char *line)
{
	const char *cursor, *word;
	size_t len;

	suspect->variant = variant;
	suspect->count = 0;
	suspect->has_small = suspect->exclaims = false;
	utf8_line(line, &suspect->plain);
	cursor = suspect->plain.text;
	while (strbuf_next_word(&cursor, &word, &len)) {
		/* A bullet or emoji before the move isn't a word. */
		if (utf8_picture(word) == 0 &&
		    (suspect->count > 0 || len > 1 || strchr("-*+", *word) == NULL))
			suspect_add(suspect, word, len);
	}
	for (const char *c = suspect->plain.text; *c != '\0'; c++) {
		suspect->has_small |= islower((unsigned char)*c) != 0;
		suspect->exclaims |= strchr("!?,", *c) != NULL;
	}
}

static bool is_polite(const char *token)
{
	return vocabulary_has(VOCABULARY_BESIDE, token, strlen(token));
}

static size_t known_tokens(const struct suspect *suspect)
{
	return suspect->count < TOKENS ? suspect->count : TOKENS;
}

static bool rest_is_polite(const struct suspect *suspect)
{
	for (size_t i = 1; i < known_tokens(suspect); i++) {
		if (!is_polite(suspect->tokens[i]))
			return false;
	}
	return suspect->count > 1 && suspect->count <= 5;
}

static bool has_move_within(const struct suspect *suspect, size_t first, size_t max_count)
{
	if (suspect->count > max_count)
		return false;
	for (size_t i = first; i < known_tokens(suspect); i++) {
		if (vocabulary_talk_looks_like_move(suspect->variant, suspect->tokens[i]))
			return true;
	}
	return false;
}

/*
 * Reports whether the first word is in capitals, as orders are. A line all in capitals must be
 * short.
 */
static bool is_shouted(const struct suspect *suspect)
{
	for (const char *c = suspect->tokens[0]; *c != '\0'; c++) {
		if (!isupper((unsigned char)*c))
			return false;
	}
	return strlen(suspect->tokens[0]) > 1 &&
	       (suspect->has_small || (suspect->count <= 2 && !suspect->exclaims));
}

/* Reports whether the word may follow IF: "If white ...". */
static bool names_seat(const struct suspect *suspect, size_t at)
{
	return suspect->count > at && at < TOKENS &&
	       (variant_seat_named(suspect->variant, suspect->tokens[at]) >= 0 ||
		vocabulary_text_means(ARGUMENT_FOGGED, suspect->tokens[at]) ||
		vocabulary_text_means(ARGUMENT_CHAOS, suspect->tokens[at]));
}

/* Reports whether the word is nearly DRAW: "Claim darw". */
static bool is_near_draw(const char *token)
{
	const struct order_word *word = vocabulary_near(token, strlen(token));

	return word != NULL && word->use == WORD_DRAW;
}

/*
 * Reports whether a line that begins with an order word was meant as an order. "Move over, darling"
 * was not.
 */
static bool means_order(const struct suspect *suspect, const struct order_word *word)
{
	if (suspect->count == 1 || is_shouted(suspect))
		return true;
	switch (word->use) {
	case WORD_MOVE:
		return vocabulary_talk_looks_like_move(suspect->variant, suspect->tokens[1]) ||
		       has_move_within(suspect, 1, 9) || rest_is_polite(suspect);
	case WORD_SAY:
		/*
		 * "Say, what a game" is talk; other text that order_read refuses was meant as an
		 * order.
		 */
		return strchr(suspect->plain.text, ',') == NULL ||
		       strcspn(suspect->plain.text, ", ") < strcspn(suspect->plain.text, ",");
	case WORD_CLAIM:
		return rest_is_polite(suspect) || is_near_draw(suspect->tokens[1]);
	case WORD_VACATION:
		return isdigit((unsigned char)suspect->tokens[1][0]) || rest_is_polite(suspect);
	case WORD_JOIN:
		return vocabulary_text_means(ARGUMENT_WORDS, suspect->tokens[1]);
	case WORD_PLAY:
	case WORD_ANSWER:
	case WORD_DISCARD:
	case WORD_AUTOPASS:
	case WORD_IF:
	case WORD_DECK:
	case WORD_CARDS:
	case WORD_ELSEWHERE:
		return has_move_within(suspect, 1, 5) ||
		       (word->use == WORD_IF && names_seat(suspect, 1));
	default:
		return has_move_within(suspect, 1, 5) || rest_is_polite(suspect);
	}
}

/*
 * Reports whether a misspelt order word was meant as an order: "MVOE e2-e4", "Resing". "Hans" and
 * "Drew" are names.
 */
static bool means_misspelt(const struct suspect *suspect, const struct order_word *word)
{
	const char *token = suspect->tokens[0];
	size_t len = strlen(token);
	bool sure = len >= 6 || vocabulary_is_slip(token, len, word);

	if (suspect->count == 1)
		return sure;
	if (vocabulary_talk_looks_like_move(suspect->variant, suspect->tokens[1]))
		return true;
	if (word->use == WORD_CLAIM)
		return vocabulary_follow_order(WORD_DRAW, suspect->tokens[1]) != NULL;
	/* "PLAT Truce", "Plsy Holy War b1 f4": a card's name follows. */
	if (word->use == WORD_PLAY && variant_has_cards(suspect->variant) &&
	    (is_shouted(suspect) || has_move_within(suspect, 1, 6)))
		return true;
	return sure && (is_shouted(suspect) || rest_is_polite(suspect));
}

/* Reports whether the line has only moves and polite words: "e4 e5", "Nf33". */
static bool means_move(const struct suspect *suspect)
{
	if (suspect->count == 0 || suspect->count > 4)
		return false;
	for (size_t i = 0; i < suspect->count; i++) {
		const char *token = suspect->tokens[i];

		if (!vocabulary_talk_looks_like_move(suspect->variant, token) &&
		    (i == 0 || !is_polite(token)) && strbuf_number(token, 999) < 0)
			return false;
	}
	return has_move_within(suspect, 0, 4);
}

/*
 * Reports whether an order in capitals follows a move on the same line: "e5; SAY hi", "Nf3 PLAY
 * Truce".
 */
static bool has_order_after_move(const struct suspect *suspect)
{
	const char *second = suspect->tokens[1];

	if (suspect->count < 2 ||
	    !vocabulary_talk_looks_like_move(suspect->variant, suspect->tokens[0]) ||
	    vocabulary_find(second, strlen(second)) == NULL)
		return false;
	for (; *second != '\0'; second++) {
		if (!isupper((unsigned char)*second))
			return false;
	}
	return true;
}

/*
 * Returns the answer to a phrase that people write instead of an order, which names the right word.
 */
static const char *phrase_answer(const struct suspect *suspect)
{
	char line[4 * TOKEN_MAX + 4] = "";
	const char *answer;

	if (suspect->count > 4)
		return NULL;
	for (size_t i = 0; i < suspect->count; i++) {
		strcat(line, i ? " " : "");
		strcat(line, suspect->tokens[i]);
	}
	answer = vocabulary_answer(line);
	if (answer != NULL && strstr(answer, "O-O") != NULL &&
	    !vocabulary_like_chess(suspect->variant))
		return "castling is written as the legal moves are listed, if any of them is one";
	return answer;
}

const char *order_phrase_answer(const struct variant *variant, const char *line)
{
	struct suspect suspect;

	suspect_init(&suspect, variant, line);
	return suspect.count > 0 ? phrase_answer(&suspect) : NULL;
}

bool order_is_misspelt(const struct variant *variant, const char *line, struct reason *why)
{
	const struct order_word *word;
	struct suspect suspect;
	const char *answer;
	size_t len;

	suspect_init(&suspect, variant, line);
	if (suspect.count == 0)
		return false;
	len = strlen(suspect.tokens[0]);
	word = vocabulary_find(suspect.tokens[0], len);
	if (word != NULL && means_order(&suspect, word))
		return true;
	if (order_say_means_to(variant, suspect.plain.text)) {
		reason_set(why, "it looks like SAY TO; write SAY TO %s good luck",
			   variant_seat_name(variant, 0));
		return true;
	}
	answer = phrase_answer(&suspect);
	if (answer != NULL) {
		reason_set(why, "%s", answer);
		return true;
	}
	word = vocabulary_near(suspect.tokens[0], len);
	if (word != NULL && means_misspelt(&suspect, word)) {
		reason_set(why, "did you mean %s? Write it as: %s", word->word,
			   vocabulary_form(variant, word));
		return true;
	}
	if (has_order_after_move(&suspect)) {
		reason_set(why,
			   "two orders on one line can't be read; write each on a line of its own");
		return true;
	}
	if (!means_move(&suspect) && !vocabulary_talk_is_of_moves(variant, suspect.plain.text))
		return false;
	reason_set(why,
		   "it looks like a move or an order, but I can't read it; write %s, and nothing "
		   "else on that line",
		   translate("MOVE and the move"));
	return true;
}
