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

#include "core/util/base.h"
#include "pbem/dynload/dynload.h"
#include "pbem/sandbox/confine.h"

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED true
#elif defined(__has_feature)
#define SANITIZED __has_feature(address_sanitizer)
#else
#define SANITIZED false
#endif

static rlim_t occupied; /* address space in use before confinement */

/* Reports whether a tool watches this process from inside. Such tools read files and start other
 * programs to report what they found. valgrind(1) loads itself into the program that it watches. */
static bool is_watched(void)
{
	static const char *loaded;

	if (loaded == NULL)
		loaded = getenv("LD_PRELOAD");
	if (loaded == NULL)
		loaded = "";
	return SANITIZED || strstr(loaded, "vgpreload") != NULL;
}

/* ---- landlock: no file, no port, no signal to other processes ---- */

#ifdef SYS_landlock_create_ruleset

/* The newest struct that landlock(7) has. Older kernels read its first fields, and older headers
 * declare fewer. */
struct ruleset {
	uint64_t files, ports, scoped;
};

static struct {
	struct ruleset ruleset;
	size_t size; /* bytes of it that the kernel knows; 0: the kernel has no landlock */
} wall;

static void plan_landlock(void)
{
	enum { ASK_VERSION = 1, PORTS_FROM = 4, SCOPED_FROM = 6 };
	/* The number of ways to use a file that each version of landlock knows. */
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

static bool apply_landlock(void)
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

static void plan_landlock(void)
{
}

static bool apply_landlock(void)
{
	return false;
}

#endif

/* ---- seccomp: only a few system calls are left ---- */

#if HAVE_SECCOMP

enum { FILTER_MAX = 2048 /* instructions */, TRIES = 4 };

static struct {
	uint64_t instructions[FILTER_MAX]; /* each is a struct sock_filter */
	size_t count;
} filter;

/* System calls that reading a message needs once everything is loaded. */
static const int harmless[] = {
	SCMP_SYS(brk),
	SCMP_SYS(munmap),
	SCMP_SYS(mremap),
	SCMP_SYS(madvise),
	SCMP_SYS(exit),
	SCMP_SYS(exit_group),
	SCMP_SYS(clock_gettime),
	SCMP_SYS(clock_getres),
	SCMP_SYS(gettimeofday),
	SCMP_SYS(time),
	SCMP_SYS(getrandom),
	SCMP_SYS(getpid),
	SCMP_SYS(rt_sigreturn),
	SCMP_SYS(rt_sigprocmask),
	/* The same calls on 32-bit machines. */
	SCMP_SYS(sigreturn),
	SCMP_SYS(clock_gettime64),
	SCMP_SYS(clock_getres_time64),
};

/*
 * System calls that reading a message never makes: a process that makes one has been taken over,
 * and is killed. All other calls only fail (EPERM), since libraries on other machines may make
 * calls that ours don't.
 */
static const int hostile[] = {
	SCMP_SYS(execve),
	SCMP_SYS(execveat),
	SCMP_SYS(fork),
	SCMP_SYS(vfork),
	SCMP_SYS(clone),
	SCMP_SYS(clone3),
	SCMP_SYS(socket),
	SCMP_SYS(socketcall), /* on some 32-bit machines the only call for all socket functions */
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
	SCMP_SYS(recvmmsg_time64),
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
	{SCMP_SYS(read), SCMP_A0_64(SCMP_CMP_EQ, CONFINE_FD, 0)},
	{SCMP_SYS(write), SCMP_A0_64(SCMP_CMP_EQ, CONFINE_FD, 0)},
/* Memory never becomes executable. */
#ifdef SYS_mmap2 /* on machines that have it, the arguments of mmap are in memory, which no filter \
		    can read */
	{SCMP_SYS(mmap2), SCMP_A2_64(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)},
#else
	{SCMP_SYS(mmap), SCMP_A2_64(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)},
#endif
	{SCMP_SYS(mprotect), SCMP_A2_64(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)},
};

static void add_rules(scmp_filter_ctx rules)
{
	/* Negative numbers are calls that this machine doesn't have. */
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

/* Writes the rules in the kernel's form. libseccomp writes them to a descriptor, here a pipe's,
 * which has room for all of them. */
static size_t write_filter(void *out, size_t size)
{
	scmp_filter_ctx rules = seccomp_init(SCMP_ACT_ERRNO(EPERM));
	ssize_t got = 0;
	int fds[2];

	if (rules == NULL)
		return 0;
	/* A tree of rules halves the time that each reader's kernel needs to load them. */
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

/*
 * Makes the filter. If libseccomp runs out of memory it leaves out rules or instructions and
 * reports success, and then no message could be read. So its output is used only if it writes the
 * same twice. It may also free something twice: the C library then ends the process with its own
 * message, and the run reports the cause in a sentence.
 */
static void make_filter(void)
{
	void *again = base_alloc(sizeof filter.instructions);
	int kept = dynload_mute_stderr();

	for (int tries = 0; filter.count == 0 && tries < TRIES; tries++) {
		size_t size = write_filter(filter.instructions, sizeof filter.instructions);

		if (size > 0 && write_filter(again, size + 1) == size &&
		    memcmp(filter.instructions, again, size) == 0)
			filter.count = size / sizeof *filter.instructions;
	}
	dynload_restore_stderr(kept);
	free(again);
}

static bool load_filter(void)
{
	/* This is struct sock_fprog, whose header conflicts with others on some systems. */
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

/* Returns how many bytes of address space this process has; 0 if that can't be found out. */
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

static void set_resource_limit(__rlimit_resource_t what, rlim_t soft, rlim_t hard)
{
	const struct rlimit most = {soft, hard};

	(void)setrlimit(what, &most);
}

/* Sets the remaining limits, after confine_prepare has set the others. A process that opens nothing
 * needs no descriptor, and without a free descriptor it can open nothing: no file, socket or
 * library. */
static void set_limits(rlim_t memory)
{
	struct rlimit stack = {CONFINE_STACK, CONFINE_STACK};

	(void)getrlimit(RLIMIT_STACK, &stack);
	if (stack.rlim_cur == RLIM_INFINITY || stack.rlim_cur > CONFINE_STACK)
		stack.rlim_cur = CONFINE_STACK;
	/* This limit can't be set earlier: the supervisor writes to standard error why it gives up,
	 * and that may be a file. */
	set_resource_limit(RLIMIT_FSIZE, 0, 0);
	set_resource_limit(RLIMIT_NPROC, 0, 0);
	set_resource_limit(RLIMIT_NOFILE, 0, 0);
	set_resource_limit(RLIMIT_STACK, stack.rlim_cur, stack.rlim_cur);
	/* Limits the memory that can be written to, including copies of library pages. Before Linux
	 * 4.7 only the limit of address space works, which also counts memory that is only read. */
	set_resource_limit(RLIMIT_DATA, memory - stack.rlim_cur, memory - stack.rlim_cur);
	set_resource_limit(RLIMIT_AS, occupied + memory, occupied + memory);
}

/* ---- libraries ---- */

/* Libraries that come with GMime and the rest of the program, and that reading a message never
 * uses. */
static const char *const idle[] = {
	"libassuan.",  "libblkid.",   "libcrypto.",    "libffi.",     "libgif.",       "libgio-",
	"libgmodule-", "libgpgme.",   "libgpg-error.", "libidn2.",    "libmount.",     "libpcre2-",
	"libpng16.",   "libseccomp.", "libselinux.",   "libsqlite3.", "libunistring.", "libz.",
};

static bool is_unneeded_library(const char *path)
{
	const char *name = strrchr(path, '/');

	for (size_t i = 0; name != NULL && i < ARRAY_LEN(idle); i++)
		if (strncmp(name + 1, idle[i], strlen(idle[i])) == 0)
			return true;
	return false;
}

/* Gives an unneeded library to forked processes, or leaves it out. A library that is left out
 * doesn't count as address space of a reader either. */
static int advise_library(struct dl_phdr_info *library, size_t size, void *advice)
{
	const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);

	(void)size;
	for (int i = 0; is_unneeded_library(library->dlpi_name) && i < library->dlpi_phnum; i++) {
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

void confine_leave_libraries(bool out)
{
	int advice = out ? MADV_DONTFORK : MADV_DOFORK;

	if (!is_watched())
		(void)dl_iterate_phdr(advise_library, &advice);
}

/* ---- all barriers ---- */

void confine_prepare(void)
{
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	occupied = count_space();
	if (is_watched())
		return;
	set_resource_limit(RLIMIT_CORE, 0, 0);
	set_resource_limit(RLIMIT_MSGQUEUE, 0, 0);
	set_resource_limit(RLIMIT_MEMLOCK, 0, 0);
	plan_landlock();
	make_filter();
}

enum confine confine_close(size_t memory)
{
	enum confine closed = CONFINE_LIMITS;

	/* The process first gets SIGXCPU, which shows the cause, and a second later SIGKILL. */
	set_resource_limit(RLIMIT_CPU, CONFINE_CPU_SECONDS, CONFINE_CPU_SECONDS + 1);
	if (is_watched())
		return CONFINE_NONE;
	for (int fd = 0; fd < CONFINE_FD; fd++)
		close(fd);
	closefrom(CONFINE_FD + 1);
	confine_hide();
	/* This comes before the limits, because it needs a descriptor. */
	if (apply_landlock())
		closed |= CONFINE_LANDLOCK;
	set_limits(memory);
	if (load_filter())
		closed |= CONFINE_SECCOMP;
	return closed;
}

void confine_hide(void)
{
	if (!is_watched())
		prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}
