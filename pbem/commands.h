/* SPDX-License-Identifier: MIT */
/*
 * The subcommands: one function each, given its own words (argv[0] is the subcommand's name), which
 * returns the exit code of the program. Their table is in main.c.
 */
#ifndef PBEM_COMMANDS_H
#define PBEM_COMMANDS_H

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

/* The site's folder: --site, else $PBEM_SITE, else the present folder. */
const char *commands_site_folder(void);
void commands_set_site_folder(const char *folder); /* borrowed */

/* Where the variants and templates are: $PBEM_DATA/games and /templates, else as installed. */
const char *commands_games_folder(void);
const char *commands_templates_folder(void);

/* Says on standard error how the subcommand is used; returns EX_USAGE. */
int commands_usage(const char *name);

/* Says "pbem NAME: REASON" on standard error and returns `code`. */
struct reason;
int commands_fail(const char *name, int code, const struct reason *reason);

#endif
