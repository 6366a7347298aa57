/* SPDX-License-Identifier: MIT */
/* The analysis board's answers. Rulings decide their form: [trial-lists] [trial-names]
 * [trial-effects].
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/view/view.h"
#include "pbem/analyse/kind.h"
#include "pbem/analyse/show.h"

/* The words of a line, to be sorted. */
struct words {
	char *words[MAX_PIECES];
	size_t count;
};

/* "white: Ke1 Pa2", or "white: -". */
static void print_words(const char *title, struct words *list)
{
	if (list->count > 0)
		qsort(list->words, list->count, sizeof list->words[0], text_compare);
	printf("%s:%s", title, list->count ? "" : " -");
	for (size_t i = 0; i < list->count; i++) {
		printf(" %s", list->words[i]);
		free(list->words[i]);
	}
	putchar('\n');
}

void show_side(const struct trial *trial, const char *title, const struct position *position,
	       unsigned side, bool in_play)
{
	struct words list = {.count = 0};

	for (unsigned i = 0; i < position->piece_count; i++) {
		struct text word;

		if (position->pieces[i].side != side)
			continue;
		text_init(&word, 0);
		trial->kind->piece(trial, position, i, &word);
		if (word.len > 0)
			list.words[list.count++] = text_take(&word);
		text_done(&word);
	}
	if (list.count > 0 || in_play)
		print_words(title, &list);
}

/* A seat keeps its line while it is in play or a piece of it stands on the board [trial-lines]. */
static void show_pieces(const struct trial *trial)
{
	const struct position *position = &trial->game.position;

	for (unsigned seat = 0; seat < variant_seats(trial->variant); seat++)
		show_side(trial, variant_seat_name(trial->variant, seat), position, seat,
			  position->in_play >> seat & 1);
}

/* Pieces off the board, by their original kind [trial-lists] [promoted-pawn]. */
static void show_fate(const struct trial *trial, int fate)
{
	const struct position *position = &trial->game.position;

	for (unsigned seat = 0; seat < variant_seats(trial->variant); seat++) {
		struct words list = {.count = 0};

		for (unsigned i = 0; i < position->piece_count; i++) {
			const struct piece *piece = &position->pieces[i];

			if (piece->side == seat && (int)piece->fate == fate)
				list.words[list.count++] = base_printf(
					"%c", variant_type_letter(trial->variant, piece->born));
		}
		print_words(variant_seat_name(trial->variant, seat), &list);
	}
}

/* Hands and piles: nobody has any without cards. */
static void show_nothing(const struct trial *trial)
{
	for (unsigned seat = 0; seat < variant_seats(trial->variant); seat++)
		print_words(variant_seat_name(trial->variant, seat), &(struct words){.count = 0});
}

static void show_effects(const struct trial *trial)
{
	(void)trial;
	puts("-");
}

static void show_legal(const struct trial *trial)
{
	struct text line;

	text_init(&line, 0);
	trial->kind->legal(trial, &line);
	fputs(line.bytes, stdout);
	text_done(&line);
}

void show_moves(const struct variant *variant, struct move_list *list, struct text *out)
{
	char name[MOVE_TEXT_MAX];

	move_list_sort(variant, list);
	for (unsigned i = 0; i < list->count; i++) {
		move_text(variant, &list->moves[i], name);
		text_addf(out, " %s", name);
	}
}

void show_seats(const struct variant *variant, uint16_t seats, struct text *out)
{
	if (seats == 0)
		text_add_char(out, '-');
	variant_print_seats(variant, seats, out);
}

/* [trial-turn] [trial-check] */
static void show_status(const struct trial *trial)
{
	const struct variant *variant = trial->variant;
	bool over = trial->game.outcome.status != STATUS_PLAYING;
	struct trial_status status = {.phase = over ? "over" : "move"};
	struct text line;

	trial->kind->status(trial, &status);
	text_init(&line, 0);
	text_add(&line, "turn=");
	show_seats(variant, status.turn, &line);
	text_addf(&line, " phase=%s check=", status.phase);
	show_seats(variant, status.check, &line);
	text_add(&line, " window=");
	show_seats(variant, status.window, &line);
	if (status.card != NULL)
		text_addf(&line, " demand=%s:%s", variant_seat_name(variant, status.demanded),
			  status.card);
	else
		text_add(&line, " demand=-");
	text_add(&line, " result=");
	if (over)
		rules_result(variant, &trial->game.outcome, &line);
	else
		text_add_char(&line, '-');
	puts(line.bytes);
	text_done(&line);
}

static void show_board(const struct trial *trial)
{
	struct text board;

	text_init(&board, 0);
	view_board(&trial->game, NO_SIDE, BOARD_FULL, &board);
	fputs(board.bytes, stdout);
	text_done(&board);
}

/* "show plays SEAT [after MOVE]" */
static int show_plays(const struct trial *trial, char *rest, struct reason *reason)
{
	char *words[4];
	size_t count = text_split(rest, words, 4);

	if (count == 0 || variant_seat_named(trial->variant, words[0]) < 0 || count == 2 ||
	    count == 4 || (count == 3 && strcmp(words[1], "after") != 0))
		return reason_fail(reason,
				   "expected show plays SEAT, or show plays SEAT after MOVE");
	if (trial->kind->plays != NULL)
		return trial->kind->plays(trial,
					  (uint8_t)variant_seat_named(trial->variant, words[0]),
					  count == 3 ? words[2] : NULL, reason);
	puts("-");
	return 0;
}

/* What shows the thing of that name; NULL when there is none. */
static const struct analyse_show *find(const struct analyse_show *shows, const char *word)
{
	for (; shows != NULL && shows->word != NULL; shows++)
		if (strcmp(shows->word, word) == 0)
			return shows;
	return NULL;
}

int show_thing(const struct trial *trial, char *what, struct reason *reason)
{
	static const struct analyse_show shows[] = {
		{"pieces", .show = show_pieces},
		{"captured", .list = show_fate, .what = CAPTURED},
		{"dead", .list = show_fate, .what = DEAD},
		{"away", .list = show_fate, .what = AWAY},
		{"hands", .show = show_nothing},
		{"decks", .show = show_nothing},
		{"discards", .show = show_nothing},
		{"effects", .show = show_effects},
		{"legal", .show = show_legal},
		{"status", .show = show_status},
		{"board", .show = show_board},
		{0},
	};
	char *words[2] = {"", ""};
	size_t count = text_split(what, words, 2);
	const struct analyse_show *show = find(trial->kind->shows, words[0]);

	if (show == NULL)
		show = find(shows, words[0]);
	if (strcmp(words[0], "plays") == 0)
		return show_plays(trial, words[1], reason);
	if (count == 1 && show != NULL) {
		if (show->list != NULL)
			show->list(trial, show->what);
		else
			show->show(trial);
		return 0;
	}
	return reason_fail(reason,
			   "show what? Expected pieces, captured, dead, away, hands, decks, "
			   "discards, effects, legal, plays, status or board");
}
