/* SPDX-License-Identifier: MIT */
/*
 * A reader process that is taken over. This is linked before message_read (and setrlimit and fork,
 * see Makefile.am). It tries what a message requests that begins with TRAITOR. The result is the
 * text of the message: "done", or the name of errno.
 */
#ifndef PBEM_TESTS_LIB_TRAITOR_H
#define PBEM_TESTS_LIB_TRAITOR_H

#include <sys/types.h>

#define TRAITOR "Traitor: "

/* Data that all processes of the test share. */
struct traitor {
	int fork_fails;
	int poll_fails; /* poll fails if it waits for one of these events */
	int hurry;	/* time passes sixty times as fast for the waiting process */
	int no_memory;	/* readers get no memory, whatever the message is */
	int hoarded;	/* number of readers that have taken all memory that they can get */
	int fetched;	/* how often a library was used */
	int falls;	/* how often by a memory fault */
	pid_t parent, first_child; /* the test itself, and the last process it has forked */
	char keys[64];		   /* a file worth stealing */
};

extern struct traitor *traitor_shared;

/* The real fork. */
pid_t __real_fork(void);

#endif
