/* SPDX-License-Identifier: MIT */
/* Whole letters: MIME, charsets, HTML, what is new in a reply; and what orders are found in that.
 */
#include "tests/fuzz/fuzz.h"

#include <glib.h>

#include "core/order/order.h"
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

static void check(const struct letter *letter)
{
	check_string("why_automatic", letter->why_automatic, false);
	check_string("message_id", letter->message_id, false);
	check_string("references", letter->references, false);
	check_string("subject", letter->subject, false);
	check_string("from", letter->from, false);
	check_string("unreadable", letter->unreadable, false);
	check_string("bounced_id", letter->bounced_id, false);
	check_string("text", letter->text, true);
	if (letter->class == LETTER_PLAIN && *letter->why_automatic != '\0')
		fuzz_fail("plain for a reason");
	if (letter->token_count > MAX_TOKEN_CANDIDATES ||
	    letter->header_token_count > letter->token_count)
		fuzz_fail("too many tokens");
}

static void obey(const struct letter *letter)
{
	struct order_list orders;
	struct order_signup signup;
	struct order_look looks;
	struct reason why = {""};

	order_list_init(&orders);
	(void)order_read_letter(fuzz_variant(0), letter->text, &orders, &why);
	order_list_done(&orders);
	order_signup_read(letter->text, &signup);
	order_look_read(letter->text, &looks);
}

static void letter_once(const char *bytes, size_t len)
{
	struct letter *letter = letter_sample(bytes, len, "game@example.org");
	struct reason reason = {""};
	char *whole;

	check(letter);
	letter_free(letter);
	if (letter_read_whole(bytes, len, &inbox_limits, &letter, &whole, &reason) == 0) {
		check(letter);
		obey(letter);
		letter_free(letter);
		free(whole);
	}
}

const struct fuzz fuzz_letter = {"letter", letter_library_start, letter_once};
