/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"

static char path[] = "/tmp/pbem-phrase-XXXXXX";

static struct phrases *load(const char *text, struct reason *reason)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(text, file);
	fclose(file);
	return translate_load(path, reason);
}

static struct phrases *load_well(const char *text)
{
	struct reason reason;
	struct phrases *phrases = load(text, &reason);

	if (phrases == NULL)
		fail_msg("%s", reason.text);
	return phrases;
}

static void fails_with(const char *text, const char *where, const char *what)
{
	struct reason reason = {.text = ""};

	assert_null(load(text, &reason));
	if (strncmp(reason.text, path, strlen(path)) != 0 ||
	    strncmp(reason.text + strlen(path), where, strlen(where)) != 0 ||
	    strstr(reason.text, what) == NULL)
		fail_msg("%s", reason.text);
}

static void what_is_known_is_said_in_the_other_language_and_all_else_in_english(void **state)
{
	struct phrases *phrases = load_well("# a comment\n"
					    "msgid \"\"\nmsgstr \"\"\n\"Language: de\\n\"\n\n"
					    "msgid \"to move\"\nmsgstr \"am \"\n\"Zug\"\n\n"
					    "#, fuzzy\nmsgid \"guessed\"\nmsgstr \"geraten\"\n"
					    "msgid \"not yet\"\nmsgstr \"\"\n");

	(void)state;
	assert_string_equal(translate("to move"), "to move");
	(void)translate_speak(phrases);
	assert_string_equal(translate("to move"), "am Zug");
	assert_string_equal(translate("guessed"), "guessed");
	assert_string_equal(translate("not yet"), "not yet");
	assert_string_equal(translate(""), "");
	(void)translate_speak(NULL);
	assert_string_equal(translate("to move"), "to move");
	translate_free(phrases);
}

static void reasons_are_given_in_the_language_spoken(void **state)
{
	struct phrases *phrases = load_well("#, c-format\nmsgid \"can't read %s behind %u\"\n"
					    "msgstr \"hinter %2$u ist %1$s nicht zu lesen\"\n"
					    "msgid \"line %u: \"\nmsgstr \"Zeile %u: \"\n");
	struct reason reason;

	(void)state;
	(void)translate_speak(phrases);
	reason_set(&reason, "can't read %s behind %u", "e9", 4u);
	reason_prefix(&reason, "line %u: ", 3u);
	(void)translate_speak(NULL);
	assert_string_equal(reason.text, "Zeile 3: hinter 4 ist e9 nicht zu lesen");
	translate_free(phrases);
}

static void a_catalogue_that_would_print_something_else_is_refused(void **state)
{
	static const char *const others[] = {"%u",	  "%s %s",  "nothing", "%2$s",
					     "%1$s %2$s", "%*s",    "%",       "%ls",
					     "%99$s",	  "%1$s%s", "%n",      "%s %1$n %s"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(others); i++) {
		char *text = base_printf("msgid \"a %%s\"\nmsgstr \"b %s\"\n", others[i]);

		fails_with(text, ":2: ", "not the same");
		free(text);
	}
}

static void faults_are_named_with_their_line(void **state)
{
	struct reason reason;
	struct phrases *none = translate_load("/nonexistent/de.po", &reason);

	(void)state;
	/* A language may do without. */
	assert_non_null(none);
	translate_free(none);
	fails_with("msgid \"a\"\nmsgstr \"b\n", ":2: ", "quote at the end");
	fails_with("\n\"a\"\n", ":2: ", "expected msgid");
	fails_with("msgid \"a\"\nmsgstr \"\\q\"\n", ":2: ", "behind \\");
	fails_with("msgid \"a\" b\n", ":1: ", "nothing may stand");
	fails_with("msgctxt \"a\"\nmsgstr \"b\"\n", ":2: ", "expected msgid");
	fails_with("msgctxt \"a\"\nmsgctxt \"b\"\n", ":2: ", "expected msgid");
	fails_with("msgid \"a\"\nmsgid \"b\"\nmsgstr \"c\"\n", ":2: ", "msgstr");
	assert_null(translate_load("/", &reason));
}

static void reads_back(const char *written, const char *english, size_t used)
{
	size_t got = 99;
	const char *found = translate_back("card", written, &got);

	if (english == NULL)
		assert_null(found);
	else
		assert_string_equal(found, english);
	assert_int_equal(got, used);
}

static void what_stands_in_a_context_is_no_format_and_is_read_back(void **state)
{
	struct phrases *phrases =
		load_well("msgctxt \"card\"\nmsgid \"Bog\"\nmsgstr \"Sumpf\"\n"
			  "msgctxt \"card\"\nmsgid \"100%\"\nmsgstr \"Ganz, %s\"\n"
			  "msgctxt \"card\"\nmsgid \"Evil Eye\"\n"
			  "msgstr \"Böser Blick!\"\n"
			  "msgctxt \"on card\"\nmsgid \"Bog\"\nmsgstr \"Moor\"\n"
			  "msgid \"a\"\nmsgstr \"b\"\n");
	size_t at = 0;

	(void)state;
	assert_string_equal(translate_of("card", "Bog"), "Bog");
	reads_back("Sumpf", NULL, 0);
	(void)translate_speak(phrases);
	assert_string_equal(translate("Bog"), "Bog");
	assert_string_equal(translate("a"), "b");
	assert_string_equal(translate_of("card", "Bog"), "Sumpf");
	assert_string_equal(translate_of("on card", "Bog"), "Moor");
	assert_string_equal(translate_of("card", "100%"), "Ganz, %s");
	reads_back("sumpf e4", "Bog", 5);
	reads_back("Sumpfe e4", NULL, 0);
	reads_back("Moor", NULL, 0);
	reads_back("BOSER  blick, a1", "Evil Eye", 12);
	reads_back("böser-Blick! a1", "Evil Eye", 13);
	reads_back("Böser", NULL, 0);
	reads_back("", NULL, 0);
	assert_string_equal(translate_next("on card", &at), "Bog");
	assert_null(translate_next("on card", &at));
	(void)translate_speak(NULL);
	translate_free(phrases);
}

static void umlauts_take_one_column(void **state)
{
	struct strbuf text;

	(void)state;
	strbuf_init(&text, 0);
	strbuf_add_padded(&text, "Weiß", 8);
	strbuf_add_padded(&text, "Schwarz", 3);
	assert_string_equal(text.bytes, "Weiß    Schwarz");
	strbuf_done(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			what_is_known_is_said_in_the_other_language_and_all_else_in_english),
		cmocka_unit_test(reasons_are_given_in_the_language_spoken),
		cmocka_unit_test(a_catalogue_that_would_print_something_else_is_refused),
		cmocka_unit_test(faults_are_named_with_their_line),
		cmocka_unit_test(what_stands_in_a_context_is_no_format_and_is_read_back),
		cmocka_unit_test(umlauts_take_one_column),
	};
	int result;

	close(mkstemp(path));
	result = cmocka_run_group_tests_name("phrase", tests, NULL, NULL);
	unlink(path);
	return result;
}
