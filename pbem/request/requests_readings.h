/* SPDX-License-Identifier: MIT */
/* Moves of a letter that may mean several things, and what a player may have meant who wrote no
 * order. */
#ifndef PBEM_REQUEST_REQUESTS_READINGS_H
#define PBEM_REQUEST_REQUESTS_READINGS_H

#include "core/order/order.h"
#include "pbem/answer/matter.h"

/*
 * Settles by the board what moves mean that a phone may have changed, or that have the letters of
 * another language
 * ("Bxc3", "Sf3"): the order becomes the reading that can be played. REFUSED when several can, with
 * all of them.
 */
enum verdict requests_settle(const struct matter *matter, struct order_list *orders,
			     struct reason *why);

/* The order that would do and comes nearest to a line; kept in the hand, for the refusal.
 * `misread`: it is none as it stands, and may have slips of the finger; else it is a move that
 * isn't legal, and another writing of it is looked for. Judged by what the seat may know. */
void requests_nearest(struct matter *matter, const char *line, bool misread);

#endif
