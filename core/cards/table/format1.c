/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "core/cards/field/field_words.h"
#include "core/cards/table/format1.h"
#include "core/cards/table/action.h"
#include "core/cards/table/table.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"

bool format1_differs(enum event_kind kind)
{
	return kind == EVENT_SCRIPT || kind == EVENT_EFFECT || kind == EVENT_EFFECT_BINDS ||
	       kind == EVENT_STATE;
}

/* ---- actions ---- */

static const char *const moments[] = {
	"before", "instead", "after", "captured", "moved", "turn", "card",
};

static void print_action(const struct book *book, const struct action *action,
			 const struct action_words *words, struct text *out)
{
	const struct move *move = &action->move;

	text_addf(out, "%s %u %u %u ", moments[action->when == 0 ? 0 : __builtin_ctz(action->when)],
		  action->answers, action->plots, action->acts_as);
	if (action->kind == ACTION_MOVE)
		text_addf(out, "MOVE %u %u %u %u %u %u %u %u", move->from, move->to, move->other,
			  move->rook_to, move->kind, move->promotion, move->behind, move->marked);
	else if (action->kind == ACTION_SAID)
		text_addf(out, "SAY %s", words->said);
	else if (action_is_secret(book, action))
		text_addf(out, "PLAY %s", book->set->cards[action->card].name);
	else
		play_print(book, &words->play, out);
}

static bool read_move(const struct variant *variant, const char *text, struct move *move)
{
	unsigned from, to, other, rook_to, kind, promotion, behind, marked;

	if (sscanf(text, "MOVE %3u %3u %3u %3u %1u %3u %3u %1u", &from, &to, &other, &rook_to,
		   &kind, &promotion, &behind, &marked) != 8 ||
	    promotion > UINT8_MAX || behind > UINT8_MAX)
		return false;
	*move = (struct move){
		.from = (square)from,
		.to = (square)to,
		.other = (square)other,
		.rook_to = (square)rook_to,
		.kind = (uint8_t)kind,
		.promotion = (uint8_t)promotion,
		.behind = (uint8_t)behind,
		.marked = marked != 0,
	};
	return move_is_sound(variant, move);
}

static int read_action(const struct book *book, const char *text, struct action *action,
		       struct action_words *words, struct reason *reason)
{
	unsigned answers, plots, acts_as;
	char word[16] = "";
	int used = 0, when;

	*action = action_new(ACTION_CARD, 0, 0, NO_ACTION);
	if (sscanf(text, "%15s %3u %3u %3u %n", word, &answers, &plots, &acts_as, &used) != 4 ||
	    used == 0 || (when = text_find(word, moments, ARRAY_LEN(moments))) < 0 ||
	    answers > UINT8_MAX || plots > UINT8_MAX)
		return reason_fail(reason, "expected when an action is done, not \"%.60s\"", text);
	if (acts_as != NO_CARD && acts_as >= book->set->count)
		return reason_fail(reason, "there is no card number %u", acts_as);
	action->when = (uint8_t)(1u << when);
	action->answers = (uint8_t)answers;
	action->plots = (uint8_t)plots;
	action->acts_as = (uint8_t)acts_as;
	text += used;
	used = action_read_words(book, text, action, words, reason);
	if (used != 0)
		return used < 0 ? -1 : 0;
	return read_move(book->variant, text, &action->move) ? 0
							     : action_expect_order(text, reason);
}

/* ---- effects ---- */

static void print_number(const char *word, unsigned number, unsigned none, struct text *out)
{
	if (number != none)
		text_addf(out, " %s %u", word, number);
}

/*
 * An Earthquake's "left 1" was first written with White's corner going to a1 among four, the other
 * way than between two seats. Files keep that, whatever the card's LEFT is called since
 * [earthquake-boards].
 */
static bool is_told_left(const struct book *book, const struct effect *effect)
{
	return effect->left != (effect->what == EFFECT_EARTHQUAKE && book->variant->side_count > 2);
}

static void print_effect(const struct book *book, const struct effect *effect, struct text *out)
{
	text_add(out, lasting_of(book, effect)->word);
	print_number("card", effect->card, NO_CARD, out);
	print_number("copy", effect->copy, NO_COPY, out);
	print_number("seat", effect->seat, NO_SIDE, out);
	print_number("kind", effect->type, NO_TYPE, out);
	print_number("piece", effect->piece, NO_PIECE, out);
	print_number("other", effect->other, NO_PIECE, out);
	for (unsigned i = 0; !lasting_of(book, effect)->secret && i < ARRAY_LEN(effect->squares);
	     i++)
		if (effect->squares[i] != NO_SQUARE)
			text_addf(out, " at %s",
				  board_name(&book->variant->board, effect->squares[i]).text);
	if (is_told_left(book, effect))
		text_add(out, " left 1");
}

/* One pair of words of an effect. */
static bool read_pair(const struct book *book, const char *key, const char *value,
		      unsigned *squares, struct effect *effect)
{
	long number = text_number(value, UINT16_MAX);

	if (strcmp(key, "at") == 0) {
		if (*squares == ARRAY_LEN(effect->squares))
			return false;
		effect->squares[*squares] = board_square_named(&book->variant->board, value);
		return effect->squares[(*squares)++] != NO_SQUARE;
	}
	if (number < 0 || (number > UINT8_MAX && strcmp(key, "copy") != 0))
		return false;
	if (strcmp(key, "card") == 0 && number < (long)book->set->count)
		effect->card = (uint8_t)number;
	else if (strcmp(key, "copy") == 0)
		effect->copy = (uint16_t)number;
	else if (strcmp(key, "seat") == 0 && number < (long)book->variant->side_count)
		effect->seat = (uint8_t)number;
	else if (strcmp(key, "kind") == 0 && field_is_kind(book, (unsigned)number))
		effect->type = (uint8_t)number;
	else if (strcmp(key, "piece") == 0 && number < MAX_PIECES)
		effect->piece = (uint8_t)number;
	else if (strcmp(key, "other") == 0 && number < MAX_PIECES)
		effect->other = (uint8_t)number;
	else if (strcmp(key, "left") == 0)
		effect->left = number == 1;
	else
		return false;
	return true;
}

static int read_effect(const struct book *book, const char *text, struct effect *effect,
		       struct reason *reason)
{
	char word[16] = "", key[8], value[8];
	unsigned squares = 0;
	int used = 0;

	*effect = field_no_effect();
	if (sscanf(text, "%15s%n", word, &used) != 1)
		word[0] = '\0';
	while (effect->what < EFFECT_KINDS && strcmp(lasting_of(book, effect)->word, word) != 0)
		effect->what++;
	for (text += used; effect->what < EFFECT_KINDS && *text != '\0'; text += used)
		if (sscanf(text, " %7s %7s%n", key, value, &used) != 2 ||
		    !read_pair(book, key, value, &squares, effect))
			effect->what = EFFECT_KINDS;
	if (effect->what == EFFECT_KINDS || !field_effect_is_whole(book, effect, squares))
		return reason_fail(reason,
				   "expected an effect, such as 'crab card 12 copy 3 piece 9'");
	effect->left = is_told_left(book, effect);
	return 0;
}

/* ---- kinds ---- */

static int print_kind(const struct book *book, const char *word, struct text *out)
{
	int kind = book_kind_named(book, word);

	if (strcmp(word, "-") == 0)
		text_add(out, word);
	else if (kind < 0)
		return -1;
	else
		text_addf(out, "%d%d", kind / 10, kind % 10);
	return 0;
}

static int read_kind(const struct book *book, const char *word, struct text *out,
		     struct reason *reason)
{
	long kind = text_number(word, CARD_KINDS);

	if (strcmp(word, "-") == 0) {
		text_add(out, word);
		return 0;
	}
	if (kind >= 0 && field_is_kind(book, (unsigned)kind)) {
		text_add(out, book_kind_name(book, (unsigned)kind));
		return 0;
	}
	return reason_fail(reason, "expected the number of a kind of piece, not \"%s\"", word);
}

/* ---- the state of a turn ---- */

static void print_state(const struct book *book, const struct table_state *state, struct text *out)
{
	(void)book;
	text_addf(out, "%u %u %u %u %u %u %u %u", state->phase, state->state, state->window,
		  state->played, state->settled, state->demanded, state->demand,
		  state->no_card | state->king_back << 1 | state->begun_again << 2 |
			  state->chaos << 3);
}

static int read_state(const struct book *book, const char *text, struct table_state *state,
		      struct reason *reason)
{
	unsigned n[8], seats = book->variant->side_count;

	if (sscanf(text, "%u %u %u %u %u %u %u %u", &n[0], &n[1], &n[2], &n[3], &n[4], &n[5], &n[6],
		   &n[7]) != 8 ||
	    n[0] > PHASE_OVER || n[1] > TURN_VOID || (n[2] | n[3] | n[4]) >> seats != 0 ||
	    (n[5] >= seats && n[5] != NO_SIDE) || (n[6] >= MAX_ACTIONS && n[6] != NO_ACTION))
		return reason_fail(reason,
				   "expected the state of a turn in eight numbers, not \"%.60s\"",
				   text);
	*state = (struct table_state){
		.phase = (uint8_t)n[0],
		.state = (uint8_t)n[1],
		.window = (uint16_t)n[2],
		.played = (uint16_t)n[3],
		.settled = (uint16_t)n[4],
		.demanded = (uint8_t)n[5],
		.demand = (uint8_t)n[6],
		.no_card = n[7] & 1,
		.king_back = n[7] >> 1 & 1,
		.begun_again = n[7] >> 2 & 1,
		.chaos = n[7] >> 3 & 1,
	};
	return 0;
}

/* ---- all of them ---- */

/* Adds the text of such a fact as format 1 has it, or, if that is what it has, as it is today. */
static int translate(const struct book *book, const struct event *event, bool old, struct text *out,
		     struct reason *reason)
{
	const char *text = event->text == NULL ? "" : event->text;
	struct table_state state;
	struct effect effect;
	struct action action;
	struct action_words words;

	switch (event->kind) {
	case EVENT_SCRIPT:
		if ((old ? read_action(book, text, &action, &words, reason)
			 : action_read(book, event->seat, text, &action, &words, reason)) < 0)
			return -1;
		(old ? action_print : print_action)(book, &action, &words, out);
		return 0;
	case EVENT_EFFECT:
		if ((old ? read_effect : field_read_effect)(book, text, &effect, reason) < 0)
			return -1;
		(old ? field_print_effect : print_effect)(book, &effect, out);
		return 0;
	case EVENT_STATE:
		if ((old ? read_state : table_read_state)(book, text, &state, reason) < 0)
			return -1;
		(old ? table_print_state : print_state)(book, &state, out);
		return 0;
	default:
		return old ? read_kind(book, text, out, reason) : print_kind(book, text, out);
	}
}

int format1_print(const struct book *book, const struct event *event, struct text *out)
{
	return translate(book, event, false, out, NULL);
}

int format1_read(const struct book *book, const struct event *event, struct text *out,
		 struct reason *reason)
{
	return translate(book, event, true, out, reason);
}
