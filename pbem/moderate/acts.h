/* SPDX-License-Identifier: MIT */
/* The functions of the acts, for the table (moderate_acts.c): what each is for stands in its row,
 * and what it promises at struct act. */
#ifndef PBEM_MODERATE_ACTS_H
#define PBEM_MODERATE_ACTS_H

#include "pbem/moderate/moderate.h"

/* acts_end.c: how a game ends, for all or for a seat. */
int acts_rule(struct desk *desk, const struct act_request *request, struct reason *reason);
int acts_cancel(struct desk *desk, const struct act_request *request, struct reason *reason);
int acts_forfeit(struct desk *desk, const struct act_request *request, struct reason *reason);

/* acts_undo.c: taking it back, to after an entry, or to before the last turn. */
int acts_undo(struct desk *desk, const struct act_request *request, struct reason *reason);
int acts_reject(struct desk *desk, const struct act_request *request, struct reason *reason);

/* acts_clock.c: how long turns may take. */
int acts_pause(struct desk *desk, const struct act_request *request, struct reason *reason);
int acts_resume(struct desk *desk, const struct act_request *request, struct reason *reason);
int acts_extend(struct desk *desk, const struct act_request *request, struct reason *reason);
int acts_away(struct desk *desk, const struct act_request *request, struct reason *reason);
int acts_remind(struct desk *desk, const struct act_request *request, struct reason *reason);

/* acts_help.c: what helps a game along. */
int acts_begin(struct desk *desk, const struct act_request *request, struct reason *reason);
int acts_resend(struct desk *desk, const struct act_request *request, struct reason *reason);
int acts_say(struct desk *desk, const struct act_request *request, struct reason *reason);

/* acts_watcher.c: who watches, and whether everybody may read. */
int acts_publish(struct desk *desk, const struct act_request *request, struct reason *reason);
int acts_watcher(struct desk *desk, const struct act_request *request, struct reason *reason);

/* acts_seat.c: what gives a seat new keys. */
int acts_replace(struct desk *desk, const struct act_request *request, struct reason *reason);
int acts_token(struct desk *desk, const struct act_request *request, struct reason *reason);
int acts_address(struct desk *desk, const struct act_request *request, struct reason *reason);

#endif
