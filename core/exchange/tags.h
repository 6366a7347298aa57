/* SPDX-License-Identifier: MIT */
/* What PGN and its kin consist of when they are written: tag pairs, and words in short lines. */
#ifndef PBEM_CORE_EXCHANGE_TAGS_H
#define PBEM_CORE_EXCHANGE_TAGS_H

#include <stddef.h>

#include "core/base/text.h"
#include "core/exchange/score.h"

enum { TAGS_COUNT = 64 };

struct tags {
	struct {
		const char *name; /* borrowed */
		char *value;
	} pairs[TAGS_COUNT];
	size_t count;
	char *owned; /* names of an imported game's */
};

void tags_init(struct tags *tags);
void tags_done(struct tags *tags);

/* Sets a tag, in place of one that has the name; the value is copied, NULL is "?". */
void tags_set(struct tags *tags, const char *name, const char *value);

/* Sets when, where and how a game played here was played; an `event` of NULL is the game's id. */
void tags_set_occasion(struct tags *tags, const struct score *score, const char *event,
		       const char *site);

/* Sets what the file of an imported game said, those in `but` (ended by NULL) left out. */
void tags_set_imported(struct tags *tags, const struct score *score, const char *const *but);

/* Writes the tags: first those of the roster (ended by NULL) in its order, then all others sorted
 * bytewise; and an empty line. What isn't printable is left out. */
void tags_write(struct tags *tags, const char *const *roster, struct text *out);

/* Words below 80 columns a line. */
struct tags_lines {
	struct text *out;
	size_t column;
};

/* Adds a word; and words, a comment in braces: those of the text are made harmless. */
void tags_word(struct tags_lines *lines, const char *word);
void tags_comment(struct tags_lines *lines, const char *text);

/* Ends the line. */
void tags_end(struct tags_lines *lines);

#endif
