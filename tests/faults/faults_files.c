/* SPDX-License-Identifier: MIT */
/* Calls to do with files, their names and folders. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "tests/faults/faults.h"

/* ---- files ---- */

#define WITH_MODE(flags, mode)                                                                     \
	do {                                                                                       \
		va_list args;                                                                      \
		va_start(args, flags);                                                             \
		(mode) = ((flags) & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(args, unsigned) : 0;      \
		va_end(args);                                                                      \
	} while (false)

int open(const char *path, int flags, ...)
{
	unsigned mode;

	WITH_MODE(flags, mode);
	fault_arm(path);
	return fault_opening(path) ? -1 : REAL(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
	unsigned mode;

	WITH_MODE(flags, mode);
	fault_arm(path);
	return fault_opening(path) ? -1 : REAL(open64)(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...)
{
	unsigned mode;

	WITH_MODE(flags, mode);
	return fault_opening(path) ? -1 : REAL(openat)(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...)
{
	unsigned mode;

	WITH_MODE(flags, mode);
	return fault_opening(path) ? -1 : REAL(openat64)(folder, path, flags, mode);
}

int close(int fd)
{
	bool failed = fault_fails(class_close);
	int error = errno, result = REAL(close)(fd);

	if (failed)
		errno = error;
	return failed ? -1 : result;
}

/* Only a disk gives EIO, or is full: on a socket or a pipe that doesn't happen. The network's own
 * calls are send() and recv(). A confined process that may not even ask for the type
 * (sandbox/confine.c) has nothing else. */
static enum class class_of(int fd, enum class of_files) {
	const int error = errno; struct stat status;
	bool is_channel = REAL(fstat)(fd, &status) != 0 || S_ISSOCK(status.st_mode) ||
			  S_ISFIFO(status.st_mode);

	errno = error;
	return is_channel ? class_channel : of_files;
}

ssize_t read(int fd, void *bytes, size_t len)
{
	ssize_t some = fault_part(class_of(fd, class_read), len);

	return some < 0 ? -1 : REAL(read)(fd, bytes, (size_t)some);
}

ssize_t write(int fd, const void *bytes, size_t len)
{
	ssize_t some = fault_part(class_of(fd, class_write), len);

	return some < 0 ? -1 : REAL(write)(fd, bytes, (size_t)some);
}

ssize_t pread(int fd, void *bytes, size_t len, off_t offset)
{
	ssize_t some = fault_part(class_pread, len);

	return some < 0 ? -1 : REAL(pread)(fd, bytes, (size_t)some, offset);
}

ssize_t pread64(int fd, void *bytes, size_t len, off64_t offset)
{
	ssize_t some = fault_part(class_pread, len);

	return some < 0 ? -1 : REAL(pread64)(fd, bytes, (size_t)some, offset);
}

ssize_t pwrite(int fd, const void *bytes, size_t len, off_t offset)
{
	ssize_t some = fault_part(class_pwrite, len);

	return some < 0 ? -1 : REAL(pwrite)(fd, bytes, (size_t)some, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t len, off64_t offset)
{
	ssize_t some = fault_part(class_pwrite, len);

	return some < 0 ? -1 : REAL(pwrite64)(fd, bytes, (size_t)some, offset);
}

int fsync(int fd)
{
	return fault_fails(class_fsync) ? -1 : REAL(fsync)(fd);
}

int fdatasync(int fd)
{
	return fault_fails(class_fdatasync) ? -1 : REAL(fdatasync)(fd);
}

int syncfs(int fd)
{
	return fault_fails(class_syncfs) ? -1 : REAL(syncfs)(fd);
}

int ftruncate(int fd, off_t size)
{
	return fault_fails(class_ftruncate) ? -1 : REAL(ftruncate)(fd, size);
}

int ftruncate64(int fd, off64_t size)
{
	return fault_fails(class_ftruncate) ? -1 : REAL(ftruncate64)(fd, size);
}

void *mmap(void *at, size_t len, int rights, int flags, int fd, off_t offset)
{
	return fault_fails(class_mmap) ? MAP_FAILED
				       : REAL(mmap)(at, len, rights, flags, fd, offset);
}

void *mmap64(void *at, size_t len, int rights, int flags, int fd, off64_t offset)
{
	return fault_fails(class_mmap) ? MAP_FAILED
				       : REAL(mmap64)(at, len, rights, flags, fd, offset);
}

int fchmod(int fd, mode_t mode)
{
	return fault_fails(class_chmod) ? -1 : REAL(fchmod)(fd, mode);
}

int chmod(const char *path, mode_t mode)
{
	return fault_fails(class_chmod) ? -1 : REAL(chmod)(path, mode);
}

int futimens(int fd, const struct timespec times[2])
{
	return fault_fails(class_futimens) ? -1 : REAL(futimens)(fd, times);
}

int flock(int fd, int what)
{
	return (what & LOCK_UN) == 0 && fault_fails(class_lock) ? -1 : REAL(flock)(fd, what);
}

/* Reports whether the call takes a lock: nothing can prevent a program from releasing one. */
static bool is_lock(int command, const void *value)
{
	return (command == F_SETLK || command == F_SETLKW || command == F_SETLK64 ||
		command == F_SETLKW64) &&
	       ((const struct flock *)value)->l_type != F_UNLCK;
}

int fcntl(int fd, int command, ...)
{
	va_list args;
	void *value;

	va_start(args, command);
	value = va_arg(args, void *);
	va_end(args);
	return is_lock(command, value) && fault_fails(class_lock) ? -1
								  : REAL(fcntl)(fd, command, value);
}

int fcntl64(int fd, int command, ...)
{
	va_list args;
	void *value;

	va_start(args, command);
	value = va_arg(args, void *);
	va_end(args);
	return is_lock(command, value) && fault_fails(class_lock)
		       ? -1
		       : REAL(fcntl64)(fd, command, value);
}

/* ---- names of files ---- */

int rename(const char *from, const char *to)
{
	return fault_fails(class_rename) ? -1 : REAL(rename)(from, to);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to)
{
	return fault_fails(class_rename) ? -1 : REAL(renameat)(from_folder, from, to_folder, to);
}

int link(const char *from, const char *to)
{
	return fault_fails(class_link) ? -1 : REAL(link)(from, to);
}

int unlink(const char *path)
{
	return fault_fails(class_unlink) ? -1 : REAL(unlink)(path);
}

int unlinkat(int folder, const char *path, int flags)
{
	return fault_fails(class_unlink) ? -1 : REAL(unlinkat)(folder, path, flags);
}

int remove(const char *path)
{
	return fault_fails(class_unlink) ? -1 : REAL(remove)(path);
}

int rmdir(const char *path)
{
	return fault_fails(class_unlink) ? -1 : REAL(rmdir)(path);
}

int mkdir(const char *path, mode_t mode)
{
	return fault_fails(class_mkdir) ? -1 : REAL(mkdir)(path, mode);
}

int stat(const char *path, struct stat *status)
{
	return fault_fails(class_stat) ? -1 : REAL(stat)(path, status);
}

int stat64(const char *path, struct stat64 *status)
{
	return fault_fails(class_stat) ? -1 : REAL(stat64)(path, status);
}

int lstat(const char *path, struct stat *status)
{
	return fault_fails(class_stat) ? -1 : REAL(lstat)(path, status);
}

int lstat64(const char *path, struct stat64 *status)
{
	return fault_fails(class_stat) ? -1 : REAL(lstat64)(path, status);
}

int fstat(int fd, struct stat *status)
{
	return fault_fails(class_stat) ? -1 : REAL(fstat)(fd, status);
}

int fstat64(int fd, struct stat64 *status)
{
	return fault_fails(class_stat) ? -1 : REAL(fstat64)(fd, status);
}

int fstatat(int folder, const char *path, struct stat *status, int flags)
{
	return fault_fails(class_stat) ? -1 : REAL(fstatat)(folder, path, status, flags);
}

int statx(int folder, const char *path, int flags, unsigned mask, struct statx *status)
{
	return fault_fails(class_stat) ? -1 : REAL(statx)(folder, path, flags, mask, status);
}

int statvfs(const char *path, struct statvfs *status)
{
	return fault_fails(class_statvfs) ? -1 : REAL(statvfs)(path, status);
}

int access(const char *path, int mode)
{
	return fault_fails(class_access) ? -1 : REAL(access)(path, mode);
}

DIR *opendir(const char *path)
{
	return fault_fails(class_opendir) ? NULL : REAL(opendir)(path);
}

DIR *fdopendir(int fd)
{
	return fault_fails(class_opendir) ? NULL : REAL(fdopendir)(fd);
}

struct dirent *readdir(DIR *folder)
{
	return fault_fails(class_readdir) ? NULL : REAL(readdir)(folder);
}

/* ---- where a long has 32 bits: what programs call there whose files and times have 64 ---- */

#if __WORDSIZE == 32

int __stat64_time64(const char *path, void *status);
int __lstat64_time64(const char *path, void *status);
int __fstat64_time64(int fd, void *status);
int __fstatat64_time64(int folder, const char *path, void *status, int flags);
int __futimens64(int fd, const void *times);
int __fcntl_time64(int fd, int command, ...);

int __stat64_time64(const char *path, void *status)
{
	return fault_fails(class_stat) ? -1 : REAL(__stat64_time64)(path, status);
}

int __lstat64_time64(const char *path, void *status)
{
	return fault_fails(class_stat) ? -1 : REAL(__lstat64_time64)(path, status);
}

int __fstat64_time64(int fd, void *status)
{
	return fault_fails(class_stat) ? -1 : REAL(__fstat64_time64)(fd, status);
}

int __fstatat64_time64(int folder, const char *path, void *status, int flags)
{
	return fault_fails(class_stat) ? -1 : REAL(__fstatat64_time64)(folder, path, status, flags);
}

int __futimens64(int fd, const void *times)
{
	return fault_fails(class_futimens) ? -1 : REAL(__futimens64)(fd, times);
}

int __fcntl_time64(int fd, int command, ...)
{
	va_list args;
	void *value;

	va_start(args, command);
	value = va_arg(args, void *);
	va_end(args);
	return is_lock(command, value) && fault_fails(class_lock)
		       ? -1
		       : REAL(__fcntl_time64)(fd, command, value);
}

int statvfs64(const char *path, struct statvfs64 *status)
{
	return fault_fails(class_statvfs) ? -1 : REAL(statvfs64)(path, status);
}

struct dirent64 *readdir64(DIR *folder)
{
	return fault_fails(class_readdir) ? NULL : REAL(readdir64)(folder);
}

#endif
