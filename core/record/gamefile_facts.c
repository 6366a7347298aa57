/* SPDX-License-Identifier: MIT */
/* The lines of facts in game files of every format. In memory a fact is always told in today's
 * words. */
#include <stdlib.h>

#include "core/cards/table/format1.h"
#include "core/base/fold.h"
#include "core/record/gamefile_inner.h"
#include "core/base/text.h"

static bool is_translated(const struct variant *variant, unsigned format, enum event_kind kind)
{
	return format == 1 && format1_differs(kind) && variant_has_cards(variant);
}

void gamefile_print_fact(const struct variant *variant, unsigned format, const struct event *event,
			 struct text *out)
{
	struct event old = *event;
	struct text text;

	if (!is_translated(variant, format, event->kind)) {
		event_print_as(variant, format, event, out);
		return;
	}
	text_init(&text, 0);
	if (format1_print(book_of(variant, NULL), event, &text) == 0)
		old.text = text.bytes;
	event_print_as(variant, format, &old, out);
	text_done(&text);
}

/* The fact read last gets its text of today. */
static int translate(const struct variant *variant, struct event_list *list, struct reason *reason)
{
	struct event *event = &list->events[list->count - 1];
	struct text text;
	int result;

	text_init(&text, 0);
	result = format1_read(book_of(variant, reason), event, &text, reason);
	if (result == 0) {
		free((char *)event->text);
		event->text = text_take(&text);
	}
	text_done(&text);
	return result;
}

int gamefile_parse_fact(const struct variant *variant, unsigned format, const char *line,
			struct event_list *list, struct reason *reason)
{
	if (event_parse_as(variant, format, line, list, reason) < 0)
		return -1;
	if (!is_translated(variant, format, list->events[list->count - 1].kind))
		return 0;
	return translate(variant, list, reason);
}

void gamefile_write_fact(const struct variant *variant, unsigned format, const struct event *event,
			 struct text *out)
{
	struct text line;

	text_init(&line, 0);
	text_add(&line, "  ");
	gamefile_print_fact(variant, format, event, &line);
	fold_add_as(format, &line, out);
	text_done(&line);
}
