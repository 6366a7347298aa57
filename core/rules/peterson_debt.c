/* SPDX-License-Identifier: MIT */
/*
 * [debt-payment], [paid-by-queen], [pays-what-he-can]: finds what a seat may pay with, and all
 * payments.
 */
#include <stdlib.h>
#include <string.h>

#include "core/position/move_armies.h"
#include "core/rules/movegen.h"
#include "core/rules/movegen_pins.h"
#include "core/rules/peterson_internal.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"

enum { MAX_ITEMS = 3 * MAX_PIECES };

/* A means of payment: a piece, or the difference of a trade. */
struct item {
	square at;
	uint8_t type; /* the kind the piece is traded for; NO_TYPE: it is removed */
	uint8_t side;
	uint8_t worth;
	uint8_t ray; /* the ray from the king on which it is a shield, or DIRECTIONS */
};

/* All that a seat can pay with. */
struct purse {
	const struct variant *variant;
	const struct position *position;
	struct item items[MAX_ITEMS]; /* in descending order of worth */
	unsigned count;
	unsigned rest[MAX_ITEMS + 1];	    /* total worth of the items from each index on */
	unsigned shields[DIRECTIONS];	    /* number of pieces between the king and an attacker */
	uint8_t pool[MAX_SIDES][MAX_TYPES]; /* captured pieces of each army [paid-by-queen] */
};

/*
 * Marks the pieces between the king and an opponent's slide with their ray. One of them must stay.
 */
static void mark_shields(struct purse *purse, uint8_t rays[MAX_SQUARES])
{
	struct scan scan = {
		.variant = purse->variant,
		.board = &purse->variant->board,
		.position = purse->position,
	};
	uint8_t own = move_seat_armies(purse->variant, purse->position, purse->position->turn);

	memset(rays, DIRECTIONS, MAX_SQUARES);
	movegen_take_sides(&scan);
	for (unsigned d = 0; scan.king != NO_SQUARE && d < DIRECTIONS; d++) {
		square at = scan.king, between[MAX_LINE_LEN];
		unsigned empty, count = 0;

		do
			between[count++] = at =
				movegen_ray(scan.board, purse->position, at, d, &empty);
		while (purse->position->owner[at] & own);
		if (count < 2 || !(purse->position->owner[at] & scan.foes) ||
		    !(movegen_reach(purse->variant, purse->position, at)->slide_capture >>
			      movegen_opposite(d) &
		      1))
			continue;
		purse->shields[d] = count - 1;
		for (unsigned i = 0; i + 1 < count; i++)
			rays[between[i]] = (uint8_t)d;
	}
}

static void add_items(struct purse *purse, const struct piece *piece, uint8_t ray)
{
	const struct variant *variant = purse->variant;
	struct item item = {
		.at = piece->at,
		.type = NO_TYPE,
		.side = piece->side,
		.worth = variant->worth[piece->type],
		.ray = ray,
	};

	purse->items[purse->count++] = item;
	item.ray = DIRECTIONS;
	for (unsigned type = 0; type < variant->type_count; type++) {
		if (!(variant->trades[piece->type] >> type & 1) ||
		    purse->pool[piece->side][type] == 0 ||
		    variant->worth[type] >= variant->worth[piece->type] ||
		    purse->count == MAX_ITEMS)
			continue;
		item.type = (uint8_t)type;
		item.worth = (uint8_t)(variant->worth[piece->type] - variant->worth[type]);
		purse->items[purse->count++] = item;
	}
}

static int compare_worth(const void *a, const void *b)
{
	const struct item *x = a, *y = b;

	if (x->worth != y->worth)
		return y->worth - x->worth;
	return x->at != y->at ? x->at - y->at : x->type - y->type;
}

static void open_purse(struct purse *purse, const struct variant *variant,
		       const struct position *position)
{
	uint8_t own = move_seat_armies(variant, position, position->turn), rays[MAX_SQUARES];

	memset(purse, 0, sizeof *purse);
	purse->variant = variant;
	purse->position = position;
	mark_shields(purse, rays);
	for (unsigned i = 0; i < position->piece_count; i++)
		if (position->pieces[i].fate == CAPTURED)
			purse->pool[position->pieces[i].side][position->pieces[i].type]++;
	for (unsigned i = 0; i < position->piece_count; i++) {
		const struct piece *piece = &position->pieces[i];

		if (piece->fate == ON_BOARD && own >> piece->side & 1 &&
		    piece->type != variant->royal)
			add_items(purse, piece, rays[piece->at]);
	}
	qsort(purse->items, purse->count, sizeof *purse->items, compare_worth);
	for (unsigned i = purse->count; i-- > 0;)
		purse->rest[i] = purse->rest[i + 1] + purse->items[i].worth;
}

/*
 * Returns what a piece that must stay can pay: its best trade still available, which is taken from
 * the pool; 0 if there is none.
 */
static unsigned trade_best(const struct purse *purse, square at, uint8_t pool[MAX_SIDES][MAX_TYPES])
{
	for (unsigned i = 0; i < purse->count; i++) {
		const struct item *item = &purse->items[i];

		if (item->at != at || item->type == NO_TYPE || pool[item->side][item->type] == 0)
			continue;
		pool[item->side][item->type]--;
		return item->worth;
	}
	return 0;
}

/* Returns the most that the seat can pay if these shields stay and all other pieces are removed. */
static unsigned most_without(const struct purse *purse, const square kept[DIRECTIONS])
{
	uint8_t pool[MAX_SIDES][MAX_TYPES];
	unsigned total = 0;

	memcpy(pool, purse->pool, sizeof pool);
	for (unsigned i = 0; i < purse->count; i++)
		if (purse->items[i].type == NO_TYPE)
			total += purse->items[i].worth;
	for (unsigned d = 0; d < DIRECTIONS; d++) {
		if (kept[d] == NO_SQUARE)
			continue;
		total -= purse->variant->worth[position_piece(purse->position, kept[d])->type];
		total += trade_best(purse, kept[d], pool);
	}
	return total;
}

/*
 * Returns the most that the seat can pay if one shield stays on each ray from `d` on, whichever is
 * best.
 */
static unsigned most_from(const struct purse *purse, unsigned d, square kept[DIRECTIONS])
{
	unsigned most = 0;

	if (d == DIRECTIONS)
		return most_without(purse, kept);
	kept[d] = NO_SQUARE;
	if (purse->shields[d] == 0)
		return most_from(purse, d + 1, kept);
	for (unsigned i = 0; i < purse->count; i++) {
		unsigned total;

		if (purse->items[i].ray != d)
			continue;
		kept[d] = purse->items[i].at;
		total = most_from(purse, d + 1, kept);
		most = total > most ? total : most;
	}
	return most;
}

/* Returns how much of its debt the seat can pay [pays-what-he-can]. */
static unsigned payable_amount(const struct purse *purse)
{
	unsigned debt = purse->position->debts[purse->position->turn], most;
	square kept[DIRECTIONS];

	most = most_from(purse, 0, kept);
	return most < debt ? most : debt;
}

unsigned peterson_payable(const struct variant *variant, const struct position *position)
{
	struct purse purse;

	if (position->debts[position->turn] == 0)
		return 0;
	open_purse(&purse, variant, position);
	return payable_amount(&purse);
}

/*
 * A search for payments, item by item in descending order of worth. The sum is too small until the
 * last item, so that each payment is found once and has no superfluous item [nothing-superfluous].
 */
struct payments {
	struct purse *purse;
	const struct item *taken[MAX_PIECES];
	unsigned taken_count;
	unsigned due;
	square stays;	/* the piece that isn't removed; NO_SQUARE: none */
	unsigned least; /* worth of the least item that must be paid: without it the sum must be too
			   small */
	uint64_t found, limit;
	bool stopped;
	peterson_each *each;
	void *context;
};

static void peterson_add_trade(const struct variant *variant, struct peterson_turn *turn, square at,
			       uint8_t type);

static void peterson_add_removal(const struct variant *variant, struct peterson_turn *turn,
				 square at);

static void report_payment(struct payments *payments)
{
	const struct purse *purse = payments->purse;
	struct peterson_turn turn;
	struct position after;

	payments->found++;
	payments->stopped = payments->found == payments->limit;
	if (payments->each == NULL)
		return;
	turn.removal_count = turn.trade_count = turn.move_count = 0;
	for (unsigned i = 0; i < payments->taken_count; i++)
		if (payments->taken[i]->type == NO_TYPE)
			peterson_add_removal(purse->variant, &turn, payments->taken[i]->at);
		else
			peterson_add_trade(purse->variant, &turn, payments->taken[i]->at,
					   payments->taken[i]->type);
	after = *purse->position;
	peterson_pay(purse->variant, &after, &turn, NULL);
	if (!payments->each(payments->context, &turn, &after))
		payments->stopped = true;
}

static bool may_pay_with(const struct payments *payments, const struct item *item)
{
	const struct purse *purse = payments->purse;

	if (item->at == payments->stays && item->type == NO_TYPE)
		return false;
	if (item->type != NO_TYPE) {
		if (purse->pool[item->side][item->type] == 0 || payments->taken_count == MAX_PIECES)
			return false;
	} else if (item->ray < DIRECTIONS && purse->shields[item->ray] == 1) {
		return false;
	}
	for (unsigned i = 0; i < payments->taken_count; i++)
		if (payments->taken[i]->at == item->at)
			return false;
	return true;
}

/* Takes the item (-1) or returns it (1). */
static void adjust_pool(struct purse *purse, const struct item *item, int by)
{
	if (item->type != NO_TYPE)
		purse->pool[item->side][item->type] =
			(uint8_t)(purse->pool[item->side][item->type] + by);
	else if (item->ray < DIRECTIONS)
		purse->shields[item->ray] += (unsigned)by;
}

static void pay_with(struct payments *payments, const struct item *item)
{
	payments->taken[payments->taken_count++] = item;
	adjust_pool(payments->purse, item, -1);
}

static void extend_payments(struct payments *payments, unsigned from, unsigned total)
{
	struct purse *purse = payments->purse;

	for (unsigned i = from; i < purse->count && !payments->stopped; i++) {
		const struct item *item = &purse->items[i];
		unsigned sum = total + item->worth;

		if (total + purse->rest[i] < payments->due)
			return;
		if (!may_pay_with(payments, item))
			continue;
		pay_with(payments, item);
		if (sum < payments->due)
			extend_payments(payments, i + 1, sum);
		else if (sum < payments->due + payments->least)
			report_payment(payments);
		adjust_pool(purse, item, 1);
		payments->taken_count--;
	}
}

/* Finds what the seat can pay with and how much is due. */
static struct payments begin_payments(struct purse *purse, const struct variant *variant,
				      const struct position *position, peterson_each *each,
				      void *context)
{
	open_purse(purse, variant, position);
	return (struct payments){
		.purse = purse,
		.due = payable_amount(purse),
		.stays = NO_SQUARE,
		.least = UINT16_MAX,
		.limit = UINT64_MAX,
		.each = each,
		.context = context,
	};
}

uint64_t peterson_payments(const struct variant *variant, const struct position *position,
			   uint64_t limit, peterson_each *each, void *context)
{
	const struct peterson_turn nothing = {.move_count = 0};
	struct payments payments;
	struct purse purse;

	if (position->debts[position->turn] == 0) {
		if (each != NULL)
			each(context, &nothing, position);
		return 1;
	}
	payments = begin_payments(&purse, variant, position, each, context);
	payments.limit = limit;
	if (payments.due == 0)
		report_payment(&payments);
	else
		extend_payments(&payments, 0, 0);
	return payments.found;
}

/* Pays with the piece on the square. Returns false if that is impossible. */
static bool pay_with_square(struct payments *payments, square at)
{
	const struct purse *purse = payments->purse;

	for (unsigned i = 0; i < purse->count; i++) {
		const struct item *item = &purse->items[i];

		if (item->at != at || item->type != NO_TYPE)
			continue;
		if (!may_pay_with(payments, item))
			return false;
		payments->least = item->worth < payments->least ? item->worth : payments->least;
		pay_with(payments, item);
		return true;
	}
	return false;
}

void peterson_payments_with(const struct variant *variant, const struct position *position,
			    const square *gone, unsigned gone_count, square stays,
			    peterson_each *each, void *context)
{
	struct purse purse;
	struct payments payments = begin_payments(&purse, variant, position, each, context);
	unsigned total = 0;

	payments.stays = stays;
	for (unsigned i = 0; i < gone_count; i++) {
		if (!pay_with_square(&payments, gone[i]))
			return;
		total += payments.taken[i]->worth;
	}
	if (total < payments.due)
		extend_payments(&payments, 0, total);
	else if (total == 0 || total < payments.due + payments.least)
		report_payment(&payments);
}

/*
 * Reports whether one square's name, with the character after it in the text, comes before the
 * other's: a10=R before a1=R, but -a1 before -a10.
 */
static bool comes_before(const struct variant *variant, square a, square b, char behind)
{
	char one[SQUARE_NAME_MAX + 1], other[SQUARE_NAME_MAX + 1], tail[2] = {behind, '\0'};

	board_square_name(&variant->board, a, one);
	board_square_name(&variant->board, b, other);
	return strcmp(strcat(one, tail), strcat(other, tail)) < 0;
}

static void peterson_add_removal(const struct variant *variant, struct peterson_turn *turn,
				 square at)
{
	unsigned i = turn->removal_count++;

	for (; i > 0 && comes_before(variant, at, turn->removals[i - 1], '\0'); i--)
		turn->removals[i] = turn->removals[i - 1];
	turn->removals[i] = at;
}

/* Add a removal or a trade to the turn at its sorted place. */
static void peterson_add_trade(const struct variant *variant, struct peterson_turn *turn, square at,
			       uint8_t type)
{
	unsigned i = turn->trade_count++;

	for (; i > 0 && comes_before(variant, at, turn->trades[i - 1].at, '='); i--)
		turn->trades[i] = turn->trades[i - 1];
	turn->trades[i] = (struct trade){at, type};
}

void peterson_pay(const struct variant *variant, struct position *position,
		  const struct peterson_turn *turn, struct event_list *record)
{
	for (unsigned i = 0; i < turn->removal_count; i++)
		position_remove(variant, position, turn->removals[i], record);
	for (unsigned i = 0; i < turn->trade_count; i++)
		position_trade(variant, position, turn->trades[i].at, turn->trades[i].type, record);
	if (position->debts[position->turn] > 0)
		position_set_debt(position, position->turn, 0, record);
}

/* Returns the number of pieces on the king's ray d that the turn removes. */
static unsigned removed_on_ray(const struct purse *purse, const struct peterson_turn *turn,
			       unsigned d)
{
	unsigned count = 0;

	for (unsigned i = 0; i < purse->count; i++)
		for (unsigned j = 0; purse->items[i].ray == d && j < turn->removal_count; j++)
			count += turn->removals[j] == purse->items[i].at;
	return count;
}

static enum verdict peterson_check_exposure(const struct variant *variant,
					    const struct position *start,
					    const struct peterson_turn *turn, struct reason *why)
{
	static const char *const ways[DIRECTIONS] = {
		[N] = "file",	   [S] = "file",      [E] = "rank",	 [W] = "rank",
		[NE] = "diagonal", [SW] = "diagonal", [NW] = "diagonal", [SE] = "diagonal",
	};
	struct purse purse;

	open_purse(&purse, variant, start);
	for (unsigned d = 0; d < DIRECTIONS; d++) {
		if (purse.shields[d] == 0 || removed_on_ray(&purse, turn, d) < purse.shields[d])
			continue;
		return reason_refuse(
			why,
			"a payment may not expose your king, and without %s an "
			"opponent would attack it along the %s (HELP RULINGS debt-payment).",
			purse.shields[d] == 1 ? translate("that piece") : translate("these pieces"),
			translate(ways[d]));
	}
	return ACCEPTED;
}

/* Returns what the turn pays, and its least item. */
static unsigned amount_paid(const struct variant *variant, const struct position *start,
			    const struct peterson_turn *turn, unsigned *least_out, square *at_out)
{
	unsigned total = 0;

	*least_out = UINT32_MAX;
	for (unsigned i = 0; i < turn->removal_count + turn->trade_count; i++) {
		bool trade = i >= turn->removal_count;
		square at = trade ? turn->trades[i - turn->removal_count].at : turn->removals[i];
		unsigned worth = variant->worth[position_piece(start, at)->type];

		if (trade)
			worth -= variant->worth[turn->trades[i - turn->removal_count].type];
		total += worth;
		if (worth < *least_out) {
			*least_out = worth;
			*at_out = at;
		}
	}
	return total;
}

/*
 * peterson_check_exposure checks whether the payments may be removed together,
 * peterson_check_payment whether they pay the debt exactly [debt-payment] [paid-by-queen]
 * [pays-what-he-can].
 */
static enum verdict peterson_check_payment(const struct variant *variant,
					   const struct position *start,
					   const struct peterson_turn *turn, struct reason *why)
{
	unsigned debt = start->debts[start->turn], due = peterson_payable(variant, start), least;
	square at = NO_SQUARE;
	unsigned total = amount_paid(variant, start, turn, &least, &at);
	char name[SQUARE_NAME_MAX] = "";

	if (at != NO_SQUARE)
		board_square_name(&variant->board, at, name);
	if (total < due && due < debt)
		reason_set(why,
			   "you owe %u and can't pay in full, so you pay all you can, which is "
			   "%u; what you give is worth %u (HELP RULINGS pays-what-he-can).",
			   debt, due, total);
	else if (total < due)
		reason_set(why,
			   "you owe %u, and what you give is worth %u. Pay first, with REMOVE "
			   "or TRADE, then move (HELP RULINGS debt-payment).",
			   debt, total);
	else if (total > 0 && total - least >= due)
		reason_set(why,
			   "you owe %u, and without the piece on %s you pay enough already: "
			   "leave it out (HELP RULINGS nothing-superfluous).",
			   debt, name);
	else
		return ACCEPTED;
	return REFUSED;
}

/* Builds a turn step by step, and judges each step. */

void peterson_build_init(struct peterson_build *build, const struct variant *variant,
			 const struct position *position)
{
	build->variant = variant;
	build->turn.removal_count = build->turn.trade_count = build->turn.move_count = 0;
	memset(&build->log, 0, sizeof build->log);
	build->start = build->paid = position;
	build->now = *position;
	peterson_survey(variant, position, &build->survey);
}

static enum verdict may_remove(const struct peterson_build *build, square at, struct reason *why)
{
	const struct variant *variant = build->variant;
	const struct piece *piece = position_piece(build->start, at);
	uint8_t own = move_seat_armies(variant, build->start, build->start->turn);
	char name[SQUARE_NAME_MAX];
	bool given = false;

	board_square_name(&variant->board, at, name);
	for (unsigned i = 0; i < build->turn.removal_count; i++)
		given |= build->turn.removals[i] == at;
	for (unsigned i = 0; i < build->turn.trade_count; i++)
		given |= build->turn.trades[i].at == at;
	if (build->survey.debt == 0)
		reason_set(why, "you owe nothing, so there is nothing to pay. REMOVE and TRADE are "
				"for a player who owes something after others have exchanged "
				"pieces (HELP RULINGS debt-payment).");
	else if (build->turn.move_count > 0)
		reason_set(why, "what you owe is paid before your move: write REMOVE and TRADE "
				"above MOVE (HELP RULINGS debt-payment).");
	else if (piece == NULL || !(own >> piece->side & 1))
		reason_set(why,
			   "you pay with pieces of your own, and none stands on %s (HELP RULINGS "
			   "debt-payment).",
			   name);
	else if (piece->type == variant->royal)
		reason_set(why, "you can't pay with the king on %s (HELP RULINGS debt-payment).",
			   name);
	else if (given)
		reason_set(why,
			   "the piece on %s is given already, and one that has just come back "
			   "isn't given too (HELP RULINGS paid-by-queen).",
			   name);
	else
		return ACCEPTED;
	return REFUSED;
}

static void apply_payments(struct peterson_build *build)
{
	const struct peterson_turn *turn = &build->turn;

	if (build->survey.debt == 0 && turn->removal_count == 0 && turn->trade_count == 0)
		return; /* the usual case: the position is unchanged */
	build->paying = *build->start;
	peterson_pay(build->variant, &build->paying, &build->turn, NULL);
	build->paid = &build->paying;
	build->now = build->paying;
}

enum verdict peterson_build_remove(struct peterson_build *build, square at, struct reason *why)
{
	struct peterson_turn turn = build->turn;

	if (may_remove(build, at, why) == REFUSED)
		return REFUSED;
	peterson_add_removal(build->variant, &turn, at);
	if (peterson_check_exposure(build->variant, build->start, &turn, why) == REFUSED)
		return REFUSED;
	build->turn = turn;
	apply_payments(build);
	return ACCEPTED;
}

/* Checks that the trade exists, and that a captured piece is left for it [paid-by-queen]. */
static enum verdict may_trade(const struct peterson_build *build, square at, uint8_t type,
			      struct reason *why)
{
	const struct variant *variant = build->variant;
	const struct piece *piece = position_piece(build->start, at);
	unsigned captured = 0;

	for (unsigned i = 0; i < build->now.piece_count; i++)
		captured += build->now.pieces[i].fate == CAPTURED &&
			    build->now.pieces[i].side == piece->side &&
			    build->now.pieces[i].type == type;
	if (!(variant->trades[piece->type] >> type & 1) ||
	    variant->worth[type] >= variant->worth[piece->type])
		reason_set(why,
			   "a %s can't be traded for a %s; a queen can, for a captured rook or "
			   "bishop (HELP RULINGS paid-by-queen).",
			   translate(variant->types[piece->type].name),
			   translate(variant->types[type].name));
	else if (captured == 0)
		reason_set(why,
			   "no %s of that army has been captured that could come back (HELP "
			   "RULINGS paid-by-queen).",
			   translate(variant->types[type].name));
	else
		return ACCEPTED;
	return REFUSED;
}

enum verdict peterson_build_trade(struct peterson_build *build, square at, uint8_t type,
				  struct reason *why)
{
	if (may_remove(build, at, why) == REFUSED || may_trade(build, at, type, why) == REFUSED)
		return REFUSED;
	peterson_add_trade(build->variant, &build->turn, at, type);
	apply_payments(build);
	return ACCEPTED;
}

void peterson_build_moves(const struct peterson_build *build, struct move_list *list_out)
{
	unsigned kept = 0;

	list_out->count = 0;
	if (build->turn.move_count >= build->survey.allowed || peterson_is_over(&build->now))
		return;
	movegen_generate(build->variant, &build->now, list_out);
	if (build->turn.move_count == 0)
		return;
	for (unsigned i = 0; i < list_out->count; i++) {
		const struct move *move = &list_out->moves[i];

		if (!peterson_repeats(&build->now, &build->log, move))
			list_out->moves[kept++] = *move;
	}
	list_out->count = kept;
}

bool peterson_build_alike(const struct peterson_build *build, square from, square to,
			  struct move_list *list_out)
{
	if (build->turn.move_count > 0 || peterson_is_over(&build->now))
		return false;
	movegen_alike(build->variant, &build->now, from, to, list_out);
	return true;
}

/* [several-moves]: explains how many moves the turn may have, and why. */
static void explain_allowed(const struct peterson_build *build, struct reason *why)
{
	const struct variant *variant = build->variant;
	const uint16_t attackers = peterson_attackers(variant, build->start);
	struct strbuf seats;

	strbuf_init(&seats, 0);
	for (unsigned seat = 0; seat < variant->side_count; seat++)
		if (attackers >> seat & 1)
			strbuf_addf(&seats, "%s%s", seats.len ? ", " : "",
				    translate(variant_seat_title(variant, seat)));
	if (build->survey.allowed == 1)
		reason_set(why,
			   "you have one move in this turn. You may make several only when more "
			   "than one opponent attacks you at the beginning of your turn%s%s (HELP "
			   "RULINGS several-moves).",
			   seats.len ? translate(", and only one does: ")
				     : translate(", and none does"),
			   seats.bytes);
	else
		reason_set(why,
			   "you may make at most %u moves, one for each opponent who attacks you "
			   "(%s) (HELP RULINGS several-moves).",
			   build->survey.allowed, seats.bytes);
	strbuf_done(&seats);
}

static void explain_second(const struct peterson_build *build, const struct move *move,
			   struct reason *why)
{
	const struct position *now = &build->now;
	uint8_t victim = peterson_victim(now, move);

	if (peterson_moves_twice(now, &build->log, move)) {
		reason_set(why,
			   "no piece moves twice in a turn, and the %s on %s "
			   "has moved already (HELP RULINGS several-moves).",
			   build->variant->types[position_piece(now, move->from)->type].name,
			   board_name(&build->variant->board, move->from).text);
		return;
	}
	reason_set(why,
		   "you may capture only one piece of each opponent in a turn. You have captured "
		   "one of %s's, so you can't also capture the one on %s (HELP RULINGS "
		   "one-man-of-each).",
		   translate(variant_seat_title(build->variant, victim)),
		   board_name(&build->variant->board,
			      move->kind == MOVE_EN_PASSANT ? move->other : move->to)
			   .text);
}

enum verdict peterson_build_move(struct peterson_build *build, const struct move *move,
				 struct reason *why)
{
	struct peterson_turn *turn = &build->turn;

	if (turn->move_count == 0 &&
	    peterson_check_payment(build->variant, build->start, turn, why) == REFUSED)
		return REFUSED;
	if (turn->move_count >= build->survey.allowed) {
		explain_allowed(build, why);
		return REFUSED;
	}
	if (peterson_is_over(&build->now) && turn->move_count > 0)
		return reason_refuse(why,
				     "The last opponent's king is captured: the game is over.");
	if (peterson_repeats(&build->now, &build->log, move)) {
		explain_second(build, move, why);
		return REFUSED;
	}
	if (turn->move_count == 0)
		apply_payments(build);
	peterson_go(build->variant, &build->now, &build->log, move, NULL);
	turn->moves[turn->move_count++] = *move;
	return ACCEPTED;
}

enum verdict peterson_build_finish(const struct peterson_build *build, struct reason *why)
{
	if (build->turn.move_count == 0)
		return reason_refuse(why, "A turn needs a move: what you owe is paid before it.");
	return peterson_judge(build->variant, &build->survey, build->paid, &build->now,
			      &build->turn, &build->log, why);
}

/* Generates all turns of a seat: each payment, then one or more moves. */

/* The state of the search through all turns. */
struct turn_enumeration {
	const struct variant *variant;
	struct peterson_survey survey;
	const struct position *paid;
	struct peterson_turn turn;
	uint64_t count;
	bool stopped;
	peterson_each *each;
	void *context;
};

/* Counts a turn and calls `each`. `now` is its result before the end of the turn. */
static void report_turn(struct turn_enumeration *enumeration, const struct position *now,
			bool restarts)
{
	struct position after;

	enumeration->count++;
	if (enumeration->each == NULL)
		return;
	after = *now;
	move_end(&after, restarts, NULL);
	enumeration->stopped = !enumeration->each(enumeration->context, &enumeration->turn, &after);
}

/* Extends the turn by all moves that may come next. */
static void extend_turns(struct turn_enumeration *enumeration, const struct position *position,
			 const struct peterson_log *log)
{
	struct move_list list;
	unsigned depth = enumeration->turn.move_count;

	movegen_generate(enumeration->variant, position, &list);
	for (unsigned i = 0; i < list.count && !enumeration->stopped; i++) {
		const struct move *move = &list.moves[i];
		struct peterson_log then = *log;
		struct position next;

		if (peterson_repeats(position, log, move))
			continue;
		next = *position;
		peterson_go(enumeration->variant, &next, &then, move, NULL);
		enumeration->turn.moves[depth] = *move;
		enumeration->turn.move_count = (uint8_t)(depth + 1);
		if (peterson_judge(enumeration->variant, &enumeration->survey, enumeration->paid,
				   &next, &enumeration->turn, &then, NULL) == ACCEPTED)
			report_turn(enumeration, &next, then.restarts);
		if (depth + 1 < enumeration->survey.allowed && !peterson_is_over(&next) &&
		    !enumeration->stopped)
			extend_turns(enumeration, &next, &then);
	}
	enumeration->turn.move_count = (uint8_t)depth;
}

static bool after_payment(void *context, const struct peterson_turn *payment,
			  const struct position *paid)
{
	struct turn_enumeration *enumeration = context;
	const struct peterson_log nothing = {.restarts = false};

	if (enumeration->survey.allowed == 1 && enumeration->each == NULL) {
		enumeration->count += movegen_count(enumeration->variant, paid);
		return true;
	}
	enumeration->turn = *payment;
	enumeration->paid = paid;
	extend_turns(enumeration, paid, &nothing);
	return !enumeration->stopped;
}

uint64_t peterson_turns(const struct variant *variant, const struct position *position,
			peterson_each *each, void *context)
{
	struct turn_enumeration enumeration = {
		.variant = variant, .each = each, .context = context};

	peterson_survey(variant, position, &enumeration.survey);
	peterson_payments(variant, position, UINT64_MAX, after_payment, &enumeration);
	return enumeration.count;
}
