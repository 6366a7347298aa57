/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

#include "core/util/sha256.h"
#include "core/util/strbuf.h"
#include "pbem/sandbox/confine.h"
#include "pbem/sandbox/sandbox_internal.h"
#include "pbem/sandbox/sandbox_protocol.h"
#include "pbem/sys/core_context.h"

/* The supervisor process, as this process sees it. */
static struct {
	pid_t pid;	    /* 0: there is none */
	int control;	    /* the socket to it */
	struct reason none; /* why there is no supervisor */
	bool ready;
	bool stocked; /* a message needed more libraries, which all later readers have */
	size_t max_text;
	size_t per_reader; /* messages that a reader gets */
} supervisor;

/* A reader and its messages. The number of the reader is its index in `tasks`. */
struct task {
	bool begun; /* the reader has the messages */
	bool stocked;
	int channel;
	size_t next;  /* the message whose answer comes next */
	size_t count; /* 0: there is no reader */
	struct sandbox_job jobs[SANDBOX_READER_MAX];
	const char *bytes[SANDBOX_READER_MAX]; /* NULL: no longer expected */
};

/* Readers of messages that are expected, and one for a message that isn't. */
static struct task tasks[SANDBOX_AHEAD + 1];
static struct task *const single = &tasks[SANDBOX_AHEAD];

/* How the last reader ended. */
static struct {
	enum confine doors;
	bool spent;   /* it failed after a minute of computing */
	bool starved; /* it failed like a process that gets no memory */
} last;

const char *sandbox_doors(void)
{
	/* Sentences for people, by the bits of enum confine. */
	static const char *const words[] = {
		"nothing: this pbem is watched by a sanitizer or by valgrind",
		"limits alone: this kernel has neither seccomp nor landlock",
		"landlock",
		"landlock and limits: this kernel has no seccomp",
		"seccomp",
		"seccomp and limits: this kernel has no landlock",
		"seccomp and landlock",
		"seccomp, landlock and limits",
	};

	return words[last.doors % ARRAY_LEN(words)];
}

bool sandbox_are_closed(void)
{
	return (last.doors & CONFINE_SECCOMP) != 0;
}

static void set_socket_timeout(int fd)
{
	const struct timeval patience = {.tv_sec = SANDBOX_PATIENCE};

	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
}

/* Sets a temporary reason for a failure between this process and a reader, which says nothing about
 * the message. */
static enum sandbox set_later(struct reason *reason, const char *what, int number)
{
	reason_set(reason, "%s%s%s", what, number != 0 ? ": " : "",
		   number != 0 ? strerror(number) : "");
	reason_set_kind(reason, REASON_TEMPORARY);
	return SANDBOX_LATER;
}

/* Forks the supervisor. Returns false if no further process can be started now. */
static bool fork_supervisor(void)
{
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
		return false;
	fflush(NULL);
	supervisor.pid = fork();
	if (supervisor.pid == 0) {
		close(ends[0]);
		sandbox_run_supervisor(ends[1]);
	}
	close(ends[1]);
	supervisor.control = ends[0];
	if (supervisor.pid > 0)
		return true;
	supervisor.pid = 0;
	close(ends[0]);
	return false;
}

void sandbox_start(void)
{
	memset(&supervisor, 0, sizeof supervisor);
	core_context_guard_glib();
	if (!fork_supervisor()) {
		(void)set_later(&supervisor.none, "can't start a process to read letters", errno);
		return;
	}
	set_socket_timeout(supervisor.control);
	confine_hide();
}

static void stop_supervisor(int how)
{
	if (supervisor.pid == 0)
		return;
	for (size_t i = 0; i < ARRAY_LEN(tasks); i++) {
		if (tasks[i].begun)
			close(tasks[i].channel);
		memset(&tasks[i], 0, sizeof tasks[i]);
	}
	close(supervisor.control);
	if (how != 0)
		kill(supervisor.pid, how);
	while (waitpid(supervisor.pid, NULL, 0) < 0 && errno == EINTR)
		;
	supervisor.pid = 0;
	supervisor.ready = false;
}

void sandbox_stop(void)
{
	stop_supervisor(0);
}

/* Records that the supervisor is gone or no longer answers. No message is read any more, because
 * another supervisor can't be forked from a process that has keys. */
static enum sandbox lose_supervisor(struct reason *reason, int number)
{
	stop_supervisor(SIGKILL);
	(void)set_later(&supervisor.none, "the process that has letters read doesn't answer",
			number);
	*reason = supervisor.none;
	return SANDBOX_LATER;
}

/* ---- exchanging packets with the supervisor ---- */

static int receive_note(struct sandbox_note *note)
{
	ssize_t got;

	do
		got = recv(supervisor.control, note, sizeof *note, 0);
	while (got < 0 && errno == EINTR);
	if (got != sizeof *note) {
		errno = got < 0 ? errno : EPIPE;
		return -1;
	}
	note->why[sizeof note->why - 1] = '\0';
	return 0;
}

/* Sends a packet, and a descriptor with it unless `fd` is negative. */
static int send_to_supervisor(const void *bytes, size_t len, int fd)
{
	union {
		char bytes[CMSG_SPACE(sizeof(int))];
		struct cmsghdr align;
	} ancillary = {.bytes = {0}};
	struct iovec part = {.iov_base = (void *)(uintptr_t)bytes, .iov_len = len};
	struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
	struct cmsghdr *head;
	ssize_t sent;

	if (fd >= 0) {
		message.msg_control = ancillary.bytes;
		message.msg_controllen = sizeof ancillary.bytes;
		head = CMSG_FIRSTHDR(&message);
		head->cmsg_level = SOL_SOCKET;
		head->cmsg_type = SCM_RIGHTS;
		head->cmsg_len = CMSG_LEN(sizeof fd);
		memcpy(CMSG_DATA(head), &fd, sizeof fd);
	}
	do
		sent = sendmsg(supervisor.control, &message, MSG_NOSIGNAL);
	while (sent < 0 && errno == EINTR);
	return sent == (ssize_t)len ? 0 : -1;
}

static int send_setup(const struct sandbox_setup *setup)
{
	const char *const strings[] = {setup->own_address, setup->games, setup->mailers,
				       setup->site_mailers};
	struct sandbox_packet packet;
	struct strbuf bytes;
	int result;

	memset(&packet, 0, sizeof packet);
	packet.limits = setup->limits;
	packet.has_site_mailers = setup->site_mailers != NULL;
	strbuf_init(&bytes, 0);
	strbuf_add_bytes(&bytes, (const char *)&packet, sizeof packet);
	for (size_t i = 0; i < ARRAY_LEN(strings) && strings[i] != NULL; i++)
		strbuf_add_bytes(&bytes, strings[i], strlen(strings[i]) + 1);
	errno = ENAMETOOLONG;
	result =
		bytes.len < SANDBOX_SETUP_MAX ? send_to_supervisor(bytes.bytes, bytes.len, -1) : -1;
	strbuf_done(&bytes);
	return result;
}

int sandbox_ready(const struct sandbox_setup *setup, struct reason *reason)
{
	struct sandbox_note note;

	if (supervisor.ready)
		return 0;
	if (supervisor.pid == 0) {
		*reason = supervisor.none;
	} else if (send_setup(setup) != 0 || receive_note(&note) != 0) {
		(void)lose_supervisor(reason, errno);
	} else if (!note.well) {
		reason_set(reason, "%s", note.why);
		if (note.passing)
			reason_set_kind(reason, REASON_TEMPORARY);
		stop_supervisor(0);
		supervisor.none = *reason;
	} else {
		supervisor.max_text = setup->limits.max_text_bytes;
		supervisor.per_reader = setup->messages_per_reader;
		supervisor.ready = true;
	}
	return supervisor.ready ? 0 : -1;
}

size_t sandbox_ahead(void)
{
	return supervisor.per_reader > SANDBOX_AHEAD ? supervisor.per_reader : SANDBOX_AHEAD;
}

/* ---- sending messages to a reader ---- */

/* Returns the milliseconds that are left until `end`. */
static int left_until(const struct timespec *end)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int)((end->tv_sec - now.tv_sec) * 1000 + (end->tv_nsec - now.tv_nsec) / 1000000);
}

/* Waits until the channel is ready for `what`. Returns 1, or 0 if `end` comes first, or -1 if the
 * system can't wait now. */
static int wait_for(int channel, short what, const struct timespec *end)
{
	struct pollfd poll_for = {.fd = channel, .events = what};
	int left, ready;

	do {
		left = left_until(end);
		ready = left > 0 ? poll(&poll_for, 1, left) : 0;
	} while (ready < 0 && errno == EINTR);
	return ready;
}

static void set_end(struct timespec *end_out, int seconds)
{
	clock_gettime(CLOCK_MONOTONIC, end_out);
	end_out->tv_sec += seconds;
}

/* Sends the messages. If the reader doesn't take them or has ended, the supervisor reports how.
 * Returns -1 if the system can't send them now. */
static int send_messages(const struct task *task)
{
	struct sandbox_batch batch = {.count = (uint32_t)task->count};
	struct iovec parts[1 + SANDBOX_READER_MAX] = {{&batch, sizeof batch}};
	struct msghdr message = {.msg_iov = parts, .msg_iovlen = 1 + task->count};
	struct timespec end;

	for (size_t i = 0; i < task->count; i++) {
		batch.jobs[i] = task->jobs[i];
		parts[i + 1] = (struct iovec){(void *)(uintptr_t)task->bytes[i], task->jobs[i].len};
	}
	set_end(&end, SANDBOX_TAKES);
	while (message.msg_iovlen > 0) {
		const int ready = wait_for(task->channel, POLLOUT, &end);
		ssize_t sent;
		size_t by;

		if (ready <= 0)
			return ready;
		sent = sendmsg(task->channel, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
		if (sent < 0 && errno != EINTR && errno != EAGAIN)
			return errno == EPIPE || errno == ECONNRESET ? 0 : -1;
		by = sent > 0 ? (size_t)sent : 0;
		while (message.msg_iovlen > 0 && by >= message.msg_iov->iov_len) {
			by -= message.msg_iov->iov_len;
			message.msg_iov++;
			message.msg_iovlen--;
		}
		if (message.msg_iovlen > 0) {
			message.msg_iov->iov_base = (char *)message.msg_iov->iov_base + by;
			message.msg_iov->iov_len -= by;
		}
	}
	return 0;
}

/* Ends the task's reader, so that it uses no memory and no computing time any more. Fills in how it
 * ended, unless `over_out` is NULL. Returns -1 if the supervisor doesn't answer. */
static int end_reader(struct task *task, struct sandbox_note *over_out)
{
	const struct sandbox_request ask = {over_out != NULL ? SANDBOX_END_AND_TELL : SANDBOX_END,
					    (unsigned)(task - tasks)};

	if (!task->begun)
		return 0;
	close(task->channel);
	task->begun = false;
	return send_to_supervisor(&ask, sizeof ask, -1) != 0 ||
			       (over_out != NULL && receive_note(over_out) != 0)
		       ? -1
		       : 0;
}

/* Drops a task whose answers aren't wanted. A supervisor that doesn't answer is lost with all its
 * readers. */
static void drop_task(struct task *task)
{
	struct reason reason;

	task->count = 0;
	if (end_reader(task, NULL) != 0)
		(void)lose_supervisor(&reason, errno);
}

/* Starts a reader and sends it the task's messages. Doesn't wait for its start. */
static enum sandbox begin_task(struct task *task, struct reason *reason)
{
	const struct sandbox_request ask = {supervisor.stocked ? SANDBOX_STOCKED : SANDBOX_PLAIN,
					    (unsigned)(task - tasks)};
	int ends[2], sent;

	if (supervisor.pid == 0) {
		*reason = supervisor.none;
		return SANDBOX_LATER;
	}
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
		return set_later(reason, "can't start a process to read letters", errno);
	sent = send_to_supervisor(&ask, sizeof ask, ends[1]);
	close(ends[1]);
	task->channel = ends[0];
	task->begun = true;
	task->stocked = supervisor.stocked;
	task->next = 0;
	if (sent != 0)
		return lose_supervisor(reason, errno);
	if (send_messages(task) != 0) {
		const int number = errno;

		drop_task(task);
		return set_later(reason, "can't hand it to the process that reads letters", number);
	}
	/* This is necessary even if only a part was sent: the reader must not wait for the rest. */
	(void)shutdown(task->channel, SHUT_WR);
	return SANDBOX_READ;
}

/* ---- answers ---- */

/* The part of a reader's answer that arrived. */
enum receive_result {
	RECEIVED_ALL,	   /* as much as its head announces */
	RECEIVED_NONSENSE, /* a head that announces more than an answer may have */
	RECEIVED_LACKS,	   /* the reader had to load a library and couldn't */
	RECEIVED_END, /* less, and then the channel was closed: the reader has ended, because it
		      can't close the channel itself */
	RECEIVED_TOO_LITTLE, /* less, because the time was over */
	RECEIVED_NOT,	     /* less, because the system couldn't wait for it */
};

static enum receive_result receive_bytes(int channel, void *bytes, size_t len,
					 const struct timespec *end)
{
	size_t done = 0;

	while (done < len) {
		const int ready = wait_for(channel, POLLIN, end);
		ssize_t got;

		if (ready <= 0)
			return ready < 0 ? RECEIVED_NOT : RECEIVED_TOO_LITTLE;
		got = recv(channel, (char *)bytes + done, len - done, MSG_DONTWAIT);
		if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN))
			return RECEIVED_END;
		done += got > 0 ? (size_t)got : 0;
	}
	return RECEIVED_ALL;
}

/* Receives and checks the answer to the task's next message. */
static enum receive_result receive_answer(struct task *task, const struct timespec *end,
					  struct sandbox_protocol *parcel_out)
{
	const bool whole = task->jobs[task->next].wish == SANDBOX_MODE_WHOLE;
	struct sandbox_answer head;
	enum receive_result heard;
	char *bytes;

	task->next++;
	heard = receive_bytes(task->channel, &head, sizeof head, end);
	if (heard != RECEIVED_ALL)
		return heard;
	/* If a reader with all libraries says that it lacks one, it isn't believed. */
	if (head.len == SANDBOX_LACKS && !task->stocked)
		return RECEIVED_LACKS;
	if (head.len > sandbox_protocol_most(supervisor.max_text, whole))
		return RECEIVED_NONSENSE;
	bytes = base_alloc(head.len);
	heard = receive_bytes(task->channel, bytes, head.len, end);
	if (heard == RECEIVED_ALL &&
	    sandbox_protocol_open(bytes, head.len, supervisor.max_text, parcel_out) != 0)
		heard = RECEIVED_NONSENSE;
	free(bytes);
	return heard;
}

static enum sandbox set_failure(struct reason *reason, const char *why)
{
	reason_set(reason, "its reader failed over it (%s); please report this", why);
	return SANDBOX_FAILED;
}

/* Judges a reader that ended without a good answer. The message may have caused the end. */
static enum sandbox explain_reader_end(const struct sandbox_note *note, struct reason *reason)
{
	const int status = note->status;

	last.starved = (WIFEXITED(status) && WEXITSTATUS(status) == EX_TEMPFAIL) ||
		       (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && !note->computed);
	if (WIFEXITED(status) && WEXITSTATUS(status) == EX_TEMPFAIL)
		return set_failure(reason, "it took too much memory");
	if (WIFEXITED(status))
		return set_failure(reason, "it gave no answer that makes sense");
	switch (WTERMSIG(status)) {
	case SIGXCPU:
		return set_failure(reason, "it took a minute of computing");
	case SIGKILL:
		return set_failure(reason, note->computed ? "it took a minute of computing"
							  : "it was killed");
	case SIGTERM:
	case SIGINT:
	case SIGHUP:
	case SIGQUIT:
		return set_failure(reason, "it was ended");
	case SIGSYS:
		return set_failure(reason,
				   "it tried what no letter needs: the letter may be an attack");
	case SIGABRT:
	case SIGTRAP:
		return set_failure(reason, "a failed assertion");
	case SIGPIPE:
		return set_failure(reason, "it gave no answer that makes sense");
	case SIGFPE:
		return set_failure(reason, "an arithmetic fault");
	case SIGILL:
		return set_failure(reason, "an illegal instruction");
	default:
		return set_failure(reason, "a memory fault");
	}
}

/* Reports why there was no good answer. How the reader ended shows the cause only if it ended by
 * itself. */
static enum sandbox explain_bad_answer(const struct sandbox_note *over, enum receive_result heard,
				       struct reason *reason)
{
	if (over->error != 0)
		return set_later(reason, "can't start a process to read letters", over->error);
	last.spent = over->computed;
	switch (heard) {
	case RECEIVED_END:
		return explain_reader_end(over, reason);
	case RECEIVED_TOO_LITTLE:
		return set_failure(reason, "it gave no answer in time");
	case RECEIVED_NOT:
		return set_later(reason, "can't wait for the process that reads letters", 0);
	default:
		return set_failure(reason, "it gave no answer that makes sense");
	}
}

/* ---- reading in advance ---- */

void sandbox_expect(const char *bytes, size_t len)
{
	struct task *task = NULL;
	struct reason reason;

	if (len > SANDBOX_AHEAD_BYTES || !supervisor.ready)
		return;
	for (size_t i = 0; i < SANDBOX_AHEAD && (task == NULL || task->count == 0); i++)
		if (!tasks[i].begun)
			task = &tasks[i];
	if (task == NULL)
		return;
	task->jobs[task->count] = (struct sandbox_job){SANDBOX_MODE_READ, (uint32_t)len};
	task->bytes[task->count++] = bytes;
	if (task->count >= supervisor.per_reader && begin_task(task, &reason) != SANDBOX_READ)
		task->count = 0;
}

/* Removes a message, and drops the task if it was the last one. */
static void forget_message(struct task *task, size_t which)
{
	size_t left = 0;

	task->bytes[which] = NULL;
	if (!task->begun) {
		memmove(&task->bytes[which], &task->bytes[which + 1],
			(task->count - which - 1) * sizeof task->bytes[0]);
		memmove(&task->jobs[which], &task->jobs[which + 1],
			(task->count - which - 1) * sizeof task->jobs[0]);
		task->count--;
	}
	for (size_t i = 0; i < task->count; i++)
		left += task->bytes[i] != NULL;
	if (left == 0)
		drop_task(task);
}

void sandbox_unexpect(const char *bytes)
{
	for (size_t i = 0; i < SANDBOX_AHEAD; i++) {
		if (bytes == NULL && tasks[i].count > 0)
			drop_task(&tasks[i]);
		for (size_t j = 0; bytes != NULL && j < tasks[i].count; j++)
			if (tasks[i].bytes[j] == bytes)
				forget_message(&tasks[i], j);
	}
}

/* ---- one message ---- */

/* Finds the task with the message; otherwise makes one for this message alone. */
static struct task *find_task(const struct sandbox_job *errand, const char *bytes, size_t *which)
{
	for (size_t i = 0; i < SANDBOX_AHEAD; i++)
		for (*which = 0; *which < tasks[i].count; (*which)++)
			if (tasks[i].bytes[*which] == bytes &&
			    tasks[i].jobs[*which].len == errand->len &&
			    tasks[i].jobs[*which].wish == errand->wish)
				return &tasks[i];
	*which = 0;
	*single = (struct task){.count = 1, .jobs = {*errand}, .bytes = {bytes}};
	return single;
}

/* Keeps the message, and the later ones that are still expected if `later`, for another reader. */
static void keep_messages(struct task *task, size_t *which, bool later)
{
	size_t kept = 0;

	for (size_t i = *which; i < (later ? task->count : *which + 1); i++) {
		if (task->bytes[i] == NULL)
			continue;
		task->bytes[kept] = task->bytes[i];
		task->jobs[kept++] = task->jobs[i];
	}
	task->count = kept;
	*which = 0;
}

/*
 * Reads a message. Ends the reader after its last message, whatever it answered, because a reader
 * that was taken over would keep its memory and go on computing.
 *
 * If a reader with several messages fails, nothing is known about which of them is at fault. This
 * message then gets a reader of its own, and so do the others when they are read.
 */
static enum sandbox read_by_reader(const struct sandbox_job *errand, const char *bytes,
				   struct sandbox_protocol *parcel_out, struct reason *reason)
{
	enum receive_result heard = RECEIVED_ALL;
	struct timespec limit;
	struct sandbox_note over;
	struct task *task;
	enum sandbox end;
	size_t which;

	/* All small readers together have as much memory as one with a large message, so they end
	 * first. */
	if (errand->len > SANDBOX_AHEAD_BYTES)
		sandbox_unexpect(NULL);
	task = find_task(errand, bytes, &which);
	for (;;) {
		if (!task->begun && (end = begin_task(task, reason)) != SANDBOX_READ) {
			task->count = 0;
			return end;
		}
		last.spent = last.starved = false;
		set_end(&limit, task->count > 1 ? SANDBOX_SHARED_ANSWERS : SANDBOX_ANSWERS);
		while (task->next <= which && heard == RECEIVED_ALL) {
			const bool wanted = task->next == which;

			heard = receive_answer(task, &limit, parcel_out);
			if (heard == RECEIVED_ALL && !wanted) {
				sandbox_protocol_forget(parcel_out);
				task->bytes[task->next - 1] = NULL;
			}
		}
		if (heard == RECEIVED_ALL) {
			forget_message(task, which);
			return SANDBOX_READ;
		}
		if (end_reader(task, &over) != 0)
			return lose_supervisor(reason, errno);
		if (heard == RECEIVED_LACKS) {
			supervisor.stocked = true;
			keep_messages(task, &which, true);
		} else if (task->count > 1) {
			keep_messages(task, &which, false);
		} else {
			task->count = 0;
			return explain_bad_answer(&over, heard, reason);
		}
		heard = RECEIVED_ALL;
	}
}

/* Reports whether an ordinary message of that length can be read now. */
static bool can_read_ordinary(size_t len)
{
	static const char head[] = "From: a@example.org\nSubject: a\n\n";
	const struct sandbox_job errand = {SANDBOX_MODE_READ, (uint32_t)(sizeof head - 1 + len)};
	char *bytes = base_alloc(errand.len);
	struct sandbox_protocol parcel;
	struct reason reason;
	bool read;

	for (size_t i = 0; i < len; i++)
		bytes[sizeof head - 1 + i] = i % 72 == 71 ? '\n' : 'a';
	memcpy(bytes, head, sizeof head - 1);
	read = read_by_reader(&errand, bytes, &parcel, &reason) == SANDBOX_READ;
	if (read)
		sandbox_protocol_forget(&parcel);
	free(bytes);
	return read;
}

/*
 * Reads a message, and tries again if the failure may be a coincidence.
 *
 * A short lack of memory, or a kill from outside, isn't the message's fault but often looks as if
 * it were. The same is true of a library that most readers don't have. So a failure is believed
 * only if it happens twice, the second time without other readers and with all libraries. A failure
 * after a minute of computing is believed at once.
 *
 * If readers get no memory twice, the message is at fault if an ordinary message of its length can
 * be read. Without that rule a message could make every run try it again.
 */
static enum sandbox read_with_retries(const struct sandbox_job *errand, const char *bytes,
				      struct sandbox_protocol *parcel_out, struct reason *reason)
{
	enum sandbox end = read_by_reader(errand, bytes, parcel_out, reason);

	if (end == SANDBOX_FAILED && !last.spent) {
		if (last.starved)
			sandbox_unexpect(NULL);
		supervisor.stocked = true;
		end = read_by_reader(errand, bytes, parcel_out, reason);
	}
	if (end == SANDBOX_FAILED && last.starved && !can_read_ordinary(errand->len))
		return set_later(reason, "this machine has too little memory to read it", 0);
	return end;
}

static enum sandbox parse_in_sandbox(enum sandbox_mode mode, const char *bytes, size_t len,
				     struct message **letter_out, char **whole_out,
				     struct reason *reason)
{
	const struct sandbox_job errand = {mode, (uint32_t)len};
	struct sandbox_protocol parcel;
	enum sandbox end;

	if (len > UINT32_MAX) {
		reason_set(reason, "it has %zu bytes", len);
		return SANDBOX_REFUSED;
	}
	end = read_with_retries(&errand, bytes, &parcel, reason);
	if (end != SANDBOX_READ)
		return end;
	last.doors = parcel.doors;
	if (parcel.kind == SANDBOX_PROTOCOL_REFUSED) {
		*reason = parcel.reason;
		return SANDBOX_REFUSED;
	}
	if ((parcel.whole != NULL) != (whole_out != NULL)) {
		sandbox_protocol_forget(&parcel);
		return set_failure(reason, "it gave no answer that makes sense");
	}
	sha256_bytes(bytes, len, &parcel.letter->digest);
	*letter_out = parcel.letter;
	if (whole_out != NULL)
		*whole_out = parcel.whole;
	return SANDBOX_READ;
}

enum sandbox sandbox_read(const char *bytes, size_t len, struct message **letter_out,
			  struct reason *reason)
{
	return parse_in_sandbox(SANDBOX_MODE_READ, bytes, len, letter_out, NULL, reason);
}

enum sandbox sandbox_read_whole(const char *bytes, size_t len, struct message **letter_out,
				char **whole_out, struct reason *reason)
{
	return parse_in_sandbox(SANDBOX_MODE_WHOLE, bytes, len, letter_out, whole_out, reason);
}

enum sandbox sandbox_sample(const char *bytes, size_t len, struct message **letter_out,
			    struct reason *reason)
{
	return parse_in_sandbox(SANDBOX_MODE_SAMPLE, bytes, len, letter_out, NULL, reason);
}
