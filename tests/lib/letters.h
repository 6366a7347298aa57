/* SPDX-License-Identifier: MIT */
/* For tests of what a message asks for: its orders as they are printed. */
#ifndef PBEM_TESTS_LIB_LETTERS_H
#define PBEM_TESTS_LIB_LETTERS_H

#include "core/order/order_parse.h"
#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "core/variant/variant.h"

/* Returns the orders of a message as they are printed, "; " between them, "TRY" before all; or
 * "refused: why". The caller frees it. */
char *read_letter(const struct variant *variant, const char *letter);

#endif
