/* SPDX-License-Identifier: MIT */
/* Writes rings: one list of the moves of all boards, as BPGN has it for two boards. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/formats/pgn.h"
#include "core/formats/pgn_tags.h"
#include "core/util/strbuf.h"
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

/* Adds a pair of players for each board, as in BPGN: WhiteA "Anna", BlackA "Bob". */
static void add_players(const struct movelist *score, struct strbuf *out)
{
	unsigned seats = variant_seats(score->file->game.variant);

	for (unsigned board = 0; board < seats; board++)
		for (unsigned side = 0; side < 2; side++) {
			const char *name = movelist_name(score, (board + side) % seats);

			strbuf_addf(out, "[%s%c \"", side == 0 ? "White" : "Black",
				    'A' + (int)board);
			for (const char *c = name; *c != '\0'; c++)
				strbuf_addf(out, "%s%c", strchr("\"\\", *c) != NULL ? "\\" : "",
					    *c);
			strbuf_add(out, "\"]\n");
		}
}

static char *result_of(const struct movelist *score)
{
	const struct game *game = &score->file->game;
	struct strbuf out;

	if (game->outcome.status == STATUS_PLAYING)
		return base_strdup("*");
	strbuf_init(&out, 0);
	rules_result(game->variant, &game->outcome, &out);
	return strbuf_take(&out);
}

static void set_tags(const struct movelist *score, const struct pgn_style *style,
		     struct pgn_tags *tags)
{
	char *result = result_of(score);

	pgn_tags_set_occasion(tags, score, style->event, style->site);
	pgn_tags_set(tags, "Variant", "ring");
	pgn_tags_set(tags, "Result", result);
	free(result);
}

/* Adds a move with its number: "12A." for White on the first board, "12a." for Black. */
static void add_ply(const struct movelist_ply *ply, struct pgn_tags_lines *lines)
{
	char number[32];

	snprintf(number, sizeof number, "%u%c.", ply->round,
		 (ply->side == 0 ? 'A' : 'a') + (int)(ply->board - 1));
	pgn_tags_word(lines, number);
	pgn_tags_word(lines, ply->text);
}

/* The number of remarks between turns written so far. */
struct progress {
	size_t notes;
	unsigned leavings;
};

/*
 * Adds, as comments before a turn, the seats that left the game, and the boards that left it or
 * were set up again.
 */
static void add_comments(const struct movelist *score, size_t plies, struct progress *progress,
			 struct pgn_tags_lines *lines)
{
	for (; progress->leavings < score->leaving_count; progress->leavings++) {
		const struct movelist_leaving *leaving = &score->leavings[progress->leavings];
		char *text;

		if (leaving->plies > plies)
			break;
		text = base_printf("%s %s", movelist_name(score, leaving->seat),
				   leaving->mark == '#'	  ? "checkmated"
				   : leaving->mark == 'R' ? "resigned"
							  : "forfeited");
		pgn_tags_comment(lines, text);
		free(text);
	}
	for (; progress->notes < score->note_count && score->notes[progress->notes].plies <= plies;
	     progress->notes++)
		pgn_tags_comment(lines, score->notes[progress->notes].text);
}

int bpgn_write(const struct movelist *score, const struct pgn_style *style, struct strbuf *out,
	       struct reason *reason)
{
	struct pgn_tags_lines lines = {out, 0};
	struct progress progress = {0, 0};
	struct pgn_tags tags;
	char *result;

	(void)reason;
	pgn_tags_init(&tags);
	set_tags(score, style, &tags);
	pgn_tags_write(&tags, roster, out);
	pgn_tags_done(&tags);
	out->bytes[--out->len] = '\0';
	add_players(score, out);
	strbuf_add_char(out, '\n');
	for (size_t i = 0; i < score->count; i++) {
		add_comments(score, i, &progress, &lines);
		add_ply(&score->plies[i], &lines);
	}
	add_comments(score, score->count, &progress, &lines);
	result = result_of(score);
	pgn_tags_word(&lines, result);
	free(result);
	pgn_tags_end(&lines);
	strbuf_add_char(out, '\n');
	return 0;
}
