/* SPDX-License-Identifier: MIT */
/* Sends messages with sendmail:COMMAND, a program that takes a message on its standard input, as
 * sendmail(8) does. */
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

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/sys/config.h"
#include "pbem/sys/files.h"
#include "pbem/sys/step.h"
#include "pbem/transport/sink.h"
#include "pbem/transport/sink_ops.h"

enum { SAID_MAX = 300, GRACE_MS = 2000, NAP_MS = 10 };

struct sendmail {
	struct sink sink;
	char *command; /* with "$@" after it, for sh -c */
	long timeout_ms;
	struct strbuf letter; /* scratch */
};

/* A running command. */
struct child {
	pid_t pid;
	int said_fd; /* its standard error */
	struct strbuf said;
	int status; /* how it ended, from waitpid */
	bool late;  /* it was killed for taking too long */
};

static enum wire open_sendmail(const struct config *config, struct sink **sink_out,
			       struct reason *reason)
{
	const char *command = config->outgoing + strlen(sendmail_kind.scheme);
	struct sendmail *sendmail;

	if (command[strspn(command, " \t")] == '\0')
		return wire_never(reason, "expected a command after \"sendmail:\", such as "
					  "sendmail:/usr/sbin/sendmail");
	sendmail = base_zalloc(1, sizeof *sendmail);
	sendmail->command = base_printf("%s \"$@\"", command);
	/* The command itself may wait for a mail server's final answer. */
	sendmail->timeout_ms = (config->timeout_seconds + step_final_seconds()) * 1000;
	strbuf_init(&sendmail->letter, 0);
	*sink_out = &sendmail->sink;
	return WIRE_DONE;
}

/* Writes the message to a file without a name, so that a command that reads late or never can't
 * block us. Returns its descriptor, or -1. */
static int message_file(const struct strbuf *letter, struct reason *reason)
{
	FILE *file = tmpfile();
	int fd = file == NULL ? -1 : dup(fileno(file));

	if (fd < 0 || files_write_all(fd, letter->bytes, letter->len) != 0 ||
	    lseek(fd, 0, SEEK_SET) != 0) {
		reason_set_change(reason, "can't write a temporary file");
		if (fd >= 0)
			close(fd);
		fd = -1;
	}
	if (file != NULL)
		fclose(file);
	return fd;
}

/* Runs the command in the child. It has the message, a pipe for its standard error, and nothing
 * else; its standard output is discarded. */
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

/* Starts the command with the five `args`. */
static int start_command(const struct sendmail *sendmail, const char *const *args,
			 struct child *child, struct reason *reason)
{
	int letter_fd = message_file(&sendmail->letter, reason), said[2];

	if (letter_fd < 0)
		return -1;
	if (pipe2(said, O_CLOEXEC) != 0) {
		reason_set_change(reason, "can't make a pipe");
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
		reason_set_change(reason, "can't start a process");
		close(said[0]);
		return -1;
	}
	setpgid(child->pid, child->pid); /* in both processes, because either may run first */
	fcntl(said[0], F_SETFL, O_NONBLOCK);
	child->said_fd = said[0];
	return 0;
}

/* Reads what the command has written to standard error. Returns false if there will be no more. */
static bool read_stderr(struct child *child)
{
	char block[512];
	ssize_t got;

	while ((got = read(child->said_fd, block, sizeof block)) > 0)
		strbuf_add_bytes(&child->said, block, (size_t)got);
	return got < 0 && (errno == EAGAIN || errno == EINTR);
}

/* Waits until the command has ended. Returns false if `ms` milliseconds pass first. */
static bool wait_for_command(struct sink *sink, struct child *child, long ms)
{
	int64_t began = step_ms(), until = began + ms;
	bool talking = true;

	for (;;) {
		struct pollfd poll_fd = {.fd = talking ? child->said_fd : -1, .events = POLLIN};

		if (waitpid(child->pid, &child->status, WNOHANG) == child->pid) {
			read_stderr(child);
			return true;
		}
		if (step_ms() >= until)
			return false;
		sink_note_wait(sink, step_ms() - began);
		poll(&poll_fd, 1, NAP_MS);
		if (talking)
			talking = read_stderr(child);
	}
}

/* Waits until the command has ended. After the timeout, sends it SIGTERM and then SIGKILL. */
static void end_command(struct sink *sink, struct child *child, long timeout_ms)
{
	if (!wait_for_command(sink, child, timeout_ms)) {
		child->late = true;
		kill(-child->pid, SIGTERM);
		if (!wait_for_command(sink, child, GRACE_MS)) {
			kill(-child->pid, SIGKILL);
			while (waitpid(child->pid, &child->status, 0) < 0 && errno == EINTR)
				;
		}
	}
	close(child->said_fd);
}

/* Returns the first line that the command wrote, fit for a log, or "" if there is none. */
static const char *first_words(struct child *child)
{
	char *words = child->said.bytes;

	words[strcspn(words, "\r\n")] = '\0';
	for (char *c = words; *c != '\0'; c++)
		if (*c < ' ' || *c > '~')
			*c = '?';
	return words;
}

static enum wire check_exit(struct sendmail *sendmail, struct child *child, struct reason *reason)
{
	const enum sink_about about = sink_classify_reply(child->said.bytes);
	const char *said = first_words(child), *colon = *said != '\0' ? ": " : "";
	int code;

	/* A command that was killed may have sent the message before. */
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
	/* The command reports what a server said about our account. */
	if (about == SINK_ABOUT_US && code != EX_CONFIG && code != EX_NOPERM) {
		sendmail->sink.down = true;
		return WIRE_LATER;
	}
	sendmail->sink.theirs = code == EX_NOUSER || code == EX_NOHOST || about == SINK_ABOUT_THEM;
	switch (code) {
	case EX_NOUSER:
	case EX_NOHOST:
	case EX_DATAERR:
	case EX_UNAVAILABLE:
		return WIRE_NEVER;
	case EX_TEMPFAIL:
		return WIRE_LATER;
	default:
		/* The command or its configuration is wrong, which is no message's fault. */
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

	/* Our shell never interprets addresses, but a command that runs another shell (ssh) would
	 * pass them to it. */
	if (strpbrk(letter->to, "`$|&") != NULL || strpbrk(letter->from, "`$|&") != NULL)
		return wire_never(
			reason,
			"pbem doesn't pass an address that contains `, $, | or & to a command");
	strbuf_clear(&sendmail->letter);
	sink_add_local(letter->bytes, letter->len, &sendmail->letter);
	if (start_command(sendmail, args, &child, reason) != 0) {
		sink->down = true;
		return WIRE_LATER;
	}
	strbuf_init(&child.said, SAID_MAX);
	end_command(sink, &child, sendmail->timeout_ms);
	result = check_exit(sendmail, &child, reason);
	strbuf_done(&child.said);
	return result;
}

/* Checks that the command exists, if its path is absolute. More can't be tested without sending. */
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

	strbuf_done(&sendmail->letter);
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
