/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "core/base/stamp.h"
#include "core/order/order_signup.h"
#include "core/order/order.h"
#include "core/words/words.h"
#include "pbem/answer/deeds.h"
#include "pbem/answer/sender.h"
#include "pbem/batch/tally.h"
#include "pbem/desk/people.h"
#include "pbem/gallery/gallery.h"
#include "pbem/reception/takers.h"
#include "pbem/signup/signup.h"
#include "pbem/site/log.h"
#include "pbem/site/zones.h"

enum {
	ANSWERS_A_DAY = 10, /* to a watcher */
	BOUNCES = 2,
	WISHES_MAX = 10, /* lines of a letter */
};

static struct gallery_cause cause_of(const struct matter *matter)
{
	return (struct gallery_cause){matter->letter, matter->deed.digest,
				      matter->waiting->received};
}

static long long day_of(const struct matter *matter)
{
	return (long long)(matter->waiting->received / SECONDS_A_DAY);
}

/* What the letter says, in the language that its sender's address has chosen. */
static void read_look(const struct matter *matter, const char *address, struct order_look *look_out)
{
	const char *spoken = words_spoken();
	struct person person;

	people_of_address(matter->desk, address, &person);
	(void)words_speak(person.language, NULL);
	order_look_read(matter->letter->text, look_out);
	(void)words_speak(spoken, NULL);
}

/* ---- wishes for letters ---- */

/* What a letter wishes of those to come; `fault`: why one of it can't be, in words for him. */
struct wishes {
	bool brevity, html, zone, language;
	struct reason fault;
};

static void take_wish(struct matter *matter, const char *address, const struct order_look *look,
		      struct wishes *wishes)
{
	char zone[ZONES_NAME_MAX + 1], language[WORDS_LANGUAGE_MAX + 1];

	if (look->kind == LOOK_SHORT) {
		people_set(matter->desk, address, PEOPLE_SHORT, look->text);
		wishes->brevity = true;
	} else if (look->kind == LOOK_HTML) {
		people_set(matter->desk, address, PEOPLE_HTML, look->text);
		wishes->html = true;
	} else if (look->kind == LOOK_ZONE &&
		   zones_find(look->text, zone, &wishes->fault) == ACCEPTED) {
		people_set(matter->desk, address, PEOPLE_ZONE, zone);
		wishes->zone = true;
	} else if (look->kind == LOOK_LANGUAGE &&
		   people_find_language(matter->desk, look->text, language, &wishes->fault) ==
			   ACCEPTED) {
		people_set(matter->desk, address, PEOPLE_LANGUAGE, language);
		wishes->language = true;
	}
}

/* All wishes of the letter, which belong to the address and hold from now on; *look becomes the
 * first line that is none, if there is one. All are read in the language it had before. */
static void take_wishes(struct matter *matter, const char *address, struct order_look *look,
			struct wishes *wishes)
{
	const char *spoken = words_spoken(), *text = matter->letter->text;
	struct person person;
	struct order_look other = {.kind = LOOK_NOTHING};

	*wishes = (struct wishes){.fault = {""}};
	people_of_address(matter->desk, address, &person);
	(void)words_speak(person.language, NULL);
	for (unsigned i = 0; i < WISHES_MAX && look->kind != LOOK_NOTHING; i++) {
		if (look->kind >= LOOK_SHORT)
			take_wish(matter, address, look, wishes);
		else if (other.kind == LOOK_NOTHING)
			other = *look;
		text += look->at + look->len;
		order_look_read(text, look);
	}
	(void)words_speak(spoken, NULL);
	*look = other;
}

/* The number of the game that a letter names, 0: of none. No game is opened. */
static uint32_t named(const struct matter *matter, const struct order_look *look)
{
	return look->game[0] != '\0' ? desk_number(matter->desk, look->game) : 0;
}

/* The watchers of the game of that number; NULL, and the letter waits, when game or watchers can't
 * be read. */
static struct gallery *open_gallery(struct matter *matter, uint32_t number, bool *put_off_out)
{
	struct desk_game *game = desk_game(matter->desk, number);
	struct gallery *gallery = NULL;

	if (game != NULL && game->file != NULL)
		gallery = gallery_of(matter->desk, game);
	if (gallery != NULL && gallery->there)
		return gallery;
	if (gallery != NULL)
		gallery_note_damaged(matter->desk, gallery, matter->waiting->received);
	if (game != NULL)
		log_line(matter->desk->log, "%s %s: waits, %s\n", matter->waiting->id, game->id,
			 gallery != NULL ? gallery->why.text : game->why.text);
	*put_off_out = game != NULL;
	return NULL;
}

static int pass_over(struct matter *matter)
{
	tally_add(matter->desk, TALLY_RATION, 1);
	matter_set_what(matter, "WATCH: not answered, over the day's ration");
	return 0;
}

/* ---- games that haven't begun ---- */

/* The open game that a WATCH or UNWATCH names; NULL: none. */
static struct desk_offer *open_named(struct matter *matter, const struct order_look *look)
{
	const bool is = look->kind == LOOK_BEGIN || look->kind == LOOK_END;
	struct desk_offer *offer =
		is && look->game[0] != '\0' ? offers_named(matter->desk, look->game) : NULL;

	return offer != NULL && offer->there && offer->offer.rematch[0] != '\0' ? NULL : offer;
}

static int watch_open(struct matter *matter, struct desk_offer *offer,
		      const struct order_look *look, const char *address, bool *put_off_out,
		      struct reason *reason)
{
	const struct signup_cause cause = {matter->letter, matter->deed.digest,
					   matter->waiting->received};
	const char *what = "";
	int result = 0;

	if (offer->there)
		result = (look->kind == LOOK_END ? signup_unwatch : signup_watch)(
			matter->desk, offer, address, &cause, &what, reason);
	else
		log_line(matter->desk->log, "%s %s: waits, the open game can't be read: %s\n",
			 matter->waiting->id, offer->offer.id, offer->why.text);
	*put_off_out = !offer->there;
	matter_set_what(matter, what);
	return result;
}

/* ---- letters without a key ---- */

bool watcher_asks(struct matter *matter)
{
	struct order_look look;

	if (!matter->letter->from_alone)
		return false;
	read_look(matter, matter->letter->from, &look);
	return open_named(matter, &look) != NULL ||
	       (look.kind == LOOK_BEGIN && named(matter, &look) != 0);
}

int watcher_ask(struct matter *matter, bool *put_off_out, struct reason *reason)
{
	const struct gallery_cause cause = cause_of(matter);
	struct desk_offer *offer;
	struct order_look look;
	struct gallery *gallery;
	const char *ration;

	read_look(matter, matter->letter->from, &look);
	/* Who has asked today may take that back today. */
	ration = look.kind == LOOK_END ? "unwatches" : "joins";
	/* Before a game is opened for it. */
	if (!joiner_has_room(matter, ration))
		return pass_over(matter);
	offer = named(matter, &look) == 0 ? open_named(matter, &look) : NULL;
	gallery = offer == NULL ? open_gallery(matter, named(matter, &look), put_off_out) : NULL;
	if (gallery == NULL && offer == NULL)
		return 0;
	if (!joiner_may_write(matter, ration))
		return pass_over(matter);
	if (offer != NULL)
		return watch_open(matter, offer, &look, matter->letter->from, put_off_out, reason);
	matter_set_what(matter, "WATCH: asked to confirm, or told why not");
	return gallery_ask(matter->desk, gallery, matter->letter->from, &cause, reason);
}

/* ---- letters with a watcher's key ---- */

bool watcher_known(struct matter *matter)
{
	const struct letter *letter = matter->letter;

	for (unsigned i = 0; i < letter->token_count; i++) {
		struct token token;

		if (!token_read(matter->desk->site->keys, letter->tokens[i], &token))
			continue;
		if (token.purpose == TOKEN_OBSERVER) {
			matter->token = token;
			matter->token_text = letter->tokens[i];
		}
		return token.purpose == TOKEN_OBSERVER;
	}
	return false;
}

/* The watcher whose key it is, if it is good still; NULL. */
static struct watcher *holder(const struct matter *matter, const struct gallery *gallery,
			      const struct token *token)
{
	struct watcher *watcher = audience_numbered(&gallery->audience, token->question);
	struct digest bond;

	if (watcher == NULL || day_of(matter) > token->expires)
		return NULL;
	audience_bond(&gallery->game->file->root, watcher, &bond);
	return token_is_bound(matter->desk->site->keys, token, &bond) ? watcher : NULL;
}

/* He was asked anew, watches no more, or a backup was put back: nothing follows but what would
 * without a key. */
static int tell_gone(struct matter *matter, struct gallery *gallery, const struct order_look *look,
		     struct reason *reason)
{
	const struct gallery_cause cause = cause_of(matter);
	const bool again = look->kind == LOOK_BEGIN;

	if (!joiner_may_write(matter, again ? "joins" : "overtaken"))
		return pass_over(matter);
	matter_set_what(matter, again ? "overtaken: asked anew to confirm"
				      : "overtaken: the key is good no more");
	if (again)
		return gallery_ask(matter->desk, gallery, matter->letter->from, &cause, reason);
	return gallery_refuse(matter->desk, gallery->game->id, matter->letter->from,
			      "That letter's key is not good any more: you don't watch this game.",
			      &cause, reason);
}

/* Who hasn't confirmed may do that, or say that he wants no more of it. */
static int take_asked(struct matter *matter, struct gallery *gallery, struct watcher *watcher,
		      const struct order_look *look, const struct wishes *wishes,
		      struct reason *reason)
{
	const struct gallery_cause cause = cause_of(matter);
	const char *what = "nothing in it that confirms";
	char address[AUDIENCE_ADDRESS_MAX + 1];
	int result = 0;

	snprintf(address, sizeof address, "%s", watcher->address);
	if (look->kind == LOOK_BEGIN) {
		result = gallery_enter(matter->desk, gallery, address, &cause, &what, reason);
	} else if (look->kind == LOOK_END) {
		what = "UNWATCH: wasn't watching yet";
		result = gallery_leave(matter->desk, gallery, watcher,
				       "You don't watch this game, and aren't asked again.", &cause,
				       reason);
	} else if (wishes->brevity || wishes->html || wishes->zone || wishes->language) {
		what = "a wish for his letters: asked anew to confirm";
		result = gallery_ask(matter->desk, gallery, address, &cause, reason);
	} else {
		result = gallery_refuse(
			matter->desk, gallery->game->id, address,
			wishes->fault.text[0] != '\0'
				? wishes->fault.text
				: "You don't watch this game yet. If you want to, reply to "
				  "the letter that asks you, and write WATCH on its first "
				  "line.",
			&cause, reason);
	}
	matter_set_what(matter, what);
	return result;
}

static int take_watching(struct matter *matter, struct gallery *gallery, struct watcher *watcher,
			 const struct order_look *look, const struct wishes *wishes,
			 struct reason *reason)
{
	static const struct {
		enum gallery_answer answer;
		const char *what, *why;
	} rows[] = {
		[LOOK_NOTHING] = {GALLERY_HELP, "nothing in it that a watcher can ask",
				  "Nothing was read in your letter that a watcher can ask for."},
		[LOOK_BEGIN] = {GALLERY_BOARD, "WATCH: watches already",
				"You watch this game already."},
		[LOOK_STATUS] = {GALLERY_BOARD, "STATUS", NULL},
		[LOOK_HELP] = {GALLERY_HELP, "HELP", NULL},
		[LOOK_GAMES] = {GALLERY_GAMES, "GAMES", NULL},
	};
	const struct gallery_cause cause = cause_of(matter);
	const bool waits = watcher->state == WATCHER_WAITS;
	const bool wished = wishes->brevity || wishes->zone || wishes->language;
	struct gallery_reply reply = {
		.what = rows[look->kind].answer,
		.why = rows[look->kind].why,
		.topic = look->kind == LOOK_HELP ? look->text : NULL,
		.brevity = wishes->brevity,
		.html = wishes->html,
		.zone = wishes->zone,
		.language = wishes->language,
	};

	if (look->kind == LOOK_END) {
		matter_set_what(matter, "UNWATCH");
		return gallery_leave(matter->desk, gallery, watcher,
				     "You watch this game no more, as you wished.", &cause, reason);
	}
	matter_set_what(matter, wished ? "a wish for his letters" : rows[look->kind].what);
	if (waits && reply.what == GALLERY_BOARD)
		reply.what = GALLERY_HELP;
	if (wishes->fault.text[0] != '\0')
		reply.why = wishes->fault.text;
	else if (waits)
		reply.why = "The moderator hasn't said yet whether you may watch.";
	else if (wished && look->kind == LOOK_NOTHING)
		reply.why = NULL;
	return gallery_answer(matter->desk, gallery, watcher, &reply, &cause, reason);
}

/* A key is good for its own game alone. */
static struct order_look *own(const struct gallery *gallery, struct order_look *look)
{
	if (look->game[0] != '\0' && strcmp(look->game, gallery->game->id) != 0)
		*look = (struct order_look){.kind = LOOK_NOTHING};
	return look;
}

int watcher_take(struct matter *matter, bool *put_off_out, struct reason *reason)
{
	struct wishes wishes;
	struct watcher *watcher;
	struct gallery *gallery;
	struct order_look look;
	struct deed earlier;

	if (deeds_message(matter->desk, matter->letter->message_id, matter->token_text, &earlier)) {
		matter->deed = earlier;
		matter->repeated = true;
		return 0;
	}
	gallery = open_gallery(matter, matter->token.game, put_off_out);
	if (gallery == NULL) {
		matter_set_what(matter, "ignored: its game isn't there");
		return 0;
	}
	snprintf(matter->deed.game, sizeof matter->deed.game, "%s", gallery->game->id);
	watcher = holder(matter, gallery, &matter->token);
	read_look(matter, watcher != NULL ? watcher->address : matter->letter->from, &look);
	if (watcher == NULL)
		return tell_gone(matter, gallery, own(gallery, &look), reason);
	if (desk_raise(matter->desk, 1, "answers %s watcher%u" LEDGER_OF_DAY, gallery->game->id,
		       watcher->serial, day_of(matter)) >= ANSWERS_A_DAY &&
	    look.kind != LOOK_END)
		return pass_over(matter);
	take_wishes(matter, watcher->address, &look, &wishes);
	(void)own(gallery, &look);
	return watcher->state == WATCHER_ASKED
		       ? take_asked(matter, gallery, watcher, &look, &wishes, reason)
		       : take_watching(matter, gallery, watcher, &look, &wishes, reason);
}

/* ---- letters with a seat's key that are about watching another game ---- */

bool watcher_of_seat(struct matter *matter)
{
	struct order_look look;

	if (matter->game->file == NULL || matter->conflict || matter->voided || matter->lost)
		return false;
	read_look(matter, matter->game->seats.seats[matter->seat].addresses[0], &look);
	return open_named(matter, &look) != NULL ||
	       ((look.kind == LOOK_BEGIN || look.kind == LOOK_END) && named(matter, &look) != 0 &&
		named(matter, &look) != matter->game->number);
}

static int end_of_seat(struct matter *matter, struct gallery *gallery, const char *address,
		       struct reason *reason)
{
	const struct gallery_cause cause = cause_of(matter);
	const struct watcher *watcher = audience_at(&gallery->audience, address);

	matter_set_what(matter, "UNWATCH");
	if (watcher != NULL)
		return gallery_leave(matter->desk, gallery, watcher,
				     "You watch this game no more, as you wished.", &cause, reason);
	return gallery_refuse(matter->desk, gallery->game->id, address,
			      "You don't watch this game.", &cause, reason);
}

int watcher_take_seat(struct matter *matter, bool *put_off_out, struct reason *reason)
{
	const struct seat *seat = &matter->game->seats.seats[matter->seat];
	const struct gallery_cause cause = cause_of(matter);
	struct desk_offer *offer;
	struct order_look look;
	struct gallery *gallery;
	struct deed earlier;
	const char *what = "";
	int result;

	if (deeds_message(matter->desk, matter->letter->message_id, matter->token_text, &earlier)) {
		matter->deed = earlier;
		matter->repeated = true;
		return 0;
	}
	read_look(matter, seat->addresses[0], &look);
	offer = named(matter, &look) == 0 ? open_named(matter, &look) : NULL;
	gallery = offer == NULL ? open_gallery(matter, named(matter, &look), put_off_out) : NULL;
	if (gallery == NULL && offer == NULL)
		return 0;
	matter->deed.seat = (int)matter->seat;
	snprintf(matter->deed.game, sizeof matter->deed.game, "%s", matter->game->id);
	if (matter_is_exhausted(matter) || matter_is_rationed(matter))
		return matter_pass_over(matter, reason);
	if (joiner_asks_more(matter, look.at, look.len))
		return matter_refuse(matter, "refused",
				     "What is about another game stands in a letter of its own; "
				     "please send the other lines without it, and it without them.",
				     reason);
	(void)matter_count(matter, "answers", 1);
	if (offer != NULL)
		return watch_open(matter, offer, &look, seat->addresses[0], put_off_out, reason);
	if (look.kind == LOOK_END)
		return end_of_seat(matter, gallery, seat->addresses[0], reason);
	result = gallery_enter(matter->desk, gallery, seat->addresses[0], &cause, &what, reason);
	matter_set_what(matter, what);
	return result;
}

/* ---- letters that come back ---- */

bool watcher_bounced(struct matter *matter)
{
	struct desk *desk = matter->desk;
	struct desk_game *game;
	struct gallery *gallery;
	struct watcher *watcher;
	struct token token;

	if (!sender_read_id(matter, matter->letter->bounced_id, &token) ||
	    token.purpose != TOKEN_OBSERVER)
		return false;
	game = desk_game(desk, token.game);
	if (!matter->letter->bounce_permanent || game == NULL || game->file == NULL)
		return true;
	gallery = gallery_of(desk, game);
	watcher = gallery->there ? holder(matter, gallery, &token) : NULL;
	if (watcher == NULL)
		return true;
	snprintf(matter->deed.game, sizeof matter->deed.game, "%s", game->id);
	if (watcher->state == WATCHER_ASKED ||
	    desk_raise(desk, 1, "bounces %s watcher%u", game->id, watcher->serial) + 1 >= BOUNCES) {
		desk_notice(desk, matter->waiting->received,
			    "Letters to watcher %u of game %s come back as undeliverable; he gets "
			    "no more",
			    watcher->serial, game->id);
		gallery_drop(desk, gallery, watcher);
	}
	return true;
}
