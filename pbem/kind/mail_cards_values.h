/* SPDX-License-Identifier: MIT */
/* What letters of a game with cards tell besides; all of them nothing in other games. */
#ifndef PBEM_KIND_MAIL_CARDS_VALUES_H
#define PBEM_KIND_MAIL_CARDS_VALUES_H

#include "pbem/mailing/draft.h"

struct text;

/* The values of letters_table.h: cards, hand, held, plays, table, window, own-turn, demand, choice,
 * answers, asking, follows, open, answered, kept, deadline, panic, clock, late. */
void draft_cards_any(const struct draft *draft, struct text *out);
void draft_cards_hand(const struct draft *draft, struct text *out);
void draft_cards_held(const struct draft *draft, struct text *out);
void draft_cards_plays(const struct draft *draft, struct text *out);
void draft_cards_table(const struct draft *draft, struct text *out);
void draft_cards_window(const struct draft *draft, struct text *out);
void draft_cards_own_turn(const struct draft *draft, struct text *out);
void draft_cards_next(const struct draft *draft, struct text *out);
void draft_cards_to_move(const struct draft *draft, struct text *out);
void draft_cards_next_plays(const struct draft *draft, struct text *out);
void draft_cards_open_turn(const struct draft *draft, struct text *out);
void draft_cards_undone(const struct draft *draft, struct text *out);
void draft_cards_demand(const struct draft *draft, struct text *out);
void draft_cards_choice(const struct draft *draft, struct text *out);
void draft_cards_answers(const struct draft *draft, struct text *out);
void draft_cards_asking(const struct draft *draft, struct text *out);

/* Whether the seat gets another letter about what it is asked now. */
void draft_cards_follows(const struct draft *draft, struct text *out);
void draft_cards_open(const struct draft *draft, struct text *out);

/* Whether what stands open is the seat's own turn, which another has answered [mover-may-answer].
 */
void draft_cards_answered(const struct draft *draft, struct text *out);
void draft_cards_kept(const struct draft *draft, struct text *out);
void draft_cards_deadline(const struct draft *draft, struct text *out);
void draft_cards_panic(const struct draft *draft, struct text *out);
void draft_cards_clock(const struct draft *draft, struct text *out);
void draft_cards_late(const struct draft *draft, struct text *out);

#endif
