/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "core/cards/play/effect_context.h"
#include "core/cards/state/action.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

/* The moments, in the order of their bits. The moment of a move is WHEN_INSTEAD, but it has its own
 * words. */
static const char *const moments[] = {
	"before the move", "instead of the move", "after the move", "on a capture",
	"on the move",	   "on the turn",	  "on a card",
};
static const char the_move[] = "the move";

struct action action_new(enum action_kind kind, uint8_t seat, enum card_when when, uint8_t answers)
{
	struct action action;

	memset(&action, 0, sizeof action);
	action.kind = (uint8_t)kind;
	action.seat = seat;
	action.when = (uint8_t)when;
	action.answers = answers;
	action.plots = NO_ACTION;
	action.card = action.acts_as = NO_CARD;
	action.copy = action.drawn = NO_COPY;
	return action;
}

static const char *moment_words(const struct action *action)
{
	if (action->kind == ACTION_MOVE && action->when == WHEN_INSTEAD)
		return the_move;
	return moments[action->when == 0 ? 0
					 : __builtin_ctz(action->when) % (int)ARRAY_LEN(moments)];
}

static void print_square(const struct card_ruleset *book, const char *words, square at,
			 struct strbuf *out)
{
	strbuf_addf(out, "%s%s", words,
		    at == NO_SQUARE ? "-" : board_name(&book->variant->board, at).text);
}

static void print_move(const struct card_ruleset *book, const struct move *move, struct strbuf *out)
{
	print_square(book, "MOVE ", move->from, out);
	print_square(book, "-", move->to, out);
	if (move->kind == MOVE_DOUBLE_STEP)
		print_square(book, ", two steps over ", move->rook_to, out);
	if (move->kind == MOVE_EN_PASSANT)
		print_square(book, ", en passant of ", move->other, out);
	if (move->kind == MOVE_CASTLE) {
		print_square(book, ", castling with ", move->other, out);
		print_square(book, " to ", move->rook_to, out);
	}
	if (move->promotion != NO_TYPE)
		strbuf_addf(out, ", becomes %c",
			    variant_type_letter(book->variant, move->promotion));
	if (move->behind != 0)
		strbuf_addf(out, ", the lesser %c",
			    variant_type_letter(book->variant, move->behind - 1u));
	if (move->marked)
		strbuf_add(out, ", named by kind");
}

void action_print(const struct card_ruleset *book, const struct action *action,
		  const struct action_words *words, struct strbuf *out)
{
	uint8_t own = action->kind == ACTION_CARD ? action->card : NO_CARD;

	strbuf_add(out, moment_words(action));
	if (action->answers != NO_ACTION)
		strbuf_addf(out, ", answering action %u", action->answers + 1u);
	if (action->plots != NO_ACTION)
		strbuf_addf(out, ", under the Plots of action %u", action->plots + 1u);
	if (action->acts_as != own)
		strbuf_addf(out, ", acting as %s",
			    action->acts_as == NO_CARD ? "-"
						       : book->set->cards[action->acts_as].name);
	strbuf_add(out, ": ");
	if (action->kind == ACTION_MOVE)
		print_move(book, &action->move, out);
	else if (action->kind == ACTION_SAID)
		strbuf_addf(out, "SAY %s", words->said);
	else if (action_is_secret(book, action))
		strbuf_addf(out, "PLAY %s", book->set->cards[action->card].name);
	else
		play_print(book, &words->play, out);
}

bool action_is_secret(const struct card_ruleset *book, const struct action *action)
{
	return action->kind == ACTION_CARD && action->acts_as != NO_CARD &&
	       book->set->cards[action->acts_as].effect->secret;
}

/* ---- reading ---- */

static bool read_moment(const char **cursor, uint8_t *when_out)
{
	int moment = strbuf_skip(cursor, the_move)
			     ? __builtin_ctz(WHEN_INSTEAD)
			     : strbuf_skip_one(cursor, moments, ARRAY_LEN(moments));

	*when_out = (uint8_t)(moment < 0 ? 0u : 1u << moment);
	return moment >= 0;
}

/* Reads a square after these words. "-" is no square. */
static bool read_square(const struct card_ruleset *book, const char **cursor, const char *words,
			square *at_out)
{
	const char *start;
	char name[SQUARE_NAME_MAX];
	size_t len;

	if (!strbuf_skip(cursor, words) || !strbuf_skip_to(cursor, "-, ", &start, &len) ||
	    len >= sizeof name)
		return false;
	memcpy(name, start, len);
	name[len] = '\0';
	*at_out = board_square_named(&book->variant->board, name);
	return *at_out != NO_SQUARE;
}

static bool read_kind(const struct card_ruleset *book, const char **cursor, uint8_t *type_out)
{
	int type = **cursor == '\0' ? -1 : variant_type_of_letter(book->variant, **cursor);

	*type_out = (uint8_t)type;
	*cursor += type >= 0;
	return type >= 0;
}

static bool read_manner(const struct card_ruleset *book, const char **cursor, struct move *move)
{
	if (strbuf_starts(*cursor, ", two steps")) {
		move->kind = MOVE_DOUBLE_STEP;
		return read_square(book, cursor, ", two steps over ", &move->rook_to);
	}
	if (strbuf_starts(*cursor, ", en passant")) {
		move->kind = MOVE_EN_PASSANT;
		return read_square(book, cursor, ", en passant of ", &move->other);
	}
	if (strbuf_starts(*cursor, ", castling")) {
		move->kind = MOVE_CASTLE;
		return read_square(book, cursor, ", castling with ", &move->other) &&
		       read_square(book, cursor, " to ", &move->rook_to);
	}
	return true;
}

static bool read_move(const struct card_ruleset *book, const char *cursor, struct move *move)
{
	*move = (struct move){.other = NO_SQUARE, .rook_to = NO_SQUARE, .promotion = NO_TYPE};
	if (!read_square(book, &cursor, "", &move->from) ||
	    !read_square(book, &cursor, "-", &move->to) || !read_manner(book, &cursor, move) ||
	    (strbuf_skip(&cursor, ", becomes ") && !read_kind(book, &cursor, &move->promotion)))
		return false;
	if (strbuf_skip(&cursor, ", the lesser ")) {
		if (!read_kind(book, &cursor, &move->behind))
			return false;
		move->behind++;
	}
	move->marked = strbuf_skip(&cursor, ", named by kind");
	return *cursor == '\0' && move_is_sound(book->variant, move);
}

bool action_text_is_own_turn(const char *text)
{
	uint8_t when = 0;

	return text != NULL && read_moment(&text, &when) && (when & WHEN_OWN) != 0;
}

bool action_text_is_said(const char *text)
{
	const char *order = text != NULL ? strstr(text, ": ") : NULL;

	return order != NULL && strbuf_starts(order + 2, "SAY ");
}

static bool read_number(const char **cursor, const char *words, uint8_t *number_out)
{
	unsigned number;

	if (!strbuf_skip(cursor, words))
		return true;
	if (!strbuf_skip_number(cursor, MAX_ACTIONS, &number) || number == 0)
		return false;
	*number_out = (uint8_t)(number - 1);
	return true;
}

/* Reads a card's name, or "-" for none. */
static bool read_card(const struct card_ruleset *book, const char **cursor, uint8_t *card_out)
{
	size_t used;

	if (strbuf_skip(cursor, "-"))
		return true;
	*card_out = card_named(book->set, *cursor, &used);
	*cursor += *card_out == NO_CARD ? 0 : used;
	return *card_out != NO_CARD;
}

/* Reads the order of the action, after the head of the line. */
static int read_order(const struct card_ruleset *book, const char *text, struct action *action,
		      struct action_words *words, struct reason *reason)
{
	memset(words, 0, sizeof *words);
	if (strbuf_skip(&text, "PLAY ")) {
		if (play_read(book, text, &words->play, reason) == REFUSED)
			return -1;
		action->kind = ACTION_CARD;
		action->card = words->play.card;
		return 0;
	}
	if (strbuf_skip(&text, "SAY ")) {
		action->kind = ACTION_SAID;
		snprintf(words->said, sizeof words->said, "%s", text);
		return 0;
	}
	action->kind = ACTION_MOVE;
	if (strbuf_skip(&text, "MOVE ") && read_move(book, text, &action->move))
		return 0;
	return reason_fail(reason, "expected PLAY, SAY or a MOVE on this board, not \"%.60s\"",
			   text);
}

int action_read(const struct card_ruleset *book, uint8_t seat, const char *text,
		struct action *action_out, struct action_words *words_out, struct reason *reason)
{
	struct action action = action_new(ACTION_CARD, seat, 0, NO_ACTION);
	const char *cursor = text;
	bool acts = false;

	if (!read_moment(&cursor, &action.when) ||
	    !read_number(&cursor, ", answering action ", &action.answers) ||
	    !read_number(&cursor, ", under the Plots of action ", &action.plots) ||
	    ((acts = strbuf_skip(&cursor, ", acting as ")) &&
	     !read_card(book, &cursor, &action.acts_as)) ||
	    !strbuf_skip(&cursor, ": "))
		return reason_fail(reason,
				   "expected when an action is done, as in \"after the move: PLAY "
				   "Bog\", not \"%.60s\"",
				   text);
	if (read_order(book, cursor, &action, words_out, reason) < 0)
		return -1;
	if (action.kind == ACTION_CARD && !acts)
		action.acts_as = action.card;
	*action_out = action;
	return 0;
}

void action_print_answer(const struct card_ruleset *book, const struct answer *answer,
			 struct strbuf *out)
{
	if (answer->no)
		strbuf_add(out, "NO");
	play_print_targets(book, answer->targets, answer->target_count, out);
}

int action_read_answer(const struct card_ruleset *book, uint8_t seat, const char *text,
		       struct answer *answer_out, struct reason *reason)
{
	struct answer answer;
	int count;

	memset(&answer, 0, sizeof answer);
	answer.seat = seat;
	answer.no = strbuf_same(text, "no");
	count = answer.no ? 0
			  : play_read_targets(book, NULL, text, answer.targets, MAX_PLAY_WORDS,
					      reason);
	if (count < 0)
		return -1;
	answer.target_count = (uint8_t)count;
	*answer_out = answer;
	return 0;
}
