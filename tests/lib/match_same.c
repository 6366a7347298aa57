/* SPDX-License-Identifier: MIT */
#include "core/gametype/cards/cards_state.h"
#include "tests/lib/match_same.h"

static void match_assert_same_action(const struct card_state *one, const struct card_state *other,
				     uint8_t number)
{
	const struct action *a = &one->actions[number], *b = &other->actions[number];
	const struct play play = card_state_play(one, number),
			  second_play = card_state_play(other, number);
	struct strbuf first, second;

	strbuf_init(&first, 0);
	strbuf_init(&second, 0);
	assert_int_equal(a->kind, b->kind);
	if (a->kind == ACTION_CARD) {
		play_print(one->book, &play, &first);
		play_print(one->book, &second_play, &second);
	}
	assert_string_equal(first.bytes, second.bytes);
	assert_int_equal(a->fate, b->fate);
	assert_int_equal(a->copy, b->copy);
	assert_int_equal(a->drawn, b->drawn);
	strbuf_done(&first);
	strbuf_done(&second);
}

void match_assert_same_field(const struct card_board *a, const struct card_board *b)
{
	const struct position *first = &a->position, *second = &b->position;

	assert_memory_equal(first->piece_at, second->piece_at, sizeof first->piece_at);
	assert_memory_equal(first->owner, second->owner, sizeof first->owner);
	assert_memory_equal(first->king, second->king, sizeof first->king);
	assert_memory_equal(first->pieces, second->pieces,
			    first->piece_count * sizeof *first->pieces);
	assert_memory_equal(a->marks, b->marks, sizeof a->marks);
	assert_memory_equal(a->partner, b->partner, sizeof a->partner);
	assert_memory_equal(a->walls, b->walls, sizeof a->walls);
	assert_memory_equal(a->last, b->last, sizeof a->last);
	assert_true(a->closed == b->closed && a->held == b->held);
	assert_true(a->truce == b->truce && a->vendetta == b->vendetta);
	assert_int_equal(a->quarter, b->quarter);
}

/* Clears the padding between the members of an effect, which compilers may copy or not. */
static void match_clean_effects(struct effect *effects, unsigned count)
{
	enum { GAP = offsetof(struct effect, other) + sizeof effects->other };

	for (unsigned i = 0; i < count; i++)
		memset((char *)&effects[i] + GAP, 0, offsetof(struct effect, squares) - GAP);
}

static struct card_board *match_cleaned(const struct card_board *field)
{
	struct card_board *copy = base_alloc(sizeof *copy);

	*copy = *field;
	match_clean_effects(copy->effects, MAX_EFFECTS);
	match_clean_effects(copy->turn_log.lost, MAX_LOST);
	match_clean_effects(copy->before.lost, MAX_LOST);
	return copy;
}

static void match_assert_same_bytes(const struct card_board *a, const struct card_board *b)
{
	struct card_board *first = match_cleaned(a), *second = match_cleaned(b);

	assert_memory_equal(first, second, sizeof *first);
	free(first);
	free(second);
}

/* Asserts that both states are the same, as far as the turn's actions go. */
static void match_assert_same_table(const struct card_state *a, const struct card_state *b)
{
	match_assert_same_bytes(&a->field, &b->field);
	match_assert_same_bytes(&a->start, &b->start);
	assert_memory_equal(&a->piles, &b->piles, sizeof a->piles);
	assert_int_equal(a->now.phase, b->now.phase);
	assert_int_equal(a->now.window, b->now.window);
	assert_int_equal(a->now.played, b->now.played);
	assert_memory_equal(a->autopass, b->autopass, sizeof a->autopass);
	assert_int_equal(a->action_count, b->action_count);
	for (uint8_t i = 0; i < a->action_count; i++)
		match_assert_same_action(a, b, i);
}

void match_assert_same_game(const struct gamefile *a, const struct gamefile *b)
{
	assert_string_equal(a->hash.hex, b->hash.hex);
	assert_string_equal(a->sealed.hash.hex, b->sealed.hash.hex);
	match_assert_same_table(cards_state(&a->game), cards_state(&b->game));
	assert_int_equal(a->game.history.count, b->game.history.count);
	assert_int_equal(a->game.step_count, b->game.step_count);
	assert_memory_equal(a->game.steps, b->game.steps,
			    b->game.step_count * sizeof *b->game.steps);
	for (unsigned seat = 0; seat < MAX_SIDES; seat++) {
		assert_int_equal(a->game.questions[seat].entry, b->game.questions[seat].entry);
		if (a->game.questions[seat].entry != 0)
			assert_string_equal(a->game.questions[seat].digest.hex,
					    b->game.questions[seat].digest.hex);
		assert_int_equal(clock_deadline(&a->game, seat), clock_deadline(&b->game, seat));
		assert_memory_equal(&a->game.lapsed[seat], &b->game.lapsed[seat],
				    sizeof a->game.lapsed[seat]);
	}
	assert_int_equal(cards_state_whole(&a->game)->opened_to,
			 cards_state_whole(&b->game)->opened_to);
	assert_int_equal(cards_state_whole(&a->game)->opened.asked,
			 cards_state_whole(&b->game)->opened.asked);
}
