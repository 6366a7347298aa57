/* SPDX-License-Identifier: MIT */
#include "tests/lib/who_knows.h"

struct files files_of(const struct match *match)
{
	const struct workspace_game *game = match->plays[0].game;

	return (struct files){game->added.bytes, game->sealed.bytes};
}

bool try_post(struct match *match, unsigned seat, const char *letter)
{
	struct twin_play *play = &match->plays[0];

	match->step++;
	match->now += BETWEEN;
	for (unsigned other = 0; other < match->seats; other++)
		play->game->asked[other] = game_of(play)->questions[other].entry;
	strbuf_clear(&play->workspace.batch.letters);
	return answer(match, play, seat, letter, NULL);
}

void match_post(struct match *match, unsigned seat, const char *letter)
{
	if (!try_post(match, seat, letter))
		fail_msg("refused: %s", letter);
}

void give_first(struct match *match, uint8_t seat, const char *first, const char *second)
{
	for (unsigned place = 0; place < HAND_SIZE; place++)
		twins_give(&match->plays[0], seat, place, place == 0 ? first : second);
}

const char *publication(struct match *match)
{
	const struct twin_play *play = &match->plays[0];

	match_post(match, (unsigned)__builtin_ctz(card_state_awaited(table_of(play))), "RESIGN");
	return strstr(files_of(match).public, "\n  secret ");
}

char *last_sealed(const struct match *match, const char *wanted)
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
