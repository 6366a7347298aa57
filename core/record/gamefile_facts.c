/* SPDX-License-Identifier: MIT */
/* The lines of facts in game files of every format. In memory a fact is always told in today's
 * words. */
#include <string.h>

#include "core/base/fold.h"
#include "core/record/gamefile_inner.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"

void gamefile_print_fact(const struct variant *variant, unsigned format, const struct event *event,
			 struct text *out)
{
	struct event old = *event;
	struct text text;

	text_init(&text, 0);
	if (variant->kind->print_as != NULL &&
	    variant->kind->print_as(variant, format, event, &text) == 1)
		old.text = text.bytes;
	event_print_as(variant, format, &old, out);
	text_done(&text);
}

/* The fact read last gets its text of today. */
static int translate(const struct variant *variant, unsigned format, struct event_list *list,
		     struct reason *reason)
{
	struct event *event = &list->events[list->count - 1];
	struct text text;
	int result;

	text_init(&text, 0);
	result = variant->kind->read_as(variant, format, event, &text, reason);
	if (result == 1)
		event->text = event_list_keep(list, text.bytes);
	text_done(&text);
	return result < 0 ? -1 : 0;
}

static int parse_fact(const struct variant *variant, unsigned format, const char *line,
		      struct event_list *list, struct reason *reason)
{
	if (event_parse_as(variant, format, line, list, reason) < 0)
		return -1;
	return variant->kind->read_as != NULL ? translate(variant, format, list, reason) : 0;
}

void gamefile_write_fact(const struct variant *variant, unsigned format, const struct event *event,
			 struct text *out)
{
	struct text line;

	text_init(&line, 0);
	text_add(&line, "  ");
	gamefile_print_fact(variant, format, event, &line);
	fold_add(format, &line, out);
	text_done(&line);
}

/* Whether the line behind goes on with this one (core/base/fold.h). */
static bool goes_on(const char *next, const char *end)
{
	return end - next >= FOLD_INDENT && memcmp(next, "    ", FOLD_INDENT) == 0;
}

/* Reads the line at *cursor where it stands, when it is one as we write it; a diagram's is none. */
static bool read_quick(const struct gamefile *file, const char **cursor, const char *end,
		       struct event_list *events)
{
	const struct variant *variant = file->game.variant;
	const char *line = *cursor, *after;
	size_t len;

	after = memchr(line, '\n', (size_t)(end - line));
	if (after == NULL || after - line < 3 || line[0] != ' ' || line[1] != ' ' ||
	    goes_on(after + 1, end))
		return false;
	len = (size_t)(after - line);
	if (line[2] != '|' && (variant->kind->read_as != NULL || len > FOLD_WIDTH ||
			       !event_read_quick(variant, file->format, line + 2, len - 2, events)))
		return false;
	*cursor = after + 1;
	return true;
}

/* Reads the line at *cursor, and those by which it goes on, the long way. */
static int read_slowly(const struct gamefile *file, const char **cursor, const char *end,
		       struct event_list *events, struct reason *reason)
{
	struct text line;
	int result = 0;

	text_init(&line, 0);
	(void)fold_next(file->format, cursor, end, &line);
	if (!text_starts(line.bytes, "  |"))
		result = parse_fact(file->game.variant, file->format,
				    line.len < 2 ? line.bytes : line.bytes + 2, events, reason);
	text_done(&line);
	return result;
}

int gamefile_read_facts(const struct gamefile *file, const struct log_entry *entry,
			struct event_list *events, bool *plain_out, const char **fault_out,
			struct reason *reason)
{
	const bool drawn = entry->diagram != NULL && entry->behind == NULL;
	const char *end = drawn ? entry->diagram : entry->facts_end;
	const char *cursor = entry->body, *at = cursor;
	bool plain = true;
	int result = 0;

	while (result == 0 && at < end) {
		if (!read_quick(file, &cursor, end, events)) {
			plain = false;
			result = read_slowly(file, &cursor, end, events, reason);
		}
		if (result < 0)
			*fault_out = at;
		at = cursor;
	}
	if (plain_out != NULL)
		*plain_out = plain;
	return result;
}

/* ---- entries in stock ---- */

void gamefile_stock_init(struct gamefile_stock *stock)
{
	stock->count = 0;
	for (unsigned i = 0; i < GAMEFILE_STOCK; i++)
		event_list_init(&stock->entries[i].facts);
}

void gamefile_stock_done(struct gamefile_stock *stock)
{
	for (unsigned i = 0; i < GAMEFILE_STOCK; i++)
		event_list_done(&stock->entries[i].facts);
}

static void find_entries(struct gamefile_stock *stock, struct lines *lines, unsigned number,
			 const struct digest *previous)
{
	struct stocked_entry *each;

	stock->count = 0;
	do {
		each = &stock->entries[stock->count];
		each->entry.end = NULL;
		each->found = gamefile_next_entry(lines, number + stock->count, previous,
						  &each->entry, &stock->damaged);
		each->at = lines->cursor;
		previous = &each->entry.hash;
	} while (++stock->count < GAMEFILE_STOCK && each->found > 0);
	if (each->found < 0 && each->entry.end != NULL)
		lines->cursor = each->entry.end;
}

void gamefile_stock_up(struct gamefile_stock *stock, const struct gamefile *file,
		       struct lines *lines, unsigned number)
{
	find_entries(stock, lines, number, &file->hash);
	for (unsigned i = 0; i < stock->count; i++) {
		struct stocked_entry *each = &stock->entries[i];

		event_list_clear(&each->facts);
		each->unread = NULL;
		if (each->entry.end != NULL &&
		    gamefile_read_facts(file, &each->entry, &each->facts, &each->plain,
					&each->unread, &stock->unread) < 0)
			return; /* what follows can't be judged */
	}
}
