/* SPDX-License-Identifier: MIT */
/* Doomsayer: it lies in wait for a word and then claims a piece. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/cards/effects/effects.h"
#include "core/cards/play/moment.h"
#include "core/cards/effects/effects_tables.h"
#include "core/cards/play/targets.h"
#include "core/cards/field/ways.h"
#include "core/base/text.h"

/* The kind that a word names, in any case, singular or plural; -1 if none, kings being exempt. */
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
			if (text_same(name, kinds[i].name))
				return kinds[i].kind;
		if (tolower((unsigned char)name[len - 1]) != 's')
			break;
		name[len - 1] = '\0';
	}
	return -1;
}

static bool is_of_kind(const struct book *book, const struct field *field, unsigned piece, int kind)
{
	if (kind == KIND_CRAB || kind == KIND_PRINCE)
		return field_is_of_kind(field, piece, (unsigned)kind);
	return field_is(book, field, piece, (uint16_t)(1u << kind));
}

/* Whether the king of who is in turn can do without the piece: he may not be bared at the turn's
 * end by it, whoever loses it; and the seat itself must be able to end a turn of its own. That is
 * what makes a piece one to lose, before anything is judged: with none such nobody hears the word.
 */
static bool can_spare(const struct book *book, const struct field *field, uint8_t seat,
		      unsigned piece)
{
	uint8_t mover = field->position.turn;
	struct field after = *field;

	field_capture(book, &after, piece, NO_PIECE, false, NULL);
	if (field->story.moved)
		return !ways_in_check(book, &after, mover) || ways_in_check(book, field, mover);
	return seat != mover || ways_any_move(book, &after, seat) ||
	       !ways_any_move(book, field, seat);
}

static bool is_losable(const struct book *book, const struct field *field, uint8_t seat,
		       unsigned piece, int kind)
{
	return field->position.pieces[piece].fate == ON_BOARD && field_is_own(field, piece, seat) &&
	       is_of_kind(book, field, piece, kind) && field_may_be_taken(book, field, piece) &&
	       can_spare(book, field, seat, piece);
}

/* The first square in square order with such a piece, NO_SQUARE if there is none. */
static square first_losable(const struct book *book, const struct field *field, uint8_t seat,
			    int kind)
{
	for (unsigned i = 0; i < book->variant->board.squares; i++) {
		square at = moment_nth_square(book, i);
		unsigned piece = field_at(field, at);

		if (piece != NO_PIECE && is_losable(book, field, seat, piece, kind))
			return at;
	}
	return NO_SQUARE;
}

/* How many bytes of what was said are a card's name of several words, which names no kind. */
static size_t card_name_length(const struct book *book, const char *said)
{
	size_t used = 0;
	uint8_t card = card_named(book->set, said, &used);

	return card != NO_CARD && strpbrk(book->set->cards[card].name, " -") != NULL ? used : 0;
}

/* The first kind named of which the seat has a piece to lose, or -1. */
static int first_kind(const struct book *book, const struct field *field, uint8_t seat,
		      const char *said)
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

bool effects_hear(const struct book *book, struct field *field, uint8_t seat, const char *said,
		  struct event_list *record)
{
	int kind = first_kind(book, field, seat, said);
	unsigned heard = 0;

	/* No more than an action keeps answers for. */
	for (unsigned i = 0; i < field->effect_count && kind >= 0 && heard < MAX_SIDES; i++) {
		const struct effect *effect = &field->effects[i];

		if (effect->what != EFFECT_DOOMSAYER || effect->suspended ||
		    effect->seat != NO_SIDE)
			continue;
		field_bind_effect(book, field, effect->serial, seat, (uint8_t)kind, record);
		heard++;
	}
	return heard > 0;
}

/* The oldest Doomsayer that waits for an answer. */
static const struct effect *find_waiting(const struct field *field, uint8_t seat)
{
	FIELD_EFFECTS (effect, field)
		if (effect->what == EFFECT_DOOMSAYER && effect->seat != NO_SIDE &&
		    (seat == NO_SIDE || effect->seat == seat))
			return effect;
	return NULL;
}

static enum moment_result play_doomsayer(struct moment *moment)
{
	field_add_effect(moment->book, moment->field, moment_effect(moment, EFFECT_DOOMSAYER),
			 moment->record);
	return MOMENT_DONE;
}

static uint8_t doomsayer_asks(const struct moment *moment, uint16_t answered)
{
	const struct effect *waiting = find_waiting(moment->field, NO_SIDE);

	(void)answered;
	return waiting == NULL ? NO_SIDE : waiting->seat;
}

/* Doomsayers that heard the same word and find nothing left to claim wait for another. */
static void arm_again(struct moment *moment, uint8_t seat)
{
	FIELD_EFFECTS (effect, moment->field) {
		if (effect->what == EFFECT_DOOMSAYER && effect->seat == seat &&
		    first_losable(moment->book, moment->field, seat, effect->type) == NO_SQUARE)
			field_bind_effect(moment->book, moment->field, effect->serial, NO_SIDE,
					  NO_TYPE, moment->record);
	}
}

static enum moment_result doomsayer_answer(struct moment *moment, const struct answer *answer)
{
	const struct effect *waiting = find_waiting(moment->field, answer->seat);
	square at = targets_answered(answer);
	unsigned piece;
	uint16_t serial;

	if (waiting == NULL || at == NO_SQUARE)
		return moment_deny(
			moment,
			"Expected: ANSWER and the square of the piece that you lose, such as e4.");
	piece = field_at(moment->field, at);
	if (piece == NO_PIECE ||
	    !is_losable(moment->book, moment->field, answer->seat, piece, waiting->type))
		return moment_refuse(
			moment, at, "that is no piece you can lose; expected one of this kind: %s.",
			phrase(book_kind_name(moment->book, waiting->type)));
	serial = waiting->serial;
	field_capture(moment->book, moment->field, piece, NO_PIECE, false, moment->record);
	field_end_effect(moment->book, moment->field, serial, moment->record);
	arm_again(moment, answer->seat);
	return MOMENT_DONE;
}

static bool doomsayer_first(const struct moment *moment, uint8_t seat, struct play *words)
{
	const struct effect *waiting = find_waiting(moment->field, seat);
	square at = waiting == NULL
			    ? NO_SQUARE
			    : first_losable(moment->book, moment->field, seat, waiting->type);

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
	 .lays = LAYS_INERT},
	{0},
};
