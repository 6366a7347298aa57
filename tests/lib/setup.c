/* SPDX-License-Identifier: MIT */
#include "tests/lib/setup.h"

void take_game(struct play *play, const char *name, const char *options)
{
	struct option list[4];
	struct reason reason = {.text = ""};
	size_t count = 0, len;
	const char *word;

	while (strbuf_next_word(&options, &word, &len)) {
		size_t key = strcspn(word, "=");

		assert_true(count < ARRAY_LEN(list) && key < len);
		snprintf(list[count].key, sizeof list->key, "%.*s", (int)key, word);
		snprintf(list[count++].value, sizeof list->value, "%.*s", (int)(len - key - 1),
			 word + key + 1);
	}
	play->variant = variant_get(play->library, name, list, count, &reason);
	if (play->variant == NULL)
		fail_msg("%s", reason.text);
	play_start(play);
}

uint8_t seat_of(const struct play *play, const char *name)
{
	int seat = variant_seat_named(play->variant, name);

	if (seat < 0)
		fail_msg("no seat %s", name);
	return (uint8_t)seat;
}

/* One army: the seat, what has become of it, and its pieces. */
static void put_army(const struct play *play, struct position *position, char *army)
{
	char *words[MAX_PIECES], *fate;
	size_t count = strbuf_split(army, words, MAX_PIECES);
	uint8_t side;
	bool stays;

	for (size_t i = 0; i < count; i++)
		words[i][strcspn(words[i], " ")] = '\0';
	fate = words[0] + strcspn(words[0], ">=");
	stays = *fate == '\0';
	if (!stays) {
		char how = *fate;

		*fate++ = '\0';
		side = seat_of(play, words[0]);
		if (how == '>')
			position_conquer(position, side, seat_of(play, fate), NULL);
		else
			assert_true(position_abandon(position, side, fate, NULL));
	}
	side = seat_of(play, words[0]);
	if (stays)
		position->in_play |= (uint16_t)(1u << side);
	for (size_t i = 1; i < count; i++) {
		int type = variant_type_of_letter(play->variant, words[i][0]);
		square at = board_square_named(variant_board(play->variant), words[i] + 1);

		if (type < 0 || at == NO_SQUARE ||
		    !position_put(play->variant, position, side, (uint8_t)type, at))
			fail_msg("%s can't stand there", words[i]);
	}
}

struct position set_up(const struct play *play, const char *armies, const char *turn)
{
	struct position position;
	char *copy = base_strdup(armies), *rest = copy;

	position_clear(play->variant, &position);
	position.in_play = 0;
	while (rest != NULL) {
		char *end = strchr(rest, ';');

		if (end != NULL)
			*end++ = '\0';
		put_army(play, &position, rest);
		rest = end;
	}
	free(copy);
	position.turn = seat_of(play, turn);
	return position;
}

void play_set_up(struct play *play, const char *armies, const char *turn)
{
	struct position position = set_up(play, armies, turn);

	play_position(play, &position);
}

square at_square(const struct play *play, const char *name)
{
	square at = board_square_named(variant_board(play->variant), name);

	assert_int_not_equal(at, NO_SQUARE);
	return at;
}

void assert_moves(const struct play *play, const char *moves, bool legal)
{
	const char *word;
	size_t len;

	while (strbuf_next_word(&moves, &word, &len)) {
		char text[MOVE_TEXT_MAX];

		snprintf(text, sizeof text, "%.*s", (int)len, word);
		if (play_is_legal(play, text) != legal)
			fail_msg("%s is %slegal", text, legal ? "not " : "");
	}
}

const struct event *find_event(const struct play *play, enum event_kind kind)
{
	for (size_t i = 0; i < play->record.count; i++)
		if (play->record.events[i].kind == kind)
			return &play->record.events[i];
	return NULL;
}
