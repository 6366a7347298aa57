/* SPDX-License-Identifier: MIT */
/*
 * A Maildir as a source of messages. Messages in new/ are waiting, and done messages move to cur/,
 * marked as seen. Only regular files count.
 *
 * A message's id is "maildir:" and its file's name up to the colon, with unusual characters as %XX.
 * A name that is too long for an id is replaced by its digest.
 *
 * The functions for delivering messages into a Maildir are here, too.
 */
#ifndef PBEM_TRANSPORT_MAILDIR_SOURCE_H
#define PBEM_TRANSPORT_MAILDIR_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include <glib.h>

#include "core/util/base.h"
#include "pbem/sys/source_ops.h"

extern const struct source_kind maildir_source;

#define MAILDIR_SCHEME "maildir:"

/* Writes the id of a message, from its file's name: one word without control characters. It doesn't
 * change when the file gets other flags. */
void maildir_id(const char *name, char id[WAITING_ID_MAX + 1]);

/* Returns when a message was delivered, in seconds since 1970: the number that its name begins
 * with, or the file's time if the name has no such number. */
int64_t maildir_delivered(const char *name, const struct stat *status);

/* Makes the missing folders of a Maildir. */
int maildir_make(const char *path, struct reason *reason);

/* Messages that are being delivered into a Maildir safely. All are written into tmp, flushed and
 * renamed into new, and then that folder is flushed. They count as delivered only after maildir_end
 * returns 0. */
struct maildir_delivery {
	char *path;
	int folder;
	bool each;	  /* each file is flushed by itself */
	GPtrArray *names; /* names of the files in tmp, in their order */
};

/* Begins to deliver that many messages. Makes the missing folders of the Maildir. The caller calls
 * maildir_end. */
int maildir_begin(struct maildir_delivery *delivery, const char *maildir, size_t letters,
		  struct reason *reason);

/* Adds a message. `name` is the unique part of its file's name, so that a message that is delivered
 * twice appears once. */
int maildir_add(struct maildir_delivery *delivery, const char *name, const char *bytes, size_t len,
		struct reason *reason);

/* Delivers the messages that were added, or discards them, and frees the contents of the
 * delivery. If it fails, nobody knows which messages were delivered, so the caller should
 * deliver them again. */
int maildir_end(struct maildir_delivery *delivery, bool deliver, struct reason *reason);

#endif
