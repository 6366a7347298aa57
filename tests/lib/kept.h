/* SPDX-License-Identifier: MIT */
/*
 * What random games with cards came to, kept: whoever changes what any card, list or refusal comes
 * to is told so, and says whether that is meant. tests/core/cards/kept.txt has a line for each
 * game: its name, seed, and a sum of all it has said. PBEM_KEPT=write has a test add those of its
 * games there; PBEM_KEPT=FOLDER has it write what was summed up into a file for each game, so that
 * what two builds say can be compared.
 */
#ifndef PBEM_TESTS_KEPT_H
#define PBEM_TESTS_KEPT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/text.h"

/* Adds a text to a sum of such, which begins as 0. */
void kept_add(uint64_t *sum, const char *text);

/* False when it isn't what the kept line says; what has no line is of no interest. */
bool kept_is_same(const char *name, unsigned seed, const struct text *came);

extern const char kept_is_not[]; /* what to say then */

#endif
