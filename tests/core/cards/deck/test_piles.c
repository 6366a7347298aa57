/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/event/event.h"

#include "core/cards/deck/piles.h"

enum { WHITE, BLACK, FOG = 10, BOG, CRAB, TOLL };

static struct piles piles;

/* The kinds in a pile, as text: "10 12". */
static const char *listed(enum zone zone, uint8_t seat)
{
	static char text[256];
	uint16_t copies[MAX_COPIES];
	unsigned count = piles_list(&piles, zone, seat, copies);
	size_t len = 0;

	assert_int_equal(count, piles_size(&piles, zone, seat));
	text[0] = '\0';
	for (unsigned i = 0; i < count; i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%d", i ? " " : "",
					piles.copies[copies[i]].kind);
	return text;
}

static int set_up(void **state)
{
	(void)state;
	piles_init(&piles, false);
	for (uint8_t kind = FOG; kind <= CRAB; kind++)
		piles_add(&piles, kind, WHITE, ZONE_HAND, WHITE);
	piles_add(&piles, TOLL, WHITE, ZONE_DRAW, WHITE);
	piles_add(&piles, FOG, WHITE, ZONE_DRAW, WHITE);
	return 0;
}

static void piles_keep_the_order_in_which_they_were_laid(void **state)
{
	(void)state;
	assert_string_equal(listed(ZONE_HAND, WHITE), "10 11 12");
	assert_string_equal(listed(ZONE_DRAW, WHITE), "13 10");
	assert_string_equal(listed(ZONE_HAND, BLACK), "");
	piles_add(&piles, FOG, WHITE, ZONE_DISCARDS, WHITE);
	piles_add(&piles, BOG, WHITE, ZONE_DISCARDS, WHITE);
	assert_string_equal(listed(ZONE_DISCARDS, WHITE), "10 11");
}

static void a_played_card_is_replaced_at_the_right(void **state)
{
	uint16_t played = piles_find(&piles, ZONE_HAND, WHITE, BOG);

	(void)state;
	piles_discard(&piles, played);
	piles_draw(&piles, WHITE);
	assert_string_equal(listed(ZONE_HAND, WHITE), "10 12 13");
	assert_string_equal(listed(ZONE_DISCARDS, WHITE), "11");
	assert_string_equal(listed(ZONE_DRAW, WHITE), "10");
}

static void the_latest_discard_lies_on_top(void **state)
{
	(void)state;
	piles_add(&piles, TOLL, WHITE, ZONE_DISCARDS, WHITE);
	piles_discard(&piles, piles_find(&piles, ZONE_HAND, WHITE, FOG));
	piles_discard(&piles, piles_find(&piles, ZONE_HAND, WHITE, CRAB));
	assert_string_equal(listed(ZONE_DISCARDS, WHITE), "12 10 13");
}

static void a_taken_card_goes_to_its_owners_discards_in_the_end(void **state)
{
	uint16_t stolen = piles_add(&piles, TOLL, BLACK, ZONE_HAND, WHITE);

	(void)state;
	piles_discard(&piles, stolen);
	assert_string_equal(listed(ZONE_DISCARDS, BLACK), "13");
	assert_string_equal(listed(ZONE_DISCARDS, WHITE), "");
}

static void an_empty_pile_gives_nothing(void **state)
{
	(void)state;
	piles_draw(&piles, WHITE);
	piles_draw(&piles, WHITE);
	assert_int_equal(piles_draw(&piles, WHITE), NO_COPY);
	assert_int_equal(piles_top(&piles, WHITE), NO_COPY);
	assert_string_equal(listed(ZONE_HAND, WHITE), "10 11 12 13 10");
}

static void a_card_in_play_belongs_to_no_pile(void **state)
{
	uint16_t played = piles_find(&piles, ZONE_HAND, WHITE, CRAB);

	(void)state;
	piles_play(&piles, played, WHITE);
	assert_string_equal(listed(ZONE_PLAY, WHITE), "12");
	assert_string_equal(listed(ZONE_HAND, WHITE), "10 11");
	assert_string_equal(listed(ZONE_DISCARDS, WHITE), "");
	piles_discard(&piles, played);
	assert_string_equal(listed(ZONE_DISCARDS, WHITE), "12");
}

static void a_card_laid_under_the_pile_is_drawn_last(void **state)
{
	(void)state;
	piles_lay_under(&piles, piles_find(&piles, ZONE_HAND, WHITE, FOG));
	assert_string_equal(listed(ZONE_DRAW, WHITE), "13 10 10");
	assert_string_equal(listed(ZONE_HAND, WHITE), "11 12");
}

static void a_common_deck_is_everybodys(void **state)
{
	(void)state;
	piles_init(&piles, true);
	piles_add(&piles, FOG, NO_SIDE, ZONE_DRAW, BLACK);
	piles_add(&piles, BOG, NO_SIDE, ZONE_DRAW, WHITE);
	piles_draw(&piles, BLACK);
	piles_draw(&piles, WHITE);
	assert_string_equal(listed(ZONE_HAND, BLACK), "10");
	assert_string_equal(listed(ZONE_HAND, WHITE), "11");
	piles_discard(&piles, piles_find(&piles, ZONE_HAND, BLACK, FOG));
	assert_string_equal(listed(ZONE_DISCARDS, WHITE), "10");
	assert_string_equal(listed(ZONE_DISCARDS, BLACK), "10");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(piles_keep_the_order_in_which_they_were_laid, set_up),
		cmocka_unit_test_setup(a_played_card_is_replaced_at_the_right, set_up),
		cmocka_unit_test_setup(the_latest_discard_lies_on_top, set_up),
		cmocka_unit_test_setup(a_taken_card_goes_to_its_owners_discards_in_the_end, set_up),
		cmocka_unit_test_setup(an_empty_pile_gives_nothing, set_up),
		cmocka_unit_test_setup(a_card_in_play_belongs_to_no_pile, set_up),
		cmocka_unit_test_setup(a_card_laid_under_the_pile_is_drawn_last, set_up),
		cmocka_unit_test_setup(a_common_deck_is_everybodys, set_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
