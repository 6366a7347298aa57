/* SPDX-License-Identifier: MIT */
/*
 * The moment in which a card acts, and what a card's effect is: a row with functions. And what
 * effects have in common: how a card lets a piece go, what it may take, and how it says that it
 * can't. Whatever a function asks for, it tells moment->why when it isn't so.
 */
#ifndef PBEM_CORE_CARDS_PLAY_MOMENT_H
#define PBEM_CORE_CARDS_PLAY_MOMENT_H

#include "core/cards/field/field.h"
#include "core/cards/play/play.h"

/* When and by whom a card is played, and on what. */
/* Of one field: of whom it was asked whether he is mated, and who is; sets of seats. */
struct moment_mated {
	uint16_t asked, mated;
};

struct moment {
	const struct book *book;
	struct field *field; /* as the turn has made it so far */
	const struct field
		*start; /* as it was before the move or instead-card (Bog, Riposte); or NULL */
	const struct field *found; /* as the card found it, in what demand_rules do; else NULL */
	uint8_t player;		   /* who plays it */
	uint8_t mover;		   /* whose turn it is */
	enum card_when when;	   /* at which moment: one bit */
	bool again;		   /* what the card answers was the first of two moves of a piece */
	struct moment_mated *mated; /* of `field`, where it is asked often; or NULL */
	const struct card *card;    /* with its arguments; the copied one for Haunting Memories */
	uint16_t copy;		    /* the physical card, for a continuing effect */
	const struct play *play;    /* what it is played on; in a search for plays NULL */
	struct event_list *record;
	struct reason *why; /* what was expected, where it is refused; or NULL */
};

/* What came of doing an effect. */
enum moment_result {
	MOMENT_REFUSED, /* it can't be played so: `why` says what was expected; as false of what is
			   asked for */
	MOMENT_DONE,
	MOMENT_SPENT, /* by its own rule it has no effect, and counts as played */
};

/* Cards that act on the turn, the piles or other cards rather than on the field. */
enum table_verb {
	VERB_NONE,
	VERB_FOG,     /* cancels the card it answers */
	VERB_VULTURE, /* takes the card it answers */
	VERB_LEGACY,  /* takes a card out of the discards */
	VERB_UNDO,    /* undoes the turn */
	VERB_TOLL,    /* may make the turn void */
	VERB_PLOTS,   /* lets two more cards be played */
	VERB_ECHO,    /* acts as the last card (Haunting Memories) */
	VERB_BOG,
	VERB_RIPOSTE, /* change the move they answer: `play` begins from moment->start */
	VERB_RESTORE, /* brings back what was taken, with the effects on it (Hostage) */
	VERB_AGAIN,   /* a second move: lost, but not handed back, after Bog */
};

struct effect_rules {
	const char *name; /* as card files call it */
	/* What a card file must say for it: the words behind the effect's name, each "a|b" or
	 * "[a|b]", in capitals for any word, NULL for none; and the forms of the card's targets, a
	 * letter each (see effects_fit) with '?' behind an optional, '*' or '+' behind a repeated
	 * one; NULL for any. */
	const char *arguments, *targets;
	/* Where the words make other effects of it: a row for each there is in `arguments`, in
	 * their order, with all but name and arguments. The effect's own row is for none said;
	 * NULL: there are none such. */
	const struct effect_rules *words;
	/* What its words make of a card's own row besides, where that depends on them; -1 with what
	 * was expected. NULL: nothing. */
	int (*read)(const struct card *card, struct effect_rules *rules, struct reason *reason);
	/* Checks what the targets of moment->play leave open and does it. The field may be left
	 * half changed when it refuses: callers try on a copy. */
	enum moment_result (*play)(struct moment *moment);
	/* Adds every play that `play` wouldn't refuse; NULL: all words that fit the targets are
	 * tried. */
	void (*list)(const struct moment *moment, struct play_list *out);
	/* False only of words that `play` would refuse, found out without a copy, where many that
	 * fit the card's one target are tried; NULL: nothing is quicker than trying. */
	bool (*may)(const struct moment *moment);
	/* The demand it makes of other seats [cards-that-ask], or NULL. */
	const struct demand_rules *demand;
	enum table_verb verb; /* what the table has to do with it beside that */
	bool secret;	      /* what it names is known to its player alone */
	enum lays lays;
	bool displaces;		/* it moves a piece by FROM-TO: springs traps, may be Toll's */
	bool in_corners;	/* of pawns only those promote by it that stand in a corner */
	bool turns_board;	/* pawns promote when it ends, too (Peace Talks) */
	bool moves_king_safely; /* its own row asks that the king be safe after it: refused, not
				   spent [refused-or-spent] */
	/* Of a card's own row: its words, a bit for each there is in `arguments`, in their order;
	 * and what it lays, EFFECT_KINDS for nothing. */
	uint32_t said;
	enum effect_kind laid;
};

/* Whether the card's file says that word to its effect: the how-manieth of `arguments`, from 0. */
static inline bool moment_says(const struct moment *moment, unsigned word)
{
	return moment->card->effect->said >> word & 1;
}

/* What the other seats are asked before the turn goes on [cards-that-ask]: Toll, Heresy, Doomsayer,
 * Earthquake's and other promotions, Under Elf Hill's return, Abduction. */
struct demand_rules {
	/* The first seat, in turn order from the player's left, that still has something to answer;
	 * NO_SIDE when nobody has. `answered` is the set of seats that have. */
	uint8_t (*asks)(const struct moment *moment, uint16_t answered);
	/* Does what the seat answers. MOMENT_SPENT: it declined (Toll). */
	enum moment_result (*answer)(struct moment *moment, const struct answer *answer);
	/* Adds the words of the first legal answer in square order, for one that is overdue; false
	 * when that is NO. */
	bool (*first)(const struct moment *moment, uint8_t seat, struct play *words);
	/* Adds those of the index-th of all answers there are in square order, from 0, that the
	 * card itself takes or not; false behind the last. For who must find one by which a king is
	 * safe; NULL: `first` is the only one tried. */
	bool (*nth)(const struct moment *moment, uint8_t seat, unsigned index, struct play *words);
	bool panicked; /* it is answered within the panic time */
	/* What remains to be done when nobody has anything to answer any more (Heresy: the player's
	 * own steps, which `play` has only looked at); NULL for nothing. */
	enum moment_result (*finish)(struct moment *moment);
};

/* MOMENT_REFUSED, with a sentence about the square: "b1: ...". */
enum moment_result moment_refuse(const struct moment *moment, square at, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The same, with the sentence alone. */
enum moment_result moment_deny(const struct moment *moment, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The moment on a field of its own, a copy, with no record, and nobody who asks why. */
struct moment moment_try(const struct moment *moment, struct field *field_out);

/* The piece that is going is neither held by a magnet, a Dungeon nor otherwise [swap-is-no-move].
 */
bool moment_is_loose(const struct moment *moment, unsigned piece);

/* A card may put a piece on the square: it is empty and no Forbidden City. */
bool moment_is_free(const struct moment *moment, square to);

/* Whether the piece is the player's own, a partner's, or neutral [opponent-of-choice]. */
bool moment_is_ours(const struct moment *moment, unsigned piece);

/* The piece may take what stands there: nobody's of the own party or, with `own`, anybody's; no ban
 * protects the one or keeps the other from it [pin-is-no-ban]. */
bool moment_may_take(const struct moment *moment, unsigned piece, square at, bool own);

/* All that stands on the square is captured, both of two [two-on-a-square]; `by`: the piece that
 * does it, or NO_PIECE. */
void moment_take_all(struct moment *moment, square at, unsigned by);

/* The piece captures what stands on the square and goes there. A pawn of [pawn-truce]'s that so
 * crosses the midline is free. */
void moment_strike(struct moment *moment, unsigned piece, square to);

/* How a card lets a piece go. */
struct stride {
	struct reach reach;
	uint8_t twice; /* directions in which two steps are as good as one */
	bool over_own; /* own pieces on the way don't matter (Ghostwalk) */
	bool over_one; /* nor does one piece, wall or Forbidden City (Bombard) */
	bool capture;  /* as it captures, else as it goes to empty squares */
};

/* The stride of the piece as it goes now. */
struct stride moment_stride(const struct moment *moment, unsigned piece, bool capture);

/* The stride of a pawn that goes now from that square, for a side: two steps from its first or
 * second rank. */
uint8_t moment_double_steps(const struct moment *moment, uint8_t side, square from);

/* Whether the stride leads the piece to the square, whatever stands there: a curse and what is in
 * the way counted. */
bool moment_leads(const struct moment *moment, unsigned piece, const struct stride *stride,
		  square to);

/* How a kind of the player's goes as the board lies now. */
struct reach moment_reach_of(const struct moment *moment, uint8_t side, unsigned kind);

/* Whether one of that seat's captured pieces was born that kind; its index, the one taken last if
 * there are several, or NO_PIECE. *fresh_out: in this turn or the one before [marks-return]. */
unsigned moment_captured(const struct moment *moment, uint8_t side, unsigned type, bool *fresh_out);

/* The (first) square of a target of moment->play, and the piece there. */
square moment_square(const struct moment *moment, unsigned target);
unsigned moment_piece(const struct moment *moment, unsigned target);

/* What players call the kind of piece: "rook", "neutral rook", "royal knight", "Crab", "Prince",
 * "rook and knight in one". Added to `out`. */
void moment_name_kind(const struct book *book, const struct field *field, unsigned piece,
		      struct text *out);

/* An effect of moment->card that binds nobody and sits nowhere yet. */
struct effect moment_effect(const struct moment *moment, enum effect_kind what);

/* Whether the change from the one field to the other mates another seat than the player
 * [mate-by-card]. What comes of that the judge says (judge_mates); a promotion by a card asks it of
 * each choice. */
bool moment_mates(const struct book *book, const struct field *before, const struct field *after,
		  uint8_t player);

/* Tells a seat whose king is, by which piece; any one if several could capture it. */
void moment_say_exposed(const struct book *book, const struct field *field, uint8_t seat,
			struct reason *why);

/* The square that touches another in that direction, walls and barriers or not; NO_SQUARE at the
 * rim. */
square moment_beside(const struct book *book, square at, unsigned direction);

/* The index-th square of the board, holes counted, in square order ([square-order]: a1 a2 ... b1
 * ...). */
square moment_nth_square(const struct book *book, unsigned index);

#endif
