/* SPDX-License-Identifier: MIT */
/*
 * Decks [fair-shuffles]: which cards a seat may choose from, what a deck may hold, how the piles
 * lie when the game begins. Everything follows from the options, the secret and the players' words,
 * so that anyone can work it out again; pbem-shuffle(7) says how.
 */
#ifndef PBEM_CORE_CARDS_DECK_DECK_H
#define PBEM_CORE_CARDS_DECK_DECK_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/base.h"
#include "core/cards/deck/book.h"
#include "core/cards/deck/piles.h"

struct text;

enum { LOTS_GAME_MAX = 31, LOTS_SECRET_MAX = 64, LOTS_WORDS_MAX = 64 };

/* How decks come about: the option `deck`. */
enum deck_mode {
	DECK_AUTO,     /* the set is dealt out; the program builds from each share */
	DECK_SPLIT,    /* the set is dealt out; each seat builds from its share */
	DECK_PERSONAL, /* each seat builds from a set of its own */
	DECK_COMMON,   /* one pile for all */
};

/* What a game's options say about decks. */
struct deck_rules {
	const struct book *book; /* borrowed */
	enum deck_mode mode;
	unsigned points[MAX_SIDES]; /* the most a seat's deck may cost */
	unsigned
		copies; /* sets in the share that is dealt, in a personal set, in the common deck */
	unsigned extra_discards; /* cards taken away before dealing */
	bool stacked;		 /* a deck that its seat has ordered lies so and isn't shuffled */
};

/* What all shuffles of a game follow from (chance.h), beside the option `public-words`. A plain
 * value. */
struct lots {
	char game[LOTS_GAME_MAX + 1];
	char secret[LOTS_SECRET_MAX +
		    1]; /* "": it isn't known here, and what is shuffled neither */
	char words[MAX_SIDES][LOTS_WORDS_MAX + 1]; /* of the seats in turn order, "" for none */
};

/* Cards in an order: kinds of the book's set. */
struct stack {
	uint8_t kinds[MAX_COPIES];
	uint16_t count;
	bool ordered; /* its seat has named the cards in this order (deck_read) */
};

/* Reads the options of the book's variant. -1 when they ask for more cards than a game can hold. */
int deck_rules_read(const struct book *book, struct deck_rules *rules_out, struct reason *reason);

/* Seats drawn by lot: for each seat, in turn order, the place from 1 of its player among those who
 * joined. */
void deck_draw_seats(const struct book *book, const struct lots *lots,
		     uint8_t places_out[MAX_SIDES]);

/*
 * What each seat may build from, in the set's order; `out`, what goes round to nobody: the extra
 * discards, then the remainder. With a common deck the shares are empty.
 */
void deck_shares(const struct deck_rules *rules, const struct lots *lots,
		 struct stack shares_out[MAX_SIDES], struct stack *aside_out);

/* The deck the program builds for a seat (auto): of the shuffled share whatever still fits, in the
 * set's order. */
void deck_build(const struct deck_rules *rules, const struct lots *lots, uint8_t seat,
		const struct stack *share, struct stack *deck_out);

/*
 * Reads the cards behind DECK, "Fog of War, Bog, Bog", and checks them against the share: they must
 * all be in it, no unique card twice, the points not exceeded. REFUSED with all that is wrong.
 */
enum verdict deck_read(const struct deck_rules *rules, uint8_t seat, const struct stack *share,
		       const char *text, struct stack *deck_out, struct reason *why);

/* The cards of such a list, whatever a seat may have. False when one is none. */
bool deck_read_list(const struct book *book, const char *text, struct stack *stack_out);

/* What the cards cost together. */
unsigned deck_points(const struct book *book, const struct stack *stack);

/* The deck in the set's order, copies together. */
void deck_sort(struct stack *stack);

/*
 * The piles as the game begins: shuffled draw piles, and hands drawn from them, with separate decks
 * seat by seat, with a common one a card each in turn order. `decks` one for each seat in turn
 * order, NULL with a common deck; `aside` as deck_shares has it, with a common deck.
 */
void deck_lay(const struct deck_rules *rules, const struct lots *lots, const struct stack *decks,
	      const struct stack *aside, struct piles *piles_out);

/*
 * Shuffles a draw pile anew under its next number: of a common deck that is empty the discards, in
 * the order they were discarded, become the pile [fair-shuffles]; else the undrawn cards, as they
 * lay. False when there is nothing to shuffle.
 */
bool deck_reshuffle(const struct book *book, const struct lots *lots, struct piles *piles,
		    uint8_t seat);

/* "Fog of War, Bog, Bog": as behind DECK. */
void deck_print_names(const struct book *book, const struct stack *stack, struct text *out);

#endif
