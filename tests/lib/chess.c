/* SPDX-License-Identifier: MIT */
#include "core/gametype/gametypes.h"
#include "tests/lib/chess.h"
#include "tests/lib/source.h"

struct variant_library *library;

const struct variant *chess;

int chess_set_up(void **state)
{
	char *folder = source_path("games");
	struct reason reason = {.text = ""};

	(void)state;
	library = variant_library_new(folder, gametypes_all);
	chess = variant_get(library, "chess", NULL, 0, &reason);
	free(folder);
	if (chess == NULL)
		fail_msg("%s", reason.text);
	return 0;
}

int chess_tear_down(void **state)
{
	(void)state;
	variant_library_free(library);
	return 0;
}
