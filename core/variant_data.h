/* SPDX-License-Identifier: MIT */
/* What a definition file is compiled into. For the rules; others ask variant.h's functions. */
#ifndef PBEM_CORE_VARIANT_DATA_H
#define PBEM_CORE_VARIANT_DATA_H

#include "core/board.h"
#include "core/piece.h"
#include "core/variant.h"

enum {
	MAX_CASTLES = 96,
	MAX_OPTION_VALUES = 12,
	MAX_VARIANT_OPTIONS = 12,
	MAX_EXPECTS = 12,
	CASTLE_SQUARES = 24,
	NO_KIND = 0xff,
};

/* One way to castle (V10). */
struct castle {
	uint8_t side;
	square king_from, king_to, rook_from, rook_to;
	square clear[CASTLE_SQUARES]; /* must be empty: what king and rook cross or land on */
	square safe[CASTLE_SQUARES];  /* must not be attacked: what the king crosses or lands on */
	uint8_t clear_count, safe_count;
	bool uncovers;                /* the line goes on behind the rook: its leaving may open it */
};

/* A piece of the array. */
struct start {
	square at;
	uint8_t side, type;
};

struct side {
	char title[NAME_MAX_LEN + 1];  /* "White" */
	char name[NAME_MAX_LEN + 1];   /* "white" */
	uint8_t forward;               /* set of directions */
	struct reach reach[MAX_TYPES];
	bool steps_twice[MAX_SQUARES]; /* a pawn here that hasn't moved may go two steps */
	bool promotes[MAX_SQUARES];    /* a pawn that comes here becomes something else */
	uint8_t starts[MAX_SQUARES];   /* the kind that stands here in the array, or NO_KIND */
};

/* What a game may choose. */
struct variant_option {
	char key[NAME_MAX_LEN + 1];
	char values[MAX_OPTION_VALUES][NAME_MAX_LEN + 1];
	unsigned value_count;
	unsigned chosen;               /* the first is the default */
};

/* A count of move sequences the definition states. */
struct expect {
	unsigned depth;
	uint64_t nodes;
	char *path;                    /* where it states it */
	unsigned line;
};

struct variant {
	char name[NAME_MAX_LEN + 1];
	char title[64];
	struct board board;
	/* Lines of the rules that a player should see: behind how many ranks, and files; 0 for none. */
	uint8_t equator, midline;
	struct piece_type types[MAX_TYPES];
	unsigned type_count;
	uint8_t royal;                 /* the kind that is checked and mated */
	uint8_t pawn;                  /* the kind that steps twice, takes in passing, promotes */
	uint8_t promotions[MAX_TYPES]; /* what a pawn may become */
	unsigned promotion_count;
	struct side sides[MAX_SIDES];  /* in turn order; side i begins in the hands of seat i */
	unsigned side_count;
	struct start starts[MAX_PIECES];
	unsigned start_count;
	struct castle castles[MAX_CASTLES];
	unsigned castle_count;
	struct variant_option options[MAX_VARIANT_OPTIONS];
	unsigned option_count;
	struct expect expects[MAX_EXPECTS];
	unsigned expect_count;
	struct digest digest;
};

struct def_faults;

/* Reads and compiles a definition, every option at its default; NULL with faults. */
struct variant *variant_load(const char *folder, const char *name, struct def_faults *faults);
void variant_free(struct variant *variant);

/* What follows once all lines are read: lines of the board, how each side's kinds go. */
void variant_compile(struct variant *variant, const char *path, struct def_faults *faults);

/* Works out what a way to castle crosses. -1 when it isn't along straight lines. */
int variant_castle(const struct variant *variant, struct castle *castle, struct reason *reason);

/* Chooses an option's value. -1 when the variant has no such option, or the option no such value. */
int variant_choose(struct variant *variant, const struct option *option, struct reason *reason);

/* The library's folder. */
const char *variant_folder(const struct variant_library *library);

#endif
