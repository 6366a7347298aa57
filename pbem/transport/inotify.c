/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "core/util/base.h"
#include "pbem/transport/inotify.h"

int inotify_open(const char *path, enum inotify_for what)
{
	static const uint32_t masks[] = {
		[INOTIFY_ARRIVALS] = IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF,
		[INOTIFY_CLOSES] = IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF,
	};
	int ear = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);

	if (ear >= 0 && inotify_add_watch(ear, path, masks[what]) < 0) {
		close(ear);
		ear = -1;
	}
	return ear;
}

bool inotify_has_events(int ear)
{
	char events[4096];
	bool heard = false;

	while (ear >= 0 && read(ear, events, sizeof events) > 0)
		heard = true;
	return heard;
}
