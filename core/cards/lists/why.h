/* SPDX-License-Identifier: MIT */
#ifndef PBEM_CORE_CARDS_LISTS_WHY_H
#define PBEM_CORE_CARDS_LISTS_WHY_H

#include "core/cards/field/field.h"

/*
 * Mends notation_read's refusal of a move, which knows of no cards: if it is a card in play that
 * forbids it, `why` says which. What is legal stays listed at its end.
 */
void why_not_legal(const struct book *book, const struct field *field, uint8_t seat,
		   const char *text, struct reason *why);

#endif
