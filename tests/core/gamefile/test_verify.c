/* SPDX-License-Identifier: MIT */
/* Files with a sound chain of digests that contain something impossible, or something that can't be
 * checked. */
#include "core/gamefile/gamefile_internal.h"
#include "tests/lib/gameplay.h"
#include "tests/lib/source.h"

struct finds {
	struct strbuf faults, notes;
};

static void add_fault(void *context, const char *line)
{
	strbuf_addf(&((struct finds *)context)->faults, "%s\n", line);
}

static void add_note(void *context, const char *line)
{
	strbuf_addf(&((struct finds *)context)->notes, "%s\n", line);
}

/* Calculates the chain of a changed file again, as somebody would who wants to deceive. */
static char *chained(const char *bytes)
{
	const char *cursor = bytes, *line;
	struct sha256 last = {""};
	struct strbuf out;
	size_t len, start = 0;

	strbuf_init(&out, 0);
	while (strbuf_next_line(&cursor, bytes + strlen(bytes), &line, &len)) {
		const char *space = memchr(line + 4, ' ', len > 4 ? len - 4 : 0);

		if (!strbuf_starts(line, "end ") || space == NULL) {
			strbuf_add_bytes(&out, line, len);
			strbuf_add_char(&out, '\n');
			continue;
		}
		strbuf_add_bytes(&out, line, (size_t)(space + 1 - line));
		sha256_pair(last.hex, strlen(last.hex), out.bytes + start, out.len - start, &last);
		strbuf_addf(&out, "%s\n", last.hex);
		start = out.len;
	}
	return out.bytes;
}

/* Replaces the first `was` in the file by `is`. */
static char *with(const char *bytes, const char *was, const char *is)
{
	const char *at = strstr(bytes, was);
	char *changed, *result;

	if (at == NULL)
		fail_msg("no '%s' in\n%s", was, bytes);
	changed = base_printf("%.*s%s%s", (int)(at - bytes), bytes, is, at + strlen(was));
	result = chained(changed);
	free(changed);
	return result;
}

static struct finds check(const struct play *play, const char *bytes, int64_t now, const char *head)
{
	char *path = base_printf("%s/game.txt", play->folder);
	struct finds finds;
	const struct gamefile_check_options wish = {
		.now = now, .head = head, .fault = add_fault, .note = add_note, .context = &finds};

	strbuf_init(&finds.faults, 0);
	strbuf_init(&finds.notes, 0);
	write_file(play->folder, "game.txt", bytes, strlen(bytes));
	(void)gamefile_check(path, library, &wish);
	strbuf_add(&finds.faults, "");
	strbuf_add(&finds.notes, "");
	free(path);
	return finds;
}

static void finds_done(struct finds *finds)
{
	strbuf_done(&finds->faults);
	strbuf_done(&finds->notes);
}

/* Asserts that the file with a change has one fault, or one note, with that text. */
static void assert_finds(const struct play *play, const char *was, const char *is,
			 const char *fault, const char *note)
{
	char *bytes = with(play->bytes.bytes, was, is);
	struct finds finds = check(play, bytes, 0, NULL);

	if (fault != NULL && strstr(finds.faults.bytes, fault) == NULL)
		fail_msg("'%s' for '%s': no fault '%s' but '%s'", is, was, fault,
			 finds.faults.bytes);
	if (fault == NULL && finds.faults.len > 0)
		fail_msg("'%s' for '%s': %s", is, was, finds.faults.bytes);
	if (note != NULL && strstr(finds.notes.bytes, note) == NULL)
		fail_msg("'%s' for '%s': no note '%s' but '%s'", is, was, note, finds.notes.bytes);
	finds_done(&finds);
	free(bytes);
}

static void begin(struct play *play)
{
	gameplay_start(play);
	gameplay_send(play, "e4");
	gameplay_send(play, "e5");
	gameplay_send(play, "Nf3");
}

static void a_sound_file_has_neither_faults_nor_notes(void **state)
{
	struct play play;
	struct finds finds;
	char *same;

	(void)state;
	begin(&play);
	same = chained(play.bytes.bytes);
	assert_string_equal(same, play.bytes.bytes);
	free(same);
	finds = check(&play, play.bytes.bytes, 1795400000, NULL);
	assert_string_equal(finds.faults.bytes, "");
	assert_string_equal(finds.notes.bytes, "");
	finds_done(&finds);
	gameplay_stop(&play);
}

static void a_header_that_pbem_would_not_write_is_found(void **state)
{
	static const char long_name[] =
		"seat black a name that is so very long that nobody would ever wish to see "
		"it in full at all\n";
	struct play play;

	(void)state;
	begin(&play);
	assert_finds(&play, "option stalemate pass\n",
		     "option stalemate pass\noption stalemate pass\n", "twice", NULL);
	assert_finds(&play, "option stalemate pass\n", "option stalemate maybe\n", "maybe", NULL);
	assert_finds(&play, "option stalemate pass\n", "option nonsense pass\n", "nonsense", NULL);
	assert_finds(&play, "seat black Bob\n", long_name, "pbem writes no such line", NULL);
	assert_finds(&play, "seat black Bob\n", "seat black B\033[31mob\n",
		     "pbem writes no such line", NULL);
	assert_finds(&play, "seat black Bob\n", "seat black Bob\nseat black Bob\n",
		     "pbem writes no such line", NULL);
	assert_finds(&play, "seat black Bob\n", "", "lacks a line", NULL);
	assert_finds(&play, "id demo-1\n", "id ../demo\n", "a letter first", NULL);
	gameplay_stop(&play);
}

static void rules_and_definitions_that_are_not_known_are_told(void **state)
{
	struct play play;

	(void)state;
	begin(&play);
	assert_finds(&play, "\nrules " GAMEFILE_RULES "\n", "\nrules 99\n", NULL,
		     "these rules are not known here");
	assert_finds(&play, "\ndefinition sha256:", "\ndefinition sha256:0", NULL,
		     "this definition");
	assert_finds(&play, "\nrules " GAMEFILE_RULES "\n", "\n", NULL,
		     "doesn't say by which rules");
	gameplay_stop(&play);
}

static void falling_and_future_times_are_told(void **state)
{
	struct play play;
	struct finds finds;
	char *later;

	(void)state;
	begin(&play);
	assert_finds(&play, "entry 3 2026-11-21", "entry 3 2026-11-20", NULL,
		     "earlier than what stands before it");
	assert_finds(&play, "entry 1 2026-11-21", "entry 1 2025-11-21", NULL,
		     "earlier than what stands before it");
	later = with(play.bytes.bytes, "entry 4 2026-11-21", "entry 4 2036-11-21");
	finds = check(&play, later, 1795400000, NULL);
	assert_string_equal(finds.faults.bytes, "");
	assert_non_null(strstr(finds.notes.bytes, "in the future"));
	finds_done(&finds);
	free(later);
	gameplay_stop(&play);
}

/* The form of a diagram may change; its position may not. */
static void a_diagram_that_is_not_the_position_is_found(void **state)
{
	struct play play;

	(void)state;
	begin(&play);
	assert_finds(&play, "  |   8  r n b q k b n r  8\n", "  |   8  r n b k q b n r  8\n",
		     "this diagram isn't the position", NULL);
	assert_finds(&play, "  |   8  r n b q k b n r  8\n", "", "this diagram isn't the position",
		     NULL);
	assert_finds(&play, "  |   8  r n b q k b n r  8\n", "  | 8 r n b q k b n r 8\n", NULL,
		     NULL);
	assert_finds(&play, "  |   8  r n b q k b n r  8\n",
		     "  |   8  r n b q k b n r  8\n  ask white\n", "no event comes after it", NULL);
	gameplay_stop(&play);
}

/* Cut at an entry's end the chain is sound: only somebody who knows a later digest can show that
 * more was there. */
static void forfeit(struct play *play)
{
	struct event_list events;

	event_list_init(&events);
	assert_int_equal(turn_forfeit(&play->file->game, 1, 0, &events, NULL), ACCEPTED);
	gameplay_add(play, "moderator", &events);
	event_list_done(&events);
}

/* An event without an order is decided again, too: the only thing that a moderator does in a game.
 */
static void what_nobody_ordered_is_found(void **state)
{
	static const char none[] = "a letter changed the game, and its order isn't here";
	struct play play;

	(void)state;
	begin(&play);
	assert_finds(&play, "  order black MOVE e5\n", "", none, NULL);
	assert_finds(&play, "  order black MOVE e5\n", "  order black MOVE e4\n",
		     "today's rules refuse this order: ", NULL);
	forfeit(&play);
	assert_finds(&play, "  start\n", "  start\n", NULL, NULL);
	assert_finds(&play, "  result white forfeited\n", "", "today's rules say this too", NULL);
	assert_finds(&play, "  result white forfeited\n", "  result black forfeited\n",
		     "today's rules say", NULL);
	assert_finds(&play, "  result white forfeited\n",
		     "  result white forfeited\n  result white forfeited\n",
		     "today's rules say no more", NULL);
	assert_finds(&play, "  beaten black forfeited\n", "",
		     "a moderator can put a seat out of the game, end it or set its times", NULL);
	gameplay_stop(&play);
}

static void a_file_that_was_cut_is_found_by_a_receipt(void **state)
{
	struct play play;
	struct finds finds;
	struct sha256 head, earlier;

	(void)state;
	begin(&play);
	head = play.file->hash;
	assert_true(gamefile_find_digest(play.bytes.bytes, play.bytes.len, 2, &earlier));
	finds = check(&play, play.bytes.bytes, 0, head.hex);
	assert_string_equal(finds.faults.bytes, "");
	finds_done(&finds);
	finds = check(&play, play.bytes.bytes, 0, earlier.hex);
	assert_string_equal(finds.faults.bytes, "");
	finds_done(&finds);
	*strstr(play.bytes.bytes, "entry 4 ") = '\0';
	finds = check(&play, play.bytes.bytes, 0, NULL);
	assert_string_equal(finds.faults.bytes, "");
	finds_done(&finds);
	finds = check(&play, play.bytes.bytes, 0, head.hex);
	assert_non_null(strstr(finds.faults.bytes, "no entry has that digest"));
	finds_done(&finds);
	gameplay_stop(&play);
}

/* A changed letter on any square is a different position; the layout of a board doesn't count. */
static void every_letter_of_a_diagram_is_compared(void **state)
{
	struct play play;
	const char *first, *end;

	(void)state;
	begin(&play);
	first = strstr(strstr(play.bytes.bytes, "\n  played black "), "\n  |") + 4;
	end = strstr(first, "\nend ");
	assert_non_null(memchr(first, '[', (size_t)(end - first)));
	for (const char *at = first; at < end; at++) {
		char *bytes, *closed;
		const bool counts = strchr(" |[]\n", *at) == NULL;
		struct finds finds;

		if (*at == '\n' || at[-1] == '\n' || at[-2] == '\n' || at[-3] == '\n')
			continue; /* the edge, not the board */
		bytes = base_strdup(play.bytes.bytes);
		bytes[at - play.bytes.bytes] = counts ? 'x' : ' ';
		closed = chained(bytes);
		finds = check(&play, closed, 0, NULL);
		if ((strstr(finds.faults.bytes, "this diagram isn't the position") != NULL) !=
		    counts)
			fail_msg("'%.20s' changed: '%s'", at, finds.faults.bytes);
		finds_done(&finds);
		free(closed);
		free(bytes);
	}
	gameplay_stop(&play);
}

/* Asserts that a file has one fault, at that place in its bytes, and in these words. */
static void assert_one_fault(const struct play *play, const char *bytes, const char *at,
			     const char *words)
{
	struct finds finds = check(play, bytes, 0, NULL);
	unsigned line = 1;
	char *wanted;

	for (const char *each = bytes; each < at; each++)
		line += *each == '\n';
	wanted = base_printf("%s/game.txt:%u: %s", play->folder, line, words);
	if (!strbuf_starts(finds.faults.bytes, wanted) ||
	    strchr(finds.faults.bytes, '\n') != finds.faults.bytes + finds.faults.len - 1)
		fail_msg("no '%s', or not alone: '%s'", wanted, finds.faults.bytes);
	free(wanted);
	finds_done(&finds);
}

/* Asserts that an entry is reported if it was changed, contains what is no event, or isn't whole.
 */
static void assert_entry_is_found(const struct play *play, unsigned number)
{
	char *end = base_printf("\nend %u ", number), *start = base_printf("entry %u ", number);
	char *bytes = base_strdup(play->bytes.bytes), *odd = base_printf("\n  odd%s", end);
	char *damaged = base_printf("the hash doesn't fit: entry %u ", number);

	*strstr(bytes, start) = 'E';
	assert_one_fault(play, bytes, strstr(bytes, start + 1) - 1, "expected \"entry ");
	*(strstr(bytes, start + 1) - 1) = 'e';
	bytes[strchr(strstr(bytes, start), 'Z') - bytes - 1] ^= 1;
	assert_one_fault(play, bytes, strstr(bytes, end) + 1, damaged);
	free(bytes);
	bytes = with(play->bytes.bytes, end, odd);
	assert_one_fault(play, bytes, strstr(bytes, "  odd"), "");
	free(bytes);
	bytes = base_strdup(play->bytes.bytes);
	strstr(bytes, end)[2] = '\0';
	assert_one_fault(play, bytes, strstr(bytes, start),
			 "there is no complete entry from this line on");
	free(damaged);
	free(bytes);
	free(odd);
	free(start);
	free(end);
}

/* Wherever it is among the entries that are read at once. */
static void every_entry_of_a_long_game_is_found(void **state)
{
	struct play play;

	(void)state;
	gameplay_start(&play);
	for (unsigned turn = 0; turn < 32; turn++) {
		char move[] = {(char)('a' + turn / 2 % 8), "3645"[turn / 16 * 2 + turn % 2], '\0'};

		gameplay_send(&play, move);
	}
	for (unsigned number = 1; number <= play.file->head; number++)
		assert_entry_is_found(&play, number);
	gameplay_stop(&play);
}

/* Messages with nothing but IF lines, or with IF lines after a PASS, were once accepted
 * [said-ahead]: a game from that time is as sound as it was. */
static void what_was_taken_then_and_is_refused_today_is_no_fault(void **state)
{
	static const unsigned lines[] = {44, 58, 69};
	char *path = source_path("tests/core/gamefile/said-ahead.txt");
	struct finds finds;
	const struct gamefile_check_options wish = {
		.fault = add_fault, .note = add_note, .context = &finds};
	struct strbuf notes;

	(void)state;
	strbuf_init(&finds.faults, 0);
	strbuf_init(&finds.notes, 0);
	strbuf_init(&notes, 0);
	assert_int_equal(gamefile_check(path, library, &wish), 0);
	for (size_t i = 0; i < ARRAY_LEN(lines); i++)
		strbuf_addf(&notes,
			    "%s:%u: note: today such a letter is refused; it was taken then, and "
			    "what would be refused of it changed nothing\n",
			    path, lines[i]);
	assert_string_equal(finds.notes.bytes, notes.bytes);
	strbuf_done(&notes);
	finds_done(&finds);
	free(path);
}

/* When a moderator ended a ring, pbem once drew another board than that of the last turn. Each
 * board is checked by the name above it. */
static void a_ring_that_was_cancelled_once_is_as_sound_as_it_was(void **state)
{
	static const char shown[] = "  | Board 3\n", pawn[] = "  |   2  P P P P P P P P  2\n";
	char *path = source_path("tests/core/gamefile/ring-cancelled.txt"), *bytes, *closed;
	struct finds finds;
	struct play play;
	size_t len;

	(void)state;
	begin(&play);
	assert_int_equal(gamefile_read_bytes(path, 0, &bytes, &len, NULL), 0);
	finds = check(&play, bytes, 0, NULL);
	assert_string_equal(finds.faults.bytes, "");
	finds_done(&finds);
	memcpy(strstr(strstr(strstr(bytes, "entry 3"), shown), pawn),
	       "  |   2  P P P . P P P P  2\n", sizeof pawn - 1);
	closed = chained(bytes);
	finds = check(&play, closed, 0, NULL);
	assert_non_null(strstr(finds.faults.bytes, "this diagram isn't the position"));
	finds_done(&finds);
	finds_done(&finds);
	free(closed);
	free(bytes);
	free(path);
	gameplay_stop(&play);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_sound_file_has_neither_faults_nor_notes),
		cmocka_unit_test(a_header_that_pbem_would_not_write_is_found),
		cmocka_unit_test(rules_and_definitions_that_are_not_known_are_told),
		cmocka_unit_test(falling_and_future_times_are_told),
		cmocka_unit_test(a_diagram_that_is_not_the_position_is_found),
		cmocka_unit_test(every_letter_of_a_diagram_is_compared),
		cmocka_unit_test(a_ring_that_was_cancelled_once_is_as_sound_as_it_was),
		cmocka_unit_test(what_nobody_ordered_is_found),
		cmocka_unit_test(what_was_taken_then_and_is_refused_today_is_no_fault),
		cmocka_unit_test(a_file_that_was_cut_is_found_by_a_receipt),
		cmocka_unit_test(every_entry_of_a_long_game_is_found),
	};

	return cmocka_run_group_tests_name("verify", tests, chess_set_up, chess_tear_down);
}
