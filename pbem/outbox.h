/* SPDX-License-Identifier: MIT */
/*
 * Letters not yet accepted by the mail server, one file each. The name tells game, seat and kind, so
 * that writing one twice is writing it once, and a newer board replaces an unsent older one.
 */
#ifndef PBEM_OUTBOX_H
#define PBEM_OUTBOX_H

#include <stddef.h>
#include <stdint.h>

#include "core/base.h"
#include "pbem/wire.h"

struct config;
struct text;
struct sink;

/* The content of an outbox file: an envelope of `from`, `to`, `since` (when it was written, seconds
 * since 1970) a line each, a blank line, then the letter's bytes. */
void outbox_write_envelope(const char *from, const char *to, int64_t since, struct text *out);

struct outbox_report {
	size_t sent, waiting, given_up;
};

/*
 * Tries every letter of the site's folder "outbox" once, in the order of their names, on one
 * connection; names that end in ".tmp" or begin with a dot are passed over. Accepted letters are
 * removed; refused ones, ones that now failed and are older than retry_days, and files that are no
 * letters (`to` is "" then) go to `give_up`, then are removed; when the server can't be used at all
 * (sink_is_down) the rest waits without being tried, however old. `now` is seconds since 1970.
 * Returns WIRE_DONE when nothing waits any more, WIRE_LATER when something does (`reason` tells why
 * the last of it failed), WIRE_NEVER when the outbox can't be read.
 */
enum wire outbox_send(const struct config *config, struct sink *sink, int64_t now,
                      void (*give_up)(void *context, const char *name, const char *to, const char *bytes,
                                      size_t len, const char *why),
                      void *context, struct outbox_report *report_out, struct reason *reason);

#endif
