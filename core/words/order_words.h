/* SPDX-License-Identifier: MIT */
/* The words orders begin with, and what may stand behind each. */
#ifndef PBEM_CORE_WORDS_ORDER_WORDS_H
#define PBEM_CORE_WORDS_ORDER_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/words/order_list.h"
#include "core/variant/variant.h"

enum word_use {
	WORD_ALONE, /* nothing behind it */
	WORD_MOVE,  /* a move behind it */
	WORD_SAY,   /* the rest of the line is what is said */
	WORD_RESIGN,
	WORD_DRAW,	/* nothing, or NO */
	WORD_CLAIM,	/* DRAW */
	WORD_HELP,	/* nothing, or a topic */
	WORD_BOARD,	/* nothing, COMPACT, FULL or a seat */
	WORD_VIEW,	/* OWN, or a seat */
	WORD_SHORT,	/* ON or OFF */
	WORD_TRY,	/* nothing, or an order */
	WORD_REMOVE,	/* squares; known and refused with `why` where nothing is owed */
	WORD_TRADE,	/* a square and a kind; refused likewise */
	WORD_PLAY,	/* a card and its targets, in games with cards */
	WORD_ANSWER,	/* a choice, in games with cards */
	WORD_DISCARD,	/* a card, in games with cards */
	WORD_AUTOPASS,	/* ON, OFF, or UNLESS and what then, in games with cards */
	WORD_IF,	/* FOGGED or CHAOS and a move, in games with cards */
	WORD_JOIN,	/* nothing, or words for the shuffles, in games with cards */
	WORD_DECK,	/* cards, in games with cards */
	WORD_CARDS,	/* a question in games with cards: nothing, a card's name, or a move */
	WORD_ELSEWHERE, /* an order of other games: known, and refused with `why` */
};

struct order_word {
	const char *word;
	enum word_use use;
	enum order_kind kind;
	const char *form; /* how it is written, for people */
	const char *why;  /* why it is refused, where it is an order of other games */
};

/* The row of the first `len` letters of `text`, in any case, or NULL. */
const struct order_word *order_word_find(const char *text, size_t len);

/* The row those letters are a slip of the finger away from (one letter left out, doubled, changed
 * or two swapped), or NULL; NULL too when they are such a word. */
const struct order_word *order_word_near(const char *text, size_t len);

/* Whether only two neighbours are swapped, or one letter stands twice: no other word's spelling. */
bool order_word_is_slip(const char *text, size_t len, const struct order_word *word);

/* How it is written in this game, for people: never a move that nobody could ever make there. */
const char *order_word_form(const struct variant *variant, const struct order_word *word);

/* Whether e2-e4, Nf3, O-O and e7-e8=Q are moves there: the board of chess, and some king that can
 * castle. */
bool order_word_like_chess(const struct variant *variant);

/* How many letters `text` begins with. */
size_t order_word_letters(const char *text);

/* A topic HELP knows beside the order words. */
bool order_word_is_topic(const char *text);

/* "2", "board 2", "on board 2" in a ring: *text_out is "2". Nothing at all names no board. */
bool order_words_board(const struct variant *variant, const char *rest, char text_out[4]);

#endif
