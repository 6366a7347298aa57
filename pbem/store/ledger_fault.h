/* SPDX-License-Identifier: MIT */
/*
 * Failures of SQLite, in the file of ledger and outbox. They are judged by its result codes and by
 * errno, never by its messages.
 */
#ifndef PBEM_STORE_LEDGER_FAULT_H
#define PBEM_STORE_LEDGER_FAULT_H

#include <stdbool.h>

#include "core/util/base.h"

struct sqlite3;
struct sqlite3_stmt;

/* Calls sqlite3_step with errno cleared, so that errno belongs to this call. */
int store_step(struct sqlite3_stmt *statement);

/* Judges SQLite's last error. */
enum store_fault {
	STORE_FAULT_TEMPORARY, /* for example a full disk: another attempt may succeed */
	STORE_FAULT_DAMAGE,    /* the file has contents that it can't have */
	STORE_FAULT_RIGHTS,    /* no permission for this use */
};

/* Reports whether the head of the SQLite file says that this version of SQLite may only read it. */
bool store_forbids_writing(const char *path);

enum store_fault store_fault_of(struct sqlite3 *database, const char *path);

/* Describes the failure and its kind in `reason`. For damage it also names the repair command if
 * `in_use`; otherwise the caller does. Returns -1. */
int store_report_fault(struct sqlite3 *database, const char *path, bool in_use,
		       struct reason *reason);

/* The open file, and the first failure of a look-up. */
struct store_reader {
	struct sqlite3 *database;
	char *path;
	char unsound[200]; /* why a look-up failed, or "" */
	bool unread;	   /* the failure of the look-up is temporary */
	bool doubted;	   /* another file is the cause (ledger_doubt) */
};

/* Steps to the statement's next row. Returns false if there is none, or on a failure, which
 * ledger_check then reports. */
bool store_fetch_row(struct store_reader *reader, struct sqlite3_stmt *statement);

#endif
