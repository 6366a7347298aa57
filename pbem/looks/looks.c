/* SPDX-License-Identifier: MIT */
#include "pbem/looks/looks.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/base.h"
#include "core/picture/picture.h"
#include "pbem/looks/looks_inner.h"
#include "pbem/writing/markup.h"

enum { WIDE = 52 }; /* columns that a telephone has room for, in small print */

const char *looks_text(const struct looks_letter *letter, const char *name)
{
	for (size_t i = 0; i < letter->count; i++)
		if (strcmp(letter->values[i].name, name) == 0)
			return letter->values[i].text;
	return "";
}

/* Keeps what was made for a value; what is empty leaves it as the text has it. */
static void keep(struct looks *looks, const char *name, struct text *html)
{
	assert(looks->count < LOOKS_VALUES);
	if (html->len > 0) {
		looks->owned[looks->count] = text_take(html);
		looks->values[looks->count] = (struct value){name, looks->owned[looks->count]};
		looks->count++;
	}
	text_clear(html);
}

/* Columns of its longest line. */
static size_t widest(const char *text)
{
	const char *cursor = text, *end = text + strlen(text), *line;
	size_t len, most = 0;

	while (text_next_line(&cursor, end, &line, &len))
		most = len > most ? len : most;
	return most;
}

/* The board in letters, for whom the picture isn't shown. */
static void add_letters(const char *board, struct text *out)
{
	text_addf(out,
		  "<pre style=\"margin:8px 0;font-family:Consolas,Menlo,monospace;"
		  "font-size:%upx;line-height:1.25;overflow-x:auto\">",
		  widest(board) > WIDE ? 8u : 11u);
	markup_text(out, board, strlen(board));
	text_add(out, "</pre>\n");
}

/* What is to be seen; NULL: nothing is. */
static struct scene *find_scene(const struct looks_letter *letter)
{
	struct scene *scene = scene_new(letter->game, letter->from, letter->seat);

	/* Its own boards are drawn from its own side, others as everybody sees them. */
	if (letter->board > 0 && !scene_keep(scene, letter->board)) {
		scene_free(scene);
		scene = scene_new(letter->game, NO_SIDE, letter->seat);
		if (!scene_keep(scene, letter->board))
			scene->hidden = true;
	}
	if (!scene->hidden)
		return scene;
	scene_free(scene);
	return NULL;
}

/* The picture, with the position in words for whom it isn't shown. */
static void add_picture(const struct looks_letter *letter, struct looks *looks, struct text *html)
{
	struct scene *scene = find_scene(letter);
	unsigned width, height;
	struct text words;

	if (scene != NULL) {
		text_init(&words, 0);
		scene_words(scene, &words);
		picture_size(scene, NULL, &width, &height);
		picture_png(scene, letter->pieces, NULL, &looks->picture);
		looks->picture_type = "image/png";
		looks->picture_name = "board.png";
		text_addf(html, "<img src=\"cid:%s\" width=\"%u\" height=\"%u\" alt=\"",
			  letter->picture_id, width, height);
		markup_text(html, words.bytes, words.len);
		text_add(html, "\" style=\"display:block;max-width:100%;height:auto\">\n");
		text_done(&words);
	}
	scene_free(scene);
}

static void make_board(const struct looks_letter *letter, struct looks *looks, struct text *html)
{
	const char *board = looks_text(letter, "board");

	if (*board == '\0')
		return;
	if (letter->picture_id != NULL)
		add_picture(letter, looks, html);
	add_letters(board, html);
}

void looks_make(const struct looks_letter *letter, struct looks *looks_out)
{
	static const char *const shown[] = {"hand", "asking", "sheet", "share"};
	struct taps taps = {letter->address, letter->token, TAPS_MAX, false};
	struct looks looks = {.count = 0};
	struct text html;

	text_init(&looks.picture, 0);
	text_init(&html, 0);
	make_board(letter, &looks, &html);
	keep(&looks, "board", &html);
	looks_resigning(letter, &taps, &html);
	keep(&looks, "resigning", &html);
	looks_others(letter, &taps, &html);
	keep(&looks, "links", &html);
	looks_nearest(letter, &taps, &html);
	keep(&looks, "nearest", &html);
	looks_answers(letter, &taps, &html);
	keep(&looks, "answers", &html);
	looks_payments(letter, &taps, &html);
	keep(&looks, "payments", &html);
	looks_moves(letter, &taps, &html);
	keep(&looks, "legal", &html);
	looks_plays(letter, false, &taps, &html);
	keep(&looks, "plays", &html);
	looks_plays(letter, true, &taps, &html);
	keep(&looks, "next-plays", &html);
	for (size_t i = 0; i < ARRAY_LEN(shown); i++) {
		if (looks_are_cards(looks_text(letter, shown[i])))
			looks_cards(looks_text(letter, shown[i]), &html);
		keep(&looks, shown[i], &html);
	}
	text_done(&html);
	*looks_out = looks;
}

void looks_links(const struct looks_letter *letter, struct text *out)
{
	struct taps taps = {letter->address, letter->token, TAPS_TEXT_MAX, true};

	looks_resigning(letter, &taps, out);
	looks_others(letter, &taps, out);
	looks_nearest(letter, &taps, out);
	looks_answers(letter, &taps, out);
	looks_payments(letter, &taps, out);
	looks_moves(letter, &taps, out);
	looks_plays(letter, false, &taps, out);
	looks_plays(letter, true, &taps, out);
}

void looks_make_board(const struct looks_letter *letter, struct looks *looks_out)
{
	struct looks looks = {.count = 0};
	struct text html;

	text_init(&looks.picture, 0);
	text_init(&html, 0);
	make_board(letter, &looks, &html);
	keep(&looks, "board", &html);
	text_done(&html);
	*looks_out = looks;
}

void looks_done(struct looks *looks)
{
	for (size_t i = 0; i < looks->count; i++)
		free(looks->owned[i]);
	text_done(&looks->picture);
}
