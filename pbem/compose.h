/* SPDX-License-Identifier: MIT */
/* A letter that goes out: headers and text to the bytes that are sent. */
#ifndef PBEM_COMPOSE_H
#define PBEM_COMPOSE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base.h"

struct text;

struct outgoing {
	const char *from_name, *from_address;
	const char *to_name, *to_address;
	const char *reply_to;      /* address; NULL: none */
	const char *subject;
	const char *message_id;    /* without <> */
	const char *in_reply_to;   /* without <>; NULL: none */
	const char *references;    /* "<a> <b>"; NULL: none */
	int64_t date;              /* seconds since 1970, UTC */
	bool is_reply;             /* Auto-Submitted: auto-replied, else auto-generated */
	const char *text;          /* UTF-8, LF */
};

/*
 * Appends the whole letter, CRLF lines, ASCII bytes only, no line over 998, deterministic (the
 * same input gives the same bytes). text/plain; UTF-8; 7bit where that is safe, else
 * quoted-printable ("From " at a line's start, lone dots and trailing blanks are protected).
 * -1 when an address is not one (controls, blanks, no @): nothing is appended then.
 */
int compose_letter(const struct outgoing *letter, struct text *out, struct reason *reason);

/* Whether it can stand in an envelope: one @, printable ASCII without blanks, <>, quotes, commas. */
bool compose_is_address(const char *address);

#endif
