/* SPDX-License-Identifier: MIT */
/*
 * Tests who knows what of a game with cards, and when, with one test for each thing
 * (test_who_knows.c, test_never_told.c). The name of a test shows where the thing is:
 *
 * - `public_...`: in the game file at once
 * - `waits_...`: sealed until it takes effect or expires
 * - `secret_...`: sealed until the game is over, and published then
 * - `never_...`: in neither file
 */
#ifndef PBEM_TESTS_LIB_WHO_KNOWS_H
#define PBEM_TESTS_LIB_WHO_KNOWS_H

#include "tests/lib/twins.h"

/* The files in which a row is searched for. */
struct files {
	const char *public, *sealed;
};

struct files files_of(const struct match *match);

/* Sends a message to the first game only; the files grow by its result. */
bool try_post(struct match *match, unsigned seat, const char *letter);

void match_post(struct match *match, unsigned seat, const char *letter);

void give_first(struct match *match, uint8_t seat, const char *first, const char *second);

/* Ends the game; returns its last entry, which publishes the secrets. */
const char *publication(struct match *match);

/* Returns the last line of the sealed file that contains the text, without its indentation. The
 * caller frees it. */
char *last_sealed(const struct match *match, const char *wanted);

#endif
