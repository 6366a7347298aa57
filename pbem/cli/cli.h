/* SPDX-License-Identifier: MIT */
/*
 * The subcommands: one row for each, and a function, which gets the words after the command's name
 * and returns the exit code of the program.
 */
#ifndef PBEM_CLI_CLI_H
#define PBEM_CLI_CLI_H

#include <stdbool.h>

#include "core/util/base.h"
#include "core/util/json.h"
#include "pbem/args/args.h"
#include "pbem/args/new_game_args.h"
#include "pbem/moderator/moderator.h"
#include "pbem/site/site_open.h"
#include "pbem/site/workspace.h"

struct gamefile;
struct json;
struct report;

/* Returns the table of commands, including a moderator's actions (pbem/moderator). A row without a
 * name ends it. */
const struct args_command *cli_rows(void);

/* The row by which a line of the list of `new` is read. */
extern const struct args_command cli_listed;

/* The commands that check: they read no site and exit with 0, 1 or 2. */
int cmd_moves(const struct args *args);
int cmd_perft(const struct args *args);
int cmd_try(const struct args *args);

/* All others use the exit codes of sysexits.h. */
int cmd_archive(const struct args *args);
int cmd_card(const struct args *args);
int cmd_cards(const struct args *args);
int cmd_close(const struct args *args);
int cmd_check(const struct args *args);
int cmd_complete(const struct args *args);
int cmd_deliver(const struct args *args);
int cmd_doctor(const struct args *args);
int cmd_calendar(const struct args *args);
int cmd_export(const struct args *args);
int cmd_import(const struct args *args);
int cmd_games(const struct args *args);
int cli_help(const struct args *args);
int cmd_init(const struct args *args);
int cmd_adopt(const struct args *args);
int cmd_key(const struct args *args);
int cmd_moderate(const struct args *args);
int cmd_move(const struct args *args);
int cmd_new(const struct args *args);
int cmd_prove(const struct args *args);
int cmd_repair(const struct args *args);
int cmd_retake(const struct args *args);
int cmd_run(const struct args *args);
int cmd_send(const struct args *args);
int cmd_show(const struct args *args);
int cmd_status(const struct args *args);
int cmd_variants(const struct args *args);
int cmd_verify(const struct args *args);
int cmd_watch(const struct args *args);

/* Prints on standard output how the command is used; NULL: which commands there are. Returns an
 * exit code. */
int cli_print_help(const char *name);

/* Prints on standard error which commands there are. Returns EX_USAGE. */
int cli_print_usage(void);

/* Returns whether a file of secrets is beside the game's file. Then faults of the game may name
 * secrets, so they are reported to its moderator only, not to other programs. */
bool cli_has_secrets(const char *game_file);

/* Returns -1, with the file and the game it belongs to, if a game file in the site's folder of
 * games belongs to another game. Any other file, and one that can't be read here, passes. */
int cli_check_owner(const char *game_file, struct reason *reason);

/* Loads a game of the site in its present state, with the site's outages counted. The caller frees
 * it. */
struct gamefile *cmd_load_game(struct site *site, const char *id, struct reason *reason);

/* Returns the ids of all games of the site, sorted: those in its folder, and those in the ledger
 * whose folder is missing. The caller frees them by g_strfreev. Returns NULL with the reason if
 * they can't be listed. */
char **cmd_list_games(struct site *site, struct reason *reason);

/* Adds the members of an object that describe a game's state, as pbem(1) lists them, and to `line`
 * whom the game waits for, or its result. */
void cmd_report_game(struct json *json, const struct gamefile *file, struct strbuf *line);

/* Adds whether the file of that name is missing, damaged, or can't be read now, without its
 * contents. Returns the exit code for that. */
int cmd_describe_fault(const char *name, const struct reason *why, struct strbuf *out);

/* Reports such a fault of FOLDER/ID, and counts it. In JSON it is the member "error". */
void cmd_report_fault(struct report *report, const char *folder, const char *id,
		      const struct reason *why);

/* Prints "pbem NAME: REASON" on standard error. Returns `code`, or the code of the reason's kind if
 * it has one: 64 wrong usage, 65 damaged, 66 missing, 73 can't be created, 75 transient. */
int cli_fail(const char *name, int code, const struct reason *reason);

/* Does the same for work on an open site. If something couldn't be looked up, statements about it
 * can't be trusted, so the cause of that is printed instead. */
int cli_fail_on(struct site *site, const char *name, int code, const struct reason *reason);

/* Returns the code that cli_fail would return. */
int cli_code(int code, const struct reason *reason);

/* Makes this process the site's user (files_become_owner). Called before any process is started,
 * and before anything is written outside site_open. Returns EX_OK; if it can't, prints why and
 * returns the exit code. */
int cli_as_owner(const char *name);

/* Opens the site for the subcommand. Returns EX_OK; if it can't, prints why and returns the exit
 * code. */
int cli_open(const char *name, enum site_lock lock, struct site **site_out);

/* Closes a site that was only read. Returns `code`, or, if it is EX_OK and a look-up in the ledger
 * has failed, prints why and returns the exit code. */
int cli_close(struct site *site, const char *name, int code);

/*
 * The work of a moderator's command on an open site, in a batch of its own, which it commits; `act`
 * is the moderator's action, if it is one. Returns -1 with the reason.
 */
typedef int cli_does(struct workspace *workspace, const struct args *args,
		     const struct moderator_action *act, struct reason *reason);

/* Opens the site, does the work, and with `send` sends the resulting messages. Prints what went
 * wrong, and returns an exit code. */
int cli_on_workspace(const struct args *args, cli_does *does, const struct moderator_action *act,
		     bool send);

/* Returns whether the text has the form of a game's id. */
bool cli_is_game_id(const char *id);

/* Returns the path of the game file that the word means. A word with a slash, or the name of a
 * file, is a path; any other is a game of the site. For a game's folder it is the file in it. The
 * caller frees the path. */
char *cli_file_meant(const char *word);

/* Sets the reason that there is no such game: wrong usage if the word can't be a game's id,
 * otherwise missing. */
void cli_explain_no_game(const char *id, const char *path, struct reason *reason);

/* Does the same for a game of the site, and returns -1. Returns 0 if the game exists. */
int cli_check_game(const char *id, struct reason *reason);

/* Returns the number of jobs that run at a time: the number after --jobs, by default the number of
 * cores. Returns -1 with the reason. */
int cli_jobs(const struct args *args, unsigned *jobs_out, struct reason *reason);

/* Checks that the games and cards are installed. Returns -1 with the reason, of the kind missing.
 */
int cli_check_games_folder(struct reason *reason);

/* ---- open games ---- */

/* Does `new --open`: puts the open game with that id and number into the batch, and prints the
 * notice for players. `from` is the FEN of the position from which the game begins, or "". */
int cmd_open_game(struct workspace *workspace, const struct new_game_args *request,
		  const struct variant *variant, const struct game_header *header, const char *from,
		  struct reason *reason);

/* Reports the open games that the ledger has: one line each, and the array "open". */
void cmd_report_open_games(struct report *report, struct site *site);

#endif
