/* SPDX-License-Identifier: MIT */
/*
 * Changes that events make to a board, without any further event or consequence. The functions of
 * card_board.h and the replay of events both use them. Private to card_board_*.c.
 */
#ifndef PBEM_CORE_CARDS_BOARD_CARD_BOARD_INTERNAL_H
#define PBEM_CORE_CARDS_BOARD_CARD_BOARD_INTERNAL_H

#include "core/cards/board/card_board.h"

/* Move pieces from square to square. `by_card` as in card_board_move. */
void card_board_do_move(const struct card_ruleset *book, struct card_board *field, square from,
			square to, bool by_card);
void card_board_do_castling(struct card_board *field);
void card_board_do_shift(const struct card_ruleset *book, struct card_board *field, square from,
			 square to);
void card_board_do_swap(const struct card_ruleset *book, struct card_board *field, square a,
			square b);

/* Take pieces off the board, bring them back, and merge them. `by`: the captor's square, or
 * NO_SQUARE. */
void card_board_do_take(const struct card_ruleset *book, struct card_board *field, square at,
			square by, bool regular);
void card_board_do_kill(const struct card_ruleset *book, struct card_board *field, square at);
void card_board_do_make_dead(struct card_board *field, unsigned piece);
void card_board_do_away(const struct card_ruleset *book, struct card_board *field, square at);
void card_board_do_return(const struct card_ruleset *book, struct card_board *field, unsigned piece,
			  square at, bool as_it_was);
void card_board_do_replace(const struct card_ruleset *book, struct card_board *field, square at,
			   unsigned by);
void card_board_do_merge(const struct card_ruleset *book, struct card_board *field, square from,
			 square to);
void card_board_do_front(const struct card_ruleset *book, struct card_board *field, square at);

/* card_board_do_effect adds an effect as it was recorded. The others end or change the effect with
 * that serial. */
void card_board_do_effect(const struct card_ruleset *book, struct card_board *field,
			  const struct effect *effect);
void card_board_do_end(const struct card_ruleset *book, struct card_board *field, uint16_t serial);
void card_board_do_bind(struct card_board *field, uint16_t serial, uint8_t seat, uint8_t type);
void card_board_do_set_square(struct card_board *field, uint16_t serial, square at);
/* card_board_do_turn begins a seat's turn. card_board_do_moved records that something moved in
 * it. */
void card_board_do_turn(const struct card_ruleset *book, struct card_board *field, uint8_t seat);
void card_board_do_moved(struct card_board *field, bool by_card);

static inline struct effect *card_board_find_effect(struct card_board *field, uint16_t serial)
{
	for (unsigned i = 0; i < field->effect_count; i++)
		if (field->effects[i].serial == serial)
			return &field->effects[i];
	return NULL;
}

#endif
