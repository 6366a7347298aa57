/* SPDX-License-Identifier: MIT */
/* The site's open games, on the desk: each loaded once, changed in memory, and put into the batch
 * whole with every change, with what the ledger knows of it. */
#ifndef PBEM_SIGNUP_OFFERS_H
#define PBEM_SIGNUP_OFFERS_H

#include "pbem/desk/desk.h"
#include "pbem/offer/offer.h"

struct desk_offer {
	struct offer offer;
	bool there;   /* it could be read; else `why` says what is wrong */
	bool dropped; /* this batch has ended it */
	struct reason why;
};

/* The open game of that id or number, and the open rematch of the game of that number, this batch's
 * changes included; NULL when there is none. One that can't be read has its id alone; when that may
 * pass it can't be for the rest of the run. Borrowed until the batch is committed. */
struct desk_offer *offers_named(struct desk *desk, const char *id);
struct desk_offer *offers_numbered(struct desk *desk, uint32_t number);
struct desk_offer *offers_rematch(struct desk *desk, uint32_t game);

/* Whether signing-up was over by then: a run may find that out later than letters that came behind
 * it. */
bool offers_is_over(const struct desk_offer *offer, int64_t when);

/* Puts a new one on the desk and into the batch; takes ownership of what it holds. */
struct desk_offer *offers_new(struct desk *desk, const struct offer *offer);

/* Puts what it has become into the batch; or that there is no such offer any more. */
void offers_write(struct desk *desk, const struct desk_offer *offer);
void offers_drop(struct desk *desk, struct desk_offer *offer);

/* A number that neither a game nor an offer has, this batch's included; 0: there is none left. */
uint32_t offers_next_number(struct desk *desk);

/* Whether a game or an offer is called so, this batch's included; -1 when that can't be told now.
 */
int offers_is_id_taken(struct desk *desk, const char *id, bool *taken_out, struct reason *reason);

/* Those that anybody may join and the ledger knows, a line each in the language spoken, at most
 * `max`, and how many more. `but` is left out, the id of one; or NULL. Nothing when there are none.
 */
void offers_list(struct desk *desk, unsigned max, const char *but, struct text *out);

#endif
