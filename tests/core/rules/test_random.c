/* SPDX-License-Identifier: MIT */
/* Random games of every variant with its options, with invariants checked in each position. */
#include "tests/lib/pace.h"
#include "core/rules/movegen.h"
#include "tests/lib/random.h"
#include "tests/lib/slow.h"
#include "core/rules/perft.h"

static const struct random_rules {
	const char *variant;
	const char *options[6]; /* key, value, ... */
} tables[] = {
	{"chess", {NULL}},
	{"knightmare", {NULL}},
	{"three-player", {"cards", "on", "beaten", "dead"}},
	{"three-player", {NULL}},
	{"three-player", {"beaten", "role"}},
	{"three-player", {"beaten", "dead", "stalemate", "draw"}},
	{"three-player", {"beaten", "kingdom"}},
	{"three-player", {"beaten", "obstacles"}},
	{"three-player", {"beaten", "removed"}},
	{"four-player", {NULL}},
	{"four-player", {"beaten", "role"}},
	{"four-player", {"beaten", "kingdom"}},
	{"four-player", {"beaten", "dead"}},
	{"four-player", {"beaten", "obstacles"}},
	{"four-player-team", {NULL}},
	{"four-player-team", {"beaten", "role"}},
	{"four-player-team", {"beaten", "obstacles"}},
	{"four-player-team", {"beaten", "kingdom"}},
	{"kingdom", {NULL}},
	{"kingdom", {"beaten", "kingdom", "castling", "any"}},
	{"kingdom", {"king", "right", "castling", "6/5"}}, /* [kingdom-castling] */
	{"kingdom", {"absent", "red", "beaten", "dead"}},
	{"fourteen", {NULL}},
	{"fourteen", {"teams", "on", "beaten", "dead"}},
	{"fourteen", {"setup", "classic", "beaten", "role"}},
};

/* Asserts that the moves of pieces of one kind to a square, and all king moves, are among those
 * that are found for these alone, and that all of those are legal. */
static void assert_alike(struct play *play, const struct move *like)
{
	const uint8_t kind = position_piece(&play->position, like->from)->type;
	const bool is_king = kind == play->variant->royal;
	struct move_list alike;
	char text[MOVE_TEXT_MAX];

	movegen_alike(play->variant, &play->position, like->from, like->to, &alike);
	for (unsigned i = 0; i < alike.count; i++) {
		move_text(play->variant, &alike.moves[i], text);
		assert_non_null(move_list_find(play->variant, &play->legal, text));
	}
	for (unsigned i = 0; i < play->legal.count; i++) {
		const struct move *move = &play->legal.moves[i];

		move_text(play->variant, move, text);
		if (position_piece(&play->position, move->from)->type == kind &&
		    (is_king || move->to == like->to) &&
		    move_list_find(play->variant, &alike, text) == NULL)
			fail_msg("%s isn't found for its kind alone", text);
	}
}

/* Asserts that both generators find the same moves, and the counter the same number. */
static void assert_same_moves(struct play *play)
{
	struct move_list slow;
	char *ours, *theirs;
	bool checked;

	slow_moves(play->variant, &play->position, &slow);
	ours = moves_in_words(play->variant, &play->legal);
	theirs = moves_in_words(play->variant, &slow);
	if (strcmp(ours, theirs) != 0)
		fail_msg("%s, %s to move:\n%s\nslowly:\n%s", variant_name(play->variant),
			 variant_seat_name(play->variant, play->position.turn), ours, theirs);
	free(ours);
	free(theirs);
	assert_int_equal(movegen_count(play->variant, &play->position), play->legal.count);
	assert_int_equal(movegen_any(play->variant, &play->position, &checked),
			 play->legal.count > 0);
	assert_int_equal(checked,
			 movegen_in_check(play->variant, &play->position, play->position.turn));
	for (unsigned i = 0; i < play->legal.count; i++)
		if ((i + play->position.clock) % 4 == 0)
			assert_alike(play, &play->legal.moves[i]);
	assert_int_equal(perft_count(play->variant, &play->position, NULL, 1), play->legal.count);
}

/* Chooses a rare kind of move, or one that beats a seat, if there is one; otherwise any, preferably
 * a capture. */
static const struct move *choose(const struct play *play, uint32_t *chance)
{
	unsigned first = draw_number(chance, play->legal.count), n = play->legal.count;
	bool hunts = draw_number(chance, 8) == 0, takes = draw_number(chance, 2) == 0;

	for (unsigned i = 0; i < n; i++) {
		const struct move *move = &play->legal.moves[(first + i) % n];
		struct position next;

		if (move->kind == MOVE_EN_PASSANT || (move->kind == MOVE_CASTLE && hunts))
			return move;
		if (!hunts && !takes)
			continue;
		next = play->position;
		if (takes && position_piece(&next, move->to) != NULL && move->kind != MOVE_CASTLE)
			return move;
		if (!hunts)
			continue;
		move_make(play->variant, &next, move, NULL);
		rules_next_moves(play->variant, &next, NULL);
		if (next.in_play != play->position.in_play)
			return move;
	}
	return &play->legal.moves[first];
}

/* Counts of what the games contained: a test that never met a rule says nothing about it. */
static unsigned seen_events[EVENT_KINDS], seen_castles, seen_passants, seen_played, seen_checks;

static void tally(const struct play *play, const struct move *move)
{
	const struct position *position = &play->position;

	seen_castles += move->kind == MOVE_CASTLE;
	seen_passants += move->kind == MOVE_EN_PASSANT;
	seen_played += position->controller[position->turn] != position->turn;
	seen_checks += movegen_in_check(play->variant, position, position->turn);
}

/* Plays one game; returns how many positions were checked. */
static unsigned play_randomly(struct play *play, uint32_t *chance, unsigned turns)
{
	unsigned turn;

	play_start(play);
	for (turn = 0; turn < turns && play->outcome.status == STATUS_PLAYING; turn++) {
		struct position before = play->position;
		uint8_t player = before.controller[before.turn];
		size_t first = play->record.count;
		struct move move;

		assert_same_moves(play);
		if (draw_number(chance, 150) == 0) {
			play->outcome =
				rules_seat_leaves(play->variant, &play->position, &play->history,
						  player, "resigned", &play->legal, &play->record);
			assert_events(play, &before, first);
			continue;
		}
		move = *choose(play, chance);
		tally(play, &move);
		play_move(play, &move);
		assert_events(play, &before, first);
	}
	for (size_t i = 0; i < play->record.count; i++)
		seen_events[play->record.events[i].kind]++;
	return turn;
}

static void games_hold_what_the_rules_promise(void **state)
{
	struct play *play = *state;
	const char *wanted = getenv("PBEM_RANDOM_POSITIONS");
	unsigned positions = wanted ? (unsigned)atoi(wanted) : pace(1500, 20);

	for (size_t i = 0; i < ARRAY_LEN(tables); i++) {
		struct option options[3];
		struct reason reason = {.text = ""};
		size_t count = 0;
		uint32_t chance = 7 + (uint32_t)i;

		for (; count < 3 && tables[i].options[2 * count] != NULL; count++) {
			strcpy(options[count].key, tables[i].options[2 * count]);
			strcpy(options[count].value, tables[i].options[2 * count + 1]);
		}
		play->variant =
			variant_get(play->library, tables[i].variant, options, count, &reason);
		if (play->variant == NULL)
			fail_msg("%s", reason.text);
		for (unsigned seen = 0; seen < positions;)
			seen += play_randomly(play, &chance, pace(400, 40));
	}
	if (positions < 1500)
		return;
	assert_true(seen_castles > 5 && seen_passants > 5 && seen_played > 50 && seen_checks > 100);
	assert_true(seen_events[EVENT_PROMOTE] > 20 && seen_events[EVENT_PASS] > 5 &&
		    seen_events[EVENT_CONQUER] > 10 && seen_events[EVENT_ARMY] > 20 &&
		    seen_events[EVENT_FREE] > 3 && seen_events[EVENT_REMOVE] > 20);
}

#define RANDOM_TEST(test) cmocka_unit_test_setup_teardown(test, play_open, play_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		RANDOM_TEST(games_hold_what_the_rules_promise),
	};

	return cmocka_run_group_tests_name("random", tests, NULL, NULL);
}
