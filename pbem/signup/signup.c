/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game/game_options.h"
#include "core/notation/vocabulary.h"
#include "core/util/timestamp.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"
#include "pbem/auth/keyring.h"
#include "pbem/batch/commit.h"
#include "pbem/batch/new_game.h"
#include "pbem/compose/template.h"
#include "pbem/mail/announcement_text.h"
#include "pbem/mail/mail.h"
#include "pbem/mail/mail_dates.h"
#include "pbem/signup/signup.h"
#include "pbem/site/preferences.h"
#include "pbem/site/seats.h"
#include "pbem/store/outbox.h"
#include "pbem/sys/files.h"
#include "pbem/watchers/watchers.h"

enum { WORDS_MAX = 64 };

/* Returns the variant of an open game; NULL with the reason when it doesn't exist (any more). */
static const struct variant *find_variant(struct workspace *workspace,
					  const struct open_game *offer, struct reason *reason)
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

/* ---- mail ---- */

enum { OFFERS_LISTED = 10 };

/* Adds the seats that nobody has chosen: "white, black". */
static void add_choice(const struct variant *variant, const struct open_game *offer,
		       struct strbuf *out)
{
	const char *between = "";

	if (offer->lot || offer->rematch[0] != '\0')
		return;
	for (unsigned i = 0; i < variant_seats(variant); i++) {
		if (open_game_is_seat_taken(offer, (int)i))
			continue;
		strbuf_addf(out, "%s%s", between, variant_seat_name(variant, i));
		between = ", ";
	}
}

/* Adds when signing-up closes, in the reader's time zone or else in the game's. */
static void add_closing(const struct open_game *offer, const struct person *reader,
			struct strbuf *out)
{
	if (offer->closes != 0)
		mail_moment(reader->zone[0] != '\0' ? reader->zone : open_game_zone(offer),
			    offer->closes, out);
}

/* Reports whether the game asks for words before it begins, so that they may come with JOIN. */
static bool asks_words(const struct variant *variant)
{
	const char *words = variant_option(variant, "words");

	return words != NULL && strcmp(words, "ask") == 0;
}

/* Begins a message about an open game. If its variant isn't available (any more), values that
 * depend on it are left out. */
static int begin_signup_mail(struct mail_plain *mail, struct workspace *workspace,
			     const char *template, const struct open_game *offer,
			     const struct open_game_person *person, const struct mail_cause *cause,
			     struct reason *reason)
{
	int result = mail_plain_begin(mail, workspace, template,
				      person != NULL ? person->address : NULL, cause, reason);
	struct reason why;
	const struct variant *variant = find_variant(workspace, offer, &why);

	mail_plain_add_text(mail, "game", offer->id);
	mail_plain_add_text(mail, "variant", offer->variant);
	open_game_names(offer, mail_plain_add(mail, "seated"));
	strbuf_addf(mail_plain_add(mail, "free"), translate("%u of %u"), open_game_free(offer),
		    offer->seats);
	add_closing(offer, &mail->person, mail_plain_add(mail, "closes"));
	mail_plain_add_text(mail, "lot", offer->lot ? "yes" : "");
	mail_plain_add_text(mail, "words", variant != NULL && asks_words(variant) ? "yes" : "");
	if (variant != NULL)
		add_choice(variant, offer, mail_plain_add(mail, "choose"));
	if (variant != NULL && person != NULL && person->seat >= 0 &&
	    person->seat < (int)variant_seats(variant))
		mail_plain_add_text(mail, "seat",
				    translate(variant_seat_title(variant, (unsigned)person->seat)));
	if (person != NULL)
		mail_plain_add_text(mail, "name", person->name);
	return result;
}

static void make_token(struct workspace *workspace, const struct open_game *offer,
		       const struct open_game_person *person, char out[TOKEN_TEXT + 1])
{
	int64_t from = offer->closes > workspace->now ? offer->closes : workspace->now;
	const struct token token = {
		.game = offer->number,
		.purpose = TOKEN_JOIN,
		.question = (uint16_t)person->serial,
		.expires = (uint16_t)(from / SECONDS_A_DAY + workspace->site->config->token_days),
	};
	struct sha256 bond;

	open_game_bond(offer, person, &bond);
	token_write(workspace->site->keys, &token, &bond, out);
}

static char *message_name(const struct open_game *offer, const struct open_game_person *person)
{
	return base_printf("%s.join%u", offer->id, person->serial);
}

/* Takes back the person's unsent message, which is no longer true. */
static void withdraw_mail(struct workspace *workspace, const struct open_game *offer,
			  const struct open_game_person *person)
{
	char *name = message_name(offer, person);

	outbox_line_drop(&workspace->batch.letters, name);
	free(name);
}

static int send_signup_mail(struct mail_plain *mail, const struct open_game *offer,
			    const struct open_game_person *person, int result,
			    struct reason *reason)
{
	mail->name = message_name(offer, person);
	mail->thread = message_name(offer, person);
	mail->to_name = person->taken ? person->name : "";
	make_token(mail->workspace, offer, person, mail->token);
	return mail_plain_send(mail, result, reason);
}

/* Asks a person for agreement to a rematch. */
static int invite_rematch(struct workspace *workspace, const struct workspace_offer *offer,
			  const struct open_game_person *person, const char *asker,
			  const struct mail_cause *cause, struct reason *reason)
{
	struct mail_plain mail;
	int result = begin_signup_mail(&mail, workspace, "rematch", &offer->offer, person, cause,
				       reason);
	struct strbuf *invites = mail_plain_add(&mail, "invites");

	strbuf_add(invites, asker);
	if (*asker == '\0')
		open_game_names(&offer->offer, invites);
	mail_plain_add_text(&mail, "of", offer->offer.rematch);
	return send_signup_mail(&mail, &offer->offer, person, result, reason);
}

int signup_notify(struct workspace *workspace, const struct workspace_offer *offer,
		  const struct open_game_person *person, const char *why,
		  const struct mail_cause *cause, struct reason *reason)
{
	struct mail_plain mail;
	int result;

	if (!person->taken && offer->offer.rematch[0] != '\0')
		return invite_rematch(workspace, offer, person, "", cause, reason);
	result = begin_signup_mail(&mail, workspace, person->taken ? "joined" : "join",
				   &offer->offer, person, cause, reason);
	mail_plain_add_text(&mail, "why", *why != '\0' ? translate(why) : "");
	return send_signup_mail(&mail, &offer->offer, person, result, reason);
}

int signup_refuse(struct workspace *workspace, const char *id, const char *address, const char *why,
		  const struct mail_cause *cause, struct reason *reason)
{
	struct mail_plain mail;
	int result = mail_plain_begin(&mail, workspace, "unjoined", address, cause, reason);

	mail.name = base_printf("%s.unjoined.%.16s", id, cause->digest);
	mail.thread = base_printf("%s.join.%.16s", id, cause->digest);
	mail_plain_add_text(&mail, "game", id);
	announcement_render(why, mail_plain_add(&mail, "why"));
	open_games_list(workspace, OFFERS_LISTED, id, mail_plain_add(&mail, "offers"));
	return mail_plain_send(&mail, result, reason);
}

int signup_notice(struct workspace *workspace, const struct open_game *offer, struct strbuf *out,
		  struct reason *reason)
{
	struct mail_plain mail;
	struct strbuf subject;
	int result = begin_signup_mail(&mail, workspace, "notice", offer, NULL, NULL, reason);

	strbuf_init(&subject, 0);
	mail_plain_complete(&mail);
	if (result == 0)
		result = template_fill(workspace->site->templates, mail.person.language, "notice",
				       mail.values, mail.count, &subject, out, NULL, reason);
	strbuf_done(&subject);
	mail_plain_end(&mail);
	return result;
}

/* ---- beginning the game ---- */

/* Assigns the seats: chosen seats first, then the others in the order in which the people came. If
 * seats are drawn, everybody comes in that order. */
static void seat_all(const struct open_game *offer,
		     const struct open_game_person *by_seat[MAX_SEATS])
{
	for (unsigned pass = 0; pass < 2; pass++) {
		for (size_t i = 0; i < offer->count; i++) {
			const struct open_game_person *person = &offer->persons[i];
			const bool chosen = !offer->lot && person->seat >= 0;
			unsigned seat = chosen ? (unsigned)person->seat : 0;

			if (!person->taken || chosen != (pass == 0))
				continue;
			while (seat < offer->seats && by_seat[seat] != NULL)
				seat++;
			if (seat < offer->seats)
				by_seat[seat] = person;
		}
	}
}

static int make_seated(struct workspace *workspace, const struct open_game *offer,
		       const struct variant *variant, const struct mail_cause *cause,
		       struct seats *seats, struct reason *reason)
{
	const struct open_game_person *by_seat[MAX_SEATS] = {NULL};
	const char *words[MAX_SEATS] = {NULL};
	struct game_header header = {.number = offer->number, .created = cause->when};
	struct new_game deal = {
		.header = &header,
		.seats = seats,
		.lot = offer->lot,
		.from = offer->from,
		.words = words,
		.cause = cause->digest,
	};

	snprintf(header.id, sizeof header.id, "%s", offer->id);
	snprintf(header.variant, sizeof header.variant, "%s", offer->variant);
	memcpy(header.options, offer->options, sizeof header.options);
	header.option_count = offer->option_count;
	deal.variant =
		new_game_draw(workspace->site->library, variant, offer->lot, &header, reason);
	if (deal.variant == NULL)
		return -1;
	seat_all(offer, by_seat);
	for (unsigned i = 0; i < offer->seats; i++) {
		struct seat *seat = &seats->seats[i];

		if (by_seat[i] == NULL)
			return reason_fail(reason, "seat %u has no player", i + 1);
		snprintf(seat->name, sizeof seat->name, "%s", by_seat[i]->name);
		snprintf(seat->addresses[0], sizeof seat->addresses[0], "%s", by_seat[i]->address);
		seat->address_count = 1;
		words[i] = by_seat[i]->words;
	}
	return new_game_create(workspace, &deal, reason);
}

static int make_game(struct workspace *workspace, const struct open_game *offer,
		     const struct variant *variant, const struct mail_cause *cause,
		     struct reason *reason)
{
	struct seats seats;
	int result;

	seats_init(&seats, offer->seats);
	result = make_seated(workspace, offer, variant, cause, &seats, reason);
	seats_done(&seats);
	return result;
}

/* Checks that a game can be made of the open game, and returns its variant. Returns NULL with the
 * reason if not; after a temporary reason the batch must be dropped. */
static const struct variant *check_can_start(struct workspace *workspace,
					     const struct open_game *offer, struct reason *reason)
{
	const struct variant *variant = find_variant(workspace, offer, reason);
	bool taken = false;
	char *path;

	if (variant == NULL || new_game_check(variant, reason) != 0)
		return NULL;
	path = site_game_folder(workspace->site, offer->id);
	if (files_is_there(path, &taken, reason) != 0)
		variant = NULL;
	if (taken) {
		reason_set(reason, "there is already a game %s: %s", offer->id, path);
		variant = NULL;
	}
	free(path);
	return variant;
}

/* Asks people who wanted to watch to confirm, now that there is something to see. */
static int invite_viewers(struct workspace *workspace, const struct open_game *offer,
			  const struct mail_cause *cause, struct reason *reason)
{
	struct workspace_game *game = workspace_game(workspace, offer->number);
	int result = 0;

	for (size_t i = 0; game != NULL && result == 0 && i < offer->viewer_count; i++) {
		char *digest = base_printf("%.8sw%zu", cause->digest, i);

		result = watchers_request_confirmation(
			workspace, watchers_of(workspace, game), offer->viewers[i].address,
			&(struct mail_cause){NULL, digest, cause->when}, reason);
		free(digest);
	}
	return result;
}

/* Begins the game if all seats are taken. If something prevents that, the moderator is notified,
 * and the open game stays as it is. */
static int begin_full(struct workspace *workspace, struct workspace_offer *offer,
		      const struct mail_cause *cause, bool *begun_out, struct reason *reason)
{
	const struct variant *variant;
	struct reason why;

	*begun_out = false;
	if (open_game_free(&offer->offer) > 0)
		return 0;
	variant = check_can_start(workspace, &offer->offer, &why);
	if (variant == NULL && reason_is_temporary(&why)) {
		*reason = why;
		return -1;
	}
	if (variant == NULL) {
		if (workspace_is_first(workspace, 1,
				       COUNT(COUNT_OFFER_STUCK, .game = offer->offer.id)))
			workspace_notice(workspace, cause->when,
					 "All seats of the open game %s are taken, but the game "
					 "can't begin: %s. Correct this fault and ask a player to "
					 "write JOIN again, or close the game: pbem close %s",
					 offer->offer.id, why.text, offer->offer.id);
		return 0;
	}
	if (make_game(workspace, &offer->offer, variant, cause, reason) != 0 ||
	    invite_viewers(workspace, &offer->offer, cause, reason) != 0)
		return -1;
	for (size_t i = 0; i < offer->offer.count; i++)
		withdraw_mail(workspace, &offer->offer, &offer->offer.persons[i]);
	open_games_drop(workspace, offer);
	*begun_out = true;
	return 0;
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
	const struct variant *variant = find_variant(workspace, offer, why);
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
				const struct mail_cause *cause, struct reason *reason)
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
		const struct mail_cause *cause, const char **what_out, struct reason *reason)
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
	if (begin_full(workspace, offer, cause, &begun, reason) != 0)
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
		 const struct mail_cause *cause, const char **what_out, struct reason *reason)
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
		 struct open_game_person *person, const struct mail_cause *cause,
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
	withdraw_mail(workspace, &offer->offer, person);
	open_game_remove(&offer->offer, person);
	open_games_write(workspace, offer);
	return signup_refuse(workspace, offer->offer.id, left.address,
			     left.taken ? "You have given your seat back."
					: "You have no seat there. We won't ask you again.",
			     cause, reason);
}

/* ---- watching a game that hasn't begun ---- */

int signup_watch(struct workspace *workspace, struct workspace_offer *offer, const char *address,
		 const struct mail_cause *cause, const char **what_out, struct reason *reason)
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
		   const struct mail_cause *cause, const char **what_out, struct reason *reason)
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
			  const struct mail_cause *cause, struct reason *reason)
{
	int result = 0;

	for (size_t i = 0; result == 0 && i < offer->viewer_count; i++) {
		char *digest = base_printf("%.8sw%zu", cause->digest, i);
		const struct mail_cause own = {NULL, digest, cause->when};

		result = signup_refuse(workspace, offer->id, offer->viewers[i].address,
				       "The game you wanted to watch isn't played.", &own, reason);
		free(digest);
	}
	return result;
}

int signup_close(struct workspace *workspace, struct workspace_offer *offer, const char *why,
		 const struct mail_cause *cause, struct reason *reason)
{
	const bool all = offer->offer.rematch[0] != '\0';
	int result = 0;

	for (size_t i = 0; result == 0 && i < offer->offer.count; i++) {
		const struct open_game_person *person = &offer->offer.persons[i];
		char *digest = base_printf("%.8s%u", cause->digest, person->serial);
		const struct mail_cause own = {NULL, digest, cause->when};

		withdraw_mail(workspace, &offer->offer, person);
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

/* ---- closing dates ---- */

static int close_if_due(struct workspace *workspace, const struct ledger_offer *row, int64_t until,
			struct reason *reason)
{
	struct workspace_offer *offer = open_games_named(workspace, row->id);
	char *digest = base_printf("%08x%lld", (unsigned)row->number, (long long)row->closes);
	const struct mail_cause cause = {NULL, digest, until};
	int result = 0;

	if (offer != NULL && !offer->there) {
		if (!reason_is_temporary(&offer->why) &&
		    workspace_is_first(workspace, 1, COUNT(COUNT_BAD_OFFER, .game = row->id)))
			workspace_notice(workspace, until,
					 "pbem can't read the open game %s, so nobody can join the "
					 "game: %s. Run: pbem repair",
					 row->id, offer->why.text);
	} else if (offer != NULL && offer->offer.closes < until && offer->offer.closes != 0) {
		const bool rematch = offer->offer.rematch[0] != '\0';
		char *why = rematch ? announcement_words(
					      "Not everyone agreed in time to the rematch of "
					      "%s, so it is off.",
					      offer->offer.rematch, NULL, NULL)
				    : base_strdup("Not all seats were taken in time, so the "
						  "game is off.");

		result = signup_close(workspace, offer, why, &cause, reason);
		free(why);
	} else if (offer != NULL) {
		/* The file was edited by hand: this updates the closing time in the ledger. */
		open_games_write(workspace, offer);
	}
	free(digest);
	return result;
}

int signup_close_due(struct workspace *workspace, int64_t until, struct reason *reason)
{
	struct ledger_offer row = {.number = 0};
	int result = 0;

	while (result == 0 &&
	       ledger_next_closed(workspace->site->ledger, row.number, until, &row)) {
		workspace_take_in_hand(workspace);
		result = close_if_due(workspace, &row, until, reason);
		if (result == 0)
			result = commit_full(workspace, reason);
	}
	return result == 0 ? commit_batch(workspace, reason) : -1;
}

/* ---- rematches: the same players, each one seat further ---- */

enum {
	REMATCH_DAYS = 14,
	REMATCHES = 3, /* requests that are allowed after one game */
};

/* Finds the id: "g12", or "g12-2" if that is taken. */
static int find_id(struct workspace *workspace, struct open_game *offer, struct reason *reason)
{
	bool taken = true;

	snprintf(offer->id, sizeof offer->id, "g%u", (unsigned)offer->number);
	for (unsigned i = 2; taken && i < 100; i++) {
		if (open_games_is_id_taken(workspace, offer->id, &taken, reason) != 0)
			return -1;
		if (taken)
			snprintf(offer->id, sizeof offer->id, "g%u-%u", (unsigned)offer->number, i);
	}
	return taken ? reason_fail(reason, "there is no free name for another game") : 0;
}

/* Finds the starting position in the game's first entry, if it isn't the usual one. Returns -1 if
 * the file can't be read now. */
static int find_from(const struct workspace *workspace, const struct workspace_game *game,
		     struct open_game *offer, struct reason *reason)
{
	char *path = site_game_file(workspace->site, game->id, "game.txt"), *from, *second;
	struct strbuf file;
	int result;

	strbuf_init(&file, (size_t)1 << 30);
	result = files_read(path, &file, reason);
	from = strstr(file.bytes, "\n  from ");
	second = strstr(file.bytes, "\nentry 2 ");
	if (result == 0 && from != NULL && (second == NULL || from < second)) {
		from += strlen("\n  from ");
		snprintf(offer->from, sizeof offer->from, "%.*s", (int)strcspn(from, "\n"), from);
	}
	strbuf_done(&file);
	free(path);
	return result;
}

/* Makes an open game with the properties of the finished one. Returns -1 when no random number or
 * no game number is available. */
static int make_rematch(struct workspace *workspace, const struct workspace_game *game,
			int64_t when, struct open_game *offer, struct reason *reason)
{
	const struct game_header *header = &game->file->header;

	*offer = (struct open_game){
		.number = open_games_next_number(workspace),
		.created = when,
		.closes = when + REMATCH_DAYS * SECONDS_A_DAY,
		.seats = game->seats.count,
		.rematch_number = game->number,
		.option_count = header->option_count,
	};
	snprintf(offer->variant, sizeof offer->variant, "%s", header->variant);
	snprintf(offer->rematch, sizeof offer->rematch, "%s", game->id);
	memcpy(offer->options, header->options, sizeof offer->options);
	if (offer->number == 0)
		return reason_fail(reason, "this site has reached its limit of games");
	if (find_id(workspace, offer, reason) != 0 ||
	    find_from(workspace, game, offer, reason) != 0 ||
	    keyring_secret(offer->secret, reason) != 0)
		return -1;
	for (unsigned i = 0; i < game->seats.count; i++) {
		const struct seat *seat = &game->seats.seats[i];
		struct open_game_person *person =
			open_game_add(offer, seat->name, seat->addresses[0]);

		person->seat = (int)((i + 1) % game->seats.count);
		person->when = when;
	}
	return 0;
}

/* Checks whether a rematch may be requested, before any message is made. Sets `why` if it may
 * not. */
static bool may_request(struct workspace *workspace, const struct workspace_game *game,
			struct reason *why)
{
	for (unsigned i = 0; i < game->seats.count; i++) {
		if (game->seats.seats[i].left) {
			reason_set(why,
				   "%s has stopped the letters of this game, so we can't ask for a "
				   "rematch.",
				   game->seats.seats[i].name);
			return false;
		}
	}
	if (workspace_count(workspace, COUNT(COUNT_REMATCHES, .game = game->id)) < REMATCHES)
		return true;
	reason_set(why, "A rematch of this game was asked for %d times already.", REMATCHES);
	return false;
}

static int request_rematch(struct workspace *workspace, const struct workspace_game *game,
			   unsigned seat, const struct mail_cause *cause, struct reason *reason)
{
	struct workspace_offer *asked;
	struct open_game offer;
	int result;

	if (make_rematch(workspace, game, cause->when, &offer, reason) != 0) {
		open_game_done(&offer);
		return -1;
	}
	workspace_add_count(workspace, COUNT(COUNT_REMATCHES, .game = game->id), 1);
	offer.persons[seat].taken = true;
	asked = open_games_new(workspace, &offer);
	result = signup_notify(workspace, asked, &asked->offer.persons[seat], "", cause, reason);
	for (size_t i = 0; result == 0 && i < asked->offer.count; i++) {
		const struct mail_cause own = {NULL, cause->digest, cause->when};

		if (i != seat)
			result = invite_rematch(workspace, asked, &asked->offer.persons[i],
						asked->offer.persons[seat].name, &own, reason);
	}
	return result;
}

enum verdict signup_rematch(struct workspace *workspace, const struct workspace_game *game,
			    unsigned seat, bool no, const struct mail_cause *cause, int *result_out,
			    struct reason *why)
{
	struct workspace_offer *offer = open_games_rematch(workspace, game->number);
	const struct order_signup agreed = {.kind = SIGNUP_REMATCH};
	struct open_game_person *person;
	const char *what;

	*result_out = 0;
	if (offer != NULL && open_games_is_over(offer, cause->when))
		return reason_refuse(why, "Not everyone agreed to the rematch in time.");
	if (offer != NULL && !offer->there)
		return reason_refuse(why, "We can't look up that rematch now; please write again "
					  "tomorrow.");
	if (offer == NULL && no)
		return reason_refuse(why, "Nobody has asked for a rematch of this game.");
	if (offer == NULL) {
		if (!may_request(workspace, game, why))
			return REFUSED;
		*result_out = request_rematch(workspace, game, seat, cause, why);
		return ACCEPTED;
	}
	person = open_game_person(&offer->offer, seat + 1);
	if (person == NULL)
		return reason_refuse(why, "You have no seat in that rematch.");
	*result_out = no ? signup_leave(workspace, offer, person, cause, why)
			 : signup_join(workspace, offer, person, &agreed, cause, &what, why);
	return ACCEPTED;
}
