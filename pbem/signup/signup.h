/* SPDX-License-Identifier: MIT */
/*
 * Handles signing up for an open game. A person who asks for a seat is asked to confirm, and has
 * the seat after that. When all seats are taken, the game begins in the same batch. Each function
 * puts its changes, and the mail about them, into the batch.
 */
#ifndef PBEM_SIGNUP_SIGNUP_H
#define PBEM_SIGNUP_SIGNUP_H

#include "core/order/order_signup.h"
#include "pbem/auth/token.h"
#include "pbem/mail/mail.h"
#include "pbem/signup/open_games.h"

/* Asks an address to confirm a seat, with the contents of the JOIN. An address that was asked
 * before is asked again, and the older message becomes void. The new message says which wishes
 * can't be met. */
int signup_request_confirmation(struct workspace *workspace, struct workspace_offer *offer,
				const char *address, const struct order_signup *signup,
				const struct mail_cause *cause, struct reason *reason);

/*
 * Handles a JOIN with a person's token, or a REMATCH: gives the person a seat, or changes the
 * person's wishes. If that was the last seat, the game begins. The person is answered in any case.
 * *what_out is the result, for the log.
 */
int signup_join(struct workspace *workspace, struct workspace_offer *offer,
		struct open_game_person *person, const struct order_signup *signup,
		const struct mail_cause *cause, const char **what_out, struct reason *reason);

/* Gives a seat to a person who needn't confirm, because the address is known. Otherwise like
 * signup_join. */
int signup_enter(struct workspace *workspace, struct workspace_offer *offer, const char *name,
		 const char *address, const struct order_signup *signup,
		 const struct mail_cause *cause, const char **what_out, struct reason *reason);

/* Handles an address that wants to watch. The address is kept, and asked to confirm when the game
 * begins, unless the game can't be watched. The answer reports which. *what_out is the result, for
 * the log. */
int signup_watch(struct workspace *workspace, struct workspace_offer *offer, const char *address,
		 const struct mail_cause *cause, const char **what_out, struct reason *reason);

/* Removes an address that no longer wants to watch, and confirms that. */
int signup_unwatch(struct workspace *workspace, struct workspace_offer *offer, const char *address,
		   const struct mail_cause *cause, const char **what_out, struct reason *reason);

/* Handles a person who gives the seat back, or declines. Ends a rematch. */
int signup_leave(struct workspace *workspace, struct workspace_offer *offer,
		 struct open_game_person *person, const struct mail_cause *cause,
		 struct reason *reason);

/* Sends a person a message that can be answered: about the seat, or the request to confirm one. It
 * contains `why`, which may be "". */
int signup_notify(struct workspace *workspace, const struct workspace_offer *offer,
		  const struct open_game_person *person, const char *why,
		  const struct mail_cause *cause, struct reason *reason);

/* Notifies an address, in one line, that it has no seat in the game and why. */
int signup_refuse(struct workspace *workspace, const char *id, const char *address, const char *why,
		  const struct mail_cause *cause, struct reason *reason);

/* Ends signing-up without a game. Sends `why` to all who have a seat, and for a rematch to all who
 * were asked. */
int signup_close(struct workspace *workspace, struct workspace_offer *offer, const char *why,
		 const struct mail_cause *cause, struct reason *reason);

/* Ends signing-up for all open games whose time was over before `until`, in batches of their
 * own. */
int signup_close_due(struct workspace *workspace, int64_t until, struct reason *reason);

/* Adds a text that people can send to players: what is offered, and how to join. */
int signup_notice(struct workspace *workspace, const struct open_game *offer, struct strbuf *out,
		  struct reason *reason);

/*
 * Handles a seat of a finished game that wants a rematch, or (`no`) declines one that was
 * requested. The first request asks all other seats by mail; the last agreement begins the rematch.
 * Returns REFUSED with the reason in words for the player. Sets *result_out to -1 if pbem itself
 * failed.
 */
enum verdict signup_rematch(struct workspace *workspace, const struct workspace_game *game,
			    unsigned seat, bool no, const struct mail_cause *cause, int *result_out,
			    struct reason *why);

#endif
