/* SPDX-License-Identifier: MIT */
/*
 * Takes rights from a process before it reads a stranger's bytes: files, network, other processes,
 * and more memory and computing time than a message is worth. There are three barriers, each
 * sufficient by itself: limits (setrlimit(2)) everywhere, landlock(7) and seccomp(2) where the
 * kernel has them.
 */
#ifndef PBEM_SANDBOX_CONFINE_H
#define PBEM_SANDBOX_CONFINE_H

#include <stdbool.h>
#include <stddef.h>

enum {
	CONFINE_FD = 3, /* the only descriptor that stays open */
	CONFINE_CPU_SECONDS = 60,
	CONFINE_MEMORY = 1 << 29, /* bytes that the process can write to, including its stack */
	CONFINE_STACK = 1 << 23,  /* bytes of these for its stack */
};

/* The barriers that are closed, as bits. */
enum confine {
	CONFINE_NONE = 0, /* sanitizers and valgrind can't run inside the others: only the computing
			     time is limited */
	CONFINE_LIMITS = 1,
	CONFINE_LANDLOCK = 2,
	CONFINE_SECCOMP = 4,
};

/* Prepares what all processes forked from this one need to confine themselves, and gives up rights
 * that this process itself never needs. Must be called once per process, before confine_close. */
void confine_prepare(void);

/* Leaves out (or not) libraries that reading a message never uses in the processes forked from now
 * on. They then cost less and contain less code for an attack. Only a process that loads nothing
 * more can do without these libraries. */
void confine_leave_libraries(bool out);

/* Prevents other processes of the same user from inspecting this one, and core dumps of it. */
void confine_hide(void);

/* Confines this process permanently. Only the descriptor CONFINE_FD stays open, for reading and
 * writing. The process can write to at most `memory` bytes, including those that it already has.
 * Returns which barriers are closed. */
enum confine confine_close(size_t memory);

#endif
