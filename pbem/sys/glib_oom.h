/* SPDX-License-Identifier: MIT */
/* Ends the program in order when GLib gets no memory. */
#ifndef PBEM_SYS_GLIB_OOM_H
#define PBEM_SYS_GLIB_OOM_H

/* Makes GLib end the process as base_give_up does when memory runs out. A crash would be blamed on
 * the message that is being read. This also applies to processes that are forked later. */
void glib_oom_guard_glib(void);

#endif
