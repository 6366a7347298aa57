/* SPDX-License-Identifier: MIT */
/*
 * The people who watch a game without a seat in it: games/ID/watchers, mode 0600, never published.
 * Other people learn at most a watcher's number.
 */
#ifndef PBEM_SITE_WATCHER_LIST_H
#define PBEM_SITE_WATCHER_LIST_H

#include <stddef.h>
#include <stdint.h>

#include "core/util/base.h"
#include "core/util/sha256.h"

struct strbuf;

enum {
	WATCHER_LIST_ADDRESS_MAX = 254,
	WATCHER_LIST_ASKED_MAX = 20, /* watchers who haven't confirmed; the oldest are dropped */
};

enum watcher_state {
	WATCHER_ASKED,	/* asked to confirm, and hasn't answered */
	WATCHER_WAITS,	/* waits for the moderator's decision */
	WATCHER_WATCHES /* gets the mail */
};

struct watcher {
	unsigned serial; /* unique in the game; tokens contain it */
	enum watcher_state state;
	char address[WATCHER_LIST_ADDRESS_MAX + 1];
	int64_t when; /* when the watcher was asked, or began to watch */
};

struct watcher_list {
	unsigned serial; /* the last serial that was used */
	struct watcher *watchers;
	size_t count;
};

/* Reads FOLDER/watchers, for watcher_list_done; a missing file has no watchers. Returns -1 with the
 * reason if it can't be read now (reason_is_temporary), is readable by others, or is faulty (with
 * file and line). */
int watcher_list_load(const char *folder, struct watcher_list *audience_out, struct reason *reason);
void watcher_list_done(struct watcher_list *audience);

/* Adds the text of the file. */
void watcher_list_print(const struct watcher_list *audience, struct strbuf *out);

/* Adds a watcher who is asked, with a new serial; the pointer is valid until watchers are added or
 * removed. If WATCHER_LIST_ASKED_MAX watchers haven't confirmed, the one who was asked first is
 * removed. */
struct watcher *watcher_list_add(struct watcher_list *audience, const char *address, int64_t when);
void watcher_list_remove(struct watcher_list *audience, const struct watcher *watcher);

/* Return the watcher of that serial, or of that address, ignoring case; NULL if there is none. */
struct watcher *watcher_list_numbered(const struct watcher_list *audience, unsigned serial);
struct watcher *watcher_list_at(const struct watcher_list *audience, const char *address);

/* Returns how many watchers are in that state. */
unsigned watcher_list_in(const struct watcher_list *audience, enum watcher_state state);

/* Calculates the bond of a watcher's tokens, in the game whose first digest is `root`. */
void watcher_list_bond(const struct sha256 *root, const struct watcher *watcher,
		       struct sha256 *digest_out);

/* Adds the ledger's lines about the game's watchers. */
void watcher_list_index(const struct watcher_list *audience, const char *id, struct strbuf *lines);

#endif
