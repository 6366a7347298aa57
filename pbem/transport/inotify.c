/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "core/base/base.h"
#include "pbem/wire/ear.h"

int ear_open(const char *path, enum ear_for what)
{
	static const uint32_t masks[] = {
		[EAR_ARRIVALS] = IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF,
		[EAR_CLOSES] = IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF,
	};
	int ear = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);

	if (ear >= 0 && inotify_add_watch(ear, path, masks[what]) < 0) {
		close(ear);
		ear = -1;
	}
	return ear;
}

bool ear_heard(int ear)
{
	char events[4096];
	bool heard = false;

	while (ear >= 0 && read(ear, events, sizeof events) > 0)
		heard = true;
	return heard;
}
