/* SPDX-License-Identifier: MIT */
/* A game as a GIF, read back by giflib. */
#include "tests/lib/chess.h"
#include "tests/lib/random.h"

#include <gif_lib.h>

#include "core/image/animation.h"
#include "core/image/gif.h"
#include "core/util/base.h"
#include "core/util/strbuf.h"

enum { SIDE = 360 };

/* A frame in which a square is marked that isn't in the next ones. */
static void add(struct animation *film, unsigned turn)
{
	struct game game;
	struct scene *scene;

	game_init(&game, variant_get(library, "chess", NULL, 0, NULL));
	scene = scene_new(&game, 0, NO_SIDE);
	scene->board[0].cell[turn % 64].marks ^= SCENE_TO;
	animation_add(film, scene, turn);
	scene_free(scene);
	game_done(&game);
}

struct reel {
	const struct strbuf *bytes;
	size_t at;
};

static int wind(GifFileType *gif, GifByteType *bytes, int len)
{
	struct reel *reel = gif->UserData;
	size_t left = reel->bytes->len - reel->at, most = (size_t)len < left ? (size_t)len : left;

	memcpy(bytes, reel->bytes->bytes + reel->at, most);
	reel->at += most;
	return (int)most;
}

static GifFileType *read_back(struct reel *reel)
{
	int error;
	GifFileType *gif = DGifOpen(reel, wind, &error);

	assert_non_null(gif);
	assert_int_equal(DGifSlurp(gif), GIF_OK);
	assert_int_equal(gif->SWidth, SIDE);
	return gif;
}

/* Lays the frames behind the first one over the other. */
static void lay(const GifFileType *gif, uint8_t *pixels)
{
	for (int i = 1; i < gif->ImageCount; i++) {
		const SavedImage *image = &gif->SavedImages[i];
		const GifImageDesc *box = &image->ImageDesc;

		for (int at = 0; at < box->Width * box->Height; at++)
			if (image->RasterBits[at] != 255)
				pixels[(box->Top + at / box->Width) * SIDE + box->Left +
				       at % box->Width] = image->RasterBits[at];
	}
}

static void a_film_begins_with_its_end(void **state)
{
	struct animation *film = animation_new(NULL, NULL, 3);
	struct strbuf bytes;
	struct reel reel = {&bytes, 0};
	uint8_t *pixels = base_alloc(SIDE * SIDE);
	GifFileType *gif;
	int error;

	(void)state;
	for (unsigned turn = 0; turn <= 3; turn++)
		add(film, turn);
	add(film, 3); /* nothing has changed */
	strbuf_init(&bytes, 0);
	assert_false(animation_take(film, 1000, &bytes));
	assert_int_equal(bytes.len, 0);
	assert_true(animation_take(film, IMAGE_FILM, &bytes));
	gif = read_back(&reel);
	assert_int_equal(gif->ImageCount, 4 + 1);
	lay(gif, pixels);
	assert_memory_equal(pixels, gif->SavedImages[0].RasterBits, SIDE * SIDE);
	DGifCloseFile(gif, &error);
	strbuf_done(&bytes);
	animation_free(film);
	free(pixels);
}

static void a_long_film_passes_some_turns_by(void **state)
{
	struct animation *film = animation_new(NULL, NULL, 1000);
	struct strbuf bytes;
	struct reel reel = {&bytes, 0};
	GifFileType *gif;
	int error;

	(void)state;
	for (unsigned turn = 0; turn <= 1000; turn++)
		add(film, turn);
	strbuf_init(&bytes, 0);
	assert_true(animation_take(film, 1024 * 1024, &bytes));
	gif = read_back(&reel);
	assert_true(gif->ImageCount > IMAGE_FRAMES / 2);
	assert_true(gif->ImageCount <= IMAGE_FRAMES + 2);
	DGifCloseFile(gif, &error);
	strbuf_done(&bytes);
	animation_free(film);
}

static void without_a_frame_there_is_no_film(void **state)
{
	struct animation *film = animation_new(NULL, NULL, 0);
	struct strbuf bytes;

	(void)state;
	strbuf_init(&bytes, 0);
	assert_false(animation_take(film, IMAGE_FILM, &bytes));
	strbuf_done(&bytes);
	animation_free(film);
}

/* Frames of all widths, of nothing but one colour up to nothing but chance: the same pixels are
 * read, none more and none less. */
static void what_is_put_there_is_what_others_read(void **state)
{
	enum { ROUNDS = 60, MOST = 300 };
	const struct indexed palette = {.width = MOST, .height = MOST, .colour_count = 2};
	uint32_t chance = 12345;

	(void)state;
	for (unsigned round = 0; round < ROUNDS; round++) {
		const unsigned colours = 1 + draw_number(&chance, 256);
		const unsigned rare = 1 + draw_number(&chance, round % 3 == 0 ? 1 : 500);
		struct frame frame = {.box = {0, 0, 1 + (int)draw_number(&chance, MOST),
					      1 + (int)draw_number(&chance, MOST)}};
		const struct frame *const frames[] = {&frame};
		const size_t count = (size_t)frame.box.width * (size_t)frame.box.height;
		struct strbuf bytes;
		struct reel reel = {&bytes, 0};
		GifFileType *gif;
		int error;

		frame.pixels = base_alloc(count);
		for (size_t i = 0; i < count; i++)
			frame.pixels[i] = draw_number(&chance, rare) == 0
						  ? (uint8_t)draw_number(&chance, colours)
						  : UNCHANGED;
		strbuf_init(&bytes, 0);
		gif_encode(&palette, frames, 1, &bytes);
		gif = DGifOpen(&reel, wind, &error);
		assert_non_null(gif);
		assert_int_equal(DGifSlurp(gif), GIF_OK);
		assert_int_equal(gif->ImageCount, 1);
		assert_memory_equal(gif->SavedImages[0].RasterBits, frame.pixels, count);
		DGifCloseFile(gif, &error);
		strbuf_done(&bytes);
		free(frame.pixels);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_film_begins_with_its_end),
		cmocka_unit_test(a_long_film_passes_some_turns_by),
		cmocka_unit_test(without_a_frame_there_is_no_film),
		cmocka_unit_test(what_is_put_there_is_what_others_read),
	};

	return cmocka_run_group_tests(tests, chess_set_up, chess_tear_down);
}
