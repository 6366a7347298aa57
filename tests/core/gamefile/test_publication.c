/* SPDX-License-Identifier: MIT */
/* Secrets that a game publishes when it is over; nobody can change a byte of them unnoticed. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/gametype/cards/cards_state.h"
#include "tests/lib/chess.h"

#include "core/cards/deck/card_ruleset.h"
#include "core/cards/effects/effects_load.h"
#include "core/cards/state/card_state.h"
#include "core/cards/submit/legal_plays.h"
#include "core/cards/submit/submit.h"
#include "core/game/turn.h"
#include "core/gamefile/gamefile.h"
#include "core/order/order_parse.h"
#include "core/util/strbuf.h"
#include "pbem/site/site_init.h"
#include "pbem/site/site_open.h"
#include "pbem/site/workspace.h"
#include "pbem/sys/files.h"
#include "tests/lib/pace.h"
#include "tests/lib/scratch.h"
#include "tests/lib/seed.h"
#include "tests/lib/source.h"
#include "tests/lib/verify.h"

enum { START = 1795228000, STEPS = 14 };

static const char secret[] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

/* A game in a workspace; the first half of its sealed file is on the disk. */
struct match {
	char folder[SCRATCH_MAX];
	struct site *site;
	struct workspace workspace;
	struct workspace_game *game;
	struct strbuf sealed;
	unsigned seed;
};

static struct card_state *table_of(const struct match *match)
{
	return cards_state(&match->game->file->game);
}

static void enter(struct match *match, const struct event_list *events)
{
	struct reason reason;

	if (workspace_enter(match->game, START + match->game->file->head, "sha256:00", events,
			    &reason) != 0)
		fail_msg("%s", reason.text);
}

static char *path_of(const struct match *match, const char *name)
{
	return base_printf("%s/site/games/g1/%s", match->folder, name);
}

static void write_file(const struct match *match, const char *name, const char *bytes, size_t len)
{
	char *path = path_of(match, name);
	FILE *stream;

	/* A new file, because truncating an old one would flush it, thousands of times. */
	unlink(path);
	stream = fopen(path, "wb");
	assert_non_null(stream);
	assert_int_equal(fwrite(bytes, 1, len, stream), len);
	fclose(stream);
	free(path);
}

static void begin(struct match *match, unsigned seed)
{
	struct game_header header = {
		.id = "g1",
		.number = 1,
		.variant = "knightmare",
		.created = START,
		.names = {"Anna", "Bob"},
	};
	struct seats seats;
	struct event_list events;
	struct reason reason = {.text = ""};
	char *path;

	memset(match, 0, sizeof *match);
	match->seed = seed;
	seats_init(&seats, 2);
	assert_true(scratch_make(match->folder));
	path = base_printf("%s/site", match->folder);
	if (site_init(path, "games@example.org", NULL, &reason) != 0 ||
	    site_open(path, SITE_WAIT, &match->site, &reason) != SITE_OPEN)
		fail_msg("%s", reason.text);
	free(path);
	path = path_of(match, "");
	assert_int_equal(files_make_folder(path, 0700, NULL), 0);
	free(path);
	strbuf_init(&match->sealed, 0);
	workspace_init(&match->workspace, match->site, 0, NULL);
	sealed_commit(secret, &header.commit);
	assert_non_null(effects_book_of(
		variant_get(match->site->library, "knightmare", NULL, 0, &reason), NULL));
	match->game =
		workspace_add(&match->workspace,
			      gamefile_new(&header, variant_get(match->site->library, "knightmare",
								NULL, 0, &reason)),
			      &seats);
	seats_done(&seats);
	event_list_init(&events);
	gamefile_seal(match->game->file, secret, &match->game->sealed);
	turn_start_lots(&match->game->file->game, &events);
	enter(match, &events);
	event_list_done(&events);
}

static void end(struct match *match)
{
	workspace_done(&match->workspace);
	site_close(match->site);
	strbuf_done(&match->sealed);
	assert_int_equal(scratch_remove(match->folder), 0);
}

/* Writes to the disk what the batch has sealed, as at a batch's end. */
static void write_sealed(struct match *match)
{
	struct workspace_game *game = match->game;

	strbuf_add_bytes(&match->sealed, game->sealed.bytes, game->sealed.len);
	write_file(match, "sealed", match->sealed.bytes, match->sealed.len);
	game->sealed_written = match->sealed.len;
	strbuf_clear(&game->sealed);
}

static bool send(struct match *match, uint8_t seat, const char *letter)
{
	const struct game *game = &match->game->file->game;
	struct order_list orders;
	struct event_list events;
	struct reason why;
	bool accepted;

	order_list_init(&orders);
	event_list_init(&events);
	accepted = order_read_message(game->variant, letter, &orders, &why) == ACCEPTED &&
		   turn_decide(game, seat, &orders, &events, &why) == ACCEPTED;
	if (accepted)
		enter(match, &events);
	event_list_done(&events);
	order_list_done(&orders);
	return accepted;
}

static bool play_card(struct match *match, uint8_t seat)
{
	struct play_list list;
	struct strbuf letter;
	bool done = false;

	play_list_init(&list);
	strbuf_init(&letter, 0);
	legal_plays_list(table_of(match), seat, NULL, &list);
	if (list.count > 0) {
		play_print(table_of(match)->book, &list.plays[seed_below(&match->seed, list.count)],
			   &letter);
		done = send(match, seat, letter.bytes);
	}
	strbuf_done(&letter);
	play_list_done(&list);
	return done;
}

static void make_move(struct match *match, uint8_t seat)
{
	struct move_list *list = base_alloc(sizeof *list);
	char letter[MOVE_TEXT_MAX + 8] = "MOVE ";

	submit_legal(table_of(match), list);
	if (list->count > 0) {
		move_text(match->game->file->game.variant,
			  &list->moves[seed_below(&match->seed, list->count)], letter + 5);
		(void)send(match, seat, letter);
	}
	free(list);
}

/* Plays some messages by both seats; nobody has lost yet. */
static void play(struct match *match)
{
	for (unsigned i = 0; i < STEPS; i++) {
		uint16_t awaited = card_state_awaited(table_of(match));
		uint8_t seat = (uint8_t)__builtin_ctz(awaited | 0x8000);

		if (table_of(match)->now.phase != PHASE_WINDOW &&
		    table_of(match)->now.phase != PHASE_MOVE)
			break;
		if (i == STEPS / 2)
			write_sealed(match);
		if (seed_below(&match->seed, 2) > 0 && play_card(match, seat))
			continue;
		if (table_of(match)->now.phase == PHASE_WINDOW)
			(void)send(match, seat, "PASS");
		else
			make_move(match, seat);
	}
	assert_int_equal(match->game->file->game.outcome.status, STATUS_PLAYING);
	assert_null(strstr(match->game->added.bytes, "\n  secret "));
	assert_null(strstr(match->game->added.bytes, "\n  unsealed "));
	assert_null(strstr(match->game->added.bytes, secret));
}

/* Lets the seat that the game waits for resign. */
static void resign(struct match *match)
{
	assert_true(
		send(match, (uint8_t)__builtin_ctz(card_state_awaited(table_of(match))), "RESIGN"));
}

static void count_fault(void *context, const char *line)
{
	(void)line;
	++*(unsigned *)context;
}

static void fail_at_fault(void *context, const char *line)
{
	(void)context;
	fail_msg("%s", line);
}

/* Counts the faults of the public file alone. */
static unsigned faults_of(struct match *match, const char *bytes, size_t len)
{
	char *path = path_of(match, "game.txt");
	unsigned faults = 0;

	write_file(match, "game.txt", bytes, len);
	(void)verify_game(path, match->site->library, count_fault, &faults);
	free(path);
	return faults;
}

static void remove_sealed(const struct match *match)
{
	char *path = path_of(match, "sealed");

	unlink(path);
	free(path);
}

static void assert_sound(struct match *match)
{
	char *path = path_of(match, "game.txt");

	write_file(match, "game.txt", match->game->added.bytes, match->game->added.len);
	assert_int_equal(verify_game(path, match->site->library, fail_at_fault, NULL), 0);
	free(path);
}

static size_t count_of(const char *text, const char *wanted)
{
	size_t count = 0;

	while ((text = strstr(text, wanted)) != NULL) {
		count++;
		text++;
	}
	return count;
}

/* Asserts that each line of the sealed file is in the publication, under its own number only. */
static void assert_all_published(const struct match *match)
{
	const char *public = match->game->added.bytes, *cursor = match->sealed.bytes, *line;
	size_t len, events = 0;
	unsigned number = 0;

	while (strbuf_next_line(&cursor, match->sealed.bytes + match->sealed.len, &line, &len)) {
		char *copy = base_strndup(line, len), *wanted;

		if (strbuf_starts(copy, "entry "))
			number = (unsigned)strbuf_number(copy + 6, 1000);
		if (strbuf_starts(copy, "  ")) {
			wanted = base_printf("\n  unsealed entry %u, fact %s\n", number, copy + 2);
			if (strstr(public, wanted) == NULL)
				fail_msg("not published:%s", wanted);
			free(wanted);
			events++;
		}
		free(copy);
	}
	assert_true(events > 40);
	assert_int_equal(count_of(public, "\n  unsealed "), events);
}

static void a_game_that_ends_publishes_its_secrets_once(void **state)
{
	struct match match;
	char *last;

	(void)state;
	begin(&match, 1);
	play(&match);
	resign(&match);
	last = base_printf("\nentry %u ", match.game->file->head);
	assert_non_null(strstr(match.game->added.bytes, last));
	assert_true(strbuf_starts(strchr(strstr(match.game->added.bytes, last) + strlen(last), ' '),
				  " end\n  secret "));
	free(last);
	assert_true(send(&match, 0, "SAY Well played."));
	write_sealed(&match);
	assert_all_published(&match);
	assert_int_equal(count_of(match.game->added.bytes, "\n  secret "), 1);
	assert_int_equal(count_of(match.game->added.bytes, " end\n"), 1);
	assert_sound(&match);
	remove_sealed(&match);
	assert_sound(&match);
	end(&match);
}

/* A draw by agreement, and a seat that the moderator removes. */
static void every_end_publishes(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		struct match match;
		struct event_list events;
		struct reason why;

		begin(&match, 2);
		event_list_init(&events);
		if (i == 0) {
			assert_true(send(&match, 0, "MOVE e2-e4\nDRAW"));
			assert_true(send(&match, 1, "DRAW"));
		} else {
			assert_int_equal(turn_forfeit(&match.game->file->game, 1, 0, &events, &why),
					 ACCEPTED);
			enter(&match, &events);
		}
		event_list_done(&events);
		assert_int_equal(count_of(match.game->added.bytes, "\n  secret "), 1);
		assert_sound(&match);
		end(&match);
	}
}

/* A finished game is the same with its snapshot, with its sealed file and without either. */
static void a_finished_game_is_read_from_its_public_file(void **state)
{
	struct match match;
	struct strbuf snapshot;
	struct gamefile *file;
	char *folder;

	(void)state;
	begin(&match, 1);
	play(&match);
	resign(&match);
	write_file(&match, "game.txt", match.game->added.bytes, match.game->added.len);
	remove_sealed(&match);
	folder = path_of(&match, "");
	strbuf_init(&snapshot, 0);
	gamefile_snapshot(match.game->file, &snapshot);
	for (unsigned i = 0; i < 2; i++) {
		file = gamefile_load(folder, match.site->library, NULL);
		assert_non_null(file);
		assert_string_equal(file->hash.hex, match.game->file->hash.hex);
		assert_memory_equal(file->game.position.pieces,
				    match.game->file->game.position.pieces,
				    sizeof file->game.position.pieces);
		gamefile_free(file);
		write_file(&match, "snapshot", snapshot.bytes, snapshot.len);
	}
	strbuf_done(&snapshot);
	free(folder);
	end(&match);
}

/* Plays a game to its end, and returns its public file. */
static struct strbuf *finish(struct match *match)
{
	begin(match, 1);
	play(match);
	resign(match);
	remove_sealed(match);
	return &match->game->added;
}

static void no_byte_can_be_changed(void **state)
{
	struct match match;
	struct strbuf *public;
	const size_t step = pace(3, 41);

	(void)state;
	public = finish(&match);
	for (size_t at = 0; at < public->len; at += step) {
		public->bytes[at] ^= 1;
		if (faults_of(&match, public->bytes, public->len) == 0)
			fail_msg("byte %zu: %.60s", at, public->bytes + at);
		public->bytes[at] ^= 1;
	}
	end(&match);
}

/* Makes the chain fit again, as somebody would who changes a file. */
static void chain(struct strbuf *public)
{
	struct sha256 hash = {""};
	char *start = public->bytes, *line;

	while (start < public->bytes + public->len) {
		line = strbuf_starts(start, "end ") ? start : strstr(start, "\nend ") + 1;
		line = strchr(line + 4, ' ') + 1;
		sha256_pair(hash.hex, strlen(hash.hex), start, (size_t)(line - start), &hash);
		memcpy(line, hash.hex, SHA256_HEX);
		start = line + SHA256_HEX + 1;
	}
}

/* A new chain doesn't help either: each event follows from the secret, the orders and today's
 * rules. */
static void no_event_can_be_changed_under_a_new_chain(void **state)
{
	struct match match;
	struct strbuf *public;
	const char *cursor, *line;
	size_t len;
	const size_t step = pace(7, 37);

	(void)state;
	public = finish(&match);
	cursor = public->bytes;
	while (strbuf_next_line(&cursor, public->bytes + public->len, &line, &len)) {
		if (!strbuf_starts(line, "  ") || strbuf_starts(line, "  |"))
			continue;
		for (size_t at = 2 + (size_t)(line - public->bytes) % step; at < len; at += step) {
			char *byte = public->bytes + (line - public->bytes) + at;

			*byte ^= 1;
			chain(public);
			if (faults_of(&match, public->bytes, public->len) == 0)
				fail_msg("a fact can be %.*s", (int)len, line);
			*byte ^= 1;
		}
	}
	end(&match);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_game_that_ends_publishes_its_secrets_once),
		cmocka_unit_test(every_end_publishes),
		cmocka_unit_test(a_finished_game_is_read_from_its_public_file),
		cmocka_unit_test(no_byte_can_be_changed),
		cmocka_unit_test(no_event_can_be_changed_under_a_new_chain),
	};

	setenv("PBEM_DATA", source_folder(), 1);
	return cmocka_run_group_tests_name("publication", tests, NULL, NULL);
}
