/* SPDX-License-Identifier: MIT */
/* The table of subcommands. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "core/base/base.h"
#include "core/base/deffile.h"
#include "pbem/analyse/analyse.h"
#include "pbem/command/commands.h"
#include "pbem/kind/mail_kinds.h"
#include "pbem/site/places.h"

static const struct command {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *synopsis; /* behind the name */
	const char *help;     /* one line */
} commands[] = {
	{"init", command_init, "[--address ADDRESS] [--moderator ADDRESS]",
	 "Make a new site in the folder."},
	{"new", command_new,
	 "VARIANT [SEAT=]'NAME <ADDRESS>' ... [--players FILE] [--lot] [--id ID] [--option "
	 "KEY=VALUE] | "
	 "--list FILE",
	 "Begin a game, or one for every line of a list."},
	{"begin", command_begin, "GAME", "Wait no longer for words or decks of a game with cards."},
	{"run", command_run, "[--verbose] [--no-send]",
	 "Fetch the letters that wait, play them, send the answers."},
	{"deliver", command_deliver, "[--verbose] [--no-send]",
	 "Take one letter from standard input."},
	{"send", command_send, "[--verbose]", "Send what waits in the outbox."},
	{"status", command_status, "[GAME ...]", "Show how games and site stand."},
	{"forfeit", command_forfeit, "GAME SEAT [BOARD]",
	 "Put a player who is gone out of a game."},
	{"retake", command_retake, "[--yes]",
	 "After a backup was put back: list letters it doesn't know, and take them again."},
	{"resend", command_resend, "GAME SEAT", "Send a player the present board once more."},
	{"doctor", command_doctor, "[--send-test]",
	 "Try mailbox, mail server, disk and the rest; say what to mend."},
	{"key", command_key, "new", "Make a new key for tokens; the old ones stay good."},
	{"check", command_check, "",
	 "Check all variants, cards, words and templates; print a line for each fault."},
	{"variants", command_variants, "[VARIANT [--option KEY=VALUE]...]",
	 "List what can be played, or the seats and options of one of them."},
	{"cards", command_cards, "", "List the cards: points, name, when they are played."},
	{"card", command_card, "NAME", "Show what a card does, and how it is played."},
	{"moves", command_moves, "VARIANT [--option KEY=VALUE]...",
	 "Read lists of moves, a line each; print who is to move and what is legal."},
	{"perft", command_perft,
	 "VARIANT DEPTH [--option KEY=VALUE]... [--fen FEN] [--moves \"MOVE ...\"] [--divide]",
	 "Count the sequences of DEPTH moves."},
	{"show", command_show, "GAME|FILE [--ply N] [--seat S] [--fen]",
	 "Show how a game stands, or stood after N turns, from a seat's side."},
	{"try", command_try, "VARIANT [--option KEY=VALUE]...",
	 "An analysis board: read a script from standard input and answer it."},
	{"verify", command_verify, "[--head DIGEST] [GAME|FILE]...",
	 "Check game files from the first byte; print a line for each fault."},
};

static const struct command *find_command(const char *name)
{
	for (size_t i = 0; i < ARRAY_LEN(commands); i++)
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	return NULL;
}

static int unknown_command(const char *name)
{
	const char *names[ARRAY_LEN(commands) + 1] = {NULL}, *nearest;

	for (size_t i = 0; i < ARRAY_LEN(commands); i++)
		names[i] = commands[i].name;
	nearest = deffile_nearest(name, names);
	if (nearest != NULL)
		fprintf(stderr, "pbem: unknown command '%s'; did you mean '%s'?\n", name, nearest);
	else
		fprintf(stderr, "pbem: unknown command '%s'; 'pbem help' lists them\n", name);
	return EX_USAGE;
}

static void print_help(FILE *stream)
{
	fputs("usage: pbem [--site FOLDER] COMMAND ...\n\n", stream);
	for (size_t i = 0; i < ARRAY_LEN(commands); i++)
		fprintf(stream, "  %-8s %s\n", commands[i].name, commands[i].help);
	fputs("\n'pbem help COMMAND' shows how a command is used.\n", stream);
}

static void print_usage(FILE *stream, const struct command *command)
{
	fprintf(stream, "usage: pbem %s%s%s\n", command->name, *command->synopsis ? " " : "",
		command->synopsis);
}

int command_usage(const char *name)
{
	print_usage(stderr, find_command(name));
	return EX_USAGE;
}

static int help(const char *name)
{
	const struct command *command = name ? find_command(name) : NULL;

	if (name == NULL) {
		print_help(stdout);
		return EX_OK;
	}
	if (command == NULL)
		return unknown_command(name);
	print_usage(stdout, command);
	puts(command->help);
	return EX_OK;
}

/* A file opened where a standard stream is missing would be taken for it and be written into. What
 * stands there instead fails whoever uses it. */
static void hold_streams(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
			(void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/* The program's exit code: that of its command, unless what it found could not be told. */
static int end_output(int code)
{
	bool failed = ferror(stdout) != 0;

	errno = 0;
	if (fclose(stdout) == 0 && !failed)
		return code;
	fprintf(stderr,
		"pbem: standard output can't be written%s%s; what is missing there was not told\n",
		errno != 0 ? ": " : "", errno != 0 ? strerror(errno) : "");
	return code == EX_OK || code == ANALYSE_ILLEGAL || code == EX_DATAERR ? EX_IOERR : code;
}

static int run_command(int argc, char **argv)
{
	const struct command *command = find_command(argv[0]);
	int code, told;

	if (command == NULL)
		return end_output(unknown_command(argv[0]));
	code = command->run(argc, argv);
	told = end_output(code);
	/* That tells a mail server what has become of a letter, whatever becomes of what is
	 * printed. */
	return command->run == command_deliver ? code : told;
}

/* In another place it would be taken for a game's name, and the site for the folder one stands in.
 * The checking commands, which have no site, refuse it as they refuse all. */
static bool is_site_misplaced(int argc, char **argv)
{
	static const char *const without[] = {"moves", "perft", "try"};

	for (size_t i = 0; i < ARRAY_LEN(without); i++)
		if (strcmp(argv[1], without[i]) == 0)
			return false;
	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "--site") == 0 || strncmp(argv[i], "--site=", 7) == 0)
			return true;
	return false;
}

static int refuse_site(void)
{
	fputs("pbem: --site stands before the command, its folder behind it: pbem --site FOLDER "
	      "COMMAND ...\n",
	      stderr);
	return EX_USAGE;
}

int main(int argc, char **argv)
{
	hold_streams();
	/* A limit on the size of files is a full disk like any other: an error, not a death. */
	signal(SIGXFSZ, SIG_IGN);
	desk_use_mail_kinds(mail_kinds);
	if (argc > 2 && strcmp(argv[1], "--site") == 0) {
		places_set_site(argv[2]);
		argc -= 2;
		argv += 2;
	}
	if (argc < 2) {
		print_help(stderr);
		return EX_USAGE;
	}
	if (is_site_misplaced(argc, argv))
		return refuse_site();
	if (strcmp(argv[1], "--version") == 0) {
		puts(PACKAGE_STRING);
		return end_output(EX_OK);
	}
	if (strcmp(argv[1], "help") == 0 || strcmp(argv[1], "--help") == 0)
		return end_output(help(argv[2]));
	return run_command(argc - 1, argv + 1);
}
