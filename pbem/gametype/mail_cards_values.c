/* SPDX-License-Identifier: MIT */
/* Values of messages that only games with cards have, or that differ in them. */
#include <stdlib.h>
#include <string.h>

#include "core/cards/deck/card_ruleset.h"
#include "core/cards/state/card_state.h"
#include "core/cards/submit/submit.h"
#include "core/game/clock.h"
#include "core/gametype/cards/cards_state.h"
#include "core/gametype/cards/cards_text.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/view/choices.h"
#include "core/view/game_text.h"
#include "pbem/gametype/mail_gametypes.h"
#include "pbem/mail/draft.h"
#include "pbem/mail/mail_dates.h"

static uint8_t own_seat(const struct draft *draft)
{
	return (uint8_t)draft->mail->seat;
}

/* Reports whether the seat still plays in a game with cards. */
static bool is_seat_playing(const struct draft *draft)
{
	return draft->game->started && draft->game->outcome.status == STATUS_PLAYING &&
	       game_in_play(draft->game, own_seat(draft));
}

/* Reports whether the game is in that phase and waits for this seat. */
static bool is_awaited(const struct draft *draft, enum phase phase)
{
	return is_seat_playing(draft) && cards_state(draft->game)->now.phase == phase &&
	       card_state_awaited(cards_state(draft->game)) >> own_seat(draft) & 1;
}

static void add_hand(const struct draft *draft, struct strbuf *out)
{
	cards_known(draft->game, own_seat(draft), draft->seat->seen,
		    draft->person.brevity == BREVITY_SHORT &&
			    strcmp(draft->mail->template, "hand") != 0,
		    out);
}

static void add_held(const struct draft *draft, struct strbuf *out)
{
	cards_held(draft->game, own_seat(draft), draft->seat->seen, out);
}

static bool is_begun(const struct draft *draft)
{
	return draft->game->started;
}

static bool may_answer(const struct draft *draft)
{
	return is_awaited(draft, PHASE_WINDOW);
}

static bool is_own_turn(const struct draft *draft)
{
	return is_awaited(draft, PHASE_MOVE);
}

static bool is_demanded(const struct draft *draft)
{
	return is_awaited(draft, PHASE_DEMAND);
}

static void add_plays_of(const struct draft *draft, enum choice_kind which, struct strbuf *out)
{
	struct choice_list list;

	choices_init(&list);
	view_choices(draft->game, own_seat(draft), which, CARDS_PLAYS_FEW, &list);
	choices_print(&list, out);
	choices_done(&list);
}

static void add_plays(const struct draft *draft, struct strbuf *out)
{
	if (is_own_turn(draft) || may_answer(draft))
		add_plays_of(draft, CHOICE_PLAYS, out);
}

/* Reports whether the seat may answer a turn and has the next one itself: it need not wait, nor
 * pass. */
static bool is_next(const struct draft *draft)
{
	return may_answer(draft) && card_state_next(cards_state(draft->game)) == own_seat(draft);
}

static bool is_to_move(const struct draft *draft)
{
	return is_next(draft) || is_own_turn(draft);
}

static void add_next_plays(const struct draft *draft, struct strbuf *out)
{
	add_plays_of(draft, CHOICE_NEXT_PLAYS, out);
}

/* Adds an answer as it is written: to a card, or the square on which a king comes back. */
static void add_reply(const struct draft *draft, const struct event *event, struct strbuf *out)
{
	char name[SQUARE_NAME_MAX];

	if (event->kind == EVENT_ANSWER && event->seat == own_seat(draft)) {
		strbuf_add(out, event->text);
	} else if (event->kind == EVENT_RETURN &&
		   card_state_demand_card(cards_state(draft->game)) != NO_CARD &&
		   cards_state(draft->game)->now.demand == NO_ACTION) {
		board_square_name(variant_board(draft->variant), event->to, name);
		strbuf_add(out, name);
	}
}

/* Adds the choice that replaces an overdue answer. */
static void add_choice(const struct draft *draft, struct strbuf *out)
{
	struct event_list events;
	struct card_state *then;

	/* The answer to Abduction would be known to be wrong. */
	if (card_state_demand_is_panicked(cards_state(draft->game)))
		return;
	then = base_alloc(sizeof *then);
	card_state_copy(then, cards_state(draft->game));
	then->history = NULL;
	event_list_init(&events);
	submit_answer_overdue(then, &events);
	for (size_t i = 0; i < events.count && out->len == 0; i++)
		add_reply(draft, &events.events[i], out);
	event_list_done(&events);
	free(then);
}

/* Reports whether the seat gets another message about its present question. */
static bool has_more(const struct draft *draft)
{
	unsigned entry = draft->game->questions[draft->mail->seat].entry;

	return is_seat_playing(draft) && entry != 0 &&
	       entry != draft->mail->game->asked[draft->mail->seat];
}

/* Reports whether a turn is open, which others may answer. */
static bool is_open(const struct draft *draft)
{
	return is_seat_playing(draft) && cards_state(draft->game)->now.phase == PHASE_WINDOW;
}

/* Returns the seat whose turn is open; NO_SIDE if none is. */
static uint8_t mover_of(const struct draft *draft)
{
	const struct position *position = &cards_state(draft->game)->start.position;

	return position->turn != NO_SIDE ? position->controller[position->turn] : NO_SIDE;
}

static void add_open_turn(const struct draft *draft, struct strbuf *out)
{
	uint8_t mover = mover_of(draft);

	if (mover == own_seat(draft))
		strbuf_add(out, translate("the response to your turn"));
	else if (mover != NO_SIDE)
		strbuf_addf(out, translate("%s's turn"),
			    draft->mail->game->file->header.names[mover]);
}

/* Reports whether the open turn is the seat's own, which another has answered. */
static bool was_answered(const struct draft *draft)
{
	return may_answer(draft) && mover_of(draft) == own_seat(draft);
}

static bool has_kept(const struct draft *draft)
{
	return is_seat_playing(draft) && cards_state(draft->game)->held[own_seat(draft)].there;
}

/* Adds the time until which the seat may answer. */
static void add_deadline(const struct draft *draft, struct strbuf *out)
{
	int64_t deadline = clock_deadline(draft->game, own_seat(draft));

	if (deadline != 0)
		draft_add_moment(draft, deadline, out);
}

/* Reports whether the deadline is for the seat's whole turn, and not for an answer. */
static bool is_for_turn(const struct draft *draft)
{
	const struct card_state *table = cards_state(draft->game);

	return is_seat_playing(draft) && table->now.phase != PHASE_DEMAND &&
	       card_state_next(table) == own_seat(draft) &&
	       clock_deadline(draft->game, own_seat(draft)) != 0;
}

/* Adds the time until which the others may answer. */
static void add_clock(const struct draft *draft, struct strbuf *out)
{
	for (unsigned seat = 0; seat < variant_seats(draft->variant); seat++) {
		int64_t deadline = clock_deadline(draft->game, seat);

		if (deadline == 0 || seat == own_seat(draft))
			continue;
		strbuf_addf(out, translate("  %s has time until "),
			    translate(variant_seat_title(draft->variant, seat)));
		draft_add_moment(draft, deadline, out);
		strbuf_add(out, ".\n");
	}
}

/* Adds the time until which the seat could have answered. */
static void add_late(const struct draft *draft, struct strbuf *out)
{
	const char *zone = draft->person.zone;

	mail_restate(*zone != '\0' ? zone : draft->game->terms.zone,
		     draft->game->lapsed[own_seat(draft)].until, out);
}

/* ---- what a game gathers before it begins ---- */

static bool is_gathering_stage(const struct draft *draft, enum setup_phase_stage stage)
{
	return cards_state(draft->game)->gather.stage == stage;
}

static bool is_gathering_decks(const struct draft *draft)
{
	return is_gathering_stage(draft, SETUP_PHASE_DECKS);
}

static bool is_gathering_words(const struct draft *draft)
{
	return is_gathering_stage(draft, SETUP_PHASE_WORDS);
}

/* Reports whether the seat still has to send words. A seat that has sent some would lose them by
 * sending others. */
static bool has_words_to_send(const struct draft *draft)
{
	return is_gathering_words(draft) &&
	       (card_state_awaited(cards_state(draft->game)) >> own_seat(draft) & 1);
}

static bool is_gathering(const struct draft *draft)
{
	return is_gathering_words(draft) || is_gathering_decks(draft);
}

static void add_builds(const struct draft *draft, struct strbuf *out)
{
	struct deck_rules rules;

	if (is_gathering_decks(draft) && !setup_phase_orders_only(cards_state(draft->game)->book) &&
	    deck_rules_read(cards_state(draft->game)->book, &rules, NULL) == 0)
		strbuf_addf(out, "%u", rules.points[draft->mail->seat]);
}

static bool is_arranging(const struct draft *draft)
{
	return is_gathering_decks(draft) && setup_phase_orders_only(cards_state(draft->game)->book);
}

static bool is_stacked(const struct draft *draft)
{
	struct deck_rules rules;

	return is_gathering_decks(draft) &&
	       deck_rules_read(cards_state(draft->game)->book, &rules, NULL) == 0 && rules.stacked;
}

const struct mail_value mail_cards_values[] = {
	{.name = "cards"},
	{"answered", .when = was_answered},
	{"answers", .of_seat = cards_answers, .when = is_demanded},
	{"arranges", .when = is_arranging},
	{"asked-card", .when = may_answer},
	{"asked-turn", .when = is_own_turn},
	{"asking", .of_game = cards_asking, .when = is_demanded},
	{"builds", .add = add_builds},
	{"choice", .add = add_choice, .when = is_demanded},
	{"clock", .add = add_clock},
	{"deadline", .add = add_deadline},
	{"deck", .of_seat = cards_gather_deck, .when = is_gathering_decks},
	{"demand", .when = is_demanded},
	{"follows", .when = has_more},
	{"gathering", .when = is_gathering},
	{"hand", .add = add_hand, .when = is_seat_playing},
	{"held", .add = add_held, .when = is_seat_playing},
	{"joins", .when = is_gathering_words},
	{"kept", .when = has_kept},
	{"late", .add = add_late},
	{"news", .of_seat = cards_news},
	{"next", .when = is_next},
	{"next-plays", .add = add_next_plays, .when = is_next},
	{"open", .of_game = cards_open, .when = is_open},
	{"open-turn", .add = add_open_turn, .when = is_open},
	{"own-turn", .when = is_own_turn},
	{"panic", .when = is_for_turn},
	{"plays", .add = add_plays},
	{"share", .of_seat = cards_gather_share, .when = is_gathering_decks},
	{"stacked", .when = is_stacked},
	{"table", .of_seat = cards_table, .when = is_begun},
	{"to-move", .when = is_to_move},
	{"undone", .of_game = cards_undone, .when = is_own_turn},
	{"window", .when = may_answer},
	{"words-due", .when = has_words_to_send},
	{0},
};
