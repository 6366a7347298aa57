/* SPDX-License-Identifier: MIT */
/*
 * Recognizes lines that were meant as a move: lines that only contain words for moves, in any known
 * language. Used by core/order.
 */
#ifndef PBEM_CORE_NOTATION_VOCABULARY_PROSE_H
#define PBEM_CORE_NOTATION_VOCABULARY_PROSE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/notation/vocabulary.h"
#include "core/util/base.h"
#include "core/variant/variant.h"

/*
 * The next word of a plain line and its kind. `kind` is the letter of a piece if the word means
 * exactly one kind, else '\0'. Punctuation around the word is left out. At the end of the line the
 * kind is TALK_NONE and `len` is 0.
 */
struct talk_word {
	const char *at;
	size_t len;
	enum talk talk;
	char kind;
};
struct talk_word vocabulary_talk_next(const struct variant *variant, const char **cursor);

/*
 * Reports whether the line contains a square or an order word, and otherwise only words that
 * accompany moves.
 */
bool vocabulary_talk_is_of_moves(const struct variant *variant, const char *plain);

/* Reports whether the word means no: "no", "nein", "not", "decline". */
bool vocabulary_talk_is_no(const char *word, size_t len);

/* Reports whether the line means no and nothing else: "No.", "nein danke". */
bool vocabulary_talk_is_refusal(const struct variant *variant, const char *plain);

/* Reports whether the text looks like a move: "e2-e9", "Nf33", "exd5+", "e7e8=Q", "0-0",
 * "N/3@b1", "2:e4". */
bool vocabulary_talk_looks_like_move(const struct variant *variant, const char *text);

/*
 * Returns the offset of an emoticon or emoji at the end of a text of `len` bytes, including the
 * spaces before it; `len` if there is none.
 */
size_t vocabulary_talk_picture_at(const char *text, size_t len);

#endif
