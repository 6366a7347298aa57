/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/variant/piece.h"

enum {
	STRAIGHT = 1 << N | 1 << E | 1 << S | 1 << W,
	ASLANT = 1 << NE | 1 << SE | 1 << SW | 1 << NW,
};

static const struct atom {
	char letter;
	bool slides, leaps;
	uint8_t directions;
} atoms[] = {
	{'W', false, false, STRAIGHT},
	{'F', false, false, ASLANT},
	{'K', false, false, STRAIGHT | ASLANT},
	{'R', true, false, STRAIGHT},
	{'B', true, false, ASLANT},
	{'Q', true, false, STRAIGHT | ASLANT},
	{'N', false, true, 0},
};

static const struct atom *find_atom(char letter)
{
	for (size_t i = 0; i < ARRAY_LEN(atoms); i++)
		if (atoms[i].letter == letter)
			return &atoms[i];
	return NULL;
}

int piece_read_gaits(struct piece_type *type, const char *betza, struct reason *reason)
{
	for (const char *at = betza; *at != '\0'; at++) {
		size_t small = strspn(at, "mcf");
		bool move = memchr(at, 'm', small) != NULL,
		     capture = memchr(at, 'c', small) != NULL;
		const struct atom *atom = find_atom(at[small]);
		struct gait *gait = &type->gaits[type->gait_count];

		if (atom == NULL)
			return reason_fail(reason,
					   "'%s' is no gait: expected letters W F K R B Q N, each "
					   "after any of m c f, as in mfW",
					   betza);
		if (atom->leaps && memchr(at, 'f', small) != NULL)
			return reason_fail(reason, "'%s': a leap can't be only forward", betza);
		if (type->gait_count == MAX_GAITS)
			return reason_fail(reason, "more than %d gaits", MAX_GAITS);
		gait->may_move = move || !capture;
		gait->may_capture = capture || !move;
		gait->forward_only = memchr(at, 'f', small) != NULL;
		gait->slides = atom->slides;
		gait->leaps = atom->leaps;
		gait->directions = atom->directions;
		type->gait_count++;
		at += small;
	}
	return 0;
}

static uint8_t rotate_directions(uint8_t directions, unsigned eighths)
{
	return (uint8_t)(directions << eighths | directions >> (DIRECTIONS - eighths));
}

struct reach piece_reach(const struct piece_type *type, uint8_t forward)
{
	uint8_t ahead = (uint8_t)(forward | rotate_directions(forward, 1) |
				  rotate_directions(forward, DIRECTIONS - 1));
	struct reach reach = {0};

	for (unsigned i = 0; i < type->gait_count; i++) {
		const struct gait *gait = &type->gaits[i];
		uint8_t to = gait->forward_only ? gait->directions & ahead : gait->directions;

		if (gait->forward_only)
			to &= (uint8_t)(ASLANT | forward);
		if (gait->slides) {
			reach.slide_move |= gait->may_move ? to : 0;
			reach.slide_capture |= gait->may_capture ? to : 0;
		} else {
			reach.step_move |= gait->may_move ? to : 0;
			reach.step_capture |= gait->may_capture ? to : 0;
		}
		reach.leap_move |= gait->leaps && gait->may_move;
		reach.leap_capture |= gait->leaps && gait->may_capture;
	}
	return reach;
}
