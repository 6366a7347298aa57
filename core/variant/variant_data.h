/* SPDX-License-Identifier: MIT */
/*
 * The compiled form of a definition file, for the rules. Other code calls the functions in
 * variant.h.
 */
#ifndef PBEM_CORE_VARIANT_VARIANT_DATA_H
#define PBEM_CORE_VARIANT_VARIANT_DATA_H

#include "core/variant/board.h"
#include "core/variant/gametype.h"
#include "core/variant/piece.h"
#include "core/variant/variant.h"

struct deffile_faults;

enum {
	MAX_CASTLES = 96,
	MAX_OPTION_VALUES = 12,
	MAX_CORNERS = 4,
	MAX_VARIANT_OPTIONS = 32,
	MAX_EXPECTS = 12,
	CASTLE_SQUARES = 24,
	NO_KIND = 0xff,
	MIN_RING = 3,
	MAX_ROW = 20, /* pieces of an arrangement, or squares of a board's side */
};

/*
 * How a castling is written. O-O is castling with the nearer rook, unless the definition specifies
 * it.
 */
enum wing { WING_BY_DISTANCE, WING_SHORT, WING_LONG };

/* One way to castle [castling-rule]. */
struct castle {
	uint8_t side;
	square king_from, king_to, rook_from, rook_to;
	square clear[CASTLE_SQUARES]; /* must be empty: squares that the king and the rook cross or
					 enter */
	square safe[CASTLE_SQUARES];  /* must not be attacked: squares that the king crosses or
					 enters */
	uint8_t clear_count, safe_count;
	uint8_t wing;  /* enum wing */
	bool uncovers; /* the line continues beyond the rook, so that castling may open it */
};

/* [beaten-armies]: the fate of a beaten seat's pieces. */
enum beaten {
	BEATEN_INERT,
	BEATEN_ROLE,
	BEATEN_KINGDOM,
	BEATEN_DEAD,
	BEATEN_OBSTACLES,
	BEATEN_REMOVED,
};

/* Peterson's additions. Each is switched on by an option of the same name. */
struct peterson {
	bool defense;  /* [several-moves], [new-attacks], [mate-by-one-move] */
	bool exchange; /* [exchange-round], [debt-payment], [paid-by-queen], [pays-what-he-can]
			*/
	bool capture;  /* [frozen-seat] */
};

/* A piece in the array. */
struct start {
	square at;
	uint8_t side, type;
};

struct side {
	char title[NAME_MAX_LEN + 1]; /* "White" */
	char name[NAME_MAX_LEN + 1];  /* "white" */
	uint8_t forward;	      /* set of directions */
	struct reach reach[MAX_TYPES];
	/*
	 * A pawn may go two steps from these squares, if it hasn't moved; with cards even if it
	 * has.
	 */
	bool steps_twice[MAX_SQUARES];
	bool promotes[MAX_SQUARES];	   /* pawns that reach these squares promote */
	uint8_t starts[MAX_SQUARES];	   /* the kind on each square in the array, or NO_KIND */
	bool territory[MAX_SQUARES];	   /* this side's part of the board */
	uint8_t team;			   /* sides of one team have the same number */
	unsigned first_castle, end_castle; /* its castlings in variant->castles */
};

/* A seat in a ring. In other games a seat has the name of its side. */
struct ring_seat {
	char title[2]; /* "A" */
	char name[2];  /* "a" */
};

/* An option of games. */
struct variant_option {
	char key[NAME_MAX_LEN + 1];
	/*
	 * The first value is the default. Others may be patterns: "2-5/2-6" stands for "2/2" ...
	 * "5/6", "*" for any words of printable ASCII except '|', which separates parts of what is
	 * hashed.
	 */
	char values[MAX_OPTION_VALUES][NAME_MAX_LEN + 1];
	unsigned value_count;
	char value[OPTION_VALUE_MAX + 1]; /* the chosen value */
	bool used;			  /* a rule or line depends on it */
};

/* The pattern for an option that names sets of cards: "first" or "first,second". */
#define SET_NAMES "SETS"
#define SET_LETTERS "of small letters, digits and hyphens"

/* The value of an option whose number `pbem new` draws at random from its range. */
#define OPTION_LOT "lot"

/* A number of move sequences that the definition specifies. */
struct expect {
	unsigned depth;
	uint64_t nodes;
	bool conditional; /* it only holds with certain options */
	char *path;	  /* the file that specifies it */
	unsigned line;
};

struct variant {
	const struct gametype *kind; /* the kind of its games (gametype.h) */
	char name[NAME_MAX_LEN + 1];
	char title[64];
	unsigned rules; /* the number of the rules of its games [rules-by-number] */
	struct board board;
	/*
	 * The lines on the board that the rules mention: the number of ranks or files before them,
	 * or 0.
	 */
	uint8_t equator, midline;
	struct piece_type types[MAX_TYPES];
	unsigned type_count;
	uint8_t royal; /* the kind that can be checked and mated */
	uint8_t pawn;  /* the kind that has double steps, captures en passant and promotes */
	uint8_t promotions[MAX_TYPES]; /* the kinds that a pawn may become */
	unsigned promotion_count;
	struct side sides[MAX_SIDES]; /* in the order of turns; seat i begins with side i */
	unsigned side_count;
	uint8_t first_side;			/* the side with the first turn [who-begins] */
	struct ring_seat ring_seats[MAX_SEATS]; /* of a ring */
	unsigned ring_seat_count;		/* number of seats in a ring; 0: not a ring */
	bool social; /* ring: a piece may also be placed on the board of its own set */
	/*
	 * The arrangement of pieces in the array, if an option chooses one by its number; the
	 * number of arrangements read; and that option.
	 */
	char row[MAX_ROW + 1];
	unsigned row_count;
	const struct variant_option *row_option;
	struct start starts[MAX_PIECES];
	unsigned start_count;
	struct castle castles[MAX_CASTLES];
	unsigned castle_count;
	bool castles_anywhere;	    /* moves of castling also name the king's final square */
	uint8_t worth[MAX_TYPES];   /* in pawns [debt-payment]; 0: it can't be used for payments */
	uint16_t trades[MAX_TYPES]; /* for each kind, the set of kinds that it can be traded for
				       [paid-by-queen] */
	struct peterson peterson;
	enum beaten beaten;   /* [beaten-armies] */
	bool stalemate_draws; /* [stalemate-passes] */
	bool cards;	      /* it is played with cards [where-cards-are-played] */
	/*
	 * [pawn-truce]: pawns from these squares don't capture each other below the equator.
	 * NO_SQUARE: no such rule.
	 */
	square truce[2];
	square corners[MAX_CORNERS];
	unsigned corner_count;
	struct variant_option options[MAX_VARIANT_OPTIONS];
	unsigned option_count;
	struct expect expects[MAX_EXPECTS];
	unsigned expect_count;
	struct sha256 digest;		/* of the lines that games depend on */
	char *folder;			/* of its definition file */
	struct variant_cache *keepsake; /* data that a higher layer has made for it */
	/* The options requested, while the definition is read. */
	const struct option *wanted;
	size_t wanted_count;
};

/* Data made once for a variant and kept with it, such as the cards of its games. */
struct variant_cache {
	void *made;		     /* NULL: not yet made */
	void (*release)(void *made); /* called when the variant is freed */
};

/*
 * Reads a definition as variant_load does, and determines its kind among the library's kinds. The
 * library doesn't keep it; the caller frees it.
 */
struct variant *variant_library_load(const struct variant_library *library, const char *name,
				     const struct option *options, size_t option_count,
				     struct deffile_faults *faults);

/*
 * Reads and compiles a definition with these options, and all others at their defaults. Returns
 * NULL with faults. Doesn't determine its kind, nor check that it has these options
 * (variant_options_taken).
 */
struct variant *variant_load(const char *folder, const char *name, const struct option *options,
			     size_t option_count, struct deffile_faults *faults);
void variant_free(struct variant *variant);

/*
 * Derives data after all lines are read: the lines of the board, and the moves of each side's
 * pieces.
 */
void variant_compile(struct variant *variant, const char *path, struct deffile_faults *faults);

/*
 * Returns -1 with the reason if one of the options is about cards but the games are played without
 * cards. Games from earlier versions may have such options.
 */
int variant_options_idle(const struct variant *variant, const struct option *options,
			 size_t option_count, struct reason *reason);

/* Returns the value of an option, or NULL if the variant has no such option. */
const char *variant_option(const struct variant *variant, const char *key);
bool variant_option_is(const struct variant *variant, const char *key, const char *value);

/*
 * Finds the range of an option whose number may be drawn at random. Returns false if there is no
 * such option.
 */
bool variant_option_range(const struct variant *variant, const char *key, unsigned *low_out,
			  unsigned *high_out);

/*
 * Finds the first option whose number must still be drawn at random, and its range. Returns false
 * if there is none.
 */
bool variant_option_drawn(const struct variant *variant, const struct variant_option **option_out,
			  unsigned *low_out, unsigned *high_out);

/* Reports whether the variant has the option with that value. */
bool variant_can_have(const struct variant *variant, const char *key, const char *value);

#endif
