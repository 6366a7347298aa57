/* SPDX-License-Identifier: MIT */
/* Games taken back and gone on with, of every kind: in memory, in their files, by a snapshot of
 * whenever. */
#include <stdlib.h>

#include "core/kind/cards/cards_state.h"
#include "tests/lib/takeback.h"

/* ---- comparing ---- */

/* All a snapshot tells but where the log stands and what is asked since when; `piles` too. */
static char *picture(const struct gamefile *file, bool piles)
{
	static const char *const others[] = {"log ",   "game ",	  "question ",
					     "board ", "clock ",  "turn-clock ",
					     "sum ",   "sealed ", "definition "};
	static const char *const of_piles[] = {"copy ", "piles "};
	const char *cursor, *line;
	struct text text, out;
	char *result;
	size_t len;

	text_init(&text, 0);
	text_init(&out, 0);
	gamefile_snapshot(file, &text);
	cursor = text.bytes;
	while (text_next_line(&cursor, text.bytes + text.len, &line, &len)) {
		bool told = true;

		for (size_t i = 0; i < ARRAY_LEN(others); i++)
			told = told && !text_starts(line, others[i]);
		for (size_t i = 0; !piles && i < ARRAY_LEN(of_piles); i++)
			told = told && !text_starts(line, of_piles[i]);
		if (told)
			text_add_bytes(&out, line, len + 1);
	}
	text_done(&text);
	result = text_take(&out);
	text_done(&out);
	return result;
}

static void assert_same_picture(const struct gamefile *a, const struct gamefile *b, bool piles)
{
	char *one = picture(a, piles), *two = picture(b, piles);

	assert_string_equal(one, two);
	free(one);
	free(two);
}

/* The same cards in every hand, on every heap; and in the draw piles so many as there were. */
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

/* Nobody's older question is open, and who was asked is. */
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
	struct text one, two;

	text_init(&one, 0);
	text_init(&two, 0);
	gamefile_snapshot(file, &one);
	gamefile_snapshot(play->file, &two);
	assert_string_equal(one.bytes, two.bytes);
	text_done(&one);
	text_done(&two);
	gamefile_free(file);
}

/* By the log alone, and by a snapshot of some earlier moment, be it undone since. */
static void assert_comes_back(struct match *play, const struct text *snapshot)
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

/* What was done comes back when the undo is taken back, the piles too. */
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
	struct text snapshot;

	text_init(&snapshot, 0);
	for (unsigned i = 0; i < 70; i++) {
		unsigned choice = seed_below(&play->seed, 12);

		if (choice == 0 || (takeback_is_over(play) && choice < 6))
			take_some_back(play, counts);
		else if (choice == 1)
			undo_an_undo(play, counts);
		else
			(void)takeback_act(play);
		if (seed_below(&play->seed, 9) == 0) {
			text_clear(&snapshot);
			gamefile_snapshot(play->file, &snapshot);
		}
		if (i % 23 == 22)
			assert_comes_back(play, &snapshot);
	}
	text_done(&snapshot);
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

/* A card is played and another drawn; twice the same is taken back, and no order comes again. */
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
