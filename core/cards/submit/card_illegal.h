/* SPDX-License-Identifier: MIT */
#ifndef PBEM_CORE_CARDS_SUBMIT_CARD_ILLEGAL_H
#define PBEM_CORE_CARDS_SUBMIT_CARD_ILLEGAL_H

#include "core/cards/board/card_board.h"

/*
 * Corrects notation_read's refusal of a move, because notation_read considers no cards: if a card
 * in play forbids the move, `why` says which. The list of legal moves stays at the end.
 */
void card_illegal_not_legal(const struct card_ruleset *book, const struct card_board *field,
			    uint8_t seat, const char *text, struct reason *why);

#endif
