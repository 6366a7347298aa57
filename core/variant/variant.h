/* SPDX-License-Identifier: MIT */
/*
 * A complete definition of a game: board, pieces, sides, and rules by name. It is loaded from a
 * text file of games/ (pbem-variant(5)) and never changed afterwards.
 */
#ifndef PBEM_CORE_VARIANT_VARIANT_H
#define PBEM_CORE_VARIANT_VARIANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/util/base.h"
#include "core/util/sha256.h"
#include "core/variant/board.h"

struct gametype;
struct strbuf;
struct variant;
struct variant_library;

enum {
	MAX_SIDES = 4,	       /* on one board */
	MAX_SEATS = 16,	       /* players in a game */
	MAX_TYPES = 16,	       /* of pieces */
	MAX_PIECES = 128,      /* on one board at the start */
	NAME_MAX_LEN = 31,     /* bytes of the names of variants, sides, seats and options */
	OPTION_VALUE_MAX = 64, /* bytes of an option's value, such as public words */
};

/* A chosen option of a game: "--option KEY=VALUE", or "option KEY VALUE" in a game file. */
struct option {
	char key[NAME_MAX_LEN + 1];
	char value[OPTION_VALUE_MAX + 1];
};

/* The full definitions of pieces, sides and variants are in core/variant/variant_data.h. */

/*
 * The number of today's rules. It is increased when a change of the rules affects games begun
 * before [rules-by-number].
 */
#define RULES_TODAY 3

/* All variants of a folder. Each is loaded when first needed, and kept. */

/*
 * Returns a library of the *.variant files in `folder`, without reading any. `kinds` lists the
 * known kinds of games, NULL after the last, and must exist as long as the library. A variant is of
 * the first kind that claims it (core/variant/gametype.h). gametypes_all
 * (core/gametype/gametypes.h) has all kinds.
 */
struct variant_library *variant_library_new(const char *folder,
					    const struct gametype *const *kinds);
void variant_library_free(struct variant_library *library);

/*
 * Returns the variant `name` with these options, loaded once for each set of options and owned by
 * the library. Returns NULL with the reason (file and line) if there is no such variant, its file
 * is faulty, or it has no such option or value.
 */
const struct variant *variant_get(struct variant_library *library, const char *name,
				  const struct option *options, size_t option_count,
				  struct reason *reason);

/*
 * Returns the same variant as in games that were begun by the rules with that number. For unknown
 * numbers, today's rules apply.
 */
const struct variant *variant_get_by(struct variant_library *library, unsigned rules,
				     const char *name, const struct option *options,
				     size_t option_count, struct reason *reason);

/*
 * Adds a variant with the text of its definition, in the context in force, as if its file were in
 * the folder. Returns -1 with the reason and adds nothing if the definition is faulty.
 */
int variant_define(struct variant_library *library, const char *name, const char *definition,
		   struct reason *reason);

/*
 * Returns the names of all variants in the folder, sorted, with NULL after the last. The caller
 * frees the array and each name.
 */
char **variant_names(struct variant_library *library);

const char *variant_folder(const struct variant_library *library);

const char *variant_name(const struct variant *variant);
const struct board *variant_board(const struct variant *variant);

/* Returns the number of players. In a ring seats are not sides: see variant_side_name. */
unsigned variant_seats(const struct variant *variant);

/* Returns the seat's name as in orders and commands: "white". */
const char *variant_seat_name(const struct variant *variant, unsigned seat);

/* Returns the seat's name for people: "White". */
const char *variant_seat_title(const struct variant *variant, unsigned seat);

/* Returns the seat of that name, in any case, or -1. */
int variant_seat_named(const struct variant *variant, const char *name);

/*
 * Returns the seat of that name, or -1 with the reason: `whose` ("chess", "g1") has no such seat,
 * and which name is near or which seats there are.
 */
int variant_seat_wanted(const struct variant *variant, const char *whose, const char *name,
			struct reason *reason);

/*
 * Return a side's name ("white") or title ("White"), and the side of a name, in any case, or -1. A
 * side is an army on one board, and the same as a seat except in a ring.
 */
const char *variant_side_name(const struct variant *variant, unsigned side);
const char *variant_side_title(const struct variant *variant, unsigned side);
int variant_side_named(const struct variant *variant, const char *name);

/*
 * Reports whether games of the variant have several boards, so that a move names its board, as in
 * "2:e2-e4".
 */
bool variant_has_boards(const struct variant *variant);

/*
 * Write a set of seats as text ("white+red", nothing for none), and read it from the first `len`
 * bytes. variant_read_seats returns -1 if a name is wrong.
 */
void variant_print_seats(const struct variant *variant, uint16_t set, struct strbuf *out);
int variant_read_seats(const struct variant *variant, const char *names, size_t len,
		       uint16_t *set_out);

/* Returns the set of seats of this seat's team, including itself. */
uint16_t variant_team(const struct variant *variant, unsigned seat);

/*
 * Returns the most moves that a turn may have: one, or with peterson.defense the number of
 * opponents [several-moves].
 */
unsigned variant_turn_moves(const struct variant *variant);

/* Reports whether the variant has fair exchange, by which seats may owe pieces [exchange-round]. */
bool variant_has_exchange(const struct variant *variant);

/* Reports whether games of the variant have cards, so that PLAY and similar orders are allowed. */
bool variant_has_cards(const struct variant *variant);

/*
 * Return the letter of a kind of piece ('K') or its name ("king"). variant_type_of_letter returns
 * the kind for a capital letter, or -1.
 */
char variant_type_letter(const struct variant *variant, unsigned type);
const char *variant_type_name(const struct variant *variant, unsigned type);
int variant_type_of_letter(const struct variant *variant, char letter);

/* Adds a line for people: "chess              2     seats  Chess". */
void variant_describe(const struct variant *variant, struct strbuf *out);

/*
 * Adds two lines for each option that has an effect: its name and values, the default first, and
 * its meaning. Adds "none" if there are none, and lists allowed options without effect.
 */
void variant_describe_options(const struct variant *variant, struct strbuf *out);

/*
 * Returns the digest of the lines that games depend on, in the definition file and all files that
 * it inherits from. Every game file contains it.
 */
const struct sha256 *variant_digest(const struct variant *variant);

#endif
