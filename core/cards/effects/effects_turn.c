/* SPDX-License-Identifier: MIT */
/* Cards that turn the board or what stands in its corners; pawns may promote by it. */
#include "core/cards/play/moment.h"
#include "core/cards/effects/effects_promote.h"
#include "core/cards/effects/effects_tables.h"
#include "core/cards/play/targets.h"

/* ---- Earthquake ---- */

static void shake(const struct moment *moment, struct field *field, bool left,
		  struct event_list *record)
{
	struct effect effect = moment_effect(moment, EFFECT_EARTHQUAKE);

	effect.left = left;
	field_add_effect(moment->book, field, effect, record);
}

static enum moment_result play_earthquake(struct moment *moment, const struct play *play,
					  struct reason *why)
{
	shake(moment, moment->field, play->targets[0].value == 0, moment->record);
	return effects_promote(moment, play, 1, false, why);
}

static void list_earthquake(const struct moment *moment, struct play_list *out)
{
	for (unsigned right = 0; right < 2; right++) {
		struct field after = *moment->field;
		struct play play;

		targets_none(moment, &play);
		targets_add(&play, TARGET_TURN)->value = (uint8_t)right;
		shake(moment, &after, right == 0, NULL);
		effects_promote_list(moment, &after, &play, out);
	}
}

/* ---- Figure Dance ---- */

/* Whether the dance can begin: somebody stands in a corner, none is held there, none is closed. */
static bool may_dance(const struct moment *moment, struct reason *why)
{
	unsigned dancers = 0;

	for (unsigned i = 0; i < ARRAY_LEN(moment->book->corners); i++) {
		square corner = moment->book->corners[i];
		unsigned piece = field_at(moment->field, corner);

		if (moment->field->closed >> corner & 1) {
			moment_refuse(moment, why, corner,
				      "a Forbidden City; nobody can dance there.");
			return false;
		}
		if (piece != NO_PIECE && !moment_is_loose(moment, piece, why))
			return false;
		dancers += piece != NO_PIECE;
	}
	if (dancers == 0)
		reason_set(why, "Nothing stands in a corner that could dance.");
	return dancers > 0;
}

/*
 * All go on at once to the next corner of the book's round. Beginning behind an empty corner each
 * finds the next one free; where none is empty three swaps do.
 */
static void dance(const struct book *book, struct field *field, struct event_list *record)
{
	const square *corners = book->corners;
	unsigned count = ARRAY_LEN(book->corners), empty = 0;

	while (empty < count && field_at(field, corners[empty]) != NO_PIECE)
		empty++;
	if (empty == count) {
		for (unsigned i = count - 1; i > 0; i--)
			field_swap(book, field, field_at(field, corners[i]),
				   field_at(field, corners[(i + 1) % count]), record);
		return;
	}
	for (unsigned i = 1; i < count; i++) {
		square from = corners[(empty + count - i) % count],
		       to = corners[(empty + count - i + 1) % count];

		if (field_at(field, from) != NO_PIECE)
			field_shift(book, field, field_at(field, from), to, record);
	}
}

static enum moment_result play_dance(struct moment *moment, const struct play *play,
				     struct reason *why)
{
	if (!may_dance(moment, why))
		return MOMENT_REFUSED;
	dance(moment->book, moment->field, moment->record);
	return effects_promote(moment, play, 0, true, why);
}

static void list_dance(const struct moment *moment, struct play_list *out)
{
	struct field after = *moment->field;
	struct play play;

	if (!may_dance(moment, NULL))
		return;
	targets_none(moment, &play);
	dance(moment->book, &after, NULL);
	effects_promote_list(moment, &after, &play, out);
}

const struct effect_rules effects_turn_rules[] = {
	{.name = "earthquake",
	 .targets = "t p*",
	 .play = play_earthquake,
	 .list = list_earthquake,
	 .demand = &effects_promote_demand},
	{.name = "dance",
	 .targets = "p*",
	 .play = play_dance,
	 .list = list_dance,
	 .demand = &effects_promote_demand},
	{.name = NULL},
};
