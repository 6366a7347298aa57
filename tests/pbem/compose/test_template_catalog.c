/* SPDX-License-Identifier: MIT */
#include "tests/lib/chess.h"
#include "tests/lib/source.h"

#include <stdio.h>

#include <glib.h>

#include "core/notation/vocabulary.h"
#include "core/order/order_parse.h"
#include "core/util/translate.h"
#include "pbem/compose/template.h"
#include "pbem/compose/template_catalog.h"
#include "pbem/mime/quoting/strip_quotes.h"

/* The values of a game in its middle, in their longest forms. */
/* clang-format off */
static const struct value samples[] = {
	{"site", "Chess by mail of the Übersee Society"},
	{"address", "chess-games@mail.society.example.org"},
	{"moderator", "moderator@society.example.org"},
	{"game", "g12"}, {"variant", "chess"},
	{"name", "Anna-Katharina von Württemberg"},
	{"seat", "White"}, {"opponent", "Bob"},
	{"players", "White: Anna-Katharina von Württemberg\nBlack: Bob"},
	{"status", "It is your turn: White, move 15, in check. Bob offers a draw."},
	{"awaited", "Bob"}, {"several", "yes"},
	{"ring", "yes"},
	{"circle", "     The circle, White first (* to move, + in check):\n       A* =1= B    B =2= A*\n"},
	{"cards", "yes"},
	{"hand", "* Holy War, 3 points\n     before your move, or after your move\n"
	         "     written PLAY Holy War KNIGHT BISHOP\n     : Swap them. Move e2-e4 first.\n"},
	{"held", "* Holy War              3  before your move, or after your move\n"},
	{"plays", "  to play   PLAY Holy War b1 f4\n  ... and others with Holy War\n"},
	{"table", "  In force: Pacifism by white on c3\n  White holds 5 cards; draw pile: 20.\n"},
	{"window", "yes"}, {"own-turn", "yes"},
	{"demand", "yes"}, {"choice", "b2"}, {"answers", "  : a2, b2, or NO\n"},
	{"asking", "* Toll, 4 points\n     : Pay.\n"},
	{"follows", "yes"},
	{"open", "Qh5, Truce"},
	{"kept", "yes"},
	{"gathering", "yes"},
	{"joins", "yes"},
	{"builds", "150"},
	{"arranges", "yes"},
	{"stacked", "yes"},
	{"deck", "  : Holy War (3), Bog (4), Bog (4), Knightmare! (10), Fanatic (4),\n  : Crab (5)\n  : 6 cards, 30 points\n"},
	{"words-due", "yes"},
	{"share", "* Holy War, 3 points\n     before your move, or after your move\n"
	          "     written PLAY Holy War KNIGHT BISHOP\n     : Swap them. Move e2-e4 first.\n"},
	{"commit", "a4b66947ab90437c65ffec3336787ac44df470fc7720c04cc68ac6b4daa27833"},
	{"sheet", "* Holy War, 3 points\n     before your move\n     : Swap them.\n"},
	{"news", "Carl has been checkmated by Anna-Katharina von Württemberg and is out of the game. "
	         "The men of board 2 stand in their first places again."},
	{"partner", "Carl"},
	{"playing", "yes"},
	{"moves-now", "MOVE e2-e4, or in short Nf3, exd5, O-O, e8=Q"},
	{"place-now", "MOVE 1:N@b1, or 1:N/3@b1 if it must be of set 3"},
	{"own-board", "12"}, {"asked-board", "3"},
	{"next", "yes"}, {"to-move", "yes"},
	{"next-plays", "  to play   PLAY Holy War b1 f4\n"},
	{"open-turn", "Bob's turn"},
	{"undone", "Nf3, Truce; Black: Chaos"},
	{"command", "undo g12 AT 27 14 REASON the rook had gone astray and nobody had seen it in time"},
	{"behind", "3"}, {"bounces", "Anna-Katharina in game g12: 3\n"}, {"ignored", "3 letters without a key\n"},
	{"state", "The disk has 40 MB left; pbem accepts no letters below 16 MB.\n"},
	{"act", "undo"}, {"does", "Take a game back to an entry, which becomes the last entry."}, {"dropped", "yes"},
	{"commands", "PBEM UNDO GAME ENTRY\nPBEM SAY GAME TEXT...\n"},
	{"move-now", "e2-e4"},
	{"pawn", "e2-e4"}, {"pawn-short", "e4"}, {"piece", "Ng1-f3"}, {"piece-short", "Nf3"},
	{"castling", "e1h1"},
	{"promotion", "e8=Q"},
	{"other-seat", "BLACK"},
	{"told-seat", "BLACK"},
	{"out", "White was checkmated by Red in round 12."},
	{"left", "yes"},
	{"army", "Red"},
	{"common-offer", "Bob"}, {"asker", "Bob"}, {"refuser", "Bob"}, {"gone-back", "yes"},
	{"own", "yes"}, {"first", "yes"}, {"short", "yes"}, {"long", "yes"}, {"brief", "yes"}, {"leave", "yes"}, {"watch", "yes"},
	{"waiting", "g1  chess with Bob: waits for you since 12 May 2026, until 14 May 2026, 10:11 UTC"},
	{"stays", "yes"}, {"named", "yes"}, {"ask-old", "yes"}, {"ask-new", "yes"}, {"half", "yes"}, {"moving", "anna-katharina@example.org"},
	{"links", "  | b1-a3  <mailto:games@example.org?body=MOVE%20b1-a3>"}, {"payments", ""}, {"html", "yes"}, {"no-html", "yes"}, {"linked", "yes"}, {"no-linked", "yes"}, {"calendar", "yes"}, {"no-calendar", "yes"}, {"entered", "yes"}, {"zone-set", "yes"}, {"language-set", "yes"}, {"pieces-set", "yes"}, {"zone", "America/Argentina/Buenos_Aires"}, {"language", "English"},
	{"languages", "English, Deutsch, Español, Français, Italiano, Nederlands, Polski"},
	{"preferences", "SHORT OFF\nHTML OFF\nCALENDAR OFF\nZONE America/Argentina/Buenos_Aires\nLANGUAGE English\nVIEW White\n"},
	{"variants", "chess, four-player, four-player-team, fourteen, kingdom, three-player"},
	{"rules", "How the pieces go\n\nA pawn steps one square, or two.\n"},
	{"result", "White wins by checkmate."},
	{"token", "abcdefghijklmnopqrstuvwxyz234567abcdefghij"},
	{"board", "      a   b   c   d\n    +---+---+---+---+\n  2 | P | P |   | k | 2\n"
	          "    +---+---+---+---+\n  1 | R |   |*N*| Q | 1\n    +---+---+---+---+\n"
	          "      a   b   c   d\n"},
	{"legal", "    a2a3 a2a4 b2b3 b2b4\n    b1c3\n"},
	{"last", "14... Nf6"},
	{"since", "14. Nf3 Nc6\n15. e4\n"},
	{"sender", "resign@draw.example.net"},
	{"note", "A letter of yours of 12 May 2026, 10:11 UTC looks like automatic mail "
	         "(Auto-Submitted: auto-replied), so nothing in it was carried out."},
	{"said", "Bob: say, I move e2-e4 or resign, draw or pass; board and status and history and "
	         "help and try e4 and Nf3 and O-O and O-O-O and all that goes with it, I say e4\n"},
	{"offer", "Bob"},
	{"asker", "Bob"},
	{"refuser", "Carl"},
	{"several-moves", "Your turn may hold up to 2 moves, because 2 opponents attack you: Red attacks "
	                  "your pawn on c7, your rook on b8, your bishop on c8 and 3 more men of "
	                  "yours; Black attacks your pawn on d7."},
	{"debt", "You owe pieces worth 12, since round 4, for an exchange between White and Red. You can't "
	         "pay that in full; all you can pay is due, which is worth 9."},
	{"payment", "REMOVE a10 b10 c10 d10 e10 f10 g10 h10\nREMOVE i10\n"},
	{"trade", "REMOVE a2 b2\nTRADE d1=R\n"},
	{"peterson", "several moves in the turn of who is attacked by several, fair exchange of men and "
	             "kings that are taken"},
	{"additions", "fair exchange of pieces"},
	{"deadline", "24 Nov 2026, 18:00 UTC"},
	{"until", "2026-11-24 19:00 CET, Europe/Berlin (24 Nov 2026, 18:00 UTC)"},
	{"bank-from", "2026-11-22 19:00 CET, Europe/Berlin (2026-11-22 18:00 UTC)"},
	{"asked-turn", "yes"}, {"asked-card", "yes"}, {"asked-draw", "yes"}, {"undo-waits", "Bartholomew and Christabel"},
	{"overdue", "2026-11-24 19:00 CET, Europe/Berlin (24 Nov 2026, 18:00 UTC)"},
	{"again", "24 Nov 2026, 18:00 UTC"}, {"paused", "yes"}, {"clocks", "White: to move by 24 Nov 2026, 18:00 UTC\nBlack: not to move"},
	{"bank", "2 days 4 hours"}, {"terms", "You have 3 days for each turn.\nDays are counted by the time of Europe/Berlin."},
	{"late", "24 Nov 2026, 18:00 UTC"}, {"panic", "yes"},
	{"answered", "yes"},
	{"clock", "  White is waited for until 24 Nov 2026, 18:00 UTC.\n"
	          "  Black is waited for until 24 Nov 2026, 18:00 UTC.\n"},
	{"orders", "MOVE e2-e4\nDRAW\nSAY good luck to you, my dear friend, and may the better one win "
	           "this and all the others\n"},
	{"nearest", "MOVE e2-e4"},
	{"resigning", "RESIGN 1\nRESIGN 12"},
	{"choices", "yes"},
	{"why", "e2-e5 is not legal: a pawn goes one square, or two from where it starts. From e2 it "
	        "could go to e3 or e4."},
	{"own-remark", "White's clock has stopped"}, {"ahead", "IF black MOVE e7-e5 THEN MOVE g1-f3"}, {"entry", "27"}, {"handicap", "White: 2 days a turn, 4 cards in hand"}, {"away", "yes"}, {"back", "yes"}, {"vacation", "366"},
	{"hash", "a4b66947ab90437c65ffec3336787ac44df470fc7720c04cc68ac6b4daa27833"},
	{"when", "12 May 2026, 10:11 UTC"},
	{"others", "draw  waits for you since 12 May 2026\nspring-cup-2026  waits for others\nand 3 more\n"},
	{"seated", "Anna-Katharina von Württemberg, Bob, Carl"},
	{"free", "2 of 4"}, {"choose", "white, red, black, blue"}, {"closes", "2 Dec 2026, 00:00 UTC"}, {"lot", "yes"}, {"words", "yes"}, {"invites", "Anna-Katharina von Württemberg"}, {"of", "g11"}, {"offers", "g13  chess, 1 of 2 seats free: Bob\ng14  ring, 8 of 8 seats free\nand 3 more\n"},
	{"delay", "12"}, {"lists", "yes"}, {"watched", "g15  chess, White: Anna, Black: Bob\ng16\n"},
	{"done", "your move e2-e4 was played."},
	{"history", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\n4. Ba4\n"},
	{"from", "Bob"},
	{"remark", "The moderator has put Black out of the game. The reason: no word since May, I resign."},
	{"count", "2 notices"},
	{"notices", "A letter to bob@example.net was refused by the mail server: 550 5.1.1 no such user\n"
	            "3 letters without a valid key were left unanswered\n"},
};
/* clang-format on */

/* The languages there are letters in. */
static const char *const languages[] = {"", "de"};

static struct template_set *templates(void)
{
	char *folder = source_path("templates");
	struct template_set *set = template_set_new(folder, NULL);

	free(folder);
	return set;
}

/* Speaks a language; "": English again. */
static void speak(const char *language)
{
	char *games = source_path("games");
	const struct vocabulary *before;
	struct reason reason;

	vocabulary_set_folder(games);
	if (vocabulary_push(language, &before, &reason) != 0)
		fail_msg("%s", reason.text);
	free(games);
}

static const char *sample(const char *name)
{
	for (size_t i = 0; i < ARRAY_LEN(samples); i++)
		if (strcmp(samples[i].name, name) == 0)
			return samples[i].text;
	fail_msg("no sample for {%s}", name);
	return "";
}

/* Everything there is; as little as can be; what a game of two seats has. */
enum sampling { FULL, SPARSE, TWO_SEATS, SAMPLINGS };

static bool is_of_several(const char *name)
{
	static const char *const names[] = {
		"several",	 "partner",  "out",	 "left",    "army",	"common-offer",
		"several-moves", "debt",     "payment",	 "trade",   "peterson", "additions",
		"cards",	 "hand",     "held",	 "plays",   "table",	"window",
		"own-turn",	 "demand",   "choice",	 "answers", "asking",	"follows",
		"open",		 "answered", "kept",	 "commit",  "deadline", "panic",
		"clock",	 "late",     "brief",	 "next",    "to-move",	"next-plays",
		"open-turn",	 "undone",   "gone-back"};

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

/* Fills a letter with exactly what it offers; what it has to do without is "". */
static void fill(struct template_set *set, const struct template_names *letter,
		 enum sampling sampling, struct strbuf *subject, struct strbuf *body)
{
	struct value values[96];
	struct reason reason = {.text = ""};
	size_t count = 0;

	for (; letter->names[count] != NULL; count++) {
		const char *name = letter->names[count];
		bool optional = strcmp(name, "site") != 0 && strcmp(name, "game") != 0 &&
				strcmp(name, "name") != 0 && strcmp(name, "address") != 0;

		values[count].name = name;
		values[count].text = sampling == SPARSE && optional ? "" : sample(name);
		if (sampling == TWO_SEATS && is_of_several(name))
			values[count].text = "";
	}
	if (template_fill(set, vocabulary_spoken(), letter->template, values, count, subject, body,
			  NULL, &reason) != 0)
		fail_msg("%s", reason.text);
}

typedef void (*letter_check)(const struct template_names *letter, const char *subject,
			     const char *body);

static void for_letters_in(const char *language, letter_check check)
{
	struct template_set *set = templates();
	struct strbuf subject, body;
	size_t count;
	const struct template_names *letters = template_catalog_table(&count);

	strbuf_init(&subject, 0);
	strbuf_init(&body, 0);
	speak(language);
	for (size_t i = 0; i < SAMPLINGS * count; i++) {
		strbuf_clear(&subject);
		strbuf_clear(&body);
		fill(set, &letters[i / SAMPLINGS], (enum sampling)(i % SAMPLINGS), &subject, &body);
		check(&letters[i / SAMPLINGS], subject.bytes, body.bytes);
	}
	speak("");
	strbuf_done(&subject);
	strbuf_done(&body);
	template_set_free(set);
}

static void for_every_letter(letter_check check)
{
	for (size_t i = 0; i < ARRAY_LEN(languages); i++)
		for_letters_in(languages[i], check);
}

static void count_fault(void *context, const char *line)
{
	(void)context;
	print_error("%s\n", line);
}

/* Prints every letter, for who works on the wording. */
static void show(const struct template_names *letter, const char *subject, const char *body)
{
	printf("\n######## %s\nSubject: %s\n\n%s", letter->template, subject, body);
}

static void every_letter_has_a_template_that_uses_only_what_it_offers(void **state)
{
	struct template_set *set = templates();
	size_t count;
	const struct template_names *letters = template_catalog_table(&count);

	(void)state;
	assert_int_equal(template_check(set, letters, count, count_fault, NULL), 0);
	template_set_free(set);
}

static void check_width(const struct template_names *letter, const char *subject, const char *body)
{
	const char *end = body + strlen(body), *line;
	size_t len;

	if (strlen(subject) > 100 || strchr(subject, '\n') != NULL || subject[0] == '\0')
		fail_msg("%s: Subject: %s", letter->template, subject);
	if (strstr(body, "\n\n\n") != NULL || strstr(body, " \n") != NULL || body[0] == '\n')
		fail_msg("%s has blank lines too many or blanks at a line's end:\n%s",
			 letter->template, body);
	while (strbuf_next_line(&body, end, &line, &len))
		if (g_utf8_strlen(line, (gssize)len) > 72)
			fail_msg("%s: %.*s", letter->template, (int)len, line);
}

static void no_line_of_a_letter_is_wider_than_72_columns(void **state)
{
	(void)state;
	for_every_letter(check_width);
}

/*
 * A program that neither marks what it quotes nor keeps the cut mark: an order on top of the letter
 * must still be the only one, and nothing below a near miss.
 */
static void check_harmless(const struct template_names *letter, const char *subject,
			   const char *body)
{
	struct order_list list;
	struct reason why = {.text = ""};
	char *reply = base_printf("MOVE e2-e4\n\n%s", body);

	(void)subject;
	order_list_init(&list);
	if (order_read_message(chess, reply, &list, &why) != ACCEPTED || list.count != 1)
		fail_msg("%s, quoted whole: %s\n%s", letter->template, why.text, reply);
	order_list_done(&list);
	free(reply);
}

static void no_line_of_a_letter_reads_as_an_order(void **state)
{
	(void)state;
	for_every_letter(check_harmless);
}

static void check_head(const struct template_names *letter, const char *subject, const char *body)
{
	const char *line = strchr(body, '\n');
	char *first;

	(void)subject;
	if (strcmp(letter->template, "notice") == 0)
		return; /* people hand it on: no letter */
	first = base_printf("%sg12: ", translate(QUOTE_FIRST));
	/* The site's own: nobody answers them. */
	if (strcmp(letter->template, "moderator-report") == 0 ||
	    strcmp(letter->template, "digest") == 0 || strcmp(letter->template, "test") == 0) {
		if (strncmp(body, "=== ", 4) != 0 ||
		    strncmp(body, translate(QUOTE_FIRST), strlen(translate(QUOTE_FIRST))) == 0)
			fail_msg("%s does not begin with what it is about: %.80s", letter->template,
				 body);
		free(first);
		return;
	}
	if (strncmp(body, first, strlen(first)) != 0 || line - body < (long)strlen(first) + 5)
		fail_msg("%s does not begin with what it is about: %.80s", letter->template, body);
	free(first);
	line++;
	if (strcmp(letter->template, "damaged") != 0 && strcmp(letter->template, "farewell") != 0 &&
	    strcmp(letter->template, "unjoined") != 0 &&
	    strcmp(letter->template, "unwatched") != 0 &&
	    (!strip_quotes_is_mark(line, strcspn(line, "\n")) ||
	     strncmp(line + strcspn(line, "\n"), "\n\n", 2) != 0))
		fail_msg("%s has no cut mark and blank line below its first line",
			 letter->template);
}

static void every_letter_begins_with_what_it_is_about_and_the_cut_mark(void **state)
{
	(void)state;
	for_every_letter(check_head);
}

/* Checks that text sent back by a program that marks no quotes is cut off at the first line, or at
 * the mark. */
static void check_cut(const struct template_names *letter, const char *subject, const char *body)
{
	char *reply = base_printf("Thank you!\n%s", body), *rest, *nothing;

	(void)subject;
	if (strncmp(body, translate(QUOTE_FIRST), strlen(translate(QUOTE_FIRST))) != 0) {
		free(reply);
		return;
	}
	rest = strip_quotes_new_text(reply, strlen(reply), &nothing);
	if (strcmp(rest, "Thank you!") != 0)
		fail_msg("%s leaves: %s", letter->template, rest);
	free(nothing);
	free(rest);
	free(reply);
}

static void a_quote_without_marks_is_cut_at_the_first_line(void **state)
{
	(void)state;
	for_every_letter(check_cut);
}

/* No list of letters shows an order, and none is near one. */
static void check_first_harmless(const struct template_names *letter, const char *subject,
				 const char *body)
{
	char *line = base_strndup(body, strcspn(body, "\n")),
	     *reply = base_printf("MOVE e2-e4\n\n%s", line);
	struct order_list list;
	struct reason why = {.text = ""};

	(void)subject;
	order_list_init(&list);
	if (!order_line_is_harmless(chess, line) ||
	    order_read_message(chess, reply, &list, &why) != ACCEPTED || list.count != 1)
		fail_msg("%s: %s: %s", letter->template, line, why.text);
	order_list_done(&list);
	free(reply);
	free(line);
}

static void no_first_line_reads_as_an_order(void **state)
{
	(void)state;
	for_every_letter(check_first_harmless);
}

static void check_tells(const struct template_names *letter, const char *subject, const char *body)
{
	(void)subject;
	if (strstr(body, "27") == NULL) /* what is sparse tells less */
		return;
	for (const char *const *name = letter->names; *name != NULL; name++)
		if (strcmp(*name, "hash") == 0 && strstr(body, sample("hash")) == NULL)
			fail_msg("%s does not tell the hash", letter->template);
}

static void receipts_carry_the_whole_hash(void **state)
{
	(void)state;
	for_every_letter(check_tells);
}

static void the_key_stands_whole_on_a_short_line_of_its_own(void **state)
{
	struct template_set *set = templates();
	struct strbuf subject, body;
	struct template_names letter = {"your-turn", template_catalog_table_names("your-turn")};

	(void)state;
	strbuf_init(&subject, 0);
	strbuf_init(&body, 0);
	fill(set, &letter, TWO_SEATS, &subject, &body);
	assert_non_null(strstr(body.bytes, "\n  key abcdefghijklmnopqrstuvwxyz234567abcdefghij\n"));
	assert_string_equal(
		subject.bytes,
		"[g12] Your move, Anna-Katharina von Württemberg: 14... Nf6 (chess with Bob)");
	strbuf_done(&subject);
	strbuf_done(&body);
	template_set_free(set);
}

static void help_knows_its_topics_in_any_case(void **state)
{
	(void)state;
	assert_string_equal(template_catalog_table_help(""), "help");
	assert_string_equal(template_catalog_table_help("Moves"), "help-moves");
	assert_string_equal(template_catalog_table_help("CLAIM DRAW"), "help-draws");
	assert_string_equal(template_catalog_table_help("About"), "help-about");
	assert_null(template_catalog_table_help("cooking"));
	assert_null(template_catalog_table_names("no-such-letter"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_letter_has_a_template_that_uses_only_what_it_offers),
		cmocka_unit_test(no_line_of_a_letter_is_wider_than_72_columns),
		cmocka_unit_test(no_line_of_a_letter_reads_as_an_order),
		cmocka_unit_test(every_letter_begins_with_what_it_is_about_and_the_cut_mark),
		cmocka_unit_test(a_quote_without_marks_is_cut_at_the_first_line),
		cmocka_unit_test(no_first_line_reads_as_an_order),
		cmocka_unit_test(receipts_carry_the_whole_hash),
		cmocka_unit_test(the_key_stands_whole_on_a_short_line_of_its_own),
		cmocka_unit_test(help_knows_its_topics_in_any_case),
	};

	if (getenv("PBEM_SHOW_LETTERS") != NULL) {
		for_every_letter(show);
		return 0;
	}
	return cmocka_run_group_tests_name("letters_table", tests, chess_set_up, chess_tear_down);
}
