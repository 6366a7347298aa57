/* SPDX-License-Identifier: MIT */
/* pbem cards, pbem card NAME: the cards as people read them. */
#include <stdio.h>
#include <stdlib.h>
#include <sysexits.h>

#include "core/base/base.h"
#include "core/cards/deck/card.h"
#include "core/base/text.h"
#include "pbem/command/commands.h"
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
			code == EX_OK ? card_set_of(places_games(), *name, &reason) : NULL;

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

int command_cards(int argc, char **argv)
{
	return argc > 1 ? command_usage(argv[0]) : for_each_set(argv[0], NULL, list_cards);
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

int command_card(int argc, char **argv)
{
	struct search search = {.found = 0};
	struct text name;
	struct reason reason;
	int code;

	if (argc < 2)
		return command_usage(argv[0]);
	text_init(&name, 0);
	for (int i = 1; i < argc; i++)
		text_addf(&name, "%s%s", i > 1 ? " " : "", argv[i]);
	search.name = name.bytes;
	code = for_each_set(argv[0], &search, show_card);
	if (code == EX_OK && search.found == 0) {
		reason_set(&reason, "there is no card '%s'%s%s%s", name.bytes,
			   *search.nearest ? "; did you mean '" : "; 'pbem cards' lists them",
			   search.nearest, *search.nearest ? "'?" : "");
		code = commands_fail(argv[0], EX_USAGE, &reason);
	}
	text_done(&name);
	return code;
}
