/* SPDX-License-Identifier: MIT */
/*
 * What the program has to tell a seat besides: notes, which wait in the ledger with what players
 * say to each other, and only stand in letters that the seat gets anyway. What was said goes out by
 * itself (pbem/batch/settle.h).
 */
#ifndef PBEM_MAILING_PRESS_H
#define PBEM_MAILING_PRESS_H

#include "core/base/text.h"
#include "pbem/desk/desk.h"

/* Keeps a note for a seat: one sentence or more, which stand in the next letter the seat gets. */
void press_note(struct desk *desk, const struct desk_game *game, unsigned seat, const char *note);

/* The notes that the letter in the making is to bear; the batch remembers that they are on
 * their way. A letter that is replaced before it was sent takes none with it. */
void press_notes(struct desk *desk, const struct desk_game *game, unsigned seat, struct text *out);

/* Strikes off the notes that a letter of an earlier run bears, when it has gone out. */
void press_drop_borne(struct desk *desk, const struct desk_game *game, unsigned seat);

/* What waits for the seat is nothing for who plays it from now on. */
void press_forget(struct desk *desk, struct desk_game *game, unsigned seat);

#endif
