/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

#include "core/base/digest.h"
#include "core/base/text.h"
#include "pbem/reading/apart/apart_inner.h"
#include "pbem/reading/apart/doors.h"
#include "pbem/reading/apart/parcel.h"
#include "pbem/site/memory.h"

/* The warden, as this process has it. */
static struct {
	pid_t pid;	    /* 0: none */
	int control;	    /* the socket to it */
	struct reason none; /* why there is none */
	bool ready;
	bool asked;   /* a reader is being made, and was not had yet */
	bool lingers; /* of the last reader's end was not heard yet */
	bool spent;   /* the last reader that failed did so after a minute of computing */
	bool stocked; /* there was a letter that needs more than most: readers have it now */
	size_t max_text;
	enum doors doors; /* of the last reader */
} warden;

static void wait_at_most(int fd)
{
	const struct timeval patience = {.tv_sec = APART_PATIENCE};

	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
}

/* What stands between this letter and a reader says nothing of the letter. */
static enum apart later(struct reason *reason, const char *what, int number)
{
	reason_set(reason, "%s%s%s", what, number != 0 ? ": " : "",
		   number != 0 ? strerror(number) : "");
	reason_is(reason, REASON_PASSING);
	return APART_LATER;
}

static const char no_process[] = "can't start a process to read letters";

/* False when there can't be another process just now. */
static bool fork_warden(void)
{
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
		return false;
	fflush(NULL);
	warden.pid = fork();
	if (warden.pid == 0) {
		close(ends[0]);
		apart_be_warden(ends[1]);
	}
	close(ends[1]);
	warden.control = ends[0];
	if (warden.pid > 0)
		return true;
	warden.pid = 0;
	close(ends[0]);
	return false;
}

void apart_start(void)
{
	memset(&warden, 0, sizeof warden);
	memory_guard_glib();
	if (!fork_warden()) {
		(void)later(&warden.none, no_process, errno);
		return;
	}
	wait_at_most(warden.control);
	doors_hide();
}

static void send_off(int how)
{
	if (warden.pid == 0)
		return;
	close(warden.control);
	if (how != 0)
		kill(warden.pid, how);
	while (waitpid(warden.pid, NULL, 0) < 0 && errno == EINTR)
		;
	warden.pid = 0;
	warden.ready = warden.asked = warden.lingers = false;
}

void apart_stop(void)
{
	send_off(0);
}

/* A warden that is gone, or says nothing any more: without it no letter is read, for another can't
 * be forked from a process that holds keys. */
static enum apart lose_warden(struct reason *reason, int number)
{
	send_off(SIGKILL);
	(void)later(&warden.none, "the process that has letters read doesn't answer", number);
	*reason = warden.none;
	return APART_LATER;
}

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

	return words[warden.doors % ARRAY_LEN(words)];
}

bool apart_are_closed(void)
{
	return (warden.doors & DOORS_SECCOMP) != 0;
}

/* ---- talking to the warden ---- */

/* The next note, and the descriptor with it, or -1. */
static int take_note(struct apart_note *note, int *fd_out)
{
	union {
		char bytes[CMSG_SPACE(sizeof(int))];
		struct cmsghdr align;
	} ancillary;
	struct iovec part = {.iov_base = note, .iov_len = sizeof *note};
	struct msghdr message = {.msg_iov = &part,
				 .msg_iovlen = 1,
				 .msg_control = ancillary.bytes,
				 .msg_controllen = sizeof ancillary.bytes};
	struct cmsghdr *head;
	ssize_t got;

	*fd_out = -1;
	do
		got = recvmsg(warden.control, &message, MSG_CMSG_CLOEXEC);
	while (got < 0 && errno == EINTR);
	if (got != sizeof *note) {
		errno = got < 0 ? errno : EPIPE;
		return -1;
	}
	head = CMSG_FIRSTHDR(&message);
	if (head != NULL && head->cmsg_type == SCM_RIGHTS)
		memcpy(fd_out, CMSG_DATA(head), sizeof *fd_out);
	note->why[sizeof note->why - 1] = '\0';
	return 0;
}

static int tell_warden(const void *bytes, size_t len)
{
	ssize_t sent;

	do
		sent = send(warden.control, bytes, len, MSG_NOSIGNAL);
	while (sent < 0 && errno == EINTR);
	return sent == (ssize_t)len ? 0 : -1;
}

static int send_setup(const struct apart_setup *setup)
{
	const char *const strings[] = {setup->own_address, setup->games, setup->mailers,
				       setup->site_mailers};
	struct apart_packet packet;
	struct text bytes;
	int result;

	memset(&packet, 0, sizeof packet);
	packet.limits = setup->limits;
	packet.has_site_mailers = setup->site_mailers != NULL;
	text_init(&bytes, 0);
	text_add_bytes(&bytes, (const char *)&packet, sizeof packet);
	for (size_t i = 0; i < ARRAY_LEN(strings) && strings[i] != NULL; i++)
		text_add_bytes(&bytes, strings[i], strlen(strings[i]) + 1);
	errno = ENAMETOOLONG;
	result = bytes.len < APART_SETUP_MAX ? tell_warden(bytes.bytes, bytes.len) : -1;
	text_done(&bytes);
	return result;
}

/* The next reader is made while the last one's letter is decided. */
static int ask_for_reader(void)
{
	const char wish = warden.stocked ? APART_STOCKED : APART_PLAIN;

	if (!warden.asked && tell_warden(&wish, 1) != 0)
		return -1;
	warden.asked = true;
	return 0;
}

int apart_ready(const struct apart_setup *setup, struct reason *reason)
{
	struct apart_note note;
	int fd;

	if (warden.ready)
		return 0;
	if (warden.pid == 0) {
		*reason = warden.none;
	} else if (send_setup(setup) != 0 || take_note(&note, &fd) != 0) {
		(void)lose_warden(reason, errno);
	} else if (!note.well) {
		reason_set(reason, "%s", note.why);
		if (note.passing)
			reason_is(reason, REASON_PASSING);
		send_off(0);
		warden.none = *reason;
	} else {
		warden.max_text = setup->limits.max_text_bytes;
		warden.ready = true;
		(void)ask_for_reader();
	}
	return warden.ready ? 0 : -1;
}

/* ---- one letter ---- */

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

/* It could load nothing, so one is asked for that has all: nothing else of an answer is true of
 * one that says so twice. */
static bool says_it_lacks(const struct text *answer)
{
	return !warden.stocked && answer->len == sizeof(struct apart_answer) &&
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
	       parcel_open(answer->bytes + head, answer->len - head, warden.max_text, parcel_out) ==
		       0;
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
			       ? later(reason, "this machine has too little memory to read it", 0)
			       : fail(reason, "it took too much memory");
	if (WIFEXITED(status))
		return fail(reason, "it gave no answer that makes sense");
	switch (WTERMSIG(status)) {
	case SIGXCPU:
		return fail(reason, "it took a minute of computing");
	case SIGKILL:
		if (note->computed)
			return fail(reason, "it took a minute of computing");
		return later(reason, "the process that read it was killed", 0);
	case SIGTERM:
	case SIGINT:
	case SIGHUP:
	case SIGQUIT:
		return later(reason, "the process that read it was ended", 0);
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

/* The channel to a new reader, once the one before has ended. */
static enum apart take_reader(int *channel_out, struct reason *reason)
{
	struct apart_note note;
	int none;

	if (warden.pid == 0) {
		*reason = warden.none;
		return APART_LATER;
	}
	if (ask_for_reader() != 0 || (warden.lingers && take_note(&note, &none) != 0) ||
	    take_note(&note, channel_out) != 0)
		return lose_warden(reason, errno);
	warden.asked = warden.lingers = false;
	if (!note.well || *channel_out < 0)
		return later(reason, no_process, note.number);
	wait_at_most(*channel_out);
	return APART_READ;
}

/* No good answer came: why, its end tells. */
static enum apart ask_why(bool handed, bool heard, struct reason *reason)
{
	struct apart_note over;
	int none;

	if (!heard || take_note(&over, &none) != 0)
		return lose_warden(reason, heard ? errno : ETIMEDOUT);
	(void)ask_for_reader();
	warden.spent = over.computed;
	/* It had no letter to fail over. */
	if (!handed && WIFEXITED(over.number) && WEXITSTATUS(over.number) == EX_OK)
		return later(reason, "a letter can't be handed to the process that reads it", 0);
	return judge(&over, reason);
}

/* Has the bytes read. *parcel_out is filled when the answer is a good one. */
static enum apart have_read(const struct apart_errand *errand, const char *bytes,
			    struct parcel *parcel_out, struct reason *reason)
{
	int channel = -1;
	enum apart end = take_reader(&channel, reason);
	struct text answer;
	bool handed, heard, lacks;

	if (end != APART_READ)
		return end;
	text_init(&answer, sizeof(struct apart_answer) +
				   parcel_most(warden.max_text, errand->wish == APART_WISH_WHOLE));
	handed = hand_over(channel, errand, bytes);
	/* Also when it has only a part: it must not wait for the rest. */
	(void)shutdown(channel, SHUT_WR);
	heard = hear(channel, &answer);
	close(channel);
	lacks = heard && says_it_lacks(&answer);
	if (lacks || (heard && is_good(&answer, parcel_out))) {
		/* It ends while its answer is used. */
		warden.lingers = true;
		warden.stocked = warden.stocked || lacks;
		(void)ask_for_reader();
	} else {
		end = ask_why(handed, heard, reason);
	}
	text_done(&answer);
	return lacks ? have_read(errand, bytes, parcel_out, reason) : end;
}

/* A moment's want of memory, or a line that broke, is no letter's fault, and often can't be told
 * from it: so a failure is believed when it comes again. Not one that cost a minute. */
static enum apart have_read_surely(const struct apart_errand *errand, const char *bytes,
				   struct parcel *parcel_out, struct reason *reason)
{
	enum apart end = have_read(errand, bytes, parcel_out, reason);

	if (end == APART_FAILED && !warden.spent)
		end = have_read(errand, bytes, parcel_out, reason);
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
	warden.doors = parcel.doors;
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
