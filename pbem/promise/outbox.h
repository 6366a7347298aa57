/* SPDX-License-Identifier: MIT */
/*
 * Letters not yet accepted by the mail server: a table in the ledger's file, so that they come and
 * go with the batch that made them, and thousands cost no more than their bytes. They stand in the
 * order in which they were decided. A letter's name tells game, seat and kind: writing one twice is
 * writing it once, and a newer board replaces an unsent older one, at its own place.
 */
#ifndef PBEM_PROMISE_OUTBOX_H
#define PBEM_PROMISE_OUTBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/base.h"

struct outbox;
struct sqlite3;
struct text;

/* The outbox of an open ledger, see ledger_outbox; `writable` makes its table when missing. That of
 * an older version is made into one of today's by whoever opens it. */
int outbox_open(struct sqlite3 *database, bool writable, struct outbox **outbox_out,
		struct reason *reason);
void outbox_close(struct outbox *outbox);

/* Changes, as a batch carries them in the journal. Names and addresses are single words. */
void outbox_line_put(struct text *out, const char *name, const char *to, int64_t since,
		     const char *bytes, size_t len);
void outbox_line_drop(struct text *out, const char *name);
/* All letters whose names begin so are dropped. */
void outbox_line_clear(struct text *out, const char *start);

/* Makes such changes, within the transaction of ledger_apply. */
int outbox_apply(struct outbox *outbox, const char *lines, size_t len, struct reason *reason);

/* Whether a letter of that name waits. */
bool outbox_has(struct outbox *outbox, const char *name);

/* How many letters wait, and since when the oldest (seconds since 1970; 0 when none does). */
size_t outbox_count(struct outbox *outbox, int64_t *since_out);

/* When the next letter may go, seconds since 1970: 0 at once; INT64_MAX when none waits. */
int64_t outbox_next(struct outbox *outbox);

/* ---- letter by letter, for run_outbox ---- */

/* A letter's place: those of lower rows were put before. What replaces one has a row of its own. */
struct outbox_place {
	int64_t row;
	char *to;
	bool waited;  /* it was tried before, and not accepted */
	int64_t next; /* not before that moment, seconds since 1970 */
};

struct outbox_list {
	struct outbox_place *letters;
	size_t count;
};

/* All letters, in the order in which they were put. The caller frees the list. */
int outbox_list(struct outbox *outbox, struct outbox_list *list_out, struct reason *reason);
void outbox_list_free(struct outbox_list *list);

struct outbox_letter {
	char *name, *to, *bytes; /* a NUL stands behind the bytes */
	size_t len;
	int64_t since;
	unsigned doubts; /* how often nobody said whether it was accepted */
};

/* Reads one. The caller frees what it holds by outbox_letter_done. */
int outbox_read(struct outbox *outbox, int64_t row, struct outbox_letter *letter_out,
		struct reason *reason);
void outbox_letter_done(struct outbox_letter *letter);

/* Takes so many out, being accepted, all or none. Not flushed: what comes back after a power cut is
 * sent again as it was. */
int outbox_remove(struct outbox *outbox, const int64_t *rows, size_t count, struct reason *reason);

/* Notes that it was tried in vain, how often in doubt, and when it goes again. */
int outbox_postpone(struct outbox *outbox, int64_t row, unsigned doubts, int64_t next,
		    struct reason *reason);

#endif
