/* SPDX-License-Identifier: MIT */
/*
 * Games as text that other programs read: PGN (the standard of 1994-03-12, its export format), PGN4
 * of four seats, and a form like BPGN for rings. pbem-export(5) tells of all of them.
 */
#ifndef PBEM_CORE_EXCHANGE_PGN_H
#define PBEM_CORE_EXCHANGE_PGN_H

#include <stdbool.h>

#include "core/base/base.h"
#include "core/exchange/score.h"

struct text;

/* What the file of a game doesn't say. NULL: not known. */
struct pgn_style {
	const char *event, *site;
	const char *const *addresses; /* by seat; each may be NULL. NULL: nobody's are told */
};

/* Whether the format has words for games of the variant; -1 with why not, and what has. */
int pgn_fits(const struct variant *variant, struct reason *reason);
int pgn4_fits(const struct variant *variant, struct reason *reason);
int bpgn_fits(const struct variant *variant, struct reason *reason);

/* Add a game that fits, an empty line behind it: the same bytes for the same game and style. -1
 * with the reason where a turn of it has no form there. */
int pgn_write(const struct score *score, const struct pgn_style *style, struct text *out,
	      struct reason *reason);
int pgn4_write(const struct score *score, const struct pgn_style *style, struct text *out,
	       struct reason *reason);
int bpgn_write(const struct score *score, const struct pgn_style *style, struct text *out,
	       struct reason *reason);

#endif
