/* SPDX-License-Identifier: MIT */
/*
 * pbem with a disk that can't be read. These functions are linked before the C library's and fail
 * where FAULT says so, "CALL ERRNO END-OF-PATH", as in "pread EIO /journal": that call fails for
 * paths that end so. This needs no privileges and no file system of its own. In place of ERRNO it
 * may name a crash of pbem's own while a message is in hand: SEGV, ABRT, SPIN (computes for ever),
 * HANG (waits for ever), NAP (for 3 seconds). Its minute of computing lasts a quarter of a second,
 * and its ten minutes of waiting ten seconds. On a machine that is busy with other tests, a process
 * computes for a small part of the time.
 */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <glib.h>
#include <sqlite3.h>

#include "pbem/mime/message.h"
#include "tests/lib/wrapped_names.h"

/* Each function in two forms: the C library's, and the one that replaces it. */
#define BOTH(type, name, ...)                                                                      \
	type __real_##name(__VA_ARGS__);                                                           \
	type __wrap_##name(__VA_ARGS__)

BOTH(int, open, const char *path, int flags, ...);
BOTH(int, openat, int folder, const char *path, int flags, ...);
BOTH(int, access, const char *path, int mode);
BOTH(int, stat, const char *path, struct stat *status);
BOTH(int, fstatat, int folder, const char *path, struct stat *status, int flags);
BOTH(ssize_t, read, int fd, void *bytes, size_t len);
BOTH(ssize_t, pread, int fd, void *bytes, size_t len, off_t offset);
BOTH(FILE *, fopen, const char *path, const char *mode);
BOTH(struct dirent *, readdir, DIR *dir);
BOTH(char *, realpath, const char *path, char *resolved);
BOTH(gboolean, g_file_get_contents, const char *path, char **bytes, gsize *len, GError **error);
BOTH(int, sqlite3_open_v2, const char *path, sqlite3 **database, int flags, const char *vfs);
BOTH(int, setitimer, __itimer_which_t which, const struct itimerval *value, struct itimerval *old);
BOTH(unsigned, alarm, unsigned seconds);
BOTH(int, message_read, const char *bytes, size_t len, const struct message_limits *limits,
     const char *own_address, struct message **letter_out, struct reason *reason);

enum { COMPUTING_SOONER = 240, WAITING_SOONER = 60 };

static const struct {
	const char *name;
	int number;
} numbers[] = {
	{"EIO", EIO},	    {"EINTR", EINTR},	{"EAGAIN", EAGAIN}, {"ENOMEM", ENOMEM},
	{"EMFILE", EMFILE}, {"ESTALE", ESTALE}, {"EACCES", EACCES},
};

static void crash(const char *how)
{
	volatile unsigned long count = 0;

	if (strcmp(how, "SEGV") == 0)
		raise(SIGSEGV);
	if (strcmp(how, "ABRT") == 0)
		abort();
	while (strcmp(how, "SPIN") == 0)
		count++;
	while (strcmp(how, "HANG") == 0)
		pause();
	for (time_t until = time(NULL) + 3; strcmp(how, "NAP") == 0 && time(NULL) < until;)
		usleep(50000);
}

/* Reports whether the call fails with that path, and sets errno then. EINTR comes only once,
 * because the call is repeated. */
static bool fails(const char *call, const char *path)
{
	static bool interrupted;
	const char *fault = getenv("FAULT");
	char name[24], number[16], end[256];
	size_t len = strlen(path), end_len;

	if (fault == NULL || sscanf(fault, "%23s %15s %255s", name, number, end) != 3)
		return false;
	end_len = strlen(end);
	if (strcmp(name, call) != 0 || len < end_len || strcmp(path + len - end_len, end) != 0)
		return false;
	errno = 0;
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (strcmp(number, numbers[i].name) == 0)
			errno = numbers[i].number;
	if (errno == 0) {
		crash(number);
		return false;
	}
	if (errno != EINTR)
		return true;
	interrupted = !interrupted;
	return interrupted;
}

static bool fd_fails(const char *call, int fd)
{
	char name[64], path[4096];
	ssize_t len;

	if (getenv("FAULT") == NULL)
		return false;
	snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
	len = readlink(name, path, sizeof path - 1);
	if (len < 0)
		return false;
	path[len] = '\0';
	return fails(call, path);
}

int __wrap_setitimer(__itimer_which_t which, const struct itimerval *value, struct itimerval *old)
{
	struct itimerval soon = *value;

	soon.it_value.tv_sec = 0;
	soon.it_value.tv_usec = value->it_value.tv_sec * 1000000 / COMPUTING_SOONER;
	return __real_setitimer(which, &soon, old);
}

unsigned __wrap_alarm(unsigned seconds)
{
	return __real_alarm(seconds / WAITING_SOONER);
}

int __wrap_open(const char *path, int flags, ...)
{
	va_list args;
	int mode;

	va_start(args, flags);
	mode = va_arg(args, int);
	va_end(args);
	return fails("open", path) ? -1 : __real_open(path, flags, mode);
}

int __wrap_openat(int folder, const char *path, int flags, ...)
{
	va_list args;
	int mode;

	va_start(args, flags);
	mode = va_arg(args, int);
	va_end(args);
	return fails("openat", path) ? -1 : __real_openat(folder, path, flags, mode);
}

int __wrap_access(const char *path, int mode)
{
	return fails("access", path) ? -1 : __real_access(path, mode);
}

int __wrap_stat(const char *path, struct stat *status)
{
	return fails("stat", path) ? -1 : __real_stat(path, status);
}

int __wrap_fstatat(int folder, const char *path, struct stat *status, int flags)
{
	return fails("fstatat", path) ? -1 : __real_fstatat(folder, path, status, flags);
}

ssize_t __wrap_read(int fd, void *bytes, size_t len)
{
	return fd_fails("read", fd) ? -1 : __real_read(fd, bytes, len);
}

ssize_t __wrap_pread(int fd, void *bytes, size_t len, off_t offset)
{
	return fd_fails("pread", fd) ? -1 : __real_pread(fd, bytes, len, offset);
}

FILE *__wrap_fopen(const char *path, const char *mode)
{
	return fails("fopen", path) ? NULL : __real_fopen(path, mode);
}

struct dirent *__wrap_readdir(DIR *dir)
{
	return fd_fails("readdir", dirfd(dir)) ? NULL : __real_readdir(dir);
}

char *__wrap_realpath(const char *path, char *resolved)
{
	return fails("realpath", path) ? NULL : __real_realpath(path, resolved);
}

gboolean __wrap_g_file_get_contents(const char *path, char **bytes, gsize *len, GError **error)
{
	if (!fails("g_file_get_contents", path))
		return __real_g_file_get_contents(path, bytes, len, error);
	g_set_error(error, G_FILE_ERROR, (int)g_file_error_from_errno(errno), "%s can't be read",
		    path);
	return FALSE;
}

/* As SQLite does when a disk fails once: it opens for reading only. */
int __wrap_sqlite3_open_v2(const char *path, sqlite3 **database, int flags, const char *vfs)
{
	return __real_sqlite3_open_v2(path, database,
				      fails("sqlite", path) ? SQLITE_OPEN_READONLY : flags, vfs);
}

/* "message_read SEGV WORDS": whoever reads a letter with just these in it. */
int __wrap_message_read(const char *bytes, size_t len, const struct message_limits *limits,
			const char *own_address, struct message **letter_out, struct reason *reason)
{
	static const char call[] = "message_read SEGV ";
	const char *fault = getenv("FAULT");

	if (fault != NULL && strncmp(fault, call, strlen(call)) == 0 &&
	    memmem(bytes, len, fault + strlen(call), strlen(fault) - strlen(call)) != NULL)
		__builtin_trap();
	return __real_message_read(bytes, len, limits, own_address, letter_out, reason);
}
