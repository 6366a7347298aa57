/* SPDX-License-Identifier: MIT */
/* The lines of a log beside those that today's rules would write. */
#include <string.h>

#include "core/base/fold.h"
#include "core/record/gamefile_inner.h"
#include "core/base/text.h"

/* What no rule decides: when letters went out, what a calendar or a moderator says, and a line of
 * the board. */
static bool is_passed_over(const char *line)
{
	static const char *const starts[] = {
		"  |",	   "  late ",	      "  outage ",   "  until ",
		"  bank ", "  intends ",      "  intended ", "  moderator",
		"  as ",   "  seat-changed ", "  publish "};

	for (size_t i = 0; i < ARRAY_LEN(starts); i++)
		if (text_starts(line, starts[i]))
			return true;
	return false;
}

/* The next fact of an entry, with all its lines, and where it begins; false when there is none. */
static bool next_fact(const struct gamefile *file, struct lines *lines, struct text *fact,
		      const char **start_out)
{
	bool found;

	do {
		*start_out = lines->cursor;
		found = fold_next(file->format, &lines->cursor, lines->end, fact);
	} while (found && is_passed_over(fact->bytes));
	return found;
}

/* What is wrong with the next fact, if it is to be that one; NULL when it is. */
static char *compare_fact(const struct gamefile *file, struct lines *lines,
			  const struct event *today, struct text *fact, const char **at_out)
{
	struct text line, whole;
	char *what = NULL;

	text_init(&line, 0);
	text_init(&whole, 0);
	gamefile_print_fact(file->game.variant, file->format, today, &line);
	gamefile_write_fact(file->game.variant, file->format, today, &whole);
	if (!next_fact(file, lines, fact, at_out))
		what = base_printf("%s: today's rules say this too, the file doesn't", line.bytes);
	else if ((size_t)(lines->cursor - *at_out) != whole.len ||
		 memcmp(*at_out, whole.bytes, whole.len) != 0)
		what = base_printf("\"%s\": today's rules say \"%s\"",
				   fact->len < 2 ? fact->bytes : fact->bytes + 2, line.bytes);
	text_done(&whole);
	text_done(&line);
	return what;
}

char *gamefile_compare(const struct gamefile *file, const struct log_entry *entry,
		       const struct event_list *today, const char **at_out)
{
	struct lines lines = {entry->body, entry->facts_end};
	char *what = NULL;
	struct text fact;

	text_init(&fact, 0);
	for (size_t i = 0; what == NULL && i < today->count; i++)
		what = compare_fact(file, &lines, &today->events[i], &fact, at_out);
	if (what == NULL && next_fact(file, &lines, &fact, at_out))
		what = base_strdup("today's rules say no more than what stands above");
	text_done(&fact);
	return what;
}
