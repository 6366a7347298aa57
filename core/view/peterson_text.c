/* SPDX-License-Identifier: MIT */

#include <string.h>

#include "core/phrase/phrase.h"
#include "core/rules/peterson.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"
#include "core/view/view.h"
#include "core/view/view_peterson.h"

enum {
	NAMED_PIECES = 4, /* of one attacker's victims, before "and 3 more" */
	MAX_ATTACKS = 1024,
	LOOKED_AT = 50000,  /* payments that are compared to find a cheap one */
	SQUARES_A_LINE = 8, /* of an example: a longer line would be broken before a square */
};

/* "A", "A and B", "A, B and C". */
static const char *between(size_t at, size_t count)
{
	return at == 0 ? "" : at + 1 == count ? phrase(" and ") : ", ";
}

void view_additions(const struct variant *variant, struct text *out)
{
	const char *words[3];
	size_t count = 0;

	if (variant->peterson.defense)
		words[count++] = "several moves in the turn of who is attacked by several";
	if (variant->peterson.exchange)
		words[count++] = "fair exchange of men";
	if (variant->peterson.capture)
		words[count++] = "kings that are taken";
	for (size_t i = 0; i < count; i++)
		text_addf(out, "%s%s", between(i, count), phrase(words[i]));
}

/* The squares a seat attacks, each once. */
static size_t victims_of(const struct attack *attacks, size_t count, uint8_t seat,
			 square *squares_out)
{
	size_t found = 0;

	for (size_t i = 0; i < count; i++) {
		size_t known = 0;

		while (known < found && squares_out[known] != attacks[i].to)
			known++;
		if (attacks[i].seat == seat && known == found)
			squares_out[found++] = attacks[i].to;
	}
	return found;
}

/* "Red attacks your pawn on c7 and your king on d8" */
static void add_victims(const struct game *game, uint8_t seat, const square *squares, size_t count,
			struct text *out)
{
	size_t named = count > NAMED_PIECES ? NAMED_PIECES - 1 : count;

	text_addf(out, phrase("%s attacks "), phrase(variant_seat_title(game->variant, seat)));
	for (size_t i = 0; i < named; i++) {
		const struct piece *piece = position_piece(&game->position, squares[i]);

		text_addf(out, phrase("%syour %s on %s"),
			  named < count && i > 0 ? ", " : between(i, count),
			  phrase(variant_type_name(game->variant, piece->type)),
			  board_name(variant_board(game->variant), squares[i]).text);
	}
	if (named < count)
		text_addf(out, phrase(" and %zu more men of yours"), count - named);
}

void view_several_moves(const struct game *game, struct text *out)
{
	const struct variant *variant = game->variant;
	struct attack attacks[MAX_ATTACKS];
	struct peterson_survey survey;
	unsigned opponents = 0;
	size_t count;

	/* In a ring the turns are those of its boards. */
	if (game->position.turn == NO_SIDE)
		return;
	peterson_survey(variant, &game->position, &survey);
	if (survey.allowed < 2)
		return;
	count = peterson_attacks(variant, &game->position, attacks, MAX_ATTACKS);
	count = count < MAX_ATTACKS ? count : MAX_ATTACKS;
	text_addf(out,
		  phrase("Your turn may hold up to %u moves, because %u opponents attack you: "),
		  survey.allowed, survey.allowed);
	for (uint8_t seat = 0; seat < variant_seats(variant); seat++) {
		square squares[MAX_ATTACKS];
		size_t victims = victims_of(attacks, count, seat, squares);

		if (victims == 0)
			continue;
		text_add(out, opponents++ ? "; " : "");
		add_victims(game, seat, squares, victims, out);
	}
	text_add(out, ".\n");
}

static unsigned worth_at(const struct game *game, square at)
{
	return game->variant->worth[position_piece(&game->position, at)->type];
}

static unsigned worth_of(const struct game *game, const struct party_turn *payment)
{
	unsigned sum = 0;

	for (unsigned i = 0; i < payment->removal_count; i++)
		sum += worth_at(game, payment->removals[i]);
	for (unsigned i = 0; i < payment->trade_count; i++)
		sum += worth_at(game, payment->trades[i].at) -
		       game->variant->worth[payment->trades[i].type];
	return sum;
}

static uint16_t debt_in_hand(const struct game *game)
{
	bool over = game->outcome.status != STATUS_PLAYING || game->position.turn == NO_SIDE;

	return over ? 0 : game->position.debts[game->position.turn];
}

/* The payment that costs least, and of those with the fewest items, so far. */
struct search {
	const struct game *game;
	bool with_trade;
	unsigned items; /* 0: none yet */
	unsigned worth;
	struct party_turn best;
};

/* The turn in hand, paid so; false when it can't be. */
static bool build_payment(const struct game *game, const struct party_turn *payment,
			  struct peterson_build *build_out)
{
	peterson_build_init(build_out, game->variant, &game->position);
	for (unsigned i = 0; i < payment->removal_count; i++)
		if (peterson_build_remove(build_out, payment->removals[i], NULL) == REFUSED)
			return false;
	for (unsigned i = 0; i < payment->trade_count; i++)
		if (peterson_build_trade(build_out, payment->trades[i].at, payment->trades[i].type,
					 NULL) == REFUSED)
			return false;
	return true;
}

/* Whether a move is left after the payment. */
static bool leaves_move(const struct game *game, const struct party_turn *payment)
{
	struct peterson_build build;
	struct move_list moves;

	if (!build_payment(game, payment, &build))
		return false;
	peterson_build_moves(&build, &moves);
	return moves.count > 0;
}

static bool compare_payment(void *context, const struct party_turn *payment,
			    const struct position *after)
{
	struct search *search = context;
	unsigned items = (unsigned)payment->removal_count + payment->trade_count;
	unsigned worth = worth_of(search->game, payment);
	bool better = search->items == 0 || worth < search->worth ||
		      (worth == search->worth && items < search->items);

	(void)after;
	if (items > 0 && better && (payment->trade_count > 0) == search->with_trade &&
	    leaves_move(search->game, payment)) {
		search->items = items;
		search->worth = worth;
		search->best = *payment;
	}
	return true;
}

static struct search find_payment(const struct game *game, bool with_trade)
{
	struct search search = {.game = game, .with_trade = with_trade};

	if (debt_in_hand(game) > 0)
		peterson_payments(game->variant, &game->position, LOOKED_AT, compare_payment,
				  &search);
	return search;
}

/* " A queen is worth 9, a rook 5, a bishop 3." */
static void add_worths(const struct variant *variant, struct text *out)
{
	unsigned count = 0;

	for (unsigned type = 0; type < variant->type_count; type++) {
		if (variant->worth[type] == 0)
			continue;
		text_addf(out, "%s%s%s %u", count ? phrase(", a ") : phrase(" A "),
			  phrase(variant->types[type].name), count ? "" : phrase(" is worth"),
			  variant->worth[type]);
		count++;
	}
	text_add_char(out, '.');
}

void view_debt(const struct game *game, struct text *out)
{
	unsigned debt = debt_in_hand(game), most;
	const struct owing *owing;

	if (debt == 0)
		return;
	owing = &game->owing[game->position.turn];
	most = peterson_payable(game->variant, &game->position);
	text_addf(out, phrase("You owe men worth %u"), debt);
	if (owing->round > 0) {
		text_addf(out, phrase(", since round %u, for an exchange between "), owing->round);
		view_add_seats(game, owing->involved, out);
	}
	text_add_char(out, '.');
	add_worths(game->variant, out);
	if (most == 0)
		text_add(out, phrase(" You have nothing to pay with, so nothing need be paid."));
	else if (most < debt)
		text_addf(out,
			  phrase(" You can't pay that in full; all that you can pay is due, worth "
				 "%u."),
			  most);
	text_add_char(out, '\n');
}

/* Squares in rows short enough to stand on one line. */
static void add_removals(const struct game *game, const struct party_turn *payment,
			 struct text *out)
{
	for (unsigned i = 0; i < payment->removal_count; i++) {
		if (i % SQUARES_A_LINE == 0)
			text_addf(out, "%s%s", i ? "\n" : "", phrase("REMOVE"));
		text_addf(out, " %s",
			  board_name(variant_board(game->variant), payment->removals[i]).text);
	}
	text_add(out, payment->removal_count ? "\n" : "");
}

void view_payment(const struct game *game, bool with_trade, struct text *out)
{
	const struct search found = find_payment(game, with_trade);

	if (found.items == 0)
		return;
	add_removals(game, &found.best, out);
	for (unsigned i = 0; i < found.best.trade_count; i++) {
		const struct trade *trade = &found.best.trades[i];

		text_addf(out, phrase("TRADE %s="),
			  board_name(variant_board(game->variant), trade->at).text);
		view_letter(game->variant, variant_type_letter(game->variant, trade->type), out);
		text_add_char(out, '\n');
	}
}

/* ---- several payments ---- */

/* The cheapest payments so far, in order. */
struct payments {
	const struct game *game;
	unsigned most, count;
	struct {
		unsigned worth, items;
		struct party_turn payment;
	} best[VIEW_PAYMENTS];
};

static bool keep_payment(void *context, const struct party_turn *payment,
			 const struct position *after)
{
	struct payments *kept = context;
	unsigned items = (unsigned)payment->removal_count + payment->trade_count;
	unsigned worth = worth_of(kept->game, payment), at = kept->count;

	(void)after;
	while (at > 0 && (worth < kept->best[at - 1].worth ||
			  (worth == kept->best[at - 1].worth && items < kept->best[at - 1].items)))
		at--;
	if (items == 0 || at == kept->most || !leaves_move(kept->game, payment))
		return true;
	if (kept->count < kept->most)
		kept->count++;
	memmove(&kept->best[at + 1], &kept->best[at], (kept->count - at - 1) * sizeof *kept->best);
	kept->best[at].worth = worth;
	kept->best[at].items = items;
	kept->best[at].payment = *payment;
	return true;
}

/* "REMOVE a2 b2 TRADE d1R": on one line. */
static void add_orders(const struct game *game, const struct party_turn *payment, struct text *out)
{
	const struct board *board = variant_board(game->variant);

	text_add(out, payment->removal_count > 0 ? "REMOVE" : "");
	for (unsigned i = 0; i < payment->removal_count; i++)
		text_addf(out, " %s", board_name(board, payment->removals[i]).text);
	for (unsigned i = 0; i < payment->trade_count; i++)
		text_addf(out, "%sTRADE %s%c", i > 0 || payment->removal_count > 0 ? " " : "",
			  board_name(board, payment->trades[i].at).text,
			  variant_type_letter(game->variant, payment->trades[i].type));
}

static void add_moves(const struct game *game, const struct party_turn *payment, struct text *out)
{
	char move[MOVE_TEXT_MAX];
	struct peterson_build build;
	struct move_list moves;

	/* It has been tried when it was kept. */
	(void)build_payment(game, payment, &build);
	peterson_build_moves(&build, &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		move_text(game->variant, &moves.moves[i], move);
		text_addf(out, " %s", move);
	}
}

void view_payments(const struct game *game, unsigned most, struct text *out)
{
	struct payments kept = {.game = game, .most = most};

	if (debt_in_hand(game) > 0)
		peterson_payments(game->variant, &game->position, LOOKED_AT, keep_payment, &kept);
	for (unsigned i = 0; i < kept.count; i++) {
		add_orders(game, &kept.best[i].payment, out);
		text_add_char(out, ':');
		add_moves(game, &kept.best[i].payment, out);
		text_add_char(out, '\n');
	}
}

static void add_round(const struct game *game, struct text *out)
{
	const struct exchange *exchange = &game->position.exchange;

	/* Only who has no part in it can come to owe. */
	if (exchange->left == 0 || (game->position.in_play & ~exchange->involved) == 0)
		return;
	text_add(out, phrase("A round of exchange is on; it ends "));
	if (exchange->left == 1)
		text_add(out, phrase("with this turn. So far "));
	else
		text_addf(out, phrase("in %u turns, this one included. So far "), exchange->left);
	view_add_seats(game, exchange->lost, out);
	text_addf(out, phrase(" %s lost men in it.\n"),
		  __builtin_popcount(exchange->lost) == 1 ? phrase("has") : phrase("have"));
}

void view_peterson(const struct game *game, struct text *out)
{
	const struct position *position = &game->position;
	unsigned seats = variant_seats(game->variant);

	for (unsigned seat = 0; seat < seats; seat++)
		if (position->frozen >> seat & 1)
			text_addf(out,
				  phrase("%s is mated and has lost its turn; its men are frozen "
					 "and can't "
					 "be taken, its king can.\n"),
				  phrase(variant_seat_title(game->variant, seat)));
	for (unsigned seat = 0; variant_has_exchange(game->variant) && seat < seats; seat++)
		if (position->debts[seat] > 0)
			text_addf(out, phrase("%s owes men worth %u.\n"),
				  phrase(variant_seat_title(game->variant, seat)),
				  position->debts[seat]);
	add_round(game, out);
}
