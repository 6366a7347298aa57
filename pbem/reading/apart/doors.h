/* SPDX-License-Identifier: MIT */
/*
 * What a process gives up before it touches a stranger's bytes: files, network, other processes,
 * and more memory and computing than a letter is worth. Three doors, each good by itself: limits
 * (setrlimit(2)) are everywhere, landlock(7) and seccomp(2) where the kernel has them.
 */
#ifndef PBEM_READING_APART_DOORS_H
#define PBEM_READING_APART_DOORS_H

#include <stdbool.h>
#include <stddef.h>

enum {
	DOORS_FD = 3, /* the one descriptor that is left */
	DOORS_CPU_SECONDS = 60,
	DOORS_MEMORY = 1 << 29, /* bytes, besides what the process has when they close, at most */
};

/* Which are closed, as bits. */
enum doors {
	DOORS_NONE = 0, /* sanitizers and valgrind need them open: only the limit of computing */
	DOORS_LIMITS = 1,
	DOORS_LANDLOCK = 2,
	DOORS_SECCOMP = 4,
};

/* Makes ready what all processes forked from this one will close, and closes here what it never
 * needs again. Once in a process, before doors_close. */
void doors_prepare(void);

/* Whether libraries that no letter is read with are left out of the processes forked from now on:
 * these don't pay for them, and have less code that could be turned against us. Only what loads
 * nothing can do without. */
void doors_leave_libraries(bool out);

/* From now on no other process of this one's user looks into it, nor is it written to a disk when
 * it crashes. */
void doors_hide(void);

/* Closes them in this process, for good: of its descriptors none stays but DOORS_FD, to read and
 * write, and of memory so many bytes may be had. */
enum doors doors_close(size_t memory);

/* Whether this machine has, just now, the memory that a process may take. */
bool doors_has_memory(void);

#endif
