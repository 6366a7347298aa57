/* SPDX-License-Identifier: MIT */
/* For tests of views: compares them with golden files, and checks each line. */
#ifndef PBEM_TESTS_LIB_VIEWS_H
#define PBEM_TESTS_LIB_VIEWS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/order/order_parse.h"
#include "core/util/strbuf.h"

/* Compares with tests/boards/NAME.txt; with PBEM_GOLDEN=write in the environment it writes the
 * file, for somebody to read. */
void assert_drawn(const char *name, const char *drawn);

/* Asserts that every line of a view is safe: it fits into a letter, and plays nothing when it is
 * quoted. */
void assert_safe(const struct variant *variant, const char *view);

/* Asserts that for a list that templates show as " | {list}", where the bar replaces its
 * indentation. */
void assert_list_safe(const struct variant *variant, struct strbuf *list);

#endif
