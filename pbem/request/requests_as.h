/* SPDX-License-Identifier: MIT */
/* What a moderator enters for a player. */
#ifndef PBEM_REQUEST_REQUESTS_AS_H
#define PBEM_REQUEST_REQUESTS_AS_H

#include "pbem/moderate/moderate.h"

/* `pbem deliver --as`: an act whose words are GAME, SEAT and a letter of that player's, or lines of
 * orders alone. They are decided and entered without a key; what is refused is REASON_ASKED. */
extern const struct act requests_as;

#endif
