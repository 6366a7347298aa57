/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "core/notation/vocabulary.h"
#include "core/order/order_parse.h"
#include "core/order/order_signup.h"
#include "pbem/batch/ignored_counts.h"
#include "pbem/calendar/timezone.h"
#include "pbem/dispatch/handlers.h"
#include "pbem/request/sender.h"
#include "pbem/signup/signup.h"
#include "pbem/site/preferences.h"
#include "pbem/sys/log.h"
#include "pbem/watchers/watchers.h"

enum {
	ANSWERS_A_DAY = 10, /* answers to one watcher */
	BOUNCES = 2,
	SETTINGS_MAX = 10, /* lines of a message */
};

/* ---- settings for messages ---- */

/* The settings that a message asks for, for later messages. `fault`: why one of them is impossible,
 * in words for the sender. */
struct watcher_settings {
	bool brevity, html, zone, language;
	struct reason fault;
};

static bool has_settings(const struct watcher_settings *wishes)
{
	return wishes->brevity || wishes->html || wishes->zone || wishes->language;
}

static void apply_setting(struct incoming *incoming, const char *address,
			  const struct order_look *look, struct watcher_settings *wishes)
{
	char zone[TIMEZONE_NAME_MAX + 1], language[VOCABULARY_LANGUAGE_MAX + 1];

	if (look->kind == LOOK_SHORT) {
		preferences_set(incoming->workspace, address, PREFERENCES_SHORT, look->text);
		wishes->brevity = true;
	} else if (look->kind == LOOK_HTML) {
		preferences_set(incoming->workspace, address, PREFERENCES_HTML, look->text);
		wishes->html = true;
	} else if (look->kind == LOOK_ZONE &&
		   timezone_find(look->text, zone, &wishes->fault) == ACCEPTED) {
		preferences_set(incoming->workspace, address, PREFERENCES_ZONE, zone);
		wishes->zone = true;
	} else if (look->kind == LOOK_LANGUAGE &&
		   preferences_find_language(incoming->workspace, look->text, language,
					     &wishes->fault) == ACCEPTED) {
		preferences_set(incoming->workspace, address, PREFERENCES_LANGUAGE, language);
		wishes->language = true;
	}
}

/* Takes all settings in the message. They belong to the address and hold from now on. *look becomes
 * the first line that isn't a setting, if there is one. All lines are read in the language that the
 * address had before. */
static void apply_settings(struct incoming *incoming, const char *address, struct order_look *look,
			   struct watcher_settings *wishes)
{
	const struct vocabulary *spoken;
	const char *text = incoming->letter->text;
	struct person person;
	struct order_look other = {.kind = LOOK_NOTHING};

	*wishes = (struct watcher_settings){.fault = {.text = ""}};
	preferences_of_address(incoming->workspace, address, &person);
	(void)vocabulary_push(person.language, &spoken, NULL);
	for (unsigned i = 0; i < SETTINGS_MAX && look->kind != LOOK_NOTHING; i++) {
		if (look->kind >= LOOK_SHORT)
			apply_setting(incoming, address, look, wishes);
		else if (other.kind == LOOK_NOTHING)
			other = *look;
		text += look->at + look->len;
		order_look_read(text, look);
	}
	vocabulary_pop(spoken);
	*look = other;
}

/* Returns the number of the game that a message names, or 0 if it names none. Opens no game. */
static uint32_t find_named_game(const struct incoming *incoming, const struct order_look *look)
{
	return look->game[0] != '\0' ? workspace_number(incoming->workspace, look->game) : 0;
}

/* Returns the watchers of the game of that number. Returns NULL, and lets the message wait, when
 * the game or its watchers can't be read. */
static struct watchers *open_watchers(struct incoming *incoming, uint32_t number, bool *put_off_out)
{
	struct workspace_game *game = workspace_game(incoming->workspace, number);
	struct watchers *watchers = NULL;

	if (game != NULL && game->file != NULL)
		watchers = watchers_of(incoming->workspace, game);
	if (watchers != NULL && watchers->there)
		return watchers;
	if (watchers != NULL)
		watchers_note_damaged(incoming->workspace, watchers, incoming->waiting->received);
	if (game != NULL)
		log_line(incoming->workspace->log, "%s %s: waits, %s\n", incoming->waiting->id,
			 game->id, watchers != NULL ? watchers->why.text : game->why.text);
	*put_off_out = game != NULL;
	return NULL;
}

static int skip_over_ration(struct incoming *incoming)
{
	ignored_counts_add(incoming->workspace, IGNORED_COUNTS_RATION, 1);
	incoming_set_what(incoming, "WATCH: not answered, over the day's ration");
	return 0;
}

/* ---- games that haven't begun ---- */

/* Returns the open game that a WATCH or UNWATCH names; NULL if there is none. */
static struct workspace_offer *find_named_open_game(struct incoming *incoming,
						    const struct order_look *look)
{
	const bool is = look->kind == LOOK_BEGIN || look->kind == LOOK_END;
	struct workspace_offer *offer = is && look->game[0] != '\0'
						? open_games_named(incoming->workspace, look->game)
						: NULL;

	if (offer == NULL || open_games_is_over(offer, incoming->waiting->received))
		return NULL;
	return offer->there && offer->offer.rematch[0] != '\0' ? NULL : offer;
}

static int watch_open_game(struct incoming *incoming, struct workspace_offer *offer,
			   const struct order_look *look, const char *address, bool *put_off_out,
			   struct reason *reason)
{
	const struct mail_cause cause = incoming_cause(incoming);
	const char *what = "";
	int result = 0;

	if (offer->there)
		result = (look->kind == LOOK_END ? signup_unwatch : signup_watch)(
			incoming->workspace, offer, address, &cause, &what, reason);
	else
		log_line(incoming->workspace->log,
			 "%s %s: waits, the open game can't be read: %s\n", incoming->waiting->id,
			 offer->offer.id, offer->why.text);
	*put_off_out = !offer->there;
	incoming_set_what(incoming, what);
	return result;
}

/* ---- messages without a key ---- */

bool from_watcher_asks(struct incoming *incoming)
{
	struct order_look look;

	if (!incoming->letter->from_alone)
		return false;
	look = incoming_orders_for(incoming, incoming->letter->from)->look;
	return find_named_open_game(incoming, &look) != NULL ||
	       (look.kind == LOOK_BEGIN && find_named_game(incoming, &look) != 0);
}

int from_watcher_ask(struct incoming *incoming, bool *put_off_out, struct reason *reason)
{
	const struct mail_cause cause = incoming_cause(incoming);
	struct workspace_offer *offer;
	struct order_look look;
	struct watchers *watchers;
	enum count_kind ration;

	look = incoming_orders_for(incoming, incoming->letter->from)->look;
	/* An address that asked today may take that back today. */
	ration = look.kind == LOOK_END ? COUNT_UNWATCHES : COUNT_JOINS;
	/* Checked before a game is opened for the message. */
	if (!from_joiner_has_room(incoming, ration))
		return skip_over_ration(incoming);
	offer = find_named_game(incoming, &look) == 0 ? find_named_open_game(incoming, &look)
						      : NULL;
	watchers = offer == NULL
			   ? open_watchers(incoming, find_named_game(incoming, &look), put_off_out)
			   : NULL;
	if (watchers == NULL && offer == NULL)
		return 0;
	if (!from_joiner_may_write(incoming, ration))
		return skip_over_ration(incoming);
	if (offer != NULL)
		return watch_open_game(incoming, offer, &look, incoming->letter->from, put_off_out,
				       reason);
	incoming_set_what(incoming, "WATCH: asked to confirm, or told why not");
	return watchers_request_confirmation(incoming->workspace, watchers, incoming->letter->from,
					     &cause, reason);
}

/* ---- messages with a watcher's key ---- */

/* Returns the watcher whose key it is, if the key is still valid; otherwise NULL. */
static struct watcher *find_key_holder(const struct incoming *incoming,
				       const struct watchers *watchers, const struct token *token)
{
	struct watcher *watcher = watcher_list_numbered(&watchers->audience, token->question);
	struct sha256 bond;

	if (watcher == NULL || incoming_day(incoming) > token->expires)
		return NULL;
	watcher_list_bond(&watchers->game->file->root, watcher, &bond);
	return token_is_bound(incoming->workspace->site->keys, token, &bond) ? watcher : NULL;
}

/* Handles a key that is no longer valid: the watcher was asked again or no longer watches, or a
 * backup was restored. The message is handled as if it had no key. */
static int handle_outdated_key(struct incoming *incoming, struct watchers *watchers,
			       const struct order_look *look, struct reason *reason)
{
	const struct mail_cause cause = incoming_cause(incoming);
	const bool again = look->kind == LOOK_BEGIN;

	if (!from_joiner_may_write(incoming, again ? COUNT_JOINS : COUNT_OUTDATED))
		return skip_over_ration(incoming);
	incoming_set_what(incoming, again ? "overtaken: asked anew to confirm"
					  : "overtaken: the key is good no more");
	if (again)
		return watchers_request_confirmation(incoming->workspace, watchers,
						     incoming->letter->from, &cause, reason);
	return watchers_refuse(incoming->workspace, watchers->game->id, incoming->letter->from,
			       "That message's key is no longer valid: you don't watch this game.",
			       &cause, reason);
}

/* Handles a watcher who hasn't confirmed yet: the watcher may confirm, or withdraw. */
static int handle_unconfirmed_watcher(struct incoming *incoming, struct watchers *watchers,
				      struct watcher *watcher, const struct order_look *look,
				      const struct watcher_settings *wishes, struct reason *reason)
{
	const struct mail_cause cause = incoming_cause(incoming);
	const char *what = "nothing in it that confirms";
	char address[WATCHER_LIST_ADDRESS_MAX + 1];
	int result = 0;

	snprintf(address, sizeof address, "%s", watcher->address);
	if (look->kind == LOOK_BEGIN) {
		result = watchers_enter(incoming->workspace, watchers, address, &cause, &what,
					reason);
	} else if (look->kind == LOOK_END) {
		what = "UNWATCH: wasn't watching yet";
		result = watchers_leave(incoming->workspace, watchers, watcher,
					"You don't watch this game. We won't ask you again.",
					&cause, reason);
	} else if (has_settings(wishes)) {
		what = "a wish for his letters: asked anew to confirm";
		result = watchers_request_confirmation(incoming->workspace, watchers, address,
						       &cause, reason);
	} else {
		result = watchers_refuse(
			incoming->workspace, watchers->game->id, address,
			wishes->fault.text[0] != '\0'
				? wishes->fault.text
				: "You don't watch this game yet. If you want to, reply to "
				  "the letter that asks you, and write WATCH on its first "
				  "line.",
			&cause, reason);
	}
	incoming_set_what(incoming, what);
	return result;
}

static int handle_active_watcher(struct incoming *incoming, struct watchers *watchers,
				 struct watcher *watcher, const struct order_look *look,
				 const struct watcher_settings *wishes, struct reason *reason)
{
	static const struct {
		enum watchers_answer answer;
		const char *what, *why;
	} rows[] = {
		[LOOK_NOTHING] = {WATCHERS_HELP, "nothing in it that a watcher can ask",
				  "We found nothing in your message that we can answer. Watchers "
				  "can ask for STATUS, GAMES and HELP RULES."},
		[LOOK_BEGIN] = {WATCHERS_BOARD, "WATCH: watches already",
				"You watch this game already."},
		[LOOK_STATUS] = {WATCHERS_BOARD, "STATUS", NULL},
		[LOOK_HELP] = {WATCHERS_HELP, "HELP", NULL},
		[LOOK_GAMES] = {WATCHERS_GAMES, "GAMES", NULL},
	};
	const struct mail_cause cause = incoming_cause(incoming);
	const bool waits = watcher->state == WATCHER_WAITS;
	const bool wished = has_settings(wishes);
	struct watchers_reply reply = {
		.what = rows[look->kind].answer,
		.why = rows[look->kind].why,
		.topic = look->kind == LOOK_HELP ? look->text : NULL,
		.brevity = wishes->brevity,
		.html = wishes->html,
		.zone = wishes->zone,
		.language = wishes->language,
	};

	if (look->kind == LOOK_END) {
		incoming_set_what(incoming, "UNWATCH");
		return watchers_leave(incoming->workspace, watchers, watcher,
				      "You don't watch this game any more, as you wished.", &cause,
				      reason);
	}
	incoming_set_what(incoming, wished ? "a wish for his letters" : rows[look->kind].what);
	if (waits && reply.what == WATCHERS_BOARD)
		reply.what = WATCHERS_HELP;
	if (wishes->fault.text[0] != '\0')
		reply.why = wishes->fault.text;
	else if (waits)
		reply.why = "The moderator hasn't said yet whether you may watch.";
	else if (wished && look->kind == LOOK_NOTHING)
		reply.why = NULL;
	return watchers_answer(incoming->workspace, watchers, watcher, &reply, &cause, reason);
}

/* Returns the watcher's request if it is about the key's own game: a key is valid for that game
 * alone. */
static struct order_look *restrict_to_own_game(const struct watchers *watchers,
					       struct order_look *look)
{
	if (look->game[0] != '\0' && strcmp(look->game, watchers->game->id) != 0)
		*look = (struct order_look){.kind = LOOK_NOTHING};
	return look;
}

/* Skips a message beyond the limit of the day, and explains that in an answer to the first one. */
static int refuse_over_limit(struct incoming *incoming, struct watchers *watchers,
			     const struct watcher *watcher, int64_t answers, struct reason *reason)
{
	const struct mail_cause cause = incoming_cause(incoming);
	const struct watchers_reply reply = {
		.what = WATCHERS_HELP,
		.why = "You have had 10 answers about this game today. Until midnight UTC your "
		       "letters aren't answered, and only UNWATCH is carried out.",
	};

	(void)skip_over_ration(incoming);
	if (answers > ANSWERS_A_DAY)
		return 0;
	if (watcher->state == WATCHER_ASKED)
		return watchers_refuse(incoming->workspace, watchers->game->id, watcher->address,
				       reply.why, &cause, reason);
	return watchers_answer(incoming->workspace, watchers, watcher, &reply, &cause, reason);
}

int from_watcher_handle(struct incoming *incoming, bool *put_off_out, struct reason *reason)
{
	struct watcher_settings wishes;
	struct watcher *watcher;
	struct watchers *watchers;
	struct order_look look;
	int64_t answers;

	watchers = open_watchers(incoming, incoming->token.game, put_off_out);
	if (watchers == NULL) {
		incoming_set_what(incoming, "ignored: its game isn't there");
		return 0;
	}
	snprintf(incoming->processed.game, sizeof incoming->processed.game, "%s",
		 watchers->game->id);
	watcher = find_key_holder(incoming, watchers, &incoming->token);
	look = incoming_orders_for(incoming,
				   watcher != NULL ? watcher->address : incoming->letter->from)
		       ->look;
	if (watcher == NULL)
		return handle_outdated_key(incoming, watchers,
					   restrict_to_own_game(watchers, &look), reason);
	answers = workspace_raise(incoming->workspace, 1,
				  COUNT(COUNT_WATCHER_ANSWERS, .game = watchers->game->id,
					.number = watcher->serial, .day = incoming_day(incoming)));
	if (answers >= ANSWERS_A_DAY && look.kind != LOOK_END)
		return refuse_over_limit(incoming, watchers, watcher, answers, reason);
	if (incoming->orders.tries)
		look.kind = LOOK_NOTHING;
	apply_settings(incoming, watcher->address, &look, &wishes);
	(void)restrict_to_own_game(watchers, &look);
	return watcher->state == WATCHER_ASKED
		       ? handle_unconfirmed_watcher(incoming, watchers, watcher, &look, &wishes,
						    reason)
		       : handle_active_watcher(incoming, watchers, watcher, &look, &wishes, reason);
}

/* ---- messages with a seat's key that are about watching another game ---- */

bool from_watcher_of_seat(struct incoming *incoming)
{
	struct order_look look;

	if (!sender_known(incoming) || incoming->game->file == NULL || incoming->conflict ||
	    incoming->voided || incoming->lost)
		return false;
	look = incoming_orders_for(incoming,
				   incoming->game->seats.seats[incoming->seat].addresses[0])
		       ->look;
	return find_named_open_game(incoming, &look) != NULL ||
	       ((look.kind == LOOK_BEGIN || look.kind == LOOK_END) &&
		find_named_game(incoming, &look) != 0 &&
		find_named_game(incoming, &look) != incoming->game->number);
}

static int unwatch_by_seat_key(struct incoming *incoming, struct watchers *watchers,
			       const char *address, struct reason *reason)
{
	const struct mail_cause cause = incoming_cause(incoming);
	const struct watcher *watcher = watcher_list_at(&watchers->audience, address);

	incoming_set_what(incoming, "UNWATCH");
	if (watcher != NULL)
		return watchers_leave(incoming->workspace, watchers, watcher,
				      "You don't watch this game any more, as you wished.", &cause,
				      reason);
	return watchers_refuse(incoming->workspace, watchers->game->id, address,
			       "You don't watch this game.", &cause, reason);
}

int from_watcher_handle_seat(struct incoming *incoming, bool *put_off_out, struct reason *reason)
{
	const struct seat *seat = &incoming->game->seats.seats[incoming->seat];
	const struct mail_cause cause = incoming_cause(incoming);
	struct workspace_offer *offer;
	struct order_look look;
	struct watchers *watchers;
	const char *what = "";
	int result;

	look = incoming_orders_for(incoming, seat->addresses[0])->look;
	offer = find_named_game(incoming, &look) == 0 ? find_named_open_game(incoming, &look)
						      : NULL;
	watchers = offer == NULL
			   ? open_watchers(incoming, find_named_game(incoming, &look), put_off_out)
			   : NULL;
	if (watchers == NULL && offer == NULL)
		return 0;
	incoming->processed.seat = (int)incoming->seat;
	snprintf(incoming->processed.game, sizeof incoming->processed.game, "%s",
		 incoming->game->id);
	if (incoming_is_over(incoming, INCOMING_LETTERS, &result, reason) ||
	    incoming_is_over(incoming, INCOMING_ELSEWHERE, &result, reason))
		return result;
	if (from_joiner_asks_more(incoming, look.at, look.len))
		return incoming_refuse(incoming, "refused",
				       "Please write about another game in a separate message, and "
				       "send the other lines without it.",
				       reason);
	if (offer != NULL)
		return watch_open_game(incoming, offer, &look, seat->addresses[0], put_off_out,
				       reason);
	if (look.kind == LOOK_END)
		return unwatch_by_seat_key(incoming, watchers, seat->addresses[0], reason);
	result = watchers_enter(incoming->workspace, watchers, seat->addresses[0], &cause, &what,
				reason);
	incoming_set_what(incoming, what);
	return result;
}

/* ---- messages that bounce ---- */

bool from_watcher_bounced(struct incoming *incoming)
{
	struct workspace *workspace = incoming->workspace;
	struct workspace_game *game;
	struct watchers *watchers;
	struct watcher *watcher;
	struct token token;

	if (!sender_read_id(incoming, incoming->letter->bounced_id, &token) ||
	    token.purpose != TOKEN_OBSERVER)
		return false;
	game = workspace_game(workspace, token.game);
	if (!incoming->letter->bounce_permanent || game == NULL || game->file == NULL)
		return true;
	watchers = watchers_of(workspace, game);
	watcher = watchers->there ? find_key_holder(incoming, watchers, &token) : NULL;
	if (watcher == NULL)
		return true;
	snprintf(incoming->processed.game, sizeof incoming->processed.game, "%s", game->id);
	if (watcher->state == WATCHER_ASKED ||
	    workspace_raise(
		    workspace, 1,
		    COUNT(COUNT_WATCHER_BOUNCES, .game = game->id, .number = watcher->serial)) +
			    1 >=
		    BOUNCES) {
		workspace_notice(
			workspace, incoming->waiting->received,
			"Letters to watcher %u of game %s come back as undeliverable; he gets "
			"no more",
			watcher->serial, game->id);
		watchers_drop(workspace, watchers, watcher);
	}
	return true;
}
