/* SPDX-License-Identifier: MIT */
/* The report of `pbem doctor`: one line about each thing that was checked. */
#ifndef PBEM_MAINTENANCE_DOCTOR_REPORT_H
#define PBEM_MAINTENANCE_DOCTOR_REPORT_H

#include <stdbool.h>

#include "pbem/site/site.h"

struct doctor_report {
	struct site *site;
	unsigned faults;  /* number of faults */
	unsigned later;	  /* how many of them may go away: a full disk, a file that can't be read */
	unsigned damaged; /* how many are damaged or missing files of games */
	bool send_test;	  /* requested by --send-test */
};

/* Reports that something is right. */
void doctor_report_ok(const char *what, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Reports something that needs no repair but should be known. */
void doctor_report_note(const char *what, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Reports and counts a fault that a person has to repair. */
void doctor_report_fault(struct doctor_report *visit, const char *what, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Reports and counts a full disk, which may have space again in a minute. */
void doctor_report_full(struct doctor_report *visit, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
