/* SPDX-License-Identifier: MIT */
/* Scripts for the analysis board (`pbem try`), as in games/conformance: any position, hands, decks
 * and orders. */
#include "tests/fuzz/fuzz.h"

#include <stdio.h>

#include "pbem/analysis/analysis.h"

static void board_once(const char *bytes, size_t len)
{
	const struct variant *variant = fuzz_variant(fuzz_pick(&bytes, &len, FUZZ_GAMES));
	struct reason reason = {.text = ""};
	char nothing[] = "\n";
	FILE *script =
		fmemopen(len > 0 ? (void *)(uintptr_t)bytes : nothing, len > 0 ? len : 1, "r");

	if (script == NULL)
		fuzz_fail("no stream");
	if (analysis_try(variant, script, &reason) == ANALYSIS_WRONG_USE)
		fuzz_fail("cards are faulty: %s", reason.text);
	fclose(script);
}

const struct fuzz fuzz_board = {"board", NULL, board_once};
