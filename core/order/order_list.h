/* SPDX-License-Identifier: MIT */
/* Orders as values: a list of them, and each in canonical words. */
#ifndef PBEM_CORE_ORDER_ORDER_LIST_H
#define PBEM_CORE_ORDER_ORDER_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "core/variant/variant.h"
#include "core/words/order_kind.h"

enum { ORDER_SAY_MAX = 2000 }; /* bytes that one SAY may say, however many lines they are */

struct order {
	enum order_kind kind;
	unsigned line; /* of the new text, from 1, for error messages */
	unsigned seat; /* SAY TO: the seat named */
	char *text;    /* owned by the list; "" when the order has none */
	bool sure; /* a move: its piece was named by a word, or a letter that is no file ("Lxc3") */
};

struct order_list {
	struct order *orders;
	size_t count, size;
	bool dry_run; /* a TRY was among them (TRY itself is not in the list) */
	char *missed; /* the line that order_read_letter could not read, as it was written, and with
		       * a MOVE alone the one below it; else NULL
		       */
	char *below_deck; /* the line below a DECK that was taken for chat, else NULL: it may name
			     cards */
	bool recorded;	/* they stand in a game file: what is refused of a letter since, and changed
			   nothing, isn't refused */
	bool in_letter; /* moves are read as people write them in letters (notation_readings), not
			   strictly */
};

void order_list_init(struct order_list *list);
void order_list_done(struct order_list *list);

/* Adds an order; the text is copied. */
void order_list_add(struct order_list *list, enum order_kind kind, unsigned line, unsigned seat,
		    const char *text);

/* The order in canonical words ("MOVE e2-e4", "SAY hello"), for receipts and the game file. */
struct text;
void order_print(const struct variant *variant, const struct order *order, struct text *out);

/* What an order of a kind is to the game. */
enum order_part {
	PART_TURN,   /* of a turn of any game: moves, draws, what is paid, leaving */
	PART_CARDS,  /* of a turn with cards only */
	PART_GATHER, /* of what is gathered before the game */
	PART_AHEAD,  /* of turns to come: its file doesn't tell what */
	PART_SAY,    /* told to others: no deed in the game */
	PART_QUERY,  /* a question: changes nothing */
	PART_WISH,   /* changes nothing but what this seat gets */
	PART_TRIAL,  /* TRY itself */
};
enum order_part order_part(enum order_kind kind);

/* Whether the order is one to the game, which its file keeps: nothing said, asked or wished. */
bool order_is_deed(const struct order *order);

/* Whether the order must come in time, where time is limited: it plays, answers, passes, or claims
 * a draw in its own turn. */
bool order_hurries(const struct order *order);

/* Whether the order only asks, or wishes, and changes nothing in the game. */
bool order_is_query(const struct order *order);

#endif
