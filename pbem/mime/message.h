/* SPDX-License-Identifier: MIT */
/* Reads an incoming message: turns its bytes into a struct message. This header hides GMime,
 * libxml2 and all knowledge about mail programs. Messages are read only in a process that has
 * nothing except this message: all others call sandbox/sandbox.h. */
#ifndef PBEM_MIME_MESSAGE_H
#define PBEM_MIME_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/order/order_list.h"
#include "core/util/base.h"
#include "core/util/sha256.h"

enum { MAX_TOKEN_CANDIDATES = 32, TOKEN_TEXT = 42, MESSAGE_JOINS_MAX = 256 };

/* Limits for the cost of a stranger's bytes. */
struct message_limits {
	size_t max_bytes;	 /* of the whole message */
	size_t max_header_bytes; /* of its header section, before any parser sees it */
	unsigned max_parts;
	unsigned max_depth;    /* of nested parts */
	size_t max_text_bytes; /* of its new text, without quotes; a longer text is unreadable */
};

enum message_class {
	MESSAGE_PLAIN,	   /* from a person: may be answered */
	MESSAGE_AUTOMATIC, /* auto-reply, bulk, our own: never answered, never an order */
	MESSAGE_BOUNCE,	   /* a delivery report */
	MESSAGE_GROUP,	   /* it came through a group address: a person's if there is proof, else
			      automatic */
	MESSAGE_AWAY,	   /* only its subject looks automatic: a person's if it has orders, else
			      automatic */
};

/* A message that was read. All strings are UTF-8 without control characters (except LF and tabs in
 * `text`), never NULL. */
struct message {
	struct sha256 digest; /* SHA-256 of the raw bytes; only sandbox.h sets it */
	enum message_class class;
	char *why_automatic; /* "Auto-Submitted: auto-replied"; "" for MESSAGE_PLAIN */
	char *message_id;    /* without <>; "" if there is none */
	char *references;    /* for an answer: the first and the last 10 of its References, and its
				Message-ID */
	char *subject;
	char *from;	 /* the sender's address, as address_read writes it; "" if none is good */
	bool from_alone; /* the header names no other sender; always false from message_sample */
	char *text; /* the new text: decoded, unflowed, without quotes and signatures; "" if nothing
		       is new, which is no error */
	/* Places in the text, in order, where a line goes on although its writer may have ended it
	 * there. Further places are left out. For order_list.joins. */
	struct order_join joins[MESSAGE_JOINS_MAX];
	unsigned join_count;
	char *unreadable; /* why no orders can be read ("the letter is encrypted: ..."), for the
			     player; "" if the text is good */
	char *bounced_id; /* MESSAGE_BOUNCE: Message-ID of the message that bounced, or "" */
	bool bounce_permanent; /* MESSAGE_BOUNCE: the server won't try again */
	/* Token-shaped words (42 characters of base32), in lower case and without duplicates. Those
	 * from places where replies keep tokens best come first: To and similar fields,
	 * In-Reply-To, References (newest first), Subject, the whole text with quotes. */
	char tokens[MAX_TOKEN_CANDIDATES][TOKEN_TEXT + 1];
	unsigned token_count;
	unsigned header_token_count; /* how many of them, the first ones, are from the header */
};

/* Prepares the MIME library. Must be called once per process, before the first message. */
void message_library_start(void);

/*
 * Samples a message that no parser may read: it is too large, message_read has refused it, or pbem
 * has crashed over it. `bytes` is its start, of which only the header and a little more is read.
 * Finds possible senders (tokens, message_id, from, subject) and whether it looks automatic. Its
 * text is "". The caller calls message_free.
 */
struct message *message_sample(const char *bytes, size_t len, const char *own_address);

/* Returns a message of which nothing is known: a person's, with empty strings. The caller calls
 * message_free. */
struct message *message_unknown(void);

/* Reports whether a subject looks like an automatic answer for an absent person. */
bool message_subject_is_away(const char *subject);

/*
 * Reads a message. `own_address` is the site's, to recognise our own messages. Returns -1 if the
 * message is dangerous: too big, header too long, too many or too deeply nested parts. The reason
 * is for the moderator. No parser reads anything beyond the limit that the message exceeds. The
 * caller calls message_free.
 */
int message_read(const char *bytes, size_t len, const struct message_limits *limits,
		 const char *own_address, struct message **letter_out, struct reason *reason);

/* Does the same, and returns in *whole_out the whole text that its reader sees, with quotes. The
 * caller frees it. */
int message_read_whole(const char *bytes, size_t len, const struct message_limits *limits,
		       struct message **letter_out, char **whole_out, struct reason *reason);
void message_free(struct message *letter);

#endif
