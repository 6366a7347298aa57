/* SPDX-License-Identifier: MIT */
/*
 * The actions of a moderator in a game: a table with a row and a function each. A row describes the
 * words and options of its action in the form of the command line (pbem/args), so that commands,
 * messages, help and completion use the same description.
 * All actions share a frame. It finds the game and the seat, compares the moderator's --at with the
 * game's last entry and checks the --reason. Then the action's own function enters what follows,
 * and everybody is informed.
 */
#ifndef PBEM_MODERATOR_MODERATOR_H
#define PBEM_MODERATOR_MODERATOR_H

#include <stdbool.h>

#include "core/event/event.h"
#include "core/util/base.h"
#include "pbem/args/args.h"
#include "pbem/site/workspace.h"

/* A request for an action. Everything is borrowed. */
struct moderator_request {
	const struct args *given;    /* its words and options, which fit its row */
	struct workspace_game *game; /* the first word, GAME; it can be read */
	unsigned seat;		     /* the second word, where the row calls it SEAT; else
				      * MAX_SEATS */
	const char *why;	     /* the moderator's reason, one line; "" if there is none */
};

struct moderator_action {
	struct args_command command; /* without the function that runs it; the first of its words is
				      * GAME */
	bool by_mail;		     /* may be asked for in a message */
	/* Enters what follows (moderator_enter), and writes messages in addition. Returns -1 with
	 * the reason: then nothing of the batch may be written. The reason is REASON_USAGE for
	 * whatever the rules don't allow and for any other mistake of the moderator's. */
	int (*act)(struct workspace *workspace, const struct moderator_request *request,
		   struct reason *reason);
};

/* The actions. A row whose command has no name ends the table. */
extern const struct moderator_action moderator_action_table[];

/* Returns the action of that name; NULL if there is none. */
const struct moderator_action *moderator_find(const char *name);

/*
 * Carries out the action on the workspace alone: nothing is written before the batch is committed.
 * Returns -1 with the reason. The reason is REASON_USAGE when there is no such game or seat, when
 * the game has changed since --at, or when the action makes no sense.
 */
int moderator_do(struct workspace *workspace, const struct moderator_action *act,
		 const struct args *args, struct reason *reason);

/* Reports whether the action can be asked for, by the checks that moderator_do makes before it
 * calls the action's own function. Sets *game_out in either case, to NULL when there is no such
 * game. */
int moderator_check(struct workspace *workspace, const struct args *args,
		    struct workspace_game **game_out, struct reason *reason);

/* For actions: checks that words can be shown to all players. They must be UTF-8, have at most
 * `max` bytes, and contain neither the key of a message nor a player's address. Returns -1 with
 * what is wrong with `what` ("the reason"): REASON_USAGE. */
int moderator_check_words(struct workspace *workspace, const struct workspace_game *game,
			  const char *what, const char *text, size_t max, struct reason *reason);

/* Returns the cause of messages, for actions that only send. It distinguishes them from those of
 * the same action a moment before. The caller frees it. */
char *moderator_cause(const struct workspace *workspace);

/*
 * For actions: adds the action's entry, with the moderator's reason before its events. `told` is a
 * sentence without its full stop, "The moderator has put Black out of the game". Every seat reads
 * it, and the reason, in the message that follows from the entry, or in a separate one.
 */
int moderator_enter(struct workspace *workspace, const struct moderator_request *request,
		    const struct event_list *events, const char *told, struct reason *reason);

#endif
