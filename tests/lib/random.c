/* SPDX-License-Identifier: MIT */
#include "tests/lib/random.h"

uint32_t draw_number(uint32_t *chance, uint32_t below)
{
	*chance = *chance * 1664525 + 1013904223;
	return (*chance >> 8) % below;
}

static void assert_same_position(const struct position *a, const struct position *b)
{
	assert_memory_equal(a->piece_at, b->piece_at, sizeof a->piece_at);
	assert_memory_equal(a->owner, b->owner, sizeof a->owner);
	assert_memory_equal(a->occupied, b->occupied, sizeof a->occupied);
	assert_int_equal(a->piece_count, b->piece_count);
	assert_memory_equal(a->pieces, b->pieces, a->piece_count * sizeof *a->pieces);
	assert_memory_equal(a->king, b->king, sizeof a->king);
	assert_memory_equal(a->controller, b->controller, sizeof a->controller);
	assert_memory_equal(a->moved_at, b->moved_at, sizeof a->moved_at);
	assert_memory_equal(a->passant, b->passant, sizeof a->passant);
	assert_int_equal(a->in_play, b->in_play);
	assert_int_equal(a->dead, b->dead);
	assert_int_equal(a->obstacles, b->obstacles);
	assert_int_equal(a->passant_end, b->passant_end);
	assert_int_equal(a->frozen, b->frozen);
	assert_memory_equal(a->debts, b->debts, sizeof a->debts);
	assert_int_equal(a->exchange.left, b->exchange.left);
	assert_int_equal(a->exchange.weakest, b->exchange.weakest);
	assert_int_equal(a->exchange.lost, b->exchange.lost);
	assert_int_equal(a->exchange.involved, b->exchange.involved);
	assert_memory_equal(a->first_piece, b->first_piece, sizeof a->first_piece);
	assert_memory_equal(a->end_piece, b->end_piece, sizeof a->end_piece);
	assert_int_equal(a->turn, b->turn);
	assert_int_equal(a->quiet, b->quiet);
	assert_int_equal(a->round, b->round);
}

void assert_events(const struct play *play, const struct position *before, size_t first)
{
	struct position replay = *before;

	for (size_t i = first; i < play->record.count; i++) {
		struct event_list read;
		struct reason reason;
		struct strbuf line;

		strbuf_init(&line, 0);
		event_list_init(&read);
		event_print(play->variant, &play->record.events[i], &line);
		if (event_parse(play->variant, line.bytes, &read, &reason) < 0 ||
		    position_apply(play->variant, &replay, &read.events[0], &reason) < 0)
			fail_msg("%s: %s", line.bytes, reason.text);
		event_list_done(&read);
		strbuf_done(&line);
	}
	assert_same_position(&replay, &play->position);
}

char *moves_in_words(const struct variant *variant, struct move_list *list)
{
	struct strbuf text;
	char name[MOVE_TEXT_MAX];

	move_list_sort(variant, list);
	strbuf_init(&text, 0);
	for (unsigned i = 0; i < list->count; i++) {
		move_text(variant, &list->moves[i], name);
		strbuf_addf(&text, " %s", name);
	}
	return text.bytes;
}
