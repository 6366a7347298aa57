/* SPDX-License-Identifier: MIT */
/* Decks of every mode in games by mail: dealing, shuffling, and shuffling again. */
#include "core/gametype/cards/cards_state.h"
#include "tests/lib/match.h"

#include "pbem/batch/new_game.h"
#include "pbem/gametype/mail_gametypes.h"

static void games_with_a_common_deck_come_back_from_their_files(void **state)
{
	static const struct option options[] = {{"deck", "common"}};
	static const struct option short_deck[] = {{"deck", "common"}, {"extra-discards", "62"}};
	static const struct option three[] = {
		{"cards", "on"}, {"deck", "common"}, {"extra-discards", "56"}};

	(void)state;
	match_play_games("knightmare", options, 1, 4);
	assert_true(match_play_games("knightmare", short_deck, 2, 8) > 2 * pace(8, 2));
	match_play_games("three-player", three, 3, 6);
}

/* A seat that discards and passes in one message may write the two in any order; its own turn is a
 * separate message [pass-stands-alone]. */
static void a_common_deck_lets_one_discard_on_anothers_turn(void **state)
{
	static const char *const letters[] = {
		"DISCARD %s\nPASS",
		"PASS\nDISCARD %s",
	};
	static const struct option options[] = {{"deck", "common"}, {"window", "48"}};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(letters); i++) {
		struct match play;
		uint16_t copies[MAX_COPIES];
		const struct card *card;
		char letter[96];

		match_begin(&play, "knightmare", options, 2, 3);
		assert_true(match_send(&play, 0, "MOVE e2-e4"));
		piles_list(&match_table_of(&play)->piles, ZONE_HAND, 1, copies);
		card = &match_table_of(&play)
				->book->set
				->cards[match_table_of(&play)->piles.copies[copies[2]].kind];
		snprintf(letter, sizeof letter, letters[i], card->name);
		assert_true(match_send(&play, 1, letter));
		assert_int_equal(match_table_of(&play)->piles.copies[copies[2]].zone,
				 ZONE_DISCARDS);
		assert_int_equal(piles_size(&match_table_of(&play)->piles, ZONE_HAND, 1),
				 HAND_SIZE);
		match_end(&play);
	}
}

/* The public file doesn't show which card of the discards became which of the new pile. */
static void a_reshuffle_gives_new_numbers(void **state)
{
	static const struct option options[] = {{"deck", "common"}, {"extra-discards", "62"}};
	struct match play;
	const char *shuffled;
	unsigned unknown = 0;
	struct gamefile *file;

	(void)state;
	match_begin(&play, "knightmare", options, 2, 5);
	while (match_table_of(&play)->piles.shuffles[0] < 2 &&
	       match_table_of(&play)->now.phase != PHASE_OVER)
		assert_true(match_act(&play));
	shuffled = strstr(play.public.bytes, "\n  reshuffle ");
	assert_non_null(shuffled);
	assert_null(strstr(shuffled, "\n  face "));
	match_write_file(&play, "game.txt", &play.public);
	file = match_load(&play, true);
	for (unsigned i = 0; i < cards_state(&file->game)->piles.count; i++) {
		const struct copy *copy = &cards_state(&file->game)->piles.copies[i];

		assert_true(copy->zone != ZONE_DRAW || copy->kind == NO_CARD);
		unknown += copy->zone == ZONE_DRAW;
	}
	assert_true(unknown > 0);
	gamefile_free(file);
	match_end(&play);
}

/* All modes; but nobody orders a common deck. */
static void a_common_deck_cant_be_stacked(void **state)
{
	static const struct {
		struct option options[2];
		bool can_be;
	} rows[] = {
		{{{"deck", "auto"}, {"order", "stacked"}}, true},
		{{{"deck", "split"}, {"order", "stacked"}}, true},
		{{{"deck", "personal"}, {"words", "ask"}}, true},
		{{{"deck", "common"}, {"public-words", "dice"}}, true},
		{{{"deck", "common"}, {"order", "stacked"}}, false},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct reason reason = {.text = ""};
		const struct variant *variant =
			variant_get(library, "knightmare", rows[i].options, 2, &reason);

		if (variant == NULL)
			fail_msg("%s", reason.text);
		assert_int_equal(new_game_check(variant, &reason) == 0, rows[i].can_be);
	}
}

/* ---- words and decks that are gathered first ---- */

static const struct setup_phase *gather_of(const struct match *play)
{
	return &match_table_of(play)->gather;
}

/* Returns a DECK line with the first cards of the seat's share that fit its points, in reverse
 * order. */
static char *deck_line(const struct match *play, uint8_t seat, unsigned most)
{
	const struct card_ruleset *book = match_table_of(play)->book;
	struct stack deck = {.count = 0};
	const struct stack *share = &gather_of(play)->shares[seat];
	struct strbuf line;

	for (unsigned i = share->count; i-- > 0;) {
		deck.kinds[deck.count++] = share->kinds[i];
		if (deck_points(book, &deck) > most)
			deck.count--;
	}
	strbuf_init(&line, 0);
	strbuf_add(&line, "DECK ");
	deck_print_names(book, &deck, &line);
	return line.bytes;
}

static bool send_deck(struct match *play, uint8_t seat, unsigned most)
{
	char *line = deck_line(play, seat, most);
	bool sent = match_send(play, seat, line);

	free(line);
	return sent;
}

/* Asserts the reason for which a message is refused. */
static void assert_refused(struct match *play, uint8_t seat, const char *letter, const char *part)
{
	struct order_list orders;
	struct event_list events;
	struct reason why = {.text = ""};

	order_list_init(&orders);
	event_list_init(&events);
	if (order_read_message(play->file->game.variant, letter, &orders, &why) == ACCEPTED &&
	    turn_decide(&play->file->game, seat, &orders, &events, &why) == ACCEPTED)
		fail_msg("%s is accepted", letter);
	if (strstr(why.text, part) == NULL)
		fail_msg("%s: %s", letter, why.text);
	event_list_done(&events);
	order_list_done(&orders);
}

static void words_come_first_and_then_decks(void **state)
{
	static const struct option options[] = {
		{"deck", "split"}, {"words", "ask"}, {"points", "60"}};
	struct match play;

	(void)state;
	match_begin(&play, "knightmare", options, 3, 1);
	assert_int_equal(gather_of(&play)->stage, SETUP_PHASE_WORDS);
	assert_refused(&play, 0, "MOVE e2-e4", "JOIN WORDS");
	assert_refused(&play, 0, "DECK Bog, Crab", "ask every player for a few words");
	assert_refused(&play, 0, "JOIN WORDS naïve", "letters, digits and spaces");
	assert_refused(&play, 0, "JOIN WORDS ?", "nothing may follow JOIN");
	assert_refused(&play, 0, "JOIN?", "nothing may follow JOIN");
	assert_true(match_send(&play, 1, "SAY hello\nJOIN g1 WORDS red apples 7"));
	assert_int_equal(card_state_awaited(match_table_of(&play)), 1);
	assert_true(match_send(&play, 0, "JOIN"));
	assert_string_equal(match_table_of(&play)->lots.words[1], "red apples 7");
	assert_int_equal(gather_of(&play)->stage, SETUP_PHASE_DECKS);
	assert_refused(&play, 1, "JOIN WORDS others", "the shuffle is done");
	assert_int_equal(gather_of(&play)->shares[0].count, 39);
	assert_true(send_deck(&play, 1, 60));
	assert_true(send_deck(&play, 1, 30));
	assert_true(deck_points(match_table_of(&play)->book, &gather_of(&play)->decks[1]) <= 30);
	match_assert_comes_back(&play);
	assert_false(play.file->game.started);
	assert_true(send_deck(&play, 0, 60));
	assert_true(play.file->game.started);
	assert_int_equal(gather_of(&play)->stage, SETUP_PHASE_NOTHING);
	assert_int_equal(play.file->game.questions[1].entry, 0);
	assert_int_equal(piles_size(&match_table_of(&play)->piles, ZONE_HAND, 1), HAND_SIZE);
	match_assert_comes_back(&play);
	assert_refused(&play, 0, "DECK Bog", "has begun");
	match_end(&play);
}

static void a_deck_that_doesnt_fit_is_refused_with_all_that_is_wrong(void **state)
{
	static const struct option options[] = {
		{"deck", "personal"}, {"points", "20"}, {"copies", "2"}};
	struct match play;

	(void)state;
	match_begin(&play, "knightmare", options, 3, 1);
	assert_refused(&play, 0, "DECK Bog, Chaos, Fog of War",
		       "24 points, at most 20 are allowed. That is 4 too many");
	assert_refused(&play, 0, "DECK Rebirth, Rebirth", "Rebirth is unique");
	assert_refused(&play, 0, "DECK Bog, Bog, Bog", "Bog: 3 wanted, your share has 2");
	assert_refused(&play, 0, "DECK Bog, Frog", "no card \"Frog\"");
	assert_refused(&play, 0, "DECK Abduction", "isn't in your share");
	assert_refused(&play, 0, "DECK Bog\nRESIGN", "can't both be done");
	assert_refused(&play, 0, "RESIGN", "waits for the decks");
	/* Broken as mail programs break lines, and by a person. */
	assert_true(match_send(&play, 0,
			       "Hello,\nDECK Disintegration, Doomsayer, Confabulation, Fog of\n"
			       "War\nBest wishes"));
	assert_int_equal(gather_of(&play)->decks[0].count, 4);
	assert_true(match_send(&play, 0, "DECK Bog,\n  Crab,\nDoomsayer.\nWhat do you say?"));
	assert_int_equal(gather_of(&play)->decks[0].count, 3);
	match_end(&play);
}

static void a_stacked_deck_is_drawn_as_it_was_sent(void **state)
{
	static const struct option options[] = {
		{"deck", "personal"}, {"points", "40"}, {"order", "stacked"}};
	static const char *const names[] = {"Crab", "Bog", "Fireball", "Anathema", "Toll"};
	struct match play;
	uint16_t copies[MAX_COPIES];

	(void)state;
	match_begin(&play, "knightmare", options, 3, 1);
	assert_true(match_send(&play, 0, "DECK Crab, Bog, Fireball, Anathema, Toll, Panic"));
	assert_true(match_send(&play, 1, "DECK Panic, Toll, Bog, Doomsayer, Crab, Fireball"));
	assert_int_equal(piles_list(&match_table_of(&play)->piles, ZONE_HAND, 0, copies), 5);
	for (unsigned i = 0; i < 5; i++)
		assert_string_equal(
			match_table_of(&play)
				->book->set
				->cards[match_table_of(&play)->piles.copies[copies[i]].kind]
				.name,
			names[i]);
	match_assert_comes_back(&play);
	match_end(&play);
}

/* The program builds it, and the seat puts all of it in order. */
static void a_deck_that_the_program_builds_may_be_stacked_too(void **state)
{
	static const struct option options[] = {
		{"deck", "auto"}, {"order", "stacked"}, {"points", "30"}};
	struct match play;

	(void)state;
	match_begin(&play, "knightmare", options, 3, 1);
	assert_true(deck_points(match_table_of(&play)->book, &gather_of(&play)->shares[0]) > 24);
	assert_refused(&play, 0, "DECK Bog, Bog", "");
	{
		char *line = deck_line(&play, 0, 24);

		assert_refused(&play, 0, line, "These are missing: ");
		free(line);
	}
	assert_true(send_deck(&play, 0, 30));
	assert_true(send_deck(&play, 1, 30));
	assert_true(play.file->game.started);
	match_assert_comes_back(&play);
	match_end(&play);
}

/* Without words, and with a deck that the program builds for a seat that has sent none. */
static void a_moderator_need_not_wait(void **state)
{
	static const struct option options[] = {
		{"deck", "split"}, {"words", "ask"}, {"points", "50"}};
	struct event_list events;
	struct match play;
	struct reason why;

	(void)state;
	match_begin(&play, "knightmare", options, 3, 1);
	assert_true(match_send(&play, 0, "JOIN WORDS mine"));
	for (unsigned i = 0; i < 2; i++) {
		event_list_init(&events);
		assert_int_equal(turn_start_now(&play.file->game, &events, &why), ACCEPTED);
		match_add(&play, "moderator", &events);
		event_list_done(&events);
		match_assert_comes_back(&play);
		assert_true(i == 1 || send_deck(&play, 1, 50));
	}
	assert_true(play.file->game.started);
	event_list_init(&events);
	assert_int_equal(turn_start_now(&play.file->game, &events, &why), REFUSED);
	event_list_done(&events);
	match_end(&play);
}

/* Words, shares and decks are secret: the public file doesn't contain them. */
static void words_shares_and_decks_are_sealed(void **state)
{
	static const struct option options[] = {
		{"cards", "on"}, {"deck", "split"}, {"words", "ask"}};
	struct match play;
	struct card_state *seen = base_alloc(sizeof *seen);

	(void)state;
	match_begin(&play, "three-player", options, 3, 1);
	assert_true(match_send(&play, 0, "JOIN WORDS apples"));
	assert_true(match_send(&play, 1, "JOIN WORDS pears"));
	assert_true(match_send(&play, 2, "JOIN WORDS plums"));
	assert_true(send_deck(&play, 1, 150));
	assert_null(strstr(play.public.bytes, "apples"));
	for (unsigned i = 0; i < match_table_of(&play)->book->set->count; i++)
		assert_null(
			strstr(play.public.bytes, match_table_of(&play)->book->set->cards[i].name));
	assert_non_null(strstr(play.public.bytes, "\n  ready black\n"));
	*seen = *match_table_of(&play);
	card_state_conceal(seen, 0);
	assert_int_equal(seen->gather.shares[1].count, 0);
	assert_int_equal(seen->gather.decks[1].count, 0);
	assert_true(seen->gather.shares[0].count > 0);
	assert_string_equal(seen->lots.words[0], "apples");
	assert_string_equal(seen->lots.words[1], "");
	assert_string_equal(seen->lots.secret, "");
	free(seen);
	match_end(&play);
}

/* Masks all digits of hashes and commitments, which differ with the sealed part. */
static void mask(struct strbuf *text)
{
	for (size_t i = 0, run = 0; i < text->len; i++) {
		run = strchr("0123456789abcdef", text->bytes[i]) != NULL ? run + 1 : 0;
		if (run == SHA256_HEX)
			memset(text->bytes + i + 1 - run, 'x', run);
	}
}

/* The cards of a deck of the same size, and the words that were sent, change nothing that is public
 * before the game is played. */
static void the_public_file_is_the_same_whatever_was_sent(void **state)
{
	static const struct option options[] = {
		{"deck", "personal"}, {"words", "ask"}, {"points", "60"}};
	static const char *const sent[][2] = {
		{"JOIN WORDS apples", "DECK Bog, Toll, Panic, Crab, Truce, Fireball"},
		{"JOIN", "DECK Fog of War, Chaos, Bombard, Anathema, Curse, Rebirth"},
	};
	struct match plays[2];

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		match_begin(&plays[i], "knightmare", options, 3, 1);
		assert_true(match_send(&plays[i], 0, sent[i][0]));
		assert_true(match_send(&plays[i], 1, "JOIN WORDS pears"));
		assert_true(match_send(&plays[i], 0, sent[i][1]));
		assert_true(match_send(&plays[i], 1, "DECK Crab, Bog, Fireball, Anathema, Toll"));
		assert_true(plays[i].file->game.started);
		mask(&plays[i].public);
	}
	assert_string_equal(plays[0].public.bytes, plays[1].public.bytes);
	match_end(&plays[0]);
	match_end(&plays[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_common_deck_cant_be_stacked),
		cmocka_unit_test(games_with_a_common_deck_come_back_from_their_files),
		cmocka_unit_test(a_common_deck_lets_one_discard_on_anothers_turn),
		cmocka_unit_test(a_reshuffle_gives_new_numbers),
		cmocka_unit_test(words_come_first_and_then_decks),
		cmocka_unit_test(a_deck_that_doesnt_fit_is_refused_with_all_that_is_wrong),
		cmocka_unit_test(a_stacked_deck_is_drawn_as_it_was_sent),
		cmocka_unit_test(a_deck_that_the_program_builds_may_be_stacked_too),
		cmocka_unit_test(a_moderator_need_not_wait),
		cmocka_unit_test(words_shares_and_decks_are_sealed),
		cmocka_unit_test(the_public_file_is_the_same_whatever_was_sent),
	};

	gametype_mail_use(mail_gametypes);
	return cmocka_run_group_tests_name("game_decks", tests, chess_set_up, chess_tear_down);
}
