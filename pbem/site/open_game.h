/* SPDX-License-Identifier: MIT */
/*
 * A game that is offered and has not begun: SITE/offers/ID, mode 0600, never published. It already
 * has the game's number and id, the options of `pbem new`, and the people who have a seat so far or
 * were asked to confirm one.
 */
#ifndef PBEM_SITE_OPEN_GAME_H
#define PBEM_SITE_OPEN_GAME_H

#include <stdbool.h>
#include <stdint.h>

#include "core/gamefile/gamefile.h"
#include "core/order/order_signup.h"
#include "core/util/base.h"
#include "core/util/sha256.h"
#include "core/util/strbuf.h"

enum {
	OPEN_GAME_ADDRESS_MAX = 254,
	OPEN_GAME_FROM_MAX = 2000,
	OPEN_GAME_ASKED_MAX = 100, /* people who haven't answered; the oldest are dropped */
	OPEN_GAME_VIEWERS_MAX = 20,
};

/* A person who has a seat, or was asked to confirm one. */
struct open_game_person {
	unsigned serial; /* unique in the open game; tokens contain it */
	bool taken;	 /* has confirmed, and has a seat */
	int seat;	 /* the chosen seat; -1: any */
	char name[64];
	char address[OPEN_GAME_ADDRESS_MAX + 1];
	char words[SIGNUP_WORDS_MAX + 1]; /* for the shuffles; "" when none were sent */
	int64_t when;			  /* when the person was asked, or got the seat */
};

/* A person who wants to watch, and is asked to confirm when the game begins. */
struct open_game_viewer {
	char address[OPEN_GAME_ADDRESS_MAX + 1];
	int64_t when; /* when the person wrote */
};

struct open_game {
	char id[GAME_ID_MAX + 1];
	uint32_t number;
	char secret[SHA256_HEX + 1]; /* binds tokens to this open game, not to another of its number
					after a backup was restored */
	int64_t created;
	int64_t closes; /* when signing-up ends; 0: when it is full */
	char variant[NAME_MAX_LEN + 1];
	struct option options[MAX_OPTIONS];
	size_t option_count;
	char from[OPEN_GAME_FROM_MAX + 1]; /* starting position in FEN or FEN4; "": the variant's */
	unsigned seats;
	bool lot;		       /* seats are drawn when it begins */
	char rematch[GAME_ID_MAX + 1]; /* for a rematch: id of the old game, whose players alone can
					  join; or "" */
	uint32_t rematch_number;
	unsigned serial; /* the last serial that was used */
	struct open_game_person *persons;
	size_t count;
	struct open_game_viewer viewers[OPEN_GAME_VIEWERS_MAX];
	size_t viewer_count;
};

/* Reads SITE/offers/ID; the caller frees the result by open_game_done. Returns -1 with the reason
 * if the file is missing, can't be read now (reason_is_temporary), is readable by others, or is
 * faulty (with file and line). */
int open_game_load(const char *folder, const char *id, struct open_game *offer_out,
		   struct reason *reason);
void open_game_done(struct open_game *offer);

/* Adds the text of the file. */
void open_game_print(const struct open_game *offer, struct strbuf *out);

/* Adds a person with a new serial; the pointer is valid until people are added or removed. If
 * OPEN_GAME_ASKED_MAX people haven't answered, the one who was asked first is removed. */
struct open_game_person *open_game_add(struct open_game *offer, const char *name,
				       const char *address);
void open_game_remove(struct open_game *offer, const struct open_game_person *person);

/* Return the person of that serial, or of that address, ignoring case; NULL if there is none. */
struct open_game_person *open_game_person(struct open_game *offer, unsigned serial);
struct open_game_person *open_game_person_at(struct open_game *offer, const char *address);

/* Adds an address that wants to watch. Returns false if there is no room. */
bool open_game_watch(struct open_game *offer, const char *address, int64_t when);
/* Removes an address that wanted to watch. Returns false if it isn't there. */
bool open_game_unwatch(struct open_game *offer, const char *address);

/* The first returns the number of free seats. The second reports whether somebody has that seat. */
unsigned open_game_free(const struct open_game *offer);
bool open_game_is_seat_taken(const struct open_game *offer, int seat);

/* Returns the game's time zone, in which signing-up closes. */
const char *open_game_zone(const struct open_game *offer);

/* Calculates the bond of a person's tokens. */
void open_game_bond(const struct open_game *offer, const struct open_game_person *person,
		    struct sha256 *digest_out);

/* Adds the names of the people who have a seat, in the order in which they came: "Anna, Bob". */
void open_game_names(const struct open_game *offer, struct strbuf *out);

/* Adds a line without newline and addresses: "g12  chess, 1 of 2 seats free: Anna; until 30 Nov
 * 2026, 12:00 UTC". */
void open_game_describe(const struct open_game *offer, struct strbuf *out);

/* Adds the ledger line about the open game. */
void open_game_index(const struct open_game *offer, struct strbuf *lines);

/* Returns the ids of all open games of the site in `folder`, sorted and ended by NULL. The caller
 * frees the array and each id. Not for runs, because the cost grows with their number. */
char **open_game_list(const char *folder, struct reason *reason);

#endif
