/* SPDX-License-Identifier: MIT */
/*
 * Twins: a game with cards played twice at the same time, with the same messages, in which only the
 * hands of one seat differ. The letters to the other seats, and whatever anybody can read, must not
 * show which twin it is.
 */
#ifndef PBEM_TESTS_LIB_TWINS_H
#define PBEM_TESTS_LIB_TWINS_H

#include <stdio.h>
#include <stdlib.h>

#include "core/cards/deck/deck.h"
#include "core/cards/state/card_state.h"
#include "core/cards/submit/legal_plays.h"
#include "core/cards/submit/submit.h"
#include "core/game/clock.h"
#include "core/game/turn.h"
#include "core/order/order_parse.h"
#include "pbem/batch/timeout.h"
#include "pbem/request/request.h"
#include "pbem/request/sender.h"
#include "pbem/site/workspace.h"
#include "tests/lib/chess.h"
#include "tests/lib/scratch.h"
#include "tests/lib/seed.h"

enum { TWINS = 2, START = 1795228000, BETWEEN = 600 };

extern const char twins_secret[];

/* One of the two games: a workspace of its own, and the letters to each seat since the last check.
 */
struct twin_play {
	struct workspace workspace;
	struct workspace_game *game;
	size_t seen; /* bytes of its game file that were there before this batch; the file is never
			written */
};

struct match {
	char folder[SCRATCH_MAX];
	struct site *site;
	struct twin_play plays[TWINS];
	unsigned seats;
	unsigned other; /* the seat whose cards differ */
	unsigned seed, step;
	int64_t now;
};

struct game *game_of(const struct twin_play *play);

struct card_state *table_of(const struct twin_play *play);

/* ---- two games ---- */

/* Changes the cards of one twin before they are dealt. NULL: they are dealt as usual, or words and
 * decks are asked for. */
typedef void (*twins_change)(struct match *match, unsigned twin, struct piles *piles);

void twins_begin(struct match *match, const char *words, unsigned seed, twins_change change);

void twins_end(struct match *match);

/* ---- public text ---- */

/* Returns the changes of the outbox in their order, with digests masked. For seats that aren't in
 * `whole` it contains only that a letter goes. */
char *twins_outbox(const struct twin_play *play, uint16_t whole);

char *twins_record(const struct twin_play *play);

void assert_in(const char *text, const char *wanted);

void assert_not_in(const char *text, const char *unwanted);

void assert_same_text(char *first, char *second, const char *what);

/* Asserts that all letters in their order, except the text of the other seat's, and the public file
 * are the same. */
void assert_nobody_can_tell(const struct match *match);

/* ---- playing ---- */

/* Begins the next batch. */
void next_batch(struct match *match);

/* Processes a seat's message in one game. Returns whether it was accepted; its outcome goes to
 * `deed_out`. */
bool answer(struct match *match, struct twin_play *play, unsigned seat, const char *text,
	    struct processed *deed_out);

/* Lets the time pass until the first deadline is over; returns false if there is none. */
bool twins_let_time_pass(struct match *match);

/* Processes the same message in both games. Its outcome must be the same. */
bool both(struct match *match, unsigned seat, const char *text);

/* Returns whether a seat other than the one whose cards differ may know a card that differs: it is
 * open, or that seat holds it. */
bool is_shown(const struct match *match);

/* Sets up both boards again: "Kg1 Nb1 / Kg8", the seats' pieces in turn order; the first seat is to
 * move. */
void twins_put(struct match *match, const char *pieces);

/* Replaces the card at that place of the seat's hand. */
void twins_give(struct twin_play *play, uint8_t seat, unsigned place, const char *name);

#endif
