/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/turn/terms.h"
#include "core/variant/variant_data.h"
#include "pbem/mailing/remark_words.h"
#include "pbem/desk/seats.h"
#include "pbem/signup/signup_inner.h"

enum { WORDS_MAX = 64 };

const struct variant *signup_variant(struct desk *desk, const struct offer *offer,
				     struct reason *reason)
{
	struct option own[MAX_OPTIONS];
	const size_t count = terms_leave_out(offer->options, offer->option_count, own);
	const struct variant *variant =
		variant_get(desk->site->library, offer->variant, own, count, reason);

	if (variant == NULL || variant_seats(variant) == offer->seats)
		return variant;
	reason_set(reason, "%s has %u seats now, and was offered with %u", offer->variant,
		   variant_seats(variant), offer->seats);
	return NULL;
}

/* ---- what a JOIN says ---- */

static bool are_words(const char *words)
{
	size_t len = strlen(words);

	for (const char *c = words; *c != '\0'; c++)
		if (!isalnum((unsigned char)*c) && *c != ' ')
			return false;
	return len <= WORDS_MAX;
}

/* As a seat shows it: one line without controls; the address's local part where none is given. */
static void set_name(struct offer_person *person, const char *name)
{
	char *whole = base_printf("%s <%s>", name, person->address);
	struct reason why;
	struct seat seat;

	if (seats_read_person(*name != '\0' ? whole : person->address, &seat, &why) == 0 &&
	    seat.name[0] != '\0')
		snprintf(person->name, sizeof person->name, "%s", seat.name);
	free(whole);
}

/* The seat that is named: by its own word, or behind the game's. */
static bool find_seat(const struct variant *variant, const struct offer *offer,
		      const struct order_signup *signup, int *seat_out, struct reason *why)
{
	const char *word = signup->second[0] != '\0' ? signup->second : signup->first;

	*seat_out = -1;
	if (signup->second[0] == '\0' && strcmp(word, offer->id) == 0)
		return true;
	if (*word == '\0')
		return true;
	if (signup->second[0] != '\0' && strcmp(signup->first, offer->id) != 0) {
		reason_set(why, "This letter's key is for game %s, not for %s.", offer->id,
			   signup->first);
		return false;
	}
	if (offer->rematch[0] != '\0' || offer->lot) {
		reason_set(why, "Seats of game %s can't be chosen.", offer->id);
		return false;
	}
	*seat_out = variant_seat_wanted(variant, offer->id, word, why);
	return *seat_out >= 0;
}

/*
 * What a JOIN says becomes the person's: name, words, and a seat of his choice. False, and nothing
 * is changed, with the reason in `why`, for the person: there is no such seat or somebody has it,
 * words aren't such, a name holds a key.
 */
static bool wish_seat(struct desk *desk, const struct offer *offer, struct offer_person *person,
		      const struct order_signup *signup, struct reason *why)
{
	const struct variant *variant = signup_variant(desk, offer, why);
	int seat;

	if (variant == NULL) {
		reason_set(why, "The game can't be begun as it was offered; please write to the "
				"moderator.");
		return false;
	}
	if (!find_seat(variant, offer, signup, &seat, why))
		return false;
	if (seat >= 0 && seat != (person->taken ? person->seat : -1) &&
	    offer_is_seat_taken(offer, seat)) {
		reason_set(why, "%s has somebody already.",
			   variant_seat_title(variant, (unsigned)seat));
		return false;
	}
	if (!are_words(signup->words)) {
		reason_set(why,
			   "Words for the shuffles are letters, digits and blanks, at most %d of "
			   "them.",
			   WORDS_MAX);
		return false;
	}
	if (token_within(desk->site->keys, signup->name)) {
		reason_set(why, "The name holds the key of a letter; whoever reads it could play "
				"for you.");
		return false;
	}
	if (seat >= 0)
		person->seat = seat;
	if (signup->name[0] != '\0' || person->name[0] == '\0')
		set_name(person, signup->name);
	if (signup->words[0] != '\0')
		snprintf(person->words, sizeof person->words, "%s", signup->words);
	return true;
}

/* ---- asking ---- */

/* What was asked for before he confirmed is kept, so that JOIN alone confirms it; nothing of it is
 * told in the letter, which goes to who may not have written. */
int signup_ask(struct desk *desk, struct desk_offer *offer, const char *address,
	       const struct order_signup *signup, const struct signup_cause *cause,
	       struct reason *reason)
{
	struct offer_person *person = offer_person_at(&offer->offer, address);
	struct reason why = {""};

	if (person != NULL)
		offer_remove(&offer->offer, person);
	person = offer_add(&offer->offer, "", address);
	person->when = cause->when;
	set_name(person, "");
	(void)wish_seat(desk, &offer->offer, person, signup, &why);
	offers_write(desk, offer);
	return signup_tell(desk, offer, person, "", cause, reason);
}

/* ---- seats ---- */

/* He has chosen a seat that another has taken since he was asked. */
static bool check_seat(const struct offer *offer, struct offer_person *person, struct reason *why)
{
	if (person->taken || person->seat < 0 || offer->rematch[0] != '\0' ||
	    !offer_is_seat_taken(offer, person->seat))
		return true;
	person->seat = -1;
	reason_set(why, "The seat you wanted has somebody already.");
	return false;
}

int signup_join(struct desk *desk, struct desk_offer *offer, struct offer_person *person,
		const struct order_signup *signup, const struct signup_cause *cause,
		const char **what_out, struct reason *reason)
{
	struct reason why = {""};
	const bool had = person->taken;
	bool begun = false;

	if (!wish_seat(desk, &offer->offer, person, signup, &why)) {
		*what_out = "JOIN: can't be so";
		return signup_tell(desk, offer, person, why.text, cause, reason);
	}
	if (!check_seat(&offer->offer, person, &why)) {
		*what_out = "JOIN: the seat isn't free any more";
		offers_write(desk, offer); /* he wants any seat now */
		return signup_tell(desk, offer, person, why.text, cause, reason);
	}
	if (!had && offer_free(&offer->offer) == 0) {
		*what_out = "JOIN: no seat is free";
		return signup_refuse(desk, offer->offer.id, person->address,
				     "All seats of the game are taken.", cause, reason);
	}
	*what_out = had ? "JOIN: changed" : "JOIN: has a seat";
	if (!had)
		person->when = cause->when;
	person->taken = true;
	offers_write(desk, offer);
	if (signup_begin_full(desk, offer, cause, &begun, reason) != 0)
		return -1;
	if (begun) {
		*what_out = "JOIN: the game begins";
		return 0;
	}
	return signup_tell(desk, offer, person, had ? "It is changed as you wrote." : "", cause,
			   reason);
}

int signup_enter(struct desk *desk, struct desk_offer *offer, const char *name, const char *address,
		 const struct order_signup *signup, const struct signup_cause *cause,
		 const char **what_out, struct reason *reason)
{
	struct offer_person *person = offer_person_at(&offer->offer, address);

	if (person != NULL && person->taken) {
		*what_out = "JOIN: has a seat already";
		return signup_tell(desk, offer, person, "You have a seat in it already.", cause,
				   reason);
	}
	if (person == NULL) {
		person = offer_add(&offer->offer, "", address);
		set_name(person, name);
		person->when = cause->when;
	}
	return signup_join(desk, offer, person, signup, cause, what_out, reason);
}

int signup_leave(struct desk *desk, struct desk_offer *offer, struct offer_person *person,
		 const struct signup_cause *cause, struct reason *reason)
{
	const struct offer_person left = *person;
	char *why;
	int result;

	if (offer->offer.rematch[0] != '\0') {
		why = remark_words("%s declines the rematch of %s, so it isn't played.", left.name,
				   offer->offer.rematch, NULL);
		result = signup_close(desk, offer, why, cause, reason);
		free(why);
		return result;
	}
	signup_take_back(desk, &offer->offer, person);
	offer_remove(&offer->offer, person);
	offers_write(desk, offer);
	return signup_refuse(desk, offer->offer.id, left.address,
			     left.taken ? "You have given your seat back."
					: "You have no seat there, and won't be asked again.",
			     cause, reason);
}

/* ---- watching what hasn't begun ---- */

int signup_watch(struct desk *desk, struct desk_offer *offer, const char *address,
		 const struct signup_cause *cause, const char **what_out, struct reason *reason)
{
	const struct offer_person *person = offer_person_at(&offer->offer, address);
	const char *why = "The game hasn't begun yet. When it does, a letter asks you whether you "
			  "want to watch it.";
	struct terms terms;

	*what_out = "WATCH: can't be";
	if (terms_read(offer->offer.options, offer->offer.option_count, &terms, reason) != 0)
		return -1;
	if (terms.watch == WATCH_NO) {
		why = "This game can't be watched: so it was chosen when it was offered.";
	} else if (person != NULL && person->taken) {
		why = "You have a seat in this game, and its letters come to you by that.";
	} else if (!offer_watch(&offer->offer, address, cause->when)) {
		why = "As many want to watch this game as can; try again when it has begun.";
	} else {
		*what_out = "WATCH: kept until the game begins";
		offers_write(desk, offer);
	}
	return signup_refuse(desk, offer->offer.id, address, why, cause, reason);
}

int signup_unwatch(struct desk *desk, struct desk_offer *offer, const char *address,
		   const struct signup_cause *cause, const char **what_out, struct reason *reason)
{
	const char *why =
		"You hadn't asked to watch this game, so you aren't asked when it begins.";

	*what_out = "UNWATCH: hadn't asked to watch";
	if (offer_unwatch(&offer->offer, address)) {
		why = "You aren't asked whether you want to watch this game when it begins, as you "
		      "wished.";
		*what_out = "UNWATCH: isn't asked when the game begins";
		offers_write(desk, offer);
	}
	return signup_refuse(desk, offer->offer.id, address, why, cause, reason);
}

/* ---- the end of signing-up ---- */

static int tell_viewers(struct desk *desk, const struct offer *offer,
			const struct signup_cause *cause, struct reason *reason)
{
	int result = 0;

	for (size_t i = 0; result == 0 && i < offer->viewer_count; i++) {
		char *digest = base_printf("%.8sw%zu", cause->digest, i);
		const struct signup_cause own = {NULL, digest, cause->when};

		result = signup_refuse(desk, offer->id, offer->viewers[i].address,
				       "The game you wanted to watch isn't played.", &own, reason);
		free(digest);
	}
	return result;
}

int signup_close(struct desk *desk, struct desk_offer *offer, const char *why,
		 const struct signup_cause *cause, struct reason *reason)
{
	const bool all = offer->offer.rematch[0] != '\0';
	int result = 0;

	for (size_t i = 0; result == 0 && i < offer->offer.count; i++) {
		const struct offer_person *person = &offer->offer.persons[i];
		char *digest = base_printf("%.8s%u", cause->digest, person->serial);
		const struct signup_cause own = {NULL, digest, cause->when};

		signup_take_back(desk, &offer->offer, person);
		if (person->taken || all)
			result = signup_refuse(desk, offer->offer.id, person->address, why, &own,
					       reason);
		free(digest);
	}
	if (result == 0)
		result = tell_viewers(desk, &offer->offer, cause, reason);
	offers_drop(desk, offer);
	return result;
}
