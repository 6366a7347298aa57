/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sysexits.h>
#include <unistd.h>

#include "pbem/promise/crash.h"
#include "pbem/site/files.h"
#include "pbem/site/wire.h"

static const struct {
	int number;
	const char *why;
} signals[] = {
	{SIGSEGV, " a memory fault\n"},	    {SIGBUS, " a memory fault\n"},
	{SIGFPE, " an arithmetic fault\n"}, {SIGILL, " an illegal instruction\n"},
	{SIGABRT, " a failed assertion\n"}, {SIGPROF, " it took a minute of computing\n"},
};

/* All the handlers may touch: set before any letter is in hand. */
static volatile sig_atomic_t note_fd = -1;
static char in_hand[WAITING_ID_MAX + 1];
static volatile sig_atomic_t in_hand_len;

/* Whether the signal is the kernel's answer to what this process did, or sent by itself (abort); a
 * positive code is the kernel's alone. Anybody else's says nothing of the letter. */
static bool is_ours(const siginfo_t *info)
{
	return info->si_code > 0 || info->si_pid == getpid();
}

/* Only async-signal-safe calls; then dies of the same signal, so that the caller sees it. */
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

/* Time has gone by without computing: a disk, a file system, a process that was stopped. That is no
 * letter's fault; stopping is safe at every instruction. */
static void leave(int number)
{
	static const char why[] = "pbem: a letter is in hand for ten minutes, most of them waiting "
				  "for this machine; the next run tries again\n";

	(void)number;
	if (write(STDERR_FILENO, why, sizeof why - 1) < 0)
		_exit(EX_TEMPFAIL);
	_exit(EX_TEMPFAIL);
}

int crash_watch(const char *folder, struct reason *reason)
{
	/* A stack of its own, so that a stack overflow is noted too. */
	static char stack[65536];
	const stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
	struct sigaction action = {.sa_sigaction = note_crash, .sa_flags = SA_ONSTACK | SA_SIGINFO};
	struct sigaction waiting = {.sa_handler = leave, .sa_flags = SA_ONSTACK};
	char *path = base_printf("%s/crashed", folder);

	note_fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	if (note_fd < 0) {
		reason_set(reason, "can't open %s: %s", path, strerror(errno));
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

int crash_read(const char *folder, struct text *out, struct reason *reason)
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
		reason_set(reason, "can't empty %s: %s", path, strerror(errno));
	free(path);
	return result;
}

int crash_notes(const struct text *all, const char *id, char **why_out)
{
	const char *cursor = all->bytes, *end = cursor + all->len, *line;
	size_t len, id_len = strlen(id);
	int notes = 0;

	*why_out = NULL;
	while (text_next_line(&cursor, end, &line, &len)) {
		if (len <= id_len || memcmp(line, id, id_len) != 0 || line[id_len] != ' ')
			continue;
		free(*why_out);
		*why_out = base_strndup(line + id_len + 1, len - id_len - 1);
		notes++;
	}
	return notes;
}
