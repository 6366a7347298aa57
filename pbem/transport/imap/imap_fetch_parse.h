/* SPDX-License-Identifier: MIT */
/* Reads the content of FETCH and ESEARCH responses, without any network (see imap_parse.h). */
#ifndef PBEM_TRANSPORT_IMAP_IMAP_FETCH_PARSE_H
#define PBEM_TRANSPORT_IMAP_IMAP_FETCH_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct strbuf;
struct imap_set;

/* The content of a FETCH response about one message. */
struct imap_fetch {
	uint32_t uid; /* 0: not sent */
	bool has_size, has_date, has_body, has_start;
	uint64_t size;	   /* RFC822.SIZE */
	const char *flags; /* FLAGS with parentheses, in place; NULL: not sent */
	size_t flags_len;
	int64_t date;	  /* INTERNALDATE, seconds since 1970 UTC */
	const char *body; /* BODY[] (has_body), or a message's start from BODY[]<0> (has_start), in
			     place; NULL if it is NIL */
	size_t body_len;
	bool body_quoted; /* it is a quoted string, which imap_items_unquote decodes */
};

/* Reads the `rest` of an IMAP_FETCH response. Returns false if any part of it is malformed. */
bool imap_items_fetch(const char *rest, size_t len, struct imap_fetch *out);

/* Adds the bytes of a quoted string, given without its quotes, to `out`. */
void imap_items_unquote(const char *quoted, size_t len, struct strbuf *out);

/* Adds the UIDs in the `rest` of an IMAP_ESEARCH response ("(TAG "x") UID ALL 1:5") to the set.
 * Returns false if it is malformed, or if the set is full. */
bool imap_items_esearch(const char *rest, size_t len, struct imap_set *set);

/* The listed size of a message whose size the server doesn't send. */
enum { IMAP_BODY_SOME = 1 };

/* The judgement of the bytes that a server sends as a message. Servers list sizes that are slightly
 * wrong, so a difference alone proves nothing. But if a message has bytes, an answer without bytes
 * or without a complete header isn't the message. */
enum imap_body {
	IMAP_BODY_WHOLE,
	IMAP_BODY_SHORT, /* fewer bytes than listed: whole only if the same bytes come twice */
	IMAP_BODY_NONE	 /* no bytes, or no complete header */
};

/* Judges the bytes sent for a message that was listed with that size. */
enum imap_body imap_items_body(uint64_t listed, const char *bytes, size_t len);

#endif
