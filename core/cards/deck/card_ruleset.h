/* SPDX-License-Identifier: MIT */
/*
 * The rules of a game with cards: its variant, its set of cards, the options about cards, and how
 * each kind of piece moves on a turned board. Made once for each game; read-only.
 */
#ifndef PBEM_CORE_CARDS_DECK_CARD_RULESET_H
#define PBEM_CORE_CARDS_DECK_CARD_RULESET_H

#include <stdbool.h>
#include <stdint.h>

#include "core/cards/deck/card.h"
#include "core/variant/variant_data.h"

struct continuous;

enum {
	CARD_SQUARES = 64, /* the most squares of a board with cards */
	QUARTERS = 4,
	/* Two kinds that only cards make, numbered after all kinds of a variant: */
	KIND_CRAB = MAX_TYPES, /* a pawn that moves and captures one step diagonally forward */
	KIND_PRINCE,	       /* a king that can be taken */
	CARD_KINDS,
};

/* A set of squares. */
typedef uint64_t square_set;

enum bishops { BISHOPS_DROP, BISHOPS_REDRAW, BISHOPS_QUEEN }; /* [without-bishops] */

struct card_ruleset {
	const struct variant *variant;
	const struct card_set *set;
	/* The rows of all kinds of effect, by enum effect_kind
	 * (core/cards/board/continuous_effect.h). */
	const struct continuous *const *lasting;
	/* How each kind of a side moves after the board was turned left by that number of
	 * quarters. */
	struct reach reach[QUARTERS][MAX_SIDES][CARD_KINDS];
	uint8_t forward[QUARTERS][MAX_SIDES]; /* the directions that are forward, as a set */
	square turned[QUARTERS]
		     [CARD_SQUARES]; /* the square of the unturned board in each square's place */
	square_set promotes[QUARTERS][MAX_SIDES];
	square_set twice[QUARTERS][MAX_SIDES]; /* squares from which pawns may step twice: first and
						  second ranks */
	square corners[4]; /* in the order of the Figure Dance [zones-of-the-board] */
	square_set centre;
	bool common;	 /* deck = common */
	bool growing;	 /* hand = growing: one card to begin with, one more each turn */
	bool discards;	 /* a turn without a card may end with a discard */
	bool bishopless; /* the starting position has no bishop */
	bool turns; /* a quarter turn moves holes to holes and barriers to barriers: the board can
		       be turned [earthquake-boards] */
	enum bishops bishops;
	unsigned hands[MAX_SIDES]; /* cards in a hand, or the size to which it grows */
	unsigned window_hours;	   /* 0: only the mover's next opponent may answer [window-hours] */
	unsigned panic_hours;
};

/* Returns the rules of a variant that was compiled with cards on. The caller frees them; `variant`,
 * `set` and `lasting` are borrowed. */
struct card_ruleset *card_ruleset_new(const struct variant *variant, const struct card_set *set,
				      const struct continuous *const *lasting);
void card_ruleset_free(struct card_ruleset *book);

/* Reports whether the games follow the third rules [rules-by-number]. */
static inline bool card_ruleset_is_third(const struct card_ruleset *book)
{
	return book->variant->rules >= 3;
}

/* Reports whether that option of the variant has that value. */
bool card_ruleset_chose(const struct card_ruleset *book, const char *key, const char *value);

/* card_ruleset_kind_name returns the name of a kind for cards: "Q" ... "P", "crab", "prince"
 * [trial-targets]. card_ruleset_kind_named returns the kind for a letter or word in any case, or
 * -1. */
const char *card_ruleset_kind_name(const struct card_ruleset *book, unsigned kind);
int card_ruleset_kind_named(const struct card_ruleset *book, const char *word);

/* Reports whether the game lacks something that the card's file needs. Such a card is left out of
 * the decks and may not be played. `why` (may be NULL) gets a sentence for the player. */
bool card_ruleset_bars(const struct card_ruleset *book, uint8_t card, struct reason *why);

#endif
