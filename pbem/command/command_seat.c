/* SPDX-License-Identifier: MIT */
/* The subcommands by which a moderator helps a game along: resend, for a player who lost a letter,
 * forfeit, for one who is gone, and begin, for a game that waits for words or decks. */
#include <stdio.h>
#include <stdlib.h>
#include <sysexits.h>

#include "core/base/text.h"
#include "core/turn/turn.h"
#include "pbem/command/commands.h"
#include "pbem/batch/commit.h"
#include "pbem/desk/desk.h"
#include "pbem/run/run.h"
#include "pbem/batch/settle.h"
#include "pbem/site/step.h"
#include "pbem/mailing/mailing.h"

/* The number under which the tokens know the game. */
static int find_number(struct site *site, const char *id, uint32_t *number_out,
		       struct reason *reason)
{
	char *folder = site_game_folder(site, id);
	struct gamefile *file = gamefile_load(folder, site->library, reason);

	free(folder);
	if (file == NULL)
		return -1;
	*number_out = file->header.number;
	gamefile_free(file);
	return 0;
}

static struct desk_game *find_game(struct desk *desk, const char *id, struct reason *reason)
{
	struct desk_game *game;
	uint32_t number;

	if (commands_check_game(id, reason) != 0 ||
	    find_number(desk->site, id, &number, reason) != 0)
		return NULL;
	game = desk_game(desk, number);
	if (game == NULL || game->file == NULL) {
		reason_set(reason, "%s",
			   game != NULL ? game->why.text : "the ledger doesn't know the game");
		return NULL;
	}
	return game;
}

/* The game and the seat a moderator names. */
static int find_seat(struct desk *desk, char **argv, struct desk_game **game_out,
		     unsigned *seat_out, struct reason *reason)
{
	struct desk_game *game = find_game(desk, argv[1], reason);
	int seat;

	if (game == NULL)
		return -1;
	seat = variant_seat_named(game->file->game.variant, argv[2]);
	if (seat < 0) {
		reason_set(reason, "%s has no seat '%s'", argv[1], argv[2]);
		return reason_is(reason, REASON_ASKED);
	}
	*game_out = game;
	*seat_out = (unsigned)seat;
	return 0;
}

/* A letter that shows the present board and, if the seat is asked something, lets it answer. */
static int resend(struct desk *desk, char **argv, struct reason *reason)
{
	char *cause = base_printf("%lld", (long long)desk->now);
	struct mail mail = {.template = "board", .cause = cause, .when = desk->now};
	int result = find_seat(desk, argv, &mail.game, &mail.seat, reason);

	if (result == 0 && !mail.game->file->game.started)
		mail.template = "gather";
	if (result == 0)
		result = mailing_send(desk, &mail, reason);
	free(cause);
	return result;
}

/* Everybody is told as after any turn: mailing_ask sees what has changed. Behind the seat may stand
 * the board of a ring on which it loses. */
static int forfeit(struct desk *desk, char **argv, struct reason *reason)
{
	unsigned board = argv[3] != NULL ? (unsigned)text_number(argv[3], MAX_SEATS) : 0, seat;
	struct desk_game *game;
	struct event_list events;
	int result = -1;

	if (find_seat(desk, argv, &game, &seat, reason) != 0)
		return -1;
	event_list_init(&events);
	if (turn_forfeit(&game->file->game, seat, board, &events, reason) == ACCEPTED)
		result = desk_enter(game, desk->now, "moderator", &events, reason);
	else
		result = reason_is(reason, REASON_ASKED);
	event_list_done(&events);
	return result;
}

/* The game begins without what hasn't been sent. */
static int begin(struct desk *desk, char **argv, struct reason *reason)
{
	struct desk_game *game = find_game(desk, argv[1], reason);
	struct event_list events;
	int result = -1;

	if (game == NULL)
		return -1;
	event_list_init(&events);
	if (turn_start_now(&game->file->game, &events, reason) == ACCEPTED)
		result = desk_enter(game, desk->now, "moderator", &events, reason);
	else
		result = reason_is(reason, REASON_ASKED);
	event_list_done(&events);
	return result;
}

/* Does it in a batch of its own, and sends what follows. */
static int help_game(char **argv,
		     int (*help)(struct desk *desk, char **argv, struct reason *reason))
{
	struct run_options options = {.told = stdout};
	struct desk desk;
	struct reason reason;
	struct site *site;
	int code = commands_open(argv[0], SITE_WAIT, &site);

	if (code != EX_OK)
		return code;
	desk_init(&desk, site, step_time(), NULL);
	if (help(&desk, argv, &reason) != 0 || settle_batch(&desk, &reason) != 0 ||
	    commit_batch(&desk, &reason) != 0)
		code = commands_fail(argv[0], EX_DATAERR, &reason);
	desk_done(&desk);
	if (code == EX_OK)
		code = run_send(site, &options);
	site_close(site);
	return code;
}

int command_resend(int argc, char **argv)
{
	return argc == 3 ? help_game(argv, resend) : command_usage(argv[0]);
}

int command_forfeit(int argc, char **argv)
{
	bool is_board = argc == 4 && text_number(argv[3], MAX_SEATS) >= 1;

	return argc == 3 || is_board ? help_game(argv, forfeit) : command_usage(argv[0]);
}

int command_begin(int argc, char **argv)
{
	return argc == 2 ? help_game(argv, begin) : command_usage(argv[0]);
}
