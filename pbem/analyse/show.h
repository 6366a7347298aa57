/* SPDX-License-Identifier: MIT */
/* What the analysis board shows, and what of it the kinds of games print alike. */
#ifndef PBEM_ANALYSE_SHOW_H
#define PBEM_ANALYSE_SHOW_H

#include <stdbool.h>
#include <stdint.h>

#include "pbem/analyse/kind.h"

/* What a `show` line asks for, on standard output; `what` is cut up. -1 with the reason when there
 * is no such thing. */
int show_thing(const struct trial *trial, char *what, struct reason *reason);

/* The pieces of a side, sorted: "white: Ke1 Pa2", "white: -"; nothing when there is none, unless
 * the side is in play. */
void show_side(const struct trial *trial, const char *title, const struct position *position,
	       unsigned side, bool in_play);

/* " e2e3 e2e4"; sorts the list. */
void show_moves(const struct variant *variant, struct move_list *list, struct text *out);

/* "white+red", "-" for none. */
void show_seats(const struct variant *variant, uint16_t seats, struct text *out);

#endif
