/* SPDX-License-Identifier: MIT */
/* Addresses have one form: what people and mail programs write of the same domain is one address.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/util/base.h"
#include "pbem/sys/address.h"

static void domains_have_one_form(void **state)
{
	/* The right-hand forms are those that registries give. */
	static const char *const domains[][2] = {
		{"example.org", "example.org"},
		{"EXAMPLE.Org", "EXAMPLE.Org"},
		{"m\u00fcnchen.example", "xn--mnchen-3ya.example"},
		{"M\u00dcNCHEN.example", "xn--mnchen-3ya.example"},
		{"mu\u0308nchen.example", "xn--mnchen-3ya.example"},
		{"xn--mnchen-3ya.example", "xn--mnchen-3ya.example"},
		{"mail.b\u00fccher.example", "mail.xn--bcher-kva.example"},
		{"stra\u00dfe.example", "xn--strae-oqa.example"},
		{"\u4f8b\u3048.\u30c6\u30b9\u30c8", "xn--r8jz45g.xn--zckzah"},
		{"\u03c0\u03b1\u03c1\u03ac\u03b4\u03b5\u03b9\u03b3\u03bc\u03b1."
		 "\u03b4\u03bf\u03ba\u03b9\u03bc\u03ae",
		 "xn--hxajbheg2az3al.xn--jxalpdlp"},
		{"\u0440\u0444.example", "xn--p1ai.example"},
		{"caf\u00e9-au-lait.example", "xn--caf-au-lait-dbb.example"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(domains); i++) {
		char *text = base_printf("Anna+chess@%s", domains[i][0]);
		char *wanted = base_printf("Anna+chess@%s", domains[i][1]);
		char address[ADDRESS_MAX + 1], again[ADDRESS_MAX + 1];

		assert_true(address_read(text, address));
		assert_string_equal(address, wanted);
		assert_true(address_is_good(address));
		assert_true(address_read(address, again));
		assert_string_equal(again, address);
		free(wanted);
		free(text);
	}
}

static void what_no_letter_reaches_is_no_address(void **state)
{
	static const char *const bad[] = {
		"",
		"anna",
		"@example.org",
		"anna@",
		"a@b@c",
		"a b@example.org",
		"j\u00fcrgen \u00fc@example.org",
		"j\u00a0rgen@example.org",
		"j\xc2\x9brgen@example.org",
		"j\u202ergen@example.org",
		"j\u200drgen@example.org",
		"j\xfcrgen@example.org",
		"anna@m\u00ad\u00fcnchen.example",
		"anna@m\u202e\u00fcnchen.example",
		"\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc"
		"\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc"
		"\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc@example.org",
		"anna@m\u00fcnchen.example\nBcc: x@example.org",
		"anna@\xff\xfe.example",
		"\xc3@\xc3\xbc.example",
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@example.org",
		"anna@"
		"\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc"
		"\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc"
		"\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc"
		"\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc"
		"\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc",
	};
	char address[ADDRESS_MAX + 1];

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		assert_false(address_read(bad[i], address));
		assert_string_equal(address, "");
	}
}

/* RFC 6531: they belong to players, too. */
static void local_parts_have_one_form(void **state)
{
	static const char *const forms[][2] = {
		{"j\u00fcrgen@example.org", "j\u00fcrgen@example.org"},
		{"J\u00dcrgen@example.org", "J\u00fcrgen@example.org"},
		{"ju\u0308rgen@example.org", "j\u00fcrgen@example.org"},
		{"JU\u0308RGEN@Example.org", "J\u00fcRGEN@Example.org"},
		{"j\u00fcrgen+chess@m\u00fcnchen.example",
		 "j\u00fcrgen+chess@xn--mnchen-3ya.example"},
		{"\u7528\u6237@\u4f8b\u3048\u3002\u30c6\u30b9\u30c8",
		 "\u7528\u6237@xn--r8jz45g.xn--zckzah"},
		{"\u0430\u043d\u043d\u0430@example.org", "\u0430\u043d\u043d\u0430@example.org"},
		{"anna@m\u00fcnchen\uff0eexample", "anna@xn--mnchen-3ya.example"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(forms); i++) {
		char address[ADDRESS_MAX + 1], again[ADDRESS_MAX + 1];

		assert_true(address_read(forms[i][0], address));
		assert_string_equal(address, forms[i][1]);
		assert_true(address_is_good(address));
		assert_true(address_read(address, again));
		assert_string_equal(again, address);
	}
	assert_true(address_is_ascii("anna@xn--mnchen-3ya.example"));
	assert_false(address_is_ascii("j\u00fcrgen@example.org"));
}

/* Any text becomes one address whose domain is ASCII, or none. */
static void anything_is_an_address_or_none(void **state)
{
	static const char *const pieces[] = {"a",      "\u00fc", "@",	   ".",	     "-",
					     "\u4f8b", " ",	 "\xff",   "xn--",   "\u0308",
					     "<",      "1",	 "\t",	   "\u00df", "\U0001f600",
					     "\u00dc", "\u3002", "\u0130", "\u0345", "\u1fb3"};
	uint32_t seed = 1;

	(void)state;
	for (int i = 0; i < 200000; i++) {
		char text[400] = "", address[ADDRESS_MAX + 1], again[ADDRESS_MAX + 1];

		for (int count = 0; count < 1 + i % 40; count++) {
			seed = seed * 1664525u + 1013904223u;
			strcat(text, pieces[(seed >> 16) % ARRAY_LEN(pieces)]);
		}
		if (!address_read(text, address))
			continue;
		assert_true(address_is_good(address));
		assert_true(address_is_ascii(strchr(address, '@')));
		assert_true(address_read(address, again));
		assert_string_equal(again, address);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(domains_have_one_form),
		cmocka_unit_test(local_parts_have_one_form),
		cmocka_unit_test(what_no_letter_reaches_is_no_address),
		cmocka_unit_test(anything_is_an_address_or_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
