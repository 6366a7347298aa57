/* SPDX-License-Identifier: MIT */
/* What the files of this folder share. */
#ifndef PBEM_REPAIR_REPAIR_INNER_H
#define PBEM_REPAIR_REPAIR_INNER_H

#include "pbem/repair/repair.h"

/* What is wrong with a file for that reason, by the kind of which that is. */
enum repair_state repair_state_of(const struct reason *reason);

/* Adds what is wrong with a file: in which state it is the reason's kind says. What can't be told
 * now has no cure; what a batch that waits in the journal writes whole has that one. */
void repair_add(struct repair *repair, const char *name, const struct reason *why,
		enum repair_cure cure, const char *what);

/* The same, the state being known. */
void repair_add_as(struct repair *repair, const char *name, enum repair_state state,
		   enum repair_cure cure, const char *why, const char *what);

/* The files of a game, and of all there are. */
void repair_look_at_game(struct repair *repair, const char *id);
void repair_look_at_games(struct repair *repair);

/* What the ledger, which is sound, knows of and isn't there. */
struct ledger;
void repair_look_for_missing(struct repair *repair, struct ledger *ledger);

#endif
