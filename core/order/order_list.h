/* SPDX-License-Identifier: MIT */
/* Orders, lists of orders, and the canonical words of an order. */
#ifndef PBEM_CORE_ORDER_ORDER_LIST_H
#define PBEM_CORE_ORDER_ORDER_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "core/notation/order_kind.h"
#include "core/variant/variant.h"

struct strbuf;

enum { ORDER_SAY_MAX = 2000 }; /* bytes of one SAY, on any number of lines */

struct order {
	enum order_kind kind;
	unsigned line; /* line of the new text, from 1, for error messages */
	unsigned seat; /* SAY TO: the seat named */
	char *text;    /* owned by the list; "" if the order has none */
	bool sure;     /* a move whose piece was named by a word, or by a letter that is no file
			  ("Lxc3") */
	unsigned hand; /* a move: flags of enum notation_hand */
};

/*
 * A place in a line of a message, in bytes from its beginning, where the writer may have ended the
 * line although the text continues: a soft line end, the border of a table cell. Lines are counted
 * from 1.
 */
struct order_join {
	unsigned line, at;
};

struct order_list {
	struct order *orders;
	size_t count, size;
	bool dry_run; /* TRY was among them (it is not in the list itself) */
	char *missed; /* the line that order_read_message could not read, as written; MOVE alone
			 includes the next line; or NULL */
	bool hinted;  /* `missed` is not a line, but an order that the words of one mean: "I resign.
			 Good game!" is RESIGN */
	bool agreed;  /* `missed` is DRAW, for a message that only says yes */
	char *below_deck; /* the line after a DECK that was taken for chat, or NULL: it may name
			     cards */
	bool recorded;	 /* the orders come from a game file, so orders without effect are accepted,
			    which messages may no longer contain */
	unsigned writer; /* the writer's seat, or NO_SIDE if unknown */
	bool english;	 /* the player has chosen English: B is always a bishop */
	const struct order_join *joins; /* joins of the message, or NULL; not owned */
	size_t join_count;
	bool (*is_play)(const void *game, const char *words); /* a card without PLAY; or NULL */
	const void *game;				      /* for is_play; not owned */
	bool in_message; /* moves may be written as in messages (notation_readings) */
};

void order_list_init(struct order_list *list);
void order_list_done(struct order_list *list);

/* Adds an order with a copy of the text. */
void order_list_add(struct order_list *list, enum order_kind kind, unsigned line, unsigned seat,
		    const char *text);

/*
 * Adds the order in canonical words ("MOVE e2-e4", "SAY hello"), as receipts and game files have
 * it.
 */
void order_print(const struct variant *variant, const struct order *order, struct strbuf *out);

/* The kinds of effects that orders have. */
enum order_part {
	PART_TURN,	  /* on a turn in any game: moves, draws, payments, leaving */
	PART_CARDS,	  /* on a turn, only in games with cards */
	PART_GATHER,	  /* before the game begins */
	PART_CONDITIONAL, /* on future turns; the game file doesn't show them */
	PART_SAY,	  /* messages to others, no effect on the game */
	PART_QUERY,	  /* none: a question */
	PART_SETTING,	  /* none, except on what this seat receives */
	PART_TRIAL,	  /* TRY itself */
};
enum order_part order_part(enum order_kind kind);

/*
 * Reports whether the game file records the order. It doesn't record messages, queries and
 * settings.
 */
bool order_is_recorded(const struct order *order);

/*
 * Reports whether the order must arrive before the deadline: it plays, responds, passes, or claims
 * a draw in its own turn.
 */
bool order_has_deadline(const struct order *order);

/* Reports whether the order is a query or a setting, which changes nothing in the game. */
bool order_is_query(const struct order *order);

#endif
