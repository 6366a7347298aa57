/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/cards/play/effect_context.h"
#include "core/cards/play/targets.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

static const char *form_name(enum target_form form)
{
	static const char *const names[] = {
		[TARGET_SQUARE] = "a square such as e4",
		[TARGET_MOVE] = "a move such as e2-e4",
		[TARGET_CHAIN] = "a chain of squares such as d4-f6-h8",
		[TARGET_EDGE] = "an edge such as d4|d5",
		[TARGET_KIND] = "a kind of piece such as N or knight",
		[TARGET_CARD] = "the name of a card",
		[TARGET_SEAT] = "a seat's name",
		[TARGET_TURN] = "LEFT or RIGHT",
		[TARGET_PROMOTION] = "a square and what the pawn there becomes, such as h8=Q",
	};

	return names[form];
}

/* Adds the kinds in words: "knight", "bishop or rook", "piece". */
static void write_kinds(uint16_t kinds, struct strbuf *out)
{
	bool first = true;

	if (kinds == 0 || kinds == ANY_MAN) {
		strbuf_add(out, "piece");
		return;
	}
	for (unsigned man = 0; man < CARD_MEN; man++) {
		if (!(kinds >> man & 1))
			continue;
		strbuf_addf(out, "%s%s", first ? "" : " or ", card_men[man]);
		first = false;
	}
}

/* Adds the rule in words: "an own knight", "an enemy piece", "an empty square". */
static void write_rule(const struct target_rule *rule, struct strbuf *out)
{
	static const char *const whose[] = {
		[WHOSE_ANY] = "a ",
		[WHOSE_OWN] = "an own ",
		[WHOSE_ENEMY] = "an enemy ",
		[WHOSE_OURS] = "an own or a partner's ",
	};

	if (rule->whose == WHOSE_NOBODY) {
		strbuf_add(out, "an empty square");
		return;
	}
	strbuf_add(out, whose[rule->whose]);
	write_kinds(rule->kinds, out);
}

/* Adds what is on the square: "a white bishop stands on it". */
static void write_square_contents(const struct effect_context *context, square at,
				  struct strbuf *out)
{
	const struct variant *variant = context->book->variant;
	unsigned piece = card_board_at(context->field, at);

	if (piece == NO_PIECE) {
		strbuf_add(out, context->field->closed >> at & 1 ? "it is a Forbidden City"
								 : "it is empty");
		return;
	}
	strbuf_addf(out, "a %s ",
		    variant_seat_name(variant, context->field->position.pieces[piece].side));
	effect_context_name_kind(context->book, context->field, piece, out);
	strbuf_add(out, " stands on it");
}

/* Reports whether the piece is of one of the kinds. A royal piece counts as a king
 * [royal-is-exempt], but not when other kinds are allowed, too. */
static bool is_kind(const struct effect_context *context, unsigned piece, uint16_t kinds)
{
	if (kinds == 0 || kinds == ANY_MAN)
		return true;
	if (kinds != 1 << CARD_KING && context->field->marks[piece] & MARK_ROYAL)
		kinds &= (uint16_t) ~(1 << CARD_KING);
	return card_board_is(context->book, context->field, piece, kinds);
}

bool targets_fit_square(const struct effect_context *context, const struct target_rule *rule,
			square at)
{
	unsigned piece = card_board_at(context->field, at);

	if (rule->whose == WHOSE_OPEN)
		return true;
	if (rule->whose == WHOSE_NOBODY)
		return card_board_is_free(context->book, context->field, at);
	if (piece == NO_PIECE || !is_kind(context, piece, rule->kinds))
		return false;
	if (rule->whose == WHOSE_OWN)
		return card_board_is_own(context->field, piece, context->player);
	if (rule->whose == WHOSE_ENEMY)
		return card_board_is_enemy(context->book, context->field, piece, context->player);
	return rule->whose == WHOSE_ANY || effect_context_is_ours(context, piece);
}

/* Converts the target to the form that the rule wants, if it can be read in that form. */
static bool convert_form(const struct card_ruleset *book, const struct target_rule *rule,
			 struct target *target)
{
	if (target->form == rule->form || (rule->or_move && target->form == TARGET_MOVE))
		return true;
	if (rule->form == TARGET_CHAIN && target->form == TARGET_MOVE) {
		target->form = TARGET_CHAIN;
		return true;
	}
	if (rule->form == TARGET_CARD) {
		uint8_t card = play_named_card(book, target);

		if (card == NO_CARD)
			return false;
		target->form = TARGET_CARD;
		target->value = card;
		return true;
	}
	return false;
}

bool targets_check_square(const struct effect_context *context, const struct target_rule *rule,
			  const struct target *target, struct reason *why)
{
	struct strbuf text;

	if (target->square_count == 0 || target->form == TARGET_EDGE ||
	    targets_fit_square(context, rule, target->squares[0]))
		return true;
	if (why == NULL)
		return false;
	strbuf_init(&text, 0);
	write_rule(rule, &text);
	strbuf_add(&text, " is wanted there, ");
	write_square_contents(context, target->squares[0], &text);
	reason_set(why, "%s: %s.",
		   board_name(&context->book->variant->board, target->squares[0]).text, text.bytes);
	strbuf_done(&text);
	return false;
}

/* Returns the name of the card as the player wrote it, which may copy another. */
static const char *written_name(const struct effect_context *context, const struct play *play)
{
	return context->book->set->cards[play->card].name;
}

static bool expect_more(const struct effect_context *context, const struct play *play,
			struct reason *why)
{
	const char *name = written_name(context, play), *plays = context->card->plays;

	if (plays == NULL)
		reason_set(why, "Nothing may follow PLAY %s.", name);
	else
		reason_set(why, "It is written: PLAY %s %s.", name, plays);
	return false;
}

static const char *place_name(unsigned index)
{
	static const char *const names[] = {"first", "second", "third", "fourth"};

	return index < ARRAY_LEN(names) ? names[index] : "next";
}

static void expect_form(const struct effect_context *context, const struct play *play,
			const struct target_rule *rule, unsigned index, struct reason *why)
{
	const char *name = written_name(context, play), *plays = context->card->plays;

	reason_set(why, "The %s word after PLAY %s must be %s. It is written: PLAY %s %s.",
		   place_name(index), name, form_name(rule->form), name,
		   plays != NULL ? plays : "");
}

/* Fits the targets one after the other, each to the next rule that wants its form. */
static bool fit_in_order(const struct effect_context *context, struct play *play,
			 struct reason *why)
{
	const struct card *card = context->card;
	unsigned rule = 0;
	bool taken = false;

	for (unsigned i = 0; i < play->target_count; i++) {
		while (rule < card->target_count &&
		       !convert_form(context->book, &card->targets[rule], &play->targets[i])) {
			if (!card->targets[rule].optional && !taken) {
				expect_form(context, play, &card->targets[rule], i, why);
				return false;
			}
			rule++;
			taken = false;
		}
		if (rule == card->target_count)
			return expect_more(context, play, why);
		if (!targets_check_square(context, &card->targets[rule], &play->targets[i], why))
			return false;
		taken = card->targets[rule].repeats;
		rule += !taken;
	}
	for (rule += taken; rule < card->target_count; rule++)
		if (!card->targets[rule].optional)
			return expect_more(context, play, why);
	return true;
}

bool targets_have_forms(const struct card_ruleset *book, const struct card *card,
			const struct play *play)
{
	struct play trial = *play;
	unsigned rule = 0;
	bool taken = false;

	for (unsigned i = 0; i < trial.target_count; i++) {
		while (rule < card->target_count &&
		       !convert_form(book, &card->targets[rule], &trial.targets[i])) {
			if (!card->targets[rule].optional && !taken)
				return false;
			rule++;
			taken = false;
		}
		if (rule == card->target_count)
			return false;
		taken = card->targets[rule].repeats;
		rule += !taken;
	}
	for (rule += taken; rule < card->target_count; rule++)
		if (!card->targets[rule].optional)
			return false;
	return true;
}

/* Puts the targets from `rule` on into an order in which each fits its rule. */
static bool fit_in_any_order(const struct effect_context *context, struct play *play, unsigned rule)
{
	if (rule == play->target_count)
		return true;
	for (unsigned i = rule; i < play->target_count; i++) {
		struct target held = play->targets[rule];

		play->targets[rule] = play->targets[i];
		play->targets[i] = held;
		if (convert_form(context->book, &context->card->targets[rule],
				 &play->targets[rule]) &&
		    targets_check_square(context, &context->card->targets[rule],
					 &play->targets[rule], NULL) &&
		    fit_in_any_order(context, play, rule + 1))
			return true;
		play->targets[i] = play->targets[rule];
		play->targets[rule] = held;
	}
	return false;
}

/* Reports whether the two words should be explained in the other order, so that the reason is about
 * the word that is wrong. */
static bool is_swapped(const struct effect_context *context, const struct play *play)
{
	const struct target_rule *rules = context->card->targets;
	const struct target *targets = play->targets;

	return context->card->unordered && play->target_count == 2 &&
	       context->card->target_count == 2 &&
	       !targets_check_square(context, &rules[0], &targets[0], NULL) &&
	       !targets_check_square(context, &rules[1], &targets[1], NULL) &&
	       (targets_check_square(context, &rules[0], &targets[1], NULL) ||
		targets_check_square(context, &rules[1], &targets[0], NULL));
}

bool targets_fit(const struct effect_context *context, struct play *play, struct reason *why)
{
	struct play turned = *play;

	if (context->card->unordered && play->target_count == context->card->target_count &&
	    fit_in_any_order(context, &turned, 0)) {
		*play = turned;
		return true;
	}
	if (!is_swapped(context, play))
		return fit_in_order(context, play, why);
	turned = *play;
	turned.targets[0] = play->targets[1];
	turned.targets[1] = play->targets[0];
	return fit_in_order(context, &turned, why);
}

/* ---- building plays ---- */

void targets_none(const struct effect_context *context, struct play *play_out)
{
	memset(play_out, 0, sizeof *play_out);
	play_out->card = (uint8_t)(context->card - context->book->set->cards);
}

struct target *targets_add(struct play *play, enum target_form form)
{
	struct target *target = &play->targets[play->target_count++];

	memset(target, 0, sizeof *target);
	target->form = form;
	return target;
}

struct target *targets_add_square(struct play *play, square at)
{
	struct target *target = targets_add(play, TARGET_SQUARE);

	target->squares[target->square_count++] = at;
	return target;
}

struct target *targets_add_move(struct play *play, square from, square to)
{
	struct target *target = targets_add_square(play, from);

	target->form = TARGET_MOVE;
	target->squares[target->square_count++] = to;
	return target;
}

void targets_add_promotion(struct play *play, square at, uint8_t kind)
{
	struct target *target = targets_add_square(play, at);

	target->form = TARGET_PROMOTION;
	target->value = kind;
}

void targets_drop(struct play *play)
{
	memset(&play->targets[--play->target_count], 0, sizeof play->targets[0]);
}

bool targets_repeat(const struct target *targets, unsigned count, unsigned index)
{
	for (unsigned i = 0; i < count; i++)
		if (i != index && targets[i].squares[0] == targets[index].squares[0])
			return true;
	return false;
}

square targets_answered(const struct answer *answer)
{
	return !answer->no && answer->target_count == 1 && answer->targets[0].form == TARGET_SQUARE
		       ? answer->targets[0].squares[0]
		       : NO_SQUARE;
}

/* Returns the square's place in the order of names. */
static unsigned name_order(const struct effect_context *context, square at)
{
	const struct board *board = &context->book->variant->board;

	return board_file(board, at) * board->height + board_rank(board, at);
}

bool targets_precede(const struct effect_context *context, const struct play *a,
		     const struct play *b)
{
	return name_order(context, a->targets[0].squares[0]) <
	       name_order(context, b->targets[0].squares[0]);
}

void targets_sort(const struct effect_context *context, struct play *play, unsigned first)
{
	for (unsigned i = first + 1; i < play->target_count; i++)
		for (unsigned k = i;
		     k > first && name_order(context, play->targets[k].squares[0]) <
					  name_order(context, play->targets[k - 1].squares[0]);
		     k--) {
			struct target held = play->targets[k];

			play->targets[k] = play->targets[k - 1];
			play->targets[k - 1] = held;
		}
}
