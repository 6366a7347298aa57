/* SPDX-License-Identifier: MIT */
/* pbem variants [NAME]: what can be played, and how. */
#include <stdio.h>
#include <stdlib.h>
#include <sysexits.h>

#include "core/kind/kinds.h"
#include "core/base/text.h"
#include "pbem/command/commands.h"
#include "pbem/site/places.h"
#include "pbem/command/wish.h"

/* A definition that can't be read is told of, and the others listed all the same. */
static int list_variants(const char *command, struct variant_library *library)
{
	char **names = variant_names(library);
	struct reason reason;
	struct text out;
	int code = EX_OK;

	text_init(&out, 0);
	for (char **name = names; *name != NULL; name++) {
		const struct variant *variant = variant_get(library, *name, NULL, 0, &reason);

		if (variant != NULL)
			variant_tell(variant, &out);
		else
			code = commands_fail(command, EX_DATAERR, &reason);
		free(*name);
	}
	free(names);
	fputs(out.bytes, stdout);
	text_done(&out);
	return code;
}

static void add_seats(const struct variant *variant, struct text *out)
{
	text_add(out, "seats:");
	for (unsigned seat = 0; seat < variant_seats(variant); seat++)
		text_addf(out, "%s %s", seat > 0 ? "," : "", variant_seat_name(variant, seat));
	text_add_char(out, '\n');
}

static int show_variant(const char *command, struct variant_library *library,
			const struct wish *wish)
{
	const struct variant *variant;
	struct reason reason;
	struct text out;
	size_t head;

	variant = variant_get(library, wish->variant, wish->options, wish->option_count, &reason);
	if (variant == NULL)
		return commands_fail(command, EX_USAGE, &reason);
	text_init(&out, 0);
	variant_tell(variant, &out);
	add_seats(variant, &out);
	text_add(&out, "options, the value in front being that of a game without them:\n");
	head = out.len;
	variant_tell_options(variant, &out);
	if (out.len == head)
		text_add(&out, "  none\n");
	fputs(out.bytes, stdout);
	text_done(&out);
	return EX_OK;
}

int command_variants(int argc, char **argv)
{
	struct variant_library *library = variant_library_new(places_games(), kinds_all);
	struct reason reason;
	struct wish wish;
	int code;

	wish_init(&wish);
	if (argc == 1 && commands_check_games_folder(&reason) == 0)
		code = list_variants(argv[0], library);
	else if (commands_check_games_folder(&reason) != 0)
		code = commands_fail(argv[0], EX_NOINPUT, &reason);
	else if (wish_read(argc - 1, argv + 1, &wish, &reason) != 0)
		code = commands_fail(argv[0], EX_USAGE, &reason);
	else if (wish.person_count > 0 || wish.id != NULL || wish.lot)
		code = command_usage(argv[0]);
	else
		code = show_variant(argv[0], library, &wish);
	wish_done(&wish);
	variant_library_free(library);
	return code;
}
