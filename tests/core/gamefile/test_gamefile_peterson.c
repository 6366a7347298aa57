/* SPDX-License-Identifier: MIT */
/* Whole games under Peterson's additions, stored in files: snapshots, replays, and verified logs.
 */
#include "tests/lib/pace.h"
#include "tests/lib/gameplay.h"

#include "core/rules/peterson.h"

static const struct game_header four = {
	.id = "demo-4",
	.number = 8,
	.variant = "four-player",
	.options = {{"peterson.defense", "on"},
		    {"peterson.exchange", "on"},
		    {"peterson.capture", "on"}},
	.option_count = 3,
	.names = {"Ann", "Bob", "Cid", "Dot"},
	.created = 1795228000,
};

/* Counts of what the games contained. */
static unsigned seen[EVENT_KINDS], seen_long;

static void begin(struct play *play)
{
	struct reason reason = {.text = ""};
	const struct variant *variant =
		variant_get(library, four.variant, four.options, four.option_count, &reason);
	struct event_list events;

	assert_string_equal(reason.text, "");
	assert_true(scratch_make(play->folder));
	strbuf_init(&play->bytes, 0);
	play->file = gamefile_new(&four, variant);
	gamefile_header(&four, variant, &play->bytes);
	event_list_init(&events);
	turn_start(&play->file->game, &events);
	gameplay_add(play, "moderator", &events);
	event_list_done(&events);
}

/* Picks one of all turns, each with the same chance: turn number n stays with a chance of 1 in n.
 */
struct pick {
	const struct variant *variant;
	uint32_t chance, met;
	struct peterson_turn turn;
};

static bool meet(void *context, const struct peterson_turn *turn, const struct position *after)
{
	struct pick *pick = context;

	(void)after;
	pick->chance = pick->chance * 1664525 + 1013904223;
	if ((pick->chance >> 8) % ++pick->met == 0)
		pick->turn = *turn;
	return pick->met < 3000;
}

/* Writes the turn as in a player's message. */
static void write_letter(const struct variant *variant, const struct peterson_turn *turn,
			 struct strbuf *letter)
{
	char name[MOVE_TEXT_MAX];

	for (unsigned i = 0; i < turn->removal_count; i++) {
		board_square_name(variant_board(variant), turn->removals[i], name);
		strbuf_addf(letter, "REMOVE %s\n", name);
	}
	for (unsigned i = 0; i < turn->trade_count; i++) {
		board_square_name(variant_board(variant), turn->trades[i].at, name);
		strbuf_addf(letter, "TRADE %s=%c\n", name,
			    variant_type_letter(variant, turn->trades[i].type));
	}
	for (unsigned i = 0; i < turn->move_count; i++) {
		move_text(variant, &turn->moves[i], name);
		strbuf_addf(letter, "MOVE %s\n", name);
	}
}

static void send_turn(struct play *play, struct pick *pick)
{
	const struct game *game = &play->file->game;
	struct order_list orders;
	struct event_list events;
	struct reason why = {.text = ""};
	struct strbuf letter;

	pick->met = 0;
	peterson_turns(game->variant, &game->position, meet, pick);
	seen_long += pick->turn.move_count > 1;
	strbuf_init(&letter, 0);
	order_list_init(&orders);
	event_list_init(&events);
	write_letter(game->variant, &pick->turn, &letter);
	if (order_read_message(game->variant, letter.bytes, &orders, &why) == REFUSED ||
	    turn_decide(game, game_player(game), &orders, &events, &why) == REFUSED)
		fail_msg("%s: %s", letter.bytes, why.text);
	for (size_t i = 0; i < events.count; i++)
		seen[events.events[i].kind]++;
	gameplay_add(play, "sha256:0123456789abcdef", &events);
	event_list_done(&events);
	order_list_done(&orders);
	strbuf_done(&letter);
}

static void games_are_kept_as_they_were_played(void **state)
{
	unsigned games = pace(12, 1);

	(void)state;
	for (uint32_t i = 0; i < games; i++) {
		struct pick pick = {.chance = 5 + i};
		struct play play;
		struct gamefile *file;

		begin(&play);
		for (unsigned turn = 0; turn < 90 && play.file->game.position.turn != NO_SIDE;
		     turn++) {
			send_turn(&play, &pick);
			if (turn % 6 != 0)
				continue;
			gameplay_save(&play, turn % 12 == 0);
			file = gameplay_load(play.folder);
			snapshots_assert_same(file, play.file);
			gamefile_free(file);
		}
		gameplay_save(&play, false);
		assert_verifies(play.folder);
		gameplay_stop(&play);
	}
	assert_true(seen_long > 20 || games == 1);
	assert_true((seen[EVENT_OWE] > 10 && seen[EVENT_EXCHANGE] > 50 && seen[EVENT_REMOVE] > 5) ||
		    games == 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(games_are_kept_as_they_were_played),
	};

	return cmocka_run_group_tests_name("gamefile peterson", tests, chess_set_up,
					   chess_tear_down);
}
