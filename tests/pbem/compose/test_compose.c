/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include <gmime/gmime.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/compose/compose.h"
#include "pbem/sys/address.h"
#include "tests/lib/pace.h"

static const struct outgoing ordinary = {
	.from_name = "Chess by mail",
	.from_address = "game@example.org",
	.to_name = "Anna",
	.to_address = "anna@example.net",
	.reply_to = "game+abc@example.org",
	.subject = "[g12] Your move, Anna: 14... Nf6 (chess with Bob)",
	.message_id = "g12.27.white.turn.0123456789abcdef@example.org",
	.in_reply_to = "x1@mail.example.net",
	.references = "<x0@mail.example.net> <x1@mail.example.net>",
	.date = 1778580672,
	.is_reply = true,
	.text = "Your move.\n",
};

/* The letter's bytes; fails the test when there are none, or when they break what every letter
 * promises. */
static char *composed(const struct outgoing *letter)
{
	struct reason reason;
	struct strbuf out;
	size_t column = 0;

	strbuf_init(&out, 0);
	assert_int_equal(compose_message(letter, &out, &reason), 0);
	for (size_t i = 0; i < out.len; i++) {
		unsigned char c = (unsigned char)out.bytes[i];

		assert_true(c < 0x7f && (c >= ' ' || c == '\t' || c == '\r' || c == '\n'));
		if (c == '\r')
			assert_int_equal(out.bytes[i + 1], '\n');
		if (c == '\n') {
			assert_int_equal(out.bytes[i - 1], '\r');
			column = 0;
		} else {
			column++;
		}
		assert_true(column <= 998);
	}
	assert_string_equal(out.bytes + out.len - 2, "\r\n");
	return out.bytes;
}

/* The letter as an independent reader of mail sees it. */
static GMimeMessage *parsed(const char *bytes)
{
	GMimeStream *stream = g_mime_stream_mem_new_with_buffer(bytes, strlen(bytes));
	GMimeParser *parser = g_mime_parser_new_with_stream(stream);
	GMimeMessage *message = g_mime_parser_construct_message(parser, NULL);

	assert_non_null(message);
	g_object_unref(parser);
	g_object_unref(stream);
	return message;
}

static char *decoded_text(GMimeMessage *message)
{
	GMimePart *part = GMIME_PART(g_mime_message_get_mime_part(message));
	GMimeStream *stream = g_mime_stream_mem_new();
	GByteArray *bytes;
	struct strbuf text;

	g_mime_data_wrapper_write_to_stream(g_mime_part_get_content(part), stream);
	bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream));
	strbuf_init(&text, 0);
	for (guint i = 0; i < bytes->len; i++)
		if (bytes->data[i] != '\r')
			strbuf_add_char(&text, (char)bytes->data[i]);
	g_object_unref(stream);
	return text.bytes;
}

static void check_round_trip(const char *text)
{
	struct outgoing letter = ordinary;
	GMimeMessage *message;
	char *bytes, *back;

	letter.text = text;
	bytes = composed(&letter);
	message = parsed(bytes);
	back = decoded_text(message);
	assert_string_equal(back, text);
	free(back);
	g_object_unref(message);
	free(bytes);
}

static void an_ordinary_letter_is_exactly_this(void **state)
{
	char *bytes = composed(&ordinary);

	(void)state;
	assert_string_equal(bytes,
			    "From: Chess by mail <game@example.org>\r\n"
			    "To: Anna <anna@example.net>\r\n"
			    "Reply-To: game+abc@example.org\r\n"
			    "Subject: [g12] Your move, Anna: 14... Nf6 (chess with Bob)\r\n"
			    "Date: Tue, 12 May 2026 10:11:12 +0000\r\n"
			    "Message-ID: <g12.27.white.turn.0123456789abcdef@example.org>\r\n"
			    "In-Reply-To: <x1@mail.example.net>\r\n"
			    "References: <x0@mail.example.net> <x1@mail.example.net>\r\n"
			    "Auto-Submitted: auto-replied\r\n"
			    "X-Auto-Response-Suppress: OOF, AutoReply\r\n"
			    "MIME-Version: 1.0\r\n"
			    "Content-Type: text/plain; charset=utf-8\r\n"
			    "Content-Transfer-Encoding: 7bit\r\n"
			    "\r\n"
			    "Your move.\r\n");
	free(bytes);
}

static void a_letter_that_answers_nothing_is_auto_generated(void **state)
{
	struct outgoing letter = ordinary;
	char *bytes;

	(void)state;
	letter.is_reply = false;
	letter.in_reply_to = letter.references = letter.reply_to = NULL;
	bytes = composed(&letter);
	assert_non_null(strstr(bytes, "Auto-Submitted: auto-generated\r\n"));
	assert_null(strstr(bytes, "Reply-To"));
	assert_null(strstr(bytes, "References"));
	free(bytes);
}

static void any_text_comes_out_as_it_went_in(void **state)
{
	char *longest = base_alloc(5001);

	(void)state;
	check_round_trip("Your move.\n\n  8 | r n b q k b n r |\n");
	check_round_trip("From here on\n From there\nFrom\n");
	check_round_trip(".\n..\n.hidden\nend.\n");
	check_round_trip("a blank at the end \n-- \na tab at the end\t\n\tand before\n \n");
	check_round_trip("1 + 1 = 2; e8=Q; =3D; =\n");
	check_round_trip("Käsekästchen, Łódź, 東京, \xf0\x9f\x99\x82 and so on for quite a while, "
			 "until no line of any letter could hold it: Ünïcödé, ПРИВЕТ, ΑΒΓ\n");
	check_round_trip("\n\n\n");
	check_round_trip("");
	for (size_t i = 0; i < 5000; i++)
		longest[i] = i % 77 == 76 ? '.' : i % 10 == 0 ? ' ' : 'x';
	longest[4999] = '\n';
	longest[5000] = '\0';
	check_round_trip(longest);
	free(longest);
}

static void what_mail_transport_would_mangle_is_hidden_from_it(void **state)
{
	struct outgoing letter = ordinary;
	const char *body, *line, *end;
	struct strbuf text;
	char *bytes;
	size_t len;

	(void)state;
	strbuf_init(&text, 0);
	for (int i = 0; i < 90; i++) /* a soft break lands before, in and behind each of them */
		strbuf_addf(
			&text, "%.*sFrom .From  . \n.\nFrom \n", i,
			"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
			"xxxxx"
			"xxxxxxxxxxxxxxx");
	letter.text = text.bytes;
	check_round_trip(text.bytes);
	bytes = composed(&letter);
	body = strstr(bytes, "\r\n\r\n") + 4;
	end = bytes + strlen(bytes);
	while (strbuf_next_line(&body, end, &line, &len)) {
		assert_true(len <= 77); /* the CR included */
		assert_true(line[0] != '.' && strncmp(line, "From ", 5) != 0);
		assert_true(len < 2 || (line[len - 2] != ' ' && line[len - 2] != '\t'));
	}
	free(bytes);
	strbuf_done(&text);
}

static void controls_in_the_text_become_question_marks(void **state)
{
	struct outgoing letter = ordinary;
	GMimeMessage *message;
	char *bytes, *back;

	(void)state;
	letter.text = "bell\a esc\x1b[31m nul-like\x01 del\x7f c1\xc2\x9b bidi\xe2\x80\xae "
		      "bad\xff\xc3\r\n"
		      "lone\rcr\n";
	bytes = composed(&letter);
	message = parsed(bytes);
	back = decoded_text(message);
	assert_string_equal(back, "bell? esc?[31m nul-like? del? c1? bidi? bad??\nlone?cr\n");
	free(back);
	g_object_unref(message);
	free(bytes);
}

static void names_and_subjects_of_any_language_come_out_as_they_went_in(void **state)
{
	static const char *const names[] = {
		"Anna",
		"J. R. \"Bob\" O'Neil",
		"back\\slash",
		"Jürgen Müller",
		"山田太郎",
		"a@b.example, the <third>",
		"=?utf-8?q?trick?=",
		"x",
		("A very long name of a chess society of the nineteenth century which nobody "
		 "shortens"),
		"Ольга Константиновна Преображенская-Воскресенская, гроссмейстер",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		struct outgoing letter = ordinary;
		InternetAddressList *to;
		GMimeMessage *message;
		char *bytes;

		letter.to_name = letter.subject = names[i];
		bytes = composed(&letter);
		message = parsed(bytes);
		to = g_mime_message_get_to(message);
		assert_int_equal(internet_address_list_length(to), 1);
		assert_string_equal(
			internet_address_get_name(internet_address_list_get_address(to, 0)),
			names[i]);
		assert_string_equal(internet_address_mailbox_get_addr(INTERNET_ADDRESS_MAILBOX(
					    internet_address_list_get_address(to, 0))),
				    "anna@example.net");
		assert_string_equal(g_mime_message_get_subject(message), names[i]);
		g_object_unref(message);
		free(bytes);
	}
}

static void a_long_subject_is_folded_and_whole(void **state)
{
	struct outgoing letter = ordinary;
	GMimeMessage *message;
	const char *line, *cursor;
	char *bytes;
	size_t len;

	(void)state;
	letter.subject = "[g12] Your move, Zoë the Undefeated Champion of the Whole Region: 142... "
			 "Nf6xe4+ (chess with Übermäßig Lang Benannter Gegner aus Österreich)";
	bytes = composed(&letter);
	message = parsed(bytes);
	assert_string_equal(g_mime_message_get_subject(message), letter.subject);
	assert_non_null(strstr(bytes, "Subject: [g12] Your move, =?utf-8?q?Zo=C3=AB_"));
	cursor = bytes;
	while (strbuf_next_line(&cursor, strstr(bytes, "\r\n\r\n"), &line, &len))
		assert_true(len <= 77);
	g_object_unref(message);
	free(bytes);
}

static void nothing_given_can_add_a_header(void **state)
{
	static const char evil[] = "x\r\nBcc: eve@example.com\r\n\r\nbody \xe2\x80\xa8 z";
	struct outgoing letter = ordinary;
	struct strbuf references;
	GMimeMessage *message;
	char *bytes;

	(void)state;
	strbuf_init(&references, 0);
	strbuf_addf(&references, "<%s> <a@b> <c\n d@e> <%s@f>", evil, evil);
	letter.subject = letter.from_name = letter.to_name = letter.in_reply_to = evil;
	letter.references = references.bytes;
	bytes = composed(&letter);
	assert_null(strstr(bytes, "\nBcc"));
	message = parsed(bytes);
	assert_null(g_mime_object_get_header(GMIME_OBJECT(message), "Bcc"));
	assert_null(g_mime_object_get_header(GMIME_OBJECT(message), "In-Reply-To"));
	assert_string_equal(g_mime_object_get_header(GMIME_OBJECT(message), "References"), "<a@b>");
	assert_string_equal(g_mime_message_get_subject(message), "x Bcc: eve@example.com body z");
	g_object_unref(message);
	free(bytes);
	strbuf_done(&references);
}

static void what_is_no_address_is_refused_and_nothing_written(void **state)
{
	static const char *const bad[] = {
		"",
		"anna",
		"@example.org",
		"anna@",
		"a@b@c",
		"anna@example.org\r\nRCPT TO:<eve@x>",
		"anna smith@example.org",
		"<anna@example.org>",
		"anna@example.org,eve@example.org",
		"\"anna\"@example.org",
		"\xe4nna@example.org", /* not UTF-8 */
		"anna@example.org\x7f",
		"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx@example.org",
	};
	struct reason reason;
	struct strbuf out;

	(void)state;
	strbuf_init(&out, 0);
	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		struct outgoing to = ordinary, from = ordinary, reply = ordinary;

		to.to_address = from.from_address = reply.reply_to = bad[i];
		assert_false(address_is_good(bad[i]));
		assert_int_equal(compose_message(&to, &out, &reason), -1);
		assert_int_equal(compose_message(&from, &out, &reason), -1);
		assert_int_equal(compose_message(&reply, &out, &reason), -1);
	}
	assert_int_equal(out.len, 0);
	assert_true(address_is_good("o'brien+chess=x/y@mail.example.co.uk"));
	assert_true(address_is_good("änna@example.org"));
	strbuf_done(&out);
}

static void a_message_id_that_is_none_is_refused(void **state)
{
	static const char *const bad[] = {"", "a b@c", "a@b>\r\nX: y", "<a@b>"};
	struct outgoing letter = ordinary;
	struct reason reason;
	struct strbuf out;

	(void)state;
	strbuf_init(&out, 0);
	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		letter.message_id = bad[i];
		assert_int_equal(compose_message(&letter, &out, &reason), -1);
	}
	assert_int_equal(out.len, 0);
	strbuf_done(&out);
}

static void references_are_folded_between_ids_and_keep_the_first_and_the_newest(void **state)
{
	struct outgoing letter = ordinary;
	struct strbuf references;
	const char *found;
	size_t count = 0;
	char *bytes;

	(void)state;
	strbuf_init(&references, 0);
	for (int i = 0; i < 300; i++)
		strbuf_addf(&references, "<number-%d-%060d@example.org>%s", i, i,
			    i % 2 ? " " : ",\t");
	letter.references = references.bytes;
	bytes = composed(&letter);
	assert_non_null(strstr(bytes, "<number-0-"));
	assert_null(strstr(bytes, "<number-1-"));
	assert_non_null(strstr(bytes, "<number-299-"));
	for (found = bytes; (found = strstr(found, "<number-")) != NULL; found++) {
		assert_int_equal(found[-1], ' ');
		count++;
	}
	assert_int_equal(count, 20);
	free(bytes);
	strbuf_done(&references);
}

static void dates_are_right_from_the_first_to_the_last(void **state)
{
	static const struct {
		int64_t date;
		const char *line;
	} cases[] = {
		{0, "Date: Thu, 1 Jan 1970 00:00:00 +0000\r\n"},
		{951782400, "Date: Tue, 29 Feb 2000 00:00:00 +0000\r\n"},
		{1798761599, "Date: Thu, 31 Dec 2026 23:59:59 +0000\r\n"},
		{-5, "Date: Thu, 1 Jan 1970 00:00:00 +0000\r\n"},
		{INT64_MAX, "Date: Fri, 31 Dec 9999 23:59:59 +0000\r\n"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct outgoing letter = ordinary;
		char *bytes;

		letter.date = cases[i].date;
		bytes = composed(&letter);
		assert_non_null(strstr(bytes, cases[i].line));
		free(bytes);
	}
}

static void thousands_of_letters_a_second_are_no_trouble(void **state)
{
	struct outgoing letter = ordinary;
	struct strbuf out, text;
	struct reason reason;
	clock_t start;

	(void)state;
	strbuf_init(&out, 0);
	strbuf_init(&text, 0);
	for (int i = 0; i < 40; i++)
		strbuf_add(&text,
			   "  8 | r n b q k b n r |   Zoë played here, and so it went on \n");
	letter.text = text.bytes;
	start = clock();
	for (int i = 0; i < 1000; i++) {
		strbuf_clear(&out);
		assert_int_equal(compose_message(&letter, &out, &reason), 0);
	}
	/* Generous: it must hold under valgrind and sanitizers too. */
	assert_true((double)(clock() - start) / CLOCKS_PER_SEC < pace_seconds(5.0));
	if (getenv("PBEM_TIMES") != NULL)
		print_message("compose: %.1f us a letter of %zu bytes\n",
			      (double)(clock() - start) * 1e3 / CLOCKS_PER_SEC, out.len);
	strbuf_done(&text);
	strbuf_done(&out);
}

static int start_gmime(void **state)
{
	(void)state;
	g_mime_init();
	return 0;
}

static int stop_gmime(void **state)
{
	(void)state;
	g_mime_shutdown();
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_ordinary_letter_is_exactly_this),
		cmocka_unit_test(a_letter_that_answers_nothing_is_auto_generated),
		cmocka_unit_test(any_text_comes_out_as_it_went_in),
		cmocka_unit_test(what_mail_transport_would_mangle_is_hidden_from_it),
		cmocka_unit_test(controls_in_the_text_become_question_marks),
		cmocka_unit_test(names_and_subjects_of_any_language_come_out_as_they_went_in),
		cmocka_unit_test(a_long_subject_is_folded_and_whole),
		cmocka_unit_test(nothing_given_can_add_a_header),
		cmocka_unit_test(what_is_no_address_is_refused_and_nothing_written),
		cmocka_unit_test(a_message_id_that_is_none_is_refused),
		cmocka_unit_test(
			references_are_folded_between_ids_and_keep_the_first_and_the_newest),
		cmocka_unit_test(dates_are_right_from_the_first_to_the_last),
		cmocka_unit_test(thousands_of_letters_a_second_are_no_trouble),
	};

	return cmocka_run_group_tests_name("compose", tests, start_gmime, stop_gmime);
}
