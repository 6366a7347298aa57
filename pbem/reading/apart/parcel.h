/* SPDX-License-Identifier: MIT */
/*
 * What was read of a letter, as bytes that go from one process to another. Who takes them trusts
 * them no more than the letter: the process that wrote them may have been taken over by it. So each
 * length and number is within bounds, each text is UTF-8 without controls, each token is shaped
 * like one, and nothing is left over: or the whole is refused.
 *
 * All numbers are 32 bits, low byte first; a string is its length and its bytes.
 */
#ifndef PBEM_READING_APART_PARCEL_H
#define PBEM_READING_APART_PARCEL_H

#include <stddef.h>

#include "core/base/text.h"
#include "pbem/reading/letter.h"

enum parcel_kind {
	PARCEL_LETTER = 1, /* it was read */
	PARCEL_REFUSED,	   /* letter_read refused it */
};

/* What it holds. */
struct parcel {
	enum parcel_kind kind;
	unsigned doors;	       /* which were closed, as bits of enum doors */
	struct letter *letter; /* PARCEL_LETTER; its digest isn't handed on: who has the bytes makes
				  it himself */
	char *whole;	       /* the whole text, or NULL when nobody asked for it */
	struct reason reason;  /* PARCEL_REFUSED */
};

/* Adds the bytes. */
void parcel_pack(const struct parcel *parcel, struct text *out);

/* Reads them; `max_text` is what new text a letter may have. -1 when anything in them isn't as it
 * should be: then nothing of them is kept. The caller frees letter and whole. */
int parcel_open(const char *bytes, size_t len, size_t max_text, struct parcel *parcel_out);

/* Frees what it holds. */
void parcel_forget(struct parcel *parcel);

/* What none is longer than, with and without the whole text. */
size_t parcel_most(size_t max_text, bool with_whole);

#endif
