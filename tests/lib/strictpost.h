/* SPDX-License-Identifier: MIT */
/* An SMTP server as a value, without any network: strict, and it fails as it is told. */
#ifndef PBEM_TESTS_STRICTPOST_H
#define PBEM_TESTS_STRICTPOST_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/text.h"
#include "pbem/wire/smtp_dialog.h"

enum { LETTERS_MAX = 70 };

/*
 * What goes wrong with a letter:
 *   o nothing; m s its sender (451, 552); r t its recipient (550, 451), T though its DATA is
 *   asked for; d f g DATA, and its end (554, 451); 1 2 3 4 the server goes (421) at its sender,
 *   recipient, DATA, end; x it hangs up at its sender; y when it has taken the letter, saying
 *   nothing; z it says nonsense to its recipient; D it says 250 to DATA.
 */
#define STRICTPOST_FAULTS "omsrtTdfg1234xyzD"

struct strictpost {
	struct smtp_offer offer;
	const char *faults; /* a letter's each, in the order in which they come */
	bool sender, recipient, dirty, gone;
	bool in_letter; /* behind DATA */
	size_t chunk;	/* bytes of a BDAT that are still to come, and 1 */
	int now;	/* which letter this is, from its recipient's name */
	int delivered[LETTERS_MAX], last;
	struct text in, out, letter;
};

/* What a client is to send as letter `number` of its row. */
void strictpost_letter(int number, char *out, size_t size);

/* Deals with one line or one chunk of `in`, and answers in `out`; false: there is none whole. */
bool strictpost_serve(struct strictpost *server);

/* Takes so many bytes off the front. */
void strictpost_drop(struct text *text, size_t len);

#endif
