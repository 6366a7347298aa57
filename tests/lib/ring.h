/* SPDX-License-Identifier: MIT */
/* A ring at play: letters, ends of runs, and the file that must tell the same ever after. */
#ifndef PBEM_TESTS_RING_H
#define PBEM_TESTS_RING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/lib/scratch.h"

#include "core/record/gamefile.h"
#include "core/order/order.h"
#include "core/ring/ring.h"
#include "core/base/text.h"
#include "core/turn/turn.h"
#include "core/variant/variant_data.h"

struct table {
	struct variant_library *library;
	const struct variant *variant;
	struct gamefile *file;	 /* NULL until table_begin */
	struct text bytes;	 /* of its log */
	struct event_list facts; /* of the last entry */
	struct reason why;	 /* of the last refusal */
	char folder[SCRATCH_MAX];
};

static inline struct ring *ring_of(struct table *table)
{
	return table->file->game.ring;
}

/* Adds the facts as an entry and empties the list's place for the next. */
static inline void table_add(struct table *table, const char *cause)
{
	struct entry_head head = {table->file->head + 1,
				  1795228000 + 60 * (int64_t)table->file->head, cause};
	struct reason reason = {""};

	if (gamefile_add(table->file, &head, &table->facts, &table->bytes, NULL, &reason) < 0)
		fail_msg("%s", reason.text);
}

static inline void table_clear(struct table *table)
{
	event_list_done(&table->facts);
	event_list_init(&table->facts);
}

static inline void table_end(struct table *table)
{
	gamefile_free(table->file);
	text_done(&table->bytes);
	event_list_done(&table->facts);
	table->file = NULL;
}

/* A new game with so many seats. */
static inline void table_begin(struct table *table, unsigned seats, const char *sets)
{
	struct game_header header = {
		.id = "demo-1",
		.number = 7,
		.variant = "ring",
		.option_count = 2,
		.created = 1795228000,
		.options = {{"seats", ""}, {"sets", ""}},
	};
	struct reason reason = {""};

	table_end(table);
	snprintf(header.options[0].value, sizeof header.options[0].value, "%u", seats);
	snprintf(header.options[1].value, sizeof header.options[1].value, "%s", sets);
	table->variant = variant_get(table->library, "ring", header.options, 2, &reason);
	if (table->variant == NULL)
		fail_msg("%s", reason.text);
	table->file = gamefile_new(&header, table->variant);
	text_init(&table->bytes, 0);
	gamefile_header(&header, table->variant, &table->bytes);
	turn_start(&table->file->game, &table->facts);
	table_add(table, "moderator");
}

static inline int table_open(void **state)
{
	const char *srcdir = getenv("srcdir");
	char *games = base_printf("%s/games", srcdir ? srcdir : ".");
	struct table *table = base_zalloc(1, sizeof *table);

	table->library = variant_library_new(games);
	free(games);
	text_init(&table->bytes, 0);
	event_list_init(&table->facts);
	*state = table;
	return scratch_make(table->folder) ? 0 : -1;
}

static inline int table_close(void **state)
{
	struct table *table = *state;
	int result = scratch_remove(table->folder);

	table_end(table);
	variant_library_free(table->library);
	free(table);
	return result;
}

/* One letter of a seat, its orders separated by newlines. */
static inline enum verdict letter(struct table *table, uint8_t seat, const char *text)
{
	struct order_list orders;
	enum verdict verdict;

	order_list_init(&orders);
	table_clear(table);
	table->why.text[0] = '\0';
	verdict = order_read_letter(table->variant, text, &orders, &table->why);
	if (verdict == ACCEPTED)
		verdict =
			turn_decide(&table->file->game, seat, &orders, &table->facts, &table->why);
	if (verdict == ACCEPTED && table->facts.count > 0)
		table_add(table, "sha256:0123456789abcdef");
	order_list_done(&orders);
	return verdict;
}

static inline void say(struct table *table, char seat, const char *text)
{
	if (letter(table, (uint8_t)(seat - 'a'), text) == REFUSED)
		fail_msg("%c: %s: %s", seat, text, table->why.text);
}

/* The letter is refused, and the reason says so. */
static inline void refused(struct table *table, char seat, const char *text, const char *expected)
{
	if (letter(table, (uint8_t)(seat - 'a'), text) == ACCEPTED)
		fail_msg("%c: %s: not refused", seat, text);
	if (strstr(table->why.text, expected) == NULL)
		fail_msg("%c: %s: \"%s\" lacks \"%s\"", seat, text, table->why.text, expected);
}

/* The run is over; whether something was called. */
static inline bool end_run(struct table *table)
{
	bool called;

	table_clear(table);
	called = turn_end_run(&table->file->game, &table->facts);
	if (called)
		table_add(table, "clock");
	return called;
}

/* A list of canonical moves, each a letter of whose turn it is, all in one run. */
static inline void play(struct table *table, const char *moves)
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

/* Whether a fact of the last entry reads so. */
static inline bool has_fact(const struct table *table, const char *line)
{
	bool found = false;

	for (size_t i = 0; i < table->facts.count; i++) {
		struct text text;

		text_init(&text, 0);
		event_print(table->variant, &table->facts.events[i], &text);
		found |= strcmp(text.bytes, line) == 0;
		text_done(&text);
	}
	return found;
}

/* The facts of the last entry that are no questions, a line each. */
static inline void expect_facts(const struct table *table, const char *expected)
{
	struct text text;

	text_init(&text, 0);
	for (size_t i = 0; i < table->facts.count; i++) {
		if (table->facts.events[i].kind == EVENT_ASK)
			continue;
		event_print(table->variant, &table->facts.events[i], &text);
		text_add_char(&text, '\n');
	}
	assert_string_equal(text.bytes, expected);
	text_done(&text);
}

/* The legal moves of a board that begin so, sorted and joined by blanks. */
static inline void expect_moves(struct table *table, const char *start, const char *expected)
{
	struct ring_list list;
	struct text text;

	text_init(&text, 0);
	ring_list_init(&list);
	ring_legal_all(table->variant, ring_of(table), &list);
	ring_list_sort(table->variant, &list);
	for (unsigned i = 0; i < list.count; i++) {
		char name[RING_TEXT_MAX];

		ring_text(table->variant, &list.moves[i], name);
		if (text_starts(name, start))
			text_addf(&text, "%s%s", text.len ? " " : "", name);
	}
	assert_string_equal(text.bytes, expected);
	ring_list_done(&list);
	text_done(&text);
}

static inline void print_fault(void *context, const char *line)
{
	(void)context;
	print_error("%s\n", line);
}

static inline void write_bytes(const struct table *table, const char *name,
			       const struct text *bytes)
{
	char *path = base_printf("%s/%s", table->folder, name);
	FILE *stream = fopen(path, "wb");

	assert_non_null(stream);
	assert_int_equal(fwrite(bytes->bytes, 1, bytes->len, stream), bytes->len);
	fclose(stream);
	free(path);
}

/* The game loaded from its folder is the one at the table: two are when their snapshots are. */
static inline void assert_loads(struct table *table, const struct text *expected)
{
	struct reason reason = {""};
	struct gamefile *file = gamefile_load(table->folder, table->library, &reason);
	struct text found;

	if (file == NULL)
		fail_msg("%s", reason.text);
	text_init(&found, 0);
	gamefile_snapshot(file, &found);
	assert_string_equal(found.bytes, expected->bytes);
	gamefile_free(file);
	text_done(&found);
}

/* The log replays to the same state, alone and from a snapshot, and today's rules decide it alike.
 */
static inline void assert_keeps(struct table *table)
{
	char *path = base_printf("%s/game.txt", table->folder);
	char *snapshot = base_printf("%s/snapshot", table->folder);
	struct text state;

	text_init(&state, 0);
	gamefile_snapshot(table->file, &state);
	write_bytes(table, "game.txt", &table->bytes);
	unlink(snapshot);
	assert_int_equal(gamefile_verify(path, table->library, print_fault, NULL), 0);
	assert_loads(table, &state);
	write_bytes(table, "snapshot", &state);
	assert_loads(table, &state);
	text_done(&state);
	free(snapshot);
	free(path);
}

/* White mates with Qh5 on that board; and Black with Qh4. */
#define WHITE_MATES(n) #n ":e2e4 " #n ":g7g5 " #n ":d2d4 " #n ":f7f6 " #n ":d1h5"
#define BLACK_MATES(n) #n ":f2f3 " #n ":e7e5 " #n ":g2g4 " #n ":d8h4"

/* Sam Loyd's stalemate of Black in ten moves. */
#define STALEMATE(n)                                                                               \
#n ":e2e3 " #n ":a7a5 " #n ":d1h5 " #n ":a8a6 " #n ":h5a5 " #n ":h7h5 " #n ":h2h4 " #n     \
	   ":a6h6 " #n ":a5c7 " #n ":f7f6 " #n ":c7d7 " #n ":e8f7 " #n ":d7b7 " #n ":d8d3 " #n     \
	   ":b7b8 " #n ":d3h7 " #n ":b8c8 " #n ":f7g6 " #n ":c8e6"

/* The knights out and back. */
#define ROUND_TRIP(n) #n ":g1f3 " #n ":g8f6 " #n ":f3g1 " #n ":f6g8"

static inline unsigned in_stock(struct table *table, char seat, uint8_t side, char kind,
				unsigned set)
{
	int type = variant_type_of_letter(table->variant, kind);

	return ring_of(table)->stock[seat - 'a'][side][type][set - 1];
}

/* Who plays White and Black on a board: "ab"; "--" when it is out. */
static inline void expect_board(struct table *table, unsigned number, const char *seats)
{
	const struct ring_board *board = &ring_of(table)->board[number - 1];
	char found[3] = "--";

	for (unsigned side = 0; board->alive && side < RING_SIDES; side++)
		found[side] = (char)('a' + board->seat[side]);
	assert_string_equal(found, seats);
}

/* A man in a seat's stockpile that no game brought there: for rules of placing alone. */
static inline void give(struct table *table, char seat, uint8_t side, char kind, unsigned set)
{
	int type = variant_type_of_letter(table->variant, kind);

	ring_of(table)->stock[seat - 'a'][side][type][set - 1]++;
}

#endif
