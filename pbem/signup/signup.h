/* SPDX-License-Identifier: MIT */
/*
 * Signing up for an open game: who asks is asked back, who confirms has a seat, and when all seats
 * are taken the game begins in the same batch. Each act puts what it changes, and the letters that
 * tell of it, into the batch.
 */
#ifndef PBEM_SIGNUP_SIGNUP_H
#define PBEM_SIGNUP_SIGNUP_H

#include "core/order/order_signup.h"
#include "pbem/keys/token.h"
#include "pbem/reading/letter.h"
#include "pbem/signup/offers.h"

/* What an act follows from. */
struct signup_cause {
	const struct letter *letter; /* which is answered; NULL: none is */
	const char *digest;	     /* of it, or anything else that is never twice, hex */
	int64_t when;		     /* when it was received */
};

/* The variant of an open game; NULL with the reason when there is none such (any more). */
const struct variant *signup_variant(struct desk *desk, const struct offer *offer,
				     struct reason *reason);

/* Asks an address whether it wants a seat, with what the JOIN says; who was asked before is asked
 * anew, and his older letter is void. What can't be so is told in that letter. */
int signup_ask(struct desk *desk, struct desk_offer *offer, const char *address,
	       const struct order_signup *signup, const struct signup_cause *cause,
	       struct reason *reason);

/*
 * A person says JOIN by his key, or REMATCH: he has a seat, or changes what he said. When it was
 * the last, the game begins. He is answered in any case. *what_out: what it did, for the log.
 */
int signup_join(struct desk *desk, struct desk_offer *offer, struct offer_person *person,
		const struct order_signup *signup, const struct signup_cause *cause,
		const char **what_out, struct reason *reason);

/* Puts a person who needn't confirm, since his address is known, into a seat; as signup_join. */
int signup_enter(struct desk *desk, struct desk_offer *offer, const char *name, const char *address,
		 const struct order_signup *signup, const struct signup_cause *cause,
		 const char **what_out, struct reason *reason);

/* An address wants to watch: it is kept, and asked whether it does when the game begins; or it
 * can't be watched. It is told which. *what_out: what it did, for the log. */
int signup_watch(struct desk *desk, struct desk_offer *offer, const char *address,
		 const struct signup_cause *cause, const char **what_out, struct reason *reason);

/* It wants to watch no more, and is told so. */
int signup_unwatch(struct desk *desk, struct desk_offer *offer, const char *address,
		   const struct signup_cause *cause, const char **what_out, struct reason *reason);

/* A person gives his seat back, or says that he wants none; of a rematch that is its end. */
int signup_leave(struct desk *desk, struct desk_offer *offer, struct offer_person *person,
		 const struct signup_cause *cause, struct reason *reason);

/* Sends a person the letter by which he can answer once more: that he has a seat, or is asked.
 * `why` is told in it, or "". */
int signup_tell(struct desk *desk, const struct desk_offer *offer,
		const struct offer_person *person, const char *why,
		const struct signup_cause *cause, struct reason *reason);

/* Tells an address that it has no seat there, and why, in one line. */
int signup_refuse(struct desk *desk, const char *id, const char *address, const char *why,
		  const struct signup_cause *cause, struct reason *reason);

/* Ends signing-up without a game: all who have a seat, and of a rematch all who were asked, are
 * told `why`. */
int signup_close(struct desk *desk, struct desk_offer *offer, const char *why,
		 const struct signup_cause *cause, struct reason *reason);

/* Ends all whose time was over before that moment, in batches of their own. */
int signup_close_due(struct desk *desk, int64_t until, struct reason *reason);

/* Begins the game if all seats are taken. What keeps it from beginning the moderator is told, and
 * it stays as it is. */
int signup_begin_full(struct desk *desk, struct desk_offer *offer, const struct signup_cause *cause,
		      bool *begun_out, struct reason *reason);

/* The text that players can be sent by others: what is offered, and how it is joined. */
int signup_notice(struct desk *desk, const struct offer *offer, struct text *out,
		  struct reason *reason);

/*
 * A seat of a game that is over wants a rematch, or (`no`) declines the one that was asked for. The
 * first asks all others by letter; the last to agree begins it. REFUSED with why in words for him;
 * -1 in *result_out when pbem itself failed.
 */
enum verdict signup_rematch(struct desk *desk, const struct desk_game *game, unsigned seat, bool no,
			    const struct signup_cause *cause, int *result_out, struct reason *why);

#endif
