/* SPDX-License-Identifier: MIT */
/*
 * The terms on which a game is played by mail: options that every game has, whatever its variant.
 * They stand in the header beside the variant's own (`option days 5`), and change no rule: they
 * aren't part of the definition, nor of its digest. Who adds one adds a row in terms.c. A game
 * whose header has none of them is played as games were before there were any.
 */
#ifndef PBEM_CORE_TURN_TERMS_H
#define PBEM_CORE_TURN_TERMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/base.h"
#include "core/variant/variant.h"

struct text;

enum {
	TERMS_REMINDERS = 4, /* in a turn */
	TERMS_HOLIDAYS = 12,
	TERMS_ZONE_MAX = 40,
};

/* Its option that a fact may change (EVENT_PUBLISH). */
#define TERMS_PUBLISH "publish"

/* What a turn that isn't there in time leads to. */
enum terms_miss { MISS_MODERATOR, MISS_REMIND, MISS_SKIP, MISS_FORFEIT };

enum terms_watch { WATCH_NO, WATCH_ASK, WATCH_YES };

/* A day off; of every year when `year` is 0. */
struct terms_day {
	uint16_t year;
	uint8_t month, day;
};

/* What one seat has otherwise than the others, by way of odds. */
struct terms_seat {
	char seat[NAME_MAX_LEN + 1]; /* its name, of a variant that isn't known here */
	bool has_days, has_bank;
	uint16_t days, bank;
};

struct terms {
	uint16_t days;	/* that a turn has; 0: as long as one likes, or what the bank has */
	uint16_t grace; /* hours behind that before anything follows */
	uint8_t remind[TERMS_REMINDERS]; /* percents of the time, rising */
	uint8_t remind_count;
	uint8_t rest; /* set of weekdays off, Monday the lowest bit */
	struct terms_day holidays[TERMS_HOLIDAYS];
	uint8_t holiday_count;
	char zone[TERMS_ZONE_MAX + 1]; /* whose calendar counts: a name of the tz database */
	uint16_t vacation;	       /* days a year that a player may be away */
	uint16_t bank;		       /* days in the time bank at the beginning */
	uint16_t bonus;		       /* hours that come into it with every turn */
	uint8_t miss;		       /* enum terms_miss */
	bool press_kept;	       /* what is said to all stands in the record */
	uint8_t watch;		       /* enum terms_watch */
	uint16_t watch_delay;	       /* turns that others see the game later */
	uint8_t publish;	       /* 1: everybody may read it in the site's archive */
	uint16_t publish_delay;	       /* turns that it stands there later, while it is played */
	struct terms_seat seats[MAX_SEATS];
	uint8_t seat_count;
};

/* Those of a game that names none. */
void terms_init(struct terms *terms);

/* Sets the term of that name, "days", or of one seat alone, "days.white". -1 with the reason, which
 * tells what is allowed, when the value is wrong, or there is no such term. Whether a zone is known
 * only the calendar can tell. */
int terms_set(struct terms *terms, const char *key, const char *value, struct reason *reason);

/* Those that stand among options; others are passed over. -1 with the reason. */
int terms_read(const struct option *options, size_t count, struct terms *terms_out,
	       struct reason *reason);

/* Copies those of the options that are the variant's own; their number. */
size_t terms_leave_out(const struct option *options, size_t count, struct option *others_out);

/* Whether turns have an end, somebody's at least. */
bool terms_are_timed(const struct terms *terms);

/* The days a seat's turn has, and those in its bank at the beginning. */
unsigned terms_days(const struct terms *terms, const struct variant *variant, unsigned seat);
unsigned terms_bank(const struct terms *terms, const struct variant *variant, unsigned seat);

/* Whether the variant has the seats that are named. -1 with the reason. */
int terms_fit(const struct terms *terms, const struct variant *variant, struct reason *reason);

/* Two lines a term, as variant_tell_options has them: its name and values, the default first; what
 * it does. */
void terms_tell(struct text *out);

/* Those that stand among options, "days 5, miss forfeit"; nothing when there is none. */
void terms_print(const struct option *options, size_t count, struct text *out);

#endif
