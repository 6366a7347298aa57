/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/notation/vocabulary.h"
#include "core/order/order_parse.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "pbem/batch/ignored_counts.h"
#include "pbem/batch/quarantine.h"
#include "pbem/dispatch/handlers.h"
#include "pbem/mail/mail_dates.h"
#include "pbem/mail/pending_notes.h"
#include "pbem/request/processed_messages.h"
#include "pbem/request/sender.h"
#include "pbem/site/preferences.h"
#include "pbem/sys/log.h"

/* Reports whether the seat in hand hasn't been informed of such a message today, and counts it. */
static bool may_notify_seat(struct incoming *incoming, enum count_kind of)
{
	return incoming_count(incoming, of, 1) == 0;
}

/* ---- messages that look automatic ---- */

/* Adds a note that names the header that looked automatic, in the player's language. The header's
 * value is left out: it is a stranger's. */
static void note_automatic(struct incoming *incoming)
{
	const struct message *letter = incoming->letter;
	const struct vocabulary *spoken;
	struct person person;
	struct strbuf when;
	char *note;

	ignored_counts_add(incoming->workspace, IGNORED_COUNTS_AUTOMATIC, 1);
	if (!may_notify_seat(incoming, COUNT_AUTOMATIC))
		return;
	preferences_of(incoming->workspace, &incoming->game->seats.seats[incoming->seat], &person);
	(void)vocabulary_push(person.language, &spoken, NULL);
	strbuf_init(&when, 0);
	mail_moment(person.zone, incoming->waiting->received, &when);
	note = base_printf(
		translate(
			"On %s a message with your key came that looks as if a program had sent it "
			"(because of its %.*s). We never act on such messages. If you wrote it "
			"yourself, please send your orders again as a plain reply."),
		when.bytes, (int)strcspn(letter->why_automatic, ":"), letter->why_automatic);
	pending_notes_add(incoming->workspace, incoming->game, incoming->seat, note);
	vocabulary_pop(spoken);
	free(note);
	strbuf_done(&when);
}

bool unreadable_has_orders(const struct incoming *incoming)
{
	struct order_list orders;
	struct reason why;
	bool has;

	order_list_init(&orders);
	has = order_read_message(incoming_game(incoming)->variant, incoming->letter->text, &orders,
				 &why) == ACCEPTED;
	order_list_done(&orders);
	return has;
}

void unreadable_automatic(struct incoming *incoming)
{
	if (sender_known(incoming) && incoming->game->file != NULL && incoming->live &&
	    unreadable_has_orders(incoming))
		note_automatic(incoming);
}

/* ---- messages that can't be parsed ---- */

/* Returns the explanation for the player. The caller frees it. */
static char *describe_for_player(const struct workspace *workspace, enum unread what,
				 const char *why)
{
	switch (what) {
	case UNREAD_LARGE:
		return base_printf(
			translate("It is larger than %ld kB, probably because of a picture "
				  "or an attached file. Please send your orders again in a "
				  "short reply with text only."),
			workspace->site->config->max_message_bytes / 1024);
	case UNREAD_REFUSED:
		return base_printf(
			translate("%s. Please send your orders again in a short reply with "
				  "text only."),
			why);
	case UNREAD_FAILED:
	case UNREAD_GIVEN_UP:
		break;
	}
	return base_strdup(
		translate("Our program failed to read it; the moderator knows. Please send "
			  "your orders again in a short reply with text only. If that "
			  "doesn't work either, please write to the moderator."));
}

/* Informs the seat, in the player's language. */
static int notify_seat(struct incoming *incoming, enum unread what, const char *why,
		       struct reason *reason)
{
	const struct vocabulary *spoken;
	struct mail mail = {.template = "unreadable"};
	struct person person;
	char *text;
	int result;

	if (!may_notify_seat(incoming, COUNT_UNREADABLE))
		return 0;
	preferences_of(incoming->workspace, &incoming->game->seats.seats[incoming->seat], &person);
	(void)vocabulary_push(person.language, &spoken, NULL);
	text = describe_for_player(incoming->workspace, what, why);
	vocabulary_pop(spoken);
	mail.why = text;
	result = incoming_send(incoming, &mail, reason);
	free(text);
	return result;
}

/* Finds the seat that the message is from, and informs it. *genuine_out is set when the message has
 * a key of ours. */
static int notify_owner(struct incoming *incoming, enum unread what, const char *why,
			bool *genuine_out, bool *put_off_out, struct reason *reason)
{
	bool own = sender_is_own(incoming);

	*genuine_out = !own && sender_known(incoming) && !incoming->conflict && !incoming->voided;
	if (!*genuine_out)
		return 0;
	/* A message that made us crash isn't tried a second time, whatever the state of its
	 * game. */
	if (incoming->game->file == NULL) {
		*put_off_out = what != UNREAD_FAILED;
		return 0;
	}
	if (incoming->letter->class != MESSAGE_AUTOMATIC)
		return notify_seat(incoming, what, why, reason);
	if (incoming->live)
		note_automatic(incoming);
	return 0;
}

static void quarantine_message(struct incoming *incoming, const char *bytes, size_t len,
			       bool genuine, const char *why)
{
	struct quarantine_letter letter = {
		.id = incoming->waiting->id,
		.digest = incoming->processed.digest,
		.received = incoming->waiting->received,
		.bytes = bytes,
		.len = len,
	};
	struct strbuf whose;

	strbuf_init(&whose, 0);
	if (genuine && incoming->game->file != NULL)
		strbuf_addf(&whose, " by %s in game %s",
			    variant_seat_title(incoming_game(incoming)->variant, incoming->seat),
			    incoming->game->id);
	letter.whose = genuine ? whose.bytes : NULL;
	quarantine_put(incoming->workspace, &letter, why);
	incoming->processed.seat = -1;
	snprintf(incoming->processed.what, sizeof incoming->processed.what, "quarantined: %.120s",
		 why);
	strbuf_done(&whose);
}

/* Looks for the owner of a message. A message that can't even be searched for one has none. */
static struct message *read_owner_sample(struct workspace *workspace, const char *bytes, size_t len,
					 struct reason *reason)
{
	struct message *letter = NULL;

	if (bytes == NULL)
		return message_unknown();
	switch (sandbox_sample(bytes, len, &letter, reason)) {
	case SANDBOX_READ:
		break;
	case SANDBOX_LATER:
		return NULL;
	case SANDBOX_REFUSED:
	case SANDBOX_FAILED:
		if (workspace->log != NULL)
			log_line(workspace->log, "whose letter that is can't be told: %s\n",
				 reason->text);
		return message_unknown();
	}
	return letter;
}

static int handle_with_owner(struct incoming *incoming, const char *bytes, size_t len,
			     enum unread what, const char *why, bool *put_off_out,
			     struct reason *reason)
{
	bool genuine = false;
	int result = notify_owner(incoming, what, why, &genuine, put_off_out, reason);

	if (result != 0 || *put_off_out)
		return result;
	ignored_counts_add(incoming->workspace,
			   what == UNREAD_LARGE ? IGNORED_COUNTS_LARGE : IGNORED_COUNTS_ASIDE, 1);
	quarantine_message(incoming, what == UNREAD_LARGE ? NULL : bytes, len, genuine, why);
	return 0;
}

int unreadable_handle(struct workspace *workspace, const struct waiting *waiting, const char *bytes,
		      size_t len, enum unread what, const char *why, enum reception *became_out,
		      struct reason *reason)
{
	struct message *letter =
		read_owner_sample(workspace, what == UNREAD_GIVEN_UP ? NULL : bytes, len, reason);
	struct incoming incoming = {.workspace = workspace, .waiting = waiting, .letter = letter};
	bool put_off = false;
	struct sha256 digest;
	int result = 0;

	if (letter == NULL) {
		*became_out = RECEPTION_NOT_NOW;
		return 0;
	}
	if (bytes == NULL || what == UNREAD_LARGE)
		sha256_bytes(waiting->id, strlen(waiting->id), &digest);
	else
		sha256_bytes(bytes, len, &digest);
	incoming.processed.when = waiting->received;
	incoming.processed.seat = -1;
	memcpy(incoming.processed.digest, digest.hex, sizeof digest.hex);
	incoming.repeated = processed_digest(workspace, digest.hex, &incoming.processed);
	if (!incoming.repeated)
		result = handle_with_owner(&incoming, bytes, len, what, why, &put_off, reason);
	/* The orders were not read: the same text in other bytes is another message. */
	incoming.token_text = NULL;
	if (put_off)
		*became_out = RECEPTION_PUT_OFF;
	else if (result == 0)
		processed_note(&incoming);
	message_free(letter);
	return result;
}
