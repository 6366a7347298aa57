/* SPDX-License-Identifier: MIT */
/*
 * The mail of one type of game, as a table of operations: what a token permits, the kinds of
 * messages and their content, the answers to orders. Each type has its files in pbem/gametype,
 * which is above all folders that call an operation. It has a row in mail_gametypes.c there, which
 * main passes to gametype_mail_use. Only these files depend on the type of a game. A type without a
 * row uses the first row.
 */
#ifndef PBEM_SITE_GAMETYPE_MAIL_H
#define PBEM_SITE_GAMETYPE_MAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/order/order_list.h"
#include "core/variant/variant.h"

struct workspace;
struct workspace_game;
struct sha256;
struct draft;
struct due;
struct game;
struct mail_rows;
struct incoming;
struct move_list;
struct strbuf;
struct token;
struct turn_record;

/* A value for templates (template_catalog.h). One of the members says how it is made; without any
 * it is "yes". */
struct mail_value {
	const char *name; /* NULL ends the list */
	void (*add)(const struct draft *draft, struct strbuf *out);
	void (*of_game)(const struct game *game, struct strbuf *out); /* of the state shown */
	void (*of_seat)(const struct game *game, uint8_t seat, struct strbuf *out);
	size_t setting; /* offset of a string in struct config; 0: none */
	size_t member;	/* offset of a string in struct mail, 0: none; for `wish` the value is "yes"
			   if the string is its name */
	bool (*when)(const struct draft *draft); /* if this returns false, the value is empty; NULL:
						    it never does */
};

/* The answer to a query: a template, or a function that answers. Without both it ends the list. */
struct mail_query {
	enum order_kind kind;
	const char *template;
	int (*answer)(struct incoming *incoming, const struct order *order, struct reason *reason);
};

/* The operations. If one may be NULL, its comment says what NULL means. */
struct gametype_mail {
	const struct gametype *kind; /* the type of the games */

	/* ---- a new game ---- */

	/* Checks that games of the variant can be played by mail. Returns -1 with the reason if
	 * they can't. NULL: they can. */
	int (*check_deal)(const struct variant *variant, struct reason *reason);

	/* ---- tokens ---- */

	/* Returns the entry to which the token of a seat's question is bound, and its digest. */
	unsigned (*bound)(const struct game *game, unsigned seat, struct sha256 *digest_out);

	/* Reports whether the token's question is still open. */
	bool (*is_open)(const struct game *game, const struct token *token);

	/* Explains why a token permits no order when the seat isn't asked anything. */
	const char *not_asked;

	/* ---- mail ---- */

	/* Reports whether the seat has to remember the board itself, so that no test may show it.
	 * NULL: it never has to. */
	bool (*is_blind)(const struct game *game, uint8_t seat);

	/* Values that only such games have, or that they make in another way. NULL: none. */
	const struct mail_value *values;

	/* Return the template of the question that is open now, and the template for seats that
	 * didn't answer it in time, or NULL if these get no mail. */
	const char *(*question)(const struct game *now);
	const char *(*late)(const struct game *now);

	/*
	 * Sends one seat its mail about a batch in a game that goes on. In games that wait for the
	 * end of a worklist (game_index_waits), `due` describes that end; otherwise it is NULL.
	 */
	int (*notify)(struct workspace *workspace, struct workspace_game *game, uint8_t seat,
		      const struct due *due, struct reason *reason);

	/* Lists a turn for HISTORY. */
	void (*list_turn)(struct mail_rows *rows, const struct turn_record *turn);

	/* ---- a player's message ---- */

	/* Records that the sender has seen the last message to the seat. NULL: that has no
	 * effect. */
	void (*note_seen)(struct incoming *incoming);

	/* Reports whether the message's orders can be read, before they are. NULL: they can. */
	enum verdict (*check_text)(const struct incoming *incoming, struct reason *why);

	/* Adds the whole order for a line that lacks the first word. Returns false if there is
	 * none. The order may be impossible. NULL: there is never one. */
	bool (*begins_as)(const struct game *game, const char *line, struct strbuf *out);

	/* Returns why the orders, which were read and may be completed here, can't be carried out,
	 * or NULL if they can. The caller frees the text. *dead_out reports whether the question is
	 * out of date. NULL: they can. */
	char *(*why_not)(const struct incoming *incoming, struct order_list *orders,
			 bool *dead_out);

	/* Reports whether log and ledger must not name an order, which was `accepted` or not. NULL:
	 * they may name all orders, and why a message was refused. */
	bool (*hides)(const struct incoming *incoming, const struct order *order, bool accepted);

	/* The first lists the moves of the side to move on the only board. NULL: there are several
	 * boards. The second writes the canonical text of the only move that `reading` can mean, or
	 * "". NULL: that move is found in the list of the first. */
	void (*moves)(const struct game *game, struct move_list *list);
	void (*name_move)(const struct game *game, unsigned seat, const char *reading, char *out);

	/* Questions that only such games answer. NULL: none. */
	const struct mail_query *queries;

	/* Adds the seat's permanent orders for STATUS, each after a newline. NULL: there are
	 * none. */
	void (*standing)(const struct game *game, uint8_t seat, struct strbuf *out);

	/* Explains why the board can't be drawn from a seat's own side. NULL: it can. */
	const char *no_view;

	/* ---- for the moderator ---- */

	/* Adds what a seat is asked for, "to move on 1 and 4"; nothing if the game doesn't wait for
	 * it. */
	void (*status)(const struct game *game, unsigned seat, struct strbuf *out);

	/* Add the boards, from the side of a seat or NO_SIDE; the boards in FEN; and further lines
	 * about the state of the game. NULL: the only board, its position, and no lines. */
	void (*boards)(const struct game *game, uint8_t seat, struct strbuf *out);
	void (*fens)(const struct game *game, struct strbuf *out);
	void (*news)(const struct game *game, struct strbuf *out);
};

/* Sets the list of rows, which ends with NULL and stays valid. The first row also serves types
 * without one. Call it once, before gametype_mail_of. */
void gametype_mail_use(const struct gametype_mail *const *kinds);

/* Returns the row for the variant's type. */
const struct gametype_mail *gametype_mail_of(const struct variant *variant);

#endif
