/* SPDX-License-Identifier: MIT */
#include "tests/lib/tabledeal.h"

void tabledeal_tell_pile(struct tableplay *play, const char *word, enum zone zone, uint8_t seat)
{
	uint16_t copies[MAX_COPIES];
	unsigned count = piles_list(&play->table.piles, zone, seat == NO_SIDE ? 0 : seat, copies);

	strbuf_addf(&play->turn_log, "%s %s: ", word,
		    seat == NO_SIDE ? "common" : variant_seat_name(play->cards.variant, seat));
	for (unsigned i = 0; i < count; i++)
		strbuf_addf(&play->turn_log, "%s%s", i == 0 ? "" : ", ",
			    play->cards.set->cards[play->table.piles.copies[copies[i]].kind].name);
	strbuf_add_char(&play->turn_log, '\n');
}

/* All cards of the set by chance: five in the hand, the rest in the pile. */
static void tabledeal_hands(struct tableplay *play)
{
	const struct card_set *set = play->cards.set;
	struct piles *piles = &play->table.piles;
	unsigned seats = play->cards.variant->side_count;

	for (uint8_t seat = 0; seat < seats; seat++) {
		for (unsigned i = 0; i < TABLEDEAL_DECK; i++) {
			uint8_t kind = (uint8_t)tableplay_below(play, set->count);

			/* Two cards at once are the rarest thing. */
			if (i == 0 && tableplay_below(play, 3) == 0)
				kind = card_named(set, "Plots Within Plots", NULL);
			piles_add(piles, kind, piles->common ? NO_SIDE : seat,
				  i < HAND_SIZE ? ZONE_HAND : ZONE_DRAW, seat);
		}
		tabledeal_tell_pile(play, "hand", ZONE_HAND, seat);
		if (!piles->common)
			tabledeal_tell_pile(play, "deck", ZONE_DRAW, seat);
	}
	if (piles->common)
		tabledeal_tell_pile(play, "deck", ZONE_DRAW, NO_SIDE);
}

/* The options that change what a table does; the first is what most games are played by. */
static const struct {
	struct option options[4];
	size_t count;
} tabledeal_rules[] = {
	{{{"cards", "on"}}, 1},
	{{{"cards", "on"}, {"deck", "common"}}, 2},
	{{{"cards", "on"}, {"bishops", "redraw"}}, 2},
	{{{"cards", "on"}, {"bishops", "queen"}}, 2},
	{{{"cards", "on"}, {"abduction", "honour"}}, 2},
	{{{"cards", "on"}, {"hand", "growing"}, {"discards", "off"}}, 3},
	{{{"cards", "on"}, {"window", "0"}}, 2},
	{{{"cards", "on"}, {"deck", "common"}, {"bishops", "queen"}, {"abduction", "honour"}}, 4},
};

void tabledeal_choose_rules(struct tableplay *play, const char *variant, uint64_t seed)
{
	size_t row =
		tableplay_below(play, 2) ? 0 : tableplay_below(play, ARRAY_LEN(tabledeal_rules));

	cardplay_choose(&play->cards, variant, tabledeal_rules[row].options,
			tabledeal_rules[row].count);
	strbuf_addf(&play->turn_log, "# seed %llu: pbem try %s", (unsigned long long)seed, variant);
	for (size_t i = 0; i < tabledeal_rules[row].count; i++)
		strbuf_addf(&play->turn_log, " --option %s=%s", tabledeal_rules[row].options[i].key,
			    tabledeal_rules[row].options[i].value);
	strbuf_add_char(&play->turn_log, '\n');
}

void tabledeal_open(struct tableplay *play, const char *variant, uint64_t seed)
{
	struct position position;

	memset(play, 0, sizeof *play);
	play->chance = seed * 7919 + 1;
	strbuf_init(&play->turn_log, 0);
	tabledeal_choose_rules(play, variant, seed);
	position_start(play->cards.variant, &position);
	tableplay_lay(play, &position);
	tabledeal_hands(play);
	tableplay_start(play);
}
