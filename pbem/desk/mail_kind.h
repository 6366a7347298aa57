/* SPDX-License-Identifier: MIT */
/*
 * What letters of one kind of game have of their own, as a table of operations: what a token is
 * good for, which letters there are and what stands in them, how orders are answered. Each kind has
 * its files in pbem/kind, which lies above all folders that call an operation, and a row in
 * mail_kinds.c there, which main hands down; nobody else asks of which kind a game is. A kind
 * without a row gets the letters of a plain game.
 */
#ifndef PBEM_DESK_MAIL_KIND_H
#define PBEM_DESK_MAIL_KIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/order/order_list.h"
#include "core/variant/variant.h"

struct desk;
struct desk_game;
struct digest;
struct draft;
struct due;
struct game;
struct mailing_rows;
struct matter;
struct move_list;
struct text;
struct token;
struct turn_record;

/* A value of letters (letters_table.h), made in one of these ways; "yes" without any. */
struct mail_value {
	const char *name; /* NULL ends the list */
	void (*add)(const struct draft *draft, struct text *out);
	void (*of_game)(const struct game *game, struct text *out); /* of the state shown */
	void (*of_seat)(const struct game *game, uint8_t seat, struct text *out);
	size_t setting; /* where in struct config the string stands; 0: nowhere */
	size_t member;	/* where in struct mail; of `wish` it is "yes" where that has this name */
	bool (*when)(const struct draft *draft); /* else there is nothing to tell; NULL: always */
};

/* An answer to a question: a letter, or what makes one; without both the end of a list. */
struct mail_query {
	enum order_kind kind;
	const char *template;
	int (*answer)(struct matter *matter, const struct order *order, struct reason *reason);
};

/* An operation that may be NULL says what then is so. */
struct mail_kind {
	const struct kind *kind; /* whose games these letters are of */

	/* ---- a new game ---- */

	/* Whether games of the variant can be played by mail; -1 with the reason. NULL: they can.
	 */
	int (*check_deal)(const struct variant *variant, struct reason *reason);

	/* ---- tokens ---- */

	/* What the token of a letter to a seat that is asked something is bound to: an entry, and
	 * its digest. */
	unsigned (*bound)(const struct game *game, unsigned seat, struct digest *digest_out);

	/* Whether what it answers is still asked. */
	bool (*is_open)(const struct game *game, const struct token *token);

	/* Whether all that it may answer was asked by that time. */
	bool (*asked_by)(const struct game *game, const struct token *token, int64_t time);

	/* Why it is good for nothing when the seat isn't asked anything. */
	const char *not_asked;

	/* ---- letters ---- */

	/* Makes a copy of the game into what the seat knows of it. NULL: every seat knows all. */
	void (*conceal)(struct game *seen, uint8_t seat);

	/* Whether the seat is to tell from memory what stood on the board: nothing that it tries
	 * may show it that. NULL: it never is. */
	bool (*is_blind)(const struct game *game, uint8_t seat);

	/* Values that only such games have, or that are made otherwise than in plain ones. NULL:
	 * none. */
	const struct mail_value *values;

	/* The letter that asks a seat what the game asks now; and the letter to those who didn't
	 * answer it in time, NULL when they hear of nothing. */
	const char *(*question)(const struct game *now);
	const char *(*late)(const struct game *now);

	/*
	 * Writes to one seat what it is to hear of a batch in a game that goes on. Where games wait
	 * for the end of a sitting (index_waits), of that: then `due` says what it was, else it is
	 * NULL.
	 */
	int (*tell)(struct desk *desk, struct desk_game *game, uint8_t seat, const struct due *due,
		    struct reason *reason);

	/* Lists what a seat can play of its hand, now or in its own turn that is `next`, at most so
	 * many plays a card, as `plays` and `next-plays` do; in English "  before it PLAY Bog"
	 * where a move must stand below. NULL: there is no such value. */
	void (*plays)(const struct game *game, uint8_t seat, bool next, unsigned most,
		      struct text *out);

	/* Lists a turn for HISTORY. */
	void (*list_turn)(struct mailing_rows *rows, const struct turn_record *turn);

	/* ---- what a letter asks ---- */

	/* The letter is from who has seen what he was sent last. NULL: no matter. */
	void (*note_seen)(struct matter *matter);

	/* Before a letter's orders are read: whether they can be. NULL: they can. */
	enum verdict (*check_text)(const struct matter *matter, struct reason *why);

	/* When they are read, and may be completed: why the letter can't be carried out, which the
	 * caller frees, or NULL; *dead_out: because its question is overtaken. NULL: it can. */
	char *(*why_not)(const struct matter *matter, struct order_list *orders, bool *dead_out);

	/* Whether log and ledger mustn't name an order that was `accepted`, or came to nothing.
	 * NULL: they may name all, and why a letter was refused. */
	bool (*hides)(const struct matter *matter, const struct order *order, bool accepted);

	/* The moves of whose turn it is on the only board. NULL: there are several boards. And the
	 * canonical text of the one move that `reading` can be, "" when there is none. NULL: it is
	 * looked for among those. */
	void (*moves)(const struct game *game, struct move_list *list);
	void (*name_move)(const struct game *game, unsigned seat, const char *reading, char *out);

	/* Questions that only such games answer. NULL: none. */
	const struct mail_query *queries;

	/* What the seat has said for the time to come, as STATUS lists it: a newline, and the order
	 * that says it. NULL: there is no such order. */
	void (*standing)(const struct game *game, uint8_t seat, struct text *out);

	/* Why the board can't be drawn from a seat's own side. NULL: it can. */
	const char *no_view;

	/* ---- for the moderator ---- */

	/* What a seat is asked for, "to move on 1 and 4"; nothing when it isn't waited for. */
	void (*status)(const struct game *game, unsigned seat, struct text *out);

	/* The boards, from the side of a seat or NO_SIDE, and in FEN. NULL: the only board, and the
	 * position on it. And what is told below how the game stands. NULL: nothing. */
	void (*boards)(const struct game *game, uint8_t seat, struct text *out);
	void (*fens)(const struct game *game, struct text *out);
	void (*news)(const struct game *game, struct text *out);
};

/* Which kinds have letters of their own, NULL behind the last; the first is that of all others.
 * Said once, before anything else here is asked. */
void desk_use_mail_kinds(const struct mail_kind *const *kinds);

/* The variant's. */
const struct mail_kind *desk_mail_kind(const struct variant *variant);

#endif
