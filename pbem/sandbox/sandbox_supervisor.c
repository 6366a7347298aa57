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

#include "core/words/words.h"
#include "pbem/reading/apart/apart_inner.h"
#include "pbem/reading/apart/doors.h"
#include "pbem/reading/apart/parcel.h"
#include "pbem/reading/charset.h"
#include "pbem/reading/html.h"
#include "pbem/reading/reply/mailers.h"

/* ---- what it is told ---- */

/* One packet; who asks may be gone: then so is its warden. */
static size_t listen_for(int control, void *bytes, size_t most)
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

static void take_setup(int control, struct apart_setup *setup)
{
	char *bytes = base_zalloc(1, APART_SETUP_MAX + 1);
	struct apart_packet packet;
	const char *at = bytes + sizeof packet;

	(void)listen_for(control, bytes, APART_SETUP_MAX);
	memcpy(&packet, bytes, sizeof packet);
	setup->limits = packet.limits;
	setup->own_address = next_string(&at);
	setup->games = next_string(&at);
	setup->mailers = next_string(&at);
	setup->site_mailers = packet.has_site_mailers ? next_string(&at) : NULL;
	free(bytes);
}

/* ---- what it says ---- */

/* With a descriptor, unless that is negative. */
static void tell(int control, const struct apart_note *note, int fd)
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

/* ---- being warm ---- */

/* A reader can load nothing any more: so what most letters need is loaded here, and made that is
 * made at a library's first use. Each page that is written here, and each mapping that isn't made,
 * is one that no reader has to pay for. */
static void warm_up(const struct apart_setup *setup)
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
	struct parcel parcel = {.kind = PARCEL_LETTER};
	struct text packed;

	letter_library_start();
	text_init(&packed, 0);
	if (letter_read(letter, sizeof letter - 1, &setup->limits, setup->own_address,
			&parcel.letter, NULL) == 0)
		parcel_pack(&parcel, &packed);
	/* To nowhere: let_go. */
	(void)!write(STDOUT_FILENO, packed.bytes, packed.len);
	text_done(&packed);
	parcel_forget(&parcel);
}

/* What readers allocate shall lie on pages that are new, not be strewn over pages of this process,
 * each of which they would copy: so what is free between others is taken, and kept. Where addresses
 * tell nothing of that, as in other C libraries, it isn't much. */
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

/* The C library gathers and sorts what was freed, which it would do in each reader anew, in pages
 * that all of them share until then. */
static void sort_heap(void)
{
	(void)malloc_trim(0);
	fill_holes();
}

/* What few letters need, and all readers pay for once it is there: charsets and libxml2 are four
 * hundred mappings. */
static void stock_up(void)
{
	doors_leave_libraries(false);
	charset_open_all();
	free(html_to_text("<p>x</p>", 8));
	sort_heap();
}

static void be_ready(int control, const struct apart_setup *setup)
{
	struct apart_note note = {.told = APART_IS_READY, .well = true};
	struct reason reason;

	words_from(setup->games);
	mailers_from(setup->mailers, setup->site_mailers);
	if (words_need(&reason) < 0 || mailers_need(&reason) < 0) {
		note.well = false;
		note.passing = reason_is_passing(&reason);
		snprintf(note.why, sizeof note.why, "%s", reason.text);
	} else {
		warm_up(setup);
		/* Some library has changed that. */
		(void)signal(SIGPIPE, SIG_DFL);
		doors_prepare();
		doors_leave_libraries(true);
		sort_heap();
	}
	tell(control, &note, -1);
}

/* ---- its work ---- */

/* Readers that have ended, until somebody asks: the last ones, more than are ever in use. */
static struct {
	struct end {
		pid_t pid;
		int status;
		bool computed, memory_is_short;
	} ends[64];
	size_t next;
} ended;

static void note_end(pid_t pid, int status, const struct rusage *used)
{
	const bool well = WIFEXITED(status) && WEXITSTATUS(status) == EX_OK;

	ended.ends[ended.next++ % ARRAY_LEN(ended.ends)] = (struct end){
		.pid = pid,
		.status = status,
		.computed = used->ru_utime.tv_sec + used->ru_stime.tv_sec >= DOORS_CPU_SECONDS,
		.memory_is_short = !well && !doors_has_memory(),
	};
}

/* Notes which readers have ended, of all (-1), or of one, for whose end it waits. */
static void bury(pid_t which)
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

static void tell_end(int control, pid_t pid)
{
	struct apart_note note = {.told = APART_IS_OVER};
	const struct end *end;
	size_t back = 1;

	bury(pid);
	/* The newest first: pids come again. */
	do {
		if (back > ARRAY_LEN(ended.ends))
			_exit(EX_SOFTWARE);
		end = &ended.ends[(ended.next - back++) % ARRAY_LEN(ended.ends)];
	} while (end->pid != pid);
	note.number = end->status;
	note.computed = end->computed;
	note.memory_is_short = end->memory_is_short;
	tell(control, &note, -1);
}

static void make_reader(int control, const struct apart_setup *setup, bool stocked)
{
	struct apart_note note = {.told = APART_IS_MADE, .stocked = stocked};
	const pid_t warden = getpid();
	int ends[2] = {-1, -1};
	pid_t pid = -1;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0)
		pid = fork();
	if (pid == 0) {
		/* With both ends in hand it would never hear that nobody writes any more. */
		close(ends[0]);
		/* It mustn't outlive its warden, which may be gone already. */
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != warden)
			_exit(EX_OK);
		apart_be_reader(ends[1], setup, stocked);
	}
	note.number = pid > 0 ? pid : errno;
	note.well = pid > 0;
	if (ends[1] >= 0)
		close(ends[1]);
	tell(control, &note, note.well ? ends[0] : -1);
	if (ends[0] >= 0)
		close(ends[0]);
}

/* Nothing is kept of what its parent has open, but standard error, for what base_give_up says. */
static void let_go(int *control)
{
	int null = -1;

	/* First, for what is opened before it might be where it goes. */
	if (dup2(*control, DOORS_FD) >= 0)
		null = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (null < 0 || dup2(null, 0) < 0 || dup2(null, 1) < 0)
		_exit(EX_OSERR);
	*control = DOORS_FD;
	closefrom(DOORS_FD + 1);
}

void apart_be_warden(int control)
{
	struct apart_setup setup;
	struct apart_ask ask;
	bool stocked = false;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* How a reader ends must be told by its signal alone. */
	for (int number = 1; number < NSIG; number++)
		(void)signal(number, SIG_DFL);
	let_go(&control);
	take_setup(control, &setup);
	be_ready(control, &setup);
	for (;;) {
		(void)listen_for(control, &ask, sizeof ask);
		bury(-1);
		if (ask.want == APART_END) {
			tell_end(control, ask.pid);
			continue;
		}
		if (ask.want == APART_STOCKED && !stocked)
			stock_up();
		stocked = stocked || ask.want == APART_STOCKED;
		make_reader(control, &setup, stocked);
	}
}
