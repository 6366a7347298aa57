/* SPDX-License-Identifier: MIT */
/* How far an open turn has come, in words and back. */
#include "core/cards/table/table.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"

static const char *const phases[] = {
	[PHASE_MOVE] = "a move",
	[PHASE_WINDOW] = "answers",
	[PHASE_DEMAND] = "a choice",
	[PHASE_OVER] = "nothing",
};

static const char *const states[] = {
	[TURN_OPEN] = "open",
	[TURN_IN] = "in",
	[TURN_AGAIN] = "to be made again",
	[TURN_VOID] = "void",
};

static void print_seats(const struct book *book, const char *words, uint16_t seats,
			struct text *out)
{
	if (seats == 0)
		return;
	text_add(out, words);
	variant_print_seats(book->variant, seats, out);
}

void table_print_state(const struct book *book, const struct table_state *state, struct text *out)
{
	text_addf(out, "waits for %s, turn %s", phases[state->phase], states[state->state]);
	print_seats(book, ", may answer ", state->window, out);
	print_seats(book, ", cards by ", state->played, out);
	print_seats(book, ", earlier cards by ", state->settled, out);
	if (state->demanded != NO_SIDE)
		text_addf(out, ", choice of %s", variant_seat_name(book->variant, state->demanded));
	if (state->demand != NO_ACTION)
		text_addf(out, ", asked by action %u", state->demand + 1u);
	if (state->no_card)
		text_add(out, ", without a card");
	if (state->king_back)
		text_add(out, ", king is back");
	if (state->begun_again)
		text_add(out, ", moves again");
	if (state->chaos)
		text_add(out, ", after Chaos");
}

static bool read_seats(const struct book *book, const char **cursor, const char *words,
		       uint16_t *seats_out)
{
	const char *start;
	size_t len;

	return !text_skip(cursor, words) ||
	       (text_skip_to(cursor, ",", &start, &len) &&
		variant_read_seats(book->variant, start, len, seats_out) == 0);
}

static bool read_choice(const struct book *book, const char **cursor, struct table_state *state)
{
	uint16_t seats = 0;
	unsigned number;

	if (!read_seats(book, cursor, ", choice of ", &seats) || (seats & (seats - 1)) != 0)
		return false;
	if (seats != 0)
		state->demanded = (uint8_t)__builtin_ctz(seats);
	if (!text_skip(cursor, ", asked by action "))
		return true;
	if (!text_skip_number(cursor, MAX_ACTIONS, &number) || number == 0)
		return false;
	state->demand = (uint8_t)(number - 1);
	return true;
}

int table_read_state(const struct book *book, const char *text, struct table_state *state_out,
		     struct reason *reason)
{
	struct table_state state = {.demanded = NO_SIDE, .demand = NO_ACTION};
	const char *cursor = text;
	int phase = -1, stage = -1;

	if (!text_skip(&cursor, "waits for ") ||
	    (phase = text_skip_one(&cursor, phases, ARRAY_LEN(phases))) < 0 ||
	    !text_skip(&cursor, ", turn ") ||
	    (stage = text_skip_one(&cursor, states, ARRAY_LEN(states))) < 0 ||
	    !read_seats(book, &cursor, ", may answer ", &state.window) ||
	    !read_seats(book, &cursor, ", cards by ", &state.played) ||
	    !read_seats(book, &cursor, ", earlier cards by ", &state.settled) ||
	    !read_choice(book, &cursor, &state))
		return reason_fail(reason,
				   "expected how far a turn has come, as in \"waits for answers, "
				   "turn in, may answer black\", not \"%.60s\"",
				   text);
	state.phase = (uint8_t)phase;
	state.state = (uint8_t)stage;
	state.no_card = text_skip(&cursor, ", without a card");
	state.king_back = text_skip(&cursor, ", king is back");
	state.begun_again = text_skip(&cursor, ", moves again");
	state.chaos = text_skip(&cursor, ", after Chaos");
	if (*cursor != '\0')
		return reason_fail(reason, "expected nothing more of a turn, not \"%.60s\"",
				   cursor);
	*state_out = state;
	return 0;
}
