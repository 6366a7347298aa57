/* SPDX-License-Identifier: MIT */
/*
 * Reads what follows PLAY, ANSWER, DISCARD, AUTOPASS and IF in games with cards, and conditional
 * moves; for order_parse.c and order_args.c.
 */
#ifndef PBEM_CORE_ORDER_ORDER_ARGS_CARDS_H
#define PBEM_CORE_ORDER_ORDER_ARGS_CARDS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/order/order_list.h"
#include "core/variant/variant.h"

struct order_list;
struct strbuf;

/*
 * Adds words separated by single spaces. Names of cards and other words in the current language are
 * translated to English (translate.h).
 */
void order_cards_english(const char *written, struct strbuf *out);

/* When a seat passes automatically [standing-pass]. */
enum autopass {
	AUTOPASS_ON = 1,
	AUTOPASS_CHECK = 2,   /* except in check */
	AUTOPASS_CAPTURE = 4, /* except after a capture of its piece */
	AUTOPASS_CARD = 8,    /* except after another seat's card */
};

/*
 * Reads "on", "OFF" or "unless card, check". Returns a set of enum autopass, 0 for OFF, or -1 if
 * the text is something else.
 */
int order_cards_autopass(const char *written);

/* Adds "ON", "OFF" or "UNLESS CHECK, CARD". */
void order_cards_print_autopass(unsigned rules, struct strbuf *out);

/*
 * Adds a list of cards as written ("Fog of War, Bog,"), or a further line of one. A comma at the
 * end is kept, because another card follows it.
 */
void order_cards_list(const char *written, struct strbuf *out);

#endif
