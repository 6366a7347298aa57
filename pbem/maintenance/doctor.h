/* SPDX-License-Identifier: MIT */
/* The parts of `pbem doctor`. Each prints one or more lines about its subject, and changes nothing.
 */
#ifndef PBEM_MAINTENANCE_DOCTOR_H
#define PBEM_MAINTENANCE_DOCTOR_H

#include "pbem/maintenance/doctor_report.h"

/*
 * Checks mailbox and mail server: log-in, certificates that expire, whether the server's clock
 * agrees with ours, and whether the site's address is that of the mailbox. With --send-test it puts
 * an empty message into the mailbox for a moment, marked as deleted, to compare the clocks.
 */
void doctor_mail(struct doctor_report *visit);

/* Checks whether messages can be read, and how the processes that read them are confined. */
void doctor_letters(struct doctor_report *visit);

/* Reports when runs processed all messages: the last time, and how regularly. */
void doctor_runs(struct doctor_report *visit);

/* Reports games that have moved to other sites, and messages that follow them. */
void doctor_moves(struct doctor_report *visit);

#endif
