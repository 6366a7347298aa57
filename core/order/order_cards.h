/* SPDX-License-Identifier: MIT */
/* What stands behind PLAY, ANSWER, DISCARD, AUTOPASS and IF, and before a MOVE, in games with
 * cards; for order.c. */
#ifndef PBEM_CORE_ORDER_ORDER_CARDS_H
#define PBEM_CORE_ORDER_ORDER_CARDS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/order/order_list.h"
#include "core/variant/variant.h"

struct text;

/* Reads "FOGGED MOVE" or "CHAOS MOVE": returns what follows, and the kind of order; NULL when the
 * line says something else. */
char *order_cards_condition(char *rest, enum order_kind *kind_out);

/* Adds words with one blank between, cards' names and others in the language spoken as they are in
 * English (phrase.h). */
void order_cards_english(const char *written, struct text *out);

/* Reads "black MOVE e7-e5 red MOVE d2-d4 THEN MOVE g1-f3" into its canonical words: moves of other
 * seats, and behind THEN the own one. `free`: moves may be written as in letters. False when it
 * can't be read so. */
bool order_cards_ahead(const struct variant *variant, const char *written, bool free,
		       struct text *out);

/* The words of a card, its targets, an answer or a standing PASS, one blank between them. False
 * when there are none, or "Play well!" is only a greeting. */
bool order_cards_words(const char *written, enum order_kind kind, struct text *out);

/* A standing PASS, and when it isn't one [standing-pass]. */
enum autopass {
	AUTOPASS_ON = 1,
	AUTOPASS_CHECK = 2,   /* unless the seat is in check */
	AUTOPASS_CAPTURE = 4, /* ... a piece of its own was captured */
	AUTOPASS_CARD = 8,    /* ... another has played a card */
};

/* "on", "OFF", "unless card, check": a set of enum autopass, 0 for OFF; -1 when it says something
 * else. */
int order_cards_autopass(const char *written);

/* "ON", "OFF", "UNLESS CHECK, CARD". */
void order_cards_print_autopass(unsigned rules, struct text *out);

/* Adds a list of cards, or a further line of one, as it was written: "Fog of War, Bog,". A comma at
 * its end stays: another card follows it. */
void order_cards_list(const char *written, struct text *out);

#endif
