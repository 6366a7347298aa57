/* SPDX-License-Identifier: MIT */
/*
 * Games of other programs as game files: each turn is decided by the rules as if it came in a
 * letter, and the file says that it was imported.
 */
#ifndef PBEM_CORE_EXCHANGE_IMPORT_H
#define PBEM_CORE_EXCHANGE_IMPORT_H

#include "core/base/base.h"
#include "core/exchange/movetext.h"
#include "core/variant/variant.h"

struct text;

/* A game that was imported, and how it ended there. */
struct imported {
	const char *id; /* what it is to be called; borrowed */
	size_t plies;
	const char *result; /* "1-0", as PGN has it; of PGN4 "over" or "*" */
};

/* Adds the game file of a game. -1 with the reason, which names game and ply, and the line of the
 * collection: a move isn't legal, a tag can't be followed, or the result can't be. */
int import_pgn(const struct movetext_game *game, struct imported *imported,
	       struct variant_library *library, struct text *out, unsigned *line_out,
	       struct reason *reason);
int import_pgn4(const struct movetext_game *game, struct imported *imported,
		struct variant_library *library, struct text *out, unsigned *line_out,
		struct reason *reason);

#endif
