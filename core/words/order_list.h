/* SPDX-License-Identifier: MIT */
/* Orders as values: what kinds there are, a list of them, and each in canonical words. */
#ifndef PBEM_CORE_WORDS_ORDER_LIST_H
#define PBEM_CORE_WORDS_ORDER_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "core/variant/variant.h"

enum { ORDER_SAY_MAX = 2000 }; /* bytes that one SAY may say, however many lines they are */

enum order_kind {
	/* Orders proper: they change the game. */
	ORDER_MOVE, /* text: the move as written */
	/* In a ring these four may name a board, counted from 1: it is their text. */
	ORDER_RESIGN,
	ORDER_DRAW, /* offer, or accept the offer that stands */
	ORDER_DRAW_NO,
	ORDER_CLAIM_DRAW,
	ORDER_PASS,
	ORDER_REMOVE, /* text: squares, "a2 b2": pieces given up to pay a debt [debt-payment] */
	ORDER_TRADE,  /* text: "d1=R": a queen for a captured rook or bishop [paid-by-queen] */
	/* Only in games with cards, in the order they stand: the order of play. */
	ORDER_PLAY,    /* text: card and targets, "Holy War b1 f4" */
	ORDER_ANSWER,  /* text: a choice another's card asks for [cards-that-ask], "b2", "NO", "a7a8
			  c1=Q" */
	ORDER_DISCARD, /* text: the card */
	ORDER_AUTOPASS,	 /* text: "ON", "OFF", "UNLESS CHECK, CAPTURE, CARD" or some of these
			    [standing-pass] */
	ORDER_IF_FOGGED, /* text: a move, should Fog of War take the turn's own one away
			    [said-ahead] */
	ORDER_IF_CHAOS,	 /* text: a move, should the turn be undone */
	ORDER_JOIN, /* text: words for the shuffles, perhaps behind WORDS; before the game begins */
	ORDER_DECK, /* text: "Fog of War, Bog, Bog": the deck; before the game begins */
	ORDER_SAY,  /* text: what is said to all */
	ORDER_SAY_TO, /* text: what is said; seat: to whom; never published */
	/* Queries: they change nothing. */
	QUERY_STATUS,
	QUERY_BOARD, /* text: what follows the word, may be empty; in a ring a number too */
	QUERY_HISTORY,
	QUERY_HELP,  /* text: the topic, may be empty */
	QUERY_HAND,  /* these three in games with cards */
	QUERY_CARD,  /* text: the card's name */
	QUERY_PLAYS, /* text: a move after which, may be empty */
	/* Wishes: they change nothing but what this seat gets. */
	WISH_VIEW,  /* text: "own", or the first seat's name */
	WISH_SHORT, /* text: "on" or "off" */
	WISH_LEAVE, /* no more letters */
	WISH_WATCH, /* letters again */
	ORDER_TRY,  /* dry run: the rest is judged and not applied */
	ORDER_KINDS
};

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
	bool in_letter;	  /* moves are read as people write them in letters (notation_readings), not
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
