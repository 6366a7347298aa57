/* SPDX-License-Identifier: MIT */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
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
#include <unistd.h>

#include "core/base/text.h"
#include "pbem/reading/apart/doors.h"
#include "pbem/reading/letter.h"
#include "tests/lib/traitor.h"

/* ---- what is linked in front of the program's own ---- */

int __real_letter_read(const char *bytes, size_t len, const struct letter_limits *limits,
		       const char *own_address, struct letter **letter_out, struct reason *reason);
int __wrap_letter_read(const char *bytes, size_t len, const struct letter_limits *limits,
		       const char *own_address, struct letter **letter_out, struct reason *reason);
int __real_setrlimit(__rlimit_resource_t what, const struct rlimit *most);
int __wrap_setrlimit(__rlimit_resource_t what, const struct rlimit *most);
pid_t __real_fork(void);
pid_t __wrap_fork(void);

struct traitor *traitor_shared;

/* Its minute of computing lasts a second. A sanitizer calls it too, before memory has its shadow.
 */
__attribute__((no_sanitize("address"))) int __wrap_setrlimit(__rlimit_resource_t what,
							     const struct rlimit *most)
{
	const struct rlimit sooner = {1, 2};

	return __real_setrlimit(what, what == RLIMIT_CPU ? &sooner : most);
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

/* 0 and "done", or errno by its name. */
static void tell(struct letter *letter, long result)
{
	free(letter->text);
	letter->text = base_printf("%s", result >= 0 ? "done" : strerrorname_np(errno));
}

static long write_everywhere(void)
{
	long written = -1;

	for (int fd = 0; fd < 4096; fd++)
		if (fd != DOORS_FD && write(fd, "x", 1) == 1)
			written = fd;
	return written;
}

static long read_everywhere(void)
{
	long got = -1;
	char byte;

	for (int fd = 0; fd < 4096; fd++)
		if (fd != DOORS_FD && read(fd, &byte, 1) >= 0)
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
static const volatile char *idle_library; /* code of one that no letter is read with */

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

/* Whether what an earlier letter had in it (here with each letter one further) is still
 * in this process's heap, where letters are. */
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
	(void)!write(DOORS_FD, bytes, len);
	_exit(0);
}

static void write_for_ever(void)
{
	static char block[65536];

	memset(block, 0xff, sizeof block);
	for (;;)
		(void)!write(DOORS_FD, block, sizeof block);
}

/* What only shows whether the call succeeds. */
static long attempt(const char *what)
{
	if (text_starts(what, "open"))
		return open(traitor_shared->keys, O_RDONLY);
	if (text_starts(what, "create"))
		return open("/tmp/pbem-traitor", O_WRONLY | O_CREAT, 0600);
	if (text_starts(what, "unlink"))
		return unlink(traitor_shared->keys);
	if (text_starts(what, "chmod"))
		return chmod(traitor_shared->keys, 0666);
	if (text_starts(what, "write-fds"))
		return write_everywhere();
	if (text_starts(what, "read-fds"))
		return read_everywhere();
	if (text_starts(what, "proc-mem"))
		return open_memory_of(traitor_shared->parent);
	if (text_starts(what, "map-code"))
		return map_code();
	if (text_starts(what, "protect-code"))
		return protect_code();
	if (text_starts(what, "library"))
		return fetch_library();
	if (text_starts(what, "raise-limit"))
		return raise_limit();
	if (text_starts(what, "heap "))
		return search_heap(what + 5);
	if (text_starts(what, "socket"))
		return socket(AF_INET, SOCK_STREAM, 0);
	if (text_starts(what, "socketpair"))
		return socketpair(AF_UNIX, SOCK_STREAM, 0, (int[2]){0, 0});
	if (text_starts(what, "fork"))
		return __real_fork();
	if (text_starts(what, "exec"))
		return execute();
	if (text_starts(what, "kill"))
		return kill(traitor_shared->parent, SIGKILL);
	if (text_starts(what, "ptrace"))
		return ptrace(PTRACE_ATTACH, traitor_shared->parent, NULL, NULL);
	if (text_starts(what, "vm-read"))
		return look_into(traitor_shared->parent);
	errno = 0;
	return -1;
}

static void fall(const char *what)
{
	int *volatile nowhere = (int *)(uintptr_t)8;

	if (text_starts(what, "segv"))
		*nowhere = 1;
	if (text_starts(what, "stack"))
		overflow_stack();
	if (text_starts(what, "memory"))
		spend_memory();
	if (text_starts(what, "spin"))
		spin();
	if (text_starts(what, "silent"))
		_exit(0);
	if (text_starts(what, "garbage"))
		answer_and_end("\10\0\0\0garbage!", 12);
	if (text_starts(what, "lacking"))
		answer_and_end("\xff\xff\xff\xff", 4);
	if (text_starts(what, "endless"))
		write_for_ever();
}

/* An answer in the right form that says what can't be. */
static void lie(const char *what, struct letter *letter)
{
	if (text_starts(what, "control"))
		strcpy(letter->text = base_zalloc(1, 16), "a\033[31m");
	if (text_starts(what, "newline"))
		letter->subject = base_strdup("a\nBcc: b@example.org");
	if (text_starts(what, "utf-8"))
		letter->subject = base_strdup("\xff\xfe");
	if (text_starts(what, "class"))
		letter->class = (enum letter_class)77;
	if (text_starts(what, "counts"))
		letter->header_token_count = 3;
	if (text_starts(what, "tokens"))
		letter->token_count = 1; /* and that is none */
	if (text_starts(what, "long")) {
		letter->subject = base_zalloc(1, 100001);
		memset(letter->subject, 'a', 100000);
	}
}

int __wrap_letter_read(const char *bytes, size_t len, const struct letter_limits *limits,
		       const char *own_address, struct letter **letter_out, struct reason *reason)
{
	const char *what = bytes + strlen(TRAITOR);

	if (len < strlen(TRAITOR) || strncmp(bytes, TRAITOR, strlen(TRAITOR)) != 0)
		return __real_letter_read(bytes, len, limits, own_address, letter_out, reason);
	*letter_out = letter_unknown();
	if (text_starts(what, "lie-")) {
		lie(what + 4, *letter_out);
	} else {
		fall(what);
		tell(*letter_out, attempt(what));
	}
	return 0;
}
