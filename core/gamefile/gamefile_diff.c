/* SPDX-License-Identifier: MIT */
/* Compares the lines of a log with those that today's rules would write. */
#include <string.h>

#include "core/gamefile/gamefile_internal.h"
#include "core/util/fold_lines.h"
#include "core/util/strbuf.h"

/*
 * Reports whether the rules don't determine the line: times of letters, events of the calendar or a
 * moderator, and lines of a diagram.
 */
static bool is_passed_over(const char *line)
{
	static const char *const starts[] = {
		"  |",	   "  late ",	      "  outage ",   "  until ",
		"  bank ", "  intends ",      "  intended ", "  moderator",
		"  as ",   "  seat-changed ", "  publish "};

	for (size_t i = 0; i < ARRAY_LEN(starts); i++)
		if (strbuf_starts(line, starts[i]))
			return true;
	return false;
}

/*
 * Reads the next event of an entry with all its lines, and where it begins. Returns false at the
 * end.
 */
static bool next_event(struct lines *lines, struct strbuf *event, const char **start_out)
{
	bool found;

	do {
		*start_out = lines->cursor;
		found = fold_next(&lines->cursor, lines->end, event);
	} while (found && is_passed_over(event->bytes));
	return found;
}

/* Describes how the next event differs from the expected one; NULL if it doesn't. */
static char *compare_event(const struct gamefile *file, struct lines *lines,
			   const struct event *today, struct strbuf *event, const char **at_out)
{
	struct strbuf line, whole;
	char *what = NULL;

	strbuf_init(&line, 0);
	strbuf_init(&whole, 0);
	event_print(file->game.variant, today, &line);
	gamefile_write_event(file->game.variant, today, &whole);
	if (!next_event(lines, event, at_out))
		what = base_printf("%s: today's rules say this too, the file doesn't", line.bytes);
	else if ((size_t)(lines->cursor - *at_out) != whole.len ||
		 memcmp(*at_out, whole.bytes, whole.len) != 0)
		what = base_printf("\"%s\": today's rules say \"%s\"",
				   event->len < 2 ? event->bytes : event->bytes + 2, line.bytes);
	strbuf_done(&whole);
	strbuf_done(&line);
	return what;
}

char *gamefile_compare(const struct gamefile *file, const struct log_entry *entry,
		       const struct event_list *today, const char **at_out)
{
	struct lines lines = {entry->body, entry->events_end};
	char *what = NULL;
	struct strbuf event;

	strbuf_init(&event, 0);
	for (size_t i = 0; what == NULL && i < today->count; i++)
		what = compare_event(file, &lines, &today->events[i], &event, at_out);
	if (what == NULL && next_event(&lines, &event, at_out))
		what = base_strdup("today's rules say no more than what stands above");
	strbuf_done(&event);
	return what;
}
