/* SPDX-License-Identifier: MIT */
/* Lists every play of a card: by its effect's own list, or by trying all words that fit its
 * targets. */
#include <string.h>

#include "core/cards/play/front_piece.h"
#include "core/cards/play/play_execute.h"
#include "core/cards/play/targets.h"
#include "core/variant/variant_data.h"

struct search {
	const struct effect_context *context;
	struct play play;
	struct play_list *out;
	unsigned first; /* number of plays in the list before */
};

/* Reports whether the play is worth trying on a copy of the board. */
static bool may_play(const struct search *search)
{
	const struct effect_rules *effect = search->context->card->effect;
	struct effect_context context = *search->context;

	if (effect->may == NULL || search->context->card->target_count != 1)
		return true;
	context.play = &search->play;
	context.why = NULL;
	return effect->may(&context);
}

static void try_play(struct search *search)
{
	struct play play = search->play;

	if (!may_play(search) || !play_would(search->context, &play))
		return;
	if (search->context->card->unordered) {
		targets_sort(search->context, &play, 0);
		if (play_list_has(search->out, search->first, &play))
			return;
	}
	play_list_add(search->out, &play);
}

static void try_rules(struct search *search, unsigned rule);

/* Continues with the target that was just added, then removes it. */
static void try_target(struct search *search, unsigned rule)
{
	struct play *play = &search->play;

	if (targets_check_square(search->context, &search->context->card->targets[rule],
				 &play->targets[play->target_count - 1], NULL))
		try_rules(search, rule + 1);
	targets_drop(play);
}

static void try_moves(struct search *search, unsigned rule, square from)
{
	const struct board *board = &search->context->book->variant->board;

	if (!targets_fit_square(search->context, &search->context->card->targets[rule], from))
		return;
	for (square to = 0; to < board->squares; to++)
		if (to != from && !board->hole[to]) {
			targets_add_move(&search->play, from, to);
			try_target(search, rule);
		}
}

/* Tries the square's edges to the north and east, so that each edge is tried once. */
static void try_edges(struct search *search, unsigned rule, square at)
{
	const struct board *board = &search->context->book->variant->board;
	const square others[2] = {board_offset(board, at, 0, 1), board_offset(board, at, 1, 0)};

	for (unsigned i = 0; i < 2; i++)
		if (others[i] != NO_SQUARE) {
			targets_add_move(&search->play, at, others[i])->form = TARGET_EDGE;
			try_target(search, rule);
		}
}

static void try_value(struct search *search, unsigned rule, enum target_form form, unsigned value)
{
	targets_add(&search->play, form)->value = (uint8_t)value;
	try_target(search, rule);
}

static void try_promotions(struct search *search, unsigned rule, square at)
{
	const struct variant *variant = search->context->book->variant;

	for (unsigned i = 0; i < variant->promotion_count; i++) {
		targets_add_promotion(&search->play, at, variant->promotions[i]);
		try_target(search, rule);
	}
}

static void try_square(struct search *search, unsigned rule, enum target_form form, square at)
{
	switch (form) {
	case TARGET_MOVE:
		try_moves(search, rule, at);
		break;
	case TARGET_EDGE:
		try_edges(search, rule, at);
		break;
	case TARGET_PROMOTION:
		try_promotions(search, rule, at);
		break;
	default:
		targets_add_square(&search->play, at);
		try_target(search, rule);
	}
}

/* Reports whether no seat needs to be named, because only one plays against the player. */
static bool is_seat_clear(const struct effect_context *context)
{
	unsigned opponents = 0;

	for (uint8_t seat = 0; seat < variant_seats(context->book->variant); seat++)
		opponents +=
			card_board_opposes(context->book, context->field, context->player, seat);
	return opponents == 1;
}

/* Tries all words for the rule with that index of the card, and for all after it. */
static void try_rules(struct search *search, unsigned rule)
{
	const struct card_ruleset *book = search->context->book;
	const struct card *card = search->context->card;
	const struct target_rule *wanted = &card->targets[rule];
	unsigned values[] = {[TARGET_KIND] = CARD_KINDS,
			     [TARGET_CARD] = book->set->count,
			     [TARGET_SEAT] = book->variant->side_count,
			     [TARGET_TURN] = 2};

	if (rule == card->target_count) {
		try_play(search);
		return;
	}
	if (wanted->optional && wanted->form == TARGET_SEAT) {
		if (is_seat_clear(search->context)) {
			try_rules(search, rule + 1);
			return;
		}
	} else if (wanted->optional) {
		try_rules(search, rule + 1);
	}
	if (wanted->form == TARGET_KIND || wanted->form == TARGET_CARD ||
	    wanted->form == TARGET_SEAT || wanted->form == TARGET_TURN) {
		for (unsigned value = 0; value < values[wanted->form]; value++)
			if (wanted->form != TARGET_KIND || value < book->variant->type_count ||
			    value >= KIND_CRAB)
				try_value(search, rule, wanted->form, value);
		return;
	}
	for (square at = 0; at < book->variant->board.squares; at++)
		if (!book->variant->board.hole[at])
			try_square(search, rule, wanted->form, at);
}

static void search_all(const struct effect_context *context, struct play_list *out)
{
	struct search search = {.context = context, .out = out, .first = out->count};

	targets_none(context, &search.play);
	try_rules(&search, 0);
}

/* Lists the plays with the pieces that are in front now. */
static void search_current_fronts(const struct effect_context *context, struct play_list *out)
{
	if (context->card->effect->list != NULL)
		context->card->effect->list(context, out);
	else
		search_all(context, out);
}

/* ---- two pieces on one square [two-on-a-square] ---- */

enum { MAX_PAIRS = 3 };

/* Carries out the play on a copy of the board; false if it is refused. */
static bool try_on_copy(const struct effect_context *context, const struct play *play,
			struct card_board *field_out)
{
	struct effect_context trial = effect_context_try(context, field_out);
	bool made = play_do(&trial, play, NULL) != EFFECT_CONTEXT_REFUSED;

	if (made)
		front_piece_reset(&trial);
	return made;
}

/* Adds to targets that begin with a shared square the name of the piece in front on `field`. */
static void name_pieces(const struct card_board *field, struct play *play)
{
	for (unsigned i = 0; i < play->target_count; i++) {
		struct target *target = &play->targets[i];

		if (target->square_count > 0 && target->form != TARGET_EDGE &&
		    card_board_behind(field, target->squares[0]) != NO_PIECE)
			target->piece =
				(uint8_t)(field->position
						  .pieces[card_board_at(field, target->squares[0])]
						  .type +
					  1);
	}
}

/* Adds a play that was found with certain pieces in front. Pieces are named only as far as the play
 * would otherwise mean others. */
static void add_with_named_pieces(const struct effect_context *context,
				  const struct effect_context *turned, const struct play *found,
				  struct play_list *out, unsigned first)
{
	struct play play = *found, named = *found;
	struct card_board bare, meant;

	name_pieces(turned->field, &named);
	if (!try_on_copy(turned, found, &meant))
		return;
	for (unsigned i = 0; i < named.target_count; i++) {
		uint8_t piece = play.targets[i].piece;

		if (try_on_copy(context, &play, &bare) && memcmp(&bare, &meant, sizeof bare) == 0)
			break;
		play.targets[i].piece = named.targets[i].piece;
		if (play.targets[i].piece == 0)
			play.targets[i].piece = piece;
	}
	if (try_on_copy(context, &play, &bare) && memcmp(&bare, &meant, sizeof bare) == 0 &&
	    !play_list_has(out, first, &play))
		play_list_add(out, &play);
}

void play_search(const struct effect_context *context, struct play_list *out)
{
	square squares[MAX_PAIRS];
	unsigned pairs = card_ruleset_is_third(context->book) && !context->as_they_stand
				 ? front_piece_squares(context->field, squares, MAX_PAIRS)
				 : 0;
	const unsigned first = out->count;

	if (pairs == 0) {
		search_current_fronts(context, out);
		return;
	}
	for (unsigned set = 0; set < 1u << pairs; set++) {
		struct card_board field;
		struct effect_context turned = effect_context_try(context, &field);
		struct play_list found;

		turned.as_they_stand = true;
		for (unsigned i = 0; i < pairs; i++)
			if (set >> i & 1)
				front_piece_turn(context->book, &field, squares[i]);
		play_list_init(&found);
		search_current_fronts(&turned, &found);
		for (unsigned i = 0; i < found.count; i++)
			add_with_named_pieces(context, &turned, &found.plays[i], out, first);
		play_list_done(&found);
	}
}
