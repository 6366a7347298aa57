/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/formats/pgn.h"
#include "core/formats/pgn_tags.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

static const char *const roster[] = {"Event", "Site",  "Date",	 "Round",
				     "White", "Black", "Result", NULL};

/* Tags that come from the game itself, not from the imported file. */
static const char *const own[] = {"Result", "FEN", "SetUp", "PlyCount", NULL};

int pgn_fits(const struct variant *variant, struct reason *reason)
{
	if (variant->board.width == 8 && variant->board.height == 8 && !variant->kind->boards &&
	    variant_seats(variant) == 2)
		return 0;
	return reason_fail(reason,
			   "PGN is for two players on one board, and %s isn't such a game; %s, or "
			   "jsonl, has words for it",
			   variant_name(variant),
			   variant->kind->boards	 ? "bpgn"
			   : variant_seats(variant) == 4 ? "pgn4"
							 : "show");
}

static const char *result_of(const struct movelist *score)
{
	const struct outcome *outcome = &score->file->game.outcome;

	if (outcome->status == STATUS_DRAWN)
		return "1/2-1/2";
	if (outcome->status == STATUS_WON)
		return outcome->winners & 1 ? "1-0" : "0-1";
	return "*";
}

/* Returns the name of the variant in other programs; NULL for chess. */
static const char *variant_tag(const struct movelist *score)
{
	const struct variant *variant = score->file->game.variant;

	if (variant->kind->cards)
		return "Knightmare";
	if (strcmp(variant_name(variant), "chess") == 0)
		return NULL;
	return strcmp(variant_name(variant), "chess960") == 0 ? "Chess960" : variant_name(variant);
}

static void set_own_tags(const struct movelist *score, const struct pgn_style *style,
			 struct pgn_tags *tags)
{
	pgn_tags_set_occasion(tags, score, style->event, style->site);
	for (unsigned seat = 0; seat < 2; seat++) {
		const char *address = style->addresses != NULL ? style->addresses[seat] : NULL;

		pgn_tags_set(tags, seat == 0 ? "WhiteNA" : "BlackNA",
			     address != NULL ? address : "-");
	}
}

static void set_tags(const struct movelist *score, const struct pgn_style *style,
		     struct pgn_tags *tags)
{
	const bool imported = score->file->header.imported[0] != '\0';
	char count[24];

	if (imported)
		for (const char *const *name = roster; *name != NULL; name++)
			pgn_tags_set(tags, *name, strcmp(*name, "Date") == 0 ? "????.??.??" : "?");
	else
		set_own_tags(score, style, tags);
	pgn_tags_set(tags, "White", movelist_name(score, 0));
	pgn_tags_set(tags, "Black", movelist_name(score, 1));
	if (imported)
		pgn_tags_set_imported(tags, score, own);
	snprintf(count, sizeof count, "%zu", score->count);
	pgn_tags_set(tags, "PlyCount", count);
	pgn_tags_set(tags, "Result", result_of(score));
	if (variant_tag(score) != NULL)
		pgn_tags_set(tags, "Variant", variant_tag(score));
	/* The starting position of Chess960 can't be known without a FEN. */
	if (score->start[0] != '\0' &&
	    (!score->usual || strcmp(variant_name(score->file->game.variant), "chess960") == 0)) {
		pgn_tags_set(tags, "SetUp", "1");
		pgn_tags_set(tags, "FEN", score->start);
	}
}

/* Adds a move number: "12." for White, "12..." for Black unless White's move precedes it. */
static void add_number(struct pgn_tags_lines *lines, const struct movelist_ply *ply,
		       bool behind_white)
{
	char number[32];

	snprintf(number, sizeof number, "%u%s", ply->round, ply->seat == 0 ? "." : "...");
	if (ply->seat == 0 || !behind_white)
		pgn_tags_word(lines, number);
}

int pgn_write(const struct movelist *score, const struct pgn_style *style, struct strbuf *out,
	      struct reason *reason)
{
	struct pgn_tags_lines lines = {out, 0};
	bool behind_white = false;
	struct pgn_tags tags;

	(void)reason;
	pgn_tags_init(&tags);
	set_tags(score, style, &tags);
	pgn_tags_write(&tags, roster, out);
	pgn_tags_done(&tags);
	for (size_t i = 0; i < score->count; i++) {
		const struct movelist_ply *ply = &score->plies[i];

		add_number(&lines, ply, behind_white);
		pgn_tags_word(&lines, ply->text[0] != '\0' ? ply->text : "--");
		if (ply->beside[0] != '\0')
			pgn_tags_comment(&lines, ply->beside);
		behind_white = ply->seat == 0 && ply->beside[0] == '\0';
	}
	pgn_tags_word(&lines, result_of(score));
	pgn_tags_end(&lines);
	strbuf_add_char(out, '\n');
	return 0;
}
