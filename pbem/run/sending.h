/* SPDX-License-Identifier: MIT */
/* The end of a run: notices go to the moderator, letters leave the outbox. */
#ifndef PBEM_RUN_SENDING_H
#define PBEM_RUN_SENDING_H

#include "pbem/desk/desk.h"
#include "pbem/site/log.h"

/*
 * Reports what the moderator has not been told yet and tries every letter of the outbox once. The
 * desk must hold no letters. While letters are under way the site's lock is let go of, so that
 * others decide beside it, and taken again at the end: then what was found is told, letters that
 * were put in meanwhile go as well, and trouble that is over is told. Where another process is
 * sending already they are left to it, and that is well. Whether the lock is held behind it says
 * site_is_held: mostly, and the desk is out of date. Returns the exit code.
 */
int sending_all(struct desk *desk, struct log *log);

#endif
