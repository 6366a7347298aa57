/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "core/text.h"
#include "pbem/aside.h"

enum { SECONDS_A_DAY = 86400, NOTICES_A_DAY = 10 };

/* Whether the moderator is told of this one; of strangers' letters that come in heaps the count will do. */
static bool
is_told(struct hand *hand, bool genuine)
{
	char *name = base_printf("aside told %s %lld", genuine ? "seats" : "strangers",
	                         (long long)(hand->waiting->received / SECONDS_A_DAY));
	bool told = intake_count(hand->intake, name) < (genuine ? 10 : 1) * NOTICES_A_DAY;

	if (told)
		intake_add_count(hand->intake, name, 1);
	free(name);
	return told;
}

void
aside_put(struct hand *hand, const char *bytes, size_t len, bool genuine, const char *why)
{
	char *path = base_printf("aside/%s%.32s.eml", genuine ? "seat-" : "", hand->deed.digest);
	struct text copy, whose;

	text_init(&whose, 0);
	if (genuine && hand->game->file != NULL)
		text_addf(&whose, " by %s in game %s",
		          variant_seat_title(hand_game(hand)->variant, hand->seat), hand->game->id);
	if (bytes != NULL) {
		text_init(&copy, len + 4096);
		text_addf(&copy, "X-Pbem-Aside: %s; %s\n", hand->waiting->id, why);
		text_add_bytes(&copy, bytes, len);
		batch_write(&hand->intake->batch, path, copy.bytes, copy.len);
		text_done(&copy);
	}
	if (is_told(hand, genuine))
		intake_notice(hand->intake, hand->waiting->received,
		              "A letter (%s)%s was set aside%s%s: %s", hand->waiting->id, whose.bytes,
		              bytes != NULL ? " as " : "", bytes != NULL ? path : "", why);
	hand->deed.seat = -1;
	snprintf(hand->deed.what, sizeof hand->deed.what, "set aside: %.120s", why);
	text_done(&whose);
	free(path);
}
