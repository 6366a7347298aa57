/* SPDX-License-Identifier: MIT */
/* A game with cards whose entries are made one by one, at times of one's choice. */
#ifndef PBEM_TESTS_LIB_CLOCKSCENE_H
#define PBEM_TESTS_LIB_CLOCKSCENE_H

#include <stdio.h>

#include "core/cards/state/card_state.h"
#include "core/game/clock.h"
#include "core/game/turn.h"
#include "core/order/order_parse.h"
#include "tests/lib/chess.h"

enum { START = 1795228010, HOUR = 3600 }; /* ten seconds past a minute */

static const char secret[] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

/* Seats of games of two and of three, in turn order. */
enum { WHITE, BLACK, RED = 1, THIRD = 2 };

struct scene {
	struct game game;
	unsigned entry;
	int64_t now;
	struct event_list last; /* the events of the last entry */
};

void scene_enter(struct scene *scene, struct event_list *events, const char *cause);

void scene_begin(struct scene *scene, const char *name, const struct option *options, size_t count);

void scene_end(struct scene *scene);

/* Puts a card into the hand, at the left. */
void scene_give(struct scene *scene, uint8_t seat, const char *card);

/* Sends one message of a seat now; returns why it is refused, "" if it isn't. */
const char *scene_tell(struct scene *scene, uint8_t seat, const char *text);

void scene_done(struct scene *scene, uint8_t seat, const char *text);

/* The clock acts in a run that began then; the seats whose time was over. */
uint16_t scene_tick(struct scene *scene, int64_t now);

int64_t scene_deadline(const struct scene *scene, unsigned seat);

/* Until when, counted from an entry of `asked`: whole minutes. */
int64_t scene_after(int64_t asked, unsigned hours);

bool is_told(const struct scene *scene, enum event_kind kind);

/* A game of three with cards; and one whose first turn is sent then, so that the others may answer.
 */
void begin_three(struct scene *scene);

void begin_answered(struct scene *scene, int64_t now);

#endif
