/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/phrase/phrase.h"
#include "core/notation/notation.h"
#include "core/order/order_nearest.h"
#include "core/ring/ring.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/request/requests_inner.h"

enum { LETTERS_A_SLIP = 3, SLIPS = 2, TRIES = 24 };

/* ---- which reading is meant ---- */

static bool is_move(const struct order *order)
{
	return order->kind == ORDER_MOVE || order->kind == ORDER_IF_FOGGED ||
	       order->kind == ORDER_IF_CHAOS;
}

/* Whether the message can be carried out with the move written that way. */
static bool would_do(const struct matter *matter, struct order_list *orders, struct order *order,
		     const char *reading)
{
	struct event_list events;
	char *written = order->text;
	enum verdict verdict;

	event_list_init(&events);
	order->text = base_strdup(reading);
	verdict = requests_judge_seen(matter, orders, &events, NULL);
	free(order->text);
	order->text = written;
	event_list_done(&events);
	return verdict == ACCEPTED;
}

/* Whether a reading begins with a small letter, behind the board of a ring: of a pawn, or from
 * square to square. */
static bool is_small(const char *reading)
{
	size_t digits = strspn(reading, "0123456789");

	return islower((unsigned char)reading[digits > 0 ? digits + 1 : 0]) != 0;
}

/* The seat's own moves, where it has a turn on the game's only board. */
static bool list_moves(const struct matter *matter, struct move_list *list)
{
	const struct game *game = matter_game(matter);
	const struct mail_kind *kind = desk_mail_kind(game->variant);

	if (kind->moves == NULL || game->outcome.status != STATUS_PLAYING ||
	    game_player(game) != matter->seat)
		return false;
	kind->moves(game, list);
	return true;
}

/* The canonical text of the move that a reading is, which means nothing else; "" when it isn't
 * found. */
static void name_move(const struct matter *matter, const char *reading, char out[RING_TEXT_MAX])
{
	const struct game *game = matter_game(matter);
	const struct mail_kind *kind = desk_mail_kind(game->variant);
	struct move_list *list;
	struct move move;

	out[0] = '\0';
	if (kind->name_move != NULL) {
		kind->name_move(game, matter->seat, reading, out);
		return;
	}
	list = base_alloc(sizeof *list);
	if (list_moves(matter, list) &&
	    notation_read(game->variant, &game->position, list, reading, &move, NULL) == ACCEPTED)
		move_text(game->variant, &move, out);
	free(list);
}

static void ask_which(const struct matter *matter, const struct order *order,
		      char readings[][NOTATION_MAX], const unsigned good[], unsigned count,
		      struct reason *why)
{
	struct text list;

	text_init(&list, 0);
	for (unsigned i = 0; i < count; i++) {
		char name[RING_TEXT_MAX];

		name_move(matter, readings[good[i]], name);
		text_addf(&list, "%sMOVE %s (%s)",
			  i == 0	   ? ""
			  : i + 1 == count ? phrase(" or ")
					   : ", ",
			  name, readings[good[i]]);
	}
	reason_set(why,
		   "line %u, \"%s\", is ambiguous: in another language, or with a capital that a "
		   "phone made, it is another move, and both are legal. Write which it is: %s.",
		   order->line, order->text, list.bytes);
	text_done(&list);
}

/* Leaves those readings out that name a move which one before them names: a man to be placed is the
 * same by a capital and by a small letter. How many stay. */
static unsigned leave_out_doubles(const struct matter *matter, char readings[][NOTATION_MAX],
				  unsigned good[], unsigned count)
{
	char names[NOTATION_READINGS][RING_TEXT_MAX];
	unsigned stay = 0;

	for (unsigned i = 0; i < count; i++) {
		unsigned before = 0;

		name_move(matter, readings[good[i]], names[stay]);
		while (before < stay && strcmp(names[before], names[stay]) != 0)
			before++;
		if (before == stay || names[stay][0] == '\0')
			good[stay++] = good[i];
	}
	return stay;
}

/* One move: true unless several readings of it would do. */
static bool settle(const struct matter *matter, struct order_list *orders, struct order *order,
		   struct reason *why)
{
	const struct variant *variant = matter_game(matter)->variant;
	char readings[NOTATION_READINGS][NOTATION_MAX];
	unsigned count = notation_readings(variant, order->text, readings);
	unsigned good[NOTATION_READINGS], found = 0;

	/* What is said ahead may not be judged yet. */
	if (order->sure || count < 2 ||
	    (order->kind != ORDER_MOVE && strcmp(readings[0], order->text) == 0))
		return true;
	for (unsigned i = 0; i < count; i++)
		if (would_do(matter, orders, order, readings[i]))
			good[found++] = i;
	if (found > 1)
		found = leave_out_doubles(matter, readings, good, found);
	if (found > 1) {
		ask_which(matter, order, readings, good, found, why);
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

enum verdict requests_settle(const struct matter *matter, struct order_list *orders,
			     struct reason *why)
{
	for (size_t i = 0; i < orders->count; i++)
		if (is_move(&orders->orders[i]) && !settle(matter, orders, &orders->orders[i], why))
			return REFUSED;
	return ACCEPTED;
}

/* ---- what was meant ---- */

/* How often the position may still be asked. */
struct asking {
	const struct matter *matter;
	unsigned *left;
};

static bool would_be_taken(const void *context, const char *text)
{
	const struct asking *asking = context;
	struct event_list events;
	struct order_list orders;
	bool taken;

	if (*asking->left == 0)
		return false;
	--*asking->left;
	order_list_init(&orders);
	event_list_init(&events);
	taken = order_read(matter_game(asking->matter)->variant, text, 1, &orders, NULL) ==
			ACCEPTED &&
		(order_is_query(&orders.orders[0]) ||
		 requests_judge_seen(asking->matter, &orders, &events, NULL) == ACCEPTED);
	event_list_done(&events);
	order_list_done(&orders);
	return taken;
}

/* The first of the legal moves with the fewest slips in it, as people write it. */
static void find_slip(const struct matter *matter, const char *line,
		      const struct order_judge *judge, char order_out[ORDER_NEAREST_MAX])
{
	const struct game *game = matter_game(matter);
	struct move_list *list = base_alloc(sizeof *list);
	unsigned most = (unsigned)strlen(line) / LETTERS_A_SLIP,
		 least = (most < SLIPS ? most : SLIPS) + 1;
	char found[ORDER_NEAREST_MAX] = "";

	if (!list_moves(matter, list))
		list->count = 0;
	for (unsigned i = 0; i < list->count; i++) {
		char canonical[MOVE_TEXT_MAX];
		unsigned slips, other;
		struct text san;

		text_init(&san, 0);
		notation_short(game->variant, &game->position, list, &list->moves[i], &san);
		move_text(game->variant, &list->moves[i], canonical);
		slips = order_nearest_distance(line, san.bytes);
		other = order_nearest_distance(line, canonical);
		if (slips < least || other < least) {
			least = slips < other ? slips : other;
			snprintf(found, sizeof found, "MOVE %s",
				 slips <= other ? san.bytes : canonical);
		}
		text_done(&san);
	}
	free(list);
	if (found[0] != '\0' && judge->would_do(judge->context, found))
		strcpy(order_out, found);
}

void requests_nearest(struct matter *matter, const char *line, bool misread)
{
	unsigned left = TRIES;
	const struct asking asking = {matter, &left};
	const struct order_judge judge = {would_be_taken, &asking};

	matter->nearest[0] = '\0';
	if (!matter->live)
		return;
	if (!order_nearest(matter_game(matter)->variant, line, &judge, matter->nearest)) {
		matter->nearest[0] = '\0';
		line += strspn(line, " \t");
		if (strncasecmp(line, "move ", 5) == 0)
			line += 5;
		if (misread)
			find_slip(matter, line, &judge, matter->nearest);
	}
}
