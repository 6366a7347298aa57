/* SPDX-License-Identifier: MIT */
/* What a game to be made is asked to be: the words of `pbem new`, or of a line of its list. */
#ifndef PBEM_COMMAND_WISH_H
#define PBEM_COMMAND_WISH_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/base.h"
#include "core/record/gamefile.h"
#include "core/base/text.h"
#include "core/variant/variant.h"
#include "pbem/desk/seats.h"

/* Strings are borrowed from the words it was read from. */
struct wish {
	const char *variant;
	const char *id;
	struct option options[MAX_OPTIONS];
	size_t option_count;
	const char *persons[MAX_SEATS]; /* "SEAT=PERSON" or "PERSON", as given */
	size_t person_count;
	struct text players; /* what --players names, a person a line */
	bool lot;	     /* seats are drawn by lot */
};

void wish_init(struct wish *wish);
void wish_done(struct wish *wish);

/* Reads so many words: a variant, persons and options, as pbem(1) has them. -1 when one makes no
 * sense. */
int wish_read(int argc, char **argv, struct wish *wish, struct reason *reason);

/* The value wished for an option; NULL: none is. */
const char *wish_option(const struct wish *wish, const char *key);

/* The "white" of "white=Anna <a=b@example.org>"; NULL when no seat is named. The caller frees it.
 */
char *wish_seat_word(const char *person);

/* Gives every seat of the variant its person. -1 when there are too few, too many, or one for no
 * seat. */
int wish_seat(const struct wish *wish, const struct variant *variant, struct seats *seats,
	      struct reason *reason);

/* A line for each address that plays more than one seat: mostly a slip, but it may be meant. */
void wish_tell_shared(const struct seats *seats, const struct variant *variant, struct text *out);

#endif
