/* SPDX-License-Identifier: MIT */
/*
 * Reads collections of games in PGN and related formats, as many programs write them: tags, moves
 * and results. Comments, marks, numbers and variations are skipped.
 */
#ifndef PBEM_CORE_FORMATS_PGN_PARSE_H
#define PBEM_CORE_FORMATS_PGN_PARSE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/util/base.h"

enum { PGN_PARSE_WORD_MAX = 40, PGN_PARSE_TAGS = 128, PGN_PARSE_MOVES = 20000 };

/* A move as written, or in PGN4 the mark of a seat that leaves. */
struct pgn_parse_word {
	char text[PGN_PARSE_WORD_MAX];
	unsigned line;
	unsigned number; /* the number before the move; 0: none */
	bool remark;	 /* it was in a comment: "[%leaves Blue R]" */
};

struct pgn_parse_game {
	unsigned number, line;	 /* in the collection, from 1; first line */
	const char *start, *end; /* its bytes */
	char *names[PGN_PARSE_TAGS], *values[PGN_PARSE_TAGS];
	size_t tag_count;
	struct pgn_parse_word *words;
	size_t count, size;
	char result[16]; /* the result after the moves, in the form of pgn_parse_result; "": none */
	unsigned result_line;
	unsigned next_number; /* while reading: the number before the next move */
};

/* A collection being read. The caller owns the bytes, which end with a NUL. */
struct pgn_parse {
	const char *at, *end;
	const char *limit; /* the latest end of the current game */
	unsigned line, number;
};

void pgn_parse_open(struct pgn_parse *text, const char *bytes, size_t len);

/*
 * Reads the next game. Returns 1 if read, 0 if there is none, -1 with the reason and the line if
 * its text can't be read. The caller calls pgn_parse_done in any case. A fault in a game never
 * affects the next one, and the rest of a damaged game is never read as another game.
 */
int pgn_parse_next(struct pgn_parse *text, struct pgn_parse_game *game, unsigned *line_out,
		   struct reason *reason);
void pgn_parse_done(struct pgn_parse_game *game);

/* Returns the value of a game's tag, or NULL. */
const char *pgn_parse_tag(const struct pgn_parse_game *game, const char *name);

/*
 * Returns the result that a tag's value expresses, in the form of PGN ("½-½" is "1/2-1/2"), or
 * NULL.
 */
const char *pgn_parse_result(const char *value);

#endif
