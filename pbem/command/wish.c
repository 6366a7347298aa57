/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "pbem/command/commands.h"
#include "pbem/site/files.h"
#include "pbem/command/wish.h"

const char *wish_option(const struct wish *wish, const char *key)
{
	for (size_t i = 0; i < wish->option_count; i++)
		if (strcmp(wish->options[i].key, key) == 0)
			return wish->options[i].value;
	return NULL;
}

static int add_option(struct wish *wish, const char *word, struct reason *reason)
{
	const char *equals = strchr(word, '=');
	struct option *option;

	if (equals == NULL || (size_t)(equals - word) > NAME_MAX_LEN ||
	    strlen(equals + 1) > OPTION_VALUE_MAX || wish->option_count == MAX_OPTIONS) {
		reason_set(reason, "expected --option KEY=VALUE, not '%s'", word);
		return -1;
	}
	option = &wish->options[wish->option_count];
	snprintf(option->key, sizeof option->key, "%.*s", (int)(equals - word), word);
	snprintf(option->value, sizeof option->value, "%s", equals + 1);
	if (wish_option(wish, option->key) != NULL) {
		reason_set(reason, "--option %s is given twice", option->key);
		return -1;
	}
	wish->option_count++;
	return 0;
}

static int add_person(struct wish *wish, const char *person, struct reason *reason)
{
	if (wish->person_count == MAX_SEATS) {
		reason_set(reason, "no game has more than %d seats", MAX_SEATS);
		return -1;
	}
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

/* A word that is no part of any wish, or was one before. */
static void say_senseless(const struct wish *wish, const char *word, struct reason *reason)
{
	bool again = (strcmp(word, "--id") == 0 && wish->id != NULL) ||
		     (strcmp(word, "--players") == 0 && wish->players.len > 0);

	if (again)
		reason_set(reason, "%s is given twice", word);
	else
		reason_set(reason,
			   "can't make sense of '%s'; expected a person, such as 'Anna "
			   "<anna@example.org>' "
			   "or 'white=Anna <anna@example.org>', or an option, which 'pbem help "
			   "new' shows",
			   word);
}

static int read_words(int argc, char **argv, struct wish *wish, struct reason *reason)
{
	for (int i = 0; i < argc; i++) {
		const char *value;

		if (strcmp(argv[i], "--id") == 0 && wish->id == NULL &&
		    (value = commands_value(argc, argv, &i)) != NULL)
			wish->id = value;
		else if (strcmp(argv[i], "--option") == 0 &&
			 (value = commands_value(argc, argv, &i)) != NULL) {
			if (add_option(wish, value, reason) != 0)
				return -1;
		} else if (strcmp(argv[i], "--players") == 0 && wish->person_count == 0 &&
			   (value = commands_value(argc, argv, &i)) != NULL) {
			if (add_players(wish, value, reason) != 0)
				return -1;
		} else if (strcmp(argv[i], "--lot") == 0) {
			wish->lot = true;
		} else if (argv[i][0] != '-' && wish->variant == NULL)
			wish->variant = argv[i];
		else if (strpbrk(argv[i], "=@") != NULL) {
			if (add_person(wish, argv[i], reason) != 0)
				return -1;
		} else {
			say_senseless(wish, argv[i], reason);
			return -1;
		}
	}
	if (wish->variant == NULL) {
		reason_set(reason, "which variant? For example: pbem new chess "
				   "'white=Anna <anna@example.org>' 'black=Bob <bob@example.org>'");
		return -1;
	}
	return 0;
}

int wish_read(int argc, char **argv, struct wish *wish, struct reason *reason)
{
	return read_words(argc, argv, wish, reason) == 0 ? 0 : reason_is(reason, REASON_ASKED);
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
	int seat = variant_seat_named(variant, word);

	if (seat < 0)
		reason_set(reason, "%s has no seat '%s'", wish->variant, word);
	else if (seats->seats[seat].address_count > 0)
		reason_set(reason, "the seat %s is given twice", word);
	else
		return seat;
	return -1;
}

/* The first seat that nobody has; -1 when there are more persons than seats. */
static int next_seat(const struct seats *seats, struct reason *reason)
{
	for (unsigned i = 0; i < seats->count; i++)
		if (seats->seats[i].address_count == 0)
			return (int)i;
	reason_set(reason,
		   "there are %u seats, and more persons; where their number can be chosen, "
		   "say so: --option seats=%u",
		   seats->count, seats->count + 1);
	return -1;
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
				     : next_seat(seats, reason);
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
	memset(seats, 0, sizeof *seats);
	seats->count = variant_seats(variant);
	if (seat_some(wish, variant, true, seats, reason) != 0 ||
	    seat_some(wish, variant, false, seats, reason) != 0)
		return -1;
	for (unsigned i = 0; i < seats->count; i++) {
		if (seats->seats[i].address_count > 0)
			continue;
		reason_set(reason, "who plays %s? Give it as: '%s=Name <address>'",
			   variant_seat_title(variant, i), variant_seat_name(variant, i));
		return -1;
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
