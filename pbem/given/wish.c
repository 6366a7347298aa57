/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/turn/terms.h"
#include "core/variant/variant_data.h"
#include "pbem/site/files.h"
#include "pbem/given/wish.h"
#include "pbem/site/zones.h"

const char wish_no_variant[] =
	"which variant? For example: pbem new chess 'white=Anna <anna@example.org>' "
	"'black=Bob <bob@example.org>'";

static const char *find_option(const struct option *options, size_t count, const char *key)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(options[i].key, key) == 0)
			return options[i].value;
	return NULL;
}

const char *wish_option(const struct wish *wish, const char *key)
{
	return find_option(wish->options, wish->option_count, key);
}

int wish_options(const struct given *given, struct option options[MAX_OPTIONS], size_t *count_out,
		 struct reason *reason)
{
	const char *word;
	size_t at = 0, count = 0;

	while ((word = given_next(given, "--option", &at)) != NULL) {
		size_t len = strcspn(word, "=");
		struct option *option = &options[count];

		if (word[len] == '\0' || len == 0 || len > NAME_MAX_LEN ||
		    strlen(word + len + 1) > OPTION_VALUE_MAX || count == MAX_OPTIONS) {
			return reason_fail_as(reason, REASON_ASKED,
					      "--option %s: expected KEY=VALUE, at most %d times",
					      word, MAX_OPTIONS);
		}
		snprintf(option->key, sizeof option->key, "%.*s", (int)len, word);
		snprintf(option->value, sizeof option->value, "%s", word + len + 1);
		if (find_option(options, count, option->key) != NULL)
			return reason_fail_as(reason, REASON_ASKED, "--option %s is given twice",
					      option->key);
		count++;
	}
	*count_out = count;
	return 0;
}

int wish_add_terms(struct wish *wish, const struct option *terms, size_t count,
		   struct reason *reason)
{
	for (size_t i = 0; i < count; i++) {
		if (wish_option(wish, terms[i].key) != NULL)
			continue;
		if (wish->option_count == MAX_OPTIONS)
			return reason_fail_as(
				reason, REASON_ASKED,
				"a game has at most %d options, those of pbem.conf included",
				MAX_OPTIONS);
		wish->options[wish->option_count++] = terms[i];
	}
	return 0;
}

const struct variant *wish_variant(struct variant_library *library, const char *name,
				   const struct option *options, size_t count,
				   struct reason *reason)
{
	char zone[ZONES_NAME_MAX + 1];
	struct option own[MAX_OPTIONS];
	struct terms terms;

	if (terms_read(options, count, &terms, reason) != 0)
		return NULL;
	if (zones_find(terms.zone, zone, reason) == REFUSED) {
		reason_prefix(reason, "zone: ");
		return NULL;
	}
	if (strcmp(terms.zone, zone) != 0) {
		reason_set(reason, "zone: write it as %s", zone);
		return NULL;
	}
	return variant_get(library, name, own, terms_leave_out(options, count, own), reason);
}

static int add_person(struct wish *wish, const char *person, struct reason *reason)
{
	if (wish->person_count == MAX_SEATS)
		return reason_fail(reason, "no game has more than %d seats", MAX_SEATS);
	wish->persons[wish->person_count++] = person;
	return 0;
}

/* The file's lines, but for blank ones and comments. */
static int add_players(struct wish *wish, const char *path, struct reason *reason)
{
	char *rest, *line;

	text_clear(&wish->players);
	if (files_read(path, &wish->players, reason) != 0)
		return reason_is(reason, REASON_MISSING);
	rest = wish->players.bytes;
	while ((line = strsep(&rest, "\n")) != NULL) {
		g_strstrip(line);
		if (*line != '\0' && *line != '#' && add_person(wish, line, reason) != 0)
			return -1;
	}
	return 0;
}

void wish_init(struct wish *wish)
{
	memset(wish, 0, sizeof *wish);
	text_init(&wish->players, 1 << 16);
}

void wish_done(struct wish *wish)
{
	text_done(&wish->players);
}

/* That there is one, and that it is meant once: its value, or NULL. */
static int read_once(const struct given *given, const char *option, const char **value_out,
		     struct reason *reason)
{
	size_t at = 0;

	*value_out = given_next(given, option, &at);
	if (*value_out == NULL || given_next(given, option, &at) == NULL)
		return 0;
	return reason_fail(reason, "%s is given twice", option);
}

static int read_persons(const struct given *given, struct wish *wish, struct reason *reason)
{
	const char *players;

	if (read_once(given, "--players", &players, reason) != 0)
		return -1;
	if (players != NULL && add_players(wish, players, reason) != 0)
		return -1;
	for (size_t i = 1; i < given->count; i++) {
		if (strpbrk(given->words[i], "=@") == NULL)
			return reason_fail(
				reason,
				"can't make sense of '%s'; expected a person, such as 'Anna "
				"<anna@example.org>' or 'white=Anna <anna@example.org>', or an "
				"option, which 'pbem help new' shows",
				given->words[i]);
		if (add_person(wish, given->words[i], reason) != 0)
			return -1;
	}
	return 0;
}

static int read_odds(const struct given *given, struct wish *wish, struct reason *reason)
{
	const char *word;
	size_t at = 0;

	while ((word = given_next(given, "--odds", &at)) != NULL) {
		if (wish->odds_count == MAX_SIDES)
			return reason_fail(reason,
					   "--odds is given more than %d times: once for "
					   "each seat",
					   MAX_SIDES);
		wish->odds[wish->odds_count++] = word;
	}
	return 0;
}

static int read_words(const struct given *given, struct wish *wish, struct reason *reason)
{
	if (wish_options(given, wish->options, &wish->option_count, reason) != 0 ||
	    read_once(given, "--id", &wish->id, reason) != 0 ||
	    read_persons(given, wish, reason) != 0)
		return -1;
	if (read_once(given, "--fen", &wish->fen, reason) != 0 ||
	    read_odds(given, wish, reason) != 0)
		return -1;
	wish->lot = given_has(given, "--lot");
	wish->open = given_has(given, "--open");
	if (read_once(given, "--until", &wish->until, reason) != 0)
		return -1;
	if (wish->until != NULL && !wish->open)
		return reason_fail(reason, "--until is for open games: --open --until %s",
				   wish->until);
	wish->variant = given->count > 0 ? given->words[0] : NULL;
	if (wish->variant != NULL)
		return 0;
	return reason_fail(reason, "%s", wish_no_variant);
}

int wish_read(const struct given *given, struct wish *wish, struct reason *reason)
{
	return read_words(given, wish, reason) == 0 ? 0 : reason_is(reason, REASON_ASKED);
}

char *wish_seat_word(const char *person)
{
	size_t len = strcspn(person, "=<");

	return person[len] == '=' ? base_strndup(person, len) : NULL;
}

/* The seat a person is given by name. */
static int named_seat(const struct wish *wish, const struct variant *variant, const char *word,
		      const struct seats *seats, struct reason *reason)
{
	int seat = variant_seat_wanted(variant, wish->variant, word, reason);

	if (seat >= 0 && seats->seats[seat].address_count > 0)
		return reason_fail(reason, "the seat %s is given twice", word);
	return seat;
}

/* The first seat that nobody has; -1 when there are more persons than seats. */
static int next_seat(const struct variant *variant, const struct seats *seats,
		     struct reason *reason)
{
	for (unsigned i = 0; i < seats->count; i++)
		if (seats->seats[i].address_count == 0)
			return (int)i;
	if (variant_option(variant, "seats") == NULL)
		return reason_fail(reason, "there are %u seats, and more persons", seats->count);
	return reason_fail(reason,
			   "there are %u seats, and more persons; say how many there are to be: "
			   "--option seats=%u",
			   seats->count, seats->count + 1);
}

/* Those given with a seat, or those without, who take the seats left in their order. */
static int seat_some(const struct wish *wish, const struct variant *variant, bool named,
		     struct seats *seats, struct reason *reason)
{
	int result = 0;

	for (size_t i = 0; result == 0 && i < wish->person_count; i++) {
		const char *person = wish->persons[i];
		char *word = wish_seat_word(person);
		int seat;

		if ((word != NULL) == named) {
			seat = named ? named_seat(wish, variant, word, seats, reason)
				     : next_seat(variant, seats, reason);
			result = seat < 0 ? -1
					  : seats_read_person(named ? person + strlen(word) + 1
								    : person,
							      &seats->seats[seat], reason);
		}
		free(word);
	}
	return result;
}

int wish_seat(const struct wish *wish, const struct variant *variant, struct seats *seats,
	      struct reason *reason)
{
	seats_init(seats, variant_seats(variant));
	if (seat_some(wish, variant, true, seats, reason) != 0 ||
	    seat_some(wish, variant, false, seats, reason) != 0)
		return -1;
	for (unsigned i = 0; i < seats->count; i++) {
		if (seats->seats[i].address_count > 0)
			continue;
		return reason_fail(reason, "who plays %s? Give it as: '%s=Name <address>'",
				   variant_seat_title(variant, i), variant_seat_name(variant, i));
	}
	return 0;
}

void wish_tell_shared(const struct seats *seats, const struct variant *variant, struct text *out)
{
	for (unsigned i = 0; i < seats->count; i++) {
		const char *address = seats->seats[i].addresses[0];
		unsigned before = 0;

		while (before < i && !seats_has_address(&seats->seats[before], address))
			before++;
		if (before < i)
			text_addf(out,
				  "pbem: note: %s plays both %s and %s, and gets the letters of "
				  "both\n",
				  address, variant_seat_title(variant, before),
				  variant_seat_title(variant, i));
	}
}
