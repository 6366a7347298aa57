/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "tests/lib/slow_peterson.h"

unsigned slow_worth(const struct variant *variant, const struct piece *piece)
{
	static const char letters[] = "PNBRQ";
	static const unsigned worth[] = {1, 3, 3, 5, 9};
	const char *at = strchr(letters, variant->types[piece->type].letter);

	return at ? worth[at - letters] : 0;
}

/* Returns whether the seat to move may move the piece. */
static bool slow_mine(const struct variant *variant, const struct position *position,
		      const struct piece *piece)
{
	uint8_t seat = position->turn;

	return piece->fate == ON_BOARD &&
	       position->controller[piece->side] == position->controller[seat] &&
	       (variant->beaten != BEATEN_ROLE || piece->side == seat);
}

/* Returns the piece's player if it is an opponent of the mover's; or NO_SIDE. */
static uint8_t slow_foe(const struct position *position, const struct piece *piece)
{
	uint8_t owner = position->controller[piece->side];

	return owner == position->controller[position->turn] ? NO_SIDE : owner;
}

/* Counts the pieces of the given seats that attack the mover's king. */
static unsigned slow_king_attackers(const struct variant *variant, const struct position *position)
{
	uint8_t player = position->controller[position->turn];
	square king = slow_king(variant, position, player);
	unsigned enemies = slow_enemies(variant, position, player), count = 0;

	for (unsigned i = 0; i < position->piece_count && king != NO_SQUARE; i++)
		count += position->pieces[i].fate == ON_BOARD &&
			 enemies >> position->pieces[i].side & 1 &&
			 slow_attacks(variant, position, &position->pieces[i], king);
	return count;
}

bool slow_mated(const struct variant *variant, const struct position *position, uint8_t seat)
{
	struct position then = *position;
	square king = slow_king(variant, position, seat);

	then.turn = seat;
	return king != NO_SQUARE &&
	       slow_attacked(variant, position, king, slow_enemies(variant, position, seat)) &&
	       !slow_has_turn(variant, &then);
}

/* Returns the seats that attack one of the mover's pieces [several-moves]. */
static unsigned slow_attackers(const struct variant *variant, const struct position *position)
{
	unsigned seats = 0;

	for (unsigned i = 0; i < position->piece_count; i++) {
		const struct piece *attacker = &position->pieces[i];

		if (attacker->fate != ON_BOARD || slow_foe(position, attacker) == NO_SIDE)
			continue;
		for (unsigned j = 0; j < position->piece_count; j++)
			if (slow_mine(variant, position, &position->pieces[j]) &&
			    slow_attacks(variant, position, attacker, position->pieces[j].at))
				seats |= 1u << slow_foe(position, attacker);
	}
	return seats;
}

/* Returns whether one of the mover's pieces attacks the piece. */
static bool slow_under_attack(const struct variant *variant, const struct position *position,
			      const struct piece *victim)
{
	for (unsigned i = 0; i < position->piece_count; i++)
		if (slow_mine(variant, position, &position->pieces[i]) &&
		    slow_attacks(variant, position, &position->pieces[i], victim->at))
			return true;
	return false;
}

/* Returns whether step `move` of the turn captured piece i, and whose it was. */
static bool slow_took(const struct slow_turn *turn, unsigned move, unsigned i, uint8_t *foe_out)
{
	*foe_out = slow_foe(&turn->at[move], &turn->at[move].pieces[i]);
	return turn->at[move].pieces[i].fate == ON_BOARD &&
	       turn->at[move + 1].pieces[i].fate == CAPTURED;
}

/* Returns whether piece i is new for that opponent [new-attacks]. */
static bool slow_is_new(const struct slow_search *search, const struct slow_turn *turn,
			uint8_t seat, unsigned i)
{
	const struct position *end = &turn->at[turn->count];
	uint8_t foe;

	if (search->start->pieces[i].fate == ON_BOARD &&
	    slow_under_attack(search->variant, search->start, &search->start->pieces[i]))
		return false;
	for (unsigned move = 0; move < turn->count; move++)
		if (slow_took(turn, move, i, &foe) && foe == seat)
			return true;
	return end->pieces[i].fate == ON_BOARD && slow_foe(end, &end->pieces[i]) == seat &&
	       slow_under_attack(search->variant, end, &end->pieces[i]);
}

/* Returns whether own piece j attacks or captured a new one, and attacks no other player's
 * [new-attacks]. */
static bool slow_is_lonely(const struct slow_search *search, const struct slow_turn *turn,
			   uint8_t seat, unsigned j)
{
	const struct position *end = &turn->at[turn->count];
	bool concerned = false, others = false;
	uint8_t foe;

	for (unsigned i = 0; i < end->piece_count; i++) {
		const struct piece *victim = &end->pieces[i];

		if (victim->fate == ON_BOARD &&
		    slow_attacks(search->variant, end, &end->pieces[j], victim->at)) {
			foe = slow_foe(end, victim);
			others |= foe != NO_SIDE && foe != seat;
			concerned |= foe == seat && slow_is_new(search, turn, seat, i);
		}
		for (unsigned move = 0; move < turn->count; move++)
			concerned |= slow_took(turn, move, i, &foe) && foe == seat &&
				     turn->at[move].piece_at[turn->moves[move].from] == j &&
				     slow_is_new(search, turn, seat, i);
	}
	return concerned && !others;
}

static bool slow_p2(const struct slow_search *search, const struct slow_turn *turn)
{
	const struct position *end = &turn->at[turn->count];

	for (uint8_t seat = 0; seat < search->variant->side_count; seat++) {
		unsigned fresh = 0, lonely = 0;

		for (unsigned i = 0; i < end->piece_count; i++)
			fresh += slow_is_new(search, turn, seat, i);
		for (unsigned j = 0; fresh > 1 && j < end->piece_count; j++)
			lonely += slow_mine(search->variant, end, &end->pieces[j]) &&
				  slow_is_lonely(search, turn, seat, j);
		if (lonely > 1)
			return false;
	}
	return true;
}

/* Returns whether one of the moves, made first after the payment, mates the seat
 * [mate-by-one-move]. */
static bool slow_mates_alone(const struct slow_search *search, const struct slow_turn *turn,
			     uint8_t seat)
{
	struct move_list first;
	char wanted[MOVE_TEXT_MAX], text[MOVE_TEXT_MAX];

	slow_moves(search->variant, &turn->at[0], &first);
	for (unsigned move = 0; move < turn->count; move++) {
		move_text(search->variant, &turn->moves[move], wanted);
		for (unsigned i = 0; i < first.count; i++) {
			struct position next = turn->at[0];

			move_text(search->variant, &first.moves[i], text);
			if (strcmp(text, wanted) != 0)
				continue;
			move_make(search->variant, &next, &first.moves[i], NULL);
			if (next.in_play >> seat & 1 && slow_mated(search->variant, &next, seat))
				return true;
		}
	}
	return false;
}

static bool slow_p3(const struct slow_search *search, const struct slow_turn *turn)
{
	const struct position *end = &turn->at[turn->count];
	unsigned attackers = slow_attackers(search->variant, search->start);
	bool all = true;

	for (uint8_t seat = 0; seat < search->variant->side_count; seat++) {
		square king = slow_king(search->variant, end, seat);

		if (attackers >> seat & 1)
			/* A king captured in the turn counts as in check. */
			all = all && (king == NO_SQUARE ||
				      slow_attacked(search->variant, end, king,
						    slow_enemies(search->variant, end, seat)));
	}
	for (uint8_t seat = 0; !all && seat < search->variant->side_count; seat++)
		if (end->in_play >> seat & 1 && seat != end->controller[end->turn] &&
		    slow_mated(search->variant, end, seat) && !slow_mates_alone(search, turn, seat))
			return false;
	return true;
}

/* Tests rules 1 and 2: returns whether the last move moves a piece again, or captures a second one
 * of a seat. */
static bool slow_repeats(const struct slow_search *search, const struct slow_turn *turn)
{
	unsigned last = turn->count - 1;
	uint8_t foe, other;

	for (unsigned i = 0; i < search->start->piece_count; i++) {
		bool takes = slow_took(turn, last, i, &foe) && foe != NO_SIDE;

		for (unsigned move = 0; move < last; move++) {
			const struct piece *a = &turn->at[move].pieces[i],
					   *b = &turn->at[move + 1].pieces[i];
			const struct piece *c = &turn->at[last].pieces[i];
			const struct piece *d = &turn->at[last + 1].pieces[i];

			if (a->fate == ON_BOARD && b->fate == ON_BOARD && a->at != b->at &&
			    d->fate == ON_BOARD && c->at != d->at)
				return true;
			for (unsigned j = 0; takes && j < search->start->piece_count; j++)
				if (slow_took(turn, move, j, &other) && other == foe)
					return true;
		}
	}
	return false;
}

static void slow_found(struct slow_search *search, const struct slow_turn *turn)
{
	struct strbuf text;
	char move[MOVE_TEXT_MAX];

	if (search->count == search->size) {
		search->size = search->size ? 2 * search->size : 256;
		search->texts = base_realloc(search->texts, search->size * sizeof *search->texts);
	}
	strbuf_init(&text, 0);
	strbuf_add(&text, search->payment.bytes);
	for (unsigned i = 0; i < turn->count; i++) {
		move_text(search->variant, &turn->moves[i], move);
		strbuf_addf(&text, "%s%s", i ? "+" : "", move);
	}
	search->texts[search->count++] = text.bytes;
}

static void slow_go_on(struct slow_search *search, struct slow_turn *turn, unsigned allowed)
{
	struct move_list list;

	slow_moves(search->variant, &turn->at[turn->count], &list);
	for (unsigned i = 0; i < list.count; i++) {
		unsigned n = turn->count++;

		turn->moves[n] = list.moves[i];
		turn->at[n + 1] = turn->at[n];
		move_make(search->variant, &turn->at[n + 1], &list.moves[i], NULL);
		if (!slow_repeats(search, turn)) {
			if (n == 0 || (slow_p2(search, turn) && slow_p3(search, turn)))
				slow_found(search, turn);
			if (turn->count < allowed &&
			    __builtin_popcount(turn->at[n + 1].in_play) > 1)
				slow_go_on(search, turn, allowed);
		}
		turn->count = n;
		if (search->only_one && search->count > 0)
			return;
	}
}

/* Pays on a board; returns false if that is impossible or exposes the king. */
static bool slow_pay(const struct slow_search *search, const struct slow_payment *payment,
		     struct position *paid)
{
	unsigned before = slow_king_attackers(search->variant, search->start);

	*paid = *search->start;
	paid->debts[paid->turn] = 0;
	for (unsigned i = 0; i < payment->count; i++) {
		square at = paid->pieces[payment->pieces[i]].at;
		int type = variant_type_of_letter(search->variant, payment->kinds[i]);

		if (payment->kinds[i] == 0)
			position_remove(search->variant, paid, at, NULL);
		else if (!position_trade(search->variant, paid, at, (uint8_t)type, NULL))
			return false;
	}
	return slow_king_attackers(search->variant, paid) <= before;
}

int slow_compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void slow_name_payment(struct slow_search *search, const struct slow_payment *payment)
{
	char *names[SLOW_ITEMS];
	unsigned count = 0;

	strbuf_clear(&search->payment);
	for (int trades = 0; trades < 2; trades++) {
		for (unsigned i = count = 0; i < payment->count; i++) {
			char name[SQUARE_NAME_MAX];

			board_square_name(&search->variant->board,
					  search->start->pieces[payment->pieces[i]].at, name);
			if (trades == 0 && payment->kinds[i] == 0)
				names[count++] = base_printf("-%s", name);
			else if (trades == 1 && payment->kinds[i] != 0)
				names[count++] = base_printf("%s=%c", name, payment->kinds[i]);
		}
		qsort(names, count, sizeof *names, slow_compare);
		for (unsigned i = 0; i < count; i++) {
			strbuf_addf(&search->payment, "%s+", names[i]);
			free(names[i]);
		}
	}
}

static void slow_try_payment(struct slow_walk *walk)
{
	struct slow_payment *payment = &walk->payment;
	struct slow_turn turn = {.count = 0};
	bool superfluous = false;

	if (walk->measuring && payment->total <= walk->most)
		return;
	for (unsigned i = 0; i < payment->count; i++)
		superfluous |= payment->total - payment->worth[i] >= walk->due;
	if (superfluous || (!walk->measuring && payment->total < walk->due) ||
	    !slow_pay(walk->search, payment, &turn.at[0]))
		return;
	if (walk->measuring) {
		walk->most = payment->total;
		return;
	}
	slow_name_payment(walk->search, payment);
	slow_go_on(walk->search, &turn, walk->allowed);
}

static void slow_walk_on(struct slow_walk *walk, unsigned from)
{
	const struct variant *variant = walk->search->variant;
	const struct position *start = walk->search->start;
	struct slow_payment *payment = &walk->payment;
	static const char kinds[] = {0, 'R', 'B'};

	slow_try_payment(walk);
	if (payment->total >= walk->due || (walk->measuring && walk->most >= walk->due) ||
	    (walk->search->only_one && walk->search->count > 0))
		return;
	for (unsigned i = from; i < start->piece_count; i++) {
		const struct piece *piece = &start->pieces[i];

		if (!slow_mine(variant, start, piece) || piece->type == variant->royal)
			continue;
		for (unsigned k = 0; k < (variant->types[piece->type].letter == 'Q' ? 3u : 1u);
		     k++) {
			unsigned worth = slow_worth(variant, piece);

			worth -= kinds[k] == 'R' ? 5 : kinds[k] == 'B' ? 3 : 0;
			payment->pieces[payment->count] = i;
			payment->kinds[payment->count] = kinds[k];
			payment->worth[payment->count++] = worth;
			payment->total += worth;
			slow_walk_on(walk, i + 1);
			payment->total -= worth;
			payment->count--;
		}
	}
}

void slow_search_run(struct slow_search *search)
{
	struct slow_walk walk = {.search = search,
				 .due = search->start->debts[search->start->turn]};
	unsigned k = search->only_one || !search->variant->peterson.defense
			     ? 1
			     : (unsigned)__builtin_popcount(
				       slow_attackers(search->variant, search->start));

	walk.allowed = k > 1 ? k : 1;
	if (walk.due > 0) {
		walk.measuring = true;
		slow_walk_on(&walk, 0);
		walk.measuring = false;
		walk.due = walk.most < walk.due ? walk.most : walk.due;
	}
	slow_walk_on(&walk, 0);
}

void slow_search_done(struct slow_search *search)
{
	for (size_t i = 0; i < search->count; i++)
		free(search->texts[i]);
	free(search->texts);
	strbuf_done(&search->payment);
}

bool slow_has_turn(const struct variant *variant, const struct position *position)
{
	struct slow_search search = {.variant = variant, .start = position, .only_one = true};
	bool found;

	strbuf_init(&search.payment, 0);
	slow_search_run(&search);
	found = search.count > 0;
	slow_search_done(&search);
	return found;
}
