/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/text.h"
#include "pbem/reading/apart/apart_inner.h"
#include "pbem/reading/apart/doors.h"
#include "pbem/site/memory.h"

/* The warden, as this process has it. */
static struct {
	pid_t pid;	    /* 0: none */
	int control;	    /* the socket to it */
	struct reason none; /* why there is none */
	bool ready;
	bool asked;   /* a reader is being made, and was not had yet */
	bool stocked; /* there was a letter that needs more than most: readers have it now */
	bool has_spare;
	struct apart_note spare; /* what was said of the reader that is next, and its channel */
	int spare_channel;
	size_t max_text;
} warden;

bool apart_is_ready(void)
{
	return warden.ready;
}

size_t apart_max_text(void)
{
	return warden.max_text;
}

static void wait_at_most(int fd)
{
	const struct timeval patience = {.tv_sec = APART_PATIENCE};

	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
}

enum apart apart_later(struct reason *reason, const char *what, int number)
{
	reason_set(reason, "%s%s%s", what, number != 0 ? ": " : "",
		   number != 0 ? strerror(number) : "");
	reason_is(reason, REASON_PASSING);
	return APART_LATER;
}

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
		(void)apart_later(&warden.none, "can't start a process to read letters", errno);
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
	if (warden.has_spare && warden.spare_channel >= 0)
		close(warden.spare_channel);
	if (how != 0)
		kill(warden.pid, how);
	while (waitpid(warden.pid, NULL, 0) < 0 && errno == EINTR)
		;
	warden.pid = 0;
	warden.ready = warden.asked = warden.has_spare = false;
}

void apart_stop(void)
{
	apart_unexpect(NULL);
	send_off(0);
}

enum apart apart_lose_warden(struct reason *reason, int number)
{
	send_off(SIGKILL);
	(void)apart_later(&warden.none, "the process that has letters read doesn't answer", number);
	*reason = warden.none;
	return APART_LATER;
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

/* The next reader is made while the letters before it are read and decided. */
static int ask_for_reader(void)
{
	const struct apart_ask ask = {warden.stocked ? APART_STOCKED : APART_PLAIN, 0};

	if (!warden.asked && !warden.has_spare && tell_warden(&ask, sizeof ask) != 0)
		return -1;
	warden.asked = !warden.has_spare;
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
		(void)apart_lose_warden(reason, errno);
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

/* ---- readers ---- */

/* What is said of the next reader. */
static int await_reader(struct apart_note *note, int *channel_out)
{
	if (warden.has_spare) {
		*note = warden.spare;
		*channel_out = warden.spare_channel;
	} else if (take_note(note, channel_out) != 0) {
		return -1;
	}
	warden.asked = warden.has_spare = false;
	return 0;
}

enum apart apart_take_reader(struct apart_reader *reader_out, struct reason *reason)
{
	struct apart_note note;
	struct apart_reader reader;

	do {
		reader.channel = -1;
		if (warden.pid == 0) {
			*reason = warden.none;
			return APART_LATER;
		}
		if (ask_for_reader() != 0 || await_reader(&note, &reader.channel) != 0)
			return apart_lose_warden(reason, errno);
		if (!note.well || reader.channel < 0)
			return apart_later(reason, "can't start a process to read letters",
					   note.number);
		reader.pid = note.number;
		reader.stocked = note.stocked;
		(void)ask_for_reader();
		/* One that was made before it was known that more is needed. */
		if (warden.stocked && !reader.stocked)
			close(reader.channel);
	} while (warden.stocked && !reader.stocked);
	wait_at_most(reader.channel);
	*reader_out = reader;
	return APART_READ;
}

void apart_need_stocked(void)
{
	warden.stocked = true;
}

int apart_ask_end(pid_t pid, struct apart_note *over_out)
{
	const struct apart_ask ask = {APART_END, pid};
	int channel;

	errno = EPIPE;
	if (warden.pid == 0 || tell_warden(&ask, sizeof ask) != 0)
		return -1;
	while (take_note(over_out, &channel) == 0) {
		if (over_out->told == APART_IS_OVER)
			return 0;
		warden.spare = *over_out;
		warden.spare_channel = channel;
		warden.has_spare = true;
		warden.asked = false;
	}
	return -1;
}
