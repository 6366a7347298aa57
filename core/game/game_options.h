/* SPDX-License-Identifier: MIT */
/*
 * The terms of a game by mail: options that every game has, whatever its variant. They are in the
 * header beside the variant's own (`option days 5`) and change no rule. They aren't part of the
 * definition or of its digest. Each term is a row in game_options.c. A game whose header has none
 * is played like games from before the terms.
 */
#ifndef PBEM_CORE_GAME_GAME_OPTIONS_H
#define PBEM_CORE_GAME_GAME_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/util/base.h"
#include "core/variant/variant.h"

struct strbuf;

enum {
	GAME_OPTIONS_REMINDERS = 4, /* of a turn */
	GAME_OPTIONS_HOLIDAYS = 12,
	GAME_OPTIONS_ZONE_MAX = 40,
};

/* The option that an event may change (EVENT_PUBLISH). */
#define GAME_OPTIONS_PUBLISH "publish"

/* The consequence of a missed turn. */
enum game_options_miss { MISS_MODERATOR, MISS_REMIND, MISS_SKIP, MISS_FORFEIT };

enum game_options_watch { WATCH_NO, WATCH_ASK, WATCH_YES };

/* A day off, every year if `year` is 0. */
struct game_options_day {
	uint16_t year;
	uint8_t month, day;
};

/* Terms of one seat that differ from the others', as a handicap. */
struct game_options_seat {
	char seat[NAME_MAX_LEN + 1]; /* name of a seat, not checked against the variant */
	bool has_days, has_bank;
	uint16_t days, bank;
};

struct game_options {
	uint16_t days;	/* for a turn; 0: no limit, or what the bank has */
	uint16_t grace; /* hours after the deadline before a turn counts as missed */
	uint8_t remind[GAME_OPTIONS_REMINDERS]; /* percents of the time, rising */
	uint8_t remind_count;
	uint8_t rest; /* set of weekdays off, Monday the lowest bit */
	struct game_options_day holidays[GAME_OPTIONS_HOLIDAYS];
	uint8_t holiday_count;
	char zone[GAME_OPTIONS_ZONE_MAX + 1]; /* of the calendar: a name of the tz database */
	uint16_t vacation;		      /* days a year that a player may be away */
	uint16_t bank;			      /* days in the time bank at the beginning */
	uint16_t bonus;			      /* hours added to the bank with every turn */
	uint8_t miss;			      /* enum game_options_miss */
	bool press_kept;		      /* messages to all are in the record */
	uint8_t watch;			      /* enum game_options_watch */
	uint16_t watch_delay;		      /* turns by which watchers see the game later */
	uint8_t publish;	/* 1: everybody may read the game in the site's archive */
	uint16_t publish_delay; /* turns by which the archive shows it later while it is played */
	struct game_options_seat seats[MAX_SEATS];
	uint8_t seat_count;
};

/* Sets the terms of a game whose header has none. */
void game_options_init(struct game_options *terms);

/*
 * Sets the term of that name ("days") or of one seat ("days.white"). Returns -1 with the reason,
 * which says what is allowed, if there is no such term or the value is wrong. Does not check
 * whether a time zone exists.
 */
int game_options_set(struct game_options *terms, const char *key, const char *value,
		     struct reason *reason);

/* Reads the terms among options and ignores others. Returns -1 with the reason. */
int game_options_read(const struct option *options, size_t count, struct game_options *terms_out,
		      struct reason *reason);

/* Copies the options that are the variant's own and returns their number. */
size_t game_options_leave_out(const struct option *options, size_t count,
			      struct option *others_out);

/* Reports whether any seat's turns are limited in time. */
bool game_options_are_timed(const struct game_options *terms);

/* Return the days that a seat's turn has, and the days in its time bank at the beginning. */
unsigned game_options_days(const struct game_options *terms, const struct variant *variant,
			   unsigned seat);
unsigned game_options_bank(const struct game_options *terms, const struct variant *variant,
			   unsigned seat);

/* Checks that the variant has the seats that the terms name. Returns -1 with the reason. */
int game_options_fit(const struct game_options *terms, const struct variant *variant,
		     struct reason *reason);

/*
 * Adds two lines for each term: its name and values, the default first; and its meaning. The form
 * is that of variant_describe_options.
 */
void game_options_describe(struct strbuf *out);

/* Adds the terms among options, "days 5, miss forfeit"; nothing if there are none. */
void game_options_print(const struct option *options, size_t count, struct strbuf *out);

#endif
