/* SPDX-License-Identifier: MIT */
/* What can be answered, as links: found in the lists that the text has of it, so that both say the
 * same and neither tells more than the seat may know. */
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/base/base.h"
#include "core/phrase/phrase.h"
#include "core/rules/peterson.h"
#include "core/view/view_peterson.h"
#include "core/words/words.h"
#include "pbem/looks/looks_inner.h"

enum {
	ORDER_MAX = 200,
	PLAYS_ALL = 200, /* of one card */
	FEW = 3,	 /* links that need no line of their own */
	PAYMENTS = 12,	 /* of a debt */
};

/* ---- moves ---- */

bool looks_are_move(const char *word, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (g_ascii_isdigit(word[i]))
			return true;
	return false;
}

/* A square at its start: small letters, then digits; 0 when there is none. */
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

/* How much of a move says which man moves: its board, and its square, or where it lies. */
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

/* A move as an order has it: "e7e8=Q" is "e7-e8Q", for some programs cut a letter at "=". */
static void add_move(const char *move, size_t len, struct text *out)
{
	size_t origin = origin_len(move, len);
	bool parted = memchr(move, '@', len) == NULL &&
		      square_len(move + origin, len - origin) > 0 &&
		      memchr(move + origin, ':', len - origin) == NULL;

	for (size_t i = 0; i < len; i++) {
		if (i == origin && parted)
			text_add_char(out, '-');
		if (move[i] != '=')
			text_add_char(out, move[i]);
	}
}

/* The list of moves being read. */
struct moves {
	struct taps *taps;
	struct text *out;
	struct text kind;   /* whose row is being written */
	const char *origin; /* of the man whose links are being written; NULL: before the first */
	size_t origin_len;
	unsigned men_left; /* that are still to come */
	bool many;	   /* he has a line of his own */
	bool begun;	   /* the rest of his moves is to be written by hand */
};

static void add_begun(struct moves *moves)
{
	char *label = base_printf("%.*s-...", (int)moves->origin_len, moves->origin);
	char *order = base_printf("MOVE %s", label);

	(void)taps_add(moves->taps, order, label, moves->out);
	free(order);
	free(label);
}

static void add_move_link(struct moves *moves, const char *move, size_t len)
{
	struct text order, label;

	text_init(&order, ORDER_MAX);
	text_init(&label, ORDER_MAX);
	text_add(&order, "MOVE ");
	add_move(move, len, &order);
	add_move(move, len, &label);
	(void)taps_add(moves->taps, order.bytes, label.bytes, moves->out);
	text_done(&label);
	text_done(&order);
}

/* The first of a man's moves, of which there are so many. Each man gets one link at least. */
static void begin_man(struct moves *moves, const char *move, size_t len, unsigned count)
{
	bool many = count > FEW;

	if (moves->origin != NULL && (many || moves->many))
		taps_break(moves->taps, moves->out);
	moves->origin = move;
	moves->origin_len = origin_len(move, len);
	moves->many = many;
	moves->men_left--;
	moves->begun = count + moves->men_left > moves->taps->left;
	if (moves->begun)
		add_begun(moves);
}

/* The name of a kind of piece begins a row, unless it only goes on with the one above. */
static void begin_row(struct moves *moves, const char *kind, size_t len)
{
	char *title;

	if (moves->kind.len == len && memcmp(moves->kind.bytes, kind, len) == 0)
		return;
	if (moves->kind.len > 0)
		taps_row_end(moves->taps, moves->out);
	text_clear(&moves->kind);
	text_add_bytes(&moves->kind, kind, len);
	taps_row(moves->taps, moves->out);
	title = base_printf("%s:", moves->kind.bytes);
	taps_say(moves->taps, title, moves->out);
	free(title);
	moves->origin = NULL;
}

/* A word of the list: a move, or what the kind of piece is called that makes the next ones. */
struct word {
	const char *text;
	size_t len;
	bool move;
	unsigned count; /* moves of the same man from here on; 0: it isn't his first */
};

static bool is_same_man(const struct word *a, const struct word *b)
{
	size_t len = origin_len(a->text, a->len);

	return len == origin_len(b->text, b->len) && memcmp(a->text, b->text, len) == 0;
}

/* Counts men: the moves of one follow each other, with names of kinds at lines' starts between. */
static unsigned count_men(struct word *words, size_t count)
{
	struct word *first = NULL;
	unsigned men = 0;

	for (size_t i = 0; i < count; i++) {
		if (!words[i].move)
			continue;
		if (first == NULL || !is_same_man(first, &words[i])) {
			first = &words[i];
			men++;
		}
		first->count++;
	}
	return men;
}

/* Takes a list apart; what kinds are called may be several words, which stay one. */
static struct word *split(const char *text, size_t *count_out)
{
	struct word *words = NULL;
	size_t count = 0, size = 0;
	const char *cursor = text;

	while (*(cursor += strspn(cursor, " \n")) != '\0') {
		size_t len = strcspn(cursor, " \n");
		struct word word = {
			.text = cursor, .len = len, .move = looks_are_move(cursor, len)};

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

/* What is owed is paid first, if there is anything to pay with: no move alone is a turn. */
static bool owes(const struct looks_letter *letter)
{
	return *looks_text(letter, "debt") != '\0' &&
	       peterson_payable(letter->game->variant, &letter->game->position) > 0;
}

void looks_moves(const struct looks_letter *letter, struct taps *taps, struct text *out)
{
	struct moves moves = {.taps = taps, .out = out};
	size_t count;
	struct word *words = split(looks_text(letter, "legal"), &count);

	moves.men_left = count_men(words, count);
	if (moves.men_left > 0 && !owes(letter)) {
		text_init(&moves.kind, ORDER_MAX);
		for (size_t i = 0; i < count; i++) {
			if (!words[i].move) {
				begin_row(&moves, words[i].text, words[i].len);
				continue;
			}
			if (words[i].count > 0)
				begin_man(&moves, words[i].text, words[i].len, words[i].count);
			if (!moves.begun)
				add_move_link(&moves, words[i].text, words[i].len);
		}
		taps_row_end(taps, out);
		text_done(&moves.kind);
	}
	free(words);
}

/* ---- payments ---- */

/* A line of view_payments: links to the payment with each move, or else to a line begun. */
static void add_payment(const char *line, size_t len, bool whole, struct taps *taps,
			struct text *out)
{
	const char *cursor = memchr(line, ':', len), *end = line + len;
	char *payment = base_strndup(line, (size_t)(cursor - line));
	struct text order, move;

	text_init(&order, ORDER_MAX);
	text_init(&move, ORDER_MAX);
	taps_row(taps, out);
	if (!whole) {
		text_addf(&order, "%s MOVE ...", payment);
		(void)taps_add(taps, order.bytes, order.bytes, out);
	} else {
		text_addf(&order, "%s:", payment);
		taps_say(taps, order.bytes, out);
		taps_break(taps, out);
	}
	for (cursor++; whole && cursor < end; cursor += strcspn(cursor, " \n")) {
		cursor += *cursor == ' ';
		text_clear(&order);
		text_clear(&move);
		add_move(cursor, strcspn(cursor, " \n"), &move);
		text_addf(&order, "%s MOVE %s", payment, move.bytes);
		(void)taps_add(taps, order.bytes, move.bytes, out);
	}
	taps_row_end(taps, out);
	text_done(&move);
	text_done(&order);
	free(payment);
}

void looks_payments(const struct looks_letter *letter, struct taps *taps, struct text *out)
{
	struct text list;
	const char *cursor, *line;
	size_t len;
	unsigned moves = 0;

	if (!owes(letter))
		return;
	text_init(&list, 0);
	view_payments(letter->game, PAYMENTS, &list);
	/* A blank stands in front of each. */
	cursor = list.bytes;
	while (text_next_line(&cursor, list.bytes + list.len, &line, &len))
		for (const char *at = memchr(line, ':', len); at < line + len; at++)
			moves += *at == ' ';
	cursor = list.bytes;
	while (text_next_line(&cursor, list.bytes + list.len, &line, &len))
		add_payment(line, len, moves <= taps->left, taps, out);
	text_done(&list);
}

/* ---- cards ---- */

static const char play_start[] = "  to play   ", before_start[] = "  before it PLAY ";
static const char below_start[] = "  below it  ", more_start[] = "  and more with ";

/* What stands behind the words in front of an order, "  to play   ", in any language; behind "
 * before it ", which English alone has, too. */
static const char *behind_gap(const char *line)
{
	const char *gap = strstr(line + strspn(line, " "), "  ");

	if (text_starts(line, before_start))
		return line + strlen(before_start) - strlen("PLAY ");
	return gap != NULL ? gap + strspn(gap, " ") : line;
}

/* A line of the list in English, and the same in the language spoken; `below`: the next one in
 * English, with an order that belongs to it, or NULL. */
static void add_play(const char *english, const char *spoken, const char *below, struct taps *taps,
		     struct text *out)
{
	char *order = NULL, *label = NULL;

	if (text_starts(english, more_start))
		order = base_printf("PLAY %s ...", english + sizeof more_start - 1);
	else if (text_starts(english, before_start))
		order = base_printf("%s MOVE ...", behind_gap(english));
	else if (below != NULL)
		order = base_printf("%s %s", behind_gap(english), behind_gap(below));
	else if (text_starts(english, play_start))
		order = base_strdup(behind_gap(english));
	if (text_starts(english, before_start))
		label = base_printf("%s, MOVE ...", behind_gap(spoken));
	else if (below != NULL)
		label = base_strdup(order);
	else
		label = base_strdup(text_starts(english, play_start)
					    ? behind_gap(spoken)
					    : spoken + strspn(spoken, " "));
	taps_row(taps, out);
	if (order != NULL)
		(void)taps_add(taps, order, label, out);
	else
		taps_say(taps, label, out);
	taps_row_end(taps, out);
	free(label);
	free(order);
}

static void add_plays(char **english, char **spoken, struct taps *taps, struct text *out)
{
	for (size_t i = 0; english[i] != NULL && spoken[i] != NULL; i++) {
		bool paired = english[i + 1] != NULL && text_starts(english[i + 1], below_start);

		if (*english[i] == '\0')
			continue;
		add_play(english[i], spoken[i], paired ? english[i + 1] : NULL, taps, out);
		i += paired;
	}
}

static char **list_plays(const struct looks_letter *letter, bool next, unsigned most)
{
	struct text list;
	char **lines;

	text_init(&list, 0);
	letter->plays(letter->game, letter->seat, next, most, &list);
	lines = g_strsplit(list.bytes, "\n", -1);
	text_done(&list);
	return lines;
}

void looks_plays(const struct looks_letter *letter, bool next, struct taps *taps, struct text *out)
{
	const char *language = words_spoken();
	unsigned most = PLAYS_ALL;
	char **spoken, **english;

	if (*looks_text(letter, next ? "next-plays" : "plays") == '\0')
		return;
	spoken = list_plays(letter, next, most);
	if (g_strv_length(spoken) > taps->left) {
		/* Each card once, and its line begun. */
		g_strfreev(spoken);
		most = 1;
		spoken = list_plays(letter, next, most);
	}
	if (words_speak("", NULL) == 0) {
		english = list_plays(letter, next, most);
		/* It was spoken a moment ago. */
		(void)words_speak(language, NULL);
		add_plays(english, spoken, taps, out);
		g_strfreev(english);
	}
	g_strfreev(spoken);
}
