/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/lib/snapshots.h"

void snapshots_assert_is(const struct strbuf *snapshot, const struct gamefile *file)
{
	struct strbuf other;

	strbuf_init(&other, 0);
	gamefile_snapshot(file, &other);
	assert_int_equal(snapshot->len, other.len);
	assert_memory_equal(snapshot->bytes, other.bytes, other.len);
	strbuf_done(&other);
}

void snapshots_assert_same(const struct gamefile *a, const struct gamefile *b)
{
	struct strbuf one;

	strbuf_init(&one, 0);
	gamefile_snapshot(a, &one);
	snapshots_assert_is(&one, b);
	strbuf_done(&one);
}

size_t snapshots_state(const struct strbuf *snapshot)
{
	const char *empty = strstr(snapshot->bytes, "\n\n");

	return empty == NULL ? snapshot->len : (size_t)(empty - snapshot->bytes) + 2;
}

void snapshots_fit_sum(struct strbuf *snapshot)
{
	struct sha256 sum;

	if (snapshot->len < SHA256_HEX)
		return;
	sha256_bytes(snapshot->bytes, snapshot->len - SHA256_HEX, &sum);
	memcpy(snapshot->bytes + snapshot->len - SHA256_HEX, sum.hex, SHA256_HEX);
}
