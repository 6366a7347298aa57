/* SPDX-License-Identifier: MIT */
/* Random facts of fields with cards: read from their lines and applied again they make the same
 * field. */
#include "tests/lib/random.h"
#include "tests/lib/fieldplay.h"
#include "tests/lib/pace.h"
#include "core/cards/field/field_words.h"
#include "core/cards/table/format1.h"

static void assert_same_effects(const struct field *a, const struct field *b)
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

static void assert_same_story(const struct story *a, const struct story *b)
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

static void assert_same_field(const struct field *a, const struct field *b)
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
	assert_same_story(&a->story, &b->story);
	assert_same_story(&a->before, &b->before);
	assert_memory_equal(a->last_when, b->last_when, sizeof a->last_when);
}

/* A random piece of that fate, or NO_PIECE. */
static unsigned draw_piece(const struct desk *desk, uint32_t *chance, enum fate fate)
{
	const struct position *position = &desk->field.position;
	unsigned first = draw_number(chance, position->piece_count);

	for (unsigned i = 0; i < position->piece_count; i++) {
		unsigned piece = (first + i) % position->piece_count;

		if (position->pieces[piece].fate == fate)
			return piece;
	}
	return NO_PIECE;
}

static square draw_free(const struct desk *desk, uint32_t *chance)
{
	unsigned squares = desk->book->variant->board.squares, first = draw_number(chance, squares);

	for (unsigned i = 0; i < squares; i++)
		if (field_is_free(desk->book, &desk->field, (square)((first + i) % squares)))
			return (square)((first + i) % squares);
	return NO_SQUARE;
}

static void lay_something(struct desk *desk, uint32_t *chance)
{
	struct effect effect = {
		.what = (uint8_t)draw_number(chance, EFFECT_KINDS),
		.card = (uint8_t)draw_number(chance, 80),
		.copy = (uint16_t)draw_number(chance, 300),
		.by = (uint8_t)draw_number(chance, variant_seats(desk->book->variant)),
		.seat = (uint8_t)draw_number(chance, variant_seats(desk->book->variant)),
		.type = (uint8_t)draw_number(chance, desk->book->variant->type_count),
		.piece = (uint8_t)draw_piece(desk, chance, ON_BOARD),
		.other = NO_PIECE,
		.squares = {NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE},
		.left = draw_number(chance, 2),
	};

	if (effect.what == EFFECT_COMPOSITE || effect.what == EFFECT_SPLIT ||
	    desk->field.effect_count > MAX_EFFECTS / 2)
		return;
	if (effect.what == EFFECT_COUP)
		effect.other =
			desk->field.position.king[desk->field.position.pieces[effect.piece].side];
	if (effect.what == EFFECT_ABDUCTED)
		effect.squares[0] = draw_free(desk, chance);
	if (effect.what == EFFECT_CITY || effect.what == EFFECT_TRAP) {
		effect.piece = NO_PIECE;
		effect.squares[0] = draw_free(desk, chance);
	}
	if (effect.what == EFFECT_WALL) {
		effect.piece = NO_PIECE;
		effect.squares[0] = desk_square(desk, "d4");
		effect.squares[1] = effect.squares[2] = desk_square(desk, "d5");
		effect.squares[3] = desk_square(desk, "c5");
	}
	field_add_effect(desk->book, &desk->field, effect, &desk->record);
}

static void merge_something(struct desk *desk, uint32_t *chance)
{
	struct field *field = &desk->field;
	unsigned mover = draw_piece(desk, chance, ON_BOARD),
		 onto = draw_piece(desk, chance, ON_BOARD);
	struct effect effect = {.card = 9,
				.copy = NO_COPY,
				.seat = NO_SIDE,
				.type = NO_TYPE,
				.squares = {NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE}};

	if (mover != onto && field->partner[mover] == NO_PIECE &&
	    field->partner[onto] == NO_PIECE && !field_is_kingly(desk->book, field, mover) &&
	    !field_is_kingly(desk->book, field, onto))
		field_merge(desk->book, field, mover, onto, effect, &desk->record);
}

static void move_something(struct desk *desk, uint32_t *chance)
{
	const struct book *book = desk->book;
	struct field *field = &desk->field;
	unsigned piece = draw_piece(desk, chance, draw_number(chance, 4) ? ON_BOARD : SHARING);
	unsigned other = draw_piece(desk, chance, ON_BOARD);
	square to = draw_free(desk, chance);
	struct move_list list;

	ways_moves(book, field, field->position.turn, false, &list);
	switch (draw_number(chance, 5)) {
	case 0:
		if (piece != NO_PIECE && to != NO_SQUARE)
			field_move(book, field, piece, to, true, &desk->record);
		break;
	case 1:
		if (to != NO_SQUARE && other != NO_PIECE)
			field_shift(book, field, other, to, &desk->record);
		break;
	case 2:
		if (other != NO_PIECE && piece != NO_PIECE &&
		    field->position.pieces[piece].at != field->position.pieces[other].at)
			field_swap(book, field, piece, other, &desk->record);
		break;
	case 3:
		merge_something(desk, chance);
		break;
	default:
		if (list.count > 0)
			ways_make(book, field, &list.moves[draw_number(chance, list.count)],
				  &desk->record);
	}
}

static void take_something(struct desk *desk, uint32_t *chance)
{
	const struct book *book = desk->book;
	struct field *field = &desk->field;
	unsigned piece = draw_piece(desk, chance, ON_BOARD),
		 by = draw_piece(desk, chance, ON_BOARD);
	unsigned lost = draw_piece(desk, chance, draw_number(chance, 3) ? CAPTURED : AWAY);
	square to = draw_free(desk, chance);

	switch (draw_number(chance, 6)) {
	case 0:
		field_capture(book, field, piece, piece == by ? NO_PIECE : by,
			      draw_number(chance, 2), &desk->record);
		break;
	case 1:
		field_kill(book, field, piece, &desk->record);
		break;
	case 2:
		if (lost != NO_PIECE && field->position.pieces[lost].fate == CAPTURED)
			field_replace(book, field, piece, lost, &desk->record);
		break;
	case 3:
		field_send_away(book, field, piece, &desk->record);
		break;
	default:
		if (lost != NO_PIECE && to != NO_SQUARE)
			field_return(book, field, lost, to,
				     draw_number(chance, 2) ? RETURN_WHOLE : RETURN_ANEW,
				     &desk->record);
	}
}

/* Anything a card or a turn might do, possible or not. */
static void do_something(struct desk *desk, uint32_t *chance)
{
	struct field *field = &desk->field;
	unsigned end = field->effect_count ? draw_number(chance, field->effect_count) : 0;

	switch (draw_number(chance, 8)) {
	case 0:
	case 1:
		lay_something(desk, chance);
		break;
	case 2:
		take_something(desk, chance);
		break;
	case 3:
		if (field->effect_count > 0)
			field_end_effect(desk->book, field, field->effects[end].serial,
					 &desk->record);
		break;
	case 4:
		field_begin_turn(desk->book, field,
				 (uint8_t)draw_number(chance, variant_seats(desk->book->variant)),
				 &desk->record);
		break;
	case 5:
		field_begin_action(field, (uint8_t)draw_number(chance, 9), &desk->record);
		if (field->effect_count > 0)
			field_bind_effect(desk->book, field, field->effects[end].serial, 1, NO_TYPE,
					  &desk->record);
		break;
	default:
		move_something(desk, chance);
	}
}

/* Reads every fact from its line, and applies it to the field as it was at first. */
static void assert_replays(const struct desk *desk)
{
	struct field again = desk->first;
	struct event_list read;

	event_list_init(&read);
	for (size_t i = 0; i < desk->record.count; i++) {
		struct reason reason = {""};
		struct text line;

		text_init(&line, 0);
		event_print(desk->book->variant, &desk->record.events[i], &line);
		if (event_parse_as(desk->book->variant, EVENT_FORMAT, line.bytes, &read, &reason) <
			    0 ||
		    field_apply(desk->book, &again, &read.events[i], &reason) < 0)
			fail_msg("%s: %s", line.bytes, reason.text);
		text_done(&line);
	}
	assert_same_field(&again, &desk->field);
	event_list_done(&read);
}

static void facts_read_again_make_the_same_field(void **state)
{
	static const char *const variants[] = {"knightmare", "three-player", "four-player"};
	struct desk *desk = *state;

	for (uint32_t game = 0; game < pace(1500, 150); game++) {
		uint32_t chance = game * 104729 + 12345;
		struct position position;

		desk_set_up(desk, variants[game % 3], "white Ka1 Pb1", "white");
		position_start(desk->book->variant, &position);
		memset(&desk->field, 0, sizeof desk->field);
		field_init(desk->book, &position, &desk->field);
		desk->first = desk->field;
		for (unsigned i = 0; i < 60; i++)
			do_something(desk, &chance);
		assert_replays(desk);
	}
}

/* A fact that isn't true of the field says so, and breaks nothing. */
static void facts_that_cannot_be_true_are_refused(void **state)
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
	struct desk *desk = *state;

	desk_set_up(desk, "knightmare", "white Ka1 Pb1; black Kh8", "white");
	for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
		struct field field = desk->field;
		struct reason reason = {""};
		struct event_list read;

		event_list_init(&read);
		if (event_parse_as(desk->book->variant, EVENT_FORMAT, lines[i], &read, &reason) ==
			    0 &&
		    field_apply(desk->book, &field, &read.events[0], &reason) == 0)
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
	const struct desk *desk = *state;
	struct desk *open = *state;
	struct reason reason;
	struct effect effect;

	desk_set_up(open, "knightmare", "white Ka1 Pb1", "white");
	assert_int_equal(field_read_effect(desk->book,
					   "crab, of Crab, card 3, piece that began on e2", &effect,
					   &reason),
			 0);
	assert_int_equal(effect.copy, 3);
	for (size_t i = 0; i < ARRAY_LEN(texts); i++)
		if (field_read_effect(desk->book, texts[i], &effect, &reason) == 0)
			fail_msg("%s was taken", texts[i]);
}

/* What a seat is bound to, as files of format 1 have it: a number, and read from that again. */
static void kinds_are_the_same_in_format_1(void **state)
{
	struct desk *desk = *state;

	desk_set_up(desk, "knightmare", "white Ka1 Pb1", "white");
	for (unsigned kind = 0; kind <= CARD_KINDS; kind++) {
		struct reason reason = {""};
		struct text told, read;
		struct event event;
		const char *name;

		if (kind < CARD_KINDS && !field_is_kind(desk->book, kind))
			continue;
		name = kind == CARD_KINDS ? "-" : book_kind_name(desk->book, kind);
		event = event_about(EVENT_EFFECT_BINDS, 0, 3, name);
		text_init(&told, 0);
		text_init(&read, 0);
		assert_int_equal(format1_print(desk->book, &event, &told), 0);
		event.text = told.bytes;
		assert_int_equal(format1_read(desk->book, &event, &read, &reason), 0);
		assert_string_equal(read.bytes, name);
		text_done(&told);
		text_done(&read);
	}
}

/* With no room left, and something right behind the last: only what ended is gone. */
static void the_first_of_many_ends_alone(void **state)
{
	struct desk *desk = *state;
	struct field *field = &desk->field;
	struct field before;

	desk_set_up(desk, "knightmare", "white Ka1 Pb1; black Kh8", "white");
	while (field->effect_count < MAX_EFFECTS)
		desk_lay(desk, EFFECT_CITY, "white", "d4");
	before = *field;
	field_end_effect(desk->book, field, before.effects[0].serial, &desk->record);
	assert_int_equal(field->effect_count, MAX_EFFECTS - 1);
	assert_int_equal(field->serial, before.serial);
	assert_memory_equal(field->effects, before.effects + 1,
			    (MAX_EFFECTS - 1) * sizeof *field->effects);
	assert_memory_equal(field->marks, before.marks, sizeof field->marks);
}

#define FACTS_TEST(test) cmocka_unit_test_setup_teardown(test, desk_open, desk_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		FACTS_TEST(facts_read_again_make_the_same_field),
		FACTS_TEST(facts_that_cannot_be_true_are_refused),
		FACTS_TEST(half_an_effect_is_none),
		FACTS_TEST(kinds_are_the_same_in_format_1),
		FACTS_TEST(the_first_of_many_ends_alone),
	};

	return cmocka_run_group_tests_name("facts", tests, NULL, NULL);
}
