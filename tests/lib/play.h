/* SPDX-License-Identifier: MIT */
/* Shared by tests of the rules: a variant to play, and a game followed move by move. */
#ifndef PBEM_TESTS_LIB_PLAY_H
#define PBEM_TESTS_LIB_PLAY_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/position/move.h"
#include "core/rules/peterson.h"
#include "core/rules/rules.h"
#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "core/variant/variant.h"
#include "tests/lib/source.h"

struct play {
	struct variant_library *library;
	const struct variant *variant;
	struct position position;
	struct history history;
	struct move_list legal;
	struct outcome outcome;
	struct event_list record;
};

void play_position(struct play *play, const struct position *position);

void play_start(struct play *play);

void play_fen(struct play *play, const char *fen);

/* Sets up orthodox chess at its starting position. */
int play_open(void **state);

int play_close(void **state);

void play_move(struct play *play, const struct move *move);

/* Plays a turn under Peterson's additions. */
void play_turn(struct play *play, const char *text);

/* Plays canonical moves, separated by spaces; each must be legal. */
void play_moves(struct play *play, const char *moves);

bool play_is_legal(const struct play *play, const char *text);

/* Returns the reason for which a draw could be claimed now, or NULL. */
const char *play_claim(const struct play *play);

/* Asserts the result, "white", "draw", or "" while the game goes on, and its reason. */
#define assert_result(play, result, reason_word)                                                   \
	do {                                                                                       \
		struct strbuf result_text;                                                         \
                                                                                                   \
		strbuf_init(&result_text, 0);                                                      \
		rules_result((play)->variant, &(play)->outcome, &result_text);                     \
		assert_string_equal(result_text.bytes, result);                                    \
		strbuf_done(&result_text);                                                         \
		if ((play)->outcome.status != STATUS_PLAYING)                                      \
			assert_string_equal((play)->outcome.how, reason_word);                     \
	} while (0)

#endif
