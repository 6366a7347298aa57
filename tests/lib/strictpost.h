/* SPDX-License-Identifier: MIT */
/* An SMTP server as a value, without a network. It is strict, and fails on request. */
#ifndef PBEM_TESTS_LIB_STRICTPOST_H
#define PBEM_TESTS_LIB_STRICTPOST_H

#include <stdbool.h>
#include <stddef.h>

#include "core/util/strbuf.h"
#include "pbem/transport/smtp_session.h"

enum { LETTERS_MAX = 70 };

/*
 * The letters for what goes wrong with a message:
 *
 * - o nothing
 * - m s its sender (451, 552)
 * - r t its recipient (550, 451); T the same, but the server accepts DATA
 * - d f g DATA, and its end (554, 451); D it answers 250 to DATA
 * - 1 2 3 4 the server leaves (421) at sender, recipient, DATA, end
 * - x it hangs up at the sender; y after taking the message, without an answer
 * - z it answers nonsense to the recipient
 */
#define STRICTPOST_FAULTS "omsrtTdfg1234xyzD"

struct strictpost {
	struct smtp_offer offer;
	const char *faults; /* one per message, in the order of arrival */
	bool sender, recipient, dirty, gone;
	bool in_letter; /* after DATA */
	size_t chunk;	/* bytes of a BDAT that are still missing, plus 1 */
	int now;	/* number of the message, from its recipient's name */
	int delivered[LETTERS_MAX], last;
	struct strbuf in, out, letter;
};

/* Writes the bytes that a client has to send as message `number`. */
void strictpost_letter(int number, char *out, size_t size);

/* Processes one line or one chunk of `in`, and answers in `out`; returns false if none is complete.
 */
bool strictpost_serve(struct strictpost *server);

/* Removes that many bytes from the start. */
void strictpost_drop(struct strbuf *text, size_t len);

#endif
