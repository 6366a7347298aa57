/* SPDX-License-Identifier: MIT */
/* Dates and addresses, as the heads of quotes have them in any language. */
#ifndef PBEM_READING_REPLY_REPLY_DATES_H
#define PBEM_READING_REPLY_REPLY_DATES_H

#include <stdbool.h>

#include "pbem/reading/reply/span.h"

/* Whether a year, a day in figures (3.5.26) or a time of day stands in it. */
bool reply_dates_has_any(struct span span);

/* Whether a year or a day in figures does; whether a time of day does. */
bool reply_dates_has_day(struct span span);
bool reply_dates_has_time(struct span span);

/* Whether it begins with a year and more figures, "2016-03-03", or with any figure. */
bool reply_dates_starts_with_year(struct span span);
bool reply_dates_starts_with_figure(struct span span);
bool reply_dates_has_figure(struct span span);

/* Whether something like an e-mail address stands in it; whether it ends with one. */
bool reply_dates_has_address(struct span span);
bool reply_dates_ends_with_address(struct span span);

#endif
