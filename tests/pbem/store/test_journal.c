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

#include "core/base/base.h"
#include "core/base/digest.h"
#include "core/base/text.h"
#include "pbem/site/files.h"
#include "pbem/promise/batch.h"
#include "pbem/promise/journal.h"
#include "pbem/promise/ledger.h"
#include "pbem/promise/sitting.h"
#include "tests/lib/ledgerscene.h"
#include "tests/lib/scratch.h"

static void assert_file(const char *name, const char *expected)
{
	char *path = base_printf("%s/%s", scratch_folder, name);
	struct reason reason = {""};
	struct text text;

	text_init(&text, 0);
	if (expected == NULL) {
		assert_int_not_equal(access(path, F_OK), 0);
	} else {
		if (files_read(path, &text, &reason) != 0)
			fail_msg("%s", reason.text);
		assert_string_equal(text.bytes, expected);
	}
	text_done(&text);
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
static void fill(struct batch *batch)
{
	batch_append(batch, "games/g1/game.txt", 0, "first\n", 6, 0644);
	batch_append(batch, "games/g1/game.txt", 6, "second\n", 7, 0644);
	batch_write(batch, "letter", "hello", 5);
	ledger_line_count(&batch->ledger, "forged", 2);
	ledger_line_game(&batch->ledger, 7, "g7");
}

static void a_committed_batch_is_true_and_leaves_no_journal(void **state)
{
	char *path = base_printf("%s/games/g1/game.txt", scratch_folder), id[GAME_ID_MAX + 1];
	struct reason reason = {""};
	struct stat status;
	struct batch batch;

	(void)state;
	batch_init(&batch);
	fill(&batch);
	if (journal_commit(scratch_folder, ledger, &batch, &reason) != 0)
		fail_msg("%s", reason.text);
	assert_file("games/g1/game.txt", "first\nsecond\n");
	assert_file("letter", "hello");
	assert_int_equal(ledger_count(ledger, "forged"), 2);
	assert_true(ledger_game(ledger, 7, id));
	assert_string_equal(id, "g7");
	assert_int_equal(stat(path, &status), 0);
	assert_int_equal(status.st_mode & 0777, 0644);
	assert_false(journal_is_open(scratch_folder));
	batch_done(&batch);
	free(path);
}

/* The record of a commit, as it stands in the journal before it is made true. */
static void capture_record(struct text *record)
{
	char *path = base_printf("%s/journal", scratch_folder);
	char *blocker = base_printf("%s/games", scratch_folder);
	struct reason reason;
	struct batch batch;

	/* A file where a folder should be stops the redoing right after the commit. */
	assert_int_equal(files_write(blocker, "", 0, &reason), 0);
	batch_init(&batch);
	fill(&batch);
	assert_int_equal(journal_commit(scratch_folder, ledger, &batch, &reason), -1);
	assert_int_equal(files_read(path, record, &reason), 0);
	assert_true(record->len > 0);
	unlink(blocker);
	batch_done(&batch);
	free(blocker);
	free(path);
}

static void a_complete_journal_is_made_true_once_however_often_it_is_redone(void **state)
{
	struct reason reason = {""};
	struct text record;

	(void)state;
	text_init(&record, 0);
	capture_record(&record);
	for (int i = 0; i < 3; i++) {
		write_journal(record.bytes, record.len);
		if (journal_finish(scratch_folder, ledger, &reason) != 0)
			fail_msg("%s", reason.text);
		assert_file("games/g1/game.txt", "first\nsecond\n");
		assert_int_equal(ledger_count(ledger, "forged"), 2);
		assert_int_equal(ledger_batch(ledger), 1);
	}
	text_done(&record);
}

static void what_is_renamed_has_its_new_name_however_often_it_is_redone(void **state)
{
	struct reason reason = {""};
	struct batch batch;
	bool there;
	char *old = base_printf("%s/games/g1", scratch_folder);

	(void)state;
	batch_init(&batch);
	fill(&batch);
	assert_int_equal(journal_commit(scratch_folder, ledger, &batch, &reason), 0);
	for (unsigned again = 0; again < 2; again++) {
		batch_clear(&batch);
		batch_rename(&batch, "games/g1", "away/g1.1");
		batch_append(&batch, "away/g1.1/more", 0, "more", 4, 0600);
		if (journal_commit(scratch_folder, ledger, &batch, &reason) != 0)
			fail_msg("%s", reason.text);
		assert_file("away/g1.1/game.txt", "first\nsecond\n");
		assert_file("away/g1.1/more", "more");
		assert_int_equal(files_is_there(old, &there, &reason), 0);
		assert_false(there);
	}
	/* What is under neither name is lost, and nobody says otherwise. */
	batch_clear(&batch);
	batch_rename(&batch, "games/g2", "away/g2");
	assert_int_equal(journal_commit(scratch_folder, ledger, &batch, &reason), -1);
	assert_non_null(strstr(reason.text, "can't rename"));
	batch_done(&batch);
	free(old);
}

static void a_journal_cut_at_any_byte_is_nothing(void **state)
{
	struct reason reason = {""};
	struct text record;

	(void)state;
	text_init(&record, 0);
	capture_record(&record);
	for (size_t len = 0; len < record.len; len++) {
		write_journal(record.bytes, len);
		if (journal_finish(scratch_folder, ledger, &reason) != 0)
			fail_msg("%s", reason.text);
		assert_file("games/g1/game.txt", NULL);
		assert_int_equal(ledger_count(ledger, "forged"), 0);
		assert_false(journal_is_open(scratch_folder));
	}
	text_done(&record);
}

static void a_journal_with_any_byte_changed_is_nothing(void **state)
{
	struct reason reason = {""};
	struct text record;

	(void)state;
	text_init(&record, 0);
	capture_record(&record);
	for (size_t i = 0; i < record.len; i++) {
		record.bytes[i] ^= 1;
		write_journal(record.bytes, record.len);
		assert_int_equal(journal_finish(scratch_folder, ledger, &reason), 0);
		assert_file("letter", NULL);
		record.bytes[i] ^= 1;
	}
	text_done(&record);
}

static void a_shorter_batch_after_a_longer_one_is_read_right(void **state)
{
	struct reason reason = {""};
	struct batch batch;

	(void)state;
	batch_init(&batch);
	fill(&batch);
	assert_int_equal(journal_commit(scratch_folder, ledger, &batch, &reason), 0);
	text_clear(&batch.files);
	text_clear(&batch.ledger);
	batch_write(&batch, "letter", "bye", 3);
	assert_int_equal(journal_commit(scratch_folder, ledger, &batch, &reason), 0);
	assert_file("letter", "bye");
	batch_done(&batch);
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
	assert_non_null(strstr(reason.text, "/journal, where a batch may wait"));
	assert_int_equal(reason_kind(&reason), REASON_NEWER);
	assert_file("journal", newer);
	assert_int_equal(ledger_batch(ledger), 0);
}

static void a_sitting_of_a_newer_version_is_not_called_damaged(void **state)
{
	static const char newer[] = "pbem-sitting 2 as a later version may write it\n";
	char *path = base_printf("%s/sitting", scratch_folder);
	struct sitting sitting;
	struct reason reason;
	bool found;

	(void)state;
	assert_int_equal(files_write(path, newer, strlen(newer), &reason), 0);
	assert_int_equal(sitting_read(scratch_folder, &sitting, &found, &reason), -1);
	assert_non_null(strstr(reason.text, "/sitting: a newer pbem wrote it, in format 2"));
	assert_int_equal(reason_kind(&reason), REASON_NEWER);
	assert_file("sitting", newer);
	free(path);
}

/* To take it for torn would lose a batch. */
static void a_journal_that_cannot_be_read_may_hold_one(void **state)
{
	char *path = base_printf("%s/journal", scratch_folder);
	struct reason reason = {""};
	struct journal_batch batch;

	(void)state;
	assert_int_equal(mkdir(path, 0700), 0);
	assert_int_equal(journal_look(scratch_folder, &batch, &reason), JOURNAL_UNTOLD);
	assert_non_null(strstr(reason.text, "a batch may wait there"));
	assert_int_equal(rmdir(path), 0);
	free(path);
}

/* The journal of batch 1 with this body, its digest right. */
static void write_sealed(const char *body)
{
	const uint64_t number = 1;
	const struct digest_run runs[] = {{&number, sizeof number}, {body, strlen(body)}};
	struct digest digest;
	char *head, *whole;

	digest_runs(runs, 2, &digest);
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
	struct reason reason = {""};

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
		ON_A_SITE(a_sitting_of_a_newer_version_is_not_called_damaged),
		ON_A_SITE(a_shorter_batch_after_a_longer_one_is_read_right),
		ON_A_SITE(a_torn_tail_behind_the_last_entry_is_cut_off),
		ON_A_SITE(a_journal_that_cannot_be_read_may_hold_one),
		ON_A_SITE(what_no_version_writes_is_refused),
	};

	return cmocka_run_group_tests_name("journal", tests, NULL, NULL);
}
