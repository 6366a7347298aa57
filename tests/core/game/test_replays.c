/* SPDX-License-Identifier: MIT */
/* Turns with cards whose events, read back, once made another table than the rules had made. */
#include "tests/lib/tableplay.h"

struct turns {
	const char *pieces;	  /* the seats' in turn order, as cardplay_put takes them */
	const char *hands[2];	  /* names with commas */
	const char *messages[12]; /* "white: MOVE e2-e4", as `pbem try` takes them */
};

static void deal_hand(struct tableplay *play, uint8_t seat, const char *names)
{
	while (*names != '\0') {
		uint8_t kind = card_named(play->cards.set, names, NULL);

		assert_int_not_equal(kind, NO_CARD);
		piles_add(&play->table.piles, kind, seat, ZONE_HAND, seat);
		names += strcspn(names, ",");
		names += strspn(names, ", ");
	}
}

static void begin(struct tableplay *play, const struct turns *turns)
{
	memset(play, 0, sizeof *play);
	strbuf_init(&play->turn_log, 0);
	cardplay_open(&play->cards, "knightmare");
	cardplay_put(&play->cards, turns->pieces);
	tableplay_lay(play, &play->cards.field.position);
	for (uint8_t seat = 0; seat < 2; seat++)
		deal_hand(play, seat, turns->hands[seat]);
	tableplay_start(play);
}

/* Each message is taken, and what is recorded of it makes the same table. */
static void run(const struct turns *turns)
{
	static struct tableplay play;

	begin(&play, turns);
	for (size_t i = 0; i < ARRAY_LEN(turns->messages) && turns->messages[i] != NULL; i++) {
		const char *message = strchr(turns->messages[i], ' ') + 1;
		uint8_t seat = strbuf_starts(turns->messages[i], "black");
		struct reason why = {.text = ""};

		if (!tableplay_send(&play, seat, message, &why))
			tableplay_fail(&play, turns->messages[i], why.text);
	}
	tableplay_close(&play);
}

/* Each looks for its card before the first of them lies down. */
static void two_equal_cards_under_plots_are_two(void **state)
{
	static const struct turns turns = {
		"Kg1 Qa1 Ne7 / Kh7 Rg8 Bg5 Pa3",
		{"Plots Within Plots, Riposte, Riposte", "Disintegration, Fog of War"},
		{"white: MOVE a1-b2", "black: PLAY Disintegration a3; MOVE g5-e7",
		 "white: PLAY Plots Within Plots; PLAY Riposte; PLAY Riposte"},
	};

	(void)state;
	run(&turns);
}

/* A cursed rook, merged, is lost, comes back by Hostage, is lost to a Doomsayer, and is
 * resurrected. */
static void what_is_lost_twice_in_a_turn_comes_back_once(void **state)
{
	static const struct turns turns = {
		"Kg1 Ra2 / Kg8 Ra7 Pa6 Ph7 Pg7",
		{"Curse, Doomsayer", "Confabulation, Hostage, Resurrection"},
		{"white: MOVE g1-f1; PLAY Curse a7", "black: MOVE g8-f8",
		 "white: MOVE f1-g1; PLAY Doomsayer", "black: PLAY Confabulation a7-a6",
		 "white: MOVE a2-a6", "black: SAY pawns", "black: ANSWER h7",
		 "black: PLAY Hostage h7", "black: PLAY Resurrection R a8"},
	};

	(void)state;
	run(&turns);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_equal_cards_under_plots_are_two),
		cmocka_unit_test(what_is_lost_twice_in_a_turn_comes_back_once),
	};

	tableplay_tell_aborted();
	return cmocka_run_group_tests_name("replays", tests, NULL, NULL);
}
