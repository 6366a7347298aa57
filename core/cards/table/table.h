/* SPDX-License-Identifier: MIT */
/*
 * The table of a game with cards: the field, the piles, and the turn that stands open. A turn is a
 * script of actions; a reaction is put into it at its window and everything after is run again from
 * the field as the turn found it [answers-put-in-place]. So Bog shortens a move after which
 * Fireball then explodes elsewhere, Fog takes a card out, Chaos the whole turn.
 *
 * The table is a value, and who copies it follows one rule. A function that takes a const table and
 * looks ahead works on a copy of its own, by table_try, and frees it. One that takes a table
 * changes it; when it refuses, the table is spoilt. So there is a copy where an answer may be no:
 * message_decide keeps the table until the whole letter is accepted, and nobody below copies it to
 * be able to refuse.
 */
#ifndef PBEM_CORE_CARDS_TABLE_TABLE_H
#define PBEM_CORE_CARDS_TABLE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/cards/play/moment.h"
#include "core/cards/field/field.h"
#include "core/cards/deck/gather.h"
#include "core/cards/deck/piles.h"
#include "core/cards/table/action.h"
#include "core/cards/table/store.h"
#include "core/rules/rules.h"

struct text;

enum { MAX_GIVEN = MAX_ACTIONS * MAX_SIDES, MAX_UNDONE = 8, HELD_MAX = 1024, BEFORE_MAX = 240 };

/* What a seat is waited for. */
enum phase { PHASE_MOVE, PHASE_WINDOW, PHASE_DEMAND, PHASE_OVER };

/* How far the open turn has come. */
enum turn_state {
	TURN_OPEN,  /* the mover is to move */
	TURN_IN,    /* his turn is in; it is final when the windows close */
	TURN_AGAIN, /* it was fogged or undone: he moves again when they close
		       [mover-after-the-window] */
	TURN_VOID,  /* it is passed over when they close (Toll, [chaos-no-other-turn]) */
};

/* How far the open turn has come, as EVENT_STATE tells it. */
struct table_state {
	uint8_t phase;	  /* enum phase */
	uint8_t state;	  /* enum turn_state */
	uint16_t window;  /* seats that may still answer */
	uint16_t played;  /* seats that have played a card in this turn [asked-again] */
	uint16_t settled; /* ... in parts of it that are closed: a fogged or undone attempt */
	uint8_t demanded; /* seat, in PHASE_DEMAND; NO_SIDE */
	uint8_t demand;	  /* the action that demands; NO_ACTION: Under Elf Hill's return */
	bool king_back;	  /* the mover's king has come back from Under Elf Hill in this turn */
	bool begun_again; /* the mover moves again, and may have said ahead how [said-ahead] ... */
	bool chaos;	  /* ... undone, not fogged */
	bool no_card;	  /* the mover moves (again) without a card [fog-and-the-move]
			     [spent-then-move] */
};

/* A turn sent while windows were open [turn-kept]: its orders as they were read. */
struct held {
	bool there;
	struct position_key board; /* as it was then */
	char text[HELD_MAX];
};

/* What the mover has said ahead [said-ahead]. */
struct ahead {
	char fogged[MOVE_TEXT_MAX + 16], chaos[MOVE_TEXT_MAX + 16];
};

struct table {
	const struct book *book; /* borrowed */
	struct field field;	 /* as it stands now */
	struct field start;	 /* as the open turn found it */
	struct piles piles, start_piles;
	struct lots lots;	 /* as far as they are known here */
	struct history *history; /* borrowed from the game */
	struct outcome outcome;
	struct table_state now;
	uint8_t action_count;
	uint16_t discard[MAX_SIDES]; /* the copy the seat discards when the turn is final
					[final-discard], or NO_COPY */
	/* Boards of turns that were undone: the new one must differ (Chaos, [undone-differs]). */
	struct position_key undone[MAX_UNDONE];
	uint8_t undone_count;
	char before[BEFORE_MAX]; /* attempts at this turn that were fogged or undone, for people */
	struct ahead ahead;
	bool blind; /* concealed from whom a card asks so: what it is played on isn't told */
	uint8_t autopass[MAX_SIDES]; /* enum autopass, a set: no secret [standing-pass] */
	uint8_t returned; /* the seat whose held turn was given back [trial-messages], and that has
			     done nothing since; or NO_SIDE */
	/* Of the open turn, in the order they arrived: what was done, what was answered to it. */
	struct action actions[MAX_ACTIONS];
	struct given given[MAX_GIVEN];
	uint8_t given_count;
	struct store words; /* of all of them */
	/* Mostly unused, as most of the words are: what isn't there isn't copied. */
	struct gather gather; /* until the game begins: what it waits for then */
	struct held held[MAX_SIDES];
};

/* Makes `to` the same as `from`, without the words that aren't there: use it instead of an
 * assignment. What is borrowed is shared, the history too. */
void table_copy(struct table *to, const struct table *from);

/* The same for a trial: the copy has no history. */
void table_try(struct table *to, const struct table *from);

/* A table whose field stands as `position`; hands and piles empty. The piles may be filled
 * (piles_add) until it is started. */
void table_init(struct table *table, const struct book *book, const struct position *position,
		struct history *history);

/* The facts by which piles laid by deck_lay come to a table that has none: piles of cards face
 * down, sealed what they are, and the first hands drawn. To be applied before the first turn. */
void table_deal(const struct book *book, const struct piles *laid, struct event_list *events);

/* ---- the clock ([window-hours] [cards-that-ask], Panic) ---- */

/* The seat whose own turn comes next, or again: who is to move, or will be when the windows close.
 * Told from what everybody knows, hands don't matter [all-are-asked]. NO_SIDE while a card's answer
 * is awaited. */
uint8_t table_next(const struct table *table);

/* Whether that turn is under Panic; and whether the answer that is awaited has the panic time, too.
 */
bool table_is_panicked(const struct table *table);
bool table_demand_is_panicked(const struct table *table);

/* The Panic under which that turn is, or NULL. */
const struct effect *table_find_panic(const struct table *table);

/* Applies one recorded fact: replay runs no rule. */
int table_apply(struct table *table, const struct event *event, struct reason *reason);

/*
 * Whether it can be worked with, whatever file it was read from: every number in it names
 * something, and its parts agree so far that nothing stumbles over them. At the end of an entry,
 * not between two facts.
 */
bool table_is_sound(const struct table *table);

/* The same of one action that stands, or is to stand, as number so much in the script, with its
 * words. */
bool table_action_is_sound(const struct table *table, const struct action *action,
			   const struct action_words *words, uint8_t number);

/* ---- the words of the open turn ---- */

/* The play of an action, with no targets when it is no card; all that it says. */
struct play table_play(const struct table *table, uint8_t number);
void table_words(const struct table *table, uint8_t number, struct action_words *words_out);

/* What was said; the text is the table's. */
const char *table_said(const struct table *table, uint8_t number);

/* How many answers were given to the action's demand, which has room for MAX_SIDES; the nth of
 * them, false when there are no so many. */
unsigned table_answers(const struct table *table, uint8_t number);
bool table_answer(const struct table *table, uint8_t number, unsigned nth,
		  struct answer *answer_out);

/* Whether there is room for one more action, whatever it says; for one more answer. */
bool table_has_room(const struct table *table);
bool table_has_room_for(const struct table *table, const struct answer *answer);

/* For reading a table: the next target, as that number of them, of the last answer to the last
 * action, or of that itself when there is none; what it says. False when it isn't that one, or
 * there is no room. */
bool table_add_target(struct table *table, unsigned number, const struct target *target);
bool table_add_said(struct table *table, const char *said);

/* Takes the actions from that one on out of the script: the last that came. */
void table_cut(struct table *table, uint8_t first);

/* "waits for answers, turn in, may answer black, played by white". Reading checks the names alone.
 */
void table_print_state(const struct book *book, const struct table_state *state, struct text *out);
int table_read_state(const struct book *book, const char *text, struct table_state *state_out,
		     struct reason *reason);

/* ---- asking ---- */

/* The seats that may act now: who is to move, who may answer the turn, whose answer is demanded. */
uint16_t table_awaited(const struct table *table);

/* The open turn as it stands: its move in canonical text ("-" when it has none that stands), a
 * blank, and what was done in it, for people: "b1c3 Nc3, Holy War c3 f4; Black: Fog of War".
 * Attempts that were fogged or undone stand in front: "e2e4 Nf3 (undone); Black: Chaos; then e4".
 */
void table_tell(const struct table *table, struct text *out);

/* Adds the open attempt to those that table_tell puts in front. */
void table_tell_before(struct table *table);

/* The kind of card that waits for an answer, or NO_CARD. */
uint8_t table_demand_card(const struct table *table);

/* The seats that are in check now, whoever's turn it is [trial-check]. */
uint16_t table_checks(const struct table *table);

/*
 * Leaves on the table only what the seat may know: its own hand, and what lies open. All other
 * cards are of no kind (NO_CARD), traps of others lie nowhere (NO_SQUARE), and turns and discards
 * that others have sent ahead are gone [all-are-asked] [hands-stay-secret]. A turn may be tried on
 * it: what is drawn stays unknown. NO_SIDE: what everybody knows.
 */
void table_conceal(struct table *table, uint8_t seat);

/* Whether a card asks that seat to tell from memory what it took. */
bool table_is_blind(const struct table *table, uint8_t seat);

/* One line a continuing effect, oldest first, "Pacifism by white on c3" [trial-effects]. Of a table
 * that is concealed the traps of others lie on a secret square. */
void table_effects(const struct table *table, struct text *out);

#endif
