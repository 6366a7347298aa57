/* SPDX-License-Identifier: MIT */
/*
 * One pass over the outbox: who gets what first, who waits. Letters to one recipient go in the
 * order in which they were decided, and nobody waits for another's: a recipient whose letter is
 * refused for now, or takes long, comes behind all others.
 */
#ifndef PBEM_RUN_RUN_OUTBOX_H
#define PBEM_RUN_RUN_OUTBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/base.h"
#include "pbem/promise/outbox.h"
#include "pbem/site/wire.h"

struct config;
struct sink;

/* What came of the passes of a run, which adds to it. */
struct outbox_report {
	size_t sent, waiting, given_up;
	int64_t slow_ms; /* what slow letters have taken */
	bool stopped;	 /* the post is down, or has no more time: no other letter goes in this run
			  */
};

/*
 * Tries each letter of the list that is due once, claiming it first: what was replaced or taken
 * back since isn't there any more. Accepted letters leave the outbox 32 at a time: who is killed
 * before has them there still, and they go twice. One refused for good, or tried for retry_days, is
 * given up; when the server can't be reached at all the rest waits without being tried. A letter in
 * doubt goes again in the next run, then after an hour, after four, and daily. When slow answers
 * have taken a quarter of an hour no other letter is begun. All that was tried in vain stays
 * claimed. `now` is seconds since 1970. WIRE_DONE when nothing of the list waits but what isn't
 * due; else WIRE_LATER with the last reason, or WIRE_NEVER when a person must mend the way out
 * first.
 */
enum wire run_outbox(const struct config *config, struct outbox *outbox,
		     const struct outbox_list *list, struct sink *sink, int64_t now,
		     struct outbox_report *report, struct reason *reason);

#endif
