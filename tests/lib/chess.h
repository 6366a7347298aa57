/* SPDX-License-Identifier: MIT */
/* For tests that need a game of chess: the definition, and seldom-typed words. */
#ifndef PBEM_TESTS_CHESS_H
#define PBEM_TESTS_CHESS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/base.h"
#include "core/base/text.h"
#include "core/variant/variant.h"

static struct variant_library *library;
static const struct variant *chess;

static inline int chess_set_up(void **state)
{
	const char *source = getenv("srcdir");
	char *folder = base_printf("%s/games", source ? source : ".");
	struct reason reason = {""};

	(void)state;
	library = variant_library_new(folder);
	chess = variant_get(library, "chess", NULL, 0, &reason);
	free(folder);
	if (chess == NULL)
		fail_msg("%s", reason.text);
	return 0;
}

static inline int chess_tear_down(void **state)
{
	(void)state;
	variant_library_free(library);
	return 0;
}

#endif
