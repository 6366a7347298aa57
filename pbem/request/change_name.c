/* SPDX-License-Identifier: MIT */
/* NAME: what a player is called in a game. */
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/notation/vocabulary.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "pbem/mail/pending_notes.h"
#include "pbem/request/request_internal.h"
#include "pbem/site/preferences.h"

enum { NAMES_A_DAY = 3 };

/* Reports whether the name has a visible character and no invisible ones. An @ is refused because
 * everybody would read the address. */
static bool is_valid_name(const char *name)
{
	bool seen = false;

	if (!g_utf8_validate(name, -1, NULL) || strchr(name, '@') != NULL)
		return false;
	for (const char *at = name; *at != '\0'; at = g_utf8_next_char(at)) {
		gunichar letter = g_utf8_get_char(at);

		if (!g_unichar_isprint(letter) || g_unichar_type(letter) == G_UNICODE_FORMAT)
			return false;
		seen |= g_unichar_isgraph(letter) != 0;
	}
	return seen;
}

static bool is_same_name(const char *a, const char *b)
{
	char *small = g_utf8_casefold(a, -1), *other = g_utf8_casefold(b, -1);
	bool equal = strcmp(small, other) == 0;

	g_free(other);
	g_free(small);
	return equal;
}

/* Reports whether another seat, or its player, has that name. */
static bool is_taken(const struct incoming *incoming, const char *name)
{
	const struct game_header *header = &incoming->game->file->header;
	const struct variant *variant = incoming_game(incoming)->variant;

	for (unsigned seat = 0; seat < variant_seats(variant); seat++)
		if (seat != incoming->seat &&
		    (is_same_name(name, header->names[seat]) ||
		     is_same_name(name, variant_seat_title(variant, seat))))
			return true;
	return false;
}

char *request_name_error(struct incoming *incoming, const struct order *order)
{
	const size_t max = sizeof((struct seat *)0)->name - 1;

	if (incoming_game(incoming)->outcome.status != STATUS_PLAYING)
		return base_strdup("The game is over, and its record is closed: nobody's name "
				   "changes in it any more.");
	if (strlen(order->text) > max || !is_valid_name(order->text))
		return base_printf(translate("That can't be a name. Write NAME and one line of "
					     "visible letters and "
					     "signs, at most %zu bytes, without an @."),
				   max);
	if (is_taken(incoming, order->text))
		return base_strdup("Another player of this game has that name already, or plays "
				   "that seat. Please choose another name.");
	if (incoming_count(incoming, COUNT_NAMES, 0) >= NAMES_A_DAY)
		return base_printf(translate("A name changes at most %d times a day. Please try "
					     "again tomorrow."),
				   NAMES_A_DAY);
	return NULL;
}

/* Informs the others in the next message that they get anyway, each in their language. */
static void notify_other_seats(struct incoming *incoming, const char *before)
{
	const struct variant *variant = incoming_game(incoming)->variant;
	const struct seats *seats = &incoming->game->seats;
	const struct vocabulary *spoken;

	for (unsigned seat = 0; seat < variant_seats(variant); seat++) {
		struct person person;
		char *note;

		if (seat == incoming->seat)
			continue;
		preferences_of(incoming->workspace, &seats->seats[seat], &person);
		(void)vocabulary_push(person.language, &spoken, NULL);
		note = base_printf(translate("%s, who plays %s, is called %s from now on."), before,
				   translate(variant_seat_title(variant, incoming->seat)),
				   seats->seats[incoming->seat].name);
		pending_notes_add(incoming->workspace, incoming->game, seat, note);
		free(note);
		vocabulary_pop(spoken);
	}
}

int request_change_name(struct incoming *incoming, const struct order *order, struct reason *reason)
{
	struct seat *seat = &incoming->game->seats.seats[incoming->seat];
	char *cause = base_printf("sha256:%s", incoming->processed.digest);
	char *event = base_printf("player %s", order->text);
	char *before = base_strdup(seat->name);
	struct event_list events;
	int result;

	event_list_init(&events);
	event_add(&events, event_about(EVENT_SEAT_CHANGED, (uint8_t)incoming->seat, 0, event));
	result = workspace_enter(incoming->game, incoming->waiting->received, cause, &events,
				 reason);
	if (result == 0) {
		(void)incoming_count(incoming, COUNT_NAMES, 1);
		seats_name(seat, order->text);
		incoming->game->seats_changed = true;
		notify_other_seats(incoming, before);
		result = incoming_send(incoming,
				       &(struct mail){.template = "wish", .wish = "named"}, reason);
	}
	event_list_done(&events);
	free(before);
	free(event);
	free(cause);
	return result;
}
