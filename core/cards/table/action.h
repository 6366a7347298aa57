/* SPDX-License-Identifier: MIT */
/* The actions of an open turn and the answers to their demands as values, as text, and back. */
#ifndef PBEM_CORE_CARDS_TABLE_ACTION_H
#define PBEM_CORE_CARDS_TABLE_ACTION_H

#include "core/base/base.h"
#include "core/cards/play/play.h"
#include "core/cards/table/store.h"
#include "core/position/move.h"

enum { MAX_ACTIONS = 24, NO_ACTION = 0xff, SAID_MAX = 512 };

enum action_kind {
	ACTION_CARD,
	ACTION_MOVE,
	ACTION_SAID, /* words that a Doomsayer heard */
};

/* What became of an action when the turn was last run. */
enum action_fate {
	ACTION_STANDS,
	ACTION_SPENT,	  /* a card without effect: the Checkmate Rule, or its own */
	ACTION_CANCELLED, /* fogged */
	ACTION_RETURNED,  /* undone, or could no longer be done: its card is in the hand */
};

/* One thing done in a turn, by the mover or by who answers him. */
struct action {
	uint8_t kind; /* enum action_kind */
	uint8_t seat;
	uint8_t when;	   /* enum card_when, one bit; of a move: WHEN_INSTEAD */
	uint8_t answers;   /* the action a reaction is put in behind; NO_ACTION for the mover's own,
			      for   what answers the whole turn, and for words heard: script_is_own
			      tells */
	uint8_t plots;	   /* the action of the Plots Within Plots it belongs to, or NO_ACTION */
	uint8_t fate;	   /* enum action_fate */
	bool was_returned; /* ... before it was run anew: what was drawn for it is free */
	bool forced;	   /* found to be spent when it was played: it stays so */
	uint8_t card;	   /* kind of card, or NO_CARD */
	uint8_t acts_as;   /* the kind it acts as: Haunting Memories' copied one, else its own */
	struct move move;
	/* Of the card: which copy, where it stood in the hand, which card was drawn for it
	 * [card-goes-back]. */
	uint16_t copy, drawn;
	int32_t place;
	struct span words; /* in the table's store */
};

/* What an action says, on its way into a table or out of it. */
struct action_words {
	struct play play;    /* of a card; `card` and `spent` aren't kept */
	char said[SAID_MAX]; /* of ACTION_SAID */
};

/* The answer a seat gave to a card's demand, as a table keeps it. */
struct given {
	uint8_t action; /* that asked for it */
	uint8_t seat;
	bool no;
	struct span words;
};

/* An action with nothing done yet: no copy, no fate. */
struct action action_new(enum action_kind kind, uint8_t seat, enum card_when when, uint8_t answers);

/* "after the move: PLAY Holy War b1 f4", "on a card, answering action 2: PLAY Fog of War", "the
 * move: MOVE e2-e4, two steps over e3": what the text of a fact EVENT_SCRIPT holds. Actions are
 * counted from 1 there. */
void action_print(const struct book *book, const struct action *action,
		  const struct action_words *words, struct text *out);
int action_read(const struct book *book, uint8_t seat, const char *text, struct action *action_out,
		struct action_words *words_out, struct reason *reason);

/* The part of it that files of all formats share: 1 when it is PLAY or SAY, 0 when it should be a
 * move, which isn't read. And -1, with the reason why it is no order. */
int action_read_words(const struct book *book, const char *text, struct action *action,
		      struct action_words *words, struct reason *reason);
int action_expect_order(const char *text, struct reason *reason);

/* "NO", or the targets. */
void action_print_answer(const struct book *book, const struct answer *answer, struct text *out);
int action_read_answer(const struct book *book, uint8_t seat, const char *text,
		       struct answer *answer_out, struct reason *reason);

/* Whether a fact EVENT_SCRIPT with that text tells of a turn of one's own, not of an answer to
 * another's. */
bool action_tells_own_turn(const char *text);

/* Whether it tells of words that a Doomsayer heard. */
bool action_tells_said(const char *text);

/* Whether what the action's card names is known to its player alone; then it is printed without. */
bool action_is_secret(const struct book *book, const struct action *action);

#endif
