/* SPDX-License-Identifier: MIT */
/*
 * Letters not yet accepted by the mail server: a table in the ledger's file, so that they come and
 * go with the batch that made them, and thousands cost no more than their bytes. A letter's name
 * tells game, seat and kind: writing one twice is writing it once, and a newer board replaces an
 * unsent older one.
 */
#ifndef PBEM_OUTBOX_H
#define PBEM_OUTBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base.h"
#include "pbem/wire.h"

struct config;
struct outbox;
struct sink;
struct sqlite3;
struct text;

/* The outbox of an open ledger, see ledger_outbox; `writable` makes its table when missing. */
int outbox_open(struct sqlite3 *database, bool writable, struct outbox **outbox_out,
                struct reason *reason);
void outbox_close(struct outbox *outbox);

/* Changes, as a batch carries them in the journal. Names and addresses are single words. */
void outbox_line_put(struct text *out, const char *name, const char *to, int64_t since,
                     const char *bytes, size_t len);
void outbox_line_drop(struct text *out, const char *name);

/* Makes such changes, within the transaction of ledger_apply. */
int outbox_apply(struct outbox *outbox, const char *lines, size_t len, struct reason *reason);

/* Whether a letter of that name waits. */
bool outbox_has(struct outbox *outbox, const char *name);

/* How many letters wait, and since when the oldest (seconds since 1970; 0 when none does). */
size_t outbox_count(struct outbox *outbox, int64_t *since_out);

/* What happens to a letter that is given up: `drop` it with the batch that says so. */
typedef void (*outbox_give_up)(void *context, const char *name, const char *to, const char *bytes,
                               size_t len, const char *why);

struct outbox_report {
	size_t sent, waiting, given_up;
};

/*
 * Tries every letter once, in the order of their names, on one connection. An accepted letter is
 * gone at once; one refused for good, or tried for retry_days, goes to `give_up`, which sees to its
 * being dropped; when the server can't be reached at all the rest waits without being tried. `now`
 * is seconds since 1970. WIRE_DONE when nothing waits any more; else WIRE_LATER with
 * the last reason, or WIRE_NEVER when a person must mend the way out first.
 */
enum wire outbox_send(const struct config *config, struct outbox *outbox, struct sink *sink,
                      int64_t now, outbox_give_up give_up, void *context,
                      struct outbox_report *report_out, struct reason *reason);

#endif
