/* SPDX-License-Identifier: MIT */
/*
 * Writes games in formats that other programs read: PGN (the export format of the standard of
 * 1994-03-12), PGN4 for four seats, and a form similar to BPGN for rings. pbem-export(5) documents
 * them.
 */
#ifndef PBEM_CORE_FORMATS_PGN_H
#define PBEM_CORE_FORMATS_PGN_H

#include <stdbool.h>

#include "core/formats/movelist.h"
#include "core/util/base.h"

struct strbuf;

/* Data that a game file doesn't contain. NULL: unknown. */
struct pgn_style {
	const char *event, *site;
	const char *const *addresses; /* by seat, each may be NULL; NULL: no addresses */
};

/*
 * Check whether the format can express games of the variant. Return -1 with the reason, which names
 * a format that can.
 */
int pgn_fits(const struct variant *variant, struct reason *reason);
int pgn4_fits(const struct variant *variant, struct reason *reason);
int bpgn_fits(const struct variant *variant, struct reason *reason);

/*
 * Add a game that fits, and an empty line. The same game and style always yield the same bytes.
 * Return -1 with the reason if the format can't express a turn.
 */
int pgn_write(const struct movelist *score, const struct pgn_style *style, struct strbuf *out,
	      struct reason *reason);
int pgn4_write(const struct movelist *score, const struct pgn_style *style, struct strbuf *out,
	       struct reason *reason);
int bpgn_write(const struct movelist *score, const struct pgn_style *style, struct strbuf *out,
	       struct reason *reason);

#endif
