/* SPDX-License-Identifier: MIT */
#include "tests/lib/scatter.h"

/* An empty one. */
static square scatter_square(struct tableplay *play, const struct position *position)
{
	const struct board *board = &play->cards.variant->board;
	square at;

	do
		at = (square)tableplay_below(play, board->squares);
	while (board->hole[at] || position->piece_at[at] != NO_PIECE);
	return at;
}

static uint8_t scatter_kind(const struct variant *variant, char letter)
{
	for (uint8_t i = 0; i < variant->type_count; i++)
		if (variant->types[i].letter == letter)
			return i;
	fail();
	return 0;
}

/* Men of the side, each of one of the kinds. */
static void scatter_some(struct tableplay *play, struct position *position, uint8_t side,
			 const char *letters, unsigned count)
{
	const struct variant *variant = play->cards.variant;

	while (count-- > 0) {
		char letter = letters[tableplay_below(play, (uint32_t)strlen(letters))];
		square at = scatter_square(play, position);

		position_put(variant, position, side, scatter_kind(variant, letter), at);
	}
}

/* Some of the side's lie beside the board. */
static void scatter_captured(struct tableplay *play, struct position *position, uint8_t side)
{
	const struct variant *variant = play->cards.variant;

	for (const char *letter = "PPNBR"; *letter != '\0'; letter++) {
		square at = scatter_square(play, position);

		if (tableplay_below(play, 2))
			continue;
		position_put(variant, position, side, scatter_kind(variant, *letter), at);
		position_capture(variant, position, at, NULL);
	}
}

void scatter_men(struct tableplay *play, uint8_t seat, struct position *position)
{
	const struct variant *variant = play->cards.variant;

	position_clear(variant, position);
	position->turn = seat;
	for (uint8_t side = 0; side < variant->side_count; side++)
		scatter_some(play, position, side, "K", 1);
	for (uint8_t side = 0; side < variant->side_count; side++) {
		if (side == seat)
			scatter_some(play, position, side, "PPPNBRQ", 1 + tableplay_below(play, 5));
		else
			scatter_some(play, position, side, "QRRBNPP", 2 + tableplay_below(play, 5));
		scatter_captured(play, position, side);
	}
}

void scatter_effect(struct tableplay *play, uint8_t seat)
{
	uint8_t by = (uint8_t)tableplay_below(play, play->cards.variant->side_count);
	const struct card *card =
		&play->cards.set->cards[tableplay_below(play, play->cards.set->count)];
	enum card_when when = card->when & WHEN_BEFORE	? WHEN_BEFORE
			      : card->when & WHEN_AFTER ? WHEN_AFTER
							: WHEN_INSTEAD;
	struct card_board *field = &play->table.field, start = *field;
	struct effect_context context = {
		.book = play->cards.book,
		.field = field,
		.start = &start,
		.player = by,
		.mover = by,
		.when = when,
		.card = card,
		.copy = NO_COPY,
	};
	struct play_list list;

	if (!(card->when & WHEN_OWN) || !card->continuing ||
	    card_ruleset_bars(play->cards.book, (uint8_t)(card - play->cards.set->cards), NULL))
		return;
	play_list_init(&list);
	field->position.turn = by;
	play_search(&context, &list);
	if (list.count > 0)
		tableprobe_do_card(play, by, card, when,
				   &list.plays[tableplay_below(play, list.count)], field);
	field->position.turn = seat;
	play_list_done(&list);
}

void scatter_past(struct tableplay *play)
{
	struct card_board *field = &play->table.field;
	unsigned piece = tableplay_below(play, field->position.piece_count);
	uint8_t side = field->position.pieces[piece].side;

	field->last_card = (uint8_t)tableplay_below(play, play->cards.set->count);
	field->last_card_by = (uint8_t)tableplay_below(play, play->cards.variant->side_count);
	if (field->position.pieces[piece].fate != ON_BOARD)
		return;
	field->last[side] = (struct displacement){
		.piece = (uint8_t)piece,
		.type = field->position.pieces[piece].type,
		.marks = field->marks[piece],
		.from = field->position.pieces[piece].at,
		.to = field->position.pieces[piece].at,
	};
	field->last_when[side] = 1;
}

void scatter_tell(struct tableplay *play, uint8_t side)
{
	const struct card_board *field = &play->table.field;

	strbuf_addf(&play->turn_log, "pieces %s:", variant_seat_name(play->cards.variant, side));
	for (unsigned i = 0; i < field->position.piece_count; i++) {
		const struct piece *piece = &field->position.pieces[i];
		char name[SQUARE_NAME_MAX];

		if (piece->side != side || (piece->fate != ON_BOARD && piece->fate != CAPTURED))
			continue;
		board_square_name(&play->cards.variant->board, piece->at, name);
		strbuf_add_char(&play->turn_log, ' ');
		card_board_piece_name(play->cards.book, field, i, &play->turn_log);
		strbuf_add(&play->turn_log, piece->fate == ON_BOARD ? name : "(captured)");
	}
	strbuf_add_char(&play->turn_log, '\n');
}

void scatter_add_move(const struct tableplay *play, const struct move *move, struct strbuf *message)
{
	char name[MOVE_TEXT_MAX];

	move_text(play->cards.variant, move, name);
	strbuf_addf(message, "MOVE %s", name);
}
