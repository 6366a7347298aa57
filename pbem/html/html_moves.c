/* SPDX-License-Identifier: MIT */
/* Makes links of possible answers. They are found in the lists of the message's text, so that links
 * and text have the same content and neither reveals more than the seat may know. */
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/notation/vocabulary.h"
#include "core/rules/peterson.h"
#include "core/util/base.h"
#include "core/util/translate.h"
#include "core/view/peterson_text.h"
#include "pbem/html/html_internal.h"

enum {
	ORDER_MAX = 200,
	PLAYS_ALL = 200, /* plays of one card */
	FEW = 3,	 /* links that need no line of their own */
	PAYMENTS = 12,	 /* payments of a debt */
};

/* ---- moves ---- */

bool html_are_move(const char *word, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (g_ascii_isdigit(word[i]))
			return true;
	return false;
}

/* Returns the length of a square at the start of the text: small letters, then digits. Returns 0 if
 * there is none. */
static size_t square_len(const char *text, size_t len)
{
	size_t letters = 0, at;

	while (letters < len && g_ascii_islower(text[letters]))
		letters++;
	at = letters;
	while (at < len && g_ascii_isdigit(text[at]))
		at++;
	return letters > 0 && at > letters ? at : 0;
}

/* Returns the length of the part of a move that says which piece moves: its board, and its
 * square, or its place. */
static size_t origin_len(const char *move, size_t len)
{
	const char *at = memchr(move, '@', len);
	const char *colon = memchr(move, ':', len);
	size_t board = 0;

	if (at != NULL)
		return (size_t)(at - move);
	if (colon != NULL && g_ascii_isdigit(move[0]))
		board = (size_t)(colon - move) + 1;
	return board + square_len(move + board, len - board);
}

/* Adds a move in the form of an order: "e7e8=Q" becomes "e7-e8Q", because some programs cut a
 * message off at "=". */
static void add_move(const char *move, size_t len, struct strbuf *out)
{
	size_t origin = origin_len(move, len);
	bool parted = memchr(move, '@', len) == NULL &&
		      square_len(move + origin, len - origin) > 0 &&
		      memchr(move + origin, ':', len - origin) == NULL;

	for (size_t i = 0; i < len; i++) {
		if (i == origin && parted)
			strbuf_add_char(out, '-');
		if (move[i] != '=')
			strbuf_add_char(out, move[i]);
	}
}

/* State while a list of moves is read. */
struct moves {
	struct mailto_links *taps;
	struct strbuf *out;
	struct strbuf kind; /* the kind of piece whose row is being written */
	const char *origin; /* the piece whose links are being written; NULL before the first */
	size_t origin_len;
	unsigned pieces_left; /* pieces that are still to come */
	bool many;	      /* it has so many moves that they have their own line */
	bool begun; /* only the beginning of its moves is linked: the reader types the rest */
};

static void add_unfinished_move(struct moves *moves)
{
	char *label = base_printf("%.*s-...", (int)moves->origin_len, moves->origin);
	char *order = base_printf("MOVE %s", label);

	(void)mailto_links_add(moves->taps, order, label, moves->out);
	free(order);
	free(label);
}

static void add_move_link(struct moves *moves, const char *move, size_t len)
{
	struct strbuf order, label;

	strbuf_init(&order, ORDER_MAX);
	strbuf_init(&label, ORDER_MAX);
	strbuf_add(&order, "MOVE ");
	add_move(move, len, &order);
	add_move(move, len, &label);
	(void)mailto_links_add(moves->taps, order.bytes, label.bytes, moves->out);
	strbuf_done(&label);
	strbuf_done(&order);
}

/* Begins the moves of a piece, `count` in number. Each piece gets at least one link. */
static void begin_piece(struct moves *moves, const char *move, size_t len, unsigned count)
{
	bool many = count > FEW;

	if (moves->origin != NULL && (many || moves->many))
		mailto_links_break(moves->taps, moves->out);
	moves->origin = move;
	moves->origin_len = origin_len(move, len);
	moves->many = many;
	moves->pieces_left--;
	moves->begun = count + moves->pieces_left > moves->taps->left;
	if (moves->begun)
		add_unfinished_move(moves);
}

/* Begins a row with the name of a kind of piece, unless the row above continues. */
static void begin_row(struct moves *moves, const char *kind, size_t len)
{
	char *title;

	if (moves->kind.len == len && memcmp(moves->kind.bytes, kind, len) == 0)
		return;
	if (moves->kind.len > 0)
		mailto_links_row_end(moves->taps, moves->out);
	strbuf_clear(&moves->kind);
	strbuf_add_bytes(&moves->kind, kind, len);
	mailto_links_row(moves->taps, moves->out);
	title = base_printf("%s:", moves->kind.bytes);
	mailto_links_add_text(moves->taps, title, moves->out);
	free(title);
	moves->origin = NULL;
}

/* A word of the list: a move, or the name of the kind of piece that makes the next moves. */
struct word {
	const char *text;
	size_t len;
	bool move;
	unsigned count; /* moves of the same piece from here on; 0: it isn't the piece's first */
};

static bool is_same_piece(const struct word *a, const struct word *b)
{
	size_t len = origin_len(a->text, a->len);

	return len == origin_len(b->text, b->len) && memcmp(a->text, b->text, len) == 0;
}

/* Counts the pieces. The moves of a piece are consecutive, except that names of kinds come between
 * them at the starts of lines. */
static unsigned count_pieces(struct word *words, size_t count)
{
	struct word *first = NULL;
	unsigned men = 0;

	for (size_t i = 0; i < count; i++) {
		if (!words[i].move)
			continue;
		if (first == NULL || !is_same_piece(first, &words[i])) {
			first = &words[i];
			men++;
		}
		first->count++;
	}
	return men;
}

/* Splits a list into words. The name of a kind may be several words, which stay together. */
static struct word *split_words(const char *text, size_t *count_out)
{
	struct word *words = NULL;
	size_t count = 0, size = 0;
	const char *cursor = text;

	while (*(cursor += strspn(cursor, " \n")) != '\0') {
		size_t len = strcspn(cursor, " \n");
		struct word word = {.text = cursor, .len = len, .move = html_are_move(cursor, len)};

		cursor += len;
		if (count > 0 && !word.move && !words[count - 1].move) {
			words[count - 1].len = (size_t)(cursor - words[count - 1].text);
			continue;
		}
		words = base_grow(words, count, &size, sizeof *words);
		words[count++] = word;
	}
	*count_out = count;
	return words;
}

/* Reports whether a debt must be paid first and there is anything to pay with: then no move alone
 * is a turn. */
static bool has_payable_debt(const struct html_letter *letter)
{
	return *html_text(letter, "debt") != '\0' &&
	       peterson_payable(letter->game->variant, &letter->game->position) > 0;
}

void html_moves(const struct html_letter *letter, struct mailto_links *taps, struct strbuf *out)
{
	struct moves moves = {.taps = taps, .out = out};
	size_t count;
	struct word *words = split_words(html_text(letter, "legal"), &count);

	moves.pieces_left = count_pieces(words, count);
	if (moves.pieces_left > 0 && !has_payable_debt(letter)) {
		strbuf_init(&moves.kind, ORDER_MAX);
		for (size_t i = 0; i < count; i++) {
			if (!words[i].move) {
				begin_row(&moves, words[i].text, words[i].len);
				continue;
			}
			if (words[i].count > 0)
				begin_piece(&moves, words[i].text, words[i].len, words[i].count);
			if (!moves.begun)
				add_move_link(&moves, words[i].text, words[i].len);
		}
		mailto_links_row_end(taps, out);
		strbuf_done(&moves.kind);
	}
	free(words);
}

/* ---- payments ---- */

/* Reads a line of view_payments. Adds links to the payment with each move, or else a link to an
 * unfinished line. */
static void add_payment(const char *line, size_t len, bool whole, struct mailto_links *taps,
			struct strbuf *out)
{
	const char *cursor = memchr(line, ':', len), *end = line + len;
	char *payment = base_strndup(line, (size_t)(cursor - line));
	struct strbuf order, move;

	strbuf_init(&order, ORDER_MAX);
	strbuf_init(&move, ORDER_MAX);
	mailto_links_row(taps, out);
	if (!whole) {
		strbuf_addf(&order, "%s MOVE ...", payment);
		(void)mailto_links_add(taps, order.bytes, order.bytes, out);
	} else {
		strbuf_addf(&order, "%s:", payment);
		mailto_links_add_text(taps, order.bytes, out);
		mailto_links_break(taps, out);
	}
	for (cursor++; whole && cursor < end; cursor += strcspn(cursor, " \n")) {
		cursor += *cursor == ' ';
		strbuf_clear(&order);
		strbuf_clear(&move);
		add_move(cursor, strcspn(cursor, " \n"), &move);
		strbuf_addf(&order, "%s MOVE %s", payment, move.bytes);
		(void)mailto_links_add(taps, order.bytes, move.bytes, out);
	}
	mailto_links_row_end(taps, out);
	strbuf_done(&move);
	strbuf_done(&order);
	free(payment);
}

void html_payments(const struct html_letter *letter, struct mailto_links *taps, struct strbuf *out)
{
	struct strbuf list;
	const char *cursor, *line;
	size_t len;
	unsigned moves = 0;

	if (!has_payable_debt(letter))
		return;
	strbuf_init(&list, 0);
	view_payments(letter->game, PAYMENTS, &list);
	/* Each move comes after a space. */
	cursor = list.bytes;
	while (strbuf_next_line(&cursor, list.bytes + list.len, &line, &len))
		for (const char *at = memchr(line, ':', len); at < line + len; at++)
			moves += *at == ' ';
	cursor = list.bytes;
	while (strbuf_next_line(&cursor, list.bytes + list.len, &line, &len))
		add_payment(line, len, moves <= taps->left, taps, out);
	strbuf_done(&list);
}

/* ---- cards ---- */

static const char play_start[] = "  to play   ", before_start[] = "  before it PLAY ";
static const char below_start[] = "  below it  ", more_start[] = "  and more with ";

/* Returns what follows the words before an order, "  to play   ", in any language, or after "
 * before it ", which only the English text has. */
static const char *find_order_in_line(const char *line)
{
	const char *gap = strstr(line + strspn(line, " "), "  ");

	if (strbuf_starts(line, before_start))
		return line + strlen(before_start) - strlen("PLAY ");
	return gap != NULL ? gap + strspn(gap, " ") : line;
}

/* Adds a line of the list, given in English and in the language in use. `below`: the next line in
 * English if its order belongs to this one, or NULL. */
static void add_play(const char *english, const char *spoken, const char *below,
		     struct mailto_links *taps, struct strbuf *out)
{
	char *order = NULL, *label = NULL;

	if (strbuf_starts(english, more_start))
		order = base_printf("PLAY %s ...", english + sizeof more_start - 1);
	else if (strbuf_starts(english, before_start))
		order = base_printf("%s MOVE ...", find_order_in_line(english));
	else if (below != NULL)
		order = base_printf("%s %s", find_order_in_line(english),
				    find_order_in_line(below));
	else if (strbuf_starts(english, play_start))
		order = base_strdup(find_order_in_line(english));
	if (strbuf_starts(english, before_start))
		label = base_printf("%s, MOVE ...", find_order_in_line(spoken));
	else if (below != NULL)
		label = base_strdup(order);
	else
		label = base_strdup(strbuf_starts(english, play_start)
					    ? find_order_in_line(spoken)
					    : spoken + strspn(spoken, " "));
	mailto_links_row(taps, out);
	if (order != NULL)
		(void)mailto_links_add(taps, order, label, out);
	else
		mailto_links_add_text(taps, label, out);
	mailto_links_row_end(taps, out);
	free(label);
	free(order);
}

static void add_plays(char **english, char **spoken, struct mailto_links *taps, struct strbuf *out)
{
	for (size_t i = 0; english[i] != NULL && spoken[i] != NULL; i++) {
		bool paired = english[i + 1] != NULL && strbuf_starts(english[i + 1], below_start);

		if (*english[i] == '\0')
			continue;
		add_play(english[i], spoken[i], paired ? english[i + 1] : NULL, taps, out);
		i += paired;
	}
}

static char **list_plays(const struct html_letter *letter, bool next, unsigned most)
{
	struct strbuf list;
	char **lines;

	strbuf_init(&list, 0);
	letter->plays(letter->game, letter->seat, next, most, &list);
	lines = g_strsplit(list.bytes, "\n", -1);
	strbuf_done(&list);
	return lines;
}

void html_plays(const struct html_letter *letter, bool next, struct mailto_links *taps,
		struct strbuf *out)
{
	const char *language = vocabulary_spoken();
	unsigned most = PLAYS_ALL;
	char **spoken, **english;

	if (*html_text(letter, next ? "next-plays" : "plays") == '\0')
		return;
	spoken = list_plays(letter, next, most);
	if (g_strv_length(spoken) > taps->left) {
		/* Each card once, with the beginning of its line. */
		g_strfreev(spoken);
		most = 1;
		spoken = list_plays(letter, next, most);
	}
	if (vocabulary_speak("", NULL) == 0) {
		english = list_plays(letter, next, most);
		/* This can't fail: the language was in use before. */
		(void)vocabulary_speak(language, NULL);
		add_plays(english, spoken, taps, out);
		g_strfreev(english);
	}
	g_strfreev(spoken);
}
