/* SPDX-License-Identifier: MIT */
#include "core/gamefile/gamefile_internal.h"
#include "core/gametype/gametypes.h"
#include "core/gametype/ring/ring_game_state.h"
#include "tests/lib/ring.h"
#include "tests/lib/source.h"
#include "tests/lib/verify.h"

struct ring *ring_of(struct ring_test *table)
{
	return ring_game_state(&table->file->game);
}

void table_add(struct ring_test *table, const char *cause)
{
	struct entry_head head = {table->file->head + 1,
				  1795228000 + 60 * (int64_t)table->file->head, cause};
	struct reason reason = {.text = ""};

	if (gamefile_add(table->file, &head, &table->events, &table->bytes, NULL, &reason) < 0)
		fail_msg("%s", reason.text);
}

void table_clear(struct ring_test *table)
{
	event_list_done(&table->events);
	event_list_init(&table->events);
}

static void table_end(struct ring_test *table)
{
	gamefile_free(table->file);
	strbuf_done(&table->bytes);
	event_list_done(&table->events);
	table->file = NULL;
}

void table_begin(struct ring_test *table, unsigned seats, const char *sets)
{
	struct game_header header = {
		.id = "demo-1",
		.number = 7,
		.variant = "ring",
		.option_count = 2,
		.created = 1795228000,
		.options = {{"seats", ""}, {"sets", ""}},
	};
	struct reason reason = {.text = ""};

	table_end(table);
	snprintf(header.options[0].value, sizeof header.options[0].value, "%u", seats);
	snprintf(header.options[1].value, sizeof header.options[1].value, "%s", sets);
	table->variant = variant_get(table->library, "ring", header.options, 2, &reason);
	if (table->variant == NULL)
		fail_msg("%s", reason.text);
	table->file = gamefile_new(&header, table->variant);
	strbuf_init(&table->bytes, 0);
	gamefile_header(&header, table->variant, &table->bytes);
	turn_start(&table->file->game, &table->events);
	table_add(table, "moderator");
}

int table_open(void **state)
{
	char *games = source_path("games");
	struct ring_test *table = base_zalloc(1, sizeof *table);

	table->library = variant_library_new(games, gametypes_all);
	free(games);
	strbuf_init(&table->bytes, 0);
	event_list_init(&table->events);
	*state = table;
	return scratch_make(table->folder) ? 0 : -1;
}

int table_close(void **state)
{
	struct ring_test *table = *state;
	int result = scratch_remove(table->folder);

	table_end(table);
	variant_library_free(table->library);
	free(table);
	return result;
}

enum verdict letter(struct ring_test *table, uint8_t seat, const char *text)
{
	struct order_list orders;
	enum verdict verdict;

	order_list_init(&orders);
	table_clear(table);
	table->why.text[0] = '\0';
	verdict = order_read_message(table->variant, text, &orders, &table->why);
	if (verdict == ACCEPTED)
		verdict =
			turn_decide(&table->file->game, seat, &orders, &table->events, &table->why);
	if (verdict == ACCEPTED && table->events.count > 0)
		table_add(table, "sha256:0123456789abcdef");
	order_list_done(&orders);
	return verdict;
}

void say(struct ring_test *table, char seat, const char *text)
{
	if (letter(table, (uint8_t)(seat - 'a'), text) == REFUSED)
		fail_msg("%c: %s: %s", seat, text, table->why.text);
}

void refused(struct ring_test *table, char seat, const char *text, const char *expected)
{
	if (letter(table, (uint8_t)(seat - 'a'), text) == ACCEPTED)
		fail_msg("%c: %s: not refused", seat, text);
	if (strstr(table->why.text, expected) == NULL)
		fail_msg("%c: %s: \"%s\" lacks \"%s\"", seat, text, table->why.text, expected);
}

bool end_run(struct ring_test *table)
{
	bool called;

	table_clear(table);
	called = turn_end_run(&table->file->game, &table->events);
	if (called)
		table_add(table, "clock");
	return called;
}

void play(struct ring_test *table, const char *moves)
{
	char *list = base_strdup(moves);

	for (char *word = strtok(list, " "); word != NULL; word = strtok(NULL, " ")) {
		uint8_t seat = ring_mover(ring_of(table), (unsigned)atoi(word) - 1);

		if (seat == NO_SIDE)
			fail_msg("%s: nobody is to move there", word);
		say(table, (char)('a' + seat), word);
	}
	free(list);
}

bool has_event(const struct ring_test *table, const char *line)
{
	bool found = false;

	for (size_t i = 0; i < table->events.count; i++) {
		struct strbuf text;

		strbuf_init(&text, 0);
		event_print(table->variant, &table->events.events[i], &text);
		found |= strcmp(text.bytes, line) == 0;
		strbuf_done(&text);
	}
	return found;
}

void expect_events(const struct ring_test *table, const char *expected)
{
	struct strbuf text;

	strbuf_init(&text, 0);
	for (size_t i = 0; i < table->events.count; i++) {
		if (table->events.events[i].kind == EVENT_ASK)
			continue;
		event_print(table->variant, &table->events.events[i], &text);
		strbuf_add_char(&text, '\n');
	}
	assert_string_equal(text.bytes, expected);
	strbuf_done(&text);
}

void expect_moves(struct ring_test *table, const char *start, const char *expected)
{
	struct ring_list list;
	struct strbuf text;

	strbuf_init(&text, 0);
	ring_list_init(&list);
	ring_legal_all(table->variant, ring_of(table), &list);
	ring_list_sort(table->variant, &list);
	for (unsigned i = 0; i < list.count; i++) {
		char name[RING_TEXT_MAX];

		ring_text(table->variant, &list.moves[i], name);
		if (strbuf_starts(name, start))
			strbuf_addf(&text, "%s%s", text.len ? " " : "", name);
	}
	assert_string_equal(text.bytes, expected);
	ring_list_done(&list);
	strbuf_done(&text);
}

static void ring_print_fault(void *context, const char *line)
{
	(void)context;
	print_error("%s\n", line);
}

static void write_bytes(const struct ring_test *table, const char *name, const struct strbuf *bytes)
{
	char *path = base_printf("%s/%s", table->folder, name);
	FILE *stream = fopen(path, "wb");

	assert_non_null(stream);
	assert_int_equal(fwrite(bytes->bytes, 1, bytes->len, stream), bytes->len);
	fclose(stream);
	free(path);
}

/* The game loaded from its folder is the one at the table. */
static void assert_loads(struct ring_test *table)
{
	struct reason reason = {.text = ""};
	struct gamefile *file = gamefile_load(table->folder, table->library, &reason);

	if (file == NULL)
		fail_msg("%s", reason.text);
	snapshots_assert_same(file, table->file);
	gamefile_free(file);
}

void assert_keeps(struct ring_test *table)
{
	char *path = base_printf("%s/game.txt", table->folder);
	char *snapshot = base_printf("%s/snapshot", table->folder);
	struct gamefile *read;
	struct strbuf state;

	strbuf_init(&state, 0);
	gamefile_snapshot(table->file, &state);
	write_bytes(table, "game.txt", &table->bytes);
	unlink(snapshot);
	assert_int_equal(verify_game(path, table->library, ring_print_fault, NULL), 0);
	assert_loads(table);
	write_bytes(table, "snapshot", &state);
	read = gamefile_read_snapshot(state.bytes, state.len, table->library);
	assert_non_null(read);
	snapshots_assert_same(read, table->file);
	gamefile_free(read);
	assert_loads(table);
	strbuf_done(&state);
	free(snapshot);
	free(path);
}

unsigned in_stock(struct ring_test *table, char seat, uint8_t side, char kind, unsigned set)
{
	int type = variant_type_of_letter(table->variant, kind);

	return ring_of(table)->stock[seat - 'a'][side][type][set - 1];
}

void expect_board(struct ring_test *table, unsigned number, const char *seats)
{
	const struct ring_board *board = &ring_of(table)->board[number - 1];
	char found[3] = "--";

	for (unsigned side = 0; board->alive && side < RING_SIDES; side++)
		found[side] = (char)('a' + board->seat[side]);
	assert_string_equal(found, seats);
}

void ring_give(struct ring_test *table, char seat, uint8_t side, char kind, unsigned set)
{
	int type = variant_type_of_letter(table->variant, kind);

	ring_of(table)->stock[seat - 'a'][side][type][set - 1]++;
}
