/* SPDX-License-Identifier: MIT */
/* Cards that lay effects, take pieces off, push and turn them: each on a small board. */
#include "tests/cardplay.h"

#include "core/cards/ways.h"
#include "core/move.h"

/* Plays a card as a seat; it must be accepted. */
static void
must(struct cardplay *play, uint8_t seat, const char *order)
{
	struct reason why = {""};

	play->seat = seat;
	if (strcmp(cardplay_play(play, order, &why), "ok") != 0)
		fail_msg("PLAY %s: %s", order, why.text);
}

static void
must_not(struct cardplay *play, uint8_t seat, const char *order)
{
	struct reason why = {""};

	play->seat = seat;
	assert_string_equal(cardplay_play(play, order, &why), "refused");
	assert_string_not_equal(why.text, "");
}

static square
at(const struct cardplay *play, const char *name)
{
	square found = board_square_named(&play->variant->board, name);

	assert_int_not_equal(found, NO_SQUARE);
	return found;
}

/* Whether a regular move is open to the seat: "e2e4". */
static bool
may_move(const struct cardplay *play, uint8_t seat, const char *move)
{
	struct move_list moves;
	char from[3] = {move[0], move[1], '\0'};

	ways_moves(play->book, &play->field, seat, true, &moves);
	for (unsigned i = 0; i < moves.count; i++)
		if (moves.moves[i].from == at(play, from) && moves.moves[i].to == at(play, move + 2))
			return true;
	return false;
}

/* Makes a regular move. */
static void
move(struct cardplay *play, uint8_t seat, const char *text)
{
	struct move_list moves;
	char from[3] = {text[0], text[1], '\0'};
	unsigned first = play->field.story.gone_count;

	ways_moves(play->book, &play->field, seat, false, &moves);
	for (unsigned i = 0; i < moves.count; i++)
		if (moves.moves[i].from == at(play, from) && moves.moves[i].to == at(play, text + 2)) {
			ways_make(play->book, &play->field, &moves.moves[i], NULL);
			field_note_move(&play->field, false, NULL);
			effects_spring(play->book, &play->field, first, NULL);
			return;
		}
	fail_msg("%s is no move", text);
}

/* The seat's turn ends and the next one begins. */
static void
next_turn(struct cardplay *play, uint8_t seat, uint8_t next)
{
	effects_after_turn(play->book, &play->field, seat, NULL);
	field_begin_turn(play->book, &play->field, next, NULL);
	effects_at_turn_start(play->book, &play->field, next, NULL);
}

static uint16_t
marks_at(const struct cardplay *play, const char *name)
{
	unsigned piece = field_at(&play->field, at(play, name));

	assert_int_not_equal(piece, NO_PIECE);
	return play->field.marks[piece];
}

static bool
lies(const struct cardplay *play, enum effect_kind what)
{
	return field_effect(&play->field, what) != NULL;
}

static struct cardplay *
open_on(const char *variant, const char *pieces)
{
	static struct cardplay play;

	cardplay_open(&play, variant);
	cardplay_put(&play, pieces);
	return &play;
}

enum { WHITE, BLACK, BROWN = 3 };

/* ---- taking off ---- */

static void
disintegration_takes_an_own_pawn(void **state)
{
	(void)state;
	PLAY_ROWS("knightmare",
	          {"Kg1 Pa2 / Kg8", "Disintegration a2", "Kg1 / Kg8"},
	          REFUSED_ROW("Kg1 Pa2 / Kg8 Pa7", "Disintegration a7"),
	          REFUSED_ROW("Kg1 Na2 / Kg8 Pa7", "Disintegration a2"),
	          REFUSED_ROW("Kg1 Pa2 / Kg8", "Disintegration a3"));
	PLAY_ROWS("four-player-team",
	          {"Ka8 Pc6 / Kh8 Pf6 / Kh1 Pf3 / Ka1 Pc3", "Disintegration f3",
	           "Ka8 Pc6 / Kh8 Pf6 / Kh1 / Ka1 Pc3"},
	          REFUSED_ROW("Ka8 Pc6 / Kh8 Pf6 / Kh1 Pf3 / Ka1 Pc3", "Disintegration f6"));
}

static void
the_disintegrated_are_dead_whatever_protects_them(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Pa2 / Kg8 Pa7");

	(void)state;
	must(play, WHITE, "Pacifism a2");
	must(play, BLACK, "Truce");
	must(play, WHITE, "Disintegration a2");
	assert_int_equal(play->field.position.pieces[1].fate, DEAD);
	assert_false(lies(play, EFFECT_PACIFISM));
	cardplay_close(play);
}

static void
no_quarter_buries_what_the_move_captured(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Ra1 / Kg8 Na7");

	(void)state;
	must_not(play, WHITE, "No Quarter");
	move(play, WHITE, "a1a7");
	must(play, WHITE, "No Quarter");
	assert_int_equal(play->field.position.pieces[3].fate, DEAD);
	cardplay_close(play);
}

static void
a_betrayed_pawn_is_replaced_by_a_captured_one(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Pa4 / Kg8 Pc4 Pd5");
	unsigned pawn = field_at(&play->field, at(play, "a4"));

	(void)state;
	must_not(play, WHITE, "Betrayal c4");
	field_capture(play->book, &play->field, pawn, NO_PIECE, true, NULL);
	must_not(play, WHITE, "Betrayal d5");
	must(play, BLACK, "Pacifism c4");
	must(play, WHITE, "Betrayal c4");
	assert_string_equal(cardplay_pieces(play), "Kg1 Pc4 / Kg8 Pd5");
	assert_true(marks_at(play, "c4") & MARK_PACIFIST);
	cardplay_close(play);
}

static void
fireball_takes_all_but_kings_around_what_moved(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kb4 Nb1 Pd3 Pe3 / Kd2 Pb3 Qc4 Rg8");

	(void)state;
	must_not(play, WHITE, "Fireball");
	move(play, WHITE, "b1c3");
	must(play, BLACK, "Pacifism c4");
	must(play, WHITE, "Fireball");
	assert_string_equal(cardplay_pieces(play), "Kb4 Pe3 / Kd2 Qc4 Rg8");
	cardplay_close(play);
}

static void
fireball_needs_a_mover_that_can_explode(void **state)
{
	struct cardplay *play = open_on("knightmare", "Ke1 Rh1 Nb1 Pf2 / Kg8 Pc3");

	(void)state;
	move(play, WHITE, "e1d1");
	must_not(play, WHITE, "Fireball");
	cardplay_put(play, "Ke1 Rh1 Nb1 / Kg8 Pc3");
	move(play, WHITE, "b1c3");
	must_not(play, WHITE, "Fireball");
	cardplay_put(play, "Ke1 Rh1 Nb1 / Kg8 Pc3");
	must(play, WHITE, "Truce");
	move(play, WHITE, "b1a3");
	must_not(play, WHITE, "Fireball");
	cardplay_put(play, "Ke1 Rh1 Pf2 / Kg8 Pc3");
	move(play, WHITE, "e1g1");
	must(play, WHITE, "Fireball");
	assert_string_equal(cardplay_pieces(play), "Kg1 / Kg8 Pc3");
	cardplay_close(play);
}

/* ---- swaps ---- */

static void
pieces_change_places(void **state)
{
	(void)state;
	PLAY_ROWS("knightmare",
	          {"Kg1 Nb1 Bf4 / Kg8", "Holy War f4 b1", "Bb1 Kg1 Nf4 / Kg8"},
	          {"Kg1 Rb1 Bf4 / Kg8", "Cathedral b1 f4", "Bb1 Kg1 Rf4 / Kg8"},
	          {"Kg1 Rb1 Nf4 / Kg8", "Siege b1 f4", "Kg1 Nb1 Rf4 / Kg8"},
	          {"Kg1 / Kg8 Rb1 Bf4", "Anathema b1 f4", "Kg1 / Bb1 Kg8 Rf4"},
	          {"Kg1 / Kg8 Nb1 Bf4", "Holy Quest b1 f4", "Kg1 / Bb1 Kg8 Nf4"},
	          {"Kg1 / Kg8 Rb1 Nf4", "Treason b1 f4", "Kg1 / Kg8 Nb1 Rf4"},
	          REFUSED_ROW("Kg1 Nb1 Nd1 Bf4 / Kg8 Bd6", "Holy War b1 d1"),
	          REFUSED_ROW("Kg1 Nb1 Bf4 / Kg8 Bd6", "Holy War b1 d6"),
	          REFUSED_ROW("Kg1 Rb1 Bf4 / Kg8", "Anathema b1 f4"),
	          REFUSED_ROW("Kg1 Rb1 Bf4 / Kg8", "Cathedral b1"));
}

/* ---- pushing and putting ---- */

static void
cowardice_pushes_a_pawn_back(void **state)
{
	(void)state;
	PLAY_ROWS("knightmare",
	          {"Kg1 / Kg8 Pc4", "Cowardice c4-c5", "Kg1 / Kg8 Pc5"},
	          {"Kg1 / Kg8 Pc4", "Cowardice c4-c6", "Kg1 / Kg8 Pc6"},
	          {"Kg1 / Kg8 Pc7", "Cowardice c7-c8", "Kg1 / Kg8 Pc8"},
	          REFUSED_ROW("Kg1 / Kg8 Pc4 Nc5", "Cowardice c4-c6"),
	          REFUSED_ROW("Kg1 Nc6 / Kg8 Pc4", "Cowardice c4-c6"),
	          REFUSED_ROW("Kg1 / Kg8 Pc4", "Cowardice c4-c7"),
	          REFUSED_ROW("Kg1 / Kg8 Pc4", "Cowardice c4-c3"),
	          REFUSED_ROW("Kg1 / Kg8 Pc4", "Cowardice c4-d5"),
	          REFUSED_ROW("Kg1 Pc4 / Kg8", "Cowardice c4-c3"),
	          REFUSED_ROW("Kg1 / Kg8 Nc4", "Cowardice c4-c5"));
	PLAY_ROWS("four-player",
	          {"Ka8 / Kh8 Pe5 / Kh1 / Ka1", "Cowardice e5-g5", "Ka8 / Kh8 Pg5 / Kh1 / Ka1"},
	          {"Ka8 / Kh8 Pe5 / Kh1 / Ka1", "Cowardice e5-e6", "Ka8 / Kh8 Pe6 / Kh1 / Ka1"},
	          REFUSED_ROW("Ka8 / Kh8 Pe5 / Kh1 / Ka1", "Cowardice e5-f6"));
}

static void
a_pawn_that_is_held_is_not_pushed(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Ra1 / Kg8 Pc4 Rd5");

	(void)state;
	must(play, BLACK, "Fatal Attraction d5");
	must_not(play, WHITE, "Cowardice c4-c5");
	must_not(play, WHITE, "Rebirth c4-c7");
	cardplay_close(play);
}

static void
rebirth_puts_a_piece_where_it_starts(void **state)
{
	(void)state;
	PLAY_ROWS("knightmare",
	          {"Kg1 / Kg8 Bd4", "Rebirth d4-c8", "Kg1 / Bc8 Kg8"},
	          {"Kg1 Nc8 / Kg8 Bd4", "Rebirth d4-c8", "Kg1 / Bc8 Kg8"},
	          {"Kg1 / Kg4", "Rebirth g4-e8", "Kg1 / Ke8"},
	          {"Kg1 / Kg8 Pd4", "Rebirth d4-a7", "Kg1 / Kg8 Pa7"},
	          REFUSED_ROW("Kg1 / Kg8 Bd4 Nc8", "Rebirth d4-c8"),
	          REFUSED_ROW("Kg1 / Kg8 Bd4", "Rebirth d4-b8"),
	          REFUSED_ROW("Kg1 / Kg8 Bd4", "Rebirth d4-c1"),
	          REFUSED_ROW("Kc8 / Kg8 Bd4", "Rebirth d4-c8"),
	          REFUSED_ROW("Kg1 / Kg8 Bc8", "Rebirth c8-c8"),
	          REFUSED_ROW("Kg1 Bd4 / Kg8", "Rebirth d4-c1"));
}

static void
rebirth_follows_the_board_as_it_lies(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 / Kg7 Pd4 Rc4");

	(void)state;
	must(play, WHITE, "Earthquake LEFT");
	must_not(play, WHITE, "Rebirth d4-a7");
	must(play, WHITE, "Rebirth d4-g2");
	must(play, WHITE, "Rebirth c4-h8");
	assert_string_equal(cardplay_pieces(play), "Kg1 / Kg7 Pg2 Rh8");
	cardplay_close(play);
}

static void
a_dungeon_is_an_empty_corner_for_a_turn(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Rh8 / Kg7 Rd8 Pb7");

	(void)state;
	must_not(play, WHITE, "Dungeon d8-h8");
	must_not(play, WHITE, "Dungeon d8-b1");
	must_not(play, WHITE, "Dungeon g7-a1");
	must(play, WHITE, "Dungeon d8-a8");
	next_turn(play, WHITE, BLACK);
	assert_false(may_move(play, BLACK, "a8a7"));
	assert_true(may_move(play, BLACK, "b7b6"));
	next_turn(play, BLACK, WHITE);
	next_turn(play, WHITE, BLACK);
	assert_true(may_move(play, BLACK, "a8a7"));
	cardplay_close(play);
}

static void
a_man_of_straw_takes_the_kings_place_in_check(void **state)
{
	(void)state;
	PLAY_ROWS("knightmare",
	          {"Kg1 Ph5 / Kg8 Ra1", "Man of Straw h5", "Kh5 Pg1 / Kg8 Ra1"},
	          REFUSED_ROW("Kg1 Ph5 / Kg8 Ra2", "Man of Straw h5"),
	          REFUSED_ROW("Kg1 Ph5 / Kg8 Ra1 Rh8", "Man of Straw h5"),
	          REFUSED_ROW("Kg1 Nh5 / Kg8 Ra1", "Man of Straw h5"),
	          REFUSED_ROW("Kg1 Ph5 / Kg8 Ra1 Pc5", "Man of Straw c5"));
}

/* ---- marks ---- */

static void
marks_want_their_kind_of_piece(void **state)
{
	(void)state;
	PLAY_ROWS("knightmare",
	          REFUSED_ROW("Kg1 Nb1 / Kg8 Nb8", "Pacifism g1"),
	          REFUSED_ROW("Kg1 Nb1 / Kg8 Nb8", "Pacifism b8"),
	          REFUSED_ROW("Kg1 Nb1 / Kg8 Nb8", "Crab b1"),
	          REFUSED_ROW("Kg1 Nb1 / Kg8 Pb7", "Crab b7"),
	          REFUSED_ROW("Kg1 Qb1 / Kg8 Nb8", "Curse b8"),
	          REFUSED_ROW("Kg1 Qb1 / Kg8 Nb8", "Curse b1"),
	          REFUSED_ROW("Kg1 Qb1 / Kg8 Nb8", "Fatal Attraction b8"),
	          REFUSED_ROW("Kg1 Qb1 / Kg8 Qb8", "Neutrality b8"),
	          REFUSED_ROW("Kg1 Qb1 / Kg8 Qb8", "Neutrality g8"),
	          REFUSED_ROW("Kg1 Nb1 / Kg8 Qb8", "Neutrality b1"),
	          REFUSED_ROW("Kg1 Rb1 / Kg8", "Coup b1"),
	          REFUSED_ROW("Kg1 Qb1 / Kg8", "Coup b1"),
	          REFUSED_ROW("Kg1 Qb1 / Kg8", "Coup g1"),
	          REFUSED_ROW("Kg1 Qb1 / Kg8", "Mystic Shield b1"),
	          REFUSED_ROW("Kg1 Qb1 / Kg8", "Forbidden City b1"),
	          REFUSED_ROW("Kg1 Qb1 / Kg8", "Man-Trap b2"),
	          REFUSED_ROW("Kg1 Qb1 / Kg8 Na8", "Man-Trap a8"));
}

static void
a_pacifist_neither_captures_nor_is_captured(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Nc3 / Kg8 Pd5 Rc8");

	(void)state;
	must(play, WHITE, "Pacifism c3");
	assert_false(may_move(play, WHITE, "c3d5"));
	assert_true(may_move(play, WHITE, "c3b5"));
	assert_false(may_move(play, BLACK, "c8c3"));
	cardplay_close(play);
}

static void
a_crab_goes_aslant_and_promotes(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Pb7 Pe2 / Kg8 Rb8");

	(void)state;
	must(play, WHITE, "Crab b7");
	must(play, WHITE, "Crab e2");
	assert_true(may_move(play, WHITE, "b7c8"));
	assert_false(may_move(play, WHITE, "b7b8"));
	assert_false(may_move(play, WHITE, "e2e4"));
	assert_true(may_move(play, WHITE, "e2f3"));
	move(play, WHITE, "b7c8");
	assert_int_equal(field_kind(&play->field, field_at(&play->field, at(play, "c8"))), CARD_QUEEN);
	assert_int_equal(play->field.effect_count, 1);
	cardplay_close(play);
}

static void
a_second_coup_finds_no_king(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Nc3 Bd3 / Kg8");

	(void)state;
	must(play, WHITE, "Coup c3");
	assert_int_equal(field_royal(&play->field, WHITE), field_at(&play->field, at(play, "c3")));
	assert_true(marks_at(play, "g1") & MARK_PRINCE);
	must_not(play, WHITE, "Coup d3");
	cardplay_close(play);
}

static void
a_shield_is_for_what_moved_and_lasts_a_round(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Nb1 Pa2 / Kg8 Rc8");

	(void)state;
	move(play, WHITE, "b1c3");
	must_not(play, WHITE, "Mystic Shield a2");
	must(play, WHITE, "Mystic Shield c3");
	next_turn(play, WHITE, BLACK);
	assert_false(may_move(play, BLACK, "c8c3"));
	next_turn(play, BLACK, WHITE);
	assert_true(may_move(play, BLACK, "c8c3"));
	cardplay_close(play);
}

static void
a_wall_is_two_edges_that_meet(void **state)
{
	(void)state;
	PLAY_ROWS("knightmare",
	          {"Kg1 / Kg8", "Fortification d4|d5 e4|e5", "Kg1 / Kg8"},
	          {"Kg1 / Kg8", "Fortification d5|d4 d4|e4", "Kg1 / Kg8"},
	          {"Kg1 / Kg8", "Fortification d4|e4 d5|e5", "Kg1 / Kg8"},
	          REFUSED_ROW("Kg1 / Kg8", "Fortification d4|d5"),
	          REFUSED_ROW("Kg1 / Kg8", "Fortification d4|d5 d5|d4"),
	          REFUSED_ROW("Kg1 / Kg8", "Fortification d4|d5 f4|f5"),
	          REFUSED_ROW("Kg1 / Kg8", "Fortification d4|d6 e4|e5"),
	          REFUSED_ROW("Kg1 / Kg8", "Fortification d4|e5 e4|e5"),
	          REFUSED_ROW("Kg1 / Kg8", "Fortification h4|i4 h5|h4"));
}

/* ---- the whole board and seats ---- */

static void
truce_and_vendetta_exclude_each_other(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Pd4 / Kg8 Pe5");

	(void)state;
	must(play, WHITE, "Vendetta");
	assert_false(may_move(play, WHITE, "g1f1"));
	assert_true(may_move(play, WHITE, "d4e5"));
	must(play, WHITE, "Truce");
	assert_false(lies(play, EFFECT_VENDETTA));
	assert_false(may_move(play, WHITE, "d4e5"));
	cardplay_close(play);
}

static void
vendetta_ends_when_nothing_can_be_captured(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Pd4 / Kg8 Pe5 Pa7");

	(void)state;
	must(play, WHITE, "Vendetta");
	next_turn(play, WHITE, BLACK);
	assert_true(lies(play, EFFECT_VENDETTA));
	move(play, BLACK, "e5d4");
	next_turn(play, BLACK, WHITE);
	assert_false(lies(play, EFFECT_VENDETTA));
	cardplay_close(play);
}

/* The rook may take the rook that pins it; the bishop can't take anything. */
static void
a_capture_that_exposes_the_king_is_none_for_vendetta(void **state)
{
	struct cardplay *play = open_on("knightmare", "Ka1 Re1 Nd4 / Ke8 Re5");

	(void)state;
	must(play, WHITE, "Vendetta");
	next_turn(play, WHITE, BLACK);
	assert_true(lies(play, EFFECT_VENDETTA));
	cardplay_put(play, "Ka2 Re1 Nd4 / Ke8 Be5");
	must(play, WHITE, "Vendetta");
	next_turn(play, WHITE, BLACK);
	assert_false(lies(play, EFFECT_VENDETTA));
	cardplay_close(play);
}

static void
truce_ends_by_check_or_stalemate(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Ra1 Ph2 / Kg8 Ph7");

	(void)state;
	must(play, WHITE, "Truce");
	next_turn(play, WHITE, BLACK);
	assert_true(lies(play, EFFECT_TRUCE));
	next_turn(play, BLACK, WHITE);
	move(play, WHITE, "a1a8");
	effects_after_turn(play->book, &play->field, WHITE, NULL);
	assert_false(lies(play, EFFECT_TRUCE));
	assert_true(ways_in_check(play->book, &play->field, BLACK));
	/* Only a capture is left to Black, which Truce forbids. */
	cardplay_put(play, "Kb6 Pc7 Pc5 Pd5 / Ka8 Pc6");
	play->field.position.quiet = 7;
	must(play, WHITE, "Truce");
	next_turn(play, WHITE, BLACK);
	assert_false(lies(play, EFFECT_TRUCE));
	assert_int_equal(play->field.position.quiet, 0);
	assert_true(may_move(play, BLACK, "c6d5"));
	cardplay_close(play);
}

static void
a_challenge_names_what_can_move(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Ph2 / Kg8 Nb8 Ph7 Rh8 Pg7 Pf8");

	(void)state;
	must_not(play, WHITE, "Challenge Q");
	must_not(play, WHITE, "Challenge king");
	must_not(play, WHITE, "Challenge B");
	must_not(play, WHITE, "Challenge R");
	must_not(play, WHITE, "Challenge crab");
	must_not(play, WHITE, "Challenge N white");
	must(play, WHITE, "Challenge knight");
	next_turn(play, WHITE, BLACK);
	assert_false(may_move(play, BLACK, "h7h6"));
	assert_true(may_move(play, BLACK, "b8c6"));
	next_turn(play, BLACK, WHITE);
	next_turn(play, WHITE, BLACK);
	assert_true(may_move(play, BLACK, "h7h6"));
	cardplay_close(play);
}

static void
a_challenge_that_cannot_be_met_lapses(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Ph2 / Kg8 Nb8 Ph7");

	(void)state;
	must(play, WHITE, "Challenge N");
	must(play, WHITE, "Forbidden City a6");
	must(play, WHITE, "Forbidden City c6");
	must(play, WHITE, "Forbidden City d7");
	next_turn(play, WHITE, BLACK);
	assert_true(may_move(play, BLACK, "h7h6"));
	cardplay_close(play);
}

static void
with_several_opponents_the_seat_is_named(void **state)
{
	struct cardplay *play = open_on("three-player", "Kd8 Pd6 / Kh1 Ph3 Ng2 / Ka1 Pa3 Nb2");

	(void)state;
	must_not(play, WHITE, "Panic");
	must(play, WHITE, "Panic red");
	must_not(play, WHITE, "Panic white");
	must_not(play, WHITE, "Challenge N");
	must(play, WHITE, "Challenge N black");
	must(play, WHITE, "Challenge N red");
	cardplay_close(play);
}

/* ---- Man-Trap ---- */

static void
a_trap_springs_under_the_next_opponent(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Ne4 / Kg8 Ra4");

	(void)state;
	must(play, WHITE, "Man-Trap e4");
	next_turn(play, WHITE, BLACK);
	move(play, BLACK, "a4e4");
	assert_string_equal(cardplay_pieces(play), "Kg1 / Kg8");
	assert_false(lies(play, EFFECT_TRAP));
	cardplay_close(play);
}

static void
a_trap_spares_its_owner_kings_and_pacifists(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Ne4 / Kf5 Ra5");

	(void)state;
	must(play, WHITE, "Man-Trap e4");
	move(play, WHITE, "e4c5");
	move(play, WHITE, "c5e4");
	assert_true(lies(play, EFFECT_TRAP));
	next_turn(play, WHITE, BLACK);
	move(play, BLACK, "f5e4");
	assert_true(lies(play, EFFECT_TRAP));
	cardplay_close(play);
}

/* ---- lists ---- */

static void
count_plays(struct cardplay *play, const char *card, unsigned expected)
{
	uint8_t kind = card_named(play->set, card, NULL);
	struct moment moment = cardplay_moment(play, kind, &play->field);
	struct play_list plays;

	play_list_init(&plays);
	effects_list(&moment, &plays);
	if (plays.count != expected)
		fail_msg("%s: %u plays, expected %u", card, plays.count, expected);
	for (unsigned i = 0; i < plays.count; i++)
		assert_true(effects_would(&moment, &plays.plays[i]));
	play_list_done(&plays);
}

static void
every_play_is_listed_once(void **state)
{
	struct cardplay *play = open_on("knightmare", "Kg1 Nb1 Bf4 Ra1 Ph2 / Kg8 Bc8 Nb8 Pd5 Pa7");

	(void)state;
	count_plays(play, "Pacifism", 4);
	count_plays(play, "Holy War", 1);
	count_plays(play, "Fatal Attraction", 5);
	count_plays(play, "Forbidden City", 54);
	count_plays(play, "Fortification", 49 * 6);
	count_plays(play, "Cowardice", 3);
	count_plays(play, "Dungeon", 4 * 3);
	count_plays(play, "Rebirth", 1 + 1 + 2 * 7);
	count_plays(play, "Truce", 1);
	count_plays(play, "Panic", 1);
	count_plays(play, "Challenge", 3);
	count_plays(play, "Earthquake", 4 + 1);
	count_plays(play, "Figure Dance", 1);
	count_plays(play, "Heresy", 4);
	count_plays(play, "Peace Talks", 0);
	cardplay_close(play);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(disintegration_takes_an_own_pawn),
		cmocka_unit_test(the_disintegrated_are_dead_whatever_protects_them),
		cmocka_unit_test(no_quarter_buries_what_the_move_captured),
		cmocka_unit_test(a_betrayed_pawn_is_replaced_by_a_captured_one),
		cmocka_unit_test(fireball_takes_all_but_kings_around_what_moved),
		cmocka_unit_test(fireball_needs_a_mover_that_can_explode),
		cmocka_unit_test(pieces_change_places),
		cmocka_unit_test(cowardice_pushes_a_pawn_back),
		cmocka_unit_test(a_pawn_that_is_held_is_not_pushed),
		cmocka_unit_test(rebirth_puts_a_piece_where_it_starts),
		cmocka_unit_test(rebirth_follows_the_board_as_it_lies),
		cmocka_unit_test(a_dungeon_is_an_empty_corner_for_a_turn),
		cmocka_unit_test(a_man_of_straw_takes_the_kings_place_in_check),
		cmocka_unit_test(marks_want_their_kind_of_piece),
		cmocka_unit_test(a_pacifist_neither_captures_nor_is_captured),
		cmocka_unit_test(a_crab_goes_aslant_and_promotes),
		cmocka_unit_test(a_second_coup_finds_no_king),
		cmocka_unit_test(a_shield_is_for_what_moved_and_lasts_a_round),
		cmocka_unit_test(a_wall_is_two_edges_that_meet),
		cmocka_unit_test(truce_and_vendetta_exclude_each_other),
		cmocka_unit_test(vendetta_ends_when_nothing_can_be_captured),
		cmocka_unit_test(a_capture_that_exposes_the_king_is_none_for_vendetta),
		cmocka_unit_test(truce_ends_by_check_or_stalemate),
		cmocka_unit_test(a_challenge_names_what_can_move),
		cmocka_unit_test(a_challenge_that_cannot_be_met_lapses),
		cmocka_unit_test(with_several_opponents_the_seat_is_named),
		cmocka_unit_test(a_trap_springs_under_the_next_opponent),
		cmocka_unit_test(a_trap_spares_its_owner_kings_and_pacifists),
		cmocka_unit_test(every_play_is_listed_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
