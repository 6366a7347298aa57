/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/util/strbuf.h"
#include "pbem/transport/imap/imap_fetch_parse.h"
#include "pbem/transport/imap/imap_parse.h"
#include "pbem/transport/imap/imap_uid_set.h"
#include "pbem/transport/imap/imap_url.h"

#define TAG "P0123456789abcdef"

static struct imap_response response(const char *line)
{
	struct imap_response out;

	imap_parse_response(line, strlen(line), TAG, &out);
	return out;
}

static bool fetch_bytes(const char *bytes, size_t len, struct imap_fetch *out)
{
	/* A copy without a NUL after it, so that reading too far is noticed. */
	char *copy = malloc(len ? len : 1);
	bool good;

	memcpy(copy, bytes, len);
	good = imap_items_fetch(copy, len, out);
	if (good && out->body != NULL)
		out->body = bytes + (out->body - copy);
	if (good && out->flags != NULL)
		out->flags = bytes + (out->flags - copy);
	free(copy);
	return good;
}

static bool fetch(const char *rest, struct imap_fetch *out)
{
	return fetch_bytes(rest, strlen(rest), out);
}

static void only_our_own_tag_ends_an_answer(void **state)
{
	(void)state;
	assert_int_equal(response(TAG " OK done").kind, IMAP_OK);
	assert_true(response(TAG " OK done").tagged);
	assert_int_equal(response(TAG " no [TRYCREATE] which?").kind, IMAP_NO);
	assert_int_equal(response("A004 OK done").kind, IMAP_BROKEN);
	assert_int_equal(response("p0123456789ABCDEF OK done").kind, IMAP_BROKEN);
	assert_int_equal(response(TAG "x OK done").kind, IMAP_BROKEN);
	assert_int_equal(response(TAG).kind, IMAP_BROKEN);
	assert_int_equal(response(TAG " FINE").kind, IMAP_BROKEN);
	assert_int_equal(response(TAG " BYE").kind, IMAP_BROKEN);
}

static void untagged_responses_are_told_apart(void **state)
{
	(void)state;
	assert_int_equal(response("* OK hello").kind, IMAP_OK);
	assert_false(response("* OK hello").tagged);
	assert_int_equal(response("* BYE").kind, IMAP_BYE);
	assert_int_equal(response("* 12 EXISTS").kind, IMAP_EXISTS);
	assert_int_equal(response("* 12 expunge").kind, IMAP_EXPUNGE);
	assert_int_equal(response("* 12 FETCH (UID 3)").kind, IMAP_FETCH);
	assert_int_equal(response("* 12 FETCH (UID 3)").number, 12);
	assert_int_equal(response("* SEARCH").kind, IMAP_SEARCH);
	assert_int_equal(response("* VANISHED 1:4").kind, IMAP_OTHER);
	assert_int_equal(response("+ more").kind, IMAP_CONTINUE);
	assert_int_equal(response("+").kind, IMAP_CONTINUE);
	assert_int_equal(response("").kind, IMAP_BROKEN);
	assert_int_equal(response("*").kind, IMAP_BROKEN);
	assert_int_equal(response("* ").kind, IMAP_BROKEN);
	assert_int_equal(response("* 99999999999 EXISTS").kind, IMAP_BROKEN);
	assert_int_equal(response("HTTP/1.1 400 Bad Request").kind, IMAP_BROKEN);
}

static void codes_are_found_with_their_arguments(void **state)
{
	struct imap_response ok = response("* OK [UIDVALIDITY 42] fine");
	const char *argument;
	size_t len;

	(void)state;
	assert_true(imap_parse_code(&ok, "uidvalidity", &argument, &len));
	assert_memory_equal(argument, "42", len);
	assert_false(imap_parse_code(&ok, "UIDVALID", NULL, NULL));
	ok = response("* OK [PERMANENTFLAGS (\\Seen $PbemDone \\*)] limited");
	assert_true(imap_parse_code(&ok, "PERMANENTFLAGS", &argument, &len));
	assert_true(imap_parse_has_word(argument, len, "\\*"));
	assert_true(imap_parse_has_word(argument, len, "$pbemdone"));
	assert_false(imap_parse_has_word(argument, len, "\\Se"));
	ok = response("* OK [UNCLOSED 5");
	assert_false(imap_parse_code(&ok, "UNCLOSED", NULL, NULL));
	assert_true(imap_parse_has_word("a\0b", 3, "b"));
	assert_false(imap_parse_has_word("\0\0", 2, "a"));
}

static void literals_are_announced_only_where_they_may_stand(void **state)
{
	const char *line = "* 1 FETCH (BODY[] ~{10+}";
	uint64_t size;
	size_t at;

	(void)state;
	assert_true(imap_parse_literal(line, strlen(line), &size, &at));
	assert_int_equal(size, 10);
	assert_string_equal(line + at, "~{10+}");
	assert_false(imap_parse_literal("{}", 2, &size, &at));
	assert_false(imap_parse_literal("{+}", 3, &size, &at));
	assert_false(imap_parse_literal("{-1}", 4, &size, &at));
	assert_false(imap_parse_literal("{1} ", 4, &size, &at));
	assert_false(imap_parse_literal("{99999999999999999999}", 22, &size, &at));
	assert_true(imap_parse_holds_literals("* 1 FETCH (", 11));
	assert_false(imap_parse_holds_literals("* NO there is no {5}", 20));
	assert_false(imap_parse_holds_literals(TAG " OK {5}", 25));
}

static void a_letter_is_found_among_whatever_comes_with_it(void **state)
{
	struct imap_fetch got;

	(void)state;
	assert_true(fetch("(FLAGS (\\Seen ($x)) UID 7 BODY[] {5}\r\nab)c\" MODSEQ (12))", &got));
	assert_int_equal(got.uid, 7);
	assert_int_equal(got.body_len, 5);
	assert_memory_equal(got.body, "ab)c\"", 5);
	assert_true(fetch("(BODY[] {0}\r\n UID 9)", &got));
	assert_int_equal(got.uid, 9);
	assert_int_equal(got.body_len, 0);
	assert_non_null(got.body);
	assert_true(fetch("(UID 9 BODY[] NIL)", &got));
	assert_true(got.has_body);
	assert_null(got.body);
	assert_true(fetch("(UID 9 ENVELOPE (NIL \"a \\\"b\\\" {9}\" ((NIL NIL {3}\r\n))))) \"c\")"
			  " BODY[HEADER.FIELDS (TO CC)] \"x\" BODY[] ~{2+}\r\nhi)",
			  &got));
	assert_memory_equal(got.body, "hi", 2);
}

/* A server may send either unasked: neither may pass for the other. */
static void a_start_is_no_letter(void **state)
{
	struct imap_fetch got;

	(void)state;
	assert_true(fetch("(UID 9 BODY[]<0> {2}\r\nhi)", &got));
	assert_true(got.has_start);
	assert_false(got.has_body);
	assert_memory_equal(got.body, "hi", 2);
	assert_true(fetch("(UID 9 BODY[]<1> {2}\r\nhi BODY[HEADER]<0> \"x\")", &got));
	assert_false(got.has_start || got.has_body);
	assert_null(got.body);
	assert_true(fetch("(BODY[]<0> {2}\r\nhi BODY[] {3}\r\nall UID 9)", &got));
	assert_true(got.has_body && !got.has_start);
	assert_int_equal(got.body_len, 3);
	assert_true(fetch("(BODY[] {3}\r\nall BODY[]<0> NIL UID 9)", &got));
	assert_true(got.has_start && !got.has_body);
	assert_null(got.body);
}

static void what_a_letter_says_is_not_read_as_an_answer(void **state)
{
	static const char hostile[] = TAG " OK done\r\n* BYE\r\n)\r\n+ go\r\n{99}\r\n";
	struct imap_fetch got;
	struct strbuf text;

	(void)state;
	strbuf_init(&text, 0);
	strbuf_addf(&text, "(BODY[] {%zu}\r\n%s UID 3)", strlen(hostile), hostile);
	assert_true(fetch_bytes(text.bytes, text.len, &got));
	assert_int_equal(got.uid, 3);
	assert_int_equal(got.body_len, strlen(hostile));
	assert_memory_equal(got.body, hostile, got.body_len);
	strbuf_done(&text);
}

static void quoted_letters_lose_their_backslashes(void **state)
{
	struct imap_fetch got;
	struct strbuf text;

	(void)state;
	strbuf_init(&text, 0);
	assert_true(fetch("(UID 1 BODY[] \"say \\\"hi\\\" \\\\\")", &got));
	assert_true(got.body_quoted);
	imap_items_unquote(got.body, got.body_len, &text);
	assert_string_equal(text.bytes, "say \"hi\" \\");
	strbuf_done(&text);
}

/* The letter is there whatever is said of its date. */
static void a_date_that_is_none_is_not_said(void **state)
{
	static const char *const none[] = {
		"(UID 7 INTERNALDATE \"yesterday\" RFC822.SIZE 5)",
		"(UID 7 INTERNALDATE NIL RFC822.SIZE 5)",
	};
	struct imap_fetch got;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(none); i++) {
		assert_true(fetch(none[i], &got));
		assert_false(got.has_date);
		assert_int_equal(got.size, 5);
	}
}

static void malformed_fetches_are_refused(void **state)
{
	static const char *const bad[] = {
		"",
		"(",
		"()x",
		"UID 7",
		"(UID)",
		"(UID )",
		"(UID x)",
		"(UID 0)",
		"(UID 4294967296)",
		"(UID 7",
		"(UID 7 BODY[] {5}\r\nabc)",
		"(UID 7 BODY[] {5}abcde)",
		"(UID 7 BODY[] {18446744073709551615}\r\n)",
		"(UID 7 BODY[] {5\r\n)",
		"(UID 7 BODY[] abc)",
		"(UID 7 BODY[] (a b))",
		"(UID 7 BODY[] \"abc)",
		"(UID 7 BODY[] \"abc\\",
		"(UID 7 BODY[ 5)",
		"(RFC822.SIZE -5)",
		"(RFC822.SIZE 99999999999999999999)",
		"(FLAGS (a (b))",
		"(FLAGS Seen)",
	};
	struct imap_fetch got;
	struct strbuf deep;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(bad); i++)
		if (fetch(bad[i], &got))
			fail_msg("taken: %s", bad[i]);
	assert_false(fetch_bytes("(UID\0 7)", 8, &got));
	assert_false(fetch_bytes("(\0)", 3, &got));
	strbuf_init(&deep, 0);
	strbuf_add(&deep, "(X ");
	for (int i = 0; i < 100000; i++)
		strbuf_add_char(&deep, '(');
	assert_false(fetch(deep.bytes, &got));
	strbuf_done(&deep);
}

static void flags_are_what_stands_in_their_parentheses(void **state)
{
	struct imap_fetch got;

	(void)state;
	assert_true(fetch("(UID 7 FLAGS (\\Seen $PbemHost-a-b) RFC822.SIZE 5)", &got));
	assert_int_equal(got.flags_len, strlen("(\\Seen $PbemHost-a-b)"));
	assert_memory_equal(got.flags, "(\\Seen $PbemHost-a-b)", got.flags_len);
	assert_true(fetch("(UID 7 FLAGS ())", &got));
	assert_int_equal(got.flags_len, 2);
	assert_true(fetch("(UID 7)", &got));
	assert_null(got.flags);
}

static void sets_know_what_is_in_them(void **state)
{
	struct imap_set set, others;

	(void)state;
	imap_set_init(&set);
	imap_set_init(&others);
	assert_false(imap_set_has(&set, 1));
	assert_true(imap_set_add_ranges(&set, "1:4,4294967295", 14));
	assert_true(imap_set_add_ranges(&others, "2,4", 3));
	assert_true(imap_set_has(&set, 4294967295U) && imap_set_has(&set, 1));
	imap_set_leave_out(&set, &others);
	assert_int_equal(set.count, 3);
	assert_false(imap_set_has(&set, 2) || imap_set_has(&set, 4));
	assert_true(imap_set_has(&set, 3));
	imap_set_done(&others);
	imap_set_done(&set);
}

static void no_answer_cut_short_is_read_past_its_end(void **state)
{
	static const char whole[] = "(FLAGS (\\Seen) UID 7 RFC822.SIZE 12 INTERNALDATE "
				    "\"17-Jul-1996 02:44:25 -0700\" BODY[] {5}\r\nabcde)";
	struct imap_fetch got;

	(void)state;
	for (size_t len = 0; len < sizeof whole - 1; len++)
		assert_false(fetch_bytes(whole, len, &got));
	assert_true(fetch_bytes(whole, sizeof whole - 1, &got));
}

/* Returns the time that an INTERNALDATE is read as; -1 for none. */
static int64_t date_of(const char *date)
{
	struct imap_fetch got;
	struct strbuf item;

	strbuf_init(&item, 0);
	strbuf_addf(&item, "(UID 7 INTERNALDATE \"%s\")", date);
	assert_true(fetch(item.bytes, &got));
	strbuf_done(&item);
	return got.has_date ? got.date : -1;
}

static void dates_are_in_seconds_of_utc(void **state)
{
	(void)state;
	assert_int_equal(date_of("17-Jul-1996 02:44:25 -0700"), 837596665);
	assert_int_equal(date_of(" 1-jan-1970 01:00:00 +0100"), 0);
	assert_int_equal(date_of("17-Jux-1996 02:44:25 -0700"), -1);
	assert_int_equal(date_of("17-anF-1996 02:44:25 -0700"), -1);
	assert_int_equal(date_of("17-Jul-1996 25:44:25 -0700"), -1);
	assert_int_equal(date_of("17-Jul-1996 02:44:25"), -1);
	assert_int_equal(date_of("17-Jul-1996 02:44:25 -0700x"), -1);
	assert_int_equal(date_of(""), -1);
}

static void sets_are_read_sorted_and_written_short(void **state)
{
	struct imap_set set;
	struct strbuf text;

	(void)state;
	imap_set_init(&set);
	strbuf_init(&text, 0);
	assert_true(imap_set_add_ranges(&set, "7,5:1,9", 7));
	assert_true(imap_set_add_numbers(&set, " 12 7  13 ", 10));
	imap_set_sort(&set);
	assert_int_equal(imap_set_write(set.uids, set.count, 1000, &text), 9);
	assert_string_equal(text.bytes, "1:5,7,9,12:13");
	strbuf_clear(&text);
	assert_int_equal(imap_set_write(set.uids, set.count, 28, &text), 7);
	assert_string_equal(text.bytes, "1:5,7,9");
	imap_set_done(&set);
	strbuf_done(&text);
}

static void sets_nobody_meant_are_refused(void **state)
{
	static const char *const bad[] = {"",  "0",   "1:", ":1",  "1,",	 "1,,2",
					  "*", "1:*", "a",  "1 2", "4294967296", "1:4294967295"};
	struct imap_set set;

	(void)state;
	imap_set_init(&set);
	for (size_t i = 0; i < ARRAY_LEN(bad); i++)
		if (imap_set_add_ranges(&set, bad[i], strlen(bad[i])))
			fail_msg("taken: %s", bad[i]);
	assert_false(imap_set_add_numbers(&set, "1 0", 3));
	assert_false(imap_set_add_numbers(&set, "1 (MODSEQ 5)", 12));
	assert_true(imap_set_add_ranges(&set, "4294967295", 10));
	imap_set_done(&set);
}

static void search_answers_may_say_much_or_nothing(void **state)
{
	struct imap_set set;

	(void)state;
	imap_set_init(&set);
	assert_true(imap_items_esearch("", 0, &set));
	assert_true(imap_items_esearch("(TAG \"x\") UID", 13, &set));
	assert_int_equal(set.count, 0);
	assert_true(imap_items_esearch("(TAG \"x\") UID COUNT 3 ALL 2,4:5", 31, &set));
	assert_int_equal(set.count, 3);
	assert_false(imap_items_esearch("(TAG \"x\" UID ALL 1", 18, &set));
	assert_false(imap_items_esearch("(TAG \"x\") UID ALL", 17, &set));
	assert_false(imap_items_esearch("(TAG \"x\") UID ALL (1)", 21, &set));
	imap_set_done(&set);
}

static void urls_name_user_host_port_and_folder(void **state)
{
	struct imap_url url;
	struct reason reason;

	(void)state;
	assert_int_equal(
		imap_url_parse("imaps://ann%40x.org;AUTH=LOGIN@Mail.example:1993/A%2FB%20c", &url,
			       &reason),
		0);
	assert_true(url.tls);
	assert_string_equal(url.user, "ann@x.org");
	assert_string_equal(url.auth, "AUTH=LOGIN");
	assert_string_equal(url.host, "Mail.example");
	assert_int_equal(url.port, 1993);
	assert_string_equal(url.folder, "A/B c");
	assert_false(url.loopback);
	imap_url_done(&url);
	assert_int_equal(imap_url_parse("IMAP://[::1]/", &url, &reason), 0);
	assert_null(url.user);
	assert_int_equal(url.port, 143);
	assert_string_equal(url.folder, "INBOX");
	assert_true(url.loopback);
	imap_url_done(&url);
	assert_int_equal(imap_url_parse("imap://127.evil.example", &url, &reason), 0);
	assert_false(url.loopback);
	imap_url_done(&url);
}

static void urls_that_hide_something_are_refused(void **state)
{
	static const char *const bad[] = {
		"http://x",	  "imaps://",	     "imaps://u:pw@host",
		"imaps://host:0", "imaps://h:99999", "imaps://h:",
		"imaps://a b",	  "imaps://h\r\nX/", "imaps://h/%0D%0A",
		"imaps://h/%ff",  "imaps://h/%2",    "imaps://h/a;UIDVALIDITY=3",
		"imaps://[::1",	  "imaps://u%00@h",  "imaps://h,x",
		"imaps://%41/",
	};
	struct imap_url url;
	struct reason reason;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(bad); i++)
		if (imap_url_parse(bad[i], &url, &reason) == 0)
			fail_msg("taken: %s", bad[i]);
}

static void folders_are_written_in_modified_utf7(void **state)
{
	static const char *const names[][2] = {
		{"INBOX", "\"INBOX\""},
		{"Tom & Jerry", "\"Tom &- Jerry\""},
		{"say \"\\\"", "\"say \\\"\\\\\\\"\""},
		{"Entw\303\274rfe", "\"Entw&APw-rfe\""},
		{"~peter/mail/\345\217\260\345\214\227/\346\227\245\346\234\254\350\252\236",
		 "\"~peter/mail/&U,BTFw-/&ZeVnLIqe-\""},
		{"\360\237\230\200", "\"&2D3eAA-\""},
	};
	struct reason reason;
	struct strbuf text;

	(void)state;
	strbuf_init(&text, 0);
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		strbuf_clear(&text);
		assert_int_equal(imap_url_quote_folder(names[i][0], &text, &reason), 0);
		assert_string_equal(text.bytes, names[i][1]);
	}
	assert_int_equal(imap_url_quote_folder("", &text, &reason), -1);
	assert_int_equal(imap_url_quote_folder("a\r\nb", &text, &reason), -1);
	assert_int_equal(imap_url_quote_folder("\377", &text, &reason), -1);
	strbuf_done(&text);
}

static void what_a_server_says_can_be_logged(void **state)
{
	char out[10];

	(void)state;
	imap_parse_text("a\033[31m\r\n", 7, out, sizeof out);
	assert_string_equal(out, "a?[31m");
	imap_parse_text("0123456789", 10, out, sizeof out);
	assert_string_equal(out, "012345678");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_our_own_tag_ends_an_answer),
		cmocka_unit_test(untagged_responses_are_told_apart),
		cmocka_unit_test(codes_are_found_with_their_arguments),
		cmocka_unit_test(literals_are_announced_only_where_they_may_stand),
		cmocka_unit_test(a_letter_is_found_among_whatever_comes_with_it),
		cmocka_unit_test(a_start_is_no_letter),
		cmocka_unit_test(what_a_letter_says_is_not_read_as_an_answer),
		cmocka_unit_test(quoted_letters_lose_their_backslashes),
		cmocka_unit_test(a_date_that_is_none_is_not_said),
		cmocka_unit_test(malformed_fetches_are_refused),
		cmocka_unit_test(no_answer_cut_short_is_read_past_its_end),
		cmocka_unit_test(dates_are_in_seconds_of_utc),
		cmocka_unit_test(sets_are_read_sorted_and_written_short),
		cmocka_unit_test(sets_nobody_meant_are_refused),
		cmocka_unit_test(search_answers_may_say_much_or_nothing),
		cmocka_unit_test(flags_are_what_stands_in_their_parentheses),
		cmocka_unit_test(sets_know_what_is_in_them),
		cmocka_unit_test(urls_name_user_host_port_and_folder),
		cmocka_unit_test(urls_that_hide_something_are_refused),
		cmocka_unit_test(folders_are_written_in_modified_utf7),
		cmocka_unit_test(what_a_server_says_can_be_logged),
	};

	return cmocka_run_group_tests_name("imap_parse", tests, NULL, NULL);
}
