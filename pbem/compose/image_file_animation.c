/* SPDX-License-Identifier: MIT */
/* An animation of a whole game, turn by turn. */
#include "core/image/animation.h"
#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/compose/image_file.h"

/* An animation that is being made. */
struct making {
	struct animation *film;
	uint8_t from;
	unsigned turns; /* turns to be shown */
	unsigned shown; /* number of turns at the last frame */
	bool begun;
};

static void add_frame(struct making *making, const struct game *game)
{
	struct scene *scene = scene_new(game, making->from, NO_SIDE);

	animation_add(making->film, scene, game->turns);
	scene_free(scene);
	making->begun = true;
	making->shown = game->turns;
}

static void image_file_animation_begin(void *context, const struct gamefile *file)
{
	(void)context;
	(void)file;
}

static void image_file_animation_pass(void *context, const struct gamefile *file,
				      const struct entry_head *head, const struct event *event)
{
	(void)context;
	(void)file;
	(void)head;
	(void)event;
}

static void image_file_animation_look(void *context, const struct gamefile *file)
{
	struct making *making = context;
	const struct game *game = &file->game;

	if (game->started && game->turns <= making->turns &&
	    (!making->begun || game->turns != making->shown))
		add_frame(making, game);
}

int image_file_animation(const struct gamefile_bytes *log, struct variant_library *library,
			 unsigned turns, uint8_t from, const struct piece_set *set, size_t most,
			 struct strbuf *out, struct reason *reason)
{
	struct making making = {
		.film = animation_new(set, NULL, turns),
		.from = from,
		.turns = turns,
	};
	const struct gamefile_callbacks looker = {image_file_animation_begin,
						  image_file_animation_pass,
						  image_file_animation_look, &making};
	struct gamefile *file = gamefile_load_watched(log, library, &looker, reason);
	int result = -1;

	/* A card of a turn that was never finished may have come after the last turn. */
	if (file != NULL && file->game.turns <= turns)
		add_frame(&making, &file->game);
	if (file != NULL)
		result = animation_take(making.film, most, out);
	gamefile_free(file);
	animation_free(making.film);
	return result;
}
