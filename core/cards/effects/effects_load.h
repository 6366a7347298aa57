/* SPDX-License-Identifier: MIT */
/* Loads from files what games with cards are played with: sets of cards, and rules. */
#ifndef PBEM_CORE_CARDS_EFFECTS_EFFECTS_LOAD_H
#define PBEM_CORE_CARDS_EFFECTS_EFFECTS_LOAD_H

#include "core/cards/deck/card_ruleset.h"

/* Loads sets of cards from files (pbem-card(5)), each card with its effect, as card_set_load
 * does. */
struct card_set *effects_set_load(const char *folder, const char *sets,
				  struct deffile_faults *faults);

/* Loads the sets from `games`/cards. Returns NULL with the first fault as the reason. */
struct card_set *effects_set_of(const char *games, const char *sets, struct reason *reason);

/*
 * Returns the rules of a variant with cards on. They are made, with their set of cards, on the
 * first call, and belong to the variant. Returns NULL with the reason, file and line, if a card's
 * file is faulty.
 */
const struct card_ruleset *effects_book_of(const struct variant *variant, struct reason *reason);

#endif
