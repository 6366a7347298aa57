/* SPDX-License-Identifier: MIT */
/*
 * Gives the replacements of the C library's functions the names that 32-bit systems use. There,
 * with 64-bit sizes and times, the C library compiles a call of open() as one of open64(). So the
 * linker's option --wrap must replace open64().
 */
#ifndef PBEM_TESTS_LIB_WRAPPED_NAMES_H
#define PBEM_TESTS_LIB_WRAPPED_NAMES_H

#if __SIZEOF_LONG__ == 4
#pragma redefine_extname __real_open __real_open64
#pragma redefine_extname __wrap_open __wrap_open64
#pragma redefine_extname __real_openat __real_openat64
#pragma redefine_extname __wrap_openat __wrap_openat64
#pragma redefine_extname __real_pread __real_pread64
#pragma redefine_extname __wrap_pread __wrap_pread64
#pragma redefine_extname __real_fopen __real_fopen64
#pragma redefine_extname __wrap_fopen __wrap_fopen64
#pragma redefine_extname __real_readdir __real_readdir64
#pragma redefine_extname __wrap_readdir __wrap_readdir64
#pragma redefine_extname __real_setrlimit __real_setrlimit64
#pragma redefine_extname __wrap_setrlimit __wrap_setrlimit64
#pragma redefine_extname __real_stat __real___stat64_time64
#pragma redefine_extname __wrap_stat __wrap___stat64_time64
#pragma redefine_extname __real_fstatat __real___fstatat64_time64
#pragma redefine_extname __wrap_fstatat __wrap___fstatat64_time64
#pragma redefine_extname __real_setitimer __real___setitimer64
#pragma redefine_extname __wrap_setitimer __wrap___setitimer64
#pragma redefine_extname __real_clock_gettime __real___clock_gettime64
#pragma redefine_extname __wrap_clock_gettime __wrap___clock_gettime64
#endif

#endif
