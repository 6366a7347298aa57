/* SPDX-License-Identifier: MIT */
/* What the readers of a definition's keywords share. Private to variant_*.c. */
#ifndef PBEM_CORE_VARIANT_VARIANT_LOAD_H
#define PBEM_CORE_VARIANT_VARIANT_LOAD_H

#include "core/base/deffile.h"
#include "core/variant/variant_data.h"

struct text;

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

/* The lines `option`, and conditions on them: core/variant/variant_options.c. */
int variant_read_option(void *target, const struct deffile_line *line, struct reason *reason);
int variant_read_sets(void *target, const struct deffile_line *line, struct reason *reason);
int variant_condition(void *target, const char *condition, struct reason *reason);

/* The number a word such as "castling.1" names: the first of the value "3/4" of option castling. */
int variant_option_number(struct variant *variant, const char *word, unsigned *number_out,
			  struct reason *reason);

/* Adds what the option can be, "off, on": the default first. A pattern is as wide as its numbers:
 * any of them. */
void variant_values(const struct variant_option *option, struct text *out);

/* The lines `arrays`: numbered arrangements of pieces, of which an option chooses one; its number.
 * -1 with a reason when there is no such option, or the value it has is no number and no lot. */
int variant_option_counted(struct variant *variant, const char *key, struct reason *reason);

/* Reports options that nothing depends on. */
void variant_check_options(const struct variant *variant, const char *path,
			   struct deffile_faults *faults);

/* Takes an option back that the game can't have after all. */
void variant_drop_option(struct variant *variant, const char *key);

/* Whether sides play together. */
bool variant_has_teams(const struct variant *variant);

/* The side whose block the line is in; NULL when that side is absent, or the block itself faulty
 * and reported. */
struct side *variant_side_of(struct variant *variant, const struct deffile_line *line);

/* A line `castle`: core/variant/variant_castle.c. */
int variant_read_castle(void *target, const struct deffile_line *line, struct reason *reason);

/* The keywords of the lines indented under `side`. */
extern const struct deffile_keyword variant_side_keywords[];

#endif
