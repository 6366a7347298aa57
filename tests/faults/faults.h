/* SPDX-License-Identifier: MIT */
/*
 * Refuses a program what a machine can refuse it, where a test says so. These functions are loaded
 * before the C library (LD_PRELOAD) and count the calls of each class. One of the calls, or all
 * from it on, fails, does a part of what it was asked, or reads a clock that has jumped. Calls
 * count from when the program opens the first file below a folder, in all processes of that program
 * together; other programs that it starts, a shell, aren't disturbed. A state file may also say
 * which fault is due, and the time of day, while programs are running. glibc only.
 *
 *   FAULTS_PROGRAM=pbem     the name of the program's file
 *   FAULTS_BELOW=/FOLDER    whose first file that is opened begins it
 *   FAULTS_STATE=FILE       where calls are counted: struct state, made and read by walk.py
 *   FAULTS="CLASS N ERROR once|on"   ERROR: a name of `numbers`, "short", or seconds as "+3600";
 *                           unset: calls are only counted
 *   FAULTS_UNREADABLE=END:END   files whose path ends so can't be opened
 *   FAULTS_USER=NUMBER      the user who runs it, as geteuid(2) returns it; needs nothing else of
 * this FAULTS_NOW=SECONDS      the time of day, which stands still except where it jumps
 *   FAULTS_TRACE=FILE       where the calls that led to the fault are written, by address
 */
#ifndef PBEM_TESTS_FAULTS_FAULTS_H
#define PBEM_TESTS_FAULTS_FAULTS_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* As class_names and walk.py have them, in that order. */
enum class {
	class_read,
	class_pread,
	class_write,
	class_pwrite,
	class_fsync,
	class_fdatasync,
	class_syncfs,
	class_open,
	class_fopen,
	class_stream,
	class_fdopen,
	class_opendir,
	class_readdir,
	class_stat,
	class_access,
	class_rename,
	class_link,
	class_unlink,
	class_mkdir,
	class_ftruncate,
	class_mmap,
	class_chmod,
	class_futimens,
	class_lock,
	class_statvfs,
	class_close,
	class_dlopen,
	class_fork,
	class_pipe,
	class_malloc,
	class_realloc,
	class_socket,
	class_connect,
	class_send,
	class_recv,
	class_channel, /* read and write of what no disk is behind: a socket, a pipe */
	class_poll,
	class_getrandom,
	class_clock,
	CLASS_COUNT
};

/* The C library's function, or that of a tool that has replaced it. */
#define REAL(name)                                                                                 \
	__extension__({                                                                            \
		static __typeof__(&(name)) real;                                                   \
		if (real == NULL)                                                                  \
			real = (__typeof__(&(name)))dlsym(RTLD_NEXT, #name);                       \
		real;                                                                              \
	})

#pragma GCC visibility push(hidden)

/* Counts a call of the class. True: it is to fail, errno is set. */
bool fault_fails(enum class class);

/* The same of a call that could do a part: of how many of so many bytes; -1: it is to fail. */
ssize_t fault_part(enum class class, size_t len);

/* A file is opened: calls may count from now on. */
void fault_arm(const char *path);

/* Counts the opening of a file; true: it is to fail, errno is set. */
bool fault_opening(const char *path);

/* The time of day, counted; false: it is the machine's. */
bool fault_time(long *seconds_out);

#pragma GCC visibility pop

#endif
