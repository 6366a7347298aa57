/* SPDX-License-Identifier: MIT */
#include "pbem/html/html.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/image/image.h"
#include "core/util/base.h"
#include "pbem/compose/html_body.h"
#include "pbem/html/html_internal.h"

enum { WIDE = 52 }; /* columns that a telephone has room for, in small print */

const char *html_text(const struct html_letter *letter, const char *name)
{
	for (size_t i = 0; i < letter->count; i++)
		if (strcmp(letter->values[i].name, name) == 0)
			return letter->values[i].text;
	return "";
}

/* Stores the HTML of a value. If it is empty, the value stays as the text has it. */
static void store_value(struct html *looks, const char *name, struct strbuf *html)
{
	assert(looks->count < HTML_VALUES);
	if (html->len > 0) {
		looks->owned[looks->count] = strbuf_take(html);
		looks->values[looks->count] = (struct value){name, looks->owned[looks->count]};
		looks->count++;
		strbuf_init(html, 0);
	}
	strbuf_clear(html);
}

static size_t longest_line_length(const char *text)
{
	const char *cursor = text, *end = text + strlen(text), *line;
	size_t len, most = 0;

	while (strbuf_next_line(&cursor, end, &line, &len))
		most = len > most ? len : most;
	return most;
}

/* Adds the board as text, for readers to whom the picture isn't shown. */
static void add_text_board(const char *board, struct strbuf *out)
{
	strbuf_addf(out,
		    "<pre style=\"margin:8px 0;font-family:Consolas,Menlo,monospace;"
		    "font-size:%upx;line-height:1.25;overflow-x:auto\">",
		    longest_line_length(board) > WIDE ? 8u : 11u);
	html_body_text(out, board, strlen(board));
	strbuf_add(out, "</pre>\n");
}

/* Returns the scene to be shown; NULL if there is none. */
static struct scene *find_scene(const struct html_letter *letter)
{
	struct scene *scene = scene_new(letter->game, letter->from, letter->seat);

	/* The seat's own boards are drawn from its own side, others as everybody sees them. */
	if (letter->board > 0 && !scene_select_board(scene, letter->board)) {
		scene_free(scene);
		scene = scene_new(letter->game, NO_SIDE, letter->seat);
		if (!scene_select_board(scene, letter->board))
			scene->hidden = true;
	}
	if (!scene->hidden)
		return scene;
	scene_free(scene);
	return NULL;
}

/* Adds the picture, with the position in words for readers to whom it isn't shown. */
static void add_picture(const struct html_letter *letter, struct html *looks, struct strbuf *html)
{
	struct scene *scene = find_scene(letter);
	unsigned width, height;
	struct strbuf words;

	if (scene != NULL) {
		strbuf_init(&words, 0);
		scene_words(scene, &words);
		image_size(scene, NULL, &width, &height);
		image_png(scene, letter->pieces, NULL, &looks->picture);
		looks->picture_type = "image/png";
		looks->picture_name = "board.png";
		strbuf_addf(html, "<img src=\"cid:%s\" width=\"%u\" height=\"%u\" alt=\"",
			    letter->picture_id, width, height);
		html_body_text(html, words.bytes, words.len);
		strbuf_add(html, "\" style=\"display:block;max-width:100%;height:auto\">\n");
		strbuf_done(&words);
	}
	scene_free(scene);
}

static void make_board(const struct html_letter *letter, struct html *looks, struct strbuf *html)
{
	const char *board = html_text(letter, "board");

	if (*board == '\0')
		return;
	if (letter->picture_id != NULL)
		add_picture(letter, looks, html);
	add_text_board(board, html);
}

void html_make(const struct html_letter *letter, struct html *looks_out)
{
	static const char *const shown[] = {"hand", "asking", "sheet", "share"};
	struct mailto_links taps = {letter->address, letter->token, MAILTO_LINKS_MAX, false};
	struct html looks = {.count = 0};
	struct strbuf html;

	strbuf_init(&looks.picture, 0);
	strbuf_init(&html, 0);
	make_board(letter, &looks, &html);
	store_value(&looks, "board", &html);
	html_resigning(letter, &taps, &html);
	store_value(&looks, "resigning", &html);
	html_others(letter, &taps, &html);
	store_value(&looks, "links", &html);
	html_nearest(letter, &taps, &html);
	store_value(&looks, "nearest", &html);
	html_answers(letter, &taps, &html);
	store_value(&looks, "answers", &html);
	html_payments(letter, &taps, &html);
	store_value(&looks, "payments", &html);
	html_moves(letter, &taps, &html);
	store_value(&looks, "legal", &html);
	html_plays(letter, false, &taps, &html);
	store_value(&looks, "plays", &html);
	html_plays(letter, true, &taps, &html);
	store_value(&looks, "next-plays", &html);
	for (size_t i = 0; i < ARRAY_LEN(shown); i++) {
		if (html_are_cards(html_text(letter, shown[i])))
			html_cards(html_text(letter, shown[i]), &html);
		store_value(&looks, shown[i], &html);
	}
	strbuf_done(&html);
	*looks_out = looks;
}

void html_links(const struct html_letter *letter, struct strbuf *out)
{
	struct mailto_links taps = {letter->address, letter->token, MAILTO_LINKS_TEXT_MAX, true};

	html_resigning(letter, &taps, out);
	html_others(letter, &taps, out);
	html_nearest(letter, &taps, out);
	html_answers(letter, &taps, out);
	html_payments(letter, &taps, out);
	html_moves(letter, &taps, out);
	html_plays(letter, false, &taps, out);
	html_plays(letter, true, &taps, out);
}

void html_make_board(const struct html_letter *letter, struct html *looks_out)
{
	struct html looks = {.count = 0};
	struct strbuf html;

	strbuf_init(&looks.picture, 0);
	strbuf_init(&html, 0);
	make_board(letter, &looks, &html);
	store_value(&looks, "board", &html);
	strbuf_done(&html);
	*looks_out = looks;
}

void html_done(struct html *looks)
{
	for (size_t i = 0; i < looks->count; i++)
		free(looks->owned[i]);
	strbuf_done(&looks->picture);
}
