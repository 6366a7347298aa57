/* SPDX-License-Identifier: MIT */
/* What letters of a game with cards tell besides, or otherwise than those of others. */
#include <stdlib.h>
#include <string.h>

#include "core/kind/cards/cards_state.h"
#include "core/cards/message/message.h"
#include "core/cards/table/table.h"
#include "core/turn/clock.h"
#include "core/base/text.h"
#include "core/kind/cards/cards_view.h"
#include "core/kind/cards/cards_view_gather.h"
#include "pbem/kind/mail_kinds.h"
#include "pbem/mailing/draft.h"

static uint8_t own_seat(const struct draft *draft)
{
	return (uint8_t)draft->mail->seat;
}

/* Whether the seat plays on in a game with cards. */
static bool is_on(const struct draft *draft)
{
	return draft->game->started && draft->game->outcome.status == STATUS_PLAYING &&
	       game_in_play(draft->game, own_seat(draft));
}

/* Whether that is what the table waits for, from this seat. */
static bool is_awaited(const struct draft *draft, enum phase phase)
{
	return is_on(draft) && cards_state(draft->game)->now.phase == phase &&
	       table_awaited(cards_state(draft->game)) >> own_seat(draft) & 1;
}

static void add_any(const struct draft *draft, struct text *out)
{
	(void)draft;
	text_add(out, "yes");
}

static void add_hand(const struct draft *draft, struct text *out)
{
	if (is_on(draft))
		cards_known(draft->game, own_seat(draft), draft->seat->seen,
			    draft->seat->brevity == BREVITY_SHORT &&
				    strcmp(draft->mail->template, "hand") != 0,
			    out);
}

static void add_held(const struct draft *draft, struct text *out)
{
	if (is_on(draft))
		cards_held(draft->game, own_seat(draft), draft->seat->seen, out);
}

static void add_plays(const struct draft *draft, struct text *out)
{
	if (is_awaited(draft, PHASE_MOVE) || is_awaited(draft, PHASE_WINDOW))
		cards_plays(draft->game, own_seat(draft), NULL, CARDS_PLAYS_FEW, out);
}

static void add_table(const struct draft *draft, struct text *out)
{
	if (draft->game->started)
		cards_table(draft->game, own_seat(draft), out);
}

static void add_window(const struct draft *draft, struct text *out)
{
	if (is_awaited(draft, PHASE_WINDOW))
		text_add(out, "yes");
}

static void add_own_turn(const struct draft *draft, struct text *out)
{
	if (is_awaited(draft, PHASE_MOVE))
		text_add(out, "yes");
}

/* Whether the seat may answer a turn and has the next one itself: it need not wait, nor pass. */
static bool is_next(const struct draft *draft)
{
	return is_awaited(draft, PHASE_WINDOW) &&
	       table_next(cards_state(draft->game)) == own_seat(draft);
}

static void add_next(const struct draft *draft, struct text *out)
{
	if (is_next(draft))
		text_add(out, "yes");
}

static void add_to_move(const struct draft *draft, struct text *out)
{
	if (is_next(draft) || is_awaited(draft, PHASE_MOVE))
		text_add(out, "yes");
}

static void add_next_plays(const struct draft *draft, struct text *out)
{
	if (is_next(draft))
		cards_next_plays(draft->game, own_seat(draft), CARDS_PLAYS_FEW, out);
}

static void add_open_turn(const struct draft *draft, struct text *out)
{
	const struct position *position;
	uint8_t mover;

	if (!is_on(draft) || cards_state(draft->game)->now.phase != PHASE_WINDOW)
		return;
	position = &cards_state(draft->game)->start.position;
	if (position->turn == NO_SIDE)
		return;
	mover = position->controller[position->turn];
	if (mover == own_seat(draft))
		text_add(out, "the answer to your turn");
	else
		text_addf(out, "%s's turn", draft->mail->game->file->header.names[mover]);
}

static void add_undone(const struct draft *draft, struct text *out)
{
	if (is_awaited(draft, PHASE_MOVE))
		cards_undone(draft->game, out);
}

static void add_demand(const struct draft *draft, struct text *out)
{
	if (is_awaited(draft, PHASE_DEMAND))
		text_add(out, "yes");
}

/* An answer as it is written: to a card, or the square to which a king comes back. */
static void add_reply(const struct draft *draft, const struct event *fact, struct text *out)
{
	char name[SQUARE_NAME_MAX];

	if (fact->kind == EVENT_ANSWER && fact->seat == own_seat(draft)) {
		text_add(out, fact->text);
	} else if (fact->kind == EVENT_RETURN &&
		   table_demand_card(cards_state(draft->game)) != NO_CARD &&
		   cards_state(draft->game)->now.demand == NO_ACTION) {
		board_square_name(variant_board(draft->variant), fact->to, name);
		text_add(out, name);
	}
}

/* What an overdue answer would be. */
static void add_choice(const struct draft *draft, struct text *out)
{
	struct event_list facts;
	struct table *then;

	/* Abduction's would be an answer known to be wrong. */
	if (!is_awaited(draft, PHASE_DEMAND) || table_demand_is_panicked(cards_state(draft->game)))
		return;
	then = base_alloc(sizeof *then);
	table_copy(then, cards_state(draft->game));
	then->history = NULL;
	event_list_init(&facts);
	message_answer_overdue(then, &facts);
	for (size_t i = 0; i < facts.count && out->len == 0; i++)
		add_reply(draft, &facts.events[i], out);
	event_list_done(&facts);
	free(then);
}

static void add_answers(const struct draft *draft, struct text *out)
{
	if (is_awaited(draft, PHASE_DEMAND))
		cards_answers(draft->game, own_seat(draft), out);
}

static void add_asking(const struct draft *draft, struct text *out)
{
	if (is_awaited(draft, PHASE_DEMAND))
		cards_asking(draft->game, out);
}

/* Whether the seat gets another letter about what it is asked now. */
static void add_follows(const struct draft *draft, struct text *out)
{
	unsigned entry = draft->game->questions[draft->mail->seat].entry;

	if (is_on(draft) && entry != 0 && entry != draft->mail->game->asked[draft->mail->seat])
		text_add(out, "yes");
}

static void add_open(const struct draft *draft, struct text *out)
{
	if (is_on(draft) && cards_state(draft->game)->now.phase == PHASE_WINDOW)
		cards_open(draft->game, out);
}

/* Whether what stands open is the seat's own turn, which another has answered. */
static void add_answered(const struct draft *draft, struct text *out)
{
	const struct position *position;

	if (!is_awaited(draft, PHASE_WINDOW))
		return;
	position = &cards_state(draft->game)->start.position;
	if (position->turn != NO_SIDE && position->controller[position->turn] == own_seat(draft))
		text_add(out, "yes");
}

static void add_kept(const struct draft *draft, struct text *out)
{
	if (is_on(draft) && cards_state(draft->game)->held[own_seat(draft)].there)
		text_add(out, "yes");
}

/* Until when the seat may answer. */
static void add_deadline(const struct draft *draft, struct text *out)
{
	int64_t deadline = clock_deadline(draft->game, own_seat(draft));

	if (deadline != 0)
		clock_print(deadline, out);
}

/* Whether that is for the seat's whole turn, and not for an answer. */
static void add_panic(const struct draft *draft, struct text *out)
{
	const struct table *table = cards_state(draft->game);

	if (is_on(draft) && table->now.phase != PHASE_DEMAND &&
	    table_next(table) == own_seat(draft) &&
	    clock_deadline(draft->game, own_seat(draft)) != 0)
		text_add(out, "yes");
}

/* Until when the others may. */
static void add_clock(const struct draft *draft, struct text *out)
{
	for (unsigned seat = 0; seat < variant_seats(draft->variant); seat++) {
		int64_t deadline = clock_deadline(draft->game, seat);

		if (deadline == 0 || seat == own_seat(draft))
			continue;
		text_addf(out, "  %s is waited for until ",
			  variant_seat_title(draft->variant, seat));
		clock_print(deadline, out);
		text_add(out, ".\n");
	}
}

/* Until when the seat could have answered what it didn't. */
static void add_late(const struct draft *draft, struct text *out)
{
	text_add(out, draft->game->lapsed[own_seat(draft)].until);
}

static void add_news(const struct draft *draft, struct text *out)
{
	cards_news(draft->game, own_seat(draft), out);
}

/* ---- what a game gathers before it begins ---- */

static bool gathers(const struct draft *draft, enum gather_stage stage)
{
	return cards_state(draft->game)->gather.stage == stage;
}

static bool gathers_decks(const struct draft *draft)
{
	return gathers(draft, GATHER_DECKS);
}

static void add_gathering(const struct draft *draft, struct text *out)
{
	if (gathers(draft, GATHER_WORDS) || gathers_decks(draft))
		text_add(out, "yes");
}

static void add_joins(const struct draft *draft, struct text *out)
{
	if (gathers(draft, GATHER_WORDS))
		text_add(out, "yes");
}

static void add_builds(const struct draft *draft, struct text *out)
{
	struct deck_rules rules;

	if (gathers_decks(draft) && !gather_orders_only(cards_state(draft->game)->book) &&
	    deck_rules_read(cards_state(draft->game)->book, &rules, NULL) == 0)
		text_addf(out, "%u", rules.points[draft->mail->seat]);
}

static void add_arranges(const struct draft *draft, struct text *out)
{
	if (gathers_decks(draft) && gather_orders_only(cards_state(draft->game)->book))
		text_add(out, "yes");
}

static void add_stacked(const struct draft *draft, struct text *out)
{
	struct deck_rules rules;

	if (gathers_decks(draft) &&
	    deck_rules_read(cards_state(draft->game)->book, &rules, NULL) == 0 && rules.stacked)
		text_add(out, "yes");
}

static void add_share(const struct draft *draft, struct text *out)
{
	if (gathers_decks(draft))
		cards_gather_share(draft->game, own_seat(draft), out);
}

static void add_deck(const struct draft *draft, struct text *out)
{
	if (gathers_decks(draft))
		cards_gather_deck(draft->game, own_seat(draft), out);
}

const struct mail_value mail_cards_values[] = {
	{"answered", add_answered},   {"answers", add_answers},	    {"arranges", add_arranges},
	{"asking", add_asking},	      {"builds", add_builds},	    {"cards", add_any},
	{"choice", add_choice},	      {"clock", add_clock},	    {"deadline", add_deadline},
	{"deck", add_deck},	      {"demand", add_demand},	    {"follows", add_follows},
	{"gathering", add_gathering}, {"hand", add_hand},	    {"held", add_held},
	{"joins", add_joins},	      {"kept", add_kept},	    {"late", add_late},
	{"news", add_news},	      {"next", add_next},	    {"next-plays", add_next_plays},
	{"open", add_open},	      {"open-turn", add_open_turn}, {"own-turn", add_own_turn},
	{"panic", add_panic},	      {"plays", add_plays},	    {"share", add_share},
	{"stacked", add_stacked},     {"table", add_table},	    {"to-move", add_to_move},
	{"undone", add_undone},	      {"window", add_window},	    {0},
};
