/* SPDX-License-Identifier: MIT */
/* Recognizes the heads that mail programs put above a quote, in a letter cut into lines. */
#ifndef PBEM_REPLY_HEADS_H
#define PBEM_REPLY_HEADS_H

#include <stdbool.h>
#include <stddef.h>

#include "pbem/reply_words.h"

/* A letter's lines, without blanks at their ends (blanks in front stay). */
struct reply_lines {
	struct span *lines;
	size_t count;
};

enum reply_head {
	HEAD_NONE,
	HEAD_WEAK,     /* only a head if quoted lines follow: "As you wrote:" */
	HEAD_WROTE,    /* "On DATE, NAME <ADDRESS> wrote:" */
	HEAD_FORWARD,  /* "-----Original Message-----", a block of From:, Sent:, To:, Subject: */
};

/* Whether the line is quoted: "> text", "AB> text", "| text". */
bool reply_is_quoted(struct span line);

/* Whether the line could be one of a game's orders; errs on the side of yes. */
bool reply_may_be_order(struct span line);

/* Whether the line is made of rule characters only ("____", "-----", "***"). */
bool reply_is_rule(struct span line);

/* Which head begins at line `at`; *next_out is the first line behind it. */
enum reply_head reply_head_at(const struct reply_lines *lines, size_t at, size_t *next_out);

#endif
