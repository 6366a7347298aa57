/* SPDX-License-Identifier: MIT */
/* An effect as text, as facts and files keep it. */
#ifndef PBEM_CORE_CARDS_FIELD_FIELD_WORDS_H
#define PBEM_CORE_CARDS_FIELD_FIELD_WORDS_H

#include <stdbool.h>

#include "core/cards/field/field.h"

struct text;

/* What is kept of an effect in its fact, as text; and back: -1 when it can't be read. */
void field_print_effect(const struct book *book, const struct effect *effect, struct text *out);
int field_read_effect(const struct book *book, const char *text, struct effect *effect_out,
		      struct reason *reason);

/* One of which nothing is said yet; and whether one that was read, with so many squares, has what
 * field_refresh reads of it. */
struct effect field_no_effect(void);
unsigned field_effect_squares(const struct book *book,
			      const struct effect *effect); /* how many it must lie on openly */
bool field_effect_is_whole(const struct book *book, const struct effect *effect, unsigned squares);

#endif
