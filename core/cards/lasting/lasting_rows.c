/* SPDX-License-Identifier: MIT */
#include "core/cards/lasting/lasting_rows.h"

#define LASTING_ROW(name, row, number) [number] = &lasting_##row,
const struct lasting *const lasting_rows[EFFECT_KINDS] = {LASTING_LIST(LASTING_ROW)};
#undef LASTING_ROW
