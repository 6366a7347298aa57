/* SPDX-License-Identifier: MIT */
/* A letter that goes out: headers and text to the bytes that are sent. */
#ifndef PBEM_WRITING_COMPOSE_H
#define PBEM_WRITING_COMPOSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/base.h"

struct text;

/* A file that goes with a letter. */
struct attachment {
	const char *type; /* "text/calendar; charset=utf-8; method=PUBLISH" */
	const char *name; /* of the file: letters, digits, '.' and '-' */
	const char *text; /* UTF-8, LF */
};

/* A picture that a letter's HTML shows, as "cid:" and its id. */
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
	bool is_reply;		 /* Auto-Submitted: auto-replied, else auto-generated */
	const char *text;	 /* UTF-8, LF */
	const struct attachment *attachments; /* behind the text, a part each */
	size_t attachment_count;
	const char *html; /* the same to look at, UTF-8, LF; NULL: text alone */
	const struct outgoing_picture *picture; /* that it shows; NULL: none */
};

/*
 * Appends the whole letter, CRLF lines, ASCII bytes only, no line over 998, deterministic (the
 * same input gives the same bytes). text/plain; UTF-8; 7bit where that is safe, else
 * quoted-printable ("From " at a line's start, lone dots and trailing blanks are protected). With
 * HTML it is the first of alternatives, as it would be alone; the other, quoted-printable, is
 * related to its picture, in base64. With attachments all that is the first part of
 * multipart/mixed. -1 when an address is not one (controls, blanks, no @) or the Message-ID isn't
 * fit to be one: nothing is appended then. Controls in the names, the subject and the text are
 * replaced; what is no message id in in_reply_to and references (strangers wrote those) is left
 * out.
 */
int compose_letter(const struct outgoing *letter, struct text *out, struct reason *reason);

/*
 * Whether it can stand in an envelope and a header as it is: one @ with something on both sides,
 * printable ASCII without blanks, brackets, double quotes, backslashes and ",:;"; at most 64 bytes
 * before the @ and 254 in all (RFC 5321 4.5.3.1).
 */
bool compose_is_address(const char *address);

/* ---- compose_body.c ---- */

/* Adds Content-Type and all that stands behind it: the text, or both parts and the picture. */
void compose_body(const struct outgoing *letter, struct text *out);

#endif
