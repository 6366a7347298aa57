/* SPDX-License-Identifier: MIT */
/*
 * The table of a game with cards: the board, the piles, and the open turn. A turn is a script of
 * actions. A reaction is inserted at its window, and everything after it is evaluated again from
 * the board at the turn's beginning [answers-put-in-place]. So Bog shortens a move after which
 * Fireball then explodes elsewhere, Fog removes a card, and Chaos the whole turn.
 *
 * The table is a value. A function that takes a const table and looks ahead works on its own copy,
 * made by card_state_try, and frees it. A function that takes a table changes it; after a refusal
 * the table is unusable. So the caller copies a table before a call that may refuse. submit_decide
 * keeps the table until the whole message is accepted. The functions that it calls don't copy the
 * table again just to be able to refuse.
 */
#ifndef PBEM_CORE_CARDS_STATE_CARD_STATE_H
#define PBEM_CORE_CARDS_STATE_CARD_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/cards/board/card_board.h"
#include "core/cards/deck/piles.h"
#include "core/cards/deck/setup_phase.h"
#include "core/cards/play/effect_context.h"
#include "core/cards/state/action.h"
#include "core/cards/state/text_store.h"
#include "core/rules/rules.h"

struct strbuf;

enum { MAX_GIVEN = MAX_ACTIONS * MAX_SIDES, MAX_UNDONE = 8, HELD_MAX = 1024, BEFORE_MAX = 240 };

/* The kind of decision that the game waits for. */
enum phase { PHASE_MOVE, PHASE_WINDOW, PHASE_DEMAND, PHASE_OVER };

/* The progress of the open turn. */
enum turn_state {
	TURN_OPEN,  /* the mover is to move */
	TURN_IN,    /* the mover's turn was sent; it is final when the windows close */
	TURN_AGAIN, /* fogged or undone: the mover moves again when the windows close
		       [mover-after-the-window] */
	TURN_VOID,  /* passed over when the windows close (Toll, [chaos-no-other-turn]) */
};

/* The progress of the open turn, as EVENT_STATE records it. */
struct card_state_state {
	uint8_t phase;	  /* enum phase */
	uint8_t state;	  /* enum turn_state */
	uint16_t window;  /* seats that may still answer */
	uint16_t played;  /* seats that have played a card in this turn [asked-again] */
	uint16_t settled; /* those of them who did so in closed attempts: fogged or undone */
	uint8_t demanded; /* the seat that must answer, in PHASE_DEMAND; NO_SIDE */
	uint8_t demand; /* the action whose card asks; NO_ACTION: the return from Under Elf Hill */
	bool king_back; /* the mover's king has returned from Under Elf Hill in this turn */
	bool begun_again; /* the mover moves again, perhaps as said in advance [said-ahead] */
	bool chaos;	  /* the attempt was undone, not fogged */
	bool no_card;	  /* the mover moves (again) without a card [fog-and-the-move]
			     [spent-then-move] */
};

/* A turn sent while windows were open: its orders as they were read [turn-kept]. */
struct held_turn {
	bool there;
	struct position_key board; /* the board at that time */
	char text[HELD_MAX];
};

/* The mover's next moves, sent in advance for a turn that is fogged or undone [said-ahead]. */
struct ahead {
	char fogged[MOVE_TEXT_MAX + 16], chaos[MOVE_TEXT_MAX + 16];
};

struct card_state {
	const struct card_ruleset *book; /* borrowed */
	struct card_board field;	 /* the present board */
	struct card_board start;	 /* the board at the beginning of the open turn */
	struct piles piles, start_piles;
	struct lots lots;	 /* as far as known here */
	struct history *history; /* borrowed from the game */
	struct outcome outcome;
	struct card_state_state now;
	uint8_t action_count;
	uint16_t discard[MAX_SIDES]; /* the copy that the seat discards when the turn is final
					[final-discard], or NO_COPY */
	/* Boards of turns that were undone: the new one must differ (Chaos, [undone-differs]). */
	struct position_key undone[MAX_UNDONE];
	uint8_t undone_count;
	char before[BEFORE_MAX]; /* earlier attempts at this turn, fogged or undone, for people */
	struct ahead ahead;
	bool blind; /* concealed for a seat that must remember a piece: the targets of the asking
		       card are hidden */
	uint8_t autopass[MAX_SIDES]; /* set of enum autopass; not secret [standing-pass] */
	uint8_t returned; /* the seat whose held turn was given back [trial-messages] and that has
			     done nothing since; or NO_SIDE */
	/* Actions of the open turn and answers to their demands, in order of arrival. */
	struct action actions[MAX_ACTIONS];
	struct stored_answer given[MAX_GIVEN];
	uint8_t given_count;
	struct text_store words; /* of all actions and answers */
	/* The members below are mostly unused, as most of `words` is: only the used parts are
	 * copied. */
	struct setup_phase gather; /* data sent before the game begins */
	struct held_turn held[MAX_SIDES];
};

/* Copies only the used part of each array; use it instead of an assignment. The copy shares
 * borrowed objects, also the history. */
void card_state_copy(struct card_state *to, const struct card_state *from);

/* Copies a table for a trial: the copy has no history. */
void card_state_try(struct card_state *to, const struct card_state *from);

/* Sets up a table whose board has `position`; hands and piles are empty. The piles may be filled
 * (piles_add) before the game starts. */
void card_state_init(struct card_state *table, const struct card_ruleset *book,
		     const struct position *position, struct history *history);

/* Adds the events that bring piles laid by deck_lay to a table without piles: cards face down,
 * their kinds (sealed), and the drawing of the first hands. They are applied before the first
 * turn. */
void card_state_deal(const struct card_ruleset *book, const struct piles *laid,
		     struct event_list *events);

/* ---- the clock ([window-hours] [cards-that-ask], Panic) ---- */

/* Returns the seat whose own turn comes next, or again: the seat to move now, or when the windows
 * close. It follows from public knowledge; hands don't matter [all-are-asked]. Returns NO_SIDE
 * while the card of an action waits for an answer. */
uint8_t card_state_next(const struct card_state *table);

/* card_state_is_panicked reports whether that turn is under Panic. card_state_demand_is_panicked
 * reports whether the awaited answer has the panic time, too. */
bool card_state_is_panicked(const struct card_state *table);
bool card_state_demand_is_panicked(const struct card_state *table);

/* Returns the Panic effect on that turn, or NULL. */
const struct effect *card_state_find_panic(const struct card_state *table);

/* Applies one recorded event without checking rules. Returns -1 with the reason if the event can't
 * be true. */
int card_state_apply(struct card_state *table, const struct event *event, struct reason *reason);

/*
 * Reports whether a table is sound, whatever file it was read from: every number in it refers to
 * something, and its parts agree. Tables are sound at the end of an entry, not between two events.
 */
bool card_state_is_sound(const struct card_state *table);

/* Reports the same of one action with its words, which is or will be action `number` of the
 * script. */
bool card_state_action_is_sound(const struct card_state *table, const struct action *action,
				const struct action_words *words, uint8_t number);

/* ---- the words of the open turn ---- */

/* card_state_play returns the play of an action, without targets if it is no card. card_state_words
 * returns all words of an action. */
struct play card_state_play(const struct card_state *table, uint8_t number);
void card_state_words(const struct card_state *table, uint8_t number,
		      struct action_words *words_out);

/* Returns the text of SAY, or "" for another action. It belongs to the table. */
const char *card_state_said(const struct card_state *table, uint8_t number);

/* card_state_answers returns the number of answers to the action's demand; there is room for
 * MAX_SIDES. card_state_answer finds the nth, from 0; it returns false if there are fewer. */
unsigned card_state_answers(const struct card_state *table, uint8_t number);
bool card_state_answer(const struct card_state *table, uint8_t number, unsigned nth,
		       struct answer *answer_out);

/* Report whether there is room for one more action with any words, and for one more answer. */
bool card_state_has_room(const struct card_state *table);
bool card_state_has_room_for(const struct card_state *table, const struct answer *answer);

/* Removes the actions from `first` on, and their answers, from the script. */
void card_state_cut(struct card_state *table, uint8_t first);

/* Print and read the state of a turn: "waits for answers, turn in, may answer black, cards by
 * white". Reading checks the names alone. */
void card_state_print_state(const struct card_ruleset *book, const struct card_state_state *state,
			    struct strbuf *out);
int card_state_read_state(const struct card_ruleset *book, const char *text,
			  struct card_state_state *state_out, struct reason *reason);

/* ---- questions ---- */

/* Returns the seats that may act now: the seat to move, the seats that may answer the turn, or the
 * seat that a card asks. Before the game begins, returns the seats whose words or decks are
 * missing. */
uint16_t card_state_awaited(const struct card_state *table);

/* Describes the open turn: its move in canonical text ("-" if it has none), a space, and its
 * actions, for people: "b1c3 Nc3, Holy War c3 f4; Black: Fog of War". Attempts that were fogged
 * or undone come first: "e2e4 Nf3 (undone); Black: Chaos; then e4". */
void card_state_describe_turn(const struct card_state *table, struct strbuf *out);

/* Adds the open attempt to the earlier ones that card_state_describe_turn describes first. */
void card_state_save_attempt(struct card_state *table);

/* Returns the kind of card that waits for an answer, or NO_CARD. */
uint8_t card_state_demand_card(const struct card_state *table);

/* Returns the seats that are in check now, whether it is their turn or not [trial-check]. */
uint16_t card_state_checks(const struct card_state *table);

/*
 * Removes from the table everything that the seat may not know; its own hand and open cards stay.
 * All other cards get no kind (NO_CARD), traps of others no square (NO_SQUARE). Turns and discards
 * that others have sent ahead are removed [all-are-asked] [hands-stay-secret]. A turn may be tried
 * on the table: drawn cards stay unknown. NO_SIDE: only public knowledge stays.
 */
void card_state_conceal(struct card_state *table, uint8_t seat);

/* Reports whether a card (Abduction) asks the seat to remember a piece that was taken. */
bool card_state_is_blind(const struct card_state *table, uint8_t seat);

/* Lists the continuing effects, oldest first, one per line, "Pacifism by white on c3"
 * [trial-effects]. On a concealed table the traps of others are on a secret square. */
void card_state_effects(const struct card_state *table, struct strbuf *out);

#endif
