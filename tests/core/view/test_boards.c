/* SPDX-License-Identifier: MIT */
/* Boards of all variants as players see them, compared with tests/boards/. */
#include "tests/lib/chess.h"
#include "tests/lib/play.h"

#include "core/rules/movegen.h"
#include "core/view/game_text.h"
#include "tests/lib/seed.h"
#include "tests/lib/views.h"

/* Option and its value, seat (NO_SIDE: as the rules draw it), and the moves before. */
static const struct sample {
	const char *variant, *option, *value;
	uint8_t seat;
	enum board_style style;
	const char *moves;
} samples[] = {
	{"three-player", NULL, NULL, NO_SIDE, BOARD_FULL, "g7g5 f2b6"},
	{"three-player", NULL, NULL, 0, BOARD_FULL, "c7c6 f2b6 d2d4"},
	{"three-player", "beaten", "role", NO_SIDE, BOARD_COMPACT, "c7c6 f2b6 d2d4"},
	{"four-player", NULL, NULL, NO_SIDE, BOARD_FULL, "c7d7"},
	{"four-player", NULL, NULL, 1, BOARD_FULL, ""},
	{"four-player", NULL, NULL, 2, BOARD_COMPACT, "c7d7 h6h5"},
	{"four-player-team", NULL, NULL, 0, BOARD_FULL, "c6a4"},
	{"kingdom", NULL, NULL, NO_SIDE, BOARD_FULL, "f2f4 b17d17"},
	{"kingdom", NULL, NULL, 1, BOARD_FULL, "f2f4"},
	{"kingdom", "absent", "blue", 2, BOARD_COMPACT, "p2p4"},
	{"fourteen", NULL, NULL, NO_SIDE, BOARD_FULL, "h2h4 a10c9"},
	{"fourteen", NULL, NULL, 3, BOARD_FULL, "h2h4"},
	{"fourteen", "setup", "classic", 1, BOARD_COMPACT, "h2h4"},
};

static const struct variant *get(const char *name, const char *key, const char *value)
{
	struct option option = {{0}, {0}};
	const struct variant *variant;
	struct reason reason = {.text = ""};

	if (key != NULL) {
		strcpy(option.key, key);
		strcpy(option.value, value);
	}
	variant = variant_get(library, name, &option, key != NULL, &reason);
	if (variant == NULL)
		fail_msg("%s", reason.text);
	return variant;
}

/* Makes a move with its consequences, and applies its events to the game. */
static void make(struct game *game, const struct move *move, unsigned entry)
{
	const struct entry_head head = {entry, 0, "test"};
	struct event_list events;
	struct position position = game->position;
	struct reason reason = {.text = ""};
	struct move_list legal;
	char text[MOVE_TEXT_MAX];

	event_list_init(&events);
	move_make(game->variant, &position, move, &events);
	move_text(game->variant, move, text);
	event_add(&events, event_about(EVENT_PLAYED, game->position.turn, 0, text));
	rules_next_turn(game->variant, &position, NULL, &legal, &events);
	for (size_t i = 0; i < events.count; i++)
		if (game_apply(game, &head, &events.events[i], &reason) < 0)
			fail_msg("%s", reason.text);
	event_list_done(&events);
}

static void begin(struct game *game, const struct variant *variant)
{
	const struct entry_head head = {1, 0, "test"};
	const struct event start = event_of(EVENT_START);

	game_init(game, variant);
	assert_int_equal(game_apply(game, &head, &start, NULL), 0);
}

static void draw(const struct sample *sample, struct strbuf *out)
{
	const struct variant *variant = get(sample->variant, sample->option, sample->value);
	char moves[100], *rest = moves, *word;
	struct game game;
	unsigned entry = 2;

	strcpy(moves, sample->moves);
	begin(&game, variant);
	while ((word = strsep(&rest, " ")) != NULL) {
		struct move_list legal;
		const struct move *move;

		movegen_generate(variant, &game.position, &legal);
		move = move_list_find(variant, &legal, word);
		if (move != NULL)
			make(&game, move, entry++);
		else if (*word != '\0')
			fail_msg("%s: %s isn't legal", sample->variant, word);
	}
	view_board(&game, sample->seat, sample->style, out);
	game_done(&game);
}

static void boards_are_drawn_as_they_were_looked_at(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(samples); i++) {
		char *name = base_printf("%02zu-%s", i + 1, samples[i].variant);
		struct strbuf drawn;

		strbuf_init(&drawn, 0);
		draw(&samples[i], &drawn);
		assert_drawn(name, drawn.bytes);
		strbuf_done(&drawn);
		free(name);
	}
}

static void assert_views_safe(const struct game *game)
{
	struct strbuf view, list;

	strbuf_init(&view, 0);
	strbuf_init(&list, 0);
	for (uint8_t seat = 0; seat < variant_seats(game->variant); seat++) {
		view_board(game, seat, BOARD_FULL, &view);
		view_board(game, seat, BOARD_COMPACT, &view);
		view_since(game, seat, &view);
		view_departure(game, seat, &view);
		view_legal_for(game, seat, &list);
	}
	view_status(game, &view);
	view_result(game, &view);
	assert_safe(game->variant, view.bytes);
	assert_list_safe(game->variant, &list);
	strbuf_done(&view);
}

static void no_line_of_any_variant_can_play_or_break_a_letter(void **state)
{
	unsigned seed = 77;
	char **names = variant_names(library);

	(void)state;
	for (char **name = names; *name != NULL; name++) {
		const struct variant *variant;
		struct game game;
		struct move_list legal;

		/* Rings are tested by test_circle. */
		if (strcmp(*name, "ring") == 0) {
			free(*name);
			continue;
		}
		/* Boards with cards are tested by test_marks. */
		variant = strcmp(*name, "knightmare") == 0 ? get(*name, "cards", "off")
							   : get(*name, "beaten", "role");
		begin(&game, variant);
		/* With cards its moves lead to other events, which tests/lib/match.h and test_marks
		 * check. */
		if (variant_has_cards(game.variant)) {
			game_done(&game);
			free(*name);
			continue;
		}
		for (unsigned ply = 0; ply < 120 && game.position.turn != NO_SIDE; ply++) {
			if (ply % 12 == 0)
				assert_views_safe(&game);
			movegen_generate(variant, &game.position, &legal);
			make(&game, &legal.moves[seed_below(&seed, legal.count)], ply + 2);
		}
		assert_views_safe(&game);
		game_done(&game);
		free(*name);
	}
	free(names);
}

static void rounds_are_those_of_the_table_whoever_is_out(void **state)
{
	const struct variant *variant = get("three-player", NULL, NULL);
	static const char *const moves[] = {"c7c6", "f2b6", "d2d4", "e2e4", "d4d5"};
	static const unsigned rounds[] = {1, 1, 1, 2, 2};
	struct game game;
	struct strbuf text;

	(void)state;
	begin(&game, variant);
	for (unsigned i = 0; i < ARRAY_LEN(moves); i++) {
		struct move_list legal;

		movegen_generate(variant, &game.position, &legal);
		make(&game, move_list_find(variant, &legal, moves[i]), i + 2);
		assert_int_equal(game_recent(&game, 0)->round, rounds[i]);
	}
	/* White was mated after the third move and passes no further round. */
	assert_false(game_in_play(&game, 0));
	assert_int_equal(game_round(&game), 3);
	strbuf_init(&text, 0);
	view_status(&game, &text);
	assert_string_equal(text.bytes, "Red to move (round 3).\n"
					"White was checkmated by Red in round 2.\n");
	strbuf_clear(&text);
	view_last(&game, &text);
	assert_string_equal(text.bytes, "Black's d4d5");
	/* A seat that is out sees what happened since its turn was passed over. */
	strbuf_clear(&text);
	view_since(&game, 0, &text);
	assert_string_equal(text.bytes, "    2  Red               e2e4\n"
					"    2  Black             d4d5\n");
	assert_true(view_passes(&game, 2, 1, 0));
	assert_false(view_passes(&game, 1, 2, 0));
	strbuf_done(&text);
	game_done(&game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(boards_are_drawn_as_they_were_looked_at),
		cmocka_unit_test(no_line_of_any_variant_can_play_or_break_a_letter),
		cmocka_unit_test(rounds_are_those_of_the_table_whoever_is_out),
	};

	return cmocka_run_group_tests_name("boards", tests, chess_set_up, chess_tear_down);
}
