/* SPDX-License-Identifier: MIT */
/* Sets of IMAP message numbers: read from an answer, sorted, and written as "1:5,7". */
#ifndef PBEM_TRANSPORT_IMAP_IMAP_UID_SET_H
#define PBEM_TRANSPORT_IMAP_IMAP_UID_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct strbuf;

/* The most messages in a set. A server that lists more is faulty. */
#define IMAP_SET_MAX ((size_t)1 << 20)

struct imap_set {
	uint32_t *uids;
	size_t count, size;
};

/* Makes an empty set. imap_set_done frees its contents. */
void imap_set_init(struct imap_set *set);
void imap_set_done(struct imap_set *set);

/* Adds a number. Returns false if the set is full (IMAP_SET_MAX). */
bool imap_set_add(struct imap_set *set, uint32_t uid);

/* Adds the numbers of a sequence-set (RFC 3501, without "*"), such as "5,7:9,20:18". Returns false
 * if it is malformed or names too many; some numbers may have been added then. */
bool imap_set_add_ranges(struct imap_set *set, const char *string, size_t len);

/* Adds the numbers of a list such as "5 7 8 9", with any number of spaces. Returns false as
 * imap_set_add_ranges does. */
bool imap_set_add_numbers(struct imap_set *set, const char *string, size_t len);

/* Reports whether a sorted set contains the number. */
bool imap_set_has(const struct imap_set *set, uint32_t uid);

/* Removes the numbers of another, sorted set. */
void imap_set_leave_out(struct imap_set *set, const struct imap_set *others);

/* Sorts the numbers in ascending order and removes duplicates. */
void imap_set_sort(struct imap_set *set);

/* Writes the first of `count` ascending numbers as a sequence-set of at most `max_chars`
 * characters. Returns how many of them the sequence-set names, at least one. */
size_t imap_set_write(const uint32_t *uids, size_t count, size_t max_chars, struct strbuf *out);

/* Writes the command that fetches `items` of the first messages: "UID FETCH 3:7,9 (UID
 * INTERNALDATE)". Returns as imap_set_write does; `max_chars` is the limit of the sequence-set. */
size_t imap_set_fetch(const uint32_t *uids, size_t count, size_t max_chars, const char *items,
		      struct strbuf *out);

#endif
