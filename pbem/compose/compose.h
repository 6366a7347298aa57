/* SPDX-License-Identifier: MIT */
/* Composes a message: from headers and text to the bytes that are sent. */
#ifndef PBEM_COMPOSE_COMPOSE_H
#define PBEM_COMPOSE_COMPOSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/util/base.h"

struct strbuf;

struct attachment {
	const char *type; /* "text/calendar; charset=utf-8; method=PUBLISH" */
	const char *name; /* of the file: letters, digits, '.' and '-' */
	const char *text; /* UTF-8, LF */
};

/* A picture that the HTML of a message shows, as "cid:" and its id. */
struct outgoing_picture {
	const char *type; /* "image/png" */
	const char *name; /* "board.png" */
	const char *id;	  /* Content-ID, without <> */
	const void *bytes;
	size_t len;
};

struct outgoing {
	const char *from_name, *from_address;
	const char *to_name, *to_address; /* names may be NULL or "" */
	const char *reply_to;		  /* address; NULL: none */
	const char *subject;
	const char *message_id;	 /* without <> */
	const char *in_reply_to; /* without <>; NULL or "": none */
	const char *references;	 /* "<a> <b>"; NULL or "": none */
	int64_t date;		 /* seconds since 1970, UTC */
	bool is_reply;	  /* Auto-Submitted is auto-replied; otherwise it is auto-generated */
	const char *text; /* UTF-8, LF */
	const struct attachment *attachments; /* after the text, one part each */
	size_t attachment_count;
	const char *html; /* the same contents as HTML, UTF-8, LF; NULL: only text */
	const struct outgoing_picture *picture; /* shown in the HTML; NULL: none */
};

/*
 * Appends the whole message: CRLF lines of at most 998 bytes, ASCII only. The same input gives the
 * same bytes.
 * - The text is text/plain in UTF-8: 7bit if that is safe, else quoted-printable, which protects
 *   "From " at the start of a line, lone dots and trailing spaces.
 * - With HTML, the text is the first of two alternatives. The second is quoted-printable, and
 *   related to its picture in base64.
 * - With attachments, all of that is the first part of multipart/mixed.
 * Returns -1, and appends nothing, if an address is invalid (controls, spaces, no @) or the
 * Message-ID is. Replaces control characters in names, subject and text. Leaves out invalid ids in
 * in_reply_to and references, because strangers wrote them.
 */
int compose_message(const struct outgoing *letter, struct strbuf *out, struct reason *reason);

#endif
