/* SPDX-License-Identifier: MIT */
/*
 * Twins at play: what players may write, and what they may not, at random, and what is looked at
 * after each letter.
 */
#ifndef PBEM_TESTS_TWINS_PLAY_H
#define PBEM_TESTS_TWINS_PLAY_H

#include "tests/lib/twins.h"
#include "core/cards/field/ways.h"
#include "core/base/text.h"
#include "core/view/view.h"
#include "core/kind/cards/cards_view.h"
#include "tests/lib/pace.h"

/* Which pairs are played: the usual ones, or PBEM_SECRECY_GAMES of them from PBEM_SECRECY_SEED on.
 */
struct twins_run {
	unsigned first, last;
	bool is_deep;
};

struct twins_run twins_run(unsigned usual);

/* The game of that seed; in a deep run it is named, so that one that fails can be played again. */
const char *twins_words(const struct twins_run *run, const char *const *games, size_t count,
			unsigned seed);

/* ---- what players write ---- */

/* ---- what is looked at ---- */

/* What `pbem show` and `pbem status` tell of a game, and each seat's view of another's. */
char *shown(const struct table_play *play);

/* Somebody but the other seat, whose hands differ and who may be answered so, writes anything. */
bool write_noise(struct match *match);

bool write_next(struct match *match);

#endif
