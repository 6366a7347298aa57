/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/cards/play/moment.h"
#include "core/cards/play/targets.h"
#include "core/base/text.h"
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

/* "knight", "bishop or rook", "piece". */
static void write_kinds(uint16_t kinds, struct text *out)
{
	bool first = true;

	if (kinds == 0 || kinds == ANY_MAN) {
		text_add(out, "piece");
		return;
	}
	for (unsigned man = 0; man < CARD_MEN; man++) {
		if (!(kinds >> man & 1))
			continue;
		text_addf(out, "%s%s", first ? "" : " or ", card_men[man]);
		first = false;
	}
}

/* "an own knight", "an enemy piece", "an empty square". */
static void write_rule(const struct target_rule *rule, struct text *out)
{
	static const char *const whose[] = {
		[WHOSE_ANY] = "a ",
		[WHOSE_OWN] = "an own ",
		[WHOSE_ENEMY] = "an enemy ",
		[WHOSE_OURS] = "an own or a partner's ",
	};

	if (rule->whose == WHOSE_NOBODY) {
		text_add(out, "an empty square");
		return;
	}
	text_add(out, whose[rule->whose]);
	write_kinds(rule->kinds, out);
}

/* What is on the square: "a white bishop stands on it". */
static void write_there(const struct moment *moment, square at, struct text *out)
{
	const struct variant *variant = moment->book->variant;
	unsigned piece = field_at(moment->field, at);

	if (piece == NO_PIECE) {
		text_add(out, moment->field->closed >> at & 1 ? "it is a Forbidden City"
							      : "it is empty");
		return;
	}
	text_addf(out, "a %s ",
		  variant_seat_name(variant, moment->field->position.pieces[piece].side));
	moment_name_kind(moment->book, moment->field, piece, out);
	text_add(out, " stands on it");
}

/* Whether the piece is of one of the kinds. Where a king is named whoever is royal counts as one
 * [royal-is-exempt]; but a royal pawn is none of the pieces that are no pawns. */
static bool is_kind(const struct moment *moment, unsigned piece, uint16_t kinds)
{
	if (kinds == 0 || kinds == ANY_MAN)
		return true;
	if (kinds != 1 << CARD_KING && moment->field->marks[piece] & MARK_ROYAL)
		kinds &= (uint16_t) ~(1 << CARD_KING);
	return field_is(moment->book, moment->field, piece, kinds);
}

/* Whether what stands on the square is what the rule asks for. */
bool targets_stand(const struct moment *moment, const struct target_rule *rule, square at)
{
	unsigned piece = field_at(moment->field, at);

	if (rule->whose == WHOSE_OPEN)
		return true;
	if (rule->whose == WHOSE_NOBODY)
		return field_is_free(moment->book, moment->field, at);
	if (piece == NO_PIECE || !is_kind(moment, piece, rule->kinds))
		return false;
	if (rule->whose == WHOSE_OWN)
		return field_is_own(moment->field, piece, moment->player);
	if (rule->whose == WHOSE_ENEMY)
		return field_is_enemy(moment->book, moment->field, piece, moment->player);
	return rule->whose == WHOSE_ANY || moment_is_ours(moment, piece);
}

/* Gives the target the form the rule wants, if it can be read so. */
static bool take_form(const struct moment *moment, const struct target_rule *rule,
		      struct target *target)
{
	if (target->form == rule->form || (rule->or_move && target->form == TARGET_MOVE))
		return true;
	if (rule->form == TARGET_CHAIN && target->form == TARGET_MOVE) {
		target->form = TARGET_CHAIN;
		return true;
	}
	if (rule->form == TARGET_CARD) {
		uint8_t card = play_named_card(moment->book, target);

		if (card == NO_CARD)
			return false;
		target->form = TARGET_CARD;
		target->value = card;
		return true;
	}
	return false;
}

/* Whether the rule's words about the square hold; says so if not. */
bool targets_look(const struct moment *moment, const struct target_rule *rule,
		  const struct target *target, struct reason *why)
{
	struct text text;

	if (target->square_count == 0 || target->form == TARGET_EDGE ||
	    targets_stand(moment, rule, target->squares[0]))
		return true;
	if (why == NULL)
		return false;
	text_init(&text, 0);
	write_rule(rule, &text);
	text_add(&text, " is wanted there, ");
	write_there(moment, target->squares[0], &text);
	reason_set(why, "%s: %s.",
		   board_name(&moment->book->variant->board, target->squares[0]).text, text.bytes);
	text_done(&text);
	return false;
}

/* The card the player wrote, which may copy the moment's. */
static const char *written_name(const struct moment *moment, const struct play *play)
{
	return moment->book->set->cards[play->card].name;
}

static bool expect_more(const struct moment *moment, const struct play *play, struct reason *why)
{
	const char *name = written_name(moment, play), *plays = moment->card->plays;

	if (plays == NULL)
		reason_set(why, "Nothing is written behind PLAY %s.", name);
	else
		reason_set(why, "It is written: PLAY %s %s.", name, plays);
	return false;
}

static const char *place_name(unsigned index)
{
	static const char *const names[] = {"first", "second", "third", "fourth"};

	return index < ARRAY_LEN(names) ? names[index] : "next";
}

static void expect_form(const struct moment *moment, const struct play *play,
			const struct target_rule *rule, unsigned index, struct reason *why)
{
	const char *name = written_name(moment, play), *plays = moment->card->plays;

	reason_set(why, "The %s word behind PLAY %s must be %s. It is written: PLAY %s %s.",
		   place_name(index), name, form_name(rule->form), name,
		   plays != NULL ? plays : "");
}

/* Takes the targets one after the other, each by the next rule that wants its form. */
static bool fit_in_order(const struct moment *moment, struct play *play, struct reason *why)
{
	const struct card *card = moment->card;
	unsigned rule = 0;
	bool taken = false;

	for (unsigned i = 0; i < play->target_count; i++) {
		while (rule < card->target_count &&
		       !take_form(moment, &card->targets[rule], &play->targets[i])) {
			if (!card->targets[rule].optional && !taken) {
				expect_form(moment, play, &card->targets[rule], i, why);
				return false;
			}
			rule++;
			taken = false;
		}
		if (rule == card->target_count)
			return expect_more(moment, play, why);
		if (!targets_look(moment, &card->targets[rule], &play->targets[i], why))
			return false;
		taken = card->targets[rule].repeats;
		rule += !taken;
	}
	for (rule += taken; rule < card->target_count; rule++)
		if (!card->targets[rule].optional)
			return expect_more(moment, play, why);
	return true;
}

/* Puts the targets from `rule` on into an order in which each is what its rule wants. */
static bool fit_somehow(const struct moment *moment, struct play *play, unsigned rule)
{
	if (rule == play->target_count)
		return true;
	for (unsigned i = rule; i < play->target_count; i++) {
		struct target held = play->targets[rule];

		play->targets[rule] = play->targets[i];
		play->targets[i] = held;
		if (take_form(moment, &moment->card->targets[rule], &play->targets[rule]) &&
		    targets_look(moment, &moment->card->targets[rule], &play->targets[rule],
				 NULL) &&
		    fit_somehow(moment, play, rule + 1))
			return true;
		play->targets[i] = play->targets[rule];
		play->targets[rule] = held;
	}
	return false;
}

/* Whether the two words, in either order, are told apart best the other way round: so that what is
 * said is said of the one that is wrong. */
static bool is_swapped(const struct moment *moment, const struct play *play)
{
	const struct target_rule *rules = moment->card->targets;
	const struct target *targets = play->targets;

	return moment->card->unordered && play->target_count == 2 &&
	       moment->card->target_count == 2 &&
	       !targets_look(moment, &rules[0], &targets[0], NULL) &&
	       !targets_look(moment, &rules[1], &targets[1], NULL) &&
	       (targets_look(moment, &rules[0], &targets[1], NULL) ||
		targets_look(moment, &rules[1], &targets[0], NULL));
}

bool targets_fit(const struct moment *moment, struct play *play, struct reason *why)
{
	struct play turned = *play;

	if (moment->card->unordered && play->target_count == moment->card->target_count &&
	    fit_somehow(moment, &turned, 0)) {
		*play = turned;
		return true;
	}
	if (!is_swapped(moment, play))
		return fit_in_order(moment, play, why);
	turned = *play;
	turned.targets[0] = play->targets[1];
	turned.targets[1] = play->targets[0];
	return fit_in_order(moment, &turned, why);
}

/* ---- all words that fit ---- */

void targets_none(const struct moment *moment, struct play *play_out)
{
	memset(play_out, 0, sizeof *play_out);
	play_out->card = (uint8_t)(moment->card - moment->book->set->cards);
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

/* The place of a square among all, by name. */
static unsigned name_order(const struct moment *moment, square at)
{
	const struct board *board = &moment->book->variant->board;

	return board_file(board, at) * board->height + board_rank(board, at);
}

bool targets_precede(const struct moment *moment, const struct play *a, const struct play *b)
{
	return name_order(moment, a->targets[0].squares[0]) <
	       name_order(moment, b->targets[0].squares[0]);
}

void targets_sort(const struct moment *moment, struct play *play, unsigned first)
{
	for (unsigned i = first + 1; i < play->target_count; i++)
		for (unsigned k = i;
		     k > first && name_order(moment, play->targets[k].squares[0]) <
					  name_order(moment, play->targets[k - 1].squares[0]);
		     k--) {
			struct target held = play->targets[k];

			play->targets[k] = play->targets[k - 1];
			play->targets[k - 1] = held;
		}
}
