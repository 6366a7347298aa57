/* SPDX-License-Identifier: MIT */
/*
 * The subcommands: a row each, and a function, which is given what stood behind its name and
 * returns the exit code of the program.
 */
#ifndef PBEM_COMMAND_COMMANDS_H
#define PBEM_COMMAND_COMMANDS_H

#include <stdbool.h>

#include "core/base/base.h"
#include "core/base/json.h"
#include "pbem/desk/desk.h"
#include "pbem/desk/site_open.h"
#include "pbem/given/given.h"
#include "pbem/given/wish.h"
#include "pbem/moderate/moderate.h"

struct gamefile;
struct json;

/* The table of commands, a moderator's acts (pbem/moderate) among them; one without a name is
 * behind the last. */
const struct given_command *commands_rows(void);

/* What stands in a line of the list of `new`. */
extern const struct given_command commands_listed;

/* The checking commands: they read no site and exit 0, 1 or 2. */
int command_moves(const struct given *given);
int command_perft(const struct given *given);
int command_try(const struct given *given);

/* All others exit by sysexits.h. */
int command_archive(const struct given *given);
int command_card(const struct given *given);
int command_cards(const struct given *given);
int command_close(const struct given *given);
int command_check(const struct given *given);
int command_complete(const struct given *given);
int command_deliver(const struct given *given);
int command_doctor(const struct given *given);
int command_calendar(const struct given *given);
int command_export(const struct given *given);
int command_import(const struct given *given);
int command_games(const struct given *given);
int command_help(const struct given *given);
int command_init(const struct given *given);
int command_adopt(const struct given *given);
int command_key(const struct given *given);
int command_moderate(const struct given *given);
int command_move(const struct given *given);
int command_new(const struct given *given);
int command_prove(const struct given *given);
int command_repair(const struct given *given);
int command_retake(const struct given *given);
int command_run(const struct given *given);
int command_send(const struct given *given);
int command_show(const struct given *given);
int command_status(const struct given *given);
int command_variants(const struct given *given);
int command_verify(const struct given *given);
int command_watch(const struct given *given);

/* Tells on standard output how the command is used, NULL: which there are; an exit code. */
int command_tell_help(const char *name);

/* Tells on standard error which commands there are; returns EX_USAGE. */
int command_tell_usage(void);

/* Whether a file of secrets lies beside a game's: what is wrong with such a game may name them, and
 * is told to its moderator alone, not to other programs. */
bool commands_has_secrets(const char *game_file);

/* Of a game file in the site's folder of games whether it is that game's, not another's: -1 with
 * the place and whose. Of any other file, and of one that isn't read here, nothing is said. */
int commands_check_owner(const char *game_file, struct reason *reason);

/* A game of the site as it stands, the site's outages counted; the caller frees it. */
struct gamefile *command_load_game(struct site *site, const char *id, struct reason *reason);

/* The members of an object that tell how a game stands, as pbem(1) has them. */
void command_json_game(const struct gamefile *file, struct json *json);

/* Such an object of a game of the site, also of one that can't be read; its exit code. */
int command_json_named(struct site *site, const char *id, struct json *json);

/* Says "pbem NAME: REASON" on standard error and returns `code`, or that of the reason's kind if it
 * has one: 64 asked wrongly, 65 damaged, 66 missing, 73 can't be made, 75 passing. */
int commands_fail(const char *name, int code, const struct reason *reason);

/* That code alone. */
int commands_code(int code, const struct reason *reason);

/* Opens the site for the subcommand. EX_OK, or the exit code for what is wrong, which is said. */
int commands_open(const char *name, enum site_lock lock, struct site **site_out);

/*
 * What a moderator's command does on an open site, in a batch of its own, which it commits; `act`
 * is the moderator's act that it is, if it is one. -1 with the reason.
 */
typedef int commands_does(struct desk *desk, const struct given *given, const struct act *act,
			  struct reason *reason);

/* Opens the site, has that done, and with `send` lets go out what follows from it; an exit code,
 * and what went wrong is said. */
int commands_on_desk(const struct given *given, commands_does *does, const struct act *act,
		     bool send);

/* Whether a game can be called so. */
bool commands_is_game_id(const char *id);

/* The game file meant: a path when it has a slash or names a file, else that of a game of the site;
 * of a game's folder the file in it. The caller frees it. */
char *commands_file_meant(const char *word);

/* Of which kind it is that there is no such game: asked wrongly when none can be called so, else
 * missing. */
void commands_no_game(const char *id, const char *path, struct reason *reason);

/* The same of a game of the site, when it isn't there; 0 when it is. */
int commands_check_game(const char *id, struct reason *reason);

/* How many pieces of the work are done at a time: what --jobs says, else as many as there are
 * cores; -1 with the reason. */
int commands_jobs(const struct given *given, unsigned *jobs_out, struct reason *reason);

/* Whether the games and cards that are played are installed; -1 with the reason, a missing one. */
int commands_check_games_folder(struct reason *reason);

/* ---- open games ---- */

/* `new --open`, `from` being the FEN of the position it begins from, or "": puts the open game of
 * that id and number into the batch, and prints the notice for players. */
int command_open_game(struct desk *desk, const struct wish *wish, const struct variant *variant,
		      const struct game_header *header, const char *from, struct reason *reason);

/* Prints the site's open games, a line each; an exit code. */
int command_open_list(struct site *site);

/* The same as a member "open" of the object in hand, as the ledger knows them. */
void command_open_json(struct site *site, struct json *json);

#endif
