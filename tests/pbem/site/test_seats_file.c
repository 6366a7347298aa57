/* SPDX-License-Identifier: MIT */
/* games/ID/seats: what of it is read back, that of earlier versions too. */
#include "tests/lib/chess.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib.h>

#include "pbem/site/preferences.h"
#include "pbem/site/seats.h"

static void load(const char *bytes, const struct variant *variant, struct seats *seats)
{
	char *folder = g_dir_make_tmp("pbem-seats-XXXXXX", NULL),
	     *path = base_printf("%s/seats", folder);
	struct reason reason;

	assert_true(g_file_set_contents(path, bytes, -1, NULL));
	assert_int_equal(chmod(path, 0600), 0);
	if (seats_load(folder, variant, seats, &reason) != 0)
		fail_msg("%s", reason.text);
	unlink(path);
	rmdir(folder);
	free(path);
	g_free(folder);
}

/* Checks that what is read is written in the same way. */
static void check_same(const char *bytes)
{
	struct seats seats;
	struct strbuf out;

	strbuf_init(&out, 0);
	load(bytes, chess, &seats);
	seats_print(&seats, chess, &out);
	assert_string_equal(out.bytes, bytes);
	strbuf_done(&out);
	seats_done(&seats);
}

static void what_letters_tell_and_have_told_is_kept(void **state)
{
	(void)state;
	check_same(
		"pbem-seats 1\nseat white\n  name Anna\n  address anna@example.org\n"
		"seat black\n  name Bob\n  address bob@example.org\n  view own\n  letters none\n");
	check_same("pbem-seats 1\nseat white\n  name Anna\n  address anna@example.org\n  short on\n"
		   "  written 5\n  seen Fog of War\n  seen Knightmare!\n"
		   "seat black\n  name Bob\n  address bob@example.org\n  short off\n  dated "
		   "10001\n  written 2\n");
	check_same("pbem-seats 1\nseat white\n  name Anna\n  address anna@example.org\n  address "
		   "anna@example.net\n  generation 255\n  moving ann@example.com old\n  intends "
		   "e2-e4\n  intends if e7-e5 g1-f3\n"
		   "seat black\n  name Bob\n  address bob@example.org\n  moving "
		   "rob@example.com\n  dated ffffffff\n");
}

/* The game can't be read, so nobody knows the names of its seats. */
static void without_a_variant_seats_are_in_the_order_of_the_file(void **state)
{
	struct seats seats;

	(void)state;
	load("seat blue\n address bob@example.org\nseat red\n name\n address eve@example.org\n",
	     NULL, &seats);
	assert_int_equal(seats.count, 2);
	assert_string_equal(seats.seats[0].addresses[0], "bob@example.org");
	assert_int_equal(seats.seats[0].address_count, 1);
	assert_string_equal(seats.seats[0].name, "bob");
	assert_string_equal(seats.seats[1].name, "eve");
	seats_done(&seats);
}

static void letters_get_brief_after_five_or_as_one_likes(void **state)
{
	struct seat seat = {.letters = LETTERS_COUNTED - 1};
	struct person person = {.brevity = BREVITY_OWN};

	(void)state;
	assert_false(preferences_is_brief(&person, &seat));
	seat.letters++;
	assert_true(preferences_is_brief(&person, &seat));
	person.brevity = BREVITY_LONG;
	assert_false(preferences_is_brief(&person, &seat));
	seat.letters = 0;
	person.brevity = BREVITY_SHORT;
	assert_true(preferences_is_brief(&person, &seat));
}

static void a_card_is_noted_once_and_what_has_no_room_is_not(void **state)
{
	struct seat *seat = base_zalloc(1, sizeof *seat);
	char name[32];
	bool noted = true;

	(void)state;
	assert_true(seats_note_seen(seat, "Bog"));
	assert_true(seats_note_seen(seat, "Fog of War"));
	assert_true(seats_note_seen(seat, "War"));
	assert_false(seats_note_seen(seat, "Fog of War"));
	assert_string_equal(seat->seen, "Bog\nFog of War\nWar\n");
	for (unsigned i = 0; noted; i++) {
		snprintf(name, sizeof name, "Card number %u", i);
		noted = seats_note_seen(seat, name);
	}
	assert_true(strlen(seat->seen) < sizeof seat->seen && strlen(seat->seen) > 1400);
	free(seat);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_letters_tell_and_have_told_is_kept),
		cmocka_unit_test(without_a_variant_seats_are_in_the_order_of_the_file),
		cmocka_unit_test(letters_get_brief_after_five_or_as_one_likes),
		cmocka_unit_test(a_card_is_noted_once_and_what_has_no_room_is_not),
	};

	return cmocka_run_group_tests_name("seats_file", tests, chess_set_up, chess_tear_down);
}
