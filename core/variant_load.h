/* SPDX-License-Identifier: MIT */
/* What the readers of a definition's keywords share. Private to variant_load.c and variant_sides.c. */
#ifndef PBEM_CORE_VARIANT_LOAD_H
#define PBEM_CORE_VARIANT_LOAD_H

#include "core/deffile.h"
#include "core/variant_data.h"

/* Each of these answers -1 with a reason when the word names nothing. */
int variant_find_square(const struct variant *variant, const char *name, square *at_out,
                        struct reason *reason);
int variant_find_type(const struct variant *variant, const char *word, uint8_t *type_out,
                      struct reason *reason);

/* The side of that title, exactly, or -1. */
int variant_side_titled(const struct variant *variant, const char *title);

typedef int each_square(struct variant *variant, square at, void *context, struct reason *reason);

/* Calls `each` for a square, "e4", or for all of a rectangle, "a2-h2", until one answers -1. */
int variant_each_square(struct variant *variant, const char *word, each_square *each, void *context,
                        struct reason *reason);

/* The keywords of the lines indented under `side`. */
extern const struct def_keyword variant_side_keywords[];

#endif
