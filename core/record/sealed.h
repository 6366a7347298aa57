/* SPDX-License-Identifier: MIT */
/*
 * The sealed file of a game with secrets: entry for entry, what only some may know until the game
 * is over. Each of its entries holds the sealed facts of the public entry of the same number, each
 * behind its place among that entry's facts, and is chained like the game file; the public entry
 * carries a commitment to it. When the game is over the secret and all sealed facts are published,
 * and anyone can check them: the public file alone is enough. Nothing here reads or writes a disk.
 */
#ifndef PBEM_CORE_RECORD_SEALED_H
#define PBEM_CORE_RECORD_SEALED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/base.h"
#include "core/base/digest.h"
#include "core/position/event.h"

struct text;
struct variant;

/* Where a game's sealed file stands. A game without secrets has none: `secret` is "". */
struct sealed {
	unsigned format;	     /* of its file: that of the game's */
	char secret[DIGEST_HEX + 1]; /* of the shuffles and the salts: 32 random bytes as hex */
	unsigned head;		     /* number of its last entry, 0 after its header */
	struct digest hash;	     /* of that entry: the chain's head */
	uint64_t size;		     /* bytes up to its end */
};

/* Begins a game's sealed file, of the format of its game file: its header goes to `out`. */
void sealed_begin(struct sealed *sealed, unsigned format, const char *game, const char *secret,
		  struct text *out);

/* What the public file says of the secret when the game begins: SHA-256 of its hex. */
void sealed_commit(const char *secret, struct digest *out);

/*
 * Adds the sealed facts among `events` as an entry's, with the end line, to `out`, and moves
 * `sealed` on. False, and nothing added, when none of them is sealed; else the commitment that the
 * public entry carries goes to *commitment_out: SHA-256 of SALT|LINES, the salt being HMAC-SHA256
 * of the entry's number under the secret, in hex, and the lines those of the facts.
 */
bool sealed_add(struct sealed *sealed, const struct variant *variant, unsigned number,
		const struct event_list *events, struct text *out, struct digest *commitment_out);

/* A sealed file being read from memory. */
struct sealed_reader {
	const char *cursor, *end; /* what has not been read yet */
	struct sealed sealed;	  /* as far as it was read */
	/* The entry that comes next, its hash checked; number 0: there is none. */
	unsigned next;
	const char *lines;
	size_t lines_len;
	struct digest next_hash;
	uint64_t next_size;
};

/* Begins reading: the header, and what entry comes first. With `from` (borrowed; may be NULL: the
 * whole file) the bytes are what follows that state. -1 with the reason when the file is damaged. A
 * tail that is no whole entry is no entry. */
int sealed_open(struct sealed_reader *reader, const char *bytes, size_t len,
		const struct sealed *from, struct reason *reason);

/*
 * Puts the sealed facts of an entry among its public ones, `events`, where they belong. -1 with the
 * reason when the sealed file has no such entry and `events` carry a commitment, or has one that
 * doesn't fit it.
 */
int sealed_merge(struct sealed_reader *reader, const struct variant *variant, unsigned number,
		 struct event_list *events, struct reason *reason);

/* What is published when the game is over: the facts `secret` and `unsealed` that a whole sealed
 * file comes to are added. -1 with the reason when it is damaged; what stands before the damage is
 * added. */
int sealed_publish(const char *bytes, size_t len, struct event_list *events, struct reason *reason);

/* Makes the sealed file anew, into `out`, from what the bytes of a game file of that format
 * publish. False, and nothing added, when they publish nothing. What it comes to is no sounder than
 * they are. */
bool sealed_rebuild(unsigned format, const char *game, const char *bytes, size_t len,
		    struct text *out);

#endif
