/* SPDX-License-Identifier: MIT */
/*
 * Whether letters that a player has kept and a game's public record say the same. Each answer to an
 * order tells the record's fingerprint of that moment, each question is bound to its entry, and
 * each hand a player was shown stands in the record once the game is over: a record that was
 * changed afterwards, or a hand that was another, contradicts them. No site is needed.
 */
#ifndef PBEM_PROVE_PROVE_H
#define PBEM_PROVE_PROVE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/base.h"
#include "core/variant/variant.h"
#include "pbem/prove/kept.h"

struct prove;

/* Reads a game's public record. NULL with the reason. */
struct prove *prove_open(const char *path, struct variant_library *library, struct reason *reason);
void prove_close(struct prove *prove);

/* Whether it has hands and hasn't published them yet: those in letters can't be compared. */
bool prove_hides_hands(const struct prove *prove);

enum prove_finding {
	PROVE_ELSEWHERE, /* the letter isn't about this game */
	PROVE_NOTHING,	 /* it says nothing that can be compared */
	PROVE_AGREES,
	PROVE_CONTRADICTS,
};

/* What a letter came to. */
struct prove_result {
	enum prove_finding finding;
	unsigned digests, keys, hands; /* of it that the record bears out */
	unsigned entry;		       /* the last entry it knows of; 0: none */
	struct reason why;	       /* PROVE_CONTRADICTS: what the record has otherwise */
};

/* Compares one letter. -1 with the reason when the record can't be read as far as that. */
int prove_letter(struct prove *prove, const struct kept *kept, struct prove_result *result_out,
		 struct reason *reason);

#endif
