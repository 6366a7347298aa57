/* SPDX-License-Identifier: MIT */
/* Finds faults in the files of a game that runs need: what `pbem status` and `pbem repair` report,
 * and what keeps a run from playing the game. */
#ifndef PBEM_SITE_SITE_FAULTS_H
#define PBEM_SITE_SITE_FAULTS_H

#include "core/gamefile/gamefile.h"
#include "core/util/base.h"
#include "pbem/site/site.h"

/* Takes a fault: the file's name, such as "games/g1/seats", and what is wrong with it. The kind of
 * the reason shows whether the file is missing, damaged, or can't be read now. */
typedef void site_faults_take(void *context, const char *name, const struct reason *why);

/* Checks that the game file ends with its last entry. Returns -1 with the reason. */
int site_faults_tail(const struct site *site, const struct gamefile *file, struct reason *reason);

/* Passes on each fault of a game whose game file was loaded. The entries are not verified. */
void site_faults_of_game(const struct site *site, const struct gamefile *file,
			 site_faults_take *take, void *context);

#endif
