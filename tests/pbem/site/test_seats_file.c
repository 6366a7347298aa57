/* SPDX-License-Identifier: MIT */
/* games/ID/seats: what of it is read back, that of earlier versions too. */
#include "tests/lib/chess.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib.h>

#include "pbem/desk/people.h"
#include "pbem/desk/seats.h"

static void load(const char *bytes, struct seats *seats)
{
	char *folder = g_dir_make_tmp("pbem-seats-XXXXXX", NULL),
	     *path = base_printf("%s/seats", folder);
	struct reason reason;

	assert_true(g_file_set_contents(path, bytes, -1, NULL));
	assert_int_equal(chmod(path, 0600), 0);
	if (seats_load(folder, chess, seats, &reason) != 0)
		fail_msg("%s", reason.text);
	unlink(path);
	rmdir(folder);
	free(path);
	g_free(folder);
}

/* What is read is written as it was. */
static void check_same(const char *bytes)
{
	struct seats seats;
	struct text out;

	text_init(&out, 0);
	load(bytes, &seats);
	seats_print(&seats, chess, &out);
	assert_string_equal(out.bytes, bytes);
	text_done(&out);
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
}

static void letters_get_brief_after_five_or_as_one_likes(void **state)
{
	struct seat seat = {.letters = LETTERS_COUNTED - 1};
	struct person person = {.brevity = BREVITY_OWN};

	(void)state;
	assert_false(people_is_brief(&person, &seat));
	seat.letters++;
	assert_true(people_is_brief(&person, &seat));
	person.brevity = BREVITY_LONG;
	assert_false(people_is_brief(&person, &seat));
	seat.letters = 0;
	person.brevity = BREVITY_SHORT;
	assert_true(people_is_brief(&person, &seat));
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
		cmocka_unit_test(letters_get_brief_after_five_or_as_one_likes),
		cmocka_unit_test(a_card_is_noted_once_and_what_has_no_room_is_not),
	};

	return cmocka_run_group_tests_name("seats_file", tests, chess_set_up, chess_tear_down);
}
