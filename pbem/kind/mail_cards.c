/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/cards/deck/book.h"
#include "core/cards/table/table.h"
#include "core/cards/field/ways.h"
#include "core/turn/clock.h"
#include "core/notation/notation.h"
#include "core/order/order_strip.h"
#include "core/base/plain.h"
#include "core/base/text.h"
#include "core/turn/turn.h"
#include "core/kind/cards/cards_view.h"
#include "pbem/kind/mail_cards.h"

enum { LATE_SECONDS = 6 * 3600 };

static const struct game *game_in_hand(const struct matter *matter)
{
	return &matter->game->file->game;
}

int requests_hand(struct matter *matter, const struct order *order, struct reason *reason)
{
	const struct mail mail = {.template = "hand"};

	(void)order;
	return matter_send(matter, &mail, reason);
}

int requests_card(struct matter *matter, const struct order *order, struct reason *reason)
{
	const struct card_set *set = game_in_hand(matter)->table->book->set;
	uint8_t card = card_named(set, order->text, NULL);
	const char *nearest = card_nearest(set, order->text);
	struct mail mail = {.template = "card"};
	struct text sheet;
	int result;

	text_init(&sheet, 0);
	if (card != NO_CARD)
		cards_card(game_in_hand(matter)->variant, &set->cards[card], &sheet);
	else
		text_addf(&sheet, "* There is no card '%.40s'%s%s%s\n", order->text,
			  nearest != NULL ? "; did you mean '" : ".",
			  nearest != NULL ? nearest : "", nearest != NULL ? "'?" : "");
	mail.sheet = sheet.bytes;
	result = matter_send(matter, &mail, reason);
	text_done(&sheet);
	return result;
}

/* The move behind PLAYS, of those that could be made whatever becomes of the king. */
static enum verdict find_move(const struct game *game, const char *text, struct move *move_out,
			      struct reason *why)
{
	const struct field *field = &game->table->field;
	struct move_list *list = base_alloc(sizeof *list);
	enum verdict verdict;

	ways_moves(game->table->book, field, field->position.turn, false, list);
	verdict = notation_read(game->variant, &field->position, list, text, move_out, why);
	free(list);
	return verdict;
}

/* Everything that can be played, or what stands against the move named. */
static void list_plays(const struct matter *matter, const char *text, struct text *out)
{
	const struct game *game = game_in_hand(matter);
	bool own = game->table->phase == PHASE_MOVE && game_player(game) == matter->seat;
	struct reason why = {""};
	struct move move;

	if (*text != '\0' && !own)
		text_add(out, "* What can be played after a move is told in your own turn.\n");
	else if (*text != '\0' && find_move(game, text, &move, &why) == REFUSED)
		text_addf(out, "* %s\n", why.text);
	else
		cards_plays(game, (uint8_t)matter->seat, *text != '\0' ? &move : NULL,
			    CARDS_PLAYS_ALL, out);
	if (out->len == 0)
		text_add(out, "* Nothing.\n");
	else if (out->bytes[0] != '*' && *text != '\0')
		text_add(out, "* All of this after the move you named, in the same letter.\n");
}

int requests_plays(struct matter *matter, const struct order *order, struct reason *reason)
{
	struct mail mail = {.template = "plays"};
	struct text list;
	int result;

	text_init(&list, 0);
	list_plays(matter, order->text, &list);
	mail.sheet = list.bytes;
	result = matter_send(matter, &mail, reason);
	text_done(&list);
	return result;
}

/* A card as behind PLAY: with squares or the like, or, being in the hand, alone. */
static bool means_play(const struct table *table, unsigned seat, const char *line)
{
	const struct card *card;
	struct reason why;
	struct play play;

	if (play_read(table->book, line, &play, &why) == REFUSED)
		return false;
	card = &table->book->set->cards[play.card];
	return play.target_count > 0 ||
	       (text_same(line, card->name) &&
		piles_find(&table->piles, ZONE_HAND, (uint8_t)seat, play.card) != NO_COPY);
}

enum verdict requests_check_cards(const struct matter *matter, struct reason *why)
{
	const struct table *table = game_in_hand(matter)->table;
	const char *text = matter->letter->text, *cursor = text, *line;
	enum verdict verdict = ACCEPTED;
	size_t len;

	while (table != NULL && game_in_hand(matter)->started && verdict == ACCEPTED &&
	       text_next_line(&cursor, text + strlen(text), &line, &len)) {
		struct plain plain;
		char *one = base_strndup(line, len), *bare;
		bool doubtful = false;

		plain_line(one, &plain);
		bare = order_strip(plain.text, &doubtful);
		if (means_play(table, matter->seat, bare)) {
			reason_set(why,
				   "\"%.60s\" names a card: to play it write PLAY in front of it, "
				   "on the "
				   "same line",
				   bare);
			verdict = REFUSED;
		}
		free(one);
	}
	return verdict;
}

enum verdict requests_decide_seen(const struct matter *matter, const struct order_list *orders,
				  struct event_list *events, struct reason *why)
{
	enum verdict verdict;
	struct game seen;

	game_copy(&seen, game_in_hand(matter));
	table_conceal(seen.table, (uint8_t)matter->seat);
	verdict = turn_decide(&seen, matter->seat, orders, events, why);
	game_done(&seen);
	return verdict;
}

static bool asks(const struct event_list *events)
{
	for (size_t i = 0; i < events->count; i++)
		if (events->events[i].kind == EVENT_ASK)
			return true;
	return false;
}

/* What an entry asks is asked when its letters go out: where they had to wait long for a run,
 * nobody's time runs before. */
static void note_wait(const struct matter *matter, struct event_list *events)
{
	int64_t seconds = matter->desk->now - matter->waiting->received;

	if (asks(events) && seconds > LATE_SECONDS)
		event_add(events, event_about(EVENT_LATE, NO_SIDE, (uint32_t)(seconds / 60), NULL));
}

enum verdict requests_decide_cards(struct matter *matter, const struct order_list *orders,
				   struct event_list *events, struct reason *why)
{
	struct event_list trial;
	enum verdict verdict;

	if (clock_admit(game_in_hand(matter), matter->seat, orders, matter->waiting->received,
			why) == REFUSED)
		return REFUSED;
	if (orders->dry_run)
		return requests_decide_seen(matter, orders, events, why);
	/* First as the seat sees it: what nobody can know can't be guessed at by orders that are
	 * refused as long as they are wrong. */
	event_list_init(&trial);
	verdict = requests_decide_seen(matter, orders, &trial, why);
	event_list_done(&trial);
	if (verdict == ACCEPTED)
		verdict = turn_decide(game_in_hand(matter), matter->seat, orders, events, why);
	if (verdict == ACCEPTED)
		note_wait(matter, events);
	return verdict;
}
