/* SPDX-License-Identifier: MIT */
/*
 * A fourth kind of game, defined only here: chess that is won by the first player to capture two
 * pieces. It is begun, decided, applied, copied, drawn, saved, loaded and verified by the same
 * functions as every game.
 */
#include "tests/lib/gameplay.h"

#include "core/game/game_bookkeeping.h"
#include "core/game/turn_orders.h"
#include "core/gametype/standard/standard_gametype.h"
#include "core/util/packing.h"
#include "core/variant/variant_data.h"
#include "core/view/game_text.h"

/* ---- the kind ---- */

enum { ENOUGH = 2 };

/* State that a board doesn't contain. */
struct tally {
	uint8_t taken[2]; /* pieces, by seat */
};

#define THIS struct tally
static const struct packing_member of_tally[] = {PACK_EACH(taken, uint8_t, ENOUGH)};
static const struct packing tally_packing = PACKING(of_tally);
#undef THIS

static bool tally_claims(const struct variant *variant)
{
	return strcmp(variant_name(variant), "chess") == 0;
}

static void tally_init(struct game *game)
{
	game->state = base_zalloc(1, sizeof(struct tally));
}

static void tally_done(struct game *game)
{
	free(game->state);
}

static void tally_copy(struct game *to, const struct game *from)
{
	to->state = base_alloc(sizeof(struct tally));
	memcpy(to->state, from->state, sizeof(struct tally));
}

static int tally_apply(struct game *game, const struct entry_head *head, const struct event *event,
		       struct reason *reason)
{
	struct tally *tally = game->state;

	if (event->kind == EVENT_CAPTURE && game->position.turn < 2)
		tally->taken[game->position.turn]++;
	return position_apply(game->variant, &game->position, event, reason) < 0
		       ? -1
		       : game_note(game, head, event, reason);
}

static enum verdict tally_decide(const struct game *game, uint8_t seat,
				 const struct order_list *orders, struct event_list *events,
				 struct reason *why)
{
	const struct tally *tally = game->state;
	unsigned taken = tally->taken[seat];

	if (standard_decide(game, seat, orders, events, why) == REFUSED)
		return REFUSED;
	for (size_t i = 0; i < events->count; i++)
		taken += events->events[i].kind == EVENT_CAPTURE;
	if (taken >= ENOUGH)
		turn_add_seat(events, EVENT_RESULT, NO_SIDE,
			      seat == 0 ? "white last" : "black last");
	return ACCEPTED;
}

static void tally_status(const struct game *game, const struct view_reader *reader,
			 struct strbuf *out)
{
	const struct tally *tally = game->state;

	view_to_move(game, reader, out);
	strbuf_addf(out, "White has taken %u, Black %u, of %u.\n", tally->taken[0], tally->taken[1],
		    ENOUGH);
}

static const struct gametype tally_kind = {
	.name = "tally",
	.claims = tally_claims,
	.init = tally_init,
	.done = tally_done,
	.copy = tally_copy,
	.apply = tally_apply,
	.start = standard_start,
	.decide = tally_decide,
	.forfeit = standard_forfeit,
	.status = tally_status,
	.packing = &tally_packing,
};

/* ---- using it ---- */

static const struct gametype *const kinds[] = {&tally_kind, &standard_gametype, NULL};

static int set_up(void **state)
{
	struct variant_library *usual;

	if (chess_set_up(state) != 0)
		return -1;
	usual = library;
	library = variant_library_new(variant_folder(usual), kinds);
	variant_library_free(usual);
	chess = variant_get(library, "chess", NULL, 0, NULL);
	return chess != NULL ? 0 : -1;
}

static unsigned taken_by(const struct game *game, unsigned seat)
{
	return ((const struct tally *)game->state)->taken[seat];
}

static void assert_text(void (*view)(const struct game *, struct strbuf *), const struct game *game,
			const char *expected)
{
	struct strbuf text;

	strbuf_init(&text, 0);
	view(game, &text);
	assert_string_equal(text.bytes, expected);
	strbuf_done(&text);
}

static void play_to(struct play *play, const char *const *moves)
{
	gameplay_start(play);
	for (; *moves != NULL; moves++)
		gameplay_send(play, *moves);
}

static void a_fourth_kind_is_begun_decided_and_ended_by_its_own_rule(void **state)
{
	const char *const moves[] = {"e4", "d5", "exd5", "a6", "d6", "a5", NULL};
	struct play play;

	(void)state;
	play_to(&play, moves);
	assert_text(view_status, &play.file->game,
		    "White to move (move 4).\nWhite has taken 1, Black 0, of 2.\n");
	assert_int_equal(play.file->game.outcome.status, STATUS_PLAYING);
	gameplay_send(&play, "dxc7");
	assert_text(view_result, &play.file->game, "White wins, the last in play.\n");
	gameplay_stop(&play);
}

static void what_it_adds_to_a_game_is_copied_with_it(void **state)
{
	const char *const moves[] = {"e4", "d5", "exd5", NULL};
	struct game copy;
	struct play play;

	(void)state;
	play_to(&play, moves);
	game_copy(&copy, &play.file->game);
	gameplay_send(&play, "Qxd5");
	assert_int_equal(taken_by(&play.file->game, 1), 1);
	assert_int_equal(taken_by(&copy, 0), 1);
	assert_int_equal(taken_by(&copy, 1), 0);
	game_done(&copy);
	gameplay_stop(&play);
}

static void it_is_drawn_as_a_board_is(void **state)
{
	const char *const moves[] = {"e4", "d5", "exd5", "Qxd5", NULL};
	struct play play;
	struct strbuf board;

	(void)state;
	play_to(&play, moves);
	strbuf_init(&board, 0);
	view_board(&play.file->game, 0, BOARD_COMPACT, &board);
	assert_non_null(strstr(board.bytes, "q"));
	assert_non_null(strstr(play.bytes.bytes, "\n  | "));
	strbuf_done(&board);
	gameplay_stop(&play);
}

static void it_is_saved_loaded_and_verified(void **state)
{
	const char *const moves[] = {"e4", "d5", "exd5", "Qxd5", "Nc3", NULL};
	struct gamefile *again;
	struct play play;

	(void)state;
	play_to(&play, moves);
	for (unsigned snapshot = 0; snapshot < 2; snapshot++) {
		gameplay_save(&play, snapshot);
		again = gameplay_load(play.folder);
		assert_ptr_equal(again->game.variant->kind, &tally_kind);
		assert_int_equal(taken_by(&again->game, 0), 1);
		assert_int_equal(taken_by(&again->game, 1), 1);
		snapshots_assert_same(play.file, again);
		gamefile_free(again);
	}
	assert_verifies(play.folder);
	gameplay_stop(&play);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_fourth_kind_is_begun_decided_and_ended_by_its_own_rule),
		cmocka_unit_test(what_it_adds_to_a_game_is_copied_with_it),
		cmocka_unit_test(it_is_drawn_as_a_board_is),
		cmocka_unit_test(it_is_saved_loaded_and_verified),
	};

	return cmocka_run_group_tests_name("kind", tests, set_up, chess_tear_down);
}
