/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "pbem/store/ledger_fault.h"

enum {
	WRITE_VERSION_AT = 18,
	WRITE_VERSION_MOST = 2
}; /* offset and highest value in SQLite's format */

int store_step(sqlite3_stmt *statement)
{
	errno = 0;
	return sqlite3_step(statement);
}

/* Reports whether the file and its logs may be written. SQLite opens a file read-only when it can't
 * open it otherwise, for whatever cause. */
static bool may_be_written(const char *path)
{
	static const char *const ENDS[] = {"", "-wal", "-shm"};
	bool may = true;

	for (size_t i = 0; may && i < ARRAY_LEN(ENDS); i++) {
		char *whole = base_printf("%s%s", path, ENDS[i]);

		may = access(whole, W_OK) == 0 || errno == ENOENT;
		free(whole);
	}
	return may;
}

bool store_forbids_writing(const char *path)
{
	unsigned char version = 0;
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	const bool read = fd >= 0 && pread(fd, &version, 1, WRITE_VERSION_AT) == 1;

	if (fd >= 0)
		close(fd);
	return read && version > WRITE_VERSION_MOST;
}

/* Reports whether the error says that the path isn't a regular file, so that another attempt can't
 * succeed. */
static bool is_no_file(int number)
{
	return number == EISDIR || number == ELOOP || number == ENOTDIR;
}

enum store_fault store_fault_of(sqlite3 *database, const char *path)
{
	const int disk_said = errno;
	const int code = sqlite3_extended_errcode(database);

	switch (code & 0xff) {
	case SQLITE_FULL:
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
	case SQLITE_NOMEM:
	case SQLITE_PROTOCOL:
	case SQLITE_INTERRUPT:
		return STORE_FAULT_TEMPORARY;
	case SQLITE_IOERR:
		return code == SQLITE_IOERR_SHORT_READ ? STORE_FAULT_DAMAGE : STORE_FAULT_TEMPORARY;
	case SQLITE_CANTOPEN:
		return is_no_file(sqlite3_system_errno(database)) ? STORE_FAULT_DAMAGE
								  : STORE_FAULT_TEMPORARY;
	case SQLITE_READONLY:
		if (!may_be_written(path))
			return STORE_FAULT_RIGHTS;
		return store_forbids_writing(path) ? STORE_FAULT_DAMAGE : STORE_FAULT_TEMPORARY;
	case SQLITE_PERM:
	case SQLITE_AUTH:
		return STORE_FAULT_RIGHTS;
	default:
		/* SQLite reports a read error of the disk during a look-up as damage. */
		return disk_said == EIO ? STORE_FAULT_TEMPORARY : STORE_FAULT_DAMAGE;
	}
}

int store_report_fault(sqlite3 *database, const char *path, bool in_use, struct reason *reason)
{
	static const enum reason_kind KINDS[] = {
		[STORE_FAULT_TEMPORARY] = REASON_TEMPORARY,
		[STORE_FAULT_DAMAGE] = REASON_DAMAGED,
		[STORE_FAULT_RIGHTS] = REASON_RIGHTS,
	};
	const enum store_fault fault = store_fault_of(database, path);
	const int number = sqlite3_system_errno(database);
	const bool disk_tells = (sqlite3_errcode(database) == SQLITE_CANTOPEN ||
				 sqlite3_errcode(database) == SQLITE_IOERR) &&
				number != 0;

	reason_set(reason, "%s: %s%s%s%s", path, sqlite3_errmsg(database), disk_tells ? ": " : "",
		   disk_tells ? strerror(number) : "",
		   fault == STORE_FAULT_DAMAGE && in_use ? ". Run: pbem repair" : "");
	return reason_set_kind(reason, KINDS[fault]);
}
