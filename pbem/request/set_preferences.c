/* SPDX-License-Identifier: MIT */
/* Settings that a player asks for by name: checks that the named thing exists. */
#include <stdio.h>
#include <string.h>

#include "pbem/calendar/timezone.h"
#include "pbem/request/request_internal.h"
#include "pbem/site/preferences.h"

char *request_unknown_setting_error(struct incoming *incoming, const struct order_list *orders)
{
	char language[VOCABULARY_LANGUAGE_MAX + 1], zone[TIMEZONE_NAME_MAX + 1];
	struct reason why;
	char *fault;

	for (size_t i = 0; i < orders->count; i++) {
		const struct order *order = &orders->orders[i];

		if (order->kind == SETTING_ZONE &&
		    timezone_find(order->text, zone, &why) == REFUSED)
			return base_strdup(why.text);
		if (order->kind == SETTING_ADDRESS &&
		    (fault = request_address_error(incoming, order)) != NULL)
			return fault;
		if (order->kind == SETTING_NAME &&
		    (fault = request_name_error(incoming, order)) != NULL)
			return fault;
		if (order->kind == SETTING_LANGUAGE &&
		    preferences_find_language(incoming->workspace, order->text, language, &why) ==
			    REFUSED &&
		    preferences_find_pieces(order->text, language) == REFUSED)
			return base_strdup(why.text);
	}
	return NULL;
}
