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
#include "core/util/strbuf.h"
#include "pbem/dynload/dynload.h"
#include "pbem/mime/charset.h"
#include "pbem/mime/html_to_text.h"
#include "pbem/mime/quoting/mail_clients.h"
#include "pbem/sandbox/confine.h"
#include "pbem/sandbox/sandbox_internal.h"
#include "pbem/sandbox/sandbox_protocol.h"

/* ---- requests ---- */

/* Receives one packet, and the descriptor that came with it, or -1. Ends the process if the main
 * process has ended. */
static void receive_packet(int control, void *bytes, size_t most, int *fd_out)
{
	union {
		char bytes[CMSG_SPACE(sizeof(int))];
		struct cmsghdr align;
	} ancillary;
	struct iovec part = {.iov_base = bytes, .iov_len = most};
	struct msghdr message = {.msg_iov = &part,
				 .msg_iovlen = 1,
				 .msg_control = ancillary.bytes,
				 .msg_controllen = sizeof ancillary.bytes};
	const struct cmsghdr *head;
	ssize_t got;

	*fd_out = -1;
	do
		got = recvmsg(control, &message, MSG_CMSG_CLOEXEC);
	while (got < 0 && errno == EINTR);
	if (got <= 0)
		_exit(EX_OK);
	head = CMSG_FIRSTHDR(&message);
	if (head != NULL && head->cmsg_type == SCM_RIGHTS)
		memcpy(fd_out, CMSG_DATA(head), sizeof *fd_out);
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
	int none;

	receive_packet(control, bytes, SANDBOX_SETUP_MAX, &none);
	memcpy(&packet, bytes, sizeof packet);
	setup->limits = packet.limits;
	setup->own_address = next_string(&at);
	setup->games = next_string(&at);
	setup->mailers = next_string(&at);
	setup->site_mailers = packet.has_site_mailers ? next_string(&at) : NULL;
	free(bytes);
}

/* ---- answers ---- */

static void send_note(int control, const struct sandbox_note *note)
{
	ssize_t sent;

	do
		sent = send(control, note, sizeof *note, MSG_NOSIGNAL);
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
	struct sandbox_note note = {.well = true};
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
	send_note(control, &note);
}

/* ---- a reader ---- */

/* The memory for a small message. All small messages that are read at the same time get no more
 * memory than one large message. */
enum { SMALL_MEMORY = CONFINE_MEMORY / (SANDBOX_AHEAD + 1) };

/* Reads exactly `len` bytes. Ends the process if the main process has ended, since nobody wants an
 * answer then. */
static void read_bytes(void *bytes, size_t len)
{
	char *at = bytes;

	while (len > 0) {
		const ssize_t got = read(CONFINE_FD, at, len);

		if (got == 0 || (got < 0 && errno != EINTR))
			_exit(EX_OK);
		at += got > 0 ? got : 0;
		len -= got > 0 ? (size_t)got : 0;
	}
}

static void write_bytes(const void *bytes, size_t len)
{
	const char *at = bytes;

	while (len > 0) {
		const ssize_t put = write(CONFINE_FD, at, len);

		if (put < 0 && errno != EINTR)
			_exit(EX_IOERR);
		at += put > 0 ? put : 0;
		len -= put > 0 ? (size_t)put : 0;
	}
}

/* Writes the answer with its length first, so that the receiver needn't wait for this process to
 * end. */
static void write_answer(const struct sandbox_protocol *parcel, const struct sandbox_setup *setup)
{
	struct sandbox_answer head = {0};
	struct strbuf out;

	strbuf_init(&out, sizeof head + sandbox_protocol_most(setup->limits.max_text_bytes,
							      parcel->whole != NULL));
	strbuf_add_bytes(&out, (const char *)&head, sizeof head);
	sandbox_protocol_pack(parcel, &out);
	head.len = (uint32_t)(out.len - sizeof head);
	memcpy(out.bytes, &head, sizeof head);
	write_bytes(out.bytes, out.len);
	strbuf_done(&out);
}

static void report_missing_library(void)
{
	const struct sandbox_answer lacks = {SANDBOX_LACKS};

	write_bytes(&lacks, sizeof lacks);
	_exit(EX_OK);
}

static void parse_message(const struct sandbox_setup *setup, enum sandbox_mode mode,
			  const char *bytes, size_t len, struct sandbox_protocol *parcel)
{
	int result = 0;

	switch (mode) {
	case SANDBOX_MODE_READ:
		result = message_read(bytes, len, &setup->limits, setup->own_address,
				      &parcel->letter, &parcel->reason);
		break;
	case SANDBOX_MODE_WHOLE:
		result = message_read_whole(bytes, len, &setup->limits, &parcel->letter,
					    &parcel->whole, &parcel->reason);
		break;
	case SANDBOX_MODE_SAMPLE:
		parcel->letter = message_sample(bytes, len, setup->own_address);
		break;
	}
	parcel->kind = result == 0 ? SANDBOX_PROTOCOL_LETTER : SANDBOX_PROTOCOL_REFUSED;
}

/* Runs a reader at its end of the channel. Doesn't return. */
static void run_reader(int channel, const struct sandbox_setup *setup, bool stocked)
{
	struct sandbox_batch batch;
	unsigned doors;
	size_t len = 0;
	char *bytes;

	if (channel != CONFINE_FD && dup2(channel, CONFINE_FD) < 0)
		_exit(EX_OSERR);
	if (!stocked)
		dynload_forbid(report_missing_library);
	/* The jobs may be read before the process is confined, since they come from the run, not
	 * from a message. */
	read_bytes(&batch, sizeof batch);
	doors = confine_close(batch.count > 1 || batch.jobs[0].len <= SANDBOX_AHEAD_BYTES
				      ? SMALL_MEMORY
				      : CONFINE_MEMORY);
	for (size_t i = 0; i < batch.count; i++)
		len += batch.jobs[i].len;
	bytes = base_alloc(len);
	/* All are received before the first answer is sent: the run takes no answer until then. */
	read_bytes(bytes, len);
	for (size_t i = 0; i < batch.count; bytes += batch.jobs[i++].len) {
		struct sandbox_protocol parcel = {.doors = doors};

		parse_message(setup, (enum sandbox_mode)batch.jobs[i].wish, bytes,
			      batch.jobs[i].len, &parcel);
		write_answer(&parcel, setup);
		sandbox_protocol_forget(&parcel);
	}
	_exit(EX_OK);
}

/* ---- making and ending readers ---- */

/* A reader has no parent but this process, which therefore reports how it ended. */
static struct {
	pid_t pid; /* 0: it could not be started */
	int error; /* why */
} readers[SANDBOX_AHEAD + 1];

static void start_reader(const struct sandbox_request *ask, int channel,
			 const struct sandbox_setup *setup, bool stocked)
{
	const pid_t supervisor = getpid(), pid = fork();

	if (pid == 0) {
		/* The reader must not outlive the supervisor, which may have ended already. */
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != supervisor)
			_exit(EX_OK);
		run_reader(channel, setup, stocked);
	}
	readers[ask->reader].error = errno;
	readers[ask->reader].pid = pid > 0 ? pid : 0;
	close(channel);
}

/* Ends the reader. It is killed because a reader that was taken over could stay as long as it
 * likes, with its memory. If it has ended by itself, its pid and its status remain until wait4. */
static void end_reader(int control, const struct sandbox_request *ask)
{
	const pid_t pid = readers[ask->reader].pid;
	struct sandbox_note note = {.error = pid == 0 ? readers[ask->reader].error : 0};
	struct rusage used;

	if (pid != 0) {
		(void)kill(pid, SIGKILL);
		while (wait4(pid, &note.status, 0, &used) < 0)
			if (errno != EINTR)
				_exit(EX_OSERR);
		note.computed = used.ru_utime.tv_sec + used.ru_stime.tv_sec >= CONFINE_CPU_SECONDS;
	}
	if (ask->want == SANDBOX_END_AND_TELL)
		send_note(control, &note);
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
	int channel;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* The signal that ends a reader must show by itself how it ended. */
	for (int number = 1; number < NSIG; number++)
		(void)signal(number, SIG_DFL);
	close_inherited(&control);
	receive_setup(control, &setup);
	prepare_readers(control, &setup);
	for (;;) {
		receive_packet(control, &ask, sizeof ask, &channel);
		if (ask.want == SANDBOX_END || ask.want == SANDBOX_END_AND_TELL) {
			end_reader(control, &ask);
			continue;
		}
		if (ask.want == SANDBOX_STOCKED && !stocked)
			load_all_libraries();
		stocked = stocked || ask.want == SANDBOX_STOCKED;
		start_reader(&ask, channel, &setup, stocked);
	}
}
