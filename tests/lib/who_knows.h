/* SPDX-License-Identifier: MIT */
/*
 * Who knows what of a game with cards, and when: a test for each thing. `public_...` stands in the
 * game file at once; `waits_...` is sealed until it takes effect or lapses; `secret_...` is sealed
 * until the game is over, and published then (test_who_knows.c); `never_...` stands in neither file
 * (test_never_told.c).
 */
#ifndef PBEM_TESTS_WHO_KNOWS_H
#define PBEM_TESTS_WHO_KNOWS_H

#include "tests/lib/twins.h"

/* What a row is looked for in. */
struct files {
	const char *public, *sealed;
};

struct files files_of(const struct match *match);

/* A letter to the first game alone; the files grow by what it leads to. */
bool try_post(struct match *match, unsigned seat, const char *letter);

void match_post(struct match *match, unsigned seat, const char *letter);

void give_first(struct match *match, uint8_t seat, const char *first, const char *second);

/* The game ends, and its last entry is what is published. */
const char *publication(struct match *match);

/* The last line of the sealed file with that in it, its indent aside. The caller frees it. */
char *last_sealed(const struct match *match, const char *wanted);

#endif
