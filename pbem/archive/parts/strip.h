/* SPDX-License-Identifier: MIT */
/*
 * The boards of a game, one after the other, as SVG in one page: what two of them have in common,
 * a rank that nothing has changed, say, is defined once and used by both, so that a turn costs few
 * bytes however large the board is.
 */
#ifndef PBEM_ARCHIVE_STRIP_H
#define PBEM_ARCHIVE_STRIP_H

struct piece_set;
struct scene;
struct text;

/* Drawn with those pieces, which are borrowed; NULL: ours. */
struct strip *strip_new(const struct piece_set *set);
void strip_free(struct strip *strip); /* takes NULL */

/* Adds the scene to `out`, "<svg ...>...</svg>", what it is called in `title`. */
void strip_add(struct strip *strip, const struct scene *scene, const char *title, struct text *out);

/* All that those use, as an <svg> that shows nothing; it stands once in their page. */
void strip_print(const struct strip *strip, struct text *out);

#endif
