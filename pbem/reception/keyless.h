/* SPDX-License-Identifier: MIT */
/*
 * A letter without a good key whose sender's address is a player's: nothing in it is done, but that
 * address is sent the board and a key, once a day over all its games. Who only pretends to write
 * from there gets nothing, and learns nothing.
 */
#ifndef PBEM_RECEPTION_KEYLESS_H
#define PBEM_RECEPTION_KEYLESS_H

#include <stdbool.h>

#include "pbem/answer/matter.h"

/*
 * Whether the letter is to be answered so: then game and seat in hand are set, to the game its
 * subject names, or else to the one that waits longest for that address; if none does, to the
 * newest that goes on. When that one can't be read just now *put_off_out is set: the letter must
 * wait.
 */
bool keyless_known(struct matter *matter, bool *put_off_out);

/* Writes to the address, as it stands in the game's seats. -1 when pbem itself failed. */
int keyless_answer(struct matter *matter, struct reason *reason);

#endif
