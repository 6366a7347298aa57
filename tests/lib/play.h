/* SPDX-License-Identifier: MIT */
/* What tests of the rules share: a variant to play on, and a game followed move by move. */
#ifndef PBEM_TESTS_PLAY_H
#define PBEM_TESTS_PLAY_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/base.h"
#include "core/position/move.h"
#include "core/rules/peterson.h"
#include "core/rules/rules.h"
#include "core/base/text.h"
#include "core/variant/variant.h"

struct play {
	struct variant_library *library;
	const struct variant *variant;
	struct position position;
	struct history history;
	struct move_list legal;
	struct outcome outcome;
	struct event_list record;
};

/* A file of the source tree; the caller frees it. */
static inline char *source_path(const char *name)
{
	const char *srcdir = getenv("srcdir");

	return base_printf("%s/%s", srcdir ? srcdir : ".", name);
}

static inline void play_position(struct play *play, const struct position *position)
{
	history_done(&play->history);
	event_list_done(&play->record);
	play->position = *position;
	play->outcome = rules_first_turn(play->variant, &play->position, &play->history,
					 &play->legal, &play->record);
}

static inline void play_start(struct play *play)
{
	struct position position;

	position_start(play->variant, &position);
	play_position(play, &position);
}

static inline void play_fen(struct play *play, const char *fen)
{
	struct position position;
	struct reason reason = {""};

	if (position_from_fen(play->variant, fen, &position, &reason) < 0)
		fail_msg("%s: %s", fen, reason.text);
	play_position(play, &position);
}

/* Sets up orthodox chess at its starting position. */
static inline int play_open(void **state)
{
	struct play *play = base_zalloc(1, sizeof *play);
	char *games = source_path("games");
	struct reason reason = {""};

	play->library = variant_library_new(games);
	play->variant = variant_get(play->library, "chess", NULL, 0, &reason);
	assert_string_equal(reason.text, "");
	free(games);
	play_start(play);
	*state = play;
	return 0;
}

static inline int play_close(void **state)
{
	struct play *play = *state;

	history_done(&play->history);
	event_list_done(&play->record);
	variant_library_free(play->library);
	free(play);
	return 0;
}

static inline void play_move(struct play *play, const struct move *move)
{
	move_make(play->variant, &play->position, move, &play->record);
	play->outcome = rules_next_turn(play->variant, &play->position, &play->history,
					&play->legal, &play->record);
}

/* Plays a turn under Peterson's additions. */
static inline void play_turn(struct play *play, const char *text)
{
	struct party_turn turn;
	struct reason why = {""};

	if (peterson_read(play->variant, &play->position, text, &turn, &why) == REFUSED)
		fail_msg("%s is not legal: %s", text, why.text);
	peterson_make(play->variant, &play->position, &turn, &play->record);
	play->outcome = rules_next_turn(play->variant, &play->position, &play->history,
					&play->legal, &play->record);
}

/* Plays canonical moves, separated by blanks; each must be legal. */
static inline void play_moves(struct play *play, const char *moves)
{
	const char *word;
	size_t len;

	while (text_next_word(&moves, &word, &len)) {
		char text[256];
		const struct move *move;

		snprintf(text, sizeof text, "%.*s", (int)len, word);
		if (peterson_has_long_turns(play->variant)) {
			play_turn(play, text);
			continue;
		}
		move = move_list_find(play->variant, &play->legal, text);
		if (move == NULL)
			fail_msg("%s is not legal", text);
		play_move(play, move);
	}
}

static inline bool play_is_legal(const struct play *play, const char *text)
{
	return move_list_find(play->variant, &play->legal, text) != NULL;
}

/* "white", "draw", or "" while the game goes on; and how it ended. */
#define assert_result(play, result, reason_word)                                                   \
	do {                                                                                       \
		struct text result_text;                                                           \
                                                                                                   \
		text_init(&result_text, 0);                                                        \
		rules_result((play)->variant, &(play)->outcome, &result_text);                     \
		assert_string_equal(result_text.bytes, result);                                    \
		text_done(&result_text);                                                           \
		if ((play)->outcome.status != STATUS_PLAYING)                                      \
			assert_string_equal((play)->outcome.how, reason_word);                     \
	} while (0)

#endif
