/* SPDX-License-Identifier: MIT */
/* Two dates behind an order's word. */
#ifndef PBEM_CORE_WORDS_WORDS_DATES_H
#define PBEM_CORE_WORDS_WORDS_DATES_H

#include <stdbool.h>

/* Reads "2026-12-24 TO 2027-01-06", with any word of the language between them, as
 * "2026-12-24 2027-01-06"; false where the text is anything else. Whether there are such days is
 * known where the order is met. */
bool words_dates(const char *text, char dates_out[22]);

#endif
