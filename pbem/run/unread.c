/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/order/order.h"
#include "core/base/text.h"
#include "pbem/answer/aside.h"
#include "pbem/answer/deeds.h"
#include "pbem/mailing/press.h"
#include "pbem/answer/sender.h"
#include "pbem/batch/tally.h"
#include "pbem/run/unread.h"

enum { SECONDS_A_DAY = 86400 };

/* Whether the seat in hand hasn't been told of such a letter today; from now on it has. */
static bool may_tell(struct hand *hand, const char *of)
{
	char *name = base_printf("%s %s %u %lld", of, hand->game->id, hand->seat,
				 (long long)(hand->waiting->received / SECONDS_A_DAY));
	bool may = intake_count(hand->intake, name) == 0;

	if (may)
		intake_add_count(hand->intake, name, 1);
	free(name);
	return may;
}

/* ---- what looks automatic ---- */

/* The header that tells, without what stands in it: that is a stranger's. */
static void note_automatic(struct hand *hand)
{
	const struct letter *letter = hand->letter;
	time_t when = (time_t)hand->waiting->received;
	struct tm parts;
	char stamp[64], *note;

	tally_add(hand->intake, TALLY_AUTOMATIC, 1);
	if (!may_tell(hand, "automatic"))
		return;
	gmtime_r(&when, &parts);
	strftime(stamp, sizeof stamp, "%d %b %Y, %H:%M UTC", &parts);
	note = base_printf(
		"A letter with your key came on %s that looks as if a program had sent it (by its "
		"%.*s). Such letters are never answered, and nothing in it was carried out. If "
		"you wrote it yourself, please send your orders again as a plain reply.",
		stamp, (int)strcspn(letter->why_automatic, ":"), letter->why_automatic);
	press_note(hand->intake, hand->game, hand->seat, note);
	free(note);
}

static bool has_orders(const struct hand *hand)
{
	struct order_list orders;
	struct reason why;
	bool has;

	order_list_init(&orders);
	has = order_read_letter(hand_game(hand)->variant, hand->letter->text, &orders, &why) ==
	      ACCEPTED;
	order_list_done(&orders);
	return has;
}

void unread_automatic(struct hand *hand)
{
	if (sender_known(hand) && hand->game->file != NULL && hand->live && has_orders(hand))
		note_automatic(hand);
}

/* ---- what can't be read ---- */

/* What the player is told. The caller frees it. */
static char *why_for_player(const struct intake *intake, enum unread what, const char *why)
{
	switch (what) {
	case UNREAD_LARGE:
		return base_printf(
			"It is larger than the %ld kB that a letter may have, most likely by a "
			"picture or an attached file. Send your orders again in a short reply of "
			"text alone.",
			intake->site->config->max_letter_bytes / 1024);
	case UNREAD_REFUSED:
		return base_printf("%s. Send your orders again in a short reply of text alone.",
				   why);
	case UNREAD_FAILED:
		break;
	}
	return base_strdup(
		"The program has failed over it, and the moderator has been told. Send your orders "
		"again in a short reply of text alone; if that comes to nothing too, please write "
		"to the moderator.");
}

static int tell_seat(struct hand *hand, enum unread what, const char *why, struct reason *reason)
{
	char *text = why_for_player(hand->intake, what, why);
	const struct mail mail = {.template = "unreadable", .why = text};
	int result = may_tell(hand, "unread") ? hand_send(hand, &mail, reason) : 0;

	free(text);
	return result;
}

/* Whose letter it is, and that the seat hears of it. *genuine_out: it has a key of ours. */
static int hear(struct hand *hand, enum unread what, const char *why, bool *genuine_out,
		bool *put_off_out, struct reason *reason)
{
	bool own = sender_is_own(hand);

	*genuine_out = !own && sender_known(hand) && !hand->conflict;
	if (!*genuine_out)
		return 0;
	/* A letter we crashed over isn't tried a second time, whatever its game is like. */
	if (hand->game->file == NULL) {
		*put_off_out = what != UNREAD_FAILED;
		return 0;
	}
	if (hand->letter->class != LETTER_AUTOMATIC)
		return tell_seat(hand, what, why, reason);
	if (hand->live)
		note_automatic(hand);
	return 0;
}

int unread_take(struct intake *intake, const struct waiting *waiting, const char *bytes, size_t len,
		enum unread what, const char *why, bool *put_off_out, struct reason *reason)
{
	struct letter *letter = letter_sample(bytes != NULL ? bytes : "", bytes != NULL ? len : 0,
					      intake->site->config->address);
	struct hand hand = {.intake = intake, .waiting = waiting, .letter = letter};
	bool genuine = false;
	struct digest digest;
	int result = 0;

	digest = letter->digest;
	if (bytes == NULL || what == UNREAD_LARGE)
		digest_bytes(waiting->id, strlen(waiting->id), &digest);
	hand.deed.when = waiting->received;
	hand.deed.seat = -1;
	memcpy(hand.deed.digest, digest.hex, sizeof digest.hex);
	hand.repeated = deeds_digest(intake, digest.hex, &hand.deed);
	if (!hand.repeated) {
		result = hear(&hand, what, why, &genuine, put_off_out, reason);
		if (result == 0 && !*put_off_out) {
			tally_add(intake, what == UNREAD_LARGE ? TALLY_LARGE : TALLY_ASIDE, 1);
			aside_put(&hand, what == UNREAD_LARGE ? NULL : bytes, len, genuine, why);
		}
	}
	/* Its orders were not read: the same letter in other bytes is another. */
	hand.token_text = NULL;
	if (result == 0 && !*put_off_out)
		deeds_note(&hand);
	letter_free(letter);
	return result;
}
