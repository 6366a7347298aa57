/* SPDX-License-Identifier: MIT */
/* The meaning of a line in a message: an order, a near miss that refuses the message, or chat. */
#include "tests/lib/chess.h"

#include "core/order/order_parse.h"
#include "core/order/order_suggest.h"
#include "tests/lib/letters.h"
#include "tests/lib/pace.h"
#include "tests/lib/seed.h"

static void assert_letter(const struct variant *variant, const char *orders, const char *format,
			  const char *line)
{
	char *letter = base_printf("%s%s", line, format), *read = read_letter(variant, letter);

	if (strcmp(read, orders) != 0)
		fail_msg("\"%s\" reads as \"%s\", not \"%s\"", letter, read, orders);
	free(read);
	free(letter);
}

struct line_reading {
	const char *line, *read;
};

static void assert_reads(const struct variant *variant, const struct line_reading *rows,
			 size_t count)
{
	for (size_t i = 0; i < count; i++) {
		assert_letter(variant, rows[i].read, "", rows[i].line);
		assert_letter(variant, rows[i].read, "\n\nGreetings, Ann\n", rows[i].line);
	}
}

/* Asserts that the line refuses the message and is quoted, with any order before or after it. */
static void assert_near_misses(const struct variant *variant, const char *const lines[],
			       size_t count)
{
	static const char *const letters[] = {"%s\nDRAW\n", "%s\n\nRESIGN\n",
					      "Hi Ann,\n\n%s\n\nSTATUS\n", "STATUS\n%s\n",
					      "STATUS\n\nBye, and thanks!\n%s\n"};

	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < ARRAY_LEN(letters); j++) {
			char *letter = base_printf(letters[j], lines[i]),
			     *read = read_letter(variant, letter);

			if (strncmp(read, "refused: line ", 14) != 0 || strchr(read, '"') == NULL)
				fail_msg("\"%s\" reads as \"%s\", but \"%s\" is a near miss",
					 letter, read, lines[i]);
			free(read);
			free(letter);
		}
	}
}

static void assert_chat(const struct variant *variant, const char *const lines[], size_t count)
{
	for (size_t i = 0; i < count; i++) {
		char *letter = base_printf("%s\n\nMOVE e2-e4\n\n%s\n", lines[i], lines[i]);
		char *read = read_letter(variant, letter);

		if (strcmp(read, "MOVE e2-e4") != 0)
			fail_msg("\"%s\" isn't taken for chat: \"%s\"", lines[i], read);
		free(read);
		free(letter);
	}
}

static void moves_in_words_are_moves(void **state)
{
	/* clang-format off */
	static const struct line_reading rows[] = {
		{"e2 to e4", "MOVE e2-e4"}, {"E2 to E4", "MOVE e2-e4"}, {"e2 to e4.", "MOVE e2-e4"},
		{"е2-е4", "MOVE e2-e4"}, {"с4", "MOVE c4"}, {"О-О", "MOVE O-O"}, {"Kt f3", "MOVE Nf3"}, /* Cyrillic look-alikes */
		{"e2 e4", "MOVE e2-e4"}, {"g8 f6", "MOVE g8-f6"}, {"e7 to e5", "MOVE e7-e5"},
		{"knight to f3", "MOVE Nf3"}, {"Knight to f6", "MOVE Nf6"}, {"knight f3", "MOVE Nf3"},
		{"Knight g1 to f3", "MOVE Ng1-f3"}, {"knight from g1 to f3", "MOVE Ng1-f3"},
		{"my knight to f3", "MOVE Nf3"}, {"pawn to e4", "MOVE Pe4"}, {"pawn e2 to e4!", "MOVE Pe2-e4"},
		{"queen takes d5", "MOVE Qxd5"}, {"e4 takes d5", "MOVE e4xd5"}, {"e4 x d5", "MOVE e4xd5"},
		{"N f3", "MOVE Nf3"}, {"N to f3", "MOVE Nf3"}, {"R a1 to d1", "MOVE Ra1-d1"},
		{"Springer nach f3", "MOVE Nf3"}, {"Läufer f1 nach c4", "MOVE Bf1-c4"}, {"Laeufer f1 c4", "MOVE Bf1-c4"},
		{"cavalier f3", "MOVE Nf3"}, {"Caballo a f3", "MOVE Nf3"}, {"alfiere c4", "MOVE Bc4"},
		{"cavalo para f3", "MOVE Nf3"}, {"paard naar f3", "MOVE Nf3"}, {"skoczek na f3", "MOVE Nf3"},
		{"jezdec f3", "MOVE Nf3"}, {"huszár f3", "MOVE Nf3"}, {"конь f3", "MOVE Nf3"},
		{"springare f3", "MOVE Nf3"}, {"ratsu f3", "MOVE Nf3"}, {"cavall a f3", "MOVE Nf3"},
		{"I move e4", "MOVE e4"}, {"I move e2 to e4.", "MOVE e2-e4"}, {"I play Nf3", "MOVE Nf3"},
		{"i move knight to f3", "MOVE Nf3"}, {"My move: e4", "MOVE e4"}, {"my move e2-e4", "MOVE e2-e4"},
		{"Ich ziehe e2-e4", "MOVE e2-e4"}, {"je joue e4", "MOVE e4"}, {"Мой ход: e4", "MOVE e4"}, {"Mein Zug: e2-e4", "MOVE e2-e4"},
		{"Mi jugada: e4", "MOVE e4"}, {"ладьёй a1 d1", "MOVE Ra1-d1"}, {"MOVE my knight to f3", "MOVE Nf3"},
		{"MOVE e2 to e4!", "MOVE e2-e4"}, {"MOVE Springer nach f3", "MOVE Nf3"},
	};
	/* clang-format on */

	(void)state;
	assert_reads(chess, rows, ARRAY_LEN(rows));
}

static void marks_and_pictures_may_stand_behind_a_move_or_an_order_word(void **state)
{
	/* clang-format off */
	static const struct line_reading rows[] = {
		{"e4!?", "MOVE e4"}, {"e4?!", "MOVE e4"}, {"e4!!", "MOVE e4"}, {"Nf3?", "MOVE Nf3"}, {"e4?", "MOVE e4"},
		{"e4...", "MOVE e4"}, {"e4…", "MOVE e4"}, {"e5 🙂", "MOVE e5"}, {"e5🙂", "MOVE e5"}, {"e5 :-)", "MOVE e5"},
		{"e5 :)", "MOVE e5"}, {"e5! ;-)", "MOVE e5"}, {"e5 👍🏽", "MOVE e5"}, {"e5 ❤️", "MOVE e5"},
		{"MOVE e2-e4 🙂🙂", "MOVE e2-e4"}, {"e2-e4 👨‍👩‍👧!", "MOVE e2-e4"}, {"Qxf7# 🎉", "MOVE Qxf7"},
		{"\te4", "MOVE e4"}, {"\t\tMOVE e2-e4", "MOVE e2-e4"}, {" \t e2 to e4", "MOVE e2-e4"},
		{"1. e4", "MOVE e4"}, {"1.e4", "MOVE e4"}, {"1...e5", "MOVE e5"}, {"1... e5!", "MOVE e5"}, {"12. Nf3!?", "MOVE Nf3"},
		{"1. e2 to e4", "MOVE e2-e4"},
		{"draw?", "DRAW"}, {"Draw!", "DRAW"}, {"DRAW 🙂", "DRAW"}, {"draw no!", "DRAW NO"}, {"Help!", "HELP"},
		{"help?", "HELP"}, {"HELP moves?", "HELP moves"}, {"STATUS?", "STATUS"}, {"Board!", "BOARD"},
		{"history :-)", "HISTORY"}, {"board compact 🙏", "BOARD compact"},
		{"RESIGN.", "RESIGN"}, {"resign!", "RESIGN"}, {"*RESIGN*", "RESIGN"}, {"CLAIM DRAW.", "CLAIM DRAW"},
		{"claim a draw!", "CLAIM DRAW"}, {"PASS.", "PASS"}, {"pass!!", "PASS"},
		{"SAY well played! 🙂", "SAY well played! 🙂"}, {"SAY :-)", "SAY :-)"}, {"SAY ?", "SAY ?"},
	};
	/* clang-format on */

	(void)state;
	assert_reads(chess, rows, ARRAY_LEN(rows));
}

static void letters_of_other_languages_are_read_where_none_is_english(void **state)
{
	/* clang-format off */
	static const struct line_reading rows[] = {
		{"Tf3", "MOVE Rf3"}, {"Lc4", "MOVE Bc4"}, {"Lxc6", "MOVE Bxc6"}, {"Cf3", "MOVE Cf3"}, {"Cbd2", "MOVE Nbd2"},
		{"Gc4", "MOVE Gc4"}, {"Wd1", "MOVE Rd1"}, {"Jf3", "MOVE Nf3"}, {"Fc4", "MOVE Fc4"}, {"Şe2", "MOVE Ke2"},
		{"Кf3", "MOVE Nf3"}, {"Крe2", "MOVE Ke2"}, {"Фd4", "MOVE Qd4"}, {"Лa3", "MOVE Ra3"}, {"Сc4", "MOVE Bc4"},
		{"S1f3", "MOVE S1f3"}, {"Sf3", "MOVE Sf3"}, {"Sg1-f3", "MOVE Sg1-f3"}, {"Ac4", "MOVE Ac4"}, {"1. Sf3!", "MOVE Sf3"},
		{"MOVE Sf3", "MOVE Sf3"}, {"Dxe5", "MOVE Dxe5"},
		/* English, whatever they are in other languages. */
		{"Bc4", "MOVE Bc4"}, {"Rd1", "MOVE Rd1"}, {"Ke2", "MOVE Ke2"}, {"Pe4", "MOVE Pe4"},
		/* Squares. */
		{"D2-d4", "MOVE D2-d4"}, {"D4", "MOVE D4"}, {"A2a4", "MOVE A2a4"}, {"G1f3", "MOVE G1f3"},
	};
	/* clang-format on */

	(void)state;
	assert_reads(chess, rows, ARRAY_LEN(rows));
}

static void a_line_of_moves_that_cant_be_read_refuses_the_letter(void **state)
{
	/* clang-format off */
	static const char *const lines[] = {
		"Nf 6", "nf 6", "e 2 - e 4", "e 4", "e4 e5 Nf3", "1. e4 e5", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6",
		"e4, d4", "Nf3/Nc3", "Nf3 or Nc3", "e4 and e5", "knight f3 to g1 to e2", "to e4", "I move to e4",
		"I move e4 e5 now", "I move e4 now", "e4 please", "ok e4", "so, e4", "e4 it is", "e9", "Nf33", "e2-e9", "move to the e4 square",
		"The knight to f3", "Move the pawn to e4", "Springer g1 auf f3 und e2 e4", "my pawn on e2 to the square e4",
		"e4 check", "Qh5 mate!", "check on f7", "e8 becomes queen", "pawn promotes on e8", "en passant on d6",
		"🙂 e4", "👉 e2-e4", "e4 🙂 e5", "Nf3 Nc6", "pion e4 en e5 et d4", "e4 !? e5", "(e4) or (d4)", "\"e4\" / \"d4\"",
		"cavalier de g1 en f3 et e5", "el caballo de g1 a f3 y e4", "il cavallo g1 in f3, e4", "Dame nach d9",
		"Sf3 und e4", "e2-e4-e5", "Кf3 и e4", "слон на c4 и e5", "hetman na d5 i e4", "dama na d5 a e4", "Löpare till c9",
		"torni d1 ja e4", "het paard naar f3 en e4", "o cavalo para f3", "el cavall a f3 i e4", "vezir e4 d5 c6",
		"Moves e2-e4", "e4 ... e5 ...", "sf3", "lxc6", "King's pawn to e4", "Min drag är e4", "My move is e4",
		"long castle", "I castle kingside", "e5 SAY hi there", "e5; SAY hi, Ann", "Nf3. SAY TO black well", "O O", "OO", "0 0", "00", "e-5", "e_5", "MOVEe5", "Here is my move e5",
		"reply e5", "Black e5", "black: e5", "pawn to king 4", "knight takes bishop",
	};
	/* clang-format on */

	(void)state;
	assert_near_misses(chess, lines, ARRAY_LEN(lines));
}

static void an_order_word_among_such_words_refuses_the_letter(void **state)
{
	/* clang-format off */
	static const char *const lines[] = {
		"my draw", "I draw", "I pass", "I'll resign", "MOVE", "my move:", "I move", "Draw please", "resign now", "I resign.",
		"No draw", "I decline the draw", "Draw declined", "DRAWNO", "DRAW, NO", "yes draw",
		"RESIGN 2", "DRAW e4", "e4 DRAW", "e4, draw?", "Nf3 RESIGN", "e5 and draw", "🙂 draw", "and RESIGN", "the DRAW",
		"RESIGN?", "resign 🙂", "RESIGN :-(", "RESIGN,", "RESIGN...", "resign…", "Resign..", "PASS...", "CLAIM DRAW…", "RESIGN;", "Resign...?", "RESIGN ?!", "CLAIM DRAW?",
		"claim a draw 🙂", "PASS?", "pass :-)", "MVOE e2-e4", "Resing", "HISTROY", "STATUS e4", "draw 3", "1. DRAW",
	};
	/* clang-format on */

	(void)state;
	assert_near_misses(chess, lines, ARRAY_LEN(lines));
}

static void talk_stays_talk(void **state)
{
	/* clang-format off */
	static const char *const lines[] = {
		"Nf3 was better", "I think Nf3 was better than e4.", "e4 is my favourite move", "You should have played e5!",
		"After e4 I was lost anyway.", "My knight on f3 is stuck forever", "Your move!", "Your turn.", "Good game!",
		"Play well!", "play on!", "Play on, my friend", "I say!", "Hello Anna,", "Hi,", "Dear Bob", "Thanks!", "Thank you :-)",
		"🙂", "👍👍", ":-)", "--", "***", "Check!", "Mate in 3?", "Check and mate next time", "What a queen!",
		"Bishops and knights everywhere", "White to move", "C to move", "a draw", "A draw?", "Game g12: Not accepted", "2 pawns up, but for how long?", "50 moves and no capture!", "Room b4 at 5 pm",
		"See you on the 4th of a long month", "I won't resign yet", "Will you resign soon?", "Drawing is dull",
		"Ich denke, Springer nach f3 war besser", "Je pense que e4 est bon", "Creo que e4 era mejor", "Penso che e4 sia meglio",
		"Myślę, że e4 jest lepsze", "Я думаю, e4 лучше", "Viele Grüße, Dame Edna", "Bonne chance !", "Mit freundlichen Grüßen",
		"The 1. e4 e5 opening is an old friend of mine", "b2b@example.org", "see https://example.org/e4/e5", "It's your move",
		"a b c d e f g h", "8 r n b q k b n r 8", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
		"My number is 555 1234", "I'm off to a1 steak house", "We had 2 guests", "page 4 of 5", "Bye, B.", "Yours, R",
	};
	/* clang-format on */

	(void)state;
	assert_chat(chess, lines, ARRAY_LEN(lines));
}

static void what_was_ended_by_a_line_that_was_skipped_is_refused(void **state)
{
	static const char *const letters[] = {
		"Nf 6\nRESIGN\n",
		"e7 to the e5\nDRAW\n",
		"The knight to f6\nDRAW NO\n",
		"I move e5 now\n\nRESIGN\n",
	};

	(void)state;
	assert_letter(chess, "MOVE e7-e5; DRAW", "", "e7 to e5\nDRAW\n");
	assert_letter(chess, "MOVE e5; DRAW", "", "e5 🙂\nDRAW\n");
	assert_letter(chess, "MOVE e5", "", "No!\ne5\n");
	assert_letter(chess, "DRAW NO", "", "No thanks\nDRAW NO\n");
	assert_letter(chess,
		      "refused: line 2 says no, but another says DRAW. To decline a draw, write "
		      "DRAW NO on one line; to "
		      "accept or offer one, write DRAW and leave that line out",
		      "", "DRAW\nno thanks\n");
	assert_letter(chess, "MOVE Nf6; DRAW NO", "", "Knight to f6\nDRAW NO\n");
	for (size_t i = 0; i < ARRAY_LEN(letters); i++) {
		char *read = read_letter(chess, letters[i]);

		if (strncmp(read, "refused: line 1, \"", 18) != 0)
			fail_msg("\"%s\" reads as \"%s\"", letters[i], read);
		free(read);
	}
}

#define KEY "aabbccddeeffgghhiijjkkllmmnnooppqqrrss2345"

static void a_key_at_the_end_of_a_line_is_taken_off(void **state)
{
	/* clang-format off */
	static const struct line_reading rows[] = {
		{"MOVE e2-e4 KEY " KEY, "MOVE e2-e4"}, {"e4 key " KEY, "MOVE e4"}, {"RESIGN Key: " KEY, "RESIGN"},
		{"DRAW NO KEY " KEY ".", "DRAW NO"}, {"SAY good luck KEY " KEY, "SAY good luck"},
		{"e4\nkey " KEY "\nDRAW", "MOVE e4; DRAW"}, {"e4\n  key " KEY, "MOVE e4"},
	};
	/* clang-format on */

	(void)state;
	assert_reads(chess, rows, ARRAY_LEN(rows));
}

static void what_is_said_goes_on_to_a_blank_line_an_order_or_the_key(void **state)
{
	static const struct line_reading rows[] = {
		{"SAY a fine game,\nand a long one.\nThank you!",
		 "SAY a fine game, and a long one. Thank you!"},
		{"SAY hello\nthere\n\nBest wishes", "SAY hello there"},
		{"SAY hello\nthere\nMOVE e2-e4", "SAY hello there; MOVE e2-e4"},
		{"e4\nSAY hello\n  there  \nDRAW", "MOVE e4; SAY hello there; DRAW"},
		{"SAY TO black hello\nthere", "SAY TO black hello there"},
		{"SAY one\ntwo\nSAY three\nfour", "SAY one two; SAY three four"},
		{"SAY hello\nkey " KEY "\nfrom Ann", "SAY hello"},
		{"SAY hello KEY " KEY "\nfrom Ann", "SAY hello"},
		{"SAY I expected that Nf3\nwas coming", "SAY I expected that Nf3 was coming"},
	};
	char *read = read_letter(chess, "SAY hello\nand Nf3 or Nc3\nbye");

	(void)state;
	assert_reads(chess, rows, ARRAY_LEN(rows));
	if (strcmp(read, "SAY hello and Nf3 or Nc3 bye") == 0 ||
	    strncmp(read, "refused: line 2, ", 17) != 0)
		fail_msg("%s", read);
	free(read);
}

static void in_a_ring_a_board_may_stand_in_front(void **state)
{
	static const struct line_reading rows[] = {
		{"2:e2 to e4", "MOVE 2:e2-e4"}, {"2: knight to f3", "MOVE 2:Nf3"},
		{"2:e4!?", "MOVE 2:e4"},	{"1:Tf3", "MOVE 1:Rf3"},
		{"3. e5", "MOVE 3:e5"},		{"MOVE 3. e5", "MOVE 3:e5"},
		{"1...e5", "MOVE 1:e5"},	{"1:Sf3 🙂", "MOVE 1:Sf3"},
		{"2:N@b1!", "MOVE 2:N@b1"},	{"resign 2!", "RESIGN 2"},
		{"e2 to e4", "MOVE e2-e4"},
	};
	static const char *const misses[] = {"2:e9", "2:e4 1:e5", "board 2 e4", "e4 on board 2",
					     "N@b1 N@g1"};
	const struct option seats = {"seats", "4"};
	const struct variant *ring = variant_get(library, "ring", &seats, 1, NULL);

	(void)state;
	assert_non_null(ring);
	assert_reads(ring, rows, ARRAY_LEN(rows));
	assert_near_misses(ring, misses, ARRAY_LEN(misses));
}

static void in_games_with_cards_too(void **state)
{
	/* clang-format off */
	static const struct line_reading rows[] = {
		{"e2 to e4", "MOVE e2-e4"}, {"e4 🙂\nPLAY Holy War b1 f4!", "MOVE e4; PLAY Holy War b1 f4"},
		{"PLAY Bog 🙂", "PLAY Bog"}, {"PLAY Charge! e2", "PLAY Charge! e2"}, {"PLAY Knightmare!", "PLAY Knightmare!"}, {"PASS.", "PASS"}, {"ANSWER NO!", "ANSWER NO"}, {"HAND?", "HAND"},
		{"IF FOGGED MOVE e2 to e4", "IF FOGGED MOVE e2-e4"}, {"IF CHAOS MOVE Tf3", "IF CHAOS MOVE Rf3"},
	};
	/* clang-format on */
	static const char *const misses[] = {"Nf 6",	  "PASS?",     "pass 🙂",
					     "I play e4", "e4 e5 Nf3", "ANSWER"};
	const struct variant *cards = variant_get(library, "knightmare", NULL, 0, NULL);

	(void)state;
	assert_reads(cards, rows, ARRAY_LEN(rows));
	assert_near_misses(cards, misses, ARRAY_LEN(misses));
}

static void on_wide_boards_and_in_turns_of_several_moves(void **state)
{
	static const struct line_reading rows[] = {{"h2 to h3", "MOVE h2-h3"},
						   {"n11 to m11", "MOVE n11-m11"},
						   {"Knight to f3", "MOVE Nf3"}};
	static const struct line_reading several[] = {{"e5\nd4 to d5", "MOVE e5; MOVE d4-d5"},
						      {"REMOVE a2\ne2 e4", "MOVE e2-e4"}};
	const struct option defense = {"peterson.defense", "on"};
	const struct variant *fourteen = variant_get(library, "fourteen", NULL, 0, NULL);
	const struct variant *three = variant_get(library, "three-player", &defense, 1, NULL);
	static const char *const misses[] = {"h2 h3 h4", "o14", "n11-m15"};

	(void)state;
	assert_non_null(fourteen);
	assert_reads(fourteen, rows, ARRAY_LEN(rows));
	assert_near_misses(fourteen, misses, ARRAY_LEN(misses));
	assert_reads(three, several, 1);
}

/* The commands that check, and imports, read moves strictly. */
static void outside_of_letters_only_english_letters_are_read(void **state)
{
	static const char *const lines[] = {"Sf3", "Tf3", "Кf3", "Lc4"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
		struct order_list orders;
		struct reason why;

		order_list_init(&orders);
		if (order_read(chess, lines[i], 1, &orders, &why) == ACCEPTED)
			fail_msg("%s", lines[i]);
		order_list_done(&orders);
	}
}

static bool is_the_order(const void *context, const char *order)
{
	return strcmp(context, order) == 0;
}

/* In a game of four nobody castles, and e2-e4 is no seat's move. */
static void no_refusal_shows_what_cant_be_done_in_the_game(void **state)
{
	static const char *const letters[] = {"Hello\n", "castle\n",	     "MVOE b5\n",
					      "MOVE\n",	 "MOVE b5 please\n", "b5 b6 b7\n"};
	const struct variant *four = variant_get(library, "four-player", NULL, 0, NULL);

	(void)state;
	assert_non_null(four);
	for (size_t i = 0; i < ARRAY_LEN(letters); i++) {
		char *read = read_letter(four, letters[i]);

		if (strncmp(read, "refused: ", 9) != 0 || strstr(read, "e2-e4") != NULL ||
		    strstr(read, "O-O") != NULL)
			fail_msg("\"%s\" reads as \"%s\"", letters[i], read);
		free(read);
	}
}

static bool pawn_moves_and_words_would_do(const void *context, const char *order)
{
	(void)context;
	return strncmp(order, "MOVE ", 5) != 0 || strlen(order) == strlen("MOVE e5");
}

static void the_nearest_order_is_found_by_what_would_do(void **state)
{
	/* clang-format off */
	static const struct line_reading rows[] = {
		{"Nf 6", "MOVE Nf6"}, {"e 2 - e 4", "MOVE e2e4"}, {"1. e4 e5", "MOVE e4"}, {"1. e4 e5", "MOVE e5"},
		{"I move e4 now", "MOVE e4"}, {"the knight to f6", "MOVE Nf6"}, {"Springer g1 auf f3", "MOVE Ng1f3"},
		{"Springer g1 auf f3", "MOVE Nf3"}, {"Bxc3", "MOVE bxc3"}, {"bc4", "MOVE Bc4"}, {"Sf3 und e4", "MOVE Nf3"},
		{"Sf3 und e4", "MOVE Bf3"}, {"Resing", "RESIGN"}, {"I resign.", "RESIGN"}, {"draw please", "DRAW"},
		{"CLAIM DARW", "CLAIM DRAW"}, {"MVOE e2-e4", "MOVE e2-e4"}, {"MOVEe5", "MOVE e5"},
		/* Never the contrary of the meaning. */
		{"No draw", "DRAW NO"}, {"DRAW, NO", "DRAW NO"}, {"draw no thanks", "DRAW NO"}, {"I decline the draw", "DRAW NO"},
	};
	/* clang-format on */
	const struct order_judge whatever = {pawn_moves_and_words_would_do, NULL};
	char found[ORDER_NEAREST_MAX];

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const struct order_judge judge = {is_the_order, rows[i].read};

		if (!order_nearest(chess, rows[i].line, &judge, found) ||
		    strcmp(found, rows[i].read) != 0)
			fail_msg("%s: not %s", rows[i].line, rows[i].read);
	}
	assert_true(order_nearest(chess, "e5 or c5", &whatever, found));
	assert_string_equal(found, "MOVE e5\nMOVE c5");
	assert_false(order_nearest(chess, "I don't RESIGN", &whatever, found));
	assert_int_equal(order_nearest_distance("Nf33", "Nf3"), 1);
	assert_int_equal(order_nearest_distance("e2-e9", "e2e4"), 1);
	assert_int_equal(order_nearest_distance("Nfd2", "Nbd2"), 1);
	assert_int_equal(order_nearest_distance("", "e4"), 2);
}

/* Lines of random words, signs and pictures: each is read in some way. */
static void no_line_of_such_words_is_too_much_for_the_reader(void **state)
{
	/* clang-format off */
	static const char *const words[] = {
		"MOVE", "draw", "RESIGN", "say", "knight", "Springer", "конь", "e4", "e2-e4", "Nf", "6", "Sf3", "Крf3", "to",
		"nach", "I", "my", "a", "🙂", ":-)", "!?", "...", "1.", "12...", "-", "x", "O-O", "e8=Q", "(e4)", "Bxc3", "KEY",
		"\xff\xfe", "\xf0\x9f", "Şe2", "b1d2", "2:e4", "N@b1", "\t", "|", "if", "PLAY", "Bog", "or", "no", "?", "ｅ４",
		"aabbccddeeffgghhiijjkkllmmnnooppqqrrss2345", "supercalifragilisticexpialidocious", "e4-e5-e6-e7-e8-e9",
	};
	/* clang-format on */
	const struct variant *variants[] = {chess,
					    variant_get(library, "knightmare", NULL, 0, NULL),
					    variant_get(library, "ring", NULL, 0, NULL),
					    variant_get(library, "fourteen", NULL, 0, NULL)};
	unsigned seed = 7;

	(void)state;
	for (unsigned round = 0; round < pace(20000, 1500); round++) {
		const struct variant *variant = variants[round % ARRAY_LEN(variants)];
		char found[ORDER_NEAREST_MAX];
		const struct order_judge judge = {is_the_order, "nothing"};
		struct strbuf letter;

		strbuf_init(&letter, 0);
		for (unsigned i = 0; i < 1 + round % 9; i++) {
			static const char *const between[] = {"\n", "", " ", " ", " "};

			strbuf_add(&letter, words[seed_below(&seed, ARRAY_LEN(words))]);
			strbuf_add(&letter, between[seed_below(&seed, ARRAY_LEN(between))]);
		}
		free(read_letter(variant, letter.bytes));
		assert_false(order_nearest(variant, letter.bytes, &judge, found));
		strbuf_done(&letter);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(moves_in_words_are_moves),
		cmocka_unit_test(marks_and_pictures_may_stand_behind_a_move_or_an_order_word),
		cmocka_unit_test(letters_of_other_languages_are_read_where_none_is_english),
		cmocka_unit_test(a_line_of_moves_that_cant_be_read_refuses_the_letter),
		cmocka_unit_test(an_order_word_among_such_words_refuses_the_letter),
		cmocka_unit_test(talk_stays_talk),
		cmocka_unit_test(what_was_ended_by_a_line_that_was_skipped_is_refused),
		cmocka_unit_test(a_key_at_the_end_of_a_line_is_taken_off),
		cmocka_unit_test(what_is_said_goes_on_to_a_blank_line_an_order_or_the_key),
		cmocka_unit_test(in_a_ring_a_board_may_stand_in_front),
		cmocka_unit_test(in_games_with_cards_too),
		cmocka_unit_test(on_wide_boards_and_in_turns_of_several_moves),
		cmocka_unit_test(the_nearest_order_is_found_by_what_would_do),
		cmocka_unit_test(no_refusal_shows_what_cant_be_done_in_the_game),
		cmocka_unit_test(no_line_of_such_words_is_too_much_for_the_reader),
		cmocka_unit_test(outside_of_letters_only_english_letters_are_read),
	};

	return cmocka_run_group_tests_name("order_lines", tests, chess_set_up, chess_tear_down);
}
