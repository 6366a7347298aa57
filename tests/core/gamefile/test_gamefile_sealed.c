/* SPDX-License-Identifier: MIT */
/* Games with secrets: two files that belong together. The secrets here are only SAY lines. */
#include "tests/lib/gameplay.h"
#include "tests/lib/verify.h"

static const char secret[] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

/* A game of three entries; the first and the last contain something sealed. */
struct secret_game {
	struct gamefile *file;
	struct strbuf public, sealed, snapshot;
	size_t sealed_before; /* bytes of the sealed file before its last entry */
	char folder[SCRATCH_MAX];
};

static void enter(struct secret_game *game, const char *open, const char *hidden)
{
	const struct entry_head head = {game->file->head + 1, gameplay_header.created, "moderator"};
	struct event_list events;

	event_list_init(&events);
	assert_int_equal(event_parse(chess, open, &events, NULL), 0);
	if (hidden != NULL) {
		assert_int_equal(event_parse(chess, hidden, &events, NULL), 0);
		events.events[1].sealed = true;
	}
	game->sealed_before = game->sealed.len;
	assert_int_equal(
		gamefile_add(game->file, &head, &events, &game->public, &game->sealed, NULL), 0);
	event_list_done(&events);
}

static void begin(struct secret_game *game)
{
	struct game_header with_secret = gameplay_header;

	memset(game, 0, sizeof *game);
	assert_true(scratch_make(game->folder));
	strbuf_init(&game->public, 0);
	strbuf_init(&game->sealed, 0);
	strbuf_init(&game->snapshot, 0);
	sealed_commit(secret, &with_secret.commit);
	game->file = gamefile_new(&with_secret, chess);
	gamefile_header(&with_secret, chess, &game->public);
	gamefile_seal(game->file, secret, &game->sealed);
	enter(game, "start", "say white a hand of five");
	gamefile_snapshot(game->file, &game->snapshot);
	enter(game, "turn white", NULL);
	enter(game, "ask white", "say black a trap on e4");
}

static void end(struct secret_game *game)
{
	gamefile_free(game->file);
	strbuf_done(&game->public);
	strbuf_done(&game->sealed);
	strbuf_done(&game->snapshot);
	assert_int_equal(scratch_remove(game->folder), 0);
}

static void write_files(const struct secret_game *game, size_t sealed_len, bool snapshot)
{
	write_file(game->folder, "game.txt", game->public.bytes, game->public.len);
	write_file(game->folder, "sealed", game->sealed.bytes, sealed_len);
	if (snapshot)
		write_file(game->folder, "snapshot", game->snapshot.bytes, game->snapshot.len);
}

static struct gamefile *load_both(const struct secret_game *game)
{
	struct reason reason = {.text = ""};
	struct gamefile *file = gamefile_load(game->folder, library, &reason);

	if (file == NULL)
		fail_msg("%s", reason.text);
	assert_int_equal(file->head, game->file->head);
	assert_string_equal(file->hash.hex, game->file->hash.hex);
	return file;
}

static void assert_knows_its_secrets(const struct gamefile *file, const struct secret_game *game)
{
	assert_string_equal(file->sealed.secret, secret);
	assert_int_equal(file->sealed.head, game->file->sealed.head);
	assert_int_equal(file->sealed.size, game->sealed.len);
	assert_string_equal(file->sealed.hash.hex, game->file->sealed.hash.hex);
}

static void the_public_file_tells_no_secret(void **state)
{
	struct secret_game game;

	(void)state;
	begin(&game);
	assert_null(strstr(game.public.bytes, "hand"));
	assert_null(strstr(game.public.bytes, "trap"));
	assert_null(strstr(game.public.bytes, secret));
	assert_non_null(strstr(game.public.bytes, "\ncommit sha256:"));
	assert_non_null(strstr(game.public.bytes, "\n  sealed sha256:"));
	assert_non_null(strstr(game.sealed.bytes, "\n  1: say black a trap on e4\n"));
	end(&game);
}

static void both_files_are_read_with_and_without_snapshot(void **state)
{
	struct secret_game game;
	struct gamefile *file;

	(void)state;
	begin(&game);
	for (int snapshot = 0; snapshot < 2; snapshot++) {
		write_files(&game, game.sealed.len, snapshot);
		file = load_both(&game);
		assert_knows_its_secrets(file, &game);
		gamefile_free(file);
	}
	end(&game);
}

/* The sealed file is written first, so a kill between the two leaves it one entry ahead. */
static void an_entry_that_only_the_sealed_file_has_is_dropped(void **state)
{
	struct secret_game game;
	struct gamefile *file;
	const char *last;

	(void)state;
	begin(&game);
	write_files(&game, game.sealed.len, true);
	last = strstr(game.public.bytes, "entry 3 ");
	write_file(game.folder, "game.txt", game.public.bytes, (size_t)(last - game.public.bytes));
	file = gamefile_load(game.folder, library, NULL);
	assert_non_null(file);
	assert_int_equal(file->head, 2);
	assert_int_equal(file->sealed.head, 1);
	assert_int_equal(file->sealed.size, game.sealed_before);
	gamefile_free(file);
	end(&game);
}

static void count_faults(void *context, const char *line)
{
	struct strbuf *faults = context;

	strbuf_addf(faults, "%s\n", line);
}

/* With or without a snapshot: the public file doesn't contain the hands. */
static void a_missing_sealed_file_is_damage(void **state)
{
	struct secret_game game;
	struct reason reason = {.text = ""};
	struct strbuf faults;
	char *sealed, *path;

	(void)state;
	begin(&game);
	strbuf_init(&faults, 0);
	sealed = base_printf("%s/sealed", game.folder);
	path = base_printf("%s/game.txt", game.folder);
	for (int snapshot = 0; snapshot < 2; snapshot++) {
		write_files(&game, game.sealed.len, snapshot);
		unlink(sealed);
		reason.text[0] = '\0';
		assert_null(gamefile_load(game.folder, library, &reason));
		assert_non_null(strstr(reason.text, "sealed is missing"));
		assert_false(reason_is_temporary(&reason));
	}
	/* Verify reports this for a site's game, which has its seats beside it. */
	write_file(game.folder, "seats", "pbem-seats 1\n", 13);
	assert_int_not_equal(verify_game(path, library, count_faults, &faults), 0);
	assert_non_null(strstr(faults.bytes, "sealed is missing"));
	free(path);
	free(sealed);
	strbuf_done(&faults);
	end(&game);
}

static void a_copy_of_the_public_file_is_read_alone(void **state)
{
	struct secret_game game;
	struct gamefile *file;
	char *path;

	(void)state;
	begin(&game);
	write_files(&game, game.sealed.len, false);
	path = base_printf("%s/game.txt", game.folder);
	file = gamefile_load_public(path, library, SIZE_MAX, NULL);
	assert_non_null(file);
	assert_string_equal(file->sealed.secret, "");
	assert_int_equal(file->head, game.file->head);
	gamefile_free(file);
	free(path);
	end(&game);
}

static void a_sealed_entry_that_is_missing_or_changed_is_damage(void **state)
{
	struct secret_game game;

	(void)state;
	begin(&game);
	write_files(&game, game.sealed_before, false);
	assert_null(gamefile_load(game.folder, library, NULL));
	for (size_t at = 0; at < game.sealed.len; at++) {
		game.sealed.bytes[at] ^= 1;
		write_files(&game, game.sealed.len, false);
		game.sealed.bytes[at] ^= 1;
		assert_null(gamefile_load(game.folder, library, NULL));
	}
	end(&game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_public_file_tells_no_secret),
		cmocka_unit_test(both_files_are_read_with_and_without_snapshot),
		cmocka_unit_test(an_entry_that_only_the_sealed_file_has_is_dropped),
		cmocka_unit_test(a_missing_sealed_file_is_damage),
		cmocka_unit_test(a_copy_of_the_public_file_is_read_alone),
		cmocka_unit_test(a_sealed_entry_that_is_missing_or_changed_is_damage),
	};

	return cmocka_run_group_tests_name("gamefile_sealed", tests, chess_set_up, chess_tear_down);
}
