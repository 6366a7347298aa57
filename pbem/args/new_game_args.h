/* SPDX-License-Identifier: MIT */
/* The arguments for a new game: the words of `pbem new`, or of a line of its list. */
#ifndef PBEM_ARGS_NEW_GAME_ARGS_H
#define PBEM_ARGS_NEW_GAME_ARGS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/gamefile/gamefile.h"
#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "core/variant/variant.h"
#include "pbem/args/args.h"
#include "pbem/site/seats.h"

/* Strings are borrowed from the words that were read. */
struct new_game_args {
	const char *variant;
	const char *id;
	struct option options[MAX_OPTIONS];
	size_t option_count;
	const char *fen; /* the position from which it begins; NULL: the starting position */
	const char *odds[MAX_SIDES]; /* "SEAT=PIECES", which the starting position lacks */
	size_t odds_count;
	const char *persons[MAX_SEATS]; /* "SEAT=PERSON" or "PERSON", as given */
	size_t person_count;
	struct strbuf players; /* the lines of the file after --players, one person per line */
	bool lot;	       /* seats are drawn at random */
	bool open;	       /* players can join it; those named have joined */
	const char *until;     /* the last day for joining; NULL: none */
};

void new_game_args_init(struct new_game_args *request);
void new_game_args_done(struct new_game_args *request);

/* Reads a variant, persons and options, as pbem(1) describes them. Returns -1 if one makes no
 * sense. */
int new_game_args_read(const struct args *args, struct new_game_args *request,
		       struct reason *reason);

/* Reads the values of `--option KEY=VALUE`, each key once. Returns -1 with the reason if one makes
 * no sense. */
int new_game_args_options(const struct args *args, struct option options[MAX_OPTIONS],
			  size_t *count_out, struct reason *reason);

/* Returns the variant of that name with those options that are its own. Returns NULL with the
 * reason if one of them, or of the options that every game has (core/game/game_options.h), isn't
 * allowed. */
const struct variant *new_game_args_variant(struct variant_library *library, const char *name,
					    const struct option *options, size_t count,
					    struct reason *reason);

/* The message that no variant is named, and how to name one. */
extern const char new_game_args_no_variant[];

/* Returns the given value of an option; NULL: none. */
const char *new_game_args_option(const struct new_game_args *request, const char *key);

/* Returns the "white" of "white=Anna <a=b@example.org>"; NULL if no seat is named. The caller frees
 * it. */
char *new_game_args_seat_word(const char *person);

/* Adds the site's own terms except those that are given. Returns -1 with the reason if there are
 * too many options. */
int new_game_args_add_terms(struct new_game_args *request, const struct option *terms, size_t count,
			    struct reason *reason);

/* Adds the FEN, or FEN4, of the position from which the game begins, unless it is the starting
 * position: the given one, or the starting position without the odds. Returns -1 with the reason if
 * the position is illegal or already over, or if games of the variant can't begin with it. */
int new_game_args_from(const struct new_game_args *request, const struct variant *variant,
		       struct strbuf *from_out, struct reason *reason);

/* Gives every seat of the variant its person. Returns -1 if there are too few, too many, or one for
 * no seat. The caller calls seats_done in any case. */
int new_game_args_seat(const struct new_game_args *request, const struct variant *variant,
		       struct seats *seats, struct reason *reason);

/* Adds one line for each address that plays more than one seat. It is mostly a mistake, but may be
 * meant. */
void new_game_args_append_shared(const struct seats *seats, const struct variant *variant,
				 struct strbuf *out);

#endif
