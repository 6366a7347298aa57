/* SPDX-License-Identifier: MIT */
/* A letter that carries a token of ours: is it the first time, may he speak, can his game be read?
 */
#ifndef PBEM_RECEPTION_PLAYER_H
#define PBEM_RECEPTION_PLAYER_H

#include <stdbool.h>

#include "pbem/answer/matter.h"

/* Deals with a letter of which sender_known has said whose it is. *put_off_out is set when it must
 * wait, because its game is damaged: its seats and the moderator are told the first time. */
int player_take(struct matter *matter, bool *put_off_out, struct reason *reason);

/* The same letter again: one line says what it did (matter->deed), once a day. */
int player_repeat(struct matter *matter, struct reason *reason);

#endif
