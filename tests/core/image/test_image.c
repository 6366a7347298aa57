/* SPDX-License-Identifier: MIT */
/* Pictures of boards of every kind. Their contents are compared, in words, with tests/boards/, and
 * PNG and SVG with each other, square by square. PBEM_PICTURES=FOLDER in the environment writes the
 * pictures there, for somebody to look at. */
#include "core/gametype/cards/cards_state.h"
#include "core/gametype/ring/ring_game_state.h"
#include "tests/lib/cardplay.h"
#include "tests/lib/chess.h"
#include "tests/lib/pace.h"

#include "core/game/game.h"
#include "core/image/image.h"
#include "core/image/piece_set.h"
#include "core/image/png.h"
#include "core/rules/movegen.h"
#include "tests/lib/views.h"

#define ARMIES "Ke1 Qd1 Ra1 Nc3 Nf3 Bf1 Pa2 Pe4 Pg2 / Ke8 Qd8 Rh8 Nb8 Bg7 Pd5 Pb4 Ph7"

/* A game, the side from which it is seen and the seat that sees it. Without cards it has moves, in
 * a ring with their boards; otherwise pieces and the cards that are played. */
static const struct sample {
	const char *name, *variant, *pieces, *play;
	uint8_t from, seat;
} samples[] = {
	{"chess", "chess", NULL, "e2e4 d7d5 e4d5", NO_SIDE, NO_SIDE},
	{"chess-check", "chess", NULL, "e2e4 f7f6 d1h5", 1, 1},
	{"chess-mate", "chess", NULL, "f2f3 e7e5 g2g4 d8h4", 0, 0},
	{"castling", "chess", NULL, "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1", 0, 0},
	{"three-player", "three-player", NULL, "c7c6 f2b6", NO_SIDE, NO_SIDE},
	{"three-player-red", "three-player", NULL, "c7c6 f2b6 d2d4", 1, 1},
	{"four-player", "four-player", NULL, "c7d7", NO_SIDE, NO_SIDE},
	{"four-player-team", "four-player-team", NULL, "c6a4", 2, 2},
	{"kingdom", "kingdom", NULL, "f2f4 b17d17", NO_SIDE, NO_SIDE},
	{"kingdom-blue", "kingdom", NULL, "f2f4 b17d17", 3, 3},
	{"fourteen", "fourteen", NULL, "h2h4 a10c9", NO_SIDE, NO_SIDE},
	{"fourteen-green", "fourteen", NULL, "h2h4", 3, 3},
	{"ring", "ring", NULL, "1:e2e4 1:d7d5 1:e4d5 1:d8d5 2:e2e4", NO_SIDE, NO_SIDE},
	{"ring-seat", "ring", NULL, "1:e2e4 1:d7d5 1:e4d5 1:d8d5 2:e2e4", 1, 1},
	{"cards-marks", "knightmare", ARMIES,
	 "white: Crab e4; black: Crab d5; white: Coup c3; white: Neutrality b8; white: Pacifism "
	 "d1; "
	 "white: Curse d8; white: Fatal Attraction f3; black: Pacifism b4",
	 0, 0},
	{"cards-squares", "knightmare", ARMIES,
	 "white: Forbidden City e5; black: Forbidden City a5; white: Fortification d4|d5 e4|e5; "
	 "black: Fortification b6|c6 c5|c6; white: Man-Trap c3",
	 0, 0},
	{"cards-squares-black", "knightmare", ARMIES,
	 "white: Forbidden City e5; black: Forbidden City a5; white: Fortification d4|d5 e4|e5; "
	 "black: Fortification b6|c6 c5|c6; white: Man-Trap c3",
	 1, 1},
	{"cards-merged", "knightmare", ARMIES,
	 "white: Confabulation a1-a2; black: Confabulation h8-h7; white: Crab a2; white: Pacifism "
	 "a2",
	 0, 0},
	{"cards-turned", "knightmare", ARMIES, "white: Earthquake LEFT", 1, 1},
	{"cards-four", "four-player", "Ka8 Qb7 Pc6 / Kh8 Rg7 Pf6 / Kh1 Ng2 Pf3 / Ka1 Nb2 Pc3",
	 "white: Curse g7; black: Crab f6; white: Fortification d4|e4 d5|e5; white: Forbidden City "
	 "c4; red: Neutrality b2; red: Pacifism g2",
	 0, 0},
};

/* ---- games ---- */

static void apply(struct game *game, const struct event_list *events, unsigned entry)
{
	const struct entry_head head = {entry, 0, "test"};
	struct reason reason = {.text = ""};

	for (size_t i = 0; i < events->count; i++)
		if (game_apply(game, &head, &events->events[i], &reason) < 0)
			fail_msg("%s", reason.text);
}

/* Makes a legal move of the seat to move, with its consequences. */
static void move(struct game *game, const char *text, unsigned entry)
{
	struct position position = game->position;
	struct event_list events;
	struct move_list legal;
	const struct move *found;
	char *line;

	movegen_generate(game->variant, &position, &legal);
	found = move_list_find(game->variant, &legal, text);
	if (found == NULL)
		fail_msg("%s isn't legal", text);
	/* As the game file has it: the move, and the form that people write. */
	line = base_printf("%s %s%s", text, position_piece(&position, found->to) ? "x" : "",
			   board_name(variant_board(game->variant), found->to).text);
	event_list_init(&events);
	move_make(game->variant, &position, found, &events);
	event_add(&events, event_about(EVENT_PLAYED, game->position.turn, 0, line));
	rules_next_turn(game->variant, &position, NULL, &legal, &events);
	apply(game, &events, entry);
	event_list_done(&events);
	free(line);
}

static void move_on_board(struct game *game, const char *text, unsigned entry)
{
	struct ring *ring = ring_game_state(game);
	struct event_list events;
	struct ring_list legal;
	const struct ring_move *found;

	(void)entry;
	ring_list_init(&legal);
	event_list_init(&events);
	ring_legal_all(game->variant, ring, &legal);
	found = ring_list_find(game->variant, &legal, text);
	if (found == NULL)
		fail_msg("%s isn't legal", text);
	ring_make(game->variant, ring, found, &events);
	ring_apply_consequences(game->variant, ring, found->board, &events);
	event_list_done(&events);
	ring_list_done(&legal);
}

static void play_moves(struct game *game, const char *variant, const char *moves)
{
	const struct event start = event_of(EVENT_START);
	struct event_list events;
	char *list = base_strdup(moves), *rest = list, *word;
	struct reason reason = {.text = ""};
	unsigned entry = 2;

	game_init(game, variant_get(library, variant, NULL, 0, &reason));
	event_list_init(&events);
	event_add(&events, start);
	apply(game, &events, 1);
	event_list_done(&events);
	if (game->variant->kind->boards)
		ring_start(game->variant, ring_game_state(game), NULL);
	while ((word = strsep(&rest, " ")) != NULL)
		(game->variant->kind->boards ? move_on_board : move)(game, word, entry++);
	free(list);
}

static void play_cards(struct game *game, const struct sample *sample)
{
	struct cardplay play;
	char *list = base_strdup(sample->play), *rest = list, *one;

	cardplay_open(&play, sample->variant);
	cardplay_put(&play, sample->pieces);
	game_init(game, play.variant);
	game->started = true;
	while ((one = strsep(&rest, ";")) != NULL) {
		char *order = strchr(one, ':');
		struct reason why = {.text = ""};

		*order++ = '\0';
		play.seat = (uint8_t)variant_seat_named(play.variant, one + strspn(one, " "));
		if (strcmp(cardplay_play(&play, order + 1, &why), "ok") != 0)
			fail_msg("%s:%s: %s", one, order, why.text);
	}
	cards_state(game)->field = play.field;
	free(list);
}

static void begin(struct game *game, const struct sample *sample)
{
	if (sample->pieces != NULL)
		play_cards(game, sample);
	else
		play_moves(game, sample->variant, sample->play);
}

/* ---- pictures ---- */

static void keep(const struct sample *sample, const char *ending, const struct strbuf *bytes)
{
	const char *folder = getenv("PBEM_PICTURES");
	char *path = base_printf("%s/%s.%s", folder, sample->name, ending);
	FILE *file = folder != NULL ? fopen(path, "wb") : NULL;

	if (file != NULL) {
		fwrite(bytes->bytes, 1, bytes->len, file);
		fclose(file);
	}
	free(path);
}

static struct strbuf svg_of(const struct scene *scene)
{
	struct strbuf svg;

	strbuf_init(&svg, 0);
	image_svg(scene, NULL, NULL, "", &svg);
	return svg;
}

static struct strbuf png_of(const struct scene *scene)
{
	struct strbuf png;

	strbuf_init(&png, 0);
	image_png(scene, NULL, NULL, &png);
	return png;
}

static bool is_same(const struct strbuf *a, const struct strbuf *b)
{
	return a->len == b->len && memcmp(a->bytes, b->bytes, a->len) == 0;
}

/* Returns the colour that the SVG's rectangles leave at a point. */
static unsigned colour_of_svg(const char *svg, int x, int y)
{
	unsigned colour = 0;

	while ((svg = strstr(svg, "<rect x=")) != NULL) {
		char tag[200]; /* a copy, because sscanf first looks for the end of the whole text
				*/
		int left, top, width, height, end = 0;
		unsigned fill;
		double opacity = 1;

		snprintf(tag, sizeof tag, "%.*s", (int)strcspn(svg, ">"), svg);
		if (sscanf(tag,
			   "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%6x\"%n",
			   &left, &top, &width, &height, &fill, &end) != 5)
			break; /* of a shape */
		sscanf(tag + end, " fill-opacity=\"%lf\"", &opacity);
		svg += 5;
		if (x < left || y < top || x >= left + width || y >= top + height)
			continue;
		for (unsigned shift = 0; shift < 24; shift += 8) {
			double below = colour >> shift & 0xff, above = fill >> shift & 0xff;

			colour &= ~(0xffu << shift);
			colour |= (unsigned)(below + (above - below) * opacity + 0.5) << shift;
		}
	}
	return colour;
}

static bool is_near(unsigned a, unsigned b)
{
	for (unsigned shift = 0; shift < 24; shift += 8)
		if (abs((int)(a >> shift & 0xff) - (int)(b >> shift & 0xff)) > 2)
			return false;
	return true;
}

/* Asserts that every empty square has one colour in both pictures, at the same place. Only for
 * square pictures. */
static void compare(const struct scene *scene, const struct strbuf *svg, const struct strbuf *png)
{
	const struct scene_board *board = &scene->board[0];
	unsigned width, height, side, compared = 0;
	uint8_t *pixels;

	image_size(scene, NULL, &width, &height);
	assert_true(width * height < 180000);
	if (width != height || scene->boards > 1)
		return;
	pixels = image_png_decode(png->bytes, png->len, 1000, &side, NULL);
	assert_non_null(pixels);
	assert_int_equal(side, width);
	for (unsigned i = 0; i < side * side; i++)
		if (pixels[4 * i + 3] != 255)
			fail_msg("pixel %u can be seen through", i);
	for (unsigned i = 0; i < board->columns * board->rows; i++) {
		const struct scene_cell *cell = &board->cell[i];
		unsigned margin = (side % board->columns) / 2, size;
		unsigned x, y;

		while ((side - 2 * margin) % board->columns != 0 || margin < 12)
			margin++;
		size = (side - 2 * margin) / board->columns;
		x = margin + (i % board->columns) * size + size / 2;
		y = margin + (i / board->columns) * size + size / 2;
		if (cell->man.side != NO_SIDE || cell->marks & SCENE_CLOSED)
			continue;
		if (!is_near((unsigned)pixels[4 * (y * side + x)] << 16 |
				     (unsigned)pixels[4 * (y * side + x) + 1] << 8 |
				     pixels[4 * (y * side + x) + 2],
			     colour_of_svg(strstr(svg->bytes, "</defs>"), (int)x, (int)y)))
			fail_msg("square %u is another at %u,%u", i, x, y);
		compared++;
	}
	assert_true(compared > 10);
	free(pixels);
}

/* Checks that the pictures show the scene, and are the same each time. */
static void check_pictures(const struct sample *sample, const struct scene *scene)
{
	struct strbuf svg = svg_of(scene), png = png_of(scene), again = png_of(scene);

	keep(sample, "svg", &svg);
	keep(sample, "png", &png);
	compare(scene, &svg, &png);
	assert_true(is_same(&png, &again));
	strbuf_done(&again);
	strbuf_done(&png);
	strbuf_done(&svg);
}

static void boards_are_drawn_as_they_were_looked_at(void **state)
{
	/* There are many pixels: if a tool slows everything, only one row and column in four. */
	unsigned stride = pace_is_full() ? 1 : 4;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(samples); i++) {
		const struct sample *sample = &samples[i];
		char *name = base_printf("picture-%s", sample->name);
		struct strbuf words;
		struct scene *scene;
		struct game game;

		begin(&game, sample);
		scene = scene_new(&game, sample->from, sample->seat);
		strbuf_init(&words, 0);
		scene_words(scene, &words);
		strbuf_add(&words, "\n");
		assert_drawn(name, words.bytes);
		if (i % stride == 0)
			check_pictures(sample, scene);
		strbuf_done(&words);
		scene_free(scene);
		game_done(&game);
		free(name);
	}
}

/* ---- who may see what ---- */

static void a_trap_is_in_the_picture_of_who_laid_it_alone(void **state)
{
	struct sample sample = {"trap", "knightmare", ARMIES, "white: Man-Trap c3", 0, 0};
	struct strbuf seen[3];
	struct game game;

	(void)state;
	begin(&game, &sample);
	for (int i = 0; i < 3; i++) {
		struct scene *scene = scene_new(&game, 0, i < 2 ? (uint8_t)i : NO_SIDE);

		seen[i] = png_of(scene);
		scene_free(scene);
	}
	assert_false(is_same(&seen[0], &seen[1]));
	assert_true(is_same(&seen[1], &seen[2]));
	game_done(&game);
	/* It is the same picture as that of a board without the card. */
	sample.play = "white: Truce";
	begin(&game, &sample);
	strbuf_done(&seen[0]);
	{
		struct scene *scene = scene_new(&game, 0, NO_SIDE);

		seen[0] = png_of(scene);
		scene_free(scene);
	}
	assert_true(is_same(&seen[0], &seen[1]));
	for (int i = 0; i < 3; i++)
		strbuf_done(&seen[i]);
	game_done(&game);
}

static void a_hidden_board_has_no_picture(void **state)
{
	struct scene scene = {.hidden = true};
	struct strbuf svg = svg_of(&scene), png = png_of(&scene), words;

	(void)state;
	strbuf_init(&words, 0);
	scene_words(&scene, &words);
	assert_int_equal(svg.len + png.len, 0);
	assert_string_equal(words.bytes, "There is no board in this letter.");
	strbuf_done(&words);
	strbuf_done(&svg);
	strbuf_done(&png);
}

/* ---- pieces ---- */

static void every_kind_of_piece_is_drawn(void **state)
{
	char **names = variant_names(library);

	(void)state;
	for (char **name = names; *name != NULL; name++) {
		const struct variant *variant = variant_get(library, *name, NULL, 0, NULL);

		for (unsigned type = 0; variant != NULL && type < variant->type_count; type++)
			if (piece_set_find(NULL, variant_type_name(variant, type)) == NULL)
				fail_msg("games/pieces has no %s",
					 variant_type_name(variant, type));
		free(*name);
	}
	free(names);
	assert_null(piece_set_find(NULL, "unicorn"));
}

#define ROOT "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\">"

static void another_piece_takes_the_place_of_ours(void **state)
{
	static const char svg[] = ROOT "<circle cx=\"5\" cy=\"5\" r=\"4\" fill=\"#fff\"/></svg>";
	const struct piece_art *pawn = piece_set_find(NULL, "pawn");
	struct piece_set *set = piece_set_new();
	struct strbuf ours, own;
	struct reason why = {.text = ""};
	struct scene *scene;
	struct game game;

	(void)state;
	begin(&game, &samples[0]);
	scene = scene_new(&game, NO_SIDE, NO_SIDE);
	assert_int_equal(piece_set_put(set, "queen", svg, strlen(svg), "no PNG", 6, &why), -1);
	assert_non_null(strstr(why.text, "no PNG"));
	assert_int_equal(
		piece_set_put(set, "queen", svg, strlen(svg), pawn->png, pawn->png_len, &why), 0);
	ours = svg_of(scene);
	strbuf_init(&own, 0);
	image_svg(scene, set, NULL, "", &own);
	assert_null(strstr(ours.bytes, "viewBox=\"0 0 10 10\""));
	assert_non_null(strstr(own.bytes, "viewBox=\"0 0 10 10\""));
	strbuf_clear(&own);
	strbuf_clear(&ours);
	image_png(scene, set, NULL, &own);
	image_png(scene, NULL, NULL, &ours);
	assert_false(is_same(&ours, &own));
	strbuf_done(&ours);
	strbuf_done(&own);
	scene_free(scene);
	piece_set_free(set);
	game_done(&game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(boards_are_drawn_as_they_were_looked_at),
		cmocka_unit_test(a_trap_is_in_the_picture_of_who_laid_it_alone),
		cmocka_unit_test(a_hidden_board_has_no_picture),
		cmocka_unit_test(every_kind_of_piece_is_drawn),
		cmocka_unit_test(another_piece_takes_the_place_of_ours),
	};

	return cmocka_run_group_tests(tests, chess_set_up, chess_tear_down);
}
