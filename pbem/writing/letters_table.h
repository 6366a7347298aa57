/* SPDX-License-Identifier: MIT */
/*
 * Which letters there are, and what each has to tell: the one table that the rendering of letters,
 * `pbem check` and the authors of templates go by. What each value is tells pbem-template(5); a
 * test holds page, table and what makes the values together.
 *
 * Every value is UTF-8 text, lines separated by LF, "" when there is nothing to tell.
 */
#ifndef PBEM_WRITING_LETTERS_TABLE_H
#define PBEM_WRITING_LETTERS_TABLE_H

#include <stddef.h>

#include "pbem/writing/template.h"

/* All letters, for template_check. */
const struct template_names *letters_table(size_t *count_out);

/* The names one letter offers, NULL after the last; NULL when there is no such letter. */
const char *const *letters_table_names(const char *letter);

/*
 * The letter that answers HELP with this topic, as the files of words tell it: "help" or another of
 * that kind, "help-rules" when the page of the game that is played is meant. NULL when nothing is
 * known of it.
 */
const char *letters_table_help(const char *topic);

#endif
