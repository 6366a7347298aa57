/* SPDX-License-Identifier: MIT */
#include "core/gametype/cards/cards_state.h"
#include "core/gametype/ring/ring_game_state.h"
#include "tests/lib/match_any.h"

static bool match_act_in_ring(struct match *play)
{
	const struct game *game = &play->file->game;
	struct ring_list list;
	char name[RING_TEXT_MAX];
	bool done = false;

	ring_list_init(&list);
	ring_legal_all(game->variant, ring_game_state(game), &list);
	if (list.count > 0) {
		const struct ring_move *move = &list.moves[seed_below(&play->seed, list.count)];

		ring_text(game->variant, move, name);
		done = match_send(play, ring_mover(ring_game_state(game), move->board), name);
	}
	ring_list_done(&list);
	if (seed_below(&play->seed, 4) == 0) {
		struct event_list events;

		event_list_init(&events);
		if (turn_end_run(game, &events))
			done = (match_add(play, "sitting", &events), true);
		event_list_done(&events);
	}
	return done;
}

static bool match_meet(void *context, const struct peterson_turn *turn,
		       const struct position *after)
{
	struct match_pick *pick = context;

	(void)after;
	if (seed_below(&pick->match->seed, ++pick->met) == 0)
		pick->turn = *turn;
	return pick->met < 400;
}

/* Writes a turn as in a player's message, payments first. */
static bool match_act_on_board(struct match *play)
{
	const struct game *game = &play->file->game;
	const struct variant *variant = game->variant;
	struct match_pick pick = {.match = play};
	struct strbuf letter;
	char name[MOVE_TEXT_MAX];
	bool done;

	if (game_player(game) == NO_SIDE)
		return false;
	peterson_turns(variant, &game->position, match_meet, &pick);
	if (pick.met == 0)
		return false;
	strbuf_init(&letter, 0);
	for (unsigned i = 0; i < pick.turn.removal_count; i++) {
		board_square_name(variant_board(variant), pick.turn.removals[i], name);
		strbuf_addf(&letter, "REMOVE %s\n", name);
	}
	for (unsigned i = 0; i < pick.turn.trade_count; i++) {
		board_square_name(variant_board(variant), pick.turn.trades[i].at, name);
		strbuf_addf(&letter, "TRADE %s=%c\n", name,
			    variant_type_letter(variant, pick.turn.trades[i].type));
	}
	for (unsigned i = 0; i < pick.turn.move_count; i++) {
		move_text(variant, &pick.turn.moves[i], name);
		strbuf_addf(&letter, "MOVE %s\n", name);
	}
	done = match_send(play, game_player(game), letter.bytes);
	strbuf_done(&letter);
	return done;
}

/* As match_act; but a damaged game may wait for nobody, or for one that can't answer. */
static bool match_act_with_cards(struct match *play)
{
	uint16_t awaited = card_state_awaited(match_table_of(play));
	struct event_list events;
	uint8_t seat;

	if (!play->damaged)
		return match_act(play);
	if (awaited == 0 || seed_below(&play->seed, 5) == 0) {
		event_list_init(&events);
		if (clock_decide(&play->file->game, play->now + 1000000, &events))
			match_add(play, "clock", &events);
		event_list_done(&events);
		return awaited != 0;
	}
	seat = match_someone_awaited(play);
	if (seed_below(&play->seed, 3) > 0 && match_play_card(play, seat, NULL))
		return true;
	if (match_table_of(play)->now.phase == PHASE_WINDOW)
		return match_pass(play, seat);
	return match_make_move(play, seat, seed_below(&play->seed, 2) > 0);
}

bool match_act_any(struct match *play)
{
	const struct game *game = &play->file->game;

	if (game->outcome.status != STATUS_PLAYING)
		return false;
	if (variant_has_cards(game->variant))
		return match_act_with_cards(play);
	return variant_has_boards(game->variant) ? match_act_in_ring(play)
						 : match_act_on_board(play);
}
