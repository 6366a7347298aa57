/* SPDX-License-Identifier: MIT */
/* Imports games from other programs' text, and exports a game file. */
#ifndef PBEM_TESTS_LIB_SCORES_H
#define PBEM_TESTS_LIB_SCORES_H

#include "core/formats/import.h"
#include "core/formats/movelist.h"
#include "core/formats/pgn.h"
#include "core/formats/pgn_parse.h"
#include "tests/lib/gameplay.h"

typedef int scores_reader(const struct pgn_parse_game *game, struct imported *imported,
			  struct variant_library *library, struct strbuf *out, unsigned *line_out,
			  struct reason *reason);
typedef int scores_writer(const struct movelist *score, const struct pgn_style *style,
			  struct strbuf *out, struct reason *reason);

/* Imports the first game of a collection as a game file called "old"; or asserts that it is refused
 * at that line for a reason that contains `said`. */
void scores_enter(scores_reader *reader, const char *collection, struct strbuf *file_out);
void scores_refuse(scores_reader *reader, const char *collection, unsigned line, const char *said);

/* Reads the score of a game file, which must have one. */
void scores_read(const struct strbuf *file, struct movelist *score);

/* Returns the lines after the tags; the caller frees them. */
char *scores_turns(scores_writer *writer, const struct movelist *score);

/* Asserts that a game file's score is written like this, and the same after reading it back. */
void scores_expect(scores_writer *writer, const struct strbuf *file, const struct pgn_style *style,
		   const char *expected);

/* Asserts that pbem verify finds nothing in a game file. */
void scores_verify(const struct strbuf *file);

#endif
