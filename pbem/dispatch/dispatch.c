/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/notation/vocabulary.h"
#include "core/order/order_parse.h"
#include "core/util/strbuf.h"
#include "pbem/dispatch/dispatch.h"
#include "pbem/dispatch/handlers.h"
#include "pbem/migrate/forward.h"
#include "pbem/request/processed_messages.h"
#include "pbem/request/sender.h"
#include "pbem/site/preferences.h"

/* Handles an oversized message, of which no more than the start was fetched. */
static int handle_oversized(struct workspace *workspace, const struct waiting *waiting,
			    const char *start, size_t len, enum reception *became_out,
			    struct reason *reason)
{
	const bool delivered = strbuf_starts(waiting->id, "deliver:");
	char *why = base_printf("it has %zu bytes, more than max-message-bytes (%ld) allows; it %s",
				len, workspace->site->config->max_message_bytes,
				delivered ? "was left with the program that delivered it"
					  : "stays in the mailbox, marked as done");
	int result = unreadable_handle(workspace, waiting, start,
				       len < SOURCE_START ? len : SOURCE_START, UNREAD_LARGE, why,
				       became_out, reason);

	free(why);
	return result;
}

/* Removes a name from a subject, wherever it occurs. */
static void remove_from_subject(char *subject, const char *name)
{
	const size_t len = strlen(name);
	char *found;

	while (len > 0 && (found = strcasestr(subject, name)) != NULL)
		memmove(found, found + len, strlen(found + len) + 1);
}

/* Reports whether a subject looks automatic even without the names that our own subjects contain. A
 * player may be called "Bob (on vacation until Friday)". */
static bool is_away_without_names(const struct incoming *incoming)
{
	const struct seats *seats = &incoming->game->seats;
	char *subject = base_strdup(incoming->letter->subject);
	bool away;

	for (unsigned i = 0; i < seats->count; i++)
		remove_from_subject(subject, seats->seats[i].name);
	remove_from_subject(subject, incoming->workspace->site->config->name);
	away = message_subject_is_away(subject);
	free(subject);
	return away;
}

/* Reports whether a line of the message was probably meant as an order. */
static bool has_near_miss(const struct incoming *incoming)
{
	const char *text = incoming->letter->text, *cursor = text, *end = text + strlen(text),
		   *line;
	bool found = false;
	size_t len;

	while (!found && strbuf_next_line(&cursor, end, &line, &len)) {
		char *copy = base_strndup(line, len);

		found = !order_line_is_harmless(incoming_game(incoming)->variant, copy);
		free(copy);
	}
	return found;
}

/* Reports whether a message without a seat's key asks for something that needs no key. */
static bool asks_without_seat(struct incoming *incoming)
{
	const struct incoming_orders *orders =
		incoming_orders_for(incoming, incoming->letter->from);

	return orders->signup.kind != SIGNUP_NOTHING || orders->look.kind != LOOK_NOTHING ||
	       strncasecmp(incoming->letter->text, "PBEM ", 5) == 0;
}

/*
 * Reports whether a message whose subject alone looks automatic is a person's. It is when it has
 * orders and a live key. A line that was only meant as an order counts once a day: a program may
 * write such lines and would be answered for ever.
 */
static bool is_away_person(struct incoming *incoming)
{
	if (!sender_known(incoming))
		return asks_without_seat(incoming);
	if (incoming->game->file == NULL || !is_away_without_names(incoming))
		return true;
	if (!incoming->live)
		return false;
	if (unreadable_has_orders(incoming))
		return true;
	if (!has_near_miss(incoming) || incoming_count(incoming, COUNT_AWAY, 0) > 0)
		return false;
	(void)incoming_count(incoming, COUNT_AWAY, 1);
	return true;
}

/* Reports whether a message that came through a group address is a person's: it bears a live
 * key. */
static bool is_of_person(struct incoming *incoming)
{
	switch (incoming->letter->class) {
	case MESSAGE_PLAIN:
		return true;
	case MESSAGE_GROUP:
		return sender_known(incoming) &&
		       (incoming->live || incoming->others || incoming->game->file == NULL);
	case MESSAGE_AWAY:
		return is_away_person(incoming);
	case MESSAGE_AUTOMATIC:
	case MESSAGE_BOUNCE:
		break;
	}
	return false;
}

/* Forwards a message of any kind whose game has moved to another site. */
static bool forward_if_moved(struct incoming *incoming, const char *bytes, size_t len)
{
	uint32_t game;
	char *to;

	if (!forward_is_for(incoming->workspace, incoming->letter, sender_first_token(incoming),
			    &game, &to))
		return false;
	forward_add(incoming->workspace, game, incoming->waiting->received, bytes, len,
		    incoming->processed.digest);
	snprintf(incoming->processed.what, sizeof incoming->processed.what, "forwarded to %.140s",
		 to);
	incoming->handed_on = true;
	free(to);
	return true;
}

/* The kinds of senders, in the order in which they are tried. */
static const struct sender {
	enum purpose key; /* of the key in hand, unless there is `claims` */
	bool (*claims)(struct incoming *incoming);
	int (*handle)(struct incoming *incoming, bool *put_off_out, struct reason *reason);
	bool once;   /* the same key with the same Message-ID does nothing again */
	bool spoken; /* handled in the language of the sender's address */
} senders[] = {
	{TOKEN_COMMAND, NULL, from_moderator_handle, .once = true},
	{TOKEN_JOIN, NULL, from_joiner_handle, .once = true, .spoken = true},
	{TOKEN_OBSERVER, NULL, from_watcher_handle, .once = true},
	{.claims = from_player_is_other, from_player_handle_others},
	{.claims = from_watcher_of_seat, from_watcher_handle_seat, .once = true, .spoken = true},
	{.claims = from_joiner_of_seat, from_joiner_handle_seat, .once = true, .spoken = true},
	{.claims = sender_known, from_player_handle},
	{.claims = from_stranger_is_lost, from_stranger_ignore},
	{.claims = from_moderator_asks, from_moderator_ask},
	{.claims = from_joiner_asks, from_joiner_ask, .spoken = true},
	{.claims = from_watcher_asks, from_watcher_ask},
};

static int handle_as(const struct sender *sender, struct incoming *incoming, bool *put_off_out,
		     struct reason *reason)
{
	const struct vocabulary *spoken;
	struct processed earlier;
	struct person person;
	int result;

	if (sender->once && processed_message(incoming->workspace, incoming->letter->message_id,
					      incoming->token_text, &earlier)) {
		incoming->processed = earlier;
		incoming->repeated = true;
		return 0;
	}
	if (sender->spoken) {
		preferences_of_address(incoming->workspace, incoming->letter->from, &person);
		(void)vocabulary_push(person.language, &spoken, NULL);
	}
	result = sender->handle(incoming, put_off_out, reason);
	if (sender->spoken)
		vocabulary_pop(spoken);
	return result;
}

/* Handles a message of a person by the first kind of sender that claims it. */
static int handle_person(struct incoming *incoming, bool *put_off_out, struct reason *reason)
{
	const bool other = sender_take_other(incoming);

	for (size_t i = 0; i < ARRAY_LEN(senders); i++)
		if (senders[i].claims != NULL
			    ? senders[i].claims(incoming)
			    : other && (enum purpose)incoming->token.purpose == senders[i].key)
			return handle_as(&senders[i], incoming, put_off_out, reason);
	return from_stranger_handle(incoming, put_off_out, reason);
}

static int handle_message(struct incoming *incoming, bool *put_off_out, struct reason *reason)
{
	struct processed earlier;

	if (processed_digest(incoming->workspace, incoming->letter->digest.hex, &earlier)) {
		incoming->processed = earlier;
		incoming->repeated = true;
		if (earlier.seat < 0 || !is_of_person(incoming) || !sender_known(incoming) ||
		    incoming->game->file == NULL || incoming->voided ||
		    earlier.seat != (int)incoming->seat)
			return 0;
		return from_player_repeat(incoming, reason);
	}
	if (sender_is_own(incoming)) {
		incoming_set_what(incoming, "a letter of ours that came back");
		return 0;
	}
	switch (is_of_person(incoming) ? MESSAGE_PLAIN : incoming->letter->class) {
	case MESSAGE_GROUP:
	case MESSAGE_AWAY:
	case MESSAGE_AUTOMATIC:
		unreadable_automatic(incoming);
		snprintf(incoming->processed.what, sizeof incoming->processed.what,
			 "automatic mail (%.100s)", incoming->letter->why_automatic);
		return 0;
	case MESSAGE_BOUNCE:
		from_stranger_bounce(incoming);
		return 0;
	case MESSAGE_PLAIN:
		break;
	}
	return handle_person(incoming, put_off_out, reason);
}

/* Handles a message that was parsed, and frees it. */
static int handle_parsed(struct incoming *incoming, const char *bytes, size_t len,
			 enum reception *became_out, struct reason *reason)
{
	bool put_off = false;
	int result = 0;

	incoming->processed.when = incoming->waiting->received;
	incoming->processed.seat = -1;
	memcpy(incoming->processed.digest, incoming->letter->digest.hex,
	       sizeof incoming->processed.digest);
	if (!forward_if_moved(incoming, bytes, len))
		result = handle_message(incoming, &put_off, reason);
	if (put_off)
		*became_out = RECEPTION_PUT_OFF;
	else if (result == 0)
		processed_note(incoming);
	return result;
}

int dispatch_message(struct workspace *workspace, const struct waiting *waiting, const char *bytes,
		     size_t len, enum reception *became_out, struct reason *reason)
{
	struct incoming incoming = {.workspace = workspace, .waiting = waiting};
	struct message *letter = NULL;
	struct reason why;
	int result;

	*became_out = RECEPTION_TAKEN;
	if (site_need_words(workspace->site, reason) != 0)
		return workspace_at_fault(workspace, reason);
	if (bytes == NULL || len > (size_t)workspace->site->config->max_message_bytes)
		return handle_oversized(workspace, waiting, bytes, len, became_out, reason);
	switch (sandbox_read(bytes, len, &letter, &why)) {
	case SANDBOX_READ:
		break;
	case SANDBOX_REFUSED:
		return unreadable_handle(workspace, waiting, bytes, len, UNREAD_REFUSED, why.text,
					 became_out, reason);
	case SANDBOX_FAILED:
		return unreadable_handle(workspace, waiting, bytes, len, UNREAD_FAILED, why.text,
					 became_out, reason);
	case SANDBOX_LATER:
		*became_out = RECEPTION_NOT_NOW;
		*reason = why;
		return 0;
	}
	incoming.letter = letter;
	result = handle_parsed(&incoming, bytes, len, became_out, reason);
	message_free(letter);
	return result;
}

static int quarantine_message(struct workspace *workspace, const struct waiting *waiting,
			      const char *bytes, size_t len, enum unread what, const char *why,
			      enum reception *became_out, struct reason *reason)
{
	*became_out = RECEPTION_TAKEN;
	if (site_need_words(workspace->site, reason) != 0)
		return workspace_at_fault(workspace, reason);
	/* No more than the start of an oversized message is there. */
	if (len > (size_t)workspace->site->config->max_message_bytes && len > SOURCE_START)
		len = SOURCE_START;
	return unreadable_handle(workspace, waiting, bytes, len, what, why, became_out, reason);
}

int dispatch_quarantine(struct workspace *workspace, const struct waiting *waiting,
			const char *bytes, size_t len, const char *why, enum reception *became_out,
			struct reason *reason)
{
	return quarantine_message(workspace, waiting, bytes, len, UNREAD_FAILED, why, became_out,
				  reason);
}

int dispatch_give_up(struct workspace *workspace, const struct waiting *waiting, const char *bytes,
		     size_t len, const char *why, enum reception *became_out, struct reason *reason)
{
	return quarantine_message(workspace, waiting, bytes, len, UNREAD_GIVEN_UP, why, became_out,
				  reason);
}
