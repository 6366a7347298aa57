/* SPDX-License-Identifier: MIT */
/* What PLAY says, as a value: a card and the words behind its name. And many of them, as a list. */
#ifndef PBEM_CORE_CARDS_PLAY_PLAY_H
#define PBEM_CORE_CARDS_PLAY_PLAY_H

#include <stdbool.h>
#include <stdint.h>

#include "core/cards/deck/book.h"

struct text;

enum { MAX_PLAY_WORDS = 20, MAX_CHAIN = 20 };

/* One word behind PLAY Card, read. */
struct target {
	enum target_form form;
	square squares[MAX_CHAIN]; /* a square; from and to; a chain; an edge's two, lower first */
	uint8_t square_count;
	uint8_t value; /* kind, card, seat; LEFT: 0, RIGHT: 1 */
};

/* A card with its targets: what PLAY says. */
struct play {
	uint8_t card; /* kind of card, NO_CARD for none */
	struct target targets[MAX_PLAY_WORDS];
	uint8_t target_count;
	bool spent; /* in a list: it would have no effect (the Checkmate Rule) */
};

/* Reads what stands behind PLAY: card and targets by their form [trial-targets]. REFUSED says what
 * was expected and, for a name that is none, what was probably meant. */
enum verdict play_read(const struct book *book, const char *text, struct play *play_out,
		       struct reason *why);

/* "PLAY Holy War b1 f4" [trial-targets]. */
void play_print(const struct book *book, const struct play *play, struct text *out);

/* The card that a target names, NO_CARD if it names none. "Crab" is a kind, too, and read as one
 * behind Haunting Memories. */
uint8_t play_named_card(const struct book *book, const struct target *target);

/* Targets, "b1f4", "N", "d4|d5", separated by blanks. */
void play_print_targets(const struct book *book, const struct target *targets, unsigned count,
			struct text *out);

/* Reads the words behind an ANSWER or a card's name into at most `max` targets; how many, or -1
 * with what can't be read. `card` (may be NULL): for it they are. */
int play_read_targets(const struct book *book, const struct card *card, const char *text,
		      struct target *targets_out, unsigned max, struct reason *why);

/* The answer a seat gives to a card's demand. */
struct answer {
	uint8_t seat;
	bool no; /* ANSWER NO */
	struct target targets[MAX_PLAY_WORDS];
	uint8_t target_count;
};

struct play_list {
	struct play *plays; /* owned; see play_list_init */
	unsigned count, size;
};

void play_list_init(struct play_list *list);
void play_list_done(struct play_list *list);
void play_list_add(struct play_list *list, const struct play *play);

/* Whether the play is among those from the first-th on. */
bool play_list_has(const struct play_list *list, unsigned first, const struct play *play);

#endif
