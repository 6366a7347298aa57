/* SPDX-License-Identifier: MIT */
/* Reading what FETCH and ESEARCH responses say, without any network; see imap_parse.h. */
#ifndef PBEM_WIRE_IMAP_IMAP_ITEMS_H
#define PBEM_WIRE_IMAP_IMAP_ITEMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text;
struct imap_set;

/* What a FETCH response says of one letter. */
struct imap_fetch {
	uint32_t uid; /* 0: not said */
	bool has_size, has_date, has_body, has_start;
	uint64_t size;	   /* RFC822.SIZE */
	const char *flags; /* FLAGS with their parentheses, in place; NULL: not said */
	size_t flags_len;
	int64_t date;	  /* INTERNALDATE, seconds since 1970 UTC */
	const char *body; /* BODY[] (has_body), or of BODY[]<0> a letter's start (has_start), in
			     place; NULL when it is NIL */
	size_t body_len;
	bool body_quoted; /* a quoted string: imap_items_unquote gives its bytes */
};

/* Reads `rest` of an IMAP_FETCH; false when it is malformed anywhere. */
bool imap_items_fetch(const char *rest, size_t len, struct imap_fetch *out);

/* The bytes of a quoted string's inside. */
void imap_items_unquote(const char *quoted, size_t len, struct text *out);

/* Adds the UIDs of `rest` of an IMAP_ESEARCH ("(TAG "x") UID ALL 1:5") to the set. */
bool imap_items_esearch(const char *rest, size_t len, struct imap_set *set);

#endif
