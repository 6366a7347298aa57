/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/notation/notation.h"
#include "core/notation/vocabulary.h"
#include "core/notation/vocabulary_arguments.h"
#include "core/notation/vocabulary_orders.h"
#include "core/order/order_args_cards.h"
#include "core/order/order_prose.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/util/utf8.h"

char *order_cards_condition(char *rest, enum order_kind *kind_out)
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

bool order_read_conditional(const struct variant *variant, const char *written,
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

bool order_cards_words(const char *written, enum order_kind kind, struct strbuf *out)
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
