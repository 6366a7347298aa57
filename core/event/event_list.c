/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/event/event.h"
#include "core/util/base.h"

enum { EVENTS_AT_FIRST = 16, BLOCK_BYTES = 1000 };

/* Memory for texts, whose addresses never change. */
struct event_texts {
	struct event_texts *before;
	size_t used, size;
	char bytes[];
};

void event_list_init(struct event_list *list)
{
	*list = (struct event_list){.events = NULL};
}

static void free_texts(struct event_texts *texts)
{
	while (texts != NULL) {
		struct event_texts *before = texts->before;

		free(texts);
		texts = before;
	}
}

void event_list_done(struct event_list *list)
{
	free_texts(list->texts);
	free(list->events);
	event_list_init(list);
}

void event_list_clear(struct event_list *list)
{
	list->count = 0;
	if (list->texts == NULL)
		return;
	free_texts(list->texts->before);
	list->texts->before = NULL;
	list->texts->used = 0;
}

void event_list_cut(struct event_list *list, size_t count)
{
	list->count = count < list->count ? count : list->count;
}

/* Returns a copy of the text that exists as long as the list's texts. */
static const char *copy_text(struct event_list *list, const char *text)
{
	const size_t size = strlen(text) + 1;
	struct event_texts *texts = list->texts;
	char *kept;

	if (texts == NULL || texts->size - texts->used < size) {
		const size_t room = size > BLOCK_BYTES ? size : BLOCK_BYTES;

		texts = base_alloc(sizeof *texts + room);
		*texts = (struct event_texts){.before = list->texts, .size = room};
		list->texts = texts;
	}
	kept = memcpy(texts->bytes + texts->used, text, size);
	texts->used += size;
	return kept;
}

void event_add(struct event_list *list, struct event event)
{
	if (list == NULL)
		return;
	if (list->count == list->size) {
		list->size = list->size ? 2 * list->size : EVENTS_AT_FIRST;
		list->events = base_realloc(list->events, list->size * sizeof *list->events);
	}
	list->events[list->count] = event;
	if (event.text != NULL)
		list->events[list->count].text = copy_text(list, event.text);
	list->count++;
}

void event_append(struct event_list *list, const struct event_list *events)
{
	for (size_t i = 0; list != NULL && i < events->count; i++)
		event_add(list, events->events[i]);
}

bool event_is_same(const struct event *a, const struct event *b)
{
	const char *first = a->text != NULL ? a->text : "",
		   *second = b->text != NULL ? b->text : "";

	return a->kind == b->kind && a->side == b->side && a->type == b->type &&
	       a->seat == b->seat && a->by == b->by && a->from == b->from && a->to == b->to &&
	       a->number == b->number && (first == second || strcmp(first, second) == 0);
}
