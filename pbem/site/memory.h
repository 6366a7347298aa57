/* SPDX-License-Identifier: MIT */
/* What GLib does when there is no memory. */
#ifndef PBEM_SITE_MEMORY_H
#define PBEM_SITE_MEMORY_H

/* Has GLib end the process as base_give_up does, rather than by a crash, which a letter in hand
 * would be blamed for. For this process and those that are forked from it. */
void memory_guard_glib(void);

#endif
