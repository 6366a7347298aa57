/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/cards/message/message.h"
#include "core/cards/table/table.h"
#include "core/turn/clock.h"
#include "core/base/text.h"
#include "core/kind/cards/cards_view.h"
#include "pbem/kind/mail_cards_values.h"

static uint8_t own_seat(const struct draft *draft)
{
	return (uint8_t)draft->mail->seat;
}

/* Whether the seat plays on in a game with cards. */
static bool is_on(const struct draft *draft)
{
	return draft->game->table != NULL && draft->game->started &&
	       draft->game->outcome.status == STATUS_PLAYING &&
	       game_in_play(draft->game, own_seat(draft));
}

/* Whether that is what the table waits for, from this seat. */
static bool is_awaited(const struct draft *draft, enum phase phase)
{
	return is_on(draft) && draft->game->table->phase == phase &&
	       table_awaited(draft->game->table) >> own_seat(draft) & 1;
}

void draft_cards_any(const struct draft *draft, struct text *out)
{
	if (draft->game->table != NULL)
		text_add(out, "yes");
}

void draft_cards_hand(const struct draft *draft, struct text *out)
{
	if (is_on(draft))
		cards_known(draft->game, own_seat(draft), draft->seat->seen,
			    draft->seat->brevity == BREVITY_SHORT &&
				    strcmp(draft->mail->template, "hand") != 0,
			    out);
}

void draft_cards_held(const struct draft *draft, struct text *out)
{
	if (is_on(draft))
		cards_held(draft->game, own_seat(draft), draft->seat->seen, out);
}

void draft_cards_plays(const struct draft *draft, struct text *out)
{
	if (is_awaited(draft, PHASE_MOVE) || is_awaited(draft, PHASE_WINDOW))
		cards_plays(draft->game, own_seat(draft), NULL, CARDS_PLAYS_FEW, out);
}

void draft_cards_table(const struct draft *draft, struct text *out)
{
	if (draft->game->table != NULL && draft->game->started)
		cards_table(draft->game, own_seat(draft), out);
}

void draft_cards_window(const struct draft *draft, struct text *out)
{
	if (is_awaited(draft, PHASE_WINDOW))
		text_add(out, "yes");
}

void draft_cards_own_turn(const struct draft *draft, struct text *out)
{
	if (is_awaited(draft, PHASE_MOVE))
		text_add(out, "yes");
}

/* Whether the seat may answer a turn and has the next one itself: it need not wait, nor pass. */
static bool is_next(const struct draft *draft)
{
	return is_awaited(draft, PHASE_WINDOW) && table_next(draft->game->table) == own_seat(draft);
}

void draft_cards_next(const struct draft *draft, struct text *out)
{
	if (is_next(draft))
		text_add(out, "yes");
}

void draft_cards_to_move(const struct draft *draft, struct text *out)
{
	if (is_next(draft) || is_awaited(draft, PHASE_MOVE))
		text_add(out, "yes");
}

void draft_cards_next_plays(const struct draft *draft, struct text *out)
{
	if (is_next(draft))
		cards_next_plays(draft->game, own_seat(draft), CARDS_PLAYS_FEW, out);
}

void draft_cards_open_turn(const struct draft *draft, struct text *out)
{
	const struct position *position;
	uint8_t mover;

	if (!is_on(draft) || draft->game->table->phase != PHASE_WINDOW)
		return;
	position = &draft->game->table->start.position;
	if (position->turn == NO_SIDE)
		return;
	mover = position->controller[position->turn];
	if (mover == own_seat(draft))
		text_add(out, "the answer to your turn");
	else
		text_addf(out, "%s's turn", draft->mail->game->file->header.names[mover]);
}

void draft_cards_undone(const struct draft *draft, struct text *out)
{
	if (is_awaited(draft, PHASE_MOVE))
		cards_undone(draft->game, out);
}

void draft_cards_demand(const struct draft *draft, struct text *out)
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
	} else if (fact->kind == EVENT_RETURN && table_demand_card(draft->game->table) != NO_CARD &&
		   draft->game->table->demand == NO_ACTION) {
		board_square_name(variant_board(draft->variant), fact->to, name);
		text_add(out, name);
	}
}

/* What an overdue answer would be. */
void draft_cards_choice(const struct draft *draft, struct text *out)
{
	struct event_list facts;
	struct table *then;

	/* Abduction's would be an answer known to be wrong. */
	if (!is_awaited(draft, PHASE_DEMAND) || table_demand_is_panicked(draft->game->table))
		return;
	then = base_alloc(sizeof *then);
	table_copy(then, draft->game->table);
	then->history = NULL;
	event_list_init(&facts);
	message_answer_overdue(then, &facts);
	for (size_t i = 0; i < facts.count && out->len == 0; i++)
		add_reply(draft, &facts.events[i], out);
	event_list_done(&facts);
	free(then);
}

void draft_cards_answers(const struct draft *draft, struct text *out)
{
	if (is_awaited(draft, PHASE_DEMAND))
		cards_answers(draft->game, own_seat(draft), out);
}

void draft_cards_asking(const struct draft *draft, struct text *out)
{
	if (is_awaited(draft, PHASE_DEMAND))
		cards_asking(draft->game, out);
}

void draft_cards_follows(const struct draft *draft, struct text *out)
{
	unsigned entry = draft->game->questions[draft->mail->seat].entry;

	if (is_on(draft) && entry != 0 && entry != draft->mail->game->asked[draft->mail->seat])
		text_add(out, "yes");
}

void draft_cards_open(const struct draft *draft, struct text *out)
{
	if (is_on(draft) && draft->game->table->phase == PHASE_WINDOW)
		cards_open(draft->game, out);
}

void draft_cards_answered(const struct draft *draft, struct text *out)
{
	const struct position *position;

	if (!is_awaited(draft, PHASE_WINDOW))
		return;
	position = &draft->game->table->start.position;
	if (position->turn != NO_SIDE && position->controller[position->turn] == own_seat(draft))
		text_add(out, "yes");
}

void draft_cards_kept(const struct draft *draft, struct text *out)
{
	if (is_on(draft) && draft->game->table->held[own_seat(draft)].there)
		text_add(out, "yes");
}

/* Until when the seat may answer. */
void draft_cards_deadline(const struct draft *draft, struct text *out)
{
	int64_t deadline = clock_deadline(draft->game, own_seat(draft));

	if (deadline != 0)
		clock_print(deadline, out);
}

/* Whether that is for the seat's whole turn, and not for an answer. */
void draft_cards_panic(const struct draft *draft, struct text *out)
{
	const struct table *table = draft->game->table;

	if (is_on(draft) && table->phase != PHASE_DEMAND && table_next(table) == own_seat(draft) &&
	    clock_deadline(draft->game, own_seat(draft)) != 0)
		text_add(out, "yes");
}

/* Until when the others may. */
void draft_cards_clock(const struct draft *draft, struct text *out)
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
void draft_cards_late(const struct draft *draft, struct text *out)
{
	text_add(out, draft->game->lapsed[own_seat(draft)].until);
}
