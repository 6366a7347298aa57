/* SPDX-License-Identifier: MIT */
/* Lines as this program writes them, which nearly all are: read in one go and where they stand. */
#include <string.h>

#include "core/base/text.h"
#include "core/position/event.h"
#include "core/position/event_inner.h"
#include "core/variant/variant_data.h"

enum {
	TEXT_MAX = 256, /* longer texts are read the long way */
	SLOTS = 512	/* a power of two, several times as many as there are kinds */
};

struct quick {
	const struct variant *variant;
	const char *at, *end; /* a line, behind which a LF or NUL stands */
	struct event event;
	char text[TEXT_MAX];
	size_t text_len;
	bool has_text; /* something stands there */
	bool in_group; /* in brackets, where what is unused isn't written */
};

/* ---- the first word ---- */

/* By three letters, which tell nearly all of them apart. */
static unsigned slot_of(const char *word, size_t len)
{
	const unsigned mixed = (unsigned)len * 61 + (unsigned char)word[0] * 33 +
			       (unsigned char)word[len / 2] * 1089 +
			       (len > 0 ? (unsigned char)word[len - 1] : 0) * 35937u;

	return (mixed ^ mixed >> 9) % SLOTS;
}

/* What is asked of each line, and found out once: kinds by their first word, each + 1, in the slot
 * its word belongs to or behind it; and how long the words are. */
static struct {
	bool is_made;
	uint8_t slots[SLOTS];
	uint8_t lens[EVENT_KINDS];
	const char *words[EVENT_KINDS]; /* a form, which begins with it */
	struct {
		const char *rest; /* behind the word */
		bool has_text, may_lack_number;
	} forms[EVENT_FORMAT][EVENT_KINDS];
} kinds;

static void note_form(enum event_kind kind, unsigned format)
{
	const char *form = event_form(kind, format);

	kinds.forms[format - 1][kind].rest = form + kinds.lens[kind];
	kinds.forms[format - 1][kind].has_text = event_has_text(form);
	kinds.forms[format - 1][kind].may_lack_number = strstr(form, "%c") != NULL;
}

static void make_kinds(void)
{
	for (unsigned kind = 0; kind < EVENT_KINDS; kind++) {
		const char *form = event_form((enum event_kind)kind, 1);
		const size_t len = strcspn(form, " [");
		unsigned slot = slot_of(form, len);

		while (kinds.slots[slot] != 0)
			slot = (slot + 1) % SLOTS;
		kinds.slots[slot] = (uint8_t)(kind + 1);
		kinds.lens[kind] = (uint8_t)len;
		kinds.words[kind] = form;
		for (unsigned format = 1; format <= EVENT_FORMAT; format++)
			note_form((enum event_kind)kind, format);
	}
	kinds.is_made = true;
}

int event_kind_of(const char *word, size_t len)
{
	if (!kinds.is_made)
		make_kinds();
	for (unsigned slot = slot_of(word, len); kinds.slots[slot] != 0;
	     slot = (slot + 1) % SLOTS) {
		const unsigned kind = kinds.slots[slot] - 1u;

		if (kinds.lens[kind] == len && memcmp(kinds.words[kind], word, len) == 0)
			return (int)kind;
	}
	return -1;
}

/* ---- fields ---- */

/* How much stands before the next blank, or that sign. */
static size_t word_len(const struct quick *quick, char sign)
{
	const char *at = quick->at;

	while (at < quick->end && *at != ' ' && *at != sign)
		at++;
	return (size_t)(at - quick->at);
}

static inline bool is_name(const char *name, const char *word, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (name[i] != word[i] || name[i] == '\0')
			return false;
	return name[len] == '\0';
}

static bool is_none(const char *word, size_t len)
{
	return len == 1 && *word == '-';
}

static bool read_side(const struct quick *quick, const char *word, size_t len, uint8_t *side_out)
{
	*side_out = NO_SIDE;
	for (unsigned side = 0; side < quick->variant->side_count; side++)
		if (is_name(quick->variant->sides[side].name, word, len)) {
			*side_out = (uint8_t)side;
			return true;
		}
	return is_none(word, len) && !quick->in_group;
}

static bool read_seat(const struct quick *quick, const char *word, size_t len, uint8_t *seat_out)
{
	*seat_out = NO_SIDE;
	for (unsigned seat = 0; seat < variant_seats(quick->variant); seat++)
		if (is_name(variant_seat_name(quick->variant, seat), word, len)) {
			*seat_out = (uint8_t)seat;
			return true;
		}
	return is_none(word, len) && !quick->in_group;
}

static bool read_square(const struct quick *quick, const char *word, size_t len, square *at_out)
{
	size_t used = 0;

	*at_out = NO_SQUARE;
	if (is_none(word, len))
		return !quick->in_group;
	/* What ends the line is no part of a name. */
	*at_out = board_square_at(&quick->variant->board, word, &used);
	return *at_out != NO_SQUARE && used == len;
}

static bool read_type(const struct quick *quick, const char *word, size_t len, uint8_t *type_out)
{
	const int type = len == 1 ? variant_type_of_letter(quick->variant, *word) : -1;

	*type_out = (uint8_t)type;
	return type >= 0;
}

/* No number is written with a zero in front. */
static bool read_number(const char *word, size_t len, unsigned from, uint32_t *number_out)
{
	uint32_t number = 0;

	if (len == 0 || len > 8 || (len > 1 && *word == '0'))
		return false;
	for (size_t i = 0; i < len; i++) {
		if (word[i] < '0' || word[i] > '9')
			return false;
		number = 10 * number + (uint32_t)(word[i] - '0');
	}
	*number_out = number - from;
	return number >= from && (from != 0 || number != EVENT_NO_NUMBER);
}

/* Part of the text. What would be written as blanks is none. */
static bool take_text(struct quick *quick, size_t len)
{
	char *to = quick->text + quick->text_len;

	if (len == 0 || quick->text_len + len + 2 > TEXT_MAX)
		return false;
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)quick->at[i] < ' ' || quick->at[i] == 0x7f)
			return false;
	if (quick->has_text)
		*to++ = ' ';
	memcpy(to, quick->at, len);
	to[len] = '\0';
	quick->text_len = (size_t)(to + len - quick->text);
	quick->has_text = true;
	quick->at += len;
	return true;
}

static bool read_field(struct quick *quick, char field, char next)
{
	struct event *event = &quick->event;
	const char *word = quick->at;
	size_t len;

	if (field == '*')
		return take_text(quick, (size_t)(quick->end - quick->at));
	len = word_len(quick, next == ',' || next == ':' ? next : ' ');
	if (field == 'w')
		return take_text(quick, len);
	quick->at += len;
	switch (field) {
	case 'i':
		return read_side(quick, word, len, &event->side);
	case 'k':
		return read_type(quick, word, len, &event->type);
	case 'f':
		return read_square(quick, word, len, &event->from);
	case 't':
		return read_square(quick, word, len, &event->to);
	case 's':
		return read_seat(quick, word, len, &event->seat);
	case 'b':
		return read_seat(quick, word, len, &event->by);
	case 'n':
	case 'c':
		return read_number(word, len, 0, &event->number);
	case 'a':
		return read_number(word, len, 1, &event->number);
	default:
		return false;
	}
}

/* ---- the line ---- */

/* Where a form goes on behind a bracket that opens: behind its end, when nothing of it is there. */
static const char *enter_group(struct quick *quick, const char *form)
{
	const char *at = quick->at;

	for (const char *word = form; *word != '%'; word++, at++)
		if (at >= quick->end || *at != *word)
			return strchr(form, ']') + 1;
	quick->in_group = true;
	return form;
}

static bool is_sign(char c)
{
	return c == '%' || c == '[' || c == ']' || c == '\0';
}

/* What stands behind the first word. */
static bool read_form(struct quick *quick, const char *form)
{
	for (;;) {
		for (; *form == *quick->at && !is_sign(*form); form++)
			quick->at++;
		if (*form == '%') {
			if (!read_field(quick, form[1], form[2]))
				return false;
			form += 2;
		} else if (*form == '[') {
			form = enter_group(quick, form + 1);
		} else if (*form == ']') {
			quick->in_group = false;
			form++;
		} else {
			return *form == '\0' && quick->at == quick->end;
		}
	}
}

bool event_read_quick(const struct variant *variant, unsigned format, const char *line, size_t len,
		      struct event_list *list)
{
	struct quick quick;
	int kind;

	quick.variant = variant;
	quick.at = line;
	quick.end = line + len;
	kind = event_kind_of(line, word_len(&quick, ' '));
	if (kind < 0)
		return false;
	quick.at += kinds.lens[kind];
	quick.event = event_of((enum event_kind)kind);
	quick.text[0] = '\0';
	quick.text_len = 0;
	quick.has_text = quick.in_group = false;
	if (kinds.forms[format - 1][kind].may_lack_number)
		quick.event.number = EVENT_NO_NUMBER;
	if (!read_form(&quick, kinds.forms[format - 1][kind].rest))
		return false;
	if (quick.has_text || kinds.forms[format - 1][kind].has_text)
		quick.event.text = quick.text;
	event_add(list, quick.event);
	return true;
}
