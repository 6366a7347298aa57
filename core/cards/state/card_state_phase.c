/* SPDX-License-Identifier: MIT */
/* The progress of an open turn, as text and back. */
#include "core/cards/state/card_state.h"
#include "core/util/strbuf.h"
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

static void print_seats(const struct card_ruleset *book, const char *words, uint16_t seats,
			struct strbuf *out)
{
	if (seats == 0)
		return;
	strbuf_add(out, words);
	variant_print_seats(book->variant, seats, out);
}

void card_state_print_state(const struct card_ruleset *book, const struct card_state_state *state,
			    struct strbuf *out)
{
	strbuf_addf(out, "waits for %s, turn %s", phases[state->phase], states[state->state]);
	print_seats(book, ", may answer ", state->window, out);
	print_seats(book, ", cards by ", state->played, out);
	print_seats(book, ", earlier cards by ", state->settled, out);
	if (state->demanded != NO_SIDE)
		strbuf_addf(out, ", choice of %s",
			    variant_seat_name(book->variant, state->demanded));
	if (state->demand != NO_ACTION)
		strbuf_addf(out, ", asked by action %u", state->demand + 1u);
	if (state->no_card)
		strbuf_add(out, ", without a card");
	if (state->king_back)
		strbuf_add(out, ", king is back");
	if (state->begun_again)
		strbuf_add(out, ", moves again");
	if (state->chaos)
		strbuf_add(out, ", after Chaos");
}

static bool read_seats(const struct card_ruleset *book, const char **cursor, const char *words,
		       uint16_t *seats_out)
{
	const char *start;
	size_t len;

	return !strbuf_skip(cursor, words) ||
	       (strbuf_skip_to(cursor, ",", &start, &len) &&
		variant_read_seats(book->variant, start, len, seats_out) == 0);
}

static bool read_choice(const struct card_ruleset *book, const char **cursor,
			struct card_state_state *state)
{
	uint16_t seats = 0;
	unsigned number;

	if (!read_seats(book, cursor, ", choice of ", &seats) || (seats & (seats - 1)) != 0)
		return false;
	if (seats != 0)
		state->demanded = (uint8_t)__builtin_ctz(seats);
	if (!strbuf_skip(cursor, ", asked by action "))
		return true;
	if (!strbuf_skip_number(cursor, MAX_ACTIONS, &number) || number == 0)
		return false;
	state->demand = (uint8_t)(number - 1);
	return true;
}

int card_state_read_state(const struct card_ruleset *book, const char *text,
			  struct card_state_state *state_out, struct reason *reason)
{
	struct card_state_state state = {.demanded = NO_SIDE, .demand = NO_ACTION};
	const char *cursor = text;
	int phase = -1, stage = -1;

	if (!strbuf_skip(&cursor, "waits for ") ||
	    (phase = strbuf_skip_one(&cursor, phases, ARRAY_LEN(phases))) < 0 ||
	    !strbuf_skip(&cursor, ", turn ") ||
	    (stage = strbuf_skip_one(&cursor, states, ARRAY_LEN(states))) < 0 ||
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
	state.no_card = strbuf_skip(&cursor, ", without a card");
	state.king_back = strbuf_skip(&cursor, ", king is back");
	state.begun_again = strbuf_skip(&cursor, ", moves again");
	state.chaos = strbuf_skip(&cursor, ", after Chaos");
	if (*cursor != '\0')
		return reason_fail(reason, "expected nothing more of a turn, not \"%.60s\"",
				   cursor);
	*state_out = state;
	return 0;
}
