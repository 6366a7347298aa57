/* SPDX-License-Identifier: MIT */
/* Orders that a moderator enters for a player. */
#ifndef PBEM_REQUEST_ENTER_FOR_PLAYER_H
#define PBEM_REQUEST_ENTER_FOR_PLAYER_H

#include "pbem/moderator/moderator.h"

/* The action of `pbem deliver --as`. Its words are GAME, SEAT and a message from that player, or
 * only lines of orders. They are decided and entered without a key. If they are refused, the reason
 * is REASON_USAGE. */
extern const struct moderator_action request_as;

#endif
