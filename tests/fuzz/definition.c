/* SPDX-License-Identifier: MIT */
/* Definitions of games, which may be `like` any of ours: what is read can be played. */
#include "tests/fuzz/fuzz.h"

#include <unistd.h>

#include "core/game/turn.h"
#include "core/gametype/gametypes.h"
#include "core/rules/movegen.h"
#include "core/util/deffile.h"
#include "core/variant/variant_data.h"
#include "core/view/game_text.h"
#include "tests/lib/source.h"

static void definition_start(void)
{
	char **names = variant_names(fuzz_library());

	for (size_t i = 0; names[i] != NULL; i++) {
		char *from = base_printf("%s/games/%s.variant", source_folder(), names[i]);
		char *whole = realpath(from, NULL);
		char *to = base_printf("%s/%s.variant", fuzz_folder(), names[i]);

		if (whole == NULL || symlink(whole, to) != 0)
			fuzz_fail("no %s", to);
		free(to);
		free(whole);
		free(from);
		free(names[i]);
	}
	free(names);
}

static void play(const struct variant *variant)
{
	struct game *game = base_alloc(sizeof *game);
	struct event_list events;
	struct strbuf out;

	strbuf_init(&out, 0);
	event_list_init(&events);
	variant_describe(variant, &out);
	variant_describe_options(variant, &out);
	game_init(game, variant);
	view_board(game, 0, BOARD_FULL, &out);
	view_example_castling(variant, 0, &out);
	view_example_of_array(variant, 0, true, false, &out);
	turn_start(game, &events);
	event_list_done(&events);
	game_done(game);
	free(game);
	strbuf_done(&out);
}

static void definition_once(const char *bytes, size_t len)
{
	struct variant_library *library = variant_library_new(fuzz_folder(), gametypes_all);
	const struct variant *variant;
	struct reason reason = {.text = ""};

	fuzz_write("fuzz.variant", bytes, len);
	variant = variant_get(library, "fuzz", NULL, 0, &reason);
	if (variant == NULL && reason.text[0] == '\0')
		fuzz_fail("refused without a reason");
	if (variant != NULL && !variant->cards)
		play(variant);
	variant_library_free(library);
}

const struct fuzz fuzz_definition = {"definition", definition_start, definition_once};
