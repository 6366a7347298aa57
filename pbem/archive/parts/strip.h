/* SPDX-License-Identifier: MIT */
/*
 * The boards of a game, one after the other, as SVG in one page: what two of them have in common,
 * a rank that nothing has changed, say, is defined once and used by both, so that a turn costs few
 * bytes however large the board is.
 */
#ifndef PBEM_ARCHIVE_STRIP_H
#define PBEM_ARCHIVE_STRIP_H

struct scene;
struct text;

struct strip *strip_new(void);
void strip_free(struct strip *strip); /* takes NULL */

/* Adds the scene to `out`, "<svg ...>...</svg>", what it is called in `title`. */
void strip_add(struct strip *strip, const struct scene *scene, const char *title, struct text *out);

/* All that those use, as an <svg> that shows nothing; it stands once in their page. */
void strip_print(const struct strip *strip, struct text *out);

#endif
