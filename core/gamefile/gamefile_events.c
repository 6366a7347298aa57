/* SPDX-License-Identifier: MIT */
/* Reads and writes the lines of events in game files. */
#include <string.h>

#include "core/gamefile/gamefile_internal.h"
#include "core/util/fold_lines.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

void gamefile_write_event(const struct variant *variant, const struct event *event,
			  struct strbuf *out)
{
	struct strbuf line;

	strbuf_init(&line, 0);
	strbuf_add(&line, "  ");
	event_print(variant, event, &line);
	fold_add(&line, out);
	strbuf_done(&line);
}

/* Reports whether the next line continues this one (core/util/fold_lines.h). */
static bool continues_line(const char *next, const char *end)
{
	return end - next >= FOLD_INDENT && memcmp(next, "    ", FOLD_INDENT) == 0;
}

/* Reads a line of an entry and adds its event, unless it is a line of a diagram. */
static int read_line(const struct gamefile *file, const char *line, size_t len, bool *plain_io,
		     struct event_list *events, struct reason *reason)
{
	const size_t indent = len < 2 ? 0 : 2;
	bool plain;

	if (len > 2 && memcmp(line, "  |", 3) == 0)
		return 0;
	if (event_parse_line(file->game.variant, line + indent, len - indent, events, &plain,
			     reason) < 0)
		return -1;
	*plain_io &= plain && line[0] == ' ' && line[1] == ' ' && len <= FOLD_WIDTH;
	return 0;
}

/* Reads the line at *cursor with its continuation lines. A line without them isn't copied. */
static int read_next(const struct gamefile *file, const char **cursor, const char *end,
		     bool *plain_io, struct event_list *events, struct reason *reason)
{
	const char *line = *cursor, *after = memchr(line, '\n', (size_t)(end - line));
	struct strbuf whole;
	int result;

	if (after != NULL && !continues_line(after + 1, end)) {
		*cursor = after + 1;
		return read_line(file, line, (size_t)(after - line), plain_io, events, reason);
	}
	strbuf_init(&whole, 0);
	*plain_io = false;
	(void)fold_next(cursor, end, &whole);
	result = read_line(file, whole.bytes, whole.len, plain_io, events, reason);
	strbuf_done(&whole);
	return result;
}

int gamefile_read_events(const struct gamefile *file, const struct log_entry *entry,
			 struct event_list *events, bool *plain_out, const char **fault_out,
			 struct reason *reason)
{
	const bool drawn = entry->diagram != NULL && entry->behind == NULL;
	const char *end = drawn ? entry->diagram : entry->events_end;
	const char *cursor = entry->body, *at = cursor;
	bool plain = true;
	int result = 0;

	while (result == 0 && at < end) {
		result = read_next(file, &cursor, end, &plain, events, reason);
		if (result < 0)
			*fault_out = at;
		at = cursor;
	}
	if (plain_out != NULL)
		*plain_out = plain;
	return result;
}

/* ---- batches of entries ---- */

void gamefile_batch_init(struct gamefile_batch *stock)
{
	stock->count = 0;
	for (unsigned i = 0; i < GAMEFILE_BATCH; i++)
		event_list_init(&stock->entries[i].events);
}

void gamefile_batch_done(struct gamefile_batch *stock)
{
	for (unsigned i = 0; i < GAMEFILE_BATCH; i++)
		event_list_done(&stock->entries[i].events);
}

static void find_entries(struct gamefile_batch *stock, struct lines *lines, unsigned number,
			 const struct sha256 *previous)
{
	struct batch_entry *each;

	stock->count = 0;
	do {
		each = &stock->entries[stock->count];
		each->entry.end = NULL;
		each->found = gamefile_next_entry(lines, number + stock->count, previous,
						  &each->entry, &stock->damaged);
		each->at = lines->cursor;
		previous = &each->entry.hash;
	} while (++stock->count < GAMEFILE_BATCH && each->found > 0);
	if (each->found < 0 && each->entry.end != NULL)
		lines->cursor = each->entry.end;
}

void gamefile_batch_read(struct gamefile_batch *stock, const struct gamefile *file,
			 struct lines *lines, unsigned number)
{
	find_entries(stock, lines, number, &file->hash);
	for (unsigned i = 0; i < stock->count; i++) {
		struct batch_entry *each = &stock->entries[i];

		event_list_clear(&each->events);
		each->unread = NULL;
		if (each->entry.end != NULL &&
		    gamefile_read_events(file, &each->entry, &each->events, &each->plain,
					 &each->unread, &stock->unread) < 0)
			return; /* the rest can't be judged */
	}
}
