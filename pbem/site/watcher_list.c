/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/base/text.h"
#include "pbem/audience/audience.h"
#include "pbem/promise/ledger.h"

void audience_done(struct audience *audience)
{
	free(audience->watchers);
	*audience = (struct audience){.count = 0};
}

static void drop_oldest(struct audience *audience)
{
	const struct watcher *oldest = NULL;

	if (audience_in(audience, WATCHER_ASKED) < AUDIENCE_ASKED_MAX)
		return;
	for (size_t i = 0; i < audience->count; i++) {
		const struct watcher *watcher = &audience->watchers[i];

		if (watcher->state == WATCHER_ASKED &&
		    (oldest == NULL || watcher->serial < oldest->serial))
			oldest = watcher;
	}
	audience_remove(audience, oldest);
}

struct watcher *audience_add(struct audience *audience, const char *address, int64_t when)
{
	struct watcher *watcher;

	drop_oldest(audience);
	audience->watchers = base_realloc(audience->watchers,
					  (audience->count + 1) * sizeof *audience->watchers);
	watcher = &audience->watchers[audience->count++];
	*watcher = (struct watcher){
		.serial = ++audience->serial, .state = WATCHER_ASKED, .when = when};
	snprintf(watcher->address, sizeof watcher->address, "%s", address);
	return watcher;
}

void audience_remove(struct audience *audience, const struct watcher *watcher)
{
	size_t at = (size_t)(watcher - audience->watchers);

	memmove(&audience->watchers[at], &audience->watchers[at + 1],
		(audience->count - at - 1) * sizeof *audience->watchers);
	audience->count--;
}

struct watcher *audience_numbered(const struct audience *audience, unsigned serial)
{
	for (size_t i = 0; i < audience->count; i++)
		if (audience->watchers[i].serial == serial)
			return &audience->watchers[i];
	return NULL;
}

struct watcher *audience_at(const struct audience *audience, const char *address)
{
	for (size_t i = 0; i < audience->count; i++)
		if (text_same(audience->watchers[i].address, address))
			return &audience->watchers[i];
	return NULL;
}

unsigned audience_in(const struct audience *audience, enum watcher_state state)
{
	unsigned count = 0;

	for (size_t i = 0; i < audience->count; i++)
		count += audience->watchers[i].state == state;
	return count;
}

void audience_bond(const struct digest *root, const struct watcher *watcher,
		   struct digest *digest_out)
{
	struct text text;

	text_init(&text, 0);
	text_addf(&text, "watcher\n%s\n%u\n%s\n", root->hex, watcher->serial, watcher->address);
	digest_bytes(text.bytes, text.len, digest_out);
	text_done(&text);
}

void audience_index(const struct audience *audience, const char *id, struct text *lines)
{
	for (size_t i = 0; i < audience->count; i++) {
		const struct watcher *watcher = &audience->watchers[i];
		char *small = g_ascii_strdown(watcher->address, -1);
		char *name = base_printf(AUDIENCE_COUNT " %s %s", small, id);

		if (watcher->state == WATCHER_WATCHES)
			ledger_line_count(lines, name, 1);
		free(name);
		g_free(small);
	}
}
