/* SPDX-License-Identifier: MIT */
/* For tests of what a letter asks: its orders as they are printed. */
#ifndef PBEM_TESTS_LETTERS_H
#define PBEM_TESTS_LETTERS_H

#include "core/base/base.h"
#include "core/order/order.h"
#include "core/base/text.h"
#include "core/variant/variant.h"

/* The orders of a letter as they are printed, "; " between them, "TRY" before all; or "refused:
 * why". The caller frees it. */
char *read_letter(const struct variant *variant, const char *letter);

#endif
