/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "core/phrase/phrase.h"
#include "core/order/order_miss.h"
#include "core/words/words_talk.h"
#include "core/words/words_behind.h"
#include "core/words/words_order.h"
#include "core/base/plain.h"
#include "core/base/text.h"

enum { TOKENS = 10, TOKEN_MAX = 24 };

/* A line that is no order, cut into words, to see whether it was meant as one. */
struct suspect {
	const struct variant *variant;
	struct plain plain;
	char tokens[TOKENS][TOKEN_MAX]; /* the first words, punctuation off; a longer word is cut */
	size_t count;			/* of all words */
	bool has_small;			/* a small letter stands in the line */
	bool exclaims;			/* it has one of ! ? , */
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
	plain_line(line, &suspect->plain);
	cursor = suspect->plain.text;
	while (text_next_word(&cursor, &word, &len)) {
		/* A bullet in front of it is no word, nor is a picture. */
		if (plain_picture(word) == 0 &&
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
	return words_has(WORDS_BESIDE, token, strlen(token));
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
		if (words_talk_looks_like_move(suspect->variant, suspect->tokens[i]))
			return true;
	}
	return false;
}

/* The first word in capitals, as orders are; where the whole line is, that says nothing. */
static bool is_shouted(const struct suspect *suspect)
{
	for (const char *c = suspect->tokens[0]; *c != '\0'; c++) {
		if (!isupper((unsigned char)*c))
			return false;
	}
	return strlen(suspect->tokens[0]) > 1 &&
	       (suspect->has_small || (suspect->count <= 2 && !suspect->exclaims));
}

/* "If white ..." */
static bool names_seat(const struct suspect *suspect, size_t at)
{
	return suspect->count > at && at < TOKENS &&
	       (variant_seat_named(suspect->variant, suspect->tokens[at]) >= 0 ||
		words_are(BEHIND_FOGGED, suspect->tokens[at]) ||
		words_are(BEHIND_CHAOS, suspect->tokens[at]));
}

/* "Claim darw" */
static bool is_near_draw(const char *token)
{
	const struct order_word *word = words_near(token, strlen(token));

	return word != NULL && word->use == WORD_DRAW;
}

/* An order word, rightly spelt: was an order meant? "Move over, darling" was not. */
static bool means_order(const struct suspect *suspect, const struct order_word *word)
{
	if (suspect->count == 1 || is_shouted(suspect))
		return true;
	switch (word->use) {
	case WORD_MOVE:
		return words_talk_looks_like_move(suspect->variant, suspect->tokens[1]) ||
		       has_move_within(suspect, 1, 9) || rest_is_polite(suspect);
	case WORD_SAY:
		/* "Say, what a game" isn't one; what else order_read refuses is. */
		return strchr(suspect->plain.text, ',') == NULL ||
		       strcspn(suspect->plain.text, ", ") < strcspn(suspect->plain.text, ",");
	case WORD_CLAIM:
		return rest_is_polite(suspect) || is_near_draw(suspect->tokens[1]);
	case WORD_VACATION:
		return isdigit((unsigned char)suspect->tokens[1][0]) || rest_is_polite(suspect);
	case WORD_JOIN:
		return words_are(BEHIND_WORDS, suspect->tokens[1]);
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

/* An order word with a slip in it: "MVOE e2-e4", "Resing". "Hans" and "Drew" are names. */
static bool means_misspelt(const struct suspect *suspect, const struct order_word *word)
{
	const char *token = suspect->tokens[0];
	size_t len = strlen(token);
	bool sure = len >= 6 || words_is_slip(token, len, word);

	if (suspect->count == 1)
		return sure;
	if (words_talk_looks_like_move(suspect->variant, suspect->tokens[1]))
		return true;
	if (word->use == WORD_CLAIM)
		return words_follow_order(WORD_DRAW, suspect->tokens[1]) != NULL;
	/* "PLAT Truce", "Plsy Holy War b1 f4": a card's name stands between. */
	if (word->use == WORD_PLAY && variant_has_cards(suspect->variant) &&
	    (is_shouted(suspect) || has_move_within(suspect, 1, 6)))
		return true;
	return sure && (is_shouted(suspect) || rest_is_polite(suspect));
}

/* Nothing but moves, or moves and a please: "e4 e5", "Nf33". */
static bool means_move(const struct suspect *suspect)
{
	if (suspect->count == 0 || suspect->count > 4)
		return false;
	for (size_t i = 0; i < suspect->count; i++) {
		const char *token = suspect->tokens[i];

		if (!words_talk_looks_like_move(suspect->variant, token) &&
		    (i == 0 || !is_polite(token)) && text_number(token, 999) < 0)
			return false;
	}
	return has_move_within(suspect, 0, 4);
}

/* "e5; SAY hi", "Nf3 PLAY Truce": an order in capitals behind a move, on one line. */
static bool has_order_behind_move(const struct suspect *suspect)
{
	const char *second = suspect->tokens[1];

	if (suspect->count < 2 ||
	    !words_talk_looks_like_move(suspect->variant, suspect->tokens[0]) ||
	    words_find(second, strlen(second)) == NULL)
		return false;
	for (; *second != '\0'; second++) {
		if (!isupper((unsigned char)*second))
			return false;
	}
	return true;
}

/* What people write instead of an order; the answer tells them the word. */
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
	answer = words_answer(line);
	if (answer != NULL && strstr(answer, "O-O") != NULL && !words_like_chess(suspect->variant))
		return "castling is written as the legal moves are listed, if any of them is one";
	return answer;
}

bool order_miss_is(const struct variant *variant, const char *line, struct reason *why)
{
	const struct order_word *word;
	struct suspect suspect;
	const char *answer;
	size_t len;

	suspect_init(&suspect, variant, line);
	if (suspect.count == 0)
		return false;
	len = strlen(suspect.tokens[0]);
	word = words_find(suspect.tokens[0], len);
	if (word != NULL && means_order(&suspect, word))
		return true;
	answer = phrase_answer(&suspect);
	if (answer != NULL) {
		reason_set(why, "%s", answer);
		return true;
	}
	word = words_near(suspect.tokens[0], len);
	if (word != NULL && means_misspelt(&suspect, word)) {
		reason_set(why, "did you mean %s? It is written %s", word->word,
			   words_form(variant, word));
		return true;
	}
	if (has_order_behind_move(&suspect)) {
		reason_set(why,
			   "two orders on one line can't be read; write each on a line of its own");
		return true;
	}
	if (!means_move(&suspect) && !words_talk_is_of_moves(variant, suspect.plain.text))
		return false;
	reason_set(why,
		   "it looks like a move or an order, and I can't read it as one; write %s, and "
		   "nothing else on that line",
		   words_like_chess(variant) ? phrase("it like MOVE e2-e4")
					     : phrase("MOVE and the move"));
	return true;
}
