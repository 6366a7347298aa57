/* SPDX-License-Identifier: MIT */
/* sendmail:COMMAND: a program that takes a letter on its standard input, as sendmail(8) does. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

#include "core/base/base.h"
#include "core/base/text.h"
#include "pbem/site/config.h"
#include "pbem/site/files.h"
#include "pbem/wire/sink.h"
#include "pbem/wire/sink_kind.h"
#include "pbem/site/step.h"

enum { SAID_MAX = 300, GRACE_MS = 2000, NAP_MS = 10 };

struct sendmail {
	struct sink sink;
	char *command; /* with "$@" behind it, for sh -c */
	long timeout_ms;
	struct text letter; /* scratch */
};

/* A command that runs. */
struct child {
	pid_t pid;
	int said_fd; /* its standard error */
	struct text said;
	int status; /* when it has ended, as waitpid gives it */
	bool late;  /* it was killed for taking too long */
};

static enum wire open_sendmail(const struct config *config, struct sink **sink_out,
			       struct reason *reason)
{
	const char *command = config->outgoing + strlen(sendmail_kind.scheme);
	struct sendmail *sendmail;

	if (command[strspn(command, " \t")] == '\0')
		return wire_never(reason, "\"sendmail:\" needs a command behind it, such as "
					  "sendmail:/usr/sbin/sendmail");
	sendmail = base_zalloc(1, sizeof *sendmail);
	sendmail->command = base_printf("%s \"$@\"", command);
	/* It may itself wait for a mail server's final answer. */
	sendmail->timeout_ms = (config->timeout_seconds + step_final_seconds()) * 1000;
	text_init(&sendmail->letter, 0);
	*sink_out = &sendmail->sink;
	return WIRE_DONE;
}

/* A file without a name that holds the letter: a command that reads late, or never, can't block us.
 */
static int letter_file(const struct text *letter, struct reason *reason)
{
	FILE *file = tmpfile();
	int fd = file == NULL ? -1 : dup(fileno(file));

	if (fd < 0 || files_write_all(fd, letter->bytes, letter->len) != 0 ||
	    lseek(fd, 0, SEEK_SET) != 0) {
		reason_set(reason, "can't write a temporary file: %s", strerror(errno));
		if (fd >= 0)
			close(fd);
		fd = -1;
	}
	if (file != NULL)
		fclose(file);
	return fd;
}

/* In the child: nothing but the letter, its answer and standard output, which is thrown away. */
static void become_command(const struct sendmail *sendmail, int letter_fd, int said_fd,
			   const char *const *args)
{
	int null = open("/dev/null", O_WRONLY);

	setpgid(0, 0);
	if (null < 0 || dup2(letter_fd, 0) < 0 || dup2(null, 1) < 0 || dup2(said_fd, 2) < 0)
		_exit(EX_OSERR);
	signal(SIGPIPE, SIG_DFL);
	closefrom(3);
	/* Addresses are arguments, never part of the text that the shell reads. */
	execl("/bin/sh", "sh", "-c", sendmail->command, "sendmail", args[0], args[1], args[2],
	      args[3], args[4], (char *)NULL);
	_exit(EX_OSERR);
}

/* Starts the command; `args` are five. */
static int start(const struct sendmail *sendmail, const char *const *args, struct child *child,
		 struct reason *reason)
{
	int letter_fd = letter_file(&sendmail->letter, reason), said[2];

	if (letter_fd < 0)
		return -1;
	if (pipe2(said, O_CLOEXEC) != 0) {
		reason_set(reason, "can't make a pipe: %s", strerror(errno));
		close(letter_fd);
		return -1;
	}
	fflush(NULL);
	child->pid = fork();
	if (child->pid == 0)
		become_command(sendmail, letter_fd, said[1], args);
	close(letter_fd);
	close(said[1]);
	if (child->pid < 0) {
		reason_set(reason, "can't start a process: %s", strerror(errno));
		close(said[0]);
		return -1;
	}
	setpgid(child->pid, child->pid); /* here too: who comes first */
	fcntl(said[0], F_SETFL, O_NONBLOCK);
	child->said_fd = said[0];
	return 0;
}

/* Reads what there is of the command's standard error; false when there will be no more. */
static bool listen_to(struct child *child)
{
	char block[512];
	ssize_t got;

	while ((got = read(child->said_fd, block, sizeof block)) > 0)
		text_add_bytes(&child->said, block, (size_t)got);
	return got < 0 && (errno == EAGAIN || errno == EINTR);
}

/* Waits until the command has ended, or `ms` have passed: then false. */
static bool wait_for(struct sink *sink, struct child *child, long ms)
{
	int64_t began = step_ms(), until = began + ms;
	bool talking = true;

	for (;;) {
		struct pollfd poll_fd = {.fd = talking ? child->said_fd : -1, .events = POLLIN};

		if (waitpid(child->pid, &child->status, WNOHANG) == child->pid) {
			listen_to(child);
			return true;
		}
		if (step_ms() >= until)
			return false;
		sink_has_waited(sink, step_ms() - began);
		poll(&poll_fd, 1, NAP_MS);
		if (talking)
			talking = listen_to(child);
	}
}

/* Waits for the end, brought about if need be: first asking, then not. */
static void finish(struct sink *sink, struct child *child, long timeout_ms)
{
	if (!wait_for(sink, child, timeout_ms)) {
		child->late = true;
		kill(-child->pid, SIGTERM);
		if (!wait_for(sink, child, GRACE_MS)) {
			kill(-child->pid, SIGKILL);
			while (waitpid(child->pid, &child->status, 0) < 0 && errno == EINTR)
				;
		}
	}
	close(child->said_fd);
}

/* The first line of what the command said, fit for a log; "" when it said nothing. */
static const char *first_words(struct child *child)
{
	char *words = child->said.bytes;

	words[strcspn(words, "\r\n")] = '\0';
	for (char *c = words; *c != '\0'; c++)
		if (*c < ' ' || *c > '~')
			*c = '?';
	return words;
}

static enum wire judge(struct sendmail *sendmail, struct child *child, struct reason *reason)
{
	const char *said = first_words(child), *colon = *said != '\0' ? ": " : "";
	int code;

	/* What it had done with the letter by then nobody knows. */
	sendmail->sink.in_doubt = child->late || !WIFEXITED(child->status);
	if (child->late) {
		reason_set(reason,
			   "the sendmail command took longer than %ld seconds and was stopped",
			   sendmail->timeout_ms / 1000);
		sendmail->sink.down = true;
		return WIRE_LATER;
	}
	if (!WIFEXITED(child->status))
		return wire_later(reason, "the sendmail command was ended by signal %d%s%s",
				  WTERMSIG(child->status), colon, said);
	code = WEXITSTATUS(child->status);
	if (code == 0)
		return WIRE_DONE;
	reason_set(reason, "the sendmail command ended with exit code %d%s%s", code, colon, said);
	switch (code) {
	case EX_NOUSER:
	case EX_NOHOST:
	case EX_DATAERR:
	case EX_UNAVAILABLE:
		return WIRE_NEVER;
	case EX_TEMPFAIL:
		return WIRE_LATER;
	default:
		/* The command is wrong or its configuration: no letter's fault. */
		sendmail->sink.down = sendmail->sink.broken = true;
		return WIRE_LATER;
	}
}

static enum wire send_by_command(struct sink *sink, const struct sink_letter *letter,
				 struct reason *reason)
{
	struct sendmail *sendmail = (struct sendmail *)sink;
	const char *args[] = {"-i", "-f", *letter->from != '\0' ? letter->from : "<>", "--",
			      letter->to};
	struct child child = {.pid = -1};
	enum wire result;

	/* Our shell never sees addresses; a command that runs another one (ssh) would show them to
	 * it. */
	if (strpbrk(letter->to, "`$|&") != NULL || strpbrk(letter->from, "`$|&") != NULL)
		return wire_never(reason,
				  "an address with one of `$|& in it is not given to a command");
	text_clear(&sendmail->letter);
	sink_add_local(letter->bytes, letter->len, &sendmail->letter);
	if (start(sendmail, args, &child, reason) != 0) {
		sink->down = true;
		return WIRE_LATER;
	}
	text_init(&child.said, SAID_MAX);
	finish(sink, &child, sendmail->timeout_ms);
	result = judge(sendmail, &child, reason);
	text_done(&child.said);
	return result;
}

/* Whether sh finds the command: nothing can be asked of it without sending. */
static enum wire probe_command(struct sink *sink, struct reason *reason)
{
	const struct sendmail *sendmail = (const struct sendmail *)sink;
	size_t blank = strspn(sendmail->command, " \t");
	size_t len = strcspn(sendmail->command + blank, " \t");
	char *word = base_strndup(sendmail->command + blank, len);
	enum wire result = WIRE_DONE;

	if (word[0] == '/' && access(word, X_OK) != 0) {
		reason_set(reason, "outgoing: can't run %s: %s", word, strerror(errno));
		result = WIRE_NEVER;
	}
	free(word);
	return result;
}

static void close_sendmail(struct sink *sink)
{
	struct sendmail *sendmail = (struct sendmail *)sink;

	text_done(&sendmail->letter);
	free(sendmail->command);
	free(sendmail);
}

const struct sink_kind sendmail_kind = {
	.scheme = "sendmail:",
	.open = open_sendmail,
	.send = send_by_command,
	.probe = probe_command,
	.close = close_sendmail,
};
