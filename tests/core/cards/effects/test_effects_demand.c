/* SPDX-License-Identifier: MIT */
/* Cards that ask other seats something, and what Peace Talks undo. */
#include "tests/lib/cardplay.h"

#include "core/cards/board/card_movegen.h"
#include "core/cards/board/continuous_turn.h"
#include "core/cards/effects/effects.h"

enum { WHITE, BLACK, RED };

static struct cardplay play;
static struct effect_context context;
static struct play order;
static struct card_board found;

static void open_on(const char *variant, const char *pieces)
{
	cardplay_open(&play, variant);
	cardplay_put(&play, pieces);
}

static square at(const char *name)
{
	return board_square_named(&play.variant->board, name);
}

/* Lets a seat play the card, as far as possible without the others' choices. */
static const char *begin(uint8_t seat, const char *text)
{
	struct reason why = {.text = ""};
	const char *result;

	play.seat = seat;
	found = play.field;
	result = cardplay_play(&play, text, &why);
	if (play_read(play.book, text, &order, &why) == ACCEPTED) {
		context = cardplay_moment(&play, order.card, &play.field);
		context.found = &found;
		context.play = &order;
	}
	return result;
}

static uint8_t asked(uint16_t answered)
{
	return context.card->effect->demand->asks(&context, answered);
}

/* Returns "ok" or "refused". */
static const char *answer(uint8_t seat, const char *text)
{
	struct answer answer = {.seat = seat};
	struct card_board field = play.field;
	struct effect_context trial = context;
	struct reason why = {.text = ""};
	int count = play_read_targets(play.book, context.card, text, answer.targets, MAX_PLAY_WORDS,
				      &why);

	trial.field = &field;
	trial.why = &why;
	answer.target_count = (uint8_t)count;
	if (count < 0 ||
	    context.card->effect->demand->answer(&trial, &answer) == EFFECT_CONTEXT_REFUSED) {
		assert_string_not_equal(why.text, "");
		return "refused";
	}
	play.field = field;
	return "ok";
}

/* Returns the choice that is made for a seat that is overdue, as text. */
static const char *first_answer(uint8_t seat)
{
	static struct strbuf text;
	struct play words = {.target_count = 0};

	assert_true(context.card->effect->demand->first(&context, seat, &words));
	if (text.bytes == NULL)
		strbuf_init(&text, 0);
	strbuf_clear(&text);
	play_print_targets(play.book, words.targets, words.target_count, &text);
	return text.bytes;
}

static void finish(void)
{
	assert_int_equal(context.card->effect->demand->finish(&context), EFFECT_CONTEXT_DONE);
}

#define assert_pieces(text) assert_string_equal(cardplay_pieces(&play), text)

static int tear_down(void **state)
{
	(void)state;
	return 0;
}

/* ---- Heresy ---- */

static void opponents_step_first_in_heresy(void **state)
{
	(void)state;
	open_on("knightmare", "Kg1 Bc5 / Kg8 Bc7");
	assert_string_equal(begin(WHITE, "Heresy c5-c6"), "ok");
	assert_int_equal(asked(0), BLACK);
	assert_string_equal(first_answer(BLACK), "c7b7");
	assert_string_equal(answer(BLACK, "c7-d6"), "refused");
	assert_string_equal(answer(BLACK, ""), "refused");
	assert_string_equal(answer(BLACK, "c7-c6"), "ok");
	assert_int_equal(asked(1 << BLACK), NO_SIDE);
	finish();
	assert_pieces("Bc5 Kg1 / Bc6 Kg8");
}

static void heresy_wants_all_own_bishops_that_can(void **state)
{
	(void)state;
	open_on("knightmare", "Ka2 Ba1 Nb1 Be4 / Kg8");
	assert_string_equal(begin(WHITE, "Heresy"), "refused");
	assert_string_equal(begin(WHITE, "Heresy a1-b1"), "refused");
	assert_string_equal(begin(WHITE, "Heresy e4-e5 e4-d4"), "refused");
	assert_string_equal(begin(WHITE, "Heresy e4-f5"), "refused");
	assert_string_equal(begin(WHITE, "Heresy e4-e5"), "ok");
	assert_int_equal(asked(0), NO_SIDE);
	finish();
	assert_pieces("Ba1 Be5 Ka2 Nb1 / Kg8");
}

static void heresy_without_a_step_is_spent(void **state)
{
	(void)state;
	open_on("knightmare", "Kg1 / Kg8 Nb8");
	assert_string_equal(begin(WHITE, "Heresy"), "spent");
}

static void heresy_asks_opponents_in_turn_order(void **state)
{
	(void)state;
	open_on("three-player", "Kd8 / Kh1 Bf4 / Ka1 Bc4");
	assert_string_equal(begin(BLACK, "Heresy f4-f5"), "ok");
	assert_int_equal(asked(0), RED);
	assert_string_equal(answer(RED, "c4-c5"), "ok");
	assert_int_equal(asked(1 << RED), NO_SIDE);
	finish();
	assert_pieces("Kd8 / Bf5 Kh1 / Bc5 Ka1");
}

/* A pawn that couldn't step when the card was played doesn't, though its way is free now. */
static void heresy_goes_by_the_board_it_found(void **state)
{
	(void)state;
	open_on("three-player", "Kd8 / Ka2 Bb1 / Ka1 Bh1 Rg1 Rh2");
	assert_string_equal(begin(WHITE, "Heresy"), "ok");
	assert_int_equal(asked(0), BLACK);
	assert_string_equal(answer(BLACK, "b1-b2"), "ok");
	assert_int_equal(asked(1 << BLACK), NO_SIDE);
}

/* ---- promotions ---- */

static void earthquake_promotes_by_each_seats_choice(void **state)
{
	(void)state;
	open_on("knightmare", "Kg3 Ph2 Ph3 / Kc6 Pa5");
	assert_string_equal(begin(WHITE, "Earthquake LEFT"), "refused");
	assert_string_equal(begin(WHITE, "Earthquake LEFT h2=Q"), "refused");
	assert_string_equal(begin(WHITE, "Earthquake LEFT h2=Q h3=K"), "refused");
	assert_string_equal(begin(WHITE, "Earthquake RIGHT h2=Q"), "refused");
	assert_string_equal(begin(WHITE, "Earthquake LEFT h3=N h2=Q"), "ok");
	assert_int_equal(asked(0), BLACK);
	assert_string_equal(first_answer(BLACK), "a5=Q");
	assert_string_equal(answer(BLACK, "a5=P"), "refused");
	assert_string_equal(answer(BLACK, "a5=R"), "ok");
	assert_int_equal(asked(0), NO_SIDE);
	assert_pieces("Kg3 Nh3 Qh2 / Kc6 Ra5");
}

static void an_earthquakes_promotion_may_not_mate(void **state)
{
	(void)state;
	open_on("knightmare", "Kf6 Ph1 / Kg8 Pf8 Pf7 Rg7 Ra8");
	cardplay_put(&play, "Kb6 Ph8 / Ka8");
	assert_string_equal(begin(WHITE, "Earthquake LEFT h8=Q"), "refused");
	assert_string_equal(begin(WHITE, "Earthquake LEFT h8=R"), "refused");
	assert_string_equal(begin(WHITE, "Earthquake LEFT h8=B"), "ok");
}

static void dancers_go_round_and_promote(void **state)
{
	(void)state;
	open_on("knightmare", "Kf2 Ra1 Ph1 Pd8 / Kg7 Nh8 Pa8");
	assert_string_equal(begin(WHITE, "Figure Dance"), "refused");
	assert_string_equal(begin(WHITE, "Figure Dance h8=Q d8=Q"), "refused");
	assert_string_equal(begin(WHITE, "Figure Dance h8=B"), "ok");
	assert_int_equal(asked(0), BLACK);
	assert_string_equal(answer(BLACK, "a1=N"), "ok");
	assert_pieces("Bh8 Kf2 Pd8 Rh1 / Kg7 Na1 Na8");
}

static void a_dance_needs_dancers_and_free_corners(void **state)
{
	(void)state;
	open_on("knightmare", "Kf2 Rb1 / Kg7");
	assert_string_equal(begin(WHITE, "Figure Dance"), "refused");
	cardplay_put(&play, "Kf2 Ra1 / Kg7");
	assert_string_equal(begin(WHITE, "Forbidden City h8"), "ok");
	assert_string_equal(begin(WHITE, "Figure Dance"), "refused");
	cardplay_put(&play, "Kf2 Ra1 Bb2 / Kg7");
	assert_string_equal(begin(WHITE, "Fatal Attraction b2"), "ok");
	assert_string_equal(begin(WHITE, "Figure Dance"), "refused");
}

static void three_seats_dance_round_their_own_corners(void **state)
{
	(void)state;
	open_on("three-player", "Kd8 Rb8 / Kh1 / Ka1");
	assert_string_equal(begin(WHITE, "Figure Dance"), "ok");
	assert_pieces("Kd8 Ra1 / Kg8 / Kh1");
}

/* ---- Doomsayer ---- */

static bool says(uint8_t seat, const char *words)
{
	return effects_trigger_doomsayer(play.book, &play.field, seat, words, NULL);
}

static void a_doomsayer_hears_whole_words(void **state)
{
	(void)state;
	open_on("knightmare", "Kg1 Pa2 / Kg8 Nb8 Pb7");
	assert_string_equal(begin(WHITE, "Doomsayer"), "ok");
	assert_int_equal(asked(0), NO_SIDE);
	assert_false(says(BLACK, "good evening, knighthood is dead"));
	assert_false(says(BLACK, "my king, my queens, rookery"));
	assert_true(says(BLACK, "queens, KNIGHTS! and pawns"));
	assert_int_equal(asked(0), BLACK);
	assert_string_equal(answer(BLACK, "b7"), "refused");
	assert_string_equal(answer(BLACK, "a2"), "refused");
	assert_string_equal(first_answer(BLACK), "b8");
	assert_string_equal(answer(BLACK, "b8"), "ok");
	assert_int_equal(asked(0), NO_SIDE);
	assert_pieces("Kg1 Pa2 / Kg8 Pb7");
	assert_int_equal(play.field.effect_count, 0);
	assert_false(says(BLACK, "pawn"));
}

static void its_own_player_may_speak_too_soon(void **state)
{
	(void)state;
	open_on("knightmare", "Kg1 Pa2 / Kg8");
	assert_string_equal(begin(WHITE, "Doomsayer"), "ok");
	assert_true(says(WHITE, "a pawn"));
	assert_int_equal(asked(0), WHITE);
}

static void what_is_protected_is_not_lost_to_a_doomsayer(void **state)
{
	(void)state;
	open_on("knightmare", "Kg1 Pa2 / Kg8 Nb8 Nc8");
	begin(BLACK, "Pacifism b8");
	begin(WHITE, "Doomsayer");
	assert_true(says(BLACK, "knight"));
	assert_string_equal(answer(BLACK, "b8"), "refused");
	assert_string_equal(answer(BLACK, "c8"), "ok");
	begin(WHITE, "Doomsayer");
	assert_false(says(BLACK, "knight"));
}

static void a_crab_is_lost_to_pawn_and_to_crab(void **state)
{
	(void)state;
	open_on("knightmare", "Kg1 Pa2 / Kg8 Pb7 Pc7");
	begin(BLACK, "Crab b7");
	begin(WHITE, "Doomsayer");
	assert_true(says(BLACK, "a crab"));
	assert_string_equal(answer(BLACK, "c7"), "refused");
	assert_string_equal(answer(BLACK, "b7"), "ok");
	begin(BLACK, "Crab c7");
	begin(WHITE, "Doomsayer");
	assert_true(says(BLACK, "a pawn"));
	assert_string_equal(answer(BLACK, "c7"), "ok");
}

static void nothing_is_lost_to_a_doomsayer_under_truce(void **state)
{
	(void)state;
	open_on("knightmare", "Kg1 Pa2 / Kg8 Nb8");
	begin(WHITE, "Doomsayer");
	begin(WHITE, "Truce");
	assert_false(says(BLACK, "knight"));
}

/* On the speaker's own turn, the speaker must be able to end it; on another's the shield of the
 * king may go. */
static void a_shield_of_the_king_may_go_on_anothers_turn(void **state)
{
	(void)state;
	open_on("knightmare", "Kg1 Ng2 Ph1 Ph2 Pf1 Pf2 / Kg8 Rg7");
	begin(BLACK, "Doomsayer");
	assert_false(says(WHITE, "knight"));
	card_board_begin_turn(play.book, &play.field, BLACK, NULL);
	assert_true(says(WHITE, "knight"));
}

/* ---- Abduction ---- */

static void an_abducted_piece_comes_back_when_it_is_told(void **state)
{
	(void)state;
	open_on("knightmare", "Kg1 / Kg8 Nb8 Pb7");
	assert_string_equal(begin(WHITE, "Abduction g8"), "refused");
	assert_string_equal(begin(WHITE, "Abduction b8"), "ok");
	assert_pieces("Kg1 / Kg8 Pb7");
	assert_int_equal(asked(0), BLACK);
	assert_string_equal(answer(BLACK, "b8"), "refused");
	assert_string_equal(answer(BLACK, "N b8"), "ok");
	assert_pieces("Kg1 / Kg8 Nb8 Pb7");
	assert_int_equal(play.field.effect_count, 0);
}

static void who_errs_or_is_late_loses_the_abducted(void **state)
{
	(void)state;
	open_on("knightmare", "Kg1 / Kg8 Nb8 Pb7");
	begin(WHITE, "Abduction b8");
	assert_string_equal(answer(BLACK, "N c8"), "ok");
	assert_pieces("Kg1 / Kg8 Pb7");
	assert_int_equal(play.field.turn_log.taken_count, 1);
	begin(WHITE, "Abduction b7");
	assert_string_equal(answer(BLACK, first_answer(BLACK)), "ok");
	assert_pieces("Kg1 / Kg8");
}

/* ---- Peace Talks ---- */

static void peace_ends_the_effect_that_is_named(void **state)
{
	(void)state;
	open_on("knightmare", "Kg1 Nb1 Bc1 / Kg8");
	assert_string_equal(begin(BLACK, "Peace Talks Pacifism"), "refused");
	begin(WHITE, "Pacifism b1");
	begin(WHITE, "Pacifism c1");
	begin(WHITE, "Truce");
	assert_string_equal(begin(BLACK, "Peace Talks Pacifism"), "refused");
	assert_string_equal(begin(BLACK, "Peace Talks Pacifism g1"), "refused");
	assert_string_equal(begin(BLACK, "Peace Talks Pacifism b1 h8=Q"), "refused");
	assert_string_equal(begin(BLACK, "Peace Talks Pacifism b1"), "ok");
	assert_int_equal(play.field.marks[1], 0);
	assert_int_equal(play.field.marks[2], MARK_PACIFIST);
	assert_string_equal(begin(BLACK, "Peace Talks Pacifism"), "ok");
	assert_string_equal(begin(BLACK, "Peace Talks Truce black"), "refused");
	assert_string_equal(begin(BLACK, "Peace Talks Truce white"), "ok");
	assert_int_equal(play.field.effect_count, 0);
}

static void one_of_two_walls_is_named_by_an_edge(void **state)
{
	(void)state;
	open_on("knightmare", "Kg1 / Kg8");
	begin(WHITE, "Fortification d4|d5 e4|e5");
	begin(WHITE, "Fortification a4|a5 b4|b5");
	assert_string_equal(begin(BLACK, "Peace Talks Fortification"), "refused");
	assert_string_equal(begin(BLACK, "Peace Talks Fortification d5|e5"), "refused");
	assert_string_equal(begin(BLACK, "Peace Talks Fortification e5|e4"), "ok");
	assert_int_equal(play.field.effects[0].squares[0], at("a4"));
	assert_int_equal(play.field.effect_count, 1);
}

static void the_end_of_an_earthquake_promotes_too(void **state)
{
	(void)state;
	open_on("knightmare", "Kg1 Pc8 / Kg6 Pa1");
	begin(WHITE, "Earthquake LEFT");
	assert_string_equal(begin(BLACK, "Peace Talks Earthquake"), "refused");
	assert_string_equal(begin(BLACK, "Peace Talks Earthquake a1=R"), "ok");
	assert_int_equal(asked(0), WHITE);
	assert_string_equal(answer(WHITE, "c8=N"), "ok");
	assert_pieces("Kg1 Nc8 / Kg6 Ra1");
}

static void a_coup_without_a_prince_stays(void **state)
{
	(void)state;
	open_on("knightmare", "Kg1 Nc3 / Kg8");
	begin(WHITE, "Coup c3");
	assert_string_equal(begin(BLACK, "Peace Talks Coup"), "ok");
	assert_int_equal(card_board_royal(&play.field, WHITE), 0);
	begin(WHITE, "Coup c3");
	card_board_capture(play.book, &play.field, 0, NO_PIECE, true, NULL);
	assert_string_equal(begin(BLACK, "Peace Talks Coup"), "refused");
}

static void two_on_one_square_must_part_or_the_lesser_is_lost(void **state)
{
	(void)state;
	open_on("knightmare", "Kg1 Ra1 Na4 / Kg8");
	assert_string_equal(begin(WHITE, "Confabulation a1-a4"), "ok");
	assert_string_equal(begin(BLACK, "Peace Talks Confabulation"), "ok");
	card_board_begin_turn(play.book, &play.field, WHITE, NULL);
	continuous_turn_ends(play.book, &play.field, WHITE, NULL);
	assert_pieces("Kg1 Ra4 / Kg8");
	assert_int_equal(play.field.effect_count, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(opponents_step_first_in_heresy, tear_down),
		cmocka_unit_test_teardown(heresy_wants_all_own_bishops_that_can, tear_down),
		cmocka_unit_test_teardown(heresy_without_a_step_is_spent, tear_down),
		cmocka_unit_test_teardown(heresy_asks_opponents_in_turn_order, tear_down),
		cmocka_unit_test_teardown(heresy_goes_by_the_board_it_found, tear_down),
		cmocka_unit_test_teardown(earthquake_promotes_by_each_seats_choice, tear_down),
		cmocka_unit_test_teardown(an_earthquakes_promotion_may_not_mate, tear_down),
		cmocka_unit_test_teardown(dancers_go_round_and_promote, tear_down),
		cmocka_unit_test_teardown(a_dance_needs_dancers_and_free_corners, tear_down),
		cmocka_unit_test_teardown(three_seats_dance_round_their_own_corners, tear_down),
		cmocka_unit_test_teardown(a_doomsayer_hears_whole_words, tear_down),
		cmocka_unit_test_teardown(its_own_player_may_speak_too_soon, tear_down),
		cmocka_unit_test_teardown(what_is_protected_is_not_lost_to_a_doomsayer, tear_down),
		cmocka_unit_test_teardown(a_crab_is_lost_to_pawn_and_to_crab, tear_down),
		cmocka_unit_test_teardown(nothing_is_lost_to_a_doomsayer_under_truce, tear_down),
		cmocka_unit_test_teardown(a_shield_of_the_king_may_go_on_anothers_turn, tear_down),
		cmocka_unit_test_teardown(an_abducted_piece_comes_back_when_it_is_told, tear_down),
		cmocka_unit_test_teardown(who_errs_or_is_late_loses_the_abducted, tear_down),
		cmocka_unit_test_teardown(peace_ends_the_effect_that_is_named, tear_down),
		cmocka_unit_test_teardown(one_of_two_walls_is_named_by_an_edge, tear_down),
		cmocka_unit_test_teardown(the_end_of_an_earthquake_promotes_too, tear_down),
		cmocka_unit_test_teardown(a_coup_without_a_prince_stays, tear_down),
		cmocka_unit_test_teardown(two_on_one_square_must_part_or_the_lesser_is_lost,
					  tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
