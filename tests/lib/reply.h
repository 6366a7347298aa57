/* SPDX-License-Identifier: MIT */
/* For tests of what is new in a reply: an order, the cut mark, and a body with what must be left of
 * it. */
#ifndef PBEM_TESTS_LIB_REPLY_H
#define PBEM_TESTS_LIB_REPLY_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/mime/quoting/strip_quotes.h"

enum { MOST = 64 << 10 };

#define ORDER "MOVE e2-e4"

#define MARK QUOTE_MARK "\n"

void expect_new_text(const char *body, const char *expected);

#endif
