/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kind/cards/cards_state.h"
#include "core/cards/field/ways.h"
#include "core/cards/table/facts.h"
#include "core/cards/table/format1.h"
#include "core/cards/table/table.h"
#include "core/cards/effects/effects_load.h"
#include "core/kind/cards/cards_kind.h"
#include "core/kind/cards/cards_view.h"
#include "core/record/gamefile.h"
#include "core/turn/game_note.h"
#include "core/turn/game_times.h"
#include "core/variant/variant_data.h"
#include "core/view/view.h"

static bool claims(const struct variant *variant)
{
	return variant_option_is(variant, "cards", "on");
}

static void init(struct game *game)
{
	struct cards_state *state = base_zalloc(1, sizeof *state);

	table_init(&state->table, effects_book_of(game->variant, NULL), &game->position, NULL);
	state->opened_to = NO_SIDE;
	game->state = state;
}

static void done(struct game *game)
{
	free(game->state);
}

static void copy(struct game *to, const struct game *from)
{
	const struct cards_state *made = cards_state_whole(from);
	struct cards_state *state = base_alloc(sizeof *state);

	table_copy(&state->table, &made->table);
	state->opened = made->opened;
	state->opened_to = made->opened_to;
	state->let_go = made->let_go;
	to->state = state;
}

static void know_lots(struct game *game, const char *id, const char *secret)
{
	struct lots *lots = &cards_state(game)->lots;

	snprintf(lots->game, sizeof lots->game, "%s", id);
	snprintf(lots->secret, sizeof lots->secret, "%s", secret);
}

/* Where words or decks are gathered: who says and sends them. */
static bool precedes(const struct event *event)
{
	return event_trait(event->kind) == EVENT_BEFORE_START || event->kind == EVENT_ORDER ||
	       event->kind == EVENT_SAY || event->kind == EVENT_ASK || event->kind == EVENT_SEALED;
}

/* Who isn't waited for any more has nothing to answer. */
static void close_answered(struct game *game)
{
	uint16_t awaited = table_awaited(cards_state(game));

	for (unsigned seat = 0; seat < variant_seats(game->variant); seat++)
		if (!(awaited >> seat & 1))
			game->questions[seat].entry = 0;
}

/* What a fact of a game with cards means beyond its table. */
static int note(struct game *game, const struct entry_head *head, const struct event *event,
		struct reason *reason)
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
		history_add(&game->history,
			    ways_key(cards_state(game)->book, &cards_state(game)->field), false);
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

/* Which letter brought a seat's own turn: one sent ahead isn't sent again when it is taken. */
static void note_sent(struct game *game, const struct entry_head *head, const struct event *event)
{
	struct cards_state *state = cards_state_whole(game);

	if (event->kind == EVENT_LET_GO)
		state->let_go = head->number;
	else if (event->kind == EVENT_HOLD ||
		 (event->kind == EVENT_SCRIPT && action_tells_own_turn(event->text) &&
		  state->let_go != head->number))
		game_note_sent(game, head, event->seat);
}

static int apply(struct game *game, const struct entry_head *head, const struct event *event,
		 struct reason *reason)
{
	if (table_apply(cards_state(game), event, reason) < 0 ||
	    note(game, head, event, reason) < 0)
		return -1;
	cards_clock_note(game, head, event);
	note_sent(game, head, event);
	return game_times_note(game, &cards_state_whole(game)->opened, head, event, reason);
}

static enum verdict decide(const struct game *game, uint8_t seat, const struct order_list *orders,
			   struct event_list *events, struct reason *why)
{
	return (game->started ? cards_decide : cards_gather_decide)(game, seat, orders, events,
								    why);
}

static void status(const struct game *game, struct text *out)
{
	cards_status(game, out);
	view_departures(game, out);
}

static const struct digest *outfit(const struct variant *variant, bool whole, struct reason *reason)
{
	const struct book *book = effects_book_of(variant, reason);

	return book == NULL ? NULL : whole ? &book->set->whole_digest : &book->set->digest;
}

static bool is_of_format1(unsigned format, const struct event *event)
{
	return format == 1 && format1_differs(event->kind);
}

static int print_as(const struct variant *variant, unsigned format, const struct event *event,
		    struct text *text)
{
	if (!is_of_format1(format, event))
		return 0;
	return format1_print(effects_book_of(variant, NULL), event, text) == 0 ? 1 : -1;
}

static int read_as(const struct variant *variant, unsigned format, const struct event *event,
		   struct text *text, struct reason *reason)
{
	if (!is_of_format1(format, event))
		return 0;
	return format1_read(effects_book_of(variant, reason), event, text, reason) == 0 ? 1 : -1;
}

static bool is_sound(const struct game *game)
{
	const struct cards_state *state = cards_state_whole(game);

	return table_is_sound(&state->table) &&
	       state->table.outcome.status == game->outcome.status &&
	       position_is_seat_or_none(game->variant, state->opened_to) &&
	       gamefile_is_time_sound(&state->opened);
}

/* [secrets-and-undo]: a card drawn, shown, taken or turned over; a trap sprung. All of that
 * everybody can read, but for which card it was. */
static bool shows(const struct event *event)
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

/* Of a seat that is out no card is drawn any more, but its pile is as good as any. */
static void reshuffle(const struct game *then, unsigned number, struct event_list *events)
{
	struct table *table = base_alloc(sizeof *table);

	table_try(table, cards_state(then));
	if (table->piles.common)
		facts_shuffle_undrawn(table, NO_SIDE, number, events);
	for (uint8_t seat = 0; !table->piles.common && seat < then->variant->side_count; seat++)
		if (piles_size(&table->piles, ZONE_DRAW, seat) > 0)
			facts_shuffle_undrawn(table, seat, number, events);
	free(table);
}

/* By the game's own secret: the words that are asked for come later. */
static void draw_seats(const struct game *game, uint8_t *places_out)
{
	struct lots lots = cards_state(game)->lots;

	memset(lots.words, 0, sizeof lots.words);
	deck_draw_seats(cards_state(game)->book, &lots, places_out);
}

const struct kind cards_kind = {
	.name = "cards",
	.claims = claims,
	.cards = true,
	.init = init,
	.done = done,
	.copy = copy,
	.know_lots = know_lots,
	.precedes = precedes,
	.apply = apply,
	.start = cards_start,
	.start_lots = cards_gather_start,
	.start_now = cards_gather_close,
	.decide = decide,
	.forfeit = cards_forfeit,
	.standing = cards_standing_turn,
	.is_secret = cards_is_secret,
	.deadline = cards_clock_deadline,
	.turn_deadline = cards_clock_turn_deadline,
	.lapse = cards_lapse,
	.turn_asked = cards_clock_turn_asked,
	.shows = shows,
	.reshuffle = reshuffle,
	.board = cards_board,
	.scene = cards_scene,
	.waiting = cards_gather_status,
	.status = status,
	.legal = cards_legal,
	.choose = cards_choose,
	.held = cards_names,
	.outfit = outfit,
	.known_outfits = cards_outfits,
	.decided_otherwise = "the game was begun by these rules; by today's, " GAMEFILE_RULES
			     ", some cards are decided otherwise (HELP RULINGS rules-by-number), "
			     "so that an entry with such a card may differ",
	.print_as = print_as,
	.read_as = read_as,
	.is_sound = is_sound,
	.draw_seats = draw_seats,
	.write = cards_write,
	.read_begin = cards_read_begin,
	.read = cards_read,
	.read_end = cards_read_end,
};
