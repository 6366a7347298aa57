/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/image/display_list.h"
#include "core/image/piece_set.h"
#include "core/util/base.h"

enum {
	TEXT_MAX = 64, /* bytes of a text with its NUL: labels, counts, names of seats */
	AHEAD = 24,    /* how far ahead the other drawing is searched for an equal stroke */
};

/* A call of a canvas function. */
struct stroke {
	enum { FILL, SHAPE, LETTERS } kind;
	struct box box;	  /* of a text: the whole area that it may cover */
	struct box given; /* of a text: the original box */
	const char *name; /* of a shape: static or owned by the variant */
	struct tint tint; /* single colours are in `body` */
	unsigned alpha;
	bool faded;
	char text[TEXT_MAX];
};

struct display_list {
	const struct piece_set *set;
	struct stroke *strokes;
	size_t count, size;
};

static struct stroke *add_stroke(struct display_list *sketch, struct box box)
{
	struct stroke *stroke;

	sketch->strokes =
		base_grow(sketch->strokes, sketch->count, &sketch->size, sizeof *sketch->strokes);
	stroke = &sketch->strokes[sketch->count++];
	*stroke = (struct stroke){.box = box, .given = box, .alpha = 255};
	return stroke;
}

static void display_list_fill(void *context, struct box box, uint32_t colour, unsigned alpha)
{
	struct stroke *stroke = add_stroke(context, box);

	stroke->kind = FILL;
	stroke->tint.body = colour;
	stroke->alpha = alpha;
}

static bool display_list_shape(void *context, const char *name, struct box box,
			       const struct tint *tint, bool faded)
{
	struct display_list *sketch = context;
	struct stroke *stroke;

	if (piece_set_find(sketch->set, name) == NULL)
		return false;
	stroke = add_stroke(sketch, box);
	stroke->kind = SHAPE;
	stroke->name = name;
	stroke->tint = *tint;
	stroke->faded = faded;
	return true;
}

static void display_list_text(void *context, const char *text, struct box box, uint32_t colour)
{
	struct stroke *stroke = add_stroke(context, box);
	const size_t len = strnlen(text, TEXT_MAX - 1);

	stroke->kind = LETTERS;
	stroke->tint.body = colour;
	memcpy(stroke->text, text, len);
	/* A letter may be a pixel wider than its share. */
	stroke->box.width = canvas_text_width(stroke->text, box.height) + 1;
}

struct display_list *display_list_new(const struct piece_set *set, const struct scene *scene,
				      const struct layout *layout)
{
	struct display_list *sketch = base_zalloc(1, sizeof *sketch);
	const struct canvas canvas = {sketch, display_list_fill, display_list_shape,
				      display_list_text};

	sketch->set = set;
	canvas_draw(&canvas, scene, layout);
	return sketch;
}

void display_list_free(struct display_list *sketch)
{
	if (sketch != NULL)
		free(sketch->strokes);
	free(sketch);
}

static bool boxes_touch(struct box a, struct box b)
{
	return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
	       b.y < a.y + a.height;
}

void display_list_draw(const struct display_list *sketch, struct box box,
		       const struct canvas *canvas)
{
	for (size_t i = 0; i < sketch->count; i++) {
		const struct stroke *stroke = &sketch->strokes[i];

		if (!boxes_touch(stroke->box, box))
			continue;
		if (stroke->kind == FILL)
			canvas->fill(canvas->context, stroke->given, stroke->tint.body,
				     stroke->alpha);
		else if (stroke->kind == SHAPE)
			(void)canvas->shape(canvas->context, stroke->name, stroke->given,
					    &stroke->tint, stroke->faded);
		else
			canvas->text(canvas->context, stroke->text, stroke->given,
				     stroke->tint.body);
	}
}

static bool is_same_stroke(const struct stroke *a, const struct stroke *b)
{
	return a->kind == b->kind && a->given.x == b->given.x && a->given.y == b->given.y &&
	       a->given.width == b->given.width && a->given.height == b->given.height &&
	       a->tint.body == b->tint.body && a->tint.line == b->tint.line &&
	       a->tint.detail == b->tint.detail && a->alpha == b->alpha && a->faded == b->faded &&
	       strcmp(a->text, b->text) == 0 &&
	       (a->name == b->name ||
		(a->name != NULL && b->name != NULL && strcmp(a->name, b->name) == 0));
}

/*
 * Pairs equal strokes of both drawings in order. Where all strokes are paired, the pixels are the
 * same.
 */
void display_list_compare(const struct display_list *before, const struct display_list *now,
			  void (*differ)(void *context, struct box box), void *context)
{
	size_t at = 0;

	for (size_t i = 0; i < now->count; i++) {
		size_t end = at + AHEAD < before->count ? at + AHEAD : before->count, found = at;

		while (found < end && !is_same_stroke(&before->strokes[found], &now->strokes[i]))
			found++;
		if (found == end) {
			differ(context, now->strokes[i].box);
			continue;
		}
		for (; at < found; at++)
			differ(context, before->strokes[at].box);
		at++;
	}
	for (; at < before->count; at++)
		differ(context, before->strokes[at].box);
}
