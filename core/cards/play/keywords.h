/* SPDX-License-Identifier: MIT */
/*
 * Words that players copy from a card's pattern: "PLAY Crab PAWN d2", "PLAY Madman from b5 to d3".
 * They are ignored only if the rest is exactly what the card asks for.
 */
#ifndef PBEM_CORE_CARDS_PLAY_KEYWORDS_H
#define PBEM_CORE_CARDS_PLAY_KEYWORDS_H

#include "core/cards/play/play.h"

/*
 * Reads the text after PLAY as play_read does. If its words don't have the number and forms that
 * the card requires, it reads the text again without some words. These are words from the card's
 * pattern (`plays`), names of the pieces that the card asks for, and words between squares.
 * `acts_as`: the card whose words are expected; NO_CARD: the card that is named.
 */
enum verdict keywords_read(const struct card_ruleset *book, const char *text, uint8_t acts_as,
			   struct play *play_out, struct reason *why);

/* Reports whether the text is a card's name and all words that the card asks for, at least one
 * square among them, and nothing else. Then only the word PLAY is missing. */
bool keywords_none(const struct card_ruleset *book, const char *text);

#endif
