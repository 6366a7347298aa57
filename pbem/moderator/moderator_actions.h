/* SPDX-License-Identifier: MIT */
/* The functions of the actions, for moderator_action_table.c. The row of each describes its
 * purpose, and `struct moderator_action` what all of them promise. */
#ifndef PBEM_MODERATOR_MODERATOR_ACTIONS_H
#define PBEM_MODERATOR_MODERATOR_ACTIONS_H

#include "pbem/moderator/moderator.h"

/* moderator_end.c: ending a game, for all or for a seat. */
int moderator_action_rule(struct workspace *workspace, const struct moderator_request *request,
			  struct reason *reason);
int moderator_action_cancel(struct workspace *workspace, const struct moderator_request *request,
			    struct reason *reason);
int moderator_action_forfeit(struct workspace *workspace, const struct moderator_request *request,
			     struct reason *reason);

/* moderator_takeback.c: taking back to after an entry, or to before the last turn. */
int moderator_action_undo(struct workspace *workspace, const struct moderator_request *request,
			  struct reason *reason);
int moderator_action_reject(struct workspace *workspace, const struct moderator_request *request,
			    struct reason *reason);

/* moderator_clock.c: time limits, vacations and reminders. */
int moderator_action_pause(struct workspace *workspace, const struct moderator_request *request,
			   struct reason *reason);
int moderator_action_resume(struct workspace *workspace, const struct moderator_request *request,
			    struct reason *reason);
int moderator_action_extend(struct workspace *workspace, const struct moderator_request *request,
			    struct reason *reason);
int moderator_action_away(struct workspace *workspace, const struct moderator_request *request,
			  struct reason *reason);
int moderator_action_remind(struct workspace *workspace, const struct moderator_request *request,
			    struct reason *reason);

/* moderator_assist.c: beginning a game, sending boards again, messages to all. */
int moderator_action_begin(struct workspace *workspace, const struct moderator_request *request,
			   struct reason *reason);
int moderator_action_resend(struct workspace *workspace, const struct moderator_request *request,
			    struct reason *reason);
int moderator_action_say(struct workspace *workspace, const struct moderator_request *request,
			 struct reason *reason);

/* moderator_watcher.c: watchers, and whether everybody may read the game. */
int moderator_action_publish(struct workspace *workspace, const struct moderator_request *request,
			     struct reason *reason);
int moderator_action_watcher(struct workspace *workspace, const struct moderator_request *request,
			     struct reason *reason);

/* moderator_seat.c: new keys for a seat. */
int moderator_action_replace(struct workspace *workspace, const struct moderator_request *request,
			     struct reason *reason);
int moderator_action_token(struct workspace *workspace, const struct moderator_request *request,
			   struct reason *reason);
int moderator_action_address(struct workspace *workspace, const struct moderator_request *request,
			     struct reason *reason);

#endif
