/* SPDX-License-Identifier: MIT */
/* The analysis board's answers. Rulings T3 to T13 decide their form. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/turn/turn.h"
#include "core/view/view.h"
#include "pbem/analyse/given.h"
#include "pbem/analyse/try.h"

/* The words of a list, to be sorted. */
struct words {
	char words[MAX_PIECES][8];
	size_t count;
};

static int compare(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* "white: Ke1 Pa2", or "white: -". */
static void print_words(const struct trial *trial, unsigned seat, struct words *list)
{
	qsort(list->words, list->count, sizeof list->words[0], compare);
	printf("%s:%s", variant_seat_name(trial->variant, seat), list->count ? "" : " -");
	for (size_t i = 0; i < list->count; i++)
		printf(" %s", list->words[i]);
	putchar('\n');
}

/* A seat keeps its line while it is in play or a piece of it stands on the board (R11). */
static int show_pieces(struct trial *trial)
{
	const struct position *position = &trial->game.position;

	for (unsigned seat = 0; seat < variant_seats(trial->variant); seat++) {
		struct words list = {.count = 0};

		for (unsigned i = 0; i < position->piece_count; i++) {
			const struct piece *piece = &position->pieces[i];
			char *word = list.words[list.count];

			if (piece->side != seat || piece->fate != ON_BOARD)
				continue;
			word[0] = variant_type_letter(trial->variant, piece->type);
			board_square_name(variant_board(trial->variant), piece->at, word + 1);
			list.count++;
		}
		if (list.count > 0 || (position->in_play >> seat & 1))
			print_words(trial, seat, &list);
	}
	return 0;
}

/* Pieces off the board, by their original kind (T4, P1). */
static int show_fate(struct trial *trial, enum fate fate)
{
	const struct position *position = &trial->game.position;

	for (unsigned seat = 0; seat < variant_seats(trial->variant); seat++) {
		struct words list = {.count = 0};

		for (unsigned i = 0; i < position->piece_count; i++) {
			const struct piece *piece = &position->pieces[i];

			if (piece->side != seat || piece->fate != fate)
				continue;
			list.words[list.count][0] =
				variant_type_letter(trial->variant, piece->born);
			list.words[list.count++][1] = '\0';
		}
		print_words(trial, seat, &list);
	}
	return 0;
}

static int show_captured(struct trial *trial)
{
	return show_fate(trial, CAPTURED);
}

static int show_dead(struct trial *trial)
{
	return show_fate(trial, DEAD);
}

static int show_away(struct trial *trial)
{
	return show_fate(trial, AWAY);
}

/* Hands and piles: nobody has any without cards. */
static int show_nothing(struct trial *trial)
{
	for (unsigned seat = 0; seat < variant_seats(trial->variant); seat++)
		print_words(trial, seat, &(struct words){.count = 0});
	return 0;
}

static int show_effects(struct trial *trial)
{
	(void)trial;
	puts("-");
	return 0;
}

static int show_legal(struct trial *trial)
{
	const struct game *game = &trial->game;
	struct move_list legal = {.count = 0};
	struct text line;

	if (game->outcome.status == STATUS_PLAYING)
		movegen_generate(trial->variant, &game->position, &legal);
	text_init(&line, 0);
	given_print_legal(trial->variant, &game->position, &game->outcome, &legal, &line);
	fputs(line.bytes, stdout);
	text_done(&line);
	return 0;
}

/* Every seat in play whose king could be captured now, whoever's turn it is (T7). */
static void print_checks(const struct trial *trial)
{
	const struct position *position = &trial->game.position;
	const char *between = "";

	for (uint8_t seat = 0; seat < variant_seats(trial->variant); seat++) {
		if (trial->game.outcome.status != STATUS_PLAYING ||
		    !(position->in_play >> seat & 1) ||
		    !movegen_in_check(trial->variant, position, seat))
			continue;
		printf("%s%s", between, variant_seat_name(trial->variant, seat));
		between = "+";
	}
	if (*between == '\0')
		putchar('-');
}

static int show_status(struct trial *trial)
{
	const struct game *game = &trial->game;
	bool over = game->outcome.status != STATUS_PLAYING;
	struct text result;

	printf("turn=%s phase=%s check=",
	       over ? "-" : variant_seat_name(trial->variant, game->position.turn),
	       over ? "over" : "move");
	print_checks(trial);
	text_init(&result, 0);
	if (over)
		rules_result(trial->variant, &game->outcome, &result);
	printf(" window=- demand=- result=%s\n", over ? result.bytes : "-");
	text_done(&result);
	return 0;
}

static int show_board(struct trial *trial)
{
	struct text board;

	text_init(&board, 0);
	view_board(&trial->game, NO_SIDE, BOARD_FULL, &board);
	fputs(board.bytes, stdout);
	text_done(&board);
	return 0;
}

/* "show plays SEAT [after MOVE]": without cards there are none, whatever the move. */
static int show_plays(struct trial *trial, char *rest, struct reason *reason)
{
	char *words[4];
	size_t count = text_split(rest, words, 4);

	if (count == 0 || variant_seat_named(trial->variant, words[0]) < 0 || count == 2 ||
	    count == 4 || (count == 3 && strcmp(words[1], "after") != 0)) {
		reason_set(reason, "expected show plays SEAT, or show plays SEAT after MOVE");
		return -1;
	}
	if (trial->cards != NULL)
		return try_cards_plays(trial->cards,
				       (uint8_t)variant_seat_named(trial->variant, words[0]),
				       count == 3 ? words[2] : NULL, reason);
	puts("-");
	return 0;
}

int try_show(struct trial *trial, char *what, struct reason *reason)
{
	static const struct {
		const char *word;
		int (*show)(struct trial *trial);
	} rows[] = {
		{"pieces", show_pieces},    {"captured", show_captured}, {"dead", show_dead},
		{"away", show_away},	    {"hands", show_nothing},	 {"decks", show_nothing},
		{"discards", show_nothing}, {"effects", show_effects},	 {"legal", show_legal},
		{"status", show_status},    {"board", show_board},
	};
	char *words[2] = {"", ""};
	size_t count = text_split(what, words, 2);

	if (trial->game.ring != NULL && count == 1 && try_ring_show(trial, words[0]))
		return 0;
	if (trial->cards != NULL && count == 1 && try_cards_show(trial->cards, words[0]))
		return 0;
	if (strcmp(words[0], "plays") == 0)
		return show_plays(trial, words[1], reason);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		size_t len = strlen(rows[i].word);

		if (count == 1 && strncmp(words[0], rows[i].word, len) == 0 &&
		    words[0][len + strspn(words[0] + len, " \t")] == '\0')
			return rows[i].show(trial);
	}
	reason_set(reason,
		   "show what? Expected pieces, captured, dead, away, hands, decks, discards, "
		   "effects, legal, plays, status or board");
	return -1;
}
