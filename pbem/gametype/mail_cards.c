/* SPDX-License-Identifier: MIT */
/* Messages of a game with cards. No seat knows everything, and seats are also asked about others'
 * turns. */
#include <stdlib.h>
#include <string.h>

#include "core/cards/board/card_movegen.h"
#include "core/cards/deck/card_ruleset.h"
#include "core/cards/deck/deck.h"
#include "core/cards/effects/effects_load.h"
#include "core/cards/play/keywords.h"
#include "core/cards/state/card_state.h"
#include "core/game/turn.h"
#include "core/gametype/cards/cards_gametype.h"
#include "core/gametype/cards/cards_state.h"
#include "core/gametype/cards/cards_text.h"
#include "core/notation/vocabulary_trim.h"
#include "core/order/order_args_cards.h"
#include "core/order/order_parse.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/util/utf8.h"
#include "core/view/game_text.h"
#include "pbem/gametype/mail_gametypes.h"
#include "pbem/mail/mail_history.h"
#include "pbem/request/incoming.h"

/* ---- a new game ---- */

/* Refuses a game with a common deck whose order the players would choose. */
static int check_deal(const struct variant *variant, struct reason *reason)
{
	const struct card_ruleset *book = effects_book_of(variant, reason);
	struct deck_rules rules;

	if (book == NULL || deck_rules_read(book, &rules, reason) != 0)
		return -1;
	if (rules.mode != DECK_COMMON || !rules.stacked)
		return 0;
	return reason_fail(reason, "a common deck is nobody's to order; leave out order = stacked");
}

/* ---- messages ---- */

static const char *mail_cards_question(const struct game *now)
{
	static const char *const letters[] = {
		[PHASE_MOVE] = "your-turn",
		[PHASE_WINDOW] = "window",
		[PHASE_DEMAND] = "demand",
		[PHASE_OVER] = "your-turn",
	};

	return cards_state(now)->gather.stage != SETUP_PHASE_NOTHING
		       ? "gather"
		       : letters[cards_state(now)->now.phase];
}

/* Returns the message about an answer that came too late. A seat for which something was chosen is
 * informed; a seat that could only have played a card is not. */
static const char *mail_cards_late(const struct game *now)
{
	return cards_state(now)->now.phase == PHASE_DEMAND ? "answer-late" : NULL;
}

/* ---- orders ---- */

static void note_card(void *context, const char *card)
{
	struct incoming *incoming = context;

	incoming->game->seats_changed |=
		seats_note_seen(&incoming->game->seats.seats[incoming->seat], card);
}

/* Notes the cards that the player has seen: the message that asked had every card of the hand. */
static void note_seen(struct incoming *incoming)
{
	if (incoming_game(incoming)->started)
		cards_names(incoming_game(incoming), (uint8_t)incoming->seat, note_card, incoming);
}

/* Reports whether the line names a card in the form that PLAY takes: with squares or the like, or
 * alone if the card is in the hand. */
static bool looks_like_play(const struct card_state *table, unsigned seat, const char *line)
{
	const struct card *card;
	struct reason why;
	struct play play;

	if (play_read(table->book, line, &play, &why) == REFUSED)
		return false;
	card = &table->book->set->cards[play.card];
	return play.target_count > 0 ||
	       (strbuf_same(line, card->name) &&
		piles_find(&table->piles, ZONE_HAND, (uint8_t)seat, play.card) != NO_COPY);
}

/* Reports whether the line is read as PLAY without the word. */
static bool reads_as_play(const struct incoming *incoming, const char *line)
{
	struct order_list orders;
	struct reason why;
	bool reads;

	order_list_init(&orders);
	orders.in_message = true;
	turn_allow_bare_plays(incoming_game(incoming), &orders);
	reads = order_read(incoming_game(incoming)->variant, line, 1, &orders, &why) == ACCEPTED &&
		orders.count == 1 && orders.orders[0].kind == ORDER_PLAY;
	order_list_done(&orders);
	return reads;
}

/* Checks whether a line names a card with its targets, or a card of the hand, so that the word PLAY
 * was probably forgotten. Accepts a line that is read without the word. */
static enum verdict check_text(const struct incoming *incoming, struct reason *why)
{
	const struct card_state *table = cards_state(incoming_game(incoming));
	char *text =
		order_join_broken_lines(incoming_game(incoming)->variant, incoming->letter->text);
	const char *cursor = text, *line;
	enum verdict verdict = ACCEPTED;
	size_t len;

	while (incoming_game(incoming)->started && verdict == ACCEPTED &&
	       strbuf_next_line(&cursor, text + strlen(text), &line, &len)) {
		struct utf8 plain;
		char *one = base_strndup(line, len), *bare;
		bool doubtful;

		utf8_line(one, &plain);
		bare = vocabulary_strip(plain.text, &doubtful);
		if (looks_like_play(table, incoming->seat, bare) && !reads_as_play(incoming, one)) {
			reason_set(why,
				   "\"%.60s\" names a card: to play it write PLAY in front of it, "
				   "on the same line",
				   bare);
			verdict = REFUSED;
		}
		free(one);
	}
	free(text);
	return verdict;
}

/* Reports whether the words are a card and its targets, in the form that PLAY takes. If they are,
 * adds that order. */
static bool add_play(const struct card_ruleset *book, const char *words, struct strbuf *out)
{
	struct strbuf english, order;
	struct reason why;
	struct play play;
	bool found;

	strbuf_init(&english, 0);
	strbuf_init(&order, 0);
	order_cards_english(words, &english);
	found = keywords_read(book, english.bytes, NO_CARD, &play, &why) == ACCEPTED;
	if (found)
		play_print(book, &play, &order);
	found = found && keywords_none(book, order.bytes + strlen("PLAY "));
	if (found)
		strbuf_add(out, order.bytes);
	strbuf_done(&order);
	strbuf_done(&english);
	return found;
}

/* Adds the order that as many as possible of the line's first words make: "Crab d2 was a good
 * idea". */
static bool begins_as(const struct game *game, const char *line, struct strbuf *out)
{
	struct utf8 plain;
	bool doubtful, found = false;
	char *words;
	size_t len;

	if (!game->started)
		return false;
	utf8_line(line, &plain);
	words = vocabulary_strip(plain.text, &doubtful);
	len = strlen(words);
	while (len > 0 && !found) {
		while (len > 0 && strchr(" .,;:!?", words[len - 1]) != NULL)
			len--;
		words[len] = '\0';
		found = len > 0 && add_play(cards_state(game)->book, words, out);
		while (len > 0 && words[len - 1] != ' ')
			len--;
	}
	return found;
}

/* Refuses a deck that is cut in half: its next line names a card, because the player or the mail
 * program has broken the line. */
static char *mail_cards_why_not(const struct incoming *incoming, struct order_list *orders,
				bool *dead_out)
{
	const struct card_set *set = cards_state(incoming_game(incoming))->book->set;
	const char *line = orders->below_deck;
	char *first, *why = NULL;
	size_t used = 0;

	*dead_out = false;
	if (line == NULL)
		return NULL;
	line += strspn(line, " \t");
	first = base_strndup(line, strcspn(line, ",;\r"));
	if (card_named(set, first, &used) != NO_CARD &&
	    first[used + strspn(first + used, " \t.!")] == '\0')
		why = base_printf(
			translate("the line below the deck, \"%.40s\", names a card too, and the "
				  "line above it has no comma at its end. Write all cards of the "
				  "deck after DECK, a comma between them"),
			line);
	free(first);
	return why;
}

/* Reports whether the order is hidden from others. They know what the game's record shows. They
 * learn nothing of a hand from orders that were only asked, tried or put off. */
static bool mail_cards_hides(const struct incoming *incoming, const struct order *order,
			     bool accepted)
{
	const struct game *game = incoming_game(incoming);

	return !accepted || cards_state(game)->held[incoming->seat].there ||
	       order_is_query(order) || turn_order_is_secret(game, order);
}

static void mail_cards_moves(const struct game *game, struct move_list *list)
{
	const struct card_board *field = &cards_state(game)->field;

	card_movegen_moves(cards_state(game)->book, field, field->position.turn, true, list);
}

/* ---- for the moderator ---- */

static void mail_cards_status(const struct game *game, unsigned seat, struct strbuf *out)
{
	const struct card_state *table = cards_state(game);

	if (!game->started && (card_state_awaited(table) >> seat & 1))
		strbuf_addf(out, "to send %s",
			    table->gather.stage == SETUP_PHASE_WORDS ? "words" : "a deck");
	else if (game->started && table->now.phase == PHASE_MOVE)
		mail_standard_status(game, seat, out);
	else if (game->started)
		strbuf_add(out, table->now.phase == PHASE_WINDOW ? "may answer" : "has to choose");
}

static void mail_cards_news(const struct game *game, struct strbuf *out)
{
	if (!game->started)
		return;
	cards_news(game, NO_SIDE, out);
	strbuf_add_char(out, '\n');
	cards_table(game, NO_SIDE, out);
}

const struct gametype_mail mail_cards = {
	.kind = &cards_gametype,
	.check_deal = check_deal,
	.bound = mail_standard_bound,
	.is_open = mail_standard_is_open,
	.not_asked = "Nothing is asked of you now. You have answered already, or the question is "
		     "settled.",
	.is_blind = cards_marks_blind,
	.values = mail_cards_values,
	.question = mail_cards_question,
	.late = mail_cards_late,
	.notify = mail_standard_notify,
	.list_turn = mail_list_turn,
	.note_seen = note_seen,
	.check_text = check_text,
	.begins_as = begins_as,
	.why_not = mail_cards_why_not,
	.hides = mail_cards_hides,
	.moves = mail_cards_moves,
	.queries = mail_cards_queries,
	.standing = cards_standing,
	.status = mail_cards_status,
	.news = mail_cards_news,
};
