/* SPDX-License-Identifier: MIT */
/*
 * The whole face of the network: where letters come from (a source: IMAP mailbox, Maildir, one
 * letter on standard input) and where they go (a sink: SMTP, sendmail, Maildir).
 */
#ifndef PBEM_SITE_WIRE_H
#define PBEM_SITE_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/base.h"

struct config;

/* What became of an errand on the wire. LATER: trying again may help; NEVER: a person must look. */
enum wire { WIRE_DONE, WIRE_LATER, WIRE_NEVER };

enum { WAITING_ID_MAX = 159 };

/* A letter as the source lists it. */
struct waiting {
	char id[WAITING_ID_MAX +
		1];	  /* one word, unique for ever in that source: "imap:UIDVALIDITY.UID",
			     "maildir:UNIQUE-NAME"; no blanks or controls */
	uint64_t bytes;	  /* size it claims */
	int64_t received; /* when the server got it: INTERNALDATE, the Maildir's delivery
			     time; seconds since 1970, UTC; 0: it doesn't tell */
};

struct waiting_list {
	struct waiting *letters;
	size_t count;
};

void source_free_list(struct waiting_list *list); /* the array only */

struct source;

/* So much of a letter larger than the limit is fetched: enough to see whose it is. */
enum { SOURCE_START = 131072 };

/* Connects and logs in. */
enum wire source_open(const struct config *config, struct source **source_out,
		      struct reason *reason);

/*
 * All letters not yet marked done, in the order they arrived (behind them those of which that isn't
 * known); a complete list or none. Reads no letter and changes nothing on the server. At most `max`
 * letters, the oldest. What such a list lacks is gone: nothing else says so.
 */
enum wire source_list(struct source *source, size_t max, struct waiting_list *list_out,
		      struct reason *reason);

/* What became of one letter that was asked for. */
enum handing {
	HANDED_OVER,
	HANDED_TOO_LARGE, /* larger than max_letter_bytes */
	HANDED_NOT_NOW, /* refused, left out, without content, unreadable: it is there, or may be */
	HANDED_GONE	/* an id that isn't of this mailbox any more, or no file by that name */
};

/* All of it borrowed until source_take returns. */
struct handed {
	enum handing how;
	const char *bytes; /* of HANDED_OVER: exactly as they are stored; of HANDED_TOO_LARGE its
			      first SOURCE_START bytes (all, if it has fewer), or NULL when they
			      can't be had */
	size_t len;	   /* how many; of HANDED_TOO_LARGE its true size */
	const char *why;   /* of HANDED_NOT_NOW: what the server said, for a person */
	bool passing; /* of HANDED_NOT_NOW: by what it said it may be the server's fault, not the
			 letter's */
};

/* Receives one letter. A return other than 0 stops the fetching. */
typedef int (*source_take)(void *context, const struct waiting *letter,
			   const struct handed *handed);

/*
 * Fetches the letters given, in order, and hands each to `take`; memory stays bounded by the
 * largest letter within max_letter_bytes, not by their sum. Nothing is marked, not even as seen.
 * A letter not handed to it when this fails has not been read.
 */
enum wire source_fetch(struct source *source, const struct waiting *letters, size_t count,
		       source_take take, void *context, struct reason *reason);

/* Marks letters as done (flag or move, as configured), in as few commands as possible. Doing it
 * again does no harm; letters that are gone are no fault. */
enum wire source_mark(struct source *source, const struct waiting *letters, size_t count,
		      struct reason *reason);

/*
 * The same source turned around: it lists the letters marked done, and to mark one is to take its
 * mark away, so that it waits again. NEVER where letters aren't marked.
 */
enum wire source_open_done(const struct config *config, struct source **source_out,
			   struct reason *reason);

/* What a ledger knows of the letters of a source. */
struct source_past {
	uint64_t batch; /* its last */
	int64_t (*newest)(void *context,
			  const char *mailbox); /* number of the newest letter, or 0 */
	void *context;
};

/*
 * Letters marked done of which a ledger with that past can't know, because it was put back to an
 * earlier state; in the ordinary case none, and that costs next to nothing. Some it may know all
 * the same.
 */
enum wire source_list_strays(struct source *source, const struct source_past *past,
			     struct waiting_list *list_out, struct reason *reason);

/* Where a source has room for it, notes the ledger's last batch beside the letters, for
 * source_list_strays. What can't be written is left. */
void source_note(struct source *source, uint64_t batch);

/* Says goodbye and frees; accepts NULL. */
void source_close(struct source *source);

/* For `pbem doctor`: one line of what was found ("IMAP4rev1, TLSv1.3, marks by keyword"). */
const char *source_describe(struct source *source);

/* Makes what is missing of a Maildir. */
int maildir_make(const char *path, struct reason *reason);

/*
 * Delivers a letter into a Maildir the safe way: tmp, (flush,) rename into new. `name` makes the
 * file's unique part, so that delivering twice is delivering once.
 */
int maildir_deliver(const char *maildir, const char *name, const char *bytes, size_t len,
		    struct reason *reason);

struct sink;

/* Opens the sink; for SMTP nothing is connected before the first letter. */
enum wire sink_open(const struct config *config, struct sink **sink_out, struct reason *reason);

/*
 * Sends one letter to one recipient. `bytes` has CRLF lines; `from` is the envelope sender, "" the
 * null sender. DONE: accepted. LATER: a 4xx answer, or no answer (the outcome may be unclear: send
 * the same bytes again), or nothing that is this letter's fault. NEVER: this letter or this
 * recipient was refused for good (5xx, an address that isn't one).
 */
enum wire sink_send(struct sink *sink, const char *from, const char *to, const char *name,
		    const char *bytes, size_t len, struct reason *reason);

/*
 * Has `waiting` called, once a letter, when for a second nobody has said what becomes of one that
 * was given away whole: who is killed from then on has sent it, or not. It may not use the sink.
 */
void sink_on_waiting(struct sink *sink, void (*waiting)(void *context), void *context);

/*
 * Whether the last letter that must go again may have been accepted all the same: it was given away
 * whole, to its last byte, and nobody said what became of it.
 */
bool sink_is_in_doubt(const struct sink *sink);

/*
 * Whether the last sink_send failed for a reason that will fail every other letter too (no
 * connection, no TLS, log-in or sender refused, no answers any more): the rest had better wait.
 */
bool sink_is_down(const struct sink *sink);

/* Whether it is down until a person does something: certificate, password, no such command. */
bool sink_needs_mending(const struct sink *sink);

/* Connects (SMTP: TLS, AUTH and MAIL FROM, taken back) and sends nothing: for `pbem doctor`. NEVER:
 * a person must look (log-in refused, certificate not trusted, no such command or folder). */
enum wire sink_probe(struct sink *sink, struct reason *reason);

/* Says goodbye, waiting no longer than a few seconds, and frees; accepts NULL. */
void sink_close(struct sink *sink);

#endif
