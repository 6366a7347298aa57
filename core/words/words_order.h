/* SPDX-License-Identifier: MIT */
/* The words orders begin with, and what may stand behind each. */
#ifndef PBEM_CORE_WORDS_WORDS_ORDER_H
#define PBEM_CORE_WORDS_WORDS_ORDER_H

#include <stdbool.h>
#include <stddef.h>

#include "core/words/words.h"
#include "core/variant/variant.h"

/* The row of the first `len` letters of `text`, in any case, or NULL. */
const struct order_word *words_find(const char *text, size_t len);

/* The row those letters are a slip of the finger away from (one letter left out, doubled, changed
 * or two swapped), or NULL; NULL too when they are such a word. */
const struct order_word *words_near(const char *text, size_t len);

/* Whether only two neighbours are swapped, or one letter stands twice: no other word's spelling. */
bool words_is_slip(const char *text, size_t len, const struct order_word *word);

/* How it is written in this game, for people: never a move that nobody could ever make there. */
const char *words_form(const struct variant *variant, const struct order_word *word);

/* Whether e2-e4, Nf3, O-O and e7-e8=Q are moves there: the board of chess, and some king that can
 * castle. */
bool words_like_chess(const struct variant *variant);

/* How many letters `text` begins with. */
size_t words_letters(const char *text);

/* Whether HELP knows it in small letters too: an order word, a topic of the files of words, the
 * name of a game or of a page on rules that lies in the variant's folder, and "rulings WORD". */
bool words_is_topic(const struct variant *variant, const char *text);

/* "2", "board 2", "on board 2" in a ring: *text_out is "2". Nothing at all names no board. */
bool words_board(const struct variant *variant, const char *rest, char text_out[4]);

#endif
