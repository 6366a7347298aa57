/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/gamefile/sealed_events.h"
#include "core/util/strbuf.h"
#include "tests/lib/chess.h"

static const char secret[] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

/* The events of three entries, two of them with something sealed, in a file of their own. */
struct scene {
	struct event_list all[3], public[3];
	struct sealed sealed, first; /* at the end, and after the first entry */
	struct strbuf file;
	struct sha256 commitments[3];
};

static void add(struct event_list *list, const char *line, bool sealed)
{
	assert_int_equal(event_parse(chess, line, list, NULL), 0);
	list->events[list->count - 1].sealed = sealed;
}

static void commit(struct scene *scene, unsigned i)
{
	char *line;

	for (size_t j = 0; j < scene->all[i].count; j++)
		if (!scene->all[i].events[j].sealed)
			event_add(&scene->public[i], scene -> all[i].events[j]);
	if (!sealed_add(&scene->sealed, chess, i + 1, &scene->all[i], &scene->file,
			&scene->commitments[i]))
		return;
	line = base_printf("sealed sha256:%s", scene->commitments[i].hex);
	add(&scene->public[i], line, false);
	free(line);
}

static void set_up(struct scene *scene)
{
	memset(scene, 0, sizeof *scene);
	strbuf_init(&scene->file, 0);
	sealed_begin(&scene->sealed, "g1", secret, &scene->file);
	add(&scene->all[0], "say white Bog", true);
	add(&scene->all[0], "turn white", false);
	add(&scene->all[0], "say black Toll", true);
	commit(scene, 0);
	scene->first = scene->sealed;
	add(&scene->all[1], "move white P from e2 to e4", false);
	commit(scene, 1);
	add(&scene->all[2], "move black P from e7 to e5", false);
	add(&scene->all[2], "say black Crab on e5", true);
	commit(scene, 2);
}

static void tear_down(struct scene *scene)
{
	for (size_t i = 0; i < 3; i++) {
		event_list_done(&scene->all[i]);
		event_list_done(&scene->public[i]);
	}
	strbuf_done(&scene->file);
}

/* Asserts that a list has the lines of another, except the commitment at its end. */
static void assert_same(const struct event_list *list, const struct event_list *expected)
{
	for (size_t i = 0; i < expected->count; i++) {
		struct strbuf a, b;

		assert_true(i < list->count);
		strbuf_init(&a, 0);
		strbuf_init(&b, 0);
		event_print(chess, &list->events[i], &a);
		event_print(chess, &expected->events[i], &b);
		assert_string_equal(a.bytes, b.bytes);
		assert_int_equal(list->events[i].sealed, expected->events[i].sealed);
		strbuf_done(&a);
		strbuf_done(&b);
	}
}

/* Reads the bytes after `from`, and merges entries from `number` on; returns how many could be
 * merged. */
static unsigned merge_all(const struct scene *scene, const char *bytes, size_t len,
			  const struct sealed *from, unsigned number)
{
	struct sealed_reader reader;
	unsigned well = 0;

	if (sealed_open(&reader, bytes, len, from, NULL) < 0)
		return 0;
	for (; number <= 3; number++) {
		struct event_list out;

		event_list_init(&out);
		event_append(&out, &scene->public[number - 1]);
		if (sealed_merge(&reader, chess, number, &out, NULL) < 0) {
			event_list_done(&out);
			return well;
		}
		assert_same(&out, &scene->all[number - 1]);
		event_list_done(&out);
		well++;
	}
	return well;
}

static void sealed_events_come_back_in_their_places(void **state)
{
	struct scene scene;

	(void)state;
	set_up(&scene);
	assert_int_equal(merge_all(&scene, scene.file.bytes, scene.file.len, NULL, 1), 3);
	tear_down(&scene);
}

static void reading_goes_on_where_a_snapshot_stood(void **state)
{
	struct scene scene;

	(void)state;
	set_up(&scene);
	assert_int_equal(merge_all(&scene, scene.file.bytes + scene.first.size,
				   scene.file.len - (size_t)scene.first.size, &scene.first, 2),
			 2);
	tear_down(&scene);
}

static void the_public_part_tells_nothing_and_commits_to_all(void **state)
{
	struct scene scene;
	struct strbuf line;

	(void)state;
	set_up(&scene);
	assert_int_equal(scene.public[0].count, 2);
	strbuf_init(&line, 0);
	event_print(chess, &scene.public[0].events[1], &line);
	assert_null(strstr(line.bytes, "Bog"));
	assert_string_not_equal(scene.commitments[0].hex, scene.commitments[2].hex);
	strbuf_done(&line);
	tear_down(&scene);
}

/* Anybody can calculate it with: openssl dgst -sha256 -hmac SECRET, then sha256sum. */
static void a_commitment_is_salted_with_the_entrys_number(void **state)
{
	struct sha256 commitments[2];
	struct event_list said;
	struct sealed sealed;
	struct strbuf file;

	(void)state;
	strbuf_init(&file, 0);
	event_list_init(&said);
	add(&said, "say white Bog", true);
	sealed_begin(&sealed, "g1", secret, &file);
	for (unsigned i = 0; i < 2; i++)
		assert_true(sealed_add(&sealed, chess, 7 + i, &said, &file, &commitments[i]));
	assert_non_null(strstr(file.bytes, "entry 7\n  0: say white Bog\nend 7 "));
	assert_string_not_equal(commitments[0].hex, commitments[1].hex);
	assert_string_equal(commitments[0].hex,
			    "ecf912fd820c968b038df4a69165f8a738d370f0a59b83327fd17ebef0ae9bc1");
	event_list_done(&said);
	strbuf_done(&file);
}

static void any_byte_changed_is_found(void **state)
{
	struct scene scene;

	(void)state;
	set_up(&scene);
	for (size_t i = 0; i < scene.file.len; i++) {
		scene.file.bytes[i] ^= 1;
		assert_true(merge_all(&scene, scene.file.bytes, scene.file.len, NULL, 1) < 3);
		scene.file.bytes[i] ^= 1;
	}
	tear_down(&scene);
}

/* The incomplete end of an interrupted write is no entry: the public file, written after it,
 * doesn't refer to it. */
static void a_torn_tail_is_dropped(void **state)
{
	struct scene scene;

	(void)state;
	set_up(&scene);
	for (size_t len = (size_t)scene.first.size; len < scene.file.len; len++)
		assert_int_equal(merge_all(&scene, scene.file.bytes, len, NULL, 1), 2);
	tear_down(&scene);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sealed_events_come_back_in_their_places),
		cmocka_unit_test(reading_goes_on_where_a_snapshot_stood),
		cmocka_unit_test(the_public_part_tells_nothing_and_commits_to_all),
		cmocka_unit_test(a_commitment_is_salted_with_the_entrys_number),
		cmocka_unit_test(any_byte_changed_is_found),
		cmocka_unit_test(a_torn_tail_is_dropped),
	};

	return cmocka_run_group_tests_name("sealed", tests, chess_set_up, chess_tear_down);
}
