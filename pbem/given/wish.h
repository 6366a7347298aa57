/* SPDX-License-Identifier: MIT */
/* What a game to be made is asked to be: the words of `pbem new`, or of a line of its list. */
#ifndef PBEM_GIVEN_WISH_H
#define PBEM_GIVEN_WISH_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/base.h"
#include "core/record/gamefile.h"
#include "core/base/text.h"
#include "core/variant/variant.h"
#include "pbem/desk/seats.h"
#include "pbem/given/given.h"

/* Strings are borrowed from the words it was read from. */
struct wish {
	const char *variant;
	const char *id;
	struct option options[MAX_OPTIONS];
	size_t option_count;
	const char *fen;	     /* the position it begins from; NULL: the array */
	const char *odds[MAX_SIDES]; /* "SEAT=MEN", which are missing in the array */
	size_t odds_count;
	const char *persons[MAX_SEATS]; /* "SEAT=PERSON" or "PERSON", as given */
	size_t person_count;
	struct text players; /* what --players names, a person a line */
	bool lot;	     /* seats are drawn by lot */
	bool open;	     /* players join it; those named are in */
	const char *until;   /* the last day on which they can; NULL: there is none */
};

void wish_init(struct wish *wish);
void wish_done(struct wish *wish);

/* Takes a variant, persons and options, as pbem(1) has them. -1 when one makes no sense. */
int wish_read(const struct given *given, struct wish *wish, struct reason *reason);

/* What stood behind `--option KEY=VALUE`, each key once; -1 with the reason when one makes no
 * sense. */
int wish_options(const struct given *given, struct option options[MAX_OPTIONS], size_t *count_out,
		 struct reason *reason);

/* The variant of that name under those of the options that are its own. NULL with the reason when
 * one of them, or of the options that every game has (core/turn/terms.h), isn't allowed. */
const struct variant *wish_variant(struct variant_library *library, const char *name,
				   const struct option *options, size_t count,
				   struct reason *reason);

/* That none is named, and how that is done. */
extern const char wish_no_variant[];

/* The value wished for an option; NULL: none is. */
const char *wish_option(const struct wish *wish, const char *key);

/* The "white" of "white=Anna <a=b@example.org>"; NULL when no seat is named. The caller frees it.
 */
char *wish_seat_word(const char *person);

/* Adds the site's own terms that aren't wished for otherwise. -1 with the reason when there are too
 * many options. */
int wish_add_terms(struct wish *wish, const struct option *terms, size_t count,
		   struct reason *reason);

/* Adds the FEN, or FEN4, of the position the game begins from, when it isn't the array: what was
 * given, or the array without the odds. -1 with the reason when it is no legal position, is over
 * already, or games of the variant can't begin so. */
int wish_from(const struct wish *wish, const struct variant *variant, struct text *from_out,
	      struct reason *reason);

/* Gives every seat of the variant its person. -1 when there are too few, too many, or one for no
 * seat. What is there by then is for seats_done in any case. */
int wish_seat(const struct wish *wish, const struct variant *variant, struct seats *seats,
	      struct reason *reason);

/* A line for each address that plays more than one seat: mostly a slip, but it may be meant. */
void wish_tell_shared(const struct seats *seats, const struct variant *variant, struct text *out);

#endif
