/* SPDX-License-Identifier: MIT */
/*
 * A Maildir as a source of letters: what is in new/ waits; done letters go to cur/, as seen. A
 * letter's id is "maildir:" and its file's name up to the colon, odd characters as %XX; a name too
 * long for that has a digest instead. Only plain files count. And delivering into one.
 */
#ifndef PBEM_WIRE_MAILDIR_H
#define PBEM_WIRE_MAILDIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include <glib.h>

#include "core/base/base.h"
#include "pbem/site/source_kind.h"

extern const struct source_kind maildir_source;

#define MAILDIR_SCHEME "maildir:"

/* A letter's id by its file's name: one word without controls, the same for ever whatever flags the
 * name gets. */
void maildir_id(const char *name, char id[WAITING_ID_MAX + 1]);

/* When it came: the name begins with the second of its delivery; a foreign one may not. */
int64_t maildir_delivered(const char *name, const struct stat *status);

/* Makes what is missing of a Maildir. */
int maildir_make(const char *path, struct reason *reason);

/*
 * Letters on their way into a Maildir the safe way: all are written into tmp, flushed, renamed into
 * new, and that folder is flushed. Each is there when maildir_end says so, not before.
 */
struct maildir_delivery {
	char *path;
	int folder;
	bool each;	  /* is flushed by itself */
	GPtrArray *names; /* of those in tmp, in their order */
};

/* Begins with so many letters; makes what is missing of the Maildir. */
int maildir_begin(struct maildir_delivery *delivery, const char *maildir, size_t letters,
		  struct reason *reason);

/* `name` makes the file's unique part, so that delivering twice is delivering once. */
int maildir_add(struct maildir_delivery *delivery, const char *name, const char *bytes, size_t len,
		struct reason *reason);

/* Delivers those that were added, or takes them back, and frees what the delivery holds. When it
 * fails nobody knows which of them are there: they had better be delivered again. */
int maildir_end(struct maildir_delivery *delivery, bool deliver, struct reason *reason);

#endif
