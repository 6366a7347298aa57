/* SPDX-License-Identifier: MIT */
/* Orders of turns that pay a debt and make several moves, and how such turns are shown. */
#include "tests/lib/chess.h"

#include <stdio.h>

#include "core/game/turn.h"
#include "core/order/order_parse.h"
#include "core/view/choices.h"
#include "core/view/game_text.h"
#include "core/view/peterson_text.h"
#include "tests/lib/letters.h"

static const struct option both[] = {
	{"peterson.defense", "on"},
	{"peterson.exchange", "on"},
	{"peterson.capture", "on"},
};

/* Returns three-player chess with the first `options` of these. */
static const struct variant *three(size_t options)
{
	struct reason reason = {.text = ""};
	const struct variant *variant =
		variant_get(library, "three-player", both, options, &reason);

	assert_string_equal(reason.text, "");
	return variant;
}

static void assert_reads(const struct variant *variant, const char *letter, const char *orders)
{
	char *read = read_letter(variant, letter);

	if (strcmp(read, orders) != 0)
		fail_msg("\"%s\" reads as \"%s\", not \"%s\"", letter, read, orders);
	free(read);
}

static void assert_refused(const struct variant *variant, const char *letter, const char *why)
{
	char *read = read_letter(variant, letter);

	if (strncmp(read, "refused: ", 9) != 0 || strstr(read, why) == NULL)
		fail_msg("\"%s\" reads as \"%s\", not refused with \"%s\"", letter, read, why);
	free(read);
}

/* Returns the events of one message of the seat to move, applied to the game; or "refused: why". */
static char *play_letter(struct game *game, const char *letter)
{
	const struct entry_head head = {1, 0, "test"};
	struct order_list orders;
	struct event_list events;
	struct reason why = {.text = ""};
	struct strbuf facts;

	order_list_init(&orders);
	event_list_init(&events);
	strbuf_init(&facts, 0);
	if (order_read_message(game->variant, letter, &orders, &why) == REFUSED ||
	    turn_decide(game, game->position.turn, &orders, &events, &why) == REFUSED) {
		strbuf_addf(&facts, "refused: %s", why.text);
		assert_int_equal(events.count, 0);
	}
	for (size_t i = 0; i < events.count; i++) {
		event_print(game->variant, &events.events[i], &facts);
		strbuf_add_char(&facts, '\n');
		assert_int_equal(game_apply(game, &head, &events.events[i], &why), 0);
	}
	event_list_done(&events);
	order_list_done(&orders);
	return facts.bytes;
}

/* Begins a game, with the first turns of these messages played. */
static void begin(struct game *game, const char *const letters[])
{
	const struct entry_head head = {1, 0, "test"};
	struct event_list events;

	game_init(game, three(3));
	event_list_init(&events);
	turn_start(game, &events);
	for (size_t i = 0; i < events.count; i++)
		assert_int_equal(game_apply(game, &head, &events.events[i], NULL), 0);
	event_list_done(&events);
	for (; *letters != NULL; letters++) {
		char *facts = play_letter(game, *letters);

		assert_false(strbuf_starts(facts, "refused"));
		free(facts);
	}
}

static void assert_facts(struct game *game, const char *letter, const char *expected)
{
	char *facts = play_letter(game, letter);

	assert_string_equal(facts, expected);
	free(facts);
}

static void the_facts_of_a_long_turn_stand_in_the_order_they_happen(void **state)
{
	static const char *const before[] = {"e5", "Be3", NULL};
	struct game game;

	(void)state;
	begin(&game, before);
	assert_facts(&game, "Nd3\nc4",
		     "order black MOVE Nd3\n"
		     "order black MOVE c4\n"
		     "move black N from b2 to d3\n"
		     "move black P from c3 to c4\n"
		     "quiet rounds 0\n"
		     "played black b2d3+c3c4 Nd3, c4\n"
		     "no-passant white\n"
		     "turn white\n"
		     "ask white\n");
	game_done(&game);
}

static const char *const owing[] = {
	"e5", "Be3", "Nd3\nc4", "e4", "exd3", "Bxd3\nKb2", "d5", "Bxd3", "Qxd3", NULL,
};

static void what_is_paid_is_recorded_as_written_and_played_in_order(void **state)
{
	struct game game;

	(void)state;
	begin(&game, owing);
	assert_facts(&game, "REMOVE g7\nDRAW\nBd6",
		     "order white REMOVE g7\n"
		     "order white DRAW\n"
		     "order white MOVE Bd6\n"
		     "remove white P from g7\n"
		     "owe white pawns 0\n"
		     "move white B from f8 to d6\n"
		     "played white -g7+f8d6 -g7, Bd6\n"
		     "exchange turns 0, least 3, lost by red+black, involved red+black\n"
		     "owe white pawns 3\n"
		     "turn red\n"
		     "offer white\n"
		     "ask red\n");
	assert_int_equal(game.owing[0].round, 4);
	assert_int_equal(game.owing[0].involved, 6);
	game_done(&game);
}

static void a_turn_is_refused_as_a_whole(void **state)
{
	static const struct {
		const char *letter, *why;
	} rows[] = {
		{"Bd6", "you owe 1"},
		{"REMOVE g7", "write your move below REMOVE and TRADE"},
		{"REMOVE g7\nBd6\nBb4", "no piece moves twice"},
		{"REMOVE g7\nBd6\nf6\nNh6", "you may make at most 2 moves"},
		{"REMOVE g7\nBd6\nf9", "line 3"},
		{"REMOVE g7\nBd6\nQh3", "Move 2 of the turn: Qh3 isn't legal"},
		{"REMOVE g7\nQh3\nBd6", "Move 1 of the turn: Qh3 isn't legal"},
		{"REMOVE g7\nQh3", "refused: Qh3 isn't legal"},
		{"TRADE e8=R\nBd6", "no rook"},
		{"TRADE e8=N\nBd6", "a queen can't be traded for a knight"},
		{"REMOVE g7\nRESIGN", "can't both be done"},
	};
	struct game game;

	(void)state;
	begin(&game, owing);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		char *facts = play_letter(&game, rows[i].letter);

		if (!strbuf_starts(facts, "refused: ") || strstr(facts, rows[i].why) == NULL)
			fail_msg("%s: %s", rows[i].letter, facts);
		free(facts);
	}
	game_done(&game);
}

/* Asserts what the letter says of a debt: the sentence, an example, and one with a trade. */
static void assert_told(struct game *game, uint16_t debt, const char *sentence, const char *payment,
			const char *trade)
{
	struct strbuf text;

	game->position.debts[game->position.turn] = debt;
	strbuf_init(&text, 0);
	view_debt(game, &text);
	assert_string_equal(text.bytes, sentence);
	strbuf_clear(&text);
	view_payment(game, false, &text);
	assert_string_equal(text.bytes, payment);
	strbuf_clear(&text);
	view_payment(game, true, &text);
	assert_string_equal(text.bytes, trade);
	strbuf_done(&text);
}

static void put(struct game *game, uint8_t side, const char *pieces)
{
	const char *word;
	size_t len;

	while (strbuf_next_word(&pieces, &word, &len)) {
		char name[8];
		int type = variant_type_of_letter(game->variant, word[0]);

		snprintf(name, sizeof name, "%.*s", (int)len - 1, word + 1);
		assert_true(position_put(game->variant, &game->position, side, (uint8_t)type,
					 board_square_named(variant_board(game->variant), name)));
	}
}

#define WORTHS " A queen is worth 9, a rook 5, a bishop 3, a knight 3, a pawn 1."

static void what_is_owed_is_told_with_a_cheap_example(void **state)
{
	struct game game;

	(void)state;
	begin(&game, owing);
	assert_told(&game, 2,
		    "You owe pieces worth 2, since round 3, for an exchange between Red and "
		    "Black." WORTHS "\n",
		    "REMOVE b7 e4\n", "");
	assert_told(&game, 0, "", "", "");
	game_done(&game);
	game_init(&game, three(3));
	game.started = true;
	position_clear(game.variant, &game.position);
	put(&game, 0, "Kd8 Qb6 Pg5 Pg6 Rb8");
	put(&game, 1, "Kh1");
	put(&game, 2, "Ka1");
	position_capture(game.variant, &game.position,
			 board_square_named(variant_board(game.variant), "b8"), NULL);
	assert_told(&game, 1, "You owe pieces worth 1." WORTHS "\n", "REMOVE g5\n", "TRADE b6=R\n");
	assert_told(&game, 5, "You owe pieces worth 5." WORTHS "\n", "REMOVE b6\n",
		    "REMOVE g5\nTRADE b6=R\n");
	assert_told(&game, 12,
		    "You owe pieces worth 12." WORTHS " You can't pay that in full, so you must "
		    "pay all you can, worth 11.\n",
		    "REMOVE b6 g5 g6\n", "");
	position_clear(game.variant, &game.position);
	put(&game, 0, "Kd8 Qd7");
	put(&game, 1, "Kh1 Rd1");
	put(&game, 2, "Ka1");
	assert_told(&game, 1,
		    "You owe pieces worth 1." WORTHS " You have nothing to pay with, so you "
		    "pay nothing.\n",
		    "", "");
	game_done(&game);
}

/* Eight pawns can pay a debt of 3 in 56 ways. */
static void the_cheapest_payments_are_listed_however_many_there_are(void **state)
{
	struct choice_list list;
	unsigned groups = 0;
	struct game game;

	(void)state;
	begin(&game, owing);
	position_clear(game.variant, &game.position);
	put(&game, 0, "Kd8 Pa5 Pb5 Pc5 Pd5 Pe5 Pf5 Pg5 Ph5");
	put(&game, 1, "Kh1");
	put(&game, 2, "Ka1");
	game.position.turn = 0;
	game.position.debts[0] = 3;
	choices_init(&list);
	view_payments(&game, 2 * VIEW_PAYMENTS, &list);
	for (size_t i = 0; i < list.count; i++)
		groups += choices_begins_group(&list, i);
	assert_int_equal(groups, VIEW_PAYMENTS);
	choices_done(&list);
	game_done(&game);
}

static void what_is_paid_may_be_written_in_many_ways(void **state)
{
	static const char *const removals[] = {
		"REMOVE a2 b2",
		"remove a2, b2",
		"Remove: a2 and b2.",
		"REMOVE A2 B2",
		"REMOVE the pawns on a2 and b2",
		"REMOVE pawn a2, rook b2",
		"- REMOVE a2 b2",
	};
	static const char *const trades[] = {
		"TRADE d1=R",	       "trade d1 = r",	"TRADE d1R",
		"Trade d1 for a rook", "TRADE d1 to R", "TRADE the queen on d1 for a rook",
		"TRADE Q d1=R",	       "TRADE d1 (R)",	"TRADE d1=T",
		"TRADE d1 Turm",       "TRADE D d1=T",
	};
	const struct variant *variant = three(2);

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(removals); i++) {
		char *letter = base_printf("%s\nMOVE e7-e6\n", removals[i]);

		assert_reads(variant, letter, "REMOVE a2 b2; MOVE e7-e6");
		free(letter);
	}
	for (size_t i = 0; i < ARRAY_LEN(trades); i++) {
		char *letter = base_printf("%s\nMOVE e7-e6\n", trades[i]);

		assert_reads(variant, letter, "TRADE d1=R; MOVE e7-e6");
		free(letter);
	}
}

static void what_cannot_be_read_says_how_it_is_written(void **state)
{
	const struct variant *variant = three(2);

	(void)state;
	assert_refused(variant, "REMOVE", "write REMOVE a2");
	assert_refused(variant, "REMOVE a8", "write REMOVE a2");
	assert_refused(variant, "REMOVE pawns", "write REMOVE a2");
	assert_refused(variant, "REMOVE a2 e2e4", "write REMOVE a2");
	assert_refused(variant, "TRADE d1", "write TRADE d1=R");
	assert_refused(variant, "TRADE d1=R e1=B", "write TRADE d1=R");
	assert_refused(variant, "REMOV a2", "did you mean REMOVE?");
	assert_reads(variant, "Please remove me from your list soon.\nMOVE e6\n", "MOVE e6");
	assert_reads(variant, "MOVE e6\n\nTrade winds blow here. Remove that smile!", "MOVE e6");
}

static void payments_stand_above_moves_in_any_order(void **state)
{
	const struct variant *variant = three(2);

	(void)state;
	assert_reads(variant, "TRADE d1=R\nREMOVE b2\nREMOVE a2\ne6\nd6\nDRAW",
		     "TRADE d1=R; REMOVE b2; REMOVE a2; MOVE e6; MOVE d6; DRAW");
	assert_refused(variant, "MOVE e6\nREMOVE a2",
		       "\"REMOVE a2\" (line 2) is below a move (line 1)");
	assert_refused(variant, "e6\nTRADE d1=R\nd6",
		       "write all REMOVE and TRADE lines above the first MOVE");
	assert_refused(variant, "REMOVE a2\nRESIGN", "can't both be done; send only one of them");
}

static void where_a_turn_is_one_move_two_are_refused(void **state)
{
	static const char two[] = "MOVE e6\nMOVE d6";

	(void)state;
	assert_reads(three(1), two, "MOVE e6; MOVE d6");
	assert_refused(three(0), two,
		       "can't both be done: in this game a turn is one move; send only one");
	assert_refused(chess, two, "in this game a turn is one move");
	assert_refused(three(1), "REMOVE a2\nMOVE e6", "this game has no fair exchange");
	assert_refused(chess, "TRADE d1=R", "this game has no fair exchange");
}

static void a_long_turn_is_shown_on_lines_that_cannot_play(void **state)
{
	static const char text[] = "-a1+-a2+-a3+-b1+-b2+-b3+-c1+-c2+-c3+-d2+b6b5+c6c5 "
				   "-a1, -a2, -a3, -b1, -b2, -b3, -c1, -c2, -c3, -d2, b5, c5+";
	struct turn_record record = {.number = 1, .round = 12};
	struct game game;
	struct strbuf out;

	(void)state;
	game_init(&game, three(2));
	strbuf_init(&out, 0);
	strcpy(record.text, text);
	view_turn(&game, &record, &out);
	assert_string_equal(
		out.bytes, "   12  White    -a1, -a2, -a3, -b1, -b2, -b3, -c1, -c2, -c3, -d2, b5,\n"
			   "                and c5+\n");
	strbuf_clear(&out);
	strcpy(record.text, "-a2+b6b5 -a2, b5");
	view_turn(&game, &record, &out);
	assert_string_equal(out.bytes, "   12  White    -a2, b5  -a2+b6b5\n");
	strbuf_done(&out);
	game_done(&game);
}

static void the_last_turn_is_named_by_its_moves(void **state)
{
	struct game game;
	struct strbuf out;

	(void)state;
	game_init(&game, three(2));
	strbuf_init(&out, 0);
	game.turns = 1;
	strcpy(game.recent[0].text, "-a2+d1=R+b6b5+d8=Q -a2, Qd1=R, b5, d8=Q");
	view_last(&game, &out);
	assert_string_equal(out.bytes, "White's b5, d8=Q");
	strbuf_done(&out);
	game_done(&game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_facts_of_a_long_turn_stand_in_the_order_they_happen),
		cmocka_unit_test(what_is_paid_is_recorded_as_written_and_played_in_order),
		cmocka_unit_test(a_turn_is_refused_as_a_whole),
		cmocka_unit_test(what_is_owed_is_told_with_a_cheap_example),
		cmocka_unit_test(the_cheapest_payments_are_listed_however_many_there_are),
		cmocka_unit_test(what_is_paid_may_be_written_in_many_ways),
		cmocka_unit_test(what_cannot_be_read_says_how_it_is_written),
		cmocka_unit_test(payments_stand_above_moves_in_any_order),
		cmocka_unit_test(where_a_turn_is_one_move_two_are_refused),
		cmocka_unit_test(a_long_turn_is_shown_on_lines_that_cannot_play),
		cmocka_unit_test(the_last_turn_is_named_by_its_moves),
	};

	return cmocka_run_group_tests(tests, chess_set_up, chess_tear_down);
}
