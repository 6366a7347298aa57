/* SPDX-License-Identifier: MIT */
/*
 * The sealed file of a game with secrets: the events that only some may know until the game is
 * over. Each entry has the sealed events of the public entry with the same number, and their places
 * among that entry's events. The file is hash-chained like the game file. The public entry carries
 * a commitment to its sealed events. When the game is over, the secret and all sealed events are
 * published, so that anyone can check them with the public file alone. This code reads and writes
 * no files.
 */
#ifndef PBEM_CORE_GAMEFILE_SEALED_EVENTS_H
#define PBEM_CORE_GAMEFILE_SEALED_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/event/event.h"
#include "core/util/base.h"
#include "core/util/sha256.h"

struct strbuf;
struct variant;

/* The state of a game's sealed file. A game without secrets has none: `secret` is "". */
struct sealed {
	char secret[SHA256_HEX + 1]; /* for shuffles and salts: 32 random bytes in hex */
	unsigned head;		     /* number of its last entry, 0: only the header */
	struct sha256 hash;	     /* of that entry: the end of the chain */
	uint64_t size;		     /* bytes up to the end of that entry */
};

/* Begins a game's sealed file: its header goes to `out`. */
void sealed_begin(struct sealed *sealed, const char *game, const char *secret, struct strbuf *out);

/*
 * Calculates the commitment to the secret that the public file has from the beginning: SHA-256 of
 * the secret's hex digits.
 */
void sealed_commit(const char *secret, struct sha256 *out);

/*
 * Adds the sealed events among `events` to `out` as an entry with its end line, and updates
 * `sealed`. Returns false and adds nothing if none of them is sealed. Otherwise writes the
 * commitment for the public entry, SHA-256 of SALT|LINES. SALT is HMAC-SHA256 of the entry's number
 * under the secret, in hex; LINES are those of the sealed events.
 */
bool sealed_add(struct sealed *sealed, const struct variant *variant, unsigned number,
		const struct event_list *events, struct strbuf *out, struct sha256 *commitment_out);

/* A sealed file being read from memory. */
struct sealed_reader {
	const char *cursor, *end; /* what has not been read yet */
	struct sealed sealed;	  /* the state up to the last entry read */
	/* The next entry, whose hash is checked; 0: there is none. */
	unsigned next;
	const char *lines;
	size_t lines_len;
	struct sha256 next_hash;
	uint64_t next_size;
};

/*
 * Begins reading: reads the header and finds the first entry. If `from` isn't NULL, the bytes are
 * instead what follows that state. A tail that isn't a whole entry is ignored. Returns -1 with the
 * reason if the file is damaged.
 */
int sealed_open(struct sealed_reader *reader, const char *bytes, size_t len,
		const struct sealed *from, struct reason *reason);

/*
 * Inserts the sealed events of an entry at their places among its public events. Returns -1 with
 * the reason if `events` carry a commitment and the sealed file has no such entry, or its entry
 * doesn't fit the commitment.
 */
int sealed_merge(struct sealed_reader *reader, const struct variant *variant, unsigned number,
		 struct event_list *events, struct reason *reason);

/*
 * Publishes the secrets when the game is over: adds the events `secret` and `unsealed` for a whole
 * sealed file. Returns -1 with the reason if it is damaged; events before the damage are added
 * nevertheless.
 */
int sealed_publish(const char *bytes, size_t len, struct event_list *events, struct reason *reason);

/*
 * Rebuilds the sealed file into `out` from what a game file publishes. Returns false and adds
 * nothing if the bytes publish nothing. Doesn't check the result.
 */
bool sealed_rebuild(const char *game, const char *bytes, size_t len, struct strbuf *out);

#endif
