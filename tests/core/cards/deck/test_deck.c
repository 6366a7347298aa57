/* SPDX-License-Identifier: MIT */
#include "tests/lib/play.h"

#include "core/cards/board/continuous_table.h"
#include "core/cards/deck/deck.h"
#include "core/cards/effects/effects_load.h"
#include "core/gametype/gametypes.h"
#include "core/util/deffile.h"
#include "core/variant/variant_data.h"

static struct variant_library *library;
static struct card_set *set;
static struct card_ruleset *book;

static const struct lots lots = {"game7", "arbiter secret 1", {"alice nonce", "bob nonce", "", ""}};

static int set_up(void **state)
{
	char *games = source_path("games"), *cards = source_path("games/cards");
	struct deffile_faults faults;

	(void)state;
	deffile_faults_init(&faults);
	library = variant_library_new(games, gametypes_all);
	set = effects_set_load(cards, "first", &faults);
	if (set == NULL)
		fail_msg("%s", faults.lines.bytes);
	deffile_faults_done(&faults);
	free(games);
	free(cards);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	card_set_free(set);
	variant_library_free(library);
	return 0;
}

static int close_book(void **state)
{
	(void)state;
	card_ruleset_free(book);
	book = NULL;
	return 0;
}

/* Returns the rules of a game with those options, such as "deck=split points=90". */
static struct deck_rules take_rules(const char *variant, const char *chosen)
{
	struct option options[8] = {{"cards", "on"}};
	const struct variant *compiled;
	struct deck_rules rules;
	struct reason reason = {.text = ""};
	size_t count = 1, len;
	const char *word;

	while (strbuf_next_word(&chosen, &word, &len)) {
		size_t key = strcspn(word, "=");

		snprintf(options[count].key, sizeof options->key, "%.*s", (int)key, word);
		snprintf(options[count++].value, sizeof options->value, "%.*s",
			 (int)(len - key - 1), word + key + 1);
	}
	compiled = variant_get(library, variant, options, count, &reason);
	if (compiled == NULL)
		fail_msg("%s", reason.text);
	card_ruleset_free(book);
	book = card_ruleset_new(compiled, set, continuous_rows);
	if (deck_rules_read(book, &rules, &reason) < 0)
		fail_msg("%s", reason.text);
	return rules;
}

static unsigned count_of(const struct stack *stack, uint8_t kind)
{
	unsigned count = 0;

	for (unsigned i = 0; i < stack->count; i++)
		count += stack->kinds[i] == kind;
	return count;
}

static uint8_t kind_of(const char *name)
{
	uint8_t kind = card_named(set, name, NULL);

	assert_int_not_equal(kind, NO_CARD);
	return kind;
}

/* ---- shares ---- */

static void a_set_is_dealt_out_equally_and_every_card_goes_somewhere(void **state)
{
	struct deck_rules rules = take_rules("knightmare", "deck=split");
	struct stack shares[MAX_SIDES], aside;

	(void)state;
	deck_shares(&rules, &lots, shares, &aside);
	assert_int_equal(shares[0].count, shares[1].count);
	assert_true(aside.count < 2);
	for (uint8_t kind = 0; kind < set->count; kind++)
		assert_int_equal(count_of(&shares[0], kind) + count_of(&shares[1], kind) +
					 count_of(&aside, kind),
				 !card_ruleset_bars(book, kind, NULL));
}

static void a_share_lies_in_the_sets_order(void **state)
{
	struct deck_rules rules = take_rules("knightmare", "deck=split copies=2");
	struct stack shares[MAX_SIDES], aside;

	(void)state;
	deck_shares(&rules, &lots, shares, &aside);
	for (unsigned i = 1; i < shares[0].count; i++)
		assert_true(shares[0].kinds[i - 1] <= shares[0].kinds[i]);
}

static void extra_discards_are_dealt_to_nobody(void **state)
{
	struct deck_rules rules = take_rules("knightmare", "deck=auto extra-discards=16");
	struct stack shares[MAX_SIDES], aside;

	(void)state;
	deck_shares(&rules, &lots, shares, &aside);
	assert_in_range(aside.count, 16, 17);
}

static void three_seats_get_a_third_each(void **state)
{
	struct deck_rules rules = take_rules("three-player", "deck=split");
	struct stack shares[MAX_SIDES], aside;

	(void)state;
	deck_shares(&rules, &lots, shares, &aside);
	assert_int_equal(shares[0].count, shares[2].count);
	assert_true(aside.count < 3);
	assert_int_equal(count_of(&shares[0], kind_of("Earthquake")) +
				 count_of(&shares[1], kind_of("Earthquake")) +
				 count_of(&shares[2], kind_of("Earthquake")),
			 0);
}

/* Among the installed boards, only the three-player one has holes that a quarter turn moves
 * elsewhere. */
static void a_board_can_be_turned_if_it_is_the_same_then(void **state)
{
	static const struct {
		const char *variant;
		bool turns;
	} rows[] = {
		{"knightmare", true},
		{"four-player", true},
		{"four-player-team", true},
		{"three-player", false},
	};
	struct reason why;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		(void)take_rules(rows[i].variant, "");
		assert_int_equal(book->turns, rows[i].turns);
		assert_int_equal(card_ruleset_bars(book, kind_of("Earthquake"), &why),
				 !rows[i].turns);
	}
	assert_string_equal(why.text,
			    "This board can't be turned: there is no Earthquake in this game.");
}

static void a_personal_set_has_all_cards(void **state)
{
	struct deck_rules rules = take_rules("knightmare", "deck=personal copies=2");
	struct stack shares[MAX_SIDES], aside;

	(void)state;
	deck_shares(&rules, &lots, shares, &aside);
	for (uint8_t kind = 0; kind < set->count; kind++)
		assert_int_equal(count_of(&shares[1], kind),
				 !card_ruleset_bars(book, kind, NULL) ? 2 : 0);
}

static void cards_that_need_a_bishop_are_left_out_where_there_are_none(void **state)
{
	struct deck_rules rules = take_rules("four-player", "deck=personal");
	struct stack shares[MAX_SIDES], aside;

	(void)state;
	deck_shares(&rules, &lots, shares, &aside);
	assert_int_equal(count_of(&shares[3], kind_of("Heresy")), 0);
	assert_int_equal(count_of(&shares[3], kind_of("Crab")), 1);
	rules = take_rules("four-player", "deck=personal bishops=queen");
	deck_shares(&rules, &lots, shares, &aside);
	assert_int_equal(count_of(&shares[3], kind_of("Heresy")), 1);
}

static void other_words_deal_other_shares(void **state)
{
	static const struct lots changed = {
		"game7", "arbiter secret 1", {"alice nonce", "bob's nonce"}};
	struct deck_rules rules = take_rules("knightmare", "deck=split");
	struct stack shares[MAX_SIDES], again[MAX_SIDES], aside;

	(void)state;
	deck_shares(&rules, &lots, shares, &aside);
	deck_shares(&rules, &lots, again, &aside);
	assert_memory_equal(&shares[0], &again[0], sizeof shares[0]);
	deck_shares(&rules, &changed, again, &aside);
	assert_memory_not_equal(&shares[0], &again[0], sizeof shares[0]);
}

static void more_cards_than_a_game_holds_are_refused(void **state)
{
	static const struct option options[] = {
		{"cards", "on"}, {"deck", "personal"}, {"copies", "9"}};
	struct deck_rules rules;
	struct reason reason = {.text = ""};

	(void)state;
	book = card_ruleset_new(variant_get(library, "knightmare", options, 3, &reason), set,
				continuous_rows);
	assert_int_equal(deck_rules_read(book, &rules, &reason), -1);
	assert_non_null(strstr(reason.text, "at most"));
}

/* ---- building ---- */

static void a_built_deck_fits_the_points_and_nothing_cheap_is_left(void **state)
{
	struct deck_rules rules = take_rules("knightmare", "deck=auto");
	struct stack shares[MAX_SIDES], aside, deck, again;
	struct reason reason = {.text = ""};
	struct strbuf names;

	(void)state;
	deck_shares(&rules, &lots, shares, &aside);
	deck_build(&rules, &lots, 1, &shares[1], &deck);
	strbuf_init(&names, 0);
	deck_print_names(book, &deck, &names);
	assert_int_equal(deck_read(&rules, 1, &shares[1], names.bytes, &again, &reason), ACCEPTED);
	strbuf_done(&names);
	for (unsigned i = 0; i < shares[1].count; i++) {
		uint8_t kind = shares[1].kinds[i];

		assert_true(count_of(&deck, kind) > 0 ||
			    deck_points(book, &deck) + set->cards[kind].points > 150);
	}
}

static void a_handicap_is_one_seats_own(void **state)
{
	struct deck_rules rules = take_rules("knightmare", "deck=auto points=200 points.black=80");

	(void)state;
	assert_int_equal(rules.points[0], 200);
	assert_int_equal(rules.points[1], 80);
}

static void a_built_deck_has_a_unique_card_once(void **state)
{
	struct deck_rules rules = take_rules("knightmare", "deck=auto copies=3 points=9999");
	struct stack shares[MAX_SIDES], aside, deck;

	(void)state;
	deck_shares(&rules, &lots, shares, &aside);
	deck_build(&rules, &lots, 0, &shares[0], &deck);
	for (uint8_t kind = 0; kind < set->count; kind++)
		assert_true(!set->cards[kind].unique || count_of(&deck, kind) <= 1);
}

/* Makes a share of just those cards. */
static struct stack make_share(const char *names)
{
	struct deck_rules rules = take_rules("knightmare", "deck=personal copies=3 points=9999");
	struct stack shares[MAX_SIDES], aside, deck;
	struct reason reason = {.text = ""};

	deck_shares(&rules, &lots, shares, &aside);
	if (deck_read(&rules, 0, &shares[0], names, &deck, &reason) == REFUSED)
		fail_msg("%s", reason.text);
	return deck;
}

static void a_deck_is_read_from_its_order(void **state)
{
	struct stack share = make_share("Crab, Crab, Dubbing, Panic"), deck;
	struct deck_rules rules = take_rules("knightmare", "deck=split points=16");
	struct reason reason = {.text = ""};
	struct strbuf names;

	(void)state;
	assert_int_equal(deck_read(&rules, 0, &share, "dubbing,crab , Crab", &deck, &reason),
			 ACCEPTED);
	strbuf_init(&names, 0);
	deck_print_names(book, &deck, &names);
	assert_string_equal(names.bytes, "Dubbing, Crab, Crab");
	strbuf_done(&names);
}

static void a_refused_deck_is_told_all_its_faults(void **state)
{
	struct stack share = make_share("Crab, Dubbing, Rebirth"), deck = {.count = 77};
	struct deck_rules rules = take_rules("knightmare", "deck=split points=16");
	struct reason reason = {.text = ""};

	(void)state;
	assert_int_equal(
		deck_read(&rules, 0, &share, "Crab, Crab, Crab, Panic, Dubing", &deck, &reason),
		REFUSED);
	assert_non_null(strstr(reason.text, "Crab: 3 wanted, your share has 1."));
	assert_non_null(strstr(reason.text, "Panic isn't in your share."));
	assert_non_null(strstr(reason.text, "There is no card \"Dubing\"; did you mean Dubbing?"));
	assert_non_null(
		strstr(reason.text,
		       "The deck has 20 points, at most 16 are allowed. That is 4 too many."));
	assert_int_equal(deck.count, 77);
}

static void a_unique_card_is_refused_twice(void **state)
{
	struct deck_rules rules = take_rules("knightmare", "deck=personal copies=2");
	struct stack shares[MAX_SIDES], aside, deck;
	struct reason reason = {.text = ""};

	(void)state;
	deck_shares(&rules, &lots, shares, &aside);
	assert_int_equal(deck_read(&rules, 0, &shares[0], "Rebirth, Rebirth", &deck, &reason),
			 REFUSED);
	assert_string_equal(reason.text, "Rebirth is unique: a deck has at most one.");
}

static void an_empty_deck_is_no_deck(void **state)
{
	struct stack share = make_share("Crab"), deck;
	struct deck_rules rules = take_rules("knightmare", "deck=split");
	struct reason reason = {.text = ""};

	(void)state;
	assert_int_equal(deck_read(&rules, 0, &share, " , ", &deck, &reason), REFUSED);
}

/* ---- piles ---- */

static void lay(const struct deck_rules *rules, struct piles *piles)
{
	struct stack shares[MAX_SIDES], decks[MAX_SIDES], aside;

	deck_shares(rules, &lots, shares, &aside);
	for (uint8_t seat = 0; seat < rules->book->variant->side_count; seat++)
		deck_build(rules, &lots, seat, &shares[seat], &decks[seat]);
	deck_lay(rules, &lots, decks, &aside, piles);
}

static void hands_are_the_top_five_of_each_pile(void **state)
{
	struct deck_rules rules = take_rules("knightmare", "deck=auto");
	struct piles piles;

	(void)state;
	lay(&rules, &piles);
	assert_int_equal(piles_size(&piles, ZONE_HAND, 0), HAND_SIZE);
	assert_int_equal(piles_size(&piles, ZONE_HAND, 1), HAND_SIZE);
	assert_true(piles_size(&piles, ZONE_DRAW, 0) > 10);
	assert_int_equal(piles_size(&piles, ZONE_DISCARDS, 0), 0);
}

static void a_stacked_deck_lies_as_it_was_ordered(void **state)
{
	struct stack share = make_share("Crab, Pacifism, Dubbing, Panic, Truce, Coup, Curse");
	struct deck_rules rules = take_rules("knightmare", "deck=split order=stacked");
	struct stack decks[MAX_SIDES], aside = {.count = 0};
	struct reason reason = {.text = ""};
	uint16_t copies[MAX_COPIES];
	struct piles piles;

	(void)state;
	assert_int_equal(deck_read(&rules, 0, &share,
				   "Truce, Crab, Panic, Pacifism, Dubbing, Curse, Coup", &decks[0],
				   &reason),
			 ACCEPTED);
	decks[1] = decks[0];
	deck_lay(&rules, &lots, decks, &aside, &piles);
	assert_int_equal(piles_list(&piles, ZONE_HAND, 0, copies), 5);
	assert_int_equal(piles.copies[copies[0]].kind, kind_of("Truce"));
	assert_int_equal(piles.copies[copies[4]].kind, kind_of("Dubbing"));
	assert_int_equal(piles.copies[piles_top(&piles, 1)].kind, kind_of("Curse"));
	/* A seat that names no deck gets one that is built, and that is shuffled. */
	deck_build(&rules, &lots, 1, &share, &decks[1]);
	deck_lay(&rules, &lots, decks, &aside, &piles);
	assert_int_equal(piles.shuffles[0], 0);
	assert_int_equal(piles.shuffles[1], 1);
}

static void a_common_deck_is_dealt_a_card_each_in_turn(void **state)
{
	struct deck_rules rules = take_rules("knightmare", "deck=common copies=2");
	uint16_t first[MAX_COPIES], second[MAX_COPIES];
	struct piles piles;

	(void)state;
	lay(&rules, &piles);
	assert_int_equal(piles_list(&piles, ZONE_HAND, 0, first), 5);
	assert_int_equal(piles_list(&piles, ZONE_HAND, 1, second), 5);
	for (unsigned i = 0; i < 5; i++)
		assert_int_equal(first[i] + 1, second[i]);
	for (uint16_t i = 0, rebirths = 0; i < piles.count; i++)
		assert_true(piles.copies[i].kind != kind_of("Rebirth") || ++rebirths == 1);
}

static void an_empty_common_deck_is_made_of_the_discards(void **state)
{
	struct deck_rules rules = take_rules("knightmare", "deck=common");
	struct piles piles, again;
	uint16_t top;

	(void)state;
	lay(&rules, &piles);
	while ((top = piles_draw(&piles, 0)) != NO_COPY)
		piles_discard(&piles, top);
	again = piles;
	assert_true(deck_reshuffle(book, &lots, &piles, 1));
	assert_int_equal(piles_size(&piles, ZONE_DISCARDS, 0), 0);
	assert_int_equal(piles.shuffles[0], 2);
	assert_true(deck_reshuffle(book, &lots, &again, 0));
	assert_memory_equal(&piles, &again, sizeof piles);
}

static void after_an_undo_the_undrawn_cards_lie_anew(void **state)
{
	struct deck_rules rules = take_rules("knightmare", "deck=auto");
	uint16_t before[MAX_COPIES], after[MAX_COPIES];
	struct piles piles;
	unsigned count;

	(void)state;
	lay(&rules, &piles);
	count = piles_list(&piles, ZONE_DRAW, 0, before);
	assert_true(deck_reshuffle(book, &lots, &piles, 0));
	assert_int_equal(piles_list(&piles, ZONE_DRAW, 0, after), count);
	assert_memory_not_equal(before, after, count * sizeof before[0]);
	assert_int_equal(piles.shuffles[0], 2);
	assert_int_equal(piles.shuffles[1], 1);
}

static void an_empty_pile_of_ones_own_is_not_reshuffled(void **state)
{
	struct deck_rules rules = take_rules("knightmare", "deck=auto");
	struct piles piles;
	uint16_t top;

	(void)state;
	lay(&rules, &piles);
	while ((top = piles_draw(&piles, 0)) != NO_COPY)
		piles_discard(&piles, top);
	assert_false(deck_reshuffle(book, &lots, &piles, 0));
	assert_int_equal(piles_draw(&piles, 0), NO_COPY);
}

static void growing_hands_begin_with_one_card(void **state)
{
	struct deck_rules rules = take_rules("knightmare", "deck=auto hand=growing");
	struct piles piles;

	(void)state;
	lay(&rules, &piles);
	assert_int_equal(piles_size(&piles, ZONE_HAND, 0), 1);
	assert_int_equal(piles_size(&piles, ZONE_HAND, 1), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(a_set_is_dealt_out_equally_and_every_card_goes_somewhere,
					  close_book),
		cmocka_unit_test_teardown(a_board_can_be_turned_if_it_is_the_same_then, close_book),
		cmocka_unit_test_teardown(a_share_lies_in_the_sets_order, close_book),
		cmocka_unit_test_teardown(extra_discards_are_dealt_to_nobody, close_book),
		cmocka_unit_test_teardown(three_seats_get_a_third_each, close_book),
		cmocka_unit_test_teardown(a_personal_set_has_all_cards, close_book),
		cmocka_unit_test_teardown(
			cards_that_need_a_bishop_are_left_out_where_there_are_none, close_book),
		cmocka_unit_test_teardown(other_words_deal_other_shares, close_book),
		cmocka_unit_test_teardown(more_cards_than_a_game_holds_are_refused, close_book),
		cmocka_unit_test_teardown(a_built_deck_fits_the_points_and_nothing_cheap_is_left,
					  close_book),
		cmocka_unit_test_teardown(a_handicap_is_one_seats_own, close_book),
		cmocka_unit_test_teardown(a_built_deck_has_a_unique_card_once, close_book),
		cmocka_unit_test_teardown(a_deck_is_read_from_its_order, close_book),
		cmocka_unit_test_teardown(a_refused_deck_is_told_all_its_faults, close_book),
		cmocka_unit_test_teardown(a_unique_card_is_refused_twice, close_book),
		cmocka_unit_test_teardown(an_empty_deck_is_no_deck, close_book),
		cmocka_unit_test_teardown(hands_are_the_top_five_of_each_pile, close_book),
		cmocka_unit_test_teardown(a_stacked_deck_lies_as_it_was_ordered, close_book),
		cmocka_unit_test_teardown(a_common_deck_is_dealt_a_card_each_in_turn, close_book),
		cmocka_unit_test_teardown(an_empty_common_deck_is_made_of_the_discards, close_book),
		cmocka_unit_test_teardown(after_an_undo_the_undrawn_cards_lie_anew, close_book),
		cmocka_unit_test_teardown(an_empty_pile_of_ones_own_is_not_reshuffled, close_book),
		cmocka_unit_test_teardown(growing_hands_begin_with_one_card, close_book),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
