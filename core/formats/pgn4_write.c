/* SPDX-License-Identifier: MIT */
/* PGN4, as chess.com has it: a line a round, ".." between the players' turns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/exchange/pgn.h"
#include "core/exchange/tags.h"
#include "core/position/fen4.h"
#include "core/variant/variant_data.h"

static const char *const roster[] = {"GameNr", "TimeControl", "Variant", "RuleVariants", NULL};

int pgn4_fits(const struct variant *variant, struct reason *reason)
{
	if (variant_seats(variant) == 4 && !variant->kind->boards && !variant->kind->cards)
		return 0;
	return reason_fail(reason,
			   "PGN4 is for four players on one board without cards, and %s isn't such "
			   "a game; jsonl has words for it",
			   variant_name(variant));
}

static bool is_fourteen(const struct variant *variant)
{
	return strcmp(variant_name(variant), "fourteen") == 0;
}

static bool has_option(const struct variant *variant, const char *key, const char *value)
{
	const char *chosen = variant_option(variant, key);

	return chosen != NULL && strcmp(chosen, value) == 0;
}

static bool has_teams(const struct variant *variant)
{
	return variant_team(variant, 0) != 1;
}

/* "1-0" among teams, the first seat's in front; else a 1 for who has won. */
static void add_result(const struct score *score, struct text *out)
{
	const struct variant *variant = score->file->game.variant;
	const struct outcome *outcome = &score->file->game.outcome;
	const bool drawn = outcome->status == STATUS_DRAWN;

	if (outcome->status == STATUS_PLAYING || outcome->status == STATUS_VOID) {
		text_add_char(out, '*');
	} else if (has_teams(variant)) {
		text_add(out, drawn ? "1/2-1/2" : outcome->winners & 1 ? "1-0" : "0-1");
	} else {
		for (unsigned seat = 0; seat < 4; seat++)
			text_addf(out, "%s%.*s: %s", seat > 0 ? " - " : "",
				  is_fourteen(variant) ? 1 : 20, variant_seat_title(variant, seat),
				  drawn && score->file->game.position.in_play >> seat & 1 ? "1/2"
				  : outcome->winners >> seat & 1			  ? "1"
											  : "0");
	}
}

/* Names of arrays, as chess.com has them; FEN4 for any other. */
static void set_start(const struct score *score, struct tags *tags)
{
	const struct variant *variant = score->file->game.variant;

	if (!score->usual)
		tags_set(tags, "StartFen4", score->start);
	else if (is_fourteen(variant) && has_option(variant, "setup", "classic"))
		tags_set(tags, "StartFen4", "4PCo");
	else if (!is_fourteen(variant) && score->start[0] != '\0')
		tags_set(tags, "StartFen4", score->start);
}

static void set_variant(const struct variant *variant, struct tags *tags)
{
	const bool teams = has_teams(variant);

	tags_set(tags, "Variant", teams ? "Teams" : "FFA");
	if (is_fourteen(variant))
		tags_set(tags, "RuleVariants", teams ? "EnPassant" : "EnPassant PromoteTo=D");
	else
		tags_set(tags, "RuleVariants", variant_name(variant));
}

static bool has_tag(const struct tags *tags, const char *name)
{
	for (size_t i = 0; i < tags->count; i++)
		if (strcmp(tags->pairs[i].name, name) == 0)
			return true;
	return false;
}

/* Who has won; of an imported free-for-all its points, which were told and aren't counted here. */
static void set_result(const struct score *score, struct tags *tags)
{
	struct text result;

	if (has_tag(tags, "Result"))
		return;
	text_init(&result, 0);
	add_result(score, &result);
	tags_set(tags, "Result", result.bytes);
	text_done(&result);
}

static void set_tags(const struct score *score, const struct pgn_style *style, struct tags *tags)
{
	static const char *const own[] = {"CurrentMove", "StartFen4", "Variant", "RuleVariants",
					  NULL};
	const struct gamefile *file = score->file;
	const struct variant *variant = file->game.variant;
	char date[16], number[24], control[32];

	snprintf(number, sizeof number, "%u", (unsigned)file->header.number);
	score_date(score, date);
	score_time_control(score, control);
	if (file->header.imported[0] == '\0') {
		tags_set(tags, "GameNr", number);
		tags_set(tags, "TimeControl", control);
		tags_set(tags, "Site", style->site);
		tags_set(tags, "Date", date);
		tags_set(tags, "Termination", score_termination(score));
		if (style->event != NULL)
			tags_set(tags, "Event", style->event);
	}
	for (unsigned seat = 0; seat < 4; seat++)
		tags_set(tags, variant_seat_title(variant, seat), score_name(score, seat));
	if (file->header.imported[0] != '\0')
		tags_set_imported(tags, score, own);
	set_variant(variant, tags);
	set_start(score, tags);
	set_result(score, tags);
	snprintf(number, sizeof number, "%zu", score->count);
	tags_set(tags, "CurrentMove", number);
}

/* ---- the turns ---- */

struct writing {
	const struct score *score;
	struct text *out;
	unsigned round; /* whose line is open; 0: none */
	uint8_t last;	/* seat that stood last in it */
	unsigned leaving;
};

/* Begins a turn's place: on the round's line, or on a new one. */
static void begin_slot(struct writing *writing, uint8_t seat)
{
	if (writing->round == 0 || seat <= writing->last)
		text_addf(writing->out, "%s%u. ", writing->round > 0 ? "\n" : "",
			  writing->round + 1);
	else
		text_add(writing->out, " .. ");
	writing->round += writing->round == 0 || seat <= writing->last;
	writing->last = seat;
}

/* Who left before the turn in hand: in his own turn's place; or, where it wasn't his turn, as a
 * comment that import understands. */
static void add_leavings(struct writing *writing, size_t plies)
{
	const struct score *score = writing->score;

	for (; writing->leaving < score->leaving_count; writing->leaving++) {
		const struct score_leaving *leaving = &score->leavings[writing->leaving];

		if (leaving->plies > plies)
			return;
		if (leaving->own_turn) {
			begin_slot(writing, leaving->seat);
			text_add_char(writing->out, leaving->mark);
		} else {
			text_addf(writing->out, "%s{[%%leaves %s %c]}",
				  writing->round > 0 ? " " : "",
				  variant_seat_title(score->file->game.variant, leaving->seat),
				  leaving->mark);
			if (writing->round == 0)
				text_add_char(writing->out, '\n');
		}
	}
}

int pgn4_write(const struct score *score, const struct pgn_style *style, struct text *out,
	       struct reason *reason)
{
	struct writing writing = {.score = score, .out = out};
	struct tags tags;

	for (size_t i = 0; i < score->count; i++)
		if (score->plies[i].squares[0] == '\0')
			return reason_fail(reason,
					   "PGN4 has no form for turn %zu, %s; jsonl has one",
					   i + 1, score->plies[i].move);
	tags_init(&tags);
	set_tags(score, style, &tags);
	tags_write(&tags, roster, out);
	tags_done(&tags);
	for (size_t i = 0; i < score->count; i++) {
		add_leavings(&writing, i);
		begin_slot(&writing, score->plies[i].seat);
		text_add(out, score->plies[i].squares);
	}
	add_leavings(&writing, score->count);
	text_add(out, writing.round > 0 ? "\n\n" : "\n");
	return 0;
}
