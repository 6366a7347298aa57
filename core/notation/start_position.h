/* SPDX-License-Identifier: MIT */
/*
 * Reads and writes positions from which a game may begin, in formats that other programs know: FEN
 * and FEN4.
 */
#ifndef PBEM_CORE_NOTATION_START_POSITION_H
#define PBEM_CORE_NOTATION_START_POSITION_H

#include <stdbool.h>

#include "core/position/position.h"
#include "core/util/base.h"

struct strbuf;

/*
 * Reads a FEN, or FEN4 if it can express the variant. The position must be legal, with one king for
 * each side, and with pawns only where pawns may be. Between two sides, only the side to move may
 * be in check. *round_out is the number of the current round, 1 if the text has none. Returns -1
 * with the reason, and then writes nothing.
 */
int start_position_read(const struct variant *variant, const char *text,
			struct position *position_out, unsigned *round_out, struct reason *reason);

/*
 * Adds the text of a position in round `round`. Returns false and adds nothing if reading the text
 * would not yield the same position.
 */
bool start_position_write(const struct variant *variant, const struct position *position,
			  unsigned round, struct strbuf *out);

/*
 * Chooses a number for an option of the variant that would be drawn at random. The option's name
 * goes to `*key_out`. Returns the first number with which the text can be read, because castling
 * rights depend on the starting position; -1 if no option is drawn at random or no number fits.
 * `options` are the options that the variant was loaded with.
 */
long start_position_choose(struct variant_library *library, const struct variant *variant,
			   const struct option *options, size_t count, const char *text,
			   const char **key_out);

#endif
