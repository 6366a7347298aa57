/* SPDX-License-Identifier: MIT */
/* The three steps of a move, for moving.c. */
#ifndef PBEM_MOVING_MOVING_INNER_H
#define PBEM_MOVING_MOVING_INNER_H

#include <stdbool.h>

#include "core/base/base.h"
#include "pbem/desk/site.h"
#include "pbem/elsewhere/elsewhere.h"

/* What lies beside a game that is leaving: lines for the ledger, and what addresses have said. */
#define MOVING_LEDGER "ledger"
#define MOVING_PEOPLE "people"

/* moving_leave.c: puts the game away, one batch; what has become of it goes to `out`. */
int moving_leave(struct site *from, const struct site *to, const char *id, struct elsewhere *out,
		 struct reason *reason);

/* moving_come.c: whether the site has had it, by this move; and takes it in, one batch. */
int moving_has_come(const struct site *to, const struct elsewhere *elsewhere, bool *come_out,
		    struct reason *reason);
int moving_come(struct site *to, const struct site *from, const struct elsewhere *elsewhere,
		struct reason *reason);

#endif
