/* SPDX-License-Identifier: MIT */
/* The pieces that pictures in letters are drawn with. */
#include "pbem/drawing/drawing.h"
#include "pbem/looks/looks.h"

#define ILL "pieces-ill"

const struct piece_set *looks_pieces(struct desk *desk)
{
	struct reason why;

	if (desk->drawn)
		return desk->pieces;
	desk->drawn = true;
	if (drawing_set(desk->site->config->folder, &desk->pieces, &why) == 0) {
		if (desk_count(desk, ILL) != 0)
			desk_drop_count(desk, ILL);
	} else if (!reason_is_passing(&why) && desk_is_first(desk, 1, ILL)) {
		desk_notice(desk, desk->now,
			    "letters show our own pieces instead of the site's: %s", why.text);
	}
	return desk->pieces;
}
