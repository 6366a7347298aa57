/* SPDX-License-Identifier: MIT */
/*
 * usage: played SITE VARIANT PREFIX COUNT SEED LETTERS [KEY=VALUE]...: adds COUNT games with random
 * messages to a site, PREFIX1 and on. After LETTERS messages all seats but one resign; with 0 the
 * game stays in progress. Only public files are written, and a copy of each stays as it is: no
 * message can be played in such a game.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/util/strbuf.h"
#include "tests/lib/match_any.h"

enum { USAGE = 64, FIRST_OPTION = 7 };

static const char *const people[] = {
	"Anna",	     "Bob",  "Carla", "Dora",	    "Emil", "Friedrich",
	"Gülşen",    "Hô",   "Irène", "J. O'Hara",  "Kim",  "<i>Lea</i>",
	"Mia & Max", "Nora", "Olaf",  "Pia \"P.\"",
};

static void choose_players(unsigned *seed, const char **players)
{
	const unsigned first = seed_below(seed, ARRAY_LEN(people));

	for (unsigned i = 0; i < MAX_SEATS; i++)
		players[i] = people[(first + i) % ARRAY_LEN(people)];
}

/* Something to read now and then, and something that must not be taken for a page's own. */
static void talk(struct match *play)
{
	static const char *const said[] = {
		"SAY Good luck!",
		"SAY <script>alert(1)</script> & \"more\"",
		"SAY Grüße aus Zürich",
	};
	const uint8_t seat =
		(uint8_t)seed_below(&play->seed, variant_seats(play->file->game.variant));

	(void)match_send(play, seat, said[seed_below(&play->seed, ARRAY_LEN(said))]);
}

static void give_up(struct match *play)
{
	const unsigned seats = variant_seats(play->file->game.variant);

	for (unsigned seat = seats; seat-- > 0;)
		if (play->file->game.outcome.status == STATUS_PLAYING)
			(void)match_send(play, (uint8_t)seat, "RESIGN");
	for (unsigned i = 0; i < 4 && play->file->game.outcome.status == STATUS_PLAYING; i++) {
		struct event_list events;

		event_list_init(&events);
		if (turn_end_run(&play->file->game, &events))
			match_add(play, "sitting", &events);
		event_list_done(&events);
	}
}

static bool write_game(const struct match *play, const char *site)
{
	char *folder = base_printf("%s/games/%s", site, play->file->header.id);
	char *path = base_printf("%s/game.txt", folder);
	FILE *file = mkdir(folder, 0700) == 0 ? fopen(path, "w") : NULL;
	bool done = file != NULL &&
		    fwrite(play->public.bytes, 1, play->public.len, file) == play->public.len;

	if (file != NULL && fclose(file) != 0)
		done = false;
	if (!done)
		perror(path);
	free(path);
	free(folder);
	return done;
}

static bool play_game(char **argv, unsigned number, const struct option *options, size_t count)
{
	const unsigned letters = (unsigned)strtoul(argv[6], NULL, 10);
	char *id = base_printf("%s%u", argv[3], number);
	const char *players[MAX_SEATS];
	unsigned seed = (unsigned)strtoul(argv[5], NULL, 10) * 7919 + number, tries = 0;
	struct match play;
	bool done;

	choose_players(&seed, players);
	match_begin_named(&play, id, players, argv[2], options, count, seed);
	while (play.file->game.outcome.status == STATUS_PLAYING &&
	       play.accepted < (letters > 0 ? letters : 40) && tries++ < 4000) {
		(void)match_act_any(&play);
		if (seed_below(&play.seed, 20) == 0)
			talk(&play);
	}
	if (letters > 0)
		give_up(&play);
	done = write_game(&play, argv[1]);
	match_end(&play);
	free(id);
	return done;
}

int main(int argc, char **argv)
{
	struct option options[MAX_OPTIONS];
	size_t count = 0;
	bool done = argc >= FIRST_OPTION;
	unsigned games = done ? (unsigned)strtoul(argv[4], NULL, 10) : 0;

	for (int i = FIRST_OPTION; i < argc && count < MAX_OPTIONS; i++, count++) {
		const size_t len = strcspn(argv[i], "=");

		snprintf(options[count].key, sizeof options[count].key, "%.*s", (int)len, argv[i]);
		snprintf(options[count].value, sizeof options[count].value, "%s",
			 argv[i][len] != '\0' ? argv[i] + len + 1 : "");
	}
	(void)chess_set_up(NULL);
	for (unsigned i = 1; done && i <= games; i++)
		done = play_game(argv, i, options, count);
	(void)chess_tear_down(NULL);
	if (argc < FIRST_OPTION)
		fputs("usage: played SITE VARIANT PREFIX COUNT SEED LETTERS [KEY=VALUE]...\n",
		      stderr);
	return argc < FIRST_OPTION ? USAGE : !done;
}
