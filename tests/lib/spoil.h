/* SPDX-License-Identifier: MIT */
/* Spoils facts of a game's files and makes chain, commitments and sums fit again, as who changes a
 * file on purpose would. */
#ifndef PBEM_TESTS_SPOIL_H
#define PBEM_TESTS_SPOIL_H

#include "tests/lib/match.h"

enum { SPOIL_WORDS = 64, SPOILS_MAX = 3, SPOIL_STORY_MAX = 3000 };

/* Where what is spoilt is told, if anywhere: SPOIL_STORY_MAX bytes. */
extern char *spoil_story;

/* ---- lines ---- */

struct spoil_page {
	char **lines;
	size_t count;
};

/* ---- spoiling ---- */

void spoil_some(struct match *match, struct text *text, bool header);

/* ---- making it fit again ---- */

/* The chain of a game file, or of a sealed one. */
void spoil_chain(struct text *text);

/* The commitments to what is sealed. */
void spoil_commit(struct text *public, const struct text *sealed);

void spoil_fit_sum(struct text *snapshot);

#endif
