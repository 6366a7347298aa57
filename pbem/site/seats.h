/* SPDX-License-Identifier: MIT */
/* The file games/ID/seats: a game's players and their addresses. Mode 0600, never published. */
#ifndef PBEM_SITE_SEATS_H
#define PBEM_SITE_SEATS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/game/game.h"
#include "core/util/base.h"
#include "core/variant/variant.h"
#include "pbem/sys/address.h"

struct strbuf;

enum {
	MAX_ADDRESSES = 4,
	SEEN_MAX = 1500,	      /* bytes of the names of all cards a seat has seen */
	CONDITIONAL_MOVES_MAX = 1500, /* bytes of a line of conditional moves */
	LETTERS_COUNTED = 5, /* messages by a seat, after which its mail ends with short help */
};

/* The amount of known text that a seat's mail repeats. */
enum brevity {
	BREVITY_OWN,   /* the closing help gets short after some messages */
	BREVITY_SHORT, /* short help, small boards, no texts of cards seen before */
	BREVITY_LONG,  /* everything in every message */
};

/* The address that agrees to a change of address: the old or the new one. */
enum seat_moves { SEAT_MOVES_OLD, SEAT_MOVES_NEW };

struct seat {
	char name[64];					/* as the player chooses to be shown */
	char addresses[MAX_ADDRESSES][ADDRESS_MAX + 1]; /* the first gets the mail */
	unsigned address_count;
	uint8_t generation;	      /* raised to revoke the tokens sent so far */
	bool view_own;		      /* boards are drawn from the player's own side */
	bool left;		      /* out of the game, and wants no more mail */
	enum brevity brevity;	      /* of an earlier version; now in preferences.h */
	char moving[ADDRESS_MAX + 1]; /* the new address that the player has requested; "": none */
	uint8_t moving_agreed;	      /* set of enum seat_moves: the addresses that have agreed */
	uint32_t dated;	  /* set of deadlines that mail has put into the player's calendar
			     (pbem/calendar/deadlines.h) */
	unsigned letters; /* number of messages by the seat, up to LETTERS_COUNTED */
	char conditional_moves[GAME_PLANS][CONDITIONAL_MOVES_MAX]; /* moves for turns to come
						  (core/game/conditional.h), or "" */
	char seen[SEEN_MAX]; /* names of the cards that the player has read, each with a newline */
};

/* The seats of a game. There are no spare ones, because thousands of games may be open. */
struct seats {
	struct seat *seats;
	unsigned count;
};

/* Make `count` empty seats, and a copy. The caller frees them by seats_done, which also accepts a
 * zeroed struct. */
void seats_init(struct seats *seats, unsigned count);
void seats_copy(struct seats *to, const struct seats *from);
void seats_done(struct seats *seats);

/* Reads FOLDER/seats, for seats_done. Returns -1 with the reason if the file is missing, faulty
 * (with file and line), or readable by others. If `variant` is NULL, because the game can't be
 * read, the seats are in the order of the file. */
int seats_load(const char *folder, const struct variant *variant, struct seats *seats_out,
	       struct reason *reason);

/* Adds the text of the file. */
void seats_print(const struct seats *seats, const struct variant *variant, struct strbuf *out);

/* Reads "Anna Berg <anna@example.org>" or a bare address into a seat. */
int seats_read_person(const char *person, struct seat *seat_out, struct reason *reason);

/* Records that the seat has read the card of that name. Returns false if it had before, or if there
 * is no room; such a card is shown in full again. */
bool seats_note_seen(struct seat *seat, const char *card);

/* Returns the mark of a token by which the old or the new address agrees to the requested change.
 * It is valid only for this change and this address. */
uint16_t seats_moving_mark(const struct seat *seat, enum seat_moves which);

/* Replaces the seat's first address by the requested one, and revokes all tokens. */
void seats_move(struct seat *seat);

/* Cancels the requested change of address. */
void seats_stay(struct seat *seat);

/* Sets the name of the seat's player, cut to what fits, with spaces for control characters. */
void seats_name(struct seat *seat, const char *name);

/* Reports whether an address is one of the seat's, ignoring the case of ASCII letters. */
bool seats_has_address(const struct seat *seat, const char *address);

/* Reports whether a text for others contains an address of a seat. */
bool seats_address_within(const struct seats *seats, const char *text);

#endif
