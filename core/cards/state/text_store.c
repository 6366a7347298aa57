/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <string.h>

#include "core/cards/table/store.h"

/* A target is its form, its value, how many squares, and these. */
enum { TARGET_HEAD = 3 };

bool store_has_room(const struct store *store, size_t len)
{
	return store->used + len <= STORE_MAX;
}

static uint8_t *add(struct store *store, const void *bytes, size_t len)
{
	uint8_t *at = store->bytes + store->used;

	assert(store_has_room(store, len));
	memcpy(at, bytes, len);
	store->used = (uint16_t)(store->used + len);
	return at;
}

size_t store_len_targets(const struct target *targets, unsigned count)
{
	size_t len = 0;

	for (unsigned i = 0; i < count; i++)
		len += TARGET_HEAD + targets[i].square_count * sizeof *targets->squares;
	return len;
}

struct span store_add_targets(struct store *store, const struct target *targets, unsigned count)
{
	struct span span = {store->used, 0};

	for (unsigned i = 0; i < count; i++) {
		const struct target *target = &targets[i];
		const uint8_t head[TARGET_HEAD] = {
			(uint8_t)target->form,
			target->value,
			target->square_count,
		};

		add(store, head, sizeof head);
		add(store, target->squares, target->square_count * sizeof *target->squares);
	}
	span.len = (uint16_t)(store->used - span.at);
	return span;
}

struct span store_add_text(struct store *store, const char *text)
{
	struct span span = {store->used, (uint16_t)(strlen(text) + 1)};

	add(store, text, span.len);
	return span;
}

unsigned store_targets(const struct store *store, struct span span,
		       struct target targets_out[MAX_PLAY_WORDS])
{
	const uint8_t *at = store->bytes + span.at, *end = at + span.len;
	unsigned count = 0;

	for (; at < end && count < MAX_PLAY_WORDS; count++) {
		struct target *target = &targets_out[count];
		size_t len = at[2] * sizeof *target->squares;

		memset(target, 0, sizeof *target);
		target->form = (enum target_form)at[0];
		target->value = at[1];
		target->square_count = at[2];
		memcpy(target->squares, at + TARGET_HEAD, len);
		at += TARGET_HEAD + len;
	}
	return count;
}

const char *store_text(const struct store *store, struct span span)
{
	return span.len == 0 ? "" : (const char *)store->bytes + span.at;
}

void store_blind(struct store *store, struct span span)
{
	static const square none = NO_SQUARE;
	uint8_t *at = store->bytes + span.at, *end = at + span.len;

	for (; at < end; at += TARGET_HEAD + at[2] * sizeof none)
		if (at[2] > 0)
			memcpy(at + TARGET_HEAD, &none, sizeof none);
}
