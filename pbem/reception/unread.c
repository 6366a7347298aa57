/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/base/text.h"
#include "core/order/order.h"
#include "core/phrase/phrase.h"
#include "core/words/words.h"
#include "pbem/batch/aside.h"
#include "pbem/answer/deeds.h"
#include "pbem/mailing/press.h"
#include "pbem/answer/sender.h"
#include "pbem/batch/tally.h"
#include "pbem/desk/people.h"
#include "pbem/mailing/mailing_moment.h"
#include "pbem/reception/takers.h"
#include "pbem/site/log.h"

/* Whether the seat in hand hasn't been told of such a letter today; from now on it has. */
static bool may_tell(struct matter *matter, const char *of)
{
	if (matter_count(matter, of, 0) > 0)
		return false;
	(void)matter_count(matter, of, 1);
	return true;
}

/* ---- what looks automatic ---- */

/* The header that tells, without what stands in it: that is a stranger's. In the player's language.
 */
static void note_automatic(struct matter *matter)
{
	const struct letter *letter = matter->letter;
	const char *spoken = words_spoken();
	struct person person;
	struct text when;
	char *note;

	tally_add(matter->desk, TALLY_AUTOMATIC, 1);
	if (!may_tell(matter, "automatic"))
		return;
	people_of(matter->desk, &matter->game->seats.seats[matter->seat], &person);
	(void)words_speak(person.language, NULL);
	text_init(&when, 0);
	mailing_moment(person.zone, matter->waiting->received, &when);
	note = base_printf(
		phrase("A letter with your key came on %s that looks as if a program had sent it "
		       "(by its %.*s). Such letters are never answered, and nothing in it was "
		       "carried out. If you wrote it yourself, please send your orders again as a "
		       "plain reply."),
		when.bytes, (int)strcspn(letter->why_automatic, ":"), letter->why_automatic);
	press_note(matter->desk, matter->game, matter->seat, note);
	(void)words_speak(spoken, NULL);
	free(note);
	text_done(&when);
}

static bool has_orders(const struct matter *matter)
{
	struct order_list orders;
	struct reason why;
	bool has;

	order_list_init(&orders);
	has = order_read_letter(matter_game(matter)->variant, matter->letter->text, &orders,
				&why) == ACCEPTED;
	order_list_done(&orders);
	return has;
}

void unread_automatic(struct matter *matter)
{
	if (sender_known(matter) && matter->game->file != NULL && matter->live &&
	    has_orders(matter))
		note_automatic(matter);
}

/* ---- what can't be read ---- */

/* What the player is told. The caller frees it. */
static char *why_for_player(const struct desk *desk, enum unread what, const char *why)
{
	switch (what) {
	case UNREAD_LARGE:
		return base_printf(phrase("It is larger than the %ld kB that a letter may have, "
					  "most likely by a picture or an attached file. Send your "
					  "orders again in a short reply of text alone."),
				   desk->site->config->max_letter_bytes / 1024);
	case UNREAD_REFUSED:
		return base_printf(
			phrase("%s. Send your orders again in a short reply of text alone."), why);
	case UNREAD_FAILED:
		break;
	}
	return base_strdup(phrase("The program has failed over it, and the moderator has been "
				  "told. Send your orders again in a short reply of text alone; if "
				  "that comes to nothing too, please write to the moderator."));
}

/* In the player's language. */
static int tell_seat(struct matter *matter, enum unread what, const char *why,
		     struct reason *reason)
{
	const char *spoken = words_spoken();
	struct mail mail = {.template = "unreadable"};
	struct person person;
	char *text;
	int result;

	if (!may_tell(matter, "unread"))
		return 0;
	people_of(matter->desk, &matter->game->seats.seats[matter->seat], &person);
	(void)words_speak(person.language, NULL);
	text = why_for_player(matter->desk, what, why);
	(void)words_speak(spoken, NULL);
	mail.why = text;
	result = matter_send(matter, &mail, reason);
	free(text);
	return result;
}

/* Whose letter it is, and that the seat hears of it. *genuine_out: it has a key of ours. */
static int hear(struct matter *matter, enum unread what, const char *why, bool *genuine_out,
		bool *put_off_out, struct reason *reason)
{
	bool own = sender_is_own(matter);

	*genuine_out = !own && sender_known(matter) && !matter->conflict && !matter->voided;
	if (!*genuine_out)
		return 0;
	/* A letter we crashed over isn't tried a second time, whatever its game is like. */
	if (matter->game->file == NULL) {
		*put_off_out = what != UNREAD_FAILED;
		return 0;
	}
	if (matter->letter->class != LETTER_AUTOMATIC)
		return tell_seat(matter, what, why, reason);
	if (matter->live)
		note_automatic(matter);
	return 0;
}

static void set_aside(struct matter *matter, const char *bytes, size_t len, bool genuine,
		      const char *why)
{
	struct aside_letter letter = {
		.id = matter->waiting->id,
		.digest = matter->deed.digest,
		.received = matter->waiting->received,
		.bytes = bytes,
		.len = len,
	};
	struct text whose;

	text_init(&whose, 0);
	if (genuine && matter->game->file != NULL)
		text_addf(&whose, " by %s in game %s",
			  variant_seat_title(matter_game(matter)->variant, matter->seat),
			  matter->game->id);
	letter.whose = genuine ? whose.bytes : NULL;
	aside_put(matter->desk, &letter, why);
	matter->deed.seat = -1;
	snprintf(matter->deed.what, sizeof matter->deed.what, "set aside: %.120s", why);
	text_done(&whose);
}

/* Whose it may be. A letter that not even this can be told of is nobody's. */
static struct letter *look_for_owner(struct desk *desk, const char *bytes, size_t len,
				     struct reason *reason)
{
	struct letter *letter = NULL;

	if (bytes == NULL)
		return letter_unknown();
	switch (apart_sample(bytes, len, &letter, reason)) {
	case APART_READ:
		break;
	case APART_LATER:
		return NULL;
	case APART_REFUSED:
	case APART_FAILED:
		if (desk->log != NULL)
			log_line(desk->log, "whose letter that is can't be told: %s\n",
				 reason->text);
		return letter_unknown();
	}
	return letter;
}

static int take_owned(struct matter *matter, const char *bytes, size_t len, enum unread what,
		      const char *why, bool *put_off_out, struct reason *reason)
{
	bool genuine = false;
	int result = hear(matter, what, why, &genuine, put_off_out, reason);

	if (result != 0 || *put_off_out)
		return result;
	tally_add(matter->desk, what == UNREAD_LARGE ? TALLY_LARGE : TALLY_ASIDE, 1);
	set_aside(matter, what == UNREAD_LARGE ? NULL : bytes, len, genuine, why);
	return 0;
}

int unread_take(struct desk *desk, const struct waiting *waiting, const char *bytes, size_t len,
		enum unread what, const char *why, enum reception *became_out,
		struct reason *reason)
{
	struct letter *letter = look_for_owner(desk, bytes, len, reason);
	struct matter matter = {.desk = desk, .waiting = waiting, .letter = letter};
	bool put_off = false;
	struct digest digest;
	int result = 0;

	if (letter == NULL) {
		*became_out = RECEPTION_NOT_NOW;
		return 0;
	}
	if (bytes == NULL || what == UNREAD_LARGE)
		digest_bytes(waiting->id, strlen(waiting->id), &digest);
	else
		digest_bytes(bytes, len, &digest);
	matter.deed.when = waiting->received;
	matter.deed.seat = -1;
	memcpy(matter.deed.digest, digest.hex, sizeof digest.hex);
	matter.repeated = deeds_digest(desk, digest.hex, &matter.deed);
	if (!matter.repeated)
		result = take_owned(&matter, bytes, len, what, why, &put_off, reason);
	/* Its orders were not read: the same letter in other bytes is another. */
	matter.token_text = NULL;
	if (put_off)
		*became_out = RECEPTION_PUT_OFF;
	else if (result == 0)
		deeds_note(&matter);
	letter_free(letter);
	return result;
}
