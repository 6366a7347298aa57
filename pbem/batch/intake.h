/* SPDX-License-Identifier: MIT */
/*
 * What a letter that came in leads to. An intake is one batch in the making: each letter is read,
 * its sender known by his token, his orders decided, the answers rendered; nothing is written
 * before intake_commit hands it all to the journal.
 */
#ifndef PBEM_BATCH_INTAKE_H
#define PBEM_BATCH_INTAKE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <glib.h>

#include "core/base/base.h"
#include "pbem/desk/desk.h"
#include "pbem/promise/batch.h"
#include "pbem/reading/letter.h"
#include "pbem/mailing/mailing.h"
#include "pbem/site/run_log.h"
#include "pbem/desk/site.h"
#include "pbem/site/wire.h"

struct intake {
	struct site *site;
	struct desk desk;
	struct batch batch;
	struct mailing mailing;
	struct letter_limits limits;
	GHashTable *deeds;  /* this batch's, which the ledger doesn't know yet: by digest, and by
			       Message-ID and token */
	GHashTable *counts; /* what this batch adds to the ledger's counts, by name */
	const struct run_log *log; /* where a line a letter goes, borrowed; NULL: nowhere */
	struct {
		unsigned letters;
		size_t bytes;
	} aside[2];	  /* what this batch puts aside: of strangers, of seats (aside.h) */
	unsigned letters; /* dealt with in this batch */
};

void intake_init(struct intake *intake, struct site *site, int64_t now, const struct run_log *log);
void intake_done(struct intake *intake);

/*
 * Deals with one letter as source_fetch hands it over (`len` beyond the limit: no more than its
 * start is there, or NULL). *put_off_out is true when it must stay unmarked, because its game is
 * damaged. -1 when pbem itself failed (a template is missing): the batch must be dropped.
 */
int intake_letter(struct intake *intake, const struct waiting *waiting, const char *bytes,
		  size_t len, bool *put_off_out, struct reason *reason);

/* Sets a letter aside unread: an earlier run crashed over it, or the server can't hand it over. A
 * seat whose key is found in it hears of it. -1 when pbem itself failed. */
int intake_set_aside(struct intake *intake, const struct waiting *waiting, const char *bytes,
		     size_t len, const char *why, struct reason *reason);

/* Puts a notice for the moderator into the batch. */
void intake_notice(struct intake *intake, int64_t when, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* A count, this batch's additions included; adding to it; and forgetting that it ever was. */
int64_t intake_count(struct intake *intake, const char *name);
void intake_add_count(struct intake *intake, const char *name, int64_t add);
void intake_drop_count(struct intake *intake, const char *name);

/* Writes the letters that follow from the batch as a whole, commits it, and begins the next. After
 * a failure the intake is good for nothing but intake_done. */
int intake_commit(struct intake *intake, struct reason *reason);

#endif
