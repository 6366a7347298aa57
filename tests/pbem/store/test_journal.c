/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/util/base.h"
#include "core/util/sha256.h"
#include "core/util/strbuf.h"
#include "pbem/store/journal.h"
#include "pbem/store/ledger.h"
#include "pbem/store/transaction.h"
#include "pbem/store/worklist.h"
#include "pbem/sys/files.h"
#include "tests/lib/ledgerscene.h"
#include "tests/lib/scratch.h"

static void assert_file(const char *name, const char *expected)
{
	char *path = base_printf("%s/%s", scratch_folder, name);
	struct reason reason = {.text = ""};
	struct strbuf text;

	strbuf_init(&text, 0);
	if (expected == NULL) {
		assert_int_not_equal(access(path, F_OK), 0);
	} else {
		if (files_read(path, &text, &reason) != 0)
			fail_msg("%s", reason.text);
		assert_string_equal(text.bytes, expected);
	}
	strbuf_done(&text);
	free(path);
}

static void write_journal(const char *bytes, size_t len)
{
	char *path = base_printf("%s/journal", scratch_folder);
	struct reason reason;

	assert_int_equal(files_write(path, bytes, len, &reason), 0);
	free(path);
}

/* A batch that does one of everything. */
static void fill(struct transaction *batch)
{
	transaction_append(batch, "games/g1/game.txt", 0, "first\n", 6, 0644);
	transaction_append(batch, "games/g1/game.txt", 6, "second\n", 7, 0644);
	transaction_write(batch, "letter", "hello", 5);
	ledger_put_count(&batch->ledger, COUNT(COUNT_IGNORED, .subject = "forged tokens"), 2);
	ledger_put(&batch->ledger, CHANGE_GAME, 7, "g7");
}

static void a_committed_batch_is_true_and_leaves_no_journal(void **state)
{
	char *path = base_printf("%s/games/g1/game.txt", scratch_folder), id[GAME_ID_MAX + 1];
	struct reason reason = {.text = ""};
	struct stat status;
	struct transaction batch;

	(void)state;
	transaction_init(&batch);
	fill(&batch);
	if (journal_commit(scratch_folder, ledger, &batch, &reason) != 0)
		fail_msg("%s", reason.text);
	assert_file("games/g1/game.txt", "first\nsecond\n");
	assert_file("letter", "hello");
	assert_int_equal(ledger_count(ledger, COUNT(COUNT_IGNORED, .subject = "forged tokens")), 2);
	assert_true(ledger_game(ledger, 7, id));
	assert_string_equal(id, "g7");
	assert_int_equal(stat(path, &status), 0);
	assert_int_equal(status.st_mode & 0777, 0644);
	assert_false(journal_is_open(scratch_folder));
	transaction_done(&batch);
	free(path);
}

/* Returns the record of a commit, as it is in the journal before it is applied. */
static void capture_record(struct strbuf *record)
{
	char *path = base_printf("%s/journal", scratch_folder);
	char *blocker = base_printf("%s/games", scratch_folder);
	struct reason reason;
	struct transaction batch;

	/* A file where a folder should be stops the redoing right after the commit. */
	assert_int_equal(files_write(blocker, "", 0, &reason), 0);
	transaction_init(&batch);
	fill(&batch);
	assert_int_equal(journal_commit(scratch_folder, ledger, &batch, &reason), -1);
	assert_int_equal(files_read(path, record, &reason), 0);
	assert_true(record->len > 0);
	unlink(blocker);
	transaction_done(&batch);
	free(blocker);
	free(path);
}

static void a_complete_journal_is_made_true_once_however_often_it_is_redone(void **state)
{
	struct reason reason = {.text = ""};
	struct strbuf record;

	(void)state;
	strbuf_init(&record, 0);
	capture_record(&record);
	for (int i = 0; i < 3; i++) {
		write_journal(record.bytes, record.len);
		if (journal_finish(scratch_folder, ledger, &reason) != 0)
			fail_msg("%s", reason.text);
		assert_file("games/g1/game.txt", "first\nsecond\n");
		assert_int_equal(
			ledger_count(ledger, COUNT(COUNT_IGNORED, .subject = "forged tokens")), 2);
		assert_int_equal(ledger_batch(ledger), 1);
	}
	strbuf_done(&record);
}

static void what_is_renamed_has_its_new_name_however_often_it_is_redone(void **state)
{
	struct reason reason = {.text = ""};
	struct transaction batch;
	bool there;
	char *old = base_printf("%s/games/g1", scratch_folder);

	(void)state;
	transaction_init(&batch);
	fill(&batch);
	assert_int_equal(journal_commit(scratch_folder, ledger, &batch, &reason), 0);
	for (unsigned again = 0; again < 2; again++) {
		transaction_clear(&batch);
		transaction_rename(&batch, "games/g1", "away/g1.1");
		transaction_append(&batch, "away/g1.1/more", 0, "more", 4, 0600);
		if (journal_commit(scratch_folder, ledger, &batch, &reason) != 0)
			fail_msg("%s", reason.text);
		assert_file("away/g1.1/game.txt", "first\nsecond\n");
		assert_file("away/g1.1/more", "more");
		assert_int_equal(files_is_there(old, &there, &reason), 0);
		assert_false(there);
	}
	/* A file under neither name is lost, and no error says otherwise. */
	transaction_clear(&batch);
	transaction_rename(&batch, "games/g2", "away/g2");
	assert_int_equal(journal_commit(scratch_folder, ledger, &batch, &reason), -1);
	assert_non_null(strstr(reason.text, "can't rename"));
	transaction_done(&batch);
	free(old);
}

static void a_journal_cut_at_any_byte_is_nothing(void **state)
{
	struct reason reason = {.text = ""};
	struct strbuf record;

	(void)state;
	strbuf_init(&record, 0);
	capture_record(&record);
	for (size_t len = 0; len < record.len; len++) {
		write_journal(record.bytes, len);
		if (journal_finish(scratch_folder, ledger, &reason) != 0)
			fail_msg("%s", reason.text);
		assert_file("games/g1/game.txt", NULL);
		assert_int_equal(
			ledger_count(ledger, COUNT(COUNT_IGNORED, .subject = "forged tokens")), 0);
		assert_false(journal_is_open(scratch_folder));
	}
	strbuf_done(&record);
}

static void a_journal_with_any_byte_changed_is_nothing(void **state)
{
	struct reason reason = {.text = ""};
	struct strbuf record;

	(void)state;
	strbuf_init(&record, 0);
	capture_record(&record);
	for (size_t i = 0; i < record.len; i++) {
		record.bytes[i] ^= 1;
		write_journal(record.bytes, record.len);
		assert_int_equal(journal_finish(scratch_folder, ledger, &reason), 0);
		assert_file("letter", NULL);
		record.bytes[i] ^= 1;
	}
	strbuf_done(&record);
}

static void a_shorter_batch_after_a_longer_one_is_read_right(void **state)
{
	struct reason reason = {.text = ""};
	struct transaction batch;

	(void)state;
	transaction_init(&batch);
	fill(&batch);
	assert_int_equal(journal_commit(scratch_folder, ledger, &batch, &reason), 0);
	strbuf_clear(&batch.files);
	strbuf_clear(&batch.ledger);
	transaction_write(&batch, "letter", "bye", 3);
	assert_int_equal(journal_commit(scratch_folder, ledger, &batch, &reason), 0);
	assert_file("letter", "bye");
	transaction_done(&batch);
}

static void a_torn_tail_behind_the_last_entry_is_cut_off(void **state)
{
	char *path = base_printf("%s/log", scratch_folder);
	struct reason reason;

	(void)state;
	assert_int_equal(files_write(path, "whole\ntorn entry that never ended", 33, &reason), 0);
	assert_int_equal(files_write_at(path, 6, "next\n", 5, 0644, &reason), 0);
	assert_file("log", "whole\nnext\n");
	assert_int_equal(files_write_at(path, 12, "x", 1, 0644, &reason), -1);
	free(path);
}

/* After a step back to an older version: its batch was committed, so it must not be dropped. */
static void a_journal_of_a_newer_version_is_kept_and_named_so(void **state)
{
	static const char newer[] = "pbem-journal 2 1 5 as a later version may write it\nbatch";
	struct reason reason;

	(void)state;
	write_journal(newer, strlen(newer));
	assert_int_equal(journal_finish(scratch_folder, ledger, &reason), -1);
	assert_non_null(strstr(reason.text, "/journal, which may contain an unfinished batch"));
	assert_int_equal(reason.kind, REASON_NEWER);
	assert_file("journal", newer);
	assert_int_equal(ledger_batch(ledger), 0);
}

static void a_worklist_of_a_newer_version_is_not_called_damaged(void **state)
{
	static const char newer[] = "pbem-worklist 2 as a later version may write it\n";
	char *path = base_printf("%s/worklist", scratch_folder);
	struct worklist worklist;
	struct reason reason;
	bool found;

	(void)state;
	assert_int_equal(files_write(path, newer, strlen(newer), &reason), 0);
	assert_int_equal(worklist_read(scratch_folder, &worklist, &found, &reason), -1);
	assert_non_null(
		strstr(reason.text, "/worklist: a newer pbem wrote this file, in format 2"));
	assert_int_equal(reason.kind, REASON_NEWER);
	assert_file("worklist", newer);
	free(path);
}

/* To take it for torn would lose a batch. */
static void a_journal_that_cannot_be_read_may_hold_one(void **state)
{
	char *path = base_printf("%s/journal", scratch_folder);
	struct reason reason = {.text = ""};
	struct journal_batch batch;

	(void)state;
	assert_int_equal(mkdir(path, 0700), 0);
	assert_int_equal(journal_inspect(scratch_folder, &batch, &reason), JOURNAL_UNKNOWN);
	assert_non_null(strstr(reason.text, "the journal may contain an unfinished batch"));
	assert_int_equal(rmdir(path), 0);
	free(path);
}

/* The journal of batch 1 with this body, its digest right. */
static void write_sealed(const char *body)
{
	const uint64_t number = 1;
	const struct sha256_run runs[] = {{&number, sizeof number}, {body, strlen(body)}};
	struct sha256 digest;
	char *head, *whole;

	sha256_runs(runs, 2, &digest);
	head = base_printf("pbem-journal 1 %d %zu %s", (int)number, strlen(body), digest.hex);
	whole = base_printf("%-127s\n%s", head, body);
	write_journal(whole, strlen(whole));
	free(whole);
	free(head);
}

/* Nothing but a fault of ours writes these; they still reach nothing beyond the journal or the
 * site. */
static void what_no_version_writes_is_refused(void **state)
{
	static const char *const wrong[] = {"no lengths",
					    "7 0\nshort\n",
					    "4 3\nshort\n",
					    "0 18446744073709551615\n",
					    "0 0\nwrite ../letter 0 600 5\nhello\n",
					    "0 0\nwrite /letter 0 600 5\nhello\n",
					    "0 0\nwrite a/../letter 0 600 5\nhello\n",
					    "0 0\nwrite a/. 0 600 5\nhello\n",
					    "0 0\nwrite letter 0 600 18446744073709551615\nhello\n",
					    "0 0\nwrite letter 0 600 6\nhello\n",
					    "0 0\nrename games 0 600 9\n../letter\n"};
	struct reason reason = {.text = ""};

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		write_sealed(wrong[i]);
		assert_int_equal(journal_finish(scratch_folder, ledger, &reason), -1);
		assert_non_null(strstr(reason.text, "/journal "));
		assert_file("letter", NULL);
	}
	write_sealed("0 0\nwrite letter 0 600 5\nhello\n");
	assert_int_equal(journal_finish(scratch_folder, ledger, &reason), 0);
	assert_file("letter", "hello");
}

int main(void)
{
#define ON_A_SITE(test) cmocka_unit_test_setup_teardown(test, ledgerscene_open, ledgerscene_close)
	const struct CMUnitTest tests[] = {
		ON_A_SITE(a_committed_batch_is_true_and_leaves_no_journal),
		ON_A_SITE(a_complete_journal_is_made_true_once_however_often_it_is_redone),
		ON_A_SITE(what_is_renamed_has_its_new_name_however_often_it_is_redone),
		ON_A_SITE(a_journal_cut_at_any_byte_is_nothing),
		ON_A_SITE(a_journal_with_any_byte_changed_is_nothing),
		ON_A_SITE(a_journal_of_a_newer_version_is_kept_and_named_so),
		ON_A_SITE(a_worklist_of_a_newer_version_is_not_called_damaged),
		ON_A_SITE(a_shorter_batch_after_a_longer_one_is_read_right),
		ON_A_SITE(a_torn_tail_behind_the_last_entry_is_cut_off),
		ON_A_SITE(a_journal_that_cannot_be_read_may_hold_one),
		ON_A_SITE(what_no_version_writes_is_refused),
	};

	return cmocka_run_group_tests_name("journal", tests, NULL, NULL);
}
