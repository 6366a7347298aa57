/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pbem/batch/ignored_counts.h"
#include "pbem/dispatch/handlers.h"
#include "pbem/request/processed_messages.h"
#include "pbem/request/request.h"
#include "pbem/request/sender.h"
#include "pbem/sys/log.h"
#include "pbem/watchers/watchers.h"

enum { VOID_ANSWERS_A_DAY = 3, OTHERS_ANSWERS_A_DAY = 3 };

int from_player_repeat(struct incoming *incoming, struct reason *reason)
{
	const int64_t day = incoming_day(incoming);
	char *cause = base_printf("%lld%.32s", (long long)day, incoming->processed.digest);
	const char *what = incoming->processed.what;
	size_t len = strlen(what);
	bool ended = len > 0 && strchr(".!?", what[len - 1]) != NULL;
	char *done = base_printf("%s%s", what, ended ? "" : ".");
	const struct mail mail = {.template = "repeat",
				  .cause = cause,
				  .when = incoming->processed.when,
				  .done = done};
	int result = 0;

	incoming->repeated = true;
	if (workspace_is_first(
		    incoming->workspace, 1,
		    COUNT(COUNT_REPEATS, .subject = incoming->processed.digest, .day = day)))
		result = incoming_send(incoming, &mail, reason);
	free(done);
	free(cause);
	return result;
}

/* Informs the seats and the moderator the first time that a game is found damaged. If the game only
 * can't be read now, a log line is enough: the next run may read it. unreadable_games.h has the
 * games for which the failure continues. */
static int report_damage(struct incoming *incoming, struct reason *reason)
{
	struct workspace *workspace = incoming->workspace;
	int result = 0;

	if (!reason_is_temporary(&incoming->game->why) &&
	    workspace_is_first(workspace, 1, COUNT(COUNT_BAD_GAME, .game = incoming->game->id))) {
		workspace_notice(
			workspace, incoming->waiting->received,
			"Game %s can't be read and stands still, its letters wait: %s. Ask: "
			"pbem repair %s",
			incoming->game->id, incoming->game->why.text, incoming->game->id);
		result = mail_damaged(workspace, incoming->game->id, incoming->processed.digest,
				      reason);
	}
	log_line(workspace->log, "%s %s: waits, the game can't be read: %s\n",
		 incoming->waiting->id, incoming->game->id, incoming->game->why.text);
	return result;
}

/* Forgets the damage: the game can be read again. */
static void forget_damage(struct incoming *incoming)
{
	workspace_drop_count(incoming->workspace,
			     COUNT(COUNT_BAD_GAME, .game = incoming->game->id));
}

/* Handles a key from before the seat was given new ones: it changes nothing and shows nothing. If
 * the seat's present player answers an old message, pbem's answer says so; an earlier player gets
 * no answer. These answers have a limit of their own, so that nobody can use up the seat's. */
static int handle_voided_key(struct incoming *incoming, struct reason *reason)
{
	const struct seat *seat = &incoming->game->seats.seats[incoming->seat];
	struct mail mail = {
		.template = "dead-token",
		.game = incoming->game,
		.seat = incoming->seat,
		.answers = incoming->letter,
		.cause = incoming->processed.digest,
		.when = incoming->waiting->received,
	};
	struct reason why;

	incoming_set_what(incoming, "ignored: a key of before its seat was given new ones");
	if (!seats_has_address(seat, incoming->letter->from) ||
	    incoming_count(incoming, COUNT_REVOKED, 1) >= VOID_ANSWERS_A_DAY) {
		ignored_counts_add(incoming->workspace, IGNORED_COUNTS_VOID, 1);
		return 0;
	}
	sender_why_dead(incoming, &why);
	mail.why = why.text;
	return mail_send(incoming->workspace, &mail, reason);
}

bool from_player_is_other(struct incoming *incoming)
{
	return sender_known(incoming) && incoming->others;
}

/* Handles a message with another seat's key. These answers have a limit of their own: the holder of
 * a key can write in anybody's name, and must not use up that player's answers. */
int from_player_handle_others(struct incoming *incoming, bool *put_off_out, struct reason *reason)
{
	const struct mail mail = {
		.template = "refused",
		.game = incoming->game,
		.seat = incoming->seat,
		.cause = incoming->processed.digest,
		.when = incoming->waiting->received,
		.why = "Your letter carries the key of a letter to another player, most likely "
		       "because you answered to all, or to that player's letter. So nothing in it "
		       "was done, neither for you nor for that player. Your own orders go into a "
		       "reply to this letter, and to nobody else.",
	};

	(void)put_off_out;
	incoming->processed.seat = (int)incoming->seat;
	snprintf(incoming->processed.game, sizeof incoming->processed.game, "%s",
		 incoming->game->id);
	incoming_set_what(incoming,
			  "refused: the key of another seat, from the address of this one");
	/* The key isn't this seat's, and its owner hasn't used it. */
	incoming->token_text = NULL;
	if (incoming_count(incoming, COUNT_OTHERS_TOKENS, 1) >= OTHERS_ANSWERS_A_DAY)
		return 0;
	return mail_send(incoming->workspace, &mail, reason);
}

/* Reports whether the message comes from the address of somebody who only watches the game. */
static bool is_from_watcher(const struct incoming *incoming)
{
	struct watchers *watchers = watchers_of(incoming->workspace, incoming->game);
	const struct watcher *watcher =
		watchers->there && *incoming->letter->from != '\0'
			? watcher_list_at(&watchers->audience, incoming->letter->from)
			: NULL;

	return watcher != NULL && watcher->state != WATCHER_ASKED;
}

int from_player_handle(struct incoming *incoming, bool *put_off_out, struct reason *reason)
{
	const struct message *letter = incoming->letter;
	const struct seat *seat;
	struct processed earlier;
	int result;

	incoming->processed.seat = (int)incoming->seat;
	snprintf(incoming->processed.game, sizeof incoming->processed.game, "%s",
		 incoming->game->id);
	if (incoming->game->file == NULL) {
		*put_off_out = true;
		return report_damage(incoming, reason);
	}
	forget_damage(incoming);
	if (incoming->voided)
		return handle_voided_key(incoming, reason);
	if (processed_message(incoming->workspace, letter->message_id, incoming->token_text,
			      &earlier)) {
		incoming->processed = earlier;
		return from_player_repeat(incoming, reason);
	}
	if (incoming_is_over(incoming, INCOMING_LETTERS, &result, reason))
		return result;
	seat = &incoming->game->seats.seats[incoming->seat];
	if (incoming->token.purpose == TOKEN_ADDRESS)
		return request_agree(incoming, reason);
	if (incoming->conflict)
		return incoming_refuse(
			incoming, "refused",
			"Your letter carries the keys of letters to different players or games. "
			"Please answer one letter, and quote nothing from any other.",
			reason);
	if (incoming->workspace->site->config->from_must_match &&
	    !seats_has_address(seat, letter->from))
		return incoming_refuse(incoming, "refused",
				       "Your letter came from an address that isn't known for your "
				       "seat. Please send it from the address this letter went to.",
				       reason);
	if (!seats_has_address(seat, letter->from) && is_from_watcher(incoming))
		return incoming_refuse(
			incoming, "refused",
			"A letter with your key came from the address of somebody who "
			"watches this game. If you wrote it, please send it from the "
			"address this letter went to.",
			reason);
	if (letter->unreadable[0] != '\0')
		return incoming_refuse(incoming, "unreadable", letter->unreadable, reason);
	return request_answer(incoming, reason);
}
