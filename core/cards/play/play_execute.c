/* SPDX-License-Identifier: MIT */

#include <string.h>

#include "core/cards/play/effect_context.h"
#include "core/cards/play/play_execute.h"
#include "core/cards/play/targets.h"
#include "core/variant/variant_data.h"

enum front_piece_set {
	FRONT_PIECE_SET,
	FRONT_PIECE_OTHERS, /* the words name other pieces */
	FRONT_PIECE_NONE,   /* there is no nth way */
};

/* The most squares of one order that are considered. */
enum { MAX_FRONTS = 4 };

static bool is_shared(const struct card_board *field, square at)
{
	return at < CARD_SQUARES && card_board_behind(field, at) != NO_PIECE;
}

/* Lists the squares shared by two pieces with which targets begin, each once. Returns their
 * number. */
static unsigned list_shared(const struct effect_context *context, const struct target *targets,
			    unsigned count, square squares_out[MAX_FRONTS])
{
	unsigned found = 0;

	for (unsigned i = 0; i < count && found < MAX_FRONTS; i++) {
		square at = targets[i].square_count > 0 ? targets[i].squares[0] : NO_SQUARE;
		bool known = targets[i].form == TARGET_EDGE;

		for (unsigned k = 0; k < found; k++)
			known |= squares_out[k] == at;
		if (!known && is_shared(context->field, at))
			squares_out[found++] = at;
	}
	return found;
}

/* Reports whether it is open which piece is meant: a target names one, or begins with a square that
 * has two pieces. */
static bool front_piece_is_ambiguous(const struct effect_context *context,
				     const struct target *targets, unsigned count)
{
	square squares[MAX_FRONTS];

	if (context->as_they_stand || !card_ruleset_is_third(context->book))
		return false;
	for (unsigned i = 0; i < count; i++)
		if (targets[i].piece != 0)
			return true;
	return list_shared(context, targets, count, squares) > 0;
}

/* Reports whether the piece is the greater of two, in the order K Q R B N P. */
static bool is_greater(const struct card_board *field, unsigned piece)
{
	const struct piece *pieces = field->position.pieces;

	return pieces[piece].type <= pieces[field->partner[piece]].type;
}

/* Reports whether every piece that a target names is in front on its square. */
static bool are_named_pieces_in_front(const struct effect_context *context,
				      const struct target *targets, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		unsigned piece = targets[i].square_count > 0
					 ? card_board_at(context->field, targets[i].squares[0])
					 : NO_PIECE;

		if (targets[i].piece != 0 &&
		    (piece == NO_PIECE ||
		     context->field->position.pieces[piece].type + 1 != targets[i].piece))
			return false;
	}
	return true;
}

/* Brings pieces to the front on context->field, in the nth way in which the targets can be meant,
 * from 0. In the first way all are the greater of the two. */
static enum front_piece_set front_piece_set(struct effect_context *context,
					    const struct target *targets, unsigned count,
					    unsigned nth)
{
	square squares[MAX_FRONTS];
	unsigned shared = list_shared(context, targets, count, squares);

	if (nth >> shared != 0)
		return FRONT_PIECE_NONE;
	for (unsigned i = 0; i < shared; i++) {
		unsigned front = card_board_at(context->field, squares[i]);
		bool greater = !(nth >> (shared - 1 - i) & 1);

		if (is_greater(context->field, front) != greater)
			card_board_bring_to_front(context->book, context->field,
						  card_board_behind(context->field, squares[i]),
						  context->record);
	}
	return are_named_pieces_in_front(context, targets, count) ? FRONT_PIECE_SET
								  : FRONT_PIECE_OTHERS;
}

/* Brings the greater of each two pieces to the front again. */
static void front_piece_reset(struct effect_context *context)
{
	for (square at = 0; at < CARD_SQUARES; at++)
		if (is_shared(context->field, at) &&
		    !is_greater(context->field, card_board_at(context->field, at)))
			card_board_bring_to_front(context->book, context->field,
						  card_board_behind(context->field, at),
						  context->record);
}

/* front_piece_turn brings the other piece on the square to the front, on a board that belongs to
 * the caller. For front_piece_squares: lists the squares with two pieces, at most `max`, and
 * returns their number. */
static unsigned front_piece_squares(const struct card_board *field, square *squares_out,
				    unsigned max)
{
	unsigned found = 0;

	for (square at = 0; at < CARD_SQUARES && found < max; at++)
		if (is_shared(field, at))
			squares_out[found++] = at;
	return found;
}

enum { MAX_ANSWERS_TRIED = 64 };

/* Plays the card on the pieces that are in front now. */
static enum effect_context_result play_with_current_fronts(struct effect_context *context,
							   const struct play *play,
							   struct reason *why)
{
	struct play fitted = *play;
	struct effect_context doing = *context;
	/* A secret target of another player on a concealed table: it was checked when it was
	 * played. */
	bool concealed = context->card->effect->secret && play->target_count > 0 &&
			 play->targets[0].squares[0] == NO_SQUARE;

	if (!concealed && !targets_fit(context, &fitted, why))
		return EFFECT_CONTEXT_REFUSED;
	doing.play = &fitted;
	doing.why = why;
	doing.mated = NULL;
	return context->card->effect->play(&doing);
}

static enum effect_context_result do_answer(struct effect_context *context,
					    const struct answer *answer)
{
	return context->card->effect->demand->answer(context, answer);
}

/* A play or an answer; the other is NULL. */
struct play_or_answer {
	const struct play *play;
	const struct answer *answer;
	struct reason *why;
};

static enum effect_context_result do_play_or_answer(struct effect_context *context,
						    const struct play_or_answer *deed,
						    struct reason *why)
{
	context->why = why;
	return deed->play != NULL ? play_with_current_fronts(context, deed->play, why)
				  : do_answer(context, deed->answer);
}

/* Tries which pieces may be meant, and carries out the first possibility that fits
 * [two-on-a-square]. If none fits, `why` says why the first doesn't. */
static enum effect_context_result do_first_fitting(struct effect_context *context,
						   const struct play_or_answer *deed,
						   const struct target *targets, unsigned count)
{
	enum effect_context_result result = EFFECT_CONTEXT_REFUSED;
	enum front_piece_set set;
	struct reason *why = deed->why;
	bool tried = false;
	unsigned nth = 0;

	while (result == EFFECT_CONTEXT_REFUSED) {
		struct card_board field;
		struct effect_context trial = effect_context_try(context, &field);

		set = front_piece_set(&trial, targets, count, nth++);
		if (set == FRONT_PIECE_NONE)
			break;
		if (set == FRONT_PIECE_OTHERS)
			continue;
		result = do_play_or_answer(&trial, deed, tried ? NULL : why);
		tried = true;
	}
	if (!tried)
		reason_set(why, "No such piece stands there as is named.");
	if (result == EFFECT_CONTEXT_REFUSED)
		return result;
	front_piece_set(context, targets, count, nth - 1);
	result = do_play_or_answer(context, deed, why);
	front_piece_reset(context);
	return result;
}

enum effect_context_result play_do(struct effect_context *context, const struct play *play,
				   struct reason *why)
{
	struct reason *asked = context->why;
	enum effect_context_result result;

	if (!front_piece_is_ambiguous(context, play->targets, play->target_count))
		return play_with_current_fronts(context, play, why);
	result = do_first_fitting(context, &(struct play_or_answer){play, NULL, why}, play->targets,
				  play->target_count);
	context->why = asked;
	return result;
}

enum effect_context_result play_answer(struct effect_context *context, const struct answer *answer)
{
	struct reason *asked = context->why;
	enum effect_context_result result;

	if (answer->no || !front_piece_is_ambiguous(context, answer->targets, answer->target_count))
		return do_answer(context, answer);
	result = do_first_fitting(context, &(struct play_or_answer){NULL, answer, asked},
				  answer->targets, answer->target_count);
	context->why = asked;
	return result;
}

bool play_would(const struct effect_context *context, const struct play *play)
{
	struct card_board field;
	struct effect_context trial = effect_context_try(context, &field);

	return play_do(&trial, play, NULL) != EFFECT_CONTEXT_REFUSED;
}

void play_add(const struct effect_context *context, const struct play *play, struct play_list *out)
{
	if (play_would(context, play))
		play_list_add(out, play);
}

bool play_nth_answer(const struct effect_context *context, uint8_t seat, unsigned index,
		     struct answer *answer_out)
{
	const struct demand_rules *rules = context->card->effect->demand;
	struct play words = {.target_count = 0};
	bool any;

	if (index == 0)
		any = rules->first(context, seat, &words);
	else
		any = rules->nth != NULL && index <= MAX_ANSWERS_TRIED &&
		      rules->nth(context, seat, index - 1, &words);
	*answer_out = (struct answer){.seat = seat, .no = !any, .target_count = words.target_count};
	memcpy(answer_out->targets, words.targets, sizeof words.targets);
	return any || index == 0;
}

/* Finds answers for the seats that are still asked after those in `answered`. */
static bool answer_remaining_seats(struct effect_context *context, uint16_t answered,
				   const struct goal *goal)
{
	const struct demand_rules *rules = context->card->effect->demand;
	const struct card_board before = *context->field;
	uint8_t seat = rules->asks(context, answered);
	struct effect_context_mated mated = {0, 0};
	struct answer answer;
	unsigned index = 0;

	if (seat == NO_SIDE) {
		if ((rules->finish == NULL || rules->finish(context) == EFFECT_CONTEXT_DONE) &&
		    goal->reached(goal->context, context->field))
			return true;
		*context->field = before;
		return false;
	}
	context->mated = &mated;
	while (play_nth_answer(context, seat, index++, &answer)) {
		const bool done = play_answer(context, &answer) == EFFECT_CONTEXT_DONE;

		context->mated = NULL; /* the next seat answers on another board */
		if (done &&
		    answer_remaining_seats(context, answered | (uint16_t)(1u << seat), goal))
			return true;
		*context->field = before;
		context->mated = &mated;
	}
	context->mated = NULL;
	return false;
}

bool play_let_answer(struct effect_context *context, const struct play *play,
		     const struct goal *goal)
{
	context->play = play;
	context->why = NULL;
	return answer_remaining_seats(context, 0, goal);
}

/* Lists every play of a card: by its effect's own list, or by trying all words that fit its
 * targets. */

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
				card_board_bring_to_front(context->book, &field,
							  card_board_behind(&field, squares[i]),
							  NULL);
		play_list_init(&found);
		search_current_fronts(&turned, &found);
		for (unsigned i = 0; i < found.count; i++)
			add_with_named_pieces(context, &turned, &found.plays[i], out, first);
		play_list_done(&found);
	}
}
