/* SPDX-License-Identifier: MIT */
/* The orders that a seat may give, as values. Texts, links and other lists are made from them. */
#ifndef PBEM_CORE_VIEW_CHOICES_H
#define PBEM_CORE_VIEW_CHOICES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/variant/gametype.h"

struct move;
struct move_list;
struct position;

/* One order, or a remark about the orders. The list owns the strings. */
struct choice {
	char *order; /* in English, "MOVE e2-e4"; an order to be continued ends in "..."; NULL: this
			is only a remark */
	char *label; /* the words of a link: "e2-e4", or the order in the current language */
	char *text;  /* a move: "e2e4"; a play or a remark: its lines in a list; else NULL */
	char *group; /* a move: the kind of piece; after a payment: "REMOVE a2"; else NULL */
	size_t piece; /* a move: length of the part of its label that says which piece moves */
};

struct choice_list {
	struct choice *choices;
	size_t count, size;
};

void choices_init(struct choice_list *list);
void choices_done(struct choice_list *list);

/* Adds an order and its label, which the list owns from now on. The caller fills in the other
 * members. */
struct choice *choices_add(struct choice_list *list, char *order, char *label);

/* Adds a remark: a line of text. Its label is the same without the space around it. */
struct choice *choices_add_remark(struct choice_list *list, const char *line);

/*
 * Adds a move, whose canonical text is `text` and whose first `piece` bytes say which piece moves.
 * The order has a hyphen after them and no "=" ("e7-e8Q"), because some programs cut a message off
 * there. `before` is what the order has before the move, such as "MOVE ".
 */
void choices_add_move(struct choice_list *list, const char *before, const char *group,
		      const char *text, size_t piece);

/* Sorts the moves of one board, and adds them by kind of piece. */
void choices_add_moves(const struct variant *variant, const struct position *position,
		       struct move_list *moves, struct choice_list *list);

/* Returns the length of the part of a move's canonical text that says which piece moves. */
size_t choices_piece_length(const struct variant *variant, const struct move *move);

/* Reports whether the choice is the first one of its group, or of its piece. */
bool choices_begins_group(const struct choice_list *list, size_t at);
bool choices_begins_piece(const struct choice_list *list, size_t at);

/* Adds the lines of plays and remarks. */
void choices_print(const struct choice_list *list, struct strbuf *out);

#endif
