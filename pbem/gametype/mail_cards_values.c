/* SPDX-License-Identifier: MIT */
/* What letters of a game with cards tell besides, or otherwise than those of others. */
#include <stdlib.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/kind/cards/cards_state.h"
#include "core/cards/deck/book.h"
#include "core/cards/message/message.h"
#include "core/cards/table/table.h"
#include "core/turn/clock.h"
#include "core/base/text.h"
#include "core/kind/cards/cards_view.h"
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

static void add_hand(const struct draft *draft, struct text *out)
{
	cards_known(draft->game, own_seat(draft), draft->seat->seen,
		    draft->person.brevity == BREVITY_SHORT &&
			    strcmp(draft->mail->template, "hand") != 0,
		    out);
}

static void add_held(const struct draft *draft, struct text *out)
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

/* The card of a play as it stands in English, "PLAY Bog"; NO_CARD when none is found. */
static uint8_t card_of(const struct card_set *set, const char *play, size_t len)
{
	for (size_t at = len; at > 0; at--) {
		char *name = at == len || play[at] == ' ' ? base_strndup(play, at) : NULL;
		uint8_t card = name != NULL ? card_named(set, name, NULL) : NO_CARD;

		free(name);
		if (card != NO_CARD)
			return card;
	}
	return NO_CARD;
}

/* A line of a list of plays; of a card that needs a move below it, it begins otherwise. */
static void add_play(const struct card_set *set, const char *line, size_t len, struct text *out)
{
	static const char start[] = "  to play   PLAY ", before[] = "  before it PLAY ";
	size_t head = sizeof start - 1;
	uint8_t card = NO_CARD;

	if (len > head && memcmp(line, start, head) == 0)
		card = card_of(set, line + head, len - head);
	if (card != NO_CARD &&
	    (set->cards[card].when & (WHEN_BEFORE | WHEN_INSTEAD)) == WHEN_BEFORE) {
		text_add(out, before);
		line += head;
		len -= head;
	}
	text_add_bytes(out, line, len);
	text_add_char(out, '\n');
}

void mail_cards_plays(const struct game *game, uint8_t seat, bool next, unsigned most,
		      struct text *out)
{
	const struct card_set *set = cards_state(game)->book->set;
	const char *cursor, *line;
	struct text list;
	size_t len;

	text_init(&list, 0);
	if (next)
		cards_next_plays(game, seat, most, &list);
	else
		cards_plays(game, seat, NULL, most, &list);
	cursor = list.bytes;
	while (text_next_line(&cursor, list.bytes + list.len, &line, &len))
		add_play(set, line, len, out);
	text_done(&list);
}

static void add_plays(const struct draft *draft, struct text *out)
{
	if (is_own_turn(draft) || may_answer(draft))
		cards_plays(draft->game, own_seat(draft), NULL, CARDS_PLAYS_FEW, out);
}

/* Whether the seat may answer a turn and has the next one itself: it need not wait, nor pass. */
static bool is_next(const struct draft *draft)
{
	return may_answer(draft) && table_next(cards_state(draft->game)) == own_seat(draft);
}

static bool is_to_move(const struct draft *draft)
{
	return is_next(draft) || is_own_turn(draft);
}

static void add_next_plays(const struct draft *draft, struct text *out)
{
	cards_next_plays(draft->game, own_seat(draft), CARDS_PLAYS_FEW, out);
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
	if (table_demand_is_panicked(cards_state(draft->game)))
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

/* Whether the seat gets another letter about what it is asked now. */
static bool has_more(const struct draft *draft)
{
	unsigned entry = draft->game->questions[draft->mail->seat].entry;

	return is_on(draft) && entry != 0 && entry != draft->mail->game->asked[draft->mail->seat];
}

/* Whether a turn stands open, which others may answer. */
static bool is_open(const struct draft *draft)
{
	return is_on(draft) && cards_state(draft->game)->now.phase == PHASE_WINDOW;
}

/* Whose turn stands open; NO_SIDE: nobody's. */
static uint8_t mover_of(const struct draft *draft)
{
	const struct position *position = &cards_state(draft->game)->start.position;

	return position->turn != NO_SIDE ? position->controller[position->turn] : NO_SIDE;
}

static void add_open_turn(const struct draft *draft, struct text *out)
{
	uint8_t mover = mover_of(draft);

	if (mover == own_seat(draft))
		text_add(out, phrase("the answer to your turn"));
	else if (mover != NO_SIDE)
		text_addf(out, phrase("%s's turn"), draft->mail->game->file->header.names[mover]);
}

/* Whether what stands open is the seat's own turn, which another has answered. */
static bool was_answered(const struct draft *draft)
{
	return may_answer(draft) && mover_of(draft) == own_seat(draft);
}

static bool has_kept(const struct draft *draft)
{
	return is_on(draft) && cards_state(draft->game)->held[own_seat(draft)].there;
}

/* Until when the seat may answer. */
static void add_deadline(const struct draft *draft, struct text *out)
{
	int64_t deadline = clock_deadline(draft->game, own_seat(draft));

	if (deadline != 0)
		draft_add_moment(draft, deadline, out);
}

/* Whether that is for the seat's whole turn, and not for an answer. */
static bool is_for_turn(const struct draft *draft)
{
	const struct table *table = cards_state(draft->game);

	return is_on(draft) && table->now.phase != PHASE_DEMAND &&
	       table_next(table) == own_seat(draft) &&
	       clock_deadline(draft->game, own_seat(draft)) != 0;
}

/* Until when the others may. */
static void add_clock(const struct draft *draft, struct text *out)
{
	for (unsigned seat = 0; seat < variant_seats(draft->variant); seat++) {
		int64_t deadline = clock_deadline(draft->game, seat);

		if (deadline == 0 || seat == own_seat(draft))
			continue;
		text_addf(out, phrase("  %s is waited for until "),
			  phrase(variant_seat_title(draft->variant, seat)));
		draft_add_moment(draft, deadline, out);
		text_add(out, ".\n");
	}
}

/* Until when the seat could have answered what it didn't. */
static void add_late(const struct draft *draft, struct text *out)
{
	text_add(out, draft->game->lapsed[own_seat(draft)].until);
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

static bool gathers_words(const struct draft *draft)
{
	return gathers(draft, GATHER_WORDS);
}

/* Whoever has sent some would lose them by others. */
static bool owes_words(const struct draft *draft)
{
	return gathers_words(draft) &&
	       (table_awaited(cards_state(draft->game)) >> own_seat(draft) & 1);
}

static bool gathers_any(const struct draft *draft)
{
	return gathers_words(draft) || gathers_decks(draft);
}

static void add_builds(const struct draft *draft, struct text *out)
{
	struct deck_rules rules;

	if (gathers_decks(draft) && !gather_orders_only(cards_state(draft->game)->book) &&
	    deck_rules_read(cards_state(draft->game)->book, &rules, NULL) == 0)
		text_addf(out, "%u", rules.points[draft->mail->seat]);
}

static bool is_arranging(const struct draft *draft)
{
	return gathers_decks(draft) && gather_orders_only(cards_state(draft->game)->book);
}

static bool is_stacked(const struct draft *draft)
{
	struct deck_rules rules;

	return gathers_decks(draft) &&
	       deck_rules_read(cards_state(draft->game)->book, &rules, NULL) == 0 && rules.stacked;
}

const struct mail_value mail_cards_values[] = {
	{.name = "cards"},
	{"answered", .when = was_answered},
	{"answers", .of_seat = cards_answers, .when = is_demanded},
	{"arranges", .when = is_arranging},
	{"asking", .of_game = cards_asking, .when = is_demanded},
	{"builds", .add = add_builds},
	{"choice", .add = add_choice, .when = is_demanded},
	{"clock", .add = add_clock},
	{"deadline", .add = add_deadline},
	{"deck", .of_seat = cards_gather_deck, .when = gathers_decks},
	{"demand", .when = is_demanded},
	{"follows", .when = has_more},
	{"gathering", .when = gathers_any},
	{"hand", .add = add_hand, .when = is_on},
	{"held", .add = add_held, .when = is_on},
	{"joins", .when = gathers_words},
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
	{"share", .of_seat = cards_gather_share, .when = gathers_decks},
	{"stacked", .when = is_stacked},
	{"table", .of_seat = cards_table, .when = is_begun},
	{"to-move", .when = is_to_move},
	{"undone", .of_game = cards_undone, .when = is_own_turn},
	{"window", .when = may_answer},
	{"words-due", .when = owes_words},
	{0},
};
