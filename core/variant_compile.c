/* SPDX-License-Identifier: MIT */
/* What follows from a definition once all of it is read. */
#include <string.h>

#include "core/deffile.h"
#include "core/variant_data.h"
#include "core/variant_load.h"

static bool
needs_forward(const struct variant *variant)
{
	for (unsigned i = 0; i < variant->type_count; i++)
		for (unsigned j = 0; j < variant->types[i].gait_count; j++)
			if (variant->types[i].gaits[j].forward_only)
				return true;
	return false;
}

static void
compile_side(struct variant *variant, unsigned number, const char *path, struct def_faults *faults)
{
	struct side *side = &variant->sides[number];
	unsigned kings = 0;

	for (unsigned i = 0; i < variant->start_count; i++)
		if (variant->starts[i].side == number && variant->starts[i].type == variant->royal)
			kings++;
	if (kings != 1)
		def_faults_add(faults, path, 1, "%s has %u of the royal piece %c, not one",
		               side->title, kings, variant->types[variant->royal].letter);
	if (side->forward == 0 && needs_forward(variant))
		def_faults_add(faults, path, 1, "%s has no line 'forward'", side->title);
	for (unsigned i = 0; i < variant->type_count; i++)
		side->reach[i] = piece_reach(&variant->types[i], side->forward);
}

/* Ways to castle, side by side. */
static void
sort_castles(struct variant *variant)
{
	struct castle sorted[MAX_CASTLES];
	unsigned count = 0;

	for (unsigned number = 0; number < variant->side_count; number++) {
		struct side *side = &variant->sides[number];

		side->first_castle = count;
		for (unsigned i = 0; i < variant->castle_count; i++)
			if (variant->castles[i].side == number)
				sorted[count++] = variant->castles[i];
		side->end_castle = count;
	}
	memcpy(variant->castles, sorted, count * sizeof *sorted);
}

/* What the rules have to know of the options, as numbers. */
static void
compile_options(struct variant *variant)
{
	static const char *const fates[] = {
		[BEATEN_INERT] = "inert",         [BEATEN_ROLE] = "role",
		[BEATEN_KINGDOM] = "kingdom",     [BEATEN_DEAD] = "dead",
		[BEATEN_OBSTACLES] = "obstacles", [BEATEN_REMOVED] = "removed",
	};
	const char *beaten = variant_option(variant, "beaten");
	const char *stalemate = variant_option(variant, "stalemate");
	const char *sets = variant_option(variant, "sets");

	for (unsigned i = 0; beaten != NULL && i < ARRAY_LEN(fates); i++)
		if (strcmp(fates[i], beaten) == 0)
			variant->beaten = (enum beaten)i;
	variant->social = sets != NULL && strcmp(sets, "social") == 0;
	variant->stalemate_draws = stalemate != NULL && strcmp(stalemate, "draw") == 0;
}

void
variant_compile(struct variant *variant, const char *path, struct def_faults *faults)
{
	if (!board_index(&variant->board))
		def_faults_add(faults, path, 1, "holes and blocks cut the board into more than %d "
		               "lines", MAX_LINES);
	for (unsigned i = 0; i < variant->promotion_count; i++)
		if (variant->promotions[i] == variant->royal ||
		    variant->promotions[i] == variant->pawn)
			def_faults_add(faults, path, 1, "a pawn can't become %c",
			               variant->types[variant->promotions[i]].letter);
	for (unsigned i = 0; i < variant->side_count; i++)
		compile_side(variant, i, path, faults);
	if (variant->circle_count && variant->side_count != 2)
		def_faults_add(faults, path, 1, "the boards of a ring have two sides, not %u",
		               variant->side_count);
	sort_castles(variant);
	compile_options(variant);
	variant_check_options(variant, path, faults);
}
