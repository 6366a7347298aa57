/* SPDX-License-Identifier: MIT */
/* Every play of a card: by its effect's own list, or by trying all words that fit its targets. */
#include "core/cards/play/play_do.h"
#include "core/cards/play/targets.h"
#include "core/variant/variant_data.h"

/* What is being tried. */
struct search {
	const struct moment *moment;
	struct play play;
	struct play_list *out;
	unsigned first; /* how many plays the list had before */
};

/* Whether it is worth while to try on a copy of the field. */
static bool may_play(const struct search *search)
{
	const struct effect_rules *effect = search->moment->card->effect;
	struct moment moment = *search->moment;

	if (effect->may == NULL || search->moment->card->target_count != 1)
		return true;
	moment.play = &search->play;
	moment.why = NULL;
	return effect->may(&moment);
}

static void try_play(struct search *search)
{
	struct play play = search->play;

	if (!may_play(search) || !play_would(search->moment, &play))
		return;
	if (search->moment->card->unordered) {
		targets_sort(search->moment, &play, 0);
		if (play_list_has(search->out, search->first, &play))
			return;
	}
	play_list_add(search->out, &play);
}

static void try_rules(struct search *search, unsigned rule);

/* Goes on with the target that was just filled in, and takes it out again. */
static void try_target(struct search *search, unsigned rule)
{
	struct play *play = &search->play;

	if (targets_look(search->moment, &search->moment->card->targets[rule],
			 &play->targets[play->target_count - 1], NULL))
		try_rules(search, rule + 1);
	targets_drop(play);
}

static void try_moves(struct search *search, unsigned rule, square from)
{
	const struct board *board = &search->moment->book->variant->board;

	if (!targets_stand(search->moment, &search->moment->card->targets[rule], from))
		return;
	for (square to = 0; to < board->squares; to++)
		if (to != from && !board->hole[to]) {
			targets_add_move(&search->play, from, to);
			try_target(search, rule);
		}
}

/* The square's edges to the north and east: so each is tried once. */
static void try_edges(struct search *search, unsigned rule, square at)
{
	const struct board *board = &search->moment->book->variant->board;
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
	const struct variant *variant = search->moment->book->variant;

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

/* Whether a seat needn't be named: there is only one that plays against the player. */
static bool is_seat_clear(const struct moment *moment)
{
	unsigned opponents = 0;

	for (uint8_t seat = 0; seat < variant_seats(moment->book->variant); seat++)
		opponents += field_opposes(moment->book, moment->field, moment->player, seat);
	return opponents == 1;
}

/* Tries all words for the rule at that place of the card, and all behind it. */
static void try_rules(struct search *search, unsigned rule)
{
	const struct book *book = search->moment->book;
	const struct card *card = search->moment->card;
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
		if (is_seat_clear(search->moment)) {
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

static void search_all(const struct moment *moment, struct play_list *out)
{
	struct search search = {.moment = moment, .out = out, .first = out->count};

	targets_none(moment, &search.play);
	try_rules(&search, 0);
}

void play_search(const struct moment *moment, struct play_list *out)
{
	if (moment->card->effect->list != NULL)
		moment->card->effect->list(moment, out);
	else
		search_all(moment, out);
}
