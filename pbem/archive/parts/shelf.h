/* SPDX-License-Identifier: MIT */
/* The folder an archive is made in: files that everybody may read, each replaced whole, and only
 * when it has become another. */
#ifndef PBEM_ARCHIVE_SHELF_H
#define PBEM_ARCHIVE_SHELF_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/base.h"

struct shelf {
	char *folder;
	int lock;
	size_t written; /* files that have become others */
};

/*
 * Makes the folder, or takes one that is empty or has an archive in it, and keeps others from
 * writing there meanwhile. -1 with the reason: REASON_ASKED, it has something else in it;
 * REASON_TAKEN, it can't be made; REASON_PASSING, somebody is at work there.
 */
int shelf_open(const char *folder, struct shelf *shelf, struct reason *reason);

/* Those processes have ended: what one of them has left half-written goes. */
void shelf_close(struct shelf *shelf);

/* The path of a file there; the caller frees it. */
char *shelf_path(const struct shelf *shelf, const char *name);

/* Puts a file there, "games/g1.html"; the folders above it are made. Several processes may, that
 * have come of the one that opened it, but not the same file at a time. */
int shelf_put(struct shelf *shelf, const char *name, const char *bytes, size_t len,
	      struct reason *reason);

/* Removes one, if it is there; and a folder, if it is empty. */
void shelf_remove(const struct shelf *shelf, const char *name);

#endif
