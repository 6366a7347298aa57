/* SPDX-License-Identifier: MIT */
/* What all seats of a game are to be told of an entry besides what follows from it: by whom it was
 * made, and why. It stands in the letter that a seat gets of the batch anyway, else in one of its
 * own. */
#ifndef PBEM_MAILING_REMARK_H
#define PBEM_MAILING_REMARK_H

#include <stdbool.h>

#include "core/base/base.h"
#include "pbem/desk/desk.h"

/* Has them told: a sentence (remark_words.h) without its full stop, and a reason behind it unless
 * that is "". Seats that want no more letters aren't. */
void remark_all(struct desk *desk, struct desk_game *game, const char *told, const char *why);

/* Has one seat alone told, and with `writes` in a letter of its own if it gets no other of the
 * batch; else it stands in the next one, whenever that is. */
void remark_seat(struct desk *desk, struct desk_game *game, unsigned seat, const char *told,
		 bool writes);

/* The same when the game has been taken back: behind `told` it is said how far, and what becomes of
 * cards. */
void remark_undone(struct desk *desk, struct desk_game *game, const char *told, const char *why);

/* Before a batch is committed, when its other letters are written: a letter to each seat that is to
 * be told and got none, nor gets one when the sitting ends. */
int remark_send(struct desk *desk, struct desk_game *game, struct reason *reason);

#endif
