/* SPDX-License-Identifier: MIT */
/*
 * A wrong guess that is refused costs nothing, so guesses must not help: no order is refused or
 * accepted because of something that its seat can't know.
 */
#include "tests/lib/twins.h"

static void give_to_both(struct match *match, uint8_t seat, unsigned place, const char *card)
{
	for (unsigned twin = 0; twin < TWINS; twin++)
		twins_give(&match->plays[twin], seat, place, card);
}

/* Sends the same message in both games, and asserts the same answers to all. */
static bool twins_post(struct match *match, unsigned seat, const char *letter)
{
	bool accepted;

	next_batch(match);
	accepted = both(match, seat, letter);
	assert_nobody_can_tell(match);
	return accepted;
}

static void post_all(struct match *match, unsigned seat, const char *const *letters, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (twins_post(match, seat, letters[i]))
			fail_msg("%s is accepted", letters[i]);
}

/* Puts a card on top, which the seat draws next. */
static void lay_on_top(struct twin_play *play, uint8_t seat, const char *card)
{
	struct card_state *table = table_of(play);

	table->piles.copies[piles_top(&table->piles, seat)].kind =
		card_named(table->book->set, card, NULL);
	table->start_piles = table->piles;
}

/* C, Plots Within Plots draws before its cards are played: by mail nobody plays a card that they
 * haven't seen. */
static void the_next_card_of_ones_own_pile(void **state)
{
	static const char *const letters[] = {
		"PLAY Plots Within Plots\nPLAY Dubbing b1-c3\nPLAY Masquerade c3-e5",
		"PLAY Plots Within Plots\nPLAY Masquerade b1-d3\nPLAY Dubbing d3-f4",
		"PLAY Plots Within Plots\nPLAY Dubbing b1-c3\nPLAY Dubbing c3-d5",
		"TRY\nPLAY Plots Within Plots\nPLAY Dubbing b1-c3\nPLAY Masquerade c3-e5",
		"MOVE b1-c3\nDISCARD Masquerade",
		"PLAY Masquerade b1-d3",
		"PLAYS",
		"HAND",
	};
	static const char *const tops[] = {"Masquerade", "Dubbing"};
	struct match match;

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		twins_begin(&match, "knightmare", 1, NULL);
		match.other = MAX_SIDES;
		twins_put(&match, "Kg1 Nb1 Ph2 / Kg8 Ph7");
		for (unsigned place = 2; place < HAND_SIZE; place++)
			give_to_both(&match, 0, place, "Curse");
		give_to_both(&match, 0, 0, "Plots Within Plots");
		give_to_both(&match, 0, 1, "Dubbing");
		lay_on_top(&match.plays[0], 0, tops[i]);
		lay_on_top(&match.plays[1], 0, "Truce");
		post_all(&match, 0, letters, ARRAY_LEN(letters));
		twins_end(&match);
	}
}

/* [without-bishops]: a player sees the card drawn for one that was put under the pile before
 * playing it. */
static void the_card_drawn_for_one_without_bishops(void **state)
{
	static const char *const letters[] = {
		"DISCARD Holy War\nPLAY Hidden Passage e5",
		"DISCARD Holy War\nDISCARD Hidden Passage",
		"TRY\nDISCARD Holy War",
	};
	struct match match;

	(void)state;
	twins_begin(&match, "four-player cards=on bishops=redraw", 1, NULL);
	match.other = MAX_SIDES;
	give_to_both(&match, 0, 0, "Holy War");
	for (unsigned place = 1; place < HAND_SIZE; place++)
		give_to_both(&match, 0, place, "Curse");
	lay_on_top(&match.plays[0], 0, "Hidden Passage");
	lay_on_top(&match.plays[1], 0, "Truce");
	post_all(&match, 0, letters, ARRAY_LEN(letters));
	twins_end(&match);
}

/* Lays Black's trap, on another square in each game. */
static void lay_trap(struct match *match, unsigned twin, const char *where)
{
	char *letter = base_printf("MOVE a7-a6\nPLAY Man-Trap %s", where);

	assert_true(answer(match, &match->plays[twin], 1, letter, NULL));
	free(letter);
}

static void begin_with_trap(struct match *match, const char *pieces, const char *first,
			    const char *second, const char *const *cards, unsigned count)
{
	twins_begin(match, "knightmare", 1, NULL);
	twins_put(match, pieces);
	for (unsigned place = 0; place < HAND_SIZE; place++) {
		give_to_both(match, 0, place, cards[place % count]);
		give_to_both(match, 1, place, place == 0 ? "Man-Trap" : "Curse");
	}
	next_batch(match);
	both(match, 0, "MOVE h2-h3");
	next_batch(match);
	both(match, 1, "PASS");
	next_batch(match);
	lay_trap(match, 0, first);
	lay_trap(match, 1, second);
	assert_nobody_can_tell(match);
	assert_false(twins_post(match, 0, "STATUS\nPLAYS"));
	assert_true(twins_post(match, 0, "PASS"));
}

/* [trap-may-bare-king]: neither lists, tries nor refusals reveal the trap. A move into it is
 * accepted, and orders that then have no effect come back. */
static void the_square_of_a_trap(void **state)
{
	static const char *const cards[] = {"Fireball", "Peace Talks", "Man-Trap", "Charge!",
					    "Curse"};
	static const char *const looks[] = {
		"PLAYS f3-e1",
		"PLAYS f3-g5",
		"TRY\nMOVE f3-e1\nPLAY Fireball",
		"TRY\nMOVE f3-g5\nPLAY Fireball",
		"MOVE f3-e1\nPLAY Man-Trap f3",
		"MOVE f3-e1\nPLAY Charge! e1-e2",
		"MOVE f3-e1\nPLAY Peace Talks Man-Trap e1",
		"MOVE f3-e1\nPLAY Peace Talks Man-Trap a6",
		"TRY\nMOVE f3-e1\nPLAY Peace Talks Man-Trap",
		"TRY\nMOVE f3-e1\nPLAY Man-Trap e1",
	};
	static const char *const traps[] = {
		"MOVE f3-e1\nPLAY Fireball",
		"MOVE f3-e1\nPLAY Man-Trap e1",
		"MOVE f3-e1\nPLAY Charge! e1-d3",
		"MOVE f3-e1\nDISCARD Fireball",
	};

	(void)state;
	for (unsigned i = 0; i < ARRAY_LEN(traps); i++) {
		struct match match;

		begin_with_trap(&match, "Kg1 Nf3 Ph2 / Kg8 Ne1 Pa7", "e1", "a6", cards,
				ARRAY_LEN(cards));
		assert_true(twins_post(&match, 0, "MOVE g1-h2"));
		assert_true(twins_post(&match, 1, "PASS"));
		assert_true(twins_post(&match, 1, "MOVE e1-g2"));
		assert_true(twins_post(&match, 0, "PASS"));
		post_all(&match, 0, looks, ARRAY_LEN(looks));
		next_batch(&match);
		for (unsigned twin = 0; twin < TWINS; twin++)
			if (!answer(&match, &match.plays[twin], 0, traps[i], NULL))
				fail_msg("%s is refused", traps[i]);
		twins_end(&match);
	}
}

/* [peace-talks-traps]: of two traps the first ends. None can be named by a square that nobody else
 * knows. */
static void which_of_two_traps(void **state)
{
	static const char *const letters[] = {
		"MOVE e7-e5\nPLAY Peace Talks Man-Trap a2",
		"MOVE e7-e5\nPLAY Peace Talks Man-Trap h2",
		"MOVE e7-e5\nPLAY Peace Talks Man-Trap black",
		"TRY\nMOVE e7-e5\nPLAY Peace Talks Man-Trap a2",
	};
	struct match match;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	for (unsigned place = 0; place < HAND_SIZE; place++) {
		give_to_both(&match, 0, place, "Man-Trap");
		give_to_both(&match, 1, place, "Peace Talks");
	}
	next_batch(&match);
	for (unsigned twin = 0; twin < TWINS; twin++)
		assert_true(answer(&match, &match.plays[twin], 0,
				   twin == 0 ? "MOVE e2-e4\nPLAY Man-Trap a2"
					     : "MOVE e2-e4\nPLAY Man-Trap h2",
				   NULL));
	match.other = 0;
	assert_true(twins_post(&match, 1, "MOVE d7-d6"));
	assert_true(twins_post(&match, 0, "PASS"));
	next_batch(&match);
	for (unsigned twin = 0; twin < TWINS; twin++)
		assert_true(answer(&match, &match.plays[twin], 0, "MOVE d2-d4\nPLAY Man-Trap d4",
				   NULL));
	assert_true(twins_post(&match, 1, "PASS"));
	assert_false(twins_post(&match, 1, "PLAYS e7-e5"));
	post_all(&match, 1, letters, ARRAY_LEN(letters));
	assert_true(twins_post(&match, 1, "MOVE e7-e5\nPLAY Peace Talks Man-Trap"));
	twins_end(&match);
}

/* [saved-by-a-card]: whether a card saves the mated seat is shown when its response time ends, and
 * not to a seat that asks whether it is next. */
static void what_may_save_a_mated_seat(void **state)
{
	static const char *const asks[] = {
		"MOVE h1-g1",		"TRY\nMOVE h1-g1", "TRY\nPASS",
		"STATUS\nBOARD\nPLAYS", "PLAY Fanatic h2",
	};
	struct match match;

	(void)state;
	twins_begin(&match, "three-player cards=on", 1, NULL);
	twins_put(&match, "Kd8 Rb8 Rc4 / Ka1 / Kh1 Ph2");
	for (unsigned place = 0; place < HAND_SIZE; place++) {
		give_to_both(&match, 0, place, "Curse");
		give_to_both(&match, 1, place, "Fanatic");
		give_to_both(&match, 2, place, "Curse");
	}
	twins_give(&match.plays[0], 1, 0, "Hidden Passage");
	assert_false(twins_post(&match, 0, "TRY\nMOVE c4-a4"));
	assert_true(twins_post(&match, 0, "MOVE c4-a4"));
	post_all(&match, 2, asks, ARRAY_LEN(asks));
	assert_true(twins_post(&match, 1, "PASS"));
	post_all(&match, 2, asks, ARRAY_LEN(asks));
	post_all(&match, 0, asks, ARRAY_LEN(asks));
	next_batch(&match);
	for (unsigned twin = 0; twin < TWINS; twin++)
		assert_true(answer(&match, &match.plays[twin], 2, "PASS", NULL));
	assert_true(game_of(&match.plays[0])->position.in_play >> 1 & 1);
	assert_false(game_of(&match.plays[1])->position.in_play >> 1 & 1);
	twins_end(&match);
}

/* [fair-shuffles]: another seat's words are in the shuffles before anybody has seen them. */
static void the_words_of_another(void **state)
{
	static const char *const looks[] = {
		"STATUS", "BOARD\nHAND\nPLAYS", "TRY\nJOIN WORDS plum", "DECK Bog", "MOVE e2-e4",
	};
	struct match match;

	(void)state;
	twins_begin(&match, "knightmare words=ask", 1, NULL);
	next_batch(&match);
	assert_true(answer(&match, &match.plays[0], 1, "JOIN WORDS seven red apples", NULL));
	assert_true(answer(&match, &match.plays[1], 1, "JOIN WORDS nine plums", NULL));
	assert_nobody_can_tell(&match);
	post_all(&match, 0, looks, ARRAY_LEN(looks));
	twins_end(&match);
}

/* Returns a line such as "DECK Bog, Toll": ten cards of the seat's share from that place on. The
 * caller frees it. */
static char *some_deck(const struct twin_play *play, uint8_t seat, unsigned from)
{
	const struct card_state *table = table_of(play);
	const struct stack *share = &table->gather.shares[seat];
	struct strbuf text;

	strbuf_init(&text, 0);
	for (unsigned i = from; i < from + 10 && i < share->count; i++)
		strbuf_addf(&text, "%s%s", i == from ? "DECK " : ", ",
			    table->book->set->cards[share->kinds[i]].name);
	return text.bytes;
}

/* When the game begins, only the number of the deck's cards is shown. */
static void the_deck_of_another(void **state)
{
	static const char *const looks[] = {"STATUS", "HAND\nPLAYS\nBOARD", "DECK Bogg",
					    "JOIN WORDS x"};
	struct match match;
	char *deck;

	(void)state;
	twins_begin(&match, "knightmare deck=split", 1, NULL);
	assert_nobody_can_tell(&match);
	next_batch(&match);
	for (unsigned twin = 0; twin < TWINS; twin++) {
		struct processed processed;

		deck = some_deck(&match.plays[twin], 1, 12 * twin);
		assert_true(answer(&match, &match.plays[twin], 1, deck, &processed));
		assert_string_equal(processed.what, "accepted: (secret)");
		free(deck);
	}
	assert_nobody_can_tell(&match);
	post_all(&match, 0, looks, ARRAY_LEN(looks));
	deck = some_deck(&match.plays[0], 0, 5);
	assert_true(twins_post(&match, 0, deck));
	free(deck);
	assert_true(game_of(&match.plays[0])->started);
	assert_false(twins_post(&match, 0, looks[1]));
	assert_true(twins_post(&match, 0, "MOVE e2-e4"));
	assert_true(twins_post(&match, 1, "PASS"));
	assert_true(twins_post(&match, 1, "MOVE e7-e5"));
	twins_end(&match);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_next_card_of_ones_own_pile),
		cmocka_unit_test(the_card_drawn_for_one_without_bishops),
		cmocka_unit_test(the_square_of_a_trap),
		cmocka_unit_test(which_of_two_traps),
		cmocka_unit_test(what_may_save_a_mated_seat),
		cmocka_unit_test(the_words_of_another),
		cmocka_unit_test(the_deck_of_another),
	};

	return cmocka_run_group_tests_name("guesses", tests, NULL, NULL);
}
