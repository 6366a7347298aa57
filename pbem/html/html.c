/* SPDX-License-Identifier: MIT */
#include "pbem/html/html.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/image/image.h"
#include "core/rules/peterson.h"
#include "core/util/base.h"
#include "core/util/translate.h"
#include "core/view/choices.h"
#include "core/view/game_text.h"
#include "pbem/compose/html_body.h"
#include "pbem/html/mailto_links.h"

enum {
	WIDE = 52,	 /* columns that a telephone has room for, in small print */
	PLAYS_ALL = 200, /* plays of one card */
	FEW = 3,	 /* links that need no line of their own */
	PAYMENTS = 12,	 /* payments of a debt */
};

/* Returns a value of the message's text; "" when the message doesn't have it. */
static const char *value_of(const struct html_letter *letter, const char *name)
{
	for (size_t i = 0; i < letter->count; i++)
		if (strcmp(letter->values[i].name, name) == 0)
			return letter->values[i].text;
	return "";
}

static bool has_value(const struct html_letter *letter, const char *name)
{
	return *value_of(letter, name) != '\0';
}

/* ---- the board ---- */

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
	const char *board = value_of(letter, "board");

	if (*board == '\0')
		return;
	if (letter->picture_id != NULL)
		add_picture(letter, looks, html);
	add_text_board(board, html);
}

/* ---- cards ---- */

#define FRAME                                                                                      \
	"<div style=\"margin:8px 0;padding:8px 12px;border:1px solid #909090;border-radius:8px\">"

/* Reports whether a text shows whole cards: lines "* Bog, 4 points" with indented lines below. */
static bool has_cards(const char *text)
{
	return strbuf_starts(text, "* ") && strstr(text, "\n  ") != NULL;
}

/* Reports whether the line is text that was wrapped, and not a complete line. */
static bool is_wrapped(const char *line, size_t len)
{
	return len > 1 && line[0] == ':' && line[1] == ' ';
}

static void add_line(const char *line, size_t len, bool *wrapped, struct strbuf *out)
{
	size_t indent = 0;

	while (indent < len && line[indent] == ' ')
		indent++;
	line += indent;
	len -= indent;
	if (is_wrapped(line, len)) {
		strbuf_add(out, *wrapped ? " " : "<div style=\"margin-top:6px\">");
		html_body_text(out, line + 2, len - 2);
		*wrapped = true;
		return;
	}
	strbuf_add(out, *wrapped ? "</div>\n" : "");
	*wrapped = false;
	strbuf_add(out, "<div style=\"font-size:14px\">");
	html_body_text(out, line, len);
	strbuf_add(out, "</div>\n");
}

/* Puts each card into a separate frame. */
static void add_cards(const char *text, struct strbuf *out)
{
	const char *cursor = text, *end = text + strlen(text), *line;
	bool open = false, wrapped = false;
	size_t len;

	while (strbuf_next_line(&cursor, end, &line, &len)) {
		if (len > 1 && line[0] == '*') {
			strbuf_add(out, wrapped ? "</div>\n" : "");
			strbuf_add(out, open ? "</div>\n" FRAME "<b>" : FRAME "<b>");
			html_body_text(out, line + 2, len - 2);
			strbuf_add(out, "</b>\n");
			open = true;
			wrapped = false;
		} else if (len > 0) {
			add_line(line, len, &wrapped, out);
		}
	}
	strbuf_add(out, wrapped ? "</div>\n" : "");
	strbuf_add(out, open ? "</div>\n" : "");
}

/* ---- orders as links ---- */

static void add_row(struct mailto_links *taps, const char *order, const char *label,
		    struct strbuf *out)
{
	mailto_links_row(taps, out);
	if (order != NULL)
		(void)mailto_links_add(taps, order, label, out);
	else
		mailto_links_add_text(taps, label, out);
	mailto_links_row_end(taps, out);
}

/* Begins a row with words and a colon. */
static void begin_row(struct mailto_links *taps, const char *words, struct strbuf *out)
{
	char *title = base_printf("%s:", words);

	mailto_links_row(taps, out);
	mailto_links_add_text(taps, title, out);
	free(title);
}

static void find_choices(const struct html_letter *letter, enum choice_kind which, unsigned most,
			 struct choice_list *list_out)
{
	choices_init(list_out);
	view_choices(letter->game, letter->seat, which, most, list_out);
}

/* Reports whether a debt must be paid first and there is anything to pay with: then no move alone
 * is a turn. */
static bool has_payable_debt(const struct html_letter *letter)
{
	return has_value(letter, "debt") &&
	       peterson_payable(letter->game->variant, &letter->game->position) > 0;
}

/* Adds the moves of a piece from `first` on. If there aren't links for all, and one for each of the
 * `pieces` after it, adds only the beginning of a move: the reader types the rest. */
static void add_piece(const struct choice *first, size_t count, size_t pieces,
		      struct mailto_links *taps, struct strbuf *out)
{
	char *order;

	if (count + pieces > taps->left) {
		order = base_printf("MOVE %.*s-...", (int)first->piece, first->label);
		(void)mailto_links_add(taps, order, order + strlen("MOVE "), out);
		free(order);
		return;
	}
	for (size_t i = 0; i < count; i++)
		(void)mailto_links_add(taps, first[i].order, first[i].label, out);
}

/* Adds a row for each kind of piece. A piece with many moves has its own line there. */
static void add_moves(const struct html_letter *letter, struct mailto_links *taps,
		      struct strbuf *out)
{
	struct choice_list list;
	size_t pieces = 0, count;
	bool many = false;

	if (!has_value(letter, "legal") || has_payable_debt(letter))
		return;
	find_choices(letter, CHOICE_MOVES, 0, &list);
	for (size_t i = 0; i < list.count && list.choices[i].order != NULL; i++)
		pieces += choices_begins_piece(&list, i);
	for (size_t i = 0; pieces > 0; i += count) {
		for (count = 1; i + count < list.count && !choices_begins_piece(&list, i + count);)
			count++;
		if (choices_begins_group(&list, i)) {
			if (i > 0)
				mailto_links_row_end(taps, out);
			begin_row(taps, list.choices[i].group, out);
		} else if (count > FEW || many) {
			mailto_links_break(taps, out);
		}
		many = count > FEW;
		add_piece(&list.choices[i], count, --pieces, taps, out);
		if (pieces == 0)
			mailto_links_row_end(taps, out);
	}
	choices_done(&list);
}

/* Adds a row for each payment, with the moves that may follow if there is room for all. */
static void add_payments(const struct html_letter *letter, struct mailto_links *taps,
			 struct strbuf *out)
{
	struct choice_list list;
	bool whole;

	if (!has_payable_debt(letter))
		return;
	find_choices(letter, CHOICE_PAYMENTS, PAYMENTS, &list);
	whole = list.count <= taps->left;
	for (size_t i = 0; i < list.count; i++) {
		const struct choice *choice = &list.choices[i];

		if (choices_begins_group(&list, i) && whole) {
			if (i > 0)
				mailto_links_row_end(taps, out);
			begin_row(taps, choice->group, out);
			mailto_links_break(taps, out);
		} else if (choices_begins_group(&list, i)) {
			char *order = base_printf("%s MOVE ...", choice->group);

			add_row(taps, order, order, out);
			free(order);
		}
		if (whole)
			(void)mailto_links_add(taps, choice->order, choice->label, out);
	}
	if (whole && list.count > 0)
		mailto_links_row_end(taps, out);
	choices_done(&list);
}

/* Adds the plays. If they are too many, adds each card once, with the beginning of its line. */
static void add_plays(const struct html_letter *letter, enum choice_kind which,
		      struct mailto_links *taps, struct strbuf *out)
{
	struct choice_list list;

	if (!has_value(letter, which == CHOICE_NEXT_PLAYS ? "next-plays" : "plays"))
		return;
	find_choices(letter, which, PLAYS_ALL, &list);
	if (list.count > taps->left) {
		choices_done(&list);
		find_choices(letter, which, 1, &list);
	}
	for (size_t i = 0; i < list.count; i++)
		add_row(taps, list.choices[i].order, list.choices[i].label, out);
	choices_done(&list);
}

static void add_answers(const struct html_letter *letter, struct mailto_links *taps,
			struct strbuf *out)
{
	struct choice_list list;

	if (!has_value(letter, "answers"))
		return;
	find_choices(letter, CHOICE_ANSWERS, 0, &list);
	mailto_links_row(taps, out);
	for (size_t i = 0; i < list.count; i++)
		(void)mailto_links_add(taps, list.choices[i].order, list.choices[i].label, out);
	mailto_links_row_end(taps, out);
	choices_done(&list);
}

static void add_resigning(const struct html_letter *letter, struct mailto_links *taps,
			  struct strbuf *out)
{
	struct choice_list list;

	if (!has_value(letter, "resigning"))
		return;
	find_choices(letter, CHOICE_RESIGN, 0, &list);
	for (size_t i = 0; i < list.count; i++)
		add_row(taps, list.choices[i].order, list.choices[i].label, out);
	choices_done(&list);
}

/* Adds the orders that may have been meant, one per line of the value. */
static void add_nearest(const struct html_letter *letter, struct mailto_links *taps,
			struct strbuf *out)
{
	const char *nearest = value_of(letter, "nearest"), *end = nearest + strlen(nearest), *line;
	size_t len;

	while (strbuf_next_line(&nearest, end, &line, &len)) {
		char *order = base_strndup(line, len);

		add_row(taps, order, order, out);
		free(order);
	}
}

static bool has_answers_due(const struct html_letter *letter)
{
	return has_value(letter, "words-due") || has_value(letter, "window") ||
	       has_value(letter, "offer") || has_value(letter, "common-offer") ||
	       has_value(letter, "asker");
}

static void add_replies(const struct html_letter *letter, struct mailto_links *taps,
			struct strbuf *out)
{
	if (has_value(letter, "words-due"))
		(void)mailto_links_add(taps, "JOIN", translate("join without words of your own"),
				       out);
	if (has_value(letter, "window"))
		(void)mailto_links_add(taps, "PASS", translate("let it stand"), out);
	if (has_value(letter, "offer") || has_value(letter, "common-offer")) {
		(void)mailto_links_add(taps, "DRAW", translate("agree to a draw"), out);
		(void)mailto_links_add(taps, "DRAW NO", translate("decline it"), out);
	}
	if (has_value(letter, "asker")) {
		(void)mailto_links_add(taps, "UNDO", translate("agree to take it back"), out);
		(void)mailto_links_add(taps, "UNDO NO", translate("decline that"), out);
	}
}

/* Adds links to queries. Before the game begins there is nothing to look at. */
static void add_questions(const struct html_letter *letter, struct mailto_links *taps,
			  struct strbuf *out)
{
	const bool begun = !has_value(letter, "gathering");

	mailto_links_row(taps, out);
	if (begun)
		(void)mailto_links_add(taps, "BOARD", translate("the board"), out);
	if (begun && has_value(letter, "cards")) {
		(void)mailto_links_add(taps, "HAND", translate("your hand"), out);
		(void)mailto_links_add(taps, "PLAYS", translate("what can be played"), out);
	}
	(void)mailto_links_add(taps, "STATUS", translate("how it stands"), out);
	if (begun)
		(void)mailto_links_add(taps, "HISTORY", translate("all moves"), out);
	(void)mailto_links_add(taps, "HELP", translate("help"), out);
	mailto_links_row_end(taps, out);
}

static void add_others(const struct html_letter *letter, struct mailto_links *taps,
		       struct strbuf *out)
{
	if (has_answers_due(letter)) {
		mailto_links_row(taps, out);
		add_replies(letter, taps, out);
		mailto_links_row_end(taps, out);
	}
	/* In a text, a word is typed faster than its link is found. */
	if (taps->in_text)
		return;
	add_questions(letter, taps, out);
	if (!has_value(letter, "playing"))
		return;
	mailto_links_row(taps, out);
	/* A player who gives up is asked to confirm. The order for that is QUIT, because no part of
	 * it reads as RESIGN, whatever a mail program drops. */
	(void)mailto_links_add(taps, "QUIT", translate("give up"), out);
	mailto_links_add_text(taps, translate("(you are asked once more)"), out);
	mailto_links_row_end(taps, out);
}

/* ---- the message ---- */

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
	add_resigning(letter, &taps, &html);
	store_value(&looks, "resigning", &html);
	add_others(letter, &taps, &html);
	store_value(&looks, "links", &html);
	add_nearest(letter, &taps, &html);
	store_value(&looks, "nearest", &html);
	add_answers(letter, &taps, &html);
	store_value(&looks, "answers", &html);
	add_payments(letter, &taps, &html);
	store_value(&looks, "payments", &html);
	add_moves(letter, &taps, &html);
	store_value(&looks, "legal", &html);
	add_plays(letter, CHOICE_PLAYS, &taps, &html);
	store_value(&looks, "plays", &html);
	add_plays(letter, CHOICE_NEXT_PLAYS, &taps, &html);
	store_value(&looks, "next-plays", &html);
	for (size_t i = 0; i < ARRAY_LEN(shown); i++) {
		if (has_cards(value_of(letter, shown[i])))
			add_cards(value_of(letter, shown[i]), &html);
		store_value(&looks, shown[i], &html);
	}
	strbuf_done(&html);
	*looks_out = looks;
}

void html_links(const struct html_letter *letter, struct strbuf *out)
{
	struct mailto_links taps = {letter->address, letter->token, MAILTO_LINKS_TEXT_MAX, true};

	add_resigning(letter, &taps, out);
	add_others(letter, &taps, out);
	add_nearest(letter, &taps, out);
	add_answers(letter, &taps, out);
	add_payments(letter, &taps, out);
	add_moves(letter, &taps, out);
	add_plays(letter, CHOICE_PLAYS, &taps, out);
	add_plays(letter, CHOICE_NEXT_PLAYS, &taps, out);
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
