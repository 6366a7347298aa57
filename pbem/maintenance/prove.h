/* SPDX-License-Identifier: MIT */
/*
 * Compares messages that a player has kept with the game's public game file. No site is needed.
 *
 * Each answer to an order shows the file's fingerprint at that time. Each question is bound to its
 * entry. Each hand that a player was shown is in the file once the game is over. So messages
 * contradict a file that was changed afterwards, and a hand that was another one.
 */
#ifndef PBEM_MAINTENANCE_PROVE_H
#define PBEM_MAINTENANCE_PROVE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/util/base.h"
#include "core/variant/variant.h"
#include "pbem/maintenance/kept_message.h"

struct prove;

/* Reads a public game file. Returns NULL with the reason if it can't. */
struct prove *prove_open(const char *path, struct variant_library *library, struct reason *reason);
void prove_close(struct prove *prove);

/* Returns whether the file has hands and hasn't published them yet: those in messages can't be
 * compared then. */
bool prove_hides_hands(const struct prove *prove);

enum prove_finding {
	PROVE_ELSEWHERE, /* the message isn't about this game */
	PROVE_NOTHING,	 /* it contains nothing that can be compared */
	PROVE_AGREES,
	PROVE_CONTRADICTS,
};

/* The result for a message. */
struct prove_result {
	enum prove_finding finding;
	unsigned digests, keys, hands; /* numbers of those that the game file confirms */
	unsigned entry;		       /* the last entry that the message knows; 0: none */
	struct reason why;	       /* PROVE_CONTRADICTS: what the game file has instead */
};

/* Compares one message. Returns -1 with the reason if the game file can't be read far enough. */
int prove_letter(struct prove *prove, const struct kept_message *kept,
		 struct prove_result *result_out, struct reason *reason);

#endif
