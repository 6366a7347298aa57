/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/position/event.h"
#include "core/position/event_inner.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"

/* Longer than any name of a seat, a square or a number. */
enum { WORD_MAX = NAME_MAX_LEN + 1 };

/* A line being read. */
struct reading {
	const struct variant *variant;
	const char *cursor;
	struct event event;
	struct text text; /* what its words and its rest come to */
	bool has_text;
	struct reason *reason;
};

static int read_seat(struct reading *reading, const char *word, uint8_t *seat_out)
{
	int seat;

	if (strcmp(word, "-") == 0) {
		*seat_out = NO_SIDE;
		return 0;
	}
	seat = variant_seat_named(reading->variant, word);
	if (seat < 0)
		return reason_fail(reading->reason, "expected the name of a seat, not \"%s\"",
				   word);
	*seat_out = (uint8_t)seat;
	return 0;
}

static int read_side(struct reading *reading, const char *word, uint8_t *side_out)
{
	int side = variant_side_named(reading->variant, word);

	if (side < 0 && strcmp(word, "-") != 0)
		return reason_fail(reading->reason, "expected the name of a side, not \"%s\"",
				   word);
	*side_out = side < 0 ? NO_SIDE : (uint8_t)side;
	return 0;
}

static int read_square(struct reading *reading, const char *word, square *at_out)
{
	*at_out = board_square_named(variant_board(reading->variant), word);
	if (*at_out == NO_SQUARE && strcmp(word, "-") != 0)
		return reason_fail(reading->reason, "expected a square, not \"%s\"", word);
	return 0;
}

static int read_type(struct reading *reading, const char *word, uint8_t *type_out)
{
	int type = word[1] == '\0' ? variant_type_of_letter(reading->variant, word[0]) : -1;

	if (type < 0)
		return reason_fail(reading->reason,
				   "expected the letter of a kind of piece, not \"%s\"", word);
	*type_out = (uint8_t)type;
	return 0;
}

static int read_number(struct reading *reading, const char *word, unsigned from,
		       uint32_t *number_out)
{
	long number = text_number(word, EVENT_NUMBER_MAX);

	if (number < (long)from)
		return reason_fail(reading->reason, "expected a number, not \"%s\"", word);
	*number_out = (uint32_t)number - from;
	return 0;
}

int event_read_piece(const struct variant *variant, const char *word, uint32_t *piece_out)
{
	long number = *word == '#' ? text_number(word + 1, EVENT_NUMBER_MAX) : -1;
	square at = board_square_named(variant_board(variant), word);

	for (unsigned i = 0; number < 0 && at != NO_SQUARE && i < variant->start_count; i++)
		if (variant->starts[i].at == at)
			number = (long)i;
	if (number >= 0)
		*piece_out = (uint32_t)number;
	return number < 0 ? -1 : 0;
}

/* The number of an action as the text. */
static int read_order_number(struct reading *reading, const char *word)
{
	uint32_t number;

	if (read_number(reading, word, 1, &number) < 0)
		return -1;
	text_addf(&reading->text, "%u", (unsigned)number);
	reading->has_text = true;
	return 0;
}

static int read_word(struct reading *reading, char field, const char *word)
{
	struct event *event = &reading->event;

	switch (field) {
	case 'i':
		return read_side(reading, word, &event->side);
	case 'k':
		return read_type(reading, word, &event->type);
	case 'f':
		return read_square(reading, word, &event->from);
	case 't':
		return read_square(reading, word, &event->to);
	case 's':
		return read_seat(reading, word, &event->seat);
	case 'b':
		return read_seat(reading, word, &event->by);
	case 'a':
		return read_number(reading, word, 1, &event->number);
	case 'e':
		return read_order_number(reading, word);
	case 'p':
		if (event_read_piece(reading->variant, word, &event->number) == 0)
			return 0;
		return reason_fail(reading->reason,
				   "expected the square a piece began on, not \"%s\"", word);
	default:
		return read_number(reading, word, 0, &event->number);
	}
}

/* Part of the text: its words, and what follows, have a blank between them. */
static void take_text(struct reading *reading, size_t len)
{
	if (reading->has_text)
		text_add_char(&reading->text, ' ');
	text_add_bytes(&reading->text, reading->cursor, len);
	reading->has_text = true;
	reading->cursor += len;
}

/* What stands at the cursor is read as the field; `next` follows it in the form. */
static int read_field(struct reading *reading, char field, char next)
{
	const char ends[] = {' ', next == ',' || next == ':' ? next : ' ', '\0'};
	size_t len = strcspn(reading->cursor, ends);
	char word[WORD_MAX];

	if (field == '*') {
		take_text(reading, strlen(reading->cursor));
		return 0;
	}
	if (len == 0 || (field != 'w' && len >= WORD_MAX))
		return reason_fail(reading->reason,
				   "the line ends too early, or has a blank too many");
	if (field == 'w') {
		take_text(reading, len);
		return 0;
	}
	memcpy(word, reading->cursor, len);
	word[len] = '\0';
	reading->cursor += len;
	return read_word(reading, field, word);
}

/* The words of a form from here to its next field. */
static int read_words(struct reading *reading, const char *form, size_t len)
{
	if (strncmp(reading->cursor, form, len) == 0) {
		reading->cursor += len;
		return 0;
	}
	if (strlen(reading->cursor) < len)
		reason_set(reading->reason, "the line ends too early, or has a blank too many");
	else
		reason_set(reading->reason, "expected \"%.*s\", not \"%.40s\"", (int)len, form,
			   reading->cursor);
	return -1;
}

static int read_form(struct reading *reading, const char *form)
{
	while (*form != '\0') {
		size_t len = strcspn(form, "%[]");

		if (len > 0) {
			if (read_words(reading, form, len) < 0)
				return -1;
			form += len;
		} else if (*form == '%') {
			if (read_field(reading, form[1], form[2]) < 0)
				return -1;
			form += 2;
		} else if (*form == '[' &&
			   strncmp(reading->cursor, form + 1, strcspn(form + 1, "%")) != 0) {
			form = strchr(form, ']') + 1;
		} else {
			form++;
		}
	}
	if (*reading->cursor != '\0')
		return reason_fail(reading->reason, "expected nothing more, not \"%.40s\"",
				   reading->cursor);
	return 0;
}

bool event_has_text(const char *form)
{
	return strstr(form, "%w") != NULL || strstr(form, "%e") != NULL ||
	       strstr(form, "%*") != NULL;
}

int event_parse_as(const struct variant *variant, unsigned format, const char *line,
		   struct event_list *list, struct reason *reason)
{
	struct reading reading = {.variant = variant, .cursor = line, .reason = reason};
	size_t len = strcspn(line, " ");
	int kind = event_kind_of(line, len), result;
	const char *form;

	if (kind < 0)
		return reason_fail(reason, "no fact begins with \"%.*s\"",
				   (int)(len < 40 ? len : 40), line);
	form = event_form((enum event_kind)kind, format);
	reading.event = event_of((enum event_kind)kind);
	if (strstr(form, "%c") != NULL)
		reading.event.number = EVENT_NO_NUMBER;
	text_init(&reading.text, 0);
	result = read_form(&reading, form);
	if (result == 0) {
		if (event_has_text(form))
			reading.event.text = reading.has_text ? reading.text.bytes : "";
		event_add(list, reading.event);
	}
	text_done(&reading.text);
	return result;
}
