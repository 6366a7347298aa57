/* SPDX-License-Identifier: MIT */
/* Which call is to fail, and how; faults.h tells what all this is for. */
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/faults/faults.h"

static const char *const class_names[] = {
	"read",	   "pread",  "write",  "pwrite",    "fsync",   "fdatasync", "syncfs",	"open",
	"fopen",   "stream", "fdopen", "opendir",   "readdir", "stat",	    "access",	"rename",
	"link",	   "unlink", "mkdir",  "ftruncate", "mmap",    "chmod",	    "futimens", "lock",
	"statvfs", "close",  "dlopen", "fork",	    "pipe",    "malloc",    "realloc",	"socket",
	"connect", "send",   "recv",   "channel",   "poll",    "getrandom", "clock",
};

static const struct {
	const char *name;
	int number;
} numbers[] = {
	{"EIO", EIO},	    {"ENOSPC", ENOSPC}, {"EINTR", EINTR},   {"EAGAIN", EAGAIN},
	{"EMFILE", EMFILE}, {"ENOMEM", ENOMEM}, {"EACCES", EACCES}, {"ECONNRESET", ECONNRESET},
	{"EPIPE", EPIPE},   {"ENOSYS", ENOSYS}, {"ENFILE", ENFILE}, {"ETIMEDOUT", ETIMEDOUT},
	{"ESTALE", ESTALE}, {"EDQUOT", EDQUOT}, {"EROFS", EROFS},   {"ENETUNREACH", ENETUNREACH},
};

enum { SHORT = -1, KILL = -2 };

/* Shared by all processes of the run; tests/faults/walk.py and tests/soak/soak_watch.py know it. */
struct state {
	atomic_uint armed;
	atomic_uint fired;
	atomic_uint counts[CLASS_COUNT];
	/* When `live` is set, what is due and the time stand here, and may change at any moment. */
	atomic_uint live;
	atomic_uint spared; /* the process, with its children but not what it starts, that nothing
			       fails in */
	atomic_uint begun;  /* how many programs were */
	atomic_uint class, number;
	atomic_int error; /* an errno, SHORT or KILL */
	atomic_uint on;
	atomic_llong now;
};

static struct state *state;
static char below[4096], trace[4096], unreadable[1024];
static enum class class_due;
static unsigned number_due;
static int error_due;
static bool due_on;
static long now, jump;
static pid_t program_pid;

/* ---- what is due ---- */

static void read_fault(const char *text)
{
	char class[16], error[16], how[8];

	if (sscanf(text, "%15s %u %15s %7s", class, &number_due, error, how) != 4)
		_exit(99);
	class_due = CLASS_COUNT;
	for (int i = 0; i < CLASS_COUNT; i++)
		if (strcmp(class_names[i], class) == 0)
			class_due = (enum class)i;
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (strcmp(numbers[i].name, error) == 0)
			error_due = numbers[i].number;
	if (strcmp(error, "short") == 0)
		error_due = SHORT;
	if (*error == '+' || *error == '-')
		jump = strtol(error, NULL, 10);
	due_on = strcmp(how, "on") == 0;
	if (class_due == CLASS_COUNT || (error_due == 0 && jump == 0))
		_exit(99);
}

/* With system calls alone: what is to be counted isn't to count this. */
static bool is_program(const char *name)
{
	char path[4096];
	ssize_t len = readlink("/proc/self/exe", path, sizeof path - 1);
	const char *slash;

	if (len < 0 || name == NULL)
		return false;
	path[len] = '\0';
	slash = strrchr(path, '/');
	return slash != NULL && strcmp(slash + 1, name) == 0;
}

__attribute__((constructor)) static void begin(void)
{
	const char *file = getenv("FAULTS_STATE"), *text = getenv("FAULTS");
	const char *folder = getenv("FAULTS_BELOW"), *time = getenv("FAULTS_NOW");
	const char *traced = getenv("FAULTS_TRACE"), *end = getenv("FAULTS_UNREADABLE");
	void *bytes;
	int fd;

	if (file == NULL || folder == NULL || !is_program(getenv("FAULTS_PROGRAM")))
		return;
	snprintf(below, sizeof below, "%s", folder);
	snprintf(trace, sizeof trace, "%s", traced != NULL ? traced : "");
	snprintf(unreadable, sizeof unreadable, "%s", end != NULL ? end : "");
	now = time != NULL ? strtol(time, NULL, 10) : 0;
	if (text != NULL)
		read_fault(text);
	fd = REAL(open)(file, O_RDWR | O_CLOEXEC);
	bytes = fd < 0 ? MAP_FAILED
		       : REAL(mmap)(NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (bytes == MAP_FAILED)
		_exit(99);
	REAL(close)(fd);
	state = bytes;
	program_pid = getpid();
	state->begun++;
}

static void tell_trace(void)
{
	void *calls[64];
	int fd = REAL(open)(trace, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);

	if (fd >= 0) {
		struct state *kept = state;

		state = NULL; /* loading what backtrace() needs isn't to be counted */
		backtrace_symbols_fd(calls, backtrace(calls, 64), fd);
		state = kept;
		REAL(close)(fd);
	}
}

static bool is_due(enum class class, unsigned number)
{
	const unsigned first = state->live ? state->number : number_due;
	const enum class which = state->live ? (enum class)state->class : class_due;
	const bool lasts = state->live ? state->on != 0 : due_on;

	return first != 0 && class == which && (number == first || (number > first && lasts));
}

/* Kills the whole program at once; a child of its own goes on, and does nothing. */
static int killed(void)
{
	if (getpid() == program_pid)
		(void)kill(program_pid, SIGKILL);
	return 0;
}

/* Counts a call; 0: it is to do what it does; an error, or SHORT; of clocks 1: it has jumped. */
static int due(enum class class)
{
	if (state == NULL || !state->armed)
		return 0;
	if (state->live && (pid_t)state->spared == program_pid)
		return 0;
	if (!is_due(class, ++state->counts[class]))
		return 0;
	if (state->fired++ == 0 && *trace != '\0')
		tell_trace();
	if (state->live)
		return state->error == KILL ? killed() : state->error;
	return jump != 0 ? 1 : error_due;
}

/* The same of calls that have no parts: doing a part of it is doing it. True: errno is set. */
bool fault_fails(enum class class)
{
	int error = due(class);

	if (error <= 0)
		return false;
	errno = error;
	return true;
}

/* Returns how much of `len` bytes is to be done; -1 for nothing, with errno set. */
ssize_t fault_part(enum class class, size_t len)
{
	int error = due(class);

	if (error == SHORT)
		return (ssize_t)(len + 1) / 2;
	if (error == 0)
		return (ssize_t)len;
	errno = error;
	return -1;
}

void fault_arm(const char *path)
{
	if (state != NULL && !state->armed && strncmp(path, below, strlen(below)) == 0)
		state->armed = 1;
}

static bool is_unreadable(const char *path)
{
	const size_t len = strlen(path);
	size_t end;

	for (const char *at = unreadable; *at != '\0'; at += end + (at[end] == ':')) {
		end = strcspn(at, ":");
		if (len >= end && memcmp(path + len - end, at, end) == 0)
			return true;
	}
	return false;
}

bool fault_opening(const char *path)
{
	if (is_unreadable(path)) {
		errno = EIO;
		return true;
	}
	return fault_fails(class_open);
}

bool fault_time(long *seconds_out)
{
	if (state == NULL || (now == 0 && !state->live))
		return false;
	if (state->live) {
		*seconds_out = (long)state->now;
		return true;
	}
	*seconds_out = now + (due(class_clock) != 0 ? jump : 0);
	return true;
}
