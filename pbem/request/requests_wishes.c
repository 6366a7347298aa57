/* SPDX-License-Identifier: MIT */
/* What a player wishes of his letters by a name: whether there is such a thing. */
#include <stdio.h>
#include <string.h>

#include "pbem/desk/people.h"
#include "pbem/request/requests_inner.h"
#include "pbem/site/zones.h"

char *requests_why_unknown(struct matter *matter, const struct order_list *orders)
{
	char language[WORDS_LANGUAGE_MAX + 1], zone[ZONES_NAME_MAX + 1];
	struct reason why;
	char *fault;

	for (size_t i = 0; i < orders->count; i++) {
		const struct order *order = &orders->orders[i];

		if (order->kind == WISH_ZONE && zones_find(order->text, zone, &why) == REFUSED)
			return base_strdup(why.text);
		if (order->kind == WISH_ADDRESS &&
		    (fault = requests_why_stays(matter, order)) != NULL)
			return fault;
		if (order->kind == WISH_NAME &&
		    (fault = requests_why_unnamed(matter, order)) != NULL)
			return fault;
		if (order->kind == WISH_LANGUAGE &&
		    people_find_language(matter->desk, order->text, language, &why) == REFUSED)
			return base_strdup(why.text);
	}
	return NULL;
}
