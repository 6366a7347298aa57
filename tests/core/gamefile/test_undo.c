/* SPDX-License-Identifier: MIT */
/* Games of every kind that are taken back and continued: in memory, in their files, and from older
 * snapshots. */
#include <stdlib.h>

#include "core/gametype/cards/cards_state.h"
#include "core/gametype/ring/ring_game_state.h"
#include "tests/lib/takeback.h"

/* ---- comparing ---- */

static void clear_piles(struct piles *piles)
{
	memset(piles->copies, 0, sizeof piles->copies);
	memset(piles->shuffles, 0, sizeof piles->shuffles);
	piles->stamp = 0;
	piles->ran_out = 0;
}

static void clear_questions(struct ring *ring)
{
	for (unsigned i = 0; i < ring->boards; i++) {
		ring->board[i].asked = 0;
		ring->board[i].asked_when = 0;
		ring->board[i].asked_digest = (struct sha256){""};
		ring->board[i].offering = NO_SIDE;
	}
}

/* Returns a copy without the place in the log, the times of questions, and what is agreed about;
 * `piles`: with the piles. */
static struct gamefile *picture(const struct gamefile *file, bool piles)
{
	struct gamefile *copy = base_zalloc(1, sizeof *copy);
	struct game *game = &copy->game;

	copy->header = file->header;
	game_copy(game, &file->game);
	memset(game->questions, 0, sizeof game->questions);
	memset(game->clocks, 0, sizeof game->clocks);
	memset(game->sent, 0, sizeof game->sent);
	memset(game->bank, 0, sizeof game->bank);
	game->undone = (struct undone){0, 0};
	game->undo_request = (struct undo_request){.seat = NO_SIDE};
	game->offering = NO_SIDE;
	game->agreed = 0;
	game->counted = 0;
	if (variant_has_boards(game->variant))
		clear_questions(ring_game_state(game));
	if (variant_has_cards(game->variant)) {
		struct cards_state *state = cards_state_whole(game);

		state->opened = (struct question){.entry = 0};
		state->opened_to = NO_SIDE;
		if (!piles) {
			clear_piles(&state->table.piles);
			clear_piles(&state->table.start_piles);
		}
	}
	return copy;
}

static void assert_same_picture(const struct gamefile *a, const struct gamefile *b, bool piles)
{
	struct gamefile *one = picture(a, piles), *two = picture(b, piles);

	snapshots_assert_same(one, two);
	gamefile_free(one);
	gamefile_free(two);
}

/* Asserts the same cards in every hand and on every heap; and the same number in the draw piles. */
static void assert_same_hands(const struct game *a, const struct game *b)
{
	const struct piles *one = &cards_state(a)->piles, *two = &cards_state(b)->piles;

	assert_int_equal(one->count, two->count);
	for (unsigned i = 0; i < one->count; i++) {
		assert_int_equal(one->copies[i].zone, two->copies[i].zone);
		assert_int_equal(one->copies[i].seat, two->copies[i].seat);
		assert_int_equal(one->copies[i].place, two->copies[i].place);
		if (one->copies[i].zone != ZONE_DRAW)
			assert_int_equal(one->copies[i].kind, two->copies[i].kind);
	}
}

/* Asserts that no older question is open, and that the seats that were asked are asked again. */
static void assert_asked_anew(const struct match *play, const struct gamefile *then)
{
	for (unsigned seat = 0; seat < MAX_SEATS; seat++) {
		const struct question *now = &play->file->game.questions[seat];

		assert_int_equal(now->entry != 0, then->game.questions[seat].entry != 0);
		if (now->entry != 0) {
			assert_int_equal(now->entry, play->file->head);
			assert_string_equal(now->digest.hex, play->file->hash.hex);
			assert_true(now->asked == play->now);
		}
	}
}

static void assert_loads(struct match *play)
{
	struct gamefile *file = match_load(play, false);

	snapshots_assert_same(file, play->file);
	gamefile_free(file);
}

/* Asserts that the log alone leads to the same game, and so does a snapshot of an earlier time,
 * even if that was taken back. */
static void assert_comes_back(struct match *play, const struct strbuf *snapshot)
{
	match_write_file(play, "game.txt", &play->public);
	if (play->sealed.len > 0)
		match_write_file(play, "sealed", &play->sealed);
	match_remove_file(play, "snapshot");
	match_assert_verifies(play);
	assert_loads(play);
	if (snapshot->len > 0)
		match_write_file(play, "snapshot", snapshot);
	assert_loads(play);
	match_remove_file(play, "snapshot");
	if (play->sealed.len > 0) {
		match_remove_file(play, "sealed");
		match_assert_verifies(play);
	}
}

/* ---- games of every kind ---- */

struct counts {
	unsigned undos, back, shuffled;
};

static bool was_shuffled(const struct match *play, size_t from)
{
	return strstr(play->public.bytes + from, "\n  shuffled ") != NULL;
}

static void take_some_back(struct match *play, struct counts *counts)
{
	unsigned first = 1, entry;
	struct gamefile *then;
	size_t from = play->public.len;
	bool cards = variant_has_cards(play->file->game.variant), shuffled;

	if (play->file->head < 3 || (takeback_is_over(play) && cards))
		return;
	entry = play->file->head - 1 -
		seed_below(&play->seed, play->file->head < 12 ? play->file->head - 1 : 10);
	if (entry < first)
		entry = first;
	then = takeback_load(play, entry);
	takeback_do(play, entry);
	shuffled = was_shuffled(play, from);
	assert_same_picture(play->file, then, !shuffled);
	assert_asked_anew(play, then);
	if (cards) {
		assert_same_hands(&play->file->game, &then->game);
		match_assert_cards(play);
	}
	counts->undos++;
	counts->shuffled += shuffled;
	gamefile_free(then);
}

/* Takes the undo back, which brings back everything that was done, including the piles. */
static void undo_an_undo(struct match *play, struct counts *counts)
{
	struct gamefile *before;
	unsigned head;

	if (play->file->head < 3 ||
	    (takeback_is_over(play) && variant_has_cards(play->file->game.variant)))
		return;
	head = play->file->head;
	before = takeback_load(play, head);
	takeback_do(play, head - 1 - seed_below(&play->seed, head - 2));
	takeback_do(play, head);
	assert_same_picture(play->file, before, true);
	assert_asked_anew(play, before);
	counts->back++;
	gamefile_free(before);
}

static void play_back_and_forth(struct match *play, struct counts *counts)
{
	struct strbuf snapshot;

	strbuf_init(&snapshot, 0);
	for (unsigned i = 0; i < 70; i++) {
		unsigned choice = seed_below(&play->seed, 12);

		if (choice == 0 || (takeback_is_over(play) && choice < 6))
			take_some_back(play, counts);
		else if (choice == 1)
			undo_an_undo(play, counts);
		else
			(void)takeback_act(play);
		if (seed_below(&play->seed, 9) == 0) {
			strbuf_clear(&snapshot);
			gamefile_snapshot(play->file, &snapshot);
		}
		if (i % 23 == 22)
			assert_comes_back(play, &snapshot);
	}
	strbuf_done(&snapshot);
}

static struct counts play_games(const char *name, const struct option *options, size_t count,
				unsigned games)
{
	struct counts counts = {0};

	games = pace(games, 1);
	for (unsigned seed = 1; seed <= games; seed++) {
		struct match play;

		match_begin(&play, name, options, count, seed);
		play_back_and_forth(&play, &counts);
		match_end(&play);
	}
	print_message("%s: %u games, %u times taken back, %u back again, %u shuffles\n", name,
		      games, counts.undos, counts.back, counts.shuffled);
	assert_true(counts.undos > 0);
	return counts;
}

static void games_on_one_board_go_back(void **state)
{
	static const struct option none[1];

	(void)state;
	play_games("chess", none, 0, 12);
	play_games("kingdom", none, 0, 6);
	play_games("fourteen", none, 0, 4);
}

static void rings_go_back_together(void **state)
{
	static const struct option options[] = {{"seats", "3"}, {"sets", "strict"}};

	(void)state;
	play_games("ring", options, 2, 8);
}

static void games_with_cards_go_back(void **state)
{
	static const struct option none[1], common[] = {{"deck", "common"}},
					    several[] = {{"cards", "on"}};
	struct counts counts;

	(void)state;
	counts = play_games("knightmare", none, 0, 10);
	assert_true(counts.shuffled > 0);
	play_games("knightmare", common, 1, 6);
	play_games("three-player", several, 1, 4);
}

/* ---- shuffles ---- */

static void draw_order(const struct match *play, uint8_t seat, uint8_t kinds_out[MAX_COPIES],
		       unsigned *count_out)
{
	const struct piles *piles = &match_table_of(play)->piles;
	uint16_t copies[MAX_COPIES];

	*count_out = piles_list(piles, ZONE_DRAW, seat, copies);
	for (unsigned i = 0; i < *count_out; i++)
		kinds_out[i] = piles->copies[copies[i]].kind;
}

/* A card is played and another drawn; twice the same turn is taken back, and no order of the pile
 * is repeated. */
static void what_was_seen_is_shuffled_away_every_time(void **state)
{
	static const struct option none[1];
	uint8_t kinds[3][MAX_COPIES];
	unsigned count, entry;
	struct match play;

	(void)state;
	match_begin(&play, "knightmare", none, 0, 3);
	entry = play.file->head;
	draw_order(&play, 0, kinds[0], &count);
	for (unsigned i = 1; i < 3; i++) {
		while (play.file->shown <= entry)
			assert_true(match_act(&play));
		takeback_do(&play, entry);
		draw_order(&play, 0, kinds[i], &count);
		entry = i == 1 ? entry : play.file->head;
	}
	assert_true(count > 20);
	assert_memory_not_equal(kinds[0], kinds[1], count);
	assert_memory_not_equal(kinds[0], kinds[2], count);
	assert_memory_not_equal(kinds[1], kinds[2], count);
	match_assert_cards(&play);
	match_end(&play);
}

static void what_nobody_saw_stays_as_it_lay(void **state)
{
	static const struct option none[1];
	uint8_t kinds[2][MAX_COPIES];
	unsigned count, entry;
	struct match play;

	(void)state;
	match_begin(&play, "knightmare", none, 0, 3);
	entry = play.file->head;
	draw_order(&play, 0, kinds[0], &count);
	assert_true(match_send(&play, 0, "MOVE e2-e4"));
	takeback_do(&play, entry);
	draw_order(&play, 0, kinds[1], &count);
	assert_memory_equal(kinds[0], kinds[1], count);
	assert_null(strstr(play.public.bytes, "  shuffled "));
	match_end(&play);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(games_on_one_board_go_back),
		cmocka_unit_test(rings_go_back_together),
		cmocka_unit_test(games_with_cards_go_back),
		cmocka_unit_test(what_was_seen_is_shuffled_away_every_time),
		cmocka_unit_test(what_nobody_saw_stays_as_it_lay),
	};

	return cmocka_run_group_tests_name("undo", tests, chess_set_up, chess_tear_down);
}
