/* SPDX-License-Identifier: MIT */
/* The analysis of a game on one board without cards, with Peterson's additions or without. */
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/rules/perft.h"
#include "core/rules/movegen.h"
#include "core/rules/peterson.h"
#include "pbem/analyse/kind.h"
#include "pbem/analyse/show.h"
#include "pbem/site/terminal.h"

/* ---- moves and perft ---- */

static void begin(struct line *line, const struct position *start)
{
	line->position = *start;
	history_init(&line->history);
	line->outcome = rules_first_turn(line->variant, &line->position, &line->history,
					 &line->legal, NULL);
}

static void end(struct line *line)
{
	history_done(&line->history);
}

/* Makes a turn; false when it isn't legal. */
static bool make(struct line *line, const char *text)
{
	const struct move *move;
	struct party_turn turn;
	struct reason why;

	if (line->outcome.status != STATUS_PLAYING)
		return false;
	if (peterson_has_long_turns(line->variant)) {
		if (peterson_read(line->variant, &line->position, text, &turn, &why) == REFUSED)
			return false;
		peterson_make(line->variant, &line->position, &turn, NULL);
		return true;
	}
	move = move_list_find(line->variant, &line->legal, text);
	if (move != NULL)
		move_make(line->variant, &line->position, move, NULL);
	return move != NULL;
}

static bool play(struct line *line, const char *text)
{
	if (!make(line, text))
		return false;
	line->outcome =
		rules_next_turn(line->variant, &line->position, &line->history, &line->legal, NULL);
	return true;
}

/* Turns of several moves or after payments, until there are too many to be listed. */
struct turn_texts {
	const struct variant *variant;
	char *texts[TURNS_MANY];
	size_t count;
	bool many;
};

static bool add_turn(void *context, const struct party_turn *turn, const struct position *after)
{
	struct turn_texts *turns = context;
	struct text text;

	(void)after;
	turns->many = turns->count == TURNS_MANY;
	if (turns->many)
		return false;
	text_init(&text, 0);
	peterson_print(turns->variant, turn, &text);
	turns->texts[turns->count++] = text.bytes;
	return true;
}

static void print_turns(const struct variant *variant, const struct position *position,
			struct text *out)
{
	struct turn_texts *turns = base_alloc(sizeof *turns);

	turns->variant = variant;
	turns->count = 0;
	turns->many = false;
	peterson_turns(variant, position, add_turn, turns);
	if (turns->many)
		text_add(out, " many");
	else
		qsort(turns->texts, turns->count, sizeof *turns->texts, text_compare);
	for (size_t i = 0; i < turns->count; i++) {
		if (!turns->many)
			text_addf(out, " %s", turns->texts[i]);
		free(turns->texts[i]);
	}
	free(turns);
}

static void print_legal(const struct variant *variant, const struct position *position,
			const struct outcome *outcome, struct move_list *legal, struct text *out)
{
	if (outcome->status != STATUS_PLAYING) {
		text_add(out, "- over:");
		rules_result(variant, outcome, out);
	} else {
		text_addf(out, "%s %s", variant_seat_name(variant, position->turn),
			  movegen_in_check(variant, position, position->turn) ? "check" : "-");
	}
	if (peterson_has_long_turns(variant) && outcome->status == STATUS_PLAYING)
		print_turns(variant, position, out);
	else
		show_moves(variant, legal, out);
	text_add_char(out, '\n');
}

static void print(struct line *line, struct text *out)
{
	print_legal(line->variant, &line->position, &line->outcome, &line->legal, out);
}

struct counting {
	const struct line *line;
	unsigned depth;
	uint64_t nodes;
	size_t turns; /* that have been counted */
};

static bool count_turn(void *context, const struct party_turn *turn, const struct position *after)
{
	struct counting *counting = context;
	struct position next = *after;

	(void)turn;
	terminal_tick(counting->turns++, 0);
	counting->nodes += perft_after(counting->line->variant, &next, &counting->line->history,
				       counting->depth - 1);
	return true;
}

/* Where somebody watches, turn by turn; what is counted soon isn't worth that. */
static uint64_t count(const struct line *line, unsigned depth)
{
	struct counting counting = {.line = line, .depth = depth};

	if (depth < ANALYSE_WATCHED_DEPTH || !terminal_is_watched() ||
	    line->outcome.status != STATUS_PLAYING)
		return perft_count(line->variant, &line->position, &line->history, depth);
	terminal_begin("turns counted");
	peterson_turns(line->variant, &line->position, count_turn, &counting);
	terminal_end();
	return counting.nodes;
}

struct dividing {
	const struct line *line;
	unsigned depth;
	struct division *division;
	size_t rows; /* so far */
};

static bool add_row(void *context, const struct party_turn *turn, const struct position *after)
{
	struct dividing *dividing = context;
	const struct line *line = dividing->line;
	unsigned depth = dividing->depth - 1;
	struct position next = *after;
	struct text text;

	terminal_tick(dividing->rows++, 0);
	text_init(&text, 0);
	peterson_print(line->variant, turn, &text);
	analyse_divide(dividing->division, text.bytes,
		       depth == 0 ? 1 : perft_after(line->variant, &next, &line->history, depth));
	return true;
}

static void divide(const struct line *line, unsigned depth, struct division *division)
{
	struct dividing dividing = {.line = line, .depth = depth, .division = division};

	terminal_begin("turns divided");
	if (line->outcome.status == STATUS_PLAYING)
		peterson_turns(line->variant, &line->position, add_row, &dividing);
	terminal_end();
}

const struct line_kind analyse_single_line = {
	.one_board = true,
	.begin = begin,
	.end = end,
	.play = play,
	.print = print,
	.count = count,
	.divide = divide,
};

/* ---- try ---- */

/* "hand white:" gives nothing and needs no cards. */
static int give(struct trial *trial, const char *word, unsigned seat, char *list,
		struct reason *reason)
{
	(void)word;
	(void)seat;
	if (list[strspn(list, " \t")] == '\0')
		return 0;
	return reason_fail(reason, "%s is played without cards", variant_name(trial->variant));
}

void analyse_single_piece(const struct trial *trial, const struct position *position,
			  unsigned piece, struct text *out)
{
	const struct piece *one = &position->pieces[piece];
	char name[SQUARE_NAME_MAX];

	if (one->fate != ON_BOARD)
		return;
	board_square_name(variant_board(trial->variant), one->at, name);
	text_addf(out, "%c%s", variant_type_letter(trial->variant, one->type), name);
}

static void legal(const struct trial *trial, struct text *out)
{
	const struct game *game = &trial->game;
	struct move_list list = {.count = 0};

	if (game->outcome.status == STATUS_PLAYING)
		movegen_generate(trial->variant, &game->position, &list);
	print_legal(trial->variant, &game->position, &game->outcome, &list, out);
}

/* Every seat in play whose king could be captured now, whoever's turn it is [trial-check]. */
static void status(const struct trial *trial, struct trial_status *out)
{
	const struct position *position = &trial->game.position;

	if (trial->game.outcome.status != STATUS_PLAYING)
		return;
	out->turn = (uint16_t)(1u << position->turn);
	for (uint8_t seat = 0; seat < variant_seats(trial->variant); seat++)
		if ((position->in_play >> seat & 1) &&
		    movegen_in_check(trial->variant, position, seat))
			out->check |= (uint16_t)(1u << seat);
}

const struct analyse_kind analyse_single = {
	.line = &analyse_single_line,
	.give = give,
	.piece = analyse_single_piece,
	.legal = legal,
	.status = status,
};
