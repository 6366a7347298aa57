/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/notation/notation.h"
#include "core/notation/vocabulary_arguments.h"
#include "core/order/order_suggest.h"
#include "core/ring/ring.h"
#include "core/util/translate.h"
#include "pbem/request/request_internal.h"
#include "pbem/site/gametype_mail.h"

enum { LETTERS_A_SLIP = 3, SLIPS = 2, TRIES = 24 };

/* ---- which reading is meant ---- */

static bool is_move(const struct order *order)
{
	return order->kind == ORDER_MOVE || order->kind == ORDER_IF_FOGGED ||
	       order->kind == ORDER_IF_CHAOS;
}

/* Reports whether the message can be carried out with the move written that way. */
static bool would_be_accepted_as(const struct incoming *incoming, struct order_list *orders,
				 struct order *order, const char *reading)
{
	struct event_list events;
	char *written = order->text;
	enum verdict verdict;

	event_list_init(&events);
	order->text = base_strdup(reading);
	verdict = request_judge_seen(incoming, orders, &events, NULL);
	free(order->text);
	order->text = written;
	event_list_done(&events);
	return verdict == ACCEPTED;
}

/* Reports whether a reading begins with a small letter, after the board of a ring. Such a reading
 * is a pawn's move, or one from square to square. */
static bool is_small(const char *reading)
{
	size_t digits = strspn(reading, "0123456789");

	return islower((unsigned char)reading[digits > 0 ? digits + 1 : 0]) != 0;
}

/* Lists the seat's own moves, where it has a turn on the game's only board. */
static bool list_moves(const struct incoming *incoming, struct move_list *list)
{
	const struct game *game = incoming_game(incoming);
	const struct gametype_mail *kind = gametype_mail_of(game->variant);

	if (kind->moves == NULL || game->outcome.status != STATUS_PLAYING ||
	    game_player(game) != incoming->seat)
		return false;
	kind->moves(game, list);
	return true;
}

/* Returns the canonical text of the only move that a reading can mean; "" when there is no such
 * move. */
static void name_move(const struct incoming *incoming, const char *reading, char out[RING_TEXT_MAX])
{
	const struct game *game = incoming_game(incoming);
	const struct gametype_mail *kind = gametype_mail_of(game->variant);
	struct move_list *list;
	struct move move;

	out[0] = '\0';
	if (kind->name_move != NULL) {
		kind->name_move(game, incoming->seat, reading, out);
		return;
	}
	list = base_alloc(sizeof *list);
	if (list_moves(incoming, list) &&
	    notation_read(game->variant, &game->position, list, reading, &move, NULL) == ACCEPTED)
		move_text(game->variant, &move, out);
	free(list);
}

static void report_ambiguous(const struct incoming *incoming, const struct order *order,
			     char readings[][NOTATION_MAX], const unsigned good[], unsigned count,
			     struct reason *why)
{
	struct strbuf list;

	strbuf_init(&list, 0);
	for (unsigned i = 0; i < count; i++) {
		char name[RING_TEXT_MAX];

		name_move(incoming, readings[good[i]], name);
		strbuf_addf(&list, "%sMOVE %s (%s)",
			    i == 0	     ? ""
			    : i + 1 == count ? translate(" or ")
					     : ", ",
			    name, readings[good[i]]);
	}
	reason_set(why,
		   "line %u, \"%s\", can mean two legal moves: phones often make the first letter "
		   "a capital, and other languages have other letters for pieces. Write which one "
		   "you mean: %s.",
		   order->line, order->text, list.bytes);
	strbuf_done(&list);
}

/* Leaves out the readings that name the same move as an earlier reading: a piece to be placed is
 * the same by a capital and by a small letter. Returns how many readings stay. */
static unsigned drop_duplicate_readings(const struct incoming *incoming,
					char readings[][NOTATION_MAX], unsigned good[],
					unsigned count)
{
	char names[NOTATION_READINGS][RING_TEXT_MAX];
	unsigned stay = 0;

	for (unsigned i = 0; i < count; i++) {
		unsigned before = 0;

		name_move(incoming, readings[good[i]], names[stay]);
		while (before < stay && strcmp(names[before], names[stay]) != 0)
			before++;
		if (before == stay || names[stay][0] == '\0')
			good[stay++] = good[i];
	}
	return stay;
}

/* Leaves out the readings that a letter has for few players only, if another reading is
 * possible. Returns how many stay. */
static unsigned drop_rare_readings(const struct order *order, char readings[][NOTATION_MAX],
				   unsigned good[], unsigned count)
{
	unsigned stay = 0;

	for (unsigned i = 0; i < count; i++)
		if (!vocabulary_letter_is_seldom(order->text, readings[good[i]][0]))
			good[stay++] = good[i];
	return stay > 0 ? stay : count;
}

/* Settles one move. Returns true unless several readings of it would do. */
static bool resolve_move(const struct incoming *incoming, struct order_list *orders,
			 struct order *order, struct reason *why)
{
	const struct variant *variant = incoming_game(incoming)->variant;
	char readings[NOTATION_READINGS][NOTATION_MAX];
	unsigned count = notation_readings_by(variant, order->text, order->hand, readings);
	unsigned good[NOTATION_READINGS], found = 0;

	/* Conditional moves may not be judged yet. */
	if (order->sure || count < 2 ||
	    (order->kind != ORDER_MOVE && strcmp(readings[0], order->text) == 0))
		return true;
	for (unsigned i = 0; i < count; i++)
		if (would_be_accepted_as(incoming, orders, order, readings[i]))
			good[found++] = i;
	found = drop_rare_readings(order, readings, good, found);
	if (found > 1)
		found = drop_duplicate_readings(incoming, readings, good, found);
	if (found > 1) {
		report_ambiguous(incoming, order, readings, good, found, why);
		return false;
	}
	/* An English letter that fits no piece may be a slip of another kind: the pawn's move is
	 * offered then. */
	if (found == 1 && good[0] > 0 && strcmp(readings[0], order->text) == 0 &&
	    is_small(readings[good[0]]))
		return true;
	free(order->text);
	order->text = base_strdup(readings[found == 1 ? good[0] : 0]);
	return true;
}

enum verdict request_resolve_moves(const struct incoming *incoming, struct order_list *orders,
				   struct reason *why)
{
	for (size_t i = 0; i < orders->count; i++)
		if (is_move(&orders->orders[i]) &&
		    !resolve_move(incoming, orders, &orders->orders[i], why))
			return REFUSED;
	return ACCEPTED;
}

/* ---- what was meant ---- */

/* The number of orders that may still be tried. */
struct order_trial {
	const struct incoming *incoming;
	unsigned *left;
};

static bool would_be_accepted(const void *context, const char *text)
{
	const struct order_trial *asking = context;
	struct event_list events;
	struct order_list orders;
	bool taken;

	if (*asking->left == 0)
		return false;
	--*asking->left;
	order_list_init(&orders);
	event_list_init(&events);
	taken = order_read(incoming_game(asking->incoming)->variant, text, 1, &orders, NULL) ==
			ACCEPTED &&
		(order_is_query(&orders.orders[0]) ||
		 request_judge_seen(asking->incoming, &orders, &events, NULL) == ACCEPTED);
	event_list_done(&events);
	order_list_done(&orders);
	return taken;
}

/* Finds the first of the legal moves, as people write it, with the fewest slips in the line. */
static void find_slip(const struct incoming *incoming, const char *line,
		      const struct order_judge *judge, char order_out[ORDER_NEAREST_MAX])
{
	const struct game *game = incoming_game(incoming);
	struct move_list *list = base_alloc(sizeof *list);
	unsigned most = (unsigned)strlen(line) / LETTERS_A_SLIP,
		 least = (most < SLIPS ? most : SLIPS) + 1;
	char found[ORDER_NEAREST_MAX] = "";

	if (!list_moves(incoming, list))
		list->count = 0;
	for (unsigned i = 0; i < list->count; i++) {
		char canonical[MOVE_TEXT_MAX];
		unsigned slips, other;
		struct strbuf san;

		strbuf_init(&san, 0);
		notation_short(game->variant, &game->position, list, &list->moves[i], &san);
		move_text(game->variant, &list->moves[i], canonical);
		slips = order_nearest_distance(line, san.bytes);
		other = order_nearest_distance(line, canonical);
		if (slips < least || other < least) {
			least = slips < other ? slips : other;
			snprintf(found, sizeof found, "MOVE %s",
				 slips <= other ? san.bytes : canonical);
		}
		strbuf_done(&san);
	}
	free(list);
	if (found[0] != '\0' && judge->would_do(judge->context, found))
		strcpy(order_out, found);
}

/* Writes a move by its squares where the letter of its piece is another piece's in the player's
 * language: "MOVE Re1" would be a king's move in French. */
static void avoid_letter(const struct incoming *incoming, char order[ORDER_NEAREST_MAX])
{
	const char *move = order + strlen("MOVE ");
	char kinds[VOCABULARY_KINDS], name[RING_TEXT_MAX];

	if (strncmp(order, "MOVE ", strlen("MOVE ")) != 0 || strchr(order, '\n') != NULL ||
	    !vocabulary_letter_is_own(move) || vocabulary_letter_kinds(move, kinds) == 0 ||
	    kinds[0] == *move)
		return;
	name_move(incoming, move, name);
	if (name[0] != '\0')
		snprintf(order, ORDER_NEAREST_MAX, "MOVE %s", name);
}

void request_nearest(struct incoming *incoming, const char *line, bool misread)
{
	unsigned left = TRIES;
	const struct order_trial asking = {incoming, &left};
	const struct order_judge judge = {would_be_accepted, &asking};

	incoming->nearest[0] = '\0';
	if (!incoming->live)
		return;
	if (!order_nearest(incoming_game(incoming)->variant, line, &judge, incoming->nearest)) {
		incoming->nearest[0] = '\0';
		line += strspn(line, " \t");
		if (strncasecmp(line, "move ", 5) == 0)
			line += 5;
		if (misread && order_nearest_is_move(incoming_game(incoming)->variant, line))
			find_slip(incoming, line, &judge, incoming->nearest);
	}
	avoid_letter(incoming, incoming->nearest);
}

/* Reports whether a yes can only mean the draw that somebody offers. */
static bool awaits_yes(const struct incoming *incoming)
{
	const struct game *game = incoming_game(incoming);

	return game->offering != NO_SIDE && game->offering != incoming->seat &&
	       !(game->agreed >> incoming->seat & 1) && game->undo_request.seat == NO_SIDE;
}

void request_hint(struct incoming *incoming, const struct order_list *orders)
{
	const struct variant *variant = incoming_game(incoming)->variant;
	struct event_list events;
	struct order_list read;
	struct reason why;

	incoming->nearest[0] = '\0';
	if (!incoming->live || (orders->agreed && !awaits_yes(incoming)))
		return;
	order_list_init(&read);
	event_list_init(&events);
	read.in_message = true;
	read.english = orders->english;
	read.writer = orders->writer;
	if (order_read(variant, orders->missed, 1, &read, &why) == ACCEPTED && read.count == 1 &&
	    request_resolve_moves(incoming, &read, &why) == ACCEPTED &&
	    request_judge_seen(incoming, &read, &events, &why) == ACCEPTED) {
		struct strbuf order;

		strbuf_init(&order, 0);
		order_print(variant, &read.orders[0], &order);
		if (order.len < sizeof incoming->nearest)
			strcpy(incoming->nearest, order.bytes);
		strbuf_done(&order);
	}
	event_list_done(&events);
	order_list_done(&read);
	avoid_letter(incoming, incoming->nearest);
}
