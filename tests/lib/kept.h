/* SPDX-License-Identifier: MIT */
/*
 * Remembers the results of random games with cards. A changed result of a card, list or refusal
 * fails a test, until somebody confirms that it is meant. tests/core/cards/kept.txt has one line
 * per game: its name, its seed, and a sum of all output.
 *
 * With PBEM_KEPT=write a test adds the lines of its games there. With PBEM_KEPT=FOLDER it writes
 * the text that was summed up into one file per game, so that the output of two builds can be
 * compared.
 */
#ifndef PBEM_TESTS_LIB_KEPT_H
#define PBEM_TESTS_LIB_KEPT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/util/strbuf.h"

/* Adds a text to the sum, which begins as 0. */
void kept_add(uint64_t *sum, const char *text);

/* Returns false if the result differs from the line in kept.txt. A game without a line passes. */
bool kept_is_same(const char *name, unsigned seed, const struct strbuf *came);

extern const char kept_is_not[]; /* the message for that case */

#endif
