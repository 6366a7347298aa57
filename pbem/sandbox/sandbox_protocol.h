/* SPDX-License-Identifier: MIT */
/*
 * Packs the result of reading a message into bytes for another process. The receiver trusts these
 * bytes no more than the message itself, which may have taken over the process that wrote them.
 *
 * So the receiver refuses all of them unless:
 * - each length and number is within bounds
 * - each text is UTF-8 without control characters and characters that change the direction of text
 * - each token and each id has the right form, and each address is one that mail can be sent to
 * - nothing is left over
 *
 * All numbers have 32 bits, low byte first. A string is its length and its bytes.
 */
#ifndef PBEM_SANDBOX_SANDBOX_PROTOCOL_H
#define PBEM_SANDBOX_SANDBOX_PROTOCOL_H

#include <stddef.h>

#include "core/util/strbuf.h"
#include "pbem/mime/message.h"

enum sandbox_protocol_kind {
	SANDBOX_PROTOCOL_LETTER = 1, /* the message was read */
	SANDBOX_PROTOCOL_REFUSED,    /* message_read refused it */
};

/* The result of reading a message. */
struct sandbox_protocol {
	enum sandbox_protocol_kind kind;
	unsigned doors;		/* which barriers were closed, as bits of enum confine */
	struct message *letter; /* for SANDBOX_PROTOCOL_LETTER; without its digest, which the
				   receiver calculates from its own bytes */
	char *whole;		/* the whole text, or NULL if it wasn't requested */
	struct reason reason;	/* for SANDBOX_PROTOCOL_REFUSED */
};

/* Adds the packed bytes to `out`. */
void sandbox_protocol_pack(const struct sandbox_protocol *parcel, struct strbuf *out);

/* Unpacks the bytes. `max_text` is the longest new text that a message may have. Returns -1 and
 * keeps nothing if anything in them is wrong. The caller calls sandbox_protocol_forget. */
int sandbox_protocol_open(const char *bytes, size_t len, size_t max_text,
			  struct sandbox_protocol *parcel_out);

/* Frees the message and the whole text. */
void sandbox_protocol_forget(struct sandbox_protocol *parcel);

/* Returns the greatest length of packed bytes, with and without the whole text. */
size_t sandbox_protocol_most(size_t max_text, bool with_whole);

#endif
