/* SPDX-License-Identifier: MIT */
/* A game with cards whose entries are made one by one, at times of one's choice. */
#ifndef PBEM_TESTS_CLOCKSCENE_H
#define PBEM_TESTS_CLOCKSCENE_H

#include <stdio.h>

#include "tests/lib/chess.h"

#include "core/cards/table/table.h"
#include "core/turn/clock.h"
#include "core/order/order.h"
#include "core/turn/turn.h"

enum { START = 1795228010, HOUR = 3600 }; /* ten seconds past a minute */

static const char secret[] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

/* Seats of games of two and of three, in turn order. */
enum { WHITE, BLACK, RED = 1, THIRD = 2 };

struct scene {
	struct game game;
	unsigned entry;
	int64_t now;
	struct event_list last; /* the facts of the last entry */
};

static inline void enter(struct scene *scene, struct event_list *events, const char *cause)
{
	const struct entry_head head = {++scene->entry, scene->now, cause};
	struct reason reason = {""};

	for (size_t i = 0; i < events->count; i++)
		if (game_apply(&scene->game, &head, &events->events[i], &reason) < 0)
			fail_msg("%s", reason.text);
	event_list_done(&scene->last);
	scene->last = *events;
}

static inline void begin(struct scene *scene, const char *name, const struct option *options,
			 size_t count)
{
	const struct variant *variant;
	struct event_list events;
	struct reason reason = {""};

	memset(scene, 0, sizeof *scene);
	event_list_init(&scene->last);
	scene->now = START;
	variant = variant_get(library, name, options, count, &reason);
	if (variant == NULL || book_of(variant, &reason) == NULL)
		fail_msg("%s", reason.text);
	game_init(&scene->game, variant);
	event_list_init(&events);
	game_know_lots(&scene->game, "g1", secret);
	turn_start_lots(&scene->game, &events);
	enter(scene, &events, "moderator");
}

static inline void end(struct scene *scene)
{
	event_list_done(&scene->last);
	game_done(&scene->game);
}

/* Puts a card into the hand, at the left. */
static inline void give(struct scene *scene, uint8_t seat, const char *card)
{
	struct table *table = scene->game.table;
	uint16_t copies[MAX_COPIES];
	unsigned count = piles_list(&table->piles, ZONE_HAND, seat, copies);

	assert_true(count > 0);
	table->piles.copies[copies[0]].kind = card_named(table->book->set, card, NULL);
	table->start_piles = table->piles;
}

/* One letter of a seat that comes now; why it is refused, "" when it isn't. */
static inline const char *tell(struct scene *scene, uint8_t seat, const char *text)
{
	static struct reason why;
	struct order_list orders;
	struct event_list events;
	enum verdict verdict;

	why.text[0] = '\0';
	order_list_init(&orders);
	event_list_init(&events);
	verdict = order_read_letter(scene->game.variant, text, &orders, &why);
	if (verdict == ACCEPTED)
		verdict = clock_admit(&scene->game, seat, &orders, scene->now, &why);
	if (verdict == ACCEPTED)
		verdict = turn_decide(&scene->game, seat, &orders, &events, &why);
	if (verdict == ACCEPTED)
		enter(scene, &events, "sha256:letter");
	else
		event_list_done(&events);
	order_list_done(&orders);
	assert_int_equal(verdict == REFUSED, why.text[0] != '\0');
	return why.text;
}

static inline void done(struct scene *scene, uint8_t seat, const char *text)
{
	assert_string_equal(tell(scene, seat, text), "");
}

/* The clock acts in a run that began then; the seats whose time was over. */
static inline uint16_t tick(struct scene *scene, int64_t now)
{
	uint16_t seats = clock_overdue(&scene->game, now);
	struct event_list events;

	event_list_init(&events);
	assert_int_equal(clock_decide(&scene->game, now, &events), seats != 0);
	scene->now = now;
	if (seats != 0)
		enter(scene, &events, "clock");
	return seats;
}

static inline int64_t deadline(const struct scene *scene, unsigned seat)
{
	return clock_deadline(&scene->game, seat);
}

/* Until when, counted from an entry of `asked`: whole minutes. */
static inline int64_t after(int64_t asked, unsigned hours)
{
	return (asked + 59) / 60 * 60 + hours * HOUR;
}

static inline bool is_told(const struct scene *scene, enum event_kind kind)
{
	for (size_t i = 0; i < scene->last.count; i++)
		if (scene->last.events[i].kind == kind)
			return true;
	return false;
}

static const struct option with_cards[] = {{"cards", "on"}};

/* A game of three with cards; and one whose first turn is sent then, so that the others may answer.
 */
static inline void begin_three(struct scene *scene)
{
	begin(scene, "three-player", with_cards, 1);
}

static inline void begin_answered(struct scene *scene, int64_t now)
{
	begin_three(scene);
	scene->now = now;
	done(scene, WHITE, "MOVE d7-d6");
}

#endif
