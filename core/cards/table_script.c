/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "core/cards/table_script.h"
#include "core/text.h"
#include "core/variant_data.h"

static const char *const moments[] = {
	"before", "instead", "after", "captured", "moved", "turn", "card",
};

struct action
script_action(enum action_kind kind, uint8_t seat, enum card_when when, uint8_t answers)
{
	struct action action;

	memset(&action, 0, sizeof action);
	action.kind = (uint8_t)kind;
	action.seat = seat;
	action.when = (uint8_t)when;
	action.answers = answers;
	action.plots = NO_ACTION;
	action.play.card = action.acts_as = NO_CARD;
	action.copy = action.drawn = NO_COPY;
	return action;
}

static const char *
moment_name(uint8_t when)
{
	return moments[when == 0 ? 0 : __builtin_ctz(when) % (int)ARRAY_LEN(moments)];
}

static void
print_move(const struct move *move, struct text *out)
{
	text_addf(out, "MOVE %u %u %u %u %u %u %u %u", move->from, move->to, move->other, move->rook_to,
	          move->kind, move->promotion, move->behind, move->marked);
}

void
script_print_action(const struct book *book, const struct action *action, struct text *out)
{
	text_addf(out, "%s %u %u %u ", moment_name(action->when), action->answers, action->plots,
	          action->acts_as);
	if (action->kind == ACTION_MOVE)
		print_move(&action->move, out);
	else if (action->kind == ACTION_SAID)
		text_addf(out, "SAY %s", action->said);
	else if (script_is_secret(book, action))
		text_addf(out, "PLAY %s", book->set->cards[action->play.card].name);
	else
		play_print(book, &action->play, out);
}

bool
script_is_secret(const struct book *book, const struct action *action)
{
	return action->kind == ACTION_CARD && action->acts_as != NO_CARD &&
	       book->set->cards[action->acts_as].effect->secret;
}

static bool
read_moment(const char *word, uint8_t *when_out)
{
	for (unsigned i = 0; i < ARRAY_LEN(moments); i++) {
		if (strcmp(moments[i], word) != 0)
			continue;
		*when_out = (uint8_t)(1u << i);
		return true;
	}
	return false;
}

static bool
read_move(const struct variant *variant, const char *text, struct move *move)
{
	unsigned from, to, other, rook_to, kind, promotion, behind, marked;

	if (sscanf(text, "%3u %3u %3u %3u %1u %3u %3u %1u", &from, &to, &other, &rook_to, &kind,
	           &promotion, &behind, &marked) != 8 || promotion > UINT8_MAX || behind > UINT8_MAX)
		return false;
	*move = (struct move){
		.from = (square)from, .to = (square)to, .other = (square)other,
		.rook_to = (square)rook_to, .kind = (uint8_t)kind, .promotion = (uint8_t)promotion,
		.behind = (uint8_t)behind,
		.marked = marked != 0,
	};
	return move_is_sound(variant, move);
}

int
script_read_action(const struct book *book, uint8_t seat, const char *text,
                   struct action *action_out, struct reason *reason)
{
	struct action action = script_action(ACTION_CARD, seat, 0, NO_ACTION);
	unsigned answers, plots, acts_as;
	char word[16];
	int used = 0;

	if (sscanf(text, "%15s %3u %3u %3u %n", word, &answers, &plots, &acts_as, &used) != 4 ||
	    used == 0 || !read_moment(word, &action.when)) {
		reason_set(reason, "expected when an action is done, not \"%.60s\"", text);
		return -1;
	}
	text += used;
	if (acts_as != NO_CARD && acts_as >= book->set->count) {
		reason_set(reason, "there is no card number %u", acts_as);
		return -1;
	}
	action.answers = (uint8_t)answers;
	action.plots = (uint8_t)plots;
	action.acts_as = (uint8_t)acts_as;
	if (strncmp(text, "PLAY ", 5) == 0) {
		if (play_read(book, text + 5, &action.play, reason) == REFUSED)
			return -1;
	} else if (strncmp(text, "SAY ", 4) == 0) {
		action.kind = ACTION_SAID;
		snprintf(action.said, sizeof action.said, "%s", text + 4);
	} else {
		action.kind = ACTION_MOVE;
		if (strncmp(text, "MOVE ", 5) != 0 || !read_move(book->variant, text + 5, &action.move)) {
			reason_set(reason, "expected PLAY, SAY or a MOVE on this board, not \"%.60s\"", text);
			return -1;
		}
	}
	*action_out = action;
	return 0;
}

void
script_print_reply(const struct book *book, const struct reply *reply, struct text *out)
{
	if (reply->no)
		text_add(out, "NO");
	play_print_targets(book, reply->targets, reply->target_count, out);
}

int
script_read_reply(const struct book *book, uint8_t seat, const char *text, struct reply *reply_out,
                  struct reason *reason)
{
	struct reply reply;
	int count;

	memset(&reply, 0, sizeof reply);
	reply.seat = seat;
	reply.no = text_same(text, "no");
	count = reply.no ? 0 : play_read_targets(book, NULL, text, reply.targets, MAX_PLAY_WORDS, reason);
	if (count < 0)
		return -1;
	reply.target_count = (uint8_t)count;
	*reply_out = reply;
	return 0;
}
