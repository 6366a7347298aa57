/* SPDX-License-Identifier: MIT */
/*
 * Twins: a game with cards played twice at once, by the same letters, the hands of one seat alone
 * being different. What goes to the others, and what anybody can read, must not tell them apart.
 */
#ifndef PBEM_TESTS_TWINS_H
#define PBEM_TESTS_TWINS_H

#include <stdio.h>
#include <stdlib.h>

#include "core/cards/message/message.h"
#include "core/cards/lists/plays.h"
#include "tests/lib/chess.h"
#include "core/cards/deck/deck.h"
#include "core/cards/table/table.h"
#include "core/turn/clock.h"
#include "core/order/order.h"
#include "core/turn/turn.h"
#include "pbem/batch/lapse.h"
#include "pbem/desk/desk.h"
#include "pbem/request/requests.h"
#include "pbem/answer/sender.h"
#include "tests/lib/seed.h"
#include "tests/lib/scratch.h"

enum { TWINS = 2, START = 1795228000, BETWEEN = 600 };

extern const char twins_secret[];

/* One of the two games: a desk of its own, and what went to each seat since it was last looked at.
 */
struct table_play {
	struct desk desk;
	struct desk_game *game;
	size_t seen; /* bytes of its record that were there before this batch; it is never written
		      */
};

struct match {
	char folder[SCRATCH_MAX];
	struct site *site;
	struct table_play plays[TWINS];
	unsigned seats;
	unsigned other; /* the seat whose cards differ */
	unsigned seed, step;
	int64_t now;
};

struct game *game_of(const struct table_play *play);

struct table *table_of(const struct table_play *play);

/* ---- two games ---- */

/* Changes the cards of one twin before they are dealt. NULL: they are dealt as they would be, or
 * words and decks are asked for. */
typedef void (*twins_change)(struct match *match, unsigned twin, struct piles *piles);

void twins_begin(struct match *match, const char *words, unsigned seed, twins_change change);

void twins_end(struct match *match);

/* ---- what can be read ---- */

/* The changes of the outbox in their order, digests masked: of letters to a seat for which `whole`
 * is unset nothing but that they go. */
char *twins_outbox(const struct table_play *play, uint16_t whole);

char *twins_record(const struct table_play *play);

void assert_in(const char *text, const char *wanted);

void assert_not_in(const char *text, const char *unwanted);

void assert_same_text(char *first, char *second, const char *what);

/* All letters in their order, but for what stands in the other seat's, and the public file. */
void assert_nobody_can_tell(const struct match *match);

/* ---- playing ---- */

/* The next batch. */
void next_batch(struct match *match);

/* A seat's letter, in one game. Whether it was accepted; what is noted of it goes to `deed_out`. */
bool answer(struct match *match, struct table_play *play, unsigned seat, const char *text,
	    struct deed *deed_out);

/* Nobody writes until the first deadline is over; false when there is none. */
bool twins_let_time_pass(struct match *match);

/* The same letter in both. What is noted of it must be the same. */
bool both(struct match *match, unsigned seat, const char *text);

/* Whether anybody but the other seat may know a card that isn't the same in both games: it lies
 * open, or he holds it. */
bool is_shown(const struct match *match);

/* Sets both boards up anew: "Kg1 Nb1 / Kg8", the seats' pieces in turn order; the first seat is to
 * move. */
void twins_put(struct match *match, const char *pieces);

/* Deals the seat that card in place of the one at that place of its hand. */
void twins_give(struct table_play *play, uint8_t seat, unsigned place, const char *name);

#endif
