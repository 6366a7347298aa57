/* SPDX-License-Identifier: MIT */
/* What a ledger is taken for as it is opened, or can't be written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/base/text.h"
#include "pbem/promise/ledger_inner.h"
#include "tests/lib/ledgerscene.h"
#include "tests/lib/scratch.h"

/* What may not be written may be so another time, as long as nothing forbids it. */
static void what_is_not_forbidden_may_be_written_another_time(void **state)
{
	char log[SCRATCH_MAX + 16];

	(void)state;
	snprintf(log, sizeof log, "%s/ledger-wal", scratch_folder);
	sqlite3_exec(ledger->database, "PRAGMA query_only = 1", NULL, NULL, NULL);
	sqlite3_exec(ledger->database, "CREATE TABLE more (a)", NULL, NULL, NULL);
	assert_int_equal(sqlite3_errcode(ledger->database), SQLITE_READONLY);
	assert_true(ledger_is_passing(ledger));
	/* Where its log should lie is what can't be one. */
	unlink(log);
	assert_int_equal(symlink(log, log), 0);
	assert_false(ledger_is_passing(ledger));
	unlink(log);
}

/* Where nobody can tell whether there is one, it isn't made anew. */
static void a_ledger_that_cannot_be_looked_for_is_for_later(void **state)
{
	struct reason reason = {""};
	struct ledger *other;
	char path[SCRATCH_MAX + 16], expected[SCRATCH_MAX + 60];

	(void)state;
	snprintf(path, sizeof path, "%s/ledger", scratch_folder);
	snprintf(expected, sizeof expected, "can't tell whether there is %s/ledger: ", path);
	assert_int_equal(ledger_open(path, true, &other, &reason), LEDGER_LATER);
	assert_non_null(strstr(reason.text, expected));
}

/* Made, but killed before its first batch, it is as new as one that isn't there. */
static void a_ledger_is_new_until_its_first_batch(void **state)
{
	struct ledger_changes changes;
	struct reason reason;
	struct text line;

	(void)state;
	assert_true(ledger_is_new(ledger));
	ledger_close(ledger);
	assert_int_equal(ledger_open(scratch_folder, true, &ledger, &reason), LEDGER_OPEN);
	assert_true(ledger_is_new(ledger));
	text_init(&line, 0);
	ledger_line_count(&line, "forged", 1);
	changes = (struct ledger_changes){.lines = line.bytes, .lines_len = line.len};
	assert_int_equal(ledger_apply(ledger, 1, &changes, &reason), 0);
	text_done(&line);
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
