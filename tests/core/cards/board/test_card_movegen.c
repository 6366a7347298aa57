/* SPDX-License-Identifier: MIT */
/* How pieces go on a field with cards: where no card is in play, as movegen has it. */
#include "core/cards/board/card_movegen.h"
#include "core/cards/effects/effects_load.h"
#include "core/rules/movegen.h"
#include "tests/lib/pace.h"
#include "tests/lib/play.h"
#include "tests/lib/random.h"

static const struct random_rules {
	const char *variant;
	const char *beaten;
} tables[] = {
	{"knightmare", "inert"},       {"three-player", "inert"},
	{"three-player", "role"},      {"three-player", "kingdom"},
	{"three-player", "dead"},      {"three-player", "obstacles"},
	{"four-player", "inert"},      {"four-player", "role"},
	{"four-player", "kingdom"},    {"four-player", "dead"},
	{"four-player-team", "inert"}, {"four-player-team", "obstacles"},
};

static void assert_same_ways(const struct card_ruleset *book, struct play *play)
{
	struct move_list ways;
	struct card_board field;
	char *ours, *theirs;

	card_board_init(book, &play->position, &field);
	card_movegen_moves(book, &field, play->position.turn, true, &ways);
	ours = moves_in_words(book->variant, &ways);
	theirs = moves_in_words(book->variant, &play->legal);
	if (strcmp(ours, theirs) != 0)
		fail_msg("%s, %s to move:\n%s\ngenerated:\n%s", variant_name(book->variant),
			 variant_seat_name(book->variant, play->position.turn), ours, theirs);
	free(ours);
	free(theirs);
	for (unsigned i = 0; i < ways.count; i++)
		assert_memory_equal(&ways.moves[i], &play->legal.moves[i], sizeof ways.moves[i]);
	assert_true(card_movegen_any_move(book, &field, play->position.turn));
	for (uint8_t seat = 0; seat < variant_seats(book->variant); seat++) {
		if (!(play->position.in_play >> seat & 1))
			continue;
		assert_int_equal(card_movegen_in_check(book, &field, seat),
				 movegen_in_check(book->variant, &play->position, seat));
		assert_int_equal(card_movegen_checkers(book, &field, seat),
				 movegen_checkers(book->variant, &play->position, seat));
	}
}

/* Makes the move on both, and finds the same board. */
static void play_both(const struct card_ruleset *book, struct play *play, const struct move *move)
{
	struct card_board field;

	card_board_init(book, &play->position, &field);
	card_movegen_make(book, &field, move, NULL);
	move_make(book->variant, &play->position, move, NULL);
	assert_memory_equal(field.position.piece_at, play->position.piece_at,
			    sizeof play->position.piece_at);
	assert_memory_equal(field.position.owner, play->position.owner,
			    sizeof play->position.owner);
	assert_memory_equal(field.position.passant, play->position.passant,
			    sizeof play->position.passant);
	assert_memory_equal(field.position.king, play->position.king, sizeof play->position.king);
	play->outcome =
		rules_next_turn(book->variant, &play->position, &play->history, &play->legal, NULL);
}

static void play_game(const struct card_ruleset *book, struct play *play, uint32_t chance)
{
	play_start(play);
	for (unsigned turn = 0; turn < 250 && play->outcome.status == STATUS_PLAYING; turn++) {
		struct move move;

		assert_same_ways(book, play);
		move = play->legal.moves[draw_number(&chance, play->legal.count)];
		play_both(book, play, &move);
	}
}

static void without_effects_pieces_go_as_without_cards(void **state)
{
	struct play *play = *state;
	struct reason reason = {.text = ""};

	for (size_t i = 0; i < ARRAY_LEN(tables); i++) {
		struct option options[2] = {{"cards", "on"}, {"beaten", ""}};
		const struct card_ruleset *book;

		strcpy(options[1].value, tables[i].beaten);
		play->variant = variant_get(play->library, tables[i].variant, options, 2, &reason);
		assert_non_null(play->variant);
		book = effects_book_of(play->variant, NULL);
		assert_non_null(book);
		for (uint32_t game = 0; game < pace(8, 1); game++)
			play_game(book, play, game * 7919 + 1);
	}
}

#define WAYS_TEST(test) cmocka_unit_test_setup_teardown(test, play_open, play_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WAYS_TEST(without_effects_pieces_go_as_without_cards),
	};

	return cmocka_run_group_tests_name("ways", tests, NULL, NULL);
}
