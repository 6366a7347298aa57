/* SPDX-License-Identifier: MIT */
/* The result of handling an incoming message. */
#ifndef PBEM_DISPATCH_DISPATCH_RESULT_H
#define PBEM_DISPATCH_DISPATCH_RESULT_H

enum reception {
	RECEPTION_TAKEN,
	RECEPTION_PUT_OFF, /* it must stay unmarked, because its game is damaged */
	RECEPTION_NOT_NOW, /* it can't be read now, and the reason says why; it stays in the mailbox
			    */
};

#endif
