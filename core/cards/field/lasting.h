/* SPDX-License-Identifier: MIT */
/*
 * What cards leave behind on a field: continuing effects, and what is owed for a turn or two. All
 * that is to be known of a kind of them is one row: where it lies, how it is drawn and told, when
 * it ends, what it makes of pieces and squares. The rows stand with their functions in
 * core/cards/lasting, and come here with the book; a new one is its row and a line of LASTING_LIST.
 */
#ifndef PBEM_CORE_CARDS_FIELD_LASTING_H
#define PBEM_CORE_CARDS_FIELD_LASTING_H

#include <stdbool.h>
#include <stdint.h>

#include "core/cards/deck/book.h"
#include "core/position/event.h"
#include "core/position/position.h"

struct field;
struct text;

/* Name, row, and number: keys of positions have it, so that it stays; a new one takes the next.
 * What happens when a turn begins or ends happens in this order. */
/* clang-format off */
#define LASTING_LIST(ROW) \
	ROW(TRUCE, truce, 7) \
	ROW(VENDETTA, vendetta, 2) \
	ROW(EARTHQUAKE, earthquake, 3) \
	ROW(DOOMSAYER, doomsayer, 0) \
	ROW(PACIFISM, pacifism, 1) \
	ROW(CRAB, crab, 4) \
	ROW(CURSE, curse, 9) \
	ROW(MAGNET, magnet, 12) \
	ROW(NEUTRAL, neutral, 13) \
	ROW(SHIELD, shield, 16) \
	ROW(COUP, coup, 8) \
	ROW(COMPOSITE, composite, 6) \
	ROW(SPLIT, split, 20) \
	ROW(CITY, city, 5) \
	ROW(TRAP, trap, 10) \
	ROW(WALL, wall, 11) \
	ROW(CHALLENGE, challenge, 14) \
	ROW(DUNGEON, dungeon, 15) \
	ROW(PANIC, panic, 17) \
	ROW(LOST, lost, 18) \
	ROW(ELF_HILL, elf_hill, 19) \
	ROW(ABDUCTED, abducted, 21)
/* clang-format on */

#define LASTING_NUMBER(name, row, number) EFFECT_##name = number,
#define LASTING_COUNT(name, row, number) +1
enum effect_kind { LASTING_LIST(LASTING_NUMBER) EFFECT_KINDS = LASTING_LIST(LASTING_COUNT) };
#undef LASTING_NUMBER
#undef LASTING_COUNT

struct effect {
	uint8_t what;	      /* enum effect_kind */
	uint8_t card;	      /* kind of card that made it (the copied one) [trial-effects] */
	uint16_t copy;	      /* the physical card that lies in play for it, or NO_COPY */
	uint8_t by;	      /* the seat that played it */
	uint8_t seat;	      /* the seat it binds, or NO_SIDE */
	uint8_t type;	      /* the kind named, or NO_TYPE */
	uint8_t piece, other; /* pieces it sits on, or NO_PIECE. Coup: royal piece, Prince */
	square squares[4];    /* City, Trap: [0]; Wall: two edges; or NO_SQUARE */
	bool left;	      /* Earthquake: LEFT */
	bool suspended;
	bool begun;	 /* an obligation whose turn is being played */
	uint16_t serial; /* grows with every effect of the game: names it in facts */
};

/* What effects make of a piece, as a set. Kept up to date by field_refresh. */
enum mark {
	MARK_PACIFIST = 1, /* neither captures nor is captured */
	MARK_CRAB = 2,
	MARK_CURSED = 4,   /* at most two squares at a time */
	MARK_MAGNET = 8,   /* holds its neighbours, kings excepted */
	MARK_NEUTRAL = 16, /* anybody's to move, anybody's to take */
	MARK_ROYAL = 32,   /* the king of a Coup */
	MARK_PRINCE = 64,
	MARK_SHIELDED = 128, /* can't be captured now */
	MARK_COMPOSITE = 256,
	MARK_SPLIT = 512,    /* shares its square with `partner` */
	MARK_CHANGED = 1024, /* goes otherwise than its kind does: see `change` */
	MARKS_CHANGING = MARK_COMPOSITE | MARK_CHANGED,
};

enum lasting_place {
	LASTING_NOWHERE, /* on the whole board, or on a seat */
	LASTING_ON_PIECE,
	LASTING_ON_SQUARE, /* squares[0] */
	LASTING_ON_EDGES,  /* between squares[0] and [1], and between [2] and [3] */
	LASTING_ON_TURN,   /* on the whole board, to the left or right */
};

/* What it can't do without, as a set. */
enum lasting_need { LASTING_PIECE = 1, LASTING_OTHER = 2, LASTING_KIND = 4 };

/* What ends it, beside its card's own words, as a set. */
enum lasting_end {
	LASTING_LOST = 1, /* its piece is lost; it is back if that comes back soon [marks-return] */
	LASTING_GONE = 2, /* its piece goes: by a move, a swap or a push */
	LASTING_PARTED = 4,    /* its piece moves, or is sent away */
	LASTING_PROMOTED = 8,  /* its piece promotes */
	LASTING_REPLACED = 16, /* another stands in its piece's place; else it sits on that */
	LASTING_BY_TURN = 32,  /* a turn of who played it begins */
	LASTING_MET = 64,      /* the turn that it was for is over */
};

/* With whose turn it has begun. */
enum lasting_begin { LASTING_AT_ONCE, LASTING_SEATS_TURN, LASTING_BYS_TURN, LASTING_ANY_TURN };

/* Of a card that adds an effect and does nothing else: how that bears on attacks. */
enum lays {
	LAYS_MORE,  /* it moves, changes or bans pieces, or does more than that */
	LAYS_INERT, /* not at all, before the next turn */
	LAYS_LINES, /* it closes squares or edges to what goes there */
};

/* The sign beside a piece, and what it means below the board. Signs stand by their places, each of
 * its own and none left out: a new one takes the next, or all behind it move. No place is no sign.
 */
struct lasting_sign {
	uint8_t place;
	char sign;
	const char *item;
	bool between; /* between two letters on one square, not behind one */
};

/* The one kind of effect. A function that is NULL does nothing and says no. */
struct lasting {
	const char *word; /* in facts and card files */

	/* What it is. Those that are due are owed for a turn or two; the others continue, are
	 * listed by `show effects` [trial-effects] and are part of what a position is: two that
	 * differ in them are not the same. */
	bool due;
	enum lasting_place place;
	unsigned needs; /* set of enum lasting_need; on a piece: that, too */
	unsigned ends;	/* set of enum lasting_end */
	enum lasting_begin begins;
	bool secret;   /* where it lies only its player knows */
	bool pair;     /* it sits on `other` as on `piece` */
	bool joins;    /* ... which are one piece by it */
	bool cardless; /* no card need have made it */
	bool asks;     /* its card asks its seat for an ANSWER: see field_asking */
	bool blinds;   /* the board isn't shown to the seat it binds */

	/* What it makes of the field. */
	uint16_t mark, other_mark; /* of `piece` and of `other` */
	bool truce, vendetta;	   /* as in struct field */
	bool decides;		   /* about other effects: it is applied before them */
	/* Whether it is suspended; NULL: while the piece it sits on stands nowhere. */
	bool (*waits)(const struct book *book, const struct field *field,
		      const struct effect *effect);
	/* Closes squares or steps, holds squares, turns the board. */
	void (*apply)(const struct book *book, struct field *field, const struct effect *effect);
	/* Changes how its piece goes; that has one of MARKS_CHANGING. */
	void (*change)(const struct book *book, const struct field *field,
		       const struct effect *effect, unsigned piece, struct reach *reach);
	/* Whether it keeps its piece from being moved, swapped or pushed by the seat. */
	bool (*holds)(const struct effect *effect, uint8_t seat);
	/* Whether it keeps the seat it binds from moving the piece. */
	bool (*binds)(const struct field *field, const struct effect *effect, unsigned piece);
	/* Whether the piece is one that the seat it binds must move. */
	bool (*calls)(const struct field *field, const struct effect *effect, unsigned piece);
	/* Whether the seat it binds threatens nothing but that seat's king [riposte-spares-mover].
	 */
	bool (*spares)(const struct field *field, const struct effect *effect, uint8_t king_of);

	/* What happens by it. */
	/* Whether it can begin as the pieces stand; then, and at its end, what becomes of them. */
	bool (*can_begin)(const struct field *field, const struct effect *effect);
	void (*join)(struct field *field, const struct effect *effect);
	void (*part)(struct field *field, const struct effect *effect);
	/* Facts that follow its beginning, and its end. */
	void (*begun)(const struct book *book, struct field *field, const struct effect *effect,
		      struct event_list *record);
	void (*ended)(const struct book *book, struct field *field, const struct effect *effect,
		      struct event_list *record);
	/* Whether it ends at the end of a turn that is the seat's and has LASTING_MET; NULL: of the
	 * turn of the seat it binds. And what follows that. */
	bool (*met)(const struct field *field, const struct effect *effect, uint8_t seat);
	void (*after)(const struct book *book, struct field *field, const struct effect *effect,
		      struct event_list *record);
	/* When a turn of the seat begins; when one is over. Of all effects of the kind. */
	void (*turn_begins)(const struct book *book, struct field *field, uint8_t seat,
			    struct event_list *record);
	void (*turn_ends)(const struct book *book, struct field *field, struct event_list *record);
	/* Whether it captures the piece that has come to the square, and ends by it. */
	bool (*springs)(const struct book *book, const struct field *field,
			const struct effect *effect, unsigned piece, square at);
	/* Why it can't be ended before its time; NULL when it can. */
	const char *(*stays)(const struct field *field, const struct effect *effect);

	/* What a card's file must say that lays it and does nothing else: the forms of its targets
	 * (see struct effect_rules), NULL if none does; and how such a card bears on attacks. */
	const char *targets;
	enum lays lays;
	/* Completes what was named, or says why it can't be laid there; NULL: it always can. */
	bool (*lay)(const struct book *book, const struct field *field, struct effect *effect,
		    struct reason *why);

	/* How it is told. */
	struct lasting_sign sign, other_sign;
	const char *below; /* a line below the board */
	const char *away;  /* where its piece is, while it is away: "White's king is ..." */
	/* Why a move isn't legal: what keeps most from being so comes first, from 1. Ranks are as
	 * signs' places are: no two are the same. 0: none. */
	uint8_t because_rank;
	const char *because;
	/* Behind its card and player, where it lies [trial-effects]; NULL: by its place. */
	void (*tell)(const struct book *book, const struct field *field,
		     const struct effect *effect, struct text *out);
	/* What is owed, in the next turn and in the one it is owed in; NULL: nobody is told.
	 * `seat`, `by`, `kind`, `at` and `turn` in brackets stand for what they are. */
	const char *owed, *owed_now;
};

static inline const struct lasting *lasting_of(const struct book *book, const struct effect *effect)
{
	return book->lasting[effect->what];
}

/* All it can't do without. */
static inline unsigned lasting_needs(const struct lasting *row)
{
	return row->needs | (row->place == LASTING_ON_PIECE ? LASTING_PIECE : 0);
}

/* Whether it sits on its piece, and is lost with it. */
static inline bool lasting_sits(const struct book *book, const struct effect *effect)
{
	return lasting_of(book, effect)->ends & LASTING_LOST;
}

#endif
