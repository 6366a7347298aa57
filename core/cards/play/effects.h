/* SPDX-License-Identifier: MIT */
/*
 * What cards do. Each effect has a name by which card files call it, and two functions: one does
 * it, one lists its plays (most are listed by trying every word that fits the card's targets).
 * Effects stand in effects_*.c by what they act on; effects.c has the table.
 */
#ifndef PBEM_CORE_CARDS_PLAY_EFFECTS_H
#define PBEM_CORE_CARDS_PLAY_EFFECTS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/base.h"
#include "core/cards/deck/card.h"
#include "core/cards/field/field.h"

struct text;

enum { MAX_PLAY_WORDS = 20, MAX_CHAIN = 20 };

/* One word behind PLAY Card, read. */
struct target {
	enum target_form form;
	square squares[MAX_CHAIN]; /* a square; from and to; a chain; an edge's two, lower first */
	uint8_t square_count;
	uint8_t value; /* kind, card, seat; LEFT: 0, RIGHT: 1 */
};

/* A card with its targets: what PLAY says. */
struct play {
	uint8_t card; /* kind of card, NO_CARD for none */
	struct target targets[MAX_PLAY_WORDS];
	uint8_t target_count;
	bool spent; /* in a list: it would have no effect (the Checkmate Rule) */
};

/* Reads what stands behind PLAY: card and targets by their form (T10). REFUSED says what was
 * expected and, for a name that is none, what was probably meant. */
enum verdict play_read(const struct book *book, const char *text, struct play *play_out,
		       struct reason *why);

/* "PLAY Holy War b1 f4" (T10); and one of its targets, "b1f4", "N", "d4|d5". */
void play_print(const struct book *book, const struct play *play, struct text *out);
void play_print_target(const struct book *book, const struct target *target, struct text *out);

/* The card that a target names, NO_CARD if it names none. "Crab" is a kind, too, and read as one
 * behind Haunting Memories. */
uint8_t play_named_card(const struct book *book, const struct target *target);

/* Several of them, separated by blanks. */
void play_print_targets(const struct book *book, const struct target *targets, unsigned count,
			struct text *out);

/* Reads the words behind an ANSWER or a card's name into at most `max` targets; how many, or -1
 * with what can't be read. `card` (may be NULL): for it they are. */
int play_read_targets(const struct book *book, const struct card *card, const char *text,
		      struct target *targets_out, unsigned max, struct reason *why);

/* When and by whom a card is played, and on what. */
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
	const struct card *card;   /* with its arguments; the copied one for Haunting Memories */
	uint16_t copy;		   /* the physical card, for a continuing effect */
	struct event_list *record;
};

/* What came of doing an effect. */
enum moment_result {
	MOMENT_DONE,
	MOMENT_SPENT,	/* by its own rule it has no effect, and counts as played */
	MOMENT_REFUSED, /* it can't be played so: `why` says what was expected */
};

struct play_list {
	struct play *plays; /* owned; see play_list_init */
	unsigned count, size;
};

void play_list_init(struct play_list *list);
void play_list_done(struct play_list *list);
void play_list_add(struct play_list *list, const struct play *play);

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

/* Of a card that adds an effect and does nothing else: how that bears on attacks. */
enum lays {
	LAYS_MORE,  /* it moves, changes or bans pieces, or does more than that */
	LAYS_INERT, /* not at all, before the next turn */
	LAYS_LINES, /* it closes squares or edges to what goes there */
};

struct effect_rules {
	const char *name; /* as card files call it */
	/* What a card file must say for it: the words behind the effect's name, each "a|b" or
	 * "[a|b]", NULL for none; and the forms of the card's targets, a letter each (see
	 * effects_form_letters) with
	 * '?' behind an optional, '*' or '+' behind a repeated one; NULL for any. */
	const char *arguments, *targets;
	/* Checks what the card's targets leave open and does it. The field may be left half changed
	 * when it refuses: callers try on a copy. */
	enum moment_result (*play)(struct moment *moment, const struct play *play,
				   struct reason *why);
	/* Adds every play that `play` wouldn't refuse; NULL: all words that fit the targets are
	 * tried. */
	void (*list)(const struct moment *moment, struct play_list *out);
	/* The demand it makes of other seats (C7), or NULL: see demand.h. */
	const struct demand_rules *demand;
	enum table_verb verb; /* what the table has to do with it beside that */
	bool secret;	      /* what it names is known to its player alone */
	enum lays lays;
	bool displaces;		/* it moves a piece by FROM-TO: springs traps, may be Toll's */
	bool moves_king_safely; /* its own row asks that the king be safe after it: refused, not
				   spent (K1) */
};

/* The effect of that name, or NULL; and all names, NULL after the last, for "did you mean". */
const struct effect_rules *effects_named(const char *name);
const char *const *effects_names(void);

/* Whether the card's arguments and targets are such as its effect wants; -1 with what was expected.
 * A target's form is written in a letter: s square, m move, c chain, e edge, k kind, a card, S
 * seat, t turn, p promotion. */
int effects_fit(const struct card *card, struct reason *reason);

/*
 * Does a card: its targets are checked against the card's rules first (number, form, whose, which
 * kind), then its effect is done. Knows nothing of hands, windows, the Checkmate Rule.
 */
enum moment_result effects_play(struct moment *moment, const struct play *play, struct reason *why);

/* Whether effects_play wouldn't refuse; the field isn't changed. */
bool effects_would(const struct moment *moment, const struct play *play);

/* Every play of the card that effects_play wouldn't refuse now, in no order (T13). `moment->field`
 * isn't changed. */
void effects_list(const struct moment *moment, struct play_list *out);

/* What the other seats are asked before the turn goes on (C7): Toll, Heresy, Doomsayer,
 * Earthquake's and other promotions, Under Elf Hill's return, Abduction. */
struct demand_rules {
	/* The first seat, in turn order from the player's left, that still has something to answer;
	 * NO_SIDE when nobody has. `answered` is the set of seats that have. */
	uint8_t (*asks)(const struct moment *moment, const struct play *play, uint16_t answered);
	/* Does what the seat answers. MOMENT_SPENT: it declined (Toll). */
	enum moment_result (*answer)(struct moment *moment, const struct play *play, uint8_t seat,
				     const struct target *targets, unsigned count, bool no,
				     struct reason *why);
	/* The first legal answer in square order, for one that is overdue. */
	bool (*first)(const struct moment *moment, const struct play *play, uint8_t seat,
		      struct target *targets_out, unsigned *count_out);
	/* The index-th of all answers there are in square order, from 0, that the card itself takes
	 * or not; false behind the last. For who must find one by which a king is safe; NULL:
	 * `first` is the only one tried. */
	bool (*nth)(const struct moment *moment, const struct play *play, uint8_t seat,
		    unsigned index, struct target *targets_out, unsigned *count_out);
	bool panicked; /* it is answered within the panic time */
	/* What remains to be done when nobody has anything to answer any more (Heresy: the player's
	 * own steps, which `play` has only looked at); NULL for nothing. */
	enum moment_result (*finish)(struct moment *moment, const struct play *play,
				     struct reason *why);
};

/* The answers of a seat that are to be tried one after the other: the first legal one, then all
 * others. False behind the last. `no_out`: it is ANSWER NO. */
bool effects_nth_answer(const struct moment *moment, const struct play *play, uint8_t seat,
			unsigned index, struct target *targets_out, unsigned *count_out,
			bool *no_out);

/* What is wanted of a field. */
struct goal {
	bool (*reached)(void *context, const struct field *field);
	void *context;
};

/*
 * Lets each seat that the card played on moment->field asks give an answer, and does what waits for
 * it, so that the goal is reached. moment->found is as the card found it. False, with the field as
 * it was, when there are no such answers.
 */
bool effects_let_answer(struct moment *moment, const struct play *play, const struct goal *goal);

/* ---- what effects do by themselves, at moments that the table knows ---- */

/*
 * A seat's turn begins and is not lost, field_begin_turn is done: Truce goes if the seat has no
 * move (R15), Vendetta if it has no capture, a Challenge that it can't meet lapses.
 */
void effects_at_turn_start(const struct book *book, struct field *field, uint8_t seat,
			   struct event_list *record);

/*
 * A seat's turn is complete (its move and cards, step 8), or was passed over: what bound it in this
 * turn ends, of two pieces left on one square the lesser is lost, Truce goes if a king is in check
 * as if there were none (K6). Before checks are judged.
 */
void effects_after_turn(const struct book *book, struct field *field, uint8_t seat,
			struct event_list *record);

/* After a move, or a card whose effect `displaces`: pieces displaced since `first`, an index into
 * field->story.gone, that stand on an enemy's Man-Trap are captured. Before OX and OM. */
void effects_spring(const struct book *book, struct field *field, unsigned first,
		    struct event_list *record);

/*
 * The seat has said something, once the rest of its message is applied. True when a Doomsayer has
 * heard a kind of which it can lose a piece: then the demand_rules of that card ask it, whatever
 * the play.
 */
bool effects_hear(const struct book *book, struct field *field, uint8_t seat, const char *said,
		  struct event_list *record);

#endif
