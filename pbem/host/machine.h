/* SPDX-License-Identifier: MIT */
/* What tells one machine, and one folder, from another. */
#ifndef PBEM_HOST_MACHINE_H
#define PBEM_HOST_MACHINE_H

#include "core/base/base.h"

/* Of a machine or a folder that nothing tells from others. */
#define MACHINE_UNKNOWN "-"

enum { MACHINE_WORD = 64 };

/*
 * The machine's own number (machine-id(5), or the file that the environment's PBEM_MACHINE_ID
 * names), as a digest, for it isn't to be told to others. -1 with a passing reason when nobody can
 * tell just now.
 */
int machine_word(char out[MACHINE_WORD], struct reason *reason);

/* What a folder keeps when it is moved and no copy of it has: the moment it was made, where the
 * file system tells, else its number. -1 with a passing reason. */
int machine_folder(const char *path, char out[MACHINE_WORD], struct reason *reason);

/* A name nobody else has: this machine's, as far as it can stand in a word of IMAP, and eight
 * letters by chance. The caller frees it. */
char *machine_new_name(void);

#endif
