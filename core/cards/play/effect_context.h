/* SPDX-License-Identifier: MIT */
/*
 * The context in which a card is played, and a card's effect: a row with functions. Also the common
 * parts of effects: how a card lets a piece move, what it may capture, and how a card is refused. A
 * function that returns false writes the reason to context->why.
 */
#ifndef PBEM_CORE_CARDS_PLAY_EFFECT_CONTEXT_H
#define PBEM_CORE_CARDS_PLAY_EFFECT_CONTEXT_H

#include "core/cards/board/card_board.h"
#include "core/cards/play/play.h"

/* For one board: the seats that were tested for mate, and those that are mated, as sets. */
struct effect_context_mated {
	uint16_t asked, mated;
};

struct effect_context {
	const struct card_ruleset *book;
	struct card_board *field; /* the board as the turn has made it so far */
	/* the board before the move or instead-card (Bog, Riposte); or NULL */
	const struct card_board *start;
	const struct card_board
		*found; /* the board before the card, in functions of demand_rules; else NULL */
	uint8_t player; /* who plays it */
	uint8_t mover;	/* whose turn it is */
	enum card_when when; /* at which moment: one bit */
	bool again;	     /* the card answers the first of two moves of a piece */
	uint8_t answers;     /* the number of the action it answers; or NO_ACTION */
	bool as_they_stand;  /* of two pieces on a square, the one in front is meant */
	struct effect_context_mated *mated; /* for `field`, where mates are tested often; or NULL */
	const struct card *card; /* with its arguments; the copied one for Haunting Memories */
	uint16_t copy;		 /* the physical card, for a continuing effect */
	const struct play *play; /* what it is played on; NULL in a search for plays */
	struct event_list *record;
	struct reason *why; /* gets what was expected if it is refused; or NULL */
};

/* The result of an effect. */
enum effect_context_result {
	EFFECT_CONTEXT_REFUSED, /* it can't be played so: `why` says what was expected; same value
				   as false */
	EFFECT_CONTEXT_DONE,
	EFFECT_CONTEXT_SPENT, /* it has no effect by its own rule, and counts as played */
};

/* The work of cards that act on the turn, the piles or other cards, and not only on the board. */
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
	VERB_RIPOSTE, /* change the move they answer: `play` begins from context->start */
	VERB_RESTORE, /* brings back a captured piece, with the effects on it (Hostage) */
	VERB_AGAIN,   /* moves a piece a second time: no effect after Bog, but not handed back */
};

struct effect_rules {
	const char *name; /* its name in card files */
	/* The words that a card file must have after the effect's name, each "a|b" or "[a|b]", in
	 * capitals for any word; NULL for none. The forms of the card's targets: one letter each
	 * (see effects_fit), followed by '?' if optional, '*' or '+' if repeated; NULL for any. */
	const char *arguments, *targets;
	/* Other effects that the words make of it: a row without name and arguments for each word
	 * in `arguments`, in their order. The effect's own row is for no word. NULL: words don't
	 * change the row. */
	const struct effect_rules *words;
	/* Sets further members of a card's own row that depend on its words. Returns -1 with what
	 * was expected. NULL: there are none. */
	int (*read)(const struct card *card, struct effect_rules *rules, struct reason *reason);
	/* Checks what the targets of context->play leave open, and carries it out. A refusal may
	 * leave the board half changed: callers try on a copy. */
	enum effect_context_result (*play)(struct effect_context *context);
	/* Adds every play that `play` wouldn't refuse. NULL: all words that fit the targets are
	 * tried. */
	void (*list)(const struct effect_context *context, struct play_list *out);
	/* Returns false only for words that `play` would refuse, and needs no copy of the board. It
	 * is called where many words for a card's one target are tried. NULL: no test is quicker
	 * than trying. */
	bool (*may)(const struct effect_context *context);
	/* The questions that its card asks other seats [cards-that-ask], or NULL. */
	const struct demand_rules *demand;
	enum table_verb verb; /* what the table has to do in addition */
	bool secret;	      /* only its player knows what it names */
	enum attack_impact attack_impact;
	bool displaces;		/* it moves a piece by FROM-TO, and so may spring traps */
	bool in_corners;	/* only pawns in a corner promote by it */
	bool turns_board;	/* pawns promote when it ends, too (Peace Talks) */
	bool moves_king_safely; /* its own row requires that the king is safe after it: otherwise it
				   is refused, not spent [refused-or-spent] */
	/* In a card's own row: its words as a set, in the order of `arguments`; and the effect that
	 * it adds, EFFECT_KINDS for none. */
	uint32_t said;
	enum effect_kind laid;
};

/* Reports whether the card's file gives that word, an index into `arguments`, to its effect. */
static inline bool effect_context_says(const struct effect_context *context, unsigned word)
{
	return context->card->effect->said >> word & 1;
}

/* Questions to seats that must be answered before the turn goes on [cards-that-ask]: Toll, Heresy,
 * Doomsayer, promotions by Earthquake and other cards, Under Elf Hill's return, Abduction. */
struct demand_rules {
	/* Returns the first seat, in turn order from the player's left, that still has to answer;
	 * NO_SIDE if there is none. `answered` is the set of seats that have answered. */
	uint8_t (*asks)(const struct effect_context *context, uint16_t answered);
	/* Carries out a seat's answer. EFFECT_CONTEXT_SPENT: the card has no effect. */
	enum effect_context_result (*answer)(struct effect_context *context,
					     const struct answer *answer);
	/* Adds the words of the first legal answer in square order, for an answer that is overdue.
	 * Returns false if that answer is NO. */
	bool (*first)(const struct effect_context *context, uint8_t seat, struct play *words);
	/* Adds the words of the index-th possible answer in square order, from 0, whether the card
	 * accepts it or not. Returns false after the last. For finding an answer by which a king is
	 * safe; NULL: only `first` is tried. */
	bool (*nth)(const struct effect_context *context, uint8_t seat, unsigned index,
		    struct play *words);
	/* Reports whether the seat that is asked has no allowed answer, so that the card has no
	 * effect. NULL: never. */
	bool (*stuck)(const struct effect_context *context, uint8_t seat);
	bool panicked; /* the answer has the panic time */
	/* Does the rest after all answers (Heresy: the player's own steps, which `play` has only
	 * tested). NULL: there is nothing left to do. */
	enum effect_context_result (*finish)(struct effect_context *context);
};

/* Returns EFFECT_CONTEXT_REFUSED with a sentence about the square: "b1: ...". */
enum effect_context_result effect_context_refuse(const struct effect_context *context, square at,
						 const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Returns EFFECT_CONTEXT_REFUSED with the sentence alone. */
enum effect_context_result effect_context_deny(const struct effect_context *context,
					       const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Returns the context on a copy of its board, without `record` and `why`. */
struct effect_context effect_context_try(const struct effect_context *context,
					 struct card_board *field_out);

/* Reports whether the piece may leave its square: no magnet, Dungeon or other effect holds it
 * [swap-is-no-move]. */
bool effect_context_is_loose(const struct effect_context *context, unsigned piece);

/* Reports whether a card may put a piece on the square: it is empty and no Forbidden City. */
bool effect_context_is_free(const struct effect_context *context, square to);

/* Reports whether the piece is the player's own, a partner's, or neutral [opponent-of-choice]. */
bool effect_context_is_ours(const struct effect_context *context, unsigned piece);

/* Reports whether the piece may capture what is on the square. It must not belong to the player or
 * a partner unless `own`. No ban may protect it, or keep the piece from capturing
 * [pin-is-no-ban]. */
bool effect_context_may_take(const struct effect_context *context, unsigned piece, square at,
			     bool own);

/* Captures everything on the square, also both of two pieces [two-on-a-square]. `by`: the captor,
 * or NO_PIECE. */
void effect_context_take_all(struct effect_context *context, square at, unsigned by);

/* Lets the piece capture what is on the square and go there. A pawn under [pawn-truce] that crosses
 * the midline in this way becomes free. */
void effect_context_strike(struct effect_context *context, unsigned piece, square to);

/* How a card lets a piece move. */
struct stride {
	struct reach reach;
	uint8_t twice; /* directions in which it may also take two steps */
	bool over_own; /* own pieces don't block the way (Ghostwalk) */
	bool over_one; /* one piece, wall or Forbidden City doesn't block it (Bombard) */
	bool capture;  /* as it captures; otherwise as it moves to empty squares */
};

/* Returns the stride of the piece as it moves now. */
struct stride effect_context_stride(const struct effect_context *context, unsigned piece,
				    bool capture);

/* Returns the directions in which a pawn of the side may step twice from that square, its first or
 * second rank. */
uint8_t effect_context_double_steps(const struct effect_context *context, uint8_t side,
				    square from);

/* Reports whether the stride leads the piece to the square, whatever is on it. A curse and pieces
 * in the way count. */
bool effect_context_leads(const struct effect_context *context, unsigned piece,
			  const struct stride *stride, square to);

/* Returns how a kind of the side moves on the board as it is turned now. */
struct reach effect_context_reach_of(const struct effect_context *context, uint8_t side,
				     unsigned kind);

/* Returns a captured piece of that seat with that original kind, or NO_PIECE. If one was captured
 * in this turn or the one before, it is the last of them, and *fresh_out is true [marks-return]. */
unsigned effect_context_captured(const struct effect_context *context, uint8_t side, unsigned type,
				 bool *fresh_out);

/* Return the (first) square of a target of context->play, and the piece there. */
square effect_context_square(const struct effect_context *context, unsigned target);
unsigned effect_context_piece(const struct effect_context *context, unsigned target);

/* Adds what players call the kind of piece: "rook", "neutral rook", "royal knight", "Crab",
 * "Prince", "rook and knight in one". */
void effect_context_name_kind(const struct card_ruleset *book, const struct card_board *field,
			      unsigned piece, struct strbuf *out);

/* Returns an effect of context->card that binds nobody and is nowhere yet. */
struct effect effect_context_effect(const struct effect_context *context, enum effect_kind what);

/* Reports whether the change from one board to the other mates a seat that isn't the player
 * [mate-by-card]. */
bool effect_context_mates(const struct card_ruleset *book, const struct card_board *before,
			  const struct card_board *after, uint8_t player);

/* Writes to `why` that the seat's king could be captured, and by which piece; any one if several
 * could. */
void effect_context_explain_exposed(const struct card_ruleset *book, const struct card_board *field,
				    uint8_t seat, struct reason *why);

/* Returns the neighbouring square in that direction, whatever walls and barriers are between;
 * NO_SQUARE at the edge. */
square effect_context_beside(const struct card_ruleset *book, square at, unsigned direction);

/* Returns the index-th square of the board in square order, holes included ([square-order]: a1 a2
 * ... b1 ...). */
square effect_context_nth_square(const struct card_ruleset *book, unsigned index);

#endif
