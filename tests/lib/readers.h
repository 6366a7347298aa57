/* SPDX-License-Identifier: MIT */
/* Reader processes that were taken over, and honest ones (tests/lib/traitor.h). */
#ifndef PBEM_TESTS_LIB_READERS_H
#define PBEM_TESTS_LIB_READERS_H

#include "pbem/sandbox/sandbox.h"

#define READERS_HONEST "From: anna@example.org\nSubject: a move\n\nMOVE e2e4\n"

/* The number of messages that a reader gets. */
extern unsigned readers_share;

/* Set up a supervisor, and end it: for cmocka. */
int readers_start(void **state);
int readers_stop(void **state);

enum sandbox readers_read(const char *bytes, struct message **letter_out, struct reason *reason);

/* Asserts that an honest message is read. */
void readers_assert_read(void);

/* Skips the test if sanitizers or valgrind prevent confinement. */
void readers_need_doors(void);

/* Asserts that a message with that word for the traitor fails for that reason, and that the next
 * message is read. */
void readers_assert_fail(const char *word, const char *why);

#endif
