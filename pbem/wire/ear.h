/* SPDX-License-Identifier: MIT */
/* Being told by the system what happens to files, instead of looking again and again (inotify). */
#ifndef PBEM_WIRE_EAR_H
#define PBEM_WIRE_EAR_H

#include <stdbool.h>

enum ear_for {
	EAR_ARRIVALS, /* files that come into a folder, or the folder's end */
	EAR_CLOSES    /* that whoever had a file open for writing has closed it */
};

/* What to wait on with poll(2), the caller's to close. -1: the system can't tell, so look yourself.
 */
int ear_open(const char *path, enum ear_for what);

/* Whether anything was heard since it was asked last; waits for nothing. False of -1. */
bool ear_heard(int ear);

#endif
