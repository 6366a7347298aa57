/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/notation/start_position.h"
#include "core/position/fen4.h"
#include "core/rules/draws.h"
#include "core/rules/movegen.h"
#include "core/util/deffile.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

enum { ROUND_FIELD = 5, LAST_ROUND = 100000 };

/*
 * Checks that no pawn is on a square where pawns of either side promote, unless a card may have put
 * it there.
 */
static int check_pawns(const struct variant *variant, const struct position *position,
		       struct reason *reason)
{
	for (unsigned i = 0; !variant->cards && i < position->piece_count; i++) {
		const struct piece *piece = &position->pieces[i];

		if (piece->type != variant->pawn)
			continue;
		for (unsigned side = 0; side < variant->side_count; side++)
			if (variant->sides[side].promotes[piece->at])
				return reason_fail(reason,
						   "FEN: a pawn can't stand on %s, at the board's "
						   "end",
						   board_name(&variant->board, piece->at).text);
	}
	return 0;
}

/*
 * Checks that, between two sides, the side not to move isn't in check. With more sides it may be.
 */
static int check_two(const struct variant *variant, const struct position *position,
		     struct reason *reason)
{
	if (variant->side_count != 2)
		return 0;
	for (uint8_t side = 0; side < 2; side++)
		if (side != position->turn && movegen_in_check(variant, position, side))
			return reason_fail(reason, "FEN: %s isn't to move, but is in check",
					   variant_side_name(variant, side));
	return check_pawns(variant, position, reason);
}

/* Returns the move number, or 1 if the FEN has none. */
static unsigned round_of(const char *text)
{
	char *line = base_strdup(text), *words[ROUND_FIELD + 2];
	size_t count = strbuf_split(line, words, ARRAY_LEN(words));
	long round = count > ROUND_FIELD ? strbuf_number(words[ROUND_FIELD], LAST_ROUND) : 1;

	free(line);
	return round > 0 ? (unsigned)round : 1;
}

int start_position_read(const struct variant *variant, const char *text,
			struct position *position_out, unsigned *round_out, struct reason *reason)
{
	bool four = fen4_knows(variant);
	struct position position;

	if ((four ? fen4_read(variant, text, &position, reason)
		  : position_from_fen(variant, text, &position, reason)) < 0 ||
	    check_two(variant, &position, reason) < 0)
		return -1;
	*position_out = position;
	*round_out = four ? 1 : round_of(text);
	return 0;
}

static bool yields_position(const struct variant *variant, const char *text,
			    const struct position *position)
{
	struct position_key wanted = repetition_key(variant, position), found;
	struct position again;
	struct reason reason;
	unsigned round;

	if (start_position_read(variant, text, &again, &round, &reason) < 0)
		return false;
	found = repetition_key(variant, &again);
	return memcmp(&wanted, &found, sizeof wanted) == 0 && again.quiet == position->quiet &&
	       again.round == position->round;
}

bool start_position_write(const struct variant *variant, const struct position *position,
			  unsigned round, struct strbuf *out)
{
	struct strbuf text;
	bool told;

	strbuf_init(&text, 0);
	told = (fen4_knows(variant) ? fen4_write(variant, position, &text)
				    : position_to_fen(variant, position, round, &text)) &&
	       yields_position(variant, text.bytes, position);
	if (told)
		strbuf_add(out, text.bytes);
	strbuf_done(&text);
	return told;
}

static bool can_be_read(struct variant_library *library, const char *name,
			const struct option *options, size_t count, const char *text)
{
	struct deffile_faults faults;
	struct position position;
	struct variant *variant;
	struct reason reason;
	unsigned round;
	bool read;

	deffile_faults_init(&faults);
	variant = variant_library_load(library, name, options, count, &faults);
	read = variant != NULL &&
	       start_position_read(variant, text, &position, &round, &reason) == 0;
	variant_free(variant);
	deffile_faults_done(&faults);
	return read;
}

long start_position_choose(struct variant_library *library, const struct variant *variant,
			   const struct option *options, size_t count, const char *text,
			   const char **key_out)
{
	const struct variant_option *drawn;
	struct option *all;
	unsigned low, high;
	long found = -1;

	if (!variant_option_drawn(variant, &drawn, &low, &high))
		return -1;
	*key_out = drawn->key;
	all = base_alloc((count + 1) * sizeof *all);
	if (count > 0)
		memcpy(all, options, count * sizeof *all);
	/* Options are tried from the last to the first, so that the new one counts. */
	strcpy(all[count].key, drawn->key);
	for (unsigned number = low; found < 0 && number <= high; number++) {
		snprintf(all[count].value, sizeof all->value, "%u", number);
		if (can_be_read(library, variant_name(variant), all, count + 1, text))
			found = (long)number;
	}
	free(all);
	return found;
}
