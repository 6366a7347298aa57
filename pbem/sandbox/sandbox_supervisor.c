/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

#include "core/notation/vocabulary.h"
#include "pbem/mime/charset.h"
#include "pbem/mime/html_to_text.h"
#include "pbem/mime/quoting/mail_clients.h"
#include "pbem/sandbox/confine.h"
#include "pbem/sandbox/sandbox_internal.h"
#include "pbem/sandbox/sandbox_protocol.h"

/* ---- requests ---- */

/* Receives one packet. Ends the process if the main process has ended. */
static size_t receive_packet(int control, void *bytes, size_t most)
{
	ssize_t got;

	do
		got = recv(control, bytes, most, 0);
	while (got < 0 && errno == EINTR);
	if (got <= 0)
		_exit(EX_OK);
	return (size_t)got;
}

static char *next_string(const char **at)
{
	char *string = base_strdup(*at);

	*at += strlen(*at) + 1;
	return string;
}

static void receive_setup(int control, struct sandbox_setup *setup)
{
	char *bytes = base_zalloc(1, SANDBOX_SETUP_MAX + 1);
	struct sandbox_packet packet;
	const char *at = bytes + sizeof packet;

	(void)receive_packet(control, bytes, SANDBOX_SETUP_MAX);
	memcpy(&packet, bytes, sizeof packet);
	setup->limits = packet.limits;
	setup->own_address = next_string(&at);
	setup->games = next_string(&at);
	setup->mailers = next_string(&at);
	setup->site_mailers = packet.has_site_mailers ? next_string(&at) : NULL;
	free(bytes);
}

/* ---- answers ---- */

/* Sends a note, and a descriptor with it unless `fd` is negative. */
static void send_note(int control, const struct sandbox_note *note, int fd)
{
	union {
		char bytes[CMSG_SPACE(sizeof(int))];
		struct cmsghdr align;
	} ancillary = {.bytes = {0}};
	struct iovec part = {.iov_base = (void *)(uintptr_t)note, .iov_len = sizeof *note};
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
		sent = sendmsg(control, &message, MSG_NOSIGNAL);
	while (sent < 0 && errno == EINTR);
	if (sent < 0)
		_exit(EX_OK);
}

/* ---- loading in advance ---- */

/* Loads what most messages need, because a reader can't load anything, and runs code that libraries
 * run at their first use. This saves each reader from writing pages and making mappings itself. */
static void warm_up(const struct sandbox_setup *setup)
{
	static const char letter[] =
		"From: =?iso-8859-15?Q?Ren=E9?= <a@example.org>\nTo: b@example.org\n"
		"Subject: Re: =?iso-8859-1?Q?=E9?= =?windows-1252?Q?=E9?= =?utf-8?B?w6k=?=\n"
		" =?us-ascii?Q?e?= \xe9\n"
		"Message-ID: <1@example.org>\nIn-Reply-To: <2@example.org>\n"
		"References: <3@example.org> <2@example.org>\n"
		"Date: Thu, 1 Jan 2026 12:00:00 +0000\nMIME-Version: 1.0\n"
		"Content-Type: multipart/alternative; boundary=x\n\n"
		"--x\nContent-Type: text/plain; charset=iso-8859-15\n"
		"Content-Transfer-Encoding: quoted-printable\n\nMOVE e2e4\n=E9\n\n"
		"On 1 Jan 2026 b@example.org wrote:\n> x\n\n-- \nx\n"
		"--x\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\n"
		"PHA+eDwvcD4=\n--x--\n";
	struct sandbox_protocol parcel = {.kind = SANDBOX_PROTOCOL_LETTER};
	struct strbuf packed;

	message_library_start();
	strbuf_init(&packed, 0);
	if (message_read(letter, sizeof letter - 1, &setup->limits, setup->own_address,
			 &parcel.letter, NULL) == 0)
		sandbox_protocol_pack(&parcel, &packed);
	/* This goes to /dev/null (close_inherited). */
	(void)!write(STDOUT_FILENO, packed.bytes, packed.len);
	strbuf_done(&packed);
	sandbox_protocol_forget(&parcel);
}

/* Allocates the free memory between used blocks, and keeps it. Readers then allocate on new pages.
 * Otherwise their data would be scattered over pages of this process, each of which they would have
 * to copy. With C libraries whose addresses don't show the gaps, this takes little memory. */
static void fill_holes(void)
{
	enum { LARGE = 1 << 16, SMALL = 1 << 11, STEP = 16, MOST = 1 << 18 };
	static void *kept;
	char *behind = base_alloc(LARGE);
	size_t filled = 0;

	for (size_t size = LARGE; size > STEP; size -= size > SMALL ? size / 4 : STEP) {
		void **hole = base_alloc(size);

		for (; (uintptr_t)hole < (uintptr_t)behind && filled < MOST; filled += size) {
			*hole = kept;
			kept = hole;
			hole = base_alloc(size);
		}
		free(hole);
	}
	free(behind);
}

/* Makes the C library merge and sort freed memory now. Otherwise each reader would do that again,
 * and would have to copy pages that all of them share. */
static void sort_heap(void)
{
	(void)malloc_trim(0);
	fill_holes();
}

/* Loads what few messages need. Charsets and libxml2 are four hundred mappings, which cost every
 * later reader time. */
static void load_all_libraries(void)
{
	confine_leave_libraries(false);
	charset_open_all();
	free(html_to_text("<p>x</p>", 8));
	sort_heap();
}

static void prepare_readers(int control, const struct sandbox_setup *setup)
{
	struct sandbox_note note = {.told = SANDBOX_IS_READY, .well = true};
	struct reason reason;

	vocabulary_set_folder(setup->games);
	mail_clients_set_folders(setup->mailers, setup->site_mailers);
	if (vocabulary_ensure_loaded(&reason) < 0 || mail_clients_need(&reason) < 0) {
		note.well = false;
		note.passing = reason_is_temporary(&reason);
		snprintf(note.why, sizeof note.why, "%s", reason.text);
	} else {
		warm_up(setup);
		/* A library may have changed this. */
		(void)signal(SIGPIPE, SIG_DFL);
		confine_prepare();
		confine_leave_libraries(true);
		sort_heap();
	}
	send_note(control, &note, -1);
}

/* ---- making and ending readers ---- */

/* How the last readers ended, until the main process asks. There are never as many readers at a
 * time. */
static struct {
	struct end {
		pid_t pid;
		int status;
		bool computed;
	} ends[64];
	size_t next;
} ended;

static void note_end(pid_t pid, int status, const struct rusage *used)
{
	ended.ends[ended.next++ % ARRAY_LEN(ended.ends)] = (struct end){
		.pid = pid,
		.status = status,
		.computed = used->ru_utime.tv_sec + used->ru_stime.tv_sec >= CONFINE_CPU_SECONDS,
	};
}

/* Records which readers have ended: all of them (-1), or the given one, for whose end it waits. */
static void reap_readers(pid_t which)
{
	struct rusage used;
	int status;
	pid_t pid;

	while ((pid = wait4(which, &status, which < 0 ? WNOHANG : 0, &used)) != 0) {
		if (pid > 0)
			note_end(pid, status, &used);
		else if (errno == ECHILD)
			return;
		else if (errno != EINTR)
			_exit(EX_OSERR);
	}
}

static bool has_ended(pid_t pid)
{
	for (size_t i = 0; i < ARRAY_LEN(ended.ends); i++)
		if (ended.ends[i].pid == pid)
			return true;
	return false;
}

/* Forgets a reader that ended under this pid, because a new process has the number. */
static void forget_end(pid_t pid)
{
	for (size_t i = 0; i < ARRAY_LEN(ended.ends); i++)
		if (ended.ends[i].pid == pid)
			ended.ends[i].pid = 0;
}

/* Ends the reader and reports how it ended. It is killed because a reader that was taken over could
 * stay as long as it likes, with its memory. A reader that has ended isn't killed, because its pid
 * may be another process's by now; reap_readers(-1) has recorded its end before. */
static void end_reader(int control, pid_t pid)
{
	struct sandbox_note note = {.told = SANDBOX_IS_OVER};
	const struct end *end;
	size_t back = 1;

	if (!has_ended(pid))
		(void)kill(pid, SIGKILL);
	reap_readers(pid);
	/* The search begins with the newest, because pids are reused. */
	do {
		if (back > ARRAY_LEN(ended.ends))
			_exit(EX_SOFTWARE);
		end = &ended.ends[(ended.next - back++) % ARRAY_LEN(ended.ends)];
	} while (end->pid != pid);
	note.number = end->status;
	note.computed = end->computed;
	send_note(control, &note, -1);
}

static void make_reader(int control, const struct sandbox_setup *setup, bool stocked)
{
	struct sandbox_note note = {.told = SANDBOX_IS_MADE, .stocked = stocked};
	const pid_t supervisor = getpid();
	int ends[2] = {-1, -1};
	pid_t pid = -1;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0)
		pid = fork();
	if (pid == 0) {
		/* If the reader had both ends open, it would never notice that nobody writes any
		 * more. */
		close(ends[0]);
		/* The reader must not outlive the supervisor, which may have ended already. */
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != supervisor)
			_exit(EX_OK);
		sandbox_run_reader(ends[1], setup, stocked);
	}
	note.number = pid > 0 ? pid : errno;
	note.well = pid > 0;
	forget_end(pid);
	if (ends[1] >= 0)
		close(ends[1]);
	send_note(control, &note, note.well ? ends[0] : -1);
	if (ends[0] >= 0)
		close(ends[0]);
}

/* Closes everything that the parent has open, except standard error, which base_give_up needs. */
static void close_inherited(int *control)
{
	int null = -1;

	/* This comes first, because a descriptor that is opened earlier might get this number. */
	if (dup2(*control, CONFINE_FD) >= 0)
		null = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (null < 0 || dup2(null, 0) < 0 || dup2(null, 1) < 0)
		_exit(EX_OSERR);
	*control = CONFINE_FD;
	closefrom(CONFINE_FD + 1);
}

void sandbox_run_supervisor(int control)
{
	struct sandbox_setup setup;
	struct sandbox_request ask;
	bool stocked = false;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* The signal that ends a reader must show by itself how it ended. */
	for (int number = 1; number < NSIG; number++)
		(void)signal(number, SIG_DFL);
	close_inherited(&control);
	receive_setup(control, &setup);
	prepare_readers(control, &setup);
	for (;;) {
		(void)receive_packet(control, &ask, sizeof ask);
		reap_readers(-1);
		if (ask.want == SANDBOX_END) {
			end_reader(control, ask.pid);
			continue;
		}
		if (ask.want == SANDBOX_STOCKED && !stocked)
			load_all_libraries();
		stocked = stocked || ask.want == SANDBOX_STOCKED;
		make_reader(control, &setup, stocked);
	}
}
