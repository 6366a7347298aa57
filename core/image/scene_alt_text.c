/* SPDX-License-Identifier: MIT */
/* Describes a scene in words, for people who can't see it. */
#include <string.h>

#include "core/image/scene.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"

/* A side's pieces of one kind: "king e1", "pawns a2 b2". */
struct group {
	const struct scene *scene;
	const struct scene_board *board;
	uint8_t side, type;
};

/* Returns the name of a shape that differs from the kind's ("Crab"), or NULL. */
static const char *shape_of(const struct scene *scene, const struct scene_piece *man)
{
	static const char *const names[] = {"Crab", "Prince"};

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (strcmp(man->shape, variant_type_name(scene->variant, man->type)) != 0 &&
		    strbuf_same(man->shape, names[i]))
			return translate(names[i]);
	return NULL;
}

/*
 * Adds the meanings of signs, " (neutral)". The signs for two pieces on one square are left out,
 * because the text names both pieces.
 */
static void add_signs(const struct scene *scene, const struct scene_cell *cell, struct strbuf *out)
{
	for (unsigned i = 0; i < scene->sign_count; i++)
		if (strchr(cell->signs, scene->legend[i].sign) != NULL &&
		    strchr("+&", scene->legend[i].sign) == NULL)
			strbuf_addf(out, " (%s)", translate(scene->legend[i].item));
}

/*
 * Adds a piece's square and how it differs from others: " e4", " e4 (Crab)", " e4 (with knight)".
 */
static void add_piece(const struct group *group, const struct scene_cell *cell,
		      const struct scene_piece *man, const struct scene_piece *other,
		      struct strbuf *out)
{
	const char *shape = shape_of(group->scene, man);

	strbuf_addf(out, " %s", board_name(variant_board(group->scene->variant), cell->at).text);
	if (shape != NULL)
		strbuf_addf(out, " (%s)", shape);
	if (other->side != NO_SIDE)
		strbuf_addf(out, translate(" (with %s)"),
			    translate(variant_type_name(group->scene->variant, other->type)));
	add_signs(group->scene, cell, out);
}

static bool is_in_group(const struct group *group, const struct scene_piece *man)
{
	return man->side == group->side && man->type == group->type;
}

static void add_group(const struct group *group, const char *before, struct strbuf *out)
{
	const struct scene_board *board = group->board;
	struct strbuf men;
	bool any = false;

	strbuf_init(&men, 0);
	for (unsigned i = 0; i < board->columns * board->rows; i++) {
		const struct scene_cell *cell = &board->cell[i];

		if (is_in_group(group, &cell->man))
			add_piece(group, cell, &cell->man, &cell->other, &men);
		if (is_in_group(group, &cell->other))
			add_piece(group, cell, &cell->other, &cell->man, &men);
		any |= is_in_group(group, &cell->man) || is_in_group(group, &cell->other);
	}
	if (any)
		strbuf_addf(out, "%s%s%s", before,
			    translate(variant_type_name(group->scene->variant, group->type)),
			    men.bytes);
	strbuf_done(&men);
}

static void add_side(const struct scene *scene, const struct scene_board *board, uint8_t side,
		     struct strbuf *out)
{
	size_t start = out->len;

	for (uint8_t type = 0; type < scene->variant->type_count; type++) {
		struct group group = {scene, board, side, type};
		char head[2 * NAME_MAX_LEN];

		head[0] = '\0';
		if (out->len == start)
			strcpy(head, translate(variant_side_title(scene->variant, side)));
		add_group(&group, out->len == start ? strcat(head, ": ") : ", ", out);
	}
	if (out->len > start)
		strbuf_add(out, ". ");
}

/* Adds a sentence with all squares that have a mark: "The last move: e2 e4." */
static void add_marked(const struct scene *scene, const struct scene_board *board, unsigned mark,
		       const char *head, struct strbuf *out)
{
	bool any = false;

	for (unsigned i = 0; i < board->columns * board->rows; i++) {
		const struct scene_cell *cell = &board->cell[i];

		if (!(cell->marks & mark))
			continue;
		strbuf_addf(out, "%s %s", any ? "" : head,
			    board_name(variant_board(scene->variant), cell->at).text);
		any = true;
	}
	if (any)
		strbuf_add(out, ". ");
}

/* Adds the signs of squares without pieces: "e4 (your trap). ". */
static void add_bare_signs(const struct scene *scene, const struct scene_board *board,
			   struct strbuf *out)
{
	for (unsigned i = 0; i < board->columns * board->rows; i++) {
		const struct scene_cell *cell = &board->cell[i];

		if (cell->man.side != NO_SIDE || cell->signs[0] == '\0')
			continue;
		strbuf_add(out, board_name(variant_board(scene->variant), cell->at).text);
		add_signs(scene, cell, out);
		strbuf_add(out, ". ");
	}
}

/* Adds closed steps: "No step between d4|d5 e4|e5. ". */
static void add_walls(const struct scene *scene, const struct scene_board *board,
		      struct strbuf *out)
{
	const struct board *squares = variant_board(scene->variant);
	size_t start = out->len;

	for (unsigned i = 0; i < board->columns * board->rows; i++) {
		const struct scene_cell *cell = &board->cell[i];
		bool right = cell->walls >> E & 1, below = cell->walls >> S & 1;

		if (cell->marks & SCENE_HOLE || (!right && !below))
			continue;
		if (out->len == start)
			strbuf_add(out, translate("No step between"));
		if (right)
			strbuf_addf(out, " %s|%s", board_name(squares, cell->at).text,
				    board_name(squares, cell[1].at).text);
		if (below)
			strbuf_addf(out, " %s|%s", board_name(squares, cell->at).text,
				    board_name(squares, cell[board->columns].at).text);
	}
	strbuf_add(out, out->len > start ? ". " : "");
}

static void add_board(const struct scene *scene, const struct scene_board *board,
		      struct strbuf *out)
{
	if (board->over) {
		strbuf_addf(out, translate("On board %u nobody plays any more. "), board->number);
		return;
	}
	if (board->number > 0)
		strbuf_addf(out, translate("Board %u. "), board->number);
	for (uint8_t side = 0; side < scene->variant->side_count; side++)
		add_side(scene, board, side, out);
	add_marked(scene, board, SCENE_FROM, translate("The last move from"), out);
	add_marked(scene, board, SCENE_TO, translate("The last move to"), out);
	add_marked(scene, board, SCENE_TAKEN, translate("Captured on"), out);
	add_marked(scene, board, SCENE_CHECK, translate("In check:"), out);
	add_marked(scene, board, SCENE_CLOSED, translate("Forbidden City:"), out);
	add_bare_signs(scene, board, out);
	add_walls(scene, board, out);
}

static void add_piles(const struct scene *scene, struct strbuf *out)
{
	for (unsigned i = 0; i < scene->pile_count; i++) {
		const struct scene_pile *pile = &scene->pile[i];
		bool first = i == 0 || pile[-1].seat != pile->seat;

		if (first)
			strbuf_addf(out, translate("%sStockpile of %s:"), i == 0 ? "" : ". ",
				    translate(variant_seat_title(scene->variant, pile->seat)));
		strbuf_addf(out, "%s %s %s", first ? "" : ",",
			    translate(variant_side_name(scene->variant, pile->man.side)),
			    translate(variant_type_name(scene->variant, pile->man.type)));
		if (pile->count > 1)
			strbuf_addf(out, " (%u)", pile->count);
	}
	if (scene->pile_count > 0)
		strbuf_add(out, ". ");
}

void scene_words(const struct scene *scene, struct strbuf *out)
{
	if (scene->hidden)
		strbuf_add(out, translate("There is no board in this letter."));
	for (unsigned i = 0; i < scene->boards; i++)
		add_board(scene, &scene->board[i], out);
	add_piles(scene, out);
	if (out->len > 0 && out->bytes[out->len - 1] == ' ')
		out->bytes[--out->len] = '\0';
}
