/* SPDX-License-Identifier: MIT */
/*
 * Who knows what of a game with cards, and when: a test for each thing. `public_...` stands in the
 * game file at once; `waits_...` is sealed until it takes effect or lapses; `secret_...` is sealed
 * until the game is over, and published then (test_who_knows.c); `never_...` stands in neither file
 * (test_never_told.c).
 */
#ifndef PBEM_TESTS_WHO_KNOWS_H
#define PBEM_TESTS_WHO_KNOWS_H

#include "tests/lib/twins.h"

/* What a row is looked for in. */
struct files {
	const char *public, *sealed;
};

static inline struct files files_of(const struct match *match)
{
	const struct desk_game *game = match->plays[0].game;

	return (struct files){game->added.bytes, game->sealed.bytes};
}

/* A letter to the first game alone; the files grow by what it leads to. */
static inline bool try_post(struct match *match, unsigned seat, const char *letter)
{
	struct table_play *play = &match->plays[0];

	match->step++;
	match->now += BETWEEN;
	for (unsigned other = 0; other < match->seats; other++)
		play->game->asked[other] = game_of(play)->questions[other].entry;
	text_clear(&play->intake.batch.letters);
	return answer(match, play, seat, letter, NULL);
}

static inline void post(struct match *match, unsigned seat, const char *letter)
{
	if (!try_post(match, seat, letter))
		fail_msg("refused: %s", letter);
}

static inline void give_first(struct match *match, uint8_t seat, const char *first,
			      const char *second)
{
	for (unsigned place = 0; place < HAND_SIZE; place++)
		give(&match->plays[0], seat, place, place == 0 ? first : second);
}

/* The game ends, and its last entry is what is published. */
static inline const char *publication(struct match *match)
{
	const struct table_play *play = &match->plays[0];

	post(match, (unsigned)__builtin_ctz(table_awaited(table_of(play))), "RESIGN");
	return strstr(files_of(match).public, "\n  secret ");
}

/* The last line of the sealed file with that in it, its indent aside. The caller frees it. */
static inline char *last_sealed(const struct match *match, const char *wanted)
{
	const char *start = files_of(match).sealed, *at = start, *found = NULL;

	while ((at = strstr(at, wanted)) != NULL)
		found = at++;
	assert_non_null(found);
	while (found > start && found[-1] != '\n')
		found--;
	found += strspn(found, " ");
	return base_strndup(found, strcspn(found, "\n"));
}

#endif
