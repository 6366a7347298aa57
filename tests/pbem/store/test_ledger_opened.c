/* SPDX-License-Identifier: MIT */
/* How a ledger is judged when it is opened, or can't be written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/util/strbuf.h"
#include "pbem/store/ledger_internal.h"
#include "tests/lib/ledgerscene.h"
#include "tests/lib/scratch.h"

/* A file that can't be written now may be writable another time, as long as nothing forbids it. */
static void what_is_not_forbidden_may_be_written_another_time(void **state)
{
	char log[SCRATCH_MAX + 16];

	(void)state;
	snprintf(log, sizeof log, "%s/ledger-wal", scratch_folder);
	sqlite3_exec(ledger->reader.database, "PRAGMA query_only = 1", NULL, NULL, NULL);
	sqlite3_exec(ledger->reader.database, "CREATE TABLE more (a)", NULL, NULL, NULL);
	assert_int_equal(sqlite3_errcode(ledger->reader.database), SQLITE_READONLY);
	assert_int_equal(store_fault_of(ledger->reader.database, ledger->reader.path),
			 STORE_FAULT_TEMPORARY);
	/* Where its log should lie is what can't be one. */
	unlink(log);
	assert_int_equal(symlink(log, log), 0);
	assert_int_equal(store_fault_of(ledger->reader.database, ledger->reader.path),
			 STORE_FAULT_RIGHTS);
	unlink(log);
}

/* When it is unknown whether there is a ledger, none is made. */
static void a_ledger_that_cannot_be_looked_for_is_for_later(void **state)
{
	struct reason reason = {.text = ""};
	struct ledger *other;
	char path[SCRATCH_MAX + 16], expected[SCRATCH_MAX + 60];

	(void)state;
	snprintf(path, sizeof path, "%s/ledger", scratch_folder);
	snprintf(expected, sizeof expected, "can't find out whether there is %s/ledger: ", path);
	assert_int_equal(ledger_open(path, true, &other, &reason), LEDGER_LATER);
	assert_non_null(strstr(reason.text, expected));
}

/* Made, but killed before its first batch, it is as new as one that isn't there. */
static void a_ledger_is_new_until_its_first_batch(void **state)
{
	struct ledger_changes changes;
	struct reason reason;
	struct strbuf line;

	(void)state;
	assert_true(ledger_is_new(ledger));
	ledger_close(ledger);
	assert_int_equal(ledger_open(scratch_folder, true, &ledger, &reason), LEDGER_OPEN);
	assert_true(ledger_is_new(ledger));
	strbuf_init(&line, 0);
	ledger_put_count(&line, COUNT(COUNT_IGNORED, .subject = "forged tokens"), 1);
	changes = (struct ledger_changes){.lines = line.bytes, .lines_len = line.len};
	assert_int_equal(ledger_apply(ledger, 1, &changes, &reason), 0);
	strbuf_done(&line);
	ledger_close(ledger);
	assert_int_equal(ledger_open(scratch_folder, true, &ledger, &reason), LEDGER_OPEN);
	assert_false(ledger_is_new(ledger));
}

int main(void)
{
#define WITH_LEDGER(test) cmocka_unit_test_setup_teardown(test, ledgerscene_open, ledgerscene_close)
	const struct CMUnitTest tests[] = {
		WITH_LEDGER(what_is_not_forbidden_may_be_written_another_time),
		WITH_LEDGER(a_ledger_that_cannot_be_looked_for_is_for_later),
		WITH_LEDGER(a_ledger_is_new_until_its_first_batch),
	};

	return cmocka_run_group_tests_name("a ledger that is opened", tests, NULL, NULL);
}
