/* SPDX-License-Identifier: MIT */
/* Reads what may follow each order word. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/notation/notation.h"
#include "core/notation/vocabulary.h"
#include "core/notation/vocabulary_arguments.h"
#include "core/notation/vocabulary_dates.h"
#include "core/notation/vocabulary_orders.h"
#include "core/order/order_args_cards.h"
#include "core/order/order_internal.h"
#include "core/order/order_prose.h"
#include "core/order/order_say.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/util/utf8.h"

/*
 * Reads "FOGGED MOVE" or "CHAOS MOVE" after IF. Returns what follows, and the kind of order; NULL
 * if the text is something else.
 */
static char *order_cards_condition(char *rest, enum order_kind *kind_out)
{
	const char *behind = vocabulary_follow(ARGUMENT_FOGGED, rest);

	*kind_out = behind != NULL ? ORDER_IF_FOGGED : ORDER_IF_CHAOS;
	if (behind == NULL)
		behind = vocabulary_follow(ARGUMENT_CHAOS, rest);
	if (behind != NULL)
		behind = vocabulary_follow_order(WORD_MOVE, behind);
	return behind != NULL ? rest + (behind - rest) : NULL;
}

/* ---- conditional moves ---- */

static bool is_seat_title(const struct variant *variant, unsigned seat, const char *word)
{
	const char *title = translate(variant_seat_title(variant, seat));
	char folded[UTF8_MAX], named[UTF8_MAX];

	utf8_fold(title, strlen(title), folded, sizeof folded);
	utf8_fold(word, strlen(word), named, sizeof named);
	return strcmp(folded, named) == 0;
}

/* Returns the seat that a word names, in English or the current language, or -1. */
static int find_seat(const struct variant *variant, const char *word, size_t len)
{
	char name[NAME_MAX_LEN + 1] = "";
	int seat;

	if (len == 0 || len >= sizeof name)
		return -1;
	memcpy(name, word, len);
	seat = variant_seat_named(variant, name);
	for (unsigned i = 0; seat < 0 && i < variant_seats(variant); i++)
		if (is_seat_title(variant, i, name))
			seat = (int)i;
	return seat;
}

/* Reads the meanings of a written move and checks that they are possible. */
static bool choose_reading(const struct variant *variant, const char *move, bool free,
			   char move_out[NOTATION_MAX])
{
	char readings[NOTATION_READINGS][NOTATION_MAX], squares[NOTATION_MAX];
	unsigned count;

	if (free && notation_numeric(variant, move, squares))
		move = squares;
	count = free ? notation_readings_by(variant, move, NOTATION_TYPED, readings)
		     : notation_is_move(variant, move);

	if (count == 0)
		return false;
	if (free && (count == 1 || !notation_is_move(variant, move)))
		move = readings[0];
	snprintf(move_out, NOTATION_MAX, "%s", move);
	return true;
}

/* Reads the move among a few words, with or without MOVE before it. */
static bool read_ply(const struct variant *variant, const struct strbuf *words, bool free,
		     char move_out[NOTATION_MAX])
{
	const char *behind = vocabulary_follow_order(WORD_MOVE, words->bytes);
	const char *written = behind != NULL ? behind : words->bytes;
	char move[NOTATION_MAX], joined[NOTATION_MAX];

	if (strlen(written) >= NOTATION_MAX || !notation_clean(written, move))
		return false;
	order_free_join(variant, move, joined);
	return choose_reading(variant, move, free, move_out) ||
	       choose_reading(variant, joined, free, move_out) ||
	       (order_free_move(variant, written, joined) &&
		choose_reading(variant, joined, free, move_out));
}

/*
 * Reports whether a word begins the next part: THEN, or a seat. In a ring, seats have letters for
 * names, such as "a", which need MOVE after them because sentences contain them too.
 */
static bool begins_part(const struct variant *variant, const char *word, size_t len,
			const char *behind)
{
	if (vocabulary_word_means(ARGUMENT_THEN, word, len))
		return true;
	behind += strspn(behind, " ");
	return find_seat(variant, word, len) >= 0 &&
	       (len > 1 || vocabulary_follow_order(WORD_MOVE, behind) != NULL);
}

/*
 * Reads "e5 THEN Nf3" or "e5, Nf3, Nc6 THEN Bb5". Between two players, the moves are the other's
 * and the writer's in turn.
 */
static bool read_two_player_line(const struct variant *variant, const char *written,
				 const struct order_list *list, struct strbuf *out)
{
	const char *cursor = written, *word;
	bool then = false, sound = true, more = true;
	unsigned parts = 0;
	struct strbuf words;
	size_t len;

	strbuf_init(&words, UTF8_MAX);
	while (sound && more) {
		bool ends, begins_then = false;
		char move[NOTATION_MAX];

		more = strbuf_next_word(&cursor, &word, &len);
		begins_then = more && vocabulary_word_means(ARGUMENT_THEN, word, len);
		ends = !more || begins_then;
		if (more && !begins_then) {
			ends = strchr(",;", word[len - 1]) != NULL;
			strbuf_addf(&words, "%s%.*s", words.len > 0 ? " " : "",
				    (int)(ends ? len - 1 : len), word);
		}
		if (!ends || (words.len == 0 && begins_then && parts > 0))
			continue;
		sound = words.len > 0 && read_ply(variant, &words, list->in_message, move);
		if (sound)
			strbuf_addf(out, "%s%s MOVE %s", parts > 0 ? " " : "",
				    then ? "THEN"
					 : variant_seat_name(variant, parts % 2 == 0
									      ? 1 - list->writer
									      : list->writer),
				    move);
		parts++;
		strbuf_clear(&words);
		sound = sound && !(then && more);
		then |= begins_then;
	}
	strbuf_done(&words);
	return sound && then && parts % 2 == 0;
}

/*
 * Reads "black MOVE e7-e5 red MOVE d2-d4 THEN MOVE g1-f3" into its canonical words: moves of other
 * seats, and the own move after THEN. Where two play and the list names the writer, the seats may
 * be left out. Returns false if the text can't be read like this.
 */
static bool order_read_conditional(const struct variant *variant, const char *written,
				   const struct order_list *list, struct strbuf *out)
{
	const char *cursor = written, *word;
	unsigned parts = 0;
	bool then = false, sound = true, more;
	struct strbuf words;
	size_t len;

	strbuf_init(&words, UTF8_MAX);
	more = strbuf_next_word(&cursor, &word, &len);
	if (more && list->writer < 2 && variant_seats(variant) == 2 &&
	    find_seat(variant, word, len) < 0) {
		strbuf_done(&words);
		return read_two_player_line(variant, written, list, out);
	}
	while (sound && more && !then) {
		char move[NOTATION_MAX];
		int seat = find_seat(variant, word, len);

		then = vocabulary_word_means(ARGUMENT_THEN, word, len);
		strbuf_clear(&words);
		while ((more = strbuf_next_word(&cursor, &word, &len)) &&
		       !begins_part(variant, word, len, cursor)) {
			while (len > 0 && strchr(",;", word[len - 1]) != NULL)
				len--;
			strbuf_addf(&words, "%s%.*s", words.len > 0 ? " " : "", (int)len, word);
		}
		sound = (then ? parts > 0 && !more : seat >= 0) && words.len > 0 &&
			read_ply(variant, &words, list->in_message, move);
		if (sound)
			strbuf_addf(out, "%s%s MOVE %s", parts++ > 0 ? " " : "",
				    then ? "THEN" : variant_seat_name(variant, (unsigned)seat),
				    move);
	}
	strbuf_done(&words);
	return sound && then;
}

/* ---- cards ---- */

/*
 * Adds the English form of a card's name or another word in the player's language. Later code and
 * files only know English. Returns how many bytes were used, 0 if there is no such word.
 */
static size_t add_english(const char *written, struct strbuf *out)
{
	size_t used, behind = strcspn(written, " \t=");
	const char *english = translate_back("card", written, &used);

	if (english == NULL)
		english = translate_back("word", written, &used);
	if (english == NULL && written[behind] == '=') { /* h8=D */
		english = translate_back("word", written + behind + 1, &used);
		if (english != NULL) {
			strbuf_add_bytes(out, written, behind + 1);
			used += behind + 1;
		}
	}
	strbuf_add(out, english != NULL ? english : "");
	return english != NULL ? used : 0;
}

void order_cards_english(const char *written, struct strbuf *out)
{
	const char *word;
	size_t len;

	while (strbuf_next_word(&written, &word, &len)) {
		size_t used;

		strbuf_add(out, out->len > 0 ? " " : "");
		used = add_english(word, out);
		if (used == 0)
			strbuf_add_bytes(out, word, len);
		else
			written = word + used;
	}
}

/*
 * Adds the words of a card, its targets, an answer or a standing PASS, separated by single spaces.
 * Returns false if there are none, or if the order is only a greeting such as "Play well!".
 */
static bool order_cards_words(const char *written, enum order_kind kind, struct strbuf *out)
{
	const char *word, *rest = written;
	size_t len;

	if (kind == ORDER_AUTOPASS) {
		int rules = order_cards_autopass(written);

		order_cards_print_autopass(rules < 0 ? 0 : (unsigned)rules, out);
		return rules >= 0;
	}
	if (kind == ORDER_PLAY && strbuf_next_word(&rest, &word, &len) &&
	    vocabulary_has(VOCABULARY_GREETING, word, strcspn(word, " !.,")))
		return false;
	order_cards_english(written, out);
	return out->len > 0;
}

static const struct {
	enum vocabulary_argument meaning;
	const char *word; /* as printed */
	unsigned rule;
} exceptions[] = {{ARGUMENT_CHECK, "CHECK", AUTOPASS_CHECK},
		  {ARGUMENT_CAPTURE, "CAPTURE", AUTOPASS_CAPTURE},
		  {ARGUMENT_CARD, "CARD", AUTOPASS_CARD}};

static unsigned find_exception(const char *word, size_t len)
{
	for (size_t i = 0; i < ARRAY_LEN(exceptions); i++) {
		if (vocabulary_word_means(exceptions[i].meaning, word, len))
			return exceptions[i].rule;
	}
	return 0;
}

int order_cards_autopass(const char *written)
{
	unsigned rules = AUTOPASS_ON;
	const char *word;
	size_t len;

	if (vocabulary_text_means(ARGUMENT_ON, written))
		return AUTOPASS_ON;
	if (vocabulary_text_means(ARGUMENT_OFF, written))
		return 0;
	if (!strbuf_next_word(&written, &word, &len) ||
	    !vocabulary_word_means(ARGUMENT_UNLESS, word, len))
		return -1;
	while (strbuf_next_word(&written, &word, &len)) {
		unsigned rule;

		while (len > 0 && word[len - 1] == ',')
			len--;
		rule = find_exception(word, len);
		if (rule == 0)
			return -1;
		rules |= rule;
	}
	return rules == AUTOPASS_ON ? -1 : (int)rules;
}

void order_cards_print_autopass(unsigned rules, struct strbuf *out)
{
	const char *gap = " ";

	strbuf_add(out, rules == 0 ? "OFF" : rules == AUTOPASS_ON ? "ON" : "UNLESS");
	for (size_t i = 0; i < ARRAY_LEN(exceptions); i++) {
		if (rules & exceptions[i].rule) {
			strbuf_addf(out, "%s%s", gap, exceptions[i].word);
			gap = ", ";
		}
	}
}

static const char *trim_name(char *name)
{
	size_t len;

	while (*name != '\0' && strchr(" \"'*_`;:", *name) != NULL)
		name++;
	len = strlen(name);
	while (len > 0 && strchr(" \"'*_`.;:", name[len - 1]) != NULL)
		name[--len] = '\0';
	return name;
}

void order_cards_list(const char *written, struct strbuf *out)
{
	while (*written != '\0') {
		size_t len = strcspn(written, ",");
		char *copy = base_strndup(written, len);
		struct utf8 plain;

		utf8_line(copy, &plain);
		free(copy);
		/* Also makes one space of the parts of a name broken over two lines. */
		order_cards_english(trim_name(plain.text), out);
		written += len;
		if (*written == ',') {
			strbuf_add_char(out, ',');
			written++;
		}
	}
}

enum { PART_MAX = 60, NAMED_MAX = 60, MAILED_MAX = 254 };

static enum verdict accept_order(struct reading *reading, enum order_kind kind, const char *text,
				 unsigned seat)
{
	order_list_add(reading->list, kind, reading->line, seat, text);
	return ACCEPTED;
}

static enum verdict refuse_argument(struct reading *reading, const struct order_word *word,
				    const char *rest)
{
	if (*rest == '\0')
		reason_set(reading->why, "%s needs something after it; write %s", word->word,
			   vocabulary_form(reading->variant, word));
	else
		reason_set(reading->why, "I can't read \"%.60s\" after %s; write %s", rest,
			   word->word, vocabulary_form(reading->variant, word));
	return REFUSED;
}

static enum verdict refuse_elsewhere(const struct reading *reading, const struct order_word *word)
{
	return reason_refuse(reading->why, "%s isn't for this game: %s", word->word, word->why);
}

/*
 * Returns what is known about how the move was written. At the beginning of a line, a phone may
 * have made the first letter a capital.
 */
static unsigned writing_flags(const struct reading *reading, const char *move, const char *written)
{
	bool begins_line =
		written == reading->start && *move == *written &&
		isalpha((unsigned char)
				reading->raw[reading->plain.origin[written - reading->plain.text]]);

	return (begins_line ? 0u : (unsigned)NOTATION_TYPED) |
	       (reading->list->english ? (unsigned)NOTATION_ENGLISH : 0u);
}

bool order_accept_move(struct reading *reading, enum order_kind kind, const char *text,
		       const char *written)
{
	char readings[NOTATION_READINGS][NOTATION_MAX];
	bool free = reading->list->in_message;
	unsigned hand = writing_flags(reading, text, written);
	char squares[NOTATION_MAX];
	unsigned count;

	if (free && notation_numeric(reading->variant, text, squares))
		text = squares;
	count = free ? notation_readings_by(reading->variant, text, hand, readings)
		     : notation_is_move(reading->variant, text);

	if (count == 0)
		return false;
	accept_order(reading, kind, free && count == 1 ? readings[0] : text, NO_SIDE);
	reading->list->orders[reading->list->count - 1].hand = hand;
	reading->list->orders[reading->list->count - 1].sure =
		free && ((count == 1 && strcmp(readings[0], text) != 0) ||
			 order_free_names_piece(reading->variant, written));
	return true;
}

static enum verdict read_move(struct reading *reading, const struct order_word *word,
			      enum order_kind kind, char *rest)
{
	char move[NOTATION_MAX], joined[NOTATION_MAX];
	char whole[UTF8_MAX];

	strcpy(whole, rest);
	if (notation_clean(rest, move) && strlen(rest) < NOTATION_MAX) {
		order_free_join(reading->variant, move, joined);
		if (order_accept_move(reading, kind, move, whole) ||
		    order_accept_move(reading, kind, joined, whole) ||
		    (order_free_move(reading->variant, rest, joined) &&
		     order_accept_move(reading, kind, joined, whole)))
			return ACCEPTED;
	}
	return refuse_argument(reading, word, whole);
}

static enum verdict read_resign(struct reading *reading, const struct order_word *word, char *rest)
{
	char board[4];

	if (vocabulary_board(reading->variant, rest, board))
		return accept_order(reading, ORDER_RESIGN, board, NO_SIDE);
	if (variant_has_boards(reading->variant))
		reason_set(reading->why,
			   "I can't read \"%.60s\" after RESIGN; write RESIGN, or RESIGN 2 to "
			   "lose on board 2",
			   rest);
	else
		reason_set(reading->why, "%s stands alone: nothing may follow it, not \"%.60s\"",
			   word->word, rest);
	return REFUSED;
}

static enum verdict read_draw(struct reading *reading, const struct order_word *word, char *rest)
{
	const char *no = vocabulary_follow(ARGUMENT_NO, rest), *behind = no != NULL ? no : rest;
	char board[4];

	if (vocabulary_board(reading->variant, behind, board))
		return accept_order(reading, no != NULL ? ORDER_DRAW_NO : ORDER_DRAW, board,
				    NO_SIDE);
	return refuse_argument(reading, word, behind);
}

static enum verdict read_undo(struct reading *reading, const struct order_word *word, char *rest)
{
	if (*rest == '\0')
		return accept_order(reading, ORDER_UNDO, "", NO_SIDE);
	return vocabulary_text_means(ARGUMENT_NO, rest)
		       ? accept_order(reading, ORDER_UNDO_NO, "", NO_SIDE)
		       : refuse_argument(reading, word, rest);
}

static enum verdict read_claim(struct reading *reading, const struct order_word *word, char *rest)
{
	const char *behind = vocabulary_follow_order(WORD_DRAW, vocabulary_skip(ARGUMENT_A, rest));
	char board[4];

	if (behind != NULL && vocabulary_board(reading->variant, behind, board))
		return accept_order(reading, ORDER_CLAIM_DRAW, board, NO_SIDE);
	return refuse_argument(reading, word, rest);
}

/* Returns the English word, or the word as written if it is the same except for case. */
static const char *as_known(const char *written, const char *known)
{
	return strcasecmp(written, known) == 0 ? written : known;
}

static enum verdict read_board(struct reading *reading, const struct order_word *word, char *rest)
{
	const char *how = rest;
	char board[4];

	if (vocabulary_text_means(ARGUMENT_COMPACT, rest))
		how = as_known(rest, "compact");
	else if (vocabulary_text_means(ARGUMENT_FULL, rest))
		how = as_known(rest, "full");
	if (*how == '\0' || strcasecmp(how, "compact") == 0 || strcasecmp(how, "full") == 0 ||
	    variant_seat_named(reading->variant, rest) >= 0)
		return accept_order(reading, QUERY_BOARD, how, NO_SIDE);
	if (vocabulary_board(reading->variant, rest, board))
		return accept_order(reading, QUERY_BOARD, board, NO_SIDE);
	return refuse_argument(reading, word, rest);
}

/*
 * Reports whether the text names a part of a page: "RULINGS kings and mate", "rulings
 * card-goes-back". If the order isn't in capitals, the part must be one word: "help ruling out d4
 * please" is talk.
 */
static bool is_part_of_page(const char *rest, bool shouted)
{
	size_t len = strcspn(rest, " ");
	const char *part = rest + len + strspn(rest + len, " ");
	char *word = base_printf("%.*s", (int)len, rest);
	const struct vocabulary_topic *topic = vocabulary_topic(word);

	free(word);
	return *part != '\0' && strlen(part) <= PART_MAX && topic != NULL && topic->page != NULL &&
	       strspn(part, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-[]\" ") ==
		       strlen(part) &&
	       (shouted || strchr(part, ' ') == NULL);
}

/* Reads HELP. "Help me" is talk: the topic must be known, or HELP must be in capitals. */
static enum verdict read_help(struct reading *reading, const struct order_word *word, char *rest)
{
	bool shouted = isupper((unsigned char)reading->text[1]);

	if (*rest == '\0' || vocabulary_is_topic(reading->variant, rest) ||
	    is_part_of_page(rest, shouted) ||
	    (shouted && strlen(rest) <= 20 &&
	     strspn(rest, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ -") ==
		     strlen(rest)))
		return accept_order(reading, QUERY_HELP, rest, NO_SIDE);
	return refuse_argument(reading, word, rest);
}

/* Reads VIEW: "OWN", or the name of the first seat. */
static enum verdict read_view(struct reading *reading, const struct order_word *word, char *rest)
{
	const char *first = variant_seat_name(reading->variant, 0);
	bool own = vocabulary_text_means(ARGUMENT_OWN, rest);

	if (own || strcasecmp(rest, first) == 0 || vocabulary_text_means(ARGUMENT_WHITE, rest) ||
	    strcmp(rest, translate(variant_seat_title(reading->variant, 0))) == 0)
		return accept_order(reading, SETTING_VIEW, own ? "own" : first, NO_SIDE);
	return refuse_argument(reading, word, rest);
}

static enum verdict read_switch(struct reading *reading, const struct order_word *word, char *rest)
{
	bool on = vocabulary_text_means(ARGUMENT_ON, rest),
	     off = vocabulary_text_means(ARGUMENT_OFF, rest);

	return on || off ? accept_order(reading, word->kind, on ? "on" : "off", NO_SIDE)
			 : refuse_argument(reading, word, rest);
}

/*
 * Reads ZONE Europe/Berlin, LANGUAGE German and the like. The code that carries out the order
 * checks the argument. "Zone out for a while" is talk.
 */
static enum verdict read_named(struct reading *reading, const struct order_word *word, char *rest)
{
	bool shouted = isupper((unsigned char)reading->text[1]);

	/* "Address him first" is talk too. */
	shouted |= word->kind == SETTING_ADDRESS && strchr(rest, '@') != NULL;
	if (word->kind == SETTING_NAME && shouted && *rest != '\0')
		return order_say_accept(reading, SETTING_NAME, rest, NO_SIDE);
	if (word->kind == SETTING_NAME || *rest == '\0' ||
	    strlen(rest) > (word->kind == SETTING_ADDRESS ? MAILED_MAX : NAMED_MAX) ||
	    (!shouted && (word->kind == SETTING_ADDRESS || strchr(rest, ' ') != NULL)))
		return refuse_argument(reading, word, rest);
	return accept_order(reading, word->kind, rest, NO_SIDE);
}

static enum verdict read_rematch(struct reading *reading, const struct order_word *word, char *rest)
{
	if (*rest == '\0' || vocabulary_text_means(ARGUMENT_NO, rest))
		return accept_order(reading, SETTING_REMATCH, *rest == '\0' ? "" : "no", NO_SIDE);
	return refuse_argument(reading, word, rest);
}

/* Reads VACATION: days from today on, perhaps with a unit after the number; two dates; or NO. */
static enum verdict read_vacation(struct reading *reading, const struct order_word *word,
				  char *rest)
{
	size_t digits = strspn(rest, "0123456789");
	const char *unit = rest + digits + strspn(rest + digits, " ");
	char dates[22];

	if (vocabulary_text_means(ARGUMENT_NO, rest))
		return accept_order(reading, SETTING_VACATION, "no", NO_SIDE);
	if (vocabulary_dates(rest, dates))
		return accept_order(reading, SETTING_VACATION, dates, NO_SIDE);
	if (digits == 0 || digits > 3 ||
	    (*unit != '\0' && !vocabulary_text_means(ARGUMENT_DAYS, unit)))
		return refuse_argument(reading, word, rest);
	snprintf(dates, sizeof dates, "%.*s", (int)digits, rest);
	if (strbuf_number(dates, 366) < 1)
		return refuse_argument(reading, word, rest);
	return accept_order(reading, SETTING_VACATION, dates, NO_SIDE);
}

/* Reads REMOVE and TRADE, in games with fair exchange [debt-payment] [paid-by-queen]. */
static enum verdict read_payment(struct reading *reading, const struct order_word *word, char *rest)
{
	const struct variant *variant = reading->variant;
	bool removes = word->use == WORD_REMOVE;
	enum verdict verdict;
	struct strbuf text;

	if (!variant_has_exchange(variant))
		return refuse_elsewhere(reading, word);
	strbuf_init(&text, UTF8_MAX);
	if (removes ? order_payment_squares(variant, rest, &text)
		    : order_payment_trade(variant, rest, &text))
		verdict = accept_order(reading, word->kind, text.bytes, NO_SIDE);
	else
		verdict = refuse_argument(reading, word, rest);
	strbuf_done(&text);
	return verdict;
}

/* Reads IF FOGGED and IF CHAOS, in games with cards, and conditional moves. */
static enum verdict read_if(struct reading *reading, const struct order_word *word, char *rest)
{
	enum order_kind kind;
	char *behind = order_cards_condition(rest, &kind);
	enum verdict verdict;
	struct strbuf text;

	if (vocabulary_text_means(ARGUMENT_NO, rest))
		return accept_order(reading, ORDER_CONDITIONAL_NO, "", NO_SIDE);
	if (behind != NULL && variant_has_cards(reading->variant))
		return read_move(reading, word, kind, behind);
	if (behind != NULL)
		return reason_refuse(reading->why, "this game is played without cards, so none can "
						   "take a turn back");
	strbuf_init(&text, UTF8_MAX);
	verdict = order_read_conditional(reading->variant, rest, reading->list, &text)
			  ? accept_order(reading, ORDER_CONDITIONAL, text.bytes, NO_SIDE)
			  : refuse_argument(reading, word, rest);
	strbuf_done(&text);
	return verdict;
}

/* Reads PLAY, ANSWER, DISCARD and AUTOPASS, in games with cards. */
static enum verdict read_card_order(struct reading *reading, const struct order_word *word,
				    char *rest)
{
	char written[UTF8_MAX];
	struct strbuf text;
	enum order_kind kind = word->kind;
	enum verdict verdict;

	if (!variant_has_cards(reading->variant))
		return refuse_elsewhere(reading, word);
	strcpy(written, rest);
	strbuf_init(&text, UTF8_MAX);
	verdict = order_cards_words(rest, kind, &text)
			  ? accept_order(reading, kind,
					 kind == ORDER_ANSWER && vocabulary_text_means(ARGUMENT_NO,
										       text.bytes)
						 ? as_known(text.bytes, "NO")
						 : text.bytes,
					 NO_SIDE)
			  : refuse_argument(reading, word, written);
	strbuf_done(&text);
	return verdict;
}

static enum verdict accept_card(struct reading *reading, const char *name)
{
	enum verdict verdict;
	struct strbuf text;

	strbuf_init(&text, 0);
	order_cards_english(name, &text);
	verdict = accept_order(reading, QUERY_CARD, text.bytes, NO_SIDE);
	strbuf_done(&text);
	return verdict;
}

/*
 * Reads HAND, PLAYS e2-e4 and CARD Bog. Code that knows the cards reads the words after CARD.
 * "Plays well" and "card gave." are talk: a move has a digit, and a card's name a capital.
 */
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
	return !fits			  ? refuse_argument(reading, word, rest)
	       : word->kind == QUERY_CARD ? accept_card(reading, rest)
					  : accept_order(reading, word->kind, rest, NO_SIDE);
}

/*
 * Reports whether JOIN or DECK is meant as an order: "Join us!" and "Deck the halls, boys" aren't.
 */
static bool is_join_or_deck(const struct reading *reading, const struct order_word *word,
			    const char *text)
{
	bool shouted = isupper((unsigned char)reading->text[1]);

	if (word->use == WORD_JOIN)
		return shouted || *text == '\0' || vocabulary_skip(ARGUMENT_WORDS, text) != text;
	return *text != '\0' &&
	       (shouted || (isupper((unsigned char)*text) && strchr(text, ',') != NULL));
}

/* Adds the words after JOIN, with the word WORDS in English. */
static void add_join_words(const char *rest, struct strbuf *out)
{
	const char *behind = vocabulary_skip(ARGUMENT_WORDS, rest);

	if (behind != rest && strncasecmp(rest, "words ", 6) != 0)
		strbuf_addf(out, "WORDS %s", behind);
	else
		strbuf_add(out, rest);
}

/* Reads JOIN or DECK. A deck may be longer than other lines. */
static enum verdict read_join_or_deck(struct reading *reading, const struct order_word *word,
				      char *rest)
{
	enum verdict verdict;
	struct strbuf text;

	if (!variant_has_cards(reading->variant))
		return refuse_elsewhere(reading, word);
	strbuf_init(&text, 0);
	if (word->use == WORD_DECK)
		order_cards_list(reading->raw + reading->plain.origin[rest - reading->plain.text],
				 &text);
	else
		add_join_words(rest, &text);
	verdict = is_join_or_deck(reading, word, text.bytes)
			  ? accept_order(reading, word->kind, text.bytes, NO_SIDE)
			  : refuse_argument(reading, word, rest);
	strbuf_done(&text);
	return verdict;
}

static enum verdict read_move_order(struct reading *reading, const struct order_word *word,
				    char *rest)
{
	return read_move(reading, word, ORDER_MOVE, rest);
}

/*
 * The functions that read what may follow words of each use; NULL: nothing may. order_parse.c reads
 * what follows TRY.
 */
static enum verdict (*const readers[])(struct reading *reading, const struct order_word *word,
				       char *rest) = {
	[WORD_MOVE] = read_move_order,	   [WORD_SAY] = order_say_read,
	[WORD_RESIGN] = read_resign,	   [WORD_DRAW] = read_draw,
	[WORD_CLAIM] = read_claim,	   [WORD_BOARD] = read_board,
	[WORD_HELP] = read_help,	   [WORD_VIEW] = read_view,
	[WORD_SWITCH] = read_switch,	   [WORD_REMOVE] = read_payment,
	[WORD_TRADE] = read_payment,	   [WORD_PLAY] = read_card_order,
	[WORD_ANSWER] = read_card_order,   [WORD_DISCARD] = read_card_order,
	[WORD_AUTOPASS] = read_card_order, [WORD_IF] = read_if,
	[WORD_JOIN] = read_join_or_deck,   [WORD_DECK] = read_join_or_deck,
	[WORD_CARDS] = read_question,	   [WORD_NAMED] = read_named,
	[WORD_REMATCH] = read_rematch,	   [WORD_UNDO] = read_undo,
	[WORD_VACATION] = read_vacation,
};

enum verdict order_read_arguments(struct reading *reading, const struct order_word *word,
				  char *rest)
{
	if (word->use == WORD_ELSEWHERE)
		return refuse_elsewhere(reading, word);
	if (word->use < ARRAY_LEN(readers) && readers[word->use] != NULL)
		return readers[word->use](reading, word, rest);
	if (*rest == '\0')
		return accept_order(reading, word->kind, "", NO_SIDE);
	return reason_refuse(reading->why, "%s stands alone: nothing may follow it, not \"%.60s\"",
			     word->word, rest);
}
