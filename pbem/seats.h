/* SPDX-License-Identifier: MIT */
/* games/ID/seats: who sits where, by which address; mode 0600, never published. */
#ifndef PBEM_SEATS_H
#define PBEM_SEATS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base.h"
#include "core/variant.h"

struct text;

enum { MAX_ADDRESSES = 4, ADDRESS_MAX = 254 };

struct seat {
	char name[64];                                   /* as the player chooses to be shown */
	char addresses[MAX_ADDRESSES][ADDRESS_MAX + 1];  /* the first gets the letters */
	unsigned address_count;
	uint8_t generation;                              /* raised when tokens sent so far are to be void */
	bool view_own;                                   /* boards are drawn from his own side */
	bool left;                                       /* out of the game, and wants no more letters */
};

struct seats {
	struct seat seats[MAX_SEATS];
	unsigned count;
};

/* Reads FOLDER/seats. -1 when it is missing, faulty (file and line), or open to others. Without a
 * variant (NULL: the game can't be read) seats are counted in the order they stand there. */
int seats_load(const char *folder, const struct variant *variant, struct seats *seats_out,
               struct reason *reason);

/* The file's text. */
void seats_print(const struct seats *seats, const struct variant *variant, struct text *out);

/* Reads "Anna Berg <anna@example.org>" or a bare address into a seat. */
int seats_read_person(const char *person, struct seat *seat_out, struct reason *reason);

/* Whether an address is one of the seat's, ASCII letters in either case. */
bool seats_has_address(const struct seat *seat, const char *address);

#endif
