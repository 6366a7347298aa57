/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "pbem/answer/deeds.h"
#include "pbem/answer/sender.h"
#include "pbem/moving/handing.h"
#include "pbem/reception/takers.h"
#include "pbem/reception/reception.h"

/* One of which no more than its start was fetched. */
static int take_large(struct desk *desk, const struct waiting *waiting, const char *start,
		      size_t len, enum reception *became_out, struct reason *reason)
{
	const bool delivered = text_starts(waiting->id, "deliver:");
	char *why = base_printf("it has %zu bytes, more than max-letter-bytes (%ld) allows; it %s",
				len, desk->site->config->max_letter_bytes,
				delivered ? "was left with the program that delivered it"
					  : "stays in the mailbox, marked as done");
	int result = unread_take(desk, waiting, start, len < SOURCE_START ? len : SOURCE_START,
				 UNREAD_LARGE, why, became_out, reason);

	free(why);
	return result;
}

/* What came through a group address is a person's when it bears a live key. */
static bool is_of_person(struct matter *matter)
{
	if (matter->letter->class != LETTER_GROUP)
		return matter->letter->class == LETTER_PLAIN;
	return sender_known(matter) && (matter->live || matter->game->file == NULL);
}

/* Its game is at another site by now: it goes after it, whatever it is. */
static bool hand_on(struct matter *matter, const char *bytes, size_t len)
{
	uint32_t game;
	char *to;

	if (!handing_is_for(matter->desk, matter->letter, &game, &to))
		return false;
	handing_add(matter->desk, game, matter->waiting->received, bytes, len, matter->deed.digest);
	snprintf(matter->deed.what, sizeof matter->deed.what, "handed on to %.140s", to);
	matter->handed_on = true;
	free(to);
	return true;
}

static int take_letter(struct matter *matter, bool *put_off_out, struct reason *reason)
{
	struct deed earlier;

	if (deeds_digest(matter->desk, matter->letter->digest.hex, &earlier)) {
		matter->deed = earlier;
		matter->repeated = true;
		if (earlier.seat < 0 || !is_of_person(matter) || !sender_known(matter) ||
		    matter->game->file == NULL || matter->voided)
			return 0;
		return player_repeat(matter, reason);
	}
	if (sender_is_own(matter)) {
		matter_set_what(matter, "a letter of ours that came back");
		return 0;
	}
	switch (is_of_person(matter) ? LETTER_PLAIN : matter->letter->class) {
	case LETTER_GROUP:
	case LETTER_AUTOMATIC:
		unread_automatic(matter);
		snprintf(matter->deed.what, sizeof matter->deed.what, "automatic mail (%.100s)",
			 matter->letter->why_automatic);
		return 0;
	case LETTER_BOUNCE:
		stranger_bounce(matter);
		return 0;
	case LETTER_PLAIN:
		break;
	}
	if (commander_known(matter))
		return commander_take(matter, put_off_out, reason);
	if (joiner_known(matter))
		return joiner_take(matter, put_off_out, reason);
	if (watcher_known(matter))
		return watcher_take(matter, put_off_out, reason);
	if (sender_known(matter) && watcher_of_seat(matter))
		return watcher_take_seat(matter, put_off_out, reason);
	if (sender_known(matter))
		return joiner_of_seat(matter) ? joiner_take_seat(matter, put_off_out, reason)
					      : player_take(matter, put_off_out, reason);
	return stranger_take(matter, put_off_out, reason);
}

/* One that was read; its letter is freed. */
static int take_read(struct matter *matter, const char *bytes, size_t len,
		     enum reception *became_out, struct reason *reason)
{
	bool put_off = false;
	int result = 0;

	matter->deed.when = matter->waiting->received;
	matter->deed.seat = -1;
	memcpy(matter->deed.digest, matter->letter->digest.hex, sizeof matter->deed.digest);
	if (!hand_on(matter, bytes, len))
		result = take_letter(matter, &put_off, reason);
	if (put_off)
		*became_out = RECEPTION_PUT_OFF;
	else if (result == 0)
		deeds_note(matter);
	return result;
}

int reception_letter(struct desk *desk, const struct waiting *waiting, const char *bytes,
		     size_t len, enum reception *became_out, struct reason *reason)
{
	struct matter matter = {.desk = desk, .waiting = waiting};
	struct letter *letter = NULL;
	struct reason why;
	int result;

	*became_out = RECEPTION_TAKEN;
	if (site_need_words(desk->site, reason) != 0)
		return -1;
	if (bytes == NULL || len > (size_t)desk->site->config->max_letter_bytes)
		return take_large(desk, waiting, bytes, len, became_out, reason);
	switch (apart_read(bytes, len, &letter, &why)) {
	case APART_READ:
		break;
	case APART_REFUSED:
		return unread_take(desk, waiting, bytes, len, UNREAD_REFUSED, why.text, became_out,
				   reason);
	case APART_FAILED:
		return unread_take(desk, waiting, bytes, len, UNREAD_FAILED, why.text, became_out,
				   reason);
	case APART_LATER:
		*became_out = RECEPTION_NOT_NOW;
		*reason = why;
		return 0;
	}
	matter.letter = letter;
	result = take_read(&matter, bytes, len, became_out, reason);
	letter_free(letter);
	return result;
}

int reception_set_aside(struct desk *desk, const struct waiting *waiting, const char *bytes,
			size_t len, const char *why, enum reception *became_out,
			struct reason *reason)
{
	*became_out = RECEPTION_TAKEN;
	if (site_need_words(desk->site, reason) != 0)
		return -1;
	/* Of one that is too large no more is there. */
	if (len > (size_t)desk->site->config->max_letter_bytes && len > SOURCE_START)
		len = SOURCE_START;
	return unread_take(desk, waiting, bytes, len, UNREAD_FAILED, why, became_out, reason);
}
