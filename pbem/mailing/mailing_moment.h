/* SPDX-License-Identifier: MIT */
/* Moments and days as a letter tells them: in the words of the language that is spoken
 * (words_speak), in the zone its reader has chosen. */
#ifndef PBEM_MAILING_MAILING_MOMENT_H
#define PBEM_MAILING_MAILING_MOMENT_H

#include <stdint.h>

struct text;

/* "21 Nov 2026, 14:05 UTC"; with a zone "21 Nov 2026, 15:05 CET (14:05 UTC)", and UTC's day too
 * where it is another. `zone` may be "". */
void mailing_moment(const char *zone, int64_t when, struct text *out);

/* The day alone, there: "21 Nov 2026". */
void mailing_day(const char *zone, int64_t when, struct text *out);

#endif
