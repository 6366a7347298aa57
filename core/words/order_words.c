/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/base/base.h"
#include "core/words/order_words.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"

#define NO_CARDS "this game is played without cards"
#define NO_CLOCK "this game has no clock that acts by itself"

/* Kind is meaningless for WORD_TRY and WORD_ELSEWHERE: they never stand in a list. */
/* clang-format off */
static const struct order_word words[] = {
	{"MOVE", WORD_MOVE, ORDER_MOVE, "MOVE e2-e4", NULL},
	{"RESIGN", WORD_RESIGN, ORDER_RESIGN, "RESIGN", NULL},
	{"DRAW", WORD_DRAW, ORDER_DRAW, "DRAW or DRAW NO", NULL},
	{"CLAIM", WORD_CLAIM, ORDER_CLAIM_DRAW, "CLAIM DRAW", NULL},
	{"PASS", WORD_ALONE, ORDER_PASS, "PASS", NULL},
	{"SAY", WORD_SAY, ORDER_SAY, "SAY good luck, or SAY TO and a seat", NULL},
	{"STATUS", WORD_ALONE, QUERY_STATUS, "STATUS", NULL},
	{"BOARD", WORD_BOARD, QUERY_BOARD, "BOARD or BOARD COMPACT", NULL},
	{"HISTORY", WORD_ALONE, QUERY_HISTORY, "HISTORY", NULL},
	{"HELP", WORD_HELP, QUERY_HELP, "HELP, or HELP MOVE", NULL},
	{"VIEW", WORD_VIEW, WISH_VIEW, "VIEW OWN or VIEW WHITE", NULL},
	{"SHORT", WORD_SHORT, WISH_SHORT, "SHORT ON or SHORT OFF", NULL},
	{"LEAVE", WORD_ALONE, WISH_LEAVE, "LEAVE", NULL},
	{"WATCH", WORD_ALONE, WISH_WATCH, "WATCH", NULL},
	{"TRY", WORD_TRY, ORDER_TRY, "TRY on a line of its own", NULL},
	{"HAND", WORD_CARDS, QUERY_HAND, "HAND", NO_CARDS ", so nobody has a hand of them"},
	{"CARD", WORD_CARDS, QUERY_CARD, "CARD and a card's name", NO_CARDS},
	{"PLAYS", WORD_CARDS, QUERY_PLAYS, "PLAYS, or PLAYS and a move of yours", NO_CARDS},
	{"PLAY", WORD_PLAY, ORDER_PLAY, "PLAY, the card's name, and what it is played on: PLAY Holy War b1 f4",
	 NO_CARDS ", and PLAY is for cards; a move is written MOVE e2-e4"},
	{"DISCARD", WORD_DISCARD, ORDER_DISCARD, "DISCARD and the card's name", NO_CARDS ", so there is none to discard"},
	{"DECK", WORD_DECK, ORDER_DECK, "DECK and the cards of your deck: DECK Fog of War, Bog, Bog",
	 NO_CARDS ", so there is no deck to name"},
	{"ANSWER", WORD_ANSWER, ORDER_ANSWER, "ANSWER and your choice", "nothing in this game asks for an ANSWER"},
	{"REMOVE", WORD_REMOVE, ORDER_REMOVE, "REMOVE a2, or REMOVE a2 b2 c2 for several",
	 "this game has no fair exchange, so nobody owes a piece"},
	{"TRADE", WORD_TRADE, ORDER_TRADE, "TRADE d1=R",
	 "this game has no fair exchange, so no piece can be traded"},
	{"IF", WORD_IF, ORDER_IF_FOGGED, "IF FOGGED MOVE e2-e4, or IF CHAOS MOVE e2-e4",
	 "this game takes no moves ahead of time; send your move when it is your turn"},
	{"AUTOPASS", WORD_AUTOPASS, ORDER_AUTOPASS,
	 "AUTOPASS ON, AUTOPASS OFF, or AUTOPASS UNLESS CHECK, CAPTURE, CARD with those you want",
	 "nobody is asked to pass in this game, so there is nothing to pass ahead"},
	{"VACATION", WORD_ELSEWHERE, ORDER_KINDS, "VACATION", NO_CLOCK ", so no leave is needed"},
	{"UNDO", WORD_ELSEWHERE, ORDER_KINDS, "UNDO",
	 "no turn is taken back in this game; for a mistake of the program write to the moderator"},
	{"JOIN", WORD_JOIN, ORDER_JOIN, "JOIN, or JOIN WORDS seven red apples", "you play in this game already"},
};
/* clang-format on */

static const char *const topics[] = {
	"orders",	    "order",	"moves",     "move",	     "rules",
	"notation",	    "castling", "promotion", "draws",	     "commands",
	"queries",	    "about",	"chess",     "three-player", "four-player",
	"four-player-team", "kingdom",	"fourteen",  "ring",	     "peterson",
	"knightmare",	    "cards",
};

size_t order_word_letters(const char *text)
{
	size_t len = 0;

	while (isalpha((unsigned char)text[len]))
		len++;
	return len;
}

const struct order_word *order_word_find(const char *text, size_t len)
{
	for (size_t i = 0; i < ARRAY_LEN(words); i++) {
		if (strlen(words[i].word) == len && strncasecmp(words[i].word, text, len) == 0)
			return &words[i];
	}
	return NULL;
}

/* How many letters of the typed word are right before the first slip. */
static size_t right_letters(const char *typed, size_t len, const char *word)
{
	size_t at = 0;

	while (at < len && word[at] != '\0' && toupper((unsigned char)typed[at]) == word[at])
		at++;
	return at;
}

static bool same_tail(const char *a, const char *b, size_t len)
{
	return strncasecmp(a, b, len) == 0;
}

/* Damerau's four slips, exactly one of them. */
static bool is_near(const char *typed, size_t typed_len, const char *word, size_t word_len)
{
	size_t at = right_letters(typed, typed_len, word);

	if (typed_len == word_len + 1)
		return same_tail(typed + at + 1, word + at, word_len - at);
	if (typed_len + 1 == word_len)
		return same_tail(typed + at, word + at + 1, typed_len - at);
	if (typed_len != word_len || at == word_len)
		return false;
	if (same_tail(typed + at + 1, word + at + 1, word_len - at - 1))
		return true;
	return at + 1 < word_len && toupper((unsigned char)typed[at]) == word[at + 1] &&
	       toupper((unsigned char)typed[at + 1]) == word[at] &&
	       same_tail(typed + at + 2, word + at + 2, word_len - at - 2);
}

const struct order_word *order_word_near(const char *text, size_t len)
{
	if (len < 3 || order_word_find(text, len) != NULL)
		return NULL;
	for (size_t i = 0; i < ARRAY_LEN(words); i++) {
		if (strlen(words[i].word) > 2 &&
		    is_near(text, len, words[i].word, strlen(words[i].word)))
			return &words[i];
	}
	return NULL;
}

bool order_word_is_slip(const char *text, size_t len, const struct order_word *word)
{
	size_t at = right_letters(text, len, word->word);

	if (len == strlen(word->word) + 1)
		return at > 0 && at < len && toupper((unsigned char)text[at]) == word->word[at - 1];
	return len == strlen(word->word) && at + 1 < len &&
	       toupper((unsigned char)text[at]) == word->word[at + 1] &&
	       toupper((unsigned char)text[at + 1]) == word->word[at];
}

bool order_word_is_topic(const char *text)
{
	size_t letters = order_word_letters(text);

	if (text[letters] == '\0' && order_word_find(text, letters) != NULL)
		return true;
	for (size_t i = 0; i < ARRAY_LEN(topics); i++) {
		if (strcasecmp(topics[i], text) == 0)
			return true;
	}
	return false;
}

bool order_word_like_chess(const struct variant *variant)
{
	return variant->castle_count > 0 &&
	       (variant_seats(variant) == 2 || variant_is_ring(variant));
}

const char *order_word_form(const struct variant *variant, const struct order_word *word)
{
	return word->use == WORD_MOVE && !order_word_like_chess(variant) ? "MOVE and the move"
									 : word->form;
}

bool order_words_board(const struct variant *variant, const char *rest, char text_out[4])
{
	long number;

	text_out[0] = '\0';
	if (*rest == '\0')
		return true;
	if (strncasecmp(rest, "on ", 3) == 0)
		rest += 3;
	if (strncasecmp(rest, "board ", 6) == 0)
		rest += 6;
	number = text_number(rest, variant_seats(variant));
	if (!variant_is_ring(variant) || number < 1)
		return false;
	snprintf(text_out, 4, "%u", (unsigned)number % 100);
	return true;
}
