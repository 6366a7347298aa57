/* SPDX-License-Identifier: MIT */
/* What `pbem doctor` looks at by parts: each says a line or more of it, and changes nothing. */
#ifndef PBEM_DOCTOR_DOCTOR_H
#define PBEM_DOCTOR_DOCTOR_H

#include "pbem/doctor/visit.h"

/*
 * Mailbox and post: log-in, certificates that run out, whether the server's clock is ours, and
 * whether the site's address is that of the mailbox. With --send-test the mailbox gets a letter of
 * no words for a moment, marked as deleted, to compare the clocks.
 */
void doctor_mail(struct visit *visit);

/* Whether letters can be read, and by what those are held that read them. */
void doctor_letters(struct visit *visit);

/* When runs had all the letters: the last one, and how regularly. */
void doctor_runs(struct visit *visit);

/* Games that have moved to other sites, and letters that go after them. */
void doctor_moves(struct visit *visit);

#endif
