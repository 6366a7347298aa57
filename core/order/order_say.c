/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/event/event.h"
#include "core/notation/vocabulary_arguments.h"
#include "core/notation/vocabulary_orders.h"
#include "core/order/order_internal.h"
#include "core/order/order_say.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

enum { AND_MAX = 3 /* letters of a word such as "and", "und", "et" */ };

/* Returns the letter that a Cyrillic or Greek letter looks like, of those in "TO". */
static char latin_look_alike(uint32_t code)
{
	static const struct {
		uint16_t code;
		char letter;
	} letters[] = {
		{0x0422, 't'}, {0x0442, 't'}, {0x03a4, 't'}, {0x03c4, 't'},
		{0x041e, 'o'}, {0x043e, 'o'}, {0x039f, 'o'}, {0x03bf, 'o'},
	};

	for (size_t i = 0; i < ARRAY_LEN(letters); i++)
		if (letters[i].code == code)
			return letters[i].letter;
	return '\0';
}

/* Reads the first word of the text in Latin letters. Returns its length in bytes in the text. */
static size_t latin_word(const char *text, struct strbuf *word)
{
	size_t at = 0;

	strbuf_clear(word);
	while (text[at] != '\0') {
		uint32_t code = 0;
		const size_t letters = vocabulary_letters(text + at);
		const size_t len = letters > 0 ? letters : utf8_decode(text + at, &code);
		const char latin = letters > 0 ? '\0' : latin_look_alike(code);

		if (letters > 0)
			strbuf_add_bytes(word, text + at, letters);
		else if (latin != '\0')
			strbuf_add_char(word, latin);
		else
			break;
		at += len;
	}
	return at;
}

/* Returns the seat whose name the text begins with, or -1. */
static int seat_at(const struct variant *variant, const char *text, size_t *len_out)
{
	char name[NAME_MAX_LEN + 1] = "";

	*len_out = vocabulary_letters(text);
	if (*len_out >= sizeof name)
		return -1;
	memcpy(name, text, *len_out);
	return variant_seat_named(variant, name);
}

/* Reports whether the space after TO is missing: "TOblack". */
static bool is_joined_to(const struct variant *variant, const char *text)
{
	const size_t letters = vocabulary_letters(text);
	size_t name;

	for (size_t len = 1; len + 2 < letters; len++)
		if (vocabulary_word_means(ARGUMENT_TO, text, len) &&
		    seat_at(variant, text + len, &name) >= 0)
			return true;
	return false;
}

/*
 * Returns what follows TO at the beginning of the text, perhaps after punctuation and emoji; NULL
 * if there is no TO.
 */
static const char *text_after_to(const struct variant *variant, const char *text)
{
	const char *found = NULL;
	struct strbuf word;
	size_t len;

	strbuf_init(&word, 0);
	while (*text != '\0' && latin_word(text, &word) == 0) {
		const size_t picture = utf8_picture(text);

		if (picture == 0 && ((unsigned char)*text >= 0x80 || isdigit((unsigned char)*text)))
			break;
		text += picture > 0 ? picture : 1;
	}
	len = latin_word(text, &word);
	if (len > 0 && vocabulary_word_means(ARGUMENT_TO, word.bytes, word.len))
		found = text + len;
	else if (len > 0 && is_joined_to(variant, word.bytes))
		found = text;
	strbuf_done(&word);
	return found;
}

/* Reports whether SAY and TO are joined: "SAYTO". */
static bool is_say_and_to(const char *text, size_t len)
{
	for (size_t say = 1; say < len; say++) {
		const struct order_word *word = vocabulary_find(text, say);

		if (word != NULL && word->use == WORD_SAY &&
		    vocabulary_word_means(ARGUMENT_TO, text + say, len - say))
			return true;
	}
	return false;
}

/* Returns what follows SAY TO in any spelling, or NULL if the line doesn't begin with it. */
static const char *text_after_say_to(const struct variant *variant, const char *plain)
{
	const struct order_word *word;
	const char *behind;
	struct strbuf first;
	size_t len;

	while (*plain != '\0' && vocabulary_letters(plain) == 0)
		plain++;
	strbuf_init(&first, 0);
	len = latin_word(plain, &first);
	word = vocabulary_find(first.bytes, first.len);
	if (word == NULL)
		word = vocabulary_near(first.bytes, first.len);
	if (word != NULL && word->use == WORD_SAY)
		behind = text_after_to(variant, plain + len);
	else
		behind = is_say_and_to(first.bytes, first.len) ? plain + len : NULL;
	strbuf_done(&first);
	return behind;
}

bool order_say_begins_to(const struct variant *variant, const char *plain)
{
	return text_after_say_to(variant, plain) != NULL;
}

bool order_say_means_to(const struct variant *variant, const char *plain)
{
	const char *seat = text_after_say_to(variant, plain);
	size_t len;

	while (seat != NULL && *seat != '\0' && vocabulary_letters(seat) == 0)
		seat++;
	return seat != NULL && (is_joined_to(variant, seat) || seat_at(variant, seat, &len) >= 0);
}

enum verdict order_say_accept(struct reading *reading, enum order_kind kind, const char *from,
			      unsigned seat)
{
	char *text =
		utf8_clean_line(reading->raw + reading->plain.origin[from - reading->plain.text]);
	enum verdict verdict = REFUSED;

	if (strlen(text) > SAY_LINE_MAX)
		reason_set(reading->why, "your message is too long: at most %d bytes in a line",
			   SAY_LINE_MAX);
	else if (*text == '\0' && kind == ORDER_SAY_TO)
		reason_set(reading->why,
			   "SAY TO needs a message after the seat, on the same line: SAY TO %s "
			   "good luck",
			   variant_seat_name(reading->variant, seat));
	else if (*text == '\0')
		reason_set(reading->why, "SAY needs a message after it; write SAY good luck");
	else
		verdict = ACCEPTED;
	if (verdict == ACCEPTED)
		order_list_add(reading->list, kind, reading->line, seat, text);
	free(text);
	return verdict;
}

/* Reports whether the text names another seat too: "black and red", "black, red". */
static bool names_another_seat(const struct variant *variant, const char *text)
{
	static const char marks[] = " ,;&+/";
	const char *next = text + strspn(text, marks);
	bool joined = strspn(text, " ") < strspn(text, marks);
	size_t len;

	if (seat_at(variant, next, &len) >= 0)
		return joined;
	next += len <= AND_MAX ? len : 0;
	return len > 0 && len <= AND_MAX && strspn(next, marks) > 0 &&
	       seat_at(variant, next + strspn(next, marks), &len) >= 0;
}

static enum verdict read_to(struct reading *reading, const char *to)
{
	size_t letters;
	int seat;

	to += strspn(to, ": \"'*_`)");
	seat = seat_at(reading->variant, to, &letters);
	if (seat < 0)
		return reason_refuse(reading->why,
				     "SAY TO needs a seat after it: SAY TO %s good luck. A message "
				     "to all players begins with SAY alone",
				     variant_seat_name(reading->variant, 0));
	to += letters;
	if (*to != ':' && names_another_seat(reading->variant, to))
		return reason_refuse(reading->why,
				     "SAY TO writes to one seat. For several seats write one line "
				     "each; if you mean %s alone, put a colon after it: SAY TO %s: "
				     "and your message",
				     variant_seat_name(reading->variant, (unsigned)seat),
				     variant_seat_name(reading->variant, (unsigned)seat));
	return order_say_accept(reading, ORDER_SAY_TO, to + strspn(to, ": "), (unsigned)seat);
}

enum verdict order_say_read(struct reading *reading, const struct order_word *word, char *rest)
{
	/* "SAY, what a game" isn't an order: only a space or a colon may follow the word. */
	const char *to = text_after_to(reading->variant, rest), *said = rest + (*rest == ':');

	if (to != NULL)
		return read_to(reading, to);
	if (*rest != '\0' && strchr(": ", *rest) == NULL)
		return reason_refuse(reading->why, "I can't read \"%.60s\" after %s; write %s",
				     rest, word->word, vocabulary_form(reading->variant, word));
	return order_say_accept(reading, ORDER_SAY, said + strspn(said, " "), NO_SIDE);
}
