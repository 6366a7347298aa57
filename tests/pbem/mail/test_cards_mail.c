/* SPDX-License-Identifier: MIT */
/* Letters of a game with cards: what they reveal of a trap, and of plays that are only tried. */
#include "core/gametype/cards/cards_text.h"
#include "core/view/choices.h"
#include "core/view/game_text.h"
#include "tests/lib/twins.h"

/* White lays its trap on another square in each game: Black's letters, the record and what is noted
 * of White's letter are the same, also while Black is asked, and moves. */
static void nobody_can_tell_where_a_trap_lies(void **state)
{
	static const char *const squares[] = {"c2", "h2"};
	struct match match;
	struct processed processed[TWINS];

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	match.other = 0;
	for (unsigned i = 0; i < TWINS; i++)
		twins_give(&match.plays[i], 0, 0, "Man-Trap");
	next_batch(&match);
	for (unsigned i = 0; i < TWINS; i++) {
		char *letter = base_printf("MOVE e2-e4\nPLAY Man-Trap %s", squares[i]), *record;

		assert_true(answer(&match, &match.plays[i], 0, letter, &processed[i]));
		record = twins_record(&match.plays[i]);
		assert_null(strstr(record, squares[i]));
		free(record);
		free(letter);
	}
	assert_string_equal(processed[0].what, processed[1].what);
	assert_nobody_can_tell(&match);
	for (unsigned i = 0; i < 3; i++) {
		static const char *const letters[] = {"STATUS\nHAND\nPLAYS", "TRY\nMOVE e7-e5",
						      "MOVE e7-e5"};

		next_batch(&match);
		both(&match, 1, letters[i]);
		assert_nobody_can_tell(&match);
	}
	twins_end(&match);
}

/* A trial draws no card that could be read, and springs no trap. */
static void a_trial_tells_nothing_hidden(void **state)
{
	struct match match;
	struct twin_play *play = &match.plays[0];
	struct processed processed;
	char *letters;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	twins_give(play, 0, 0, "Man-Trap");
	next_batch(&match);
	assert_false(answer(&match, play, 0, "TRY\nMOVE e2-e4\nPLAY Man-Trap a2", &processed));
	assert_string_equal(processed.what, "tried: (secret); (secret)");
	letters = twins_outbox(play, 1);
	assert_non_null(strstr(letters, "We would accept them"));
	assert_non_null(strstr(letters, "* ? "));
	free(letters);
	next_batch(&match);
	assert_true(answer(&match, play, 0, "MOVE e2-e4\nPLAY Man-Trap e4", NULL));
	next_batch(&match);
	assert_false(answer(&match, play, 0, "TRY\nPASS", NULL));
	twins_end(&match);
}

/* [saved-by-a-card]: a player who would be mated without a card is shown the move above it, which
 * is in no list of legal moves. */
static void who_has_no_regular_move_is_shown_what_saves(void **state)
{
	struct match match;
	struct twin_play *play = &match.plays[0];
	char *letters;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	twins_put(&match, "Kg6 Qb7 / Kh8 Nd6");
	for (unsigned place = 0; place < HAND_SIZE; place++) {
		twins_give(play, 0, place, "Curse");
		twins_give(play, 1, place, place == 2 ? "Fireball" : "Fanatic");
	}
	next_batch(&match);
	assert_true(answer(&match, play, 0, "MOVE b7-g7", NULL));
	next_batch(&match);
	assert_true(answer(&match, play, 1, "PASS", NULL));
	assert_true(game_of(play)->outcome.status == STATUS_PLAYING);
	letters = twins_outbox(play, 2);
	assert_in(letters, "Cards you can play now:\r\n\r\n"
			   "  to play   MOVE d6f7\r\n  below it  PLAY Fireball\r\n\r\n");
	free(letters);
	next_batch(&match);
	assert_true(answer(&match, play, 1, "MOVE d6f7\nPLAY Fireball", NULL));
	twins_end(&match);
}

/* A player who moves next is told so, and is never told to pass, whatever cards could answer;
 * another is told as before. */
static void who_is_next_to_move_is_told_that_it_is_his_move(void **state)
{
	static const char *const cards[] = {"Knightmare!", "Curse"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cards); i++) {
		struct match match;
		struct twin_play *play = &match.plays[0];
		char *letters;

		twins_begin(&match, "knightmare", 1, NULL);
		for (unsigned place = 0; place < HAND_SIZE; place++)
			twins_give(play, 1, place, place == 3 ? "Annexation" : cards[i]);
		next_batch(&match);
		assert_true(answer(&match, play, 0, "MOVE e2-e4", NULL));
		letters = twins_outbox(play, 2);
		assert_in(letters, "Subject: [g1] Your move, Bob: e4 (knightmare with Anna)");
		assert_in(letters, "=== Game g1: Your move, Bob, after e4.\r\n");
		assert_in(letters, "Cards you can play in your own turn:\r\n\r\n  to play   "
				   "PLAY Annexation a7\r\n");
		assert_not_in(letters, "reply PASS");
		if (i == 0)
			assert_in(letters,
				  "Cards you can play in response to Anna's turn:\r\n\r\n  "
				  "to play   PLAY Knightmare!\r\n");
		if (i == 0)
			assert_in(letters, "If you send your move, Anna's turn stands");
		else
			assert_in(letters, "You have no card to respond with, so simply send your "
					   "move. Then Anna's\r\nturn stands.");
		free(letters);
		twins_end(&match);
	}
}

/* A turn has a move: a card for before or after it is no order alone. */
static void cards_beside_a_move_are_told_from_those_instead_of_one(void **state)
{
	struct match match;
	struct twin_play *play = &match.plays[0];
	struct choice_list list;
	const char *order = "";

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	for (unsigned place = 0; place < HAND_SIZE; place++)
		twins_give(play, 0, place, place == 3 ? "Disintegration" : "Curse");
	choices_init(&list);
	view_choices(game_of(play), 0, CHOICE_PLAYS, CARDS_PLAYS_ALL, &list);
	for (size_t i = 0; i < list.count; i++)
		if (strcmp(list.choices[i].text, "  to play   PLAY Disintegration a2\n") == 0)
			order = list.choices[i].order;
	assert_string_equal(order, "PLAY Disintegration a2 MOVE ...");
	choices_done(&list);
	/* A list of one play for each card links the beginnings of the others. */
	choices_init(&list);
	view_choices(game_of(play), 0, CHOICE_PLAYS, 1, &list);
	order = "";
	for (size_t i = 0; i < list.count; i++)
		if (strcmp(list.choices[i].label, "... and others with Disintegration") == 0)
			order = list.choices[i].order;
	assert_string_equal(order, "PLAY Disintegration ...");
	choices_done(&list);
	next_batch(&match);
	assert_true(answer(&match, play, 0, "PLAY Disintegration a2\nMOVE e2-e4", NULL));
	twins_end(&match);
}

/* A hand of cards for after the move isn't a hand without plays. */
static void plays_tells_how_to_see_what_follows_a_move(void **state)
{
	struct match match;
	struct twin_play *play = &match.plays[0];
	char *letters;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	for (unsigned place = 0; place < HAND_SIZE; place++)
		twins_give(play, 0, place, "Fireball");
	next_batch(&match);
	answer(&match, play, 0, "PLAYS", NULL);
	letters = twins_outbox(play, 1);
	assert_in(letters, "You can play no card before your move. PLAYS with a move,");
	free(letters);
	next_batch(&match);
	answer(&match, play, 0, "PLAYS b1-c3", NULL);
	letters = twins_outbox(play, 1);
	assert_in(letters, "PLAY Fireball");
	assert_not_in(letters, "You can play no card");
	free(letters);
	twins_end(&match);
}

static void a_turn_undone_is_told_in_the_subject(void **state)
{
	struct match match;
	struct twin_play *play = &match.plays[0];
	char *letters;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	for (unsigned place = 0; place < HAND_SIZE; place++)
		twins_give(play, 1, place, "Knightmare!");
	next_batch(&match);
	assert_true(answer(&match, play, 0, "MOVE e2-e4", NULL));
	next_batch(&match);
	assert_true(answer(&match, play, 1, "PLAY Knightmare!", NULL));
	letters = twins_outbox(play, 1);
	assert_in(letters,
		  "Subject: [g1] Undone, your move again, Anna: e4 (knightmare with Bob)\r\n");
	assert_in(letters, "=== Game g1: Undone, your move again, Anna: e4.\r\n");
	assert_in(letters, "so simply send your move. Then the\r\nresponse to your turn stands.");
	assert_not_in(letters, "reply PASS");
	free(letters);
	next_batch(&match);
	assert_true(answer(&match, play, 0, "PASS", NULL));
	letters = twins_outbox(play, 1);
	assert_in(letters,
		  "Subject: [g1] Undone, your move again, Anna: e4; Black: Knightmare!\r\n");
	assert_in(letters,
		  "=== Game g1: Undone, your move again, Anna: e4; Black: Knightmare!\r\n");
	free(letters);
	twins_end(&match);
}

/* A card's text is left out by SHORT ON once the seat has answered a letter that showed it, and
 * never of a card that came since, which is marked. */
static void short_letters_leave_out_what_was_read_before(void **state)
{
	struct match match;
	struct twin_play *play = &match.plays[0];
	struct seat *bob;
	char *letters;

	(void)state;
	twins_begin(&match, "knightmare", 1, NULL);
	bob = &play->game->seats.seats[1];
	for (unsigned place = 0; place < HAND_SIZE; place++)
		twins_give(play, 1, place, "Curse");
	next_batch(&match);
	assert_true(answer(&match, play, 0, "MOVE e2-e4", NULL));
	letters = twins_outbox(play, 2);
	assert_in(letters, "* Curse, ");
	assert_in(letters, "\r\n     written PLAY Curse");
	assert_not_in(letters, ", new\r\n");
	assert_string_equal(bob->seen, "");
	free(letters);
	next_batch(&match);
	assert_false(answer(&match, play, 1, "SHORT ON", NULL));
	assert_true(play->game->seats_changed);
	assert_string_equal(bob->seen, "Curse\n");
	letters = twins_outbox(play, 2);
	assert_in(letters, "from now on your letters are short");
	assert_in(letters, "\r\n  8  r n b q k b n r  8\r\n");
	free(letters);
	twins_give(play, 1, 2, "Bog");
	next_batch(&match);
	assert_true(answer(&match, play, 1, "PASS", NULL));
	next_batch(&match);
	assert_true(answer(&match, play, 1, "MOVE e7-e5", NULL));
	twins_give(play, 1, 3, "Truce");
	next_batch(&match);
	assert_true(answer(&match, play, 0, "MOVE d2-d4", NULL));
	letters = twins_outbox(play, 2);
	assert_in(letters, "* Truce, ");
	assert_in(letters, ", new\r\n");
	assert_in(letters, "\r\n     written PLAY Truce");
	assert_in(letters, "\r\n* Curse     ");
	assert_not_in(letters, "written PLAY Curse");
	assert_not_in(letters, "written PLAY Bog");
	free(letters);
	next_batch(&match);
	assert_false(answer(&match, play, 1, "HAND\nSHORT OFF", NULL));
	letters = twins_outbox(play, 2);
	assert_in(letters, "written PLAY Curse");
	assert_in(letters, "from now on your letters are long again");
	free(letters);
	twins_end(&match);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nobody_can_tell_where_a_trap_lies),
		cmocka_unit_test(a_trial_tells_nothing_hidden),
		cmocka_unit_test(who_has_no_regular_move_is_shown_what_saves),
		cmocka_unit_test(who_is_next_to_move_is_told_that_it_is_his_move),
		cmocka_unit_test(cards_beside_a_move_are_told_from_those_instead_of_one),
		cmocka_unit_test(plays_tells_how_to_see_what_follows_a_move),
		cmocka_unit_test(a_turn_undone_is_told_in_the_subject),
		cmocka_unit_test(short_letters_leave_out_what_was_read_before),
	};

	return cmocka_run_group_tests_name("cards_mail", tests, NULL, NULL);
}
