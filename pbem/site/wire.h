/* SPDX-License-Identifier: MIT */
/*
 * The words of the network: how an errand on it ends, what a letter that waits is, and how letters
 * are handed over. Its face is pbem/wire/source.h, where letters come from, and pbem/wire/sink.h,
 * where they go.
 */
#ifndef PBEM_SITE_WIRE_H
#define PBEM_SITE_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What became of an errand on the wire. LATER: trying again may help; NEVER: a person must look. */
enum wire { WIRE_DONE, WIRE_LATER, WIRE_NEVER };

/* Gives the reason, and one of these, as reason_fail does. */
#define wire_later(...) (reason_set(__VA_ARGS__), WIRE_LATER)
#define wire_never(...) (reason_set(__VA_ARGS__), WIRE_NEVER)

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

/* So much of a letter larger than the limit is fetched: enough to see whose it is. */
enum { SOURCE_START = 131072 };

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

/* How a mailbox, or a letter of it, is looked at that may be another host's. */
enum source_hold {
	SOURCE_LOOK,	 /* as who changes nothing */
	SOURCE_HOLD,	 /* as a run does */
	SOURCE_TAKE_OVER /* from whoever has it */
};

/* What a ledger knows of the letters of a source. */
struct source_past {
	uint64_t batch; /* its last */
	int64_t (*newest)(void *context,
			  const char *mailbox); /* number of the newest letter, or 0 */
	void *context;
};

#endif
