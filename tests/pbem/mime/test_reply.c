/* SPDX-License-Identifier: MIT */
#include <time.h>

#include "pbem/mime/quoting/quote_lines.h"
#include "tests/lib/reply.h"

static void a_letter_without_quotes_stays_as_it_is(void **state)
{
	(void)state;
	expect_new_text("\n\nHello!\n\nMOVE e2-e4\n  indented\n\n\n",
			"Hello!\n\nMOVE e2-e4\n  indented");
	expect_new_text("MOVE e2-e4\r\nSAY hi\r\n", "MOVE e2-e4\nSAY hi");
	expect_new_text("", "");
	expect_new_text("\n \n", "");
}

static void a_rule_takes_none_of_the_orders_with_it(void **state)
{
	static const char *const orders[] = {
		"PLAYS",	"PLAYS e2-e4",	     "VIEW OWN", "RESIGN", "e4",    "Nf3!",
		"knight to f3", "e2 to e4",	     "Sf3",	 "1. e4",  "g8 f6", "*DRAW*",
		"O-O",		"7. exd8=Q+ please",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(orders); i++) {
		char *body = base_printf("Hello\n--\n%s", orders[i]);
		char *expected = base_printf("Hello\n%s", orders[i]);

		expect_new_text(body, expected);
		free(body);
		free(expected);
	}
}

static void everything_below_our_mark_is_ours(void **state)
{
	(void)state;
	expect_new_text(ORDER "\n\n" MARK "Board\nMOVE a2-a3\n", ORDER);
	expect_new_text(ORDER "\n* === WRITE YOUR ORDERS above this line === *\nMOVE a2-a3\n",
			ORDER);
	/* The line above it cuts, too, framed or with a header joined to it; older letters have
	 * none. */
	expect_new_text(ORDER "\n\n=== Game g12: Your move, Bob, after 1. e4.\nMOVE a2-a3\n",
			ORDER);
	expect_new_text(ORDER "\n\n*=== Game my-game-2: Your move.*\nMOVE a2-a3\n", ORDER);
	expect_new_text(ORDER "\n\nGames wrote: === Game g1: Your move.\nMOVE a2-a3\n", ORDER);
	expect_new_text(ORDER "\n\n" QUOTE_MARK "\n\nBob, it is your move.\nMOVE a2-a3\n", ORDER);
	/* Quoted with a mark it cuts nothing: below it may be interleaved orders. */
	expect_new_text("> === Game g1: Your move, Bob.\n> " QUOTE_MARK "\n" ORDER "\n", ORDER);
	/* A player's own signs are no cut. */
	expect_new_text("=== Game on!\n" ORDER "\n", "=== Game on!\n" ORDER);
	expect_new_text("=== my move ===\n" ORDER "\n", "=== my move ===\n" ORDER);
	/* A head in a language nobody knows. */
	expect_new_text(ORDER "\n\nArbiter zxqv:\n" MARK "MOVE a2-a3\n", ORDER "\n\nArbiter zxqv:");
	/* Nothing but our own letter sent back. */
	expect_new_text("On 4 May 2026 at 10:05, Arbiter wrote:\n" MARK "MOVE a2-a3\n", "");
	expect_new_text(MARK ORDER "\n", "");
}

/* Reports whether it is unknown which orders of the letter are meant. */
static bool is_doubtful(const char *body)
{
	char *why, *text = strip_quotes_new_text(body, MOST, &why);
	const bool doubtful = why != NULL;

	free(text);
	free(why);
	return doubtful;
}

static void only_a_part_below_our_mark_is_in_doubt(void **state)
{
	static const char body[] = "Hello\n" QUOTE_PART "\n" ORDER "\n\n" MARK "Board\n";
	char *more = base_printf("%s" QUOTE_PART "\nMOVE a2-a3\n", body);

	(void)state;
	expect_new_text(body, "Hello\n\n" ORDER);
	assert_false(is_doubtful(body));
	assert_true(is_doubtful(more));
	free(more);
}

static void orders_between_marked_lines_stay(void **state)
{
	(void)state;
	expect_new_text("On 4 May 2026 at 10:05, Arbiter wrote:\n> " MARK
			"> It is your move, White.\n\nMOVE e2-e4\n\n> You hold: Blessing\n"
			"PLAY Blessing\n> Good luck\n",
			"MOVE e2-e4\n\nPLAY Blessing");
	expect_new_text("> " MARK "> board\n>\n" ORDER "\n", ORDER);
	expect_new_text("Hi!\n\nOn 4 May 2026 at 10:05, Arbiter wrote:\n> " MARK "> board\n\n" ORDER
			"\n-- \nBob\n",
			"Hi!\n\n\n" ORDER);
	expect_new_text("BW> " MARK "BW> text\n" ORDER "\n", ORDER);
	expect_new_text("| " MARK "| text\n" ORDER "\n", ORDER);
}

static void orders_below_a_quote_set_off_by_tabs_stay(void **state)
{
	(void)state;
	expect_new_text(
		"pbem <game@example.org> wrote:\n\n\t" QUOTE_MARK "\n\t\n\tBob, it is your move.\n"
		"\nHello Anna,\n\ne5\n\n-------- Original Message --------\n"
		"From: pbem <game@example.org>\nSubject: [g1] Your move\n\n\t" QUOTE_MARK "\n",
		"Hello Anna,\n\ne5");
	expect_new_text("MOVE e5\n\npbem wrote:\n\n\t" QUOTE_MARK "\n\tMOVE e4\n", "MOVE e5");
}

static void signatures_are_cut(void **state)
{
	/* clang-format off */
	static const char *const signatures[] = {
		"-- \nBob\nMOVE fast", "--\nBob", "—\nBob", "_______\nThis list is run by Ann.",
		"Sent from my iPhone", "Sent from my Galaxy", "Sent from Outlook for iOS",
		"Get Outlook for Android<https://example.org>", "Sent from Yahoo Mail on Android",
		"Sent with Proton Mail secure email.", "Von meinem iPhone gesendet",
		"Gesendet mit der GMX Mail App", "Envoyé de mon iPhone", "Envoyé depuis mon mobile",
		"Enviado desde mi iPhone", "Enviado do meu iPhone", "Inviato da iPhone",
		"Verstuurd vanaf mijn iPhone", "Skickat från min iPhone", "Sendt fra min iPhone",
		"Lähetetty iPhonesta", "Wysłane z iPhone'a", "Odesláno z iPhonu",
		"Отправлено с iPhone", "Надіслано з iPhone", "iPhoneから送信", "发自我的 iPhone",
		"從我的 iPhone 傳送", "나의 iPhone에서 보냄", "iPhone'umdan gönderildi",
		"(sent from a phone)", "*Sent from my phone*",
	};
	/* clang-format on */

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(signatures); i++) {
		char *body = base_printf(ORDER "\n\n%s\n", signatures[i]);

		expect_new_text(body, ORDER);
		free(body);
	}
}

static void a_rule_never_takes_an_order_with_it(void **state)
{
	(void)state;
	expect_new_text("Hello\n------\n" ORDER "\n------\n", "Hello\n------\n" ORDER);
	expect_new_text("Hello\n--\n" ORDER "\n", "Hello\n" ORDER);
	expect_new_text("Hello\n______\nNf3\n", "Hello\nNf3");
}

static void ordinary_sentences_are_not_heads(void **state)
{
	static const char *const bodies[] = {
		"On this day\nI wrote something\nMOVE e2-e4",
		"On move 12 I wrote:\nMOVE e2-e4",
		"Here are my orders:\nMOVE e2-e4",
		"I wrote 2 letters, here is the third:\nMOVE e2-e4",
		"SAY On Monday 4 May 2026 you wrote:\nMOVE e2-e4",
		"To: you\nMOVE e2-e4",
		"I'm away until 12 May 2026, so for the next days please be patient\nMOVE "
		"e2-e4\nBye",
		"SAY to all: from: now on\nMOVE e2-e4",
		"Mail me at <a@example.org> before 10:05, thank you, these are my orders:\nMOVE "
		"e2-e4",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(bodies); i++)
		expect_new_text(bodies[i], bodies[i]);
}

static void an_order_right_above_a_head_is_never_taken_for_its_start(void **state)
{
	static const char *const orders[] = {
		"SAY my address is bob@example.org <bob@example.org>, I am there all of 2026",
		"SAY On Monday the 4th of May 2026 I will be away, and for a long time",
		"MOVE e2-e4 e7-e5 g1-f3 b8-c6 f1-b5 a7-a6 b5-a4 g8-f6 e1-g1 f8-e7",
		"PLAY Blessing d1-h5",
		"Nf3",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(orders); i++) {
		char *body = base_printf(
			"%s\nOn Mon, May 4, 2026 at 10:05 AM Arbiter <game@example.org>\n"
			"wrote:\n> " MARK,
			orders[i]);

		expect_new_text(body, orders[i]);
		free(body);
	}
}

static void flowed_paragraphs_are_joined(void **state)
{
	static const struct {
		const char *body, *expected;
		bool delsp;
	} cases[] = {
		{"SAY this is \nlong\nMOVE e2-e4\n", "SAY this is long\nMOVE e2-e4\n", false},
		{"ab \ncd\n", "abcd\n", true},
		{" From here\n  two\n", "From here\n two\n", false},
		{"> one \n> two\n>> deep \n> three\nnew\n", "> one two\n>> deep \n> three\nnew\n",
		 false},
		{"> quoted \nMOVE e2-e4\n", "> quoted \nMOVE e2-e4\n", false},
		{"MOVE e2-e4\n-- \nBob\n", "MOVE e2-e4\n-- \nBob\n", false},
		{"text \n-- \nBob\n", "text \n-- \nBob\n", false},
		{"no newline ", "no newline \n", false},
		{"", "", false},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		char *text = format_flowed_join(cases[i].body, cases[i].delsp);
		struct join_lines joins = {NULL, 0, 0};

		join_lines_extract(text, &joins);
		assert_string_equal(text, cases[i].expected);
		join_lines_done(&joins);
		free(text);
	}
}

/* Orders and chat in any order, short and long, with the space that a phone's keyboard adds after
 * each word. No order is ever joined to the line above it without a mark that says so. */
static void an_order_is_never_joined_unseen(void **state)
{
	static const char *const lines[] = {
		"MOVE e2-e4",
		"e4",
		"Nf3",
		"SAY Good luck",
		"RESIGN",
		"DRAW",
		"O-O",
		"TRY",
		"Have a nice day, Bob",
		"PLAY Fireball e4",
		"exd5+",
		"SAY I have been thinking about our last game for a whole week now, and",
		"still don't see what I could have done better than what I really did,",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(lines) * ARRAY_LEN(lines); i++) {
		const char *above = lines[i % ARRAY_LEN(lines)],
			   *below = lines[i / ARRAY_LEN(lines)];
		char *body = base_printf("%s \n%s \n", above, below);
		char *text = format_flowed_join(body, false), *joined = strchr(text, QUOTE_JOIN);
		struct span order = {below, strlen(below)};
		bool fits = strlen(above) + strcspn(below, " ") < 55;

		/* Short lines of which one is an order stay two. */
		if (fits && quote_may_be_order(order))
			assert_null(joined);
		if (strchr(text, '\n') == strrchr(text, '\n'))
			assert_ptr_equal(joined, text + strlen(above) + 1);
		free(text);
		free(body);
	}
}

static void joins_keep_their_places_in_what_is_new(void **state)
{
	char body[] = "> one \037two\nHello \037Bob\n\nSAY a \037b \037c\n-- \nAnn \037a\n";
	struct join_lines joins = {NULL, 0, 0}, left = {NULL, 0, 0};
	char *text, *why;

	(void)state;
	join_lines_extract(body, &joins);
	assert_int_equal(joins.count, 5);
	text = strip_quotes_new_text_joined(body, &joins, MOST, &left, &why);
	assert_null(why);
	assert_string_equal(text, "Hello Bob\n\nSAY a b c");
	assert_int_equal(left.count, 3);
	assert_memory_equal(text + left.at[0], "Bob", 3);
	assert_memory_equal(text + left.at[1], "b c", 3);
	assert_memory_equal(text + left.at[2], "c", 1);
	free(text);
	join_lines_done(&joins);
	join_lines_done(&left);
}

/* Seconds to read so many bytes of the same line. */
static double seconds_for(const char *line, size_t bytes)
{
	struct strbuf body;
	clock_t start;
	char *why;

	strbuf_init(&body, 0);
	while (body.len < bytes)
		strbuf_add(&body, line);
	strbuf_add(&body, "\nMOVE e2-e4\n");
	start = clock();
	free(strip_quotes_new_text(body.bytes, MOST, &why));
	free(why);
	free(format_flowed_join(body.bytes, true));
	strbuf_done(&body);
	return (double)(clock() - start) / CLOCKS_PER_SEC;
}

static void hostile_bodies_take_linear_time(void **state)
{
	/* clang-format off */
	static const char *const lines[] = {
		"--\n", "-- \n", "_____\n", "On 4 May 2026 <\n", "From: x\n", "> x\n",
		"On Mon, May 4, 2026 at 10:05 AM The Arbiter of Games <game@example.org>\n",
		"2026 <a@b> aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa:\n",
		"-----Original Message-----\n> x\n", "a:\n", "2026 <@:\n", ":", ">", "a1-", "\n", "<", "20", "On 1 wrote:",
	};
	/* clang-format on */

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
		double large = seconds_for(lines[i], 48 * 1024);

		/* Eight times the bytes: quadratic work would take 64 times as long. */
		if (large > 0.2)
			assert_true(large < 24 * seconds_for(lines[i], 6 * 1024));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_letter_without_quotes_stays_as_it_is),
		cmocka_unit_test(a_rule_takes_none_of_the_orders_with_it),
		cmocka_unit_test(everything_below_our_mark_is_ours),
		cmocka_unit_test(only_a_part_below_our_mark_is_in_doubt),
		cmocka_unit_test(orders_between_marked_lines_stay),
		cmocka_unit_test(signatures_are_cut),
		cmocka_unit_test(orders_below_a_quote_set_off_by_tabs_stay),
		cmocka_unit_test(a_rule_never_takes_an_order_with_it),
		cmocka_unit_test(ordinary_sentences_are_not_heads),
		cmocka_unit_test(an_order_right_above_a_head_is_never_taken_for_its_start),
		cmocka_unit_test(flowed_paragraphs_are_joined),
		cmocka_unit_test(an_order_is_never_joined_unseen),
		cmocka_unit_test(joins_keep_their_places_in_what_is_new),
		cmocka_unit_test(hostile_bodies_take_linear_time),
	};

	return cmocka_run_group_tests_name("reply", tests, NULL, NULL);
}
