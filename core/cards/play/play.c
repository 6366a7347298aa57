/* SPDX-License-Identifier: MIT */
/* Reads and prints the text of a PLAY order. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/cards/play/play.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"

enum { PLAY_WORD_MAX = 63 };

/* The words after PLAY, and how far they are read. */
struct reader {
	const struct card_ruleset *book;
	const struct card *card;
	const char *at;
};

static void skip_blanks(struct reader *reader)
{
	reader->at += strspn(reader->at, " \t,");
}

/* Copies the next word in lower case; false at the end. */
static bool next_word(const struct reader *reader, char word_out[PLAY_WORD_MAX + 1],
		      size_t *len_out)
{
	size_t len = strcspn(reader->at, " \t,");

	for (size_t i = 0; i < len && i < PLAY_WORD_MAX; i++)
		word_out[i] = (char)tolower((unsigned char)reader->at[i]);
	word_out[len < PLAY_WORD_MAX ? len : PLAY_WORD_MAX] = '\0';
	*len_out = len;
	return len > 0;
}

/* Reads a square at the beginning of the text, and moves *text after it; or returns NO_SQUARE. */
static square parse_square(const struct reader *reader, const char **text)
{
	size_t used = 0;
	square at = board_square_at(&reader->book->variant->board, *text, &used);

	if (at != NO_SQUARE)
		*text += used;
	return at;
}

/* Reads the piece of a promotion, h8=Q. */
static bool read_promotion(const struct reader *reader, const char *kind, struct target *target)
{
	const struct variant *variant = reader->book->variant;
	int value = card_ruleset_kind_named(reader->book, kind);

	target->form = TARGET_PROMOTION;
	target->value = (uint8_t)value;
	for (unsigned i = 0; i < variant->promotion_count; i++)
		if (value == variant->promotions[i])
			return true;
	return false;
}

/* Reads the second square of an edge, d4|d5. The two must touch; the lower comes first. */
static bool read_edge(const struct reader *reader, const char *text, struct target *target)
{
	const struct board *board = &reader->book->variant->board;
	square other = parse_square(reader, &text), first = target->squares[0];

	if (other == NO_SQUARE || *text != '\0')
		return false;
	if (board_file(board, first) > board_file(board, other) ||
	    board_rank(board, first) > board_rank(board, other)) {
		target->squares[0] = other;
		other = first;
		first = target->squares[0];
	}
	target->squares[1] = other;
	target->square_count = 2;
	target->form = TARGET_EDGE;
	return board_file(board, other) - board_file(board, first) + board_rank(board, other) -
		       board_rank(board, first) ==
	       1;
}

/* Reads P:e4, which of two pieces on the square is meant [two-on-a-square], and moves *text after
 * the colon. Returns the kind plus 1, or 0. */
static uint8_t parse_piece_prefix(const struct reader *reader, const char **text)
{
	const struct variant *variant = reader->book->variant;
	int type = isalpha((unsigned char)**text) && (*text)[1] == ':'
			   ? variant_type_of_letter(variant, (char)toupper((unsigned char)**text))
			   : -1;

	if (type < 0 || !card_ruleset_is_third(reader->book))
		return 0;
	*text += 2;
	return (uint8_t)(type + 1);
}

/* Reads a word that begins with a square: e4, e2-e4, e2e4, d4f6h8, d4|d5, h8=Q. */
static bool read_squares(const struct reader *reader, const char *text, struct target *target)
{
	square at;

	target->piece = parse_piece_prefix(reader, &text);
	while (target->square_count < MAX_CHAIN &&
	       (at = parse_square(reader, &text)) != NO_SQUARE) {
		target->squares[target->square_count++] = at;
		if (*text == '|' || *text == '=')
			break;
		text += *text == '-' && text[1] != '\0';
	}
	if (target->square_count == 1 && *text == '|')
		return target->piece == 0 && read_edge(reader, text + 1, target);
	if (target->square_count == 1 && *text == '=')
		return read_promotion(reader, text + 1, target);
	target->form = target->square_count == 1   ? TARGET_SQUARE
		       : target->square_count == 2 ? TARGET_MOVE
						   : TARGET_CHAIN;
	return target->square_count > 0 && *text == '\0';
}

static bool read_seat_or_turn(const struct reader *reader, const char *word, struct target *target)
{
	int seat = variant_seat_named(reader->book->variant, word);

	if (strcmp(word, "left") == 0 || strcmp(word, "right") == 0) {
		target->form = TARGET_TURN;
		target->value = word[0] == 'r';
		return true;
	}
	target->form = TARGET_SEAT;
	target->value = (uint8_t)seat;
	return seat >= 0;
}

static bool read_kind(const struct reader *reader, const char *word, struct target *target)
{
	int kind = card_ruleset_kind_named(reader->book, word);

	target->form = TARGET_KIND;
	target->value = (uint8_t)kind;
	return kind >= 0;
}

static bool read_card(const struct reader *reader, struct target *target, size_t *used_out)
{
	target->form = TARGET_CARD;
	target->value = card_named(reader->book->set, reader->at, used_out);
	return target->value != NO_CARD;
}

static bool wants_card(const struct card *card)
{
	for (unsigned i = 0; i < card->target_count; i++)
		if (card->targets[i].form == TARGET_CARD)
			return true;
	return false;
}

/* Reads one word, or all words of a card's name. "Crab" is both a kind and a card. */
static bool read_target(struct reader *reader, struct target *target)
{
	char word[PLAY_WORD_MAX + 1];
	size_t used = 0, len;
	bool done;

	next_word(reader, word, &len);
	memset(target, 0, sizeof *target);
	done = read_squares(reader, word, target);
	if (!done) {
		memset(target, 0, sizeof *target);
		done = read_seat_or_turn(reader, word, target);
	}
	if (!done && reader->card != NULL && wants_card(reader->card) &&
	    read_card(reader, target, &used)) {
		reader->at += used;
		return true;
	}
	done = done || read_kind(reader, word, target);
	if (done) {
		reader->at += len;
		return true;
	}
	done = read_card(reader, target, &used);
	reader->at += used;
	return done;
}

/* Returns the length of the text that may have been meant as a card's name: up to the first word
 * with a digit. */
static int name_length(const char *text)
{
	const char *cursor = text, *word;
	size_t len, end = 0;

	while (strbuf_next_word(&cursor, &word, &len)) {
		for (size_t i = 0; i < len; i++)
			if (isdigit((unsigned char)word[i]))
				return (int)(end > 0 ? end : strlen(text));
		end = (size_t)(word - text) + len;
	}
	return (int)end;
}

static enum verdict refuse_unknown_card(const struct card_ruleset *book, const char *text,
					struct reason *why)
{
	const char *nearest = card_nearest(book->set, text);

	return reason_refuse(why, "There is no card '%.*s'%s%s%s", name_length(text), text,
			     nearest ? translate("; did you mean '") : ".", nearest ? nearest : "",
			     nearest ? "'?" : "");
}

static void explain_unreadable_word(const struct reader *reader, struct reason *why)
{
	char word[PLAY_WORD_MAX + 1];
	const char *what;
	size_t len;

	next_word(reader, word, &len);
	what = strchr(word, '|') != NULL ? translate("is no edge between two squares of this board")
	       : isalpha((unsigned char)word[0]) && isdigit((unsigned char)word[1])
		       ? translate("is no square of this board")
		       : translate("can't be read");
	if (reader->card == NULL)
		reason_set(why, "'%s' %s.", word, what);
	else if (reader->card->plays != NULL)
		reason_set(why, "'%s' %s. It is written: PLAY %s %s.", word, what,
			   reader->card->name, reader->card->plays);
	else
		reason_set(why, "'%s' %s; nothing may follow PLAY %s.", word, what,
			   reader->card->name);
}

int play_read_targets(const struct card_ruleset *book, const struct card *card, const char *text,
		      struct target *targets_out, unsigned max, struct reason *why)
{
	struct reader reader = {book, card, text};
	unsigned count = 0;

	for (skip_blanks(&reader); *reader.at != '\0'; skip_blanks(&reader)) {
		if (count == max)
			return reason_fail(why, "At most %u words can stand there.", max);
		if (!read_target(&reader, &targets_out[count])) {
			explain_unreadable_word(&reader, why);
			return -1;
		}
		count++;
	}
	return (int)count;
}

enum verdict play_read(const struct card_ruleset *book, const char *text, struct play *play_out,
		       struct reason *why)
{
	struct play play;
	size_t used = 0;
	int count;

	memset(&play, 0, sizeof play);
	text += strspn(text, " \t");
	if (*text == '\0')
		return reason_refuse(why, "PLAY is followed by the name of a card.");
	play.card = card_named(book->set, text, &used);
	if (play.card == NO_CARD)
		return refuse_unknown_card(book, text, why);
	count = play_read_targets(book, &book->set->cards[play.card], text + used, play.targets,
				  MAX_PLAY_WORDS, why);
	if (count < 0)
		return REFUSED;
	play.target_count = (uint8_t)count;
	*play_out = play;
	return ACCEPTED;
}

static void print_target(const struct card_ruleset *book, const struct target *target,
			 struct strbuf *out)
{
	const char *between = target->form == TARGET_EDGE ? "|" : "";

	if (target->piece != 0)
		strbuf_addf(out, "%c:", variant_type_letter(book->variant, target->piece - 1u));
	for (unsigned i = 0; i < target->square_count; i++)
		strbuf_addf(out, "%s%s", i > 0 ? between : "",
			    board_name(&book->variant->board, target->squares[i]).text);
	switch (target->form) {
	case TARGET_PROMOTION:
		strbuf_addf(out, "=%s", card_ruleset_kind_name(book, target->value));
		break;
	case TARGET_KIND:
		strbuf_add(out, card_ruleset_kind_name(book, target->value));
		break;
	case TARGET_CARD:
		strbuf_add(out, book->set->cards[target->value].name);
		break;
	case TARGET_SEAT:
		strbuf_add(out, variant_seat_name(book->variant, target->value));
		break;
	case TARGET_TURN:
		strbuf_add(out, target->value ? "RIGHT" : "LEFT");
		break;
	default:
		break;
	}
}

void play_print(const struct card_ruleset *book, const struct play *play, struct strbuf *out)
{
	strbuf_addf(out, "PLAY %s%s", book->set->cards[play->card].name,
		    play->target_count > 0 ? " " : "");
	play_print_targets(book, play->targets, play->target_count, out);
}

uint8_t play_named_card(const struct card_ruleset *book, const struct target *target)
{
	if (target->form == TARGET_KIND)
		return card_named(book->set, card_ruleset_kind_name(book, target->value), NULL);
	return target->form == TARGET_CARD ? target->value : NO_CARD;
}

void play_print_targets(const struct card_ruleset *book, const struct target *targets,
			unsigned count, struct strbuf *out)
{
	for (unsigned i = 0; i < count; i++) {
		if (i > 0)
			strbuf_add_char(out, ' ');
		print_target(book, &targets[i], out);
	}
}

/* ---- lists ---- */

void play_list_init(struct play_list *list)
{
	memset(list, 0, sizeof *list);
}

void play_list_done(struct play_list *list)
{
	free(list->plays);
	play_list_init(list);
}

void play_list_add(struct play_list *list, const struct play *play)
{
	if (list->count == list->size) {
		list->size = list->size ? 2 * list->size : 16;
		list->plays = base_realloc(list->plays, list->size * sizeof *list->plays);
	}
	list->plays[list->count++] = *play;
}

static bool is_same_target(const struct target *a, const struct target *b)
{
	return a->form == b->form && a->value == b->value && a->piece == b->piece &&
	       a->square_count == b->square_count &&
	       memcmp(a->squares, b->squares, a->square_count * sizeof *a->squares) == 0;
}

/* Compares member by member, because padding bytes may differ. */
static bool is_same_play(const struct play *a, const struct play *b)
{
	if (a->card != b->card || a->spent != b->spent || a->target_count != b->target_count)
		return false;
	for (unsigned i = 0; i < a->target_count; i++)
		if (!is_same_target(&a->targets[i], &b->targets[i]))
			return false;
	return true;
}

bool play_list_has(const struct play_list *list, unsigned first, const struct play *play)
{
	for (unsigned i = first; i < list->count; i++)
		if (is_same_play(&list->plays[i], play))
			return true;
	return false;
}
