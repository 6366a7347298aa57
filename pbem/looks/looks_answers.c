/* SPDX-License-Identifier: MIT */
/* What can be written besides moves and plays, as links. */
#include <stdlib.h>
#include <string.h>

#include "core/base/base.h"
#include "core/phrase/phrase.h"
#include "pbem/looks/looks_inner.h"

void looks_answers(const struct looks_letter *letter, struct taps *taps, struct text *out)
{
	const char *cursor = looks_text(letter, "answers"), *word;
	size_t len;

	if (*cursor == '\0')
		return;
	taps_row(taps, out);
	while (*(cursor += strspn(cursor, " ,:\n")) != '\0') {
		char *order;

		word = cursor;
		len = strcspn(word, " ,:\n");
		cursor = word + len;
		if (looks_are_move(word, len) || (len == 2 && memcmp(word, "NO", 2) == 0)) {
			order = base_printf("ANSWER %.*s", (int)len, word);
			(void)taps_add(taps, order, order + strlen("ANSWER "), out);
			free(order);
		}
	}
	taps_row_end(taps, out);
}

static bool has(const struct looks_letter *letter, const char *name)
{
	return *looks_text(letter, name) != '\0';
}

static bool is_to_answer(const struct looks_letter *letter)
{
	return has(letter, "words-due") || has(letter, "window") || has(letter, "offer") ||
	       has(letter, "common-offer") || has(letter, "asker");
}

static void add_answers(const struct looks_letter *letter, struct taps *taps, struct text *out)
{
	if (has(letter, "words-due"))
		(void)taps_add(taps, "JOIN", phrase("join without words of your own"), out);
	if (has(letter, "window"))
		(void)taps_add(taps, "PASS", phrase("let it stand"), out);
	if (has(letter, "offer") || has(letter, "common-offer")) {
		(void)taps_add(taps, "DRAW", phrase("agree to a draw"), out);
		(void)taps_add(taps, "DRAW NO", phrase("decline it"), out);
	}
	if (has(letter, "asker")) {
		(void)taps_add(taps, "UNDO", phrase("agree to take it back"), out);
		(void)taps_add(taps, "UNDO NO", phrase("decline that"), out);
	}
}

/* Before the game begins there is nothing to be seen of it. */
static void add_questions(const struct looks_letter *letter, struct taps *taps, struct text *out)
{
	const bool begun = !has(letter, "gathering");

	taps_row(taps, out);
	if (begun)
		(void)taps_add(taps, "BOARD", phrase("the board"), out);
	if (begun && has(letter, "cards")) {
		(void)taps_add(taps, "HAND", phrase("your hand"), out);
		(void)taps_add(taps, "PLAYS", phrase("what can be played"), out);
	}
	(void)taps_add(taps, "STATUS", phrase("how it stands"), out);
	if (begun)
		(void)taps_add(taps, "HISTORY", phrase("all moves"), out);
	(void)taps_add(taps, "HELP", phrase("help"), out);
	taps_row_end(taps, out);
}

void looks_others(const struct looks_letter *letter, struct taps *taps, struct text *out)
{
	if (is_to_answer(letter)) {
		taps_row(taps, out);
		add_answers(letter, taps, out);
		taps_row_end(taps, out);
	}
	/* A word is sooner written than its link found in a text. */
	if (taps->in_text)
		return;
	add_questions(letter, taps, out);
	if (!has(letter, "playing"))
		return;
	taps_row(taps, out);
	/* Who gives up is asked whether he means it, by a word of which nothing can be lost that
	 * RESIGN would be left of. */
	(void)taps_add(taps, "QUIT", phrase("give up"), out);
	taps_say(taps, phrase("(you are asked once more)"), out);
	taps_row_end(taps, out);
}

void looks_resigning(const struct looks_letter *letter, struct taps *taps, struct text *out)
{
	const char *cursor = looks_text(letter, "resigning"), *end = cursor + strlen(cursor), *line;
	size_t len;

	while (text_next_line(&cursor, end, &line, &len)) {
		char *label = base_strndup(line, len);
		char *order = base_printf("RESIGN%s", label + strcspn(label, " "));

		taps_row(taps, out);
		(void)taps_add(taps, order, label, out);
		taps_row_end(taps, out);
		free(order);
		free(label);
	}
}

void looks_nearest(const struct looks_letter *letter, struct taps *taps, struct text *out)
{
	const char *nearest = looks_text(letter, "nearest"), *end = nearest + strlen(nearest),
		   *line;
	size_t len;

	while (text_next_line(&nearest, end, &line, &len)) {
		char *order = base_strndup(line, len);

		taps_row(taps, out);
		(void)taps_add(taps, order, order, out);
		taps_row_end(taps, out);
		free(order);
	}
}
