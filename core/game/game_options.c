/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "core/game/game_options.h"
#include "core/util/strbuf.h"

/* The form of a value. */
enum form { FORM_NUMBER, FORM_WORD, FORM_PERCENTS, FORM_WEEKDAYS, FORM_DATES, FORM_ZONE };

struct term {
	const char *key;
	enum form form;
	size_t offset;	      /* of a number or a word's index in struct game_options */
	uint16_t most;	      /* of a number: the greatest */
	const char *words[5]; /* the default first, NULL after the last */
	const char *standard; /* value without the term, for `pbem variants` */
	const char *allowed;  /* continues "expected" */
	const char *does;
};

#define NUMBER(member, greatest)                                                                   \
	FORM_NUMBER, offsetof(struct game_options, member), greatest,                              \
	{                                                                                          \
		NULL                                                                               \
	}
#define WORD(member, ...)                                                                          \
	FORM_WORD, offsetof(struct game_options, member), 0,                                       \
	{                                                                                          \
		__VA_ARGS__, NULL                                                                  \
	}
#define FORM(form)                                                                                 \
	form, 0, 0,                                                                                \
	{                                                                                          \
		NULL                                                                               \
	}

/* clang-format off */
static const struct term rows[] = {
	{"days", NUMBER(days, 365), "0", "a whole number of days from 0 to 365",
	 "days that a turn has; 0: as many as one likes; days.white: of that seat alone"},
	{"grace", NUMBER(grace, 720), "0", "a whole number of hours from 0 to 720",
	 "hours that a late turn is still waited for"},
	{"remind", FORM(FORM_PERCENTS), "none",
	 "none, or up to four percents of the time from 1 to 99, rising, as in 50,90",
	 "when a reminder is sent, in percents of the time"},
	{"rest", FORM(FORM_WEEKDAYS), "none",
	 "none, or up to six days of the week, as in sat,sun",
	 "weekdays that don't count"},
	{"holidays", FORM(FORM_DATES), "none",
	 "none, or up to twelve dates, of every year as in 12-25 or of one as in 2027-03-26, with "
	 "commas between them",
	 "dates that don't count"},
	{"zone", FORM(FORM_ZONE), "UTC", "a zone of the tz database, as in Europe/Berlin",
	 "whose clock and calendar count"},
	{"vacation", NUMBER(vacation, 366), "0", "a whole number of days from 0 to 366",
	 "days a year that a player may be away"},
	{"bank", NUMBER(bank, 365), "0", "a whole number of days from 0 to 365",
	 "days that each player has beside the turns' own, for the whole game; bank.white: that "
	 "seat alone"},
	{"bonus", NUMBER(bonus, 720), "0", "a whole number of hours from 0 to 720",
	 "hours that come into the bank with every turn"},
	{"miss", WORD(miss, "moderator", "remind", "skip", "forfeit"), "moderator",
	 "moderator, remind, skip or forfeit",
	 "what follows when a turn isn't there in time"},
	{"press", WORD(press_kept, "letters", "record"), "record", "record or letters",
	 "where what is said to all stands: in the record, too, or in letters alone"},
	{"watch", WORD(watch, "no", "ask", "yes"), "no", "no, ask or yes",
	 "whether others may follow the game"},
	{"watch-delay", NUMBER(watch_delay, 1000), "0", "a whole number of turns from 0 to 1000",
	 "turns that others see the game later"},
	{GAME_OPTIONS_PUBLISH, WORD(publish, "no", "yes"), "no", "no or yes",
	 "whether everybody may read the game in the site's archive"},
	{"publish-delay", NUMBER(publish_delay, 1000), "0",
	 "a whole number of turns from 0 to 1000",
	 "turns that it stands there later, while it is played"},
};
/* clang-format on */

static const char *const weekdays[] = {"mon", "tue", "wed", "thu", "fri", "sat", "sun"};

void game_options_init(struct game_options *terms)
{
	memset(terms, 0, sizeof *terms);
	strcpy(terms->zone, "UTC");
	terms->press_kept = true;
}

/* Returns the seat that a key names after a dot, "white" of "days.white", or NULL. */
static const char *seat_in_key(const char *key)
{
	const char *dot = strchr(key, '.');

	return dot != NULL ? dot + 1 : NULL;
}

static bool is_seat_name(const char *name)
{
	size_t len = strlen(name);

	return len > 0 && len <= NAME_MAX_LEN &&
	       strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == len;
}

static bool is_per_seat(const struct term *term)
{
	return term->form == FORM_NUMBER && (term->offset == offsetof(struct game_options, days) ||
					     term->offset == offsetof(struct game_options, bank));
}

static const struct term *find_term(const char *key)
{
	const char *seat = seat_in_key(key);
	size_t len = strcspn(key, ".");

	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		if (strlen(rows[i].key) == len && strncmp(rows[i].key, key, len) == 0)
			return seat == NULL || (is_per_seat(&rows[i]) && is_seat_name(seat))
				       ? &rows[i]
				       : NULL;
	return NULL;
}

/* ---- terms of one seat ---- */

static const struct game_options_seat *find_seat(const struct game_options *terms, const char *name)
{
	for (unsigned i = 0; i < terms->seat_count; i++)
		if (strcmp(terms->seats[i].seat, name) == 0)
			return &terms->seats[i];
	return NULL;
}

static int set_seat(const char *seat, const struct game_options *read, bool days,
		    struct game_options *terms, struct reason *reason)
{
	struct game_options_seat *own = (struct game_options_seat *)find_seat(terms, seat);

	if (own == NULL && terms->seat_count == MAX_SEATS)
		return reason_fail(reason, "no game has more than %d seats", MAX_SEATS);
	if (own == NULL) {
		own = &terms->seats[terms->seat_count++];
		strcpy(own->seat, seat);
	}
	if (days) {
		own->has_days = true;
		own->days = read->days;
	} else {
		own->has_bank = true;
		own->bank = read->bank;
	}
	return 0;
}

unsigned game_options_days(const struct game_options *terms, const struct variant *variant,
			   unsigned seat)
{
	const struct game_options_seat *own = find_seat(terms, variant_seat_name(variant, seat));

	return own != NULL && own->has_days ? own->days : terms->days;
}

unsigned game_options_bank(const struct game_options *terms, const struct variant *variant,
			   unsigned seat)
{
	const struct game_options_seat *own = find_seat(terms, variant_seat_name(variant, seat));

	return own != NULL && own->has_bank ? own->bank : terms->bank;
}

bool game_options_are_timed(const struct game_options *terms)
{
	bool timed = terms->days > 0 || terms->bank > 0;

	for (unsigned i = 0; i < terms->seat_count; i++)
		timed |= terms->seats[i].days > 0 || terms->seats[i].bank > 0;
	return timed;
}

int game_options_fit(const struct game_options *terms, const struct variant *variant,
		     struct reason *reason)
{
	for (unsigned i = 0; i < terms->seat_count; i++) {
		const struct game_options_seat *own = &terms->seats[i];
		int seat = variant_seat_wanted(variant, variant_name(variant), own->seat, reason);
		const char *name =
			seat < 0 ? own->seat : variant_seat_name(variant, (unsigned)seat);

		/* The seat must be named by its main name. */
		if (strcmp(name, own->seat) != 0)
			seat = reason_fail(reason, "the seat is written '%s'", name);
		if (seat < 0) {
			reason_prefix(reason, "%s.%s: ", own->has_days ? "days" : "bank",
				      own->seat);
			return -1;
		}
	}
	return 0;
}

/* ---- values ---- */

static bool read_number(const struct term *term, const char *value, struct game_options *terms)
{
	long number = strbuf_number(value, term->most);

	if (number < 0)
		return false;
	*(uint16_t *)(void *)((char *)terms + term->offset) = (uint16_t)number;
	return true;
}

/* Reads a word as a byte or bool: its index in the list. */
static bool read_word(const struct term *term, const char *value, struct game_options *terms)
{
	for (uint8_t i = 0; term->words[i] != NULL; i++)
		if (strcmp(term->words[i], value) == 0) {
			memcpy((char *)terms + term->offset, &i, 1);
			return true;
		}
	return false;
}

/*
 * Reads the next item of a list separated by commas. Returns false at its end, or if the item is
 * longer than `max`.
 */
static bool next_item(const char **cursor, char *item_out, size_t max)
{
	size_t len = strcspn(*cursor, ",");

	if (len == 0 || len > max)
		return false;
	memcpy(item_out, *cursor, len);
	item_out[len] = '\0';
	*cursor += len + ((*cursor)[len] == ',' && (*cursor)[len + 1] != '\0');
	return true;
}

static bool read_percents(const char *value, struct game_options *terms)
{
	char item[4];
	uint8_t count = 0;

	while (next_item(&value, item, sizeof item - 1)) {
		long percent = strbuf_number(item, 99);

		if (percent < 1 || count == GAME_OPTIONS_REMINDERS ||
		    (count > 0 && percent <= terms->remind[count - 1]))
			return false;
		terms->remind[count++] = (uint8_t)percent;
	}
	terms->remind_count = count;
	return *value == '\0' && count > 0;
}

static bool read_weekdays(const char *value, struct game_options *terms)
{
	char item[4];

	terms->rest = 0;
	while (next_item(&value, item, sizeof item - 1)) {
		size_t day = 0;

		while (day < ARRAY_LEN(weekdays) && strcmp(weekdays[day], item) != 0)
			day++;
		if (day == ARRAY_LEN(weekdays))
			return false;
		terms->rest |= (uint8_t)(1u << day);
	}
	return *value == '\0' && terms->rest != 0 && terms->rest != 0x7f;
}

static bool read_digits(const char **cursor, unsigned count, unsigned *out)
{
	*out = 0;
	for (; count > 0 && isdigit((unsigned char)**cursor); count--, ++*cursor)
		*out = 10 * *out + (unsigned)(**cursor - '0');
	return count == 0;
}

/* Reads "12-25" or "2027-03-26". */
static bool read_date(const char *text, struct game_options_day *out)
{
	static const uint8_t lengths[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	unsigned year = 0, month, day;

	if (strlen(text) == 10 && (!read_digits(&text, 4, &year) || *text++ != '-' || year < 1970))
		return false;
	if (!read_digits(&text, 2, &month) || *text++ != '-' || !read_digits(&text, 2, &day) ||
	    *text != '\0' || month < 1 || month > 12 || day < 1 || day > lengths[month - 1] ||
	    (month == 2 && day == 29 && year != 0 &&
	     (year % 4 != 0 || (year % 100 == 0 && year % 400 != 0))))
		return false;
	*out = (struct game_options_day){(uint16_t)year, (uint8_t)month, (uint8_t)day};
	return true;
}

static bool read_dates(const char *value, struct game_options *terms)
{
	char item[11];
	uint8_t count = 0;

	while (next_item(&value, item, sizeof item - 1))
		if (count == GAME_OPTIONS_HOLIDAYS || !read_date(item, &terms->holidays[count++]))
			return false;
	terms->holiday_count = count;
	return *value == '\0' && count > 0;
}

/* Reads the name of a time zone. Its characters can't name a file in another folder. */
static bool read_zone(const char *value, struct game_options *terms)
{
	size_t len = strlen(value);

	if (len == 0 || len > GAME_OPTIONS_ZONE_MAX || !isalpha((unsigned char)*value) ||
	    strspn(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-/") !=
		    len)
		return false;
	strcpy(terms->zone, value);
	return true;
}

static bool read_value(const struct term *term, const char *value, struct game_options *terms)
{
	switch (term->form) {
	case FORM_NUMBER:
		return read_number(term, value, terms);
	case FORM_WORD:
		return read_word(term, value, terms);
	case FORM_PERCENTS:
		terms->remind_count = 0;
		return strcmp(value, "none") == 0 || read_percents(value, terms);
	case FORM_WEEKDAYS:
		terms->rest = 0;
		return strcmp(value, "none") == 0 || read_weekdays(value, terms);
	case FORM_DATES:
		terms->holiday_count = 0;
		return strcmp(value, "none") == 0 || read_dates(value, terms);
	case FORM_ZONE:
		return read_zone(value, terms);
	}
	return false;
}

int game_options_set(struct game_options *terms, const char *key, const char *value,
		     struct reason *reason)
{
	const struct term *term = find_term(key);
	const char *seat = seat_in_key(key);
	struct game_options own;

	if (term == NULL)
		return reason_fail(reason,
				   "%s is no option that every game has; 'pbem "
				   "variants chess' lists those",
				   key);
	if (seat != NULL)
		game_options_init(&own);
	if (!read_value(term, value, seat != NULL ? &own : terms))
		return reason_fail(reason, "%s is %s, not '%s'", key, term->allowed, value);
	return seat == NULL
		       ? 0
		       : set_seat(seat, &own, term->offset == offsetof(struct game_options, days),
				  terms, reason);
}

int game_options_read(const struct option *options, size_t count, struct game_options *terms_out,
		      struct reason *reason)
{
	struct game_options terms;

	game_options_init(&terms);
	for (size_t i = 0; i < count; i++)
		if (find_term(options[i].key) != NULL &&
		    game_options_set(&terms, options[i].key, options[i].value, reason) < 0)
			return -1;
	*terms_out = terms;
	return 0;
}

size_t game_options_leave_out(const struct option *options, size_t count, struct option *others_out)
{
	size_t others = 0;

	for (size_t i = 0; i < count; i++)
		if (find_term(options[i].key) == NULL)
			others_out[others++] = options[i];
	return others;
}

/* ---- descriptions ---- */

/* Adds the values of a term, the default first, as for a variant's options. */
static void print_values(const struct term *term, struct strbuf *out)
{
	strbuf_add(out, term->standard);
	for (size_t i = 0; term->form == FORM_WORD && term->words[i] != NULL; i++)
		if (strcmp(term->words[i], term->standard) != 0)
			strbuf_addf(out, ", %s", term->words[i]);
	if (term->form == FORM_NUMBER)
		strbuf_addf(out, ", 0-%u", (unsigned)term->most);
	else if (term->form != FORM_WORD)
		strbuf_add(out, ", ...");
}

void game_options_describe(struct strbuf *out)
{
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		strbuf_addf(out, "  %-18s ", rows[i].key);
		print_values(&rows[i], out);
		strbuf_addf(out, "\n      %s\n", rows[i].does);
	}
}
void game_options_print(const struct option *options, size_t count, struct strbuf *out)
{
	const char *between = "";

	for (size_t i = 0; i < count; i++)
		if (find_term(options[i].key) != NULL) {
			strbuf_addf(out, "%s%s %s", between, options[i].key, options[i].value);
			between = ", ";
		}
}
