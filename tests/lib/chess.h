/* SPDX-License-Identifier: MIT */
/* For tests that need a game of chess: the definition, and seldom-typed words. */
#ifndef PBEM_TESTS_LIB_CHESS_H
#define PBEM_TESTS_LIB_CHESS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "core/variant/variant.h"

extern struct variant_library *library;

extern const struct variant *chess;

int chess_set_up(void **state);

int chess_tear_down(void **state);

#endif
