/* SPDX-License-Identifier: MIT */
/* A ring at play: letters, ends of runs, and the file that must tell the same ever after. */
#ifndef PBEM_TESTS_RING_H
#define PBEM_TESTS_RING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "tests/lib/scratch.h"
#include "core/record/gamefile.h"
#include "core/order/order.h"
#include "core/ring/ring.h"
#include "core/base/text.h"
#include "core/turn/turn.h"
#include "core/variant/variant_data.h"

struct table {
	struct variant_library *library;
	const struct variant *variant;
	struct gamefile *file;	 /* NULL until table_begin */
	struct text bytes;	 /* of its log */
	struct event_list facts; /* of the last entry */
	struct reason why;	 /* of the last refusal */
	char folder[SCRATCH_MAX];
};

struct ring *ring_of(struct table *table);

/* Adds the facts as an entry and empties the list's place for the next. */
void table_add(struct table *table, const char *cause);

void table_clear(struct table *table);

/* A new game with so many seats. */
void table_begin(struct table *table, unsigned seats, const char *sets);

int table_open(void **state);

int table_close(void **state);

/* One letter of a seat, its orders separated by newlines. */
enum verdict letter(struct table *table, uint8_t seat, const char *text);

void say(struct table *table, char seat, const char *text);

/* The letter is refused, and the reason says so. */
void refused(struct table *table, char seat, const char *text, const char *expected);

/* The run is over; whether something was called. */
bool end_run(struct table *table);

/* A list of canonical moves, each a letter of whose turn it is, all in one run. */
void play(struct table *table, const char *moves);

/* Whether a fact of the last entry reads so. */
bool has_fact(const struct table *table, const char *line);

/* The facts of the last entry that are no questions, a line each. */
void expect_facts(const struct table *table, const char *expected);

/* The legal moves of a board that begin so, sorted and joined by blanks. */
void expect_moves(struct table *table, const char *start, const char *expected);

/* The log replays to the same state, alone and from a snapshot, and today's rules decide it alike.
 */
void assert_keeps(struct table *table);

/* White mates with Qh5 on that board; and Black with Qh4. */
#define WHITE_MATES(n) #n ":e2e4 " #n ":g7g5 " #n ":d2d4 " #n ":f7f6 " #n ":d1h5"

#define BLACK_MATES(n) #n ":f2f3 " #n ":e7e5 " #n ":g2g4 " #n ":d8h4"

/* Sam Loyd's stalemate of Black in ten moves. */
#define STALEMATE(n)                                                                               \
#n ":e2e3 " #n ":a7a5 " #n ":d1h5 " #n ":a8a6 " #n ":h5a5 " #n ":h7h5 " #n ":h2h4 " #n     \
	   ":a6h6 " #n ":a5c7 " #n ":f7f6 " #n ":c7d7 " #n ":e8f7 " #n ":d7b7 " #n ":d8d3 " #n     \
	   ":b7b8 " #n ":d3h7 " #n ":b8c8 " #n ":f7g6 " #n ":c8e6"

/* The knights out and back. */
#define ROUND_TRIP(n) #n ":g1f3 " #n ":g8f6 " #n ":f3g1 " #n ":f6g8"

unsigned in_stock(struct table *table, char seat, uint8_t side, char kind, unsigned set);

/* Who plays White and Black on a board: "ab"; "--" when it is out. */
void expect_board(struct table *table, unsigned number, const char *seats);

/* A man in a seat's stockpile that no game brought there: for rules of placing alone. */
void ring_give(struct table *table, char seat, uint8_t side, char kind, unsigned set);

#endif
