/* SPDX-License-Identifier: MIT */
/*
 * Decks [fair-shuffles]: which cards a seat may choose from, what a deck may hold, and the order of
 * the piles when the game begins. Everything follows from the options, the secret and the players'
 * words, so that anyone can calculate it again; see pbem-shuffle(7).
 */
#ifndef PBEM_CORE_CARDS_DECK_DECK_H
#define PBEM_CORE_CARDS_DECK_DECK_H

#include <stdbool.h>
#include <stdint.h>

#include "core/cards/deck/card_ruleset.h"
#include "core/cards/deck/piles.h"
#include "core/util/base.h"

struct strbuf;

enum { LOTS_GAME_MAX = 31, LOTS_SECRET_MAX = 64, LOTS_WORDS_MAX = 64 };

/* How decks are made: the option `deck`. */
enum deck_mode {
	DECK_AUTO,     /* the set is dealt out; the program builds a deck from each share */
	DECK_SPLIT,    /* the set is dealt out; each seat builds a deck from its share */
	DECK_PERSONAL, /* each seat builds from a set of its own */
	DECK_COMMON,   /* one pile for all */
};

/* A game's options about decks. */
struct deck_rules {
	const struct card_ruleset *book; /* borrowed */
	enum deck_mode mode;
	unsigned points[MAX_SIDES]; /* the most a seat's deck may cost */
	/* copies of the set in the cards dealt out, in a personal set, or in the common deck */
	unsigned copies;
	unsigned extra_discards; /* cards taken away before dealing */
	bool stacked; /* a deck that its seat has ordered keeps that order and isn't shuffled */
};

/* The source of all shuffles of a game (shuffle.h), except the option `public-words`. A plain
 * value. */
struct lots {
	char game[LOTS_GAME_MAX + 1];
	char secret[LOTS_SECRET_MAX + 1]; /* "": unknown here, and so are the shuffled cards */
	char words[MAX_SIDES][LOTS_WORDS_MAX + 1]; /* of the seats in turn order, "" for none */
};

/* Cards in an order: kinds of the game's set. */
struct stack {
	uint8_t kinds[MAX_COPIES];
	uint16_t count;
	bool ordered; /* its seat has named the cards in this order (deck_read) */
};

/* Reads the options of the variant of `book`. Returns -1 with the reason if they ask for more cards
 * than a game can hold. */
int deck_rules_read(const struct card_ruleset *book, struct deck_rules *rules_out,
		    struct reason *reason);

/* Assigns the seats at random. places_out has, for each seat in turn order, the place of its
 * player, from 1, among those who joined. */
void deck_draw_seats(const struct card_ruleset *book, const struct lots *lots,
		     uint8_t places_out[MAX_SIDES]);

/*
 * Calculates the cards from which each seat may build its deck, in the set's order. aside_out gets
 * the cards that nobody gets: the extra discards, then the remainder. With a common deck the shares
 * are empty.
 */
void deck_shares(const struct deck_rules *rules, const struct lots *lots,
		 struct stack shares_out[MAX_SIDES], struct stack *aside_out);

/* Builds a seat's deck for `deck = auto`: goes through the shuffled share and takes each card that
 * still fits. The deck is in the set's order. */
void deck_build(const struct deck_rules *rules, const struct lots *lots, uint8_t seat,
		const struct stack *share, struct stack *deck_out);

/*
 * Reads the cards after DECK, "Fog of War, Bog, Bog", and checks them against the share. All must
 * be in the share, no unique card may come twice, and the points may not be exceeded. Returns
 * REFUSED with all faults in `why`.
 */
enum verdict deck_read(const struct deck_rules *rules, uint8_t seat, const struct stack *share,
		       const char *text, struct stack *deck_out, struct reason *why);

/* Reads such a list without comparing it with a share. Returns false if a name is no card's. */
bool deck_read_list(const struct card_ruleset *book, const char *text, struct stack *stack_out);

/* Returns the total of the cards' points. */
unsigned deck_points(const struct card_ruleset *book, const struct stack *stack);

/* Sorts the deck into the set's order, so that copies are together. */
void deck_sort(struct stack *stack);

/*
 * Lays the piles with which the game begins: shuffled draw piles, and hands drawn from them, one
 * card each in turn order. `decks` has one deck for each seat in turn order, or is NULL with a
 * common deck. `aside`, from deck_shares, is used only with a common deck.
 */
void deck_lay(const struct deck_rules *rules, const struct lots *lots, const struct stack *decks,
	      const struct stack *aside, struct piles *piles_out);

/*
 * Shuffles a draw pile again under its next number. If a common draw pile is empty, the discards,
 * in the order they were discarded, become the pile [fair-shuffles]. Otherwise the undrawn cards
 * are shuffled, in their order. Returns false if there is nothing to shuffle.
 */
bool deck_reshuffle(const struct card_ruleset *book, const struct lots *lots, struct piles *piles,
		    uint8_t seat);

/* Adds the names of the cards as they are written after DECK: "Fog of War, Bog, Bog". */
void deck_print_names(const struct card_ruleset *book, const struct stack *stack,
		      struct strbuf *out);

#endif
