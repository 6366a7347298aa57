/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/rules/peterson.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"
#include "core/view/choices.h"
#include "core/view/game_text.h"
#include "core/view/peterson_text.h"

enum {
	NAMED_PIECES = 4, /* most named pieces attacked by one seat, before "and 3 more" */
	MAX_ATTACKS = 1024,
	LOOKED_AT = 50000,  /* payments compared to find a cheap one */
	SQUARES_A_LINE = 8, /* a longer line of an example could be broken before a square */
};

/* Returns what comes before an item of a list: "A", "A and B", "A, B and C". */
static const char *list_separator(size_t at, size_t count)
{
	return at == 0 ? "" : at + 1 == count ? translate(" and ") : ", ";
}

void view_additions(const struct variant *variant, struct strbuf *out)
{
	const char *words[3];
	size_t count = 0;

	if (variant->peterson.defense)
		words[count++] = "several moves in a turn when several opponents attack you";
	if (variant->peterson.exchange)
		words[count++] = "fair exchange of pieces";
	if (variant->peterson.capture)
		words[count++] = "the capture of kings";
	for (size_t i = 0; i < count; i++)
		strbuf_addf(out, "%s%s", list_separator(i, count), translate(words[i]));
}

/* Finds the squares that a seat attacks, each once. */
static size_t attacked_squares(const struct attack *attacks, size_t count, uint8_t seat,
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

/* Adds "Red attacks your pawn on c7 and your king on d8". */
static void add_victims(const struct game *game, uint8_t seat, const square *squares, size_t count,
			struct strbuf *out)
{
	size_t named = count > NAMED_PIECES ? NAMED_PIECES - 1 : count;

	strbuf_addf(out, translate("%s attacks "),
		    translate(variant_seat_title(game->variant, seat)));
	for (size_t i = 0; i < named; i++) {
		const struct piece *piece = position_piece(&game->position, squares[i]);

		strbuf_addf(out, translate("%syour %s on %s"),
			    named < count && i > 0 ? ", " : list_separator(i, count),
			    translate(variant_type_name(game->variant, piece->type)),
			    board_name(variant_board(game->variant), squares[i]).text);
	}
	if (named < count)
		strbuf_addf(out, translate(" and %zu more of your pieces"), count - named);
}

void view_several_moves(const struct game *game, struct strbuf *out)
{
	const struct variant *variant = game->variant;
	struct attack attacks[MAX_ATTACKS];
	struct peterson_survey survey;
	unsigned opponents = 0;
	size_t count;

	/* A ring has no single turn. */
	if (game->position.turn == NO_SIDE)
		return;
	peterson_survey(variant, &game->position, &survey);
	if (survey.allowed < 2)
		return;
	count = peterson_attacks(variant, &game->position, attacks, MAX_ATTACKS);
	count = count < MAX_ATTACKS ? count : MAX_ATTACKS;
	strbuf_addf(
		out,
		translate("You may make up to %u moves in this turn, because %u opponents attack "
			  "you: "),
		survey.allowed, survey.allowed);
	for (uint8_t seat = 0; seat < variant_seats(variant); seat++) {
		square squares[MAX_ATTACKS];
		size_t victims = attacked_squares(attacks, count, seat, squares);

		if (victims == 0)
			continue;
		strbuf_add(out, opponents++ ? "; " : "");
		add_victims(game, seat, squares, victims, out);
	}
	strbuf_add(out, ".\n");
}

static unsigned worth_at(const struct game *game, square at)
{
	return game->variant->worth[position_piece(&game->position, at)->type];
}

static unsigned worth_of(const struct game *game, const struct peterson_turn *payment)
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

/* The cheapest payment so far, and among equals the one with the fewest items. */
struct search {
	const struct game *game;
	bool with_trade;
	unsigned items; /* 0: none yet */
	unsigned worth;
	struct peterson_turn best;
};

/* Builds the present turn with that payment. Returns false if that is impossible. */
static bool build_payment(const struct game *game, const struct peterson_turn *payment,
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

static bool leaves_move(const struct game *game, const struct peterson_turn *payment)
{
	struct peterson_build build;
	struct move_list moves;

	if (!build_payment(game, payment, &build))
		return false;
	peterson_build_moves(&build, &moves);
	return moves.count > 0;
}

static bool compare_payment(void *context, const struct peterson_turn *payment,
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

/* Adds " A queen is worth 9, a rook 5, a bishop 3." */
static void add_worths(const struct variant *variant, struct strbuf *out)
{
	unsigned count = 0;

	for (unsigned type = 0; type < variant->type_count; type++) {
		if (variant->worth[type] == 0)
			continue;
		strbuf_addf(out, "%s%s%s %u", count ? translate(", a ") : translate(" A "),
			    translate(variant->types[type].name),
			    count ? "" : translate(" is worth"), variant->worth[type]);
		count++;
	}
	strbuf_add_char(out, '.');
}

void view_debt(const struct game *game, struct strbuf *out)
{
	unsigned debt = debt_in_hand(game), most;
	const struct owing *owing;

	if (debt == 0)
		return;
	owing = &game->owing[game->position.turn];
	most = peterson_payable(game->variant, &game->position);
	strbuf_addf(out, translate("You owe pieces worth %u"), debt);
	if (owing->round > 0) {
		strbuf_addf(out, translate(", since round %u, for an exchange between "),
			    owing->round);
		view_add_seats(game, owing->involved, out);
	}
	strbuf_add_char(out, '.');
	add_worths(game->variant, out);
	if (most == 0)
		strbuf_add(out, translate(" You have nothing to pay with, so you pay nothing."));
	else if (most < debt)
		strbuf_addf(
			out,
			translate(" You can't pay that in full, so you must pay all you can, worth "
				  "%u."),
			most);
	strbuf_add_char(out, '\n');
}

void view_payment(const struct game *game, bool with_trade, struct strbuf *out)
{
	const struct search found = find_payment(game, with_trade);

	if (found.items == 0)
		return;
	/* Adds the removals in lines short enough not to be broken. */
	for (unsigned i = 0; i < found.best.removal_count; i++) {
		if (i % SQUARES_A_LINE == 0)
			strbuf_addf(out, "%s%s", i ? "\n" : "", translate("REMOVE"));
		strbuf_addf(out, " %s",
			    board_name(variant_board(game->variant), found.best.removals[i]).text);
	}
	strbuf_add(out, found.best.removal_count ? "\n" : "");
	for (unsigned i = 0; i < found.best.trade_count; i++) {
		const struct trade *trade = &found.best.trades[i];

		strbuf_addf(out, translate("TRADE %s="),
			    board_name(variant_board(game->variant), trade->at).text);
		view_letter(game->variant, variant_type_letter(game->variant, trade->type), out);
		strbuf_add_char(out, '\n');
	}
}

/* ---- several payments ---- */

/* The cheapest payments so far, in order. */
struct payments {
	const struct game *game;
	unsigned most, count;
	struct {
		unsigned worth, items;
		struct peterson_turn payment;
	} best[VIEW_PAYMENTS];
};

static bool insert_payment(void *context, const struct peterson_turn *payment,
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

/* Adds the orders on one line: "REMOVE a2 b2 TRADE d1R". */
static void add_orders(const struct game *game, const struct peterson_turn *payment,
		       struct strbuf *out)
{
	const struct board *board = variant_board(game->variant);

	strbuf_add(out, payment->removal_count > 0 ? "REMOVE" : "");
	for (unsigned i = 0; i < payment->removal_count; i++)
		strbuf_addf(out, " %s", board_name(board, payment->removals[i]).text);
	for (unsigned i = 0; i < payment->trade_count; i++)
		strbuf_addf(out, "%sTRADE %s%c", i > 0 || payment->removal_count > 0 ? " " : "",
			    board_name(board, payment->trades[i].at).text,
			    variant_type_letter(game->variant, payment->trades[i].type));
}

/* Adds the payment with each move that may follow it. */
static void add_paid_moves(const struct game *game, const struct peterson_turn *payment,
			   struct choice_list *list)
{
	struct strbuf orders;
	char text[MOVE_TEXT_MAX], *before;
	struct peterson_build build;
	struct move_list moves;

	strbuf_init(&orders, 0);
	add_orders(game, payment, &orders);
	before = base_printf("%s MOVE ", orders.bytes);
	/* It worked when the payment was kept. */
	(void)build_payment(game, payment, &build);
	peterson_build_moves(&build, &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		move_text(game->variant, &moves.moves[i], text);
		choices_add_move(list, before, orders.bytes, text,
				 choices_piece_length(game->variant, &moves.moves[i]));
	}
	free(before);
	strbuf_done(&orders);
}

void view_payments(const struct game *game, unsigned most, struct choice_list *list)
{
	struct payments kept = {.game = game, .most = most < VIEW_PAYMENTS ? most : VIEW_PAYMENTS};

	if (debt_in_hand(game) > 0)
		peterson_payments(game->variant, &game->position, LOOKED_AT, insert_payment, &kept);
	for (unsigned i = 0; i < kept.count; i++)
		add_paid_moves(game, &kept.best[i].payment, list);
}

static void add_round(const struct game *game, struct strbuf *out)
{
	const struct exchange *exchange = &game->position.exchange;

	/* Only seats without a part in it can come to owe. */
	if (exchange->left == 0 || (game->position.in_play & ~exchange->involved) == 0)
		return;
	strbuf_add(out, translate("An exchange of pieces is going on; it ends "));
	if (exchange->left == 1)
		strbuf_add(out, translate("with this turn. So far "));
	else
		strbuf_addf(out, translate("in %u turns, this one included. So far "),
			    exchange->left);
	view_add_seats(game, exchange->lost, out);
	strbuf_addf(out, translate(" %s lost pieces in it.\n"),
		    __builtin_popcount(exchange->lost) == 1 ? translate("has") : translate("have"));
}

void view_peterson(const struct game *game, struct strbuf *out)
{
	const struct position *position = &game->position;
	unsigned seats = variant_seats(game->variant);

	for (unsigned seat = 0; seat < seats; seat++)
		if (position->frozen >> seat & 1)
			strbuf_addf(
				out,
				translate("%s is checkmated and loses this turn. Its pieces are "
					  "frozen and can't be captured, except the king.\n"),
				translate(variant_seat_title(game->variant, seat)));
	for (unsigned seat = 0; variant_has_exchange(game->variant) && seat < seats; seat++)
		if (position->debts[seat] > 0)
			strbuf_addf(out, translate("%s owes pieces worth %u.\n"),
				    translate(variant_seat_title(game->variant, seat)),
				    position->debts[seat]);
	add_round(game, out);
}
