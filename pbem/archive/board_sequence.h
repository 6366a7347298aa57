/* SPDX-License-Identifier: MIT */
/*
 * The boards of a game, one after the other, as SVG in one page. Parts that two of them have in
 * common, such as a rank that nothing has changed, are defined once and used by both. So a turn
 * costs few bytes however large the board is.
 */
#ifndef PBEM_ARCHIVE_BOARD_SEQUENCE_H
#define PBEM_ARCHIVE_BOARD_SEQUENCE_H

struct piece_set;
struct scene;
struct strbuf;

/* Makes a sequence drawn with those pieces, which are borrowed; NULL: pbem's own. */
struct board_sequence *board_sequence_new(const struct piece_set *set);
void board_sequence_free(struct board_sequence *strip); /* takes NULL */

/* Adds the scene to `out` as "<svg ...>...</svg>" with the title `title`. */
void board_sequence_add(struct board_sequence *strip, const struct scene *scene, const char *title,
			struct strbuf *out);

/* Adds all definitions that the boards use, as an <svg> that shows nothing. It is needed once in
 * the page. */
void board_sequence_print(const struct board_sequence *strip, struct strbuf *out);

#endif
