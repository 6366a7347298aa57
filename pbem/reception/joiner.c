/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/stamp.h"
#include "core/base/text.h"
#include "core/order/order.h"
#include "core/words/words.h"
#include "pbem/answer/deeds.h"
#include "pbem/batch/tally.h"
#include "pbem/desk/people.h"
#include "pbem/desk/registry.h"
#include "pbem/reception/takers.h"
#include "pbem/signup/signup.h"
#include "pbem/site/log.h"

enum {
	ASKED_A_DAY = 1,       /* letters to an address nobody here has */
	KNOWN_ASKED_A_DAY = 5, /* to one that is a player's */
	ASKED_BY_SITE = 100,   /* in a day */
	ANSWERS_A_DAY = 20,    /* to who has a key of an open game */
};

static long long day_of(const struct matter *matter)
{
	return (long long)(matter->waiting->received / SECONDS_A_DAY);
}

static struct signup_cause cause_of(const struct matter *matter)
{
	return (struct signup_cause){matter->letter, matter->deed.digest,
				     matter->waiting->received};
}

/* What the letter says, in the language that its sender's address has chosen. */
static void read_signup(const struct matter *matter, struct order_signup *signup_out)
{
	const char *spoken = words_spoken();
	struct person person;

	people_of_address(matter->desk, matter->letter->from, &person);
	(void)words_speak(person.language, NULL);
	order_signup_read(matter->letter->text, signup_out);
	(void)words_speak(spoken, NULL);
}

/* ---- the ration of letters to whom nobody knows ---- */

static bool is_players(struct matter *matter)
{
	GArray *sitters = registry_find(matter->desk, matter->letter->from);
	bool is = sitters->len > 0;

	g_array_unref(sitters);
	return is;
}

bool joiner_has_room(struct matter *matter, const char *of)
{
	const int64_t most = is_players(matter) ? KNOWN_ASKED_A_DAY : ASKED_A_DAY;

	return matter->letter->from_alone &&
	       desk_raise(matter->desk, 0, "%s %s" LEDGER_OF_DAY, of, matter->letter->from,
			  day_of(matter)) < most;
}

/* From now on it was. Those that ask, "joins",
 * and those that say to who has a key of ours that it is of no use, "overtaken", are counted apart.
 * The moderator hears when the site's own are used up. */
bool joiner_may_write(struct matter *matter, const char *of)
{
	const long long day = day_of(matter);

	if (!joiner_has_room(matter, of))
		return false;
	if (desk_raise(matter->desk, 0, "joins" LEDGER_OF_DAY, day) >= ASKED_BY_SITE) {
		if (desk_is_first(matter->desk, 1, "joins told" LEDGER_OF_DAY, day))
			desk_notice(matter->desk, matter->waiting->received,
				    "More than %d letters asked for seats or to watch today; the "
				    "others are not answered before tomorrow.",
				    ASKED_BY_SITE);
		return false;
	}
	(void)desk_raise(matter->desk, 1, "%s %s" LEDGER_OF_DAY, of, matter->letter->from, day);
	(void)desk_raise(matter->desk, 1, "joins" LEDGER_OF_DAY, day);
	return true;
}

static int pass_over(struct matter *matter)
{
	tally_add(matter->desk, TALLY_RATION, 1);
	matter_set_what(matter, "JOIN: not answered, over the day's ration");
	return 0;
}

/* ---- an offer that can't be read ---- */

/* The letter waits; of damage the moderator is told, once. */
static void put_off(struct matter *matter, const struct desk_offer *offer, bool *put_off_out)
{
	const char *id = offer->offer.id;

	*put_off_out = true;
	if (!reason_is_passing(&offer->why) &&
	    desk_is_first(matter->desk, 1, "damaged offer %s", id))
		desk_notice(matter->desk, matter->waiting->received,
			    "The open game %s can't be read, its letters wait: %s. Ask: pbem "
			    "repair",
			    id, offer->why.text);
	log_line(matter->desk->log, "%s %s: waits, the open game can't be read: %s\n",
		 matter->waiting->id, id, offer->why.text);
}

/* ---- letters without a key ---- */

/* The open game a JOIN names that anybody may join; NULL: none. */
static struct desk_offer *named(struct matter *matter, const struct order_signup *signup)
{
	struct desk_offer *offer = signup->kind == SIGNUP_JOIN && signup->first[0] != '\0'
					   ? offers_named(matter->desk, signup->first)
					   : NULL;

	if (offer == NULL || offers_is_over(offer, matter->waiting->received))
		return NULL;
	return offer->there && offer->offer.rematch[0] != '\0' ? NULL : offer;
}

bool joiner_asks(struct matter *matter)
{
	struct order_signup signup;

	read_signup(matter, &signup);
	return matter->letter->from_alone && named(matter, &signup) != NULL;
}

static int ask(struct matter *matter, bool *put_off_out, struct reason *reason)
{
	const struct signup_cause cause = cause_of(matter);
	const struct offer_person *person;
	struct order_signup signup;
	struct desk_offer *offer;

	read_signup(matter, &signup);
	offer = named(matter, &signup);
	if (!offer->there) {
		put_off(matter, offer, put_off_out);
		return 0;
	}
	if (!joiner_may_write(matter, "joins"))
		return pass_over(matter);
	person = offer_person_at(&offer->offer, matter->letter->from);
	if (person != NULL && person->taken) {
		matter_set_what(matter, "JOIN without a key: has a seat already");
		return signup_tell(matter->desk, offer, person, "You have a seat in it already.",
				   &cause, reason);
	}
	matter_set_what(matter, "JOIN: asked to confirm");
	return signup_ask(matter->desk, offer, matter->letter->from, &signup, &cause, reason);
}

/* ---- letters with the key of an open game ---- */

bool joiner_known(struct matter *matter)
{
	const struct letter *letter = matter->letter;

	for (unsigned i = 0; i < letter->token_count; i++) {
		struct token token;

		if (!token_read(matter->desk->site->keys, letter->tokens[i], &token))
			continue;
		if (token.purpose == TOKEN_JOIN) {
			matter->token = token;
			matter->token_text = letter->tokens[i];
		}
		return token.purpose == TOKEN_JOIN;
	}
	return false;
}

/* The person whose key it is, if it is good still; NULL. */
static struct offer_person *holder(struct matter *matter, struct desk_offer *offer)
{
	struct offer_person *person = offer_person(&offer->offer, matter->token.question);
	struct digest bond;

	if (person == NULL || day_of(matter) > matter->token.expires)
		return NULL;
	offer_bond(&offer->offer, person, &bond);
	return token_is_bound(matter->desk->site->keys, &matter->token, &bond) ? person : NULL;
}

/* The game has begun, or signing-up is over, or his key is of before: told to who wrote, as often
 * as a stranger is. */
static int tell_gone(struct matter *matter, struct reason *reason)
{
	const struct signup_cause cause = cause_of(matter);
	char id[GAME_ID_MAX + 1];
	const bool begun = desk_id(matter->desk, matter->token.game, id);

	if (!begun)
		snprintf(id, sizeof id, "g%u", (unsigned)matter->token.game);
	if (!joiner_may_write(matter, "overtaken"))
		return pass_over(matter);
	matter_set_what(matter, "overtaken: signing-up is over");
	return signup_refuse(matter->desk, id, matter->letter->from,
			     begun ? "The game has begun, all its seats are taken."
				   : "Signing-up for this game is over.",
			     &cause, reason);
}

/* His key isn't of the offer as it stands: he was asked anew, gave his seat back, or a backup was
 * put back. With JOIN he is asked again. */
static int ask_again(struct matter *matter, struct desk_offer *offer,
		     const struct order_signup *signup, struct reason *reason)
{
	const struct signup_cause cause = cause_of(matter);

	if (!joiner_may_write(matter, signup->kind == SIGNUP_JOIN ? "joins" : "overtaken"))
		return pass_over(matter);
	if (signup->kind == SIGNUP_JOIN && offer->offer.rematch[0] == '\0') {
		matter_set_what(matter, "overtaken: asked anew to confirm");
		return signup_ask(matter->desk, offer, matter->letter->from, signup, &cause,
				  reason);
	}
	matter_set_what(matter, "overtaken: the key is good no more");
	return signup_refuse(matter->desk, offer->offer.id, matter->letter->from,
			     "That letter's key is not good any more.", &cause, reason);
}

static int answer(struct matter *matter, struct desk_offer *offer, struct offer_person *person,
		  const struct order_signup *signup, bool *put_off_out, struct reason *reason)
{
	const struct signup_cause cause = cause_of(matter);
	const bool rematch = offer->offer.rematch[0] != '\0';
	struct desk_offer *other = named(matter, signup);
	const char *what = "LEAVE";
	int result;

	if (other != NULL && other != offer && !other->there) {
		put_off(matter, other, put_off_out);
		return 0;
	}
	if (other != NULL && other != offer)
		result = signup_enter(matter->desk, other, person->name, person->address, signup,
				      &cause, &what, reason);
	else if (signup->kind == SIGNUP_LEAVE || (signup->kind == SIGNUP_REMATCH && signup->no))
		result = signup_leave(matter->desk, offer, person, &cause, reason);
	else if (signup->kind == SIGNUP_JOIN || (signup->kind == SIGNUP_REMATCH && rematch))
		result = signup_join(matter->desk, offer, person, signup, &cause, &what, reason);
	else {
		what = "nothing in it that an open game takes";
		result = signup_tell(matter->desk, offer, person,
				     matter->letter->unreadable[0] != '\0'
					     ? matter->letter->unreadable
					     : "Nothing was read in your letter that can be done "
					       "here; write one of the lines below.",
				     &cause, reason);
	}
	matter_set_what(matter, what);
	return result;
}

static int take(struct matter *matter, bool *put_off_out, struct reason *reason)
{
	struct desk_offer *offer = offers_numbered(matter->desk, matter->token.game);
	struct offer_person *person;
	struct order_signup signup;
	struct deed earlier;

	if (deeds_message(matter->desk, matter->letter->message_id, matter->token_text, &earlier)) {
		matter->deed = earlier;
		matter->repeated = true;
		return 0;
	}
	if (offer == NULL || offers_is_over(offer, matter->waiting->received))
		return tell_gone(matter, reason);
	if (!offer->there) {
		put_off(matter, offer, put_off_out);
		return 0;
	}
	snprintf(matter->deed.game, sizeof matter->deed.game, "%s", offer->offer.id);
	read_signup(matter, &signup);
	person = holder(matter, offer);
	if (person == NULL)
		return ask_again(matter, offer, &signup, reason);
	if (desk_raise(matter->desk, 1, "answers %s join%u" LEDGER_OF_DAY, offer->offer.id,
		       person->serial, day_of(matter)) >= ANSWERS_A_DAY)
		return pass_over(matter);
	return answer(matter, offer, person, &signup, put_off_out, reason);
}

/* What is wrong with a letter is said in the language of who wrote it. */
static int in_his_language(struct matter *matter,
			   int (*deal)(struct matter *, bool *, struct reason *), bool *put_off_out,
			   struct reason *reason)
{
	const char *spoken = words_spoken();
	struct person person;
	int result;

	people_of_address(matter->desk, matter->letter->from, &person);
	(void)words_speak(person.language, NULL);
	result = deal(matter, put_off_out, reason);
	(void)words_speak(spoken, NULL);
	return result;
}

int joiner_ask(struct matter *matter, bool *put_off_out, struct reason *reason)
{
	return in_his_language(matter, ask, put_off_out, reason);
}

int joiner_take(struct matter *matter, bool *put_off_out, struct reason *reason)
{
	return in_his_language(matter, take, put_off_out, reason);
}

/* ---- letters with a seat's key that join another game ---- */

bool joiner_asks_more(const struct matter *matter, size_t at, size_t len)
{
	struct order_list orders;
	struct reason why;
	struct text rest;
	bool more;

	text_init(&rest, 0);
	text_add_bytes(&rest, matter->letter->text, at);
	text_add(&rest, matter->letter->text + at + len);
	order_list_init(&orders);
	more = order_read_letter(matter_game(matter)->variant, rest.bytes, &orders, &why) ==
	       ACCEPTED;
	order_list_done(&orders);
	text_done(&rest);
	return more;
}

bool joiner_of_seat(struct matter *matter)
{
	struct order_signup signup;

	if (matter->game->file == NULL || matter->conflict || matter->voided || matter->lost)
		return false;
	read_signup(matter, &signup);
	return named(matter, &signup) != NULL;
}

int joiner_take_seat(struct matter *matter, bool *put_off_out, struct reason *reason)
{
	const struct seat *seat = &matter->game->seats.seats[matter->seat];
	const struct signup_cause cause = cause_of(matter);
	struct order_signup signup;
	struct desk_offer *offer;
	const char *what;
	int result;

	read_signup(matter, &signup);
	offer = named(matter, &signup);
	matter->deed.seat = (int)matter->seat;
	snprintf(matter->deed.game, sizeof matter->deed.game, "%s", matter->game->id);
	if (!offer->there) {
		put_off(matter, offer, put_off_out);
		return 0;
	}
	if (matter_is_exhausted(matter) || matter_is_rationed(matter))
		return matter_pass_over(matter, reason);
	if (joiner_asks_more(matter, signup.at, signup.len))
		return matter_refuse(matter, "refused",
				     "JOIN for another game stands in a letter of its own; please "
				     "send the other lines without it, and it without them.",
				     reason);
	(void)matter_count(matter, "answers", 1);
	result = signup_enter(matter->desk, offer, seat->name, seat->addresses[0], &signup, &cause,
			      &what, reason);
	matter_set_what(matter, what);
	return result;
}
