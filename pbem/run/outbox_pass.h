/* SPDX-License-Identifier: MIT */
/*
 * One pass over the outbox, which decides the order of sending. Messages to one recipient go in the
 * order in which they were decided. No recipient waits for another's message: recipients whose
 * messages are refused for now, or take long, come after all others.
 */
#ifndef PBEM_RUN_OUTBOX_PASS_H
#define PBEM_RUN_OUTBOX_PASS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/util/base.h"
#include "pbem/store/outbox.h"
#include "pbem/sys/transport.h"

struct config;
struct sink;

/* The results of all passes of a run; each pass adds to them. */
struct outbox_report {
	size_t sent, waiting, given_up;
	int64_t slow_ms; /* milliseconds that slow messages have taken */
	bool stopped;	 /* the server is down or time is up: nothing more is sent in this run */
};

/*
 * Tries each message of the list that is due once, and claims it first. Messages that were replaced
 * or taken back meanwhile are skipped. Accepted messages leave the outbox 32 at a time; if the run
 * is killed before, they are sent twice.
 *
 * A message is given up if it was refused for good by its own fault (refused_messages.h). It is
 * also given up after retry_days, without the time in which no message could be sent. If the server
 * can't be reached, the rest waits without being tried. A message in doubt is sent again in the
 * next run, then after an hour, after four hours, and daily. When slow answers have taken a quarter
 * of an hour, no other message is begun. All messages that were tried without success stay claimed.
 *
 * `now` is seconds since 1970. Returns WIRE_DONE if no due message of the list waits. Otherwise it
 * returns WIRE_LATER with the last reason, or WIRE_NEVER if a person must first make sending
 * possible.
 */
enum wire run_outbox(const struct config *config, struct outbox *outbox,
		     const struct outbox_list *list, struct sink *sink, int64_t now,
		     struct outbox_report *report, struct reason *reason);

#endif
