/* SPDX-License-Identifier: MIT */
/* Sets of IMAP's message numbers: read from an answer, sorted, and written back as "1:5,7". */
#ifndef PBEM_WIRE_IMAP_IMAP_SET_H
#define PBEM_WIRE_IMAP_IMAP_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text;

/* More letters than these in one answer is a server gone wild. */
#define IMAP_SET_MAX ((size_t)1 << 20)

struct imap_set {
	uint32_t *uids;
	size_t count, size;
};

void imap_set_init(struct imap_set *set);
void imap_set_done(struct imap_set *set);

/* False when the set is full (IMAP_SET_MAX). */
bool imap_set_add(struct imap_set *set, uint32_t uid);

/*
 * Adds what "5,7:9,20:18" names (RFC 3501's sequence-set, without "*"). False when it isn't one or
 * names too many; the set may have grown by then.
 */
bool imap_set_add_ranges(struct imap_set *set, const char *string, size_t len);

/* Adds what "5 7 8 9" names, blanks around allowed. False as above. */
bool imap_set_add_numbers(struct imap_set *set, const char *string, size_t len);

/* Whether a sorted set has it; takes out of a set what another has that is sorted. */
bool imap_set_has(const struct imap_set *set, uint32_t uid);
void imap_set_leave_out(struct imap_set *set, const struct imap_set *others);

/* Ascending, each number once. */
void imap_set_sort(struct imap_set *set);

/*
 * Writes the first of `count` ascending numbers as a sequence-set of at most `max_chars`
 * characters; returns how many of them it names, at least one.
 */
size_t imap_set_write(const uint32_t *uids, size_t count, size_t max_chars, struct text *out);

/* The same of the command that fetches `items` of them: "UID FETCH 3:7,9 (UID INTERNALDATE)". */
size_t imap_set_fetch(const uint32_t *uids, size_t count, size_t max_chars, const char *items,
		      struct text *out);

#endif
