/* SPDX-License-Identifier: MIT */
/* pbem complete: what may stand next on a command line, for shells. What can't be read is not
 * offered. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include <glib.h>

#include "core/base/text.h"
#include "core/cards/deck/card.h"
#include "core/cards/effects/effects_load.h"
#include "core/kind/kinds.h"
#include "core/record/gamefile.h"
#include "core/variant/variant_data.h"
#include "pbem/command/commands.h"
#include "pbem/desk/site.h"
#include "pbem/site/places.h"

static void offer_games(const struct given_point *point, struct text *out)
{
	char **ids = site_games(places_site(), NULL);

	for (char **id = ids; id != NULL && *id != NULL; id++)
		given_offer(point, *id, "", out);
	g_strfreev(ids);
}

static void offer_variants(const struct given_point *point, struct variant_library *library,
			   struct text *out)
{
	char **names = variant_names(library);

	for (char **name = names; *name != NULL; name++) {
		const struct variant *variant = variant_get(library, *name, NULL, 0, NULL);

		if (variant != NULL)
			given_offer(point, *name, variant->title, out);
	}
	g_strfreev(names);
}

/* Of the game that stands on the line. */
static void offer_seats(const struct given_point *point, struct variant_library *library,
			struct text *out)
{
	char *folder;
	struct gamefile *file;

	if (point->count == 0 || !commands_is_game_id(point->words[0]))
		return;
	folder = base_printf("%s/games/%s", places_site(), point->words[0]);
	file = gamefile_load(folder, library, NULL);
	for (unsigned i = 0; file != NULL && i < variant_seats(file->game.variant); i++)
		given_offer(point, variant_seat_name(file->game.variant, i),
			    variant_seat_title(file->game.variant, i), out);
	gamefile_free(file);
	free(folder);
}

/* First the keys; behind one its values, as far as they are words and no pattern. */
static void offer_options(const struct given_point *point, struct variant_library *library,
			  struct text *out)
{
	const struct variant *variant =
		point->count > 0 ? variant_get(library, point->words[0], NULL, 0, NULL) : NULL;

	for (unsigned i = 0; variant != NULL && i < variant->option_count; i++) {
		const struct variant_option *option = &variant->options[i];
		char *key = base_printf("%s=", option->key);

		if (option->used && !text_starts(point->begun, key))
			given_offer(point, key, "", out);
		for (unsigned j = 0; text_starts(point->begun, key) && j < option->value_count;
		     j++) {
			char *whole = base_printf("%s%s", key, option->values[j]);

			if (whole[strcspn(whole, "*|")] == '\0' &&
			    strcmp(option->values[j], SET_NAMES) != 0)
				given_offer(point, whole, "", out);
			free(whole);
		}
		free(key);
	}
}

/* The next word of the names that begin with those typed, in small letters, as they may be. */
static void offer_card(const struct given_point *point, const char *name, struct text *out)
{
	char **words = g_strsplit(name, " ", -1);
	size_t at = 0;

	while (at < point->count && words[at] != NULL && text_same(words[at], point->words[at]))
		at++;
	if (at == point->count && words[at] != NULL) {
		char *word = g_ascii_strdown(words[at], -1);
		char *line = base_printf("%s%s\t\n", point->in_front, word);

		if (!text_has_line(out->bytes, line))
			given_offer(point, word, "", out);
		free(line);
		g_free(word);
	}
	g_strfreev(words);
}

static void offer_cards(const struct given_point *point, struct text *out)
{
	char *folder = base_printf("%s/cards", places_games());
	char **names = card_set_names(folder);

	for (char **name = names; *name != NULL; name++) {
		struct card_set *set = effects_set_of(places_games(), *name, NULL);

		for (unsigned i = 0; set != NULL && i < set->count; i++)
			offer_card(point, set->cards[i].name, out);
		card_set_free(set);
	}
	g_strfreev(names);
	free(folder);
}

static void offer(const struct given_point *point, const char *kind, struct text *out)
{
	struct variant_library *library = variant_library_new(places_games(), kinds_all);

	if (point->site != NULL)
		places_set_site(point->site);
	if (strcmp(kind, "GAME") == 0)
		offer_games(point, out);
	else if (strcmp(kind, "SEAT") == 0)
		offer_seats(point, library, out);
	else if (strcmp(kind, "VARIANT") == 0)
		offer_variants(point, library, out);
	else if (strcmp(kind, "KEY=VALUE") == 0)
		offer_options(point, library, out);
	else if (strcmp(kind, "CARD") == 0)
		offer_cards(point, out);
	variant_library_free(library);
}

int command_complete(const struct given *given)
{
	struct text out;

	text_init(&out, 0);
	given_complete(commands_rows(), given->words, given->count, offer, &out);
	fputs(out.bytes, stdout);
	text_done(&out);
	return EX_OK;
}
