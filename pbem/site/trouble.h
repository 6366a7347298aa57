/* SPDX-License-Identifier: MIT */
/*
 * What goes wrong run after run, until somebody mends it: SITE/troubles has it from one failing run
 * to the next. Under cron each line on standard error is a mail, so it is said there when it
 * begins, and then once a day. It is over when it has been well for an hour: what comes and goes is
 * one trouble.
 */
#ifndef PBEM_SITE_TROUBLE_H
#define PBEM_SITE_TROUBLE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/base.h"

enum trouble {
	TROUBLE_SITE,  /* the site can't be opened */
	TROUBLE_ROOM,  /* the disk is nearly full */
	TROUBLE_FILES, /* what the site keeps can't be read or written, a letter can't be decided */
	TROUBLE_MAILBOX, /* letters can't be had */
	TROUBLE_POST,	 /* letters don't go out */
	TROUBLE_TIME,	 /* a run has no time for all letters */
	TROUBLE_KINDS
};

/* One kind of trouble. What passes by itself and what a person must mend are two: told apart. */
struct trouble_state {
	int64_t first, last; /* when runs had it, in seconds since 1970; 0: none has */
	int64_t told;	     /* when it was said last where nobody watched; 0: not yet */
	bool now;	     /* this run has it, */
	bool say;	     /* and says so */
};

struct troubles {
	char *path;
	bool watched; /* somebody looks on: everything is said */
	bool away;    /* the site's lock is let go of: nothing is written */
	bool changed;
	int64_t now;
	struct trouble_state states[TROUBLE_KINDS][2]; /* [a person must mend it] */
	unsigned well;				       /* set of what went well in this run */
};

/* Reads what earlier runs on the site in `folder` had; what can't be read is taken for new, and so
 * said rather once too often. trouble_done frees what it holds. */
void trouble_init(struct troubles *troubles, const char *folder, bool watched);

/* Notes that this run has it, with the exit code it leads to; returns whether it is to be said on
 * standard error: all lines of a kind, or none. `troubles` NULL: it is. */
bool trouble_note(struct troubles *troubles, enum trouble kind, int code);

/* What that trouble would hinder went well in this run, if nothing of the kind is noted in it.
 * NULL: nothing is remembered. */
void trouble_well(struct troubles *troubles, enum trouble kind);

/* Whether such trouble is over, and since when there was some. trouble_forget when that was told.
 */
bool trouble_over(const struct troubles *troubles, enum trouble kind, int64_t *since_out);
void trouble_forget(struct troubles *troubles, enum trouble kind);

/* Before the site's lock is let go of: writes down what other runs are to know. And when it is had
 * again: takes in what they have written meanwhile. NULL: nothing is remembered. */
void trouble_pause(struct troubles *troubles);
void trouble_resume(struct troubles *troubles);

/* Writes down what the next run is to know, if the site's lock is held. Where that can't be done,
 * as on a full disk, it is said again. Says on standard error how often what was said is going to
 * be said. */
void trouble_done(struct troubles *troubles);

#endif
