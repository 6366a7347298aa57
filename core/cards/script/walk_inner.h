/* SPDX-License-Identifier: MIT */
/* One action of a running script: what it does to the field, and where its card goes. For
 * table_*.c. */
#ifndef PBEM_CORE_CARDS_SCRIPT_WALK_INNER_H
#define PBEM_CORE_CARDS_SCRIPT_WALK_INNER_H

#include "core/cards/script/walk.h"

/*
 * Does the action on `field`, a copy of the table's, as far as it goes: what becomes of it. The
 * first that can't be done is noted in `run`, and an answer that is open. The table isn't changed
 * but for which copy the action's card is.
 */
enum action_fate walk_try(struct script_run *run, uint8_t number, struct field *field,
			  struct event_list *events);

/* Sets the action's fate, and records it. */
void walk_set_fate(struct script_run *run, uint8_t number, enum action_fate fate);

/* Sets the action's fate; its card leaves the hand unless it is handed back, and is replaced (W4,
 * W22). */
void walk_lay_down(struct script_run *run, uint8_t number, enum action_fate fate);

/* The moment in which the action plays its card on this field. */
struct moment script_moment(const struct script_run *run, uint8_t number, struct field *field,
			    struct event_list *record);

#endif
