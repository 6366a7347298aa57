/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if HAVE_SECCOMP
#include <linux/seccomp.h>
#include <seccomp.h>
#endif

#include "core/base/base.h"
#include "pbem/late/late.h"
#include "pbem/reading/apart/doors.h"

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED true
#elif defined(__has_feature)
#define SANITIZED __has_feature(address_sanitizer)
#else
#define SANITIZED false
#endif

static rlim_t occupied; /* address space before the doors close */

/* Tools that watch a process from inside it read files and start others to say what they have
 * found. valgrind(1) has itself loaded into what it watches. */
static bool is_watched(void)
{
	static const char *loaded;

	if (loaded == NULL)
		loaded = getenv("LD_PRELOAD");
	if (loaded == NULL)
		loaded = "";
	return SANITIZED || strstr(loaded, "vgpreload") != NULL;
}

/* ---- landlock: no file, no port, no signal to processes that it doesn't hold ---- */

#ifdef SYS_landlock_create_ruleset

/* As landlock(7) has it by now: older kernels take its beginning, older headers declare no more.
 */
struct ruleset {
	uint64_t files, ports, scoped;
};

static struct {
	struct ruleset ruleset;
	size_t size; /* what the kernel knows of it; 0: nothing */
} wall;

static void plan_wall(void)
{
	enum { ASK_VERSION = 1, PORTS_FROM = 4, SCOPED_FROM = 6 };
	/* How many ways to use a file each version knows of. */
	static const unsigned char files[] = {0, 13, 14, 15, 15, 16};
	const long version = syscall(SYS_landlock_create_ruleset, NULL, 0, ASK_VERSION);

	if (version < 1)
		return;
	wall.ruleset.files = (UINT64_C(1) << files[version < 5 ? version : 5]) - 1;
	wall.size = sizeof wall.ruleset.files;
	if (version >= PORTS_FROM) {
		wall.ruleset.ports = 3;
		wall.size += sizeof wall.ruleset.ports;
	}
	if (version >= SCOPED_FROM) {
		wall.ruleset.scoped = 3;
		wall.size += sizeof wall.ruleset.scoped;
	}
}

static bool wall_in(void)
{
	long fd = -1, result;

	if (wall.size > 0)
		fd = syscall(SYS_landlock_create_ruleset, &wall.ruleset, wall.size, 0);
	if (fd < 0)
		return false;
	result = syscall(SYS_landlock_restrict_self, fd, 0);
	close((int)fd);
	return result == 0;
}

#else

static void plan_wall(void)
{
}

static bool wall_in(void)
{
	return false;
}

#endif

/* ---- seccomp: few calls of the system are left ---- */

#if HAVE_SECCOMP

enum { FILTER_MAX = 2048 /* instructions */, TRIES = 4 };

static struct {
	uint64_t instructions[FILTER_MAX]; /* each is a struct sock_filter */
	size_t count;
} filter;

/* What a letter can be read with, once everything is loaded. */
static const int harmless[] = {
	SCMP_SYS(brk),		 SCMP_SYS(munmap),	   SCMP_SYS(mremap),
	SCMP_SYS(madvise),	 SCMP_SYS(exit),	   SCMP_SYS(exit_group),
	SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres),   SCMP_SYS(gettimeofday),
	SCMP_SYS(time),		 SCMP_SYS(getrandom),	   SCMP_SYS(getpid),
	SCMP_SYS(rt_sigreturn),	 SCMP_SYS(rt_sigprocmask),
};

/*
 * What no letter is ever read with: who calls that has been taken over, and ends there. Anything
 * else only fails (EPERM), since libraries of other machines may ask for what ours don't.
 */
static const int hostile[] = {
	SCMP_SYS(execve),
	SCMP_SYS(execveat),
	SCMP_SYS(fork),
	SCMP_SYS(vfork),
	SCMP_SYS(clone),
	SCMP_SYS(clone3),
	SCMP_SYS(socket),
	SCMP_SYS(socketpair),
	SCMP_SYS(connect),
	SCMP_SYS(bind),
	SCMP_SYS(listen),
	SCMP_SYS(accept),
	SCMP_SYS(accept4),
	SCMP_SYS(sendto),
	SCMP_SYS(sendmsg),
	SCMP_SYS(sendmmsg),
	SCMP_SYS(recvmsg),
	SCMP_SYS(recvmmsg),
	SCMP_SYS(ptrace),
	SCMP_SYS(process_vm_readv),
	SCMP_SYS(process_vm_writev),
	SCMP_SYS(process_madvise),
	SCMP_SYS(kill),
	SCMP_SYS(tkill),
	SCMP_SYS(pidfd_open),
	SCMP_SYS(pidfd_getfd),
	SCMP_SYS(pidfd_send_signal),
	SCMP_SYS(rt_sigqueueinfo),
	SCMP_SYS(prctl),
	SCMP_SYS(seccomp),
	SCMP_SYS(mount),
	SCMP_SYS(unshare),
	SCMP_SYS(setns),
	SCMP_SYS(bpf),
	SCMP_SYS(io_uring_setup),
	SCMP_SYS(perf_event_open),
	SCMP_SYS(userfaultfd),
	SCMP_SYS(keyctl),
};

static const struct {
	int call;
	struct scmp_arg_cmp when;
} restricted[] = {
	{SCMP_SYS(read), SCMP_A0_64(SCMP_CMP_EQ, DOORS_FD, 0)},
	{SCMP_SYS(write), SCMP_A0_64(SCMP_CMP_EQ, DOORS_FD, 0)},
	/* No memory becomes code. */
	{SCMP_SYS(mmap), SCMP_A2_64(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)},
	{SCMP_SYS(mprotect), SCMP_A2_64(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)},
};

static void add_rules(scmp_filter_ctx rules)
{
	/* Negative: this machine doesn't have that call. */
	for (size_t i = 0; i < ARRAY_LEN(harmless); i++)
		if (harmless[i] >= 0)
			(void)seccomp_rule_add_array(rules, SCMP_ACT_ALLOW, harmless[i], 0, NULL);
	for (size_t i = 0; i < ARRAY_LEN(hostile); i++)
		if (hostile[i] >= 0)
			(void)seccomp_rule_add_array(rules, SCMP_ACT_KILL_PROCESS, hostile[i], 0,
						     NULL);
	for (size_t i = 0; i < ARRAY_LEN(restricted); i++)
		if (restricted[i].call >= 0)
			(void)seccomp_rule_add_array(rules, SCMP_ACT_ALLOW, restricted[i].call, 1,
						     &restricted[i].when);
}

/* The rules as the kernel takes them: libseccomp writes them to a descriptor, here a pipe's, which
 * has room for more than there are. */
static size_t write_filter(void *out, size_t size)
{
	scmp_filter_ctx rules = seccomp_init(SCMP_ACT_ERRNO(EPERM));
	ssize_t got = 0;
	int fds[2];

	if (rules == NULL)
		return 0;
	/* As a tree, which each reader's kernel has read in half the time. */
	(void)seccomp_attr_set(rules, SCMP_FLTATR_CTL_OPTIMIZE, 2);
	add_rules(rules);
	if (pipe2(fds, O_CLOEXEC | O_NONBLOCK) == 0) {
		if (seccomp_export_bpf(rules, fds[1]) == 0)
			got = read(fds[0], out, size);
		close(fds[0]);
		close(fds[1]);
	}
	seccomp_release(rules);
	return got > 0 && (size_t)got < size ? (size_t)got : 0;
}

/* Short of memory libseccomp leaves rules out, or instructions, and calls it well, and then no
 * letter could be read: what it writes is believed when it writes the same twice. Or it frees
 * something twice, at which the C library ends the process with a line of its own: the run says it
 * in a sentence. */
static void make_filter(void)
{
	void *again = base_alloc(sizeof filter.instructions);
	int kept = late_stderr_away();

	for (int tries = 0; filter.count == 0 && tries < TRIES; tries++) {
		size_t size = write_filter(filter.instructions, sizeof filter.instructions);

		if (size > 0 && write_filter(again, size + 1) == size &&
		    memcmp(filter.instructions, again, size) == 0)
			filter.count = size / sizeof *filter.instructions;
	}
	late_stderr_back(kept);
	free(again);
}

static bool load_filter(void)
{
	/* struct sock_fprog, whose header clashes with others on some systems. */
	const struct {
		unsigned short count;
		const void *instructions;
	} program = {(unsigned short)filter.count, filter.instructions};

	return filter.count > 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

#else

static void make_filter(void)
{
}

static bool load_filter(void)
{
	return false;
}

#endif

/* ---- limits ---- */

/* Bytes of address space this process has; 0: nobody tells. */
static rlim_t count_space(void)
{
	FILE *file = fopen("/proc/self/statm", "re");
	unsigned long pages = 0;

	if (file == NULL)
		return 0;
	if (fscanf(file, "%lu", &pages) != 1)
		pages = 0;
	fclose(file);
	return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

static void limit(__rlimit_resource_t what, rlim_t soft, rlim_t hard)
{
	const struct rlimit most = {soft, hard};

	(void)setrlimit(what, &most);
}

/* What is left of them to close: doors_prepare has closed the others. A process that opens nothing
 * needs no descriptor, and one with none can open nothing: neither file nor socket nor library. */
static void set_limits(rlim_t memory)
{
	memory += occupied;

	/* Not before: standard error, where the warden says why it gives up, may be a file. */
	limit(RLIMIT_FSIZE, 0, 0);
	limit(RLIMIT_NPROC, 0, 0);
	limit(RLIMIT_NOFILE, 0, 0);
	limit(RLIMIT_AS, memory, memory);
}

/* ---- libraries ---- */

/* What GMime and the rest of the program bring along, and no letter is read with. */
static const char *const idle[] = {
	"libassuan.",  "libblkid.",   "libcrypto.",    "libffi.",     "libgif.",       "libgio-",
	"libgmodule-", "libgpgme.",   "libgpg-error.", "libidn2.",    "libmount.",     "libpcre2-",
	"libpng16.",   "libseccomp.", "libselinux.",   "libsqlite3.", "libunistring.", "libz.",
};

static bool is_idle(const char *path)
{
	const char *name = strrchr(path, '/');

	for (size_t i = 0; name != NULL && i < ARRAY_LEN(idle); i++)
		if (strncmp(name + 1, idle[i], strlen(idle[i])) == 0)
			return true;
	return false;
}

/* What is left out isn't counted among what a reader has, either. */
static int advise(struct dl_phdr_info *library, size_t size, void *advice)
{
	const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);

	(void)size;
	for (int i = 0; is_idle(library->dlpi_name) && i < library->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &library->dlpi_phdr[i];
		const uintptr_t at = library->dlpi_addr + part->p_vaddr, from = at & ~(page - 1),
				to = (at + part->p_memsz + page - 1) & ~(page - 1);
		const int how = *(const int *)advice;

		if (part->p_type != PT_LOAD || madvise((void *)from, to - from, how) != 0)
			continue;
		if (occupied != 0)
			occupied += how == MADV_DOFORK ? to - from : from - to;
	}
	return 0;
}

void doors_leave_libraries(bool out)
{
	int advice = out ? MADV_DONTFORK : MADV_DOFORK;

	if (!is_watched())
		(void)dl_iterate_phdr(advise, &advice);
}

/* ---- all of them ---- */

void doors_prepare(void)
{
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	occupied = count_space();
	if (is_watched())
		return;
	limit(RLIMIT_CORE, 0, 0);
	limit(RLIMIT_MSGQUEUE, 0, 0);
	limit(RLIMIT_MEMLOCK, 0, 0);
	plan_wall();
	make_filter();
}

enum doors doors_close(size_t memory)
{
	enum doors closed = DOORS_LIMITS;

	/* SIGXCPU first, which tells why, then the end. */
	limit(RLIMIT_CPU, DOORS_CPU_SECONDS, DOORS_CPU_SECONDS + 1);
	if (is_watched())
		return DOORS_NONE;
	for (int fd = 0; fd < DOORS_FD; fd++)
		close(fd);
	closefrom(DOORS_FD + 1);
	doors_hide();
	/* It takes a descriptor. */
	if (wall_in())
		closed |= DOORS_LANDLOCK;
	set_limits(memory);
	if (load_filter())
		closed |= DOORS_SECCOMP;
	return closed;
}

void doors_hide(void)
{
	if (!is_watched())
		prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

bool doors_has_memory(void)
{
	void *memory = mmap(NULL, DOORS_MEMORY, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			    -1, 0);

	if (memory == MAP_FAILED)
		return false;
	munmap(memory, DOORS_MEMORY);
	return true;
}
