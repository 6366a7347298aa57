/* SPDX-License-Identifier: MIT */
/* Looks up the words that orders begin with, and topics of HELP. */
#ifndef PBEM_CORE_NOTATION_VOCABULARY_ORDERS_H
#define PBEM_CORE_NOTATION_VOCABULARY_ORDERS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/notation/vocabulary.h"
#include "core/variant/variant.h"

/* Returns the order word that the first `len` bytes of `text` are, in any case, or NULL. */
const struct order_word *vocabulary_find(const char *text, size_t len);

/*
 * Returns the order word that differs from those bytes by one typing error (a letter left out,
 * added or changed, or two swapped). Returns NULL if there is none or the bytes are an order word.
 */
const struct order_word *vocabulary_near(const char *text, size_t len);

/*
 * Reports whether the text is the word with two neighbouring letters swapped or one letter doubled,
 * and isn't another word.
 */
bool vocabulary_is_slip(const char *text, size_t len, const struct order_word *word);

/*
 * Returns the syntax of the order in this game, for people. The example is never a move that is
 * impossible in the variant.
 */
const char *vocabulary_form(const struct variant *variant, const struct order_word *word);

/* Reports whether e2-e4, Nf3, O-O and e7-e8=Q are moves in the variant: the board of chess, and
 * some king that can castle. */
bool vocabulary_like_chess(const struct variant *variant);

/* Returns the number of letters at the beginning of `text`. */
size_t vocabulary_letters(const char *text);

/*
 * Reports whether HELP accepts the text in small letters too. It may be an order word, a topic of
 * the files of words, the name of a game, a page of rules for the variant, or "rulings WORD".
 */
bool vocabulary_is_topic(const struct variant *variant, const char *text);

/*
 * Reads the number of a board in a ring: "2", "board 2" and "on board 2" yield "2". Empty text
 * yields "". Returns false for anything else.
 */
bool vocabulary_board(const struct variant *variant, const char *rest, char text_out[4]);

#endif
