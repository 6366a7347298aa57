/* SPDX-License-Identifier: MIT */
/* Compares games by their snapshots: two games are the same when these are. */
#ifndef PBEM_TESTS_LIB_SNAPSHOTS_H
#define PBEM_TESTS_LIB_SNAPSHOTS_H

#include "core/gamefile/gamefile.h"
#include "core/util/strbuf.h"

void snapshots_assert_same(const struct gamefile *a, const struct gamefile *b);

/* Asserts that the snapshot is that of this game. */
void snapshots_assert_is(const struct strbuf *snapshot, const struct gamefile *file);

/* Returns where the packed state of a snapshot begins, after the header's lines. */
size_t snapshots_state(const struct strbuf *snapshot);

/* Changes the digest at the end of a snapshot to that of the bytes before. */
void snapshots_fit_sum(struct strbuf *snapshot);

#endif
