/* SPDX-License-Identifier: MIT */
/* Changes of boards by cards, drawn and compared with tests/boards/cards-*.txt: each sign and each
 * line below. */
#include "core/gametype/cards/cards_state.h"
#include "tests/lib/cardplay.h"

#include "core/cards/state/card_state.h"
#include "core/game/game.h"
#include "core/gametype/cards/cards_text.h"
#include "core/view/game_text.h"
#include "tests/lib/views.h"

#define ARMIES "Ke1 Qd1 Ra1 Nc3 Nf3 Bf1 Pa2 Pe4 Pg2 / Ke8 Qd8 Rh8 Nb8 Bg7 Pd5 Pb4 Ph7"

/* The pieces as cardplay_put takes them, and the cards played one after the other by "white:" and
 * "black:". Then the side from which the board is seen (NO_SIDE: as the rules draw it), and the
 * seat that sees it. */
static const struct sample {
	const char *name, *variant, *pieces, *cards;
	uint8_t from, seat;
	enum board_style style;
} samples[] = {
	{"crab", "knightmare", ARMIES, "white: Crab e4; black: Crab d5", 0, 0, BOARD_FULL},
	{"coup", "knightmare", ARMIES, "white: Coup c3; black: Coup d5", 0, 0, BOARD_FULL},
	{"neutral", "knightmare", ARMIES, "white: Neutrality h8; black: Neutrality f3", 1, 1,
	 BOARD_FULL},
	{"pacifist", "knightmare", ARMIES, "white: Pacifism d1; black: Pacifism b4", 0, 0,
	 BOARD_FULL},
	{"cursed", "knightmare", ARMIES, "white: Curse d8; black: Curse d1", 0, 0, BOARD_FULL},
	{"magnet", "knightmare", ARMIES, "white: Fatal Attraction c3", 0, 0, BOARD_FULL},
	{"dungeon", "knightmare", ARMIES, "white: Dungeon b8-a8", 0, 0, BOARD_FULL},
	{"composite", "knightmare", ARMIES,
	 "white: Confabulation a1-a2; black: Confabulation h8-h7", 0, 0, BOARD_FULL},
	{"crab-composite", "knightmare", ARMIES, "white: Crab a2; white: Confabulation a1-a2", 0, 0,
	 BOARD_FULL},
	{"two-owners", "knightmare", "Ke1 Rb1 / Ke8 Nb6",
	 "white: Neutrality b6; white: Confabulation b1-b6", 0, 0, BOARD_FULL},
	{"trap", "knightmare", ARMIES, "white: Man-Trap e4; white: Man-Trap c3", 0, 0, BOARD_FULL},
	{"city", "knightmare", ARMIES, "white: Forbidden City e5; black: Forbidden City a5", 0, 0,
	 BOARD_FULL},
	{"wall", "knightmare", ARMIES,
	 "white: Fortification d4|d5 e4|e5; black: Fortification b6|c6 c5|c6", 0, 0, BOARD_FULL},
	{"upright-wall", "knightmare", ARMIES, "white: Fortification d4|e4 d5|e5", 1, 1,
	 BOARD_FULL},
	{"truce", "knightmare", ARMIES, "white: Truce; black: Vendetta", 0, 0, BOARD_FULL},
	{"turned-left", "knightmare", ARMIES, "white: Earthquake LEFT", 0, 0, BOARD_FULL},
	{"turned-black", "knightmare", ARMIES, "white: Earthquake LEFT", 1, 1, BOARD_FULL},
	{"turned-right", "knightmare", "Ke1 Qd1 Pc2 / Ke8 Rb8 Pc7", "white: Earthquake RIGHT",
	 NO_SIDE, 0, BOARD_COMPACT},
	{"turned-twice", "knightmare", "Ke1 Qd1 Pc4 / Ke8 Rb8 Pc5",
	 "white: Earthquake RIGHT; black: Earthquake RIGHT", 0, 0, BOARD_FULL},
	{"elf-hill", "knightmare", ARMIES, "white: Under Elf Hill", 0, 0, BOARD_FULL},
	{"several", "knightmare", ARMIES,
	 "white: Neutrality b8; white: Pacifism b8; white: Curse d8; "
	 "white: Fortification d4|d5 e4|e5",
	 0, 0, BOARD_FULL},
	{"no-room", "knightmare", ARMIES,
	 "white: Confabulation a1-a2; white: Pacifism a2; black: Curse a2; "
	 "white: Fatal Attraction a2",
	 0, 0, BOARD_FULL},
	{"compact", "knightmare", ARMIES,
	 "white: Crab e4; black: Crab d5; white: Neutrality b8; "
	 "black: Curse d1; black: Confabulation h8-h7; white: Forbidden City e5; "
	 "white: Fortification d3|d4 e3|e4",
	 0, 0, BOARD_COMPACT},
	{"compact-coup", "knightmare", ARMIES, "white: Coup c3; black: Truce", 1, 1, BOARD_COMPACT},
	{"three", "three-player", "Kd8 Re8 Pc7 / Kh1 Re2 Pg3 / Ka1 Nb2 Pc3",
	 "white: Crab c7; red: Curse e8; white: Neutrality b2; white: Fortification c4|c5 d4|d5; "
	 "black: Forbidden City f5",
	 0, 0, BOARD_FULL},
	{"three-compact", "three-player", "Kd8 Re8 Pc7 / Kh1 Re2 Pg3 / Ka1 Nb2 Pc3",
	 "white: Crab c7; white: Neutrality b2; white: Fortification c4|c5 d4|d5; black: Forbidden "
	 "City f5",
	 1, 1, BOARD_COMPACT},
	{"four", "four-player", "Ka8 Qb7 Pc6 / Kh8 Rg7 Pf6 / Kh1 Ng2 Pf3 / Ka1 Nb2 Pc3",
	 "white: Curse g7; black: Crab f6; white: Fortification d4|e4 d5|e5; white: Forbidden City "
	 "c4; "
	 "red: Neutrality b2; red: Pacifism g2",
	 0, 0, BOARD_FULL},
	{"four-compact", "four-player", "Ka8 Qb7 Pc6 / Kh8 Rg7 Pf6 / Kh1 Ng2 Pf3 / Ka1 Nb2 Pc3",
	 "black: Crab f6; white: Fortification d4|e4 d5|e5; red: Neutrality b2", 2, 2,
	 BOARD_COMPACT},
	{"four-turned", "four-player", "Ka8 Qb7 Pc6 / Kh8 Rg7 Pf6 / Kh1 Ng2 Pf3 / Ka1 Nb2 Pc3",
	 "red: Earthquake RIGHT", 0, 0, BOARD_FULL},
};

static void play_cards(struct cardplay *play, const char *cards)
{
	char *list = base_strdup(cards), *rest = list, *one;

	while ((one = strsep(&rest, ";")) != NULL) {
		char *order = strchr(one, ':');
		struct reason why = {.text = ""};
		const char *done;

		*order++ = '\0';
		play->seat = (uint8_t)variant_seat_named(play->variant, one + strspn(one, " "));
		done = cardplay_play(play, order + 1, &why);
		if (strcmp(done, "ok") != 0)
			fail_msg("%s:%s %s: %s", one, order, done, why.text);
	}
	free(list);
}

/* Begins a game with the board after the cards played. */
static void begin(struct cardplay *play, const char *variant, const char *pieces, struct game *game)
{
	cardplay_open(play, variant);
	cardplay_put(play, pieces);
	game_init(game, play->variant);
	game->started = true;
}

static void what_cards_do_is_drawn_as_it_was_looked_at(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(samples); i++) {
		const struct sample *sample = &samples[i];
		char *name = base_printf("cards-%s", sample->name);
		struct cardplay play;
		struct game game;
		struct strbuf drawn;

		begin(&play, sample->variant, sample->pieces, &game);
		play_cards(&play, sample->cards);
		cards_state(&game)->field = play.field;
		strbuf_init(&drawn, 0);
		view_board_for(&game, sample->from, sample->seat, sample->style, &drawn);
		assert_safe(play.variant, drawn.bytes);
		assert_drawn(name, drawn.bytes);
		strbuf_done(&drawn);
		free(name);
		game_done(&game);
	}
}

/* Returns a drawing as that seat gets it; to be freed. */
static char *drawn_for(const struct game *game, uint8_t from, uint8_t seat)
{
	struct strbuf drawn;

	strbuf_init(&drawn, 0);
	view_board_for(game, from, seat, BOARD_FULL, &drawn);
	assert_safe(game->variant, drawn.bytes);
	return drawn.bytes;
}

static void assert_looks(const struct game *game, uint8_t seat, const char *name)
{
	char *drawn = drawn_for(game, 0, seat);

	assert_drawn(name, drawn);
	free(drawn);
}

static void go(struct cardplay *play, const char *from, const char *to)
{
	const struct board *board = variant_board(play->variant);

	card_board_move(play->book, &play->field,
			card_board_at(&play->field, board_square_named(board, from)),
			board_square_named(board, to), false, NULL);
}

static void a_trap_is_drawn_for_who_laid_it_alone(void **state)
{
	struct cardplay play;
	struct game game;
	char *without, *black, *public;

	(void)state;
	begin(&play, "knightmare", ARMIES, &game);
	cards_state(&game)->field = play.field;
	without = drawn_for(&game, 0, NO_SIDE);
	play_cards(&play, "white: Man-Trap e4; white: Man-Trap c3");
	/* A piece there may leave, and the effect stays. */
	go(&play, "e4", "e5");
	cards_state(&game)->field = play.field;
	assert_looks(&game, 0, "cards-empty-trap");
	go(&play, "e5", "e4");
	cards_state(&game)->field = play.field;
	black = drawn_for(&game, 0, 1);
	public = drawn_for(&game, 0, NO_SIDE);
	assert_string_equal(black, without);
	assert_string_equal(public, without);
	free(without);
	free(black);
	free(public);
	game_done(&game);
}

/* Effects that no card alone makes: a shield is for a piece that has moved, and two pieces share a
 * square when a Confabulation ends. */
static void effects_of_a_turn_are_drawn(void **state)
{
	struct effect shield = {
		.what = EFFECT_SHIELD,
		.copy = NO_COPY,
		.by = 0,
		.seat = NO_SIDE,
		.type = NO_TYPE,
		.other = NO_PIECE,
		.squares = {NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE},
	};
	struct cardplay play;
	struct game game;

	(void)state;
	begin(&play, "knightmare", ARMIES, &game);
	play_cards(&play, "white: Confabulation a1-a2; white: Pacifism c3");
	card_board_end_effect(play.book, &play.field,
			      card_board_effect(&play.field, EFFECT_COMPOSITE)->serial, NULL);
	shield.piece = (uint8_t)card_board_royal(&play.field, 0);
	card_board_add_effect(play.book, &play.field, shield, NULL);
	cards_state(&game)->field = play.field;
	/* The open turn has moved the king. */
	cards_state(&game)->now.state = TURN_IN;
	game.step_count = 1;
	game.steps[0] = (struct turn_step){3, 4};
	assert_looks(&game, 0, "cards-of-a-turn");
	game_done(&game);
}

static void who_must_tell_from_memory_gets_no_board(void **state)
{
	struct cardplay play;
	struct game game;
	char *black, *white;

	(void)state;
	begin(&play, "knightmare", ARMIES, &game);
	play_cards(&play, "white: Abduction b8");
	cards_state(&game)->field = play.field;
	black = drawn_for(&game, 1, 1);
	white = drawn_for(&game, 0, 0);
	assert_null(strchr(black, 'Q'));
	assert_non_null(strstr(black, "tell from memory"));
	assert_non_null(strstr(white, "wQ"));
	assert_null(strstr(white, "bN"));
	free(black);
	free(white);
	game_done(&game);
}

/* Returns what `view` shows a seat after those cards have been played; to be freed. */
static char *told_after(struct cardplay *play, struct game *game, const char *cards, uint8_t seat,
			void (*view)(const struct game *, uint8_t, struct strbuf *))
{
	struct strbuf told;

	if (*cards != '\0')
		play_cards(play, cards);
	cards_state(game)->field = play->field;
	strbuf_init(&told, 0);
	view(game, seat, &told);
	return told.bytes;
}

static void assert_table_says(struct cardplay *play, struct game *game, const char *cards,
			      const char *expected)
{
	char *told = told_after(play, game, cards, 1, cards_table);

	assert_string_equal(told, expected);
	free(told);
}

static void what_cards_ask_of_a_turn_to_come_is_told(void **state)
{
	static const char expected[] =
		"  In force: Man-Trap by white on a secret square\n"
		"  In force: Confabulation by white on a2\n"
		"  Pending: Dungeon, Black can't move the piece on a8, in the next turn\n"
		"  Pending: Under Elf Hill, Black has the king back, in the next turn\n"
		"  Pending: Dungeon, White can't move the piece on h1, in the next turn\n"
		"  Pending: Challenge, Black has to move a bishop, in the next turn\n"
		"  White holds 0 cards; draw pile: 0.\n"
		"  Black holds 0 cards; draw pile: 0.\n";
	struct cardplay play;
	struct game game;

	(void)state;
	begin(&play, "knightmare", ARMIES, &game);
	assert_table_says(&play, &game,
			  "white: Dungeon b8-a8; black: Under Elf Hill; black: Dungeon c3-h1; "
			  "white: Man-Trap e4; white: Confabulation a1-a2; white: Challenge B",
			  expected);
	game_done(&game);
}

/* But not to a player who has to remember what is missing. */
static void what_has_been_captured_is_told(void **state)
{
	static const char expected[] = "  Captured of White: knight, 2 pawns\n"
				       "  Captured of Black: pawn\n"
				       "  White holds 0 cards; draw pile: 0.\n"
				       "  Black holds 0 cards; draw pile: 0.\n";
	struct cardplay play;
	struct game game;
	char *black, *white;

	(void)state;
	begin(&play, "knightmare", ARMIES, &game);
	assert_table_says(&play, &game,
			  "white: Assassin a1-a2; white: Assassin f1-g2; white: Assassin d1-f3; "
			  "white: Disintegration e4; white: Evil Eye f3 d5",
			  expected);
	black = told_after(&play, &game, "white: Abduction b8", 1, cards_table);
	white = told_after(&play, &game, "", 0, cards_table);
	assert_null(strstr(black, "Captured"));
	assert_non_null(strstr(white, "Captured of Black: pawn\n"));
	free(black);
	free(white);
	game_done(&game);
}

static void whole_hand(const struct game *game, uint8_t seat, struct strbuf *out)
{
	cards_known(game, seat, "", false, out);
}

/* [earthquake-boards]: which side or corner belongs to whom, as the board is turned now. */
static void the_words_of_an_earthquake_are_told_with_the_hand(void **state)
{
	static const struct {
		const char *variant, *pieces, *cards, *lines;
	} rows[] = {
		{"knightmare", ARMIES, "",
		 "     now by LEFT White's side is file a, Black's side is file h\n"
		 "     now by RIGHT White's side is file h, Black's side is file a\n"},
		{"knightmare", ARMIES, "white: Earthquake LEFT",
		 "     now by LEFT White's side is rank 8, Black's side is rank 1\n"
		 "     now by RIGHT White's side is rank 1, Black's side is rank 8\n"},
		{"four-player", "Ka8 Qb7 / Kh8 Qg7 / Kh1 Qg2 / Ka1 Qb2", "",
		 "     now by LEFT White's corner is h8, Black's corner is h1, Red's\n"
		 "     now corner is a1, Brown's corner is a8\n"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct cardplay play;
		struct game game;
		char *told;

		begin(&play, rows[i].variant, rows[i].pieces, &game);
		piles_add(&cards_state(&game)->piles, card_named(play.set, "Earthquake", NULL), 0,
			  ZONE_HAND, 0);
		told = told_after(&play, &game, rows[i].cards, 0, whole_hand);
		if (strstr(told, rows[i].lines) == NULL)
			fail_msg("%s", told);
		assert_safe(play.variant, told);
		free(told);
		game_done(&game);
	}
}

static void turns_with_cards_are_told_in_lines(void **state)
{
	static const struct {
		const char *text, *lines;
	} rows[] = {
		{"e2e4 e4", "    1  White    e4       e2e4\n"},
		{"- Under Elf Hill", "    1  White    Under Elf Hill\n"},
		{"- no move; Black: Bog", "    1  White    no move; Black: Bog\n"},
		{"b1c3 Nc3, Holy War c3 f4; Black: Fog of War; White: Plots Within Plots, Vulture, "
		 "Bog",
		 "    1  White    Nc3, Holy War c3 f4; Black: Fog of War;\n"
		 "                with White: Plots Within Plots, Vulture, Bog\n"},
		{"- Haunting Memories as Onslaught a2 b2 c2 d2 e2 f2 g2 h2 (no effect); Black: "
		 "Think Again!",
		 "    1  White    Haunting Memories as Onslaught a2 b2 c2 d2 e2 f2 g2 h2\n"
		 "                with (no effect); Black: Think Again!\n"},
	};
	struct turn_record record = {.number = 1, .round = 1, .seat = 0};
	struct cardplay play;
	struct game game;

	(void)state;
	begin(&play, "knightmare", ARMIES, &game);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct strbuf told;

		strbuf_init(&told, 0);
		strcpy(record.text, rows[i].text);
		view_turn(&game, &record, &told);
		assert_string_equal(told.bytes, rows[i].lines);
		assert_safe(play.variant, told.bytes);
		strbuf_done(&told);
	}
	game_done(&game);
}

static void no_line_of_a_card_can_play_or_break_a_letter(void **state)
{
	struct cardplay play;
	struct strbuf sheets;

	(void)state;
	cardplay_open(&play, "knightmare");
	strbuf_init(&sheets, 0);
	for (unsigned i = 0; i < play.set->count; i++)
		cards_card(play.variant, &play.set->cards[i], &sheets);
	assert_safe(play.variant, sheets.bytes);
	strbuf_done(&sheets);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_cards_do_is_drawn_as_it_was_looked_at),
		cmocka_unit_test(a_trap_is_drawn_for_who_laid_it_alone),
		cmocka_unit_test(effects_of_a_turn_are_drawn),
		cmocka_unit_test(what_cards_ask_of_a_turn_to_come_is_told),
		cmocka_unit_test(what_has_been_captured_is_told),
		cmocka_unit_test(the_words_of_an_earthquake_are_told_with_the_hand),
		cmocka_unit_test(turns_with_cards_are_told_in_lines),
		cmocka_unit_test(no_line_of_a_card_can_play_or_break_a_letter),
		cmocka_unit_test(who_must_tell_from_memory_gets_no_board),
	};

	return cmocka_run_group_tests_name("marks", tests, NULL, NULL);
}
