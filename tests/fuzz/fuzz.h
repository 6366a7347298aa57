/* SPDX-License-Identifier: MIT */
/*
 * Shared by the harnesses of `make fuzz`. A harness takes any bytes, processes them as pbem would,
 * and fails when an invariant is broken. Crashes, leaks and slow runs are found by the caller:
 * libFuzzer (fuzz_search.c), or `make check` with known files (fuzz_again.c).
 */
#ifndef PBEM_TESTS_FUZZ_FUZZ_H
#define PBEM_TESTS_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "core/variant/variant.h"

struct fuzz {
	const char *name;
	void (*start)(void); /* called once, before the first bytes; or NULL */
	void (*once)(const char *bytes, size_t len);
};

/* Returns the harness of that name, or NULL; and the list of all harnesses, with NULL after the
 * last. */
const struct fuzz *fuzz_named(const char *name);
extern const struct fuzz *const fuzz_all[];

/* Runs the harness on the bytes, and fails if up to FUZZ_LONG of them take too long. Returns the
 * seconds. */
enum { FUZZ_LONG = 65536 };
double fuzz_run(const struct fuzz *fuzz, const char *bytes, size_t len);

/* Fails because an invariant is broken. */
__attribute__((noreturn, format(printf, 1, 2))) void fuzz_fail(const char *format, ...);

/* Takes one byte from the start, as a number below `count`: 'a' is 0, 'b' is 1. Returns 0 if there
 * are no bytes. */
unsigned fuzz_pick(const char **bytes, size_t *len, unsigned count);

/* Returns the bytes as a string, up to a NUL; freed with free. */
char *fuzz_string(const char *bytes, size_t len);

/* Cuts off the next part, up to a line with only that mark. Returns false if nothing is left. */
bool fuzz_part(const char **bytes, size_t *len, const char *mark, const char **part_out,
	       size_t *part_len_out);

/* Return a folder of this process, removed at its end; and write a file there, replacing an old
 * one. */
const char *fuzz_folder(void);
void fuzz_write(const char *name, const char *bytes, size_t len);

/* Return the variants; and the number of kinds of games with their options, of which "chess" is the
 * first. */
enum { FUZZ_GAMES = 13 };
struct variant_library *fuzz_library(void);
const char *fuzz_game(unsigned number, struct option options_out[4], size_t *count_out);
const struct variant *fuzz_variant(unsigned number);

/* Fails, and prints both, unless both are the same. */
void fuzz_same(const char *what, const char *one, const char *other);

#endif
