/* SPDX-License-Identifier: MIT */
/* The turn a message asks for: what is paid, and its moves, each read where the one before leaves
 * the board; for single_turn.c. */
#ifndef PBEM_CORE_KIND_SINGLE_SINGLE_PLAN_H
#define PBEM_CORE_KIND_SINGLE_SINGLE_PLAN_H

#include "core/base/base.h"
#include "core/turn/game.h"
#include "core/order/order.h"
#include "core/rules/peterson.h"
#include "core/base/text.h"

struct single_plan {
	struct peterson_build build; /* the turn, judged as a whole */
	struct text people;	     /* "-a2, Qd1=R, e4, Nf3+": the same for people; the caller's */
};

/* Reads the REMOVE, TRADE and MOVE orders of a message of the seat to move. REFUSED with why, for
 * the player, when they are no legal turn. */
enum verdict single_plan_read(struct single_plan *plan, const struct game *game,
			      const struct order_list *orders, struct reason *why);

#endif
