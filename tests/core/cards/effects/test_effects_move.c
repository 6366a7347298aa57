/* SPDX-License-Identifier: MIT */
/* Cards by which pieces go, strike, change places or return: each on a small board. */
#include "tests/lib/cardplay.h"

static void orders_are_read_in_any_form(void **state)
{
	(void)state;
	PLAY_ROWS("knightmare", {"Kg1 Nb1 / Kg8", "dubbing b1c3", "Kg1 Nc3 / Kg8"},
		  {"Kg1 Nb1 / Kg8", "  DUBBING   B1-C3 ", "Kg1 Nc3 / Kg8"},
		  {"Kg1 Pd4 Ne5 / Kg8 Pe7", "madman D4-F6-D8", "Kg1 Ne5 Pd8 / Kg8 Pe7"},
		  {"Kg1 Nb1 / Kg8 Na8", "Tournament a8, b1", "Kg1 Na8 / Kg8 Nb1"},
		  REFUSED_ROW("Kg1 Nb1 / Kg8", "Dubbin b1c3"), REFUSED_ROW("Kg1 Nb1 / Kg8", ""),
		  REFUSED_ROW("Kg1 Nb1 / Kg8", "Dubbing"),
		  REFUSED_ROW("Kg1 Nb1 / Kg8", "Dubbing b1"),
		  REFUSED_ROW("Kg1 Nb1 / Kg8", "Dubbing b1-c3 g1"),
		  REFUSED_ROW("Kg1 Nb1 / Kg8", "Dubbing b1-c9"),
		  REFUSED_ROW("Kg1 Nb1 / Kg8", "Dubbing b1 c3"),
		  REFUSED_ROW("Kg1 Nb1 / Kg8", "Under Elf Hill a1"));
}

static void refusals_say_what_was_expected(void **state)
{
	struct cardplay play;
	struct reason why;

	(void)state;
	cardplay_open(&play, "knightmare");
	cardplay_put(&play, "Kg1 Bb1 Nd1 / Kg8 Nb8");
	cardplay_play(&play, "Tournament b1 b8", &why);
	assert_string_equal(why.text,
			    "b1: an own knight is wanted there, a white bishop stands on it.");
	cardplay_play(&play, "Tournament c1 b8", &why);
	assert_string_equal(why.text, "c1: an own knight is wanted there, it is empty.");
	cardplay_play(&play, "Tournament d1", &why);
	assert_string_equal(why.text, "It is written: PLAY Tournament KNIGHT KNIGHT.");
	cardplay_play(&play, "Turnament d1", &why);
	assert_string_equal(why.text, "There is no card 'Turnament'; did you mean 'Tournament'?");
}

static void assassin_captures_an_own_piece(void **state)
{
	(void)state;
	PLAY_ROWS("knightmare", {"Kg1 Ra1 Pa4 / Kg8", "Assassin a1-a4", "Kg1 Ra4 / Kg8"},
		  {"Kg1 Pf2 / Kg8", "Assassin g1-f2", "Kf2 / Kg8"},
		  {"Kg1 Pe7 Nd8 / Kg8", "Assassin e7-d8", "Kg1 Pd8 / Kg8"},
		  REFUSED_ROW("Kg1 Rg4 / Kg8", "Assassin g4-g1"),
		  REFUSED_ROW("Kg1 Ra1 Pa4 Pa6 / Kg8", "Assassin a1-a6"),
		  REFUSED_ROW("Kg1 Ra1 / Kg8 Pa4", "Assassin a1-a4"),
		  REFUSED_ROW("Kg1 Ra1 / Kg8 Pa4", "Assassin a1-a3"),
		  REFUSED_ROW("Kg1 Pe4 Pe5 / Kg8", "Assassin e4-e5"),
		  REFUSED_ROW("Kg1 Ra1 / Kg8 Ra8 Pa5", "Assassin a8-a5"));
}

static void pawns_walk_ahead_and_sideways(void **state)
{
	(void)state;
	PLAY_ROWS("knightmare", {"Kg1 Pa5 / Kg8", "Fanatic a5", "Kg1 Pa8 / Kg8"},
		  REFUSED_ROW("Kg1 Pa5 / Kg8 Na7", "Fanatic a5"),
		  REFUSED_ROW("Kg1 Pa6 / Kg8", "Fanatic a6"),
		  REFUSED_ROW("Kg1 Pa5 / Kg8", "Fanatic a5-a8"),
		  REFUSED_ROW("Kg1 Pa5 / Kg8", "Fanatic g1"),
		  {"Kg1 Pe2 Pe4 / Kg8", "Annexation e4 e2", "Kg1 Pe4 Pe6 / Kg8"},
		  REFUSED_ROW("Kg1 Pe2 Pe4 / Kg8", "Annexation e2 e4"),
		  REFUSED_ROW("Kg1 Pe2 / Kg8", "Annexation e2 e4"),
		  REFUSED_ROW("Kg1 Pe2 / Kg8", "Annexation e2 e2"),
		  REFUSED_ROW("Kg1 Pe2 / Kg8 Pe3", "Annexation e2"),
		  {"Kg1 Pd4 Pf4 / Kg8", "Forced March d4-e4 f4-g4", "Kg1 Pe4 Pg4 / Kg8"},
		  REFUSED_ROW("Kg1 Pd4 Pf4 / Kg8", "Forced March d4-e4 f4-e4"),
		  REFUSED_ROW("Kg1 Pd4 / Kg8", "Forced March d4-e4 d4-c4"),
		  REFUSED_ROW("Kg1 Pd4 / Kg8", "Forced March d4-d5"),
		  REFUSED_ROW("Kg1 Pa4 / Kg8", "Forced March a4-h4"),
		  {"Kg1 Pe3 Pe2 Pa4 / Kg8", "Onslaught e3 a4 e2", "Kg1 Pa5 Pe3 Pe4 / Kg8"},
		  REFUSED_ROW("Kg1 Pe3 Pe2 / Kg8", "Onslaught e2 e3"),
		  REFUSED_ROW("Kg1 Pe3 / Kg8", "Onslaught"));
}

static void a_guardian_may_be_followed(void **state)
{
	(void)state;
	PLAY_ROWS("knightmare", {"Kg1 Re1 Pe2 / Kg8", "Guardian e2-e3", "Kg1 Pe3 Re1 / Kg8"},
		  {"Kg1 Re1 Pe2 / Kg8", "Guardian e2-e3 e1", "Kg1 Pe3 Re2 / Kg8"},
		  {"Ke1 Pe2 / Kg8", "Guardian e2-e4 e1", "Ke3 Pe4 / Kg8"},
		  REFUSED_ROW("Kg1 Pe1 / Kg8", "Guardian e1-e3"),
		  REFUSED_ROW("Kg1 Pe3 / Kg8", "Guardian e3-e5"),
		  REFUSED_ROW("Kg1 Rd1 Pe2 / Kg8", "Guardian e2-e3 d1"),
		  REFUSED_ROW("Kg1 Pe2 / Kg8 Re1", "Guardian e2-e3 e1"),
		  REFUSED_ROW("Kg1 Re1 Pe2 / Kg8 Pe3", "Guardian e2-e3 e1"),
		  REFUSED_ROW("Kg1 Pe2 / Kg8 Pd3", "Guardian e2-d3"));
}

static void a_double_step_by_a_card_may_be_taken_in_passing(void **state)
{
	struct cardplay play;

	(void)state;
	cardplay_open(&play, "knightmare");
	cardplay_put(&play, "Kg1 Re1 Pe2 / Kg8");
	cardplay_play(&play, "Annexation e2", NULL);
	assert_int_equal(play.field.position.passant[0].over, 20); /* e3 */
	cardplay_put(&play, "Kg1 Pe3 / Kg8");
	cardplay_play(&play, "Annexation e3", NULL);
	assert_int_equal(play.field.position.passant[0].over, NO_SQUARE);
	cardplay_put(&play, "Kg1 Re1 Pe2 / Kg8");
	cardplay_play(&play, "Guardian e2-e4", NULL);
	assert_int_equal(play.field.position.passant[0].over, 20);
	cardplay_put(&play, "Kg1 Re1 Pe2 / Kg8");
	cardplay_play(&play, "Guardian e2-e4 e1", NULL);
	assert_int_equal(play.field.position.passant[0].over, NO_SQUARE);
	cardplay_put(&play, "Kg1 Pe2 / Kg8");
	cardplay_play(&play, "Fanatic e2", NULL);
	assert_int_equal(play.field.position.passant[0].over, NO_SQUARE);
}

static void a_madman_hops_over_neighbours(void **state)
{
	(void)state;
	PLAY_ROWS("knightmare", {"Kg1 Pd4 / Kg8 Pe5", "Madman d4-f6", "Kg1 Pf6 / Kg8 Pe5"},
		  {"Kg1 Pd4 Pe3 / Kg8", "Madman d4-f2", "Kg1 Pe3 Pf2 / Kg8"},
		  {"Kg1 Pd4 / Kg8 Pe5 Pe7", "Madman d4-f6-d8", "Kg1 Pd8 / Kg8 Pe5 Pe7"},
		  REFUSED_ROW("Kg1 Pd4 / Kg8", "Madman d4-f6"),
		  REFUSED_ROW("Kg1 Pd4 / Kg8 Pe5 Pf6", "Madman d4-f6"),
		  REFUSED_ROW("Kg1 Pd4 / Kg8 Pe5", "Madman d4-f6-d4"),
		  REFUSED_ROW("Kg1 Pd4 / Kg8 Pe5", "Madman d4-f6-h8"),
		  REFUSED_ROW("Kg1 Nd4 / Kg8 Pe5", "Madman d4-f6"));
}

static void pawns_capture_backward_and_ahead(void **state)
{
	(void)state;
	PLAY_ROWS("knightmare", {"Kg1 Pd4 / Kg8 Ne3", "Dark Mirror d4-e3", "Kg1 Pe3 / Kg8"},
		  REFUSED_ROW("Kg1 Pd4 / Kg8 Ne5", "Dark Mirror d4-e5"),
		  REFUSED_ROW("Kg1 Pd4 / Kg8", "Dark Mirror d4-e3"),
		  REFUSED_ROW("Kg1 Pd4 Ne3 / Kg8", "Dark Mirror d4-e3"),
		  REFUSED_ROW("Pd4 Kg1 / Ke3", "Dark Mirror d4-e3"),
		  {"Kg1 Pd4 / Kg8 Nd5", "Breakthrough d4-d5", "Kg1 Pd5 / Kg8"},
		  {"Kg1 Pd2 / Kg8 Nd4", "Breakthrough d2-d4", "Kg1 Pd4 / Kg8"},
		  {"Kg1 Pd7 / Kg8 Nd8", "Breakthrough d7-d8", "Kg1 Pd8 / Kg8"},
		  REFUSED_ROW("Kg1 Pd2 / Kg8 Nd4 Nd3", "Breakthrough d2-d4"),
		  REFUSED_ROW("Kg1 Pd3 / Kg8 Nd5", "Breakthrough d3-d5"),
		  REFUSED_ROW("Kg1 Pd1 / Kg8 Nd3", "Breakthrough d1-d3"),
		  REFUSED_ROW("Kg1 Pd4 / Kg8", "Breakthrough d4-d5"),
		  REFUSED_ROW("Kg1 Pd4 / Kg8 Ne5", "Breakthrough d4-e5"));
}

static void an_irresistible_pawn_pushes_a_row(void **state)
{
	(void)state;
	PLAY_ROWS("knightmare", {"Kg1 Pe4 / Kg8 Ne5", "Irresistible Force e4", "Kg1 Pe5 / Kg8 Ne6"},
		  {"Kg1 Pe4 Ne6 / Kg8 Ne5", "Irresistible Force e4", "Kg1 Ne7 Pe5 / Kg8 Ne6"},
		  {"Kg1 Pe6 Ne7 / Kg8 Ne8", "Irresistible Force e6", "Kg1 Ne8 Pe7 / Kg8"},
		  REFUSED_ROW("Kg1 Pe4 / Ke5", "Irresistible Force e4"),
		  REFUSED_ROW("Kg1 Pe4 / Ke6 Ne5", "Irresistible Force e4"),
		  REFUSED_ROW("Kg1 Pe4 / Kg8", "Irresistible Force e4"),
		  REFUSED_ROW("Kg1 Pe8 / Kg8", "Irresistible Force e8"),
		  REFUSED_ROW("Kg1 Pe4 / Kg8 Ne5", "Irresistible Force e4-e5"));
}

static void pieces_move_like_others(void **state)
{
	(void)state;
	PLAY_ROWS("knightmare", {"Kg1 Ra1 / Kg8", "Dubbing a1-b3", "Kg1 Rb3 / Kg8"},
		  {"Kg1 Ra1 / Kg8", "Dubbing g1-e2", "Ke2 Ra1 / Kg8"},
		  REFUSED_ROW("Kg1 Ra1 / Kg8 Pb3", "Dubbing a1-b3"),
		  REFUSED_ROW("Kg1 Ra1 / Kg8", "Dubbing a1-a2"),
		  {"Kg1 Ra1 / Kg8", "Blessing a1-h8", "Kg1 Rh8 / Kg8"},
		  REFUSED_ROW("Kg1 Ra1 Pc3 / Kg8", "Blessing a1-d4"),
		  {"Kg1 Na1 / Kg8", "Masquerade a1-a8", "Kg1 Na8 / Kg8"},
		  REFUSED_ROW("Kg1 Pa2 / Kg8", "Masquerade a2-a8"),
		  REFUSED_ROW("Kg1 Na1 / Kg8", "Masquerade a1-b3"),
		  {"Kg1 Na1 / Kg8", "Long Jump a1-h7", "Kg1 Nh7 / Kg8"},
		  REFUSED_ROW("Kg1 Na1 / Kg8", "Long Jump a1-h8"),
		  REFUSED_ROW("Kg1 Na1 / Kg8 Ph7", "Long Jump a1-h7"));
}

static void a_doppelganger_needs_a_move_to_copy(void **state)
{
	(void)state;
	PLAY_ROWS("knightmare", REFUSED_ROW("Kg1 Ra1 / Kg8 Nb8", "Doppelganger a1-b3"));
}

static void ghosts_walk_through_their_own(void **state)
{
	(void)state;
	PLAY_ROWS("knightmare",
		  {"Kg1 Ra1 Pa2 Na3 / Kg8", "Ghostwalk a1-a5", "Kg1 Na3 Pa2 Ra5 / Kg8"},
		  {"Kg1 Pa2 Na3 / Kg8", "Ghostwalk a2-a4", "Kg1 Na3 Pa4 / Kg8"},
		  REFUSED_ROW("Kg1 Ra1 Pa2 / Kg8 Pa4", "Ghostwalk a1-a4"),
		  REFUSED_ROW("Kg1 Ra1 Pa2 / Kg8 Pa4", "Ghostwalk a1-a5"),
		  REFUSED_ROW("Kg1 Ra1 Pa2 / Kg8", "Ghostwalk a1-a2"),
		  REFUSED_ROW("Ke1 Rh1 / Kg8", "Ghostwalk e1-g1"),
		  REFUSED_ROW("Kg1 Pa4 / Kg8", "Ghostwalk a4-b5"));
}

static void a_bombarding_rook_jumps_once(void **state)
{
	(void)state;
	PLAY_ROWS("knightmare", {"Kg1 Ra1 / Kg8 Na4", "Bombard a1-a5", "Kg1 Ra5 / Kg8 Na4"},
		  {"Kg1 Ra1 Pa2 / Kg8 Na4", "Bombard a1-a4", "Kg1 Pa2 Ra4 / Kg8"},
		  {"Kg1 Ra1 / Kg8", "Bombard a1-a6", "Kg1 Ra6 / Kg8"},
		  REFUSED_ROW("Kg1 Ra1 Pa2 / Kg8 Na4", "Bombard a1-a5"),
		  REFUSED_ROW("Kg1 Ra1 Pa3 / Kg8", "Bombard a1-a3"),
		  REFUSED_ROW("Kg1 Ra1 Pa2 / Ka8", "Bombard a1-a8"),
		  REFUSED_ROW("Kg1 Bb1 / Kg8", "Bombard b1-b5"));
}

static void the_fourth_corner_can_be_taken(void **state)
{
	(void)state;
	PLAY_ROWS("knightmare",
		  {"Kd4 Ra1 Nh1 / Kb7 Na8", "Squaring the Circle d4", "Kh8 Nh1 Ra1 / Kb7 Na8"},
		  {"Kd4 Ra1 Nh1 / Kb7 Na8", "Squaring the Circle a1", "Kd4 Nh1 Rh8 / Kb7 Na8"},
		  REFUSED_ROW("Kd4 Ra1 Nh1 / Kb7 Na8", "Squaring the Circle a8"),
		  REFUSED_ROW("Kd4 Ra1 / Kb7 Na8", "Squaring the Circle d4"),
		  REFUSED_ROW("Kd4 Ra1 Nh1 Bh8 / Kb7 Na8", "Squaring the Circle d4"));
}

static void a_king_passes_anywhere(void **state)
{
	(void)state;
	PLAY_ROWS("knightmare", {"Kg1 / Kg8", "Hidden Passage a5", "Ka5 / Kg8"},
		  REFUSED_ROW("Kg1 / Kg8 Pa5", "Hidden Passage a5"),
		  REFUSED_ROW("Kg1 / Kg8", "Hidden Passage g1"),
		  REFUSED_ROW("Kg1 / Kg8", "Hidden Passage g1-a5"));
}

static void pieces_change_places(void **state)
{
	(void)state;
	PLAY_ROWS("knightmare", {"Kg1 Bc1 / Kg8 Bc8", "Evangelists c8 c1", "Bc8 Kg1 / Bc1 Kg8"},
		  {"Kg1 Ra1 / Kg8 Ra8", "Lost Castle a1 a8", "Kg1 Ra8 / Kg8 Ra1"},
		  REFUSED_ROW("Kg1 Ra1 Rb1 / Kg8 Ra8", "Lost Castle a1 b1"),
		  REFUSED_ROW("Kg1 Ra1 / Kg8 Ra8", "Lost Castle a1 a1"),
		  {"Kg1 Pa2 Pb2 / Kg8 Pc7 Pd7", "Passing in the Night a2 c7 d7 b2",
		   "Kg1 Pc7 Pd7 / Kg8 Pa2 Pb2"},
		  REFUSED_ROW("Kg1 Pa2 Pb2 / Kg8 Pc7 Pd7", "Passing in the Night a2 b2"),
		  REFUSED_ROW("Kg1 Pa2 Pb2 / Kg8 Pc7 Pd7", "Passing in the Night a2 c7 d7"),
		  REFUSED_ROW("Kg1 Pa2 Pb2 / Kg8 Pc7 Pd7", "Passing in the Night a2 c7 a2 d7"));
}

static void captures_without_and_with_many_victims(void **state)
{
	(void)state;
	PLAY_ROWS("knightmare", {"Kg1 Ra1 / Kg8 Na5", "Evil Eye a1 a5", "Kg1 Ra1 / Kg8"},
		  {"Kg1 / Kg8 Nf2 Rf8", "Evil Eye g1 f2", "Kg1 / Kg8 Rf8"},
		  REFUSED_ROW("Kg1 Ra1 / Kg8 Na5 Pa3", "Evil Eye a1 a5"),
		  REFUSED_ROW("Kg1 Ra1 / Ka8", "Evil Eye a1 a8"),
		  REFUSED_ROW("Kg1 Ra1 Na5 / Kg8", "Evil Eye a1 a5"),
		  REFUSED_ROW("Kg1 Pa4 / Kg8 Na5", "Evil Eye a4 a5"),
		  {"Kg1 Ne5 / Kh8 Bd7 Rc4 Pc6", "Split Knight e5 c6 c4", "Kg1 / Bd7 Kh8"},
		  {"Kg1 Ne5 / Kh8 Bd7 Rc4 Pc6", "Split Knight e5 d7 c6 c4", "Kg1 / Kh8"},
		  REFUSED_ROW("Kg1 Ne5 / Kh8 Bd7 Rc4 Pc6", "Split Knight e5 d7"),
		  REFUSED_ROW("Kg1 Ne5 / Kh8 Bd7 Rc4 Pc6", "Split Knight e5 d7 d7"),
		  REFUSED_ROW("Kg1 Ne5 / Kg6 Bd7 Rc4 Pc6", "Split Knight e5 g6 d7"),
		  REFUSED_ROW("Kg1 Ne5 / Kg8 Bd7 Ra4 Pc6", "Split Knight e5 a4 d7"));
}

static void a_sanctuary_is_a_castling_anywhere(void **state)
{
	(void)state;
	PLAY_ROWS("knightmare", {"Ke1 Rh1 / Kb8", "Sanctuary e1 h1", "Kg1 Rf1 / Kb8"},
		  {"Ke1 Rf1 / Kb8", "Sanctuary e1 f1", "Kg1 Rf1 / Kb8"},
		  {"Ke4 Re6 / Kb8", "Sanctuary e4 e6", "Ke6 Re5 / Kb8"},
		  {"Ke1 Rh1 / Kb8 Re8 Rf8", "Sanctuary e1 h1", "Kg1 Rf1 / Kb8 Re8 Rf8"},
		  REFUSED_ROW("Ke1 Rh1 / Kb8 Rg8", "Sanctuary e1 h1"),
		  REFUSED_ROW("Ke1 Rf1 Ng1 / Kb8", "Sanctuary e1 f1"),
		  REFUSED_ROW("Kg1 Rh1 / Kb8", "Sanctuary g1 h1"),
		  REFUSED_ROW("Ke1 Rh1 Ng1 / Kb8", "Sanctuary e1 h1"),
		  REFUSED_ROW("Ke1 Rh4 / Kb8", "Sanctuary e1 h4"),
		  REFUSED_ROW("Ke1 Rh1 / Kb8", "Sanctuary h1 e1"));
}

static void captured_pieces_return(void **state)
{
	struct cardplay play;

	(void)state;
	cardplay_open(&play, "knightmare");
	cardplay_put(&play, "Kg1 Pa2 Nb1 Bf1 / Kg8");
	assert_string_equal(cardplay_play(&play, "Winged Victory d4", NULL), "refused");
	field_capture(play.book, &play.field, field_at(&play.field, 8), NO_PIECE, true, NULL);
	field_capture(play.book, &play.field, field_at(&play.field, 1), NO_PIECE, true, NULL);
	assert_string_equal(cardplay_play(&play, "Winged Victory d3", NULL), "refused");
	assert_string_equal(cardplay_play(&play, "Resurrection n b2", NULL), "refused");
	assert_string_equal(cardplay_play(&play, "Resurrection N b8", NULL), "refused");
	assert_string_equal(cardplay_play(&play, "Resurrection B c1", NULL), "refused");
	assert_string_equal(cardplay_play(&play, "Resurrection knight g1", NULL), "refused");
	assert_string_equal(cardplay_play(&play, "Winged Victory e5", NULL), "ok");
	assert_string_equal(cardplay_play(&play, "Resurrection knight b1", NULL), "ok");
	assert_string_equal(cardplay_pieces(&play), "Bf1 Kg1 Nb1 Pe5 / Kg8");
}

static void two_pieces_merge(void **state)
{
	struct cardplay play;

	(void)state;
	PLAY_ROWS("knightmare", REFUSED_ROW("Kg1 Ra1 Na4 / Kg8", "Confabulation a1-a5"),
		  REFUSED_ROW("Kg1 Ra1 Na4 / Kg8", "Confabulation a4-a1"),
		  REFUSED_ROW("Kg1 Rg4 / Kg8", "Confabulation g4-g1"),
		  REFUSED_ROW("Kg1 Pg2 / Kg8", "Confabulation g1-g2"),
		  REFUSED_ROW("Kg1 Ra1 / Kg8 Na4", "Confabulation a1-a4"));
	cardplay_open(&play, "knightmare");
	cardplay_put(&play, "Kg1 Pa2 Nb3 Na3 / Kg8");
	assert_string_equal(cardplay_play(&play, "Confabulation a2-b3", NULL), "ok");
	assert_true(play.field.marks[field_at(&play.field, 17)] & MARK_COMPOSITE);
	assert_string_equal(cardplay_play(&play, "Confabulation a3-b5", NULL), "refused");
}

static void corner_pawns_say_which_way(void **state)
{
	(void)state;
	PLAY_ROWS(
		"four-player",
		{"Ka8 Pc6 / Kh8 / Kh1 / Ka1", "Fanatic c6-f6", "Ka8 Pf6 / Kh8 / Kh1 / Ka1"},
		{"Ka8 Pc6 / Kh8 / Kh1 / Ka1", "Fanatic c6-c3", "Ka8 Pc3 / Kh8 / Kh1 / Ka1"},
		REFUSED_ROW("Ka8 Pc6 / Kh8 / Kh1 / Ka1", "Fanatic c6"),
		{"Ka8 Pc6 / Kh8 Pe6 / Kh1 / Ka1", "Fanatic c6", "Ka8 Pc3 / Kh8 Pe6 / Kh1 / Ka1"},
		{"Ka8 Pc6 / Kh8 / Kh1 / Ka1", "Forced March c6-c7", "Ka8 Pc7 / Kh8 / Kh1 / Ka1"},
		{"Ka8 Pc6 / Kh8 / Kh1 / Ka1", "Forced March c6-b6", "Ka8 Pb6 / Kh8 / Kh1 / Ka1"},
		REFUSED_ROW("Ka8 Pc6 / Kh8 / Kh1 / Ka1", "Forced March c6-d6"),
		{"Ka8 Pc6 / Kh8 Nb7 / Kh1 / Ka1", "Dark Mirror c6-b7", "Ka8 Pb7 / Kh8 / Kh1 / Ka1"},
		REFUSED_ROW("Ka8 Pc6 / Kh8 Nd7 / Kh1 / Ka1", "Dark Mirror c6-d7"),
		{"Ka8 Pc6 / Kh8 Nd6 / Kh1 / Ka1", "Irresistible Force c6",
		 "Ka8 Pd6 / Kh8 Ne6 / Kh1 / Ka1"},
		REFUSED_ROW("Ka8 Pc6 / Kh8 Nd6 Nc5 / Kh1 / Ka1", "Irresistible Force c6"),
		{"Ka8 Pc6 / Kh8 Nd6 Nc5 / Kh1 / Ka1", "Irresistible Force c6-c5",
		 "Ka8 Pc5 / Kh8 Nc4 Nd6 / Kh1 / Ka1"},
		{"Ka8 Pc6 Nb6 / Kh8 / Kh1 / Ka1", "Guardian c6-d6 b6",
		 "Ka8 Nc6 Pd6 / Kh8 / Kh1 / Ka1"},
		REFUSED_ROW("Ka8 Pc6 Nb6 / Kh8 / Kh1 / Ka1", "Guardian c6-c5 b6"),
		REFUSED_ROW("Ka8 Pc6 Nb6 / Kh8 / Kh1 / Ka1", "Guardian c6-e6"),
		{"Ka8 Pc6 Pd6 / Kh8 / Kh1 / Ka1", "Onslaught d6-e6 c6-d6",
		 "Ka8 Pd6 Pe6 / Kh8 / Kh1 / Ka1"});
}

static void a_partner_is_no_enemy_but_may_be_assassinated(void **state)
{
	(void)state;
	PLAY_ROWS("four-player-team",
		  {"Ka8 Rc6 / Kh8 / Kh1 Pc3 / Ka1", "Assassin c6-c3", "Ka8 Rc3 / Kh8 / Kh1 / Ka1"},
		  REFUSED_ROW("Ka8 Rc6 / Kh8 Pc3 / Kh1 / Ka1", "Assassin c6-c3"),
		  REFUSED_ROW("Ka8 Rc6 / Kh8 / Kh1 Pc3 / Ka1", "Evil Eye c6 c3"),
		  REFUSED_ROW("Ka8 Rc6 / Kh8 / Kh1 Rc3 / Ka1", "Lost Castle c6 c3"),
		  {"Ka8 Rc6 / Kh8 Rc3 / Kh1 / Ka1", "Lost Castle c6 c3",
		   "Ka8 Rc3 / Kh8 Rc6 / Kh1 / Ka1"});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(orders_are_read_in_any_form),
		cmocka_unit_test(refusals_say_what_was_expected),
		cmocka_unit_test(assassin_captures_an_own_piece),
		cmocka_unit_test(pawns_walk_ahead_and_sideways),
		cmocka_unit_test(a_guardian_may_be_followed),
		cmocka_unit_test(a_double_step_by_a_card_may_be_taken_in_passing),
		cmocka_unit_test(a_madman_hops_over_neighbours),
		cmocka_unit_test(pawns_capture_backward_and_ahead),
		cmocka_unit_test(an_irresistible_pawn_pushes_a_row),
		cmocka_unit_test(pieces_move_like_others),
		cmocka_unit_test(a_doppelganger_needs_a_move_to_copy),
		cmocka_unit_test(ghosts_walk_through_their_own),
		cmocka_unit_test(a_bombarding_rook_jumps_once),
		cmocka_unit_test(the_fourth_corner_can_be_taken),
		cmocka_unit_test(a_king_passes_anywhere),
		cmocka_unit_test(pieces_change_places),
		cmocka_unit_test(captures_without_and_with_many_victims),
		cmocka_unit_test(a_sanctuary_is_a_castling_anywhere),
		cmocka_unit_test(captured_pieces_return),
		cmocka_unit_test(two_pieces_merge),
		cmocka_unit_test(corner_pawns_say_which_way),
		cmocka_unit_test(a_partner_is_no_enemy_but_may_be_assassinated),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
