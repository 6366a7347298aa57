/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>

#include "tests/lib/chess.h"
#include "tests/lib/source.h"

#include "core/event/event.h"

/* Reads the line, prints the result, and asserts that they are equal. */
static void assert_comes_back(const char *line)
{
	struct event_list list;
	struct reason reason = {.text = ""};
	struct strbuf text;

	event_list_init(&list);
	strbuf_init(&text, 0);
	if (event_parse(chess, line, &list, &reason) < 0)
		fail_msg("%s: %s", line, reason.text);
	assert_int_equal(list.count, 1);
	event_print(chess, &list.events[0], &text);
	assert_string_equal(text.bytes, line);
	strbuf_done(&text);
	event_list_done(&list);
}

static void lines_of_every_kind_come_back_as_they_were(void **state)
{
	/* clang-format off */
	static const char *const lines[] = {
		"move white P from e2 to e4", "castle white king on f1 and rook on g1 to g1 and f1",
		"from 4k3/8/8/8/8/8/8/4K2R w K - 3 23", "capture black Q on d8", "promote white to N on h8",
		"passant white pawn e4 over e3", "no-passant black", "order white MOVE e2-e4",
		"played black e8h8 O-O", "quiet rounds 49", "turn black", "turn -", "occurs times 3",
		"check white", "pass black", "beaten white checkmate by black",
		"beaten black resigned", "stalemate white", "offer black", "no-offer white",
		"say white Grüße, – and \"quotes\"", "say white  two blanks first", "ask white",
		"remove black K from e8", "free white P on d5", "conquer white commands black", "army black is inert",
		"result draw repetition", "result white checkmate", "start",
		"board 12", "stock white gets black P of set 3", "place white N of set 16 on b1", "mated white resigned by black",
		"sitting", "close", "fresh stalemate", "sealed sha256:0123", "|   a b c", "|",
		"carry white N from b1 to c3", "castled", "shift black K from h8 to a8", "swap a1 and h8",
		"take black P on d5 from e4 by move", "take black P on d5 by card", "kill white P on a2",
		"bury white Q that began on d1", "away white K from e1", "return white N that began on b1 to b1 anew",
		"return white N that began on #40 to c4 as-it-was", "replace black P on c4 by what began on e8", "merge white R from a1 into a4",
		"front white N on a4", "effect white number 3, crab, of Crab, card 4, piece that began on b2", "effect-ends number 3",
		"effect-binds number 3, seat black, kind P", "effect-binds number 3, seat -, kind -", "moved by card", "action 3",
	};
	/* clang-format on */

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(lines); i++)
		assert_comes_back(lines[i]);
}

/* Returns whether the event's text is one word. */
static bool has_word(enum event_kind kind)
{
	return kind == EVENT_BEATEN || kind == EVENT_ARMY || kind == EVENT_MATED ||
	       kind == EVENT_FRESH || kind == EVENT_TAKE || kind == EVENT_RETURN ||
	       kind == EVENT_EFFECT_BINDS || kind == EVENT_MOVED || kind == EVENT_FATE ||
	       kind == EVENT_SETTLE || kind == EVENT_LET_GO || kind == EVENT_FALLS;
}

static struct event some_event(enum event_kind kind, unsigned seed)
{
	static const char *const texts[] = {"", "a", "two words", "  blanks ", "ünï ♞", "- | #"};

	return (struct event){
		.kind = kind,
		.side = (uint8_t)(seed % 2),
		.type = (uint8_t)(seed / 2 % 6),
		.seat = (uint8_t)(seed / 3 % 2),
		.by = seed % 5 ? (uint8_t)(seed % 2) : NO_SIDE,
		.from = (square)(seed * 7 % 64),
		.to = (square)(seed * 11 % 64),
		.number = seed * 1001,
		.text = kind == EVENT_FALLS ? "3"
			: has_word(kind)    ? "checkmate"
					    : texts[seed % ARRAY_LEN(texts)],
	};
}

/* A line that is read and printed again is the same line, whatever fields its event has. */
static void every_kind_survives_the_way_through_text(void **state)
{
	(void)state;
	for (int kind = 0; kind < EVENT_KINDS; kind++) {
		for (unsigned seed = 0; seed < 120; seed++) {
			struct event event = some_event((enum event_kind)kind, seed);
			struct strbuf first;

			strbuf_init(&first, 0);
			event_print(chess, &event, &first);
			assert_comes_back(first.bytes);
			strbuf_done(&first);
		}
	}
}

static void fields_are_read_into_the_right_places(void **state)
{
	struct event_list list;

	(void)state;
	event_list_init(&list);
	assert_int_equal(event_parse(chess, "beaten black checkmate by white", &list, NULL), 0);
	assert_int_equal(event_parse(chess, "passant white pawn e4 over e3", &list, NULL), 0);
	assert_int_equal(list.events[0].seat, 1);
	assert_int_equal(list.events[0].by, 0);
	assert_string_equal(list.events[0].text, "checkmate");
	assert_int_equal(list.events[1].side, 0);
	assert_int_equal(list.events[1].from, 20);
	assert_int_equal(list.events[1].to, 28);
	assert_int_equal(list.events[1].seat, NO_SIDE);
	event_list_done(&list);
}

static void a_line_that_is_no_event_says_what_was_expected(void **state)
{
	static const struct {
		const char *line, *expected;
	} faults[] = {
		{"mve white P e2 e4", "no event begins with \"mve\""},
		{"move green P from e2 to e4", "expected the name of a side"},
		{"move white X from e2 to e4", "kind of piece"},
		{"move white P from e2 to e9", "expected a square"},
		{"move white P from e2", "ends too early"},
		{"move white P from e2 to e4 ", "nothing more"},
		{"move white P e2 e4", "expected \" from \""},
		{"move  white P from e2 to e4", "ends too early"},
		{"quiet rounds many", "expected a number"},
		{"", "no event"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(faults); i++) {
		struct reason reason = {.text = ""};
		struct event_list list;

		event_list_init(&list);
		assert_int_equal(event_parse(chess, faults[i].line, &list, &reason), -1);
		assert_int_equal(list.count, 0);
		if (strstr(reason.text, faults[i].expected) == NULL)
			fail_msg("%s: \"%s\" lacks \"%s\"", faults[i].line, reason.text,
				 faults[i].expected);
		event_list_done(&list);
	}
}

/* A line counts as plain only if event_print writes it so. The bytes after it aren't read. */
static void only_a_line_as_it_is_written_is_plain(void **state)
{
	enum outcome { FAILS, READ, PLAIN };
	static const struct {
		const char *line;
		size_t len; /* 0: the whole line */
		enum outcome outcome;
	} lines[] = {
		{"order white MOVE e2e4", 0, PLAIN},
		{"move white P from e2 to e4", 0, PLAIN},
		{"played white e2e4 e4", 0, PLAIN},
		{"passant white pawn e4 over e3", 0, PLAIN},
		{"no-passant black", 0, PLAIN},
		{"quiet rounds 12", 0, PLAIN},
		{"quiet rounds 0", 0, PLAIN},
		{"turn -", 0, PLAIN},
		{"ask black", 0, PLAIN},
		{"capture black Q on d8", 0, PLAIN},
		{"result draw repetition", 0, PLAIN},
		{"beaten white checkmate by black", 0, PLAIN},
		{"beaten white resigned", 0, PLAIN},
		{"take black P on d5 from e4 by move", 0, PLAIN},
		{"start", 0, PLAIN},
		{"falls card 3 after action 12", 0, PLAIN},
		{"falls card 3 after action 012", 0, READ},
		{"quiet rounds 012", 0, READ},
		{"quiet rounds 0000000000000000000000012", 0, READ},
		{"quiet rounds 1000000001", 0, FAILS},
		{"quiet rounds 99999999999999999999999", 0, FAILS},
		{"quiet rounds", 0, FAILS},
		{"quiet rounds 1x", 0, FAILS},
		{"turn White", 0, READ},
		{"turn whit", 0, FAILS},
		{"turn whiter", 0, FAILS},
		{"turn white ", 0, FAILS},
		{"turn  white", 0, FAILS},
		{"order white ", 0, READ},
		{"order white MOVE\te4", 0, READ},
		{"move WHITE P from e2 to e4", 0, READ},
		{"move white P from e2 to e9", 0, FAILS},
		{"move white X from e2 to e4", 0, FAILS},
		{"move white P from e2", 0, FAILS},
		{"move white P from e2 to e4 x", 0, FAILS},
		{"beaten white resigned by -", 0, READ},
		{"take black P on d5 from - by move", 0, READ},
		{"will-discard white card 65535", 0, READ},
		{"bury white Q that began on #3", 0, READ},
		{"turning white", 0, FAILS},
		{"", 0, FAILS},
		{"turn white\0", 11, FAILS},
		{"turn\0white", 10, FAILS},
		{"capture black Q on d8\0", 22, FAILS},
		{"order white MOVE e2e4", 16, PLAIN},
		{"start\0", 6, FAILS},
		{"bury white Q that began on c1\0x", 31, FAILS},
		{"offer draw white\0x y", 20, FAILS},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
		const size_t len = lines[i].len != 0 ? lines[i].len : strlen(lines[i].line);
		char *line = base_zalloc(len + 1, 1);
		struct event_list list;
		struct reason reason = {.text = ""};
		struct strbuf printed;
		bool plain = false;
		enum outcome outcome = FAILS;

		event_list_init(&list);
		strbuf_init(&printed, 0);
		memcpy(line, lines[i].line, len);
		if (event_parse_line(chess, line, len, &list, &plain, &reason) == 0)
			outcome = plain ? PLAIN : READ;
		if (outcome != lines[i].outcome)
			fail_msg("%zu: \"%s\": %d", i, line, outcome);
		assert_int_equal(list.count, outcome != FAILS);
		assert_int_equal(*reason.text != '\0', outcome == FAILS);
		if (outcome != FAILS) {
			event_print(chess, &list.events[0], &printed);
			assert_int_equal(strcmp(printed.bytes, line) == 0, plain);
		}
		strbuf_done(&printed);
		event_list_done(&list);
		free(line);
	}
}

/* A text is kept whole, however long its line is. */
static void a_long_text_is_read_whole(void **state)
{
	(void)state;
	for (size_t len = 200; len < 300; len++) {
		char *line = base_zalloc(len + 1, 1);

		memset(line, 'x', len);
		memcpy(line, "say white ", 10);
		assert_comes_back(line);
		free(line);
	}
}

static void text_with_newlines_stays_one_line(void **state)
{
	struct event event = {.kind = EVENT_SAY, .seat = 0, .text = "one\nend 3 0000\r\tx"};
	struct strbuf text;

	(void)state;
	strbuf_init(&text, 0);
	event_print(chess, &event, &text);
	assert_string_equal(text.bytes, "say white one end 3 0000  x");
	strbuf_done(&text);
}

static size_t count_words(const char *line)
{
	const char *word;
	size_t len, count = 0;

	while (strbuf_next_word(&line, &word, &len))
		count++;
	return count;
}

/* Counts the words of an event that the manual explains, its first included; 0: the manual lacks
 * the event. */
static size_t words_in_manual(const char *manual, const char *word)
{
	bool bar = strcmp(word, "|") == 0;
	char *entry = base_printf("\n.It Ic %s%s", bar ? "\\&" : "", word);
	size_t count = 0, len;

	for (const char *at = strstr(manual, entry); at != NULL; at = strstr(at + 1, entry)) {
		char *line = base_strndup(at + 1, strcspn(at + 1, "\n"));
		const char *cursor = line, *one;

		if (strchr(" \n", at[strlen(entry)]) != NULL)
			while (strbuf_next_word(&cursor, &one, &len))
				count += !(len == 2 && isupper((unsigned char)one[0]) &&
					   islower((unsigned char)one[1])) &&
					 *one != '.';
		free(line);
		if (count > 0)
			break;
	}
	free(entry);
	return count;
}

static void the_manual_explains_every_kind_of_event(void **state)
{
	char *path = source_path("core/gamefile/pbem-game.5"), *manual;
	FILE *file = fopen(path, "r");
	size_t len;

	(void)state;
	assert_non_null(file);
	manual = base_zalloc(100000, 1);
	len = fread(manual, 1, 99999, file);
	assert_in_range(len, 1000, 99998);
	fclose(file);
	for (int kind = 0; kind < EVENT_KINDS; kind++) {
		struct event event = {.kind = (enum event_kind)kind, .text = "x"};
		struct strbuf line;
		char *word;

		strbuf_init(&line, 0);
		event_print(chess, &event, &line);
		word = base_strndup(line.bytes, strcspn(line.bytes, " "));
		if (words_in_manual(manual, word) < count_words(line.bytes))
			fail_msg("pbem-game(5) doesn't explain all of '%s'", line.bytes);
		free(word);
		strbuf_done(&line);
	}
	free(manual);
	free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_of_every_kind_come_back_as_they_were),
		cmocka_unit_test(every_kind_survives_the_way_through_text),
		cmocka_unit_test(fields_are_read_into_the_right_places),
		cmocka_unit_test(a_line_that_is_no_event_says_what_was_expected),
		cmocka_unit_test(only_a_line_as_it_is_written_is_plain),
		cmocka_unit_test(a_long_text_is_read_whole),
		cmocka_unit_test(text_with_newlines_stays_one_line),
		cmocka_unit_test(the_manual_explains_every_kind_of_event),
	};

	return cmocka_run_group_tests_name("event", tests, chess_set_up, chess_tear_down);
}
