/* SPDX-License-Identifier: MIT */
/* What may stand behind each word that orders begin with. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/notation/notation.h"
#include "core/order/order_cards.h"
#include "core/order/order_free.h"
#include "core/order/order_inner.h"
#include "core/order/order_payment.h"
#include "core/words/words_order.h"
#include "core/words/words.h"
#include "core/base/text.h"

enum { SAY_MAX = 500, PART_MAX = 60 };

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
	reason_set(reading->why, "%s isn't for this game: %s", word->word, word->why);
	return REFUSED;
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

/* What is said keeps its own characters, controls apart. */
static char *said(const struct reading *reading, const char *from)
{
	const char *start = reading->raw + reading->plain.origin[from - reading->plain.text];
	char *text;
	size_t len;

	start += strspn(start, " \t");
	len = strlen(start);
	while (len > 0 && strchr(" \t\r", start[len - 1]) != NULL)
		len--;
	text = base_strndup(start, len);
	for (char *c = text; *c != '\0'; c++)
		*c = iscntrl((unsigned char)*c) ? ' ' : *c;
	return text;
}

static enum verdict read_said(struct reading *reading, enum order_kind kind, const char *from,
			      unsigned seat)
{
	char *text = said(reading, from);
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
	char name[NAME_MAX_LEN + 1] = "";
	size_t letters;
	int seat = -1;

	if (*rest != '\0' && strchr(": ", *rest) == NULL)
		return refuse(reading, word, rest);
	to += strspn(to, " ");
	if (strncasecmp(to, "to ", 3) != 0)
		return read_said(reading, ORDER_SAY, to, NO_SIDE);
	to += 3 + strspn(to + 3, " ");
	letters = words_letters(to);
	if (letters < sizeof name) {
		memcpy(name, to, letters);
		seat = variant_seat_named(reading->variant, name);
	}
	if (seat < 0) {
		reason_set(reading->why,
			   "SAY TO needs a seat behind it: SAY TO %s good luck. "
			   "What is meant for all begins with SAY alone",
			   variant_seat_name(reading->variant, 0));
		return REFUSED;
	}
	to += letters;
	return read_said(reading, ORDER_SAY_TO, to + strspn(to, ": "), (unsigned)seat);
}

static enum verdict read_resign(struct reading *reading, const struct order_word *word,
				const char *rest)
{
	char board[4];

	if (words_board(reading->variant, rest, board))
		return accept(reading, ORDER_RESIGN, board, NO_SIDE);
	if (variant_has_boards(reading->variant))
		reason_set(reading->why,
			   "I can't read \"%.60s\" behind RESIGN; write RESIGN, or RESIGN 2 "
			   "to lose on board 2",
			   rest);
	else
		reason_set(reading->why, "nothing may stand behind %s, not \"%.60s\"", word->word,
			   rest);
	return REFUSED;
}

static enum verdict read_draw(struct reading *reading, const struct order_word *word,
			      const char *rest)
{
	bool declines = strncasecmp(rest, "no", 2) == 0 && strchr(" ", rest[2]) != NULL;
	char board[4];

	if (declines)
		rest += 2 + strspn(rest + 2, " ");
	if (words_board(reading->variant, rest, board))
		return accept(reading, declines ? ORDER_DRAW_NO : ORDER_DRAW, board, NO_SIDE);
	return refuse(reading, word, rest);
}

static enum verdict read_claim(struct reading *reading, const struct order_word *word,
			       const char *rest)
{
	const char *behind = strncasecmp(rest, "a ", 2) == 0 ? rest + 2 : rest;
	char board[4];

	if (strncasecmp(behind, "draw", 4) == 0 && strchr(" ", behind[4]) != NULL &&
	    words_board(reading->variant, behind + 4 + strspn(behind + 4, " "), board))
		return accept(reading, ORDER_CLAIM_DRAW, board, NO_SIDE);
	return refuse(reading, word, rest);
}

static enum verdict read_board(struct reading *reading, const struct order_word *word,
			       const char *rest)
{
	char board[4];

	if (*rest == '\0' || strcasecmp(rest, "compact") == 0 || strcasecmp(rest, "full") == 0 ||
	    variant_seat_named(reading->variant, rest) >= 0)
		return accept(reading, QUERY_BOARD, rest, NO_SIDE);
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
	       strspn(part, "abcdefghijklmnopqrstuvwxyz"
			    "ABCDEFGHIJKLMNOPQRSTUVWXYZ-[] ") == strlen(part) &&
	       (shouted || strchr(part, ' ') == NULL);
}

/* "Help me": a topic is one the program knows, or the word itself is shouted. */
static enum verdict read_help(struct reading *reading, const struct order_word *word,
			      const char *rest)
{
	bool shouted = isupper((unsigned char)reading->text[1]);

	if (*rest == '\0' || words_is_topic(reading->variant, rest) ||
	    is_part_of_page(rest, shouted) ||
	    (shouted && strlen(rest) <= 20 &&
	     strspn(rest, "abcdefghijklmnopqrstuvwxyz"
			  "ABCDEFGHIJKLMNOPQRSTUVWXYZ -") == strlen(rest)))
		return accept(reading, QUERY_HELP, rest, NO_SIDE);
	return refuse(reading, word, rest);
}

/* "VIEW OWN", or the side from which boards are drawn otherwise. */
static enum verdict read_view(struct reading *reading, const struct order_word *word,
			      const char *rest)
{
	const char *first = variant_seat_name(reading->variant, 0);

	if (strcasecmp(rest, "own") == 0)
		return accept(reading, WISH_VIEW, "own", NO_SIDE);
	if (strcasecmp(rest, first) == 0 || strcasecmp(rest, "white") == 0)
		return accept(reading, WISH_VIEW, first, NO_SIDE);
	return refuse(reading, word, rest);
}

static enum verdict read_short(struct reading *reading, const struct order_word *word,
			       const char *rest)
{
	if (strcasecmp(rest, "on") == 0)
		return accept(reading, WISH_SHORT, "on", NO_SIDE);
	if (strcasecmp(rest, "off") == 0)
		return accept(reading, WISH_SHORT, "off", NO_SIDE);
	return refuse(reading, word, rest);
}

/* REMOVE and TRADE, where the game has a fair exchange [debt-payment] [paid-by-queen]. */
static enum verdict read_payment(struct reading *reading, const struct order_word *word,
				 const char *rest)
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

/* PLAY, ANSWER, DISCARD, AUTOPASS and IF, where the game has cards. */
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
	if (word->use == WORD_IF) {
		rest = order_cards_condition(rest, &kind);
		return rest == NULL ? refuse(reading, word, written)
				    : read_move(reading, word, kind, rest);
	}
	text_init(&text, PLAIN_MAX);
	verdict = order_cards_words(rest, kind, &text) ? accept(reading, kind, text.bytes, NO_SIDE)
						       : refuse(reading, word, written);
	text_done(&text);
	return verdict;
}

/* HAND, PLAYS e2-e4, CARD Bog: what is behind CARD is read where the cards are known. "Plays well"
 * and "card gave." aren't meant: a move has a digit, and a card's name a capital. */
static enum verdict read_question(struct reading *reading, const struct order_word *word,
				  const char *rest)
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
	return fits ? accept(reading, word->kind, rest, NO_SIDE) : refuse(reading, word, rest);
}

/* JOIN, DECK, as orders: "Join us!" and "Deck the halls, boys" aren't meant. */
static bool is_gathered(const struct reading *reading, const struct order_word *word,
			const char *text)
{
	bool shouted = isupper((unsigned char)reading->text[1]);

	if (word->use == WORD_JOIN)
		return shouted || *text == '\0' || strncasecmp(text, "words ", 6) == 0;
	return *text != '\0' &&
	       (shouted || (isupper((unsigned char)*text) && strchr(text, ',') != NULL));
}

/* A deck may be longer than any other line. */
static enum verdict read_gathered(struct reading *reading, const struct order_word *word,
				  const char *rest)
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
		text_add(&text, rest);
	verdict = is_gathered(reading, word, text.bytes)
			  ? accept(reading, word->kind, text.bytes, NO_SIDE)
			  : refuse(reading, word, rest);
	text_done(&text);
	return verdict;
}

enum verdict order_behind(struct reading *reading, const struct order_word *word, char *rest)
{
	switch (word->use) {
	case WORD_MOVE:
		return read_move(reading, word, ORDER_MOVE, rest);
	case WORD_SAY:
		return read_say(reading, word, rest);
	case WORD_RESIGN:
		return read_resign(reading, word, rest);
	case WORD_DRAW:
		return read_draw(reading, word, rest);
	case WORD_CLAIM:
		return read_claim(reading, word, rest);
	case WORD_BOARD:
		return read_board(reading, word, rest);
	case WORD_HELP:
		return read_help(reading, word, rest);
	case WORD_VIEW:
		return read_view(reading, word, rest);
	case WORD_SHORT:
		return read_short(reading, word, rest);
	case WORD_REMOVE:
	case WORD_TRADE:
		return read_payment(reading, word, rest);
	case WORD_PLAY:
	case WORD_ANSWER:
	case WORD_DISCARD:
	case WORD_AUTOPASS:
	case WORD_IF:
		return read_of_cards(reading, word, rest);
	case WORD_JOIN:
	case WORD_DECK:
		return read_gathered(reading, word, rest);
	case WORD_CARDS:
		return read_question(reading, word, rest);
	case WORD_ELSEWHERE:
		return refuse_elsewhere(reading, word);
	case WORD_ALONE:
	case WORD_TRY: /* order.c reads what is behind it as a line */
		break;
	}
	if (*rest == '\0')
		return accept(reading, word->kind, "", NO_SIDE);
	reason_set(reading->why, "nothing may stand behind %s, not \"%.60s\"", word->word, rest);
	return REFUSED;
}
