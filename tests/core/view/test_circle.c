/* SPDX-License-Identifier: MIT */
/* The views of a ring's players, compared with tests/boards/ring-*.txt. */
#include "core/gametype/ring/ring_game_state.h"
#include "tests/lib/chess.h"
#include "tests/lib/play.h"

#include "core/gametype/ring/ring_game_text.h"
#include "core/ring/ring.h"
#include "core/view/game_text.h"
#include "tests/lib/pace.h"
#include "tests/lib/seed.h"
#include "tests/lib/views.h"

/* The number of seats, whether sets are social, the viewing seat, and the moves before. */
static const struct sample {
	const char *name, *seats, *sets;
	uint8_t seat;
	enum board_style style;
	const char *moves;
} samples[] = {
	{"start", "4", "strict", 0, BOARD_FULL, ""},
	{"first-moves", "4", "strict", 1, BOARD_FULL, "1:e2e4 1:e7e5 2:d2d4"},
	{"stockpile", "3", "strict", 1, BOARD_FULL,
	 "1:e2e4 1:d7d5 1:e4d5 1:d8d5 2:e2e4 2:d7d5 2:e4d5 2:g8f6 "
	 "1:a2a4 1:d5e5"},
	{"placed", "3", "strict", 1, BOARD_FULL,
	 "1:e2e4 1:d7d5 1:e4d5 1:d8d5 2:e2e4 2:d7d5 2:e4d5 2:g8f6 "
	 "2:P/1@e2"},
	{"stranger", "5", "social", NO_SIDE, BOARD_FULL, "1:e2e4 4:d2d4 5:g1f3"},
	{"sixteen", "16", "strict", 15, BOARD_FULL, "16:e2e4 15:e2e4 15:e7e5 7:a2a3"},
	{"compact", "3", "strict", 2, BOARD_COMPACT, "2:e2e4 2:d7d5 2:e4d5"},
	{"unusable", "3", "strict", 1, BOARD_FULL, "1:e2e4 1:d7d5 1:e4d5 1:d8d5 1:b1c3"},
	{"taken-over", "4", "strict", 1, BOARD_FULL, "1:f2f3 1:e7e5 1:g2g4 1:d8h4"},
};

static const struct variant *get(const char *seats, const char *sets)
{
	struct option options[] = {{"seats", ""}, {"sets", ""}};
	const struct variant *variant;
	struct reason reason = {.text = ""};

	strcpy(options[0].value, seats);
	strcpy(options[1].value, sets);
	variant = variant_get(library, "ring", options, 2, &reason);
	if (variant == NULL)
		fail_msg("%s", reason.text);
	return variant;
}

static void make(struct game *game, const char *text)
{
	struct ring_list legal;
	const struct ring_move *move;

	ring_list_init(&legal);
	ring_legal_all(game->variant, ring_game_state(game), &legal);
	move = ring_list_find(game->variant, &legal, text);
	if (move == NULL)
		fail_msg("%s isn't legal", text);
	game->outcome = ring_run(game->variant, ring_game_state(game), move);
	ring_game_state(game)->board[move->board].from = move->placed ? NO_SQUARE : move->move.from;
	ring_game_state(game)->board[move->board].to = move->move.to;
	ring_list_done(&legal);
}

static void begin(struct game *game, const struct variant *variant)
{
	game_init(game, variant);
	game->started = true;
	ring_start(variant, ring_game_state(game), NULL);
}

static void draw(const struct sample *sample, struct strbuf *out)
{
	char moves[400], *rest = moves, *word;
	struct game game;

	strcpy(moves, sample->moves);
	begin(&game, get(sample->seats, sample->sets));
	while ((word = strsep(&rest, " ")) != NULL)
		if (*word != '\0')
			make(&game, word);
	/* Pieces that only a long game would bring there. */
	if (strcmp(sample->name, "unusable") == 0) {
		int queen = variant_type_of_letter(game.variant, 'Q');

		ring_game_state(&game)->stock[1][1][queen][0] = 1;
		ring_game_state(&game)->stock[1][1][queen][2] = 2;
		ring_game_state(&game)->stock[1][0][queen][2] = 1;
		ring_game_state(&game)->stock[0][0][queen][1] = 1;
	}
	ring_game_boards(&game, sample->seat, sample->style, out);
	if (sample->seat != NO_SIDE) {
		strbuf_add_char(out, '\n');
		ring_game_stock(&game, sample->seat, out);
		strbuf_add_char(out, '\n');
		view_legal_for(&game, sample->seat, out);
	}
	game_done(&game);
}

static void a_ring_is_drawn_as_it_was_looked_at(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(samples); i++) {
		char *name = base_printf("ring-%s", samples[i].name);
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
		ring_game_boards(game, seat, BOARD_FULL, &view);
		ring_game_boards(game, seat, BOARD_COMPACT, &view);
		ring_game_stock(game, seat, &view);
		view_legal_for(game, seat, &list);
		ring_game_board(game, seat, NO_SIDE, &view);
	}
	assert_safe(game->variant, view.bytes);
	assert_list_safe(game->variant, &list);
	strbuf_done(&view);
}

static void no_line_of_a_ring_can_play_or_break_a_letter(void **state)
{
	static const char *const seats[] = {"3", "4", "7", "16"};
	unsigned seed = 78;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(seats); i++) {
		struct game game;

		begin(&game, get(seats[i], i % 2 == 0 ? "strict" : "social"));
		for (unsigned ply = 0; ply < pace(400, 40) && game.outcome.status == STATUS_PLAYING;
		     ply++) {
			struct ring_list legal;

			if (ply % 20 == 0)
				assert_views_safe(&game);
			ring_list_init(&legal);
			ring_legal_all(game.variant, ring_game_state(&game), &legal);
			game.outcome =
				ring_run(game.variant, ring_game_state(&game),
					 &legal.moves[seed_below(&seed, (unsigned)legal.count)]);
			ring_list_done(&legal);
		}
		assert_views_safe(&game);
		game_done(&game);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_ring_is_drawn_as_it_was_looked_at),
		cmocka_unit_test(no_line_of_a_ring_can_play_or_break_a_letter),
	};

	return cmocka_run_group_tests_name("circle", tests, chess_set_up, chess_tear_down);
}
