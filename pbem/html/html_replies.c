/* SPDX-License-Identifier: MIT */
/* Adds other orders beside moves and plays, as links. */
#include <stdlib.h>
#include <string.h>

#include "core/util/base.h"
#include "core/util/translate.h"
#include "pbem/html/html_internal.h"

void html_answers(const struct html_letter *letter, struct mailto_links *taps, struct strbuf *out)
{
	const char *cursor = html_text(letter, "answers"), *word;
	size_t len;

	if (*cursor == '\0')
		return;
	mailto_links_row(taps, out);
	while (*(cursor += strspn(cursor, " ,:\n")) != '\0') {
		char *order;

		word = cursor;
		len = strcspn(word, " ,:\n");
		cursor = word + len;
		if (html_are_move(word, len) || (len == 2 && memcmp(word, "NO", 2) == 0)) {
			order = base_printf("ANSWER %.*s", (int)len, word);
			(void)mailto_links_add(taps, order, order + strlen("ANSWER "), out);
			free(order);
		}
	}
	mailto_links_row_end(taps, out);
}

static bool has_value(const struct html_letter *letter, const char *name)
{
	return *html_text(letter, name) != '\0';
}

static bool has_answers_due(const struct html_letter *letter)
{
	return has_value(letter, "words-due") || has_value(letter, "window") ||
	       has_value(letter, "offer") || has_value(letter, "common-offer") ||
	       has_value(letter, "asker");
}

static void add_answers(const struct html_letter *letter, struct mailto_links *taps,
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

void html_others(const struct html_letter *letter, struct mailto_links *taps, struct strbuf *out)
{
	if (has_answers_due(letter)) {
		mailto_links_row(taps, out);
		add_answers(letter, taps, out);
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

void html_resigning(const struct html_letter *letter, struct mailto_links *taps, struct strbuf *out)
{
	const char *cursor = html_text(letter, "resigning"), *end = cursor + strlen(cursor), *line;
	size_t len;

	while (strbuf_next_line(&cursor, end, &line, &len)) {
		char *label = base_strndup(line, len);
		char *order = base_printf("RESIGN%s", label + strcspn(label, " "));

		mailto_links_row(taps, out);
		(void)mailto_links_add(taps, order, label, out);
		mailto_links_row_end(taps, out);
		free(order);
		free(label);
	}
}

void html_nearest(const struct html_letter *letter, struct mailto_links *taps, struct strbuf *out)
{
	const char *nearest = html_text(letter, "nearest"), *end = nearest + strlen(nearest), *line;
	size_t len;

	while (strbuf_next_line(&nearest, end, &line, &len)) {
		char *order = base_strndup(line, len);

		mailto_links_row(taps, out);
		(void)mailto_links_add(taps, order, order, out);
		mailto_links_row_end(taps, out);
		free(order);
	}
}
