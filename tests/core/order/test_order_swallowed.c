/* SPDX-License-Identifier: MIT */
/* Free text that has swallowed an order refuses the message, and talk about moves and orders
 * doesn't. */
#include "tests/lib/chess.h"

#include <stdio.h>

#include "core/notation/vocabulary.h"
#include "core/order/order_parse.h"
#include "tests/lib/letters.h"
#include "tests/lib/source.h"

/* clang-format off */

/* Remarks between players: a hundred lines. */
static const char *const english[] = {
	"SAY 7. Nf3 was a mistake", "SAY I liked your knight on f6", "SAY should I resign now?", "SAY move your bishop, I pass",
	"SAY Good luck!", "SAY Well played, and thanks for the game.", "SAY I expected e4", "SAY why not Nf3?",
	"SAY I thought you would play Qxf7#", "SAY After 1. e4 e5 2. Nf3 I was happy", "SAY The move e4 surprised me",
	"SAY I would have played d4!", "SAY My best move was Nf3", "SAY You should never resign", "SAY a draw would be fair",
	"SAY Shall we call it a draw?", "SAY I won't draw with you", "SAY Let's play again tomorrow", "SAY say hello to Anna",
	"SAY Please help, I don't know how to castle", "SAY my status is: tired", "SAY What a board!", "SAY history repeats itself",
	"SAY I pass through Berlin at 5. Will you be there?", "SAY Nf3? Really?", "SAY Nf3!", "SAY e4 is best by test",
	"SAY Are you on holiday? I'm away from 24 to 31 December", "SAY my name is Bob", "SAY I live at b4 Park Lane",
	"SAY See you at 7.30.", "SAY I prefer the Sicilian vs. e4", "SAY White moves first, e.g. e4 or d4", "SAY Let's try e4 next time",
	"SAY If e5 then I play Nf3", "SAY move e4 next time", "SAY I will never move e2-e4 again", "SAY No more moves for today",
	"SAY Your draw offer came too late", "SAY Sorry, I had to undo my last plan", "SAY My e-mail is b2b@example.org",
	"SAY See https://example.org/e4/e5", "SAY Check!", "SAY Mate in 3", "SAY :-)", "SAY Wow!!! What a game :-) thanks",
	"SAY I RESIGNED last week, too", "SAY I am NOT going to RESIGN!", "SAY YES", "SAY HELLO BOB", "SAY What about a REMATCH next week?",
	"SAY Game 7 was better than game 6. You won both", "SAY I liked Bxc3. It was brave", "SAY 1-0", "SAY 12...Nf6 would have lost",
	"SAY Do you see Nf3, e4 and Bb5?", "SAY Is your cat on the board again? Mine is", "SAY Can't watch my e4 pawn any more",
	"SAY TO black I liked your knight on f6", "SAY TO black should I resign now?",
};
static const char *const german[] = {
	"SAG 7. Sf3 war ein Fehler", "SAG mir gefiel dein Springer auf f6", "SAG soll ich jetzt aufgeben?", "SAG zieh deinen Läufer, ich passe",
	"SAG Viel Erfolg!", "SAG Gut gespielt, danke für die Partie.", "SAG ich hatte e4 erwartet", "SAG warum nicht Sf3?",
	"SAG Das war ein guter Zug", "SAG Nach 1. e4 e5 2. Sf3 war ich froh", "SAG Der Zug e4 hat mich überrascht", "SAG Du gibst doch nicht auf?",
	"SAG Remis wäre gerecht", "SAG wollen wir Remis machen?", "SAG Spielen wir morgen weiter", "SAG Grüße an Anna",
	"SAG Hilfe, wie rochiert man?", "SAG Was für ein Brett!", "SAG Ich passe auf den Hund auf", "SAG Sf3? Wirklich?",
	"SAG e4 ist der beste Zug", "SAG Ich bin vom 24. bis 31. Dezember im Urlaub", "SAG mein Name ist Bob", "SAG ich ziehe um",
	"SAG Bis 7.30 Uhr.", "SAG ich mag Sizilianisch, z.B. gegen e4", "SAG Mit Aufgeben warte ich noch", "SAG Wenn e5, dann Sf3",
	"SAG das nächste Mal e4", "SAG Dein Remisgebot kam zu spät", "SAG Schach!", "SAG Matt in 3", "SAG :-)", "SAG Die Karte war gut",
	"SAG NEIN", "SAG ich will NICHT aufgeben", "SAG Wie wäre es mit einer Revanche?", "SAG Partie 7 war besser als Partie 6",
	"SAG mir gefiel Lxc3. Das war mutig", "SAG 12...Sf6 hätte verloren",
};

/* The line end before the order was lost. */
static const char *const swallowing[] = {
	"SAY Good luck!MOVE e2-e4", "SAY Good luck!MOVE e2-e4Anna", "SAY Good luck!e2-e4Anna", "SAY Good luck!Nf3 Best wishes", "SAY Good luck MOVE e2-e4", "SAY Good luck, Bob! MOVE e2-e4", "SAY Thanks. RESIGN", "SAY Thanks.RESIGN",
	"SAY Good luck MOVE e2-e4 Best wishes", "SAY hi MOVE Nf3", "SAY hello MOVE O-O", "SAY hiMOVE e2-e4", "SAY Good luck! Move e2-e4",
	"SAY Good luck Move e2-e4", "SAY Good luck!move e2-e4", "SAY Good luck!e2-e4", "SAY Good luck.Nf3", "SAY Good luck! e2-e4",
	"SAY Thanks. 7. Nf3", "SAY Thanks. Nf3", "SAY See you 🙂 e4", "SAY See you :-) e2-e4", "SAY Fine DRAW NO", "SAY Fine. CLAIM DRAW",
	"SAY Enough! DRAW", "SAY Sorry! UNDO", "SAY ok IF black MOVE e7-e5 THEN MOVE g1-f3", "SAY hi HTML ON", "SAY hi SAY TO black the plan",
	"SAY TO black good luck MOVE e2-e4", "SAY Good luck！MOVE e2－e4", "SAY MOVE e2-e4", "SAY RESIGN", "SAY GOOD LUCK! MOVE E2-E4",
	"SAY I agree. DRAW", "NAME Anna Berg MOVE e2-e4", "NAME Anna. RESIGN", "SAY Good luck\nto you MOVE e2-e4", "SAY Good luck\nand thanks!e4",
	"SAY Good luck! VACATION 10", "SAY good game. STATUS", "SAY MOVE e2-e4 Good luck", "SAY Bye! ZONE Europe/Berlin",
};
static const char *const swallowing_german[] = {
	"SAG Viel Erfolg!ZUG e2-e4", "SAG Viel Erfolg ZUG e2-e4", "SAG Viel Erfolg, Bob! ZIEHE Sf3", "SAG Danke. AUFGEBEN", "SAG Danke! Sf3",
	"SAG Danke. REMIS", "SAG gut REMIS NEIN", "SAG Viel Erfolg MOVE e2-e4",
};
static const char *const swallowing_cards[] = {
	"SAY Good luck PLAY Holy War b1 f4", "SAY Good luck! PLAY Bog", "SAY ha!PLAY Crab d2", "SAY well ANSWER e4", "SAY sorry. PASS",
	"SAY good AUTOPASS ON", "JOIN WORDS seven red apples MOVE e2-e4",
};

/* clang-format on */

static void assert_talk(const struct variant *variant, const char *const lines[], size_t count)
{
	for (size_t i = 0; i < count; i++) {
		char *read = read_letter(variant, lines[i]);

		if (strncmp(read, "SAY ", 4) != 0)
			fail_msg("\"%s\" is %s", lines[i], read);
		free(read);
	}
}

static void assert_swallows(const struct variant *variant, const char *const lines[], size_t count)
{
	for (size_t i = 0; i < count; i++) {
		char *read = read_letter(variant, lines[i]);

		if (strncmp(read, "refused: ", 9) != 0 ||
		    (strstr(read, "looks like an order or a move") == NULL &&
		     strstr(read, "liest sich wie ein Befehl oder ein Zug") == NULL))
			fail_msg("\"%s\" is read as %s", lines[i], read);
		free(read);
	}
}

static void speak(const char *language)
{
	char *games = source_path("games");
	const struct vocabulary *before;
	struct reason why;

	vocabulary_set_folder(games);
	free(games);
	if (vocabulary_push(language, &before, &why) != 0)
		fail_msg("%s", why.text);
}

static void talk_about_moves_and_orders_is_passed_on(void **state)
{
	(void)state;
	assert_int_equal(ARRAY_LEN(english) + ARRAY_LEN(german), 100);
	assert_talk(chess, english, ARRAY_LEN(english));
	assert_talk(variant_get(library, "knightmare", NULL, 0, NULL), english, ARRAY_LEN(english));
	speak("de");
	assert_talk(chess, german, ARRAY_LEN(german));
	assert_talk(variant_get(library, "knightmare", NULL, 0, NULL), german, ARRAY_LEN(german));
	speak("");
}

static void an_order_in_free_text_refuses_the_letter(void **state)
{
	(void)state;
	assert_swallows(chess, swallowing, ARRAY_LEN(swallowing));
	assert_swallows(variant_get(library, "knightmare", NULL, 0, NULL), swallowing_cards,
			ARRAY_LEN(swallowing_cards));
	speak("de");
	assert_swallows(chess, swallowing_german, ARRAY_LEN(swallowing_german));
	speak("");
}

/* Any talk that ends a sentence, with any order after it, with or without a space between them. */
static void whatever_is_said_before_it(void **state)
{
	static const char *const orders[] = {
		"MOVE e2-e4", "MOVE Nf3", "RESIGN", "DRAW NO", "CLAIM DRAW", "e2-e4", "Nf3", "O-O",
	};
	static const char *const between[] = {"", " ", "  "};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(english); i++) {
		const size_t len = strlen(english[i]);

		if (strchr(".!", english[i][len - 1]) == NULL)
			continue;
		for (size_t k = 0; k < ARRAY_LEN(orders) * ARRAY_LEN(between); k++) {
			char *line =
				base_printf("%s%s%s", english[i], between[k % ARRAY_LEN(between)],
					    orders[k / ARRAY_LEN(between)]);

			assert_swallows(chess, (const char *const[]){line}, 1);
			free(line);
		}
	}
}

/* Words of a message that would make an order are only a hint in the refusal: the message still has
 * no order. */
static void words_that_come_to_an_order_are_a_hint_and_no_order(void **state)
{
	static const char *const rows[][2] = {
		{"I resign. Good game!\n", "RESIGN"},
		{"I give up. Good game!\n", "RESIGN"},
		{"Hi Bob,\n\nNf3, what do you think?\n\nAnna\n", "Nf3"},
		{"Hi Bob! My move is e4.\n", "e4"},
		{"Hi Bob! 1. e4\n", "1. e4"},
		{"Well played! Draw accepted. See you\n", "DRAW"},
		{"Yes!\n\nBob\n", "DRAW"},
		{"OK. Let me see your garden\n", NULL},
		{"I liked your knight on f6. Really!\n", NULL},
		{"e4, which you played, was fun\n", NULL},
		{"Should I resign? Perhaps. No\n", NULL},
		{"Hi Bob! e4. Well, d4.\n", NULL},
		{"What I would like to see here is\nNf3, I think\n", NULL},
		{"If you take the rook\nI resign. Sorry\n", NULL},
		{"Hope you are well.\nNf3, what do you think?\n", "Nf3"},
		{"Your answer was a surprise. Nf3! I like it\n", NULL},
		{"You said \"I resign.\" Why?\n", NULL},
		{"\n", NULL},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct order_list list;
		struct reason why;

		order_list_init(&list);
		if (order_read_message(chess, rows[i][0], &list, &why) == ACCEPTED ||
		    list.count != 0 || list.hinted != (rows[i][1] != NULL) ||
		    strcmp(list.missed != NULL ? list.missed : "-",
			   rows[i][1] != NULL ? rows[i][1] : "-") != 0)
			fail_msg("%s: %s", rows[i][0], list.missed != NULL ? list.missed : "-");
		order_list_done(&list);
	}
}

/* No talk about moves is taken for an order, not even after a greeting. */
static void talk_of_moves_is_no_hint(void **state)
{
	static const char *const before[] = {"", "Hi Bob! ", "Hi Bob, ", "Thanks. "};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(english) * ARRAY_LEN(before); i++) {
		const char *said = strchr(english[i / ARRAY_LEN(before)], ' ') + 1;
		char *letter = base_printf("%s%s\n", before[i % ARRAY_LEN(before)], said);
		struct order_list list;
		struct reason why;

		order_list_init(&list);
		/* "Nf3!" is one by itself. */
		if (order_read(chess, said, 1, &list, &why) == ACCEPTED) {
			order_list_done(&list);
			free(letter);
			continue;
		}
		(void)order_read_message(chess, letter, &list, &why);
		if (list.hinted && !list.agreed)
			fail_msg("%s: %s", letter, list.missed);
		order_list_done(&list);
		free(letter);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(talk_about_moves_and_orders_is_passed_on),
		cmocka_unit_test(an_order_in_free_text_refuses_the_letter),
		cmocka_unit_test(whatever_is_said_before_it),
		cmocka_unit_test(words_that_come_to_an_order_are_a_hint_and_no_order),
		cmocka_unit_test(talk_of_moves_is_no_hint),
	};

	return cmocka_run_group_tests_name("order_swallow", tests, chess_set_up, chess_tear_down);
}
