/* SPDX-License-Identifier: MIT */
/* Lists the orders that a seat may give. */
#include "core/rules/movegen.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"
#include "core/view/choices.h"
#include "core/view/game_text.h"
#include "core/view/peterson_text.h"

void view_choices(const struct game *game, uint8_t seat, enum choice_kind which, unsigned most,
		  struct choice_list *list)
{
	struct move_list moves;

	if (which == CHOICE_PAYMENTS) {
		view_payments(game, most, list);
	} else if (which == CHOICE_RESIGN && !game->variant->kind->boards) {
		choices_add(list, base_strdup("RESIGN"), base_strdup(translate("RESIGN")));
	} else if (game->variant->kind->choices != NULL) {
		game->variant->kind->choices(game, seat, which, most, list);
	} else if (which == CHOICE_MOVES && game_player(game) == seat &&
		   game->outcome.status == STATUS_PLAYING && game->position.turn != NO_SIDE) {
		movegen_generate(game->variant, &game->position, &moves);
		choices_add_moves(game->variant, &game->position, &moves, list);
	}
}
