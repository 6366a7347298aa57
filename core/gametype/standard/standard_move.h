/* SPDX-License-Identifier: MIT */
/* Reads the turn that a message asks for: payments and moves, each on the board that the one before
 * leaves. For standard_decide.c. */
#ifndef PBEM_CORE_GAMETYPE_STANDARD_STANDARD_MOVE_H
#define PBEM_CORE_GAMETYPE_STANDARD_STANDARD_MOVE_H

#include "core/game/game.h"
#include "core/order/order_parse.h"
#include "core/rules/peterson.h"
#include "core/util/base.h"
#include "core/util/strbuf.h"

struct standard_plan {
	struct peterson_build build; /* the turn, judged as a whole */
	struct strbuf people; /* "-a2, Qd1=R, e4, Nf3+": the same for people; owned by the caller */
};

/* Reads the REMOVE, TRADE and MOVE orders of a message of the seat to move. Returns REFUSED with
 * the reason, for the player, if they are no legal turn. */
enum verdict standard_plan_read(struct standard_plan *plan, const struct game *game,
				const struct order_list *orders, struct reason *why);

#endif
