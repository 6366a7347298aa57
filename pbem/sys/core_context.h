/* SPDX-License-Identifier: MIT */
/*
 * The context in which pbem calls core (core/util/context.h), and how the process ends when memory
 * runs out: with exit code 75, "try again", without cleaning up. It may stop at every instruction
 * without harm.
 */
#ifndef PBEM_SYS_CORE_CONTEXT_H
#define PBEM_SYS_CORE_CONTEXT_H

/*
 * Puts the program's only context in force, also for processes that are forked later. Programs call
 * this first.
 */
void core_context_enter(void);

/* Makes GLib end the process in the same way. A crash would be blamed on the message that is being
 * read. This also applies to processes that are forked later. */
void core_context_guard_glib(void);

#endif
