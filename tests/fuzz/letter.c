/* SPDX-License-Identifier: MIT */
/* Whole messages: MIME, charsets, HTML, the new text in a reply; and the orders in that text. */
#include "tests/fuzz/fuzz.h"

#include <glib.h>

#include "core/order/order_parse.h"
#include "core/order/order_signup.h"
#include "tests/lib/inbox.h"

static void check_string(const char *what, const char *string, bool lines)
{
	if (string == NULL)
		fuzz_fail("%s is missing", what);
	if (!g_utf8_validate(string, -1, NULL))
		fuzz_fail("%s isn't UTF-8", what);
	for (const char *c = string; *c != '\0'; c++)
		/* A tab at a line's start may be the mark of a quote, or stand before an order. */
		if (((unsigned char)*c < 0x20 && !(lines && (*c == '\n' || *c == '\t'))) ||
		    *c == 0x7f)
			fuzz_fail("%s has a control character", what);
}

static void check(const struct message *letter)
{
	check_string("why_automatic", letter->why_automatic, false);
	check_string("message_id", letter->message_id, false);
	check_string("references", letter->references, false);
	check_string("subject", letter->subject, false);
	check_string("from", letter->from, false);
	check_string("unreadable", letter->unreadable, false);
	check_string("bounced_id", letter->bounced_id, false);
	check_string("text", letter->text, true);
	if (letter->class == MESSAGE_PLAIN && *letter->why_automatic != '\0')
		fuzz_fail("plain for a reason");
	if (letter->token_count > MAX_TOKEN_CANDIDATES ||
	    letter->header_token_count > letter->token_count)
		fuzz_fail("too many tokens");
}

static void obey(const struct message *letter)
{
	struct order_list orders;
	struct order_signup signup;
	struct order_look looks;
	struct reason why = {.text = ""};

	order_list_init(&orders);
	(void)order_read_message(fuzz_variant(0), letter->text, &orders, &why);
	order_list_done(&orders);
	order_signup_read(letter->text, &signup);
	order_look_read(letter->text, &looks);
}

static void letter_once(const char *bytes, size_t len)
{
	struct message *letter = message_sample(bytes, len, "game@example.org");
	struct reason reason = {.text = ""};
	char *whole;

	check(letter);
	message_free(letter);
	if (message_read_whole(bytes, len, &inbox_limits, &letter, &whole, &reason) == 0) {
		check(letter);
		obey(letter);
		message_free(letter);
		free(whole);
	}
}

const struct fuzz fuzz_letter = {"letter", message_library_start, letter_once};
