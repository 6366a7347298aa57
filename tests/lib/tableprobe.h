/* SPDX-License-Identifier: MIT */
/*
 * Checks on a state, by messages on copies of it, that every listed play is accepted, that no other
 * play is, and that no card without a continuing effect mates.
 */
#ifndef PBEM_TESTS_LIB_TABLEPROBE_H
#define PBEM_TESTS_LIB_TABLEPROBE_H

#include "core/cards/effects/effects.h"
#include "tests/lib/tableplay.h"

enum { PROBE_WORDS = 24 };

/* Returns whether the message, orders between semicolons, would be accepted; `then`: the state
 * after it. */
bool tableprobe_leads_to(const struct tableplay *play, uint8_t seat, const char *message,
			 struct card_state *then, struct reason *why);

/* Returns whether the message would be accepted; changes nothing. */
bool tableprobe_takes(struct tableplay *play, uint8_t seat, const char *message,
		      struct reason *why);

/* Returns the card that it acts as: Haunting Memories as the last one. NULL if it acts as none. */
const struct card *tableprobe_acts_as(const struct tableplay *play, uint8_t kind);

/* Returns whether two more cards must follow. */
bool tableprobe_is_plots(const struct tableplay *play, const struct play *one);

/* Does what the card alone does. */
void tableprobe_do_card(const struct tableplay *play, uint8_t seat, const struct card *card,
			enum card_when when, const struct play *one, struct card_board *field);

/* ---- listed plays are accepted [trial-plays] ---- */

/* Tries `tries` of the listed plays, all if there are no more. `start` comes before each: "" or a
 * move. */
void tableprobe_listed(struct tableplay *play, uint8_t seat, const struct play_list *list,
		       const char *start, unsigned tries);

/* ---- nothing else is ---- */

/* Chooses a square, preferably one with what is wanted there. */
square tableprobe_square(struct tableplay *play, uint8_t seat, const struct target_rule *rule);

/* Tries words that aren't listed for a card of the hand: all there are, if they are few, otherwise
 * some. Cards before the move are left out, because a move must be possible after them. On
 * another's turn, cards for the own turn are left out, because that turn may be sent at once
 * [own-turn-with-answer]. */
void tableprobe_unlisted(struct tableplay *play, uint8_t seat, const struct play_list *list,
			 const char *start, unsigned tries);

/* ---- the Checkmate Rule ---- */

/*
 * Checks that every seat that is mated by a card without a continuing effect was mated before it
 * [mate-by-card]. A card before the move is judged right after it, whatever the move does; other
 * cards at the end of the turn.
 */
void tableprobe_no_mate(struct tableplay *play);

#endif
