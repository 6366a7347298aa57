/* SPDX-License-Identifier: MIT */
/*
 * Errors that recur in each run until somebody fixes them. SITE/troubles records them between runs.
 * Under cron each line on standard error becomes a mail, so an error is reported there when it
 * begins, and then once a day. It is over when it hasn't occurred for an hour, so an error that
 * comes and goes counts as one.
 */
#ifndef PBEM_SYS_RECURRING_ERRORS_H
#define PBEM_SYS_RECURRING_ERRORS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/util/base.h"

enum recurring_errors {
	RECURRING_ERRORS_SITE,	/* the site can't be opened */
	RECURRING_ERRORS_ROOM,	/* the disk is nearly full */
	RECURRING_ERRORS_FILES, /* the site's files can't be read or written, or a message can't be
				   decided */
	RECURRING_ERRORS_MAILBOX, /* messages can't be fetched */
	RECURRING_ERRORS_POST,	  /* messages can't be sent */
	RECURRING_ERRORS_TIME,	  /* a run has too little time for all messages */
	RECURRING_ERRORS_KINDS
};

/* The state of one kind of error. Temporary errors, and errors that a person must fix, have
 * separate states. */
struct recurring_errors_state {
	int64_t first, last; /* when runs first and last had it, in seconds since 1970; 0: never */
	int64_t told;	     /* when it was last reported in a run that nobody watched; 0: never */
	bool now;	     /* this run has it */
	bool say;	     /* this run reports it */
};

struct recurring_errors_record {
	char *path;
	bool watched; /* a person watches the run, so everything is reported */
	bool away;    /* the site's lock is released, so nothing is written */
	bool changed;
	int64_t now;
	struct recurring_errors_state states[RECURRING_ERRORS_KINDS]
					    [2]; /* second index: a person must fix it */
	unsigned well;				 /* bits of the kinds that went well in this run */
};

/* Reads the errors of earlier runs on the site in `folder`. Errors that can't be read count as new,
 * so they may be reported once too often. The caller ends with recurring_errors_done. */
void recurring_errors_init(struct recurring_errors_record *troubles, const char *folder,
			   bool watched);

/* Records that this run has an error with that exit code. Returns whether its lines should be
 * printed on standard error; the result is the same for all lines of a kind. Returns true if
 * `troubles` is NULL. */
bool recurring_errors_note(struct recurring_errors_record *troubles, enum recurring_errors kind,
			   int code);

/* Records that errors of that kind didn't occur in this run, unless one is noted. Does nothing if
 * `troubles` is NULL. */
void recurring_errors_well(struct recurring_errors_record *troubles, enum recurring_errors kind);

/* Reports whether the errors of a kind are over, and when they began. The caller then calls
 * recurring_errors_forget. */
bool recurring_errors_over(const struct recurring_errors_record *troubles,
			   enum recurring_errors kind, int64_t *since_out);
void recurring_errors_forget(struct recurring_errors_record *troubles, enum recurring_errors kind);

/* Write SITE/troubles before the site's lock is released, and read what other runs wrote when it is
 * locked again. Do nothing if `troubles` is NULL. */
void recurring_errors_pause(struct recurring_errors_record *troubles);
void recurring_errors_resume(struct recurring_errors_record *troubles);

/* Writes SITE/troubles for the next run, if the site's lock is held, and frees the contents of
 * `troubles`. An error that can't be recorded, as on a full disk, is reported again. Prints on
 * standard error how often the errors of this run will be reported. */
void recurring_errors_done(struct recurring_errors_record *troubles);

#endif
