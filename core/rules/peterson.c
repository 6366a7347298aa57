/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/rules/movegen.h"
#include "core/rules/peterson_internal.h"
#include "core/util/strbuf.h"

enum { ITEM_MAX = MOVE_TEXT_MAX };

bool peterson_has_long_turns(const struct variant *variant)
{
	return variant->peterson.defense || variant->peterson.exchange;
}

void peterson_print(const struct variant *variant, const struct peterson_turn *turn,
		    struct strbuf *out)
{
	char name[MOVE_TEXT_MAX];
	const char *plus = "";

	for (unsigned i = 0; i < turn->removal_count; i++, plus = "+") {
		board_square_name(&variant->board, turn->removals[i], name);
		strbuf_addf(out, "%s-%s", plus, name);
	}
	for (unsigned i = 0; i < turn->trade_count; i++, plus = "+") {
		board_square_name(&variant->board, turn->trades[i].at, name);
		strbuf_addf(out, "%s%s=%c", plus, name,
			    variant->types[turn->trades[i].type].letter);
	}
	for (unsigned i = 0; i < turn->move_count; i++, plus = "+") {
		move_text(variant, &turn->moves[i], name);
		strbuf_add(out, plus);
		strbuf_add(out, name);
	}
}

static enum verdict read_move(struct peterson_build *build, const char *item, struct reason *why)
{
	const struct move *move;
	struct move_list legal;

	movegen_generate(build->variant, &build->now, &legal);
	move = move_list_find(build->variant, &legal, item);
	if (move != NULL)
		return peterson_build_move(build, move, why);
	return reason_refuse(why, "%s is no legal move there", item);
}

/* Reads a part of a turn: "-a2", "d1=R", or a move. */
static enum verdict read_item(struct peterson_build *build, const char *item, struct reason *why)
{
	const struct board *board = &build->variant->board;
	size_t used = 0;
	square at = board_square_at(board, item + (*item == '-'), &used);
	int type;

	if (at != NO_SQUARE && *item == '-' && item[1 + used] == '\0')
		return peterson_build_remove(build, at, why);
	if (at == NO_SQUARE || *item == '-' || item[used] != '=')
		return read_move(build, item, why);
	type = item[used + 2] == '\0' ? variant_type_of_letter(build->variant, item[used + 1]) : -1;
	if (type >= 0)
		return peterson_build_trade(build, at, (uint8_t)type, why);
	return reason_refuse(why, "%s names no piece to trade for", item);
}

static bool is_canonical(const struct peterson_build *build, const char *text)
{
	struct strbuf canonical;
	bool same;

	strbuf_init(&canonical, 0);
	peterson_print(build->variant, &build->turn, &canonical);
	same = strcmp(canonical.bytes, text) == 0;
	strbuf_done(&canonical);
	return same;
}

enum verdict peterson_read(const struct variant *variant, const struct position *position,
			   const char *text, struct peterson_turn *turn_out, struct reason *why)
{
	struct peterson_build build;
	const char *at = text;

	peterson_build_init(&build, variant, position);
	for (;;) {
		size_t len = strcspn(at, "+");
		char item[ITEM_MAX];

		if (len == 0 || len >= sizeof item)
			return reason_refuse(
				why, "expected payments and moves joined by +, as in -a2+e2e4");
		memcpy(item, at, len);
		item[len] = '\0';
		if (read_item(&build, item, why) == REFUSED)
			return REFUSED;
		if (at[len] == '\0')
			break;
		at += len + 1;
	}
	if (!is_canonical(&build, text))
		return reason_refuse(
			why,
			"expected removals, then trades, then moves, each kind of payment sorted");
	if (peterson_build_finish(&build, why) == REFUSED)
		return REFUSED;
	*turn_out = build.turn;
	return ACCEPTED;
}

void peterson_make(const struct variant *variant, struct position *position,
		   const struct peterson_turn *turn, struct event_list *record)
{
	bool restarts = false;

	peterson_pay(variant, position, turn, record);
	for (unsigned i = 0; i < turn->move_count; i++)
		restarts |= move_go(variant, position, &turn->moves[i], record);
	move_end(position, restarts, record);
}
