/* SPDX-License-Identifier: MIT */
/* Damages events of a game's files, and makes the chain, commitments and sums fit again, as
 * somebody would who changes a file on purpose. */
#ifndef PBEM_TESTS_LIB_SPOIL_H
#define PBEM_TESTS_LIB_SPOIL_H

#include "tests/lib/match.h"

enum { SPOIL_WORDS = 64, SPOILS_MAX = 3, SPOIL_STORY_MAX = 3000 };

/* Receives a description of the damage, unless it is NULL: SPOIL_STORY_MAX bytes. */
extern char *spoil_story;

/* ---- lines ---- */

struct spoil_page {
	char **lines;
	size_t count;
};

/* ---- spoiling ---- */

void spoil_some(struct match *match, struct strbuf *text, bool header);

/* Damages bytes of the state in a snapshot, and makes its digest fit. */
void spoil_state(struct match *match, struct strbuf *snapshot);

/* ---- making it fit again ---- */

/* Fits the chain of a game file, or of a sealed one. */
void spoil_chain(struct strbuf *text);

/* Fits the commitments to what is sealed. */
void spoil_commit(struct strbuf *public, const struct strbuf *sealed);

#endif
