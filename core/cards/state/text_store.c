/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <string.h>

#include "core/cards/state/text_store.h"

/* A stored target begins with three bytes: the form, with the piece named in the upper half; the
 * value; the number of squares. Then come the squares. */
enum { TARGET_HEAD = 3, FORM_BITS = 4 };

bool text_store_has_room(const struct text_store *store, size_t len)
{
	return store->used + len <= TEXT_STORE_MAX;
}

static uint8_t *append_bytes(struct text_store *store, const void *bytes, size_t len)
{
	uint8_t *at = store->bytes + store->used;

	assert(text_store_has_room(store, len));
	memcpy(at, bytes, len);
	store->used = (uint16_t)(store->used + len);
	return at;
}

size_t text_store_len_targets(const struct target *targets, unsigned count)
{
	size_t len = 0;

	for (unsigned i = 0; i < count; i++)
		len += TARGET_HEAD + targets[i].square_count * sizeof *targets->squares;
	return len;
}

struct span text_store_add_targets(struct text_store *store, const struct target *targets,
				   unsigned count)
{
	struct span span = {store->used, 0};

	for (unsigned i = 0; i < count; i++) {
		const struct target *target = &targets[i];
		const uint8_t head[TARGET_HEAD] = {
			(uint8_t)((unsigned)target->form | (unsigned)target->piece << FORM_BITS),
			target->value,
			target->square_count,
		};

		append_bytes(store, head, sizeof head);
		append_bytes(store, target->squares,
			     target->square_count * sizeof *target->squares);
	}
	span.len = (uint16_t)(store->used - span.at);
	return span;
}

struct span text_store_add_text(struct text_store *store, const char *text)
{
	struct span span = {store->used, (uint16_t)(strlen(text) + 1)};

	append_bytes(store, text, span.len);
	return span;
}

unsigned text_store_targets(const struct text_store *store, struct span span,
			    struct target targets_out[MAX_PLAY_WORDS])
{
	const uint8_t *at = store->bytes + span.at, *end = at + span.len;
	unsigned count = 0;

	for (; at < end && count < MAX_PLAY_WORDS; count++) {
		struct target *target = &targets_out[count];
		size_t len = at[2] * sizeof *target->squares;

		memset(target, 0, sizeof *target);
		target->form = (enum target_form)(at[0] & ((1u << FORM_BITS) - 1));
		target->piece = (uint8_t)(at[0] >> FORM_BITS);
		target->value = at[1];
		target->square_count = at[2];
		memcpy(target->squares, at + TARGET_HEAD, len);
		at += TARGET_HEAD + len;
	}
	return count;
}

const char *text_store_text(const struct text_store *store, struct span span)
{
	return span.len == 0 ? "" : (const char *)store->bytes + span.at;
}

void text_store_blind(struct text_store *store, struct span span)
{
	static const square none = NO_SQUARE;
	uint8_t *at = store->bytes + span.at, *end = at + span.len;

	for (; at < end; at += TARGET_HEAD + at[2] * sizeof none)
		if (at[2] > 0)
			memcpy(at + TARGET_HEAD, &none, sizeof none);
}

bool text_store_is_sound(const struct text_store *store, struct span span, size_t most)
{
	const uint8_t *at = store->bytes + span.at, *end = at + span.len;
	unsigned count = 0;

	if (span.at + span.len > store->used || span.len == 0)
		return span.len == 0;
	if (most > 0)
		return span.len <= most && memchr(at, '\0', span.len) == end - 1;
	for (; end - at >= TARGET_HEAD && at[2] <= MAX_CHAIN; count++)
		at += TARGET_HEAD + at[2] * sizeof(square);
	return at == end && count <= MAX_PLAY_WORDS;
}
