/* SPDX-License-Identifier: MIT */
/* Files of records: what is printed is read back, and every faulty line is named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/util/strbuf.h"
#include "pbem/sys/files.h"
#include "pbem/sys/recordfile.h"
#include "tests/lib/scratch.h"

enum colour { NO_COLOUR, RED, BLUE };
enum state { NEW, OLD };

struct guest {
	enum state state;
	unsigned serial;
	int place; /* -1: any */
	char address[20];
};

struct pair {
	char key[8], value[8];
};

struct party {
	char name[12];
	uint8_t generation;
	int64_t begins;
	bool secret;
	enum colour colour;
	uint32_t marks;
	char songs[2][8];
	char eaten[12];
	struct pair pairs[2];
	size_t pair_count;
	struct guest *guests;
	unsigned guest_count;
};

static const char *const colours[] = {"", "red", "blue", NULL};
static const char *const states[] = {"new", "old", NULL};

static const struct recordfile_list pairs = {RECORDFILE_LIST(struct party, pairs, pair_count),
					     .max = 2};
static const struct recordfile_list guests = {
	RECORDFILE_LIST(struct party, guests, guest_count),
	.fresh = &(const struct guest){.place = -1},
};

#define PARTY(member) RECORDFILE_MEMBER(struct party, member)
#define GUEST(member) RECORDFILE_MEMBER(struct guest, member)

static const struct recordfile_row rows[] = {
	{"name [NAME]", .always = true, .fields = {{RECORDFILE_TEXT, PARTY(name)}}},
	{"generation NUMBER", .always = true,
	 .fields = {{RECORDFILE_NUMBER, PARTY(generation), 200}}},
	{"begins 2026-11-30T12:00:00Z red|blue",
	 .fields = {{RECORDFILE_MOMENT, PARTY(begins)},
		    {RECORDFILE_WORD, PARTY(colour), .words = colours}}},
	{"secret", .fields = {{RECORDFILE_FLAG, PARTY(secret)}}},
	{"marks HEXADECIMAL", .fields = {{RECORDFILE_HEX, PARTY(marks), UINT32_MAX}}},
	{"song TEXT", .fields = {{RECORDFILE_TEXT, RECORDFILE_LINES(struct party, songs)}}},
	{"pair KEY VALUE", &pairs, .begins = true,
	 .fields = {{RECORDFILE_TEXT, RECORDFILE_MEMBER(struct pair, key)},
		    {RECORDFILE_TEXT, RECORDFILE_MEMBER(struct pair, value)}}},
	{"new|old NUMBER", &guests, .begins = true,
	 .fields = {{RECORDFILE_LEAD, GUEST(state), .words = states},
		    {RECORDFILE_NUMBER, GUEST(serial), 99}}},
	{"address anna@example.org", &guests, .fields = {{RECORDFILE_ADDRESS, GUEST(address)}}},
	{"place NUMBER", &guests, .fields = {{RECORDFILE_INDEX, GUEST(place), 7}}},
};

static int check_name(void *file, struct reason *reason)
{
	const struct party *party = file;

	return strcmp(party->name, "nobody") != 0 ? 0 : reason_fail(reason, "nobody has no party");
}

static const struct recordfile form = {"test-party",	4096,	    rows,
				       ARRAY_LEN(rows), check_name, .shared = false};

static int load(const char *text, mode_t mode, bool *there, struct party *party,
		struct reason *reason)
{
	char *path = base_printf("%s/party", scratch_folder);
	int result;

	*party = (struct party){.name = ""};
	(void)unlink(path);
	if (text != NULL)
		assert_int_equal(files_write(path, text, strlen(text), reason), 0);
	if (text != NULL)
		chmod(path, mode);
	result = recordfile_load(&form, path, party, there, reason);
	free(path);
	return result;
}

static const char whole[] = "test-party 1\n"
			    "name Anna Berg\n"
			    "generation 200\n"
			    "begins 2026-11-30T12:00:00Z blue\n"
			    "secret\n"
			    "marks ffffffff\n"
			    "song la la\n"
			    "song lo\n"
			    "pair a b c\n"
			    "pair d e\n"
			    "old 1\n"
			    "  address bob@example.net\n"
			    "  place 0\n"
			    "new 99\n"
			    "  address eve@example.org\n";

static void a_file_is_read_as_it_was_printed(void **state)
{
	static const char
		empty[] = "test-party 1\nname \ngeneration 0\n",
		late[] = "test-party 1\nname \ngeneration 0\nbegins 1970-01-02T00:00:00Z\n";
	const char *const texts[] = {whole, empty, late};
	struct reason reason;
	struct party party;
	struct strbuf out;
	bool there;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		strbuf_init(&out, 0);
		if (load(texts[i], 0600, &there, &party, &reason) != 0)
			fail_msg("%s", reason.text);
		assert_true(there);
		recordfile_print(&form, &party, &out);
		assert_string_equal(out.bytes, texts[i]);
		strbuf_done(&out);
		free(party.guests);
	}
	assert_int_equal(load(whole, 0600, &there, &party, &reason), 0);
	assert_int_equal(party.guest_count, 2);
	assert_int_equal(party.guests[0].place, 0);
	assert_int_equal(party.guests[1].place, -1);
	assert_int_equal(party.guests[1].state, NEW);
	free(party.guests);
	assert_int_equal(
		load("# by hand\n\n name  Bob\n\told   7\n place 3", 0600, &there, &party, &reason),
		0);
	assert_string_equal(party.name, "Bob");
	assert_int_equal(party.guests[0].place, 3);
	free(party.guests);
}

static void a_faulty_line_is_named_with_what_was_expected(void **state)
{
	static const struct {
		const char *line, *why;
	} cases[] = {
		{"nmae Anna", "expected name, generation, begins, secret, marks, song, pair, "
			      "new|old, not 'nmae'"},
		{"name Anna Bergstrom", ":2: expected 'name [NAME]'"},
		{"generation", "expected 'generation NUMBER'"},
		{"generation 201", "expected 'generation NUMBER'"},
		{"generation -1", "expected 'generation NUMBER'"},
		{"generation 1 2", "expected 'generation NUMBER'"},
		{"generation 0x1", "expected 'generation NUMBER'"},
		{"generation 99999999999999999999", "expected 'generation NUMBER'"},
		{"begins tomorrow", "expected 'begins 2026-11-30T12:00:00Z red|blue'"},
		{"begins 2026-11-30T12:00:00Z green", "expected 'begins 2026"},
		{"begins", "expected 'begins 2026"},
		{"marks 1ffffffff", "expected 'marks HEXADECIMAL'"},
		{"marks 12g", "expected 'marks HEXADECIMAL'"},
		{"song a\nsong b\nsong c", ":4: expected 'song TEXT'"},
		{"song too long", "expected 'song TEXT'"},
		{"pair a", "expected 'pair KEY VALUE'"},
		{"pair a b\npair a b\npair a b", ":4: expected at most 2 such lines"},
		{"place 1", "expected name, "},
		{"old 1\nplace 8", ":3: expected 'place NUMBER'"},
		{"old 1\nplace", ":3: expected 'place NUMBER'"},
		{"old 1\naddress bob", ":3: expected 'address anna@example.org'"},
		{"old 1\naddress bob.bob.bob@example.org", "expected 'address anna@"},
		{"old 1\npair a b\nplace 1", ":4: expected name, "},
		{"old", "expected 'new|old NUMBER'"},
		{"old 100", "expected 'new|old NUMBER'"},
		{"name nobody", "/party: nobody has no party"},
		{"\033[31mred", "not '[31mred'"},
	};
	struct reason reason;
	struct party party;
	bool there;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		char *text = base_printf("test-party 1\n%s\n", cases[i].line);

		assert_int_equal(load(text, 0600, &there, &party, &reason), -1);
		if (strstr(reason.text, cases[i].why) == NULL)
			fail_msg("%s: %s", cases[i].line, reason.text);
		if (strcmp(cases[i].line, "name nobody") != 0)
			assert_non_null(strstr(reason.text, "/party:"));
		assert_int_equal(reason.kind, REASON_DAMAGED);
		/* A value may be an address or a secret. */
		assert_null(strstr(reason.text, "Bergstrom"));
		assert_null(strstr(reason.text, "bob"));
		free(party.guests);
		free(text);
	}
}

/* A file that a crash cut or filled with zeros, or that isn't of that kind. */
static void a_text_that_is_not_whole_is_damaged(void **state)
{
	char *path = base_printf("%s/party", scratch_folder);
	struct recordfile headed = form;
	struct reason reason;
	struct party party = {.name = ""};
	bool there;

	(void)state;
	headed.headed = true;
	assert_int_equal(files_write(path, "test-party 1\nname x\n\0\0\0", 23, &reason), 0);
	assert_int_equal(recordfile_load(&form, path, &party, &there, &reason), -1);
	assert_int_equal(reason.kind, REASON_DAMAGED);
	assert_int_equal(load("name x\n", 0600, &there, &party, &reason), 0);
	assert_int_equal(recordfile_load(&headed, path, &party, &there, &reason), -1);
	assert_int_equal(reason.kind, REASON_DAMAGED);
	assert_non_null(strstr(reason.text, "expected 'test-party 1' in the first line"));
	headed.max_bytes = 8;
	assert_int_equal(load("test-party 1\nname x\n", 0600, &there, &party, &reason), 0);
	assert_int_equal(recordfile_load(&headed, path, &party, &there, &reason), -1);
	assert_false(reason_is_temporary(&reason));
	free(path);
}

/* A later line replaces all values of an earlier one. */
static void a_value_that_a_line_lacks_is_the_first_of_its_words(void **state)
{
	static const struct recordfile_row optional[] = {
		{"begins 2026-11-30T12:00:00Z [red|blue]",
		 .fields = {{RECORDFILE_MOMENT, PARTY(begins)},
			    {RECORDFILE_WORD, PARTY(colour), .words = colours}}},
		{"name NAME", .fields = {{RECORDFILE_CUT, PARTY(name)}}},
	};
	const struct recordfile of = {"test-party",	   4096, optional,
				      ARRAY_LEN(optional), NULL, .shared = true};
	char *path = base_printf("%s/party", scratch_folder);
	struct party party = {.name = ""};
	struct reason reason;
	static const char text[] = "begins 2026-11-30T12:00:00Z blue\n"
				   "begins 2026-11-30T12:00:00Z\n"
				   "name Anna-Lena \xc3\x84\xc3\x84\n";

	(void)state;
	assert_int_equal(files_write(path, text, sizeof text - 1, &reason), 0);
	if (recordfile_load(&of, path, &party, NULL, &reason) != 0)
		fail_msg("%s", reason.text);
	assert_int_equal(party.colour, NO_COLOUR);
	assert_string_equal(party.name, "Anna-Lena ");
	free(path);
}

static void a_missing_file_and_one_that_cannot_be_read_are_not_damaged(void **state)
{
	struct reason reason;
	struct party party;
	bool there = true;

	(void)state;
	assert_int_equal(load(NULL, 0, &there, &party, &reason), 0);
	assert_false(there);
	assert_int_equal(load(NULL, 0, NULL, &party, &reason), -1);
	assert_int_not_equal(reason.kind, REASON_DAMAGED);
	assert_int_equal(load("test-party 2\nname x\n", 0600, &there, &party, &reason), -1);
	assert_int_equal(reason.kind, REASON_NEWER);
	assert_int_equal(load(whole, 0640, &there, &party, &reason), -1);
	assert_non_null(strstr(reason.text, "other users can read"));
	assert_null(party.guests);
	/* A folder can't be read as a file: nobody knows what is there. */
	assert_int_equal(recordfile_load(&form, scratch_folder, &party, &there, &reason), -1);
	assert_true(reason_is_temporary(&reason));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_is_read_as_it_was_printed),
		cmocka_unit_test(a_faulty_line_is_named_with_what_was_expected),
		cmocka_unit_test(a_text_that_is_not_whole_is_damaged),
		cmocka_unit_test(a_value_that_a_line_lacks_is_the_first_of_its_words),
		cmocka_unit_test(a_missing_file_and_one_that_cannot_be_read_are_not_damaged),
	};

	return cmocka_run_group_tests_name("recordfile", tests, scratch_open, scratch_close);
}
