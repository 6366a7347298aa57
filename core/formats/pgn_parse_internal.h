/* SPDX-License-Identifier: MIT */
/* Shared by pgn_parse*.c. */
#ifndef PBEM_CORE_FORMATS_PGN_PARSE_INTERNAL_H
#define PBEM_CORE_FORMATS_PGN_PARSE_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>

#include "core/formats/pgn_parse.h"

/*
 * Returns the latest end of the game that begins at `start`: the beginning of the next game, or the
 * end of the collection. Only the beginnings of lines are considered, so that nothing unclosed in a
 * game extends into the next one.
 */
const char *pgn_parse_limit(const char *start, const char *end);

/* Reports whether a tag begins there: a bracket, a name and a quotation mark. */
bool pgn_parse_is_tag(const char *at, const char *end);

/*
 * Returns the length of meaningless bytes: 1 for white space, a NUL and the end mark of DOS, 2 for
 * a no-break space, 3 for a byte order mark; 0 for anything else.
 */
size_t pgn_parse_blank(const char *at, const char *end);

/* Reports whether a line ends there: at \n, or at \r without \n after it. */
bool pgn_parse_ends_line(const char *at, const char *end);

/* ---- moving through a collection, never beyond the current game's limit ---- */

static inline void pgn_parse_step(struct pgn_parse *text)
{
	text->line += pgn_parse_ends_line(text->at, text->end);
	text->at++;
}

static inline void pgn_parse_step_over(struct pgn_parse *text, size_t count)
{
	while (count-- > 0)
		pgn_parse_step(text);
}

static inline bool pgn_parse_at_end(const struct pgn_parse *text)
{
	return text->at >= text->limit;
}

static inline bool pgn_parse_at_line_end(const struct pgn_parse *text)
{
	return pgn_parse_at_end(text) || *text->at == '\n' || *text->at == '\r';
}

static inline void pgn_parse_skip_spaces(struct pgn_parse *text)
{
	while (!pgn_parse_at_end(text) && (*text->at == ' ' || *text->at == '\t'))
		pgn_parse_step(text);
}

/* Reads the tag that begins here. Returns -1 with the reason. */
int pgn_parse_read_tag(struct pgn_parse *text, struct pgn_parse_game *game, struct reason *reason);

/*
 * Refuses skipped text that contains a tag about the variant or the starting position after a sign
 * that makes it a comment, because the game would begin differently. Returns -1 with the reason.
 */
int pgn_parse_refuse_hidden(const char *begin, const char *end, struct reason *reason);

/*
 * Returns the result that a word of that length expresses, in the form of PGN ("½-½" and "1:0" are
 * known), or NULL.
 */
const char *pgn_parse_result_of(const char *word, size_t len);

#endif
