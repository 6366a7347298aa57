/* SPDX-License-Identifier: MIT */
/* The command line of the checking commands. */
#ifndef PBEM_COMMAND_GIVEN_H
#define PBEM_COMMAND_GIVEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "core/variant/variant.h"
#include "pbem/analyse/analyse.h"

enum { MAX_GIVEN = 16 };

/* What stood on the command line. */
struct given {
	const char *command, *words[2];
	size_t word_count;
	struct option options[MAX_GIVEN];
	size_t option_count;
	struct analyse_count count; /* of perft */
};

/* An option of a command; `value` names what it takes, NULL for nothing. A list ends with no name.
 */
struct flag {
	const char *name, *value;
	int (*take)(struct given *given, const char *value);
};

/* Reads the command line: so many words and these flags, in any order. ANALYSE_DONE or
 * ANALYSE_WRONG_USE, said on standard error, as below. */
int given_read(struct given *given, char **argv, size_t words, const struct flag *flags);

/* Takes "--option KEY=VALUE": for lists of flags. */
int given_option(struct given *given, const char *text);

/* The variant the first word names, under the options given. */
int given_variant(const struct given *given, struct variant_library *library,
		  const struct variant **variant_out);

/* Says what was wrong; returns ANALYSE_WRONG_USE. */
int given_wrong(const struct given *given, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* At the end of what was read: `result`, unless it ended because it couldn't be read. */
int given_input_end(const struct given *given, FILE *input, int result);

#endif
