/* SPDX-License-Identifier: MIT */
/* A scene in words, for who can't see it. */
#include <string.h>

#include "core/base/text.h"
#include "core/phrase/phrase.h"
#include "core/picture/scene.h"
#include "core/variant/variant_data.h"

/* Men of one kind of a side: "king e1", "pawns a2 b2". */
struct group {
	const struct scene *scene;
	const struct scene_board *board;
	uint8_t side, type;
};

/* "Crab": a shape that isn't the kind's own; NULL. */
static const char *shape_of(const struct scene *scene, const struct scene_man *man)
{
	static const char *const names[] = {"Crab", "Prince"};

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (strcmp(man->shape, variant_type_name(scene->variant, man->type)) != 0 &&
		    text_same(man->shape, names[i]))
			return phrase(names[i]);
	return NULL;
}

/* " (neutral)"; that two are on a square is told of them already. */
static void add_signs(const struct scene *scene, const struct scene_cell *cell, struct text *out)
{
	for (unsigned i = 0; i < scene->sign_count; i++)
		if (strchr(cell->signs, scene->legend[i].sign) != NULL &&
		    strchr("+&", scene->legend[i].sign) == NULL)
			text_addf(out, " (%s)", phrase(scene->legend[i].item));
}

/* " e4", " e4 (Crab)", " e4 (with knight)": and what else sets the man apart. */
static void add_man(const struct group *group, const struct scene_cell *cell,
		    const struct scene_man *man, const struct scene_man *other, struct text *out)
{
	const char *shape = shape_of(group->scene, man);

	text_addf(out, " %s", board_name(variant_board(group->scene->variant), cell->at).text);
	if (shape != NULL)
		text_addf(out, " (%s)", shape);
	if (other->side != NO_SIDE)
		text_addf(out, phrase(" (with %s)"),
			  phrase(variant_type_name(group->scene->variant, other->type)));
	add_signs(group->scene, cell, out);
}

static bool is_of(const struct group *group, const struct scene_man *man)
{
	return man->side == group->side && man->type == group->type;
}

static void add_group(const struct group *group, const char *before, struct text *out)
{
	const struct scene_board *board = group->board;
	struct text men;
	bool any = false;

	text_init(&men, 0);
	for (unsigned i = 0; i < board->columns * board->rows; i++) {
		const struct scene_cell *cell = &board->cell[i];

		if (is_of(group, &cell->man))
			add_man(group, cell, &cell->man, &cell->other, &men);
		if (is_of(group, &cell->other))
			add_man(group, cell, &cell->other, &cell->man, &men);
		any |= is_of(group, &cell->man) || is_of(group, &cell->other);
	}
	if (any)
		text_addf(out, "%s%s%s", before,
			  phrase(variant_type_name(group->scene->variant, group->type)), men.bytes);
	text_done(&men);
}

static void add_side(const struct scene *scene, const struct scene_board *board, uint8_t side,
		     struct text *out)
{
	size_t start = out->len;

	for (uint8_t type = 0; type < scene->variant->type_count; type++) {
		struct group group = {scene, board, side, type};
		char head[2 * NAME_MAX_LEN];

		head[0] = '\0';
		if (out->len == start)
			strcpy(head, phrase(variant_side_title(scene->variant, side)));
		add_group(&group, out->len == start ? strcat(head, ": ") : ", ", out);
	}
	if (out->len > start)
		text_add(out, ". ");
}

/* "The last move: e2 e4." and its like: the squares that have a mark. */
static void add_marked(const struct scene *scene, const struct scene_board *board, unsigned mark,
		       const char *head, struct text *out)
{
	bool any = false;

	for (unsigned i = 0; i < board->columns * board->rows; i++) {
		const struct scene_cell *cell = &board->cell[i];

		if (!(cell->marks & mark))
			continue;
		text_addf(out, "%s %s", any ? "" : head,
			  board_name(variant_board(scene->variant), cell->at).text);
		any = true;
	}
	if (any)
		text_add(out, ". ");
}

/* "e4 (your trap). ": signs where nobody stands. */
static void add_bare_signs(const struct scene *scene, const struct scene_board *board,
			   struct text *out)
{
	for (unsigned i = 0; i < board->columns * board->rows; i++) {
		const struct scene_cell *cell = &board->cell[i];

		if (cell->man.side != NO_SIDE || cell->signs[0] == '\0')
			continue;
		text_add(out, board_name(variant_board(scene->variant), cell->at).text);
		add_signs(scene, cell, out);
		text_add(out, ". ");
	}
}

/* "No step between d4|d5 e4|e5. " */
static void add_walls(const struct scene *scene, const struct scene_board *board, struct text *out)
{
	const struct board *squares = variant_board(scene->variant);
	size_t start = out->len;

	for (unsigned i = 0; i < board->columns * board->rows; i++) {
		const struct scene_cell *cell = &board->cell[i];
		bool right = cell->walls >> E & 1, below = cell->walls >> S & 1;

		if (cell->marks & SCENE_HOLE || (!right && !below))
			continue;
		if (out->len == start)
			text_add(out, phrase("No step between"));
		if (right)
			text_addf(out, " %s|%s", board_name(squares, cell->at).text,
				  board_name(squares, cell[1].at).text);
		if (below)
			text_addf(out, " %s|%s", board_name(squares, cell->at).text,
				  board_name(squares, cell[board->columns].at).text);
	}
	text_add(out, out->len > start ? ". " : "");
}

static void add_board(const struct scene *scene, const struct scene_board *board, struct text *out)
{
	if (board->over) {
		text_addf(out, phrase("On board %u nobody plays any more. "), board->number);
		return;
	}
	if (board->number > 0)
		text_addf(out, phrase("Board %u. "), board->number);
	for (uint8_t side = 0; side < scene->variant->side_count; side++)
		add_side(scene, board, side, out);
	add_marked(scene, board, SCENE_FROM, phrase("The last move from"), out);
	add_marked(scene, board, SCENE_TO, phrase("The last move to"), out);
	add_marked(scene, board, SCENE_TAKEN, phrase("Captured on"), out);
	add_marked(scene, board, SCENE_CHECK, phrase("In check:"), out);
	add_marked(scene, board, SCENE_CLOSED, phrase("Forbidden City:"), out);
	add_bare_signs(scene, board, out);
	add_walls(scene, board, out);
}

static void add_piles(const struct scene *scene, struct text *out)
{
	for (unsigned i = 0; i < scene->pile_count; i++) {
		const struct scene_pile *pile = &scene->pile[i];
		bool first = i == 0 || pile[-1].seat != pile->seat;

		if (first)
			text_addf(out, phrase("%sStockpile of %s:"), i == 0 ? "" : ". ",
				  phrase(variant_seat_title(scene->variant, pile->seat)));
		text_addf(out, "%s %s %s", first ? "" : ",",
			  phrase(variant_side_name(scene->variant, pile->man.side)),
			  phrase(variant_type_name(scene->variant, pile->man.type)));
		if (pile->count > 1)
			text_addf(out, " (%u)", pile->count);
	}
	if (scene->pile_count > 0)
		text_add(out, ". ");
}

void scene_words(const struct scene *scene, struct text *out)
{
	if (scene->hidden)
		text_add(out, phrase("There is no board in this letter."));
	for (unsigned i = 0; i < scene->boards; i++)
		add_board(scene, &scene->board[i], out);
	add_piles(scene, out);
	if (out->len > 0 && out->bytes[out->len - 1] == ' ')
		out->bytes[--out->len] = '\0';
}
