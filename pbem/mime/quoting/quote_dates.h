/* SPDX-License-Identifier: MIT */
/* Finds dates and addresses as they are in the heads of quotes in any language. */
#ifndef PBEM_MIME_QUOTING_QUOTE_DATES_H
#define PBEM_MIME_QUOTING_QUOTE_DATES_H

#include <stdbool.h>

#include "pbem/mime/quoting/span.h"

/* Reports whether the text contains a year, a day in figures (3.5.26) or a time of day. */
bool quote_dates_has_any(struct span span);

/* Report whether the text contains a year or a day in figures, and whether it contains a time of
 * day. */
bool quote_dates_has_day(struct span span);
bool quote_dates_has_time(struct span span);

/* Report whether the text begins with a year and more figures ("2016-03-03"), whether it begins
 * with a figure, and whether it contains one. */
bool quote_dates_starts_with_year(struct span span);
bool quote_dates_starts_with_figure(struct span span);
bool quote_dates_has_figure(struct span span);

/* Report whether the text contains something like an email address, and whether it ends with
 * one. */
bool quote_dates_has_address(struct span span);
bool quote_dates_ends_with_address(struct span span);

#endif
