/* SPDX-License-Identifier: MIT */
/*
 * A letter that came in: bytes to one plain reading. GMime, libxml2 and everything known about real
 * mail programs stay behind this header. It is for a process that has nothing but this letter: all
 * others ask apart/apart.h.
 */
#ifndef PBEM_READING_LETTER_H
#define PBEM_READING_LETTER_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/base.h"
#include "core/base/digest.h"

enum { MAX_TOKEN_CANDIDATES = 32, TOKEN_TEXT = 42 };

/* What stranger-sent bytes may cost. */
struct letter_limits {
	size_t max_bytes;	 /* of the whole letter */
	size_t max_header_bytes; /* of its header section, before any parser sees it */
	unsigned max_parts;
	unsigned max_depth;    /* of nested parts */
	size_t max_text_bytes; /* of what is new in its text, quotes apart; more: unreadable */
};

enum letter_class {
	LETTER_PLAIN,	  /* from a person: may be answered */
	LETTER_AUTOMATIC, /* auto-reply, bulk, our own: never answered, never an order */
	LETTER_BOUNCE,	  /* a delivery report */
	LETTER_GROUP, /* it came through a group address: a person's if it proves so, else automatic
		       */
};

/*
 * One reading. All strings are UTF-8 without controls (text: with LF), never NULL.
 */
struct letter {
	struct digest digest; /* SHA-256 of the raw bytes; what is here leaves it to apart.h */
	enum letter_class class;
	char *why_automatic; /* "Auto-Submitted: auto-replied"; "" for LETTER_PLAIN */
	char *message_id;    /* without <>; "" when it has none */
	char *references;    /* for an answer: its own first and last 10, and its Message-ID */
	char *subject;
	char *from;	       /* the sender's address alone, lower case; "" if none */
	bool from_alone;       /* and the header names no other sender (letter_sample: never) */
	char *text;	       /* the new text: decoded, unflowed, quotes and signatures cut
				  off; "" when nothing is new (no fault: unreadable is "" too) */
	char *unreadable;      /* why no orders can be read ("the letter is encrypted: ..."),
				  for the player; "" when text is good */
	char *bounced_id;      /* LETTER_BOUNCE: Message-ID of the letter that bounced, or "" */
	bool bounce_permanent; /* LETTER_BOUNCE: a 5.x.x status */
	/* Token-shaped words (42 characters of base32), lower case, each once, the places where
	 * replies keep them best first: To and its kin, In-Reply-To, References (newest first),
	 * Subject, whole text (quoted parts too). */
	char tokens[MAX_TOKEN_CANDIDATES][TOKEN_TEXT + 1];
	unsigned token_count;
	unsigned header_token_count; /* so many of them, the first, stand in the header */
};

/* Once per process, before the first letter. */
void letter_library_start(void);

/*
 * What can be told of a letter that no parser may be given: too large, refused by letter_read, or
 * one that pbem has crashed over. `bytes` is its start, of which the header and a little more is
 * looked at; what is found is who it may be from (tokens, message_id, from, subject) and whether it
 * looks automatic. Its text is "". letter_free frees it.
 */
struct letter *letter_sample(const char *bytes, size_t len, const char *own_address);

/* A letter of which nothing is known: a person's, its strings "". letter_free frees it. */
struct letter *letter_unknown(void);

/*
 * Reads a letter. `own_address` is the site's, to know our own letters by. -1 when the letter is
 * refused unread as dangerous (too big, header too long, too many or too deep parts): the reason is
 * for the moderator, and nothing of it was given to any parser beyond the limit it broke.
 */
int letter_read(const char *bytes, size_t len, const struct letter_limits *limits,
		const char *own_address, struct letter **letter_out, struct reason *reason);

/* The same, and the whole text that its reader has before him, quotes and all; the caller frees it.
 */
int letter_read_whole(const char *bytes, size_t len, const struct letter_limits *limits,
		      struct letter **letter_out, char **whole_out, struct reason *reason);
void letter_free(struct letter *letter);

#endif
