/* SPDX-License-Identifier: MIT */
/* From files to what games with cards are played by: sets of cards, and books. */
#ifndef PBEM_CORE_CARDS_EFFECTS_EFFECTS_LOAD_H
#define PBEM_CORE_CARDS_EFFECTS_EFFECTS_LOAD_H

#include "core/cards/deck/book.h"

/* card_set_load of files as pbem-card(5) tells of them, each card with its effect. */
struct card_set *effects_set_load(const char *folder, const char *sets,
				  struct deffile_faults *faults);

/* The same sets from `games`/cards. NULL with the first fault as the reason. */
struct card_set *effects_set_of(const char *games, const char *sets, struct reason *reason);

/*
 * The book of a variant with cards on, made with its set of cards when first asked for and kept as
 * long as the variant. Borrowed. NULL with the reason, file and line, when a card's file is faulty.
 */
const struct book *effects_book_of(const struct variant *variant, struct reason *reason);

#endif
