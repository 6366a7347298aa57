/* SPDX-License-Identifier: MIT */
/* Reads two dates after an order word. */
#ifndef PBEM_CORE_NOTATION_VOCABULARY_DATES_H
#define PBEM_CORE_NOTATION_VOCABULARY_DATES_H

#include <stdbool.h>

/*
 * Reads "2026-12-24 TO 2027-01-06", with the word between the dates in any known language, as
 * "2026-12-24 2027-01-06". Returns false if the text is anything else. The code that carries out
 * the order checks whether the days exist.
 */
bool vocabulary_dates(const char *text, char dates_out[22]);

#endif
