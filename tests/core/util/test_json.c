/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/util/json.h"
#include "core/util/strbuf.h"

static void values_stand_in_objects_and_arrays(void **state)
{
	struct json json;
	struct strbuf out;

	(void)state;
	strbuf_init(&out, 0);
	json_init(&json, &out);
	json_object(&json, NULL);
	json_string(&json, "a", "b");
	json_number(&json, "n", -3);
	json_array(&json, "list");
	json_bool(&json, NULL, true);
	json_null(&json, NULL);
	json_object(&json, NULL);
	json_object_end(&json);
	json_array_end(&json);
	json_array(&json, "none");
	json_array_end(&json);
	json_time(&json, "when", 1);
	json_time(&json, "never", 0);
	json_string(&json, "nothing", NULL);
	json_object_end(&json);
	assert_string_equal(out.bytes, "{\n"
				       "  \"a\": \"b\",\n"
				       "  \"n\": -3,\n"
				       "  \"list\": [\n"
				       "    true,\n"
				       "    null,\n"
				       "    {}\n"
				       "  ],\n"
				       "  \"none\": [],\n"
				       "  \"when\": \"1970-01-01T00:00:01Z\",\n"
				       "  \"never\": null,\n"
				       "  \"nothing\": null\n"
				       "}\n");
	strbuf_done(&out);
}

static void any_bytes_make_a_valid_string(void **state)
{
	static const struct {
		const char *bytes, *written;
	} cases[] = {
		{"", "[\n  \"\"\n]\n"},
		{"a\"b\\c", "[\n  \"a\\\"b\\\\c\"\n]\n"},
		{"\n\t\x01\x7f", "[\n  \"\\n\\u0009\\u0001\\u007f\"\n]\n"},
		{"\xc3\xa9\xe2\x99\x94\xf0\x9f\x98\x80",
		 "[\n  \"\xc3\xa9\xe2\x99\x94\xf0\x9f\x98\x80\"\n]\n"},
		/* A byte of none, one cut short, one written too long, half a pair, one too high.
		 */
		{"\xff|\xc3", "[\n  \"\xef\xbf\xbd|\xef\xbf\xbd\"\n]\n"},
		{"\xc0\xaf", "[\n  \"\xef\xbf\xbd\xef\xbf\xbd\"\n]\n"},
		{"\xed\xa0\x80", "[\n  \"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"\n]\n"},
		{"\xf4\x90\x80\x80",
		 "[\n  \"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"\n]\n"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct json json;
		struct strbuf out;

		strbuf_init(&out, 0);
		json_init(&json, &out);
		json_array(&json, NULL);
		json_string(&json, NULL, cases[i].bytes);
		json_array_end(&json);
		assert_string_equal(out.bytes, cases[i].written);
		strbuf_done(&out);
	}
}

static void lines_are_an_array_without_blank_ends(void **state)
{
	struct json json;
	struct strbuf out;

	(void)state;
	strbuf_init(&out, 0);
	json_init(&json, &out);
	json_array(&json, NULL);
	json_lines(&json, NULL, "\n  a\n\nb\xc3\n\n");
	json_lines(&json, NULL, "\n\n");
	json_array_end(&json);
	assert_string_equal(out.bytes,
			    "[\n  [\n    \"  a\",\n    \"\",\n    \"b\xef\xbf\xbd\"\n  ],\n"
			    "  []\n]\n");
	strbuf_done(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_stand_in_objects_and_arrays),
		cmocka_unit_test(any_bytes_make_a_valid_string),
		cmocka_unit_test(lines_are_an_array_without_blank_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
