/* SPDX-License-Identifier: MIT */
/*
 * [several-moves], [new-attacks], [mate-by-one-move]: finds who attacks the seat to move, and what
 * a turn of several moves may not do.
 */
#include <string.h>

#include "core/position/move_armies.h"
#include "core/rules/movegen.h"
#include "core/rules/movegen_pins.h"
#include "core/rules/peterson_internal.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"

enum { HITS = DIRECTIONS + LEAPS };

/*
 * Lists the pieces that the piece attacks, of any owner, whether or not it is pinned or they may be
 * captured [attack-is-geometry]. Returns their number, and their indices in `hits_out`.
 */
static unsigned list_attacked(const struct variant *variant, const struct position *position,
			      const struct piece *piece, uint8_t hits_out[HITS])
{
	const struct reach *reach = &variant->sides[piece->side].reach[piece->type];
	unsigned ways = reach->slide_capture | reach->step_capture, count = 0;

	for (; ways != 0; ways &= ways - 1) {
		unsigned d = (unsigned)__builtin_ctz(ways), empty;
		square at = movegen_ray(&variant->board, position, piece->at, d, &empty);

		if (position->piece_at[at] != NO_PIECE &&
		    (reach->slide_capture >> d & 1 || empty == 0))
			hits_out[count++] = position->piece_at[at];
	}
	for (unsigned i = 0; i < LEAPS && reach->leap_capture; i++) {
		square at = variant->board.leap[piece->at][i];

		if (position->piece_at[at] != NO_PIECE)
			hits_out[count++] = position->piece_at[at];
	}
	return count;
}

/* Moves *i to the armies' next piece on the board. Returns false if there is none. */
static bool next_piece(const struct position *position, uint8_t armies, unsigned *i)
{
	for (; *i < position->piece_count; ++*i)
		if (position->pieces[*i].fate == ON_BOARD &&
		    armies >> position->pieces[*i].side & 1)
			return true;
	return false;
}

/* Returns the sides that an opponent of the player commands; none if `opponent` is the player. */
static uint8_t foes_of(const struct variant *variant, const struct position *position,
		       uint8_t player, uint8_t opponent)
{
	unsigned sides = 0;

	for (unsigned side = 0; side < variant->side_count; side++)
		if (position->controller[side] == opponent && opponent != player)
			sides |= 1u << side;
	return (uint8_t)sides;
}

static bool attacks_any(const struct variant *variant, const struct position *position,
			uint8_t foes, uint8_t armies)
{
	for (unsigned i = 0; next_piece(position, armies, &i); i++)
		if (movegen_attacked(variant, position, position->pieces[i].at, foes))
			return true;
	return false;
}

uint16_t peterson_attackers(const struct variant *variant, const struct position *position)
{
	uint8_t player = position->controller[position->turn];
	uint8_t armies = move_seat_armies(variant, position, position->turn);
	unsigned attackers = 0;

	for (uint8_t seat = 0; seat < variant->side_count; seat++)
		if (position->in_play >> seat & 1 &&
		    attacks_any(variant, position, foes_of(variant, position, player, seat),
				armies))
			attackers |= 1u << seat;
	return (uint16_t)attackers;
}

void peterson_survey(const struct variant *variant, const struct position *position,
		     struct peterson_survey *survey_out)
{
	uint8_t armies = move_seat_armies(variant, position, position->turn);
	unsigned k;

	memset(survey_out, 0, sizeof *survey_out);
	survey_out->debt = position->debts[position->turn];
	survey_out->allowed = 1;
	/* In other variants the attackers only matter when a turn of several moves is refused. */
	if (!variant->peterson.defense)
		return;
	survey_out->attackers = peterson_attackers(variant, position);
	k = (unsigned)__builtin_popcount(survey_out->attackers);
	survey_out->allowed = k > 1 ? k : 1;
	if (survey_out->allowed == 1)
		return;
	for (unsigned i = 0; next_piece(position, armies, &i); i++) {
		uint8_t hits[HITS];
		unsigned count = list_attacked(variant, position, &position->pieces[i], hits);

		while (count-- > 0)
			piece_set_add(&survey_out->attacked, hits[count]);
	}
}

size_t peterson_attacks(const struct variant *variant, const struct position *position,
			struct attack *attacks_out, size_t max)
{
	uint8_t player = position->controller[position->turn];
	uint8_t armies = move_seat_armies(variant, position, position->turn);
	size_t found = 0;

	for (uint8_t seat = 0; seat < variant->side_count; seat++) {
		uint8_t foes = foes_of(variant, position, player, seat), hits[HITS];

		for (unsigned i = 0; next_piece(position, foes, &i); i++) {
			unsigned count =
				list_attacked(variant, position, &position->pieces[i], hits);

			for (unsigned j = 0; j < count; j++) {
				const struct piece *victim = &position->pieces[hits[j]];

				if (!(armies >> victim->side & 1))
					continue;
				if (found < max)
					attacks_out[found] = (struct attack){
						seat, position->pieces[i].at, victim->at};
				found++;
			}
		}
	}
	return found;
}

bool peterson_moves_twice(const struct position *position, const struct peterson_log *log,
			  const struct move *move)
{
	return piece_set_has(&log->moved, position->piece_at[move->from]) ||
	       (move->kind == MOVE_CASTLE &&
		piece_set_has(&log->moved, position->piece_at[move->other]));
}

static square capture_square(const struct position *position, const struct move *move)
{
	square at = move->kind == MOVE_EN_PASSANT ? move->other : move->to;

	return move->kind == MOVE_CASTLE || position->piece_at[at] == NO_PIECE ? NO_SQUARE : at;
}

uint8_t peterson_victim(const struct position *position, const struct move *move)
{
	square at = capture_square(position, move);

	return at == NO_SQUARE ? NO_SIDE : position->controller[position_piece(position, at)->side];
}

bool peterson_repeats(const struct position *position, const struct peterson_log *log,
		      const struct move *move)
{
	uint8_t victim = peterson_victim(position, move);

	return peterson_moves_twice(position, log, move) ||
	       (victim != NO_SIDE && log->captured >> victim & 1);
}

void peterson_go(const struct variant *variant, struct position *position, struct peterson_log *log,
		 const struct move *move, struct event_list *record)
{
	square taken = capture_square(position, move);
	uint8_t seat = peterson_victim(position, move);

	piece_set_add(&log->moved, position->piece_at[move->from]);
	if (move->kind == MOVE_CASTLE)
		piece_set_add(&log->moved, position->piece_at[move->other]);
	if (seat != NO_SIDE) {
		log->captures[log->capture_count].captor = position->piece_at[move->from];
		log->captures[log->capture_count].victim = position->piece_at[taken];
		log->captures[log->capture_count++].seat = seat;
		log->captured |= (uint16_t)(1u << seat);
	}
	log->restarts |= move_go(variant, position, move, record);
}

/* The attacks by the seat's pieces after a turn. */
struct ending {
	const struct variant *variant;
	const struct position *position;
	unsigned count;
	uint8_t pieces[MAX_PIECES];	   /* the seat's */
	struct piece_set hits[MAX_PIECES]; /* opponents' pieces that each attacks */
	uint16_t seats[MAX_PIECES];	   /* the seats of these pieces */
	struct piece_set fresh[MAX_SIDES]; /* [new-attacks]: each opponent's newly attacked or
					      captured pieces */
	unsigned fresh_count[MAX_SIDES];
};

static void add_fresh(struct ending *ending, const struct peterson_survey *survey, uint8_t seat,
		      unsigned index)
{
	if (piece_set_has(&survey->attacked, index) || piece_set_has(&ending->fresh[seat], index))
		return;
	piece_set_add(&ending->fresh[seat], index);
	ending->fresh_count[seat]++;
}

static void survey_piece(struct ending *ending, const struct peterson_survey *survey,
			 unsigned index)
{
	const struct position *position = ending->position;
	uint8_t player = position->controller[position->turn], hits[HITS];
	unsigned count = list_attacked(ending->variant, position, &position->pieces[index], hits);

	ending->pieces[ending->count] = (uint8_t)index;
	ending->seats[ending->count] = 0;
	memset(&ending->hits[ending->count], 0, sizeof *ending->hits);
	for (unsigned i = 0; i < count; i++) {
		uint8_t seat = position->controller[position->pieces[hits[i]].side];

		if (seat == NO_SIDE || seat == player)
			continue;
		ending->seats[ending->count] |= (uint16_t)(1u << seat);
		piece_set_add(&ending->hits[ending->count], hits[i]);
		add_fresh(ending, survey, seat, hits[i]);
	}
	ending->count++;
}

static void survey_end(struct ending *ending, const struct variant *variant,
		       const struct peterson_survey *survey, const struct position *end,
		       const struct peterson_log *log)
{
	ending->variant = variant;
	ending->position = end;
	ending->count = 0;
	memset(ending->fresh, 0, sizeof ending->fresh);
	memset(ending->fresh_count, 0, sizeof ending->fresh_count);
	/* The armies that the seat commands now, perhaps one more after the capture of a king. */
	for (unsigned i = 0; next_piece(end, move_seat_armies(variant, end, end->turn), &i); i++)
		survey_piece(ending, survey, i);
	for (unsigned i = 0; i < log->capture_count; i++)
		add_fresh(ending, survey, log->captures[i].seat, log->captures[i].victim);
}

/* Reports whether the piece attacks or has captured one of the seat's new pieces. */
static bool is_concerned(const struct ending *ending, const struct peterson_log *log, uint8_t seat,
			 unsigned i)
{
	const struct piece_set *fresh = &ending->fresh[seat], *hits = &ending->hits[i];

	for (unsigned word = 0; word < ARRAY_LEN(fresh->words); word++)
		if (fresh->words[word] & hits->words[word])
			return true;
	for (unsigned j = 0; j < log->capture_count; j++)
		if (log->captures[j].captor == ending->pieces[i] &&
		    piece_set_has(fresh, log->captures[j].victim))
			return true;
	return false;
}

/* Adds "the knight on f3". */
static void add_piece(const struct ending *ending, unsigned index, struct strbuf *out)
{
	const struct piece *piece = &ending->position->pieces[index];

	strbuf_addf(out, "%s%s %s", out->len ? ", " : "", ending->variant->types[piece->type].name,
		    board_name(&ending->variant->board, piece->at).text);
}

static void explain_new_attacks(const struct ending *ending, uint8_t seat,
				const struct piece_set *lonely, struct reason *why)
{
	struct strbuf fresh, own;

	strbuf_init(&fresh, 0);
	strbuf_init(&own, 0);
	for (unsigned i = 0; i < ending->position->piece_count; i++) {
		if (piece_set_has(&ending->fresh[seat], i))
			add_piece(ending, i, &fresh);
		if (piece_set_has(lonely, i))
			add_piece(ending, i, &own);
	}
	reason_set(why,
		   "when you make several moves, you may newly attack or capture only one piece of "
		   "%s, and these are %u: %s. More are allowed only if all but one of your "
		   "attacking pieces also attack a piece of another opponent; these don't: %s "
		   "(HELP RULINGS new-attacks).",
		   translate(variant_seat_title(ending->variant, seat)), ending->fresh_count[seat],
		   fresh.bytes, own.bytes);
	strbuf_done(&fresh);
	strbuf_done(&own);
}

/* Checks [new-attacks]. */
static enum verdict judge_new_attacks(const struct ending *ending, const struct peterson_log *log,
				      struct reason *why)
{
	for (uint8_t seat = 0; seat < ending->variant->side_count; seat++) {
		struct piece_set lonely = {{0}};
		unsigned count = 0;

		if (ending->fresh_count[seat] < 2)
			continue;
		for (unsigned i = 0; i < ending->count; i++) {
			if (ending->seats[i] & ~(1u << seat) || !is_concerned(ending, log, seat, i))
				continue;
			piece_set_add(&lonely, ending->pieces[i]);
			count++;
		}
		if (count < 2)
			continue;
		if (why != NULL)
			explain_new_attacks(ending, seat, &lonely, why);
		return REFUSED;
	}
	return ACCEPTED;
}

/* Reports whether the seat would be checkmated if it were its turn. */
static bool is_mated(const struct variant *variant, const struct position *position, uint8_t seat)
{
	struct position then;

	if (!movegen_in_check(variant, position, seat))
		return false;
	then = *position;
	then.turn = seat;
	return !peterson_has_turn(variant, &then);
}

static bool same_move(const struct move *a, const struct move *b)
{
	return a->from == b->from && a->to == b->to && a->promotion == b->promotion &&
	       (a->kind == MOVE_CASTLE) == (b->kind == MOVE_CASTLE) &&
	       (a->kind != MOVE_CASTLE || a->other == b->other);
}

/*
 * Reports whether the move would be legal, and mate the seat, as the turn's only move
 * [mate-by-one-move].
 */
static bool mates_alone(const struct variant *variant, const struct position *paid,
			const struct move *move, uint8_t seat)
{
	struct position next = *paid;
	struct move_list legal;
	unsigned i = 0;

	movegen_generate(variant, paid, &legal);
	while (i < legal.count && !same_move(&legal.moves[i], move))
		i++;
	if (i == legal.count)
		return false;
	move_make(variant, &next, &legal.moves[i], NULL);
	return next.in_play >> seat & 1 && is_mated(variant, &next, seat);
}

/*
 * Reports whether the seat is in check at the end. A seat that lost its king in the turn counts as
 * in check, except in rules before version 3 [rules-by-number].
 */
static bool ends_in_check(const struct variant *variant, const struct position *end, uint8_t seat)
{
	if (!(end->in_play >> seat & 1))
		return variant->rules >= 3;
	return movegen_in_check(variant, end, seat);
}

static bool all_in_check(const struct variant *variant, const struct position *end,
			 uint16_t attackers)
{
	for (uint8_t seat = 0; seat < variant->side_count; seat++)
		if (attackers >> seat & 1 && !ends_in_check(variant, end, seat))
			return false;
	return true;
}

/* Checks [mate-by-one-move]. */
static enum verdict judge_mate_by_one_move(const struct variant *variant,
					   const struct peterson_survey *survey,
					   const struct position *paid, const struct position *end,
					   const struct peterson_turn *turn, struct reason *why)
{
	uint8_t player = end->controller[end->turn];

	for (uint8_t seat = 0; seat < variant->side_count; seat++) {
		bool alone = false;

		if (seat == player || !(end->in_play >> seat & 1) || !is_mated(variant, end, seat))
			continue;
		if (all_in_check(variant, end, survey->attackers))
			return ACCEPTED;
		for (unsigned i = 0; i < turn->move_count && !alone; i++)
			alone = mates_alone(variant, paid, &turn->moves[i], seat);
		if (alone)
			continue;
		if (why != NULL)
			reason_set(why,
				   "these moves together checkmate %s, and none of them does so "
				   "alone. That is allowed only if all opponents who attack you "
				   "are in check in the end (HELP RULINGS mate-by-one-move).",
				   translate(variant_seat_title(variant, seat)));
		return REFUSED;
	}
	return ACCEPTED;
}

enum verdict peterson_judge(const struct variant *variant, const struct peterson_survey *survey,
			    const struct position *paid, const struct position *end,
			    const struct peterson_turn *turn, const struct peterson_log *log,
			    struct reason *why)
{
	struct ending ending;

	/* [one-move-is-free]: a single move is an ordinary turn. */
	if (turn->move_count < 2)
		return ACCEPTED;
	survey_end(&ending, variant, survey, end, log);
	if (judge_new_attacks(&ending, log, why) == REFUSED)
		return REFUSED;
	return judge_mate_by_one_move(variant, survey, paid, end, turn, why);
}
