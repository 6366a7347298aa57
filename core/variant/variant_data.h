/* SPDX-License-Identifier: MIT */
/* What a definition file is compiled into. For the rules; others ask variant.h's functions. */
#ifndef PBEM_CORE_VARIANT_VARIANT_DATA_H
#define PBEM_CORE_VARIANT_VARIANT_DATA_H

#include "core/variant/board.h"
#include "core/variant/kind.h"
#include "core/variant/piece.h"
#include "core/variant/variant.h"

enum {
	MAX_CASTLES = 96,
	MAX_OPTION_VALUES = 12,
	MAX_CORNERS = 4,
	MAX_VARIANT_OPTIONS = 32,
	MAX_EXPECTS = 12,
	CASTLE_SQUARES = 24,
	NO_KIND = 0xff,
	MIN_CIRCLE = 3,
	MAX_ROW = 20, /* pieces of an arrangement, a board's side */
};

/* What castling is called: O-O with the nearer rook, unless the definition has said which it is. */
enum wing { WING_BY_DISTANCE, WING_SHORT, WING_LONG };

/* One way to castle [castling-rule]. */
struct castle {
	uint8_t side;
	square king_from, king_to, rook_from, rook_to;
	square clear[CASTLE_SQUARES]; /* must be empty: what king and rook cross or land on */
	square safe[CASTLE_SQUARES];  /* must not be attacked: what the king crosses or lands on */
	uint8_t clear_count, safe_count;
	uint8_t wing;  /* enum wing */
	bool uncovers; /* the line goes on behind the rook: its leaving may open it */
};

/* [beaten-armies]: what becomes of a beaten seat's pieces. */
enum beaten {
	BEATEN_INERT,
	BEATEN_ROLE,
	BEATEN_KINGDOM,
	BEATEN_DEAD,
	BEATEN_OBSTACLES,
	BEATEN_REMOVED,
};

/* Peterson's additions, each switched on by an option of its name. */
struct peterson {
	bool defense;  /* [several-moves], [new-attacks], [mate-by-one-move] */
	bool exchange; /* [exchange-round], [debt-payment], [paid-by-queen], [pays-what-he-can]
			*/
	bool capture;  /* [frozen-seat] */
};

/* A piece of the array. */
struct start {
	square at;
	uint8_t side, type;
};

struct side {
	char title[NAME_MAX_LEN + 1]; /* "White" */
	char name[NAME_MAX_LEN + 1];  /* "white" */
	uint8_t forward;	      /* set of directions */
	struct reach reach[MAX_TYPES];
	/* A pawn here may go two steps, if it hasn't moved; with cards even if it has. */
	bool steps_twice[MAX_SQUARES];
	bool promotes[MAX_SQUARES];  /* a pawn that comes here becomes something else */
	uint8_t starts[MAX_SQUARES]; /* the kind that stands here in the array, or NO_KIND */
	bool territory[MAX_SQUARES]; /* the part of the board that is this side's */
	uint8_t team; /* sides of one team are equal here; a side without one is its own */
	unsigned first_castle, end_castle; /* its ways to castle, in variant->castles */
};

/* A ring's seat; elsewhere a seat bears the name of its side. */
struct circle_seat {
	char title[2]; /* "A" */
	char name[2];  /* "a" */
};

/* What a game may choose. */
struct variant_option {
	char key[NAME_MAX_LEN + 1];
	/* The first is the default. Others may be patterns: "2-5/2-6" stands for "2/2" ... "5/6",
	 * "*" for any words: printable ASCII but '|', which parts what is hashed. */
	char values[MAX_OPTION_VALUES][NAME_MAX_LEN + 1];
	unsigned value_count;
	char value[OPTION_VALUE_MAX + 1]; /* the one chosen */
	bool used;			  /* some rule or line depends on it */
};

/* The pattern of an option that names sets of cards: "first", or "first,second". */
#define SET_NAMES "SETS"
#define SET_LETTERS "of small letters, digits and hyphens"

/* The value of an option that `pbem new` draws a number for, of those its range has. */
#define OPTION_LOT "lot"

/* A count of move sequences the definition states. */
struct expect {
	unsigned depth;
	uint64_t nodes;
	bool conditional; /* it holds only under certain options */
	char *path;	  /* where it states it */
	unsigned line;
};

struct variant {
	const struct kind *kind; /* what a game of it is (kind.h) */
	char name[NAME_MAX_LEN + 1];
	char title[64];
	struct board board;
	/* Lines of the rules that a player should see: behind how many ranks, and files; 0 for
	 * none. */
	uint8_t equator, midline;
	struct piece_type types[MAX_TYPES];
	unsigned type_count;
	uint8_t royal;		       /* the kind that is checked and mated */
	uint8_t pawn;		       /* the kind that steps twice, takes in passing, promotes */
	uint8_t promotions[MAX_TYPES]; /* what a pawn may become */
	unsigned promotion_count;
	struct side sides[MAX_SIDES]; /* in turn order; side i begins in the hands of seat i */
	unsigned side_count;
	struct circle_seat circle[MAX_SEATS]; /* of a ring */
	unsigned circle_count;		      /* how many sit in a ring; 0: it is none */
	bool social; /* ring: a piece may be placed on the board of its own set too */
	/* The arrangement of pieces that the array has, of those numbered ones that an option
	 * chooses; how many of them were read, and that option. */
	char row[MAX_ROW + 1];
	unsigned row_count;
	const struct variant_option *row_option;
	struct start starts[MAX_PIECES];
	unsigned start_count;
	struct castle castles[MAX_CASTLES];
	unsigned castle_count;
	bool castles_anywhere;	  /* castling moves name the king's square too */
	uint8_t worth[MAX_TYPES]; /* of each kind, in pawns [debt-payment]; 0: it can't be paid with
				   */
	uint16_t trades[MAX_TYPES]; /* the set of kinds that each can be traded for
				       [paid-by-queen] */
	struct peterson peterson;
	enum beaten beaten;   /* [beaten-armies] */
	bool stalemate_draws; /* [stalemate-passes] */
	bool cards;	      /* it is played with cards [where-cards-are-played] */
	/* [pawn-truce]: the pawns that begin here don't take each other below the equator;
	 * NO_SQUARE: no rule. */
	square truce[2];
	square corners[MAX_CORNERS];
	unsigned corner_count;
	struct variant_option options[MAX_VARIANT_OPTIONS];
	unsigned option_count;
	struct expect expects[MAX_EXPECTS];
	unsigned expect_count;
	struct digest digest;	    /* of what games depend on in its files */
	struct digest whole_digest; /* of every byte of them */
	char *folder;		    /* where its definition lies */
	struct keepsake *keepsake;  /* what a higher layer has made for it */
	/* What options were asked for, while the definition is read. */
	const struct option *wanted;
	size_t wanted_count;
};

/* Something made for a variant once and kept with it, such as what its games with cards are played
 * by. */
struct keepsake {
	void *made;		     /* NULL: nothing yet */
	void (*release)(void *made); /* called when the variant is freed */
};

struct deffile_faults;

/* Reads a definition as variant_load does, for itself: the library doesn't keep it, but it is of
 * one of the library's kinds. */
struct variant *variant_library_load(const struct variant_library *library, const char *name,
				     const struct option *options, size_t option_count,
				     struct deffile_faults *faults);

/*
 * Reads and compiles a definition under the options given, all others at their defaults; NULL with
 * faults. Its kind isn't known yet. That it has these options, variant_options_taken must be asked.
 */
struct variant *variant_load(const char *folder, const char *name, const struct option *options,
			     size_t option_count, struct deffile_faults *faults);
void variant_free(struct variant *variant);

/* What follows once all lines are read: lines of the board, how each side's kinds go. */
void variant_compile(struct variant *variant, const char *path, struct deffile_faults *faults);

/* Whether each of these options is the variant's, and was taken: -1 when it has no such option, or
 * the option no such value. */
int variant_options_taken(const struct variant *variant, const struct option *options,
			  size_t option_count, struct reason *reason);

/* -1 when one of the options, which somebody asks for, means nothing in such games: it is about
 * cards, and they are played without. Games of before may have it. */
int variant_options_idle(const struct variant *variant, const struct option *options,
			 size_t option_count, struct reason *reason);

/* The value an option has, or NULL when the variant has no such option. */
const char *variant_option(const struct variant *variant, const char *key);
bool variant_option_is(const struct variant *variant, const char *key, const char *value);

/* From where to where the number of an option goes that may be drawn by lot; false when there is no
 * such option. */
bool variant_option_range(const struct variant *variant, const char *key, unsigned *low_out,
			  unsigned *high_out);

/* The first option whose number is still to be drawn by lot, and from where to where; false when
 * there is none. */
bool variant_option_drawn(const struct variant *variant, const struct variant_option **option_out,
			  unsigned *low_out, unsigned *high_out);

/* Whether the variant has the option, and that value for it. */
bool variant_can_have(const struct variant *variant, const char *key, const char *value);

#endif
