/* SPDX-License-Identifier: MIT */
/*
 * Imports games of other programs as game files. Each turn is decided by the rules as if it came in
 * a message, and the file records that it was imported.
 */
#ifndef PBEM_CORE_FORMATS_IMPORT_H
#define PBEM_CORE_FORMATS_IMPORT_H

#include "core/formats/pgn_parse.h"
#include "core/util/base.h"
#include "core/variant/variant.h"

struct strbuf;

/* A game to be imported, and how it ended. */
struct imported {
	const char *id;	      /* the id it will have; not owned */
	struct strbuf *notes; /* or NULL; gets a line for each minor fault of the file: "game 3, ply
				 12: ..." */
	size_t plies;
	const char *result; /* "1-0", as in PGN; for PGN4 "over" or "*" */
};

/*
 * Add the game file of a game. Return -1 with the reason, which names game and ply, and the line of
 * the collection: a move isn't legal, a tag isn't supported, or the result is impossible.
 */
int import_pgn(const struct pgn_parse_game *game, struct imported *imported,
	       struct variant_library *library, struct strbuf *out, unsigned *line_out,
	       struct reason *reason);
int import_pgn4(const struct pgn_parse_game *game, struct imported *imported,
		struct variant_library *library, struct strbuf *out, unsigned *line_out,
		struct reason *reason);

#endif
