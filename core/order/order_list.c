/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/order/order_list.h"
#include "core/position/position.h"
#include "core/util/base.h"
#include "core/util/strbuf.h"

void order_list_init(struct order_list *list)
{
	list->orders = NULL;
	list->count = list->size = 0;
	list->missed = NULL;
	list->below_deck = NULL;
	list->joins = NULL;
	list->join_count = 0;
	list->is_play = NULL;
	list->game = NULL;
	list->writer = NO_SIDE;
	list->dry_run = list->in_message = list->recorded = list->english = false;
	list->hinted = list->agreed = false;
}

void order_list_done(struct order_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->orders[i].text);
	free(list->orders);
	free(list->missed);
	free(list->below_deck);
	order_list_init(list);
}

void order_list_add(struct order_list *list, enum order_kind kind, unsigned line, unsigned seat,
		    const char *text)
{
	list->orders = base_grow(list->orders, list->count, &list->size, sizeof *list->orders);
	list->orders[list->count++] = (struct order){
		.kind = kind,
		.line = line,
		.seat = seat,
		.text = base_strdup(text),
	};
}

static const struct {
	const char *words;
	enum order_part part;
	bool hurries;
} kinds[ORDER_KINDS] = {
	[ORDER_MOVE] = {"MOVE", PART_TURN, true},
	[ORDER_RESIGN] = {"RESIGN", PART_TURN, false},
	[ORDER_DRAW] = {"DRAW", PART_TURN, false},
	[ORDER_DRAW_NO] = {"DRAW NO", PART_TURN, false},
	[ORDER_CLAIM_DRAW] = {"CLAIM DRAW", PART_TURN, true},
	[ORDER_PASS] = {"PASS", PART_TURN, true},
	[ORDER_UNDO] = {"UNDO", PART_TURN, false},
	[ORDER_UNDO_NO] = {"UNDO NO", PART_TURN, false},
	[ORDER_REMOVE] = {"REMOVE", PART_TURN, false},
	[ORDER_TRADE] = {"TRADE", PART_TURN, false},
	[ORDER_PLAY] = {"PLAY", PART_CARDS, true},
	[ORDER_ANSWER] = {"ANSWER", PART_CARDS, true},
	[ORDER_DISCARD] = {"DISCARD", PART_CARDS, true},
	[ORDER_AUTOPASS] = {"AUTOPASS", PART_CARDS, false},
	[ORDER_IF_FOGGED] = {"IF FOGGED MOVE", PART_CARDS, true},
	[ORDER_IF_CHAOS] = {"IF CHAOS MOVE", PART_CARDS, true},
	[ORDER_JOIN] = {"JOIN", PART_GATHER, false},
	[ORDER_DECK] = {"DECK", PART_GATHER, false},
	[ORDER_CONDITIONAL] = {"IF", PART_CONDITIONAL, false},
	[ORDER_CONDITIONAL_NO] = {"IF NO", PART_CONDITIONAL, false},
	[ORDER_SAY] = {"SAY", PART_SAY, false},
	[ORDER_SAY_TO] = {"SAY TO", PART_SAY, false},
	[QUERY_STATUS] = {"STATUS", PART_QUERY, false},
	[QUERY_BOARD] = {"BOARD", PART_QUERY, false},
	[QUERY_HISTORY] = {"HISTORY", PART_QUERY, false},
	[QUERY_GAMES] = {"GAMES", PART_QUERY, false},
	[QUERY_QUIT] = {"QUIT", PART_QUERY, false},
	[QUERY_HELP] = {"HELP", PART_QUERY, false},
	[QUERY_HAND] = {"HAND", PART_QUERY, false},
	[QUERY_CARD] = {"CARD", PART_QUERY, false},
	[QUERY_PLAYS] = {"PLAYS", PART_QUERY, false},
	[SETTING_VIEW] = {"VIEW", PART_SETTING, false},
	[SETTING_SHORT] = {"SHORT", PART_SETTING, false},
	[SETTING_CALENDAR] = {"CALENDAR", PART_SETTING, false},
	[SETTING_HTML] = {"HTML", PART_SETTING, false},
	[SETTING_LINKS] = {"TEXTLINKS", PART_SETTING, false},
	[SETTING_ZONE] = {"ZONE", PART_SETTING, false},
	[SETTING_LANGUAGE] = {"LANGUAGE", PART_SETTING, false},
	[SETTING_NAME] = {"NAME", PART_SETTING, false},
	[SETTING_ADDRESS] = {"ADDRESS", PART_SETTING, false},
	[SETTING_LEAVE] = {"LEAVE", PART_SETTING, false},
	[SETTING_WATCH] = {"WATCH", PART_SETTING, false},
	[SETTING_REMATCH] = {"REMATCH", PART_SETTING, false},
	[SETTING_VACATION] = {"VACATION", PART_SETTING, false},
	[ORDER_TRY] = {"TRY", PART_TRIAL, false},
};

enum order_part order_part(enum order_kind kind)
{
	return kinds[kind].part;
}

bool order_is_recorded(const struct order *order)
{
	enum order_part part = order_part(order->kind);

	return part == PART_TURN || part == PART_CARDS || part == PART_GATHER;
}

bool order_has_deadline(const struct order *order)
{
	return kinds[order->kind].hurries;
}

bool order_is_query(const struct order *order)
{
	enum order_part part = order_part(order->kind);

	return part == PART_QUERY || part == PART_SETTING;
}

void order_print(const struct variant *variant, const struct order *order, struct strbuf *out)
{
	strbuf_add(out, kinds[order->kind].words);
	if (order->kind == ORDER_SAY_TO) {
		strbuf_add_char(out, ' ');
		strbuf_add(out, variant_seat_name(variant, order->seat));
	}
	if (order->text[0] != '\0') {
		strbuf_add_char(out, ' ');
		strbuf_add(out, order->text);
	}
}
