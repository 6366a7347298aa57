/* SPDX-License-Identifier: MIT */
/*
 * Who watches a game without a seat in it: games/ID/watchers, mode 0600, never published. Others
 * know a watcher by his number at most.
 */
#ifndef PBEM_AUDIENCE_AUDIENCE_H
#define PBEM_AUDIENCE_AUDIENCE_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/base.h"
#include "core/base/digest.h"

struct text;

enum {
	AUDIENCE_ADDRESS_MAX = 254,
	AUDIENCE_ASKED_MAX = 20, /* who haven't confirmed; then the oldest goes */
};

enum watcher_state {
	WATCHER_ASKED,	/* whether he wants to, by a letter he hasn't answered */
	WATCHER_WAITS,	/* for the moderator's word */
	WATCHER_WATCHES /* he gets the letters */
};

struct watcher {
	unsigned serial; /* raised for each, never used twice in a game: tokens name it */
	enum watcher_state state;
	char address[AUDIENCE_ADDRESS_MAX + 1];
	int64_t when; /* when he was asked, or began to watch */
};

struct audience {
	unsigned serial; /* the last that was used */
	struct watcher *watchers;
	size_t count;
};

/* Reads FOLDER/watchers; where there is none nobody watches. -1 when it can't be read now
 * (reason_is_passing), is open to others, or is faulty (file and line). */
int audience_load(const char *folder, struct audience *audience_out, struct reason *reason);
void audience_done(struct audience *audience);

/* The file's text. */
void audience_print(const struct audience *audience, struct text *out);

/* Adds one who is asked, with a serial of his own; the pointer is good until the next is added.
 * Beyond AUDIENCE_ASKED_MAX the one who was asked first is taken out. */
struct watcher *audience_add(struct audience *audience, const char *address, int64_t when);
void audience_remove(struct audience *audience, const struct watcher *watcher);

/* The one of that serial, and of that address (in any case); NULL when there is none. */
struct watcher *audience_numbered(const struct audience *audience, unsigned serial);
struct watcher *audience_at(const struct audience *audience, const char *address);

/* How many are in that state. */
unsigned audience_in(const struct audience *audience, enum watcher_state state);

/* What a watcher's tokens are bound to, in the game that begins with that digest. */
void audience_bond(const struct digest *root, const struct watcher *watcher,
		   struct digest *digest_out);

/* The ledger's count that says that an address, in small letters, watches a game: with a blank, the
 * address, a blank and the game's id behind it. */
#define AUDIENCE_COUNT "watches"

/* Adds the lines by which the ledger knows who watches the game. */
void audience_index(const struct audience *audience, const char *id, struct text *lines);

#endif
