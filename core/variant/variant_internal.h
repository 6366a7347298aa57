/* SPDX-License-Identifier: MIT */
/* Shared by the code that reads the keywords of definitions. Private to variant_*.c. */
#ifndef PBEM_CORE_VARIANT_VARIANT_INTERNAL_H
#define PBEM_CORE_VARIANT_VARIANT_INTERNAL_H

#include "core/util/deffile.h"
#include "core/variant/variant_data.h"

struct strbuf;

/*
 * Find the square or kind of piece that a word names. Return -1 with the reason if there is none.
 */
int variant_find_square(const struct variant *variant, const char *name, square *at_out,
			struct reason *reason);
int variant_find_type(const struct variant *variant, const char *word, uint8_t *type_out,
		      struct reason *reason);

/* Returns the side with exactly that title, or -1. */
int variant_side_titled(const struct variant *variant, const char *title);

typedef int each_square(struct variant *variant, square at, void *context, struct reason *reason);

/* Calls `each` for a square ("e4") or all squares of a rectangle ("a2-h2") until it returns -1. */
int variant_each_square(struct variant *variant, const char *word, each_square *each, void *context,
			struct reason *reason);

/*
 * Reads the number that a word names: "castling.1" is the first number of the value "3/4" of option
 * castling. Returns -1 with the reason.
 */
int variant_option_number(struct variant *variant, const char *word, unsigned *number_out,
			  struct reason *reason);

/*
 * Adds the values of the option, "off, on", the default first. For a range of numbers, adds the
 * range.
 */
void variant_values(const struct variant_option *option, struct strbuf *out);

/* Reports options that nothing depends on. */
void variant_check_options(const struct variant *variant, const char *path,
			   struct deffile_faults *faults);

/* Removes an option that the game can't have. */
void variant_drop_option(struct variant *variant, const char *key);

/* Reports whether the variant has teams. */
bool variant_has_teams(const struct variant *variant);

/* The keywords of the lines indented below `side`. */
extern const struct deffile_keyword variant_side_keywords[];

#endif
