/* SPDX-License-Identifier: MIT */
/* Collections of games in PGN and its kin, as programs of all kinds have written them: tags, moves
 * and results, with comments, marks, numbers and variations passed over. */
#ifndef PBEM_CORE_EXCHANGE_MOVETEXT_H
#define PBEM_CORE_EXCHANGE_MOVETEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/base.h"

enum { MOVETEXT_WORD_MAX = 40, MOVETEXT_TAGS = 48, MOVETEXT_MOVES = 20000 };

/* A move as it is written; or, of PGN4, a mark of a seat that leaves. */
struct movetext_word {
	char text[MOVETEXT_WORD_MAX];
	unsigned line;
	bool remark; /* it stood in a comment: "[%leaves Blue R]" */
};

struct movetext_game {
	unsigned number, line;	 /* in the collection, from 1; where it begins */
	const char *start, *end; /* its bytes */
	char *names[MOVETEXT_TAGS], *values[MOVETEXT_TAGS];
	size_t tag_count;
	struct movetext_word *words;
	size_t count, size;
	char result[16]; /* that ended the moves: "1-0"; "": none did */
	unsigned result_line;
};

/* A collection being read; the bytes are the caller's and end with a NUL. */
struct movetext {
	const char *at, *end;
	unsigned line, number;
};

void movetext_open(struct movetext *text, const char *bytes, size_t len);

/*
 * The next game; movetext_done in any case. 1: read; 0: there is none; -1: its text can't be read,
 * and *line_out is where: what follows goes on at the next game.
 */
int movetext_next(struct movetext *text, struct movetext_game *game, unsigned *line_out,
		  struct reason *reason);
void movetext_done(struct movetext_game *game);

/* What a game's tag says, or NULL. */
const char *movetext_tag(const struct movetext_game *game, const char *name);

#endif
