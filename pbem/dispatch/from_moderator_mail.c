/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/words/words.h"
#include "pbem/desk/people.h"
#include "pbem/mailing/mailing.h"
#include "pbem/mailing/mailing_moment.h"
#include "pbem/reception/commander.h"

enum { VALUES = 13 };

/* "White e4", the last turn that stands. */
static char *last_turn(const struct desk_game *game)
{
	const struct turn_record *turn =
		game != NULL && game->file != NULL ? game_recent(&game->file->game, 0) : NULL;
	const char *people = turn != NULL ? strchr(turn->text, ' ') : NULL;

	if (turn == NULL)
		return base_strdup("");
	return base_printf("%s: %s",
			   phrase(variant_seat_title(game->file->game.variant, turn->seat)),
			   people != NULL ? people + 1 : turn->text);
}

static int send(struct matter *matter, const struct commander_telling *telling,
		struct reason *reason)
{
	const struct desk_game *game = telling->game;
	const bool open = game != NULL && game->file != NULL;
	char *name = base_printf("moderator.command.%.16s", matter->deed.digest);
	char *thread = base_printf("command.%.16s", matter->deed.digest);
	char *entry = open ? base_printf("%u", game->file->head) : base_strdup("");
	char *last = last_turn(game);
	struct person person;
	struct text until;
	const struct value values[VALUES] = {
		{"game", game != NULL ? game->id : ""},
		{"variant", open ? variant_name(game->file->game.variant) : ""},
		{"command", telling->command != NULL ? telling->command : ""},
		{"does", telling->act != NULL ? phrase(telling->act->command.help) : ""},
		{"entry", entry},
		{"last", last},
		{"done", telling->done != NULL ? telling->done : ""},
		{"why", telling->template_why != NULL ? phrase(telling->template_why) : ""},
		{"dropped", telling->dropped != NULL ? telling->dropped : ""},
		{"commands", telling->commands != NULL ? telling->commands : ""},
		{"act", telling->act != NULL ? telling->act->command.name : ""},
		{"until", ""},
	};
	struct value all[VALUES];
	const struct mailing_plain plain = {
		.template = "command",
		.name = name,
		.to = matter->letter->from,
		.to_name = "",
		.cause = matter->deed.digest,
		.thread = thread,
		.token = telling->token,
		.answers = matter->letter,
		.values = all,
		.count = 12,
	};
	int result;

	text_init(&until, 0);
	people_of_address(matter->desk, matter->letter->from, &person);
	if (telling->until != 0)
		mailing_moment(person.zone, telling->until, &until);
	memcpy(all, values, sizeof all);
	all[11].text = until.bytes;
	result = mailing_plain(matter->desk, &plain, reason);
	text_done(&until);
	free(last);
	free(entry);
	free(thread);
	free(name);
	return result;
}

int commander_tell(struct matter *matter, const struct commander_telling *telling,
		   struct reason *reason)
{
	const char *spoken = words_spoken();
	struct person person;
	int result;

	people_of_address(matter->desk, matter->letter->from, &person);
	result = words_speak(person.language, reason);
	if (result == 0)
		result = send(matter, telling, reason);
	return words_speak(spoken, result == 0 ? reason : NULL) < 0 ? -1 : result;
}
