/* SPDX-License-Identifier: MIT */
/* Prints times and days for messages: in the language in use (vocabulary_push), in the zone that
 * the reader has chosen. */
#ifndef PBEM_MAIL_MAIL_DATES_H
#define PBEM_MAIL_MAIL_DATES_H

#include <stdint.h>

struct config;
struct strbuf;

/* Adds a time: "21 Nov 2026, 14:05 UTC"; with a zone "21 Nov 2026, 15:05 CET (14:05 UTC)", and with
 * UTC's day if that differs. `zone` may be "". */
void mail_moment(const char *zone, int64_t when, struct strbuf *out);

/* Adds the day in that zone: "21 Nov 2026". */
void mail_day(const char *zone, int64_t when, struct strbuf *out);

/* Adds the text, with each time in a stored form ("2026-11-24 12:00 UTC" or "2026-11-24T12:00:00Z")
 * replaced by what mail_moment prints. */
void mail_restate(const char *zone, const char *text, struct strbuf *out);

/* Returns the zone of the site's games, "" if none is configured. */
const char *mail_site_zone(const struct config *config);

#endif
