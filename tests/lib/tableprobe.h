/* SPDX-License-Identifier: MIT */
/*
 * What is listed is taken, nothing else is, and no card that doesn't last mates: asked of a table
 * as it stands, by trying messages on copies of it.
 */
#ifndef PBEM_TESTS_TABLEPROBE_H
#define PBEM_TESTS_TABLEPROBE_H

#include "core/cards/effects/effects.h"
#include "tests/lib/tableplay.h"

enum { PROBE_WORDS = 24 };

/* Whether the message, orders between semicolons, would be taken; `then`: what the table would be.
 */
bool tableprobe_leads_to(const struct tableplay *play, uint8_t seat, const char *message,
			 struct table *then, struct reason *why);

/* Whether it would be taken; nothing comes of it. */
bool tableprobe_takes(struct tableplay *play, uint8_t seat, const char *message,
		      struct reason *why);

/* The card it acts as: Haunting Memories as the last one. NULL when it acts as none. */
const struct card *tableprobe_acts_as(const struct tableplay *play, uint8_t kind);

/* Whether two more cards must follow. */
bool tableprobe_is_plots(const struct tableplay *play, const struct play *one);

/* What the card alone does. */
void tableprobe_do_card(const struct tableplay *play, uint8_t seat, const struct card *card,
			enum card_when when, const struct play *one, struct field *field);

/* ---- what is listed is taken [trial-plays] ---- */

/* Tries `tries` of the plays listed, all if there are no more. `start` stands before each: "" or a
 * move. */
void tableprobe_listed(struct tableplay *play, uint8_t seat, const struct play_list *list,
		       const char *start, unsigned tries);

/* ---- nothing else is ---- */

/* Rather a square that holds what is wanted there. */
square tableprobe_square(struct tableplay *play, uint8_t seat, const struct target_rule *rule);

/* Words that aren't listed for a card of the hand: all there are, if they are few, else some. Cards
 * before the move are left out, for a move must stand below them; and on another's turn those for
 * the own turn, which may be sent at once [own-turn-with-answer]. */
void tableprobe_unlisted(struct tableplay *play, uint8_t seat, const struct play_list *list,
			 const char *start, unsigned tries);

/* ---- the Checkmate Rule ---- */

/*
 * Whoever is mated by a card that doesn't last was mated before it [mate-by-card]: right after a
 * card before the move, whatever the move then does; at the end of the turn for the others.
 */
void tableprobe_no_mate(struct tableplay *play);

#endif
