/* SPDX-License-Identifier: MIT */
/*
 * What a game with cards is played by: its variant, its set of cards, the options about cards, and
 * how every kind goes on a board that has been turned. Made once a game, read-only.
 */
#ifndef PBEM_CORE_CARDS_DECK_BOOK_H
#define PBEM_CORE_CARDS_DECK_BOOK_H

#include <stdbool.h>
#include <stdint.h>

#include "core/cards/deck/card.h"
#include "core/variant/variant_data.h"

enum {
	CARD_SQUARES = 64, /* cards are played on boards of at most so many squares */
	QUARTERS = 4,
	/* Two kinds no variant has of its own, behind its last: */
	KIND_CRAB = MAX_TYPES, /* a pawn that goes and takes one step aslant forward */
	KIND_PRINCE,	       /* a king that can be taken */
	CARD_KINDS,
};

/* A set of squares. */
typedef uint64_t square_set;

enum bishops { BISHOPS_DROP, BISHOPS_REDRAW, BISHOPS_QUEEN }; /* [without-bishops] */

struct lasting;

struct book {
	const struct variant *variant;
	const struct card_set *set;
	/* What its cards leave behind: a row for each kind (core/cards/field/lasting.h). */
	const struct lasting *const *lasting;
	/* How a kind of each side goes after the board was turned so many quarters to the left. */
	struct reach reach[QUARTERS][MAX_SIDES][CARD_KINDS];
	uint8_t forward[QUARTERS][MAX_SIDES]; /* set of directions */
	square turned[QUARTERS]
		     [CARD_SQUARES]; /* the square of the array's board in a square's place */
	square_set promotes[QUARTERS][MAX_SIDES];
	square_set twice[QUARTERS][MAX_SIDES]; /* the first and second ranks of who steps twice */
	square corners[4]; /* in the order of the Figure Dance, [zones-of-the-board] */
	square_set centre;
	bool common;	 /* deck = common */
	bool growing;	 /* hand = growing: one card to begin with, one more each turn */
	bool discards;	 /* one may discard at the end of a turn without a card */
	bool bishopless; /* the array has none */
	bool turns;	 /* a quarter turn lays holes on holes and barriers on barriers: the board
			    can be turned [earthquake-boards] */
	enum bishops bishops;
	unsigned hands[MAX_SIDES]; /* how many cards a hand has, or grows to */
	unsigned window_hours;	   /* 0: only the next seat may answer [window-hours] */
	unsigned panic_hours;
};

/* The book of a variant compiled with cards on. Owned by the caller; `variant`, `set` and `lasting`
 * are borrowed. */
struct book *book_new(const struct variant *variant, const struct card_set *set,
		      const struct lasting *const *lasting);
void book_free(struct book *book);

/* Whether an option of the variant's has that value. */
bool book_chose(const struct book *book, const char *key, const char *value);

/* The kind as cards name it: "Q" ... "P", "crab", "prince" [trial-targets]; and back from a letter
 * or word in any case, -1 if it is none. */
const char *book_kind_name(const struct book *book, unsigned kind);
int book_kind_named(const struct book *book, const char *word);

/* Whether the kind of card is left out of the decks and may not be played in this game, which
 * hasn't what its file says it needs; `why` (may be NULL) is a sentence for the player. */
bool book_bars(const struct book *book, uint8_t card, struct reason *why);

#endif
