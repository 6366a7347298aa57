/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/transport/imap/imap_uid_set.h"

enum { RANGE_CHARS = 23 }; /* ",4294967295:4294967295" and its NUL */

void imap_set_init(struct imap_set *set)
{
	memset(set, 0, sizeof *set);
}

void imap_set_done(struct imap_set *set)
{
	free(set->uids);
	imap_set_init(set);
}

bool imap_set_add(struct imap_set *set, uint32_t uid)
{
	if (set->count >= IMAP_SET_MAX)
		return false;
	set->uids = base_grow(set->uids, set->count, &set->size, sizeof *set->uids);
	set->uids[set->count++] = uid;
	return true;
}

/* Reads a number from 1 to 2^32 - 1, RFC 3501's nz-number. */
static bool read_number(const char **cursor, const char *end, uint32_t *out)
{
	uint64_t number = 0;
	const char *at = *cursor;

	for (; at < end && *at >= '0' && *at <= '9'; at++) {
		number = number * 10 + (uint64_t)(*at - '0');
		if (number > UINT32_MAX)
			return false;
	}
	if (at == *cursor || number == 0)
		return false;
	*cursor = at;
	*out = (uint32_t)number;
	return true;
}

static bool add_range(struct imap_set *set, uint32_t first, uint32_t last)
{
	if (first > last) {
		uint32_t swap = first;

		first = last;
		last = swap;
	}
	if (last - first >= IMAP_SET_MAX)
		return false;
	for (uint32_t uid = first;; uid++) {
		if (!imap_set_add(set, uid))
			return false;
		if (uid == last)
			return true;
	}
}

bool imap_set_add_ranges(struct imap_set *set, const char *string, size_t len)
{
	const char *end = string + len;

	for (;;) {
		uint32_t first, last;

		if (!read_number(&string, end, &first))
			return false;
		last = first;
		if (string < end && *string == ':') {
			string++;
			if (!read_number(&string, end, &last))
				return false;
		}
		if (!add_range(set, first, last))
			return false;
		if (string == end)
			return true;
		if (*string++ != ',')
			return false;
	}
}

bool imap_set_add_numbers(struct imap_set *set, const char *string, size_t len)
{
	const char *end = string + len;

	for (;;) {
		uint32_t uid;

		while (string < end && *string == ' ')
			string++;
		if (string == end)
			return true;
		if (!read_number(&string, end, &uid) || !imap_set_add(set, uid))
			return false;
		if (string < end && *string != ' ')
			return false;
	}
}

static int compare_uids(const void *a, const void *b)
{
	uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;

	return (one > other) - (one < other);
}

void imap_set_sort(struct imap_set *set)
{
	size_t kept = 0;

	if (set->count == 0)
		return;
	qsort(set->uids, set->count, sizeof *set->uids, compare_uids);
	for (size_t i = 1; i < set->count; i++)
		if (set->uids[i] != set->uids[kept])
			set->uids[++kept] = set->uids[i];
	set->count = kept + 1;
}

bool imap_set_has(const struct imap_set *set, uint32_t uid)
{
	return set->count > 0 &&
	       bsearch(&uid, set->uids, set->count, sizeof uid, compare_uids) != NULL;
}

void imap_set_leave_out(struct imap_set *set, const struct imap_set *others)
{
	size_t kept = 0;

	for (size_t i = 0; i < set->count; i++)
		if (!imap_set_has(others, set->uids[i]))
			set->uids[kept++] = set->uids[i];
	set->count = kept;
}

size_t imap_set_write(const uint32_t *uids, size_t count, size_t max_chars, struct strbuf *out)
{
	size_t done = 0, start = out->len;

	while (done < count) {
		size_t last = done;

		if (done > 0 && out->len - start + RANGE_CHARS > max_chars)
			break;
		while (last + 1 < count && uids[last + 1] == uids[last] + 1)
			last++;
		if (done > 0)
			strbuf_add_char(out, ',');
		strbuf_addf(out, "%lu", (unsigned long)uids[done]);
		if (last > done)
			strbuf_addf(out, ":%lu", (unsigned long)uids[last]);
		done = last + 1;
	}
	return done;
}

size_t imap_set_fetch(const uint32_t *uids, size_t count, size_t max_chars, const char *items,
		      struct strbuf *out)
{
	size_t named;

	strbuf_add(out, "UID FETCH ");
	named = imap_set_write(uids, count, max_chars, out);
	strbuf_addf(out, " (UID %s)", items);
	return named;
}
