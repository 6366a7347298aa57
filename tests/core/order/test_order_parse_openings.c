/* SPDX-License-Identifier: MIT */
/* Moves from collections of games as players of several languages write them. Hardly any is asked
 * about, and none is read as another move [letter-before-its-file]. */
#include "tests/lib/chess.h"

#include <ctype.h>
#include <stdio.h>

#include "core/notation/notation.h"
#include "core/notation/vocabulary.h"
#include "core/notation/vocabulary_arguments.h"
#include "core/order/order_parse.h"
#include "core/position/position.h"
#include "core/rules/rules.h"
#include "tests/lib/pace.h"
#include "tests/lib/source.h"

enum { TOKEN_MAX = 24, ASKED_OF = 500 /* one in that many moves may be asked about: 0.2 % */ };

/* A language, and its letters for K, Q, R, B and N. */
struct hand {
	const char *language, *letters;
	unsigned moves, asked, wrong, asked_chosen;
	unsigned english; /* moves not counted before the language is chosen: their letter is
			     another piece's in English */
	char example[80];
};

static struct hand hands[] = {
	{.language = "en", .letters = "KQRBN"}, {.language = "fr", .letters = "RDTFC"},
	{.language = "de", .letters = "KDTLS"}, {.language = "es", .letters = "RDTAC"},
	{.language = "it", .letters = "RDTAC"}, {.language = "nl", .letters = "KDTLP"},
};

/* Writes the move with the letters of that language. */
static void translate(const struct hand *hand, const char *san, char out[TOKEN_MAX])
{
	static const char english[] = "KQRBN";
	size_t i = 0;

	for (; san[i] != '\0'; i++) {
		const char *kind = strchr(english, san[i]);

		out[i] = kind != NULL ? hand->letters[kind - english] : san[i];
	}
	out[i] = '\0';
}

/* Reads a message with only the move, and counts the result. Returns 0: nothing, 1: that move, 2:
 * it is asked about; -1: another move. */
static int read_back(const struct position *position, const struct move_list *legal,
		     const struct move *meant, const char *written, bool english)
{
	char readings[NOTATION_READINGS][NOTATION_MAX];
	struct move move, found = {.from = NO_SQUARE};
	struct order_list orders;
	struct reason why;
	unsigned count = 0, different = 0;

	order_list_init(&orders);
	orders.english = english;
	if (order_read_message(chess, written, &orders, &why) == ACCEPTED && orders.count == 1 &&
	    orders.orders[0].kind == ORDER_MOVE)
		count = orders.orders[0].sure
				? 1
				: notation_readings_by(chess, orders.orders[0].text,
						       orders.orders[0].hand, readings);
	if (count == 1 && orders.orders[0].sure)
		snprintf(readings[0], NOTATION_MAX, "%s", orders.orders[0].text);
	for (unsigned i = 0; i < count; i++) {
		if (notation_read(chess, position, legal, readings[i], &move, NULL) == REFUSED ||
		    (different > 0 && vocabulary_letter_is_seldom(written, readings[i][0])) ||
		    (different > 0 && move.from == found.from && move.to == found.to &&
		     move.promotion == found.promotion))
			continue;
		found = move;
		different++;
	}
	order_list_done(&orders);
	if (different != 1)
		return different == 0 ? 0 : 2;
	return found.from == meant->from && found.to == meant->to &&
			       found.promotion == meant->promotion
		       ? 1
		       : -1;
}

static bool is_english(const char *san, const char *written)
{
	return *written != *san && strchr("KQRBNP", *written) != NULL;
}

static void count_move(const struct position *position, const struct move_list *legal,
		       const struct move *meant, const char *san)
{
	for (size_t i = 0; i < ARRAY_LEN(hands); i++) {
		struct hand *hand = &hands[i];
		char written[TOKEN_MAX];
		struct reason why;
		const struct vocabulary *before;
		int result;

		translate(hand, san, written);
		result = is_english(san, written)
				 ? 1
				 : read_back(position, legal, meant, written, false);
		hand->moves++;
		hand->english += is_english(san, written);
		hand->asked += result == 2;
		hand->wrong += result == -1 || result == 0;
		if (result != 1 && (result != 2 || hand->example[0] == '\0'))
			snprintf(hand->example, sizeof hand->example, "%s (%s)%s", written, san,
				 result == 2 ? "" : " is misread");
		if (vocabulary_push(hand->language, &before, &why) != 0)
			fail_msg("%s", why.text);
		result = read_back(position, legal, meant, written,
				   strcmp(hand->language, VOCABULARY_ENGLISH) == 0);
		hand->asked_chosen += result == 2;
		hand->wrong += result == -1 || result == 0;
		vocabulary_pop(before);
	}
}

/* Plays one move of a game's text; returns false if the text has none that is legal. */
static bool play(struct position *position, struct move_list *legal, const char *san)
{
	struct move move;
	struct reason why;

	if (notation_read(chess, position, legal, san, &move, &why) == REFUSED)
		return false;
	count_move(position, legal, &move, san);
	move_make(chess, position, &move, NULL);
	(void)rules_next_turn(chess, position, NULL, legal, NULL);
	return true;
}

static void begin_game(struct position *position, struct move_list *legal)
{
	position_start(chess, position);
	(void)rules_first_turn(chess, position, NULL, legal, NULL);
}

/* Skips text that doesn't belong to the moves: tags, comments, variations. */
static const char *skip_aside(const char *at)
{
	unsigned depth = 0;

	if (*at == '{')
		return at + strcspn(at, "}");
	if (*at == '[')
		return at + strcspn(at, "]");
	do {
		depth += *at == '(';
		depth -= *at == ')';
	} while (depth > 0 && *++at != '\0');
	return at;
}

/* Reads the games of a PGN file. Returns false if it can't be opened. */
static bool read_games(const char *path)
{
	FILE *file = fopen(path, "r");
	struct position position;
	struct move_list legal;
	const unsigned every = pace(1, 8);
	struct strbuf text;
	bool playing = true;
	unsigned games = 0;
	int c;

	if (file == NULL)
		return false;
	strbuf_init(&text, 0);
	while ((c = getc(file)) != EOF)
		strbuf_add_char(&text, (char)c);
	fclose(file);
	begin_game(&position, &legal);
	for (const char *at = text.bytes; *at != '\0';) {
		char token[TOKEN_MAX] = "";
		size_t len = strcspn(at, " \t\r\n{[(."), end;

		if (strchr("{[(", *at) != NULL) {
			/* A tag begins a game; a game with a FEN begins from another position. */
			if (*at == '[') {
				begin_game(&position, &legal);
				playing = games++ % every == 0;
			}
			at = skip_aside(at);
			at += *at != '\0';
			continue;
		}
		snprintf(token, sizeof token, "%.*s", (int)len, at);
		end = strlen(token);
		while (end > 0 && strchr("!?+#", token[end - 1]) != NULL)
			token[--end] = '\0';
		if (end > 0 && (isalpha((unsigned char)token[0])) && playing)
			playing = play(&position, &legal, token);
		at += len + (at[len] != '\0' && strchr("{[(", at[len]) == NULL);
	}
	strbuf_done(&text);
	return true;
}

static void moves_of_openings_are_read_as_their_players_mean_them(void **state)
{
	char *games = source_path("games");
	char *classics = source_path("tests/games/classics.pgn");

	(void)state;
	vocabulary_set_folder(games);
	free(games);
	assert_true(read_games(classics));
	free(classics);
	if (!read_games("/usr/share/pgn-extract/eco.pgn"))
		print_message("no eco.pgn of pgn-extract: the games of this tree alone\n");
	for (size_t i = 0; i < ARRAY_LEN(hands); i++) {
		const struct hand *hand = &hands[i];

		print_message("%s: %u moves; asked about: %u, after LANGUAGE %u; misread: %u; only "
			      "read after LANGUAGE: %u; %s\n",
			      hand->language, hand->moves, hand->asked, hand->asked_chosen,
			      hand->wrong, hand->english, hand->example);
	}
	for (size_t i = 0; i < ARRAY_LEN(hands); i++) {
		assert_true(hands[i].moves > 500);
		assert_int_equal(hands[i].wrong, 0);
		/* The Czech bishop has the German knight's letter, and is asked about. */
		if (strcmp(hands[i].language, "de") != 0)
			assert_true(hands[i].asked * ASKED_OF <= hands[i].moves);
		assert_true(hands[i].asked_chosen * ASKED_OF <= hands[i].moves);
	}
}

static void all_readings_of_a_written_move_are_known(void **state)
{
	/* clang-format off */
	static const struct {
		const char *written, *readings;
	} rows[] = {
		{"e4", "e4"}, {"E4", "E4"}, {"Nf3", "Nf3"}, {"nf3", "nf3"}, {"bxc3", "bxc3"}, {"Bxc3", "Bxc3 bxc3"},
		{"Bc4", "Bc4 bxc4"}, {"B1d2", "B1d2 b1d2"}, {"Sf3", "Nf3 Bf3"}, {"Lxc6", "Bxc6"}, {"Dxe5", "Qxe5 dxe5"},
		{"Dd1", "Qd1"}, {"Hd4", "Qd4 Nd4 hxd4"}, {"Va1", "Ra1 Qa1"}, {"Кf3", "Nf3"}, {"Крf3", "Kf3"}, {"D4", "D4"},
		{"Bb3", "Bb3"}, {"Cc3", "Nc3"}, {"Bb6", "Bb6"}, {"bb3", "bb3 Bb3"}, {"C1d2", "C1d2 N1d2"},
		{"Kf3", "Kf3"}, {"Rf3", "Rf3"}, {"Pf3", "Pf3"}, {"Zf3", ""}, {"Sf33", ""}, {"O-O", "O-O"}, {"Sxe8=Q", "Nxe8=Q Bxe8=Q"},
	};
	/* clang-format on */

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		char readings[NOTATION_READINGS][NOTATION_MAX];
		unsigned count = notation_readings(chess, rows[i].written, readings);
		struct strbuf all;

		strbuf_init(&all, 0);
		for (unsigned j = 0; j < count; j++)
			strbuf_addf(&all, "%s%s", j > 0 ? " " : "", readings[j]);
		if (strcmp(all.bytes, rows[i].readings) != 0)
			fail_msg("%s: %s, not %s", rows[i].written, all.bytes, rows[i].readings);
		strbuf_done(&all);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_readings_of_a_written_move_are_known),
		cmocka_unit_test(moves_of_openings_are_read_as_their_players_mean_them),
	};

	return cmocka_run_group_tests_name("order_openings", tests, chess_set_up, chess_tear_down);
}
