/* SPDX-License-Identifier: MIT */
/* Writes parts of PGN and related formats: tags, and words in short lines. */
#ifndef PBEM_CORE_FORMATS_PGN_TAGS_H
#define PBEM_CORE_FORMATS_PGN_TAGS_H

#include <stddef.h>

#include "core/formats/movelist.h"
#include "core/util/strbuf.h"

enum { PGN_TAGS_COUNT = 64 };

struct pgn_tags {
	struct {
		const char *name; /* not owned */
		char *value;
	} pairs[PGN_TAGS_COUNT];
	size_t count;
	char *owned; /* names of an imported game's tags */
};

void pgn_tags_init(struct pgn_tags *tags);
void pgn_tags_done(struct pgn_tags *tags);

/* Sets a tag, or replaces the one with that name. The value is copied; NULL becomes "?". */
void pgn_tags_set(struct pgn_tags *tags, const char *name, const char *value);

/*
 * Sets the time, place and manner of a game played here. If `event` is NULL, it is the game's id.
 */
void pgn_tags_set_occasion(struct pgn_tags *tags, const struct movelist *score, const char *event,
			   const char *site);

/* Sets the tags of an imported game's file except those in `but` (NULL after the last). */
void pgn_tags_set_imported(struct pgn_tags *tags, const struct movelist *score,
			   const char *const *but);

/*
 * Writes the tags and an empty line: first those of the roster (NULL after the last) in order, then
 * all others sorted bytewise. Characters that aren't printable are left out.
 */
void pgn_tags_write(struct pgn_tags *tags, const char *const *roster, struct strbuf *out);

/* Words in lines shorter than 80 columns. */
struct pgn_tags_lines {
	struct strbuf *out;
	size_t column;
};

/* Add a word, or the words of a comment in braces, whose text is made harmless. */
void pgn_tags_word(struct pgn_tags_lines *lines, const char *word);
void pgn_tags_comment(struct pgn_tags_lines *lines, const char *text);

void pgn_tags_end(struct pgn_tags_lines *lines);

#endif
