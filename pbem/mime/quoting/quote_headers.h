/* SPDX-License-Identifier: MIT */
/* Recognises the heads that mail programs put above a quote, in a message cut into lines. */
#ifndef PBEM_MIME_QUOTING_QUOTE_HEADERS_H
#define PBEM_MIME_QUOTING_QUOTE_HEADERS_H

#include <stdbool.h>
#include <stddef.h>

#include "pbem/mime/quoting/quote_lines.h"

enum quote_head {
	HEAD_NONE,
	HEAD_WEAK,    /* a head only if quoted lines follow: "As you wrote:" */
	HEAD_LIKELY,  /* looks like a head in an unknown language: a date with an address, or two
			 fields. Believed only if nothing that could be an order precedes it */
	HEAD_WROTE,   /* "On DATE, NAME <ADDRESS> wrote:" */
	HEAD_FORWARD, /* "-----Original Message-----", a block of From:, Sent:, To:, Subject: */
};

/* Returns the kind of head that begins at line `at`. *next_out is the first line after it. */
enum quote_head quote_headers_at(const struct quote_lines *lines, size_t at, size_t *next_out);

#endif
