/* SPDX-License-Identifier: MIT */
/* Reads lines of events in one pass and without copying. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/event/event.h"
#include "core/event/event_internal.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

enum {
	TEXT_MAX = 256,	 /* the text of a longer line needs allocated memory */
	QUOTED_MAX = 40, /* bytes of a line that a reason quotes */
};

struct reading {
	const struct variant *variant;
	const char *at, *end; /* a line, followed by a LF or NUL */
	struct event event;
	char *text, *text_end; /* as many bytes as the line has, and two more */
	bool has_text;	       /* there is text, perhaps empty */
	bool in_group;	       /* in brackets, where unused fields aren't written */
	bool plain;	       /* so far the line is spelled as event_print writes it */
	struct reason *reason;
};

/* ---- the first word ---- */

/* Returns the kind whose lines begin with that word, or -1. */
static int kind_of(const char *word, size_t len)
{
	for (unsigned kind = 0; kind < EVENT_KINDS; kind++) {
		const char *form = event_form((enum event_kind)kind);

		if (form[0] == word[0] && strncmp(form, word, len) == 0 &&
		    strcspn(form, " [") == len)
			return (int)kind;
	}
	return -1;
}

/* Reports whether events of that form have a text. */
static bool form_has_text(const char *form)
{
	return strstr(form, "%w") != NULL || strstr(form, "%e") != NULL ||
	       strstr(form, "%*") != NULL;
}

/* ---- fields ---- */

static int quoted_len(size_t len)
{
	return len < QUOTED_MAX ? (int)len : QUOTED_MAX;
}

static int fail_expected(struct reading *reading, const char *what, const char *word, size_t len)
{
	return reason_fail(reading->reason, "expected %s, not \"%.*s\"", what, quoted_len(len),
			   word);
}

static int fail_short(struct reading *reading)
{
	return reason_fail(reading->reason, "the line ends too early, or has a blank too many");
}

/* Returns the number of bytes before the next space or that sign. */
static size_t word_len(const struct reading *reading, char sign)
{
	const char *at = reading->at;

	while (at < reading->end && *at != ' ' && *at != sign)
		at++;
	return (size_t)(at - reading->at);
}

static inline bool is_name(const char *name, const char *word, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (name[i] != word[i] || name[i] == '\0')
			return false;
	return name[len] == '\0';
}

/* Reports whether the word is "-". In brackets it is never written. */
static bool is_none(struct reading *reading, const char *word, size_t len)
{
	if (len != 1 || *word != '-')
		return false;
	reading->plain &= !reading->in_group;
	return true;
}

/* Reads the name of a seat or a side, also in other capitals than it is written. */
static int read_name(struct reading *reading, bool seat, const char *word, size_t len,
		     uint8_t *name_out)
{
	const struct variant *variant = reading->variant;
	const bool ring = seat && variant->ring_seat_count > 0;
	const unsigned count = ring ? variant->ring_seat_count : variant->side_count;

	for (unsigned i = 0; i < count; i++)
		if (is_name(ring ? variant->ring_seats[i].name : variant->sides[i].name, word,
			    len)) {
			*name_out = (uint8_t)i;
			return 0;
		}
	*name_out = NO_SIDE;
	if (is_none(reading, word, len))
		return 0;
	reading->plain = false;
	for (unsigned i = 0; i < count; i++) {
		const char *name = ring ? variant->ring_seats[i].name : variant->sides[i].name;

		if (strlen(name) == len && strncasecmp(name, word, len) == 0) {
			*name_out = (uint8_t)i;
			return 0;
		}
	}
	return fail_expected(reading, seat ? "the name of a seat" : "the name of a side", word,
			     len);
}

static int read_square(struct reading *reading, const char *word, size_t len, square *at_out)
{
	size_t used = 0;

	/* A name may not extend beyond the end of the line. */
	*at_out = board_square_at(&reading->variant->board, word, &used);
	if (*at_out != NO_SQUARE && used == len)
		return 0;
	*at_out = NO_SQUARE;
	return is_none(reading, word, len) ? 0 : fail_expected(reading, "a square", word, len);
}

static int read_type(struct reading *reading, const char *word, size_t len, uint8_t *type_out)
{
	const int type = len == 1 ? variant_type_of_letter(reading->variant, *word) : -1;

	if (type < 0)
		return fail_expected(reading, "the letter of a kind of piece", word, len);
	*type_out = (uint8_t)type;
	return 0;
}

static int read_number(struct reading *reading, const char *word, size_t len, unsigned from,
		       uint32_t *number_out)
{
	uint64_t number = 0;
	size_t i = 0;

	for (; i < len && number <= EVENT_NUMBER_MAX && word[i] >= '0' && word[i] <= '9'; i++)
		number = 10 * number + (uint64_t)(word[i] - '0');
	if (i < len || number < from || number > EVENT_NUMBER_MAX)
		return fail_expected(reading, "a number", word, len);
	reading->plain &= (len == 1 || *word != '0') && (from != 0 || number != EVENT_NO_NUMBER);
	*number_out = (uint32_t)number - from;
	return 0;
}

int event_read_piece(const struct variant *variant, const char *word, uint32_t *piece_out)
{
	long number = *word == '#' ? strbuf_number(word + 1, EVENT_NUMBER_MAX) : -1;
	square at = board_square_named(variant_board(variant), word);

	for (unsigned i = 0; number < 0 && at != NO_SQUARE && i < variant->start_count; i++)
		if (variant->starts[i].at == at)
			number = (long)i;
	if (number >= 0)
		*piece_out = (uint32_t)number;
	return number < 0 ? -1 : 0;
}

static int read_piece(struct reading *reading, const char *word, size_t len)
{
	char name[NAME_MAX_LEN + 1];

	reading->plain = false; /* "#2" may be "c1" */
	if (len < sizeof name && memchr(word, '\0', len) == NULL) {
		memcpy(name, word, len);
		name[len] = '\0';
		if (event_read_piece(reading->variant, name, &reading->event.number) == 0)
			return 0;
	}
	return fail_expected(reading, "the square a piece began on", word, len);
}

/* Adds to the text, after a space if there is text. */
static void append_text(struct reading *reading, size_t len)
{
	const char *from = reading->at;
	char *to = reading->text_end;

	if (reading->has_text)
		*to++ = ' ';
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)from[i] < ' ' || from[i] == 0x7f)
			reading->plain = false;
	memcpy(to, from, len);
	to[len] = '\0';
	reading->text_end = to + len;
	reading->has_text = true;
	reading->at += len;
}

/* Reads the number of an action as the text. */
static int read_action(struct reading *reading, const char *word, size_t len)
{
	uint32_t number;

	if (read_number(reading, word, len, 1, &number) < 0)
		return -1;
	reading->text_end += sprintf(reading->text_end, "%u", (unsigned)number);
	reading->has_text = true;
	return 0;
}

/* Reads the bytes at the cursor as the field. `next` follows the field in the form. */
static int read_field(struct reading *reading, char field, char next)
{
	struct event *event = &reading->event;
	const char *word = reading->at;
	size_t len;

	if (field == '*') {
		len = (size_t)(reading->end - word);
		reading->plain &= len > 0;
		append_text(reading, len);
		return 0;
	}
	len = word_len(reading, next == ',' || next == ':' ? next : ' ');
	if (len == 0)
		return fail_short(reading);
	if (field == 'w') {
		if (memchr(word, '\0', len) != NULL)
			return fail_expected(reading, "a word", word, len);
		append_text(reading, len);
		return 0;
	}
	reading->at += len;
	switch (field) {
	case 'i':
		return read_name(reading, false, word, len, &event->side);
	case 'k':
		return read_type(reading, word, len, &event->type);
	case 'f':
		return read_square(reading, word, len, &event->from);
	case 't':
		return read_square(reading, word, len, &event->to);
	case 's':
		return read_name(reading, true, word, len, &event->seat);
	case 'b':
		return read_name(reading, true, word, len, &event->by);
	case 'a':
		return read_number(reading, word, len, 1, &event->number);
	case 'e':
		return read_action(reading, word, len);
	case 'p':
		return read_piece(reading, word, len);
	default:
		return read_number(reading, word, len, 0, &event->number);
	}
}

/* ---- the line ---- */

/*
 * Returns where a form continues at an opening bracket: inside if the line has that part, else
 * after it.
 */
static const char *enter_group(struct reading *reading, const char *form)
{
	const char *at = reading->at;

	for (const char *word = form; *word != '%'; word++, at++)
		if (at >= reading->end || *at != *word)
			return strchr(form, ']') + 1;
	reading->in_group = true;
	return form;
}

static bool is_form_sign(char c)
{
	return c == '%' || c == '[' || c == ']' || c == '\0';
}

/* Reports that the line hasn't the form's fixed words at the cursor. */
static int fail_words(struct reading *reading, const char *words)
{
	const size_t len = strcspn(words, "%[]"), left = (size_t)(reading->end - reading->at);

	if (left < len)
		return fail_short(reading);
	return reason_fail(reading->reason, "expected \"%.*s\", not \"%.*s\"", (int)len, words,
			   quoted_len(left), reading->at);
}

/* Reads the line in that form. Its first `known` bytes are known to be the form's. */
static int read_form(struct reading *reading, const char *form, size_t known)
{
	for (;;) {
		const char *words = form, *at = reading->at + known;

		for (form += known, known = 0; *form == *at && !is_form_sign(*form); form++)
			at++;
		if (!is_form_sign(*form))
			return fail_words(reading, words);
		reading->at = at;
		if (*form == '%') {
			if (read_field(reading, form[1], form[2]) < 0)
				return -1;
			form += 2;
		} else if (*form == '[') {
			form = enter_group(reading, form + 1);
		} else if (*form == ']') {
			reading->in_group = false;
			form++;
		} else {
			break;
		}
	}
	if (reading->at == reading->end)
		return 0;
	return fail_expected(reading, "nothing more", reading->at,
			     (size_t)(reading->end - reading->at));
}

int event_parse_line(const struct variant *variant, const char *line, size_t len,
		     struct event_list *list, bool *plain_out, struct reason *reason)
{
	char text[TEXT_MAX];
	struct reading reading;
	const char *form;
	int kind, result;

	reading.variant = variant;
	reading.at = line;
	reading.end = line + len;
	reading.reason = reason;
	kind = kind_of(line, word_len(&reading, ' '));
	if (kind < 0)
		return reason_fail(reason, "no event begins with \"%.*s\"",
				   quoted_len(word_len(&reading, ' ')), line);
	reading.event = event_of((enum event_kind)kind);
	form = event_form((enum event_kind)kind);
	if (strstr(form, "%c") != NULL)
		reading.event.number = EVENT_NO_NUMBER;
	reading.text = reading.text_end = len + 2 <= TEXT_MAX ? text : base_alloc(len + 2);
	reading.text[0] = '\0';
	reading.has_text = reading.in_group = false;
	reading.plain = true;
	result = read_form(&reading, form, strcspn(form, " ["));
	if (result == 0) {
		if (form_has_text(form))
			reading.event.text = reading.text;
		event_add(list, reading.event);
		*plain_out = reading.plain;
	}
	if (reading.text != text)
		free(reading.text);
	return result;
}

int event_parse(const struct variant *variant, const char *line, struct event_list *list,
		struct reason *reason)
{
	bool plain;

	return event_parse_line(variant, line, strlen(line), list, &plain, reason);
}
