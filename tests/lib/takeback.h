/* SPDX-License-Identifier: MIT */
/* Games of every kind played at random, and taken back. */
#ifndef PBEM_TESTS_LIB_TAKEBACK_H
#define PBEM_TESTS_LIB_TAKEBACK_H

#include "core/gamefile/gamefile.h"
#include "tests/lib/match.h"

bool takeback_is_over(const struct match *play);

/* Somebody does something; false when nothing came of it. */
bool takeback_act(struct match *play);

/* Its files as they are now; borrowed. */
struct gamefile_bytes takeback_bytes(const struct match *play);

/* As it stood after that entry. */
struct gamefile *takeback_load(const struct match *play, unsigned entry);

/* Takes it back to there, or says why not. */
int takeback_try(struct match *play, unsigned entry, const char *cause, struct reason *reason);
void takeback_do(struct match *play, unsigned entry);

#endif
