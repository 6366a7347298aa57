/* SPDX-License-Identifier: MIT */
/*
 * The table of messages, and the values of each. It is used for writing messages, for `pbem check`
 * and by authors of templates. pbem-template(5) documents each value; a test compares page, table
 * and code.
 *
 * Every value is UTF-8 text with LF between lines, "" if it has no content.
 */
#ifndef PBEM_COMPOSE_TEMPLATE_CATALOG_H
#define PBEM_COMPOSE_TEMPLATE_CATALOG_H

#include <stddef.h>

#include "pbem/compose/template.h"

/* Returns the table of all messages, for template_check. */
const struct template_names *template_catalog_table(size_t *count_out);

/* Returns the names of the values that a message offers, NULL after the last; NULL if there is no
 * such message. */
const char *const *template_catalog_table_names(const char *letter);

/*
 * Returns the message that answers HELP with this topic, as the files of words define it: "help" or
 * a similar one. It is "help-rules" if the topic means the page of the game that is being played.
 * Returns NULL if no message answers the topic.
 */
const char *template_catalog_table_help(const char *topic);

#endif
