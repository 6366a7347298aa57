/* SPDX-License-Identifier: MIT */
/*
 * One pass over the outbox: who gets what first, who waits. Letters to one recipient go in the
 * order in which they were decided, and nobody waits for another's: a recipient whose letter is
 * refused for now, or takes long, comes behind all others.
 */
#ifndef PBEM_RUN_RUN_OUTBOX_H
#define PBEM_RUN_RUN_OUTBOX_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/base.h"
#include "pbem/promise/outbox.h"
#include "pbem/site/wire.h"

struct config;
struct sink;

struct outbox_events {
	/* A letter that is given up: `drop` it with the batch that says so. */
	void (*give_up)(void *context, const struct outbox_letter *letter, const char *why);
	/* One of which nobody said whether it was accepted; `doubts` counts this time too. */
	void (*doubt)(void *context, const struct outbox_letter *letter, const char *why);
	void *context;
};

struct outbox_report {
	size_t sent, waiting, given_up;
};

/*
 * Tries each letter that is due once. Accepted letters leave the outbox 32 at a time: who is
 * killed before has them there still, and they go twice. One refused for good, or tried for
 * retry_days, goes to `give_up`, which sees to its being dropped; when the server can't be reached
 * at all the rest waits without being tried. A letter in doubt goes again in the next pass, then
 * after an hour, after four, and daily. When slow answers have taken a quarter of an hour no other
 * letter is begun. `now` is seconds since 1970. WIRE_DONE when nothing waits but what isn't due;
 * else WIRE_LATER with the last reason, or WIRE_NEVER when a person must mend the way out first.
 */
enum wire run_outbox(const struct config *config, struct outbox *outbox, struct sink *sink,
		     int64_t now, const struct outbox_events *events,
		     struct outbox_report *report_out, struct reason *reason);

#endif
