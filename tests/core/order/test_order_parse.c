/* SPDX-License-Identifier: MIT */
#include "tests/lib/chess.h"

#include "core/notation/vocabulary.h"
#include "core/order/order_parse.h"
#include "core/order/order_signup.h"
#include "tests/lib/letters.h"
#include "tests/lib/seed.h"
#include "tests/lib/source.h"

static void assert_reads(const char *letter, const char *orders)
{
	char *read = read_letter(chess, letter);

	if (strcmp(read, orders) != 0)
		fail_msg("\"%s\" reads as \"%s\", not \"%s\"", letter, read, orders);
	free(read);
}

static void assert_refused(const char *letter, const char *why)
{
	char *read = read_letter(chess, letter);

	if (strncmp(read, "refused: ", 9) != 0 || strstr(read, why) == NULL)
		fail_msg("\"%s\" reads as \"%s\", not refused with \"%s\"", letter, read, why);
	free(read);
}

/* Asserts that a line is chat: before or after an order it changes nothing. */
static void assert_chat(const char *line)
{
	char *letter = base_printf("%s\nMOVE e2-e4\n", line);

	assert_reads(letter, "MOVE e2-e4");
	free(letter);
	letter = base_printf("MOVE e2-e4\n\n%s\n", line);
	assert_reads(letter, "MOVE e2-e4");
	free(letter);
}

/* Asserts that a line is taken for a wrong order: it refuses the message, and is named. */
static void assert_near_miss(const char *line)
{
	char *letter = base_printf("MOVE e2-e4\n%s\n", line);

	assert_refused(letter, "line 2, ");
	free(letter);
	letter = base_printf("Hi,\n\n%s\n\nBye\n", line);
	assert_refused(letter, "line 3, ");
	free(letter);
}

static void moves_may_be_written_in_many_ways(void **state)
{
	/* clang-format off */
	static const char *const ways[] = {
		"MOVE e2-e4", "move e2-e4", "Move: e2-e4", "e2-e4", "1. e2-e4", "1.e2-e4", "12...e2-e4",
		"12. ... e2-e4", "e2-e4.", "e2-e4!", " e2-e4 ", "MOVE e2 e4", "MOVE e2 to e4",
		"\"e2-e4\"", "*MOVE e2-e4*", "- e2-e4", "e2 - e4", "MOVE from e2 to e4",
		"MOVE e2–e4",           /* en dash */
		("MOVE\xc2\xa0" "e2—e4"), /* no-break space, em dash */
		"“MOVE e2−e4”",         /* curly quotes, minus */
		"ＭＯＶＥ　ｅ２－ｅ４", /* full width */
		"\xef\xbb\xbfMOVE e2-e4", "e2→e4", "MOVE e2-e4,", "MOVE  e2-e4;", "e2\xe2\x80\x8b-e4",
	};
	/* clang-format on */

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(ways); i++)
		assert_reads(ways[i], "MOVE e2-e4");
	assert_reads("Nf3", "MOVE Nf3");
	assert_reads("12...Nf6+", "MOVE Nf6");
	assert_reads("♘f3", "MOVE Nf3");
	assert_reads("nf3", "MOVE nf3");
	assert_reads("E2-E4", "MOVE E2-E4");
	assert_reads("e8=Q+", "MOVE e8=Q");
	assert_reads("e8Q", "MOVE e8Q");
	assert_reads("e7×d8=Q#", "MOVE e7xd8=Q");
	assert_reads("exd6 e.p.", "MOVE exd6");
	assert_reads("O-O", "MOVE O-O");
	assert_reads("0-0-0!", "MOVE 0-0-0");
	assert_reads("MOVE knight to f3", "MOVE Nf3");
	assert_reads("MOVE pawn e2 e4", "MOVE Pe2-e4");
}

static void the_other_orders_are_read(void **state)
{
	(void)state;
	assert_reads("RESIGN", "RESIGN");
	assert_reads("resign.", "RESIGN");
	assert_reads("DRAW", "DRAW");
	assert_reads("Draw no", "DRAW NO");
	assert_reads("DRAW: NO", "DRAW NO");
	assert_reads("claim a draw", "CLAIM DRAW");
	assert_reads("PASS", "PASS");
	assert_reads("STATUS\nBOARD\nboard compact\nHISTORY\nHELP\nHELP MOVE",
		     "STATUS; BOARD; BOARD compact; HISTORY; HELP; HELP MOVE");
	assert_reads("TRY\nMOVE e4", "TRY; MOVE e4");
	assert_reads("TRY Nf3", "TRY; MOVE Nf3");
	assert_reads("MOVE e2-e4\nDRAW", "MOVE e2-e4; DRAW");
	assert_reads("MOVE e2-e4\nDRAW NO", "MOVE e2-e4; DRAW NO");
}

static void what_may_be_meant_as_try_carries_no_order_out(void **state)
{
	/* clang-format off */
	static const char *const headings[] = {
		"Try this:", "try this", "TRY IT:", "(Try", "- Try this:", "1. Try this:", "Try harder next time",
		"Testing:", "Test of my phone", "Let me just try:", "*I want to TRY this:*", "SAY hello\ntry this:",
		"Try this:\n\nSo,",
	};
	/* clang-format on */
	char *games = source_path("games");
	const struct vocabulary *before;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(headings); i++) {
		char *letter = base_printf("%s\nRESIGN\n", headings[i]);
		char *read = read_letter(chess, letter);

		if (strncmp(read, "refused: ", 9) != 0)
			fail_msg("\"%s\" reads as \"%s\"", letter, read);
		free(read);
		free(letter);
	}
	assert_refused("Try this:\nRESIGN", "line 1 above it may ask only to test it");
	assert_reads("TEST\nRESIGN", "TRY; RESIGN");
	assert_reads("Test:\nRESIGN", "TRY; RESIGN");
	assert_reads("RESIGN\n\nTry harder next time", "RESIGN");
	assert_reads("I was tempted to try it.\nMOVE e4", "MOVE e4");
	vocabulary_set_folder(games);
	assert_int_equal(vocabulary_push("de", &before, NULL), 0);
	assert_reads("VERSUCH\nAUFGEBEN", "TRY; RESIGN");
	assert_refused("Versuchsweise:\nAUFGEBEN", "1");
	assert_refused("Probe mal das:\nAUFGEBEN", "1");
	vocabulary_pop(before);
	free(games);
}

static void try_needs_an_order(void **state)
{
	(void)state;
	assert_refused("TRY", "found none to test");
	assert_refused("TRY\nSTATUS", "found none to test");
	assert_refused("TRY:\n\nthat is all", "found none to test");
	assert_reads("TRY\nMOVE e4\nSTATUS", "TRY; MOVE e4; STATUS");
}

static void what_is_said_keeps_its_own_characters(void **state)
{
	(void)state;
	assert_reads("SAY good luck – “Grüße”", "SAY good luck – “Grüße”");
	assert_reads("say: hello, move e2-e4 one day  ", "SAY hello, move e2-e4 one day");
	assert_refused("say: hello, MOVE e2-e4  ", "\"MOVE e2-e4\" in it looks like an order");
	assert_reads("SAY TO black see you", "SAY TO black see you");
	assert_reads("Say to Black: see you", "SAY TO black see you");
	assert_refused("SAY TO alice see you", "SAY TO needs a seat");
	assert_refused("SAY", "needs a message after it");
}

static void what_is_said_is_limited(void **state)
{
	char *letter = base_printf("MOVE e4\nsay %0*d", 501, 0);

	(void)state;
	assert_refused(letter, "too long");
	free(letter);
	letter = base_printf("SAY %0*d", 20000, 0);
	assert_refused(letter, "too long");
	free(letter);
	letter = base_printf("MOVE e4\n%0*d", 20000, 0);
	assert_reads(letter, "MOVE e4");
	free(letter);
}

static void chat_is_neither_an_order_nor_a_near_miss(void **state)
{
	/* clang-format off */
	static const char *const lines[] = {
		"Play well!", "Move over, darling", "I say, what a game", "Draw your own conclusions",
		"Say, what a game!", "Hi Bob,", "Good luck!", "Drew", "Hans", "Best wishes, Andy",
		"Pass on my regards to Anna.", "Help yourself to some tea", "If you see Anna, say hi",
		"Board games are fun.", "History repeats itself, as they say.", "Status quo ante",
		"Leave it to me", "Watch out for my knights!", "Join the club",
		"Hand on heart, I saw it coming", "Trade winds are blowing here",
		"Undo the damage if you can", "Resigning never crossed my mind",
		"Claim to fame: I once beat a master", "Card games are not my thing",
		"I think e4 was a mistake of mine", "My e-mail is b2b@example.org",
		"I was 2 pawns up at move 12 of our last game, remember?", "--", "Thanks!", ":-)",
		"Played on my phone", "Ask Ann, she was there", "Yours, Mo", "50 moves and no capture!",
		"Moving house next week, so answers may be slow", "Passing through Prague, greetings",
		"PLAY WELL!", "MOVE OVER, DARLING", "GOOD LUCK", "DRAW YOUR OWN CONCLUSIONS",
		"Answering from the train", "Ooo!", "Helping my son with his homework tonight",
		"Discarding the mask, I must say", "Deck the halls with boughs of holly",
		"Sent from my iPhone 12", "The 1. e4 e5 opening is an old friend of mine",
		"Passé, isn't it?", "Drawing is what I do for a living",
	};
	/* clang-format on */

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(lines); i++)
		assert_chat(lines[i]);
}

static void near_misses_refuse_the_letter_and_name_the_line(void **state)
{
	/* clang-format off */
	static const char *const lines[] = {
		"MOVE e2-e9", "MOVE", "MOVE horse", "MOVE Nf33", "move e2e4e6", "Move the pawn to e4",
		"MVOE e2-e4", "MOV e2e4", "Moves e2-e4", "MOVEE Nf3", "move pawn e9",
		"Resing", "RESIGNN", "RESIGN?", "Resign now", "RESIGN 2", "I resign.", "resigns",
		"Draw please", "DRAW YES", "DARW", "draw offer", "I offer a draw", "offer draw",
		"CLAM DRAW", "CLAIM DARW", "CLAIM", "CLAIM VICTORY", "HISTROY", "STATUS please",
		"PLAY Fireball d4", "play e2-e4", "PLAY", "HAND", "DISCARD Bog", "CARD Fireball",
		"IF white MOVE e7-e5 THEN", "if black move e5", "IF", "IF FOGGED MOVE e2-e4",
		"AUTOPASS ON", "VACATION 2026-12-24", "VACATION", "VACATION 0", "vacation 400", "UNDO please", "DECK Bog, Fireball", "ANSWER NO",
		"REMOVE a2", "TRADE d1=R", "JOIN chess",
		"e2-e9", "Nf33", "1. e4 e5", "e4 please", "castle kingside",
		"BOARD sideways", "HISTORY 3-5", "SAY TO nobody hello", "PASS please", "TRY e9",
	};
	/* clang-format on */

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(lines); i++)
		assert_near_miss(lines[i]);
}

static void wishes_change_what_a_seat_gets(void **state)
{
	(void)state;
	assert_reads("VIEW own", "VIEW own");
	assert_reads("view White", "VIEW white");
	assert_reads("LEAVE", "LEAVE");
	assert_reads("Watch", "WATCH");
	assert_refused("VIEW sideways", "VIEW OWN");
	assert_refused("VIEW", "VIEW OWN");
}

/* The form of tokens. */
#define A_KEY "yeaaaaiaaaaakuv6fvupulkgw6erzlgbskkagqz7uy"

static void joining_is_asked_for_by_a_line_of_its_own(void **state)
{
	static const struct {
		const char *text;
		enum signup_kind kind;
		const char *first;
	} rows[] = {
		{"Hello,\n\nJOIN g12\n\nbye", SIGNUP_JOIN, "g12"},
		{"JOIN", SIGNUP_JOIN, ""},
		{"JOIN KEY " A_KEY, SIGNUP_JOIN, ""},
		{"JOIN white KEY " A_KEY, SIGNUP_JOIN, "white"},
		{"JOIN\nKEY\n" A_KEY, SIGNUP_JOIN, ""},
		{"JOIN<BR>KEY<BR>" A_KEY, SIGNUP_JOIN, ""},
		{"JOIN " A_KEY, SIGNUP_NOTHING, ""},
		{"LEAVE KEY " A_KEY "\n\n-- \nSent from my telephone", SIGNUP_LEAVE, ""},
		{"LEAVE<br/>KEY<br/>" A_KEY, SIGNUP_LEAVE, ""},
		{"REMATCH KEY " A_KEY, SIGNUP_REMATCH, ""},
		{"Join us for dinner tomorrow", SIGNUP_NOTHING, ""},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct order_signup signup;

		order_signup_read(rows[i].text, &signup);
		if (signup.kind != rows[i].kind ||
		    (signup.kind != SIGNUP_NOTHING && strcmp(signup.first, rows[i].first) != 0))
			fail_msg("\"%s\" is read as %d \"%s\"", rows[i].text, (int)signup.kind,
				 signup.first);
	}
}

static void watching_is_asked_for_by_a_line_of_its_own(void **state)
{
	static const struct {
		const char *text;
		enum look_kind kind;
		const char *game;
	} rows[] = {
		{"Hello,\n\nWATCH g12\n\nbye", LOOK_BEGIN, "g12"},
		{"watch Spring-Cup", LOOK_BEGIN, "spring-cup"},
		{"WATCH", LOOK_BEGIN, ""},
		{"UNWATCH g12", LOOK_END, "g12"},
		{"LEAVE", LOOK_END, ""},
		{"STATUS", LOOK_STATUS, ""},
		{"BOARD", LOOK_STATUS, ""},
		{"HELP\nUNWATCH", LOOK_HELP, ""},
		{"GAMES", LOOK_GAMES, ""},
		{"watch me play tomorrow", LOOK_NOTHING, ""},
		{"WATCH g12 please", LOOK_NOTHING, ""},
		{"STATUS of it", LOOK_NOTHING, ""},
		{"UNWATCH KEY " A_KEY, LOOK_END, ""},
		{"WATCH\nKEY\n" A_KEY, LOOK_BEGIN, ""},
		{"STATUS<BR>KEY<BR>" A_KEY, LOOK_STATUS, ""},
		{"WATCH g12<br />KEY " A_KEY, LOOK_BEGIN, "g12"},
		{"STATUS " A_KEY, LOOK_NOTHING, ""},
		{"JOIN g12", LOOK_NOTHING, ""},
		{"RESIGN", LOOK_NOTHING, ""},
		{"", LOOK_NOTHING, ""},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct order_look look;

		order_look_read(rows[i].text, &look);
		if (look.kind != rows[i].kind || strcmp(look.game, rows[i].game) != 0)
			fail_msg("\"%s\" is read as %d \"%s\"", rows[i].text, (int)look.kind,
				 look.game);
	}
}

static void who_is_away_says_for_how_long(void **state)
{
	(void)state;
	assert_reads("VACATION 10", "VACATION 10");
	assert_reads("vacation 10 days.", "VACATION 10");
	assert_reads("VACATION 1 day", "VACATION 1");
	assert_reads("VACATION 2026-12-24 2027-01-06", "VACATION 2026-12-24 2027-01-06");
	assert_reads("Vacation: 2026-12-24 until 2027-01-06", "VACATION 2026-12-24 2027-01-06");
	assert_reads("VACATION 2026-12-24 - 2027-01-06", "VACATION 2026-12-24 2027-01-06");
	assert_reads("VACATION NO!", "VACATION no");
	assert_refused("VACATION 367", "VACATION 10");
	assert_refused("VACATION 10 weeks", "VACATION 10");
	assert_refused("VACATION 2026-12-24 AT 2027-01-06", "VACATION 10");
}

static void moves_may_be_given_in_advance(void **state)
{
	(void)state;
	assert_reads("IF black MOVE e7-e5 THEN MOVE g1-f3", "IF black MOVE e7-e5 THEN MOVE g1-f3");
	assert_reads("if black move e5 then move f4", "IF black MOVE e5 THEN MOVE f4");
	assert_reads("If Black e5, white f4, black exf4 then Nf3",
		     "IF black MOVE e5 white MOVE f4 black MOVE exf4 THEN MOVE Nf3");
	assert_reads("IF black MOVE e7 to e5 THEN MOVE O-O", "IF black MOVE e7-e5 THEN MOVE O-O");
	assert_reads("if no", "IF NO");
	assert_refused("IF e7-e5 THEN g1-f3", "IF black MOVE e7-e5 THEN MOVE g1-f3, or IF NO");
	assert_refused("IF black MOVE e7-e5 THEN MOVE g1-f3 MOVE b1-c3", "I can't read");
	assert_refused("IF THEN MOVE g1-f3", "I can't read");
	assert_refused("IF black THEN MOVE g1-f3", "I can't read");
}

static void words_of_other_games_are_known_and_not_called_misspelt(void **state)
{
	(void)state;
	assert_refused("PLAY Fireball d4",
		       "PLAY isn't for this game: this game is played without cards");
	assert_refused("HAND", "nobody has a hand");
	assert_refused("IF FOGGED MOVE e2-e4", "without cards");
	assert_refused("MVOE e2-e4", "did you mean MOVE?");
}

static void
the_paragraph_begins_at_the_first_order_and_ends_at_the_first_line_that_is_none(void **state)
{
	(void)state;
	assert_reads("Dear Bob,\n\nwhat a fine game!\n\nMOVE e2-e4\n\n\nDRAW\n\nYours, Ann\n",
		     "MOVE e2-e4; DRAW");
	assert_reads("MOVE e2-e4\r\n", "MOVE e2-e4");
	assert_reads("\n\n  \nMOVE e2-e4", "MOVE e2-e4");
	assert_refused("MOVE e2-e4\nThat's all.\nDRAW\n",
		       "line 3, \"DRAW\": it reads as an order, but line 2");
	assert_refused("MOVE e2-e4\nAs I said:\n\nd4\n", "line 4, \"d4\"");
	assert_refused("MOVE e2-e4\nRegards\nSTATUS\n", "line 3, \"STATUS\"");
}

static void a_letter_without_orders_says_what_to_write(void **state)
{
	(void)state;
	assert_refused("", "no order in your letter");
	assert_refused("\n\nHello there,\nhow are you?\n", "for example MOVE and your move");
}

static void orders_that_exclude_each_other_are_refused(void **state)
{
	static const char *const letters[] = {
		"MOVE e2-e4\nMOVE d2-d4", "e4\nd4",	      "MOVE e2-e4\nRESIGN",
		"DRAW\nDRAW NO",	  "RESIGN\nDRAW",     "MOVE e4\nCLAIM DRAW",
		"MOVE e4\nPASS",	  "MOVE e4\nMOVE e3",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(letters); i++)
		assert_refused(letters[i], "can't both be done");
	assert_refused("MOVE e2-e4\nSAY hi\nRESIGN",
		       "\"MOVE e2-e4\" and \"RESIGN\" (lines 1 and 3)");
	assert_reads("SAY one\nMOVE e4\nSAY two\nSTATUS", "SAY one; MOVE e4; SAY two; STATUS");
}

/* Any bytes, also such as no mail reader would pass on. */
static void no_line_whatever_is_too_much_for_the_reader(void **state)
{
	static const char alphabet[] =
		"eEfMOVEmove2478- =+#:.,!?\"'*xQKON\xc3\xa9\xe2\x80\x93\xff\xf0\n";
	unsigned seed = 1;

	(void)state;
	for (unsigned round = 0; round < 3000; round++) {
		char letter[80];

		for (size_t i = 0; i < sizeof letter - 1; i++)
			letter[i] = alphabet[seed_below(&seed, sizeof alphabet - 1)];
		letter[sizeof letter - 1] = '\0';
		free(read_letter(chess, letter));
	}
}

/* Text about cards that begins like a question. */
static void the_same_line_twice_counts_once_and_a_letter_has_a_limit(void **state)
{
	struct strbuf letter;

	(void)state;
	assert_reads("MOVE e2-e4\nHISTORY\nMOVE e2-e4\nhistory\nSAY hello\nSAY hello\n",
		     "MOVE e2-e4; HISTORY; SAY hello");
	assert_refused("MOVE e2-e4\nMOVE d2-d4\n", "can't both be done");
	strbuf_init(&letter, 0);
	for (int i = 0; i < 7500; i++)
		strbuf_add(&letter, "HISTORY\n");
	assert_reads(letter.bytes, "HISTORY");
	strbuf_clear(&letter);
	for (int i = 0; i < MAX_ORDERS; i++)
		strbuf_addf(&letter, "SAY word %d\n", i);
	strbuf_add(&letter, "SAY word 3\n");
	{
		char *read = read_letter(chess, letter.bytes);

		assert_non_null(strstr(read, "SAY word 31"));
		free(read);
	}
	strbuf_add(&letter, "SAY one more\n");
	assert_refused(letter.bytes, "more than 32 orders");
	strbuf_done(&letter);
}

static void talk_of_cards_is_no_question(void **state)
{
	static const struct {
		const char *line;
		bool is_order;
	} lines[] = {
		{"CARD Bog", true},    {"card Fog of War", true},
		{"PLAYS e2-e4", true}, {"plays", true},
		{"HAND", true},	       {"card gave.", false},
		{"plays well", false}, {"hand me that", false},
	};
	const struct variant *variant = variant_get(library, "knightmare", NULL, 0, NULL);

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
		struct order_list orders;
		struct reason why;

		order_list_init(&orders);
		if ((order_read(variant, lines[i].line, 1, &orders, &why) == ACCEPTED) !=
		    lines[i].is_order)
			fail_msg("%s", lines[i].line);
		order_list_done(&orders);
	}
}

/* So that the answer can name the nearest order. */
static void a_move_alone_is_missed_with_the_line_below_it(void **state)
{
	static const char *const rows[][2] = {
		{"MOVE\ne9\n", "MOVE e9"},    {"Move:\n\n e4\nDRAW\n", "MOVE  e4"},
		{"MOVE\n\n", "MOVE"},	      {"MOVE\n Help draws\n", "MOVE"},
		{"MOVE e9\ne4\n", "MOVE e9"}, {"DRAW maybe\ne4\n", "DRAW maybe"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct order_list list;
		struct reason why;

		order_list_init(&list);
		if (order_read_message(chess, rows[i][0], &list, &why) == ACCEPTED ||
		    list.missed == NULL || strcmp(list.missed, rows[i][1]) != 0)
			fail_msg("%s: %s", rows[i][0], list.missed != NULL ? list.missed : "-");
		order_list_done(&list);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_move_alone_is_missed_with_the_line_below_it),
		cmocka_unit_test(moves_may_be_written_in_many_ways),
		cmocka_unit_test(the_other_orders_are_read),
		cmocka_unit_test(what_may_be_meant_as_try_carries_no_order_out),
		cmocka_unit_test(try_needs_an_order),
		cmocka_unit_test(what_is_said_keeps_its_own_characters),
		cmocka_unit_test(what_is_said_is_limited),
		cmocka_unit_test(chat_is_neither_an_order_nor_a_near_miss),
		cmocka_unit_test(near_misses_refuse_the_letter_and_name_the_line),
		cmocka_unit_test(wishes_change_what_a_seat_gets),
		cmocka_unit_test(joining_is_asked_for_by_a_line_of_its_own),
		cmocka_unit_test(watching_is_asked_for_by_a_line_of_its_own),
		cmocka_unit_test(who_is_away_says_for_how_long),
		cmocka_unit_test(moves_may_be_given_in_advance),
		cmocka_unit_test(words_of_other_games_are_known_and_not_called_misspelt),
		cmocka_unit_test(
			the_paragraph_begins_at_the_first_order_and_ends_at_the_first_line_that_is_none),
		cmocka_unit_test(a_letter_without_orders_says_what_to_write),
		cmocka_unit_test(orders_that_exclude_each_other_are_refused),
		cmocka_unit_test(the_same_line_twice_counts_once_and_a_letter_has_a_limit),
		cmocka_unit_test(talk_of_cards_is_no_question),
		cmocka_unit_test(no_line_whatever_is_too_much_for_the_reader),
	};

	return cmocka_run_group_tests_name("order", tests, chess_set_up, chess_tear_down);
}
