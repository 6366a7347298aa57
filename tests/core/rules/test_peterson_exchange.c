/* SPDX-License-Identifier: MIT */
/* Rounds of exchange and the payments after them, rule by rule and ruling by ruling. */
#include "tests/lib/peterson.h"

/* [nobodys-men] */
static void pieces_nobody_plays_begin_no_round(void **state)
{
	static const char armies[] = "white Ka8 Rc5; black Kh8 Ng6; red Kh1; brown=%s Nc2";
	static const char *const fates[] = {"inert", "dead"};
	struct play *play = *state;

	take_game(play, "four-player", "peterson.exchange=on beaten=inert");
	for (size_t i = 0; i < ARRAY_LEN(fates); i++) {
		char *text = base_printf(armies, fates[i]);

		stand(play, text, "white");
		play_turn(play, "c5c2");
		assert_int_equal(play->position.exchange.left, 0);
		free(text);
	}
	stand(play, "white Ka8 Rc5; black Kh8 Nc6; red Kh1; brown Ka1", "white");
	play_turn(play, "c5c6");
	assert_int_equal(play->position.exchange.left, 3);
}

/* [nothing-superfluous] */
static void payments_hold_nothing_superfluous(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player", "peterson.exchange=on");
	stand(play, "white Ka8 Qb7 Na7 Pc8 Pc7 Pb6; black Kh8; red Kh1; brown Kc1", "white");
	owe(play, "white", 1);
	judge_turn(play, "-c8+a8b8", NULL);
	judge_turn(play, "-b7+a8b8", NULL);
	judge_turn(play, "-b6+-c8+a8b8", "leave it out");
	judge_turn(play, "-b7+-c8+a8b8", "leave it out");
	judge_turn(play, "a8b8", "you owe 1");
	judge_turn(play, "-a8+b7b8", "you can't pay with the king");
	judge_turn(play, "-h8+a8b8", "none stands on h8");
	judge_turn(play, "-c8+-c8+a8b8", "given already");
	judge_turn(play, "a8b8+-c8", "HELP RULINGS debt-payment");
	owe(play, "white", 2);
	judge_turn(play, "-b6+-c8+a8b8", NULL);
	judge_turn(play, "-c8+-b6+a8b8", "sorted");
	judge_turn(play, "-c8+a8b8", "worth 1");
	owe(play, "white", 0);
	judge_turn(play, "-c8+a8b8", "owe nothing");
}

/* [nothing-superfluous] */
static void a_payment_does_not_expose_the_king(void **state)
{
	struct play *play = *state;

	/* The two pawns together shield the king from Black's rook. */
	take_game(play, "four-player", "peterson.exchange=on");
	stand(play, "white Ka8 Pb8 Pc8 Na7 Nd4; black Kh7 Rh8; red Kh1 Ra2; brown Kg3", "white");
	owe(play, "white", 2);
	judge_turn(play, "-b8+-c8+a8b7", "expose");
	owe(play, "white", 1);
	judge_turn(play, "-b8+a8b7", NULL);
	judge_turn(play, "-c8+a8b7", NULL);
	owe(play, "white", 3);
	judge_turn(play, "-a7+a8b7", "expose");
	judge_turn(play, "-d4+a8b7", NULL);
	assert_int_equal(payments(play), 1);
}

static void p7_who_cannot_pay_in_full_pays_all_he_can(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player", "peterson.exchange=on");
	stand(play, "white Ka8 Pb8 Pc8 Na7 Pd4; black Kh7 Rh8; red Kh1 Ra2; brown Kg3", "white");
	owe(play, "white", 9);
	assert_int_equal(peterson_payable(play->variant, &play->position), 2);
	assert_int_equal(payments(play), 2);
	judge_turn(play, "-b8+-d4+a8b7", NULL);
	judge_turn(play, "-c8+-d4+a8b7", NULL);
	judge_turn(play, "-d4+a8b7", "HELP RULINGS pays-what-he-can");
	play_turn(play, "-b8+-d4+a8b7");
	assert_int_equal(debt_of(play, "white"), 0);
	/* A seat that has nothing pays nothing. */
	stand(play, "white Ka8; black Kh7; red Kh1; brown Kg3", "white");
	owe(play, "white", 3);
	judge_turn(play, "a8b8", NULL);
}

static void p4_who_had_no_part_in_an_exchange_owes_the_least(void **state)
{
	static const char armies[] =
		"white Ka8 Rc5 Pd2; black Kh8 Nc6; red Kh1 Ph2 Rd1; brown Ka1 Pb2 Pc2";
	struct play *play = *state;

	take_game(play, "four-player", "peterson.exchange=on");
	stand(play, armies, "white");
	play_moves(play, "c5c6 h8g8 d1d2 ");
	assert_int_equal(play->position.exchange.left, 1);
	assert_int_equal(debt_of(play, "brown"), 0);
	play_moves(play, "a1b1");
	/* A knight and a pawn were lost; only Brown neither captured nor lost any. */
	assert_int_equal(debt_of(play, "brown"), 1);
	assert_int_equal(debt_of(play, "white") + debt_of(play, "black") + debt_of(play, "red"), 0);
	play_moves(play, "a8b8 g8h8 h1g1");
	judge_turn(play, "b1a1", "HELP RULINGS debt-payment");
	play_moves(play, "-c2+b1a1");
	assert_int_equal(debt_of(play, "brown"), 0);
	/* Only one seat lost something: no exchange. */
	stand(play, armies, "white");
	play_moves(play, "c5c6 h8g8 h1g1 a1a2");
	assert_int_equal(play->position.exchange.left, 0);
	assert_int_equal(debt_of(play, "brown") + debt_of(play, "red"), 0);
}

/* [round-length] */
static void a_round_is_a_full_ring(void **state)
{
	struct play *play = *state;

	/* A seat that is passed over has had its turn of the round. */
	take_game(play, "four-player", "peterson.exchange=on");
	stand(play, "white Kd5 Rc5; black Kf7 Nc6; red Kh1; brown Kh4 Qf2 Pg4", "white");
	play_moves(play, "c5c6 f7g7");
	assert_non_null(find_event(play, EVENT_PASS));
	assert_turn(play, "brown");
	assert_int_equal(play->position.exchange.left, 1);
	/* Seats that others play count ... */
	take_game(play, "four-player", "peterson.exchange=on beaten=role");
	stand(play, "white Ka8 Rc5; black Kh8 Nc6; red>white Pg2; brown Ka1 Pb2", "white");
	play_moves(play, "c5c6");
	assert_int_equal(play->position.exchange.left, 3);
	/* ... and a mated seat has had no turn: White's begins one later. */
	take_game(play, "four-player", "peterson.exchange=on");
	stand(play, "white Ka8 Rc5 Rb7; black Kh8 Rc6 Pg4; red Kd1; brown Kd3", "white");
	play_moves(play, "c5c6");
	assert_int_equal(play->position.exchange.left, 3);
	stand(play, "white Ka6 Rb7 Rc1; black Kh8; red Kh1 Nc8; brown Kf3", "white");
	play_moves(play, "c1c8");
	assert_non_null(find_event(play, EVENT_BEATEN));
	assert_turn(play, "red");
	assert_int_equal(play->position.exchange.left, 3);
}

/* [debt-waits] */
static void debts_wait_and_add_up(void **state)
{
	struct play *play = *state;

	take_game(play, "four-player", "peterson.exchange=on");
	stand(play, "white Ka8 Rc5; black Kh8 Ng6; red Kh1 Pf3 Pf2; brown Ka1", "white");
	owe(play, "red", 1);
	position_set_exchange(play->variant, &play->position,
			      (struct exchange){.left = 2, .weakest = 1, .lost = 9, .involved = 11},
			      NULL);
	play_moves(play, "a8b8 h8g8");
	assert_int_equal(debt_of(play, "red"), 2);
	judge_turn(play, "-f3+h1g1", "HELP RULINGS debt-payment");
	judge_turn(play, "-f2+-f3+h1g1", NULL);
	/* A turn that is passed over leaves it. */
	stand(play, "white Ka8; black Kh8; red Kh1 Pf1; brown Kc3 Qf2 Pe1", "black");
	owe(play, "red", 1);
	play_moves(play, "h8h7");
	assert_turn(play, "brown");
	assert_int_equal(debt_of(play, "red"), 1);
	/* Kings alone make no debt. */
	stand(play, "white Ka8; black Kh8; red Kh1; brown Ka1", "white");
	position_set_exchange(play->variant, &play->position,
			      (struct exchange){.left = 1, .lost = 6, .involved = 6}, NULL);
	play_moves(play, "a8b8");
	assert_int_equal(debt_of(play, "brown"), 0);
}

/* [debt-waits] */
static void a_payment_may_leave_no_move_or_the_only_one(void **state)
{
	struct play *play = *state;

	/* The only free piece must be given: mate, or a turn that is passed over. */
	take_game(play, "four-player", "peterson.exchange=on");
	stand(play, "white Ka8; black Kh8; red Kh1 Nf1; brown Kc3 Qf2 Pg1", "black");
	owe(play, "red", 3);
	play_moves(play, "h8h7");
	assert_turn(play, "brown");
	/* Smothered: after paying with the pawn, the king has its square. */
	stand(play, "white Ka8; black Kh8 Nf2; red Kh1 Ph2 Pg1 Pg2; brown Kc3", "red");
	owe(play, "red", 1);
	play->outcome =
		rules_first_turn(play->variant, &play->position, NULL, &play->legal, &play->record);
	assert_turn(play, "red");
	judge_turn(play, "-h2+h1h2", NULL);
}

/* [paid-by-queen] */
static void what_can_be_traded(void **state)
{
	static const char armies[] = "white Ka8 Qd5 Pb6; black Kh8; red Kh1; brown Kg3";
	struct play *play = *state;

	take_game(play, "four-player", "peterson.exchange=on");
	stand(play, armies, "white");
	owe(play, "white", 3);
	judge_turn(play, "d5=R+a8b8", "no rook");
	lose_piece(play, "white", 'R');
	lose_piece(play, "white", 'N');
	lose_piece(play, "red", 'B');
	judge_turn(play, "d5=R+a8b8", NULL);
	judge_turn(play, "d5=R+d5d6", NULL);
	judge_turn(play, "d5=B+a8b8", "no bishop");
	judge_turn(play, "d5=N+a8b8", "a queen can't be traded for a knight");
	judge_turn(play, "b6=R+a8b8", "a pawn can't be traded");
	judge_turn(play, "-d5+d5=R+a8b8", "given already");
	judge_turn(play, "-b6+d5=R+a8b8", "leave it out");
	/* Four is paid: for five the pawn goes, too, removals before trades. */
	owe(play, "white", 5);
	judge_turn(play, "-b6+d5=R+a8b8", NULL);
	judge_turn(play, "d5=R+-b6+a8b8", "sorted");
	judge_turn(play, "d5=R+a8b8", "worth 4");
	/* Used ones leave the pool; removed ones never enter it. */
	play_turn(play, "-b6+d5=R+a8b8");
	assert_int_equal(position_piece(&play->position, at_square(play, "d5"))->type,
			 variant_type_of_letter(play->variant, 'R'));
	stand(play, "white Ka8 Qd5 Qc7 Rb2; black Kh8; red Kh1; brown Kg3", "white");
	lose_piece(play, "white", 'R');
	owe(play, "white", 8);
	judge_turn(play, "c7=R+d5=R+a8b8", "no rook");
	position_remove(play->variant, &play->position, at_square(play, "b2"), NULL);
	judge_turn(play, "c7=R+d5=R+a8b8", "no rook");
	lose_piece(play, "white", 'R');
	judge_turn(play, "c7=R+d5=R+a8b8", NULL);
	judge_turn(play, "d5=R+c7=R+a8b8", "sorted");
}

static void payments_are_sorted_as_text(void **state)
{
	struct play *play = *state;

	/* By bytes: 0 sorts before =, and after nothing at all. */
	take_game(play, "kingdom", "peterson.exchange=on");
	stand(play, "white Kj1 Qd4 Qd10 Pf5 Pf12; red Ka11; black Kk20; blue Kt10", "white");
	lose_piece(play, "white", 'R');
	lose_piece(play, "white", 'R');
	owe(play, "white", 8);
	judge_turn(play, "d10=R+d4=R+j1j2", NULL);
	judge_turn(play, "d4=R+d10=R+j1j2", "sorted");
	stand(play, "white Kj1 Pd1 Pd10 Qd2 Qd20; red Ka11; black Kk20; blue Kt10", "white");
	owe(play, "white", 2);
	judge_turn(play, "-d1+-d10+j1j2", NULL);
	judge_turn(play, "-d10+-d1+j1j2", "sorted");
	lose_piece(play, "white", 'R');
	lose_piece(play, "white", 'R');
	owe(play, "white", 8);
	judge_turn(play, "d20=R+d2=R+j1j2", NULL);
	judge_turn(play, "d2=R+d20=R+j1j2", "sorted");
}

static void debts_and_frozen_seats_make_another_position(void **state)
{
	struct play *play = *state;
	struct position_key keys[4];
	struct position position;

	take_game(play, "four-player", "peterson.exchange=on peterson.capture=on");
	position = set_up(play, "white Ka8; black Kh8; red Kh1; brown Ka1", "white");
	keys[0] = repetition_key(play->variant, &position);
	position_set_exchange(play->variant, &position,
			      (struct exchange){.left = 2, .weakest = 1, .lost = 1, .involved = 3},
			      NULL);
	keys[1] = repetition_key(play->variant, &position);
	/* [same-position]: the running round doesn't. */
	assert_memory_equal(&keys[0], &keys[1], sizeof keys[0]);
	position_set_debt(&position, 2, 3, NULL);
	keys[2] = repetition_key(play->variant, &position);
	assert_memory_not_equal(&keys[0], &keys[2], sizeof keys[0]);
	position_freeze(&position, 1, NULL);
	keys[3] = repetition_key(play->variant, &position);
	assert_memory_not_equal(&keys[2], &keys[3], sizeof keys[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RULE(pieces_nobody_plays_begin_no_round),
		RULE(payments_hold_nothing_superfluous),
		RULE(a_payment_does_not_expose_the_king),
		RULE(p7_who_cannot_pay_in_full_pays_all_he_can),
		RULE(p4_who_had_no_part_in_an_exchange_owes_the_least),
		RULE(a_round_is_a_full_ring),
		RULE(debts_wait_and_add_up),
		RULE(a_payment_may_leave_no_move_or_the_only_one),
		RULE(what_can_be_traded),
		RULE(payments_are_sorted_as_text),
		RULE(debts_and_frozen_seats_make_another_position),
	};

	return cmocka_run_group_tests_name("peterson exchange", tests, NULL, NULL);
}
