/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/gametype/ring/ring_game_state.h"
#include "core/ring/ring.h"
#include "core/rules/movegen.h"
#include "tests/lib/takeback.h"

bool takeback_is_over(const struct match *play)
{
	return play->file->game.outcome.status != STATUS_PLAYING;
}

static bool move_in_ring(struct match *play)
{
	const struct variant *variant = play->file->game.variant;
	struct ring *ring = ring_game_state(&play->file->game);
	char text[RING_TEXT_MAX], *letter;
	const struct ring_move *move;
	struct event_list events;
	struct ring_list list;
	bool done = false;

	ring_list_init(&list);
	ring_legal_all(variant, ring, &list);
	if (list.count > 0) {
		move = &list.moves[seed_below(&play->seed, list.count)];
		ring_text(variant, move, text);
		letter = base_printf("MOVE %s", text);
		done = match_send(play, ring_mover(ring, move->board), letter);
		free(letter);
	}
	ring_list_done(&list);
	event_list_init(&events);
	if (turn_end_run(&play->file->game, &events))
		match_add(play, "sitting", &events);
	event_list_done(&events);
	return done;
}

static bool move_on_board(struct match *play)
{
	const struct game *game = &play->file->game;
	struct move_list *list = base_alloc(sizeof *list);
	char letter[MOVE_TEXT_MAX + 8] = "MOVE ";
	bool done = false;

	movegen_generate(game->variant, &game->position, list);
	if (list->count > 0) {
		move_text(game->variant, &list->moves[seed_below(&play->seed, list->count)],
			  letter + 5);
		done = match_send(play, game_player(game), letter);
	}
	free(list);
	return done;
}

bool takeback_act(struct match *play)
{
	const struct variant *variant = play->file->game.variant;

	if (takeback_is_over(play))
		return false;
	return variant_has_cards(variant)    ? match_act(play)
	       : variant_has_boards(variant) ? move_in_ring(play)
					     : move_on_board(play);
}

struct gamefile_bytes takeback_bytes(const struct match *play)
{
	return (struct gamefile_bytes){
		.path = "game.txt",
		.log = play->public.bytes,
		.log_len = play->public.len,
		.sealed = play->sealed.len > 0 ? play->sealed.bytes : NULL,
		.sealed_len = play->sealed.len,
	};
}

struct gamefile *takeback_load(const struct match *play, unsigned entry)
{
	const struct gamefile_bytes bytes = takeback_bytes(play);
	struct reason reason = {.text = ""};
	struct gamefile *then = gamefile_load_entry(&bytes, library, entry, &reason);

	if (then == NULL)
		fail_msg("entry %u: %s", entry, reason.text);
	return then;
}

int takeback_try(struct match *play, unsigned entry, const char *cause, struct reason *reason)
{
	const struct entry_head head = {play->file->head + 1, play->now += 100, cause};
	struct gamefile *then = takeback_load(play, entry);
	struct event_list events;
	int result;

	event_list_init(&events);
	result = gamefile_undo(play->file, then, &events, reason);
	if (result == 0)
		result = gamefile_add_undo(
			play->file, &then->game, &head, &events, &play->public,
			variant_has_cards(play->file->game.variant) ? &play->sealed : NULL, reason);
	event_list_done(&events);
	gamefile_free(then);
	return result;
}

void takeback_do(struct match *play, unsigned entry)
{
	struct reason reason = {.text = ""};

	if (takeback_try(play, entry, "moderator", &reason) != 0)
		fail_msg("undo %u: %s", entry, reason.text);
}
