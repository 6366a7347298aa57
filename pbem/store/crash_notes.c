/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

#include "pbem/store/crash_notes.h"
#include "pbem/sys/files.h"
#include "pbem/sys/transport.h"

static const struct {
	int number;
	const char *why;
} signals[] = {
	{SIGSEGV, " a memory fault\n"},	    {SIGBUS, " a memory fault\n"},
	{SIGFPE, " an arithmetic fault\n"}, {SIGILL, " an illegal instruction\n"},
	{SIGABRT, " a failed assertion\n"}, {SIGPROF, " it took a minute of computing\n"},
};

/* The state of the handlers. While in_hand is written, in_hand_len is 0. */
static volatile sig_atomic_t note_fd = -1;
static char in_hand[WAITING_ID_MAX + 1];
static volatile sig_atomic_t in_hand_len;

/* Reports whether this process caused the signal: the kernel raised it (only the kernel uses
 * positive codes), or the process sent it to itself (abort). Other signals aren't the message's
 * fault. */
static bool is_ours(const siginfo_t *info)
{
	return info->si_code > 0 || info->si_pid == getpid();
}

/* Writes the note with async-signal-safe calls only. Then the process dies of the same signal, so
 * that its parent sees the cause. */
static void note_crash(int number, siginfo_t *info, void *context)
{
	int saved = errno;

	(void)context;
	for (size_t i = 0; i < ARRAY_LEN(signals); i++) {
		if (signals[i].number != number || in_hand_len == 0 || note_fd < 0 ||
		    !is_ours(info))
			continue;
		if (write(note_fd, in_hand, (size_t)in_hand_len) >= 0 &&
		    write(note_fd, signals[i].why, strlen(signals[i].why)) >= 0)
			fsync(note_fd);
	}
	errno = saved;
	signal(number, SIG_DFL);
	raise(number);
}

/* Ends the process when a message takes too long by waiting for a disk, a file system or a stopped
 * process. The message isn't at fault, so no note is written. Stopping is safe at every
 * instruction. */
static void exit_after_timeout(int number)
{
	static const char why[] = "pbem: a letter has taken ten minutes, mostly waiting for this "
				  "machine; the next run tries again\n";

	(void)number;
	if (write(STDERR_FILENO, why, sizeof why - 1) < 0)
		_exit(EX_TEMPFAIL);
	_exit(EX_TEMPFAIL);
}

int crash_watch(const char *folder, struct reason *reason)
{
	/* The handlers have a separate stack, so that a stack overflow is noted, too. */
	static char stack[65536];
	const stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
	struct sigaction action = {.sa_sigaction = note_crash, .sa_flags = SA_ONSTACK | SA_SIGINFO};
	struct sigaction waiting = {.sa_handler = exit_after_timeout, .sa_flags = SA_ONSTACK};
	char *path = base_printf("%s/crashed", folder);

	note_fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	if (note_fd < 0) {
		reason_set_change(reason, "can't open %s", path);
		free(path);
		return -1;
	}
	free(path);
	sigaltstack(&alternate, NULL);
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < ARRAY_LEN(signals); i++)
		sigaction(signals[i].number, &action, NULL);
	sigemptyset(&waiting.sa_mask);
	sigaction(SIGALRM, &waiting, NULL);
	return 0;
}

void crash_in_hand(const char *id)
{
	const struct itimerval none = {.it_value = {0}};
	const struct itimerval limit = {.it_value = {.tv_sec = CRASH_CPU_SECONDS}};

	in_hand_len = 0;
	setitimer(ITIMER_PROF, id != NULL ? &limit : &none, NULL);
	alarm(id != NULL ? CRASH_WAIT_SECONDS : 0);
	if (id == NULL)
		return;
	strncpy(in_hand, id, sizeof in_hand - 1);
	in_hand_len = (sig_atomic_t)strlen(in_hand);
}

void crash_at_work(const char *what)
{
	crash_in_hand(NULL);
	strncpy(in_hand, what, sizeof in_hand - 1);
	in_hand_len = (sig_atomic_t)strlen(in_hand);
}

bool crash_is_old(const char *folder, int64_t seconds)
{
	char *path = base_printf("%s/crashed", folder);
	struct stat status;
	bool old = stat(path, &status) == 0 && status.st_size > 0 &&
		   time(NULL) - status.st_mtime > seconds;

	free(path);
	return old;
}

int crash_read(const char *folder, struct strbuf *out, struct reason *reason)
{
	char *path = base_printf("%s/crashed", folder);
	bool there;
	int result = files_read_if_there(path, out, &there, reason);

	free(path);
	return result;
}

int crash_forget(const char *folder, struct reason *reason)
{
	char *path = base_printf("%s/crashed", folder);
	int result = truncate(path, 0);

	if (result != 0 && errno == ENOENT)
		result = 0;
	if (result != 0)
		reason_set_change(reason, "can't empty %s", path);
	free(path);
	return result;
}

int crash_notes(const struct strbuf *all, const char *id, char **why_out)
{
	const char *cursor = all->bytes, *end = cursor + all->len, *line;
	size_t len, id_len = strlen(id);
	int notes = 0;

	*why_out = NULL;
	while (strbuf_next_line(&cursor, end, &line, &len)) {
		if (len <= id_len || memcmp(line, id, id_len) != 0 || line[id_len] != ' ')
			continue;
		free(*why_out);
		*why_out = base_strndup(line + id_len + 1, len - id_len - 1);
		notes++;
	}
	return notes;
}
