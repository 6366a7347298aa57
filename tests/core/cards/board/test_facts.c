/* SPDX-License-Identifier: MIT */
/* Random events of fields with cards: read from their lines and applied again they make the same
 * field. */
#include "core/cards/board/card_board_format.h"
#include "tests/lib/fieldplay.h"
#include "tests/lib/pace.h"
#include "tests/lib/random.h"

static void assert_same_effects(const struct card_board *a, const struct card_board *b)
{
	assert_int_equal(a->effect_count, b->effect_count);
	assert_int_equal(a->serial, b->serial);
	for (unsigned i = 0; i < a->effect_count; i++) {
		const struct effect *left = &a->effects[i], *right = &b->effects[i];

		assert_int_equal(left->what, right->what);
		assert_int_equal(left->card, right->card);
		assert_int_equal(left->copy, right->copy);
		assert_int_equal(left->by, right->by);
		assert_int_equal(left->seat, right->seat);
		assert_int_equal(left->type, right->type);
		assert_int_equal(left->piece, right->piece);
		assert_int_equal(left->other, right->other);
		assert_memory_equal(left->squares, right->squares, sizeof left->squares);
		assert_int_equal(left->left, right->left);
		assert_int_equal(left->suspended, right->suspended);
		assert_int_equal(left->begun, right->begun);
		assert_int_equal(left->serial, right->serial);
	}
}

static void assert_same_story(const struct turn_log *a, const struct turn_log *b)
{
	assert_int_equal(a->gone_count, b->gone_count);
	for (unsigned i = 0; i < a->gone_count; i++) {
		assert_int_equal(a->gone[i].piece, b->gone[i].piece);
		assert_int_equal(a->gone[i].type, b->gone[i].type);
		assert_int_equal(a->gone[i].marks, b->gone[i].marks);
		assert_int_equal(a->gone[i].from, b->gone[i].from);
		assert_int_equal(a->gone[i].to, b->gone[i].to);
		assert_int_equal(a->gone[i].by_card, b->gone[i].by_card);
		assert_int_equal(a->gone[i].castled, b->gone[i].castled);
	}
	assert_int_equal(a->taken_count, b->taken_count);
	for (unsigned i = 0; i < a->taken_count; i++) {
		assert_int_equal(a->taken[i].piece, b->taken[i].piece);
		assert_int_equal(a->taken[i].by, b->taken[i].by);
		assert_int_equal(a->taken[i].at, b->taken[i].at);
		assert_int_equal(a->taken[i].marks, b->taken[i].marks);
		assert_int_equal(a->taken[i].regular, b->taken[i].regular);
		assert_int_equal(a->taken[i].action, b->taken[i].action);
	}
	assert_int_equal(a->lost_count, b->lost_count);
	assert_int_equal(a->action, b->action);
	assert_int_equal(a->moved, b->moved);
	assert_int_equal(a->by_card, b->by_card);
}

static void assert_same_field(const struct card_board *a, const struct card_board *b)
{
	const struct position *left = &a->position, *right = &b->position;

	assert_memory_equal(left->piece_at, right->piece_at, sizeof left->piece_at);
	assert_memory_equal(left->owner, right->owner, sizeof left->owner);
	assert_memory_equal(left->occupied, right->occupied, sizeof left->occupied);
	assert_memory_equal(left->king, right->king, sizeof left->king);
	assert_memory_equal(left->passant, right->passant, sizeof left->passant);
	assert_int_equal(left->turn, right->turn);
	assert_int_equal(left->round, right->round);
	for (unsigned i = 0; i < left->piece_count; i++) {
		assert_int_equal(left->pieces[i].at, right->pieces[i].at);
		assert_int_equal(left->pieces[i].type, right->pieces[i].type);
		assert_int_equal(left->pieces[i].fate, right->pieces[i].fate);
		assert_int_equal(left->pieces[i].moved, right->pieces[i].moved);
	}
	assert_memory_equal(a->marks, b->marks, sizeof a->marks);
	assert_memory_equal(a->partner, b->partner, sizeof a->partner);
	assert_memory_equal(a->walls, b->walls, sizeof a->walls);
	assert_true(a->closed == b->closed && a->held == b->held && a->quarter == b->quarter);
	assert_true(a->truce == b->truce && a->vendetta == b->vendetta);
	assert_same_effects(a, b);
	assert_same_story(&a->turn_log, &b->turn_log);
	assert_same_story(&a->before, &b->before);
	assert_memory_equal(a->last_when, b->last_when, sizeof a->last_when);
}

/* A random piece of that fate, or NO_PIECE. */
static unsigned draw_piece(const struct fieldplay *workspace, uint32_t *chance, enum fate fate)
{
	const struct position *position = &workspace->field.position;
	unsigned first = draw_number(chance, position->piece_count);

	for (unsigned i = 0; i < position->piece_count; i++) {
		unsigned piece = (first + i) % position->piece_count;

		if (position->pieces[piece].fate == fate)
			return piece;
	}
	return NO_PIECE;
}

static square draw_free(const struct fieldplay *workspace, uint32_t *chance)
{
	unsigned squares = workspace->book->variant->board.squares,
		 first = draw_number(chance, squares);

	for (unsigned i = 0; i < squares; i++)
		if (card_board_is_free(workspace->book, &workspace->field,
				       (square)((first + i) % squares)))
			return (square)((first + i) % squares);
	return NO_SQUARE;
}

static void lay_something(struct fieldplay *workspace, uint32_t *chance)
{
	struct effect effect = {
		.what = (uint8_t)draw_number(chance, EFFECT_KINDS),
		.card = (uint8_t)draw_number(chance, 80),
		.copy = (uint16_t)draw_number(chance, 300),
		.by = (uint8_t)draw_number(chance, variant_seats(workspace->book->variant)),
		.seat = (uint8_t)draw_number(chance, variant_seats(workspace->book->variant)),
		.type = (uint8_t)draw_number(chance, workspace->book->variant->type_count),
		.piece = (uint8_t)draw_piece(workspace, chance, ON_BOARD),
		.other = NO_PIECE,
		.squares = {NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE},
		.left = draw_number(chance, 2),
	};

	if (effect.what == EFFECT_COMPOSITE || effect.what == EFFECT_SPLIT ||
	    workspace->field.effect_count > MAX_EFFECTS / 2)
		return;
	if (effect.what == EFFECT_COUP)
		effect.other = workspace->field.position
				       .king[workspace->field.position.pieces[effect.piece].side];
	if (effect.what == EFFECT_ABDUCTED)
		effect.squares[0] = draw_free(workspace, chance);
	if (effect.what == EFFECT_CITY || effect.what == EFFECT_TRAP) {
		effect.piece = NO_PIECE;
		effect.squares[0] = draw_free(workspace, chance);
	}
	if (effect.what == EFFECT_WALL) {
		effect.piece = NO_PIECE;
		effect.squares[0] = workspace_square(workspace, "d4");
		effect.squares[1] = effect.squares[2] = workspace_square(workspace, "d5");
		effect.squares[3] = workspace_square(workspace, "c5");
	}
	card_board_add_effect(workspace->book, &workspace->field, effect, &workspace->record);
}

static void merge_something(struct fieldplay *workspace, uint32_t *chance)
{
	struct card_board *field = &workspace->field;
	unsigned mover = draw_piece(workspace, chance, ON_BOARD),
		 onto = draw_piece(workspace, chance, ON_BOARD);
	struct effect effect = {.card = 9,
				.copy = NO_COPY,
				.seat = NO_SIDE,
				.type = NO_TYPE,
				.squares = {NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE}};

	if (mover != onto && field->partner[mover] == NO_PIECE &&
	    field->partner[onto] == NO_PIECE &&
	    !card_board_is_kingly(workspace->book, field, mover) &&
	    !card_board_is_kingly(workspace->book, field, onto))
		card_board_merge(workspace->book, field, mover, onto, effect, &workspace->record);
}

static void move_something(struct fieldplay *workspace, uint32_t *chance)
{
	const struct card_ruleset *book = workspace->book;
	struct card_board *field = &workspace->field;
	unsigned piece = draw_piece(workspace, chance, draw_number(chance, 4) ? ON_BOARD : SHARING);
	unsigned other = draw_piece(workspace, chance, ON_BOARD);
	square to = draw_free(workspace, chance);
	struct move_list list;

	card_movegen_moves(book, field, field->position.turn, false, &list);
	switch (draw_number(chance, 5)) {
	case 0:
		if (piece != NO_PIECE && to != NO_SQUARE)
			card_board_move(book, field, piece, to, true, &workspace->record);
		break;
	case 1:
		if (to != NO_SQUARE && other != NO_PIECE)
			card_board_shift(book, field, other, to, &workspace->record);
		break;
	case 2:
		if (other != NO_PIECE && piece != NO_PIECE &&
		    field->position.pieces[piece].at != field->position.pieces[other].at)
			card_board_swap(book, field, piece, other, &workspace->record);
		break;
	case 3:
		merge_something(workspace, chance);
		break;
	default:
		if (list.count > 0)
			card_movegen_make(book, field, &list.moves[draw_number(chance, list.count)],
					  &workspace->record);
	}
}

static void take_something(struct fieldplay *workspace, uint32_t *chance)
{
	const struct card_ruleset *book = workspace->book;
	struct card_board *field = &workspace->field;
	unsigned piece = draw_piece(workspace, chance, ON_BOARD),
		 by = draw_piece(workspace, chance, ON_BOARD);
	unsigned lost = draw_piece(workspace, chance, draw_number(chance, 3) ? CAPTURED : AWAY);
	square to = draw_free(workspace, chance);

	switch (draw_number(chance, 6)) {
	case 0:
		card_board_capture(book, field, piece, piece == by ? NO_PIECE : by,
				   draw_number(chance, 2), &workspace->record);
		break;
	case 1:
		card_board_kill(book, field, piece, &workspace->record);
		break;
	case 2:
		if (lost != NO_PIECE && field->position.pieces[lost].fate == CAPTURED)
			card_board_replace(book, field, piece, lost, &workspace->record);
		break;
	case 3:
		card_board_send_away(book, field, piece, &workspace->record);
		break;
	default:
		if (lost != NO_PIECE && to != NO_SQUARE)
			card_board_return(book, field, lost, to,
					  draw_number(chance, 2) ? RETURN_WHOLE : RETURN_ANEW,
					  &workspace->record);
	}
}

/* Anything a card or a turn might do, possible or not. */
static void do_something(struct fieldplay *workspace, uint32_t *chance)
{
	struct card_board *field = &workspace->field;
	unsigned end = field->effect_count ? draw_number(chance, field->effect_count) : 0;

	switch (draw_number(chance, 8)) {
	case 0:
	case 1:
		lay_something(workspace, chance);
		break;
	case 2:
		take_something(workspace, chance);
		break;
	case 3:
		if (field->effect_count > 0)
			card_board_end_effect(workspace->book, field, field->effects[end].serial,
					      &workspace->record);
		break;
	case 4:
		card_board_begin_turn(
			workspace->book, field,
			(uint8_t)draw_number(chance, variant_seats(workspace->book->variant)),
			&workspace->record);
		break;
	case 5:
		card_board_begin_action(field, (uint8_t)draw_number(chance, 9), &workspace->record);
		if (field->effect_count > 0)
			card_board_bind_effect(workspace->book, field, field->effects[end].serial,
					       1, NO_TYPE, &workspace->record);
		break;
	default:
		move_something(workspace, chance);
	}
}

/* Reads every event from its line, and applies it to the field as it was at first. */
static void assert_replays(const struct fieldplay *workspace)
{
	struct card_board again = workspace->first;
	struct event_list read;

	event_list_init(&read);
	for (size_t i = 0; i < workspace->record.count; i++) {
		struct reason reason = {.text = ""};
		struct strbuf line;

		strbuf_init(&line, 0);
		event_print(workspace->book->variant, &workspace->record.events[i], &line);
		if (event_parse(workspace->book->variant, line.bytes, &read, &reason) < 0 ||
		    card_board_apply(workspace->book, &again, &read.events[i], &reason) < 0)
			fail_msg("%s: %s", line.bytes, reason.text);
		strbuf_done(&line);
	}
	assert_same_field(&again, &workspace->field);
	event_list_done(&read);
}

static void events_read_again_make_the_same_field(void **state)
{
	static const char *const variants[] = {"knightmare", "three-player", "four-player"};
	struct fieldplay *workspace = *state;

	for (uint32_t game = 0; game < pace(1500, 150); game++) {
		uint32_t chance = game * 104729 + 12345;
		struct position position;

		workspace_set_up(workspace, variants[game % 3], "white Ka1 Pb1", "white");
		position_start(workspace->book->variant, &position);
		memset(&workspace->field, 0, sizeof workspace->field);
		card_board_init(workspace->book, &position, &workspace->field);
		workspace->first = workspace->field;
		for (unsigned i = 0; i < 60; i++)
			do_something(workspace, &chance);
		assert_replays(workspace);
	}
}

/* An event that isn't true of the field says so, and breaks nothing. */
static void events_that_cannot_be_true_are_refused(void **state)
{
	static const char *const lines[] = {
		"move white N from a1 to a2",
		"move white K from a1 to b1",
		"carry black K from h8 to h9",
		"shift white K from a1 to b1",
		"take black K on a1 by card",
		"take white P on b1 from c3 by move",
		"kill white Q on b1",
		"swap a1 and c3",
		"swap c3 and a1",
		"swap a1 and a1",
		"bury white P 1",
		"bury white P 99",
		"return white P 1 anew c3",
		"away white P from c3",
		"replace white P b1 1",
		"replace white P c3 1",
		"merge white K from a1 into c3",
		"front white K on a1",
		"front white K on c3",
		"carry white K from c3 to d4",
		"shift white K from c3 to d4",
		"kill white K on c3",
		"merge white K from c3 into b1",
		"merge white K from a1 into a1",
		"lies 3 a1",
		"effect white 0 crab",
		"effect white 0 crabs piece 1",
		"effect white 0 wall at d4 at d5",
		"effect white 0 crab piece 99",
		"effect white 0 composite piece 1",
		"effect white 0 city at z9",
		"effect-ends number 3",
		"effect-binds 3 white -",
		"turn -",
	};
	struct fieldplay *workspace = *state;

	workspace_set_up(workspace, "knightmare", "white Ka1 Pb1; black Kh8", "white");
	for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
		struct card_board field = workspace->field;
		struct reason reason = {.text = ""};
		struct event_list read;

		event_list_init(&read);
		if (event_parse(workspace->book->variant, lines[i], &read, &reason) == 0 &&
		    card_board_apply(workspace->book, &field, &read.events[0], &reason) == 0)
			fail_msg("%s was taken", lines[i]);
		assert_string_not_equal(reason.text, "");
		event_list_done(&read);
	}
}

/* Words that end too early, or name nothing, aren't read as if they stood there. */
static void half_an_effect_is_none(void **state)
{
	static const char *const texts[] = {
		"crab, of Crab, card , piece that began on e2",
		"crab, of Crab, card",
		"crab, of Crabs, card 3, piece that began on e2",
		"crab, of , card 3, piece that began on e2, ",
		"crab, of Crab, card 99999, piece that began on e2",
		"crab, binds Nobody, piece that began on e2",
		"crab, kind nought, piece that began on e2",
		"crab, piece that began on e9",
		"crab, piece that began on e2, other that began on z1",
		"crab, piece that began on e2, at e9",
		"crab, piece that began on e2, at e4, at e4, at e4, at e4, at e4",
		"city, at e4, at e5",
		"city",
		"truce, of Truce, card ",
		"truces",
	};
	const struct fieldplay *workspace = *state;
	struct fieldplay *open = *state;
	struct reason reason;
	struct effect effect;

	workspace_set_up(open, "knightmare", "white Ka1 Pb1", "white");
	assert_int_equal(card_board_read_effect(workspace->book,
						"crab, of Crab, card 3, piece that began on e2",
						&effect, &reason),
			 0);
	assert_int_equal(effect.copy, 3);
	for (size_t i = 0; i < ARRAY_LEN(texts); i++)
		if (card_board_read_effect(workspace->book, texts[i], &effect, &reason) == 0)
			fail_msg("%s was taken", texts[i]);
}

/* With no room left, and something right behind the last: only what ended is gone. */
static void the_first_of_many_ends_alone(void **state)
{
	struct fieldplay *workspace = *state;
	struct card_board *field = &workspace->field;
	struct card_board before;

	workspace_set_up(workspace, "knightmare", "white Ka1 Pb1; black Kh8", "white");
	while (field->effect_count < MAX_EFFECTS)
		workspace_lay(workspace, EFFECT_CITY, "white", "d4");
	before = *field;
	card_board_end_effect(workspace->book, field, before.effects[0].serial, &workspace->record);
	assert_int_equal(field->effect_count, MAX_EFFECTS - 1);
	assert_int_equal(field->serial, before.serial);
	assert_memory_equal(field->effects, before.effects + 1,
			    (MAX_EFFECTS - 1) * sizeof *field->effects);
	assert_memory_equal(field->marks, before.marks, sizeof field->marks);
}

#define EVENTS_TEST(test) cmocka_unit_test_setup_teardown(test, workspace_open, workspace_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		EVENTS_TEST(events_read_again_make_the_same_field),
		EVENTS_TEST(events_that_cannot_be_true_are_refused),
		EVENTS_TEST(half_an_effect_is_none),
		EVENTS_TEST(the_first_of_many_ends_alone),
	};

	return cmocka_run_group_tests_name("facts", tests, NULL, NULL);
}
