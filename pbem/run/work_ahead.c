/* SPDX-License-Identifier: MIT */
/* The next letters of a batch are read (apart.h) while those before them are decided. */
#include <stdlib.h>
#include <string.h>

#include "pbem/run/work.h"

/* Its bytes are gone when the source has the next. */
static void put(struct work_ahead *ahead, const struct waiting *letter, const struct handed *handed)
{
	struct work_letter *last = &ahead->letters[ahead->count++];

	*last = (struct work_letter){letter, base_alloc(handed->len + 1), handed->len};
	if (handed->len > 0)
		memcpy(last->bytes, handed->bytes, handed->len);
	apart_expect(last->bytes, last->len);
}

static void drop_first(struct work_ahead *ahead)
{
	/* It may have been decided unread. */
	apart_unexpect(ahead->letters[0].bytes);
	free(ahead->letters[0].bytes);
	memmove(&ahead->letters[0], &ahead->letters[1], --ahead->count * sizeof ahead->letters[0]);
}

/* Until no more than so many wait, or no more of them is to be taken. */
static int take_down_to(struct work *work, size_t left)
{
	int result = 0;

	while (result == 0 && work->ahead.count > left) {
		const struct work_letter *first = &work->ahead.letters[0];
		const struct handed handed = {HANDED_OVER, first->bytes, first->len, NULL, false};

		result = work_take(work, first->letter, &handed);
		drop_first(&work->ahead);
	}
	return result;
}

int work_take_ahead(void *context, const struct waiting *letter, const struct handed *handed)
{
	struct work *work = context;
	const bool waits = handed->how == HANDED_OVER && handed->len <= APART_AHEAD_BYTES;
	int result = take_down_to(work, waits ? APART_AHEAD - 1 : 0);

	if (result != 0)
		return result;
	if (!waits)
		return work_take(work, letter, handed);
	put(&work->ahead, letter, handed);
	return 0;
}

void work_take_waiting(struct work *work)
{
	if (!work->broken && !work->stopped)
		(void)take_down_to(work, 0);
	while (work->ahead.count > 0)
		drop_first(&work->ahead);
}
