/* SPDX-License-Identifier: MIT */
/* What a player asks in words: finds the order paragraph of a letter and reads it (pbem-orders(7)).
 */
#ifndef PBEM_CORE_ORDER_ORDER_H
#define PBEM_CORE_ORDER_ORDER_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/base.h"
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
	ORDER_REMOVE, /* text: squares, "a2 b2": pieces given up to pay a debt (P5) */
	ORDER_TRADE,  /* text: "d1=R": a queen for a captured rook or bishop (P6) */
	/* Only in games with cards, in the order they stand: the order of play. */
	ORDER_PLAY,	/* text: card and targets, "Holy War b1 f4" */
	ORDER_ANSWER,	/* text: a choice another's card asks for (C7), "b2", "NO", "a7a8 c1=Q" */
	ORDER_DISCARD,	/* text: the card */
	ORDER_AUTOPASS, /* text: "ON", "OFF", "UNLESS CHECK, CAPTURE, CARD" or some of these (C2) */
	ORDER_IF_FOGGED, /* text: a move, should Fog of War take the turn's own one away (C8) */
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
	char *missed; /* the line that order_read_letter couldn't read, as it was written; else NULL
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

/*
 * Reads one order ("MOVE e2-e4", "say good luck", or a bare "Nf3") and adds it.
 * REFUSED with what was expected when the line isn't one.
 */
enum verdict order_read(const struct variant *variant, const char *line, unsigned line_number,
			struct order_list *list, struct reason *why);

/*
 * Finds the order paragraph in the new text of a letter (UTF-8, LF) and reads it: from the first
 * line that parses whole as an order to the first that begins none, blank lines skipped; greetings
 * and chat around it are ignored. "KEY" and a token at a line's end are taken off. What SAY says
 * goes on to a blank line, an order or the line with the key. REFUSED, naming the line, for an
 * order after the paragraph's end, for a near miss (order_miss.h), and when there is no order at
 * all. Two orders that exclude each other are refused here too.
 */
enum verdict order_read_letter(const struct variant *variant, const char *new_text,
			       struct order_list *list, struct reason *why);

/* Whether a line, quoted without a mark in a letter, adds no order to it and isn't taken for a
 * misspelt one: order_read_letter goes on behind it. */
bool order_line_is_harmless(const struct variant *variant, const char *line);

/* Whether the orders of one message go together; order_read_letter has asked it already. REFUSED
 * names the two that exclude each other, or what stands in the wrong place: payments come before
 * moves (ruling 38). */
enum verdict order_check_together(const struct variant *variant, const struct order_list *list,
				  struct reason *why);

/*
 * Leaves out every order that says no more than one above it (what can be meant twice stays);
 * REFUSED when more than MAX_ORDERS are left: what one letter may cost has a limit.
 * order_read_letter has asked it already.
 */
enum { MAX_ORDERS = 32 };
enum verdict order_check_number(const struct variant *variant, struct order_list *list,
				struct reason *why);

/* The order in canonical words ("MOVE e2-e4", "SAY hello"), for receipts and the game file. */
struct text;
void order_print(const struct variant *variant, const struct order *order, struct text *out);

/* Whether the order only asks, or wishes, and changes nothing in the game. */
bool order_is_query(const struct order *order);

#endif
