/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game/game_options.h"
#include "core/variant/variant_data.h"
#include "pbem/mail/announcement_text.h"
#include "pbem/signup/signup_internal.h"
#include "pbem/site/seats.h"

enum { WORDS_MAX = 64 };

const struct variant *signup_variant(struct workspace *workspace, const struct open_game *offer,
				     struct reason *reason)
{
	struct option own[MAX_OPTIONS];
	const size_t count = game_options_leave_out(offer->options, offer->option_count, own);
	const struct variant *variant =
		variant_get(workspace->site->library, offer->variant, own, count, reason);

	if (variant == NULL || variant_seats(variant) == offer->seats)
		return variant;
	reason_set(reason, "%s now has %u seats, but the open game has %u", offer->variant,
		   variant_seats(variant), offer->seats);
	return NULL;
}

/* ---- the contents of a JOIN ---- */

static bool are_words(const char *words)
{
	size_t len = strlen(words);

	for (const char *c = words; *c != '\0'; c++)
		if (!isalnum((unsigned char)*c) && *c != ' ')
			return false;
	return len <= WORDS_MAX;
}

/* Sets the name as a seat shows it: one line without control characters. Uses the address's local
 * part if no name is given. */
static void set_name(struct open_game_person *person, const char *name)
{
	char *whole = base_printf("%s <%s>", name, person->address);
	struct reason why;
	struct seat seat;

	if (seats_read_person(*name != '\0' ? whole : person->address, &seat, &why) == 0 &&
	    seat.name[0] != '\0')
		snprintf(person->name, sizeof person->name, "%s", seat.name);
	free(whole);
}

/* Finds the named seat: the word after the game's name, or a single word that isn't the game's
 * name. */
static bool find_seat(const struct variant *variant, const struct open_game *offer,
		      const struct order_signup *signup, int *seat_out, struct reason *why)
{
	const char *word = signup->second[0] != '\0' ? signup->second : signup->first;

	*seat_out = -1;
	if (signup->second[0] == '\0' && strcmp(word, offer->id) == 0)
		return true;
	if (*word == '\0')
		return true;
	if (signup->second[0] != '\0' && strcmp(signup->first, offer->id) != 0) {
		reason_set(why, "This message has the key of game %s, not of %s.", offer->id,
			   signup->first);
		return false;
	}
	if (offer->rematch[0] != '\0' || offer->lot) {
		reason_set(why, "In game %s you can't choose your seat.", offer->id);
		return false;
	}
	*seat_out = variant_seat_wanted(variant, offer->id, word, why);
	return *seat_out >= 0;
}

/*
 * Takes over the contents of a JOIN: name, words, and the chosen seat. Returns false, and changes
 * nothing, with the reason for the person in `why`, when there is no such seat or somebody has it,
 * the words aren't valid, or the name contains a key.
 */
static bool seat_person(struct workspace *workspace, const struct open_game *offer,
			struct open_game_person *person, const struct order_signup *signup,
			struct reason *why)
{
	const struct variant *variant = signup_variant(workspace, offer, why);
	int seat;

	if (variant == NULL) {
		reason_set(why, "We can't start the game as it was offered; please write to the "
				"moderator.");
		return false;
	}
	if (!find_seat(variant, offer, signup, &seat, why))
		return false;
	if (seat >= 0 && seat != (person->taken ? person->seat : -1) &&
	    open_game_is_seat_taken(offer, seat)) {
		reason_set(why, "%s is already taken.",
			   variant_seat_title(variant, (unsigned)seat));
		return false;
	}
	if (!are_words(signup->words)) {
		reason_set(why,
			   "The words for the shuffle may have up to %d letters, digits and "
			   "spaces.",
			   WORDS_MAX);
		return false;
	}
	if (token_within(workspace->site->keys, signup->name)) {
		reason_set(why, "The name contains a reply key, and anyone who reads it could play "
				"for you. Please choose another name.");
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

/* Stores the wishes before the confirmation, so that JOIN alone confirms them. The message doesn't
 * repeat any of them, because its reader may not have written the request. */
int signup_request_confirmation(struct workspace *workspace, struct workspace_offer *offer,
				const char *address, const struct order_signup *signup,
				const struct signup_cause *cause, struct reason *reason)
{
	struct open_game_person *person = open_game_person_at(&offer->offer, address);
	struct reason why = {.text = ""};

	if (person != NULL)
		open_game_remove(&offer->offer, person);
	person = open_game_add(&offer->offer, "", address);
	person->when = cause->when;
	set_name(person, "");
	(void)seat_person(workspace, &offer->offer, person, signup, &why);
	open_games_write(workspace, offer);
	return signup_notify(workspace, offer, person, "", cause, reason);
}

/* ---- seats ---- */

/* Checks that nobody else has taken the chosen seat since the person was asked. */
static bool check_seat(const struct open_game *offer, struct open_game_person *person,
		       struct reason *why)
{
	if (person->taken || person->seat < 0 || offer->rematch[0] != '\0' ||
	    !open_game_is_seat_taken(offer, person->seat))
		return true;
	person->seat = -1;
	reason_set(why, "The seat you wanted is already taken.");
	return false;
}

int signup_join(struct workspace *workspace, struct workspace_offer *offer,
		struct open_game_person *person, const struct order_signup *signup,
		const struct signup_cause *cause, const char **what_out, struct reason *reason)
{
	struct reason why = {.text = ""};
	const bool had = person->taken;
	bool begun = false;

	if (!seat_person(workspace, &offer->offer, person, signup, &why)) {
		*what_out = "JOIN: can't be so";
		return signup_notify(workspace, offer, person, why.text, cause, reason);
	}
	if (!check_seat(&offer->offer, person, &why)) {
		*what_out = "JOIN: the seat isn't free any more";
		open_games_write(workspace, offer); /* the person now accepts any seat */
		return signup_notify(workspace, offer, person, why.text, cause, reason);
	}
	if (!had && open_game_free(&offer->offer) == 0) {
		*what_out = "JOIN: no seat is free";
		return signup_refuse(workspace, offer->offer.id, person->address,
				     "All seats of the game are taken.", cause, reason);
	}
	*what_out = had ? "JOIN: changed" : "JOIN: has a seat";
	if (!had)
		person->when = cause->when;
	person->taken = true;
	open_games_write(workspace, offer);
	if (signup_begin_full(workspace, offer, cause, &begun, reason) != 0)
		return -1;
	if (begun) {
		*what_out = "JOIN: the game begins";
		return 0;
	}
	return signup_notify(workspace, offer, person, had ? "It is changed as you wrote." : "",
			     cause, reason);
}

int signup_enter(struct workspace *workspace, struct workspace_offer *offer, const char *name,
		 const char *address, const struct order_signup *signup,
		 const struct signup_cause *cause, const char **what_out, struct reason *reason)
{
	struct open_game_person *person = open_game_person_at(&offer->offer, address);

	if (person != NULL && person->taken) {
		*what_out = "JOIN: has a seat already";
		return signup_notify(workspace, offer, person, "You have a seat in it already.",
				     cause, reason);
	}
	if (person == NULL) {
		person = open_game_add(&offer->offer, "", address);
		set_name(person, name);
		person->when = cause->when;
	}
	return signup_join(workspace, offer, person, signup, cause, what_out, reason);
}

int signup_leave(struct workspace *workspace, struct workspace_offer *offer,
		 struct open_game_person *person, const struct signup_cause *cause,
		 struct reason *reason)
{
	const struct open_game_person left = *person;
	char *why;
	int result;

	if (offer->offer.rematch[0] != '\0') {
		why = announcement_words("%s has declined the rematch of %s, so it is off.",
					 left.name, offer->offer.rematch, NULL);
		result = signup_close(workspace, offer, why, cause, reason);
		free(why);
		return result;
	}
	signup_withdraw_mail(workspace, &offer->offer, person);
	open_game_remove(&offer->offer, person);
	open_games_write(workspace, offer);
	return signup_refuse(workspace, offer->offer.id, left.address,
			     left.taken ? "You have given your seat back."
					: "You have no seat there. We won't ask you again.",
			     cause, reason);
}

/* ---- watching a game that hasn't begun ---- */

int signup_watch(struct workspace *workspace, struct workspace_offer *offer, const char *address,
		 const struct signup_cause *cause, const char **what_out, struct reason *reason)
{
	const struct open_game_person *person = open_game_person_at(&offer->offer, address);
	const char *why = "The game hasn't begun yet. When it does, a letter asks you whether you "
			  "want to watch it.";
	struct game_options terms;

	*what_out = "WATCH: can't be";
	if (game_options_read(offer->offer.options, offer->offer.option_count, &terms, reason) != 0)
		return -1;
	if (terms.watch == WATCH_NO) {
		why = "This game can't be watched, as was decided when it was offered.";
	} else if (person != NULL && person->taken) {
		why = "You have a seat in this game and get its letters anyway.";
	} else if (!open_game_watch(&offer->offer, address, cause->when)) {
		why = "As many want to watch this game as can; try again when it has begun.";
	} else {
		*what_out = "WATCH: kept until the game begins";
		open_games_write(workspace, offer);
	}
	return signup_refuse(workspace, offer->offer.id, address, why, cause, reason);
}

int signup_unwatch(struct workspace *workspace, struct workspace_offer *offer, const char *address,
		   const struct signup_cause *cause, const char **what_out, struct reason *reason)
{
	const char *why =
		"You hadn't asked to watch this game, so you aren't asked when it begins.";

	*what_out = "UNWATCH: hadn't asked to watch";
	if (open_game_unwatch(&offer->offer, address)) {
		why = "You aren't asked whether you want to watch this game when it begins, as you "
		      "wished.";
		*what_out = "UNWATCH: isn't asked when the game begins";
		open_games_write(workspace, offer);
	}
	return signup_refuse(workspace, offer->offer.id, address, why, cause, reason);
}

/* ---- the end of signing-up ---- */

static int notify_viewers(struct workspace *workspace, const struct open_game *offer,
			  const struct signup_cause *cause, struct reason *reason)
{
	int result = 0;

	for (size_t i = 0; result == 0 && i < offer->viewer_count; i++) {
		char *digest = base_printf("%.8sw%zu", cause->digest, i);
		const struct signup_cause own = {NULL, digest, cause->when};

		result = signup_refuse(workspace, offer->id, offer->viewers[i].address,
				       "The game you wanted to watch isn't played.", &own, reason);
		free(digest);
	}
	return result;
}

int signup_close(struct workspace *workspace, struct workspace_offer *offer, const char *why,
		 const struct signup_cause *cause, struct reason *reason)
{
	const bool all = offer->offer.rematch[0] != '\0';
	int result = 0;

	for (size_t i = 0; result == 0 && i < offer->offer.count; i++) {
		const struct open_game_person *person = &offer->offer.persons[i];
		char *digest = base_printf("%.8s%u", cause->digest, person->serial);
		const struct signup_cause own = {NULL, digest, cause->when};

		signup_withdraw_mail(workspace, &offer->offer, person);
		if (person->taken || all)
			result = signup_refuse(workspace, offer->offer.id, person->address, why,
					       &own, reason);
		free(digest);
	}
	if (result == 0)
		result = notify_viewers(workspace, &offer->offer, cause, reason);
	open_games_drop(workspace, offer);
	return result;
}
