/* SPDX-License-Identifier: MIT */
/* Starting positions: which are legal, and castling with king and rooks on any file. */
#include "tests/lib/pace.h"
#include "tests/lib/play.h"

#include "core/notation/notation.h"
#include "core/notation/start_position.h"
#include "core/rules/movegen.h"
#include "core/variant/variant_data.h"

static const struct variant *take(struct play *play, const char *name, const char *position)
{
	struct option option = {.key = "position"};
	struct reason reason = {.text = ""};

	snprintf(option.value, sizeof option.value, "%s", position ? position : "");
	play->variant = variant_get(play->library, name, &option, position != NULL, &reason);
	assert_string_equal(reason.text, "");
	return play->variant;
}

static void each_fault_of_a_position_is_named(void **state)
{
	static const struct {
		const char *variant, *fen, *says;
	} faults[] = {
		{"chess", "4k3/8/8/8/8/8/8/8 w - - 0 1", "white has 0 kings"},
		{"chess", "4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "white has 2 kings"},
		{"chess", "4k3/8/8/8/8/8/8/4K2R b K - 0 1 9", "fields"},
		{"chess", "4k2R/8/8/8/8/8/8/4K3 w - - 0 1", "black isn't to move, but is in check"},
		{"chess", "4k2P/8/8/8/8/8/8/4K3 b - - 0 1",
		 "a pawn on h8 would have been promoted"},
		{"chess", "4k3/8/8/8/8/8/8/4K2P w - - 0 1", "a pawn can't stand on h1"},
		{"chess", "4k2p/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn can't stand on h8"},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "castling 'Q'"},
		{"chess", "4k3/8/8/8/8/8/8/5K1R w K - 0 1", "castling 'K'"},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling 'KK'"},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w KH - 0 1", "castling 'KH'"},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w G - 0 1", "castling 'G'"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "en passant 'e6'"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - x 1", "'x 1'"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 x - - 0 1", "'x' to move"},
		{"chess", "4k3/8/8/8/8/8/8/4K4 w - - 0 1", "rank 1"},
		{"chess", "4k3/8/8/8/8/8/8/4KX2 w - - 0 1", "'X' on f1 is no piece"},
		{"fourteen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "FEN4"},
		{"three-player", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "three-player"},
	};
	struct play *play = *state;

	for (size_t i = 0; i < ARRAY_LEN(faults); i++) {
		const struct variant *variant = take(play, faults[i].variant, NULL);
		struct position position;
		struct reason reason = {.text = ""};
		unsigned round = 77;

		assert_int_equal(
			start_position_read(variant, faults[i].fen, &position, &round, &reason),
			-1);
		if (strstr(reason.text, faults[i].says) == NULL)
			fail_msg("%s: %s", faults[i].fen, reason.text);
		assert_int_equal(round, 77);
	}
}

/* Makes the FEN of a starting position's king and the rook on its right, or left, alone behind
 * pawns: "1r3k1r/pppppppp/...". */
static void bare(const struct variant *variant, bool right, char fen_out[200])
{
	square rook = (square)((right ? strrchr(variant->row, 'R') : strchr(variant->row, 'R')) -
			       variant->row);
	struct strbuf row, low;

	strbuf_init(&row, 0);
	strbuf_init(&low, 0);
	for (unsigned file = 0, empty = 0; file <= 8; file++) {
		char letter = file < 8
				      ? variant_type_letter(variant, variant->sides[0].starts[file])
				      : '\0';

		if (letter != 'K' && file != rook && file < 8) {
			empty++;
			continue;
		}
		if (empty > 0) {
			strbuf_addf(&row, "%u", empty);
			strbuf_addf(&low, "%u", empty);
		}
		empty = 0;
		if (file < 8) {
			strbuf_add_char(&row, letter);
			strbuf_add_char(&low, (char)(letter + 'a' - 'A'));
		}
	}
	snprintf(fen_out, 200, "%s/pppppppp/8/8/8/8/PPPPPPPP/%s w %s - 0 1", low.bytes, row.bytes,
		 right ? "Kk" : "Qq");
	strbuf_done(&row);
	strbuf_done(&low);
}

/* Plays a castling, applies its events to another board, and compares both. */
static void castle(const struct variant *variant, const struct position *before,
		   const struct move *move)
{
	struct position after = *before, again = *before;
	const struct piece *king, *rook;
	struct event_list events;
	bool right = move->other > move->from;
	struct reason reason;

	event_list_init(&events);
	move_make(variant, &after, move, &events);
	for (size_t i = 0; i < events.count; i++) {
		struct event_list read;
		struct strbuf line;

		event_list_init(&read);
		strbuf_init(&line, 0);
		event_print(variant, &events.events[i], &line);
		assert_int_equal(event_parse(variant, line.bytes, &read, &reason), 0);
		assert_int_equal(position_apply(variant, &again, &read.events[0], &reason), 0);
		strbuf_done(&line);
		event_list_done(&read);
	}
	assert_true(position_is_sound(variant, &after));
	assert_memory_equal(&after, &again, sizeof after);
	king = position_piece(&after, right ? 6 : 2);
	rook = position_piece(&after, right ? 5 : 3);
	assert_non_null(king);
	assert_non_null(rook);
	assert_int_equal(king->type, variant->royal);
	assert_int_equal(variant_type_letter(variant, rook->type), 'R');
	assert_true(king->moved && rook->moved);
	event_list_done(&events);
}

/* Asserts that "O-O" and "O-O-O" mean the rook's wing, however near the rook is, and that the two
 * squares mean castling. */
static void assert_is_written(const struct variant *variant, const struct position *position,
			      const struct move_list *legal, const struct move *move)
{
	char canonical[MOVE_TEXT_MAX];
	struct reason why;
	struct move read;
	struct strbuf san;

	strbuf_init(&san, 0);
	notation_short(variant, position, legal, move, &san);
	assert_string_equal(san.bytes, move->other > move->from ? "O-O" : "O-O-O");
	assert_int_equal(notation_read(variant, position, legal, san.bytes, &read, &why), ACCEPTED);
	assert_memory_equal(&read, move, sizeof read);
	move_text(variant, move, canonical);
	assert_int_equal(notation_read(variant, position, legal, canonical, &read, &why), ACCEPTED);
	assert_memory_equal(&read, move, sizeof read);
	strbuf_done(&san);
}

/* Castles with nothing else in the way. */
static void castle_to(const struct variant *variant, bool right)
{
	unsigned castlings = 0, round;
	struct reason reason = {.text = ""};
	struct move_list legal;
	struct position position;
	char fen[200];

	bare(variant, right, fen);
	if (start_position_read(variant, fen, &position, &round, &reason) < 0)
		fail_msg("%s: %s", fen, reason.text);
	movegen_generate(variant, &position, &legal);
	for (unsigned i = 0; i < legal.count; i++) {
		if (legal.moves[i].kind != MOVE_CASTLE)
			continue;
		castlings++;
		assert_true(right == (legal.moves[i].other > legal.moves[i].from));
		castle(variant, &position, &legal.moves[i]);
		assert_is_written(variant, &position, &legal, &legal.moves[i]);
	}
	assert_int_equal(castlings, 1);
}

static void every_array_castles_to_both_sides(void **state)
{
	struct play *play = *state;

	for (unsigned number = 0; number < 960; number += pace(1, 13)) {
		char text[12];

		snprintf(text, sizeof text, "%u", number);
		take(play, "chess960", text);
		castle_to(play->variant, true);
		castle_to(play->variant, false);
	}
}

static void the_arrays_have_their_usual_numbers(void **state)
{
	static const struct {
		const char *number, *row;
	} arrays[] = {
		{"0", "BBQNNRKR"}, {"518", "RNBQKBNR"}, {"959", "RKRNNQBB"}, {"lot", "BBQNNRKR"}};
	struct play *play = *state;
	char seen[960][9];

	for (size_t i = 0; i < ARRAY_LEN(arrays); i++) {
		const struct variant *variant = take(play, "chess960", arrays[i].number);

		assert_string_equal(variant->row, arrays[i].row);
	}
	memset(seen, 0, sizeof seen);
	for (unsigned number = 0; number < 960; number += pace(1, 13)) {
		char text[12];
		const char *row;

		snprintf(text, sizeof text, "%u", number);
		row = take(play, "chess960", text)->row;
		strcpy(seen[number], row);
		assert_int_equal(strlen(row), 8);
		/* Bishops on both colours, the king between the rooks, no position twice. */
		assert_int_equal((strchr(row, 'B') - row + (strrchr(row, 'B') - row)) % 2, 1);
		assert_true(strchr(row, 'R') < strchr(row, 'K') &&
			    strchr(row, 'K') < strrchr(row, 'R'));
		for (unsigned i = 0; i < number; i++)
			if (strcmp(seen[i], row) == 0)
				fail_msg("arrays %u and %u are both %s", i, number, row);
	}
}

/* Reads it, and writes it again. */
static void castling_rights_are_told_by_wing_or_by_file(void **state)
{
	static const struct {
		const char *number, *fen, *again;
	} rights[] = {
		{"518", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 4 9",
		 "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 9"},
		{"518", "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1"},
	};
	struct play *play = *state;

	for (size_t i = 0; i < ARRAY_LEN(rights); i++) {
		const struct variant *variant = take(play, "chess960", rights[i].number);
		struct reason reason = {.text = ""};
		struct position position;
		struct strbuf text;
		unsigned round;

		strbuf_init(&text, 0);
		assert_int_equal(
			start_position_read(variant, rights[i].fen, &position, &round, &reason), 0);
		assert_true(start_position_write(variant, &position, round, &text));
		assert_string_equal(text.bytes, rights[i].again);
		strbuf_done(&text);
	}
}

static void an_inner_rook_castles_by_its_file(void **state)
{
	static const char fen[] = "3k4/8/8/8/8/8/8/R2K1R1R w F - 0 1";
	struct play *play = *state;
	const struct variant *variant = take(play, "chess960", NULL);
	struct option option = {.key = "position"};
	struct reason reason = {.text = ""};
	struct position position;
	const char *key;
	struct strbuf text;
	unsigned round;
	long number = start_position_choose(play->library, variant, NULL, 0, fen, &key);

	assert_in_range(number, 1, 959);
	assert_string_equal(key, "position");
	snprintf(option.value, sizeof option.value, "%ld", number);
	variant = take(play, "chess960", option.value);
	assert_int_equal(variant->row[3], 'K');
	assert_int_equal(variant->row[5], 'R');
	assert_int_equal(start_position_read(variant, fen, &position, &round, &reason), 0);
	strbuf_init(&text, 0);
	assert_true(start_position_write(variant, &position, round, &text));
	assert_string_equal(text.bytes, fen);
	strbuf_done(&text);
	/* K would be the rook on h, which was never on f. */
	assert_int_equal(start_position_read(variant, "3k4/8/8/8/8/8/8/R2K1R1R w K - 0 1",
					     &position, &round, &reason),
			 -1);
	assert_int_equal(start_position_choose(play->library, take(play, "chess960", NULL), NULL, 0,
					       "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", &key),
			 -1);
}

static void a_step_beside_the_rook_is_no_castling(void **state)
{
	struct play *play = *state;
	struct reason why = {.text = ""};
	struct position position;
	struct move_list legal;
	struct move move;
	unsigned round;

	/* The first position with the king on f and a rook on h. */
	for (unsigned number = 0; number < 960; number++) {
		char text[12];
		const struct variant *variant;

		snprintf(text, sizeof text, "%u", number);
		variant = take(play, "chess960", text);
		if (variant->row[5] != 'K' || variant->row[7] != 'R')
			continue;
		assert_int_equal(start_position_read(variant, "3k4/8/8/8/8/8/8/5K1R w K - 0 1",
						     &position, &round, &why),
				 0);
		movegen_generate(variant, &position, &legal);
		assert_int_equal(notation_read(variant, &position, &legal, "Kf1-g1", &move, &why),
				 ACCEPTED);
		assert_int_equal(move.kind, MOVE_PLAIN);
		assert_int_equal(notation_read(variant, &position, &legal, "f1h1", &move, &why),
				 ACCEPTED);
		assert_int_equal(move.kind, MOVE_CASTLE);
		return;
	}
	fail_msg("no array has the king on f and a rook on h");
}

static void damaged_castlings_are_no_events(void **state)
{
	static const char *const lines[] = {
		"castle white king on e1 and rook on h1 to g1 and g1",
		"castle white king on e1 and rook on h1 to a1 and f1",
		"castle white king on h1 and rook on e1 to g1 and f1",
		"castle black king on e1 and rook on h1 to g1 and f1",
		"castle white king on e1 and rook on e1 to g1 and f1",
		"castle white king on e1 and rook on h2 to g1 and f1",
		"castle white king on e1 and rook on h1 to g1 and -",
		"castle white king on e1 and rook on - to g1 and f1",
	};
	struct play *play = *state;
	const struct variant *variant = take(play, "chess", NULL);
	struct reason reason = {.text = ""};
	struct position position;
	unsigned round;

	assert_int_equal(start_position_read(variant, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", &position,
					     &round, &reason),
			 0);
	for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
		struct position now = position;
		struct event_list read;

		event_list_init(&read);
		if (event_parse(variant, lines[i], &read, &reason) == 0 &&
		    position_apply(variant, &now, &read.events[0], &reason) == 0)
			fail_msg("applied: %s", lines[i]);
		assert_memory_equal(&now, &position, sizeof now);
		event_list_done(&read);
	}
}

#define SETUP_TEST(name) cmocka_unit_test_setup_teardown(name, play_open, play_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SETUP_TEST(each_fault_of_a_position_is_named),
		SETUP_TEST(every_array_castles_to_both_sides),
		SETUP_TEST(the_arrays_have_their_usual_numbers),
		SETUP_TEST(castling_rights_are_told_by_wing_or_by_file),
		SETUP_TEST(an_inner_rook_castles_by_its_file),
		SETUP_TEST(a_step_beside_the_rook_is_no_castling),
		SETUP_TEST(damaged_castlings_are_no_events),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
