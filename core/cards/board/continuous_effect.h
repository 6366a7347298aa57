/* SPDX-License-Identifier: MIT */
/*
 * Effects that cards have on a board: continuing ones, and obligations for a turn or two. Each kind
 * is one row, which says where the effect is, how it is drawn and described, when it ends, and what
 * it does to pieces and squares. The rows and their functions are in core/cards/board; struct
 * card_ruleset refers to them. A new kind needs its row and a line of CONTINUOUS_LIST.
 */
#ifndef PBEM_CORE_CARDS_BOARD_CONTINUOUS_EFFECT_H
#define PBEM_CORE_CARDS_BOARD_CONTINUOUS_EFFECT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/cards/deck/card_ruleset.h"
#include "core/event/event.h"
#include "core/position/position.h"

struct card_board;
struct strbuf;

/* Name, row and number of each kind. Keys of positions contain the number, so it never changes; a
 * new kind takes the next. Actions at the beginning or end of a turn happen in this order. */
/* clang-format off */
#define CONTINUOUS_LIST(ROW) \
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

#define CONTINUOUS_NUMBER(name, row, number) EFFECT_##name = number,
#define CONTINUOUS_COUNT(name, row, number) +1
enum effect_kind {
	CONTINUOUS_LIST(CONTINUOUS_NUMBER) EFFECT_KINDS = CONTINUOUS_LIST(CONTINUOUS_COUNT)
};
#undef CONTINUOUS_NUMBER
#undef CONTINUOUS_COUNT

struct effect {
	uint8_t what;	      /* enum effect_kind */
	uint8_t card;	      /* kind of card that made it (for Haunting Memories the copied one)
				 [trial-effects] */
	uint16_t copy;	      /* the physical card that is in play for it, or NO_COPY */
	uint8_t by;	      /* the seat that played it */
	uint8_t seat;	      /* the seat it binds, or NO_SIDE */
	uint8_t type;	      /* the kind named, or NO_TYPE */
	uint8_t piece, other; /* pieces it is on, or NO_PIECE. Coup: royal piece, Prince */
	square squares[4];    /* City, Trap: [0]; Wall: two edges; or NO_SQUARE */
	bool left;	      /* Earthquake: LEFT */
	bool suspended;
	bool begun;	 /* the turn that an obligation is for has begun */
	uint16_t serial; /* increases with every effect of the game; events refer to it */
};

/* The marks that effects give a piece, as a set. card_board_refresh updates them. */
enum mark {
	MARK_PACIFIST = 1, /* neither captures nor is captured */
	MARK_CRAB = 2,
	MARK_CURSED = 4,   /* moves at most two squares */
	MARK_MAGNET = 8,   /* holds its neighbours, except kings */
	MARK_NEUTRAL = 16, /* anybody may move it, anybody may capture it */
	MARK_ROYAL = 32,   /* the king of a Coup */
	MARK_PRINCE = 64,
	MARK_SHIELDED = 128, /* can't be captured now */
	MARK_COMPOSITE = 256,
	MARK_SPLIT = 512,    /* shares its square with `partner` */
	MARK_CHANGED = 1024, /* moves differently from its kind: see `change` */
	MARKS_CHANGING = MARK_COMPOSITE | MARK_CHANGED,
};

enum continuous_place {
	CONTINUOUS_NOWHERE, /* on the whole board, or on a seat */
	CONTINUOUS_ON_PIECE,
	CONTINUOUS_ON_SQUARE, /* squares[0] */
	CONTINUOUS_ON_EDGES,  /* between squares[0] and [1], and between [2] and [3] */
	CONTINUOUS_ON_TURN,   /* on the whole board, to the left or right */
};

/* The members that an effect must have, as a set. */
enum continuous_need { CONTINUOUS_PIECE = 1, CONTINUOUS_OTHER = 2, CONTINUOUS_KIND = 4 };

/* The events that end an effect, apart from its card's own words, as a set. */
enum continuous_end {
	CONTINUOUS_LOST = 1,	 /* its piece is lost; the effect returns if the piece returns soon
				    [marks-return] */
	CONTINUOUS_GONE = 2,	 /* its piece leaves its square: by a move, a swap or a push */
	CONTINUOUS_PARTED = 4,	 /* its piece moves, or is sent away */
	CONTINUOUS_PROMOTED = 8, /* its piece promotes */
	CONTINUOUS_REPLACED =
		16, /* another piece took its piece's place; otherwise it passes to that piece */
	CONTINUOUS_BY_TURN = 32, /* a turn of its player begins */
	CONTINUOUS_MET = 64,	 /* the turn that it was for is over */
};

/* The turn with which an effect has begun. */
enum continuous_begin {
	CONTINUOUS_AT_ONCE,
	CONTINUOUS_SEATS_TURN,
	CONTINUOUS_BYS_TURN,
	CONTINUOUS_ANY_TURN
};

/* The influence of a card that only adds an effect on attacks. */
enum attack_impact {
	ATTACK_IMPACT_OTHER, /* it moves, changes or bans pieces, or does even more */
	ATTACK_IMPACT_NONE,  /* none before the next turn */
	ATTACK_IMPACT_LINES, /* it closes squares or edges to moving pieces */
};

/* The sign beside a piece, and its meaning below the board. Signs are ordered by their places,
 * which are numbered from 1 without gaps. A new sign takes the next place, or all after it move.
 * Place 0 is no sign. */
struct continuous_sign {
	uint8_t place;
	char sign;
	const char *item;
	bool between; /* between the letters of two pieces on one square, not after one */
};

/* A kind of effect. A function that is NULL does nothing and returns false. */
struct continuous {
	const char *word; /* in events and card files */

	/* Its nature. Effects that are due are obligations for a turn or two. The others continue:
	 * `show effects` lists them [trial-effects], and positions that differ in them are not the
	 * same. */
	bool due;
	enum continuous_place place;
	unsigned needs; /* set of enum continuous_need; see continuous_needs */
	unsigned ends;	/* set of enum continuous_end */
	enum continuous_begin begins;
	bool secret;   /* only its player knows where it is */
	bool pair;     /* it is on `other` as well as on `piece` */
	bool joins;    /* it makes one piece of the two */
	bool cardless; /* it can exist without a card */
	bool asks;     /* its card asks its seat for an ANSWER: see card_board_asking */
	bool blinds;   /* the seat it binds isn't shown the board */

	/* Its results on the board. */
	uint16_t mark, other_mark; /* of `piece` and of `other` */
	bool truce, vendetta;	   /* the same as in struct card_board */
	bool decides;		   /* it decides about other effects, and is applied before them */
	/* Reports whether it is suspended; NULL: it is suspended while its piece is off the
	 * board. */
	bool (*is_suspended)(const struct card_ruleset *book, const struct card_board *field,
			     const struct effect *effect);
	/* Closes squares or steps, holds squares, turns the board. */
	void (*apply)(const struct card_ruleset *book, struct card_board *field,
		      const struct effect *effect);
	/* Changes how its piece moves; the piece has one of MARKS_CHANGING. */
	void (*change)(const struct card_ruleset *book, const struct card_board *field,
		       const struct effect *effect, unsigned piece, struct reach *reach);
	/* Reports whether the effect keeps its piece from being moved, swapped or pushed by the
	 * seat. */
	bool (*holds)(const struct effect *effect, uint8_t seat);
	/* Reports whether the effect keeps the seat that it binds from moving the piece. */
	bool (*binds)(const struct card_board *field, const struct effect *effect, unsigned piece);
	/* Reports whether the piece is one of those that the seat that it binds must move. */
	bool (*calls)(const struct card_board *field, const struct effect *effect, unsigned piece);
	/* Reports whether the seat that it binds doesn't threaten the king of `king_of`
	 * [riposte-spares-mover]. */
	bool (*spares_king)(const struct card_board *field, const struct effect *effect,
			    uint8_t king_of);

	/* Its actions: */
	/* `can_begin` reports whether it can begin with the pieces as they are. `join` and `part`
	 * apply its beginning and its end to the pieces. */
	bool (*can_begin)(const struct card_board *field, const struct effect *effect);
	void (*join)(struct card_board *field, const struct effect *effect);
	void (*part)(struct card_board *field, const struct effect *effect);
	/* Add the events that follow its beginning, and its end. */
	void (*begun)(const struct card_ruleset *book, struct card_board *field,
		      const struct effect *effect, struct event_list *record);
	void (*ended)(const struct card_ruleset *book, struct card_board *field,
		      const struct effect *effect, struct event_list *record);
	/* `ends_with_turn` reports whether an effect with CONTINUOUS_MET ends at the end of this
	 * turn of the seat; NULL: it does if it binds the seat. `after` applies what follows. */
	bool (*ends_with_turn)(const struct card_board *field, const struct effect *effect,
			       uint8_t seat);
	void (*after)(const struct card_ruleset *book, struct card_board *field,
		      const struct effect *effect, struct event_list *record);
	/* Apply what happens to all effects of the kind when a turn of the seat begins, and when
	 * one is over. */
	void (*turn_begins)(const struct card_ruleset *book, struct card_board *field, uint8_t seat,
			    struct event_list *record);
	void (*turn_ends)(const struct card_ruleset *book, struct card_board *field,
			  struct event_list *record);
	/* Reports whether the effect captures the piece that has come to the square, and then
	 * ends. */
	bool (*springs)(const struct card_ruleset *book, const struct card_board *field,
			const struct effect *effect, unsigned piece, square at);
	/* Returns why it can't be ended before its time, or NULL if it can. */
	const char *(*end_refusal)(const struct card_board *field, const struct effect *effect);

	/* The forms of the targets of a card that only adds this effect (see struct effect_rules),
	 * NULL if no card does; and the influence of such a card on attacks. */
	const char *targets;
	enum attack_impact attack_impact;
	/* Completes what was named. Returns false with the reason if the effect can't be put there.
	 * NULL: it always can. */
	bool (*prepare)(const struct card_ruleset *book, const struct card_board *field,
			struct effect *effect, struct reason *why);

	/* Its texts. */
	struct continuous_sign sign, other_sign;
	const char *below; /* a line below the board */
	const char *away;  /* where its piece is while away: "White's king is ..." */
	/* Why a move isn't legal, and the order in which such texts are tried, from 1: effects that
	 * forbid most come first. No two ranks are the same. 0: none. */
	uint8_t because_rank;
	const char *because;
	/* Adds its place, after its card and player [trial-effects]; NULL: the text follows from
	 * `place`. */
	void (*describe)(const struct card_ruleset *book, const struct card_board *field,
			 const struct effect *effect, struct strbuf *out);
	/* The words for an obligation, and those for the turn in which it is due (NULL: the same
	 * words). `owed` is NULL if the obligation isn't shown. `seat`, `by`, `kind`, `at` and
	 * `turn` in brackets are replaced by their values. */
	const char *owed, *owed_now;
};

static inline const struct continuous *continuous_of(const struct card_ruleset *book,
						     const struct effect *effect)
{
	return book->lasting[effect->what];
}

/* Returns the members that an effect of the kind must have, a set of enum continuous_need. */
static inline unsigned continuous_needs(const struct continuous *row)
{
	return row->needs | (row->place == CONTINUOUS_ON_PIECE ? CONTINUOUS_PIECE : 0);
}

/* Reports whether the effect is on its piece, and is lost with it. */
static inline bool continuous_sits(const struct card_ruleset *book, const struct effect *effect)
{
	return continuous_of(book, effect)->ends & CONTINUOUS_LOST;
}

#endif
