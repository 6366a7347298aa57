/* SPDX-License-Identifier: MIT */
/*
 * Removes what people and mail programs put around an order: quotes, asterisks, bullets,
 * punctuation and emoticons.
 */
#ifndef PBEM_CORE_NOTATION_VOCABULARY_TRIM_H
#define PBEM_CORE_NOTATION_VOCABULARY_TRIM_H

#include <stdbool.h>

/*
 * Strips a plain line in place and returns the beginning of the order. The text of SAY keeps its
 * punctuation, and a card the "!" in its name. Reports in *doubtful_out that the line ended with
 * more than one full stop or "!", which may mean that the player had doubts.
 */
char *vocabulary_strip(char *line, bool *doubtful_out);

#endif
