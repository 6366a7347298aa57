/* SPDX-License-Identifier: MIT */
/*
 * What the harnesses of `make fuzz` share. A harness takes any bytes, does with them what pbem
 * would, and fails when a promise is broken; what crashes, leaks or is slow is seen by who runs it:
 * libFuzzer (fuzz_search.c), or `make check` over what is known (fuzz_again.c).
 */
#ifndef PBEM_TESTS_FUZZ_H
#define PBEM_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/base.h"
#include "core/base/text.h"
#include "core/variant/variant.h"

struct fuzz {
	const char *name;
	void (*start)(void); /* once, before the first bytes; or NULL */
	void (*once)(const char *bytes, size_t len);
};

/* The harness of that name, or NULL; and all of them, NULL behind the last. */
const struct fuzz *fuzz_named(const char *name);
extern const struct fuzz *const fuzz_all[];

/* Gives it the bytes, and fails when up to FUZZ_LONG of them take too long. Returns the seconds. */
enum { FUZZ_LONG = 65536 };
double fuzz_run(const struct fuzz *fuzz, const char *bytes, size_t len);

/* A promise is broken. */
__attribute__((noreturn, format(printf, 1, 2))) void fuzz_fail(const char *format, ...);

/* Takes a byte off the front, as a number below `count`: 'a' is 0, 'b' is 1. Of no bytes: 0. */
unsigned fuzz_pick(const char **bytes, size_t *len, unsigned count);

/* The bytes as a string, as far as a NUL. For free. */
char *fuzz_string(const char *bytes, size_t len);

/* Cuts the next part off, up to a line that is only that mark: false when nothing is left. */
bool fuzz_part(const char **bytes, size_t *len, const char *mark, const char **part_out,
	       size_t *part_len_out);

/* A folder of this process, removed at its end; and a file of it, written anew. */
const char *fuzz_folder(void);
void fuzz_write(const char *name, const char *bytes, size_t len);

/* The games there are; kinds of them with their options, so many; "chess" is the first. */
enum { FUZZ_GAMES = 13 };
struct variant_library *fuzz_library(void);
const char *fuzz_game(unsigned number, struct option options_out[4], size_t *count_out);
const struct variant *fuzz_variant(unsigned number);

/* Whether both are the same; fails with both. */
void fuzz_same(const char *what, const char *one, const char *other);

#endif
