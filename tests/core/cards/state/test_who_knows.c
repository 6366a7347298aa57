/* SPDX-License-Identifier: MIT */
#include "tests/lib/who_knows.h"

/* ---- public at once ---- */

static void public_moves(void **state)
{
	struct match match;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	match_post(&match, 0, "MOVE e2-e4");
	assert_in(files_of(&match).public, "\n  order white MOVE e2-e4\n");
	assert_in(files_of(&match).public, "\n  move white P from e2 to e4\n");
	twins_end(&match);
}

static void public_cards_played_and_their_targets(void **state)
{
	struct match match;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	give_first(&match, 0, "Forbidden City", "Curse");
	match_post(&match, 0, "MOVE e2-e4\nPLAY Forbidden City d5");
	assert_in(files_of(&match).public, "PLAY Forbidden City d5\n");
	twins_end(&match);
}

static void public_discards_once_made(void **state)
{
	struct match match;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	give_first(&match, 0, "Forbidden City", "Curse");
	match_post(&match, 0, "MOVE e2-e4\nDISCARD Forbidden City");
	assert_not_in(files_of(&match).public, "Forbidden City");
	match_post(&match, 1, "MOVE e7-e5");
	assert_in(files_of(&match).public, "Forbidden City\n");
	assert_in(files_of(&match).public, "\n  discard ");
	twins_end(&match);
}

static void public_passes(void **state)
{
	struct match match;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	match_post(&match, 0, "MOVE e2-e4");
	match_post(&match, 1, "PASS");
	assert_in(files_of(&match).public, "\n  order black PASS\n");
	twins_end(&match);
}

/* Everybody knows that a card was drawn, and how many cards each seat holds; not which. */
static void public_draws_as_counts(void **state)
{
	struct match match;
	char *table;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	give_first(&match, 0, "Forbidden City", "Curse");
	match_post(&match, 0, "MOVE e2-e4\nPLAY Forbidden City d5");
	assert_in(files_of(&match).public, "\n  draws white for action 2\n");
	table = twins_outbox(&match.plays[0], 2);
	assert_in(table, "White holds 5 cards");
	free(table);
	twins_end(&match);
}

static void public_results(void **state)
{
	struct match match;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	match_post(&match, 0, "RESIGN");
	assert_in(files_of(&match).public, "\n  result ");
	twins_end(&match);
}

static void public_words_said_to_all(void **state)
{
	struct match match;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	match_post(&match, 0, "MOVE e2-e4\nSAY Good luck!");
	assert_in(files_of(&match).public, "\n  say white Good luck!\n");
	twins_end(&match);
}

/* ---- sealed until it takes effect or lapses ---- */

static void begin_held(struct match *match)
{
	twins_begin(match, "three-player cards=on", 1, NULL);
	match_post(match, 0, "MOVE d7-d6");
}

static void waits_a_held_turn(void **state)
{
	struct match match;
	uint8_t next;
	char *letter;
	struct move_list *list = base_alloc(sizeof *list);
	char move[MOVE_TEXT_MAX];

	(void)state;
	begin_held(&match);
	next = submit_legal(table_of(&match.plays[0]), list);
	move_text(game_of(&match.plays[0])->variant, &list->moves[0], move);
	letter = base_printf("MOVE %s", move);
	match_post(&match, next, letter);
	assert_not_in(files_of(&match).public, move);
	assert_in(files_of(&match).sealed, letter);
	match_post(&match, next == 1 ? 2 : 1, "PASS");
	assert_in(files_of(&match).public, "\n  move ");
	assert_true(table_of(&match.plays[0])->start.position.turn == next);
	free(letter);
	free(list);
	twins_end(&match);
}

static void waits_an_if_line(void **state)
{
	struct match match;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	give_first(&match, 0, "Annexation", "Curse");
	give_first(&match, 1, "Fog of War", "Curse");
	match_post(&match, 0, "PLAY Annexation e2\nIF FOGGED MOVE g1-h3");
	assert_not_in(files_of(&match).public, "h3");
	assert_in(files_of(&match).sealed, "IF FOGGED MOVE g1-h3");
	match_post(&match, 1, "PLAY Fog of War");
	assert_in(files_of(&match).public, "\n  move white N from g1 to h3\n");
	twins_end(&match);
}

static void waits_a_discard_in_an_open_turn(void **state)
{
	struct match match;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	give_first(&match, 0, "Forbidden City", "Curse");
	match_post(&match, 0, "MOVE e2-e4\nDISCARD Forbidden City");
	assert_not_in(files_of(&match).public, "DISCARD");
	assert_in(files_of(&match).sealed, "order white DISCARD Forbidden City\n");
	assert_in(files_of(&match).public, "\n  sealed sha256:");
	twins_end(&match);
}

/* ---- sealed until the game is over ---- */

static void secret_seed(void **state)
{
	struct match match;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	assert_not_in(files_of(&match).public, twins_secret);
	assert_in(files_of(&match).public, "\ncommit sha256:");
	assert_in(publication(&match), twins_secret);
	twins_end(&match);
}

/* Asserts that the end publishes the order of all piles, and so all hands, draws and decks. */
static void assert_published_at_the_end(const char *words, const char *event)
{
	struct match match;
	const char *published;
	char *line, *wanted;

	twins_begin(&match, words, 1, NULL);
	assert_not_in(files_of(&match).public, "\n  face ");
	line = last_sealed(&match, event);
	wanted = base_printf("\n  unsealed entry 1, fact %s\n", line);
	published = publication(&match);
	assert_in(published, wanted);
	free(wanted);
	free(line);
	twins_end(&match);
}

static void secret_hands_and_draws(void **state)
{
	struct match match;
	uint16_t copies[MAX_COPIES];
	const struct card_state *table;
	unsigned count;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	match_post(&match, 0, "MOVE e2-e4");
	table = table_of(&match.plays[0]);
	count = piles_list(&table->piles, ZONE_HAND, 0, copies);
	assert_int_equal(count, HAND_SIZE);
	for (unsigned i = 0; i < count; i++)
		assert_not_in(files_of(&match).public,
			      table->book->set->cards[table->piles.copies[copies[i]].kind].name);
	twins_end(&match);
	assert_published_at_the_end("knightmare", "  3: face of ");
}

static void secret_decks(void **state)
{
	(void)state;
	assert_published_at_the_end("knightmare", " face ");
	assert_published_at_the_end("knightmare deck=common", " face ");
}

/* With the seed: they are the other half of all shuffles. */
static void secret_words(void **state)
{
	struct match match;
	const char *published;

	(void)state;
	twins_begin(&match, "knightmare words=ask", 1, NULL);
	match_post(&match, 0, "JOIN WORDS seven red apples");
	match_post(&match, 1, "JOIN WORDS nine plums");
	assert_not_in(files_of(&match).public, "apples");
	assert_not_in(files_of(&match).public, "plums");
	assert_in(files_of(&match).sealed, "words white: seven red apples\n");
	published = publication(&match);
	assert_in(published, "words white: seven red apples\n");
	assert_in(published, "words black: nine plums\n");
	twins_end(&match);
}

/* The cards from which a seat may build, and the deck that it builds. */
static void secret_shares_and_decks_sent(void **state)
{
	struct match match;
	const char *published;
	char *cards[2], *letter;

	(void)state;
	twins_begin(&match, "knightmare deck=split", 1, NULL);
	for (unsigned seat = 0; seat < 2; seat++) {
		const struct card_state *table = table_of(&match.plays[0]);
		const struct stack *share = &table->gather.shares[seat];

		cards[seat] = base_printf("%s, %s", table->book->set->cards[share->kinds[0]].name,
					  table->book->set->cards[share->kinds[1]].name);
		letter = base_printf("DECK %s", cards[seat]);
		match_post(&match, seat, letter);
		free(letter);
	}
	assert_not_in(files_of(&match).public, "\n  share ");
	assert_not_in(files_of(&match).public, "\n  deck ");
	assert_in(files_of(&match).sealed, " share black:");
	published = publication(&match);
	for (unsigned seat = 0; seat < 2; seat++) {
		assert_not_in(files_of(&match).sealed, "\n  unsealed ");
		assert_in(published, cards[seat]);
		free(cards[seat]);
	}
	assert_in(published, " share white:");
	twins_end(&match);
}

static void secret_squares_of_traps(void **state)
{
	struct match match;
	const char *published;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	give_first(&match, 0, "Man-Trap", "Curse");
	match_post(&match, 0, "MOVE e2-e4\nPLAY Man-Trap h2");
	assert_not_in(files_of(&match).public, "h2");
	assert_in(files_of(&match).sealed, "PLAY Man-Trap h2");
	published = publication(&match);
	assert_in(published, "order white PLAY Man-Trap h2\n");
	twins_end(&match);
}

/* ... at the latest when it is sprung. */
static void secret_squares_of_traps_until_sprung(void **state)
{
	struct match match;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	give_first(&match, 0, "Man-Trap", "Curse");
	give_first(&match, 1, "Curse", "Curse");
	match_post(&match, 0, "MOVE e2-e4\nPLAY Man-Trap e4");
	match_post(&match, 1, "MOVE d7-d5");
	match_post(&match, 0, "MOVE b1-c3");
	assert_not_in(files_of(&match).public, "Man-Trap e4");
	match_post(&match, 1, "MOVE d5-e4");
	assert_in(files_of(&match).public, "\n  move black P from d5 to e4");
	assert_in(files_of(&match).public, "\n  take black P on e4 by card\n");
	twins_end(&match);
}

/* ---- the commitment ---- */

/* An entry with something sealed commits to it, and no two commitments to the same contents are
 * equal. */
static void what_is_sealed_is_committed_to(void **state)
{
	struct match match;
	struct sha256 one, two;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	for (unsigned i = 0; i < 2; i++) {
		give_first(&match, 0, "Forbidden City", "Curse");
		match_post(&match, 0,
			   i == 0 ? "MOVE b1-c3\nDISCARD Forbidden City"
				  : "MOVE c3-b1\nDISCARD Forbidden City");
		memcpy((i == 0 ? &one : &two)->hex,
		       strstr(strrchr(files_of(&match).public, 'e') - 1000, "\n  sealed sha256:") +
			       17,
		       SHA256_HEX);
		match_post(&match, 1, i == 0 ? "MOVE b8-c6" : "MOVE c6-b8");
	}
	assert_memory_not_equal(one.hex, two.hex, SHA256_HEX);
	twins_end(&match);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(public_moves),
		cmocka_unit_test(public_cards_played_and_their_targets),
		cmocka_unit_test(public_discards_once_made),
		cmocka_unit_test(public_passes),
		cmocka_unit_test(public_draws_as_counts),
		cmocka_unit_test(public_results),
		cmocka_unit_test(public_words_said_to_all),
		cmocka_unit_test(waits_a_held_turn),
		cmocka_unit_test(waits_an_if_line),
		cmocka_unit_test(waits_a_discard_in_an_open_turn),
		cmocka_unit_test(secret_seed),
		cmocka_unit_test(secret_words),
		cmocka_unit_test(secret_hands_and_draws),
		cmocka_unit_test(secret_decks),
		cmocka_unit_test(secret_shares_and_decks_sent),
		cmocka_unit_test(secret_squares_of_traps),
		cmocka_unit_test(secret_squares_of_traps_until_sprung),
		cmocka_unit_test(what_is_sealed_is_committed_to),
	};

	return cmocka_run_group_tests_name("who_knows", tests, NULL, NULL);
}
