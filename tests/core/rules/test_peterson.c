/* SPDX-License-Identifier: MIT */
/* Turns of several moves, rule by rule and ruling by ruling: what is allowed and what isn't. */
#include "tests/lib/peterson.h"

/* Two opponents attack White: Black's rook along the fifth rank, Red's along the second. */
static const char two_attack[] = "white Ka8 Rc5 Re2; black Kh8 Rh5 Ng6 Nd7; red Kh1 Rh2; brown Ka1";

static void restriction_0_a_turn_holds_a_move_for_each_attacker(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player", "peterson.defense=on");
	stand(play, two_attack, "white");
	assert_int_equal(allowed(play), 2);
	judge_turn(play, "c5c6", NULL);
	judge_turn(play, "c5c6+a8a7", NULL);
	judge_turn(play, "c5c6+a8a7+e2e1", "HELP RULINGS several-moves");
	stand(play, "white Ka8 Rc5 Re2; black Kh8 Rh5; red Kh1; brown Ka1", "white");
	assert_int_equal(allowed(play), 1);
	judge_turn(play, "c5c6+a8a7", "you have one move in this turn");
	take_game(play, "four-player", "");
	stand(play, two_attack, "white");
	assert_int_equal(allowed(play), 1);
}

static void restriction_1_no_piece_moves_twice(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player", "peterson.defense=on");
	stand(play, two_attack, "white");
	judge_turn(play, "c5c6+c6c7", "HELP RULINGS several-moves");
	judge_turn(play, "c5c6+e2e1", NULL);
	/* Castling moves two pieces, and counts as one move [order-of-moves]. */
	take_game(play, "fourteen", "peterson.defense=on");
	stand(play, "red Kh1 Rk1 Ne1 Pb5; blue Ka7 Rb9; yellow Kg14 Rn5; green Kn8", "red");
	assert_int_equal(allowed(play), 2);
	judge_turn(play, "h1k1+b5b6", NULL);
	judge_turn(play, "h1k1+i1i5", "HELP RULINGS several-moves");
	judge_turn(play, "h1k1+j1j2", "HELP RULINGS several-moves");
	judge_turn(play, "k1k2+h1k1", "no legal move");
}

static void restriction_2_one_piece_of_each_opponent_is_captured(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player", "peterson.defense=on beaten=inert");
	stand(play, "white Ka7 Rc5 Nb6; black Kh8 Rc8 Nd7; red Kh1 Nd5 Nb3; brown=inert Nc4 Na4",
	      "white");
	assert_int_equal(allowed(play), 2);
	judge_turn(play, "c5c8+b6d7", "HELP RULINGS one-man-of-each");
	judge_turn(play, "c5d5+b6d7", NULL);
	/* [one-man-of-each]: pieces nobody plays aren't counted ... */
	judge_turn(play, "c5c4+b6a4", NULL);
	/* ... and a player is one opponent with all armies. */
	take_game(play, "four-player", "peterson.defense=on beaten=role");
	stand(play, "white Ka7 Rc5 Nb6; black Kh8 Rc8; red>black Nd7; brown Ka1 Nd3", "white");
	judge_turn(play, "c5c8+b6d7", "HELP RULINGS one-man-of-each");
	judge_turn(play, "c5c8+b6d5", NULL);
}

static void restriction_5_the_king_is_never_attacked_in_between(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player", "peterson.defense=on");
	stand(play, "white Ka8 Rb8 Pc3; black Kh8 Rd8 Nb5; red Kh1 Nb1; brown Kh4", "white");
	assert_int_equal(allowed(play), 2);
	judge_turn(play, "b8b7+a8b8", "no legal move");
	judge_turn(play, "a8b7+b8d8", NULL);
	judge_turn(play, "b8b1+a8b7", "no legal move");
}

static void p2_newly_attacked_pieces_of_one_opponent(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player", "peterson.defense=on");
	stand(play, two_attack, "white");
	judge_turn(play, "c5c6+e2e7", "HELP RULINGS new-attacks");
	judge_turn(play, "e2e7+c5c6", "HELP RULINGS new-attacks");
	/* All but one of them attack another opponent, too. */
	stand(play, "white Ka8 Rc5 Re2; black Kh8 Rh5 Ng6 Nd7; red Kh1 Rh2 Nc2; brown Ka1",
	      "white");
	judge_turn(play, "c5c6+e2e7", NULL);
	/* [one-move-is-free]: a single move is an ordinary turn, whatever it discovers. */
	stand(play, "white Ka8 Ne5 Re2; black Kh8 Ph4 Nd8 Pe7 Ng2; red Kh1 Rh2; brown Kc1",
	      "white");
	judge_turn(play, "e5c6", NULL);
}

static void p2_counts_captures(void **state)
{
	struct play *play = *state;

	/* [new-attacks]: the pawn on e7 wasn't attacked behind the knight. */
	take_game(play, "four-player", "peterson.defense=on");
	stand(play, "white Ka8 Ne5 Re2; black Kh8 Nd8 Pe7 Ng1; red Kh1 Rh2; brown Kc1", "white");
	assert_int_equal(allowed(play), 2);
	judge_turn(play, "e5c6+e2e7", "HELP RULINGS new-attacks");
	judge_turn(play, "e5d3+e2e7", NULL);
}

/* [new-attacks] */
static void attacks_are_those_before_payments(void **state)
{
	static const char armies[] =
		"white Kf1 Rb5 Pb6 Pc2 Nb1; black Kh8 Nb7 Nd6 Nc4; red Kh1 Na3; brown Kh4";
	struct play *play = *state;

	/* Without its pawn the rook attacks b7, which is new in this turn like c4. */
	take_game(play, "four-player", "peterson.defense=on peterson.exchange=on");
	stand(play, armies, "white");
	owe(play, "white", 1);
	assert_int_equal(allowed(play), 2);
	judge_turn(play, "-b6+b1d2+f1e1", "HELP RULINGS new-attacks");
	judge_turn(play, "-c2+b1d2+f1e1", NULL);
	judge_turn(play, "-b6+b1c3+f1e1", NULL);
	judge_turn(play, "-b6+b1d2", NULL);
}

/* Two rooks mate Black in two moves; Red's and Brown's knights attack the pawn. */
static const char ladder[] = "white Ka8 Rb2 Rc1 Pd5; black Kh8; red Kg1 Ne3; brown Kg4 Nf4";

static void p3_one_move_alone_must_mate(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player", "peterson.defense=on");
	stand(play, ladder, "white");
	assert_int_equal(allowed(play), 2);
	judge_turn(play, "b2b7+c1c8", "HELP RULINGS mate-by-one-move");
	judge_turn(play, "b2b7+d5e5", NULL);
	/* [mate-by-one-move]: one of the moves alone does it, in whatever place. */
	stand(play, "white Ka8 Rb7 Rc1 Pd5; black Kh8; red Kg1 Ne3; brown Kg4 Nf4", "white");
	judge_turn(play, "c1c8+d5e5", NULL);
	judge_turn(play, "d5e5+c1c8", NULL);
	/* A seat that was mated before, and still is after one of them alone. */
	stand(play, "white Ka8 Rb7 Rc8 Pd5; black Kh8; red Kg1 Ne3; brown Kg4 Nf4", "white");
	judge_turn(play, "d5e5+a8a7", NULL);
}

static void p3_unless_all_attackers_are_in_check(void **state)
{
	struct play *play = *state;

	/* Red attacks with its king, to which the rook on b7 gives check. */
	take_game(play, "four-player", "peterson.defense=on");
	stand(play, "white Kf1 Rb2 Rc1 Pd5 Pa6; black Kh8 Nf4; red Ka7; brown Kh4", "white");
	assert_int_equal(allowed(play), 2);
	judge_turn(play, "b2b7+c1c8", NULL);
	stand(play, "white Kf1 Rb2 Rc1 Pd5 Pa6; black Kh8 Nf4; red Ka5; brown Kh4", "white");
	assert_int_equal(allowed(play), 2);
	judge_turn(play, "b2b7+c1c8", "HELP RULINGS mate-by-one-move");
}

/* [peterson-where] */
static void only_for_games_of_several_without_teams(void **state)
{
	static const char *const barred[] = {"chess", "four-player-team", "ring", "knightmare"};
	static const char *const keys[] = {"peterson.defense", "peterson.exchange",
					   "peterson.capture"};
	struct play *play = *state;

	for (size_t i = 0; i < ARRAY_LEN(barred) * ARRAY_LEN(keys); i++) {
		struct option option = {"", "on"};
		struct reason reason = {.text = ""};

		strcpy(option.key, keys[i % ARRAY_LEN(keys)]);
		assert_null(variant_get(play->library, barred[i / ARRAY_LEN(keys)], &option, 1,
					&reason));
		assert_non_null(strstr(reason.text, "Peterson's rules"));
	}
	for (size_t i = 0; i < ARRAY_LEN(keys); i++) {
		struct option options[2] = {{"", "on"}, {"teams", "on"}};
		struct reason reason = {.text = ""};

		strcpy(options[0].key, keys[i]);
		assert_null(variant_get(play->library, "fourteen", options, 2, &reason));
		assert_non_null(strstr(reason.text, "teams"));
		strcpy(options[1].key, "cards");
		assert_null(variant_get(play->library, "four-player", options, 2, &reason));
	}
	take_game(play, "fourteen", "peterson.defense=on peterson.exchange=on peterson.capture=on");
	take_game(play, "kingdom", "peterson.defense=on absent=red");
}

/* [attack-is-geometry] */
static void attacks_are_geometric(void **state)
{
	struct play *play = *state;

	/* Black's knight is pinned by White's own rook and still attacks; so does a king. */
	take_game(play, "four-player", "peterson.defense=on");
	stand(play, "white Ka8 Rh2 Pf5; black Kh8 Nh4; red Kg6; brown Ka1", "white");
	assert_int_equal(allowed(play), 2);
	/* [pawn-truce] forbids the capture, not the attack: d2 attacks the pawn on e3. */
	take_game(play, "three-player", "peterson.defense=on");
	stand(play, "white Kd8 Rf8; red Kh1 Pe2 Pf3; black Ka1 Pd2", "red");
	position_move(play->variant, &play->position, at_square(play, "e2"), at_square(play, "e3"),
		      NULL);
	assert_int_equal(allowed(play), 2);
	/* En passant is no attack. */
	stand(play, "white Kd8 Pf4; red Kh1 Pe2; black Ka1 Rb2", "red");
	position_open_passant(&play->position, 1, at_square(play, "e3"), at_square(play, "e2"),
			      NULL);
	assert_int_equal(allowed(play), 1);
}

/* [order-of-moves] */
static void the_order_of_moves_makes_two_turns(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player", "peterson.defense=on");
	stand(play, two_attack, "white");
	judge_turn(play, "a8a7+c5c6", NULL);
	judge_turn(play, "c5c6+a8a7", NULL);
	/* Each must be legal in its order: the king opens the rook's way. */
	stand(play, "white Kb5 Ra5 Pc2; black Kh8 Rh5; red Kh1 Nb3; brown Kg3", "white");
	judge_turn(play, "b5b4+a5h5", NULL);
	judge_turn(play, "a5h5+b5b4", "no legal move");
}

/* [attackers-counted] */
static void who_counts_as_an_attacker(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player", "peterson.defense=on peterson.capture=on");
	stand(play, two_attack, "white");
	position_freeze(&play->position, 1, NULL);
	assert_int_equal(allowed(play), 2);
	/* For an army that another seat plays, that army's pieces are attacked. */
	take_game(play, "four-player", "peterson.defense=on beaten=role");
	stand(play, "white Ka8 Rc5; black Kh8 Rh5; red Kh1 Nd4 Rc1; brown>white Nc6", "brown");
	assert_int_equal(allowed(play), 1);
	stand(play, "white Ka8 Rc5; black Kh8 Rh6; red Kh1 Nd4; brown>white Nc6", "brown");
	assert_int_equal(allowed(play), 2);
	/* Counted before payments. */
	take_game(play, "four-player", "peterson.defense=on peterson.exchange=on");
	stand(play, "white Ka8 Rc5 Pe2; black Kh8 Rh5; red Kh1 Rh2; brown Ka1", "white");
	owe(play, "white", 1);
	judge_turn(play, "-e2+c5c6+a8b8", NULL);
}

static void several_rights_in_passing_are_open_at_once(void **state)
{
	struct play *play = *state;
	struct position before;

	take_game(play, "fourteen", "peterson.defense=on");
	stand(play, "red Kh1 Pe2 Pg2 Pj7; blue Ka7 Rb7; yellow Kg14 Pf4 Nk9; green Kn8", "red");
	assert_int_equal(allowed(play), 2);
	before = play->position;
	play_turn(play, "e2e4+g2g4");
	assert_int_equal(play->position.passant_end, MAX_SIDES + 1);
	for (size_t i = 0; i < play->record.count; i++)
		assert_int_equal(
			position_apply(play->variant, &before, &play->record.events[i], NULL), 0);
	assert_memory_equal(before.passant, play->position.passant, sizeof before.passant);
	play_turn(play, "a7a6");
	judge_turn(play, "f4e3", NULL);
	judge_turn(play, "f4g3", NULL);
	/* One is captured: the right against the other stays. */
	play_turn(play, "f4e3");
	assert_int_equal(play->position.passant[0].over, at_square(play, "g3"));
	assert_int_equal(play->position.passant_end, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RULE(restriction_0_a_turn_holds_a_move_for_each_attacker),
		RULE(restriction_1_no_piece_moves_twice),
		RULE(restriction_2_one_piece_of_each_opponent_is_captured),
		RULE(restriction_5_the_king_is_never_attacked_in_between),
		RULE(p2_newly_attacked_pieces_of_one_opponent),
		RULE(p2_counts_captures),
		RULE(attacks_are_those_before_payments),
		RULE(p3_one_move_alone_must_mate),
		RULE(p3_unless_all_attackers_are_in_check),
		RULE(only_for_games_of_several_without_teams),
		RULE(attacks_are_geometric),
		RULE(the_order_of_moves_makes_two_turns),
		RULE(who_counts_as_an_attacker),
		RULE(several_rights_in_passing_are_open_at_once),
	};

	return cmocka_run_group_tests_name("peterson", tests, NULL, NULL);
}
