/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <spawn.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

#include "pbem/run/daemon_run.h"

extern char **environ;

static volatile sig_atomic_t at_work; /* process id of the run; 0: none */

void daemon_run_end(void)
{
	if (at_work > 0)
		(void)kill(at_work, SIGTERM);
}

static int spawn_run(const char *program, const char *folder, bool verbose, const sigset_t *open,
		     pid_t *pid_out)
{
	const char *words[] = {
		"pbem", "--site", folder, "run", "--wait", verbose ? "--verbose" : NULL, NULL};
	posix_spawnattr_t how;
	int number = posix_spawnattr_init(&how);

	if (number != 0)
		return number;
	number = posix_spawnattr_setsigmask(&how, open);
	if (number == 0)
		number = posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK);
	if (number == 0)
		number = posix_spawnp(pid_out, program, NULL, &how, (char **)(uintptr_t)words,
				      environ);
	posix_spawnattr_destroy(&how);
	return number;
}

int daemon_run(const char *program, const char *folder, bool verbose, const sigset_t *open,
	       struct reason *reason)
{
	sigset_t before;
	pid_t pid = 0;
	int status = 0, number = spawn_run(program, folder, verbose, open, &pid);

	if (number != 0) {
		reason_set(reason, "can't start a run: %s: %s", program, strerror(number));
		return EX_OSERR;
	}
	at_work = pid;
	sigprocmask(SIG_SETMASK, open, &before);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		continue;
	sigprocmask(SIG_SETMASK, &before, NULL);
	at_work = 0;
	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	reason_set(reason, "a run was ended by signal %d (%s)", WTERMSIG(status),
		   strsignal(WTERMSIG(status)));
	return EX_OSERR;
}
