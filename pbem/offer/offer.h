/* SPDX-License-Identifier: MIT */
/*
 * A game that is offered and has not begun: SITE/offers/ID, mode 0600, never published. It has the
 * game's number and id already, all that `pbem new` was told, and who has a seat so far or was
 * asked whether he wants one.
 */
#ifndef PBEM_OFFER_OFFER_H
#define PBEM_OFFER_OFFER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/base.h"
#include "core/base/digest.h"
#include "core/order/order_signup.h"
#include "core/record/gamefile.h"
#include "core/base/text.h"

enum {
	OFFER_ADDRESS_MAX = 254,
	OFFER_FROM_MAX = 2000,
	OFFER_ASKED_MAX = 100, /* who were asked and haven't answered; then the oldest goes */
	OFFER_VIEWERS_MAX = 20,
};

/* One who has a seat, or was asked. */
struct offer_person {
	unsigned serial; /* raised for each, never used twice in an offer: tokens name it */
	bool taken;	 /* he has confirmed, and has a seat */
	int seat;	 /* the one of his choice; -1: any */
	char name[64];
	char address[OFFER_ADDRESS_MAX + 1];
	char words[SIGNUP_WORDS_MAX + 1]; /* for the shuffles; "" when he sent none */
	int64_t when;			  /* when he was asked, or got his seat */
};

/* One who wants to watch, and is asked whether he does when it begins. */
struct offer_viewer {
	char address[OFFER_ADDRESS_MAX + 1];
	int64_t when; /* when he wrote */
};

struct offer {
	char id[GAME_ID_MAX + 1];
	uint32_t number;
	char secret[DIGEST_HEX + 1]; /* binds tokens to this offer, and to none of its number that
					is made when a backup was put back */
	int64_t created;
	int64_t closes; /* when signing-up ends; 0: when it is full */
	char variant[NAME_MAX_LEN + 1];
	struct option options[MAX_OPTIONS];
	size_t option_count;
	char from[OFFER_FROM_MAX + 1]; /* FEN or FEN4 of the position it begins from; "": the array
					*/
	unsigned seats;
	bool lot;		       /* seats are drawn when it begins */
	char rematch[GAME_ID_MAX + 1]; /* of that game: nobody else can join; or "" */
	uint32_t rematch_number;
	unsigned serial; /* the last that was used */
	struct offer_person *persons;
	size_t count;
	struct offer_viewer viewers[OFFER_VIEWERS_MAX];
	size_t viewer_count;
};

/* Reads SITE/offers/ID. -1 when it is missing, can't be read now (reason_is_passing), is open to
 * others, or is faulty (file and line). */
int offer_load(const char *folder, const char *id, struct offer *offer_out, struct reason *reason);
void offer_done(struct offer *offer);

/* The file's text. */
void offer_print(const struct offer *offer, struct text *out);

/* Adds a person with a serial of its own; the pointer is good until the next is added. Beyond
 * OFFER_ASKED_MAX the one who was asked first is taken out. */
struct offer_person *offer_add(struct offer *offer, const char *name, const char *address);
void offer_remove(struct offer *offer, const struct offer_person *person);

/* The person of that serial, and of that address (in any case); NULL when there is none. */
struct offer_person *offer_person(struct offer *offer, unsigned serial);
struct offer_person *offer_person_at(struct offer *offer, const char *address);

/* Keeps an address that wants to watch; false when there is room for no more. */
bool offer_watch(struct offer *offer, const char *address, int64_t when);
/* It does no more; false when it didn't. */
bool offer_unwatch(struct offer *offer, const char *address);

/* The seats that nobody has taken; whether one that was chosen has been. */
unsigned offer_free(const struct offer *offer);
bool offer_is_seat_taken(const struct offer *offer, int seat);

/* The zone in which it closes: the option of the game. */
const char *offer_zone(const struct offer *offer);

/* What a person's tokens are bound to. */
void offer_bond(const struct offer *offer, const struct offer_person *person,
		struct digest *digest_out);

/* "Anna, Bob": who has a seat, in the order they came. */
void offer_names(const struct offer *offer, struct text *out);

/* "g12  chess, 1 of 2 seats free: Anna; until 30 Nov 2026, 12:00 UTC": without a newline, names and
 * no addresses. */
void offer_tell(const struct offer *offer, struct text *out);

/* Adds the lines by which the ledger knows of it, and of it no more (ledger.h). */
void offer_index(const struct offer *offer, struct text *lines);

/* The ids of all offers of the site in `folder`, sorted; NULL after the last. The caller frees the
 * array and each. Costs their number: not for runs. */
char **offer_list(const char *folder, struct reason *reason);

#endif
