/* SPDX-License-Identifier: MIT */
/* Doomsayer: it waits for a word and then claims a piece. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "core/cards/board/card_movegen.h"
#include "core/cards/effects/effect_tables.h"
#include "core/cards/effects/effects.h"
#include "core/cards/play/effect_context.h"
#include "core/cards/play/targets.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"

/* Returns the kind that a word names, in any case, singular or plural; -1 if none. Kings are
 * exempt. */
static int kind_of_word(const char *word, size_t len)
{
	static const struct {
		const char *name;
		int kind;
	} kinds[] = {
		{"queen", CARD_QUEEN},	 {"rook", CARD_ROOK}, {"bishop", CARD_BISHOP},
		{"knight", CARD_KNIGHT}, {"pawn", CARD_PAWN}, {"crab", KIND_CRAB},
		{"prince", KIND_PRINCE},
	};
	char name[16];

	if (len >= sizeof name)
		return -1;
	snprintf(name, sizeof name, "%.*s", (int)len, word);
	for (unsigned plural = 0; plural < 2 && len > 0; plural++) {
		for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
			if (strbuf_same(name, kinds[i].name))
				return kinds[i].kind;
		if (tolower((unsigned char)name[len - 1]) != 's')
			break;
		name[len - 1] = '\0';
	}
	return -1;
}

static bool is_of_kind(const struct card_ruleset *book, const struct card_board *field,
		       unsigned piece, int kind)
{
	if (kind == KIND_CRAB || kind == KIND_PRINCE)
		return card_board_is_of_kind(field, piece, (unsigned)kind);
	return card_board_is(book, field, piece, (uint16_t)(1u << kind));
}

/* Reports whether the king of the seat to move can do without the piece. Losing the piece, whoever
 * loses it, may not expose that king at the turn's end. The seat itself must also be able to end a
 * turn of its own. Only such a piece can be lost, before anything is judged; without one nobody
 * hears the word. */
static bool can_spare(const struct card_ruleset *book, const struct card_board *field, uint8_t seat,
		      unsigned piece)
{
	uint8_t mover = field->position.turn;
	struct card_board after = *field;

	card_board_capture(book, &after, piece, NO_PIECE, false, NULL);
	if (field->turn_log.moved)
		return !card_movegen_in_check(book, &after, mover) ||
		       card_movegen_in_check(book, field, mover);
	return seat != mover || card_movegen_any_move(book, &after, seat) ||
	       !card_movegen_any_move(book, field, seat);
}

static bool is_losable(const struct card_ruleset *book, const struct card_board *field,
		       uint8_t seat, unsigned piece, int kind)
{
	return (field->position.pieces[piece].fate == ON_BOARD ||
		field->position.pieces[piece].fate == SHARING) &&
	       card_board_is_own(field, piece, seat) && is_of_kind(book, field, piece, kind) &&
	       card_board_may_be_taken(book, field, piece) && can_spare(book, field, seat, piece);
}

/* Returns the first square, in square order, with a piece of that kind that the seat can lose;
 * NO_SQUARE if there is none. */
static square first_losable(const struct card_ruleset *book, const struct card_board *field,
			    uint8_t seat, int kind)
{
	for (unsigned i = 0; i < book->variant->board.squares; i++) {
		square at = effect_context_nth_square(book, i);
		unsigned piece = card_board_at(field, at);

		if (piece != NO_PIECE && is_losable(book, field, seat, piece, kind))
			return at;
		piece = piece != NO_PIECE && card_ruleset_is_third(book)
				? card_board_behind(field, at)
				: NO_PIECE;
		if (piece != NO_PIECE && is_losable(book, field, seat, piece, kind))
			return at;
	}
	return NO_SQUARE;
}

/* Returns the length of a card's name of several words at the beginning of the text of SAY, in
 * bytes. Such a name names no kind of piece. */
static size_t card_name_length(const struct card_ruleset *book, const char *said)
{
	size_t used = 0;
	uint8_t card = card_named(book->set, said, &used);

	return card != NO_CARD && strpbrk(book->set->cards[card].name, " -") != NULL ? used : 0;
}

/* Returns the first kind named of which the seat has a piece to lose, or -1. */
static int first_losable_kind(const struct card_ruleset *book, const struct card_board *field,
			      uint8_t seat, const char *said)
{
	while (*said != '\0') {
		size_t len = card_name_length(book, said);
		int kind;

		if (len > 0) {
			said += len;
			continue;
		}
		while (isalpha((unsigned char)said[len]))
			len++;
		kind = kind_of_word(said, len);
		if (kind >= 0 && first_losable(book, field, seat, kind) != NO_SQUARE)
			return kind;
		said += len > 0 ? len : 1;
	}
	return -1;
}

bool effects_trigger_doomsayer(const struct card_ruleset *book, struct card_board *field,
			       uint8_t seat, const char *said, struct event_list *record)
{
	int kind = first_losable_kind(book, field, seat, said);
	unsigned heard = 0;

	/* An action stores no more answers than MAX_SIDES. */
	for (unsigned i = 0; i < field->effect_count && kind >= 0 && heard < MAX_SIDES; i++) {
		const struct effect *effect = &field->effects[i];

		if (effect->what != EFFECT_DOOMSAYER || effect->suspended ||
		    effect->seat != NO_SIDE)
			continue;
		card_board_bind_effect(book, field, effect->serial, seat, (uint8_t)kind, record);
		heard++;
	}
	return heard > 0;
}

/* Returns the oldest Doomsayer that waits for an answer, or NULL. */
static const struct effect *find_waiting(const struct card_board *field, uint8_t seat)
{
	CARD_BOARD_EFFECTS(effect, field)
	if (effect->what == EFFECT_DOOMSAYER && effect->seat != NO_SIDE &&
	    (seat == NO_SIDE || effect->seat == seat))
		return effect;
	return NULL;
}

static enum effect_context_result play_doomsayer(struct effect_context *context)
{
	card_board_add_effect(context->book, context->field,
			      effect_context_effect(context, EFFECT_DOOMSAYER), context->record);
	return EFFECT_CONTEXT_DONE;
}

static uint8_t doomsayer_asks(const struct effect_context *context, uint16_t answered)
{
	const struct effect *waiting = find_waiting(context->field, NO_SIDE);

	(void)answered;
	return waiting == NULL ? NO_SIDE : waiting->seat;
}

static enum effect_context_result doomsayer_answer(struct effect_context *context,
						   const struct answer *answer)
{
	const struct effect *waiting = find_waiting(context->field, answer->seat);
	square at = targets_answered(answer);
	unsigned piece;
	uint16_t serial;

	if (waiting == NULL || at == NO_SQUARE)
		return effect_context_deny(
			context,
			"Expected: ANSWER and the square of the piece that you lose, such as e4.");
	piece = card_board_at(context->field, at);
	if (piece == NO_PIECE ||
	    !is_losable(context->book, context->field, answer->seat, piece, waiting->type))
		return effect_context_refuse(
			context, at,
			"that is no piece you can lose; expected one of this kind: %s.",
			translate(card_ruleset_kind_name(context->book, waiting->type)));
	serial = waiting->serial;
	card_board_capture(context->book, context->field, piece, NO_PIECE, false, context->record);
	card_board_end_effect(context->book, context->field, serial, context->record);
	/* Lets Doomsayers that heard the same word, but have nothing left to claim, wait for
	 * another word. */
	CARD_BOARD_EFFECTS(effect, context->field)
	{
		if (effect->what == EFFECT_DOOMSAYER && effect->seat == answer->seat &&
		    first_losable(context->book, context->field, answer->seat, effect->type) ==
			    NO_SQUARE)
			card_board_bind_effect(context->book, context->field, effect->serial,
					       NO_SIDE, NO_TYPE, context->record);
	}
	return EFFECT_CONTEXT_DONE;
}

static bool doomsayer_first(const struct effect_context *context, uint8_t seat, struct play *words)
{
	const struct effect *waiting = find_waiting(context->field, seat);
	square at = waiting == NULL
			    ? NO_SQUARE
			    : first_losable(context->book, context->field, seat, waiting->type);

	if (at == NO_SQUARE)
		return false;
	targets_add_square(words, at);
	return true;
}

static const struct demand_rules doomsayer_demand = {
	.asks = doomsayer_asks,
	.answer = doomsayer_answer,
	.first = doomsayer_first,
};

const struct effect_rules effects_doom_rules[] = {
	{.name = "doomsayer",
	 .targets = "",
	 .play = play_doomsayer,
	 .demand = &doomsayer_demand,
	 .attack_impact = ATTACK_IMPACT_NONE},
	{0},
};
