/* SPDX-License-Identifier: MIT */
/* A whole game, turn by turn. */
#include "core/base/base.h"
#include "core/base/text.h"
#include "core/picture/film/film.h"
#include "pbem/drawing/drawing.h"

/* A film in the making. */
struct making {
	struct film *film;
	uint8_t from;
	unsigned turns; /* to be shown */
	unsigned shown; /* so many turns had been played at the last frame */
	bool begun;
};

static void show(struct making *making, const struct game *game)
{
	struct scene *scene = scene_new(game, making->from, NO_SIDE);

	film_add(making->film, scene, game->turns);
	scene_free(scene);
	making->begun = true;
	making->shown = game->turns;
}

static void begin(void *context, const struct gamefile *file)
{
	(void)context;
	(void)file;
}

static void pass(void *context, const struct gamefile *file, const struct entry_head *head,
		 const struct event *event)
{
	(void)context;
	(void)file;
	(void)head;
	(void)event;
}

static void look(void *context, const struct gamefile *file)
{
	struct making *making = context;
	const struct game *game = &file->game;

	if (game->started && game->turns <= making->turns &&
	    (!making->begun || game->turns != making->shown))
		show(making, game);
}

int drawing_film(const struct gamefile_bytes *log, struct variant_library *library, unsigned turns,
		 uint8_t from, const struct piece_set *set, size_t most, struct text *out,
		 struct reason *reason)
{
	struct making making = {
		.film = film_new(set, NULL, turns),
		.from = from,
		.turns = turns,
	};
	const struct gamefile_looker looker = {begin, pass, look, &making};
	struct gamefile *file = gamefile_load_watched(log, library, &looker, reason);
	int result = -1;

	/* What has come behind the last turn: a card of a turn that was never finished. */
	if (file != NULL && file->game.turns <= turns)
		show(&making, &file->game);
	if (file != NULL)
		result = film_take(making.film, most, out);
	gamefile_free(file);
	film_free(making.film);
	return result;
}
