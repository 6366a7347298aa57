/* SPDX-License-Identifier: MIT */
/* [debt-payment], [paid-by-queen], [pays-what-he-can]: what a seat may pay with, and which
 * payments there are. */
#include <stdlib.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/position/move_seat.h"
#include "core/rules/movegen_scan.h"
#include "core/rules/peterson_inner.h"

enum { MAX_ITEMS = 3 * MAX_PIECES };

/* One thing that may be given: a piece, or the difference of a trade. */
struct item {
	square at;
	uint8_t type; /* what the piece is traded for; NO_TYPE: it is removed */
	uint8_t side;
	uint8_t worth;
	uint8_t ray; /* the direction of the king in which it shields it, or DIRECTIONS */
};

/* All a seat has to give. */
struct purse {
	const struct variant *variant;
	const struct position *position;
	struct item items[MAX_ITEMS]; /* the most worth first */
	unsigned count;
	unsigned rest[MAX_ITEMS + 1]; /* what the items from here on are worth together, at most */
	unsigned shields[DIRECTIONS]; /* how many pieces stand between the king and an attacker */
	uint8_t pool[MAX_SIDES][MAX_TYPES]; /* captured pieces of each army [paid-by-queen] */
};

/* Of the pieces between the king and an opponent's slide one must stay: each is marked with its
 * ray. */
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

/* What can be had of a piece that must stay: the best trade there is left, if it can be traded.
 * Takes it out of the pool. */
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

/* What the seat can give when these shields stay and all else is removed. */
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

/* The most that it can give when on each ray from `d` on one shield stays, whichever is best. */
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

/* [pays-what-he-can] */
static unsigned payable(const struct purse *purse)
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
	return payable(&purse);
}

/* Payments being found, item after item, the most worth first: the sum falls short until the last.
 * So each is found once, and none has an item too many [nothing-superfluous]. */
struct payments {
	struct purse *purse;
	const struct item *taken[MAX_PIECES];
	unsigned taken_count;
	unsigned due;
	square stays;	/* is not removed; NO_SQUARE: any may be */
	unsigned least; /* of what must be given: without it the sum must fall short */
	uint64_t found, limit;
	bool stopped;
	peterson_each *each;
	void *context;
};

static void found(struct payments *payments)
{
	const struct purse *purse = payments->purse;
	struct party_turn turn;
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

static bool may_take(const struct payments *payments, const struct item *item)
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

/* Takes the item, or gives it back. */
static void count_item(struct purse *purse, const struct item *item, int by)
{
	if (item->type != NO_TYPE)
		purse->pool[item->side][item->type] =
			(uint8_t)(purse->pool[item->side][item->type] + by);
	else if (item->ray < DIRECTIONS)
		purse->shields[item->ray] += (unsigned)by;
}

static void take(struct payments *payments, const struct item *item)
{
	payments->taken[payments->taken_count++] = item;
	count_item(payments->purse, item, -1);
}

static void pay_on(struct payments *payments, unsigned from, unsigned total)
{
	struct purse *purse = payments->purse;

	for (unsigned i = from; i < purse->count && !payments->stopped; i++) {
		const struct item *item = &purse->items[i];
		unsigned sum = total + item->worth;

		if (total + purse->rest[i] < payments->due)
			return;
		if (!may_take(payments, item))
			continue;
		take(payments, item);
		if (sum < payments->due)
			pay_on(payments, i + 1, sum);
		else if (sum < payments->due + payments->least)
			found(payments);
		count_item(purse, item, 1);
		payments->taken_count--;
	}
}

/* What is due of the purse, opened here, and nothing found yet. */
static struct payments begin(struct purse *purse, const struct variant *variant,
			     const struct position *position, peterson_each *each, void *context)
{
	open_purse(purse, variant, position);
	return (struct payments){
		.purse = purse,
		.due = payable(purse),
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
	const struct party_turn nothing = {.move_count = 0};
	struct payments payments;
	struct purse purse;

	if (position->debts[position->turn] == 0) {
		if (each != NULL)
			each(context, &nothing, position);
		return 1;
	}
	payments = begin(&purse, variant, position, each, context);
	payments.limit = limit;
	if (payments.due == 0)
		found(&payments);
	else
		pay_on(&payments, 0, 0);
	return payments.found;
}

/* Gives the piece on the square; false when that can't be. */
static bool give(struct payments *payments, square at)
{
	const struct purse *purse = payments->purse;

	for (unsigned i = 0; i < purse->count; i++) {
		const struct item *item = &purse->items[i];

		if (item->at != at || item->type != NO_TYPE)
			continue;
		if (!may_take(payments, item))
			return false;
		payments->least = item->worth < payments->least ? item->worth : payments->least;
		take(payments, item);
		return true;
	}
	return false;
}

void peterson_payments_with(const struct variant *variant, const struct position *position,
			    const square *gone, unsigned gone_count, square stays,
			    peterson_each *each, void *context)
{
	struct purse purse;
	struct payments payments = begin(&purse, variant, position, each, context);
	unsigned total = 0;

	payments.stays = stays;
	for (unsigned i = 0; i < gone_count; i++) {
		if (!give(&payments, gone[i]))
			return;
		total += payments.taken[i]->worth;
	}
	if (total < payments.due)
		pay_on(&payments, 0, total);
	else if (total == 0 || total < payments.due + payments.least)
		found(&payments);
}

/* Whether one square's name, with what follows it in the text, stands before the other's: a10=R
 * before a1=R, but -a1 before -a10. */
static bool comes_before(const struct variant *variant, square a, square b, char behind)
{
	char one[SQUARE_NAME_MAX + 1], other[SQUARE_NAME_MAX + 1], tail[2] = {behind, '\0'};

	board_square_name(&variant->board, a, one);
	board_square_name(&variant->board, b, other);
	return strcmp(strcat(one, tail), strcat(other, tail)) < 0;
}

void peterson_add_removal(const struct variant *variant, struct party_turn *turn, square at)
{
	unsigned i = turn->removal_count++;

	for (; i > 0 && comes_before(variant, at, turn->removals[i - 1], '\0'); i--)
		turn->removals[i] = turn->removals[i - 1];
	turn->removals[i] = at;
}

void peterson_add_trade(const struct variant *variant, struct party_turn *turn, square at,
			uint8_t type)
{
	unsigned i = turn->trade_count++;

	for (; i > 0 && comes_before(variant, at, turn->trades[i - 1].at, '='); i--)
		turn->trades[i] = turn->trades[i - 1];
	turn->trades[i] = (struct trade){at, type};
}

void peterson_pay(const struct variant *variant, struct position *position,
		  const struct party_turn *turn, struct event_list *record)
{
	for (unsigned i = 0; i < turn->removal_count; i++)
		position_remove(variant, position, turn->removals[i], record);
	for (unsigned i = 0; i < turn->trade_count; i++)
		position_trade(variant, position, turn->trades[i].at, turn->trades[i].type, record);
	if (position->debts[position->turn] > 0)
		position_set_debt(position, position->turn, 0, record);
}

/* The squares a turn pays with that stand on the king's ray d. */
static unsigned removed_on_ray(const struct purse *purse, const struct party_turn *turn, unsigned d)
{
	unsigned count = 0;

	for (unsigned i = 0; i < purse->count; i++)
		for (unsigned j = 0; purse->items[i].ray == d && j < turn->removal_count; j++)
			count += turn->removals[j] == purse->items[i].at;
	return count;
}

enum verdict peterson_check_exposure(const struct variant *variant, const struct position *start,
				     const struct party_turn *turn, struct reason *why)
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
			purse.shields[d] == 1 ? phrase("that piece") : phrase("these pieces"),
			phrase(ways[d]));
	}
	return ACCEPTED;
}

/* What the turn pays, and the least item of it. */
static unsigned paid_by(const struct variant *variant, const struct position *start,
			const struct party_turn *turn, unsigned *least_out, square *at_out)
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

enum verdict peterson_check_payment(const struct variant *variant, const struct position *start,
				    const struct party_turn *turn, struct reason *why)
{
	unsigned debt = start->debts[start->turn], due = peterson_payable(variant, start), least;
	square at = NO_SQUARE;
	unsigned total = paid_by(variant, start, turn, &least, &at);
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
