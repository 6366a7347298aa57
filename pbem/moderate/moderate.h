/* SPDX-License-Identifier: MIT */
/*
 * What a moderator can do in a game: a table of acts, a row and a function each. What an act takes
 * is told in its row as the command line has it (pbem/given), so that a command, a line of a
 * letter, help and completion go by the same. All acts share a frame: the game and the seat are
 * found, the moderator's --at is compared with the game's last entry, his --reason is looked at;
 * then the act's own function enters what follows, and everybody is told.
 */
#ifndef PBEM_MODERATE_MODERATE_H
#define PBEM_MODERATE_MODERATE_H

#include <stdbool.h>

#include "core/base/base.h"
#include "core/position/event.h"
#include "pbem/desk/desk.h"
#include "pbem/given/given.h"

/* What is asked of an act. Everything is borrowed. */
struct act_request {
	const struct given *given; /* its words and options, which are as its row has them */
	struct desk_game *game;	   /* the first word, GAME; it can be read */
	unsigned seat;		   /* the second, where the row calls it SEAT; else MAX_SEATS */
	const char *why;	   /* the moderator's reason, one line; "" when he gave none */
};

struct act {
	struct given_command command; /* without what runs it; the first of its words is GAME */
	bool by_mail;		      /* may be asked for in a letter */
	/* Enters what follows (moderate_enter), and writes letters besides. -1 with the reason:
	 * nothing of the batch may be written then. What the rules don't allow, and whatever else
	 * is the moderator's mistake, is REASON_ASKED. */
	int (*act)(struct desk *desk, const struct act_request *request, struct reason *reason);
};

/* The acts; one whose command has no name is behind the last. */
extern const struct act moderate_acts[];

/* The act of that name; NULL when there is none. */
const struct act *moderate_find(const char *name);

/*
 * Does it, on the desk alone: nothing is written before the batch is committed. -1 with the reason;
 * REASON_ASKED when there is no such game or seat, when the game has gone on since --at, or the act
 * makes no sense.
 */
int moderate_do(struct desk *desk, const struct act *act, const struct given *given,
		struct reason *reason);

/* Whether the act can be asked for so: what moderate_do looks at before the act's own function. The
 * game is told whichever it is, NULL when it isn't that. */
int moderate_check(struct desk *desk, const struct given *given, struct desk_game **game_out,
		   struct reason *reason);

/* For acts: whether words can be shown to all players: they are UTF-8, `max` bytes at most, and
 * hold neither the key of a letter nor a player's address. -1 with what is wrong with `what` ("the
 * reason"): REASON_ASKED. */
int moderate_check_words(struct desk *desk, const struct desk_game *game, const char *what,
			 const char *text, size_t max, struct reason *reason);

/* For acts that only send: the cause of their letters, which tells them from those of the same act
 * a moment before. The caller frees it. */
char *moderate_cause(const struct desk *desk);

/*
 * For acts: the entry that an act comes to, with the moderator's reason in front of its facts.
 * `told` is a sentence without its full stop, "The moderator has put Black out of the game": every
 * seat reads it, and the reason, in the letter that follows from the entry, or in one of its own.
 */
int moderate_enter(struct desk *desk, const struct act_request *request,
		   const struct event_list *events, const char *told, struct reason *reason);

#endif
