/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/notation/notation.h"
#include "core/order/order_cards.h"
#include "core/order/order_free.h"
#include "core/base/plain.h"
#include "core/phrase/phrase.h"
#include "core/base/text.h"
#include "core/words/words.h"
#include "core/words/words_behind.h"
#include "core/words/words_order.h"

char *order_cards_condition(char *rest, enum order_kind *kind_out)
{
	const char *behind = words_follow(BEHIND_FOGGED, rest);

	*kind_out = behind != NULL ? ORDER_IF_FOGGED : ORDER_IF_CHAOS;
	if (behind == NULL)
		behind = words_follow(BEHIND_CHAOS, rest);
	if (behind != NULL)
		behind = words_follow_order(WORD_MOVE, behind);
	return behind != NULL ? rest + (behind - rest) : NULL;
}

/* ---- moves given in advance ---- */

static bool is_seat_title(const struct variant *variant, unsigned seat, const char *word)
{
	const char *title = phrase(variant_seat_title(variant, seat));
	char folded[PLAIN_MAX], named[PLAIN_MAX];

	plain_fold(title, strlen(title), folded, sizeof folded);
	plain_fold(word, strlen(word), named, sizeof named);
	return strcmp(folded, named) == 0;
}

/* The seat a word names, in any language spoken here; -1: none. */
static int seat_of(const struct variant *variant, const char *word, size_t len)
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

/* What of a move that is written may be meant. */
static bool take_move(const struct variant *variant, const char *move, bool free,
		      char move_out[NOTATION_MAX])
{
	char readings[NOTATION_READINGS][NOTATION_MAX];
	unsigned count =
		free ? notation_readings(variant, move, readings) : notation_is_move(variant, move);

	if (count == 0)
		return false;
	if (free && (count == 1 || !notation_is_move(variant, move)))
		move = readings[0];
	snprintf(move_out, NOTATION_MAX, "%s", move);
	return true;
}

/* The move among a few words, the word MOVE in front of it or not. */
static bool read_ply(const struct variant *variant, const struct text *words, bool free,
		     char move_out[NOTATION_MAX])
{
	const char *behind = words_follow_order(WORD_MOVE, words->bytes);
	const char *written = behind != NULL ? behind : words->bytes;
	char move[NOTATION_MAX], joined[NOTATION_MAX];

	if (strlen(written) >= NOTATION_MAX || !notation_clean(written, move))
		return false;
	order_free_join(variant, move, joined);
	return take_move(variant, move, free, move_out) ||
	       take_move(variant, joined, free, move_out) ||
	       (order_free_move(variant, written, joined) &&
		take_move(variant, joined, free, move_out));
}

/* Whether a word begins the next part: THEN, or a seat with MOVE behind it; in a ring "a" is a word
 * of sentences, too. */
static bool begins_part(const struct variant *variant, const char *word, size_t len,
			const char *behind)
{
	if (words_mean(BEHIND_THEN, word, len))
		return true;
	behind += strspn(behind, " ");
	return seat_of(variant, word, len) >= 0 &&
	       (len > 1 || words_follow_order(WORD_MOVE, behind) != NULL);
}

bool order_cards_ahead(const struct variant *variant, const char *written, bool free,
		       struct text *out)
{
	const char *cursor = written, *word;
	unsigned parts = 0;
	bool then = false, sound = true, more;
	struct text words;
	size_t len;

	text_init(&words, PLAIN_MAX);
	more = text_next_word(&cursor, &word, &len);
	while (sound && more && !then) {
		char move[NOTATION_MAX];
		int seat = seat_of(variant, word, len);

		then = words_mean(BEHIND_THEN, word, len);
		text_clear(&words);
		while ((more = text_next_word(&cursor, &word, &len)) &&
		       !begins_part(variant, word, len, cursor)) {
			while (len > 0 && strchr(",;", word[len - 1]) != NULL)
				len--;
			text_addf(&words, "%s%.*s", words.len > 0 ? " " : "", (int)len, word);
		}
		sound = (then ? parts > 0 && !more : seat >= 0) && words.len > 0 &&
			read_ply(variant, &words, free, move);
		if (sound)
			text_addf(out, "%s%s MOVE %s", parts++ > 0 ? " " : "",
				  then ? "THEN" : variant_seat_name(variant, (unsigned)seat), move);
	}
	text_done(&words);
	return sound && then;
}

/* ---- cards ---- */

/* Adds what stands there in the player's own language, a card's name or another word, as it is in
 * English: all that reads it from here on, and every file, knows that alone. Returns how many bytes
 * it took; 0: it is none of these. */
static size_t add_english(const char *written, struct text *out)
{
	size_t used, behind = strcspn(written, " \t=");
	const char *english = phrase_back("card", written, &used);

	if (english == NULL)
		english = phrase_back("word", written, &used);
	if (english == NULL && written[behind] == '=') { /* h8=D */
		english = phrase_back("word", written + behind + 1, &used);
		if (english != NULL) {
			text_add_bytes(out, written, behind + 1);
			used += behind + 1;
		}
	}
	text_add(out, english != NULL ? english : "");
	return english != NULL ? used : 0;
}

void order_cards_english(const char *written, struct text *out)
{
	const char *word;
	size_t len;

	while (text_next_word(&written, &word, &len)) {
		size_t used;

		text_add(out, out->len > 0 ? " " : "");
		used = add_english(word, out);
		if (used == 0)
			text_add_bytes(out, word, len);
		else
			written = word + used;
	}
}

bool order_cards_words(const char *written, enum order_kind kind, struct text *out)
{
	const char *word, *rest = written;
	size_t len;

	if (kind == ORDER_AUTOPASS) {
		int rules = order_cards_autopass(written);

		order_cards_print_autopass(rules < 0 ? 0 : (unsigned)rules, out);
		return rules >= 0;
	}
	if (kind == ORDER_PLAY && text_next_word(&rest, &word, &len) &&
	    words_has(WORDS_GREETING, word, strcspn(word, " !.,")))
		return false;
	order_cards_english(written, out);
	return out->len > 0;
}

static const struct {
	enum words_behind meaning;
	const char *word; /* as it is printed */
	unsigned rule;
} exceptions[] = {{BEHIND_CHECK, "CHECK", AUTOPASS_CHECK},
		  {BEHIND_CAPTURE, "CAPTURE", AUTOPASS_CAPTURE},
		  {BEHIND_CARD, "CARD", AUTOPASS_CARD}};

static unsigned exception_named(const char *word, size_t len)
{
	for (size_t i = 0; i < ARRAY_LEN(exceptions); i++) {
		if (words_mean(exceptions[i].meaning, word, len))
			return exceptions[i].rule;
	}
	return 0;
}

int order_cards_autopass(const char *written)
{
	unsigned rules = AUTOPASS_ON;
	const char *word;
	size_t len;

	if (words_are(BEHIND_ON, written))
		return AUTOPASS_ON;
	if (words_are(BEHIND_OFF, written))
		return 0;
	if (!text_next_word(&written, &word, &len) || !words_mean(BEHIND_UNLESS, word, len))
		return -1;
	while (text_next_word(&written, &word, &len)) {
		unsigned rule;

		while (len > 0 && word[len - 1] == ',')
			len--;
		rule = exception_named(word, len);
		if (rule == 0)
			return -1;
		rules |= rule;
	}
	return rules == AUTOPASS_ON ? -1 : (int)rules;
}

void order_cards_print_autopass(unsigned rules, struct text *out)
{
	const char *gap = " ";

	text_add(out, rules == 0 ? "OFF" : rules == AUTOPASS_ON ? "ON" : "UNLESS");
	for (size_t i = 0; i < ARRAY_LEN(exceptions); i++) {
		if (rules & exceptions[i].rule) {
			text_addf(out, "%s%s", gap, exceptions[i].word);
			gap = ", ";
		}
	}
}

/* Cuts off what people and mail programs put around a name. */
static const char *strip(char *name)
{
	size_t len;

	while (*name != '\0' && strchr(" \"'*_`;:", *name) != NULL)
		name++;
	len = strlen(name);
	while (len > 0 && strchr(" \"'*_`.;:", name[len - 1]) != NULL)
		name[--len] = '\0';
	return name;
}

void order_cards_list(const char *written, struct text *out)
{
	while (*written != '\0') {
		size_t len = strcspn(written, ",");
		char *copy = base_strndup(written, len);
		struct plain plain;

		plain_line(copy, &plain);
		free(copy);
		/* Between the parts of a name that was broken over two lines stands a blank, too.
		 */
		order_cards_english(strip(plain.text), out);
		written += len;
		if (*written == ',') {
			text_add_char(out, ',');
			written++;
		}
	}
}
