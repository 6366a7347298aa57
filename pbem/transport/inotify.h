/* SPDX-License-Identifier: MIT */
/* Reports changes of files, so that nobody needs to look again and again (inotify(7)). */
#ifndef PBEM_TRANSPORT_INOTIFY_H
#define PBEM_TRANSPORT_INOTIFY_H

#include <stdbool.h>

enum inotify_for {
	INOTIFY_ARRIVALS, /* files that arrive in a folder, or the folder's removal */
	INOTIFY_CLOSES	  /* a file that was open for writing was closed */
};

/* Returns a descriptor to wait on with poll(2), which the caller closes. Returns -1 if the system
 * can't watch the path; the caller must then look at it regularly. */
int inotify_open(const char *path, enum inotify_for what);

/* Reports whether anything has happened since the last call, without waiting. Returns false if
 * `ear` is -1. */
bool inotify_has_events(int ear);

#endif
