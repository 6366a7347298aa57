/* SPDX-License-Identifier: MIT */
/*
 * The subcommands: one function each, given its own words (argv[0] is the subcommand's name), which
 * returns the exit code of the program. Their table is in main.c.
 */
#ifndef PBEM_COMMAND_COMMANDS_H
#define PBEM_COMMAND_COMMANDS_H

#include <stdbool.h>

#include "core/base/base.h"
#include "pbem/desk/site_open.h"

/* The checking commands: they read no site and exit 0, 1 or 2. */
int command_moves(int argc, char **argv);
int command_perft(int argc, char **argv);
int command_try(int argc, char **argv);

/* All others exit by sysexits.h. */
int command_card(int argc, char **argv);
int command_cards(int argc, char **argv);
int command_check(int argc, char **argv);
int command_deliver(int argc, char **argv);
int command_doctor(int argc, char **argv);
int command_init(int argc, char **argv);
int command_key(int argc, char **argv);
int command_new(int argc, char **argv);
int command_forfeit(int argc, char **argv);
int command_begin(int argc, char **argv);
int command_resend(int argc, char **argv);
int command_retake(int argc, char **argv);
int command_run(int argc, char **argv);
int command_send(int argc, char **argv);
int command_show(int argc, char **argv);
int command_status(int argc, char **argv);
int command_variants(int argc, char **argv);
int command_verify(int argc, char **argv);

/* The word behind the option at *at, which then is that word's place; NULL when there is none. */
const char *commands_value(int argc, char **argv, int *at);

/* Says on standard error how the subcommand is used; returns EX_USAGE. */
int command_usage(const char *name);

/* Says "pbem NAME: REASON" on standard error and returns `code`, or that of the reason's kind if it
 * has one: 64 asked wrongly, 65 damaged, 66 missing, 73 can't be made, 75 passing. */
int commands_fail(const char *name, int code, const struct reason *reason);

/* That code alone. */
int commands_code(int code, const struct reason *reason);

/* Opens the site for the subcommand. EX_OK, or the exit code for what is wrong, which is said. */
int commands_open(const char *name, enum site_lock lock, struct site **site_out);

/* Whether a game can be called so. */
bool commands_is_game_id(const char *id);

/* Of which kind it is that there is no such game: asked wrongly when none can be called so, else
 * missing. */
void commands_no_game(const char *id, const char *path, struct reason *reason);

/* The same of a game of the site, when it isn't there; 0 when it is. */
int commands_check_game(const char *id, struct reason *reason);

/* Whether the games and cards that are played are installed; -1 with the reason, a missing one. */
int commands_check_games_folder(struct reason *reason);

#endif
