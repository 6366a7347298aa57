/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "core/notation/vocabulary.h"
#include "core/notation/vocabulary_arguments.h"
#include "core/notation/vocabulary_orders.h"
#include "core/notation/vocabulary_trim.h"
#include "core/order/order_internal.h"
#include "core/order/order_signup.h"
#include "core/util/strbuf.h"
#include "core/util/utf8.h"

/*
 * Returns what follows a word of that meaning, alone or with a space after it, at the beginning of
 * the text; else NULL.
 */
static const char *text_after(enum vocabulary_argument meaning, const char *text)
{
	size_t len = vocabulary_letters(text);

	if (len == 0 || (text[len] != '\0' && text[len] != ' ') ||
	    !vocabulary_word_means(meaning, text, len))
		return NULL;
	return text + len + strspn(text + len, " ");
}

static void copy_cut(const char *from, size_t len, char *to, size_t size)
{
	while (len > 0 && from[len - 1] == ' ')
		len--;
	len = utf8_cut(from, len, size - 1);
	memcpy(to, from, len);
	to[len] = '\0';
}

/*
 * Returns the length of a name, which ends before the word WORDS with something after it, or at the
 * end.
 */
static size_t name_length(const char *text)
{
	for (const char *at = text; (at = strchr(at, ' ')) != NULL; at++) {
		const char *words = text_after(ARGUMENT_WORDS, at + 1);

		if (words != NULL && *words != '\0')
			return (size_t)(at - text);
	}
	return strlen(text);
}

/* Reads AS and WORDS, each once, in this order. */
static bool read_tail(const char *text, struct order_signup *signup)
{
	const char *rest = text_after(ARGUMENT_AS, text);

	if (rest != NULL) {
		size_t len = name_length(rest);

		copy_cut(rest, len, signup->name, sizeof signup->name);
		if (signup->name[0] == '\0')
			return false;
		text = rest + len + strspn(rest + len, " ");
	}
	rest = text_after(ARGUMENT_WORDS, text);
	if (rest != NULL) {
		copy_cut(rest, strlen(rest), signup->words, sizeof signup->words);
		text = "";
	}
	return *text == '\0';
}

/* Reads a game's id or a seat: "g12", "white". */
static bool read_word(const char **text, char word_out[SIGNUP_WORD_MAX + 1])
{
	size_t len = strcspn(*text, " ");

	if (len == 0 || len > SIGNUP_WORD_MAX || text_after(ARGUMENT_AS, *text) != NULL ||
	    text_after(ARGUMENT_WORDS, *text) != NULL)
		return false;
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)(*text)[i];

		if (!isalnum(c) && c != '-')
			return false;
		word_out[i] = (char)tolower(c);
	}
	word_out[len] = '\0';
	*text += len + strspn(*text + len, " ");
	return true;
}

static bool read_join(const char *rest, struct order_signup *signup)
{
	signup->kind = SIGNUP_JOIN;
	if (read_word(&rest, signup->first))
		(void)read_word(&rest, signup->second);
	return read_tail(rest, signup);
}

/* A line that begins with an order word. */
struct worded {
	struct utf8 plain;
	const struct order_word *word;
	const char *rest; /* what follows the word, in `plain` */
	bool shouted;	  /* not only its first letter is a capital */
};

static bool find_word(const char *line, struct worded *worded)
{
	const char *text;
	size_t letters;
	bool doubtful;

	utf8_line(line, &worded->plain);
	text = vocabulary_strip(worded->plain.text, &doubtful);
	letters = vocabulary_letters(text);
	worded->word = vocabulary_find(text, letters);
	worded->rest = text + letters + strspn(text + letters, " ");
	worded->shouted = letters > 1 && isupper((unsigned char)text[1]);
	return worded->word != NULL && !worded->plain.cut &&
	       (text[letters] == '\0' || text[letters] == ' ');
}

static bool read_line(const char *line, struct order_signup *signup)
{
	const struct order_word *word;
	struct worded worded;
	const char *rest;

	*signup = (struct order_signup){.kind = SIGNUP_NOTHING};
	if (!find_word(line, &worded))
		return false;
	word = worded.word;
	rest = worded.rest;
	if (word->use == WORD_JOIN)
		return read_join(rest, signup);
	if (word->kind == SETTING_LEAVE && *rest == '\0')
		signup->kind = SIGNUP_LEAVE;
	if (word->use == WORD_REMATCH) {
		signup->no = vocabulary_text_means(ARGUMENT_NO, rest);
		signup->kind = signup->no || *rest == '\0' ? SIGNUP_REMATCH : SIGNUP_NOTHING;
	}
	return signup->kind != SIGNUP_NOTHING;
}

static bool read_signup(const char *line, void *signup)
{
	return read_line(line, signup);
}

/*
 * Calls `read` with each line until it returns true, and finds the place of that line. Returns
 * false if there is none.
 */
static bool find_line(const char *new_text, bool (*read)(const char *line, void *out), void *out,
		      size_t *at_out, size_t *len_out)
{
	const char *cursor = new_text, *end = cursor + strlen(cursor), *line;
	bool found = false;
	size_t len;

	while (!found && strbuf_next_line(&cursor, end, &line, &len)) {
		char copy[UTF8_MAX + 1], *broken;

		if (len >= sizeof copy)
			continue;
		memcpy(copy, line, len);
		copy[len] = '\0';
		/*
		 * A link writes such an order as one word, followed by its key. Some programs write
		 * "<BR>" between the two.
		 */
		if ((broken = strcasestr(copy, "<br")) != NULL)
			*broken = '\0';
		(void)order_cut_key(copy);
		found = read(copy, out);
		*at_out = (size_t)(line - new_text);
		*len_out = len;
	}
	return found;
}

void order_signup_read(const char *new_text, struct order_signup *signup_out)
{
	size_t at = 0, len = 0;

	if (!find_line(new_text, read_signup, signup_out, &at, &len)) {
		*signup_out = (struct order_signup){.kind = SIGNUP_NOTHING};
		return;
	}
	signup_out->at = at;
	signup_out->len = len;
}

/* ---- watching ---- */

static enum look_kind look_of(enum order_kind kind)
{
	switch (kind) {
	case SETTING_WATCH:
		return LOOK_BEGIN;
	case SETTING_LEAVE:
		return LOOK_END;
	case QUERY_STATUS:
	case QUERY_BOARD:
		return LOOK_STATUS;
	case QUERY_HELP:
		return LOOK_HELP;
	case QUERY_GAMES:
		return LOOK_GAMES;
	case SETTING_SHORT:
		return LOOK_SHORT;
	case SETTING_HTML:
		return LOOK_HTML;
	case SETTING_ZONE:
		return LOOK_ZONE;
	case SETTING_LANGUAGE:
		return LOOK_LANGUAGE;
	default:
		return LOOK_NOTHING;
	}
}

/* Reports whether the text may be the name of a page, or of a part of one. */
static bool is_topic(const char *text)
{
	return strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-[]\" ") ==
	       strlen(text);
}

/* Reads what follows the word. "help me please" and "zone out for a while" are talk. */
static bool read_arguments(const char *rest, bool shouted, struct order_look *look)
{
	const bool off = vocabulary_text_means(ARGUMENT_OFF, rest);

	switch (look->kind) {
	case LOOK_BEGIN:
	case LOOK_END:
		(void)read_word(&rest, look->game);
		return *rest == '\0';
	case LOOK_SHORT:
	case LOOK_HTML:
		snprintf(look->text, sizeof look->text, off ? "off" : "on");
		return off || vocabulary_text_means(ARGUMENT_ON, rest);
	case LOOK_HELP:
		snprintf(look->text, sizeof look->text, "%s", rest);
		return strlen(rest) <= LOOK_TEXT_MAX && is_topic(rest) &&
		       (*rest == '\0' || shouted || vocabulary_topic(rest) != NULL);
	case LOOK_ZONE:
	case LOOK_LANGUAGE:
		snprintf(look->text, sizeof look->text, "%s", rest);
		return *rest != '\0' && strlen(rest) <= LOOK_TEXT_MAX &&
		       (shouted || strchr(rest, ' ') == NULL);
	default:
		return *rest == '\0';
	}
}

static bool read_look(const char *line, void *out)
{
	struct order_look *look = out;
	struct worded worded;

	*look = (struct order_look){.kind = LOOK_NOTHING};
	if (!find_word(line, &worded))
		return false;
	look->kind = look_of(worded.word->kind);
	return look->kind != LOOK_NOTHING && read_arguments(worded.rest, worded.shouted, look);
}

void order_look_read(const char *new_text, struct order_look *look_out)
{
	size_t at = 0, len = 0;

	if (!find_line(new_text, read_look, look_out, &at, &len)) {
		*look_out = (struct order_look){.kind = LOOK_NOTHING};
		return;
	}
	look_out->at = at;
	look_out->len = len;
}
