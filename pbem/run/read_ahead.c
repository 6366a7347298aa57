/* SPDX-License-Identifier: MIT */
/* Parses the next messages of a batch (sandbox.h) while earlier ones are decided. */
#include <stdlib.h>
#include <string.h>

#include "pbem/run/process_inbox.h"

/* Keeps a copy of the message, whose bytes are freed when the source has the next. */
static void read_ahead_add(struct run_ahead *ahead, const struct waiting *letter,
			   const struct handed *handed)
{
	struct run_letter *last = &ahead->letters[ahead->count++];

	*last = (struct run_letter){letter, base_alloc(handed->len + 1), handed->len};
	if (handed->len > 0)
		memcpy(last->bytes, handed->bytes, handed->len);
	sandbox_expect(last->bytes, last->len);
}

static void remove_first(struct run_ahead *ahead)
{
	/* The message may have been decided without being read. */
	sandbox_unexpect(ahead->letters[0].bytes);
	free(ahead->letters[0].bytes);
	memmove(&ahead->letters[0], &ahead->letters[1], --ahead->count * sizeof ahead->letters[0]);
}

/* Takes messages until at most `left` wait, or no more are wanted. */
static int process_down_to(struct run *work, size_t left)
{
	int result = 0;

	while (result == 0 && work->ahead.count > left) {
		const struct run_letter *first = &work->ahead.letters[0];
		const struct handed handed = {HANDED_OVER, first->bytes, first->len, NULL, false};

		result = run_add_message(work, first->letter, &handed);
		remove_first(&work->ahead);
	}
	return result;
}

int run_add_read_ahead(void *context, const struct waiting *letter, const struct handed *handed)
{
	struct run *work = context;
	const bool waits = handed->how == HANDED_OVER && handed->len <= SANDBOX_AHEAD_BYTES;
	int result = process_down_to(work, waits ? sandbox_ahead() - 1 : 0);

	if (result != 0)
		return result;
	if (!waits)
		return run_add_message(work, letter, handed);
	read_ahead_add(&work->ahead, letter, handed);
	return 0;
}

void run_add_waiting(struct run *work)
{
	if (!work->broken && !work->stopped && !work->faults.again)
		(void)process_down_to(work, 0);
	while (work->ahead.count > 0)
		remove_first(&work->ahead);
}
