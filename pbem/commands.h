/* SPDX-License-Identifier: MIT */
/*
 * The subcommands: what main() calls. argv[0] is the subcommand's own name; each returns the exit
 * status of the program.
 */
#ifndef PBEM_COMMANDS_H
#define PBEM_COMMANDS_H

/*
 * The checking commands (pbem(1)) answer 0; 1 when a list of moves was illegal or a definition is
 * faulty; 2 for wrong use.
 */
int command_moves(int argc, char **argv);
int command_perft(int argc, char **argv);
int command_check(int argc, char **argv);

/* The folder of the games' definitions: of the environment's PBEM_DATA, else where pbem was
 * installed to. Lives as long as the program. */
const char *commands_games_folder(void);

#endif
