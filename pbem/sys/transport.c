/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "pbem/sys/transport.h"

void transport_free_list(struct waiting_list *list)
{
	free(list->letters);
	list->letters = NULL;
	list->count = 0;
}
