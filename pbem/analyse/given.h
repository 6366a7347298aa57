/* SPDX-License-Identifier: MIT */
/* What the checking commands have in common: their command line, and a position in one line. */
#ifndef PBEM_ANALYSE_GIVEN_H
#define PBEM_ANALYSE_GIVEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "core/ring/ring.h"
#include "core/rules/rules.h"
#include "core/variant/variant.h"

struct text;

/* Exit codes of the checking commands. */
enum { DONE = 0, ILLEGAL = 1, WRONG_USE = 2, MAX_GIVEN = 16 };

/* What stood on the command line. */
struct given {
	const char *command, *words[2];
	size_t word_count;
	struct option options[MAX_GIVEN];
	size_t option_count;
	const char *fen, *moves;
	bool divide;
};

/* An option of a command; `value` names what it takes, NULL for nothing. A list ends with no name.
 */
struct flag {
	const char *name, *value;
	int (*take)(struct given *given, const char *value);
};

/* Reads the command line: so many words and these flags, in any order. DONE or WRONG_USE, said on
 * standard error, as below. */
int given_read(struct given *given, char **argv, size_t words, const struct flag *flags);

/* Takes "--option KEY=VALUE": for lists of flags. */
int given_option(struct given *given, const char *text);

/* The variant the first word names, under the options given. */
int given_variant(const struct given *given, struct variant_library *library,
		  const struct variant **variant_out);

/* Says what was wrong; returns WRONG_USE. */
int given_wrong(const struct given *given, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* At the end of what was read: `result`, unless it ended because it couldn't be read. */
int given_input_end(const struct given *given, FILE *input, int result);

/* "white - a2a3 a2a4 ...", "- over:draw": a line, with its newline. Sorts the list. */
void given_print_legal(const struct variant *variant, const struct position *position,
		       const struct outcome *outcome, struct move_list *legal, struct text *out);

/* "white+red", "-" for none. */
void given_print_seats(const struct variant *variant, uint16_t seats, struct text *out);

/* given_print_legal of a ring: "a+c check:a 1:a2a3 ...". */
void given_print_ring(const struct variant *variant, const struct ring *ring,
		      const struct outcome *outcome, struct text *out);

#endif
