/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <poll.h>
#include <signal.h>
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

/* A message that a reader is reading. */
struct task {
	struct sandbox_job errand;
	const char *bytes;
	struct sandbox_reader reader;
};

static struct {
	struct task tasks[SANDBOX_AHEAD];
	size_t count;
} expected;

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

static void skip_bytes(struct iovec *part, size_t *by)
{
	const size_t some = *by < part->iov_len ? *by : part->iov_len;

	part->iov_base = (char *)part->iov_base + some;
	part->iov_len -= some;
	*by -= some;
}

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

/* Sends the job and the message. If the reader doesn't take them or has ended, the supervisor
 * reports how. Returns -1 if the system can't send them now. */
static int send_task(int channel, const struct sandbox_job *errand, const char *bytes)
{
	struct iovec parts[] = {{(void *)(uintptr_t)errand, sizeof *errand},
				{(void *)(uintptr_t)bytes, errand->len}};
	const struct msghdr message = {.msg_iov = parts, .msg_iovlen = ARRAY_LEN(parts)};
	struct timespec end;

	set_end(&end, SANDBOX_TAKES);
	while (parts[0].iov_len + parts[1].iov_len > 0) {
		const int ready = wait_for(channel, POLLOUT, &end);
		ssize_t sent;
		size_t by;

		if (ready <= 0)
			return ready;
		sent = sendmsg(channel, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
		if (sent < 0 && errno != EINTR && errno != EAGAIN)
			return errno == EPIPE || errno == ECONNRESET ? 0 : -1;
		by = sent > 0 ? (size_t)sent : 0;
		skip_bytes(&parts[0], &by);
		skip_bytes(&parts[1], &by);
	}
	return 0;
}

/* Returns the length that the answer's head announces, or 0 if the head isn't there yet. */
static uint32_t announced_length(const struct strbuf *answer)
{
	struct sandbox_answer head = {0};

	if (answer->len >= sizeof head)
		memcpy(&head, answer->bytes, sizeof head);
	return head.len;
}

/* Reports whether the answer is complete. */
static bool is_whole(const struct strbuf *answer)
{
	return answer->len >= sizeof(struct sandbox_answer) &&
	       answer->len - sizeof(struct sandbox_answer) >= announced_length(answer);
}

/* Reports whether the reader had to load a library and couldn't. Then a reader with all libraries
 * is requested. If that reader reports the same, it isn't believed. */
static bool is_library_missing(const struct sandbox_reader *reader, const struct strbuf *answer)
{
	return !reader->stocked && answer->len == sizeof(struct sandbox_answer) &&
	       announced_length(answer) == SANDBOX_LACKS;
}

/* The part of a reader's answer that arrived. */
enum receive_result {
	RECEIVED_ALL, /* as much as its head announces, or more than an answer may have */
	RECEIVED_END, /* less, and then the channel was closed: the reader has ended, because it
		      can't close the channel itself */
	RECEIVED_TOO_LITTLE, /* less, because the time was over */
	RECEIVED_NOT,	     /* less, because the system couldn't wait for it */
};

/* Receives the answer, up to the length that an answer may have. */
static enum receive_result receive_answer(int channel, struct strbuf *out)
{
	struct timespec end;
	char block[65536];

	set_end(&end, SANDBOX_ANSWERS);
	while (!is_whole(out) && !out->overflow) {
		const int ready = wait_for(channel, POLLIN, &end);
		ssize_t got;

		if (ready <= 0)
			return ready < 0 ? RECEIVED_NOT : RECEIVED_TOO_LITTLE;
		got = recv(channel, block, sizeof block, MSG_DONTWAIT);
		if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN))
			return RECEIVED_END;
		if (got > 0)
			strbuf_add_bytes(out, block, (size_t)got);
	}
	return RECEIVED_ALL;
}

static bool is_valid_answer(const struct strbuf *answer, struct sandbox_protocol *parcel_out)
{
	const size_t head = sizeof(struct sandbox_answer);

	return is_whole(answer) && !answer->overflow &&
	       sandbox_protocol_open(answer->bytes + head, answer->len - head, sandbox_max_text(),
				     parcel_out) == 0;
}

static enum sandbox set_failure(struct reason *reason, const char *why)
{
	reason_set(reason, "its reader failed over it (%s); please report this", why);
	return SANDBOX_FAILED;
}

/* Judges a reader that ended without a good answer. The message may have caused the end. */
static enum sandbox explain_reader_end(const struct sandbox_note *note, struct reason *reason)
{
	const int status = note->number;

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
	last.spent = over->computed;
	switch (heard) {
	case RECEIVED_END:
		return explain_reader_end(over, reason);
	case RECEIVED_TOO_LITTLE:
		return set_failure(reason, "it gave no answer in time");
	case RECEIVED_NOT:
		return sandbox_later(reason, "can't wait for the process that reads letters", 0);
	case RECEIVED_ALL:
		break;
	}
	return set_failure(reason, "it gave no answer that makes sense");
}

/* Drops a task whose answer isn't wanted. A supervisor that doesn't answer is lost with all its
 * readers. */
static void drop_task(const struct task *task)
{
	struct sandbox_note over;
	struct reason reason;

	close(task->reader.channel);
	if (sandbox_end_reader(task->reader.pid, &over) != 0)
		(void)sandbox_lose_supervisor(&reason, errno);
}

/* Gives the task to a reader. */
static enum sandbox begin_task(struct task *task, struct reason *reason)
{
	const enum sandbox end = sandbox_acquire_reader(&task->reader, reason);

	if (end != SANDBOX_READ)
		return end;
	if (send_task(task->reader.channel, &task->errand, task->bytes) != 0) {
		const int number = errno;

		drop_task(task);
		return sandbox_later(reason, "can't hand it to the process that reads letters",
				     number);
	}
	/* This is necessary even if only a part was sent: the reader must not wait for the rest. */
	(void)shutdown(task->reader.channel, SHUT_WR);
	return SANDBOX_READ;
}

/* Finishes the task. Fills *parcel_out if the answer is a good one. Ends the reader whatever it
 * answered, because a reader that was taken over would keep its memory and go on computing. */
static enum sandbox finish_task(const struct task *task, bool *lacks_out,
				struct sandbox_protocol *parcel_out, struct reason *reason)
{
	struct sandbox_note over;
	struct strbuf answer;
	enum sandbox end = SANDBOX_READ;
	enum receive_result heard;
	bool ended, good;

	strbuf_init(&answer,
		    sizeof(struct sandbox_answer) +
			    sandbox_protocol_most(sandbox_max_text(),
						  task->errand.wish == SANDBOX_MODE_WHOLE));
	heard = receive_answer(task->reader.channel, &answer);
	close(task->reader.channel);
	ended = sandbox_end_reader(task->reader.pid, &over) == 0;
	last.spent = last.starved = false;
	*lacks_out = heard == RECEIVED_ALL && is_library_missing(&task->reader, &answer);
	good = heard == RECEIVED_ALL && !*lacks_out && is_valid_answer(&answer, parcel_out);
	if (!ended) {
		/* The next message will find that there is no supervisor any more. */
		end = sandbox_lose_supervisor(reason, errno);
		end = good ? SANDBOX_READ : end;
	} else if (!*lacks_out && !good) {
		end = explain_bad_answer(&over, heard, reason);
	}
	strbuf_done(&answer);
	return end;
}

/* ---- reading in advance ---- */

/* Finds the task that was begun for these bytes, and hands it to the caller. */
static bool is_expected(const struct sandbox_job *errand, const char *bytes, struct task *task_out)
{
	for (size_t i = 0; i < expected.count; i++) {
		const struct task *task = &expected.tasks[i];

		if (task->bytes != bytes || task->errand.len != errand->len ||
		    task->errand.wish != errand->wish)
			continue;
		*task_out = *task;
		memmove(&expected.tasks[i], task + 1,
			(--expected.count - i) * sizeof expected.tasks[0]);
		return true;
	}
	return false;
}

void sandbox_expect(const char *bytes, size_t len)
{
	struct task task = {.errand = {SANDBOX_MODE_READ, (uint32_t)len}, .bytes = bytes};
	struct reason reason;

	if (len > SANDBOX_AHEAD_BYTES || expected.count == SANDBOX_AHEAD || !sandbox_is_ready() ||
	    begin_task(&task, &reason) != SANDBOX_READ)
		return;
	expected.tasks[expected.count++] = task;
}

void sandbox_unexpect(const char *bytes)
{
	size_t kept = 0;

	for (size_t i = 0; i < expected.count; i++) {
		if (bytes == NULL || expected.tasks[i].bytes == bytes)
			drop_task(&expected.tasks[i]);
		else
			expected.tasks[kept++] = expected.tasks[i];
	}
	expected.count = kept;
}

/* ---- one message ---- */

static enum sandbox read_by_reader(const struct sandbox_job *errand, const char *bytes,
				   struct sandbox_protocol *parcel_out, struct reason *reason)
{
	struct task task = {.errand = *errand, .bytes = bytes};
	enum sandbox end = SANDBOX_READ;
	bool lacks;

	/* All small readers together have as much memory as one with a large message, so they end
	 * first. */
	if (errand->len > SANDBOX_AHEAD_BYTES)
		sandbox_unexpect(NULL);
	if (!is_expected(errand, bytes, &task))
		end = begin_task(&task, reason);

	if (end == SANDBOX_READ)
		end = finish_task(&task, &lacks, parcel_out, reason);
	if (end != SANDBOX_READ || !lacks)
		return end;
	/* Readers with all libraries never lack one, so this happens once. */
	sandbox_need_stocked();
	end = begin_task(&task, reason);
	return end == SANDBOX_READ ? finish_task(&task, &lacks, parcel_out, reason) : end;
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
		sandbox_need_stocked();
		end = read_by_reader(errand, bytes, parcel_out, reason);
	}
	if (end == SANDBOX_FAILED && last.starved && !can_read_ordinary(errand->len))
		return sandbox_later(reason, "this machine has too little memory to read it", 0);
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
