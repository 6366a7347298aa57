/* SPDX-License-Identifier: MIT */
/*
 * A table with cards in a snapshot: the present board and piles, those at the beginning of the
 * turn, and the open turn. Values that follow from these aren't saved.
 */
#include "core/cards/state/card_state.h"
#include "core/gametype/cards/cards_gametype.h"
#include "core/gametype/cards/cards_state.h"
#include "core/util/strbuf.h"

/* ---- the board ---- */

#define THIS struct effect
static const struct packing_member of_effect[] = {
	PACK_MOST(what, EFFECT_KINDS - 1),
	PACK_RAW(card),
	PACK_RAW(copy),
	PACK_RAW(by),
	PACK_RAW(seat),
	PACK_RAW(type),
	PACK_RAW(piece),
	PACK_RAW(other),
	PACK_EACH(squares, square, NO_SQUARE),
	PACK_MOST(left, 1),
	PACK_MOST(suspended, 1),
	PACK_MOST(begun, 1),
	PACK_RAW(serial),
};
static const struct packing effect = PACKING(of_effect);
#undef THIS

#define THIS struct displacement
static const struct packing_member of_displacement[] = {
	PACK_RAW(piece),	  PACK_RAW(type),
	PACK_RAW(marks),	  PACK_MOST(from, NO_SQUARE),
	PACK_MOST(to, NO_SQUARE), PACK_MOST(by_card, 1),
	PACK_MOST(castled, 1),
};
static const struct packing displacement = PACKING(of_displacement);
#undef THIS

#define THIS struct taken
static const struct packing_member of_taken[] = {
	PACK_RAW(piece), PACK_RAW(by),		PACK_MOST(at, NO_SQUARE),
	PACK_RAW(marks), PACK_MOST(regular, 1), PACK_RAW(action),
};
static const struct packing taken = PACKING(of_taken);
#undef THIS

#define THIS struct turn_log
static const struct packing_member of_turn_log[] = {
	PACK_LIST(gone, gone_count, displacement),
	PACK_LIST(taken, taken_count, taken),
	PACK_LIST(lost, lost_count, effect),
	PACK_RAW(action),
	PACK_MOST(moved, 1),
	PACK_MOST(by_card, 1),
};
static const struct packing turn_log = PACKING(of_turn_log);
#undef THIS

/* card_board_complete derives the marks and what else follows from the effects. */
#define THIS struct card_board
static const struct packing_member of_board[] = {
	PACK_STRUCTS(position, struct position, gamefile_position),
	PACK_LIST(effects, effect_count, effect),
	PACK_RAW(serial),
	PACK_RAW(partner),
	PACK_STRUCTS(turn_log, struct turn_log, turn_log),
	PACK_STRUCTS(before, struct turn_log, turn_log),
	PACK_STRUCTS(last, struct displacement, displacement),
	PACK_RAW(last_when),
	PACK_RAW(last_card),
	PACK_RAW(last_card_by),
	PACK_MOST(last_card_unique, 1),
};
static const struct packing board = PACKING(of_board);
#undef THIS

/* ---- piles, and what seats have sent ---- */

#define THIS struct copy
static const struct packing_member of_copy[] = {
	PACK_RAW(kind), PACK_RAW(owner), PACK_RAW(zone), PACK_RAW(seat), PACK_RAW(place),
};
static const struct packing copy = PACKING(of_copy);
#undef THIS

#define THIS struct piles
static const struct packing_member of_piles[] = {
	PACK_LIST(copies, count, copy),
	PACK_MOST(common, 1),
	PACK_RAW(stamp),
	PACK_RAW(shuffles),
	PACK_RAW(ran_out),
};
static const struct packing piles = PACKING(of_piles);
#undef THIS

#define THIS struct stack
static const struct packing_member of_stack[] = {
	PACK_LIST_EACH(kinds, count, MAX_CARD_KINDS - 1),
	PACK_MOST(ordered, 1),
};
static const struct packing stack = PACKING(of_stack);
#undef THIS

#define THIS struct held_turn
static const struct packing_member of_held[] = {PACK_RAW(board), PACK_TEXT(text)};
static const struct packing held = PACKING(of_held);
static const struct packing_member of_held_or_not[] = {PACK_IF(there, held)};
static const struct packing held_or_not = PACKING(of_held_or_not);
#undef THIS

/* ---- the open turn ---- */

#define THIS struct action
static const struct packing_member of_action[] = {
	PACK_MOST(kind, ACTION_SAID),
	PACK_RAW(seat),
	PACK_RAW(when),
	PACK_RAW(answers),
	PACK_RAW(plots),
	PACK_MOST(fate, ACTION_RETURNED),
	PACK_MOST(was_returned, 1),
	PACK_MOST(forced, 1),
	PACK_RAW(card),
	PACK_RAW(acts_as),
	PACK_MOST(move.from, NO_SQUARE),
	PACK_MOST(move.to, NO_SQUARE),
	PACK_MOST(move.other, NO_SQUARE),
	PACK_MOST(move.rook_to, NO_SQUARE),
	PACK_RAW(move.kind),
	PACK_RAW(move.promotion),
	PACK_RAW(move.behind),
	PACK_MOST(move.marked, 1),
	PACK_RAW(copy),
	PACK_RAW(drawn),
	PACK_RAW(place),
};
static const struct packing action = PACKING(of_action);
#undef THIS

#define THIS struct stored_answer
static const struct packing_member of_answer[] = {PACK_RAW(action), PACK_RAW(seat),
						  PACK_MOST(no, 1)};
static const struct packing answer = PACKING(of_answer);
#undef THIS

/* The table only needs to know whether there is an outcome. */
#define THIS struct cards_state
static const struct packing_member of_state[] = {
	PACK_STRUCTS(table.field, struct card_board, board),
	PACK_STRUCTS(table.start, struct card_board, board),
	PACK_STRUCTS(table.piles, struct piles, piles),
	PACK_STRUCTS(table.start_piles, struct piles, piles),
	PACK_TEXT(table.lots.game),
	PACK_TEXT(table.lots.secret),
	PACK_TEXTS(table.lots.words),
	PACK_MOST(table.outcome.status, STATUS_VOID),
	PACK_MOST(table.now.phase, PHASE_OVER),
	PACK_MOST(table.now.state, TURN_VOID),
	PACK_RAW(table.now.window),
	PACK_RAW(table.now.played),
	PACK_RAW(table.now.settled),
	PACK_RAW(table.now.demanded),
	PACK_RAW(table.now.demand),
	PACK_MOST(table.now.king_back, 1),
	PACK_MOST(table.now.begun_again, 1),
	PACK_MOST(table.now.chaos, 1),
	PACK_MOST(table.now.no_card, 1),
	PACK_RAW(table.discard),
	PACK_RAW(table.undone),
	PACK_MOST(table.undone_count, MAX_UNDONE),
	PACK_TEXT(table.before),
	PACK_TEXT(table.ahead.fogged),
	PACK_TEXT(table.ahead.chaos),
	PACK_RAW(table.autopass),
	PACK_RAW(table.returned),
	PACK_LIST(table.actions, table.action_count, action),
	PACK_LIST(table.given, table.given_count, answer),
	PACK_MOST(table.gather.stage, SETUP_PHASE_DECKS),
	PACK_RAW(table.gather.in),
	PACK_STRUCTS(table.gather.shares, struct stack, stack),
	PACK_STRUCTS(table.gather.decks, struct stack, stack),
	PACK_STRUCTS(table.held, struct held_turn, held_or_not),
	PACK_RAW(opened.entry),
	PACK_RAW(opened.asked),
	PACK_RAW(opened_to),
};
const struct packing cards_packing = PACKING(of_state);
#undef THIS

/* ---- words, and what follows ---- */

static void write_words(const struct text_store *words, struct span span, struct strbuf *out)
{
	strbuf_add_bytes(out, (const char *)&span.len, sizeof span.len);
	strbuf_add_bytes(out, (const char *)words->bytes + span.at, span.len);
}

/* Adds the words of each action and of the answers to it. */
void cards_save(const struct game *game, struct strbuf *out)
{
	const struct card_state *table = cards_state(game);

	for (unsigned i = 0; i < table->action_count; i++) {
		write_words(&table->words, table->actions[i].words, out);
		for (unsigned k = 0; k < table->given_count; k++)
			if (table->given[k].action == i)
				write_words(&table->words, table->given[k].words, out);
	}
}

static bool read_words(struct text_store *words, struct packed *bytes, size_t most,
		       struct span *span_out)
{
	uint16_t len;

	*span_out = (struct span){words->used, 0};
	if (!packing_take(bytes, &len, sizeof len) || !text_store_has_room(words, len) ||
	    !packing_take(bytes, words->bytes + words->used, len))
		return false;
	span_out->len = len;
	words->used = (uint16_t)(words->used + len);
	return text_store_is_sound(words, *span_out, most);
}

static bool read_script(struct card_state *table, struct packed *bytes)
{
	unsigned answers = 0;

	table->words.used = 0;
	for (unsigned i = 0; i < table->action_count; i++) {
		if (!read_words(&table->words, bytes,
				table->actions[i].kind == ACTION_SAID ? SAID_MAX : 0,
				&table->actions[i].words))
			return false;
		for (unsigned k = 0; k < table->given_count; k++)
			if (table->given[k].action == i) {
				if (!read_words(&table->words, bytes, 0, &table->given[k].words))
					return false;
				answers++;
			}
	}
	return answers == table->given_count;
}

static bool complete_board(const struct card_ruleset *book, struct card_board *field)
{
	/* Pieces may be added later. */
	for (unsigned i = field->position.piece_count; i < MAX_PIECES; i++)
		field->partner[i] = NO_PIECE;
	return card_board_complete(book, field);
}

bool cards_restore(struct game *game, struct packed *bytes)
{
	struct card_state *table = cards_state(game);

	if (!complete_board(table->book, &table->field) ||
	    !complete_board(table->book, &table->start) || !read_script(table, bytes))
		return false;
	game->position = table->field.position;
	return true;
}
