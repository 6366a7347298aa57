/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/util/strbuf.h"
#include "pbem/sandbox/confine.h"
#include "pbem/sandbox/sandbox_internal.h"
#include "pbem/sys/core_context.h"

/* The supervisor process, as this process sees it. */
static struct {
	pid_t pid;	    /* 0: there is none */
	int control;	    /* the socket to it */
	struct reason none; /* why there is no supervisor */
	bool ready;
	bool asked;   /* a reader was requested and is not taken yet */
	bool stocked; /* a message needed more libraries, which all later readers have */
	bool has_spare;
	/* The supervisor's note about the next reader, and the reader's channel. */
	struct sandbox_note spare;
	int spare_channel;
	size_t max_text;
} supervisor;

bool sandbox_is_ready(void)
{
	return supervisor.ready;
}

size_t sandbox_max_text(void)
{
	return supervisor.max_text;
}

static void set_socket_timeout(int fd)
{
	const struct timeval patience = {.tv_sec = SANDBOX_PATIENCE};

	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
}

enum sandbox sandbox_later(struct reason *reason, const char *what, int number)
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
		(void)sandbox_later(&supervisor.none, "can't start a process to read letters",
				    errno);
		return;
	}
	set_socket_timeout(supervisor.control);
	confine_hide();
}

static void stop_supervisor(int how)
{
	if (supervisor.pid == 0)
		return;
	close(supervisor.control);
	if (supervisor.has_spare && supervisor.spare_channel >= 0)
		close(supervisor.spare_channel);
	if (how != 0)
		kill(supervisor.pid, how);
	while (waitpid(supervisor.pid, NULL, 0) < 0 && errno == EINTR)
		;
	supervisor.pid = 0;
	supervisor.ready = supervisor.asked = supervisor.has_spare = false;
}

void sandbox_stop(void)
{
	sandbox_unexpect(NULL);
	stop_supervisor(0);
}

enum sandbox sandbox_lose_supervisor(struct reason *reason, int number)
{
	stop_supervisor(SIGKILL);
	(void)sandbox_later(&supervisor.none, "the process that has letters read doesn't answer",
			    number);
	*reason = supervisor.none;
	return SANDBOX_LATER;
}

/* ---- exchanging packets with the supervisor ---- */

/* Takes the next note, and the descriptor that came with it, or -1. */
static int receive_note(struct sandbox_note *note, int *fd_out)
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
		got = recvmsg(supervisor.control, &message, MSG_CMSG_CLOEXEC);
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

static int send_to_supervisor(const void *bytes, size_t len)
{
	ssize_t sent;

	do
		sent = send(supervisor.control, bytes, len, MSG_NOSIGNAL);
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
	result = bytes.len < SANDBOX_SETUP_MAX ? send_to_supervisor(bytes.bytes, bytes.len) : -1;
	strbuf_done(&bytes);
	return result;
}

/* Requests the next reader, which is made while earlier messages are read and decided. */
static int request_reader(void)
{
	const struct sandbox_request ask = {supervisor.stocked ? SANDBOX_STOCKED : SANDBOX_PLAIN,
					    0};

	if (!supervisor.asked && !supervisor.has_spare && send_to_supervisor(&ask, sizeof ask) != 0)
		return -1;
	supervisor.asked = !supervisor.has_spare;
	return 0;
}

int sandbox_ready(const struct sandbox_setup *setup, struct reason *reason)
{
	struct sandbox_note note;
	int fd;

	if (supervisor.ready)
		return 0;
	if (supervisor.pid == 0) {
		*reason = supervisor.none;
	} else if (send_setup(setup) != 0 || receive_note(&note, &fd) != 0) {
		(void)sandbox_lose_supervisor(reason, errno);
	} else if (!note.well) {
		reason_set(reason, "%s", note.why);
		if (note.passing)
			reason_set_kind(reason, REASON_TEMPORARY);
		stop_supervisor(0);
		supervisor.none = *reason;
	} else {
		supervisor.max_text = setup->limits.max_text_bytes;
		supervisor.ready = true;
		(void)request_reader();
	}
	return supervisor.ready ? 0 : -1;
}

/* ---- readers ---- */

/* Waits for the note about the next reader. */
static int await_reader(struct sandbox_note *note, int *channel_out)
{
	if (supervisor.has_spare) {
		*note = supervisor.spare;
		*channel_out = supervisor.spare_channel;
	} else if (receive_note(note, channel_out) != 0) {
		return -1;
	}
	supervisor.asked = supervisor.has_spare = false;
	return 0;
}

enum sandbox sandbox_acquire_reader(struct sandbox_reader *reader_out, struct reason *reason)
{
	struct sandbox_note note;
	struct sandbox_reader reader;

	do {
		reader.channel = -1;
		if (supervisor.pid == 0) {
			*reason = supervisor.none;
			return SANDBOX_LATER;
		}
		if (request_reader() != 0 || await_reader(&note, &reader.channel) != 0)
			return sandbox_lose_supervisor(reason, errno);
		if (!note.well || reader.channel < 0)
			return sandbox_later(reason, "can't start a process to read letters",
					     note.number);
		reader.pid = note.number;
		reader.stocked = note.stocked;
		(void)request_reader();
		/* Drops a reader that was made before more libraries were known to be needed. It
		 * has no message yet, so it ends by itself when the other end of its channel is
		 * closed. */
		if (supervisor.stocked && !reader.stocked)
			close(reader.channel);
	} while (supervisor.stocked && !reader.stocked);
	*reader_out = reader;
	return SANDBOX_READ;
}

void sandbox_need_stocked(void)
{
	supervisor.stocked = true;
}

int sandbox_end_reader(pid_t pid, struct sandbox_note *over_out)
{
	const struct sandbox_request ask = {SANDBOX_END, pid};
	int channel;

	errno = EPIPE;
	if (supervisor.pid == 0 || send_to_supervisor(&ask, sizeof ask) != 0)
		return -1;
	while (receive_note(over_out, &channel) == 0) {
		if (over_out->told == SANDBOX_IS_OVER)
			return 0;
		supervisor.spare = *over_out;
		supervisor.spare_channel = channel;
		supervisor.has_spare = true;
		supervisor.asked = false;
	}
	return -1;
}
