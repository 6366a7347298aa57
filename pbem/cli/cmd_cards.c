/* SPDX-License-Identifier: MIT */
/* pbem variants [NAME], cards, card NAME: prints variants and cards as text for people. */
#include <stdio.h>
#include <stdlib.h>
#include <sysexits.h>

#include "core/cards/deck/card.h"
#include "core/cards/effects/effects_load.h"
#include "core/game/game_options.h"
#include "core/gametype/gametypes.h"
#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/args/new_game_args.h"
#include "pbem/cli/cli.h"
#include "pbem/sys/paths.h"

/* Passes every set to the function, one after the other; `several`: there are more than one.
 * Returns an exit code. */
static int for_each_set(const char *command, void *context,
			void (*with)(void *context, const struct card_set *set, bool several))
{
	struct reason reason;
	char *folder, **names;
	int code = EX_OK;

	if (cli_check_games_folder(&reason) != 0)
		return cli_fail(command, EX_DATAERR, &reason);
	folder = base_printf("%s/cards", paths_games());
	names = card_set_names(folder);
	if (names[0] == NULL) {
		reason_set(&reason, "%s: there are no cards in this folder", folder);
		code = cli_fail(command, EX_DATAERR, &reason);
	}
	for (char **name = names; *name != NULL; name++) {
		struct card_set *set =
			code == EX_OK ? effects_set_of(paths_games(), *name, &reason) : NULL;

		if (set != NULL)
			with(context, set, names[1] != NULL);
		else if (code == EX_OK)
			code = cli_fail(command, EX_DATAERR, &reason);
		card_set_free(set);
	}
	for (char **name = names; *name != NULL; name++)
		free(*name);
	free(names);
	free(folder);
	return code;
}

static void list_cards(void *context, const struct card_set *set, bool several)
{
	(void)context;
	if (several)
		printf("%s:\n", set->cards[0].set);
	for (unsigned i = 0; i < set->count; i++) {
		const struct card *card = &set->cards[i];
		struct strbuf when;

		strbuf_init(&when, 0);
		card_when_words(card, &when);
		printf("%3u%c %-20s %s\n", card->points, card->unique ? '*' : ' ', card->name,
		       when.bytes);
		strbuf_done(&when);
	}
}

int cmd_cards(const struct args *args)
{
	return for_each_set(args->command->name, NULL, list_cards);
}

/* A card that is looked up in all sets. */
struct search {
	const char *name;
	unsigned found;
	char nearest[CARD_NAME_MAX + 1]; /* or "" */
};

/* Prints the card as text; if there are several sets, also the card's set. */
static void show_card(void *context, const struct card_set *set, bool several)
{
	struct search *search = context;
	uint8_t card = card_named(set, search->name, NULL);
	const char *nearest = card_nearest(set, search->name);
	struct strbuf sheet;

	if (nearest != NULL)
		snprintf(search->nearest, sizeof search->nearest, "%s", nearest);
	if (card == NO_CARD)
		return;
	strbuf_init(&sheet, 0);
	if (several)
		strbuf_addf(&sheet, "%sOf the set %s:\n\n", search->found > 0 ? "\n" : "",
			    set->cards[card].set);
	card_sheet(&set->cards[card], &sheet);
	fputs(sheet.bytes, stdout);
	strbuf_done(&sheet);
	search->found++;
}

int cmd_card(const struct args *args)
{
	const char *command = args->command->name;
	struct search search = {.found = 0};
	struct strbuf name;
	struct reason reason;
	int code;

	strbuf_init(&name, 0);
	for (size_t i = 0; i < args->count; i++)
		strbuf_addf(&name, "%s%s", i > 0 ? " " : "", args->words[i]);
	search.name = name.bytes;
	code = for_each_set(command, &search, show_card);
	if (code == EX_OK && search.found == 0) {
		reason_set(&reason, "there is no card '%s'%s%s%s", name.bytes,
			   *search.nearest ? "; did you mean '" : "; 'pbem cards' lists them",
			   search.nearest, *search.nearest ? "'?" : "");
		code = cli_fail(command, EX_USAGE, &reason);
	}
	strbuf_done(&name);
	return code;
}

/* ---- variants ---- */

/* Lists the variants. A definition that can't be read is reported, and the others are still listed.
 */
static int list_variants(const char *command, struct variant_library *library)
{
	char **names = variant_names(library);
	struct reason reason;
	struct strbuf out;
	int code = EX_OK;

	strbuf_init(&out, 0);
	for (char **name = names; *name != NULL; name++) {
		const struct variant *variant = variant_get(library, *name, NULL, 0, &reason);

		if (variant != NULL)
			variant_describe(variant, &out);
		else
			code = cli_fail(command, EX_DATAERR, &reason);
		free(*name);
	}
	free(names);
	fputs(out.bytes, stdout);
	strbuf_done(&out);
	return code;
}

static void add_seats(const struct variant *variant, struct strbuf *out)
{
	strbuf_add(out, "seats:");
	for (unsigned seat = 0; seat < variant_seats(variant); seat++)
		strbuf_addf(out, "%s %s", seat > 0 ? "," : "", variant_seat_name(variant, seat));
	strbuf_add_char(out, '\n');
}

static int show_variant(const struct args *args, struct variant_library *library)
{
	struct option options[MAX_OPTIONS];
	const struct variant *variant;
	struct reason reason;
	size_t count;
	struct strbuf out;

	if (new_game_args_options(args, options, &count, &reason) != 0)
		return args_wrong(args->command, "%s", reason.text);
	variant = new_game_args_variant(library, args->words[0], options, count, &reason);
	if (variant == NULL)
		return cli_fail(args->command->name, EX_USAGE, &reason);
	strbuf_init(&out, 0);
	variant_describe(variant, &out);
	add_seats(variant, &out);
	strbuf_add(&out, "options of this variant, each with its default value first:\n");
	variant_describe_options(variant, &out);
	strbuf_add(&out, "options of every game:\n");
	game_options_describe(&out);
	fputs(out.bytes, stdout);
	strbuf_done(&out);
	return EX_OK;
}

int cmd_variants(const struct args *args)
{
	struct variant_library *library;
	struct reason reason;
	int code;

	if (cli_check_games_folder(&reason) != 0)
		return cli_fail(args->command->name, EX_NOINPUT, &reason);
	if (args->count == 0 && args_has(args, "--option"))
		return args_wrong(args->command, "expected VARIANT with --option, such as: pbem "
						 "variants ring --option seats=3");
	library = variant_library_new(paths_games(), gametypes_all);
	code = args->count == 0 ? list_variants(args->command->name, library)
				: show_variant(args, library);
	variant_library_free(library);
	return code;
}
