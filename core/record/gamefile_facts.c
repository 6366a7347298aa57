/* SPDX-License-Identifier: MIT */
/* The lines of facts in game files of every format. In memory a fact is always told in today's
 * words. */
#include <stdlib.h>

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
	if (result == 1) {
		free((char *)event->text);
		event->text = text_take(&text);
	}
	text_done(&text);
	return result < 0 ? -1 : 0;
}

int gamefile_parse_fact(const struct variant *variant, unsigned format, const char *line,
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
