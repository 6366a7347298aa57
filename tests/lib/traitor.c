/* SPDX-License-Identifier: MIT */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

#include "core/util/strbuf.h"
#include "pbem/mime/message.h"
#include "pbem/sandbox/confine.h"
#include "pbem/sandbox/sandbox_protocol.h"
#include "tests/lib/traitor.h"
#include "tests/lib/wrapped_names.h"

enum {
	WAITED = 200
}; /* less than the second of computing that a reader may use: it may not sleep */

/* ---- functions linked before the program's own ---- */

int __real_message_read(const char *bytes, size_t len, const struct message_limits *limits,
			const char *own_address, struct message **letter_out,
			struct reason *reason);
int __wrap_message_read(const char *bytes, size_t len, const struct message_limits *limits,
			const char *own_address, struct message **letter_out,
			struct reason *reason);
int __real_setrlimit(__rlimit_resource_t what, const struct rlimit *most);
int __wrap_setrlimit(__rlimit_resource_t what, const struct rlimit *most);
int __real_poll(struct pollfd *fds, nfds_t count, int milliseconds);
int __wrap_poll(struct pollfd *fds, nfds_t count, int milliseconds);
int __real_clock_gettime(clockid_t clock, struct timespec *now);
int __wrap_clock_gettime(clockid_t clock, struct timespec *now);
pid_t __wrap_fork(void);

struct traitor *traitor_shared;

/* Shortens the minute of computing to a second. A sanitizer calls it, too, before memory has its
 * shadow. */
__attribute__((no_sanitize("address"))) int __wrap_setrlimit(__rlimit_resource_t what,
							     const struct rlimit *most)
{
	const struct rlimit sooner = {1, 2};

	return __real_setrlimit(what, what == RLIMIT_CPU ? &sooner : most);
}

/* Fails as wanted, and shortens the time for which a reader is waited for. */
int __wrap_poll(struct pollfd *fds, nfds_t count, int milliseconds)
{
	const bool shorter =
		traitor_shared != NULL && traitor_shared->hurry && milliseconds > WAITED;

	if (traitor_shared != NULL && (fds[0].events & traitor_shared->poll_fails) != 0) {
		errno = ENOMEM;
		return -1;
	}
	return __real_poll(fds, count, shorter ? WAITED : milliseconds);
}

int __wrap_clock_gettime(clockid_t clock, struct timespec *now)
{
	const int result = __real_clock_gettime(clock, now);

	if (traitor_shared != NULL && traitor_shared->hurry)
		now->tv_sec *= 60;
	return result;
}

static void count_fall(int number)
{
	(void)number;
	traitor_shared->falls++;
}

pid_t __wrap_fork(void)
{
	const struct sigaction count = {.sa_handler = count_fall, .sa_flags = (int)SA_RESETHAND};
	pid_t pid;

	if (traitor_shared->fork_fails) {
		errno = EAGAIN;
		return -1;
	}
	pid = __real_fork();
	if (pid == 0)
		sigaction(SIGSEGV, &count, NULL);
	if (pid > 0 && getpid() == traitor_shared->parent)
		traitor_shared->first_child = pid;
	return pid;
}

/* ---- in the reader's place ---- */

/* Writes "done" for 0, or the name of errno. */
static void tell(struct message *letter, long result)
{
	free(letter->text);
	letter->text = base_printf("%s", result >= 0 ? "done" : strerrorname_np(errno));
}

static long write_everywhere(void)
{
	long written = -1;

	for (int fd = 0; fd < 4096; fd++)
		if (fd != CONFINE_FD && write(fd, "x", 1) == 1)
			written = fd;
	return written;
}

static long read_everywhere(void)
{
	long got = -1;
	char byte;

	for (int fd = 0; fd < 4096; fd++)
		if (fd != CONFINE_FD && read(fd, &byte, 1) >= 0)
			got = fd;
	return got;
}

static long open_memory_of(pid_t pid)
{
	char path[64];

	snprintf(path, sizeof path, "/proc/%d/mem", (int)pid);
	return open(path, O_RDONLY);
}

static long look_into(pid_t pid)
{
	char here[16];
	struct iovec mine = {here, sizeof here}, its = {traitor_shared, sizeof here};

	return process_vm_readv(pid, &mine, 1, &its, 1, 0);
}

static long map_code(void)
{
	return mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1,
		    0) == MAP_FAILED
		       ? -1
		       : 0;
}

static long protect_code(void)
{
	static char page[8192];

	return mprotect((void *)(((uintptr_t)page + 4095) & ~(uintptr_t)4095), 4096,
			PROT_READ | PROT_EXEC);
}

static long raise_limit(void)
{
	const struct rlimit more = {64, 64};

	return __real_setrlimit(RLIMIT_NOFILE, &more);
}

static long execute(void)
{
	char *const words[] = {(char *)(uintptr_t) "sh", NULL};

	return execv("/bin/sh", words);
}

static const char *heap;		  /* where it begins */
static const volatile char *idle_library; /* code of a library that reading a message never uses */

__attribute__((constructor)) static void find_places(void)
{
	heap = sbrk(0);
	idle_library = dlsym(RTLD_DEFAULT, "EVP_sha256");
}

static long fetch_library(void)
{
	traitor_shared->fetched++;
	return *idle_library != 0 ? 0 : 1;
}

/* Searches this process's heap, where messages are, for something that an earlier message contained
 * (here with each letter shifted by one). */
static long search_heap(const char *shifted)
{
	const size_t len = strcspn(shifted, "\n");
	const char *end = sbrk(0);
	char want[64];

	for (size_t i = 0; i < len && i < sizeof want; i++)
		want[i] = (char)(shifted[i] - 1);
	for (const char *at = heap; at + len <= end; at++)
		if (memcmp(at, want, len) == 0)
			return 0;
	errno = ENOENT;
	return -1;
}

static void spend_memory(void)
{
	for (;;)
		memset(base_alloc(1 << 20), 1, 1 << 20);
}

static void spin(void)
{
	volatile unsigned long count = 0;

	for (;;)
		count++;
}

static void overflow_stack(void)
{
	volatile char room[65536];

	room[0] = 1;
	if (room[0] == 1)
		overflow_stack();
	room[1] = 1;
}

static void answer_and_end(const char *bytes, size_t len)
{
	(void)!write(CONFINE_FD, bytes, len);
	_exit(0);
}

static void write_for_ever(void)
{
	static char block[65536];

	memset(block, 0xff, sizeof block);
	for (;;)
		(void)!write(CONFINE_FD, block, sizeof block);
}

/* Makes an attempt that only shows whether the call succeeds. */
static long attempt(const char *what)
{
	if (strbuf_starts(what, "open"))
		return open(traitor_shared->keys, O_RDONLY);
	if (strbuf_starts(what, "create"))
		return open("/tmp/pbem-traitor", O_WRONLY | O_CREAT, 0600);
	if (strbuf_starts(what, "unlink"))
		return unlink(traitor_shared->keys);
	if (strbuf_starts(what, "chmod"))
		return chmod(traitor_shared->keys, 0666);
	if (strbuf_starts(what, "write-fds"))
		return write_everywhere();
	if (strbuf_starts(what, "read-fds"))
		return read_everywhere();
	if (strbuf_starts(what, "proc-mem"))
		return open_memory_of(traitor_shared->parent);
	if (strbuf_starts(what, "map-code"))
		return map_code();
	if (strbuf_starts(what, "protect-code"))
		return protect_code();
	if (strbuf_starts(what, "library"))
		return fetch_library();
	if (strbuf_starts(what, "raise-limit"))
		return raise_limit();
	if (strbuf_starts(what, "heap "))
		return search_heap(what + 5);
	if (strbuf_starts(what, "socket"))
		return socket(AF_INET, SOCK_STREAM, 0);
	if (strbuf_starts(what, "socketpair"))
		return socketpair(AF_UNIX, SOCK_STREAM, 0, (int[2]){0, 0});
	if (strbuf_starts(what, "fork"))
		return __real_fork();
	if (strbuf_starts(what, "exec"))
		return execute();
	if (strbuf_starts(what, "kill"))
		return kill(traitor_shared->parent, SIGKILL);
	if (strbuf_starts(what, "ptrace"))
		return ptrace(PTRACE_ATTACH, traitor_shared->parent, NULL, NULL);
	if (strbuf_starts(what, "vm-read"))
		return look_into(traitor_shared->parent);
	errno = 0;
	return -1;
}

/* Takes all memory that it can get, in pieces that it can write to. */
static void hoard(void)
{
	for (size_t size = 1 << 24; size >= 4096;) {
		char *piece = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
				   -1, 0);

		if (piece == MAP_FAILED)
			size /= 2;
		else
			memset(piece, 1, size < 1 << 20 ? size : 1 << 20);
	}
	__atomic_add_fetch(&traitor_shared->hoarded, 1, __ATOMIC_SEQ_CST);
}

/* Blocks all signals that can be blocked. */
static void block_signals(void)
{
	sigset_t all;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
}

/* Answers as an honest reader would, but then stays. */
static void answer_and_stay(struct message *letter)
{
	struct sandbox_protocol parcel = {.kind = SANDBOX_PROTOCOL_LETTER, .letter = letter};
	struct strbuf out;
	uint32_t len;

	free(letter->text);
	letter->text = base_strdup("done");
	strbuf_init(&out, 0);
	sandbox_protocol_pack(&parcel, &out);
	len = (uint32_t)out.len;
	(void)!write(CONFINE_FD, &len, sizeof len);
	(void)!write(CONFINE_FD, out.bytes, out.len);
	block_signals();
	spin();
}

static void fall(const char *what, struct message *letter)
{
	int *volatile nowhere = (int *)(uintptr_t)8;

	if (strbuf_starts(what, "linger"))
		answer_and_stay(letter);
	if (strbuf_starts(what, "hoard")) {
		hoard();
		usleep(200000);
		answer_and_stay(letter);
	}
	if (strbuf_starts(what, "blocked")) {
		block_signals();
		spin();
	}
	if (strbuf_starts(what, "nonsense-and-stay")) {
		(void)!write(CONFINE_FD, "\10\0\0\0garbage!", 12);
		block_signals();
		spin();
	}

	if (strbuf_starts(what, "segv"))
		*nowhere = 1;
	if (strbuf_starts(what, "stack"))
		overflow_stack();
	if (strbuf_starts(what, "memory"))
		spend_memory();
	if (strbuf_starts(what, "spin"))
		spin();
	if (strbuf_starts(what, "silent"))
		_exit(0);
	if (strbuf_starts(what, "exit-"))
		_exit(atoi(what + 5));
	while (strbuf_starts(what, "asleep"))
		sleep(1);
	while (strbuf_starts(what, "dribble")) {
		(void)!write(CONFINE_FD, "\1", 1);
		usleep(100000);
	}
	if (strbuf_starts(what, "garbage"))
		answer_and_end("\10\0\0\0garbage!", 12);
	if (strbuf_starts(what, "lacking"))
		answer_and_end("\xff\xff\xff\xff", 4);
	if (strbuf_starts(what, "endless"))
		write_for_ever();
}

/* Returns the text after a space, up to the line's end, with %HH for any byte; allocated. */
static char *value_of(const char *what)
{
	char *value = base_zalloc(1, strlen(what) + 1), *to = value;
	const char *at = strchr(what, ' ');

	for (at = at != NULL ? at + 1 : ""; *at != '\0' && *at != '\n'; at++) {
		unsigned byte = (unsigned char)*at;

		if (*at == '%' && sscanf(at + 1, "%2x", &byte) == 1)
			at += 2;
		*to++ = (char)byte;
	}
	return value;
}

/* Sets a field of the message, given as "FIELD VALUE". */
static void set_field(const char *what, struct message *letter)
{
	const struct {
		const char *name;
		char **at;
	} fields[] = {
		{"why ", &letter->why_automatic},
		{"id ", &letter->message_id},
		{"references ", &letter->references},
		{"subject ", &letter->subject},
		{"from ", &letter->from},
		{"unreadable ", &letter->unreadable},
		{"bounced ", &letter->bounced_id},
		{"text ", &letter->text},
	};

	for (size_t i = 0; i < ARRAY_LEN(fields); i++)
		if (strbuf_starts(what, fields[i].name)) {
			free(*fields[i].at);
			*fields[i].at = value_of(what);
		}
	if (strbuf_starts(what, "number-class "))
		letter->class = (enum message_class)atoi(what + 13);
	if (strbuf_starts(what, "number-alone "))
		letter->from_alone = true;
	if (strbuf_starts(what, "number-permanent "))
		letter->bounce_permanent = true;
	if (strbuf_starts(what, "number-tokens "))
		letter->token_count = (unsigned)atoi(what + 14);
	if (strbuf_starts(what, "number-header-tokens "))
		letter->header_token_count = (unsigned)atoi(what + 21);
}

/* Answers in the right form with values that are impossible. */
static void lie(const char *what, struct message *letter)
{
	if (strbuf_starts(what, "set "))
		set_field(what + 4, letter);
	if (strbuf_starts(what, "control"))
		strcpy(letter->text = base_zalloc(1, 16), "a\033[31m");
	if (strbuf_starts(what, "newline"))
		letter->subject = base_strdup("a\nBcc: b@example.org");
	if (strbuf_starts(what, "utf-8"))
		letter->subject = base_strdup("\xff\xfe");
	if (strbuf_starts(what, "class"))
		letter->class = (enum message_class)77;
	if (strbuf_starts(what, "counts"))
		letter->header_token_count = 3;
	if (strbuf_starts(what, "tokens"))
		letter->token_count = 1; /* which isn't a token */
	if (strbuf_starts(what, "long")) {
		letter->subject = base_zalloc(1, 100001);
		memset(letter->subject, 'a', 100000);
	}
}

int __wrap_message_read(const char *bytes, size_t len, const struct message_limits *limits,
			const char *own_address, struct message **letter_out, struct reason *reason)
{
	const char *what = bytes + strlen(TRAITOR);

	if (traitor_shared->no_memory)
		_exit(EX_TEMPFAIL);
	if (len < strlen(TRAITOR) || strncmp(bytes, TRAITOR, strlen(TRAITOR)) != 0)
		return __real_message_read(bytes, len, limits, own_address, letter_out, reason);
	*letter_out = message_unknown();
	if (strbuf_starts(what, "lie-")) {
		lie(what + 4, *letter_out);
	} else {
		fall(what, *letter_out);
		tell(*letter_out, attempt(what));
	}
	return 0;
}
