/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "tests/lib/inbox.h"
#include "tests/lib/pace.h"

#define OWN "game@example.org"
#define TOKEN "abcdefghijklmnopqrstuvwxyz234567abcdefghij"

/* ---- letters ---- */

static struct message *read_letter(const char *bytes, size_t len)
{
	struct reason reason = {.text = ""};
	struct message *letter = NULL;

	if (message_read(bytes, len, &inbox_limits, OWN, &letter, &reason) < 0)
		fail_msg("refused: %s", reason.text);
	return letter;
}

static void expect_refusal(const char *bytes, size_t len, const char *word)
{
	struct reason reason = {.text = ""};
	struct message *letter = NULL;
	clock_t start = clock();

	assert_int_equal(message_read(bytes, len, &inbox_limits, OWN, &letter, &reason), -1);
	assert_null(letter);
	if (strstr(reason.text, word) == NULL)
		fail_msg("\"%s\" doesn't say \"%s\"", reason.text, word);
	assert_true((double)(clock() - start) / CLOCKS_PER_SEC < pace_seconds(1.0));
}

static void add_many(struct strbuf *text, const char *unit, size_t count)
{
	for (size_t i = 0; i < count; i++)
		strbuf_add(text, unit);
}

/* ---- the header ---- */

static void expect_references(const char *header, const char *message_id, const char *references)
{
	char *bytes = base_printf("From: a@example.net\n%s\n\nMOVE e2-e4\n", header);
	struct message *letter = read_letter(bytes, strlen(bytes));

	assert_string_equal(letter->message_id, message_id);
	assert_string_equal(letter->references, references);
	message_free(letter);
	free(bytes);
}

static void references_are_passed_on_when_well_formed(void **state)
{
	(void)state;
	expect_references("Message-ID: <m@x>\nReferences: <a@x>,<b@x>\n\t<c@x>", "m@x",
			  "<a@x> <b@x> <c@x> <m@x>");
	expect_references("Message-ID: <m@x>\nIn-Reply-To: <a@x>", "m@x", "<a@x> <m@x>");
	expect_references("Message-ID: <m@x>\nIn-Reply-To: <a@x> from <b@y>", "m@x", "<m@x>");
	expect_references("Message-ID: <m@x>\nReferences: junk <a b@x> <> <c\x01@x> <no-at> <a@x",
			  "m@x", "<m@x>");
	expect_references("Message-ID: <m@\n x>\nReferences: =?us-ascii?Q?=3Ca=40x=3E?=", "m@x",
			  "<a@x> <m@x>");
	expect_references("Message-ID: <one@x>\nMessage-ID: <two@x>", "one@x", "<one@x>");
	expect_references("X: y", "", "");
}

static void the_newest_tokens_come_first(void **state)
{
	struct strbuf bytes;
	struct message *letter;

	(void)state;
	strbuf_init(&bytes, 0);
	strbuf_add(&bytes, "From: a@example.net\nReferences:");
	for (int i = 0; i < 40; i++)
		strbuf_addf(&bytes, " <%040dAB@x>\n", 0);
	for (char c = 'a'; c <= 'z'; c++)
		strbuf_addf(&bytes, " <%c%.41s.1@x>\n", c, TOKEN);
	for (char c = 'a'; c <= 'z'; c++)
		strbuf_addf(&bytes, " <b%c%.40s.1@x>\n", c, TOKEN);
	strbuf_addf(&bytes, "To: game+C%.41s@example.org\n\n%s\n", TOKEN, TOKEN);
	letter = read_letter(bytes.bytes, bytes.len);
	assert_int_equal(letter->token_count, MAX_TOKEN_CANDIDATES);
	assert_memory_equal(letter->tokens[0], "cabcd", 5);
	assert_memory_equal(letter->tokens[1], "bzabc", 5);
	assert_memory_equal(letter->tokens[2], "byabc", 5);
	message_free(letter);
	strbuf_done(&bytes);
}

static void addresses_that_are_none_are_empty(void **state)
{
	static const char *const froms[] = {
		"", "nobody", "\"a b\"@x", "<@x>", "a@", "undisclosed:;", "=?utf-8?q?a=40x?=",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(froms); i++) {
		char *bytes = base_printf("To: x@y\nFrom: %s\n\nMOVE e2-e4\n", froms[i]);
		struct message *letter = read_letter(bytes, strlen(bytes));

		assert_string_equal(letter->from, "");
		message_free(letter);
		free(bytes);
	}
}

/* ---- limits ---- */

static void letters_beyond_the_limits_are_refused_unread(void **state)
{
	struct strbuf bytes;

	(void)state;
	strbuf_init(&bytes, 0);
	add_many(&bytes, "x", inbox_limits.max_bytes + 1);
	expect_refusal(bytes.bytes, bytes.len, "bytes");

	strbuf_clear(&bytes);
	strbuf_add(&bytes, "Subject: x\n");
	add_many(&bytes, "X-Header: 0123456789012345678901234567890123456789\n", 2000);
	expect_refusal(bytes.bytes, bytes.len, "header");

	strbuf_clear(&bytes);
	add_many(&bytes, "a:\n", 20000);
	expect_refusal(bytes.bytes, bytes.len, "header");
	strbuf_done(&bytes);
}

static void nested_groups_never_reach_the_address_parser(void **state)
{
	static const char *const names[] = {"To:", "from :", "CC:", "Reply-To:\n ",
					    "Sender: a\n b\n "};
	struct strbuf bytes;

	(void)state;
	strbuf_init(&bytes, 0);
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		strbuf_clear(&bytes);
		strbuf_add(&bytes, names[i]);
		add_many(&bytes, "g:", 30000);
		strbuf_add(&bytes, "\n\nMOVE e2-e4\n");
		expect_refusal(bytes.bytes, bytes.len, "address field");

		/* The same in a letter within the letter. */
		strbuf_clear(&bytes);
		strbuf_addf(&bytes, "From: a@b\nContent-Type: message/rfc822\n\n%s", names[i]);
		add_many(&bytes, "g:", 60000);
		strbuf_add(&bytes, "\n\nMOVE e2-e4\n");
		expect_refusal(bytes.bytes, bytes.len, "address field");
	}
	strbuf_done(&bytes);
}

static void too_many_or_too_deep_parts_are_refused(void **state)
{
	struct strbuf bytes;

	(void)state;
	strbuf_init(&bytes, 0);
	strbuf_add(&bytes, "From: a@b\nContent-Type: multipart/mixed; boundary=b\n\n");
	add_many(&bytes, "--b\n\n", 200000);
	expect_refusal(bytes.bytes, bytes.len, "parts");

	strbuf_clear(&bytes);
	strbuf_add(&bytes, "From: a@b\nContent-Type: multipart/mixed; boundary=b\n\n");
	add_many(&bytes, "--b\n\nx\n", 65);
	expect_refusal(bytes.bytes, bytes.len, "parts");

	strbuf_clear(&bytes);
	strbuf_add(&bytes, "From: a@b\n");
	for (int i = 0; i < 10; i++)
		strbuf_addf(&bytes, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i);
	expect_refusal(bytes.bytes, bytes.len, "deep");

	strbuf_clear(&bytes);
	strbuf_add(&bytes, "From: a@b\n");
	for (int i = 0; i < 5000; i++)
		strbuf_addf(&bytes, "Content-Type: multipart/mixed; BOUNDARY=b%d\n\n--b%d\n", i, i);
	expect_refusal(bytes.bytes, bytes.len, "parts");
	strbuf_done(&bytes);
}

static void expect_text_of(const struct strbuf *bytes, const char *text, const char *unreadable)
{
	struct message *letter = read_letter(bytes->bytes, bytes->len);

	assert_string_equal(letter->text, text);
	if (strstr(letter->unreadable, unreadable) == NULL || (!*unreadable && *letter->unreadable))
		fail_msg("\"%s\" doesn't say \"%s\"", letter->unreadable, unreadable);
	message_free(letter);
}

/* A header, and what stands above and below so many bytes of `history`. */
static void expect_with_history(const char *header, const char *above, const char *history,
				size_t size, const char *below, const char *text)
{
	struct strbuf bytes;

	strbuf_init(&bytes, 0);
	strbuf_addf(&bytes, "From: a@b.c\n%s\n%s", header, above);
	add_many(&bytes, history, size / strlen(history) + 1);
	strbuf_add(&bytes, below);
	expect_text_of(&bytes, text, "");
	strbuf_done(&bytes);
}

/* An answer on top, in the middle or at the end of a long thread, however that is quoted. */
static void quoted_history_of_any_length_is_cut_and_the_order_read(void **state)
{
	static const char *const unmarked[] = {
		("\nOn 4 May 2026 at 10:05, Arbiter <game@example.org> wrote:\n\nMOVE "
		 "a2-a3\n\nBoard\n"),
		"\n-----Original Message-----\nFrom: Arbiter\nSent: Monday\n\nMOVE a2-a3\n",
		"\n=== Write your orders above this line ===\nIt is your move.\nMOVE a2-a3\n",
	};
	static const char html[] = "Content-Type: text/html\n";

	(void)state;
	for (size_t size = 10 << 10; size <= pace(900, 100) << 10; size = 3 * size) {
		for (size_t i = 0; i < ARRAY_LEN(unmarked); i++)
			expect_with_history("", "MOVE e2-e4\n", unmarked[i], size, "",
					    "MOVE e2-e4");
		expect_with_history("", "MOVE e2-e4\n", "> more and more and more\n>\n", size,
				    "\nDRAW\n-- \nBob\n", "MOVE e2-e4\n\nDRAW");
		expect_with_history("", "pbem wrote:\n\n", "\tmore and more and more\n", size,
				    "\nMOVE e2-e4\n", "MOVE e2-e4");
		expect_with_history(html, "<div>MOVE e2-e4</div><blockquote>",
				    "<div>more<br>and more and more</div>\n", size,
				    "</blockquote><div>DRAW</div>", "MOVE e2-e4\nDRAW");
		expect_with_history(html, "<p>MOVE e2-e4</p>",
				    "<div id=divRplyFwdMsg><b>From:</b> Arbiter<br>"
				    "<b>Sent:</b> Monday<br></div><p>MOVE a2-a3</p>\n",
				    size, "", "MOVE e2-e4");
	}
}

static void what_is_new_and_too_long_is_told_to_the_player(void **state)
{
	struct strbuf bytes;

	(void)state;
	strbuf_init(&bytes, 0);
	strbuf_add(&bytes, "From: a@b.c\n\nMOVE e2-e4\n");
	add_many(&bytes, "more and more and more\n", 4000);
	expect_text_of(&bytes, "", "longer than 65536");
	strbuf_done(&bytes);
}

/* ---- messages that no person sends ---- */

static void expect_harmless(const struct message *letter)
{
	const char *const strings[] = {
		letter->why_automatic, letter->message_id, letter->references, letter->subject,
		letter->from,	       letter->unreadable, letter->bounced_id, letter->text,
	};

	for (size_t i = 0; i < ARRAY_LEN(strings); i++) {
		bool lines = strings[i] == letter->text;

		assert_non_null(strings[i]);
		for (const char *c = strings[i]; *c != '\0'; c++)
			assert_true((unsigned char)*c >= 0x20 || (lines && *c == '\n'));
	}
}

static void expect_survival(const char *bytes, size_t len)
{
	struct reason reason = {.text = ""};
	struct message *letter = NULL;
	clock_t start = clock();

	if (message_read(bytes, len, &inbox_limits, OWN, &letter, &reason) == 0)
		expect_harmless(letter);
	else
		assert_true(reason.text[0] != '\0');
	message_free(letter);
	assert_true((double)(clock() - start) / CLOCKS_PER_SEC < pace_seconds(5.0));
}

static void odd_letters_do_no_harm(void **state)
{
	static const struct {
		const char *bytes;
		size_t len;
	} letters[] = {
#define BYTES(literal) {literal, sizeof literal - 1}
		BYTES(""),
		BYTES("\n"),
		BYTES("\r\n\r\n"),
		BYTES("\0"),
		BYTES(":"),
		BYTES("From "),
		BYTES(">From x\n"),
		BYTES("From x\n\n"),
		BYTES("a"),
		BYTES("\xff\xfe\n\n\xff\xfe"),
		BYTES("Subject: a\0b\rc\x1b[2J\n\nMOVE e2-e4\0\x07\r\rSAY a\n"),
		BYTES("Subject: =?utf-8?q?=00=0A=0D=1B?=\nFrom: =?utf-8?b?AAEC?= <a\x01@b>\n\nx"),
		BYTES("From: a@b\rTo: c@d\r\rMOVE e2-e4\r"),
		BYTES("Message-ID: <a\x0b@b> <c\xc3\xa4@b>\n\nx"),
		BYTES("Content-Type: text/plain; charset=\"\x01\"\nContent-Transfer-Encoding: "
		      "base64\n\n=="),
		BYTES("Content-Type: multipart/mixed; boundary=\"\"\n\n--\n\nx\n----\n"),
		BYTES("Content-Type: multipart/alternative; boundary=a\n\n--a--\n"),
		BYTES("Content-Type: multipart/signed; boundary=a\n\n--a\n--a--\n"),
		BYTES("Content-Type: message/rfc822\n\n"),
		BYTES("Content-Type: message/partial; number=1\n\nx"),
		BYTES("Content-Type: message/external-body\n\nx"),
		BYTES("Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n"),
		BYTES("Content-Type: multipart/report; boundary=a\n\n--a\n"
		      "Content-Type: message/delivery-status\n\n\n--a\nContent-Type: "
		      "message/rfc822\n\n"),
		BYTES("Content-Type: text/plain; format=flowed\n\n> \n>\n>>> \n \n"),
		BYTES("X-Long: "
		      "a\n\n-----BEGIN PGP SIGNED MESSAGE-----"),
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(letters); i++)
		expect_survival(letters[i].bytes, letters[i].len);
}

static void hostile_letters_cost_little_time(void **state)
{
	static const char *const starts[] = {
		"From: a@b\n\n",
		"From: a@b\nContent-Type: text/html\n\n",
		"From: a@b\nContent-Type: multipart/mixed; boundary=b\n\n",
		"From: a@b\nContent-Type: message/rfc822\n\n",
		"From: a@b\nContent-Type: multipart/digest; boundary=b\n\n--b\n\n",
		"Return-Path: <>\nFrom: mailer-daemon@b\n\n",
	};
	static const char *const units[] = {
		"--b\n",    "Content-Type: message/rfc822\n\n",
		"a: b\n",   "--\n",
		"<div>",    "Message-ID: <\n",
		"5",	    "On 1 May 2026, <\n",
		"\xe2\x80", "=?utf-8?q?",
		"a b ",
	};
	struct strbuf bytes;

	(void)state;
	strbuf_init(&bytes, 0);
	for (size_t i = 0; i < ARRAY_LEN(starts); i++) {
		for (size_t j = 0; j < ARRAY_LEN(units); j++) {
			strbuf_clear(&bytes);
			strbuf_add(&bytes, starts[i]);
			add_many(&bytes, units[j], pace(96, 16) * 1024 / strlen(units[j]));
			expect_survival(bytes.bytes, bytes.len);
		}
	}
	strbuf_done(&bytes);
}

/* Limits the cost of a stranger's message of the greatest size: its quotes aren't examined line by
 * line. */
static void letters_of_a_megabyte_cost_little_time(void **state)
{
	static const char *const units[] = {
		"> x y z\n",	 "\n",	      "--\n",	      "\tOn 4 May 2026 <a@b.c>\n",
		"2026 <@b.c:\n", "From: x\n", "a@b.c 2026\n", "\t2026 a@b.c a@b.c wrote\n",
		"e4 \n",
	};
	struct strbuf bytes;

	(void)state;
	strbuf_init(&bytes, 0);
	for (size_t i = 0; i < ARRAY_LEN(units); i++) {
		clock_t start = clock();

		strbuf_clear(&bytes);
		strbuf_add(&bytes, "From: a@b\n\nHello\n");
		add_many(&bytes, units[i], pace(1000, 64) * 1024 / strlen(units[i]));
		expect_survival(bytes.bytes, bytes.len);
		assert_true((double)(clock() - start) / CLOCKS_PER_SEC < pace_seconds(1.0));
	}
	strbuf_done(&bytes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(references_are_passed_on_when_well_formed),
		cmocka_unit_test(the_newest_tokens_come_first),
		cmocka_unit_test(addresses_that_are_none_are_empty),
		cmocka_unit_test(letters_beyond_the_limits_are_refused_unread),
		cmocka_unit_test(nested_groups_never_reach_the_address_parser),
		cmocka_unit_test(too_many_or_too_deep_parts_are_refused),
		cmocka_unit_test(quoted_history_of_any_length_is_cut_and_the_order_read),
		cmocka_unit_test(what_is_new_and_too_long_is_told_to_the_player),
		cmocka_unit_test(odd_letters_do_no_harm),
		cmocka_unit_test(hostile_letters_cost_little_time),
		cmocka_unit_test(letters_of_a_megabyte_cost_little_time),
	};

	return cmocka_run_group_tests_name("letter", tests, inbox_open, inbox_close);
}
