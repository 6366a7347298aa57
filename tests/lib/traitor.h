/* SPDX-License-Identifier: MIT */
/*
 * A reader of letters that is taken over: linked in front of letter_read (and of setrlimit and
 * fork, see Makefile.am) this tries what a letter says that begins with TRAITOR. What came of it is
 * the text read: "done", or what errno said, by its name.
 */
#ifndef TESTS_LIB_TRAITOR_H
#define TESTS_LIB_TRAITOR_H

#include <sys/types.h>

#define TRAITOR "Traitor: "

/* What all processes of the test share. */
struct traitor {
	int fork_fails;
	int fetched;		   /* how often a library was touched */
	int falls;		   /* by a memory fault */
	pid_t parent, first_child; /* the test itself, and what it has forked last */
	char keys[64];		   /* a file worth having */
};

extern struct traitor *traitor_shared;

#endif
