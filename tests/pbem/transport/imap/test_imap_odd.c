/* SPDX-License-Identifier: MIT */
/* Answers of servers that the protocol doesn't allow, and which bytes can be a message. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/transport/imap/imap_fetch_parse.h"
#include "pbem/transport/imap/imap_parse.h"

#define TAG "P0123456789abcdef"

/* Returns the line with `blanks` spaces for each of its own, except in strings. */
static char *spread(const char *line, int blanks)
{
	struct strbuf text;
	bool quoted = false;

	strbuf_init(&text, 0);
	for (; *line != '\0'; line++) {
		quoted ^= *line == '"';
		for (int i = 0; i < (*line == ' ' && !quoted ? blanks : 1); i++)
			strbuf_add_char(&text, *line);
	}
	return text.bytes;
}

static void any_number_of_blanks_is_read_as_one(void **state)
{
	static const char *const lines[] = {
		"* OK ready",
		"* BYE",
		"* 22279 EXISTS",
		"* 3 EXPUNGE",
		"* SEARCH 1 2 3",
		"* ESEARCH (TAG \"x y\") UID ALL 1:3",
		"* OK [UIDVALIDITY 1713632002544] fine",
		"* NO [LIMIT] later",
		"* 1 FETCH (UID 7 RFC822.SIZE 5 INTERNALDATE \"17-Jul-1996 02:44:25 -0700\")",
		"* 1 FETCH (FLAGS ($a $b) UID 7)",
		TAG " OK done",
		TAG " NO [TRYCREATE] which?",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
		struct imap_response one;

		imap_parse_response(lines[i], strlen(lines[i]), TAG, &one);
		assert_int_not_equal(one.kind, IMAP_BROKEN);
		for (int blanks = 2; blanks < 12; blanks += 3) {
			char *line = spread(lines[i], blanks);
			struct imap_response many;
			struct imap_fetch fetch;

			imap_parse_response(line, strlen(line), TAG, &many);
			assert_int_equal(many.kind, one.kind);
			assert_int_equal(many.tagged, one.tagged);
			assert_int_equal(many.number, one.number);
			assert_int_equal(many.code == NULL, one.code == NULL);
			assert_int_equal(imap_parse_holds_literals(line, strlen(line)),
					 imap_parse_holds_literals(lines[i], strlen(lines[i])));
			if (many.kind == IMAP_FETCH) {
				assert_true(imap_items_fetch(many.rest, many.rest_len, &fetch));
				assert_int_equal(fetch.uid, 7);
			}
			free(line);
		}
	}
}

/* Tries every part of a message, and every size that may be listed for it. */
static void only_what_can_be_the_letter_is_handed_over(void **state)
{
	static const char letter[] = "From: ann@example.org\r\nSubject: x\r\n\r\nMOVE e2-e4\r\n";
	const size_t size = sizeof letter - 1,
		     header = (size_t)(strstr(letter, "\r\n\r\n") - letter);

	(void)state;
	for (size_t len = 0; len <= size; len++) {
		for (uint64_t listed = 0; listed <= 2 * size; listed++) {
			enum imap_body body = imap_items_body(listed, letter, len);

			if (listed <= len)
				assert_int_equal(body, IMAP_BODY_WHOLE);
			else if (len == 0)
				assert_int_equal(body, IMAP_BODY_NONE);
			else if (listed > IMAP_BODY_SOME && len < header)
				assert_int_equal(body, IMAP_BODY_NONE);
			else if (listed > IMAP_BODY_SOME && len > header + 3)
				assert_int_equal(body, IMAP_BODY_SHORT);
		}
	}
	assert_int_equal(imap_items_body(9, "a: b\n\nc\n", 8), IMAP_BODY_WHOLE);
	assert_int_equal(imap_items_body(11, "a: b\n\nc\n", 8), IMAP_BODY_WHOLE);
	assert_int_equal(imap_items_body(12, "a: b\n\nc\n", 8), IMAP_BODY_SHORT);
	assert_int_equal(imap_items_body(300, "\r\n\r\n\r\n", 6), IMAP_BODY_NONE);
}

static bool passes(const char *line)
{
	struct imap_response response;

	imap_parse_response(line, strlen(line), TAG, &response);
	return imap_parse_passing(&response);
}

static void a_refusal_passes_by_its_code_or_its_words(void **state)
{
	static const char *const statuses[] = {TAG " NO", TAG " BAD", "* NO", "* BAD", "* BYE"};
	static const char *const passing[] = {"[OVERQUOTA] exceeded",
					      "[SERVERBUG] oops",
					      "[THROTTLED]",
					      "[UNAVAILABLE]",
					      "[limit] many",
					      "[INUSE] by another",
					      "[ALERT] too many of you",
					      "Try again later.",
					      "please try again in 5 minutes",
					      "User is authenticated but not connected.",
					      "Server Unavailable. 15",
					      "[CONTACTADMIN] temporary",
					      "Mailbox locked by POP3 session"};
	static const char *const lasting[] = {"[AUTHENTICATIONFAILED] Invalid credentials",
					      "Please try again",
					      "[NONEXISTENT] Mailbox temporarily unavailable",
					      "[AUTHORIZATIONFAILED] too many",
					      "[EXPIRED] try again later",
					      "[CONTACTADMIN] ask",
					      "Too many arguments",
					      "LOGIN failed"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(statuses); i++) {
		for (size_t j = 0; j < ARRAY_LEN(passing) + ARRAY_LEN(lasting); j++) {
			const bool wanted = j < ARRAY_LEN(passing);
			char *line =
				base_printf("%s %s", statuses[i],
					    wanted ? passing[j] : lasting[j - ARRAY_LEN(passing)]);

			assert_int_equal(passes(line), wanted);
			free(line);
		}
	}
	assert_false(passes(TAG " OK [UNAVAILABLE] try again later"));
	assert_false(passes("* 1 EXISTS"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_number_of_blanks_is_read_as_one),
		cmocka_unit_test(only_what_can_be_the_letter_is_handed_over),
		cmocka_unit_test(a_refusal_passes_by_its_code_or_its_words),
	};

	return cmocka_run_group_tests_name("imap_odd", tests, NULL, NULL);
}
