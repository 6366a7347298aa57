/* SPDX-License-Identifier: MIT */
/* Writes PGN4 in chess.com's form: one line per round, ".." between the players' turns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/formats/pgn.h"
#include "core/formats/pgn_tags.h"
#include "core/position/fen4.h"
#include "core/util/strbuf.h"
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

/* Adds the result: "1-0" with the first seat's team first, or a 1 for each winner. */
static void add_result(const struct movelist *score, struct strbuf *out)
{
	const struct variant *variant = score->file->game.variant;
	const struct outcome *outcome = &score->file->game.outcome;
	const bool drawn = outcome->status == STATUS_DRAWN;

	if (outcome->status == STATUS_PLAYING || outcome->status == STATUS_VOID) {
		strbuf_add_char(out, '*');
	} else if (has_teams(variant)) {
		strbuf_add(out, drawn ? "1/2-1/2" : outcome->winners & 1 ? "1-0" : "0-1");
	} else {
		for (unsigned seat = 0; seat < 4; seat++)
			strbuf_addf(out, "%s%.*s: %s", seat > 0 ? " - " : "",
				    is_fourteen(variant) ? 1 : 20,
				    variant_seat_title(variant, seat),
				    drawn && score->file->game.position.in_play >> seat & 1 ? "1/2"
				    : outcome->winners >> seat & 1			    ? "1"
											    : "0");
	}
}

/* Sets the starting position: the name of an array at chess.com, or a FEN4. */
static void set_start(const struct movelist *score, struct pgn_tags *tags)
{
	const struct variant *variant = score->file->game.variant;

	if (!score->usual)
		pgn_tags_set(tags, "StartFen4", score->start);
	else if (is_fourteen(variant) && has_option(variant, "setup", "classic"))
		pgn_tags_set(tags, "StartFen4", "4PCo");
	else if (!is_fourteen(variant) && score->start[0] != '\0')
		pgn_tags_set(tags, "StartFen4", score->start);
}

static void set_variant(const struct variant *variant, struct pgn_tags *tags)
{
	const bool teams = has_teams(variant);

	pgn_tags_set(tags, "Variant", teams ? "Teams" : "FFA");
	if (is_fourteen(variant))
		pgn_tags_set(tags, "RuleVariants", teams ? "EnPassant" : "EnPassant PromoteTo=D");
	else
		pgn_tags_set(tags, "RuleVariants", variant_name(variant));
}

static bool has_tag(const struct pgn_tags *tags, const char *name)
{
	for (size_t i = 0; i < tags->count; i++)
		if (strcmp(tags->pairs[i].name, name) == 0)
			return true;
	return false;
}

/*
 * Sets the result: the winners, or the points of an imported free-for-all, which were read and not
 * calculated here.
 */
static void set_result(const struct movelist *score, struct pgn_tags *tags)
{
	struct strbuf result;

	if (has_tag(tags, "Result"))
		return;
	strbuf_init(&result, 0);
	add_result(score, &result);
	pgn_tags_set(tags, "Result", result.bytes);
	strbuf_done(&result);
}

static void set_tags(const struct movelist *score, const struct pgn_style *style,
		     struct pgn_tags *tags)
{
	static const char *const own[] = {"CurrentMove", "StartFen4", "Variant", "RuleVariants",
					  NULL};
	const struct gamefile *file = score->file;
	const struct variant *variant = file->game.variant;
	char date[16], number[24], control[32];

	snprintf(number, sizeof number, "%u", (unsigned)file->header.number);
	movelist_date(score, date);
	movelist_time_control(score, control);
	if (file->header.imported[0] == '\0') {
		pgn_tags_set(tags, "GameNr", number);
		pgn_tags_set(tags, "TimeControl", control);
		pgn_tags_set(tags, "Site", style->site);
		pgn_tags_set(tags, "Date", date);
		pgn_tags_set(tags, "Termination", movelist_termination(score));
		if (style->event != NULL)
			pgn_tags_set(tags, "Event", style->event);
	}
	for (unsigned seat = 0; seat < 4; seat++)
		pgn_tags_set(tags, variant_seat_title(variant, seat), movelist_name(score, seat));
	if (file->header.imported[0] != '\0')
		pgn_tags_set_imported(tags, score, own);
	set_variant(variant, tags);
	set_start(score, tags);
	set_result(score, tags);
	snprintf(number, sizeof number, "%zu", score->count);
	pgn_tags_set(tags, "CurrentMove", number);
}

/* ---- turns ---- */

struct writing {
	const struct movelist *score;
	struct strbuf *out;
	unsigned round; /* the round of the current line; 0: none */
	uint8_t last;	/* the last seat in that line */
	unsigned leaving;
};

/* Begins a turn on the line of its round, or on a new line. */
static void begin_slot(struct writing *writing, uint8_t seat)
{
	if (writing->round == 0 || seat <= writing->last)
		strbuf_addf(writing->out, "%s%u. ", writing->round > 0 ? "\n" : "",
			    writing->round + 1);
	else
		strbuf_add(writing->out, " .. ");
	writing->round += writing->round == 0 || seat <= writing->last;
	writing->last = seat;
}

/*
 * Adds players who left before the present turn: in place of their own turn, or if it was not their
 * turn, as a comment that import reads.
 */
static void add_leavings(struct writing *writing, size_t plies)
{
	const struct movelist *score = writing->score;

	for (; writing->leaving < score->leaving_count; writing->leaving++) {
		const struct movelist_leaving *leaving = &score->leavings[writing->leaving];

		if (leaving->plies > plies)
			return;
		if (leaving->own_turn) {
			begin_slot(writing, leaving->seat);
			strbuf_add_char(writing->out, leaving->mark);
		} else {
			strbuf_addf(writing->out, "%s{[%%leaves %s %c]}",
				    writing->round > 0 ? " " : "",
				    variant_seat_title(score->file->game.variant, leaving->seat),
				    leaving->mark);
			if (writing->round == 0)
				strbuf_add_char(writing->out, '\n');
		}
	}
}

int pgn4_write(const struct movelist *score, const struct pgn_style *style, struct strbuf *out,
	       struct reason *reason)
{
	struct writing writing = {.score = score, .out = out};
	struct pgn_tags tags;

	for (size_t i = 0; i < score->count; i++)
		if (score->plies[i].squares[0] == '\0')
			return reason_fail(reason,
					   "PGN4 has no form for turn %zu, %s; jsonl has one",
					   i + 1, score->plies[i].move);
	pgn_tags_init(&tags);
	set_tags(score, style, &tags);
	pgn_tags_write(&tags, roster, out);
	pgn_tags_done(&tags);
	for (size_t i = 0; i < score->count; i++) {
		add_leavings(&writing, i);
		begin_slot(&writing, score->plies[i].seat);
		strbuf_add(out, score->plies[i].squares);
	}
	add_leavings(&writing, score->count);
	strbuf_add(out, writing.round > 0 ? "\n\n" : "\n");
	return 0;
}
