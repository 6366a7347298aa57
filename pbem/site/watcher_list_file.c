/* SPDX-License-Identifier: MIT */
/* Reads and writes the file of a game's watchers. */
#include <stdlib.h>

#include "pbem/site/watcher_list.h"
#include "pbem/sys/recordfile.h"

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
