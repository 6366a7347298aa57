/* SPDX-License-Identifier: MIT */
/* What may stand behind each word that orders begin with. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/notation/notation.h"
#include "core/order/order_cards.h"
#include "core/order/order_free.h"
#include "core/order/order_inner.h"
#include "core/order/order_payment.h"
#include "core/order/order_strip.h"
#include "core/words/words_order.h"
#include "core/words/words.h"
#include "core/words/words_behind.h"
#include "core/words/words_dates.h"
#include "core/base/text.h"
#include "core/phrase/phrase.h"

enum { SAY_MAX = 500, PART_MAX = 60, NAMED_MAX = 60, MAILED_MAX = 254 };

static enum verdict accept(struct reading *reading, enum order_kind kind, const char *text,
			   unsigned seat)
{
	order_list_add(reading->list, kind, reading->line, seat, text);
	return ACCEPTED;
}

static enum verdict refuse(struct reading *reading, const struct order_word *word, const char *rest)
{
	if (*rest == '\0')
		reason_set(reading->why, "%s needs something behind it; write %s", word->word,
			   words_form(reading->variant, word));
	else
		reason_set(reading->why, "I can't read \"%.60s\" behind %s; write %s", rest,
			   word->word, words_form(reading->variant, word));
	return REFUSED;
}

static enum verdict refuse_elsewhere(const struct reading *reading, const struct order_word *word)
{
	return reason_refuse(reading->why, "%s isn't for this game: %s", word->word, word->why);
}

bool order_accept_move(struct reading *reading, enum order_kind kind, const char *text,
		       const char *written)
{
	char readings[NOTATION_READINGS][NOTATION_MAX];
	bool free = reading->list->in_letter;
	unsigned count = free ? notation_readings(reading->variant, text, readings)
			      : notation_is_move(reading->variant, text);

	if (count == 0)
		return false;
	accept(reading, kind, free && count == 1 ? readings[0] : text, NO_SIDE);
	reading->list->orders[reading->list->count - 1].sure =
		free && ((count == 1 && strcmp(readings[0], text) != 0) ||
			 order_free_names_piece(reading->variant, written));
	return true;
}

static enum verdict read_move(struct reading *reading, const struct order_word *word,
			      enum order_kind kind, char *rest)
{
	char move[NOTATION_MAX], joined[NOTATION_MAX];
	char whole[PLAIN_MAX];

	strcpy(whole, rest);
	if (notation_clean(rest, move) && strlen(rest) < NOTATION_MAX) {
		order_free_join(reading->variant, move, joined);
		if (order_accept_move(reading, kind, move, whole) ||
		    order_accept_move(reading, kind, joined, whole) ||
		    (order_free_move(reading->variant, rest, joined) &&
		     order_accept_move(reading, kind, joined, whole)))
			return ACCEPTED;
	}
	return refuse(reading, word, whole);
}

static enum verdict read_said(struct reading *reading, enum order_kind kind, const char *from,
			      unsigned seat)
{
	char *text = order_said(reading->raw + reading->plain.origin[from - reading->plain.text]);
	enum verdict verdict = REFUSED;

	if (strlen(text) > SAY_MAX)
		reason_set(reading->why, "what is said is too long: at most %d bytes a line",
			   SAY_MAX);
	else if (*text == '\0')
		reason_set(reading->why, "SAY needs something behind it; write SAY good luck");
	else
		verdict = accept(reading, kind, text, seat);
	free(text);
	return verdict;
}

/* "SAY, what a game" is no order: only a blank or a colon separates the word from what is said. */
static enum verdict read_say(struct reading *reading, const struct order_word *word, char *rest)
{
	char *to = rest + (*rest == ':');
	const char *behind;
	char name[NAME_MAX_LEN + 1] = "";
	size_t letters;
	int seat = -1;

	if (*rest != '\0' && strchr(": ", *rest) == NULL)
		return refuse(reading, word, rest);
	to += strspn(to, " ");
	behind = words_follow(BEHIND_TO, to);
	if (behind == NULL || behind[-1] != ' ')
		return read_said(reading, ORDER_SAY, to, NO_SIDE);
	to = rest + (behind - rest);
	letters = words_letters(to);
	if (letters < sizeof name) {
		memcpy(name, to, letters);
		seat = variant_seat_named(reading->variant, name);
	}
	if (seat < 0)
		return reason_refuse(reading->why,
				     "SAY TO needs a seat behind it: SAY TO %s good luck. What is "
				     "meant for all begins with SAY alone",
				     variant_seat_name(reading->variant, 0));
	to += letters;
	return read_said(reading, ORDER_SAY_TO, to + strspn(to, ": "), (unsigned)seat);
}

static enum verdict read_resign(struct reading *reading, const struct order_word *word, char *rest)
{
	char board[4];

	if (words_board(reading->variant, rest, board))
		return accept(reading, ORDER_RESIGN, board, NO_SIDE);
	if (variant_has_boards(reading->variant))
		reason_set(reading->why,
			   "I can't read \"%.60s\" behind RESIGN; write RESIGN, or RESIGN 2 to "
			   "lose on board 2",
			   rest);
	else
		reason_set(reading->why, "nothing may stand behind %s, not \"%.60s\"", word->word,
			   rest);
	return REFUSED;
}

static enum verdict read_draw(struct reading *reading, const struct order_word *word, char *rest)
{
	const char *no = words_follow(BEHIND_NO, rest), *behind = no != NULL ? no : rest;
	char board[4];

	if (words_board(reading->variant, behind, board))
		return accept(reading, no != NULL ? ORDER_DRAW_NO : ORDER_DRAW, board, NO_SIDE);
	return refuse(reading, word, behind);
}

static enum verdict read_undo(struct reading *reading, const struct order_word *word, char *rest)
{
	if (*rest == '\0')
		return accept(reading, ORDER_UNDO, "", NO_SIDE);
	return words_are(BEHIND_NO, rest) ? accept(reading, ORDER_UNDO_NO, "", NO_SIDE)
					  : refuse(reading, word, rest);
}

static enum verdict read_claim(struct reading *reading, const struct order_word *word, char *rest)
{
	const char *behind = words_follow_order(WORD_DRAW, words_skip(BEHIND_A, rest));
	char board[4];

	if (behind != NULL && words_board(reading->variant, behind, board))
		return accept(reading, ORDER_CLAIM_DRAW, board, NO_SIDE);
	return refuse(reading, word, rest);
}

/* A word as English has it; where it was written so, as it was. */
static const char *as_known(const char *written, const char *known)
{
	return strcasecmp(written, known) == 0 ? written : known;
}

static enum verdict read_board(struct reading *reading, const struct order_word *word, char *rest)
{
	const char *how = rest;
	char board[4];

	if (words_are(BEHIND_COMPACT, rest))
		how = as_known(rest, "compact");
	else if (words_are(BEHIND_FULL, rest))
		how = as_known(rest, "full");
	if (*how == '\0' || strcasecmp(how, "compact") == 0 || strcasecmp(how, "full") == 0 ||
	    variant_seat_named(reading->variant, rest) >= 0)
		return accept(reading, QUERY_BOARD, how, NO_SIDE);
	if (words_board(reading->variant, rest, board))
		return accept(reading, QUERY_BOARD, board, NO_SIDE);
	return refuse(reading, word, rest);
}

/*
 * Whether a part of a page is asked for: "RULINGS kings and mate", "rulings card-goes-back". Where
 * the order isn't shouted one word alone, for "help ruling out d4 please" is talk.
 */
static bool is_part_of_page(const char *rest, bool shouted)
{
	size_t len = strcspn(rest, " ");
	const char *part = rest + len + strspn(rest + len, " ");
	char *word = base_printf("%.*s", (int)len, rest);
	const struct words_topic *topic = words_topic(word);

	free(word);
	return *part != '\0' && strlen(part) <= PART_MAX && topic != NULL && topic->page != NULL &&
	       strspn(part, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-[]\" ") ==
		       strlen(part) &&
	       (shouted || strchr(part, ' ') == NULL);
}

/* "Help me": a topic is one the program knows, or the word itself is shouted. */
static enum verdict read_help(struct reading *reading, const struct order_word *word, char *rest)
{
	bool shouted = isupper((unsigned char)reading->text[1]);

	if (*rest == '\0' || words_is_topic(reading->variant, rest) ||
	    is_part_of_page(rest, shouted) ||
	    (shouted && strlen(rest) <= 20 &&
	     strspn(rest, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ -") ==
		     strlen(rest)))
		return accept(reading, QUERY_HELP, rest, NO_SIDE);
	return refuse(reading, word, rest);
}

/* "VIEW OWN", or the side from which boards are drawn otherwise. */
static enum verdict read_view(struct reading *reading, const struct order_word *word, char *rest)
{
	const char *first = variant_seat_name(reading->variant, 0);
	bool own = words_are(BEHIND_OWN, rest);

	if (own || strcasecmp(rest, first) == 0 || words_are(BEHIND_WHITE, rest) ||
	    strcmp(rest, phrase(variant_seat_title(reading->variant, 0))) == 0)
		return accept(reading, WISH_VIEW, own ? "own" : first, NO_SIDE);
	return refuse(reading, word, rest);
}

static enum verdict read_switch(struct reading *reading, const struct order_word *word, char *rest)
{
	bool on = words_are(BEHIND_ON, rest), off = words_are(BEHIND_OFF, rest);

	return on || off ? accept(reading, word->kind, on ? "on" : "off", NO_SIDE)
			 : refuse(reading, word, rest);
}

/* ZONE Europe/Berlin, LANGUAGE German: what is behind them is known where the order is met. "Zone
 * out for a while" isn't meant. */
static enum verdict read_named(struct reading *reading, const struct order_word *word, char *rest)
{
	bool shouted = isupper((unsigned char)reading->text[1]);

	/* "Address him first" is talk, too. */
	shouted |= word->kind == WISH_ADDRESS && strchr(rest, '@') != NULL;
	if (word->kind == WISH_NAME && shouted && *rest != '\0')
		return read_said(reading, WISH_NAME, rest, NO_SIDE);
	if (word->kind == WISH_NAME || *rest == '\0' ||
	    strlen(rest) > (word->kind == WISH_ADDRESS ? MAILED_MAX : NAMED_MAX) ||
	    (!shouted && (word->kind == WISH_ADDRESS || strchr(rest, ' ') != NULL)))
		return refuse(reading, word, rest);
	return accept(reading, word->kind, rest, NO_SIDE);
}

static enum verdict read_rematch(struct reading *reading, const struct order_word *word, char *rest)
{
	if (*rest == '\0' || words_are(BEHIND_NO, rest))
		return accept(reading, WISH_REMATCH, *rest == '\0' ? "" : "no", NO_SIDE);
	return refuse(reading, word, rest);
}

/* Days from today on, a date and another, or NO; behind a number there may stand what it counts. */
static enum verdict read_vacation(struct reading *reading, const struct order_word *word,
				  char *rest)
{
	size_t digits = strspn(rest, "0123456789");
	const char *unit = rest + digits + strspn(rest + digits, " ");
	char dates[22];

	if (words_are(BEHIND_NO, rest))
		return accept(reading, WISH_VACATION, "no", NO_SIDE);
	if (words_dates(rest, dates))
		return accept(reading, WISH_VACATION, dates, NO_SIDE);
	if (digits == 0 || digits > 3 || (*unit != '\0' && !words_are(BEHIND_DAYS, unit)))
		return refuse(reading, word, rest);
	snprintf(dates, sizeof dates, "%.*s", (int)digits, rest);
	if (text_number(dates, 366) < 1)
		return refuse(reading, word, rest);
	return accept(reading, WISH_VACATION, dates, NO_SIDE);
}

/* REMOVE and TRADE, where the game has a fair exchange [debt-payment] [paid-by-queen]. */
static enum verdict read_payment(struct reading *reading, const struct order_word *word, char *rest)
{
	const struct variant *variant = reading->variant;
	bool removes = word->use == WORD_REMOVE;
	enum verdict verdict;
	struct text text;

	if (!variant_has_exchange(variant))
		return refuse_elsewhere(reading, word);
	text_init(&text, PLAIN_MAX);
	if (removes ? order_payment_squares(variant, rest, &text)
		    : order_payment_trade(variant, rest, &text))
		verdict = accept(reading, word->kind, text.bytes, NO_SIDE);
	else
		verdict = refuse(reading, word, rest);
	text_done(&text);
	return verdict;
}

/* IF FOGGED and IF CHAOS, where the game has cards; and moves for turns to come. */
static enum verdict read_if(struct reading *reading, const struct order_word *word, char *rest)
{
	enum order_kind kind;
	char *behind = order_cards_condition(rest, &kind);
	enum verdict verdict;
	struct text text;

	if (words_are(BEHIND_NO, rest))
		return accept(reading, ORDER_AHEAD_NO, "", NO_SIDE);
	if (behind != NULL && variant_has_cards(reading->variant))
		return read_move(reading, word, kind, behind);
	if (behind != NULL)
		return reason_refuse(reading->why, "this game is played without cards, so none can "
						   "take a turn back");
	text_init(&text, PLAIN_MAX);
	verdict = order_cards_ahead(reading->variant, rest, reading->list->in_letter, &text)
			  ? accept(reading, ORDER_AHEAD, text.bytes, NO_SIDE)
			  : refuse(reading, word, rest);
	text_done(&text);
	return verdict;
}

/* PLAY, ANSWER, DISCARD and AUTOPASS, where the game has cards. */
static enum verdict read_of_cards(struct reading *reading, const struct order_word *word,
				  char *rest)
{
	char written[PLAIN_MAX];
	struct text text;
	enum order_kind kind = word->kind;
	enum verdict verdict;

	if (!variant_has_cards(reading->variant))
		return refuse_elsewhere(reading, word);
	strcpy(written, rest);
	text_init(&text, PLAIN_MAX);
	verdict = order_cards_words(rest, kind, &text)
			  ? accept(reading, kind,
				   kind == ORDER_ANSWER && words_are(BEHIND_NO, text.bytes)
					   ? as_known(text.bytes, "NO")
					   : text.bytes,
				   NO_SIDE)
			  : refuse(reading, word, written);
	text_done(&text);
	return verdict;
}

static enum verdict accept_card(struct reading *reading, const char *name)
{
	enum verdict verdict;
	struct text text;

	text_init(&text, 0);
	order_cards_english(name, &text);
	verdict = accept(reading, QUERY_CARD, text.bytes, NO_SIDE);
	text_done(&text);
	return verdict;
}

/* HAND, PLAYS e2-e4, CARD Bog: what is behind CARD is read where the cards are known. "Plays well"
 * and "card gave." aren't meant: a move has a digit, and a card's name a capital. */
static enum verdict read_question(struct reading *reading, const struct order_word *word,
				  char *rest)
{
	bool shouted = isupper((unsigned char)reading->text[1]);
	size_t len = strlen(rest);
	bool fits = len == 0 && word->kind != QUERY_CARD;

	if (word->kind == QUERY_PLAYS && len < NOTATION_MAX && strchr(rest, ' ') == NULL)
		fits = fits || strpbrk(rest, "0123456789O") != NULL;
	if (word->kind == QUERY_CARD && len <= 40)
		fits = len > 0 && (shouted || isupper((unsigned char)*rest));

	if (!variant_has_cards(reading->variant))
		return refuse_elsewhere(reading, word);
	return !fits			  ? refuse(reading, word, rest)
	       : word->kind == QUERY_CARD ? accept_card(reading, rest)
					  : accept(reading, word->kind, rest, NO_SIDE);
}

/* JOIN, DECK, as orders: "Join us!" and "Deck the halls, boys" aren't meant. */
static bool is_gathered(const struct reading *reading, const struct order_word *word,
			const char *text)
{
	bool shouted = isupper((unsigned char)reading->text[1]);

	if (word->use == WORD_JOIN)
		return shouted || *text == '\0' || words_skip(BEHIND_WORDS, text) != text;
	return *text != '\0' &&
	       (shouted || (isupper((unsigned char)*text) && strchr(text, ',') != NULL));
}

/* What is behind JOIN, the word WORDS as English has it. */
static void add_joined(const char *rest, struct text *out)
{
	const char *behind = words_skip(BEHIND_WORDS, rest);

	if (behind != rest && strncasecmp(rest, "words ", 6) != 0)
		text_addf(out, "WORDS %s", behind);
	else
		text_add(out, rest);
}

/* A deck may be longer than any other line. */
static enum verdict read_gathered(struct reading *reading, const struct order_word *word,
				  char *rest)
{
	enum verdict verdict;
	struct text text;

	if (!variant_has_cards(reading->variant))
		return refuse_elsewhere(reading, word);
	text_init(&text, 0);
	if (word->use == WORD_DECK)
		order_cards_list(reading->raw + reading->plain.origin[rest - reading->plain.text],
				 &text);
	else
		add_joined(rest, &text);
	verdict = is_gathered(reading, word, text.bytes)
			  ? accept(reading, word->kind, text.bytes, NO_SIDE)
			  : refuse(reading, word, rest);
	text_done(&text);
	return verdict;
}

static enum verdict read_moved(struct reading *reading, const struct order_word *word, char *rest)
{
	return read_move(reading, word, ORDER_MOVE, rest);
}

/* What may stand behind words of that use; NULL: nothing. Behind TRY order.c reads a line. */
static enum verdict (*const readers[])(struct reading *reading, const struct order_word *word,
				       char *rest) = {
	[WORD_MOVE] = read_moved,	 [WORD_SAY] = read_say,
	[WORD_RESIGN] = read_resign,	 [WORD_DRAW] = read_draw,
	[WORD_CLAIM] = read_claim,	 [WORD_BOARD] = read_board,
	[WORD_HELP] = read_help,	 [WORD_VIEW] = read_view,
	[WORD_SWITCH] = read_switch,	 [WORD_REMOVE] = read_payment,
	[WORD_TRADE] = read_payment,	 [WORD_PLAY] = read_of_cards,
	[WORD_ANSWER] = read_of_cards,	 [WORD_DISCARD] = read_of_cards,
	[WORD_AUTOPASS] = read_of_cards, [WORD_IF] = read_if,
	[WORD_JOIN] = read_gathered,	 [WORD_DECK] = read_gathered,
	[WORD_CARDS] = read_question,	 [WORD_NAMED] = read_named,
	[WORD_REMATCH] = read_rematch,	 [WORD_UNDO] = read_undo,
	[WORD_VACATION] = read_vacation,
};

enum verdict order_behind(struct reading *reading, const struct order_word *word, char *rest)
{
	if (word->use == WORD_ELSEWHERE)
		return refuse_elsewhere(reading, word);
	if (word->use < ARRAY_LEN(readers) && readers[word->use] != NULL)
		return readers[word->use](reading, word, rest);
	if (*rest == '\0')
		return accept(reading, word->kind, "", NO_SIDE);
	return reason_refuse(reading->why, "nothing may stand behind %s, not \"%.60s\"", word->word,
			     rest);
}
