/* SPDX-License-Identifier: MIT */
/* For tests that play games: a game in memory, its file's bytes beside it, and a folder for them.
 */
#ifndef PBEM_TESTS_LIB_GAMEPLAY_H
#define PBEM_TESTS_LIB_GAMEPLAY_H

#include <stdio.h>
#include <unistd.h>

#include "core/game/turn.h"
#include "core/gamefile/gamefile.h"
#include "core/order/order_parse.h"
#include "core/position/move.h"
#include "tests/lib/chess.h"
#include "tests/lib/scratch.h"
#include "tests/lib/snapshots.h"

/* A game being played in memory, its file's bytes beside it. */
struct play {
	struct gamefile *file;
	struct strbuf bytes;
	char folder[SCRATCH_MAX];
};

extern const struct game_header gameplay_header;

int write_file(const char *folder, const char *name, const char *bytes, size_t len);

void gameplay_add(struct play *play, const char *cause, const struct event_list *events);

void gameplay_start(struct play *play);

void gameplay_stop(struct play *play);

/* One message of the seat to move; orders separated by newlines. */
void gameplay_send(struct play *play, const char *letter);

void gameplay_save(struct play *play, bool snapshot);

struct gamefile *gameplay_load(const char *folder);

void print_fault(void *context, const char *line);

void assert_verifies(const char *folder);

/* A legal move of the position, by a generator of our own so that games are the same everywhere. */
void send_random(struct play *play, unsigned *seed);

#endif
