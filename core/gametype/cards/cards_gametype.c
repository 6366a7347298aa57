/* SPDX-License-Identifier: MIT */

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cards/board/card_movegen.h"
#include "core/cards/effects/effects_load.h"
#include "core/cards/play/keywords.h"
#include "core/cards/state/card_state.h"
#include "core/cards/state/card_state_events.h"
#include "core/cards/submit/submit.h"
#include "core/game/clock.h"
#include "core/game/game_bookkeeping.h"
#include "core/game/game_question_times.h"
#include "core/game/turn_clock.h"
#include "core/game/turn_orders.h"
#include "core/gamefile/gamefile.h"
#include "core/gametype/cards/cards_gametype.h"
#include "core/gametype/cards/cards_state.h"
#include "core/gametype/cards/cards_text.h"
#include "core/rules/draws.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"
#include "core/view/game_text.h"

/* Orders at a table with cards: those that the table decides, the text of SAY, and who is asked. */

/* A message that is judged, and a copy of the table to act on. */
struct cards_judgement {
	struct turn_message in;
	struct card_state *table;
	struct history history;
	struct event_list events; /* of the table */
};

static void judgement_begin(struct cards_judgement *judgement, struct turn_message in)
{
	judgement->in = in;
	judgement->table = base_alloc(sizeof *judgement->table);
	card_state_copy(judgement->table, cards_state(judgement->in.game));
	repetition_init(&judgement->history);
	repetition_copy(&judgement->history, &judgement->in.game->history);
	judgement->table->history = &judgement->history;
	event_list_init(&judgement->events);
}

/* Reports whether the events change the question to other seats. Passing, and holding a turn,
 * don't. */
static bool changes_question(const struct event_list *events)
{
	for (size_t i = 0; i < events->count; i++) {
		switch (events->events[i].kind) {
		case EVENT_STATE:
		case EVENT_HOLD:
		case EVENT_LET_GO:
		case EVENT_WILL_DISCARD:
		case EVENT_AHEAD:
		case EVENT_AUTOPASS:
			continue;
		default:
			return true;
		}
	}
	return false;
}

/* Asks the seats that may act now. A seat that was asked before keeps its question if that is still
 * the same. */
static void request_from_awaited_seats(const struct cards_judgement *judgement)
{
	uint16_t awaited = card_state_awaited(judgement->table);
	bool anew = changes_question(&judgement->events);

	for (uint8_t seat = 0; seat < MAX_SIDES; seat++)
		if (awaited >> seat & 1 && (anew || judgement->in.game->questions[seat].entry == 0))
			turn_add_seat(judgement->in.events, EVENT_ASK, seat, NULL);
}

/* Asks the seats that may act now, if the message was accepted, and frees the copy. */
static void judgement_end(struct cards_judgement *judgement, enum verdict verdict)
{
	if (verdict == ACCEPTED)
		request_from_awaited_seats(judgement);
	event_list_done(&judgement->events);
	repetition_done(&judgement->history);
	free(judgement->table);
}

static void judgement_publish(struct cards_judgement *judgement)
{
	event_append(judgement->in.events, &judgement->events);
}

/* Lays the piles and draws the hands, by events, and applies these. */
static void deal_and_apply(struct cards_judgement *judgement, const struct piles *laid)
{
	card_state_deal(judgement->table->book, laid, &judgement->events);
	for (size_t i = 0; i < judgement->events.count; i++) {
		int result = card_state_apply(judgement->table, &judgement->events.events[i], NULL);

		assert(result == 0);
		(void)result;
	}
}

static void cards_start(const struct game *game, struct event_list *events)
{
	cards_start_at(game, cards_state(game), NULL, events);
}

void cards_start_at(const struct game *game, const struct card_state *table,
		    const struct piles *laid, struct event_list *events)
{
	struct cards_judgement judgement;

	judgement_begin(&judgement, turn_message_of(game, NO_SIDE, NULL, events, NULL));
	judgement.table->lots = table->lots;
	memset(&judgement.table->gather, 0, sizeof judgement.table->gather);
	turn_add_seat(events, EVENT_START, NO_SIDE, NULL);
	if (laid != NULL)
		deal_and_apply(&judgement, laid);
	submit_start(judgement.table, &judgement.events);
	judgement_publish(&judgement);
	judgement_end(&judgement, ACCEPTED);
}

/* Reports whether a move or a card is among the orders. */
static bool has_move_or_play(const struct cards_judgement *judgement)
{
	return judgement->in.asked.move || judgement->in.asked.play;
}

/* No position is dead, because cards may bring pieces back [no-dead-position-with-cards]. */
static struct draws make_draws(const struct game *game)
{
	return (struct draws){
		.variant = game->variant,
		.position = &game->position,
		.history = &game->history,
		.refills = true,
	};
}

static const char *find_draw_claim(const struct cards_judgement *judgement)
{
	const struct draws draws = make_draws(judgement->in.game);

	return draws_claim(&draws);
}

static enum verdict check_claim(const struct cards_judgement *judgement)
{
	const struct draws draws = make_draws(judgement->in.game);

	if (!(judgement->table->now.phase == PHASE_MOVE &&
	      card_state_awaited(judgement->table) >> judgement->in.seat & 1))
		return reason_refuse(
			judgement->in.why,
			"You can claim a draw only at the beginning of your own turn.");
	if (draws_claim(&draws) == NULL)
		return draws_deny(&draws, judgement->in.why);
	return ACCEPTED;
}

/* Reports whether the turn was held until others have answered. Nobody else may know it yet. */
static bool is_held(const struct event_list *events)
{
	for (size_t i = 0; i < events->count; i++)
		if (events->events[i].kind == EVENT_HOLD)
			return true;
	return false;
}

static bool cards_is_secret(const struct game *game, const struct order *order)
{
	const struct card_set *set = cards_state(game)->book->set;
	uint8_t card = order->kind == ORDER_PLAY ? card_named(set, order->text, NULL) : NO_CARD;

	/* The card that Haunting Memories copies may be a secret one. */
	return order->kind == ORDER_DISCARD || order->kind == ORDER_IF_FOGGED ||
	       order->kind == ORDER_IF_CHAOS || order->kind == ORDER_JOIN ||
	       order->kind == ORDER_DECK ||
	       (card != NO_CARD &&
		(set->cards[card].effect->secret || set->cards[card].effect->verb == VERB_ECHO));
}

/* Reports whether a Doomsayer has heard the text of SAY: the record then decides it again. */
static bool doomsayer_has_heard(const struct event_list *events)
{
	for (size_t i = 0; i < events->count; i++)
		if (events->events[i].kind == EVENT_SCRIPT &&
		    action_text_is_said(events->events[i].text))
			return true;
	return false;
}

/* Records the orders as they were read. Orders that may not be known yet are sealed, unless the
 * game is over. */
static void record_orders(struct cards_judgement *judgement)
{
	bool held = is_held(&judgement->events);
	bool over = judgement->in.game->outcome.status != STATUS_PLAYING;
	size_t first = judgement->in.events->count;
	size_t at = first;

	judgement->in.heard = doomsayer_has_heard(&judgement->events);
	turn_record_orders(&judgement->in);
	while (at < judgement->in.events->count &&
	       judgement->in.events->events[at].kind == EVENT_SAY)
		at++;
	for (size_t i = 0; i < judgement->in.orders->count; i++) {
		const struct order *order = &judgement->in.orders->orders[i];

		if (!order_is_recorded(order))
			continue;
		judgement->in.events->events[at++].sealed =
			!over && (held || cards_is_secret(judgement->in.game, order));
	}
}

/* Reports whether the seat has made a turn of its own, and hasn't only answered another's. */
static bool has_made_own_turn(const struct cards_judgement *judgement, uint8_t seat)
{
	for (size_t i = 0; i < judgement->events.count; i++) {
		const struct event *event = &judgement->events.events[i];

		if (event->kind == EVENT_SCRIPT && event->seat == seat &&
		    action_text_is_own_turn(event->text))
			return true;
	}
	return false;
}

/* Reports whether DRAW is among the orders of a held turn. */
static bool has_draw(const char *text)
{
	while (*text != '\0') {
		size_t len = strcspn(text, ";");

		if (len == strlen("DRAW") && memcmp(text, "DRAW", len) == 0)
			return true;
		text += len + strspn(text + len, "; ");
	}
	return false;
}

/* Lets held turns that another's message or the clock has played answer an open offer of a draw,
 * and make the offer that they contain [draw-with-next-turn]. */
static void apply_offers_of_held_turns(struct cards_judgement *judgement)
{
	const struct card_state *before = cards_state(judgement->in.game);
	const struct order draw = {.kind = ORDER_DRAW};

	for (uint8_t seat = 0; seat < MAX_SIDES && card_ruleset_is_third(before->book); seat++) {
		struct turn_message kept = judgement->in;

		if (!before->held[seat].there || seat == judgement->in.seat ||
		    !has_made_own_turn(judgement, seat) ||
		    judgement->table->now.phase == PHASE_OVER)
			continue;
		kept.seat = seat;
		kept.asked = (struct turn_orders){.draw = has_draw(before->held[seat].text) ? &draw
											    : NULL};
		turn_answer_offer(&kept, true);
		if (kept.asked.draw != NULL && !turn_is_offered(&kept))
			turn_add_seat(kept.events, EVENT_OFFER, seat, NULL);
	}
}

/* Checks that an offer comes with the seat's own turn, which may also be held
 * [draw-with-next-turn]. */
static enum verdict check_offer(const struct cards_judgement *judgement, bool offers)
{
	if (!offers || has_made_own_turn(judgement, judgement->in.seat) ||
	    is_held(&judgement->events))
		return ACCEPTED;
	return reason_refuse(judgement->in.why, "You can offer a draw only together with your own "
						"turn.");
}

static enum verdict decide_at_table(struct cards_judgement *judgement)
{
	bool offers = judgement->in.asked.draw && has_move_or_play(judgement) &&
		      !turn_is_offered(&judgement->in);
	bool made;

	if (submit_decide(judgement->table, judgement->in.seat, judgement->in.orders,
			  &judgement->events, judgement->in.why) == REFUSED ||
	    check_offer(judgement, offers) == REFUSED)
		return REFUSED;
	made = has_made_own_turn(judgement, judgement->in.seat);
	record_orders(judgement);
	if (has_move_or_play(judgement))
		turn_answer_offer(&judgement->in, made);
	judgement_publish(judgement);
	if (offers && made && judgement->table->now.phase != PHASE_OVER)
		turn_add_seat(judgement->in.events, EVENT_OFFER, judgement->in.seat, NULL);
	apply_offers_of_held_turns(judgement);
	return ACCEPTED;
}

static void leave_game(struct cards_judgement *judgement, const char *how)
{
	submit_leave(judgement->table, judgement->in.seat, how, &judgement->events);
	if (judgement->in.orders != NULL)
		record_orders(judgement);
	judgement_publish(judgement);
	apply_offers_of_held_turns(judgement);
}

/* Reports whether there are orders that the table decides. */
static bool has_table_orders(const struct cards_judgement *judgement)
{
	return has_move_or_play(judgement) || judgement->in.asked.pass ||
	       judgement->in.asked.answer;
}

static enum verdict decide_orders(struct cards_judgement *judgement)
{
	bool said = !turn_acts(&judgement->in);

	if (turn_admit(&judgement->in) == REFUSED ||
	    (!said && turn_check_draw(&judgement->in) == REFUSED))
		return REFUSED;
	if ((judgement->in.asked.draw || judgement->in.asked.draw_no) &&
	    has_table_orders(judgement) && !has_move_or_play(judgement))
		return reason_refuse(judgement->in.why,
				     "DRAW and DRAW NO answer an offer and stand alone in a "
				     "message. Please send your other orders in a second one.");
	if (judgement->in.asked.claim && check_claim(judgement) == REFUSED)
		return REFUSED;
	if (judgement->in.asked.resign) {
		leave_game(judgement, "resigned");
		return ACCEPTED;
	}
	/* A Doomsayer may hear a text of SAY without other orders. */
	if (has_table_orders(judgement) ||
	    (said && judgement->in.game->outcome.status == STATUS_PLAYING))
		return decide_at_table(judgement);
	record_orders(judgement);
	if (judgement->in.asked.claim)
		turn_end_drawn(&judgement->in, find_draw_claim(judgement));
	if (judgement->in.asked.claim || turn_answer_draw(&judgement->in))
		judgement->table->now.phase = PHASE_OVER;
	return ACCEPTED;
}

static enum verdict cards_decide(const struct game *game, uint8_t seat,
				 const struct order_list *orders, struct event_list *events,
				 struct reason *why)
{
	struct cards_judgement judgement;
	enum verdict verdict;

	judgement_begin(&judgement, turn_message_of(game, seat, orders, events, why));
	verdict = decide_orders(&judgement);
	judgement_end(&judgement, verdict);
	return verdict;
}

static enum verdict cards_forfeit(const struct game *game, uint8_t seat, unsigned board,
				  struct event_list *events, struct reason *why)
{
	struct cards_judgement judgement;

	(void)board;
	judgement_begin(&judgement, turn_message_of(game, seat, NULL, events, why));
	leave_game(&judgement, "forfeited");
	judgement_end(&judgement, ACCEPTED);
	return ACCEPTED;
}

/* Decides orders once the game has begun. */
static bool cards_standing_turn(const struct game *game, struct game_pending_turn *standing_out)
{
	const struct card_state *table = cards_state(game);
	struct strbuf text;

	if (table->now.phase != PHASE_WINDOW)
		return false;
	*standing_out = (struct game_pending_turn){
		.seat = table->start.position.turn,
		.next = card_state_next(table),
		.asked = card_state_awaited(table),
	};
	strbuf_init(&text, TURN_TEXT_MAX - 1);
	card_state_describe_turn(table, &text);
	snprintf(standing_out->text, sizeof standing_out->text, "%s", text.bytes);
	strbuf_done(&text);
	return true;
}

/* Gives the overdue answer. A turn may be lost only after the king has returned from Under Elf
 * Hill. */
static void answer_overdue_demand(struct card_state *table, bool lost, struct event_list *record)
{
	uint8_t seat = table->now.demanded;

	submit_answer_overdue(table, record);
	if (lost && table->now.phase == PHASE_MOVE && card_state_next(table) == seat)
		submit_lose_turn(table, record);
}

/* Reports whether the order is secret: a card with a secret target, a discard, a move said in
 * advance, words, a deck. */
static void cards_lapse(const struct game *game, uint16_t seats, bool lost,
			struct event_list *events)
{
	struct cards_judgement judgement;
	struct card_state *table;

	judgement_begin(&judgement, turn_message_of(game, NO_SIDE, NULL, events, NULL));
	table = judgement.table;
	if (table->now.phase == PHASE_DEMAND) {
		answer_overdue_demand(table, lost, &judgement.events);
	} else if (table->now.phase == PHASE_MOVE) {
		submit_lose_turn(table, &judgement.events);
	} else {
		if (lost)
			submit_lose_turn(table, &judgement.events);
		submit_close_window(table, seats, &judgement.events);
	}
	judgement_publish(&judgement);
	apply_offers_of_held_turns(&judgement);
	judgement_end(&judgement, ACCEPTED);
}

enum { USUAL_HOURS = 48 };

/* Returns the hours of a demand, which are those of the game's windows. With `window = 0` no window
 * ends by time, but demands do. */
static unsigned usual_hours(const struct game *game)
{
	unsigned hours = cards_state(game)->book->window_hours;

	return hours > 0 ? hours : USUAL_HOURS;
}

/* Returns the deadline under Panic of the seat whose turn is next, or 0. */
static int64_t cards_clock_turn_deadline(const struct game *game, unsigned seat)
{
	const struct card_state *table = cards_state(game);

	if (card_state_next(table) != seat || cards_state_whole(game)->opened_to != seat ||
	    !card_state_is_panicked(table))
		return 0;
	return clock_hours_after(cards_state_whole(game)->opened.asked, table->book->panic_hours);
}

static int64_t cards_clock_deadline(const struct game *game, unsigned seat)
{
	const struct card_state *table = cards_state(game);
	int64_t panic = cards_clock_turn_deadline(game, seat), asked = game->questions[seat].asked;

	if (table->now.phase == PHASE_DEMAND)
		return turn_clock_earlier(
			panic, clock_hours_after(asked, card_state_demand_is_panicked(table)
								? table->book->panic_hours
								: usual_hours(game)));
	/* The window of the next seat lasts as long as its turn [window-hours]. */
	if (table->now.phase == PHASE_MOVE || card_state_next(table) == seat)
		return panic;
	return clock_hours_after(asked, usual_hours(game));
}

/* Finds the question since which the seat `clock` may send its next turn, though others may still
 * answer before it. */
static bool cards_clock_turn_asked(const struct game *game, unsigned clock, uint8_t *seat_out,
				   struct question *question_out)
{
	const struct cards_state *state = cards_state_whole(game);

	/* The turn of a seat is in if it is held. */
	if (state->opened_to != clock || state->opened.entry == 0 || clock >= MAX_SEATS ||
	    cards_state(game)->held[clock].there)
		return false;
	*seat_out = (uint8_t)clock;
	*question_out = state->opened;
	return true;
}

/* ---- the time since which a turn may be sent ---- */

/* Closes the question: the turn was sent, or the table has changed. */
static void close_opened_turn(struct cards_state *state)
{
	state->opened = (struct question){.entry = 0};
	state->opened_to = NO_SIDE;
}

/* Closes the question of a seat that has passed. It can send its turn when the others have passed
 * or answered; until then its clock is stopped. */
static void close_answered_turn(struct game *game, const struct entry_head *head)
{
	struct cards_state *state = cards_state_whole(game);
	struct turn_clock *clock;

	if (state->opened_to == NO_SIDE ||
	    card_state_awaited(&state->table) >> state->opened_to & 1)
		return;
	clock = &game->clocks[state->opened_to];
	if (clock->entry == state->opened.entry && clock->entry != 0 && !clock->over &&
	    head->when <= clock->until && !state->table.held[state->opened_to].there)
		clock->stopped = head->when;
	close_opened_turn(state);
}

/* Opens the question of the seat that may send its next turn while others may still answer. It was
 * asked already. */
static void open_turn(struct cards_state *state, uint8_t seat, const struct question *question)
{
	if (seat != card_state_next(&state->table) || state->opened_to == seat)
		return;
	state->opened = (struct question){.entry = question->entry, .asked = question->asked};
	state->opened_to = seat;
}

/* Applies an event, which has been applied to the table, to the clock of the seat that may send
 * its next turn. */
static void cards_clock_note(struct game *game, const struct entry_head *head,
			     const struct event *event)
{
	struct cards_state *state = cards_state_whole(game);

	switch (event->kind) {
	case EVENT_ANEW:
	case EVENT_UNDO:
	case EVENT_SCRIPT:
	case EVENT_LET_GO:
	case EVENT_PASS:
		close_opened_turn(state);
		/* Forgets stopped clocks, because another turn comes than expected. */
		for (unsigned seat = 0; seat < MAX_SEATS; seat++)
			game->clocks[seat].stopped = 0;
		break;
	case EVENT_STATE:
		close_answered_turn(game, head);
		break;
	case EVENT_ASK:
		open_turn(state, event->seat, &game->questions[event->seat]);
		break;
	default:
		break;
	}
}

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

static void cards_conceal(struct game *seen, uint8_t seat)
{
	card_state_conceal(cards_state(seen), seat);
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
	.conceal = cards_conceal,
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
