/* SPDX-License-Identifier: MIT */
/* The subcommands by which a moderator helps a game along: resend, for a player who lost a letter, and
 * forfeit, for one who is gone. */
#include <stdio.h>
#include <stdlib.h>
#include <sysexits.h>

#include "core/text.h"
#include "core/turn.h"
#include "pbem/commands.h"
#include "pbem/intake.h"
#include "pbem/run.h"
#include "pbem/settle.h"
#include "pbem/step.h"

/* The number under which the tokens know the game. */
static int
find_number(struct site *site, const char *id, uint32_t *number_out, struct reason *reason)
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

/* The game and the seat a moderator names. */
static int
find_seat(struct intake *intake, char **argv, struct desk_game **game_out, unsigned *seat_out,
          struct reason *reason)
{
	struct desk_game *game;
	uint32_t number;
	int seat;

	if (find_number(intake->site, argv[1], &number, reason) != 0)
		return -1;
	game = desk_game(&intake->desk, number);
	if (game == NULL || game->file == NULL) {
		reason_set(reason, "%s",
		           game != NULL ? game->why.text : "the ledger doesn't know the game");
		return -1;
	}
	seat = variant_seat_named(game->file->game.variant, argv[2]);
	if (seat < 0) {
		reason_set(reason, "%s has no seat '%s'", argv[1], argv[2]);
		return -1;
	}
	*game_out = game;
	*seat_out = (unsigned)seat;
	return 0;
}

/* A letter that shows the present board and, if the seat is asked something, lets it answer. */
static int
resend(struct intake *intake, struct desk_game *game, unsigned seat, unsigned board,
       struct reason *reason)
{
	char *cause = base_printf("%lld", (long long)intake->mailing.now);
	const struct mail mail = {
		.template = "board",
		.game = game,
		.seat = seat,
		.cause = cause,
		.when = intake->mailing.now,
	};
	int result = mailing_send(&intake->mailing, &mail, reason);

	(void)board;
	free(cause);
	return result;
}

/* Everybody is told as after any turn: mailing_ask sees what has changed. `board` is that of a ring on
 * which the seat loses, 0 when none is named. */
static int
forfeit(struct intake *intake, struct desk_game *game, unsigned seat, unsigned board,
        struct reason *reason)
{
	struct event_list events;
	int result = -1;

	event_list_init(&events);
	if (turn_forfeit_board(&game->file->game, seat, board, &events, reason) == ACCEPTED)
		result = desk_enter(game, intake->mailing.now, "moderator", &events, reason);
	event_list_done(&events);
	return result;
}

static int
help_seat(int argc, char **argv,
          int (*help)(struct intake *intake, struct desk_game *game, unsigned seat,
                      unsigned board, struct reason *reason))
{
	struct run_options options = {.log = stdout};
	struct desk_game *game;
	struct intake intake;
	struct reason reason;
	struct site *site;
	unsigned seat;
	long board = argc == 4 ? text_number(argv[3], MAX_SEATS) : 0;
	int code = EX_OK;

	if (argc != 3 && (argc != 4 || help != forfeit || board < 1))
		return commands_usage(argv[0]);
	if (site_open(commands_site_folder(), SITE_WAIT, &site, &reason) != SITE_OPEN)
		return commands_fail(argv[0], EX_CONFIG, &reason);
	intake_init(&intake, site, step_time(), NULL);
	if (find_seat(&intake, argv, &game, &seat, &reason) != 0 ||
	    help(&intake, game, seat, (unsigned)board, &reason) != 0 || settle_batch(&intake, &reason) != 0 ||
	    intake_commit(&intake, &reason) != 0)
		code = commands_fail(argv[0], EX_DATAERR, &reason);
	intake_done(&intake);
	if (code == EX_OK)
		code = run_send(site, &options);
	site_close(site);
	return code;
}

int
command_resend(int argc, char **argv)
{
	return help_seat(argc, argv, resend);
}

int
command_forfeit(int argc, char **argv)
{
	return help_seat(argc, argv, forfeit);
}
