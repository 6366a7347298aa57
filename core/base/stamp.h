/* SPDX-License-Identifier: MIT */
/* Moments as they stand in files: "2026-11-21T02:26:10Z". */
#ifndef PBEM_CORE_BASE_STAMP_H
#define PBEM_CORE_BASE_STAMP_H

#include <stdint.h>

enum { STAMP_SIZE = 32 };

enum { SECONDS_A_MINUTE = 60, SECONDS_AN_HOUR = 3600, SECONDS_A_DAY = 86400 };

/* Writes the moment, in seconds since 1970; one that no calendar has as the first of 1970. */
void stamp_print(int64_t when, char out[STAMP_SIZE]);

/* The moment that is written so, or -1. */
int64_t stamp_read(const char *text);

#endif
