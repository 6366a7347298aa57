/* SPDX-License-Identifier: MIT */
/* The file of a game's watchers, read and written. */
#include <stdlib.h>
#include <string.h>

#include "core/base/stamp.h"
#include "core/base/text.h"
#include "pbem/audience/audience.h"
#include "pbem/site/files.h"
#include "pbem/writing/compose.h"

enum { FILE_MAX = 1 << 20, SERIAL_TOP = 0xffff };

static const char *const states[] = {
	[WATCHER_ASKED] = "asked",
	[WATCHER_WAITS] = "waits",
	[WATCHER_WATCHES] = "watches",
};

void audience_print(const struct audience *audience, struct text *out)
{
	char stamp[STAMP_SIZE];

	text_addf(out, "pbem-watchers 1\nserial %u\n", audience->serial);
	for (size_t i = 0; i < audience->count; i++) {
		const struct watcher *watcher = &audience->watchers[i];

		stamp_print(watcher->when, stamp);
		text_addf(out, "%s %u %s %s\n", states[watcher->state], watcher->serial, stamp,
			  watcher->address);
	}
}

static int read_serial(const char *value, unsigned *serial_out, struct reason *reason)
{
	long number = text_number(value, SERIAL_TOP);

	if (number < 0)
		return reason_fail(reason, "expected a number up to %d, not '%.40s'", SERIAL_TOP,
				   value);
	*serial_out = (unsigned)number;
	return 0;
}

static int read_watcher(char *const words[4], enum watcher_state state, struct audience *audience,
			struct reason *reason)
{
	struct watcher watcher = {.state = state};

	if (read_serial(words[1], &watcher.serial, reason) != 0)
		return -1;
	watcher.when = stamp_read(words[2]);
	if (watcher.when < 0)
		return reason_fail(reason,
				   "expected a moment such as 2026-11-30T12:00:00Z, not "
				   "'%.40s'",
				   words[2]);
	if (strlen(words[3]) > AUDIENCE_ADDRESS_MAX || !compose_is_address(words[3]))
		return reason_fail(reason, "expected a mail address");
	strcpy(watcher.address, words[3]);
	audience->watchers = base_realloc(audience->watchers,
					  (audience->count + 1) * sizeof *audience->watchers);
	audience->watchers[audience->count++] = watcher;
	return 0;
}

static int read_line(char *line, struct audience *audience, struct reason *reason)
{
	char *words[4];
	size_t count = text_split(line, words, 4);

	if (count == 0 || words[0][0] == '#' || strcmp(words[0], "pbem-watchers") == 0)
		return 0;
	if (strcmp(words[0], "serial") == 0 && count == 2)
		return read_serial(words[1], &audience->serial, reason);
	for (size_t i = 0; i < ARRAY_LEN(states); i++)
		if (strcmp(words[0], states[i]) == 0 && count == 4)
			return read_watcher(words, (enum watcher_state)i, audience, reason);
	return reason_fail(reason,
			   "expected 'serial NUMBER', or asked, waits or watches with a number, a "
			   "moment and an address, not '%.40s'",
			   words[0]);
}

/* A serial above the last would be given away once more. */
static int check_serials(const struct audience *audience, struct reason *reason)
{
	for (size_t i = 0; i < audience->count; i++)
		if (audience->watchers[i].serial > audience->serial)
			return reason_fail(reason, "watcher %u is above the last serial, %u",
					   audience->watchers[i].serial, audience->serial);
	return 0;
}

int audience_load(const char *folder, struct audience *audience_out, struct reason *reason)
{
	char *path = base_printf("%s/watchers", folder), *line, *rest;
	struct audience audience = {.count = 0};
	unsigned number = 0;
	struct text in;
	bool there;
	int result;

	text_init(&in, FILE_MAX);
	result = files_check_private(path, reason) == 0
			 ? files_read_if_there(path, &in, &there, reason)
			 : -1;
	if (result == 0 && text_check_format(in.bytes, "pbem-watchers", 1, reason) != 0) {
		reason_prefix(reason, "%s: ", path);
		result = -1;
	}
	rest = in.bytes;
	while (result == 0 && (line = strsep(&rest, "\n")) != NULL) {
		number++;
		result = read_line(line, &audience, reason);
		if (result != 0)
			reason_prefix(reason, "%s:%u: ", path, number);
	}
	if (result == 0 && check_serials(&audience, reason) != 0) {
		reason_prefix(reason, "%s: ", path);
		result = -1;
	}
	if (result == 0)
		*audience_out = audience;
	else
		audience_done(&audience);
	text_done(&in);
	free(path);
	return result;
}
