/* SPDX-License-Identifier: MIT */
/* Rings: one list of all boards' moves, as BPGN has it for two boards. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/exchange/pgn.h"
#include "core/exchange/tags.h"
#include "core/variant/variant_data.h"

static const char *const roster[] = {"Event", "Site", "Date", "Round", NULL};

int bpgn_fits(const struct variant *variant, struct reason *reason)
{
	if (variant->kind->boards)
		return 0;
	return reason_fail(reason,
			   "this form of BPGN is for rings, and %s isn't one; pgn, pgn4 or jsonl "
			   "has words for it",
			   variant_name(variant));
}

/* Each board has a pair of names, as in BPGN: WhiteA "Anna", BlackA "Bob". */
static void add_players(const struct score *score, struct text *out)
{
	unsigned seats = variant_seats(score->file->game.variant);

	for (unsigned board = 0; board < seats; board++)
		for (unsigned side = 0; side < 2; side++) {
			const char *name = score_name(score, (board + side) % seats);

			text_addf(out, "[%s%c \"", side == 0 ? "White" : "Black", 'A' + (int)board);
			for (const char *c = name; *c != '\0'; c++)
				text_addf(out, "%s%c", strchr("\"\\", *c) != NULL ? "\\" : "", *c);
			text_add(out, "\"]\n");
		}
}

static char *result_of(const struct score *score)
{
	const struct game *game = &score->file->game;
	struct text out;
	char *result;

	if (game->outcome.status == STATUS_PLAYING)
		return base_strdup("*");
	text_init(&out, 0);
	rules_result(game->variant, &game->outcome, &out);
	result = text_take(&out);
	text_done(&out);
	return result;
}

static void set_tags(const struct score *score, const struct pgn_style *style, struct tags *tags)
{
	char *result = result_of(score);

	tags_set_occasion(tags, score, style->event, style->site);
	tags_set(tags, "Variant", "ring");
	tags_set(tags, "Result", result);
	free(result);
}

/* "12A." of White's on the first board, "12a." of Black's. */
static void add_ply(const struct score_ply *ply, struct tags_lines *lines)
{
	char number[32];

	snprintf(number, sizeof number, "%u%c.", ply->round,
		 (ply->side == 0 ? 'A' : 'a') + (int)(ply->board - 1));
	tags_word(lines, number);
	tags_word(lines, ply->text);
}

/* How much of what stands between turns has been written. */
struct said {
	size_t notes;
	unsigned leavings;
};

/* Who went out of the game, and which boards did or began anew, before a turn: as comments. */
static void add_between(const struct score *score, size_t plies, struct said *said,
			struct tags_lines *lines)
{
	for (; said->leavings < score->leaving_count; said->leavings++) {
		const struct score_leaving *leaving = &score->leavings[said->leavings];
		char *text;

		if (leaving->plies > plies)
			break;
		text = base_printf("%s %s", score_name(score, leaving->seat),
				   leaving->mark == '#'	  ? "checkmated"
				   : leaving->mark == 'R' ? "resigned"
							  : "forfeited");
		tags_comment(lines, text);
		free(text);
	}
	for (; said->notes < score->note_count && score->notes[said->notes].plies <= plies;
	     said->notes++)
		tags_comment(lines, score->notes[said->notes].text);
}

int bpgn_write(const struct score *score, const struct pgn_style *style, struct text *out,
	       struct reason *reason)
{
	struct tags_lines lines = {out, 0};
	struct said said = {0, 0};
	struct tags tags;
	char *result;

	(void)reason;
	tags_init(&tags);
	set_tags(score, style, &tags);
	tags_write(&tags, roster, out);
	tags_done(&tags);
	out->bytes[--out->len] = '\0';
	add_players(score, out);
	text_add_char(out, '\n');
	for (size_t i = 0; i < score->count; i++) {
		add_between(score, i, &said, &lines);
		add_ply(&score->plies[i], &lines);
	}
	add_between(score, score->count, &said, &lines);
	result = result_of(score);
	tags_word(&lines, result);
	free(result);
	tags_end(&lines);
	text_add_char(out, '\n');
	return 0;
}
