/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/move.h"
#include "core/move_truce.h"
#include "core/variant_data.h"

void
move_text(const struct variant *variant, const struct move *move, char text_out[MOVE_TEXT_MAX])
{
	/* Castling names the king's square, then the rook's. */
	square to = move->kind == MOVE_CASTLE ? move->other : move->to;
	size_t len;

	board_square_name(&variant->board, move->from, text_out);
	len = strlen(text_out);
	board_square_name(&variant->board, to, text_out + len);
	if (move->kind == MOVE_CASTLE && variant->castles_anywhere) {
		len += strlen(text_out + len);
		text_out[len++] = ':';
		board_square_name(&variant->board, move->to, text_out + len);
	}
	if (move->promotion == NO_TYPE)
		return;
	len += strlen(text_out + len);
	text_out[len++] = '=';
	text_out[len++] = variant->types[move->promotion].letter;
	text_out[len] = '\0';
}

/* A move and its text, for sorting. */
struct named_move {
	char text[MOVE_TEXT_MAX];
	struct move move;
};

static int
compare(const void *a, const void *b)
{
	return strcmp(((const struct named_move *)a)->text, ((const struct named_move *)b)->text);
}

void
move_list_sort(const struct variant *variant, struct move_list *list)
{
	struct named_move *named = base_alloc(list->count * sizeof *named);

	for (unsigned i = 0; i < list->count; i++) {
		named[i].move = list->moves[i];
		move_text(variant, &list->moves[i], named[i].text);
	}
	qsort(named, list->count, sizeof *named, compare);
	for (unsigned i = 0; i < list->count; i++)
		list->moves[i] = named[i].move;
	free(named);
}

const struct move *
move_list_find(const struct variant *variant, const struct move_list *list, const char *text)
{
	square from = board_square_at(&variant->board, text, NULL);
	char name[MOVE_TEXT_MAX];

	for (unsigned i = 0; i < list->count; i++) {
		if (list->moves[i].from != from)
			continue;
		move_text(variant, &list->moves[i], name);
		if (strcmp(name, text) == 0)
			return &list->moves[i];
	}
	return NULL;
}

/* Takes the piece off, and with it the right to take it in passing. */
static void
capture(const struct variant *variant, struct position *position, square at,
        struct event_list *record)
{
	position_drop_passant(position, at, record);
	position_capture(variant, position, at, record);
}

static void
castle(const struct variant *variant, struct position *position, const struct move *move,
       struct event_list *record)
{
	/* Whichever stands in the other's way goes first. */
	if (move->to == move->other) {
		position_move(variant, position, move->other, move->rook_to, record);
		position_move(variant, position, move->from, move->to, record);
	} else {
		position_move(variant, position, move->from, move->to, record);
		position_move(variant, position, move->other, move->rook_to, record);
	}
}

void
move_make(const struct variant *variant, struct position *position, const struct move *move,
          struct event_list *record)
{
	const struct piece *piece = &position->pieces[position->piece_at[move->from]];
	bool restart = piece->type == variant->pawn;

	if (move->kind == MOVE_CASTLE) {
		castle(variant, position, move, record);
	} else {
		square taken = move->kind == MOVE_EN_PASSANT ? move->other : move->to;

		bool captures = position->owner[taken] != OWNER_NONE;

		if (captures)
			capture(variant, position, taken, record);
		restart |= captures;
		position_move(variant, position, move->from, move->to, record);
		if (captures && piece->truce == TRUCE_BOUND &&
		    move_truce_crosses(variant, move->from, move->to))
			position_free(position, move->to, record);
		if (move->promotion != NO_TYPE)
			position_promote(position, move->to, move->promotion, record);
		if (move->kind == MOVE_DOUBLE_STEP)
			position_open_passant(position, piece->side, move->rook_to, move->to, record);
	}
	/* V8, ruling 16 */
	if (restart)
		position_set_quiet(position, 0, record);
	else if ((position->in_play & ~position->round) == 0)
		position_set_quiet(position, (uint16_t)(position->quiet + 1), record);
}
