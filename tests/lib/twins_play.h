/* SPDX-License-Identifier: MIT */
/*
 * Plays twins at random: with messages that players may write, and others that they may not, and
 * checks after each message.
 */
#ifndef PBEM_TESTS_LIB_TWINS_PLAY_H
#define PBEM_TESTS_LIB_TWINS_PLAY_H

#include "core/cards/board/card_movegen.h"
#include "core/gametype/cards/cards_text.h"
#include "core/util/strbuf.h"
#include "core/view/game_text.h"
#include "tests/lib/pace.h"
#include "tests/lib/twins.h"

/* The pairs that are played: the usual ones, or PBEM_SECRECY_GAMES of them from PBEM_SECRECY_SEED
 * on. */
struct twins_run {
	unsigned first, last;
	bool is_deep;
};

struct twins_run twins_run(unsigned usual);

/* Returns the game of that seed. In a deep run its name is printed, so that a failed one can be
 * played again. */
const char *twins_words(const struct twins_run *run, const char *const *games, size_t count,
			unsigned seed);

/* ---- players' messages ---- */

/* ---- checks ---- */

/* Returns what `pbem show` and `pbem status` print of a game, and each seat's view of another's. */
char *shown(const struct twin_play *play);

/* Lets a seat, other than the one whose hands differ, that may be answered so write anything. */
bool write_noise(struct match *match);

bool write_next(struct match *match);

#endif
