/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/position/move.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"
#include "core/view/choices.h"

void choices_init(struct choice_list *list)
{
	*list = (struct choice_list){.count = 0};
}

void choices_done(struct choice_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		free(list->choices[i].order);
		free(list->choices[i].label);
		free(list->choices[i].text);
		free(list->choices[i].group);
	}
	free(list->choices);
}

struct choice *choices_add(struct choice_list *list, char *order, char *label)
{
	list->choices = base_grow(list->choices, list->count, &list->size, sizeof *list->choices);
	list->choices[list->count] = (struct choice){.order = order, .label = label};
	return &list->choices[list->count++];
}

struct choice *choices_add_remark(struct choice_list *list, const char *line)
{
	const char *words = line + strspn(line, " ");
	struct choice *choice = choices_add(list, NULL, base_strndup(words, strcspn(words, "\n")));

	choice->text = base_strdup(line);
	return choice;
}

void choices_add_move(struct choice_list *list, const char *before, const char *group,
		      const char *text, size_t piece)
{
	bool parted = text[piece] != '@' && strchr(text + piece, ':') == NULL;
	char *label = base_printf("%.*s%s%s", (int)piece, text, parted ? "-" : "", text + piece);
	struct choice *choice;

	if (strchr(label, '=') != NULL)
		memmove(strchr(label, '='), strchr(label, '=') + 1, strlen(strchr(label, '=')));
	choice = choices_add(list, base_printf("%s%s", before, label), label);
	choice->group = base_strdup(group);
	choice->text = base_strdup(text);
	choice->piece = piece;
}

size_t choices_piece_length(const struct variant *variant, const struct move *move)
{
	return move->marked ? 0 : strlen(board_name(&variant->board, move->from).text);
}

void choices_add_moves(const struct variant *variant, const struct position *position,
		       struct move_list *moves, struct choice_list *list)
{
	char text[MOVE_TEXT_MAX];

	move_list_sort(variant, moves);
	for (unsigned type = 0; type < variant->type_count; type++)
		for (unsigned i = 0; i < moves->count; i++) {
			const struct move *move = &moves->moves[i];

			if (position_piece(position, move->from)->type != type)
				continue;
			move_text(variant, move, text);
			choices_add_move(list, "MOVE ", translate(variant_type_name(variant, type)),
					 text, choices_piece_length(variant, move));
		}
}

bool choices_begins_group(const struct choice_list *list, size_t at)
{
	const struct choice *choice = &list->choices[at];

	return at == 0 || strcmp(choice->group, choice[-1].group) != 0;
}

bool choices_begins_piece(const struct choice_list *list, size_t at)
{
	const struct choice *choice = &list->choices[at];

	return at == 0 || choice->piece != choice[-1].piece ||
	       memcmp(choice->label, choice[-1].label, choice->piece) != 0;
}

void choices_print(const struct choice_list *list, struct strbuf *out)
{
	for (size_t i = 0; i < list->count; i++)
		strbuf_add(out, list->choices[i].text);
}
