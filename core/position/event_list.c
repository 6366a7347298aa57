/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/base/base.h"
#include "core/position/event.h"

struct event event_about(enum event_kind kind, uint8_t seat, uint32_t number, const char *text)
{
	struct event event = event_of(kind);

	event.seat = seat;
	event.number = number;
	event.text = text;
	return event;
}

void event_list_init(struct event_list *list)
{
	list->events = NULL;
	list->count = list->size = 0;
}

void event_list_done(struct event_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		free((char *)list->events[i].text);
	free(list->events);
	event_list_init(list);
}

void event_list_cut(struct event_list *list, size_t count)
{
	for (size_t i = count; i < list->count; i++)
		free((char *)list->events[i].text);
	list->count = count < list->count ? count : list->count;
}

void event_add(struct event_list *list, struct event event)
{
	if (list == NULL)
		return;
	if (list->count == list->size) {
		list->size = list->size ? 2 * list->size : 16;
		list->events = base_realloc(list->events, list->size * sizeof *list->events);
	}
	if (event.text != NULL)
		event.text = base_strdup(event.text);
	list->events[list->count++] = event;
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
	       a->number == b->number && strcmp(first, second) == 0;
}
