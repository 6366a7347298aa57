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

static struct card_set *get_cards(struct reason *reason)
{
	return commands_check_games_folder(reason) == 0 ? card_set_of(places_games(), reason)
							: NULL;
}

int command_cards(int argc, char **argv)
{
	struct reason reason;
	struct card_set *set;

	if (argc > 1)
		return command_usage(argv[0]);
	set = get_cards(&reason);
	if (set == NULL)
		return commands_fail(argv[0], EX_DATAERR, &reason);
	for (unsigned i = 0; i < set->count; i++) {
		const struct card *card = &set->cards[i];
		struct text when;

		text_init(&when, 0);
		card_when_words(card, &when);
		printf("%3u%c %-20s %s\n", card->points, card->unique ? '*' : ' ', card->name,
		       when.bytes);
		text_done(&when);
	}
	card_set_free(set);
	return EX_OK;
}

static int show_card(const char *command, const struct card_set *set, const char *name)
{
	uint8_t card = card_named(set, name, NULL);
	const char *nearest = card_nearest(set, name);
	struct reason reason;
	struct text sheet;

	if (card == NO_CARD) {
		reason_set(&reason, "there is no card '%s'%s%s%s", name,
			   nearest ? "; did you mean '" : "; 'pbem cards' lists them",
			   nearest ? nearest : "", nearest ? "'?" : "");
		return commands_fail(command, EX_USAGE, &reason);
	}
	text_init(&sheet, 0);
	card_sheet(&set->cards[card], &sheet);
	fputs(sheet.bytes, stdout);
	text_done(&sheet);
	return EX_OK;
}

int command_card(int argc, char **argv)
{
	struct text name;
	struct reason reason;
	struct card_set *set;
	int code;

	if (argc < 2)
		return command_usage(argv[0]);
	set = get_cards(&reason);
	if (set == NULL)
		return commands_fail(argv[0], EX_DATAERR, &reason);
	text_init(&name, 0);
	for (int i = 1; i < argc; i++)
		text_addf(&name, "%s%s", i > 1 ? " " : "", argv[i]);
	code = show_card(argv[0], set, name.bytes);
	text_done(&name);
	card_set_free(set);
	return code;
}
