/* SPDX-License-Identifier: MIT */
/* pbem variants [NAME], cards, card NAME: what can be played, and how, as people read it. */
#include <stdio.h>
#include <stdlib.h>
#include <sysexits.h>

#include "core/base/base.h"
#include "core/cards/deck/card.h"
#include "core/cards/effects/effects_load.h"
#include "core/base/text.h"
#include "core/kind/kinds.h"
#include "core/turn/terms.h"
#include "pbem/command/commands.h"
#include "pbem/given/wish.h"
#include "pbem/site/places.h"

/* Hands every set there is to the function, one after the other; `several`: there are more than
 * one. An exit code. */
static int for_each_set(const char *command, void *context,
			void (*with)(void *context, const struct card_set *set, bool several))
{
	struct reason reason;
	char *folder, **names;
	int code = EX_OK;

	if (commands_check_games_folder(&reason) != 0)
		return commands_fail(command, EX_DATAERR, &reason);
	folder = base_printf("%s/cards", places_games());
	names = card_set_names(folder);
	if (names[0] == NULL) {
		reason_set(&reason, "%s: there are no cards here", folder);
		code = commands_fail(command, EX_DATAERR, &reason);
	}
	for (char **name = names; *name != NULL; name++) {
		struct card_set *set =
			code == EX_OK ? effects_set_of(places_games(), *name, &reason) : NULL;

		if (set != NULL)
			with(context, set, names[1] != NULL);
		else if (code == EX_OK)
			code = commands_fail(command, EX_DATAERR, &reason);
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
		struct text when;

		text_init(&when, 0);
		card_when_words(card, &when);
		printf("%3u%c %-20s %s\n", card->points, card->unique ? '*' : ' ', card->name,
		       when.bytes);
		text_done(&when);
	}
}

int command_cards(const struct given *given)
{
	return for_each_set(given->command->name, NULL, list_cards);
}

/* A card that is looked for in all sets. */
struct search {
	const char *name;
	unsigned found;
	char nearest[CARD_NAME_MAX + 1]; /* or "" */
};

/* The card as people read it; of several sets, which of them it is of. */
static void show_card(void *context, const struct card_set *set, bool several)
{
	struct search *search = context;
	uint8_t card = card_named(set, search->name, NULL);
	const char *nearest = card_nearest(set, search->name);
	struct text sheet;

	if (nearest != NULL)
		snprintf(search->nearest, sizeof search->nearest, "%s", nearest);
	if (card == NO_CARD)
		return;
	text_init(&sheet, 0);
	if (several)
		text_addf(&sheet, "%sOf the set %s:\n\n", search->found > 0 ? "\n" : "",
			  set->cards[card].set);
	card_sheet(&set->cards[card], &sheet);
	fputs(sheet.bytes, stdout);
	text_done(&sheet);
	search->found++;
}

int command_card(const struct given *given)
{
	const char *command = given->command->name;
	struct search search = {.found = 0};
	struct text name;
	struct reason reason;
	int code;

	text_init(&name, 0);
	for (size_t i = 0; i < given->count; i++)
		text_addf(&name, "%s%s", i > 0 ? " " : "", given->words[i]);
	search.name = name.bytes;
	code = for_each_set(command, &search, show_card);
	if (code == EX_OK && search.found == 0) {
		reason_set(&reason, "there is no card '%s'%s%s%s", name.bytes,
			   *search.nearest ? "; did you mean '" : "; 'pbem cards' lists them",
			   search.nearest, *search.nearest ? "'?" : "");
		code = commands_fail(command, EX_USAGE, &reason);
	}
	text_done(&name);
	return code;
}

/* ---- variants ---- */

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

static int show_variant(const struct given *given, struct variant_library *library)
{
	struct option options[MAX_OPTIONS];
	const struct variant *variant;
	struct reason reason;
	size_t count;
	struct text out;

	if (wish_options(given, options, &count, &reason) != 0)
		return given_wrong(given->command, "%s", reason.text);
	variant = wish_variant(library, given->words[0], options, count, &reason);
	if (variant == NULL)
		return commands_fail(given->command->name, EX_USAGE, &reason);
	text_init(&out, 0);
	variant_tell(variant, &out);
	add_seats(variant, &out);
	text_add(&out, "options, the value in front being that of a game without them:\n");
	variant_tell_options(variant, &out);
	text_add(&out, "and those that every game has:\n");
	terms_tell(&out);
	fputs(out.bytes, stdout);
	text_done(&out);
	return EX_OK;
}

int command_variants(const struct given *given)
{
	struct variant_library *library;
	struct reason reason;
	int code;

	if (commands_check_games_folder(&reason) != 0)
		return commands_fail(given->command->name, EX_NOINPUT, &reason);
	if (given->count == 0 && given_has(given, "--option"))
		return given_wrong(given->command,
				   "expected VARIANT beside --option: the one whose "
				   "options are to be listed");
	library = variant_library_new(places_games(), kinds_all);
	code = given->count == 0 ? list_variants(given->command->name, library)
				 : show_variant(given, library);
	variant_library_free(library);
	return code;
}
