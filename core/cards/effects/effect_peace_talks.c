/* SPDX-License-Identifier: MIT */
/* Peace Talks: a continuing effect ends before its time. */
#include <string.h>

#include "core/cards/effects/effect_tables.h"
#include "core/cards/play/effect_context.h"
#include "core/cards/play/play_execute.h"
#include "core/cards/play/targets.h"

static bool is_continuing(const struct effect_context *context, const struct effect *effect)
{
	return !continuous_of(context->book, effect)->due;
}

static bool has_place_kind(const struct effect_context *context, const struct effect *effect,
			   enum continuous_place place)
{
	return continuous_of(context->book, effect)->place == place;
}

/* Returns the square of an effect; NO_SQUARE if its place isn't one square. */
static square effect_square(const struct effect_context *context, const struct effect *effect)
{
	switch (continuous_of(context->book, effect)->place) {
	case CONTINUOUS_ON_PIECE:
		return context->field->position.pieces[effect->piece].at;
	case CONTINUOUS_ON_SQUARE:
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

/* Reports whether the word after the card's name means that effect [peace-talks-names]. */
static bool matches_word(const struct effect_context *context, const struct effect *effect,
			 const struct target *word)
{
	switch (word->form) {
	case TARGET_SQUARE:
		return effect_square(context, effect) == word->squares[0];
	case TARGET_EDGE:
		return has_place_kind(context, effect, CONTINUOUS_ON_EDGES) &&
		       (is_edge(effect->squares, word) || is_edge(effect->squares + 2, word));
	case TARGET_SEAT:
		return effect->by == word->value;
	case TARGET_TURN:
		return has_place_kind(context, effect, CONTINUOUS_ON_TURN) &&
		       effect->left == (word->value == 0);
	default:
		return false;
	}
}

/* Returns how many words of the play name the effect: all before the promotions. */
static unsigned count_naming_words(const struct play *play)
{
	unsigned count = 0;

	while (count < play->target_count && play->targets[count].form != TARGET_PROMOTION)
		count++;
	return count;
}

/* Reports whether the effect is one of the named card and fits the other words. */
static bool matches_play(const struct effect_context *context, const struct effect *effect,
			 const struct play *play)
{
	unsigned words = count_naming_words(play);

	if (!is_continuing(context, effect) || effect->card != play->targets[0].value)
		return false;
	for (unsigned i = 1; i < words; i++)
		if (!matches_word(context, effect, &play->targets[i]))
			return false;
	return true;
}

/* Reports whether two effects of one card can't be distinguished. */
static bool is_indistinguishable(const struct effect_context *context, const struct effect *a,
				 const struct effect *b)
{
	/* Traps of others on a concealed table have no square, but they are different. */
	if (continuous_of(context->book, a)->secret && effect_square(context, a) == NO_SQUARE)
		return false;
	if (effect_square(context, a) != NO_SQUARE || effect_square(context, b) != NO_SQUARE)
		return effect_square(context, a) == effect_square(context, b);
	if (has_place_kind(context, a, CONTINUOUS_ON_EDGES))
		return memcmp(a->squares, b->squares, sizeof a->squares) == 0;
	return a->by == b->by && a->left == b->left;
}

/* Reports whether the effect is another seat's secret. It can't be named by its square; of several
 * such effects of one seat the first is meant [peace-talks-traps]. */
static bool is_anothers_secret(const struct effect_context *context, const struct effect *effect)
{
	return continuous_of(context->book, effect)->secret && effect->by != context->player;
}

static bool is_first_secret(const struct effect_context *context, const struct effect *found,
			    const struct effect *effect)
{
	return card_ruleset_is_third(context->book) &&
	       continuous_of(context->book, found)->secret &&
	       continuous_of(context->book, effect)->secret && found->by == effect->by;
}

/* Returns the effect that the play names: of those that can't be distinguished the oldest. Returns
 * NULL with the reason if there is none. */
static const struct effect *find_named(const struct effect_context *context,
				       const struct play *play)
{
	const struct card_board *field = context->field;
	const char *name = context->book->set->cards[play->targets[0].value].name;
	const struct effect *found = NULL;

	CARD_BOARD_EFFECTS(effect, field)
	{
		if (!matches_play(context, effect, play))
			continue;
		if (found != NULL && !is_indistinguishable(context, found, effect) &&
		    !is_first_secret(context, found, effect)) {
			effect_context_deny(
				context,
				"%s is in play more than once. Say which one: by its square "
				"(e4), an edge of it (d4|d5), or the seat that played it.",
				name);
			return NULL;
		}
		if (found == NULL)
			found = effect;
	}
	if (found == NULL)
		effect_context_deny(context, "There is no such effect in play: %s.", name);
	return found;
}

static enum effect_context_result play_peace(struct effect_context *context)
{
	const struct effect *named = find_named(context, context->play);
	unsigned words = count_naming_words(context->play);
	struct effect effect;
	const char *stays;

	if (named == NULL)
		return EFFECT_CONTEXT_REFUSED;
	effect = *named;
	stays = continuous_of(context->book, named)->end_refusal
			? continuous_of(context->book, named)->end_refusal(context->field, named)
			: NULL;
	if (stays != NULL)
		return effect_context_deny(context, "%s", stays);
	card_board_end_effect(context->book, context->field, effect.serial, context->record);
	if (has_place_kind(context, &effect, CONTINUOUS_ON_TURN))
		return effects_promote(context, words, true);
	if (words == context->play->target_count)
		return EFFECT_CONTEXT_DONE;
	return effect_context_refuse(context, effect_context_square(context, words),
				     "no pawn promotes by that.");
}

/* ---- all plays ---- */

/* Reports whether the effect is one of several traps of the player, which are named by their
 * squares. */
static bool is_among_own_secrets(const struct effect_context *context, const struct effect *effect)
{
	const struct card_board *field = context->field;

	if (!card_ruleset_is_third(context->book) || is_anothers_secret(context, effect) ||
	    !continuous_of(context->book, effect)->secret)
		return false;
	CARD_BOARD_EFFECTS(other, field)
	if (other != effect && other->card == effect->card && other->by == effect->by)
		return true;
	return false;
}

/* Writes the shortest play that names the effect: the card alone, or with words that distinguish it
 * from others. */
static void name_effect(const struct effect_context *context, const struct effect *effect,
			struct play *play)
{
	square at = effect_square(context, effect);

	targets_none(context, play);
	targets_add(play, TARGET_CARD)->value = effect->card;
	if (find_named(context, play) != NULL && !is_among_own_secrets(context, effect))
		return;
	if (at != NO_SQUARE &&
	    !(card_ruleset_is_third(context->book) && is_anothers_secret(context, effect)))
		targets_add_square(play, at);
	else if (has_place_kind(context, effect, CONTINUOUS_ON_EDGES))
		targets_add_move(play, effect->squares[0], effect->squares[1])->form = TARGET_EDGE;
	else
		targets_add(play, TARGET_SEAT)->value = effect->by;
	if (find_named(context, play) != NULL)
		return;
	if (has_place_kind(context, effect, CONTINUOUS_ON_EDGES))
		targets_add_move(play, effect->squares[2], effect->squares[3])->form = TARGET_EDGE;
	else if (has_place_kind(context, effect, CONTINUOUS_ON_TURN))
		targets_add(play, TARGET_TURN)->value = !effect->left;
}

static void list_peace(const struct effect_context *context, struct play_list *out)
{
	struct play_list named;

	play_list_init(&named);
	CARD_BOARD_EFFECTS(effect, context->field)
	{
		struct play play;

		if (!is_continuing(context, effect))
			continue;
		name_effect(context, effect, &play);
		if (play_list_has(&named, 0, &play))
			continue;
		play_list_add(&named, &play);
		if (has_place_kind(context, effect, CONTINUOUS_ON_TURN)) {
			struct card_board after = *context->field;

			card_board_end_effect(context->book, &after, effect->serial, NULL);
			effects_promote_list(context, &after, &play, out);
		} else {
			play_add(context, &play, out);
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
