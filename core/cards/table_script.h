/* SPDX-License-Identifier: MIT */
/* The actions of an open turn and the answers to their demands as text, and back; for table_*.c. */
#ifndef PBEM_CORE_CARDS_TABLE_SCRIPT_H
#define PBEM_CORE_CARDS_TABLE_SCRIPT_H

#include "core/cards/table.h"

/* An action with nothing done yet: no copy, no fate. */
struct action script_action(enum action_kind kind, uint8_t seat, enum card_when when, uint8_t answers);

/* "after - - 12 PLAY Holy War b1 f4": the moment, the action it answers, the Plots it belongs to, the
 * kind of card it acts as; a move's squares and kinds as numbers. */
void script_print_action(const struct book *book, const struct action *action, struct text *out);
int script_read_action(const struct book *book, uint8_t seat, const char *text,
                       struct action *action_out, struct reason *reason);

/* "NO", or the targets. */
void script_print_reply(const struct book *book, const struct reply *reply, struct text *out);
int script_read_reply(const struct book *book, uint8_t seat, const char *text, struct reply *reply_out,
                      struct reason *reason);

/* Whether what the action's card names is known to its player alone; then it is printed without. */
bool script_is_secret(const struct book *book, const struct action *action);

#endif
