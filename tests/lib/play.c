/* SPDX-License-Identifier: MIT */
#include "core/gametype/gametypes.h"
#include "core/rules/draws.h"
#include "tests/lib/play.h"

void play_position(struct play *play, const struct position *position)
{
	repetition_done(&play->history);
	event_list_done(&play->record);
	play->position = *position;
	play->outcome = rules_first_turn(play->variant, &play->position, &play->history,
					 &play->legal, &play->record);
}

void play_start(struct play *play)
{
	struct position position;

	position_start(play->variant, &position);
	play_position(play, &position);
}

void play_fen(struct play *play, const char *fen)
{
	struct position position;
	struct reason reason = {.text = ""};

	if (position_from_fen(play->variant, fen, &position, &reason) < 0)
		fail_msg("%s: %s", fen, reason.text);
	play_position(play, &position);
}

int play_open(void **state)
{
	struct play *play = base_zalloc(1, sizeof *play);
	char *games = source_path("games");
	struct reason reason = {.text = ""};

	play->library = variant_library_new(games, gametypes_all);
	play->variant = variant_get(play->library, "chess", NULL, 0, &reason);
	assert_string_equal(reason.text, "");
	free(games);
	play_start(play);
	*state = play;
	return 0;
}

int play_close(void **state)
{
	struct play *play = *state;

	repetition_done(&play->history);
	event_list_done(&play->record);
	variant_library_free(play->library);
	free(play);
	return 0;
}

void play_move(struct play *play, const struct move *move)
{
	move_make(play->variant, &play->position, move, &play->record);
	play->outcome = rules_next_turn(play->variant, &play->position, &play->history,
					&play->legal, &play->record);
}

void play_turn(struct play *play, const char *text)
{
	struct peterson_turn turn;
	struct reason why = {.text = ""};

	if (peterson_read(play->variant, &play->position, text, &turn, &why) == REFUSED)
		fail_msg("%s is not legal: %s", text, why.text);
	peterson_make(play->variant, &play->position, &turn, &play->record);
	play->outcome = rules_next_turn(play->variant, &play->position, &play->history,
					&play->legal, &play->record);
}

void play_moves(struct play *play, const char *moves)
{
	const char *word;
	size_t len;

	while (strbuf_next_word(&moves, &word, &len)) {
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

const char *play_claim(const struct play *play)
{
	const struct draws draws = {
		.variant = play->variant,
		.position = &play->position,
		.history = &play->history,
	};

	return draws_claim(&draws);
}

bool play_is_legal(const struct play *play, const char *text)
{
	return move_list_find(play->variant, &play->legal, text) != NULL;
}
