/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/util/strbuf.h"
#include "pbem/site/watcher_list.h"
#include "pbem/store/ledger.h"
#include "pbem/sys/recordfile.h"

void watcher_list_done(struct watcher_list *audience)
{
	free(audience->watchers);
	*audience = (struct watcher_list){.count = 0};
}

static void drop_oldest(struct watcher_list *audience)
{
	const struct watcher *oldest = NULL;

	if (watcher_list_in(audience, WATCHER_ASKED) < WATCHER_LIST_ASKED_MAX)
		return;
	for (size_t i = 0; i < audience->count; i++) {
		const struct watcher *watcher = &audience->watchers[i];

		if (watcher->state == WATCHER_ASKED &&
		    (oldest == NULL || watcher->serial < oldest->serial))
			oldest = watcher;
	}
	watcher_list_remove(audience, oldest);
}

struct watcher *watcher_list_add(struct watcher_list *audience, const char *address, int64_t when)
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

void watcher_list_remove(struct watcher_list *audience, const struct watcher *watcher)
{
	size_t at = (size_t)(watcher - audience->watchers);

	memmove(&audience->watchers[at], &audience->watchers[at + 1],
		(audience->count - at - 1) * sizeof *audience->watchers);
	audience->count--;
}

struct watcher *watcher_list_numbered(const struct watcher_list *audience, unsigned serial)
{
	for (size_t i = 0; i < audience->count; i++)
		if (audience->watchers[i].serial == serial)
			return &audience->watchers[i];
	return NULL;
}

struct watcher *watcher_list_at(const struct watcher_list *audience, const char *address)
{
	for (size_t i = 0; i < audience->count; i++)
		if (strbuf_same(audience->watchers[i].address, address))
			return &audience->watchers[i];
	return NULL;
}

unsigned watcher_list_in(const struct watcher_list *audience, enum watcher_state state)
{
	unsigned count = 0;

	for (size_t i = 0; i < audience->count; i++)
		count += audience->watchers[i].state == state;
	return count;
}

void watcher_list_bond(const struct sha256 *root, const struct watcher *watcher,
		       struct sha256 *digest_out)
{
	struct strbuf text;

	strbuf_init(&text, 0);
	strbuf_addf(&text, "watcher\n%s\n%u\n%s\n", root->hex, watcher->serial, watcher->address);
	sha256_bytes(text.bytes, text.len, digest_out);
	strbuf_done(&text);
}

void watcher_list_index(const struct watcher_list *audience, const char *id, struct strbuf *lines)
{
	for (size_t i = 0; i < audience->count; i++) {
		const struct watcher *watcher = &audience->watchers[i];
		char *small = g_ascii_strdown(watcher->address, -1);

		if (watcher->state == WATCHER_WATCHES)
			ledger_put_count(lines, COUNT(COUNT_WATCHES, .game = id, .subject = small),
					 1);
		g_free(small);
	}
}

/* ---- the file ---- */

enum { FILE_MAX = 1 << 20, SERIAL_TOP = 0xffff };

#define MEMBER(member) RECORDFILE_MEMBER(struct watcher, member)

static const char *const states[] = {
	[WATCHER_ASKED] = "asked",
	[WATCHER_WAITS] = "waits",
	[WATCHER_WATCHES] = "watches",
	NULL,
};

static const struct recordfile_list watchers = {
	RECORDFILE_LIST(struct watcher_list, watchers, count)};

static const struct recordfile_row rows[] = {
	{"serial NUMBER (up to 65535)", .always = true,
	 .fields = {{RECORDFILE_NUMBER, RECORDFILE_MEMBER(struct watcher_list, serial),
		     SERIAL_TOP}}},
	{"asked|waits|watches NUMBER 2026-11-30T12:00:00Z anna@example.org", &watchers,
	 .begins = true,
	 .fields = {{RECORDFILE_LEAD, MEMBER(state), .words = states},
		    {RECORDFILE_NUMBER, MEMBER(serial), SERIAL_TOP},
		    {RECORDFILE_MOMENT, MEMBER(when)},
		    {RECORDFILE_ADDRESS, MEMBER(address)}}},
};

/* Checks that no serial is above the last one, because it would be used again. */
static int check_serials(void *file, struct reason *reason)
{
	const struct watcher_list *audience = file;

	for (size_t i = 0; i < audience->count; i++)
		if (audience->watchers[i].serial > audience->serial)
			return reason_fail(reason,
					   "the number of watcher %u is greater than the serial %u",
					   audience->watchers[i].serial, audience->serial);
	return 0;
}

static const struct recordfile form = {"pbem-watchers", FILE_MAX,      rows,
				       ARRAY_LEN(rows), check_serials, .shared = false};

void watcher_list_print(const struct watcher_list *audience, struct strbuf *out)
{
	recordfile_print(&form, audience, out);
}

int watcher_list_load(const char *folder, struct watcher_list *audience_out, struct reason *reason)
{
	char *path = base_printf("%s/watchers", folder);
	struct watcher_list audience = {.count = 0};
	bool there;
	int result = recordfile_load(&form, path, &audience, &there, reason);

	if (result == 0)
		*audience_out = audience;
	else
		watcher_list_done(&audience);
	free(path);
	return result;
}
