/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/order/order_parse.h"
#include "core/util/strbuf.h"
#include "pbem/batch/ignored_counts.h"
#include "pbem/dispatch/handlers.h"
#include "pbem/request/sender.h"
#include "pbem/signup/signup.h"
#include "pbem/site/address_index.h"
#include "pbem/sys/log.h"

enum {
	ASKED_A_DAY = 1,       /* messages to an address that no player here has */
	KNOWN_ASKED_A_DAY = 5, /* messages to an address that is a player's */
	ASKED_BY_SITE = 100,   /* messages in a day */
	ANSWERS_A_DAY = 20,    /* messages to a holder of an open game's key */
};

/* Returns the order of the message, in the language that the sender's address has chosen. */
static const struct order_signup *signup_of(struct incoming *incoming)
{
	return &incoming_orders_for(incoming, incoming->letter->from)->signup;
}

/* ---- the daily limit of messages to unknown senders ---- */

static bool is_player_address(struct incoming *incoming)
{
	GArray *sitters = address_index_find(incoming->workspace, incoming->letter->from);
	bool is = sitters->len > 0;

	g_array_unref(sitters);
	return is;
}

bool from_joiner_has_room(struct incoming *incoming, enum count_kind of)
{
	const int64_t most = is_player_address(incoming) ? KNOWN_ASKED_A_DAY : ASKED_A_DAY;

	return incoming->letter->from_alone &&
	       workspace_raise(incoming->workspace, 0,
			       COUNT(of, .subject = incoming->letter->from,
				     .day = incoming_day(incoming))) < most;
}

/* Reports whether one more message may be written today, and counts it. COUNT_JOINS counts the
 * messages that ask for confirmation. COUNT_OUTDATED counts those that inform the holder of an old
 * key that the key is of no use. The moderator is informed when the site's own limit is reached. */
bool from_joiner_may_write(struct incoming *incoming, enum count_kind of)
{
	const struct count of_site = COUNT(COUNT_JOINS, .day = incoming_day(incoming));

	if (!from_joiner_has_room(incoming, of))
		return false;
	if (workspace_raise(incoming->workspace, 0, of_site) >= ASKED_BY_SITE) {
		if (workspace_is_first(incoming->workspace, 1,
				       COUNT(COUNT_JOINS, .day = of_site.day, .told = true)))
			workspace_notice(
				incoming->workspace, incoming->waiting->received,
				"More than %d letters asked for seats or to watch today; the "
				"others are not answered before tomorrow.",
				ASKED_BY_SITE);
		return false;
	}
	workspace_add_count(incoming->workspace,
			    COUNT(of, .subject = incoming->letter->from, .day = of_site.day), 1);
	workspace_add_count(incoming->workspace, of_site, 1);
	return true;
}

static int skip_over_ration(struct incoming *incoming)
{
	ignored_counts_add(incoming->workspace, IGNORED_COUNTS_RATION, 1);
	incoming_set_what(incoming, "JOIN: not answered, over the day's ration");
	return 0;
}

/* ---- an open game that can't be read ---- */

/* Lets the message wait. If the open game is damaged, the moderator is informed, once. */
static void defer_message(struct incoming *incoming, const struct workspace_offer *offer,
			  bool *put_off_out)
{
	const char *id = offer->offer.id;

	*put_off_out = true;
	if (!reason_is_temporary(&offer->why) &&
	    workspace_is_first(incoming->workspace, 1, COUNT(COUNT_BAD_OFFER, .game = id)))
		workspace_notice(incoming->workspace, incoming->waiting->received,
				 "pbem can't read the open game %s, so its letters wait: %s. Run: "
				 "pbem repair",
				 id, offer->why.text);
	log_line(incoming->workspace->log, "%s %s: waits, the open game can't be read: %s\n",
		 incoming->waiting->id, id, offer->why.text);
}

/* ---- messages without a key ---- */

/* Returns the open game that a JOIN names, if anybody may join it; NULL if there is none. */
static struct workspace_offer *find_named_open_game(struct incoming *incoming,
						    const struct order_signup *signup)
{
	struct workspace_offer *offer =
		signup->kind == SIGNUP_JOIN && signup->first[0] != '\0'
			? open_games_named(incoming->workspace, signup->first)
			: NULL;

	if (offer == NULL || open_games_is_over(offer, incoming->waiting->received))
		return NULL;
	return offer->there && offer->offer.rematch[0] != '\0' ? NULL : offer;
}

/* Reports whether the JOIN names an open game whose file was lost, so that the message may have
 * waited for it. */
static bool names_lost_game(struct incoming *incoming, const struct order_signup *signup)
{
	struct workspace_offer *offer;

	if (signup->kind != SIGNUP_JOIN || signup->first[0] == '\0')
		return false;
	offer = open_games_named(incoming->workspace, signup->first);
	return offer != NULL ? !offer->there && open_games_is_over(offer, 0)
			     : workspace_count(incoming->workspace,
					       COUNT(COUNT_BAD_OFFER, .game = signup->first)) != 0;
}

bool from_joiner_asks(struct incoming *incoming)
{
	const struct order_signup *signup = signup_of(incoming);

	return incoming->letter->from_alone && (find_named_open_game(incoming, signup) != NULL ||
						names_lost_game(incoming, signup));
}

int from_joiner_ask(struct incoming *incoming, bool *put_off_out, struct reason *reason)
{
	const struct mail_cause cause = incoming_cause(incoming);
	const struct open_game_person *person;
	const struct order_signup *signup;
	struct workspace_offer *offer;

	signup = signup_of(incoming);
	offer = find_named_open_game(incoming, signup);
	if (offer != NULL && !offer->there) {
		defer_message(incoming, offer, put_off_out);
		return 0;
	}
	if (!from_joiner_may_write(incoming, COUNT_JOINS))
		return skip_over_ration(incoming);
	if (offer == NULL) {
		incoming_set_what(incoming, "JOIN: the open game is lost");
		return signup_refuse(incoming->workspace, signup->first, incoming->letter->from,
				     "Signing-up for this game is over.", &cause, reason);
	}
	person = open_game_person_at(&offer->offer, incoming->letter->from);
	if (person != NULL && person->taken) {
		incoming_set_what(incoming, "JOIN without a key: has a seat already");
		return signup_notify(incoming->workspace, offer, person,
				     "You have a seat in it already.", &cause, reason);
	}
	incoming_set_what(incoming, "JOIN: asked to confirm");
	return signup_request_confirmation(incoming->workspace, offer, incoming->letter->from,
					   signup, &cause, reason);
}

/* ---- messages with the key of an open game ---- */

/* Returns the person whose key it is, if the key is still valid; otherwise NULL. */
static struct open_game_person *find_key_holder(struct incoming *incoming,
						struct workspace_offer *offer)
{
	struct open_game_person *person = open_game_person(&offer->offer, incoming->token.question);
	struct sha256 bond;

	if (person == NULL || incoming_day(incoming) > incoming->token.expires)
		return NULL;
	open_game_bond(&offer->offer, person, &bond);
	return token_is_bound(incoming->workspace->site->keys, &incoming->token, &bond) ? person
											: NULL;
}

/* Tells the sender that the game has begun, or that signing-up is over. Such answers are limited
 * like those to strangers. */
static int refuse_closed_signup(struct incoming *incoming, struct reason *reason)
{
	const struct mail_cause cause = incoming_cause(incoming);
	char id[GAME_ID_MAX + 1];
	const bool begun = workspace_id(incoming->workspace, incoming->token.game, id);

	if (!begun)
		snprintf(id, sizeof id, "g%u", (unsigned)incoming->token.game);
	if (!from_joiner_may_write(incoming, COUNT_OUTDATED))
		return skip_over_ration(incoming);
	incoming_set_what(incoming, "overtaken: signing-up is over");
	return signup_refuse(incoming->workspace, id, incoming->letter->from,
			     begun ? "The game has begun, all its seats are taken."
				   : "Signing-up for this game is over.",
			     &cause, reason);
}

/* Handles a key that doesn't fit the open game as it is now: the person was asked again or gave the
 * seat back, or a backup was restored. With JOIN the person is asked again. */
static int handle_outdated_key(struct incoming *incoming, struct workspace_offer *offer,
			       const struct order_signup *signup, struct reason *reason)
{
	const struct mail_cause cause = incoming_cause(incoming);

	if (!from_joiner_may_write(incoming,
				   signup->kind == SIGNUP_JOIN ? COUNT_JOINS : COUNT_OUTDATED))
		return skip_over_ration(incoming);
	if (signup->kind == SIGNUP_JOIN && offer->offer.rematch[0] == '\0') {
		incoming_set_what(incoming, "overtaken: asked anew to confirm");
		return signup_request_confirmation(incoming->workspace, offer,
						   incoming->letter->from, signup, &cause, reason);
	}
	incoming_set_what(incoming, "overtaken: the key is good no more");
	return signup_refuse(incoming->workspace, offer->offer.id, incoming->letter->from,
			     "That message's key is no longer valid.", &cause, reason);
}

static int handle_signup(struct incoming *incoming, struct workspace_offer *offer,
			 struct open_game_person *person, const struct order_signup *signup,
			 bool *put_off_out, struct reason *reason)
{
	const struct mail_cause cause = incoming_cause(incoming);
	const bool rematch = offer->offer.rematch[0] != '\0';
	struct workspace_offer *other = find_named_open_game(incoming, signup);
	const char *what = "LEAVE";
	int result;

	if (other != NULL && other != offer && !other->there) {
		defer_message(incoming, other, put_off_out);
		return 0;
	}
	if (incoming->orders.tries) {
		what = "TRY: nothing done";
		result = signup_notify(incoming->workspace, offer, person,
				       "Nothing was done, because your letter has the word TRY, "
				       "and nothing can be tested before the game begins. Please "
				       "send the line again without TRY.",
				       &cause, reason);
	} else if (other != NULL && other != offer)
		result = signup_enter(incoming->workspace, other, person->name, person->address,
				      signup, &cause, &what, reason);
	else if (signup->kind == SIGNUP_LEAVE || (signup->kind == SIGNUP_REMATCH && signup->no))
		result = signup_leave(incoming->workspace, offer, person, &cause, reason);
	else if (signup->kind == SIGNUP_JOIN || (signup->kind == SIGNUP_REMATCH && rematch))
		result = signup_join(incoming->workspace, offer, person, signup, &cause, &what,
				     reason);
	else {
		what = "nothing in it that an open game takes";
		result = signup_notify(incoming->workspace, offer, person,
				       incoming->letter->unreadable[0] != '\0'
					       ? incoming->letter->unreadable
					       : "Nothing was read in your letter that can be done "
						 "here; write one of the lines below.",
				       &cause, reason);
	}
	incoming_set_what(incoming, what);
	return result;
}

/* Skips a message beyond the limit of the day, and explains that in an answer to the first one. */
static int refuse_over_limit(struct incoming *incoming, const struct workspace_offer *offer,
			     const struct open_game_person *person, int64_t answers,
			     struct reason *reason)
{
	const struct mail_cause cause = incoming_cause(incoming);

	(void)skip_over_ration(incoming);
	if (answers > ANSWERS_A_DAY)
		return 0;
	return signup_notify(incoming->workspace, offer, person,
			     "You have written 20 letters about this game today. Until midnight "
			     "UTC we carry out and answer no more of them. Please send this letter "
			     "again tomorrow.",
			     &cause, reason);
}

int from_joiner_handle(struct incoming *incoming, bool *put_off_out, struct reason *reason)
{
	struct workspace_offer *offer =
		open_games_numbered(incoming->workspace, incoming->token.game);
	struct open_game_person *person;
	const struct order_signup *signup;
	int64_t answers;

	if (offer == NULL || open_games_is_over(offer, incoming->waiting->received))
		return refuse_closed_signup(incoming, reason);
	if (!offer->there) {
		defer_message(incoming, offer, put_off_out);
		return 0;
	}
	snprintf(incoming->processed.game, sizeof incoming->processed.game, "%s", offer->offer.id);
	signup = signup_of(incoming);
	person = find_key_holder(incoming, offer);
	if (person == NULL)
		return handle_outdated_key(incoming, offer, signup, reason);
	answers = workspace_raise(incoming->workspace, 1,
				  COUNT(COUNT_JOINER_ANSWERS, .game = offer->offer.id,
					.number = person->serial, .day = incoming_day(incoming)));
	if (answers >= ANSWERS_A_DAY)
		return refuse_over_limit(incoming, offer, person, answers, reason);
	return handle_signup(incoming, offer, person, signup, put_off_out, reason);
}

/* ---- messages with a seat's key that join another game ---- */

bool from_joiner_asks_more(const struct incoming *incoming, size_t at, size_t len)
{
	struct order_list orders;
	struct reason why;
	struct strbuf rest;
	bool more;

	strbuf_init(&rest, 0);
	strbuf_add_bytes(&rest, incoming->letter->text, at);
	strbuf_add(&rest, incoming->letter->text + at + len);
	order_list_init(&orders);
	more = incoming->orders.tries || order_read_message(incoming_game(incoming)->variant,
							    rest.bytes, &orders, &why) == ACCEPTED;
	order_list_done(&orders);
	strbuf_done(&rest);
	return more;
}

bool from_joiner_of_seat(struct incoming *incoming)
{
	const struct order_signup *signup;

	if (!sender_known(incoming) || incoming->game->file == NULL || incoming->conflict ||
	    incoming->voided || incoming->lost)
		return false;
	signup = signup_of(incoming);
	return find_named_open_game(incoming, signup) != NULL;
}

int from_joiner_handle_seat(struct incoming *incoming, bool *put_off_out, struct reason *reason)
{
	const struct seat *seat = &incoming->game->seats.seats[incoming->seat];
	const struct mail_cause cause = incoming_cause(incoming);
	const struct order_signup *signup;
	struct workspace_offer *offer;
	const char *what;
	int result;

	signup = signup_of(incoming);
	offer = find_named_open_game(incoming, signup);
	incoming->processed.seat = (int)incoming->seat;
	snprintf(incoming->processed.game, sizeof incoming->processed.game, "%s",
		 incoming->game->id);
	if (!offer->there) {
		defer_message(incoming, offer, put_off_out);
		return 0;
	}
	if (incoming_is_over(incoming, INCOMING_LETTERS, &result, reason) ||
	    incoming_is_over(incoming, INCOMING_ELSEWHERE, &result, reason))
		return result;
	if (from_joiner_asks_more(incoming, signup->at, signup->len))
		return incoming_refuse(
			incoming, "refused",
			"JOIN for another game stands in a letter of its own; please "
			"send the other lines without it, and it without them.",
			reason);
	result = signup_enter(incoming->workspace, offer, seat->name, seat->addresses[0], signup,
			      &cause, &what, reason);
	incoming_set_what(incoming, what);
	return result;
}
