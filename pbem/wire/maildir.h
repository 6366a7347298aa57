/* SPDX-License-Identifier: MIT */
/*
 * A Maildir as a source of letters: what is in new/ waits; done letters go to cur/, as seen. A
 * letter's id is "maildir:" and its file's name up to the colon, odd characters as %XX; a name too
 * long for that has a digest instead. Only plain files count. And delivering into one.
 */
#ifndef PBEM_WIRE_MAILDIR_H
#define PBEM_WIRE_MAILDIR_H

#include <stddef.h>

#include "core/base/base.h"
#include "pbem/site/source_kind.h"

extern const struct source_kind maildir_source;

/* Makes what is missing of a Maildir. */
int maildir_make(const char *path, struct reason *reason);

/*
 * Delivers a letter into a Maildir the safe way: tmp, (flush,) rename into new. `name` makes the
 * file's unique part, so that delivering twice is delivering once.
 */
int maildir_deliver(const char *maildir, const char *name, const char *bytes, size_t len,
		    struct reason *reason);

#endif
