/* SPDX-License-Identifier: MIT */
/* A seat's own turn: cards before the move, the move or a card instead of it, cards after it
 * [turn-in-one-letter]. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/cards/board/card_board.h"
#include "core/cards/board/card_movegen.h"
#include "core/cards/board/continuous_text.h"
#include "core/cards/play/effect_context.h"
#include "core/cards/resolve/action_script.h"
#include "core/cards/resolve/legality.h"
#include "core/cards/resolve/own_turn.h"
#include "core/cards/resolve/resolve.h"
#include "core/cards/state/action.h"
#include "core/cards/state/card_state_events.h"
#include "core/cards/submit/reaction_window.h"
#include "core/cards/submit/submit_internal.h"
#include "core/cards/submit/turn_cycle.h"
#include "core/notation/notation.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"

/* Explains why a move isn't legal among cards, by trying which moves would be legal without each
 * card. */

/* A move that a seat wants to make. */
struct wanted_move {
	const struct card_ruleset *book;
	const struct card_board *field;
	uint8_t seat;
	const struct written_move *request;
	struct strbuf *out; /* gets the explanation */
};

/* Finds the wanted move on the board. */
static bool find_illegal_move(const struct wanted_move *want, const struct card_board *field,
			      bool safe, struct move *move_out)
{
	struct move_list moves;

	card_movegen_moves(want->book, field, want->seat, safe, &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		if (!notation_fits(want->book->variant, &field->position, &moves.moves[i],
				   want->request))
			continue;
		*move_out = moves.moves[i];
		return true;
	}
	return false;
}

/* Returns the text of the effect without which the move would be legal, or NULL. With `together`,
 * all effects before it in the list are removed, too. Unless `safe`, the king's safety doesn't
 * matter. */
static const char *forbidding_effect_text(const struct wanted_move *want, bool together, bool safe)
{
	struct card_board without = *want->field;
	enum effect_kind cause;
	struct move move;

	for (unsigned rank = 1; (cause = continuous_text_cause(rank)) != EFFECT_KINDS; rank++) {
		unsigned before;

		if (!together)
			without = *want->field;
		before = without.effect_count;
		card_board_end_all(want->book, &without, cause, NULL);
		if (without.effect_count < before && find_illegal_move(want, &without, safe, &move))
			return translate(want->book->lasting[cause]->because);
	}
	return NULL;
}

/* ---- pieces in players' words ---- */

static void add_square(const struct wanted_move *want, square at)
{
	strbuf_add(want->out, board_name(&want->book->variant->board, at).text);
}

static void add_piece(const struct wanted_move *want, unsigned piece)
{
	struct strbuf kind;

	strbuf_init(&kind, 0);
	effect_context_name_kind(want->book, want->field, piece, &kind);
	strbuf_addf(want->out, translate("the %s on "), kind.bytes);
	strbuf_done(&kind);
	add_square(want, want->field->position.pieces[piece].at);
}

/* ---- check ---- */

/* Reports whether the piece, if it were the only one that may capture, would give check to the
 * seat's king. */
static bool gives_check(const struct wanted_move *want, const struct card_board *field,
			unsigned piece)
{
	struct card_board alone = *field;

	for (unsigned i = 0; i < alone.position.piece_count; i++)
		if (i != piece)
			alone.marks[i] |= MARK_PACIFIST;
	return card_movegen_in_check(want->book, &alone, want->seat);
}

/* Explains a move that is illegal only because of the king. */
static void explain_check(const struct wanted_move *want, const struct move *move)
{
	struct card_board next = *want->field;
	struct wanted_move after = *want;
	unsigned royal = card_board_royal(want->field, want->seat), count = 0;
	bool in_check = card_movegen_in_check(want->book, want->field, want->seat);

	card_movegen_make(want->book, &next, move, NULL);
	after.field = &next;
	strbuf_add(want->out, translate("your "));
	effect_context_name_kind(want->book, want->field, royal, want->out);
	strbuf_addf(want->out, translate(" would %sbe in check from "),
		    in_check ? translate("still ") : "");
	for (unsigned i = 0; i < next.position.piece_count; i++) {
		if (next.position.pieces[i].fate != ON_BOARD || !gives_check(want, &next, i))
			continue;
		strbuf_add(want->out, count++ ? translate(" and ") : "");
		add_piece(&after, i);
	}
	if (count == 0)
		strbuf_add(want->out, translate("a piece of your opponent"));
}

/* ---- where pieces can move ---- */

/* Returns the square that the request names as its start, or NO_SQUARE. */
static square requested_from(const struct wanted_move *want)
{
	const struct board *board = &want->book->variant->board;

	if (want->request->from_file < 0 || want->request->from_rank < 0)
		return NO_SQUARE;
	return (square)((unsigned)want->request->from_file +
			(unsigned)want->request->from_rank * board->width);
}

static bool is_marked(const struct wanted_move *want, square at)
{
	unsigned piece = at == NO_SQUARE ? NO_PIECE : card_board_at(want->field, at);

	return piece != NO_PIECE &&
	       want->field->marks[piece] & (MARK_NEUTRAL | MARK_COMPOSITE | MARK_CRAB |
					    MARK_PRINCE | MARK_ROYAL | MARK_SPLIT);
}

/* Reports whether a card has replaced the seat's king, so that it can't castle. */
static bool has_no_king(const struct wanted_move *want)
{
	unsigned royal = card_board_royal(want->field, want->seat);

	return royal != NO_PIECE && want->field->marks[royal] & MARK_ROYAL;
}

/* Reports whether the seat has a piece of the requested kind that a card has changed. */
static bool has_changed(const struct wanted_move *want)
{
	unsigned kind = want->request->type >= 0 ? (unsigned)want->request->type
						 : want->book->variant->pawn;

	for (unsigned i = 0; i < want->field->position.piece_count; i++)
		if ((want->field->position.pieces[i].fate == ON_BOARD ||
		     want->field->position.pieces[i].fate == SHARING) &&
		    is_marked(want, want->field->position.pieces[i].at) &&
		    card_board_is_own(want->field, i, want->seat) &&
		    (card_board_is_of_kind(want->field, i, kind) ||
		     want->field->position.pieces[i].type == kind))
			return true;
	return false;
}

/* Reports whether notation_read's reason may be wrong, because it considers no cards: effects on
 * pieces matter here. */
static bool is_beyond_notation(const struct wanted_move *want, const char *said)
{
	square from = requested_from(want);

	if (want->request->castles_short || want->request->castles_long)
		return has_no_king(want);
	return strstr(said, translate(NOTATION_KING)) != NULL || is_marked(want, from) ||
	       is_marked(want, want->request->to) || (from == NO_SQUARE && has_changed(want));
}

/* Explains that an own piece is on the target square. Returns false if there is none. */
static bool explain_own_piece_there(const struct wanted_move *want, square from)
{
	unsigned there = card_board_at(want->field, want->request->to);

	if (there == NO_PIECE || want->request->to == from ||
	    want->field->marks[there] & MARK_NEUTRAL ||
	    !card_board_is_own(want->field, there, want->seat))
		return false;
	strbuf_add(want->out, translate("your own "));
	effect_context_name_kind(want->book, want->field, there, want->out);
	strbuf_add(want->out, translate(" stands on "));
	add_square(want, want->request->to);
	return true;
}

static bool is_others_royal(const struct wanted_move *want, square at)
{
	unsigned there = card_board_at(want->field, at);

	return there != NO_PIECE && !card_board_is_own(want->field, there, want->seat) &&
	       card_board_is_kingly(want->book, want->field, there) &&
	       !(want->field->marks[there] & MARK_PRINCE);
}

/* Returns the piece on the square; of two that share it, the one of the requested kind. */
static unsigned requested_piece(const struct wanted_move *want, square from)
{
	unsigned piece = card_board_at(want->field, from);

	if (piece == NO_PIECE || !(want->field->marks[piece] & MARK_SPLIT) ||
	    want->request->type < 0 ||
	    card_board_is_of_kind(want->field, piece, (unsigned)want->request->type))
		return piece;
	return want->field->partner[piece];
}

/* Explains a request that names its start. */
static void explain_piece(const struct wanted_move *want, square from)
{
	const struct variant *variant = want->book->variant;
	unsigned piece = requested_piece(want, from);
	int type = want->request->type;

	if (piece == NO_PIECE) {
		strbuf_add(want->out, translate("no piece stands on "));
		add_square(want, from);
	} else if (!card_board_is_own(want->field, piece, want->seat)) {
		add_piece(want, piece);
		strbuf_addf(want->out, translate(" is %s's, not yours"),
			    variant->sides[want->field->position.pieces[piece].side].title);
	} else if (type >= 0 && !card_board_is_of_kind(want->field, piece, (unsigned)type) &&
		   want->field->position.pieces[piece].type != type) {
		add_piece(want, piece);
		strbuf_addf(want->out, translate(" is no %s"),
			    translate(variant_type_name(variant, (uint8_t)type)));
	} else if (is_others_royal(want, want->request->to)) {
		strbuf_add(want->out, translate("a king is never captured"));
	} else if (!explain_own_piece_there(want, from)) {
		add_piece(want, piece);
		strbuf_add(want->out, translate(" can't reach "));
		add_square(want, want->request->to);
	}
}

static void explain_unreachable(const struct wanted_move *want)
{
	const struct variant *variant = want->book->variant;
	square from = requested_from(want);
	uint8_t type = want->request->type >= 0 ? (uint8_t)want->request->type : variant->pawn;

	if (want->request->castles_short || want->request->castles_long) {
		strbuf_add(want->out,
			   translate("your king is a Prince since the Coup, and a Prince "
				     "doesn't castle"));
	} else if (from != NO_SQUARE) {
		explain_piece(want, from);
	} else if (!explain_own_piece_there(want, NO_SQUARE)) {
		strbuf_addf(want->out, translate("no %s that you may move can reach "),
			    translate(variant_type_name(variant, type)));
		add_square(want, want->request->to);
	}
}

/*
 * Corrects notation_read's refusal of a move, because notation_read considers no cards: if a card
 * in play forbids the move, `why` says which. The list of legal moves stays at the end.
 */
static void card_illegal_not_legal(const struct card_ruleset *book, const struct card_board *field,
				   uint8_t seat, const char *text, struct reason *why)
{
	struct written_move written;
	struct strbuf out;
	struct wanted_move want = {book, field, seat, &written, &out};
	struct move move;
	const char *cause, *legal;
	struct reason said;

	if (why == NULL || field->effect_count == 0 ||
	    !notation_parse(book->variant, text, &written) ||
	    field->position.controller[seat] != seat ||
	    find_illegal_move(&want, field, true, &move))
		return;
	said = *why;
	strbuf_init(&out, 0);
	cause = forbidding_effect_text(&want, false, true);
	if (cause == NULL)
		cause = forbidding_effect_text(&want, true, true);
	if (cause == NULL)
		cause = forbidding_effect_text(&want, false, false);
	if (find_illegal_move(&want, field, false, &move) &&
	    card_board_royal(field, seat) != NO_PIECE)
		explain_check(&want, &move);
	else if (cause != NULL)
		strbuf_add(&out, cause);
	else if (is_beyond_notation(&want, said.text))
		explain_unreachable(&want);
	legal = strstr(said.text, translate(NOTATION_LEGAL));
	if (out.len > 0)
		reason_set(why, "%.40s" NOTATION_ILLEGAL ": %s.%s", text, out.bytes,
			   legal ? legal : "");
	strbuf_done(&out);
}

/* The own turn so far. */
struct own {
	struct submit *message;
	uint8_t first;	/* its first action */
	unsigned cards; /* number of cards; Plots Within Plots with its two counts as one */
	bool moved, instead, passed;
	uint16_t discard;
	bool redrawn; /* cards were put under the pile first */
};

static enum verdict may_play(const struct own *own)
{
	const struct card_state *table = own->message->table;

	if (table->field.position.turn != own->message->seat)
		return submit_refuse(
			own->message,
			"This is the turn of a beaten player, and no cards can be played in it.");
	if (own->cards > 0)
		return submit_refuse(
			own->message,
			"You may play only one card in a turn; leave out all PLAY lines except "
			"one.");
	if (table->now.played >> own->message->seat & 1 || table->now.no_card)
		return submit_refuse(own->message, "You have already played your card in this "
						   "turn; now make a move without a card.");
	return ACCEPTED;
}

static const char *describe_moments(uint8_t when)
{
	if (when & WHEN_INSTEAD)
		return "is played instead of a move; leave out either the move or the card";
	if ((when & (WHEN_BEFORE | WHEN_AFTER)) == (WHEN_BEFORE | WHEN_AFTER))
		return "is played before or after your move, on a line above or below it in the "
		       "same letter";
	if (when & WHEN_BEFORE)
		return "is played before your move, on a line above it";
	return when & WHEN_AFTER ? "is played after your move: write the move on a line above it, "
				   "in the same letter"
				 : "answers the turn of another; it can't be played in your own";
}

/* Returns the moment in which the card is played; 0 if it fits none. In Plots Within Plots, a card
 * before the move and one instead of it fit the same moment. A card that may be played before a
 * move is, if a move follows in the message. */
static uint8_t choose_moment(const struct own *own, uint8_t when)
{
	const struct card_state *table = own->message->table;
	bool after = own->moved || own_turn_is_moveless(table, own->message->seat);

	if (own->moved || (after && !(when & (WHEN_BEFORE | WHEN_INSTEAD))))
		return when & WHEN_AFTER;
	/* If there is no move to make, and none follows, the moment before the move is past. */
	if (after && when & WHEN_AFTER && !(when & WHEN_INSTEAD) && !own->instead &&
	    !submit_has_move(own->message, own->message->at))
		return WHEN_AFTER;
	if (own->instead)
		return when & WHEN_INSTEAD;
	if (when & WHEN_BEFORE &&
	    (!(when & WHEN_INSTEAD) || submit_has_move(own->message, own->message->at)))
		return WHEN_BEFORE;
	return when & WHEN_INSTEAD;
}

static enum verdict add_card(struct own *own, const struct order *order, uint8_t plots,
			     uint8_t *number_out)
{
	struct submit *message = own->message;
	struct card_state *table = message->table;
	const struct card *card;
	struct action action;
	struct action_words words = {.said = ""};

	if (!card_state_has_room(table))
		return submit_refuse(message, "That is more than one turn can have.");
	if (submit_read_card(message, order, NULL, &action, &words.play) == REFUSED)
		return REFUSED;
	card = action_script_card(table, &action);
	if (card->effect->verb == VERB_PLOTS)
		action.when = own->moved ? WHEN_AFTER : WHEN_BEFORE;
	else
		action.when = choose_moment(own, card->when);
	if (action.when == 0)
		return submit_refuse(message, "%s %s.", card->name,
				     translate(describe_moments(card->when)));
	action.plots = plots;
	own->instead |= action.when == WHEN_INSTEAD;
	*number_out = state_events_add_action(table, &action, &words, message->record);
	return ACCEPTED;
}

static bool is_plots(const struct card_state *table, uint8_t number)
{
	return action_script_verb(table, number) == VERB_PLOTS;
}

/* Adds the two cards after Plots Within Plots. Cards drawn in between may be among them. */
static enum verdict add_plots(struct own *own, uint8_t plots)
{
	struct submit *message = own->message;
	struct card_state *real = message->table;

	for (unsigned i = 0; i < 2; i++) {
		const struct order *order = submit_next(message);
		struct card_state hand;
		struct action_words words;
		uint8_t number;
		enum verdict verdict;

		if (order == NULL || order->kind != ORDER_PLAY)
			return submit_refuse(
				message,
				"Plots Within Plots needs two more PLAY lines right below it.");
		submit_advance(message);
		own_turn_run_ahead(real, &hand);
		message->table = &hand;
		verdict = add_card(own, order, plots, &number);
		message->table = real;
		if (verdict == REFUSED)
			return REFUSED;
		if (is_plots(&hand, number))
			return submit_refuse(
				message, "Plots Within Plots can't be one of its own two cards.");
		card_state_words(&hand, number, &words);
		state_events_add_action(real, &hand.actions[number], &words, NULL);
	}
	return ACCEPTED;
}

static enum verdict process_play(struct own *own, const struct order *order)
{
	struct submit *message = own->message;
	uint8_t number;

	if (may_play(own) == REFUSED)
		return REFUSED;
	submit_advance(message);
	if (add_card(own, order, NO_ACTION, &number) == REFUSED)
		return REFUSED;
	own->cards++;
	return is_plots(message->table, number) ? add_plots(own, number) : ACCEPTED;
}

/* Reads the move that the text names. A move whose canonical text it is, apart from hyphens, comes
 * before all others: "d8c8" is the king's step, but also the two squares of a castling. */
static enum verdict read_move(const struct card_state *ahead, const struct move_list *list,
			      const char *text, struct move *move_out, struct reason *why)
{
	const struct variant *variant = ahead->book->variant;
	const struct move *exact;
	char plain[NOTATION_MAX + 1];
	size_t len = 0;

	for (const char *c = text; *c != '\0' && len < NOTATION_MAX; c++)
		if (*c != '-')
			plain[len++] = *c;
	plain[len] = '\0';
	exact = move_list_find(variant, list, plain);
	if (exact == NULL)
		return notation_read(variant, &ahead->field.position, list, text, move_out, why);
	*move_out = *exact;
	return ACCEPTED;
}

/* Finds the move that is meant among the safe moves or, if a card may still make it safe, among
 * all. */
static enum verdict find_move(struct own *own, const struct card_state *ahead, const char *text,
			      struct move *move_out)
{
	const struct submit *message = own->message;
	uint8_t seat = ahead->field.position.turn;
	struct move_list list;
	bool has_cards = own->cards > 0 || submit_next(message) != NULL;

	card_movegen_moves(ahead->book, &ahead->field, seat, true, &list);
	if (read_move(ahead, &list, text, move_out, message->why) == ACCEPTED)
		return ACCEPTED;
	card_illegal_not_legal(ahead->book, &ahead->field, seat, text, message->why);
	if (!has_cards)
		return REFUSED;
	card_movegen_moves(ahead->book, &ahead->field, seat, false, &list);
	return read_move(ahead, &list, text, move_out, NULL);
}

static const char *extra_move_error(const struct own *own)
{
	if (own->passed)
		return "A turn that is passed has no move; leave out either PASS or the move.";
	return own->instead ? "That card is played instead of a move; leave out either the card or "
			      "the move."
			    : "A turn has only one move; leave out the other.";
}

static enum verdict process_move(struct own *own, const struct order *order)
{
	struct submit *message = own->message;
	struct action action = action_new(ACTION_MOVE, message->seat, WHEN_INSTEAD, NO_ACTION);
	struct card_state ahead;

	if (own->moved || own->instead || own->passed)
		return submit_refuse(message, "%s", extra_move_error(own));
	if (!card_state_has_room(message->table))
		return submit_refuse(message, "That is more than one turn can have.");
	submit_advance(message);
	own_turn_run_ahead(message->table, &ahead);
	if (find_move(own, &ahead, order->text, &action.move) == REFUSED)
		return REFUSED;
	state_events_add_action(message->table, &action, NULL, message->record);
	own->moved = true;
	return ACCEPTED;
}

/* Reports whether a card that needs a bishop may be exchanged, before anything else in the turn
 * ([without-bishops], bishops = redraw). */
static bool is_redraw(const struct own *own, uint8_t card)
{
	const struct card_state *table = own->message->table;

	return table->book->bishopless && table->book->bishops == BISHOPS_REDRAW &&
	       table->book->set->cards[card].needs_bishop && table->action_count == 0 &&
	       !own->passed && own->discard == NO_COPY;
}

static enum verdict process_discard(struct own *own, const struct order *order)
{
	struct submit *message = own->message;
	const struct card_state *table = message->table;
	uint8_t card = card_named(table->book->set, order->text, NULL);
	uint16_t copy;

	submit_advance(message);
	if (card == NO_CARD)
		return submit_refuse(message, "There is no card '%.40s'.", order->text);
	copy = piles_find(&table->piles, ZONE_HAND, message->seat, card);
	if (copy == NO_COPY)
		return submit_refuse(message, "You don't hold %s.",
				     table->book->set->cards[card].name);
	if (is_redraw(own, card)) {
		if (piles_top(&table->piles, message->seat) == NO_COPY)
			state_events_reshuffle(message->table, message->record);
		state_events_redraw(message->table, message->seat, copy, message->record);
		own->redrawn = true;
		return ACCEPTED;
	}
	if (!table->book->discards)
		return submit_refuse(message, "Cards aren't discarded in this game.");
	if (own->discard != NO_COPY)
		return submit_refuse(message, "Only one card is discarded in a turn.");
	own->discard = copy;
	return ACCEPTED;
}

static enum verdict process_pass(struct own *own)
{
	struct submit *message = own->message;
	const struct card_state *table = message->table;

	submit_advance(message);
	if (own->moved || own->instead || own->cards > 0)
		return submit_refuse(message,
				     "You can't both pass and make a move, or play a card instead "
				     "of it.");
	if (card_board_challenge(table->book, &table->field, message->seat) == NULL &&
	    card_movegen_any_move(table->book, &table->field, message->seat))
		return submit_refuse(message, "You can't pass: you have a move to make.");
	if (card_board_challenge(table->book, &table->field, message->seat) == NULL &&
	    card_movegen_in_check(table->book, &table->field, message->seat))
		return submit_refuse(message, "You can't pass: your king is in check, and one of "
					      "your cards can still save it.");
	own->passed = true;
	return ACCEPTED;
}

static enum verdict process_orders(struct own *own)
{
	const struct order *order;
	enum verdict verdict = ACCEPTED;

	while (verdict == ACCEPTED && (order = submit_next(own->message)) != NULL) {
		switch (order->kind) {
		case ORDER_PLAY:
			verdict = process_play(own, order);
			break;
		case ORDER_MOVE:
			verdict = process_move(own, order);
			break;
		case ORDER_DISCARD:
			verdict = process_discard(own, order);
			break;
		case ORDER_PASS:
			verdict = process_pass(own);
			break;
		default:
			return submit_refuse(own->message, "Nothing asks you for an ANSWER now.");
		}
	}
	return verdict;
}

/* Reports whether nothing can move and no card is played; one card may then be discarded
 * [turn-without-move]. */
static bool is_without_move(const struct own *own)
{
	const struct card_state *table = own->message->table;

	return card_ruleset_is_third(table->book) && table->action_count == own->first &&
	       own_turn_is_moveless(table, own->message->seat);
}

/* Checks that the discarded card fits the rest of the turn [final-discard]. */
static enum verdict check_discard(const struct own *own)
{
	const struct card_state *table = own->message->table;

	if (own->discard != NO_COPY &&
	    (own->cards > 0 || table->now.played >> own->message->seat & 1))
		return submit_refuse(own->message, "You can't discard a card in a turn in which "
						   "you play one.");
	if (own->discard != NO_COPY && own->passed && !is_without_move(own))
		return submit_refuse(own->message,
				     "If you pass, you lose the turn: you can't discard a card in "
				     "it.");
	return ACCEPTED;
}

/* Continues after a card without effect instead of the move: a move without a card follows
 * [spent-then-move]. If there is none, the seat is mated or stalemated. */
static void continue_without_card(struct own *own)
{
	struct submit *message = own->message;
	struct card_state *table = message->table;

	for (uint8_t i = own->first; i < table->action_count; i++)
		if (table->actions[i].when == WHEN_INSTEAD &&
		    table->actions[i].fate == ACTION_SPENT)
			state_events_set_fate(table, i, ACTION_SPENT, true, message->record);
	table->now.no_card = table->now.begun_again = true;
	table->now.chaos = false;
	if (!card_movegen_any_move(table->book, &table->field, message->seat))
		turn_cycle_stuck(table, message->record);
}

/* Stores the IF lines of the message [said-ahead]. */
static void store_ahead_moves(const struct submit *message)
{
	struct ahead ahead = {"", ""};

	for (size_t i = 0; i < message->orders->count; i++) {
		const struct order *order = &message->orders->orders[i];
		char *to = order->kind == ORDER_IF_FOGGED  ? ahead.fogged
			   : order->kind == ORDER_IF_CHAOS ? ahead.chaos
							   : NULL;

		if (to != NULL && strlen(order->text) < sizeof ahead.fogged)
			strcpy(to, order->text);
	}
	state_events_set_ahead(message->table, &ahead, message->record);
}

static enum verdict finish_turn(struct own *own)
{
	struct submit *message = own->message;
	struct card_state *table = message->table;

	if (own->discard != NO_COPY && is_without_move(own)) {
		table->now.state = TURN_IN;
		resolve_script(table, own->first, NO_ACTION, message->record, message->why);
	} else if (own_turn_judge(table, message->seat, own->first, message->record,
				  message->why) == REFUSED) {
		return REFUSED;
	}
	state_events_will_discard(table, message->seat, own->discard, message->record);
	if (table->now.state == TURN_OPEN && table->now.demanded == NO_SIDE)
		continue_without_card(own);
	if (table->outcome.status == STATUS_PLAYING && table->now.state == TURN_IN)
		reaction_window_open(table, message->seat);
	if (table->now.phase != PHASE_OVER)
		reaction_window_advance(table, message->record);
	return ACCEPTED;
}

enum verdict submit_turn(struct submit *message)
{
	struct own own = {
		.message = message,
		.first = message->table->action_count,
		.discard = NO_COPY,
	};

	if (process_orders(&own) == REFUSED)
		return REFUSED;
	if (own.redrawn && message->table->action_count == 0 && !own.passed &&
	    own.discard == NO_COPY)
		return ACCEPTED;
	message->table->now.begun_again = false;
	if (check_discard(&own) == REFUSED)
		return REFUSED;
	message->has_turn = true;
	store_ahead_moves(message);
	if (own.passed && own.discard == NO_COPY) {
		state_events_will_discard(message->table, message->seat, NO_COPY, message->record);
		turn_cycle_without_move(message->table, message->record);
		return ACCEPTED;
	}
	return finish_turn(&own);
}

bool submit_apply_ahead(struct card_state *table, struct event_list *record)
{
	char *text = table->now.chaos ? table->ahead.chaos : table->ahead.fogged;
	struct order order = {.kind = ORDER_MOVE, .text = text};
	struct order_list orders = {.orders = &order, .count = 1, .size = 1};
	struct event_list events;
	struct card_state next;
	struct submit message = {
		.table = &next,
		.seat = table->field.position.turn,
		.orders = &orders,
		.record = &events,
		.why = &(struct reason){.text = ""},
	};
	bool done;

	if (table->now.phase != PHASE_MOVE || !table->now.begun_again || *text == '\0')
		return false;
	card_state_copy(&next, table);
	event_list_init(&events);
	done = submit_turn(&message) == ACCEPTED;
	if (done) {
		card_state_copy(table, &next);
		event_append(record, &events);
	}
	event_list_done(&events);
	return done;
}
