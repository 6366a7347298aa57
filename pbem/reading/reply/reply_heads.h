/* SPDX-License-Identifier: MIT */
/* Recognizes the heads that mail programs put above a quote, in a letter cut into lines. */
#ifndef PBEM_READING_REPLY_REPLY_HEADS_H
#define PBEM_READING_REPLY_REPLY_HEADS_H

#include <stdbool.h>
#include <stddef.h>

#include "pbem/reading/reply/reply_lines.h"

enum reply_head {
	HEAD_NONE,
	HEAD_WEAK,    /* only a head if quoted lines follow: "As you wrote:" */
	HEAD_LIKELY,  /* looks like one in a language nobody here knows: a date with an address, two
			 fields; believed where nothing that could be an order stands above it */
	HEAD_WROTE,   /* "On DATE, NAME <ADDRESS> wrote:" */
	HEAD_FORWARD, /* "-----Original Message-----", a block of From:, Sent:, To:, Subject: */
};

/* Which head begins at line `at`; *next_out is the first line behind it. */
enum reply_head reply_head_at(const struct reply_lines *lines, size_t at, size_t *next_out);

#endif
