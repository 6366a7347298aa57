/* SPDX-License-Identifier: MIT */
/* games/ID/seats: who sits where, by which address; mode 0600, never published. */
#ifndef PBEM_DESK_SEATS_H
#define PBEM_DESK_SEATS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/base.h"
#include "core/turn/game.h"
#include "core/variant/variant.h"

struct text;

enum {
	MAX_ADDRESSES = 4,
	ADDRESS_MAX = 254,
	SEEN_MAX = 1500,    /* bytes of the names of all cards a seat has seen */
	INTENDS_MAX = 1500, /* bytes of what it has given in advance, as a line */
	LETTERS_COUNTED =
		5, /* until the seat has written so many, its letters end with the whole help */
};

/* How much its letters tell that the player has read before. */
enum brevity {
	BREVITY_OWN,   /* the closing help gets short when it has written some letters */
	BREVITY_SHORT, /* that, small boards, and no text of a card seen before */
	BREVITY_LONG,  /* all of it in every letter */
};

/* Which address says that letters are to go elsewhere: the one they go to, or that other one. */
enum seat_moves { SEAT_MOVES_OLD, SEAT_MOVES_NEW };

struct seat {
	char name[64];					/* as the player chooses to be shown */
	char addresses[MAX_ADDRESSES][ADDRESS_MAX + 1]; /* the first gets the letters */
	unsigned address_count;
	uint8_t generation;   /* raised when tokens sent so far are to be void */
	bool view_own;	      /* boards are drawn from his own side */
	bool left;	      /* out of the game, and wants no more letters */
	enum brevity brevity; /* as the player chose before that was his address's (people.h) */
	char moving[ADDRESS_MAX + 1]; /* where its player has asked that letters go; "": nowhere */
	uint8_t moving_agreed; /* set of enum seat_moves: which of both addresses has said so */
	uint32_t dated;	       /* set of its times that letters brought to its player's calendar
				  (pbem/times/deadlines.h) */
	unsigned letters;      /* how many it has written, up to LETTERS_COUNTED */
	char intends[GAME_PLANS][INTENDS_MAX]; /* moves for turns to come
						  (core/intent/intent.h), or "" */
	char seen[SEEN_MAX]; /* cards it has read: their names, a LF behind each */
};

/* Only as many as there are: thousands of games may lie open. */
struct seats {
	struct seat *seats;
	unsigned count;
};

/* So many empty seats; and a copy. To be given back by seats_done, which takes zeros, too. */
void seats_init(struct seats *seats, unsigned count);
void seats_copy(struct seats *to, const struct seats *from);
void seats_done(struct seats *seats);

/* Reads FOLDER/seats, for seats_done. -1 when it is missing, faulty (file and line), or open to
 * others. Without a variant (NULL: the game can't be read) seats are counted in the order they
 * stand there. */
int seats_load(const char *folder, const struct variant *variant, struct seats *seats_out,
	       struct reason *reason);

/* The file's text. */
void seats_print(const struct seats *seats, const struct variant *variant, struct text *out);

/* Reads "Anna Berg <anna@example.org>" or a bare address into a seat. */
int seats_read_person(const char *person, struct seat *seat_out, struct reason *reason);

/* Notes that the seat has read a card, by its name; false when it had before. What has no room any
 * more is shown to it again. */
bool seats_note_seen(struct seat *seat, const char *card);

/* What a token says that agrees to that: it is good for this address and this question alone. */
uint16_t seats_moving_mark(const struct seat *seat, enum seat_moves which);

/* Letters go to the new address from now on, and to the old one no more; all keys are void. */
void seats_move(struct seat *seat);

/* Nobody has asked for it any more. */
void seats_stay(struct seat *seat);

/* Calls the seat's player so, cut to what fits, controls as blanks. */
void seats_name(struct seat *seat, const char *name);

/* Whether an address is one of the seat's, ASCII letters in either case. */
bool seats_has_address(const struct seat *seat, const char *address);

/* Whether an address of a seat stands in a text that others are to read. */
bool seats_address_within(const struct seats *seats, const char *text);

#endif
