/* SPDX-License-Identifier: MIT */
/* Types that all kinds of sources and sinks share: results of network tasks, waiting messages, and
 * the handing over of messages. The functions are in pbem/transport/source.h for incoming messages,
 * and in pbem/transport/sink.h for outgoing ones. */
#ifndef PBEM_SYS_TRANSPORT_H
#define PBEM_SYS_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The result of a task on the network. LATER: another attempt may help. NEVER: a person must
 * act. */
enum wire { WIRE_DONE, WIRE_LATER, WIRE_NEVER };

/* Set the reason and return WIRE_LATER or WIRE_NEVER, as reason_fail does with -1. */
#define wire_later(...) (reason_set(__VA_ARGS__), WIRE_LATER)
#define wire_never(...) (reason_set(__VA_ARGS__), WIRE_NEVER)

enum { WAITING_ID_MAX = 159 };

/* A message as the source lists it. */
struct waiting {
	char id[WAITING_ID_MAX +
		1];	  /* one word, never used again in that source: "imap:UIDVALIDITY.UID",
			     "maildir:UNIQUE-NAME"; no spaces or controls */
	uint64_t bytes;	  /* the size that the source reports */
	int64_t received; /* when the server received it: INTERNALDATE, or the Maildir's delivery
			     time; seconds since 1970, UTC; 0: unknown */
};

struct waiting_list {
	struct waiting *letters;
	size_t count;
};

/* Frees the array, and empties the list. */
void transport_free_list(struct waiting_list *list);

/* The number of bytes that are fetched of an oversized message: enough to find its sender and
 * token. */
enum { SOURCE_START = 131072 };

/* The fate of one message that was asked for. */
enum handing {
	HANDED_OVER,
	HANDED_TOO_LARGE, /* larger than max_message_bytes */
	HANDED_NOT_NOW,	  /* refused, left out, empty or unreadable: it is still there, or may be */
	HANDED_GONE	  /* its id isn't one of this mailbox any more, or its file is missing */
};

/* The fate of a message, and its bytes. All pointers are valid until source_take returns. */
struct handed {
	enum handing how;
	const char *bytes; /* for HANDED_OVER the message exactly as stored; for HANDED_TOO_LARGE
			      its first SOURCE_START bytes (or all, if it has fewer), or NULL if
			      they can't be fetched */
	size_t len;	   /* number of bytes; for HANDED_TOO_LARGE the message's true size */
	const char *why;   /* for HANDED_NOT_NOW: what the server said, for a person */
	bool passing;	   /* for HANDED_NOT_NOW: the server may be at fault, not the message */
};

/* Receives one message. Any result other than 0 stops the fetching. */
typedef int (*source_take)(void *context, const struct waiting *letter,
			   const struct handed *handed);

/* How a run treats a mailbox, or a message, that another host may have claimed. */
enum source_hold {
	SOURCE_LOOK,	 /* it changes nothing */
	SOURCE_HOLD,	 /* it claims what is free */
	SOURCE_TAKE_OVER /* it claims even what another host has */
};

/* The ledger's information about the messages of a source. */
struct source_past {
	uint64_t batch; /* the last batch */
	int64_t (*newest)(void *context,
			  const char *mailbox); /* the newest message's number, or 0 */
	void *context;
};

#endif
