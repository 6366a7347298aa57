/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cards/board/card_movegen.h"
#include "core/cards/effects/effects_load.h"
#include "core/cards/play/keywords.h"
#include "core/cards/state/card_state.h"
#include "core/cards/state/state_events.h"
#include "core/game/game_bookkeeping.h"
#include "core/game/game_question_times.h"
#include "core/gamefile/gamefile.h"
#include "core/gametype/cards/cards_gametype.h"
#include "core/gametype/cards/cards_state.h"
#include "core/gametype/cards/cards_text.h"
#include "core/variant/variant_data.h"
#include "core/view/game_text.h"

static bool cards_claims(const struct variant *variant)
{
	return variant_option_is(variant, "cards", "on");
}

static void cards_init(struct game *game)
{
	struct cards_state *state = base_zalloc(1, sizeof *state);

	card_state_init(&state->table, effects_book_of(game->variant, NULL), &game->position, NULL);
	state->opened_to = NO_SIDE;
	game->state = state;
}

static void cards_done(struct game *game)
{
	free(game->state);
}

static void cards_copy(struct game *to, const struct game *from)
{
	const struct cards_state *made = cards_state_whole(from);
	struct cards_state *state = base_alloc(sizeof *state);

	card_state_copy(&state->table, &made->table);
	state->opened = made->opened;
	state->opened_to = made->opened_to;
	state->let_go = made->let_go;
	to->state = state;
}

static void cards_know_lots(struct game *game, const char *id, const char *secret)
{
	struct lots *lots = &cards_state(game)->lots;

	snprintf(lots->game, sizeof lots->game, "%s", id);
	snprintf(lots->secret, sizeof lots->secret, "%s", secret);
}

/* Reports whether the event may come before the game begins, while words or decks are gathered. */
static bool cards_precedes(const struct event *event)
{
	return event_trait(event->kind) == EVENT_BEFORE_START || event->kind == EVENT_ORDER ||
	       event->kind == EVENT_SAY || event->kind == EVENT_ASK || event->kind == EVENT_SEALED;
}

/* Closes the questions of seats that aren't waited for any more. */
static void close_answered(struct game *game)
{
	uint16_t awaited = card_state_awaited(cards_state(game));

	for (unsigned seat = 0; seat < variant_seats(game->variant); seat++)
		if (!(awaited >> seat & 1))
			game->questions[seat].entry = 0;
}

/* Applies what an event of a game with cards changes apart from its table. */
static int cards_note_event(struct game *game, const struct entry_head *head,
			    const struct event *event, struct reason *reason)
{
	game->position = cards_state(game)->field.position;
	switch (event->kind) {
	case EVENT_MOVE:
	case EVENT_CARRY:
		if (game->step_count == 0)
			game->steps[game->step_count++] =
				(struct turn_step){event->from, event->to};
		return 0;
	case EVENT_ANEW:
		game->step_count = 0;
		return 0;
	case EVENT_PLAYED:
		game_note_turn(game, head, event, game_round_of(game, event->seat));
		return 0;
	case EVENT_OCCURS:
		repetition_add(&game->history,
			       card_movegen_key(cards_state(game)->book, &cards_state(game)->field),
			       false);
		return 0;
	case EVENT_STATE:
		close_answered(game);
		return 0;
	case EVENT_TURN:
	case EVENT_PASS:
	case EVENT_STALEMATE:
	case EVENT_NO_PASSANT:
	case EVENT_CAPTURE:
		return 0;
	default:
		return game_note(game, head, event, reason);
	}
}

/* Records which message brought a seat's own turn. A turn sent in advance was recorded when it was
 * held, so playing it isn't. */
static void note_sent(struct game *game, const struct entry_head *head, const struct event *event)
{
	struct cards_state *state = cards_state_whole(game);

	if (event->kind == EVENT_LET_GO)
		state->let_go = head->number;
	else if (event->kind == EVENT_HOLD ||
		 (event->kind == EVENT_SCRIPT && action_text_is_own_turn(event->text) &&
		  state->let_go != head->number))
		game_note_sent(game, head, event->seat);
}

static int cards_apply(struct game *game, const struct entry_head *head, const struct event *event,
		       struct reason *reason)
{
	if (card_state_apply(cards_state(game), event, reason) < 0 ||
	    cards_note_event(game, head, event, reason) < 0)
		return -1;
	cards_clock_note(game, head, event);
	note_sent(game, head, event);
	return game_times_note(game, &cards_state_whole(game)->opened, head, event, reason);
}

static enum verdict cards_decide_or_gather(const struct game *game, uint8_t seat,
					   const struct order_list *orders,
					   struct event_list *events, struct reason *why)
{
	return (game->started ? cards_decide : cards_gather_decide)(game, seat, orders, events,
								    why);
}

static void cards_full_status(const struct game *game, const struct view_reader *reader,
			      struct strbuf *out)
{
	cards_status(game, reader, out);
	view_departures(game, out);
}

static const struct sha256 *cards_outfit(const struct variant *variant, struct reason *reason)
{
	const struct card_ruleset *book = effects_book_of(variant, reason);

	return book == NULL ? NULL : &book->set->digest;
}

static bool is_sound(const struct game *game)
{
	const struct cards_state *state = cards_state_whole(game);

	return card_state_is_sound(&state->table) &&
	       state->table.outcome.status == game->outcome.status &&
	       position_is_seat_or_none(game->variant, state->opened_to) &&
	       gamefile_is_time_sound(&state->opened);
}

/* Reports whether the event shows something: a card drawn, shown, taken or turned over, or a trap
 * sprung [secrets-and-undo]. Everybody can read these events, except which card it was. */
static bool cards_shows(const struct event *event)
{
	switch (event->kind) {
	case EVENT_PLAYS:
	case EVENT_DRAWS:
	case EVENT_TOP:
	case EVENT_UNDER:
	case EVENT_MILLS:
	case EVENT_DISCARD:
	case EVENT_FALLS:
	case EVENT_GETS:
	case EVENT_ASIDE:
	case EVENT_RESHUFFLE:
	case EVENT_EFFECT_ENDS:
		return true;
	default:
		return false;
	}
}

/* Shuffles all draw piles again. A seat that is out draws no more cards, but its pile is shuffled
 * all the same. */
static void cards_reshuffle(const struct game *then, unsigned number, struct event_list *events)
{
	struct card_state *table = base_alloc(sizeof *table);

	card_state_try(table, cards_state(then));
	if (table->piles.common)
		state_events_shuffle_undrawn(table, NO_SIDE, number, events);
	for (uint8_t seat = 0; !table->piles.common && seat < then->variant->side_count; seat++)
		if (piles_size(&table->piles, ZONE_DRAW, seat) > 0)
			state_events_shuffle_undrawn(table, seat, number, events);
	free(table);
}

/* Assigns the seats by the game's secret alone, because words are gathered later. */
static void draw_seats(const struct game *game, uint8_t *places_out)
{
	struct lots lots = cards_state(game)->lots;

	memset(lots.words, 0, sizeof lots.words);
	deck_draw_seats(cards_state(game)->book, &lots, places_out);
}

/* Reports whether the words are a play, whoever holds the card: the result must not reveal that. */
static bool is_play(const struct game *game, const char *words)
{
	return keywords_none(cards_state(game)->book, words);
}

const struct gametype cards_gametype = {
	.name = "cards",
	.claims = cards_claims,
	.cards = true,
	.init = cards_init,
	.done = cards_done,
	.copy = cards_copy,
	.set_lots = cards_know_lots,
	.precedes = cards_precedes,
	.apply = cards_apply,
	.start = cards_start,
	.start_lots = cards_gather_start,
	.start_now = cards_gather_close,
	.decide = cards_decide_or_gather,
	.forfeit = cards_forfeit,
	.standing = cards_standing_turn,
	.is_secret = cards_is_secret,
	.is_play = is_play,
	.deadline = cards_clock_deadline,
	.turn_deadline = cards_clock_turn_deadline,
	.lapse = cards_lapse,
	.turn_asked = cards_clock_turn_asked,
	.shows = cards_shows,
	.reshuffle = cards_reshuffle,
	.board = cards_board,
	.scene = cards_scene,
	.waiting = cards_gather_status,
	.status = cards_full_status,
	.choices = cards_choices,
	.choose = cards_choose,
	.held = cards_names,
	.extra_digest = cards_outfit,
	.known_extra_digests = cards_outfits,
	.is_sound = is_sound,
	.draw_seats = draw_seats,
	.packing = &cards_packing,
	.save = cards_save,
	.restore = cards_restore,
};
