/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/util/base.h"
#include "pbem/store/sender_lock.h"
#include "tests/lib/scratch.h"

static void assert_out(bool expected)
{
	bool out = !expected;

	assert_int_equal(sender_lock_look(scratch_folder, &out, NULL), 0);
	assert_int_equal(out, expected);
}

static void one_process_carries_and_others_see_it(void **state)
{
	struct reason reason;
	int lock, status, ends[2];
	bool busy;
	pid_t pid;
	char byte;

	(void)state;
	assert_out(false);
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(sender_lock_take(scratch_folder, &lock, &busy, &reason), 0);
	assert_false(busy);
	pid = fork();
	if (pid == 0) {
		bool out = false, second = false;
		long process = 0;
		int mine;

		_exit(sender_lock_look(scratch_folder, &out, &process) != 0 || !out ||
		      process != getppid() ||
		      sender_lock_take(scratch_folder, &mine, &second, &reason) != 0 || !second);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
	sender_lock_done(lock);
	/* A killed process has released the lock. */
	pid = fork();
	if (pid == 0) {
		(void)sender_lock_take(scratch_folder, &lock, &busy, &reason);
		(void)!write(ends[1], "x", 1);
		pause();
		_exit(1);
	}
	assert_int_equal(read(ends[0], &byte, 1), 1);
	assert_out(true);
	kill(pid, SIGKILL);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_out(false);
	close(ends[0]);
	close(ends[1]);
}

static void what_nobody_can_tell_is_no_free_way(void **state)
{
	char *path = base_printf("%s/sending", scratch_folder);
	struct reason reason;
	bool out, busy;
	int lock;

	(void)state;
	(void)remove(path);
	assert_int_equal(symlink("sending", path), 0);
	assert_int_equal(sender_lock_look(scratch_folder, &out, NULL), -1);
	assert_int_equal(sender_lock_take(scratch_folder, &lock, &busy, &reason), -1);
	assert_false(busy);
	(void)remove(path);
	free(path);
}

/* A lock of an open file has no number: so it looks, too, where another machine has it. */
static void who_has_no_number_is_out_all_the_same(void **state)
{
	char *path = base_printf("%s/sending", scratch_folder);
	struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	long process = -1;
	bool out = false;

	(void)state;
	assert_int_equal(fcntl(fd, F_OFD_SETLK, &whole), 0);
	assert_int_equal(sender_lock_look(scratch_folder, &out, &process), 0);
	assert_true(out);
	assert_int_equal(process, 0);
	close(fd);
	free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_process_carries_and_others_see_it),
		cmocka_unit_test(who_has_no_number_is_out_all_the_same),
		cmocka_unit_test(what_nobody_can_tell_is_no_free_way),
	};

	return cmocka_run_group_tests(tests, scratch_open, scratch_close);
}
