/* SPDX-License-Identifier: MIT */
/* For tests of what is shown: golden files of it, and what each of its lines promises. */
#ifndef PBEM_TESTS_VIEWS_H
#define PBEM_TESTS_VIEWS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/order/order.h"
#include "core/base/text.h"

/* Compares with tests/boards/NAME.txt; PBEM_GOLDEN=write in the environment makes that anew, for
 * somebody to look at. */
void assert_drawn(const char *name, const char *drawn);

/* What every line of every view promises: it can stand in a letter, and plays nothing when quoted.
 */
void assert_safe(const struct variant *variant, const char *view);

/* A list that templates show as "  | {list}", where the bar takes the place of its indentation. */
void assert_list_safe(const struct variant *variant, struct text *list);

#endif
