/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/lib/inbox.h"
#include "tests/lib/readers.h"
#include "tests/lib/source.h"
#include "tests/lib/traitor.h"

unsigned readers_share = 1;

int readers_start(void **state)
{
	char *games = source_path("games"), *mailers = source_path("mailers");
	const struct sandbox_setup setup = {.limits = inbox_limits,
					    .own_address = "game@example.org",
					    .games = games,
					    .mailers = mailers,
					    .messages_per_reader = readers_share};
	struct reason reason;

	(void)state;
	traitor_shared->parent = getpid();
	sandbox_start();
	assert_int_equal(sandbox_ready(&setup, &reason), 0);
	free(mailers);
	free(games);
	return 0;
}

int readers_stop(void **state)
{
	(void)state;
	sandbox_stop();
	return 0;
}

enum sandbox readers_read(const char *bytes, struct message **letter_out, struct reason *reason)
{
	*letter_out = NULL;
	return sandbox_read(bytes, strlen(bytes), letter_out, reason);
}

void readers_assert_read(void)
{
	struct message *letter;
	struct reason reason = {.text = ""};

	if (readers_read(READERS_HONEST, &letter, &reason) != SANDBOX_READ)
		fail_msg("an honest letter: %s", reason.text);
	assert_string_equal(letter->text, "MOVE e2e4");
	assert_string_equal(letter->from, "anna@example.org");
	message_free(letter);
}

/* Sanitizers and valgrind need the doors open; these tests don't hold there. */
void readers_need_doors(void)
{
	readers_assert_read();
	if (!sandbox_are_closed()) {
		print_message("held by %s\n", sandbox_doors());
		skip();
	}
}

/* Readers that have all follow; the next word is for one that hasn't again. */
void readers_assert_fail(const char *word, const char *why)
{
	char *bytes = base_printf(TRAITOR "%s\n", word);
	struct reason reason = {.text = ""};
	struct message *letter;

	/* On a busy machine a minute of computing may take longer than a reader is waited for. */
	if (readers_read(bytes, &letter, &reason) != SANDBOX_FAILED ||
	    (strstr(reason.text, why) == NULL &&
	     (strcmp(word, "spin") != 0 || strstr(reason.text, "no answer in time") == NULL)))
		fail_msg("%s: %s", word, reason.text);
	free(bytes);
	readers_assert_read();
	(void)readers_stop(NULL);
	(void)readers_start(NULL);
}
