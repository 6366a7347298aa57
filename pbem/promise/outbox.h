/* SPDX-License-Identifier: MIT */
/*
 * Letters not yet accepted by the mail server: a table in the ledger's file, so that they come and
 * go with the batch that made them, and thousands cost no more than their bytes. They stand in the
 * order in which they were decided. A letter's name tells game, seat and kind: writing one twice is
 * writing it once, and a newer board replaces an unsent older one, at its own place.
 *
 * Who sends (carrier.h) does so beside runs that decide, so he claims each letter before it goes:
 * from then on it counts as sent, and no batch replaces it or takes it back. He changes nothing but
 * rows of this table's: what he has found out is left there for who holds the site's lock, and only
 * under that lock claims are given back, so that what a run has looked up here stays so until its
 * commit, but for letters that have gone.
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
 * an older version is made into one of today's by whoever opens it. What fails is told by SQLite.
 */
int outbox_open(struct sqlite3 *database, bool writable, struct outbox **outbox_out);
void outbox_close(struct outbox *outbox);

/* Changes, as a batch carries them in the journal. Names and addresses are single words. */
void outbox_line_put(struct text *out, const char *name, const char *to, int64_t since,
		     const char *bytes, size_t len);
void outbox_line_drop(struct text *out, const char *name);
/* All letters whose names begin so are dropped. */
void outbox_line_clear(struct text *out, const char *start);
/* What was found under that number is told; a letter that was given up is dropped. */
void outbox_line_told(struct text *out, int64_t number);

/* Makes such changes, within the transaction of ledger_apply. */
int outbox_apply(struct outbox *outbox, const char *lines, size_t len, struct reason *reason);

/* Whether a letter of that name waits, and isn't claimed: one put now would replace it. */
bool outbox_has(struct outbox *outbox, const char *name);

/* How many letters wait, claimed or not, and since when the oldest (seconds since 1970; 0 when none
 * does). */
size_t outbox_count(struct outbox *outbox, int64_t *since_out);

/* How many of them are claimed. */
size_t outbox_claims(struct outbox *outbox);

/* When the next letter may go, seconds since 1970: 0 at once; INT64_MAX when none waits. */
int64_t outbox_next(struct outbox *outbox);

/* ---- letter by letter, for who sends ---- */

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

/* All letters that aren't claimed and were put behind that row (0: all), in the order in which they
 * were put. The caller frees the list. */
int outbox_list(struct outbox *outbox, int64_t behind, struct outbox_list *list_out,
		struct reason *reason);
void outbox_list_free(struct outbox_list *list);

/* Claims one before it is sent, unless it has been replaced or taken back: then *there_out is
 * false. */
int outbox_claim(struct outbox *outbox, int64_t row, bool *there_out, struct reason *reason);

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

/* Takes so many claimed ones out, being accepted, all or none. Not flushed: what comes back after a
 * power cut is sent again as it was. */
int outbox_remove(struct outbox *outbox, const int64_t *rows, size_t count, struct reason *reason);

/* Notes that it was tried in vain, how often in doubt, and when it goes again. It stays claimed. */
int outbox_postpone(struct outbox *outbox, int64_t row, unsigned doubts, int64_t next,
		    struct reason *reason);

/* The same of one that is in doubt once more, which is to be told; and that a letter is given up:
 * it stays claimed until that is told. */
int outbox_doubt(struct outbox *outbox, int64_t row, const struct outbox_letter *letter,
		 int64_t next, const char *why, struct reason *reason);
int outbox_give_up(struct outbox *outbox, int64_t row, const struct outbox_letter *letter,
		   const char *why, struct reason *reason);

/* ---- under the site's lock ---- */

/* Something that was found out by sending. */
struct outbox_finding {
	int64_t number; /* for outbox_line_told */
	int64_t row;	/* of a letter that is given up; 0: it is in doubt */
	const char *name, *to, *why;
};

/* Calls `each` with all that was found and not told, in its order. */
int outbox_findings(struct outbox *outbox,
		    void (*each)(void *context, const struct outbox_finding *finding),
		    void *context, struct reason *reason);

/* Before sending, and when nobody sends any more: claims are given back that somebody has left, but
 * for letters given up. */
int outbox_release(struct outbox *outbox, struct reason *reason);

/* Sending begins. It is written into the file whatever there is to be released: so SQLite's log, if
 * it is to be begun anew, is begun under the site's lock, and not while somebody copies the site.
 */
int outbox_begin(struct outbox *outbox, struct reason *reason);

#endif
