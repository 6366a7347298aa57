/* SPDX-License-Identifier: MIT */
/* What files of the view share. Private to view*.c. */
#ifndef PBEM_CORE_VIEW_INNER_H
#define PBEM_CORE_VIEW_INNER_H

#include "core/move.h"
#include "core/position.h"

struct text;

/* The moves, sorted here, by kind of piece, wrapped at 72 columns. */
void view_moves(const struct variant *variant, const struct position *position,
                struct move_list *list, struct text *out);

#endif
