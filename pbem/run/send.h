/* SPDX-License-Identifier: MIT */
/* Ends a run: sends notices to the moderator, and the messages of the outbox. */
#ifndef PBEM_RUN_SEND_H
#define PBEM_RUN_SEND_H

#include "pbem/site/workspace.h"
#include "pbem/sys/log.h"

/*
 * Reports what was not reported to the moderator yet, and tries every message of the outbox once.
 * The workspace must contain no unsent messages.
 *
 * During sending the site's lock is released, so that other processes can decide messages, and
 * taken again at the end. Then results are reported, messages that were put in meanwhile are sent
 * as well, and recurring errors that have ended are reported. If another process is already
 * sending, the messages are left to it; that counts as success.
 *
 * Afterwards the lock is usually held (site_is_held reports it), and the workspace is out of date.
 * Returns the result.
 */
enum run_result send_outbox_now(struct workspace *workspace, struct log *log);

#endif
