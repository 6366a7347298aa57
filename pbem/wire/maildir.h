/* SPDX-License-Identifier: MIT */
/*
 * A Maildir as a source of letters: what is in new/ waits; done letters go to cur/, as seen. A
 * letter's id is "maildir:" and its file's name up to the colon, odd characters as %XX; a name too
 * long for that has a digest instead. Only plain files count. Delivering is declared in wire.h.
 */
#ifndef PBEM_WIRE_MAILDIR_H
#define PBEM_WIRE_MAILDIR_H

#include "pbem/site/source_kind.h"

extern const struct source_kind maildir_source;

#endif
