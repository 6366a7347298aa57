/* SPDX-License-Identifier: MIT */
/* How a letter leaves the door. */
#ifndef PBEM_RECEPTION_BECAME_H
#define PBEM_RECEPTION_BECAME_H

/* What became of a letter. */
enum reception {
	RECEPTION_TAKEN,
	RECEPTION_PUT_OFF, /* it must stay unmarked, because its game is damaged */
	RECEPTION_NOT_NOW, /* nobody could read it just now, and the reason says why: it stays, as
			      one that was not handed over */
};

#endif
