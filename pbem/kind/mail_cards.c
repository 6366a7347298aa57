/* SPDX-License-Identifier: MIT */
/* Letters of a game with cards: no seat knows all, and it is asked about others' turns, too. */
#include <stdlib.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/kind/cards/cards_state.h"
#include "core/base/plain.h"
#include "core/base/text.h"
#include "core/cards/deck/book.h"
#include "core/cards/deck/deck.h"
#include "core/cards/field/ways.h"
#include "core/cards/table/table.h"
#include "core/cards/effects/effects_load.h"
#include "core/kind/cards/cards_kind.h"
#include "core/kind/cards/cards_marks.h"
#include "core/kind/cards/cards_view.h"
#include "core/order/order_strip.h"
#include "core/order/order.h"
#include "core/turn/turn.h"
#include "core/view/view.h"
#include "pbem/answer/matter.h"
#include "pbem/kind/mail_kinds.h"
#include "pbem/mailing/mailing_history.h"

/* ---- a new game ---- */

/* Not when its decks are such as players build, order or share. */
static int check_deal(const struct variant *variant, struct reason *reason)
{
	const struct book *book = effects_book_of(variant, reason);
	struct deck_rules rules;

	if (book == NULL || deck_rules_read(book, &rules, reason) != 0)
		return -1;
	if (rules.mode != DECK_COMMON || !rules.stacked)
		return 0;
	return reason_fail(reason, "a common deck is nobody's to order; leave out order = stacked");
}

/* ---- letters ---- */

static void conceal(struct game *seen, uint8_t seat)
{
	table_conceal(cards_state(seen), seat);
}

static const char *question(const struct game *now)
{
	static const char *const letters[] = {
		[PHASE_MOVE] = "your-turn",
		[PHASE_WINDOW] = "window",
		[PHASE_DEMAND] = "demand",
		[PHASE_OVER] = "your-turn",
	};

	return cards_state(now)->gather.stage != GATHER_NOTHING
		       ? "gather"
		       : letters[cards_state(now)->now.phase];
}

/* For whom something was chosen hears of it; who could only have played a card does not. */
static const char *late(const struct game *now)
{
	return cards_state(now)->now.phase == PHASE_DEMAND ? "answer-late" : NULL;
}

/* ---- orders ---- */

static void note_card(void *context, const char *card)
{
	struct matter *matter = context;

	matter->game->habits |= seats_note_seen(&matter->game->seats.seats[matter->seat], card);
}

/* The letter that asked had every card of the hand. */
static void note_seen(struct matter *matter)
{
	if (matter_game(matter)->started)
		cards_names(matter_game(matter), (uint8_t)matter->seat, note_card, matter);
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

/* Whether a line names a card and what it is played on, or a card of the hand, and PLAY was
 * forgotten. */
static enum verdict check_text(const struct matter *matter, struct reason *why)
{
	const struct table *table = cards_state(matter_game(matter));
	char *text = order_whole(matter_game(matter)->variant, matter->letter->text);
	const char *cursor = text, *line;
	enum verdict verdict = ACCEPTED;
	size_t len;

	while (matter_game(matter)->started && verdict == ACCEPTED &&
	       text_next_line(&cursor, text + strlen(text), &line, &len)) {
		struct plain plain;
		char *one = base_strndup(line, len), *bare;
		bool doubtful = false;

		plain_line(one, &plain);
		bare = order_strip(plain.text, &doubtful);
		if (means_play(table, matter->seat, bare)) {
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

/* A deck whose next line names a card is cut in half: the mail program has broken it, or its
 * writer. */
static char *why_not(const struct matter *matter, struct order_list *orders, bool *dead_out)
{
	const struct card_set *set = cards_state(matter_game(matter))->book->set;
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
			phrase("the line below the deck, \"%.40s\", names a card too, and the "
			       "line above it has no comma at its end. Write all cards of the "
			       "deck behind DECK, a comma between them"),
			line);
	free(first);
	return why;
}

/* They know what its record tells, and no more of a hand by what was only asked or tried, or waits.
 */
static bool hides(const struct matter *matter, const struct order *order, bool accepted)
{
	const struct game *game = matter_game(matter);

	return !accepted || cards_state(game)->held[matter->seat].there || order_is_query(order) ||
	       turn_order_is_secret(game, order);
}

static void moves(const struct game *game, struct move_list *list)
{
	const struct field *field = &cards_state(game)->field;

	ways_moves(cards_state(game)->book, field, field->position.turn, true, list);
}

/* ---- for the moderator ---- */

static void status(const struct game *game, unsigned seat, struct text *out)
{
	const struct table *table = cards_state(game);

	if (!game->started && (table_awaited(table) >> seat & 1))
		text_addf(out, "to send %s",
			  table->gather.stage == GATHER_WORDS ? "words" : "a deck");
	else if (game->started && table->now.phase == PHASE_MOVE)
		mail_single_status(game, seat, out);
	else if (game->started)
		text_add(out, table->now.phase == PHASE_WINDOW ? "may answer" : "has to choose");
}

static void news(const struct game *game, struct text *out)
{
	if (!game->started)
		return;
	cards_news(game, NO_SIDE, out);
	text_add_char(out, '\n');
	cards_table(game, NO_SIDE, out);
}

const struct mail_kind mail_cards = {
	.kind = &cards_kind,
	.check_deal = check_deal,
	.bound = mail_single_bound,
	.is_open = mail_single_is_open,
	.asked_by = mail_single_asked_by,
	.not_asked = "Nothing is asked of you now: you have answered already, or what you were "
		     "asked about is settled.",
	.conceal = conceal,
	.is_blind = cards_marks_blind,
	.values = mail_cards_values,
	.question = question,
	.late = late,
	.tell = mail_single_tell,
	.plays = mail_cards_plays,
	.list_turn = mailing_list_turn,
	.note_seen = note_seen,
	.check_text = check_text,
	.why_not = why_not,
	.hides = hides,
	.moves = moves,
	.queries = mail_cards_queries,
	.standing = cards_standing,
	.status = status,
	.news = news,
};
