/* SPDX-License-Identifier: MIT */
/* NAME: what a player is called in a game. */
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/base/text.h"
#include "core/phrase/phrase.h"
#include "core/words/words.h"
#include "pbem/desk/people.h"
#include "pbem/mailing/press.h"
#include "pbem/request/requests_inner.h"

enum { NAMES_A_DAY = 3 };

/* Something to be seen and nothing that isn't; an address would be told to all. */
static bool is_fit(const char *name)
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

static bool same(const char *a, const char *b)
{
	char *small = g_utf8_casefold(a, -1), *other = g_utf8_casefold(b, -1);
	bool equal = strcmp(small, other) == 0;

	g_free(other);
	g_free(small);
	return equal;
}

/* Whether another seat is called so, or its player. */
static bool is_taken(const struct matter *matter, const char *name)
{
	const struct game_header *header = &matter->game->file->header;
	const struct variant *variant = matter_game(matter)->variant;

	for (unsigned seat = 0; seat < variant_seats(variant); seat++)
		if (seat != matter->seat && (same(name, header->names[seat]) ||
					     same(name, variant_seat_title(variant, seat))))
			return true;
	return false;
}

char *requests_why_unnamed(struct matter *matter, const struct order *order)
{
	const size_t max = sizeof((struct seat *)0)->name - 1;

	if (matter_game(matter)->outcome.status != STATUS_PLAYING)
		return base_strdup("The game is over, and its record is closed: nobody's name "
				   "changes in it any more.");
	if (strlen(order->text) > max || !is_fit(order->text))
		return base_printf("That can't be a name. Write NAME and one line of letters and "
				   "signs that can be seen, %zu bytes at most, without an @.",
				   max);
	if (is_taken(matter, order->text))
		return base_strdup("Another player of this game is called so already, or plays "
				   "that seat. Please choose another name.");
	if (matter_count(matter, "names", 0) >= NAMES_A_DAY)
		return base_printf("A name changes at most %d times a day. Please try it again "
				   "tomorrow.",
				   NAMES_A_DAY);
	return NULL;
}

/* In the next letter they get anyway, each in his language. */
static void tell_others(struct matter *matter, const char *before)
{
	const struct variant *variant = matter_game(matter)->variant;
	const struct seats *seats = &matter->game->seats;
	const char *spoken = words_spoken();

	for (unsigned seat = 0; seat < variant_seats(variant); seat++) {
		struct person person;
		char *note;

		if (seat == matter->seat)
			continue;
		people_of(matter->desk, &seats->seats[seat], &person);
		(void)words_speak(person.language, NULL);
		note = base_printf(phrase("%s, who plays %s, is called %s from now on."), before,
				   phrase(variant_seat_title(variant, matter->seat)),
				   seats->seats[matter->seat].name);
		press_note(matter->desk, matter->game, seat, note);
		free(note);
	}
	(void)words_speak(spoken, NULL);
}

int requests_name(struct matter *matter, const struct order *order, struct reason *reason)
{
	struct seat *seat = &matter->game->seats.seats[matter->seat];
	char *cause = base_printf("sha256:%s", matter->deed.digest);
	char *fact = base_printf("player %s", order->text);
	char *before = base_strdup(seat->name);
	struct event_list events;
	int result;

	event_list_init(&events);
	event_add(&events, event_about(EVENT_SEAT_CHANGED, (uint8_t)matter->seat, 0, fact));
	result = desk_enter(matter->game, matter->waiting->received, cause, &events, reason);
	if (result == 0) {
		(void)matter_count(matter, "names", 1);
		seats_name(seat, order->text);
		matter->game->habits = true;
		tell_others(matter, before);
		result = matter_send(matter, &(struct mail){.template = "wish", .wish = "named"},
				     reason);
	}
	event_list_done(&events);
	free(before);
	free(fact);
	free(cause);
	return result;
}
