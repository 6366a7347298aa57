/* SPDX-License-Identifier: MIT */
/* Reports of letters that didn't arrive, in the forms that servers give them: which say that the
 * letter never will. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/mime/message.h"
#include "tests/lib/inbox.h"

#define ID "abcdefghijklmnopqrstuvwxyz234567abcdefghij.g1.white.your-turn.7@example.org"

static struct message *read_letter(const char *bytes)
{
	struct message *letter;
	struct reason reason;

	assert_int_equal(message_read(bytes, strlen(bytes), &inbox_limits, "game@example.org",
				      &letter, &reason),
			 0);
	return letter;
}

/* Reads it with LF and with CR LF: it must be a bounce of our letter, for good or not. */
static void check(const char *bytes, bool permanent, const char *what)
{
	for (int with_cr = 0; with_cr < 2; with_cr++) {
		struct strbuf text;
		struct message *letter;

		strbuf_init(&text, 0);
		for (const char *c = bytes; *c != '\0'; c++) {
			if (*c == '\n' && with_cr)
				strbuf_add_char(&text, '\r');
			strbuf_add_char(&text, *c);
		}
		letter = read_letter(text.bytes);
		if (letter->class != MESSAGE_BOUNCE || letter->bounce_permanent != permanent ||
		    strcmp(letter->bounced_id, ID) != 0)
			fail_msg("%s: class %d, permanent %d, id %s, in:\n%s", what,
				 (int)letter->class, letter->bounce_permanent, letter->bounced_id,
				 bytes);
		message_free(letter);
		strbuf_done(&text);
	}
}

/* A report by RFC 3464 whose delivery-status has these fields. */
static void check_status(const char *status, bool permanent)
{
	char *bytes = base_printf(
		"Return-Path: <>\nFrom: Mail System <MAILER-DAEMON@mx.example.net>\n"
		"To: game@example.org\nSubject: Mail status\nMIME-Version: 1.0\n"
		"Content-Type: multipart/report; report-type=delivery-status; boundary=B\n\n"
		"--B\nContent-Type: text/plain\n\nYour letter.\n\n"
		"--B\nContent-Type: message/delivery-status\n\n"
		"Reporting-MTA: dns; mx.example.net\n\n%s\n\n"
		"--B\nContent-Type: message/rfc822\n\nFrom: game@example.org\n"
		"Message-ID: <" ID ">\n\nThe board. 550 5.1.1 user unknown\n\n--B--\n",
		status);

	check(bytes, permanent, status);
	free(bytes);
}

/* By each order of fields, case, status and more recipients than one. */
static void failed_is_for_good_whatever_the_status(void **state)
{
	static const char *const actions[] = {"failed",	 "FAILED",  "failed (gave up)",
					      "failure", "delayed", "delivered",
					      "relayed", "expanded"};
	static const char *const statuses[] = {"4.4.1", "4.2.2 (mailbox full)", "4.0.0",
					       "5.1.1", "5.0.0 (undefined)",	"2.0.0"};

	(void)state;
	for (size_t a = 0; a < ARRAY_LEN(actions); a++) {
		const bool failed = a < 4;

		for (size_t s = 0; s < ARRAY_LEN(statuses); s++) {
			static const char *const forms[] = {
				"Final-Recipient: rfc822; anna@example.org\nAction: %s\nStatus: %s",
				"Final-Recipient: rfc822; anna@example.org\nAction:\n "
				"%s\nStatus:\n\t%s",
				"Final-Recipient: rfc822; a@example.org\nAction: "
				"delivered\nStatus: 2.0.0\n\n"
				"Final-Recipient: rfc822; b@example.org\naction: %s\nstatus: %s",
				"Action: %s\nFinal-Recipient: rfc822; anna@example.org\nStatus: "
				"%s\n"
				"Diagnostic-Code: smtp; 550 5.1.1 unknown\n\n"
				"Final-Recipient: rfc822; a@example.org\nAction: delayed\nStatus: "
				"4.4.7",
			};

			for (size_t f = 0; f < ARRAY_LEN(forms); f++) {
				struct strbuf status;
				const char *first = strstr(forms[f], "%s");
				const char *second = strstr(first + 2, "%s");

				strbuf_init(&status, 0);
				strbuf_add_bytes(&status, forms[f], (size_t)(first - forms[f]));
				strbuf_add(&status, actions[a]);
				strbuf_add_bytes(&status, first + 2, (size_t)(second - first - 2));
				strbuf_add(&status, statuses[s]);
				strbuf_add(&status, second + 2);
				check_status(status.bytes, failed);
				strbuf_done(&status);
			}
		}
	}
	check_status("Final-Recipient: rfc822; anna@example.org\nStatus: 5.4.0", true);
	check_status("Final-Recipient: rfc822; anna@example.org\nStatus: 4.4.0", false);
	check_status("Final-Recipient: rfc822; anna@example.org\nAction: failed", true);
	check_status("Final-Recipient: rfc822; anna@example.org", false);
}

/* Checks a report in words alone, followed by the returned message, whose own words don't count. */
static void check_words(const char *subject, const char *words, bool permanent)
{
	static const char *const senders[] = {"MAILER-DAEMON@mx.example.net",
					      "Mail Delivery <postmaster@example.net>",
					      "MAILER-DAEMON"};
	static const char *const copies[] = {
		"--- Below this line is a copy of the message.\n\nFrom: x <game@example.org>\n",
		("------ This is a copy of the message, including all the headers. ------\n\n"
		 "Received: from a by b\nReturn-path: <game@example.org>\n"),
		"> Received: from a by b\n> ",
	};

	for (size_t i = 0; i < ARRAY_LEN(senders); i++) {
		for (size_t j = 0; j < ARRAY_LEN(copies); j++) {
			char *bytes = base_printf(
				"Return-Path: <>\nFrom: %s\nTo: game@example.org\nSubject: %s\n"
				"MIME-Version: 1.0\nContent-Type: text/plain; "
				"charset=utf-8\n\n%s\n\n%s"
				"Message-ID: <" ID ">\nSubject: [g1] Your move\n\n"
				"551 moves; user unknown, permanent error, will keep trying.\n",
				senders[i], subject, words, copies[j]);

			check(bytes, permanent, words);
			free(bytes);
		}
	}
}

static void reports_in_words_alone_count(void **state)
{
	static const char *const subjects[] = {"Failure Notice", "Mail System Error",
					       "[g1] Your move"};
	static const char *const final[] = {
		"Sorry, we were unable to deliver your message to the following address.\n\n"
		"<anna@example.org>:\n554: delivery error: dd Not a valid recipient",
		"Sorry, we were unable to deliver your message to the following address.\n\n"
		"<anna@example.org>:\nNo mx record found for domain=example.org",
		"Hi. This is the program at mx. I'm afraid it didn't work.\n<anna@example.org>:\n"
		"552 quota",
		"<anna@example.org>: host mx[192.0.2.1] said: 521-no more mail here",
		"<anna@example.org>\n  (reason: 571 Message refused)",
		"Your message wasn't delivered to anna@example.org because the address couldn't be "
		"found.",
		"The user you wrote to has a mailbox that is over quota: mailbox is full.",
		"This address does not exist.",
		"Message for anna@example.org expired: retry timeout exceeded",
		"Die Nachricht konnte nicht zugestellt werden.",
		"Votre message n'a pas été remis.",
		"#5.1.0 Address rejected.",
	};
	static const char *const later[] = {
		"The message has not yet been delivered: 421 try later. No action is required.",
		("This is a warning message only. You do not need to resend your message.\n"
		 "554: once"),
		"We will keep trying for 4 days. unable to deliver so far",
		"I wonder.",
		"It was sent at 15:50, in 5 parts of 5.5 kB, by mx-550 and host 10.5.1.1.",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(final); i++)
		for (size_t s = 0; s < ARRAY_LEN(subjects); s++)
			check_words(subjects[s], final[i], true);
	for (size_t i = 0; i < ARRAY_LEN(later); i++)
		check_words("Mail System Error", later[i], false);
	check_words("Warning: message 1a delayed 24 hours", final[0], false);
	check_words("Undelivered Mail Returned to Sender", "I wonder.", true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(failed_is_for_good_whatever_the_status),
		cmocka_unit_test(reports_in_words_alone_count),
	};

	return cmocka_run_group_tests_name("bounces", tests, inbox_open, inbox_close);
}
