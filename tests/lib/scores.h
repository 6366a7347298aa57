/* SPDX-License-Identifier: MIT */
/* Games entered from other programs' text, and what export makes of a game's file. */
#ifndef PBEM_TESTS_SCORES_H
#define PBEM_TESTS_SCORES_H

#include "core/exchange/import.h"
#include "core/exchange/movetext.h"
#include "core/exchange/pgn.h"
#include "core/exchange/score.h"
#include "tests/lib/gameplay.h"

typedef int scores_reader(const struct movetext_game *game, struct imported *imported,
			  struct variant_library *library, struct text *out, unsigned *line_out,
			  struct reason *reason);
typedef int scores_writer(const struct score *score, const struct pgn_style *style,
			  struct text *out, struct reason *reason);

/* The first game of a collection as a game file called "old"; or that it is refused, at that line
 * and with a reason in which `said` stands. */
void scores_enter(scores_reader *reader, const char *collection, struct text *file_out);
void scores_refuse(scores_reader *reader, const char *collection, unsigned line, const char *said);

/* The score of a game file, that has to be one. */
void scores_read(const struct text *file, struct score *score);

/* The lines behind the tags; the caller frees them. */
char *scores_turns(scores_writer *writer, const struct score *score);

/* That a game file's score is written so, and the same again. */
void scores_expect(scores_writer *writer, const struct text *file, const struct pgn_style *style,
		   const char *expected);

/* That pbem verify finds nothing in a game file. */
void scores_verify(const struct text *file);

#endif
