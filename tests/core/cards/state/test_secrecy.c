/* SPDX-License-Identifier: MIT */
/*
 * Nobody learns a card of another seat: two random games differ only in one seat's hand, and the
 * players write everything that they may, and everything that they may not.
 */
#include "tests/lib/twins_play.h"

enum { LETTERS = 60, LETTERS_DEEP = 250 };

/* Exchanges two cards of different kinds. */
static void swap_kinds(struct match *match, struct piles *piles, const uint16_t *from,
		       unsigned count, const uint16_t *with, unsigned with_count)
{
	uint8_t *a, *b, kind;

	assert_true(count > 0 && with_count > 1);
	a = &piles->copies[from[seed_below(&match->seed, count)]].kind;
	do
		b = &piles->copies[with[seed_below(&match->seed, with_count)]].kind;
	while (*a == *b);
	kind = *a;
	*a = *b;
	*b = kind;
}

/* Exchanges a card in the other seat's hand with one that is still to be drawn; in every third game
 * the next two of a pile, which nobody may know. */
static void change_one(struct match *match, unsigned twin, struct piles *piles)
{
	uint8_t seat = (uint8_t)seed_below(&match->seed, match->seats);
	uint16_t hand[MAX_COPIES], pile[MAX_COPIES];
	unsigned drawn = piles_list(piles, ZONE_DRAW, seat, pile);
	unsigned held = piles_list(piles, ZONE_HAND, seat, hand);

	if (twin == 0)
		return;
	match->other = seed_below(&match->seed, 3) == 0 ? MAX_SIDES : seat;
	if (match->other == seat)
		swap_kinds(match, piles, hand, held, pile, drawn);
	else
		swap_kinds(match, piles, pile, 1, pile + 1, drawn - 1);
}

/* Returns how many messages were written until the games differed. */
static unsigned play_pair(const char *words, unsigned seed)
{
	const unsigned most = twins_run(0).is_deep ? LETTERS_DEEP : LETTERS;
	struct match match;
	unsigned count = 0;
	bool on = true;

	twins_begin(&match, words, seed, change_one);
	assert_nobody_can_tell(&match);
	while (on && count < most) {
		on = write_next(&match) && (seed_below(&match.seed, 3) > 0 || write_noise(&match));
		count++;
	}
	twins_end(&match);
	return count;
}

static void nobody_can_tell_what_another_holds(void **state)
{
	static const char *const games[] = {
		"knightmare",
		"three-player cards=on",
		"four-player cards=on",
		"knightmare window=0",
		"four-player-team cards=on",
		"knightmare hand=growing",
		"four-player cards=on bishops=redraw",
		"three-player cards=on deck=common extra-discards=40",
		"knightmare deck=common extra-discards=55",
	};
	struct twins_run run = twins_run(pace(9, 2));
	unsigned count = 0;

	(void)state;
	for (unsigned seed = run.first; seed <= run.last; seed++)
		count += play_pair(twins_words(&run, games, ARRAY_LEN(games), seed), seed);
	assert_true(run.is_deep || count >= 4 * run.last);
	if (run.is_deep)
		print_message("%u letters\n", count);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nobody_can_tell_what_another_holds),
	};

	return cmocka_run_group_tests_name("secrecy", tests, NULL, NULL);
}
