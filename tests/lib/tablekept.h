/* SPDX-License-Identifier: MIT */
/*
 * What random games with cards came to, kept: whoever changes what any card, list or refusal comes
 * to is told so, and says whether that is meant. tests/core/cards/table/kept.txt has a line for
 * each game: variant, seed, and a sum of all its letters, refusals, facts and lists.
 * PBEM_KEPT=write has a test write those of its games there anew; PBEM_KEPT=FOLDER has it write
 * what was summed up into a file for each game, so that what two builds say can be compared.
 */
#ifndef PBEM_TESTS_TABLEKEPT_H
#define PBEM_TESTS_TABLEKEPT_H

#include "tests/lib/tableplay.h"

/* Fails when the game isn't what the kept line says; one that has no line is of no interest. */
void tablekept_compare(const struct tableplay *play, const char *variant, unsigned seed);

#endif
