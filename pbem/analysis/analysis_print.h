/* SPDX-License-Identifier: MIT */
/* Prints what the analysis board shows, as far as all kinds of games print it alike. */
#ifndef PBEM_ANALYSIS_ANALYSIS_PRINT_H
#define PBEM_ANALYSIS_ANALYSIS_PRINT_H

#include <stdbool.h>
#include <stdint.h>

#include "pbem/analysis/gametype_analysis.h"

/* Prints the answer to a `show` line on standard output; cuts up `what`. Returns -1 with the reason
 * if there is no such thing. */
int analysis_print_thing(const struct trial *trial, char *what, struct reason *reason);

/* Prints the pieces of a side, sorted: "white: Ke1 Pa2", "white: -". Prints nothing if it has none,
 * unless the side is in play. */
void analysis_print_side(const struct trial *trial, const char *title,
			 const struct position *position, unsigned side, bool in_play);

/* Adds moves such as " e2e3 e2e4", and sorts the list for that. */
void analysis_print_moves(const struct variant *variant, struct move_list *list,
			  struct strbuf *out);

/* Adds seats such as "white+red"; "-" for none. */
void analysis_print_seats(const struct variant *variant, uint16_t seats, struct strbuf *out);

#endif
