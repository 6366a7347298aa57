/* SPDX-License-Identifier: MIT */
/* Calls to do with streams, memory, processes, the net and clocks. */
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "tests/faults/faults.h"

/* ---- streams ---- */

FILE *fopen(const char *path, const char *mode)
{
	fault_arm(path);
	return fault_fails(class_fopen) ? NULL : REAL(fopen)(path, mode);
}

FILE *fopen64(const char *path, const char *mode)
{
	fault_arm(path);
	return fault_fails(class_fopen) ? NULL : REAL(fopen64)(path, mode);
}

FILE *fdopen(int fd, const char *mode)
{
	return fault_fails(class_fdopen) ? NULL : REAL(fdopen)(fd, mode);
}

/* glibc reads for a stream by itself; what ferror() says is this bit. */
static bool stream_fails(FILE *file)
{
	if (!fault_fails(class_stream))
		return false;
	file->_flags |= 0x20;
	return true;
}

char *fgets(char *bytes, int len, FILE *file)
{
	return stream_fails(file) ? NULL : REAL(fgets)(bytes, len, file);
}

ssize_t getline(char **line, size_t *room, FILE *file)
{
	return stream_fails(file) ? -1 : REAL(getline)(line, room, file);
}

size_t fread(void *bytes, size_t size, size_t count, FILE *file)
{
	return stream_fails(file) ? 0 : REAL(fread)(bytes, size, count, file);
}

/* ---- memory ---- */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

void *malloc(size_t size)
{
	return fault_fails(class_malloc) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	return fault_fails(class_malloc) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
	return fault_fails(class_realloc) ? NULL : __libc_realloc(old, size);
}

/* ---- processes and the net ---- */

void *dlopen(const char *name, int flags)
{
	/* dlerror() has words of its own then. */
	return fault_fails(class_dlopen) ? REAL(dlopen)("/nowhere/faults.so", flags)
					 : REAL(dlopen)(name, flags);
}

pid_t fork(void)
{
	return fault_fails(class_fork) ? -1 : REAL(fork)();
}

FILE *popen(const char *command, const char *mode)
{
	return fault_fails(class_fork) ? NULL : REAL(popen)(command, mode);
}

int pipe2(int fds[2], int flags)
{
	return fault_fails(class_pipe) ? -1 : REAL(pipe2)(fds, flags);
}

int socket(int domain, int type, int protocol)
{
	return fault_fails(class_socket) ? -1 : REAL(socket)(domain, type, protocol);
}

int socketpair(int domain, int type, int protocol, int fds[2])
{
	return fault_fails(class_socket) ? -1 : REAL(socketpair)(domain, type, protocol, fds);
}

int connect(int fd, const struct sockaddr *address, socklen_t len)
{
	return fault_fails(class_connect) ? -1 : REAL(connect)(fd, address, len);
}

ssize_t send(int fd, const void *bytes, size_t len, int flags)
{
	ssize_t some = fault_part(class_send, len);

	return some < 0 ? -1 : REAL(send)(fd, bytes, (size_t)some, flags);
}

ssize_t recv(int fd, void *bytes, size_t len, int flags)
{
	ssize_t some = fault_part(class_recv, len);

	return some < 0 ? -1 : REAL(recv)(fd, bytes, (size_t)some, flags);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
	return fault_part(class_send, 1) < 0 ? -1 : REAL(sendmsg)(fd, message, flags);
}

ssize_t recvmsg(int fd, struct msghdr *message, int flags)
{
	return fault_part(class_recv, 1) < 0 ? -1 : REAL(recvmsg)(fd, message, flags);
}

int poll(struct pollfd *fds, nfds_t count, int ms)
{
	return fault_fails(class_poll) ? -1 : REAL(poll)(fds, count, ms);
}

int ppoll(struct pollfd *fds, nfds_t count, const struct timespec *time, const sigset_t *open)
{
	return fault_fails(class_poll) ? -1 : REAL(ppoll)(fds, count, time, open);
}

ssize_t getrandom(void *bytes, size_t len, unsigned flags)
{
	ssize_t some = fault_part(class_getrandom, len);

	return some < 0 ? -1 : REAL(getrandom)(bytes, (size_t)some, flags);
}

/* ---- clocks ---- */

/* The user who runs the program, as FAULTS_USER says: files of the real user are another's then. */
uid_t geteuid(void)
{
	const char *user = getenv("FAULTS_USER");

	return user != NULL ? (uid_t)strtoul(user, NULL, 10) : REAL(geteuid)();
}

time_t time(time_t *time_out)
{
	long seconds;

	if (!fault_time(&seconds))
		return REAL(time)(time_out);
	if (time_out != NULL)
		*time_out = seconds;
	return seconds;
}

int clock_gettime(clockid_t clock, struct timespec *time_out)
{
	long seconds;

	if ((clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE) || !fault_time(&seconds))
		return REAL(clock_gettime)(clock, time_out);
	*time_out = (struct timespec){.tv_sec = seconds};
	return 0;
}

int gettimeofday(struct timeval *time_out, void *zone)
{
	long seconds;

	if (!fault_time(&seconds))
		return REAL(gettimeofday)(time_out, zone);
	*time_out = (struct timeval){.tv_sec = seconds};
	return 0;
}

/* ---- where a long has 32 bits: what programs call there whose times have 64 ---- */

#if __WORDSIZE == 32

struct wide_time {
	int64_t seconds;
	int32_t part, unused;
};

int __ppoll64(struct pollfd *fds, nfds_t count, const void *time, const sigset_t *open);
ssize_t __sendmsg64(int fd, const struct msghdr *message, int flags);
ssize_t __recvmsg64(int fd, struct msghdr *message, int flags);
int64_t __time64(int64_t *time_out);
int __clock_gettime64(clockid_t clock, struct wide_time *time_out);
int __gettimeofday64(void *time_out, void *zone);

int __ppoll64(struct pollfd *fds, nfds_t count, const void *time, const sigset_t *open)
{
	return fault_fails(class_poll) ? -1 : REAL(__ppoll64)(fds, count, time, open);
}

ssize_t __sendmsg64(int fd, const struct msghdr *message, int flags)
{
	return fault_part(class_send, 1) < 0 ? -1 : REAL(__sendmsg64)(fd, message, flags);
}

ssize_t __recvmsg64(int fd, struct msghdr *message, int flags)
{
	return fault_part(class_recv, 1) < 0 ? -1 : REAL(__recvmsg64)(fd, message, flags);
}

int64_t __time64(int64_t *time_out)
{
	long seconds;

	if (!fault_time(&seconds))
		return REAL(__time64)(time_out);
	if (time_out != NULL)
		*time_out = seconds;
	return seconds;
}

int __clock_gettime64(clockid_t clock, struct wide_time *time_out)
{
	long seconds;

	if ((clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE) || !fault_time(&seconds))
		return REAL(__clock_gettime64)(clock, time_out);
	*time_out = (struct wide_time){.seconds = seconds};
	return 0;
}

int __gettimeofday64(void *time_out, void *zone)
{
	struct wide_time *out = time_out;
	long seconds;

	if (!fault_time(&seconds))
		return REAL(__gettimeofday64)(time_out, zone);
	*out = (struct wide_time){.seconds = seconds};
	return 0;
}

#endif
