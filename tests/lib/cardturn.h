/* SPDX-License-Identifier: MIT */
/* Cards and moves by turns on one small board, for tests of what lasts. */
#ifndef PBEM_TESTS_CARDTURN_H
#define PBEM_TESTS_CARDTURN_H

#include "tests/lib/cardplay.h"
#include "core/cards/effects/effects.h"
#include "core/cards/field/ways.h"
#include "core/position/move.h"

enum { WHITE, BLACK };

/* Plays a card as a seat; it must be accepted. */
void must(struct cardplay *play, uint8_t seat, const char *order);

void must_not(struct cardplay *play, uint8_t seat, const char *order);

square at(const struct cardplay *play, const char *name);

/* Whether a regular move is open to the seat: "e2e4". */
bool may_move(const struct cardplay *play, uint8_t seat, const char *move);

/* Makes a regular move. */
void move(struct cardplay *play, uint8_t seat, const char *text);

/* The seat's turn ends and the next one begins. */
void next_turn(struct cardplay *play, uint8_t seat, uint8_t next);

uint16_t marks_at(const struct cardplay *play, const char *name);

bool lies(const struct cardplay *play, enum effect_kind what);

struct cardplay *open_on(const char *variant, const char *pieces);

#endif
