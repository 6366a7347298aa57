/* SPDX-License-Identifier: MIT */
/* The analysis of a game on one board without cards, with Peterson's additions or without. */
#include <stdlib.h>
#include <string.h>

#include "core/rules/movegen.h"
#include "core/rules/perft.h"
#include "core/rules/peterson.h"
#include "core/util/strbuf.h"
#include "pbem/analysis/analysis_print.h"
#include "pbem/analysis/gametype_analysis.h"
#include "pbem/sys/progress.h"

/* ---- moves and perft ---- */

static void standard_line_begin(struct line *line, const struct position *start)
{
	line->position = *start;
	repetition_init(&line->history);
	line->outcome = rules_first_turn(line->variant, &line->position, &line->history,
					 &line->legal, NULL);
}

static void standard_line_end(struct line *line)
{
	repetition_done(&line->history);
}

/* Makes a turn. Returns false if it isn't legal. */
static bool make_turn(struct line *line, const char *text)
{
	const struct move *move;
	struct peterson_turn turn;
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

static bool standard_line_play(struct line *line, const char *text)
{
	if (!make_turn(line, text))
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

static bool add_turn(void *context, const struct peterson_turn *turn, const struct position *after)
{
	struct turn_texts *turns = context;
	struct strbuf text;

	(void)after;
	turns->many = turns->count == TURNS_MANY;
	if (turns->many)
		return false;
	strbuf_init(&text, 0);
	peterson_print(turns->variant, turn, &text);
	turns->texts[turns->count++] = text.bytes;
	return true;
}

static void print_turns(const struct variant *variant, const struct position *position,
			struct strbuf *out)
{
	struct turn_texts *turns = base_alloc(sizeof *turns);

	turns->variant = variant;
	turns->count = 0;
	turns->many = false;
	peterson_turns(variant, position, add_turn, turns);
	if (turns->many)
		strbuf_add(out, " many");
	else
		qsort(turns->texts, turns->count, sizeof *turns->texts, strbuf_compare);
	for (size_t i = 0; i < turns->count; i++) {
		if (!turns->many)
			strbuf_addf(out, " %s", turns->texts[i]);
		free(turns->texts[i]);
	}
	free(turns);
}

static void print_legal(const struct variant *variant, const struct position *position,
			const struct outcome *outcome, struct move_list *legal, struct strbuf *out)
{
	if (outcome->status != STATUS_PLAYING) {
		strbuf_add(out, "- over:");
		rules_result(variant, outcome, out);
	} else {
		strbuf_addf(out, "%s %s", variant_seat_name(variant, position->turn),
			    movegen_in_check(variant, position, position->turn) ? "check" : "-");
	}
	if (peterson_has_long_turns(variant) && outcome->status == STATUS_PLAYING)
		print_turns(variant, position, out);
	else
		analysis_print_moves(variant, legal, out);
	strbuf_add_char(out, '\n');
}

static void standard_line_print(struct line *line, struct strbuf *out)
{
	print_legal(line->variant, &line->position, &line->outcome, &line->legal, out);
}

struct counting {
	const struct line *line;
	unsigned depth;
	uint64_t nodes;
	size_t turns; /* turns counted so far */
};

static bool count_turn(void *context, const struct peterson_turn *turn,
		       const struct position *after)
{
	struct counting *counting = context;
	struct position next = *after;

	(void)turn;
	progress_tick(counting->turns++, 0);
	counting->nodes += perft_after(counting->line->variant, &next, &counting->line->history,
				       counting->depth - 1);
	return true;
}

/* Counts turn by turn if somebody watches the progress and the count may take long. */
static uint64_t standard_line_count(const struct line *line, unsigned depth)
{
	struct counting counting = {.line = line, .depth = depth};

	if (depth < ANALYSE_WATCHED_DEPTH || !progress_is_watched() ||
	    line->outcome.status != STATUS_PLAYING)
		return perft_count(line->variant, &line->position, &line->history, depth);
	progress_begin("turns counted");
	peterson_turns(line->variant, &line->position, count_turn, &counting);
	progress_end();
	return counting.nodes;
}

struct dividing {
	const struct line *line;
	unsigned depth;
	struct division *division;
	size_t rows; /* so far */
};

static bool add_division_row(void *context, const struct peterson_turn *turn,
			     const struct position *after)
{
	struct dividing *dividing = context;
	const struct line *line = dividing->line;
	unsigned depth = dividing->depth - 1;
	struct position next = *after;
	struct strbuf text;

	progress_tick(dividing->rows++, 0);
	strbuf_init(&text, 0);
	peterson_print(line->variant, turn, &text);
	analysis_divide(dividing->division, text.bytes,
			depth == 0 ? 1 : perft_after(line->variant, &next, &line->history, depth));
	return true;
}

static void standard_line_divide(const struct line *line, unsigned depth, struct division *division)
{
	struct dividing dividing = {.line = line, .depth = depth, .division = division};

	progress_begin("turns divided");
	if (line->outcome.status == STATUS_PLAYING)
		peterson_turns(line->variant, &line->position, add_division_row, &dividing);
	progress_end();
}

const struct line_kind analysis_standard_line = {
	.one_board = true,
	.begin = standard_line_begin,
	.end = standard_line_end,
	.play = standard_line_play,
	.print = standard_line_print,
	.count = standard_line_count,
	.divide = standard_line_divide,
};

/* ---- try ---- */

/* Accepts an empty list: "hand white:" gives nothing and needs no cards. */
static int standard_trial_set_cards(struct trial *trial, const char *word, unsigned seat,
				    char *list, struct reason *reason)
{
	(void)word;
	(void)seat;
	if (list[strspn(list, " \t")] == '\0')
		return 0;
	return reason_fail(reason, "%s is played without cards", variant_name(trial->variant));
}

void analysis_standard_piece(const struct trial *trial, const struct position *position,
			     unsigned piece, struct strbuf *out)
{
	const struct piece *one = &position->pieces[piece];
	char name[SQUARE_NAME_MAX];

	if (one->fate != ON_BOARD)
		return;
	board_square_name(variant_board(trial->variant), one->at, name);
	strbuf_addf(out, "%c%s", variant_type_letter(trial->variant, one->type), name);
}

static void standard_trial_legal(const struct trial *trial, struct strbuf *out)
{
	const struct game *game = &trial->game;
	struct move_list list = {.count = 0};

	if (game->outcome.status == STATUS_PLAYING)
		movegen_generate(trial->variant, &game->position, &list);
	print_legal(trial->variant, &game->position, &game->outcome, &list, out);
}

/* Fills in the status. In check is every seat in play whose king could be captured now, whoever's
 * turn it is [trial-check]. */
static void standard_trial_status(const struct trial *trial, struct trial_status *out)
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

const struct analyse_kind analysis_standard = {
	.line = &analysis_standard_line,
	.set_cards = standard_trial_set_cards,
	.piece = analysis_standard_piece,
	.legal = standard_trial_legal,
	.status = standard_trial_status,
};
