/* SPDX-License-Identifier: MIT */
/* Letters no player stands behind. */
#ifndef PBEM_RECEPTION_STRANGER_H
#define PBEM_RECEPTION_STRANGER_H

#include "pbem/answer/matter.h"

/* A delivery report: tells the moderator when an address keeps failing. */
void stranger_bounce(struct matter *matter);

/* Nobody we know: no answer, so that nobody can make us write to strangers. It is counted. But if
 * its sender's address is a player's, that player hears of it (keyless.h), and *put_off_out is set
 * when the letter must wait for his game. -1 when pbem itself failed. */
int stranger_take(struct matter *matter, bool *put_off_out, struct reason *reason);

#endif
