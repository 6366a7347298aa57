/* SPDX-License-Identifier: MIT */
/*
 * A whole game definition: board, pieces, sides, rules by name. Loaded from a text
 * file of games/ (pbem-variant(5)) and read-only ever after.
 */
#ifndef PBEM_CORE_VARIANT_VARIANT_H
#define PBEM_CORE_VARIANT_VARIANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/base.h"
#include "core/variant/board.h"
#include "core/base/digest.h"

enum {
	MAX_SIDES = 4,	       /* armies on one board */
	MAX_SEATS = 16,	       /* persons in a game */
	MAX_TYPES = 16,	       /* kinds of piece */
	MAX_PIECES = 128,      /* on one board at the start */
	NAME_MAX_LEN = 31,     /* of variants, sides, seats and options */
	OPTION_VALUE_MAX = 64, /* of what is chosen: public words may be as long */
};

struct text;

/* One chosen option of a game: "--option KEY=VALUE", "option KEY VALUE" in a game file. */
struct option {
	char key[NAME_MAX_LEN + 1];
	char value[OPTION_VALUE_MAX + 1];
};

/* The definition of a kind of piece, a side and a variant: core/variant/variant_data.h. */
struct variant;

/* All variants of a folder, each loaded when first asked for and kept. */
struct variant_library;

struct kind;

/*
 * `folder` is where the *.variant files are. Nothing is read yet. `kinds`, borrowed for as long as
 * the library is there, are the kinds of games that are known, NULL behind the last: a variant is
 * of the first that claims it (core/variant/kind.h). kinds_all (core/kind/kinds.h) are those there
 * are.
 */
struct variant_library *variant_library_new(const char *folder, const struct kind *const *kinds);
void variant_library_free(struct variant_library *library);

/*
 * The variant `name` under the options given, loaded and compiled once for each set of options.
 * Borrowed from the library. NULL with the reason (file and line) when there is no such
 * variant, its file is faulty, or an option or value isn't one of its own.
 */
const struct variant *variant_get(struct variant_library *library, const char *name,
				  const struct option *options, size_t option_count,
				  struct reason *reason);

/* The names of all variants in the folder, sorted; NULL after the last. The caller frees the
 * array and each name. */
char **variant_names(struct variant_library *library);

/* The library's folder. */
const char *variant_folder(const struct variant_library *library);

const char *variant_name(const struct variant *variant);
const struct board *variant_board(const struct variant *variant);

/* The persons of a game. In a ring they are not the sides: see variant_side_name. */
unsigned variant_seats(const struct variant *variant);

/* "white": lower case, as in orders and the checking commands. */
const char *variant_seat_name(const struct variant *variant, unsigned seat);

/* "White": for people. */
const char *variant_seat_title(const struct variant *variant, unsigned seat);

/* The seat of that name in any case, or -1. */
int variant_seat_named(const struct variant *variant, const char *name);

/* The same where it must be one: with -1 goes who (`whose`, "chess", "g1") has no such seat, and
 * which is near or which there are. */
int variant_seat_wanted(const struct variant *variant, const char *whose, const char *name,
			struct reason *reason);

/* The same of a side, an army of one board: "white", "White". Seat and side are one but in a ring.
 */
const char *variant_side_name(const struct variant *variant, unsigned side);
const char *variant_side_title(const struct variant *variant, unsigned side);
int variant_side_named(const struct variant *variant, const char *name);

/* Whether its kind of game has several boards at once: a move names its own, as in "2:e2-e4". */
bool variant_has_boards(const struct variant *variant);

/* A set of seats as text: "white+red"; nothing for none. And back, from the first `len` bytes: -1
 * when they are no such names. */
void variant_print_seats(const struct variant *variant, uint16_t set, struct text *out);
int variant_read_seats(const struct variant *variant, const char *names, size_t len,
		       uint16_t *set_out);

/* The set of seats that play together with this one, itself included. */
uint16_t variant_team(const struct variant *variant, unsigned seat);

/* The most moves a turn may hold: one, but as many as there are opponents with peterson.defense
 * [several-moves]. */
unsigned variant_turn_moves(const struct variant *variant);

/* Whether there is a fair exchange, in which seats come to owe pieces [exchange-round]. */
bool variant_has_exchange(const struct variant *variant);

/* Whether its kind of game has cards: PLAY and its like are orders. */
bool variant_has_cards(const struct variant *variant);

/* The letter of a kind ('K'), its name ("king"); and back: the kind of a letter (capital), or -1.
 */
char variant_type_letter(const struct variant *variant, unsigned type);
const char *variant_type_name(const struct variant *variant, unsigned type);
int variant_type_of_letter(const struct variant *variant, char letter);

/* A line for people: "chess              2     seats  Chess". */
void variant_tell(const struct variant *variant, struct text *out);

/* Two lines an option that matters: its name and values, the default first; what it chooses.
 * "none" when it has none; and which are allowed without meaning anything. */
void variant_tell_options(const struct variant *variant, struct text *out);

/* The digest of what games depend on in the definition file and all it inherits from: stands in
 * every game file. */
const struct digest *variant_digest(const struct variant *variant);

#endif
