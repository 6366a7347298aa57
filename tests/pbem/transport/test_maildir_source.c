/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
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

#include "core/util/strbuf.h"
#include "pbem/sys/config.h"
#include "pbem/transport/maildir_source.h"
#include "pbem/transport/source.h"
#include "tests/lib/scratch.h"

enum { MOST = 1000 }; /* bytes of a letter */

struct world {
	char folder[SCRATCH_MAX];
	struct config config;
	struct source *source;
	struct strbuf taken; /* one line per message */
	int stop_after;
};

static int set_up(void **state)
{
	struct world *world = calloc(1, sizeof *world);
	struct reason reason;

	if (world == NULL || !scratch_make(world->folder))
		return -1;
	world->config.folder = world->folder;
	world->config.mailbox = "maildir:mail/in";
	world->config.mailbox_done = "flag";
	world->config.max_message_bytes = MOST;
	strbuf_init(&world->taken, 0);
	*state = world;
	return source_open(&world->config, &world->source, &reason) == WIRE_DONE ? 0 : -1;
}

static int tear_down(void **state)
{
	struct world *world = *state;
	int result = scratch_remove(world->folder);

	source_close(world->source);
	strbuf_done(&world->taken);
	free(world);
	return result;
}

static char *path_of(struct world *world, const char *name)
{
	return base_printf("%s/mail/in/%s", world->folder, name);
}

static void put(struct world *world, const char *name, const char *bytes, size_t len)
{
	char *path = path_of(world, name);
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fwrite(bytes, 1, len, file);
	fclose(file);
	free(path);
}

static bool exists(struct world *world, const char *name)
{
	char *path = path_of(world, name);
	bool there = access(path, F_OK) == 0;

	free(path);
	return there;
}

static long bytes_of(struct world *world, const char *name)
{
	char *path = path_of(world, name);
	struct stat status;
	long bytes = stat(path, &status) == 0 ? (long)status.st_size : -1;

	free(path);
	return bytes;
}

static int take(void *context, const struct waiting *letter, const struct handed *handed)
{
	struct world *world = context;

	strbuf_addf(&world->taken, "%s %zu ", letter->id, handed->len);
	if (handed->how == HANDED_OVER)
		strbuf_add_bytes(&world->taken, handed->bytes, handed->len);
	else if (handed->how == HANDED_TOO_LARGE)
		strbuf_addf(&world->taken, "START %.10s", handed->bytes);
	else
		strbuf_add(&world->taken, handed->how == HANDED_NOT_NOW ? "NOT NOW" : "NONE");
	strbuf_add_char(&world->taken, '\n');
	return world->stop_after > 0 && --world->stop_after == 0;
}

static struct waiting_list list(struct world *world, size_t max)
{
	struct waiting_list letters = {0};
	struct reason reason;

	assert_int_equal(source_list(world->source, max, &letters, &reason), WIRE_DONE);
	return letters;
}

static void fetch(struct world *world, const struct waiting_list *letters)
{
	struct reason reason;

	strbuf_clear(&world->taken);
	assert_int_equal(
		source_fetch(world->source, letters->letters, letters->count, take, world, &reason),
		WIRE_DONE);
}

static void letters_come_in_the_order_they_were_delivered(void **state)
{
	struct world *world = *state;
	struct waiting_list letters;

	put(world, "new/1700000002.b.host", "two", 3);
	put(world, "new/1700000001.M2.host", "one b", 5);
	put(world, "new/1700000001.M1.host", "one a", 5);
	letters = list(world, 10);
	assert_int_equal(letters.count, 3);
	assert_string_equal(letters.letters[0].id, "maildir:1700000001.M1.host");
	assert_int_equal(letters.letters[0].received, 1700000001);
	assert_int_equal(letters.letters[0].bytes, 5);
	fetch(world, &letters);
	assert_string_equal(world->taken.bytes, "maildir:1700000001.M1.host 5 one a\n"
						"maildir:1700000001.M2.host 5 one b\n"
						"maildir:1700000002.b.host 3 two\n");
	transport_free_list(&letters);
	letters = list(world, 2);
	assert_int_equal(letters.count, 2);
	assert_string_equal(letters.letters[1].id, "maildir:1700000001.M2.host");
	transport_free_list(&letters);
}

static void a_name_without_a_believable_time_counts_from_its_file(void **state)
{
	static const char *const names[] = {"new/letter", "new/12.old", "new/99999999999.far",
					    "new/99999999999999999999999.huge"};
	struct world *world = *state;
	struct waiting_list letters;
	struct timespec times[2] = {{.tv_sec = 1600000000}, {.tv_sec = 1600000000}};

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		char *path = path_of(world, names[i]);

		put(world, names[i], "x", 1);
		assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
		free(path);
	}
	letters = list(world, 10);
	assert_int_equal(letters.count, 4);
	for (size_t i = 0; i < letters.count; i++)
		assert_int_equal(letters.letters[i].received, 1600000000);
	transport_free_list(&letters);
}

static void bytes_are_exactly_those_of_the_file(void **state)
{
	struct world *world = *state;
	static const char bytes[] = "a\0b\r\rc\n.\n\xff no end";
	struct waiting_list letters;

	put(world, "new/1700000001.x", bytes, sizeof bytes - 1);
	put(world, "new/1700000002.y", "", 0);
	letters = list(world, 10);
	fetch(world, &letters);
	assert_memory_equal(world->taken.bytes, "maildir:1700000001.x 17 ", 24);
	assert_memory_equal(world->taken.bytes + 24, bytes, sizeof bytes - 1);
	assert_string_equal(world->taken.bytes + 24 + sizeof bytes - 1,
			    "\nmaildir:1700000002.y 0 \n");
	transport_free_list(&letters);
}

static void only_plain_files_are_letters(void **state)
{
	struct world *world = *state;
	char *link = path_of(world, "new/1700000001.link"),
	     *pipe = path_of(world, "new/1700000001.pipe");
	char *folder = path_of(world, "new/1700000001.dir");
	struct waiting_list letters;

	assert_int_equal(symlink("/etc/passwd", link), 0);
	assert_int_equal(mkfifo(pipe, 0600), 0);
	assert_int_equal(mkdir(folder, 0700), 0);
	put(world, "new/.hidden", "x", 1);
	put(world, "cur/1700000001.seen:2,", "x", 1);
	letters = list(world, 10);
	assert_int_equal(letters.count, 0);
	transport_free_list(&letters);
	free(link);
	free(pipe);
	free(folder);
}

static void a_letter_swapped_for_a_link_is_not_followed(void **state)
{
	struct world *world = *state;
	char *path = path_of(world, "new/1700000001.x");
	struct waiting_list letters;

	put(world, "new/1700000001.x", "x", 1);
	letters = list(world, 10);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(symlink("/etc/passwd", path), 0);
	fetch(world, &letters);
	assert_string_equal(world->taken.bytes, "maildir:1700000001.x 0 NONE\n");
	transport_free_list(&letters);
	free(path);
}

static void of_large_letters_the_start_is_read_and_vanished_ones_are_told(void **state)
{
	struct world *world = *state;
	const size_t huge = 2 * SOURCE_START;
	char *large = base_zalloc(1, huge), *gone = path_of(world, "new/1700000003.gone");
	struct waiting_list letters;

	memset(large, 'v', huge);
	put(world, "new/1700000001.large", large, huge);
	put(world, "new/1700000002.fits", large, 1000);
	put(world, "new/1700000003.gone", "x", 1);
	put(world, "new/1700000004.grows", "x", 1);
	letters = list(world, 10);
	unlink(gone);
	put(world, "new/1700000004.grows", large, 1001);
	fetch(world, &letters);
	assert_non_null(strstr(world->taken.bytes,
			       "maildir:1700000001.large 262144 START vvvvvvvvvv\n"
			       "maildir:1700000002.fits 1000 vvvvvvvvvv"));
	assert_non_null(strstr(world->taken.bytes,
			       "maildir:1700000003.gone 0 NONE\n"
			       "maildir:1700000004.grows 1001 START vvvvvvvvvv\n"));
	transport_free_list(&letters);
	free(large);
	free(gone);
}

static void odd_and_long_names_have_an_id_of_one_word(void **state)
{
	struct world *world = *state;
	char name[220] = "new/1700000002.";
	struct waiting_list letters;

	memset(name + strlen(name), 'x', 200);
	put(world, "new/1700000001.a b\n%\xc3\xa4:2,F", "odd", 3);
	put(world, name, "long", 4);
	letters = list(world, 10);
	assert_string_equal(letters.letters[0].id, "maildir:1700000001.a%20b%0A%25%C3%A4");
	assert_int_equal(strlen(letters.letters[1].id), strlen("maildir:=") + 64);
	fetch(world, &letters);
	assert_non_null(strstr(world->taken.bytes, " 3 odd\n"));
	assert_non_null(strstr(world->taken.bytes, " 4 long\n"));
	transport_free_list(&letters);
}

static void done_letters_are_seen_and_come_no_more(void **state)
{
	struct world *world = *state;
	struct waiting_list letters, none;
	struct reason reason;

	put(world, "new/1700000001.x", "x", 1);
	put(world, "new/1700000002.y:2,F", "y", 1);
	letters = list(world, 10);
	assert_int_equal(source_mark(world->source, letters.letters, 2, &reason), WIRE_DONE);
	assert_int_equal(source_mark(world->source, letters.letters, 2, &reason), WIRE_DONE);
	assert_true(exists(world, "cur/1700000001.x:2,S"));
	assert_true(exists(world, "cur/1700000002.y:2,S"));
	none = list(world, 10);
	assert_int_equal(none.count, 0);
	transport_free_list(&none);
	transport_free_list(&letters);
}

static void letters_of_an_earlier_run_are_found_again(void **state)
{
	struct world *world = *state;
	struct waiting_list letters;
	struct reason reason;

	put(world, "new/1700000001.x", "x", 1);
	letters = list(world, 10);
	source_close(world->source);
	assert_int_equal(source_open(&world->config, &world->source, &reason), WIRE_DONE);
	fetch(world, &letters);
	assert_string_equal(world->taken.bytes, "maildir:1700000001.x 1 x\n");
	source_close(world->source);
	assert_int_equal(source_open(&world->config, &world->source, &reason), WIRE_DONE);
	assert_int_equal(source_mark(world->source, letters.letters, 1, &reason), WIRE_DONE);
	assert_true(exists(world, "cur/1700000001.x:2,S"));
	transport_free_list(&letters);
}

static void who_takes_letters_can_stop(void **state)
{
	struct world *world = *state;
	struct waiting_list letters;

	put(world, "new/1700000001.x", "x", 1);
	put(world, "new/1700000002.y", "y", 1);
	letters = list(world, 10);
	world->stop_after = 1;
	fetch(world, &letters);
	assert_string_equal(world->taken.bytes, "maildir:1700000001.x 1 x\n");
	transport_free_list(&letters);
}

static int deliver(const char *maildir, const char *name, const char *bytes, size_t len,
		   struct reason *reason)
{
	struct maildir_delivery delivery;
	int result = maildir_begin(&delivery, maildir, 1, reason);

	if (result == 0) {
		result = maildir_add(&delivery, name, bytes, len, reason);
		assert_int_equal(maildir_end(&delivery, result == 0, NULL), 0);
	}
	return result;
}

static void delivering_twice_is_delivering_once(void **state)
{
	struct world *world = *state;
	char *maildir = base_printf("%s/out/deep", world->folder);
	struct waiting_list letters;
	struct reason reason;

	source_close(world->source);
	world->config.mailbox = "maildir:out/deep";
	assert_int_equal(deliver(maildir, "g1.t2.white", "one", 3, &reason), 0);
	assert_int_equal(deliver(maildir, "g1.t2.white", "two", 3, &reason), 0);
	assert_int_equal(source_open(&world->config, &world->source, &reason), WIRE_DONE);
	letters = list(world, 10);
	assert_int_equal(letters.count, 1);
	fetch(world, &letters);
	assert_string_equal(world->taken.bytes, "maildir:g1.t2.white 3 one\n");
	assert_int_equal(source_mark(world->source, letters.letters, 1, &reason), WIRE_DONE);
	assert_int_equal(deliver(maildir, "g1.t2.white", "one", 3, &reason), 0);
	transport_free_list(&letters);
	letters = list(world, 10);
	assert_int_equal(letters.count, 0);
	transport_free_list(&letters);
	free(maildir);
}

/* Ten letters together; `deliver`: to the end. */
static void add_ten(struct world *world, bool deliver)
{
	struct maildir_delivery delivery;
	char *maildir = path_of(world, ""), name[16];
	struct reason reason = {.text = ""};

	assert_int_equal(maildir_begin(&delivery, maildir, 10, &reason), 0);
	for (unsigned i = 0; i < 10; i++) {
		snprintf(name, sizeof name, "letter.%u", i);
		assert_int_equal(maildir_add(&delivery, name, name, strlen(name), &reason), 0);
		assert_false(exists(world, "new/letter.0"));
	}
	assert_true(exists(world, "tmp/letter.9"));
	if (maildir_end(&delivery, deliver, &reason) != 0)
		fail_msg("%s", reason.text);
	assert_false(exists(world, "tmp/letter.0") || exists(world, "tmp/letter.9"));
	free(maildir);
}

static void letters_delivered_together_are_all_there_or_none(void **state)
{
	struct world *world = *state;
	struct waiting_list letters;

	add_ten(world, false);
	letters = list(world, 20);
	assert_int_equal(letters.count, 0);
	transport_free_list(&letters);
	add_ten(world, true);
	letters = list(world, 20);
	assert_int_equal(letters.count, 10);
	fetch(world, &letters);
	assert_memory_equal(world->taken.bytes, "maildir:letter.0 8 letter.0\n", 28);
	transport_free_list(&letters);
}

/* Killed behind the first rename, it is done again as a whole. */
static void what_one_delivery_did_in_part_another_completes(void **state)
{
	struct world *world = *state;
	struct maildir_delivery delivery;
	char *maildir = path_of(world, "");
	struct reason reason = {.text = ""};

	put(world, "new/a", "one", 3);
	put(world, "cur/b:2,S", "two", 3);
	put(world, "tmp/c", "torn and longer than it is to be", 32);
	assert_int_equal(maildir_begin(&delivery, maildir, 3, &reason), 0);
	assert_int_equal(maildir_add(&delivery, "a", "one", 3, &reason), 0);
	assert_int_equal(maildir_add(&delivery, "b", "two", 3, &reason), 0);
	assert_int_equal(maildir_add(&delivery, "c", "three", 5, &reason), 0);
	assert_int_equal(maildir_end(&delivery, true, &reason), 0);
	assert_true(exists(world, "new/a") && exists(world, "cur/b:2,S"));
	assert_false(exists(world, "new/b"));
	assert_int_equal(bytes_of(world, "new/c"), 5);
	free(maildir);
}

static void a_letter_cannot_be_delivered_outside_its_maildir(void **state)
{
	static const char *const bad[] = {"", "../x", "a/b", ".x", "a:2,S"};
	struct world *world = *state;
	struct reason reason;

	for (size_t i = 0; i < ARRAY_LEN(bad); i++)
		assert_int_equal(deliver(world->folder, bad[i], "x", 1, &reason), -1);
}

static void a_mailbox_of_no_known_kind_is_named(void **state)
{
	struct world *world = *state;
	struct source *source;
	struct reason reason;

	world->config.mailbox = "pop3://example.org";
	assert_int_equal(source_open(&world->config, &source, &reason), WIRE_NEVER);
	assert_non_null(strstr(reason.text, "imaps://HOST/FOLDER"));
	world->config.mailbox = "maildir:x";
	world->config.mailbox_done = "move Done";
	assert_int_equal(source_open(&world->config, &source, &reason), WIRE_NEVER);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(letters_come_in_the_order_they_were_delivered),
		TEST(a_name_without_a_believable_time_counts_from_its_file),
		TEST(bytes_are_exactly_those_of_the_file),
		TEST(only_plain_files_are_letters),
		TEST(a_letter_swapped_for_a_link_is_not_followed),
		TEST(of_large_letters_the_start_is_read_and_vanished_ones_are_told),
		TEST(odd_and_long_names_have_an_id_of_one_word),
		TEST(done_letters_are_seen_and_come_no_more),
		TEST(letters_of_an_earlier_run_are_found_again),
		TEST(who_takes_letters_can_stop),
		TEST(delivering_twice_is_delivering_once),
		TEST(letters_delivered_together_are_all_there_or_none),
		TEST(what_one_delivery_did_in_part_another_completes),
		TEST(a_letter_cannot_be_delivered_outside_its_maildir),
		TEST(a_mailbox_of_no_known_kind_is_named),
	};

	return cmocka_run_group_tests_name("maildir", tests, NULL, NULL);
}
