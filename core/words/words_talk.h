/* SPDX-License-Identifier: MIT */
/* The words moves are written with in the common languages, for order_*.c: a line of nothing else
 * was meant as one. */
#ifndef PBEM_CORE_WORDS_WORDS_TALK_H
#define PBEM_CORE_WORDS_WORDS_TALK_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/base.h"
#include "core/variant/variant.h"
#include "core/words/words.h"

/* The next word of a plain line and what it is; *kind_out is the letter of a piece where the word
 * means just one kind, else '\0'. What stands around a word is left off. TALK_NONE with len 0 at
 * the end. */
struct talk_word {
	const char *at;
	size_t len;
	enum talk talk;
	char kind;
};
struct talk_word words_talk_next(const struct variant *variant, const char **cursor);

/* Whether the line holds a square or an order word, and otherwise only what moves are written with.
 */
bool words_talk_is_of_moves(const struct variant *variant, const char *plain);

/* Whether the word says no: "no", "nein", "not", "decline". */
bool words_talk_is_no(const char *word, size_t len);

/* Whether the line says no and nothing more: "No.", "nein danke". */
bool words_talk_is_refusal(const struct variant *variant, const char *plain);

/* Whether the text has the look of a move: "e2-e9", "Nf33", "exd5+", "e7e8=Q", "0-0", "N/3@b1",
 * "2:e4". */
bool words_talk_looks_like_move(const struct variant *variant, const char *text);

/* Where the trailing picture of a text of `len` bytes begins, ":-)" or emoji with the blanks before
 * it; `len` when there is none. */
size_t words_talk_picture_at(const char *text, size_t len);

#endif
