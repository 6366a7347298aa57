/* SPDX-License-Identifier: MIT */
/* A play as a value: a card and the words after its name. Also lists of plays. */
#ifndef PBEM_CORE_CARDS_PLAY_PLAY_H
#define PBEM_CORE_CARDS_PLAY_PLAY_H

#include <stdbool.h>
#include <stdint.h>

#include "core/cards/deck/card_ruleset.h"

struct strbuf;

enum { MAX_PLAY_WORDS = 20, MAX_CHAIN = 20 };

/* One word after PLAY Card, read. */
struct target {
	enum target_form form;
	square squares[MAX_CHAIN]; /* a square; from and to; a chain; the two at an edge, lower
				      first */
	uint8_t square_count;
	uint8_t value; /* kind, card, seat; LEFT: 0, RIGHT: 1 */
	uint8_t piece; /* P:e4: the kind of piece that is meant, plus 1; 0: none is named */
};

/* A card with its targets, as in PLAY. */
struct play {
	uint8_t card; /* kind of card, NO_CARD for none */
	struct target targets[MAX_PLAY_WORDS];
	uint8_t target_count;
	bool spent; /* in a list: it would have no effect (the Checkmate Rule) */
};

/* Reads the text after PLAY: the card, and its targets by their form [trial-targets]. Returns
 * REFUSED with what was expected; for an unknown name, `why` suggests a similar one. */
enum verdict play_read(const struct card_ruleset *book, const char *text, struct play *play_out,
		       struct reason *why);

/* Prints a play: "PLAY Holy War b1 f4" [trial-targets]. */
void play_print(const struct card_ruleset *book, const struct play *play, struct strbuf *out);

/* Returns the card that a target names, or NO_CARD. "Crab" is also a kind of piece, and after
 * Haunting Memories it is read as one. */
uint8_t play_named_card(const struct card_ruleset *book, const struct target *target);

/* Prints targets, "b1f4", "N", "d4|d5", separated by spaces. */
void play_print_targets(const struct card_ruleset *book, const struct target *targets,
			unsigned count, struct strbuf *out);

/* Reads the words after ANSWER or the name of `card` (NULL: ANSWER) into at most `max` targets.
 * Returns how many, or -1 with what can't be read. */
int play_read_targets(const struct card_ruleset *book, const struct card *card, const char *text,
		      struct target *targets_out, unsigned max, struct reason *why);

/* A seat's answer to a card's demand. */
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

/* Reports whether the play is among those from index `first` on. */
bool play_list_has(const struct play_list *list, unsigned first, const struct play *play);

#endif
