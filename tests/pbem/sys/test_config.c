/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/util/base.h"
#include "pbem/sys/config.h"
#include "pbem/sys/files.h"
#include "tests/lib/scratch.h"

static void put(const char *name, const char *text, mode_t mode)
{
	char *path = base_printf("%s/%s", scratch_folder, name);
	struct reason reason;

	assert_int_equal(files_write(path, text, strlen(text), &reason), 0);
	chmod(path, mode);
	free(path);
}

static struct config *load(const char *text, struct reason *reason)
{
	put("pbem.conf", text, 0600);
	return config_load(scratch_folder, reason);
}

static void an_address_is_enough(void **state)
{
	struct reason reason = {.text = ""};
	struct config *config = load("# a comment\n\n  address =  games@example.org \n", &reason);

	(void)state;
	if (config == NULL)
		fail_msg("%s", reason.text);
	assert_string_equal(config->address, "games@example.org");
	assert_string_equal(config->domain, "example.org");
	assert_string_equal(config->mailbox, "maildir:mail/in");
	assert_string_equal(config->outgoing, "maildir:mail/out");
	assert_int_equal(config->batch_messages, 800);
	assert_false(config->insecure);
	assert_null(config->moderator);
	config_free(config);
}

static void moderators_are_told_apart(void **state)
{
	static const struct {
		const char *text, *each[3];
	} rows[] = {
		{"address = a@b.c\nmoderator =\n", {NULL}},
		{"address = a@b.c\nmoderator = m@b.c\n", {"m@b.c", NULL}},
		{"address = a@b.c\nmoderator = m@b.c,n@b.c\n", {"m@b.c", "n@b.c", NULL}},
		{"address = a@b.c\nmoderator = m@b.c ,\tn@b.c \n", {"m@b.c", "n@b.c", NULL}},
	};
	struct reason reason = {.text = ""};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct config *config = load(rows[i].text, &reason);
		size_t k = 0;

		assert_non_null(config);
		for (; rows[i].each[k] != NULL; k++) {
			char *each = config_moderator(config, k);

			assert_string_equal(each, rows[i].each[k]);
			free(each);
		}
		assert_null(config_moderator(config, k));
		config_free(config);
	}
}

static void faults_are_named_with_file_and_line(void **state)
{
	static const struct {
		const char *text, *expected;
	} faults[] = {
		{"address = a@b.c\nmailbax = x\n",
		 "pbem.conf:2: there is no key 'mailbax'; did you mean 'mailbox'?"},
		{"address = a@b.c\nmoderator = a@b.c,,d@e.f\n",
		 "pbem.conf:2: moderator is one address, or several with one comma between them, "
		 "not "
		 "'a@b.c,,d@e.f'"},
		{"address = a@b.c\nmoderator = a@b.c , , d@e.f\n", "pbem.conf:2: moderator is one"},
		{"address = a@b.c\nmoderator = ,a@b.c\n", "pbem.conf:2: moderator is one"},
		{"address = a@b.c\nmoderator = a@b.c,\n", "pbem.conf:2: moderator is one"},
		{"address = a@b.c\nmoderator = ,\n", "pbem.conf:2: moderator is one"},
		{"address = a@b.c\ninsecure = maybe\n", "pbem.conf:2: insecure is yes or no"},
		{"address = a@b.c\n\nbatch-messages = 0\n",
		 "pbem.conf:3: batch-messages is a whole"},
		{"address\n", "pbem.conf:1: expected 'key = value'"},
		{"name = x\n", "'address' must be"},
		{"address = nobody\n", "'address' must be"},
		{"address = a@b.c\nmailbox-password-file = x\nmailbox-oauth-command = y\n",
		 "set only one of"},
		{"address = a@b.c\nbatch-letters = 800\n",
		 "pbem.conf:2: the key batch-letters is now called batch-messages"},
		{"address = a@b.c\ndigest-hour = 7\n",
		 "pbem.conf:2: the key digest-hour is now called summary-hour"},
		{"max-letter-bytes = 4096\naddress = a@b.c\n",
		 "pbem.conf:1: the key max-letter-bytes is now called max-message-bytes"},
		{"address = a@b.c\n\noutage = 6\n",
		 "pbem.conf:3: the key outage is now called outage-hours"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(faults); i++) {
		struct reason reason = {.text = ""};

		assert_null(load(faults[i].text, &reason));
		if (strstr(reason.text, faults[i].expected) == NULL)
			fail_msg("expected '%s' in '%s'", faults[i].expected, reason.text);
	}
}

static void a_missing_site_says_how_to_make_one(void **state)
{
	struct reason reason;

	(void)state;
	assert_null(config_load("/nonexistent", &reason));
	assert_non_null(strstr(reason.text, "pbem --site /nonexistent init"));
}

static void secrets_come_from_a_private_file_or_a_command(void **state)
{
	struct reason reason = {.text = ""};
	struct config *config = load("address = a@b.c\n"
				     "mailbox-password-file = secret\n"
				     "outgoing-oauth-command = echo bearer; echo more\n",
				     &reason);
	char *secret = NULL;
	bool bearer;

	(void)state;
	assert_non_null(config);
	put("secret", "hunter2\r\nsecond line\n", 0600);
	assert_int_equal(config_secret(config, &config->mailbox_login, &secret, &bearer, &reason),
			 0);
	assert_string_equal(secret, "hunter2");
	assert_false(bearer);
	free(secret);
	assert_int_equal(config_secret(config, &config->outgoing_login, &secret, &bearer, &reason),
			 0);
	assert_string_equal(secret, "bearer");
	assert_true(bearer);
	free(secret);
	put("secret", "hunter2\n", 0644);
	assert_int_equal(config_secret(config, &config->mailbox_login, &secret, &bearer, &reason),
			 -1);
	assert_non_null(strstr(reason.text, "chmod 600"));
	assert_null(strstr(reason.text, "hunter2"));
	config_free(config);
}

static void a_secret_command_that_fails_is_told(void **state)
{
	struct reason reason = {.text = ""};
	struct config *config =
		load("address = a@b.c\noutgoing-password-command = exit 3\n", &reason);
	char *secret = NULL;
	bool bearer;

	(void)state;
	assert_int_equal(config_secret(config, &config->outgoing_login, &secret, &bearer, &reason),
			 -1);
	assert_non_null(strstr(reason.text, "'exit 3' must print the secret"));
	config_free(config);
}

/* A later run may succeed: nobody has to fix anything. */
static void a_secret_command_that_cannot_be_run_now_is_run_later(void **state)
{
	static const char *const commands[] = {"echo hunter2", "kill -9 $$",
					       "echo hunter2; kill $$"};
	struct reason reason = {.text = ""};
	bool bearer;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(commands); i++) {
		char *text = base_printf("address = a@b.c\noutgoing-password-command = %s\n",
					 commands[i]),
		     *secret = NULL;
		struct config *config = load(text, &reason);
		struct rlimit files, none;

		assert_int_equal(getrlimit(RLIMIT_NOFILE, &files), 0);
		none = (struct rlimit){0, files.rlim_max};
		if (i == 0)
			setrlimit(RLIMIT_NOFILE, &none);
		assert_int_equal(
			config_secret(config, &config->outgoing_login, &secret, &bearer, &reason),
			-1);
		setrlimit(RLIMIT_NOFILE, &files);
		assert_true(reason_is_temporary(&reason));
		assert_null(secret);
		config_free(config);
		free(text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_address_is_enough),
		cmocka_unit_test(moderators_are_told_apart),
		cmocka_unit_test(faults_are_named_with_file_and_line),
		cmocka_unit_test(a_missing_site_says_how_to_make_one),
		cmocka_unit_test(secrets_come_from_a_private_file_or_a_command),
		cmocka_unit_test(a_secret_command_that_fails_is_told),
		cmocka_unit_test(a_secret_command_that_cannot_be_run_now_is_run_later),
	};

	return cmocka_run_group_tests_name("config", tests, scratch_open, scratch_close);
}
