/* SPDX-License-Identifier: MIT */
/* Times as files have them: "2026-11-21T02:26:10Z". */
#ifndef PBEM_CORE_UTIL_TIMESTAMP_H
#define PBEM_CORE_UTIL_TIMESTAMP_H

#include <stdint.h>

enum { TIMESTAMP_SIZE = 32 };

enum { SECONDS_A_MINUTE = 60, SECONDS_AN_HOUR = 3600, SECONDS_A_DAY = 86400 };

/* Writes a time in seconds since 1970; the first second of 1970 if no calendar has it. */
void timestamp_print(int64_t when, char out[TIMESTAMP_SIZE]);

/* Reads such a time, or returns -1. */
int64_t timestamp_read(const char *text);

#endif
