/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

#include "core/base/digest.h"
#include "core/base/text.h"
#include "pbem/reading/apart/apart_inner.h"
#include "pbem/reading/apart/doors.h"
#include "pbem/reading/apart/parcel.h"

/* A letter that a reader has. */
struct task {
	struct apart_errand errand;
	const char *bytes;
	struct apart_reader reader;
	bool handed;
};

static struct {
	struct task tasks[APART_AHEAD];
	size_t count;
} expected;

/* Of the last reader. */
static struct {
	enum doors doors;
	bool spent; /* it failed after a minute of computing */
} last;

const char *apart_doors(void)
{
	/* By the bits of enum doors. */
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

bool apart_are_closed(void)
{
	return (last.doors & DOORS_SECCOMP) != 0;
}

static void skip(struct iovec *part, size_t *by)
{
	const size_t some = *by < part->iov_len ? *by : part->iov_len;

	part->iov_base = (char *)part->iov_base + some;
	part->iov_len -= some;
	*by -= some;
}

/* False when it hears no more; how it ended the warden tells. */
static bool hand_over(int channel, const struct apart_errand *errand, const char *bytes)
{
	struct iovec parts[] = {{(void *)(uintptr_t)errand, sizeof *errand},
				{(void *)(uintptr_t)bytes, errand->len}};
	const struct msghdr message = {.msg_iov = parts, .msg_iovlen = ARRAY_LEN(parts)};

	while (parts[0].iov_len + parts[1].iov_len > 0) {
		const ssize_t sent = sendmsg(channel, &message, MSG_NOSIGNAL);
		size_t by = sent > 0 ? (size_t)sent : 0;

		if (sent < 0 && errno != EINTR)
			return false;
		skip(&parts[0], &by);
		skip(&parts[1], &by);
	}
	return true;
}

/* What its head says; 0 when it isn't there yet. */
static uint32_t announced(const struct text *answer)
{
	struct apart_answer head = {0};

	if (answer->len >= sizeof head)
		memcpy(&head, answer->bytes, sizeof head);
	return head.len;
}

/* Whether the answer is whole. */
static bool is_whole(const struct text *answer)
{
	return answer->len >= sizeof(struct apart_answer) &&
	       answer->len - sizeof(struct apart_answer) >= announced(answer);
}

/* It could load nothing, so one is asked for that has all: who has and says so tells no truth. */
static bool says_it_lacks(const struct apart_reader *reader, const struct text *answer)
{
	return !reader->stocked && answer->len == sizeof(struct apart_answer) &&
	       announced(answer) == APART_LACKS;
}

/* All that it answers, up to what an answer may have. False when it says nothing any more and
 * doesn't end. */
static bool hear(int channel, struct text *out)
{
	char block[65536];

	while (!is_whole(out) && !out->overflow) {
		const ssize_t got = recv(channel, block, sizeof block, 0);

		if (got > 0)
			text_add_bytes(out, block, (size_t)got);
		if (got == 0 || (got < 0 && errno == ECONNRESET))
			return true;
		if (got < 0 && errno != EINTR)
			return false;
	}
	return true;
}

static bool is_good(const struct text *answer, struct parcel *parcel_out)
{
	const size_t head = sizeof(struct apart_answer);

	return is_whole(answer) && !answer->overflow &&
	       parcel_open(answer->bytes + head, answer->len - head, apart_max_text(),
			   parcel_out) == 0;
}

static enum apart fail(struct reason *reason, const char *why)
{
	reason_set(reason, "its reader failed over it (%s); please report this", why);
	return APART_FAILED;
}

/* A reader has ended without a good answer: whether that is the letter's fault. */
static enum apart judge(const struct apart_note *note, struct reason *reason)
{
	const int status = note->number;

	if (WIFEXITED(status) && WEXITSTATUS(status) == EX_TEMPFAIL)
		return note->memory_is_short
			       ? apart_later(reason,
					     "this machine has too little memory to read it", 0)
			       : fail(reason, "it took too much memory");
	if (WIFEXITED(status))
		return fail(reason, "it gave no answer that makes sense");
	switch (WTERMSIG(status)) {
	case SIGXCPU:
		return fail(reason, "it took a minute of computing");
	case SIGKILL:
		if (note->computed)
			return fail(reason, "it took a minute of computing");
		return apart_later(reason, "the process that read it was killed", 0);
	case SIGTERM:
	case SIGINT:
	case SIGHUP:
	case SIGQUIT:
		return apart_later(reason, "the process that read it was ended", 0);
	case SIGSYS:
		return fail(reason, "it tried what no letter needs: the letter may be an attack");
	case SIGABRT:
	case SIGTRAP:
		return fail(reason, "a failed assertion");
	case SIGPIPE:
		return fail(reason, "it gave no answer that makes sense");
	case SIGFPE:
		return fail(reason, "an arithmetic fault");
	case SIGILL:
		return fail(reason, "an illegal instruction");
	default:
		return fail(reason, "a memory fault");
	}
}

/* No good answer came: why, its end tells. */
static enum apart ask_why(const struct task *task, bool heard, struct reason *reason)
{
	struct apart_note over;

	if (!heard || apart_ask_end(task->reader.pid, &over) != 0)
		return apart_lose_warden(reason, heard ? errno : ETIMEDOUT);
	last.spent = over.computed;
	/* It had no letter to fail over. */
	if (!task->handed && WIFEXITED(over.number) && WEXITSTATUS(over.number) == EX_OK)
		return apart_later(reason, "a letter can't be handed to the process that reads it",
				   0);
	return judge(&over, reason);
}

/* Has somebody begin with it. */
static enum apart begin(struct task *task, struct reason *reason)
{
	const enum apart end = apart_take_reader(&task->reader, reason);

	if (end != APART_READ)
		return end;
	task->handed = hand_over(task->reader.channel, &task->errand, task->bytes);
	/* Also when it has only a part: it must not wait for the rest. */
	(void)shutdown(task->reader.channel, SHUT_WR);
	return APART_READ;
}

/* What came of it. *parcel_out is filled when the answer is a good one. */
static enum apart finish(const struct task *task, bool *lacks_out, struct parcel *parcel_out,
			 struct reason *reason)
{
	struct text answer;
	enum apart end = APART_READ;
	bool heard;

	text_init(&answer,
		  sizeof(struct apart_answer) +
			  parcel_most(apart_max_text(), task->errand.wish == APART_WISH_WHOLE));
	heard = hear(task->reader.channel, &answer);
	close(task->reader.channel);
	*lacks_out = heard && says_it_lacks(&task->reader, &answer);
	if (!*lacks_out && !(heard && is_good(&answer, parcel_out)))
		end = ask_why(task, heard, reason);
	text_done(&answer);
	return end;
}

/* ---- letters that will be wanted ---- */

/* The task is the caller's then. */
static bool is_expected(const struct apart_errand *errand, const char *bytes, struct task *task_out)
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

void apart_expect(const char *bytes, size_t len)
{
	struct task task = {.errand = {APART_WISH_READ, (uint32_t)len}, .bytes = bytes};
	struct reason reason;

	if (len > APART_AHEAD_BYTES || expected.count == APART_AHEAD || !apart_is_ready() ||
	    begin(&task, &reason) != APART_READ)
		return;
	expected.tasks[expected.count++] = task;
}

void apart_unexpect(const char *bytes)
{
	size_t kept = 0;

	for (size_t i = 0; i < expected.count; i++) {
		if (bytes == NULL || expected.tasks[i].bytes == bytes)
			close(expected.tasks[i].reader.channel);
		else
			expected.tasks[kept++] = expected.tasks[i];
	}
	expected.count = kept;
}

/* ---- one letter ---- */

static enum apart have_read(const struct apart_errand *errand, const char *bytes,
			    struct parcel *parcel_out, struct reason *reason)
{
	struct task task = {.errand = *errand, .bytes = bytes};
	enum apart end = is_expected(errand, bytes, &task) ? APART_READ : begin(&task, reason);
	bool lacks;

	if (end == APART_READ)
		end = finish(&task, &lacks, parcel_out, reason);
	if (end != APART_READ || !lacks)
		return end;
	/* Readers that have all lack nothing, so this happens once. */
	apart_need_stocked();
	end = begin(&task, reason);
	return end == APART_READ ? finish(&task, &lacks, parcel_out, reason) : end;
}

/* A moment's want of memory, or a line that broke, is no letter's fault, and often can't be told
 * from it; nor can the want of a library that readers do without: so a failure is believed when it
 * comes again, of one that has all. Not one that cost a minute. */
static enum apart have_read_surely(const struct apart_errand *errand, const char *bytes,
				   struct parcel *parcel_out, struct reason *reason)
{
	enum apart end = have_read(errand, bytes, parcel_out, reason);

	if (end == APART_FAILED && !last.spent) {
		apart_need_stocked();
		end = have_read(errand, bytes, parcel_out, reason);
	}
	return end;
}

static enum apart take(enum apart_wish wish, const char *bytes, size_t len,
		       struct letter **letter_out, char **whole_out, struct reason *reason)
{
	const struct apart_errand errand = {wish, (uint32_t)len};
	struct parcel parcel;
	enum apart end;

	if (len > UINT32_MAX) {
		reason_set(reason, "it has %zu bytes", len);
		return APART_REFUSED;
	}
	end = have_read_surely(&errand, bytes, &parcel, reason);
	if (end != APART_READ)
		return end;
	last.doors = parcel.doors;
	if (parcel.kind == PARCEL_REFUSED) {
		*reason = parcel.reason;
		return APART_REFUSED;
	}
	if ((parcel.whole != NULL) != (whole_out != NULL)) {
		parcel_forget(&parcel);
		return fail(reason, "it gave no answer that makes sense");
	}
	digest_bytes(bytes, len, &parcel.letter->digest);
	*letter_out = parcel.letter;
	if (whole_out != NULL)
		*whole_out = parcel.whole;
	return APART_READ;
}

enum apart apart_read(const char *bytes, size_t len, struct letter **letter_out,
		      struct reason *reason)
{
	return take(APART_WISH_READ, bytes, len, letter_out, NULL, reason);
}

enum apart apart_read_whole(const char *bytes, size_t len, struct letter **letter_out,
			    char **whole_out, struct reason *reason)
{
	return take(APART_WISH_WHOLE, bytes, len, letter_out, whole_out, reason);
}

enum apart apart_sample(const char *bytes, size_t len, struct letter **letter_out,
			struct reason *reason)
{
	return take(APART_WISH_SAMPLE, bytes, len, letter_out, NULL, reason);
}
