/* SPDX-License-Identifier: MIT */
/* pbem complete: offers the next word on a command line, for shells. Games and seats that can't be
 * read are not offered. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include <glib.h>

#include "core/cards/deck/card.h"
#include "core/cards/effects/effects_load.h"
#include "core/gamefile/gamefile.h"
#include "core/gametype/gametypes.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"
#include "pbem/cli/cli.h"
#include "pbem/site/site.h"
#include "pbem/sys/paths.h"

static void offer_games(const struct args_point *point, struct strbuf *out)
{
	char **ids = site_games(paths_site(), NULL);

	for (char **id = ids; id != NULL && *id != NULL; id++)
		args_offer(point, *id, "", out);
	g_strfreev(ids);
}

static void offer_variants(const struct args_point *point, struct variant_library *library,
			   struct strbuf *out)
{
	char **names = variant_names(library);

	for (char **name = names; *name != NULL; name++) {
		const struct variant *variant = variant_get(library, *name, NULL, 0, NULL);

		if (variant != NULL)
			args_offer(point, *name, variant->title, out);
	}
	g_strfreev(names);
}

/* Offers the seats of the game named on the line. */
static void offer_seats(const struct args_point *point, struct variant_library *library,
			struct strbuf *out)
{
	char *folder;
	struct gamefile *file;

	if (point->count == 0 || !cli_is_game_id(point->words[0]))
		return;
	folder = base_printf("%s/games/%s", paths_site(), point->words[0]);
	file = gamefile_load(folder, library, NULL);
	for (unsigned i = 0; file != NULL && i < variant_seats(file->game.variant); i++)
		args_offer(point, variant_seat_name(file->game.variant, i),
			   variant_seat_title(file->game.variant, i), out);
	gamefile_free(file);
	free(folder);
}

/* Offers the keys first. After a key it offers its values, if they are words and not a pattern. */
static void offer_options(const struct args_point *point, struct variant_library *library,
			  struct strbuf *out)
{
	const struct variant *variant =
		point->count > 0 ? variant_get(library, point->words[0], NULL, 0, NULL) : NULL;

	for (unsigned i = 0; variant != NULL && i < variant->option_count; i++) {
		const struct variant_option *option = &variant->options[i];
		char *key = base_printf("%s=", option->key);

		if (option->used && !strbuf_starts(point->begun, key))
			args_offer(point, key, "", out);
		for (unsigned j = 0; strbuf_starts(point->begun, key) && j < option->value_count;
		     j++) {
			char *whole = base_printf("%s%s", key, option->values[j]);

			if (whole[strcspn(whole, "*|")] == '\0' &&
			    strcmp(option->values[j], SET_NAMES) != 0)
				args_offer(point, whole, "", out);
			free(whole);
		}
		free(key);
	}
}

/* Offers the next word of the names that begin with the words typed, in small letters, which are
 * allowed. */
static void offer_card(const struct args_point *point, const char *name, struct strbuf *out)
{
	char **words = g_strsplit(name, " ", -1);
	size_t at = 0;

	while (at < point->count && words[at] != NULL && strbuf_same(words[at], point->words[at]))
		at++;
	if (at == point->count && words[at] != NULL) {
		char *word = g_ascii_strdown(words[at], -1);
		char *line = base_printf("%s%s\t\n", point->in_front, word);

		if (!strbuf_has_line(out->bytes, line))
			args_offer(point, word, "", out);
		free(line);
		g_free(word);
	}
	g_strfreev(words);
}

static void offer_cards(const struct args_point *point, struct strbuf *out)
{
	char *folder = base_printf("%s/cards", paths_games());
	char **names = card_set_names(folder);

	for (char **name = names; *name != NULL; name++) {
		struct card_set *set = effects_set_of(paths_games(), *name, NULL);

		for (unsigned i = 0; set != NULL && i < set->count; i++)
			offer_card(point, set->cards[i].name, out);
		card_set_free(set);
	}
	g_strfreev(names);
	free(folder);
}

static void offer_words(const struct args_point *point, const char *kind, struct strbuf *out)
{
	struct variant_library *library = variant_library_new(paths_games(), gametypes_all);

	if (point->site != NULL)
		paths_set_site(point->site);
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

int cmd_complete(const struct args *args)
{
	struct strbuf out;

	strbuf_init(&out, 0);
	args_complete(cli_rows(), args->words, args->count, offer_words, &out);
	fputs(out.bytes, stdout);
	strbuf_done(&out);
	return EX_OK;
}
