/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/notation/vocabulary.h"
#include "core/util/translate.h"
#include "pbem/dispatch/from_moderator.h"
#include "pbem/mail/mail.h"
#include "pbem/mail/mail_dates.h"
#include "pbem/site/preferences.h"

enum { VALUES = 13 };

/* Returns the last turn that counts, "White: e4"; "" if there is none. The caller frees it. */
static char *last_turn(const struct workspace_game *game)
{
	const struct turn_record *turn =
		game != NULL && game->file != NULL ? game_recent(&game->file->game, 0) : NULL;
	const char *people = turn != NULL ? strchr(turn->text, ' ') : NULL;

	if (turn == NULL)
		return base_strdup("");
	return base_printf("%s: %s",
			   translate(variant_seat_title(game->file->game.variant, turn->seat)),
			   people != NULL ? people + 1 : turn->text);
}

static int send_command_mail(struct incoming *incoming, const struct from_moderator_reply *telling,
			     struct reason *reason)
{
	const struct workspace_game *game = telling->game;
	const bool open = game != NULL && game->file != NULL;
	char *name = base_printf("moderator.command.%.16s", incoming->processed.digest);
	char *thread = base_printf("command.%.16s", incoming->processed.digest);
	char *entry = open ? base_printf("%u", game->file->head) : base_strdup("");
	char *last = last_turn(game);
	struct person person;
	struct strbuf until;
	const struct value values[VALUES] = {
		{"game", game != NULL ? game->id : ""},
		{"variant", open ? variant_name(game->file->game.variant) : ""},
		{"command", telling->command != NULL ? telling->command : ""},
		{"does", telling->act != NULL ? translate(telling->act->command.help) : ""},
		{"entry", entry},
		{"last", last},
		{"done", telling->done != NULL ? telling->done : ""},
		{"why", telling->template_why != NULL ? translate(telling->template_why) : ""},
		{"dropped", telling->dropped != NULL ? telling->dropped : ""},
		{"commands", telling->commands != NULL ? telling->commands : ""},
		{"act", telling->act != NULL ? telling->act->command.name : ""},
		{"until", ""},
	};
	struct value all[VALUES];
	const struct mail_plain plain = {
		.template = "command",
		.name = name,
		.to = incoming->letter->from,
		.to_name = "",
		.cause = incoming->processed.digest,
		.thread = thread,
		.token = telling->token,
		.answers = incoming->letter,
		.values = all,
		.count = 12,
	};
	int result;

	strbuf_init(&until, 0);
	preferences_of_address(incoming->workspace, incoming->letter->from, &person);
	if (telling->until != 0)
		mail_moment(person.zone, telling->until, &until);
	memcpy(all, values, sizeof all);
	all[11].text = until.bytes;
	result = mail_plain(incoming->workspace, &plain, reason);
	strbuf_done(&until);
	free(last);
	free(entry);
	free(thread);
	free(name);
	return result;
}

int from_moderator_send(struct incoming *incoming, const struct from_moderator_reply *telling,
			struct reason *reason)
{
	const struct vocabulary *spoken;
	struct person person;
	int result;

	preferences_of_address(incoming->workspace, incoming->letter->from, &person);
	result = vocabulary_push(person.language, &spoken, reason);
	if (result == 0)
		result = send_command_mail(incoming, telling, reason);
	vocabulary_pop(spoken);
	return result;
}
