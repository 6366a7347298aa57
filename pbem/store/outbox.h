/* SPDX-License-Identifier: MIT */
/*
 * The messages that the mail server has not yet accepted. They are a table in the ledger's file, so
 * that they change with the batch that made them, and thousands cost no more than their bytes. They
 * are in the order in which they were decided. A message's name has game, seat and kind. A second
 * message of the same name replaces an unsent older one and gets a place of its own.
 *
 * The sender (sender_lock.h) works at the same time as runs that decide, so it claims each message
 * before it sends it. From then on the message counts as sent, and no batch replaces it or takes it
 * back. The sender changes only this table, and leaves its findings there for the holder of the
 * site's lock. Claims are given back only under that lock, so a look-up in a run stays true until
 * its commit, except for messages that have been sent.
 */
#ifndef PBEM_STORE_OUTBOX_H
#define PBEM_STORE_OUTBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/util/base.h"

struct outbox;
struct store_reader;
struct strbuf;

/* Opens the outbox of an open ledger (ledger_outbox); `writable` creates its tables when they are
 * missing. Errors are SQLite's. */
int outbox_open(struct store_reader *reader, bool writable, struct outbox **outbox_out);
void outbox_close(struct outbox *outbox);

/* Add a change to `out`, as a batch carries it in the journal. Names and addresses are single
 * words. */
void outbox_line_put(struct strbuf *out, const char *name, const char *to, int64_t since,
		     const char *bytes, size_t len);
void outbox_line_drop(struct strbuf *out, const char *name);
/* Drops all messages whose names begin with `start`. */
void outbox_line_clear(struct strbuf *out, const char *start);
/* Records that the finding of that number was reported; a message that was given up is dropped. */
void outbox_line_reported(struct strbuf *out, int64_t number);

/* Applies such lines within the transaction of ledger_apply. */
int outbox_apply(struct outbox *outbox, const char *lines, size_t len, struct reason *reason);

/*
 * ---- look-ups ----
 *
 * If one of these fails, it finds nothing, and ledger_check reports the failure.
 */

/* Reports whether a message of that name waits and isn't claimed: a new one would replace it. */
bool outbox_has(struct outbox *outbox, const char *name);

/* Returns how many messages wait, claimed or not, and since when the oldest (seconds since 1970;
 * 0 if none does). */
size_t outbox_count(struct outbox *outbox, int64_t *since_out);

/* Returns how many of the waiting messages are claimed. */
size_t outbox_claims(struct outbox *outbox);

/* Returns when the next message may be sent, in seconds since 1970: 0 at once; INT64_MAX when none
 * waits. */
int64_t outbox_next(struct outbox *outbox);

/* ---- one message at a time, for the sender ---- */

/* A message's place. Messages in lower rows were added before. A replacement has a row of its
 * own. */
struct outbox_place {
	int64_t row;
	char *to;
	bool waited;  /* the message was tried before, and not accepted */
	int64_t next; /* not before that time, in seconds since 1970 */
};

struct outbox_list {
	struct outbox_place *letters;
	size_t count;
};

/* Lists all messages that aren't claimed and were added after row `behind` (0: all), in the order
 * in which they were added. The caller frees the list. */
int outbox_list(struct outbox *outbox, int64_t behind, struct outbox_list *list_out,
		struct reason *reason);
void outbox_list_free(struct outbox_list *list);

/* Claims a message before it is sent. If it has been replaced or taken back, *there_out is
 * false. */
int outbox_claim(struct outbox *outbox, int64_t row, bool *there_out, struct reason *reason);

struct outbox_letter {
	char *name, *to, *bytes; /* a NUL follows the bytes */
	size_t len;
	int64_t since;
	unsigned doubts; /* how often it was unknown whether it was accepted */
};

/* Reads a message. The caller frees what it holds by outbox_letter_done. */
int outbox_read(struct outbox *outbox, int64_t row, struct outbox_letter *letter_out,
		struct reason *reason);
void outbox_letter_done(struct outbox_letter *letter);

/* Removes the `count` claimed messages of these rows after they were accepted, all or none. This
 * isn't flushed: a message that comes back after a power failure is sent again with the same
 * bytes. */
int outbox_remove(struct outbox *outbox, const int64_t *rows, size_t count, struct reason *reason);

/* Records a failed attempt, how often the outcome was unknown, and when the next attempt is due.
 * The message stays claimed. */
int outbox_postpone(struct outbox *outbox, int64_t row, unsigned doubts, int64_t next,
		    struct reason *reason);

/* The first does the same, and records a finding that the outcome is unknown once more. The second
 * records that a message is given up; the message stays claimed until that is reported. */
int outbox_doubt(struct outbox *outbox, int64_t row, const struct outbox_letter *letter,
		 int64_t next, const char *why, struct reason *reason);
int outbox_give_up(struct outbox *outbox, int64_t row, const struct outbox_letter *letter,
		   const char *why, struct reason *reason);

/* The first records that from now on no message can be sent, and that no single message is the
 * cause. The second records that messages can be sent again. */
int outbox_stop(struct outbox *outbox, int64_t now, struct reason *reason);
int outbox_go_on(struct outbox *outbox, int64_t now, struct reason *reason);

/* Finds for how many seconds between `since` and `now` no message could be sent. */
int outbox_stopped(struct outbox *outbox, int64_t since, int64_t now, int64_t *seconds_out,
		   struct reason *reason);

/* ---- under the site's lock ---- */

/* A result of sending that the moderator has to be notified of. */
struct outbox_finding {
	int64_t number; /* for outbox_line_reported */
	int64_t row;	/* of a message that is given up; 0: its outcome is unknown */
	const char *name, *to, *why;
};

/* Calls `each` with all findings that haven't been reported, in order. */
int outbox_findings(struct outbox *outbox,
		    void (*each)(void *context, const struct outbox_finding *finding),
		    void *context, struct reason *reason);

/* Gives back abandoned claims, except those of messages given up. Call it before sending, and when
 * nobody is sending any more. */
int outbox_release(struct outbox *outbox, struct reason *reason);

/* Begins to send: releases claims, and writes to the file even if there are none. So if SQLite's
 * log starts over, it does so under the site's lock, and not while somebody copies the site. */
int outbox_begin(struct outbox *outbox, struct reason *reason);

#endif
