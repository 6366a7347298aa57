/* SPDX-License-Identifier: MIT */
/* Actions of an open turn, and answers to the demands of their cards: as values, as text, and
 * back. */
#ifndef PBEM_CORE_CARDS_STATE_ACTION_H
#define PBEM_CORE_CARDS_STATE_ACTION_H

#include "core/cards/play/play.h"
#include "core/cards/state/text_store.h"
#include "core/position/move.h"
#include "core/util/base.h"

enum { MAX_ACTIONS = 24, NO_ACTION = 0xff, SAID_MAX = 512 };

enum action_kind {
	ACTION_CARD,
	ACTION_MOVE,
	ACTION_SAID, /* words that a Doomsayer heard */
};

/* The fate of an action in the latest evaluation of the turn. */
enum action_fate {
	ACTION_STANDS,
	ACTION_SPENT,	  /* a card without effect, by the Checkmate Rule or by its own */
	ACTION_CANCELLED, /* by Fog of War */
	ACTION_RETURNED,  /* undone, or no longer possible: its card is in the hand */
};

/* One action in a turn, by the mover or by a player who answers. */
struct action {
	uint8_t kind; /* enum action_kind */
	uint8_t seat;
	uint8_t when;	 /* enum card_when, one bit; WHEN_INSTEAD for a move */
	uint8_t answers; /* the action that a reaction answers; NO_ACTION for the mover's own, for
			    answers to the whole turn, and for words heard (action_script_is_own) */
	uint8_t plots; /* the action of the Plots Within Plots that lets it be played; NO_ACTION */
	uint8_t fate;  /* enum action_fate */
	bool was_returned; /* its fate before this evaluation was ACTION_RETURNED: the card drawn
			      for it is free */
	bool forced;	   /* found to have no effect when it was played; stays so */
	uint8_t card;	   /* kind of card, or NO_CARD */
	uint8_t acts_as;   /* the kind it acts as; for Haunting Memories the copied one */
	struct move move;
	/* The copy played, its place in the hand, and the card drawn to replace it
	 * [card-goes-back]. */
	uint16_t copy, drawn;
	int32_t place;
	struct span words; /* in the table's `words` */
};

/* The words of an action, before they are stored in a table or after they are read from one. */
struct action_words {
	struct play play;    /* of a card; `card` and `spent` aren't stored */
	char said[SAID_MAX]; /* of ACTION_SAID */
};

/* A seat's answer to a card's demand, as a table stores it. */
struct stored_answer {
	uint8_t action; /* the action that asked for it */
	uint8_t seat;
	bool no;
	struct span words;
};

/* Returns a new action, which has no copy yet. */
struct action action_new(enum action_kind kind, uint8_t seat, enum card_when when, uint8_t answers);

/* Print and read an action as the text of an EVENT_SCRIPT, where actions are counted from 1: "after
 * the move: PLAY Holy War b1 f4", "on a card, answering action 2: PLAY Fog of War", "the move: MOVE
 * e2-e4, two steps over e3". action_read returns -1 with the reason if it can't. */
void action_print(const struct card_ruleset *book, const struct action *action,
		  const struct action_words *words, struct strbuf *out);
int action_read(const struct card_ruleset *book, uint8_t seat, const char *text,
		struct action *action_out, struct action_words *words_out, struct reason *reason);

/* Print and read an answer: "NO", or the targets. action_read_answer returns -1 with the reason if
 * it can't. */
void action_print_answer(const struct card_ruleset *book, const struct answer *answer,
			 struct strbuf *out);
int action_read_answer(const struct card_ruleset *book, uint8_t seat, const char *text,
		       struct answer *answer_out, struct reason *reason);

/* Reports whether the text of an EVENT_SCRIPT is an action in the seat's own turn, and not an
 * answer to another's turn. */
bool action_text_is_own_turn(const char *text);

/* Reports whether the text is about words that a Doomsayer heard. */
bool action_text_is_said(const char *text);

/* Reports whether only the player of the action's card may know its words; it is then printed
 * without them. */
bool action_is_secret(const struct card_ruleset *book, const struct action *action);

#endif
