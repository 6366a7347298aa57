/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/base/digest.h"
#include "core/base/text.h"
#include "pbem/host/machine.h"
#include "pbem/site/files.h"

enum { SHOWN_NAME = 20, CHANCE = 8, MACHINE_HEX = 16, LEAST_ID = 8 };

/* The first of these files that says something. */
static int read_id(struct text *out, struct reason *reason)
{
	const char *given = getenv("PBEM_MACHINE_ID");
	const char *const places[] = {given != NULL ? given : "/etc/machine-id",
				      "/var/lib/dbus/machine-id", "/etc/hostid"};
	size_t count = given != NULL ? 1 : ARRAY_LEN(places);
	bool there;

	for (size_t i = 0; i < count; i++) {
		text_clear(out);
		if (files_read_if_there(places[i], out, &there, reason) != 0)
			return -1;
		/* "uninitialized" is what a system's first start finds there. */
		if (there && out->len >= LEAST_ID && !text_starts(out->bytes, "uninit"))
			return 0;
	}
	text_clear(out);
	return 0;
}

int machine_word(char out[MACHINE_WORD], struct reason *reason)
{
	struct digest digest;
	struct text id;
	int result;

	text_init(&id, 4096);
	result = read_id(&id, reason);
	if (result == 0 && id.len > 0) {
		digest_keyed("pbem", 4, id.bytes, strcspn(id.bytes, "\n"), &digest);
		snprintf(out, MACHINE_WORD, "%.*s", MACHINE_HEX, digest.hex);
	} else if (result == 0) {
		strcpy(out, MACHINE_UNKNOWN);
	}
	text_done(&id);
	return result;
}

int machine_folder(const char *path, char out[MACHINE_WORD], struct reason *reason)
{
	struct statx status;

	if (statx(AT_FDCWD, path, 0, STATX_INO | STATX_BTIME, &status) != 0) {
		const int number = errno;

		reason_set(reason, "can't look at the site's folder %s: %s", path,
			   strerror(number));
		reason_judge_errno(reason, number);
		return -1;
	}
	if ((status.stx_mask & STATX_BTIME) != 0 && status.stx_btime.tv_sec != 0)
		snprintf(out, MACHINE_WORD, "made-%" PRId64 ".%09" PRIu32,
			 (int64_t)status.stx_btime.tv_sec, (uint32_t)status.stx_btime.tv_nsec);
	else
		snprintf(out, MACHINE_WORD, "number-%" PRIu64, (uint64_t)status.stx_ino);
	return 0;
}

char *machine_new_name(void)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
	char name[SHOWN_NAME + 1] = "", chance[CHANCE + 1] = "";
	unsigned char bytes[CHANCE];
	size_t len = 0;

	if (gethostname(name, sizeof name - 1) != 0)
		name[0] = '\0';
	for (; isalnum((unsigned char)name[len]) || name[len] == '-'; len++)
		name[len] = (char)tolower((unsigned char)name[len]);
	name[len] = '\0';
	if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
		const int64_t moment = (int64_t)time(NULL) * 100000 + getpid();

		memcpy(bytes, &moment, sizeof bytes);
	}
	for (size_t i = 0; i < CHANCE; i++)
		chance[i] = letters[bytes[i] % 32];
	return base_printf("%s-%s", len > 0 ? name : "host", chance);
}
