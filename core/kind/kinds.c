/* SPDX-License-Identifier: MIT */
#include "core/kind/cards/cards_kind.h"
#include "core/kind/kinds.h"
#include "core/kind/single/single_kind.h"
#include "core/kind/circle/circle_kind.h"

/* Plain claims all that is left. */
const struct kind *const kinds_all[] = {&circle_kind, &cards_kind, &single_kind, NULL};
