/* SPDX-License-Identifier: MIT */
/* Peace Talks: a continuing effect ends before its time. */
#include <string.h>

#include "core/cards/play/moment.h"
#include "core/cards/effects/effects_tables.h"
#include "core/cards/play/play_do.h"
#include "core/cards/play/targets.h"

static bool is_continuing(const struct moment *moment, const struct effect *effect)
{
	return !lasting_of(moment->book, effect)->due;
}

static bool is_at(const struct moment *moment, const struct effect *effect,
		  enum lasting_place place)
{
	return lasting_of(moment->book, effect)->place == place;
}

/* The square on which an effect lies, NO_SQUARE when that isn't one square. */
static square lies_on(const struct moment *moment, const struct effect *effect)
{
	switch (lasting_of(moment->book, effect)->place) {
	case LASTING_ON_PIECE:
		return moment->field->position.pieces[effect->piece].at;
	case LASTING_ON_SQUARE:
		return effect->squares[0];
	default:
		return NO_SQUARE;
	}
}

static bool is_edge(const square edge[2], const struct target *target)
{
	return (edge[0] == target->squares[0] && edge[1] == target->squares[1]) ||
	       (edge[0] == target->squares[1] && edge[1] == target->squares[0]);
}

/* Whether the word behind the card's name means that effect [peace-talks-names]. */
static bool is_meant(const struct moment *moment, const struct effect *effect,
		     const struct target *word)
{
	switch (word->form) {
	case TARGET_SQUARE:
		return lies_on(moment, effect) == word->squares[0];
	case TARGET_EDGE:
		return is_at(moment, effect, LASTING_ON_EDGES) &&
		       (is_edge(effect->squares, word) || is_edge(effect->squares + 2, word));
	case TARGET_SEAT:
		return effect->by == word->value;
	case TARGET_TURN:
		return is_at(moment, effect, LASTING_ON_TURN) && effect->left == (word->value == 0);
	default:
		return false;
	}
}

/* How many words of the play say which effect is meant: all before the promotions. */
static unsigned count_words(const struct play *play)
{
	unsigned count = 0;

	while (count < play->target_count && play->targets[count].form != TARGET_PROMOTION)
		count++;
	return count;
}

/* Whether it is an effect of the card named, and what the other words say. */
static bool is_named(const struct moment *moment, const struct effect *effect,
		     const struct play *play)
{
	unsigned words = count_words(play);

	if (!is_continuing(moment, effect) || effect->card != play->targets[0].value)
		return false;
	for (unsigned i = 1; i < words; i++)
		if (!is_meant(moment, effect, &play->targets[i]))
			return false;
	return true;
}

/* What an effect is told apart by from others of its card. */
static bool is_alike(const struct moment *moment, const struct effect *a, const struct effect *b)
{
	/* Another's traps on a table that was concealed: they are apart, wherever they lie. */
	if (lasting_of(moment->book, a)->secret && lies_on(moment, a) == NO_SQUARE)
		return false;
	if (lies_on(moment, a) != NO_SQUARE || lies_on(moment, b) != NO_SQUARE)
		return lies_on(moment, a) == lies_on(moment, b);
	if (is_at(moment, a, LASTING_ON_EDGES))
		return memcmp(a->squares, b->squares, sizeof a->squares) == 0;
	return a->by == b->by && a->left == b->left;
}

/* The effect that the play names, the oldest of those that nothing tells apart. */
static const struct effect *find_named(const struct moment *moment, const struct play *play)
{
	const struct field *field = moment->field;
	const char *name = moment->book->set->cards[play->targets[0].value].name;
	const struct effect *found = NULL;

	FIELD_EFFECTS (effect, field) {
		if (!is_named(moment, effect, play))
			continue;
		if (found != NULL && !is_alike(moment, found, effect)) {
			moment_deny(moment,
				    "%s is in play more than once. Say which one: by its square "
				    "(e4), an edge of it (d4|d5), or the seat that played it.",
				    name);
			return NULL;
		}
		if (found == NULL)
			found = effect;
	}
	if (found == NULL)
		moment_deny(moment, "There is no such effect in play: %s.", name);
	return found;
}

static enum moment_result play_peace(struct moment *moment)
{
	const struct effect *named = find_named(moment, moment->play);
	unsigned words = count_words(moment->play);
	struct effect effect;
	const char *stays;

	if (named == NULL)
		return MOMENT_REFUSED;
	effect = *named;
	stays = lasting_of(moment->book, named)->stays
			? lasting_of(moment->book, named)->stays(moment->field, named)
			: NULL;
	if (stays != NULL)
		return moment_deny(moment, "%s", stays);
	field_end_effect(moment->book, moment->field, effect.serial, moment->record);
	if (is_at(moment, &effect, LASTING_ON_TURN))
		return effects_promote(moment, words, true);
	if (words == moment->play->target_count)
		return MOMENT_DONE;
	return moment_refuse(moment, moment_square(moment, words), "no pawn promotes by that.");
}

/* ---- all plays ---- */

/* The shortest play that names the effect: the card alone, else with what tells it from the others.
 */
static void name_effect(const struct moment *moment, const struct effect *effect, struct play *play)
{
	square at = lies_on(moment, effect);

	targets_none(moment, play);
	targets_add(play, TARGET_CARD)->value = effect->card;
	if (find_named(moment, play) != NULL)
		return;
	if (at != NO_SQUARE)
		targets_add_square(play, at);
	else if (is_at(moment, effect, LASTING_ON_EDGES))
		targets_add_move(play, effect->squares[0], effect->squares[1])->form = TARGET_EDGE;
	else
		targets_add(play, TARGET_SEAT)->value = effect->by;
	if (find_named(moment, play) != NULL)
		return;
	if (is_at(moment, effect, LASTING_ON_EDGES))
		targets_add_move(play, effect->squares[2], effect->squares[3])->form = TARGET_EDGE;
	else if (is_at(moment, effect, LASTING_ON_TURN))
		targets_add(play, TARGET_TURN)->value = !effect->left;
}

static void list_peace(const struct moment *moment, struct play_list *out)
{
	struct play_list named;

	play_list_init(&named);
	FIELD_EFFECTS (effect, moment->field) {
		struct play play;

		if (!is_continuing(moment, effect))
			continue;
		name_effect(moment, effect, &play);
		if (play_list_has(&named, 0, &play))
			continue;
		play_list_add(&named, &play);
		if (is_at(moment, effect, LASTING_ON_TURN)) {
			struct field after = *moment->field;

			field_end_effect(moment->book, &after, effect->serial, NULL);
			effects_promote_list(moment, &after, &play, out);
		} else {
			play_add(moment, &play, out);
		}
	}
	play_list_done(&named);
}

const struct effect_rules effects_peace_rules[] = {
	{.name = "peace",
	 .targets = "a s? e? e? S? t? p*",
	 .play = play_peace,
	 .list = list_peace,
	 .demand = &effects_promote_demand},
	{0},
};
