/* SPDX-License-Identifier: MIT */
/* Functions that the files of this folder share. */
#ifndef PBEM_MAINTENANCE_REPAIR_INTERNAL_H
#define PBEM_MAINTENANCE_REPAIR_INTERNAL_H

#include "pbem/maintenance/repair.h"

struct ledger;

/* Returns the state of a file by the kind of the reason. */
enum repair_state repair_state_of(const struct reason *reason);

/* What a person does about a file that others can read. */
extern const char repair_of_rights[];

/* Adds a fault of a file. The kind of the reason determines its state. If the state can't be known
 * now there is no remedy, and if others can read the file, a person must change that. If a batch in
 * the journal writes the whole file, the remedy is the journal. */
void repair_add(struct repair *repair, const char *name, const struct reason *why,
		enum repair_cure cure, const char *what);

/* Adds a fault whose state is known. */
void repair_add_as(struct repair *repair, const char *name, enum repair_state state,
		   enum repair_cure cure, const char *why, const char *what);

/* Look at the files of one game; and of all games. */
void repair_check_game(struct repair *repair, const char *id);
void repair_check_games(struct repair *repair);

/* Looks for games that a sound ledger has and that are missing. */
void repair_check_missing(struct repair *repair, struct ledger *ledger);

#endif
