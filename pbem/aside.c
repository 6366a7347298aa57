/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/text.h"
#include "pbem/aside.h"

void
aside_put(struct hand *hand, const char *bytes, size_t len, const char *why)
{
	char *path = base_printf("aside/%.32s.eml", hand->deed.digest);
	struct text copy;

	if (bytes != NULL) {
		text_init(&copy, len + 4096);
		text_addf(&copy, "X-Pbem-Aside: %s; %s\n", hand->waiting->id, why);
		text_add_bytes(&copy, bytes, len);
		batch_write(&hand->intake->batch, path, copy.bytes, copy.len);
		text_done(&copy);
	}
	intake_notice(hand->intake, hand->waiting->received,
	              "A letter (%s) was set aside%s%s: %s", hand->waiting->id,
	              bytes != NULL ? " as " : "", bytes != NULL ? path : "", why);
	hand->deed.seat = -1;
	snprintf(hand->deed.what, sizeof hand->deed.what, "set aside: %.120s", why);
	free(path);
}
