/* SPDX-License-Identifier: MIT */
/* Prints the analysis board's answers. Their form follows rulings: [trial-lists] [trial-names]
 * [trial-effects]. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/strbuf.h"
#include "core/view/game_text.h"
#include "pbem/analysis/analysis_print.h"
#include "pbem/analysis/gametype_analysis.h"

/* The words of a line, to be sorted. */
struct word_list {
	char *words[MAX_PIECES];
	size_t count;
};

/* Prints "white: Ke1 Pa2", or "white: -". */
static void print_words(const char *title, struct word_list *list)
{
	if (list->count > 0)
		qsort(list->words, list->count, sizeof list->words[0], strbuf_compare);
	printf("%s:%s", title, list->count ? "" : " -");
	for (size_t i = 0; i < list->count; i++) {
		printf(" %s", list->words[i]);
		free(list->words[i]);
	}
	putchar('\n');
}

void analysis_print_side(const struct trial *trial, const char *title,
			 const struct position *position, unsigned side, bool in_play)
{
	struct word_list list = {.count = 0};

	for (unsigned i = 0; i < position->piece_count; i++) {
		struct strbuf word;

		if (position->pieces[i].side != side)
			continue;
		strbuf_init(&word, 0);
		trial->kind->piece(trial, position, i, &word);
		if (word.len > 0)
			list.words[list.count++] = strbuf_take(&word);
		strbuf_done(&word);
	}
	if (list.count > 0 || in_play)
		print_words(title, &list);
}

/* Prints one line per seat that is in play or has a piece on the board [trial-lines]. */
static void analysis_print_pieces(const struct trial *trial)
{
	const struct position *position = &trial->game.position;

	for (unsigned seat = 0; seat < variant_seats(trial->variant); seat++)
		analysis_print_side(trial, variant_seat_name(trial->variant, seat), position, seat,
				    position->in_play >> seat & 1);
}

/* Prints pieces off the board, by their original kind [trial-lists] [promoted-pawn]. */
static void print_off_board(const struct trial *trial, int fate)
{
	const struct position *position = &trial->game.position;

	for (unsigned seat = 0; seat < variant_seats(trial->variant); seat++) {
		struct word_list list = {.count = 0};

		for (unsigned i = 0; i < position->piece_count; i++) {
			const struct piece *piece = &position->pieces[i];

			if (piece->side == seat && (int)piece->fate == fate)
				list.words[list.count++] = base_printf(
					"%c", variant_type_letter(trial->variant, piece->born));
		}
		print_words(variant_seat_name(trial->variant, seat), &list);
	}
}

/* Prints empty hands and piles in games without cards. */
static void analysis_print_nothing(const struct trial *trial)
{
	for (unsigned seat = 0; seat < variant_seats(trial->variant); seat++)
		print_words(variant_seat_name(trial->variant, seat),
			    &(struct word_list){.count = 0});
}

static void analysis_print_effects(const struct trial *trial)
{
	(void)trial;
	puts("-");
}

static void analysis_print_legal(const struct trial *trial)
{
	struct strbuf line;

	strbuf_init(&line, 0);
	trial->kind->legal(trial, &line);
	fputs(line.bytes, stdout);
	strbuf_done(&line);
}

void analysis_print_moves(const struct variant *variant, struct move_list *list, struct strbuf *out)
{
	char name[MOVE_TEXT_MAX];

	move_list_sort(variant, list);
	for (unsigned i = 0; i < list->count; i++) {
		move_text(variant, &list->moves[i], name);
		strbuf_addf(out, " %s", name);
	}
}

void analysis_print_seats(const struct variant *variant, uint16_t seats, struct strbuf *out)
{
	if (seats == 0)
		strbuf_add_char(out, '-');
	variant_print_seats(variant, seats, out);
}

/* Prints the status [trial-turn] [trial-check]. */
static void analysis_print_status(const struct trial *trial)
{
	const struct variant *variant = trial->variant;
	bool over = trial->game.outcome.status != STATUS_PLAYING;
	struct trial_status status = {.phase = over ? "over" : "move"};
	struct strbuf line;

	trial->kind->status(trial, &status);
	strbuf_init(&line, 0);
	strbuf_add(&line, "turn=");
	analysis_print_seats(variant, status.turn, &line);
	strbuf_addf(&line, " phase=%s check=", status.phase);
	analysis_print_seats(variant, status.check, &line);
	strbuf_add(&line, " window=");
	analysis_print_seats(variant, status.window, &line);
	if (status.card != NULL)
		strbuf_addf(&line, " demand=%s:%s", variant_seat_name(variant, status.demanded),
			    status.card);
	else
		strbuf_add(&line, " demand=-");
	strbuf_add(&line, " result=");
	if (over)
		rules_result(variant, &trial->game.outcome, &line);
	else
		strbuf_add_char(&line, '-');
	puts(line.bytes);
	strbuf_done(&line);
}

static void analysis_print_board(const struct trial *trial)
{
	struct strbuf board;

	strbuf_init(&board, 0);
	view_board(&trial->game, NO_SIDE, BOARD_FULL, &board);
	fputs(board.bytes, stdout);
	strbuf_done(&board);
}

/* Answers "show plays SEAT [after MOVE]". */
static int analysis_print_plays(const struct trial *trial, char *rest, struct reason *reason)
{
	char *words[4];
	size_t count = strbuf_split(rest, words, 4);

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

/* Returns the row that shows the thing of that name; NULL if there is none. */
static const struct analyse_show *find_show_row(const struct analyse_show *shows, const char *word)
{
	for (; shows != NULL && shows->word != NULL; shows++)
		if (strcmp(shows->word, word) == 0)
			return shows;
	return NULL;
}

int analysis_print_thing(const struct trial *trial, char *what, struct reason *reason)
{
	static const struct analyse_show shows[] = {
		{"pieces", .show = analysis_print_pieces},
		{"captured", .list = print_off_board, .what = CAPTURED},
		{"dead", .list = print_off_board, .what = DEAD},
		{"away", .list = print_off_board, .what = AWAY},
		{"hands", .show = analysis_print_nothing},
		{"decks", .show = analysis_print_nothing},
		{"discards", .show = analysis_print_nothing},
		{"effects", .show = analysis_print_effects},
		{"legal", .show = analysis_print_legal},
		{"status", .show = analysis_print_status},
		{"board", .show = analysis_print_board},
		{0},
	};
	char *words[2] = {"", ""};
	size_t count = strbuf_split(what, words, 2);
	const struct analyse_show *show = find_show_row(trial->kind->shows, words[0]);

	if (show == NULL)
		show = find_show_row(shows, words[0]);
	if (strcmp(words[0], "plays") == 0)
		return analysis_print_plays(trial, words[1], reason);
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
