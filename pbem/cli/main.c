/* SPDX-License-Identifier: MIT */
/* Finds the command, and runs it with the words after its name. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "core/util/base.h"
#include "pbem/analysis/analysis.h"
#include "pbem/cli/cli.h"
#include "pbem/gametype/mail_gametypes.h"
#include "pbem/sys/core_context.h"
#include "pbem/sys/paths.h"
#include "pbem/sys/progress.h"

/* Opens something for each missing standard stream. A file opened in its place would be taken for
 * the stream and be written to; using the replacement fails. */
static void open_missing_streams(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
			(void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/* Returns the program's exit code: the command's, unless its output could not be written. */
static int close_output(int code)
{
	bool failed = ferror(stdout) != 0;

	errno = 0;
	if (fclose(stdout) == 0 && !failed)
		return code;
	fprintf(stderr, "pbem: can't write to standard output%s%s; the output is incomplete\n",
		errno != 0 ? ": " : "", errno != 0 ? strerror(errno) : "");
	return code == EX_OK || code == ANALYSIS_ILLEGAL || code == EX_DATAERR ? EX_IOERR : code;
}

/* Answers the options that any command has, and `pbem` itself. Returns false if none was given. */
static bool handle_common_options(const struct args *args, int *code_out)
{
	const char *site = args_value(args, "--site");
	const char *name = args->command->name;

	if (site != NULL)
		paths_set_site(site);
	if (args_has(args, "--version")) {
		puts(PACKAGE_STRING);
		*code_out = EX_OK;
		return true;
	}
	if (!args_has(args, "--help"))
		return false;
	*code_out = cli_print_help(name != NULL ? name : args->words[0]);
	return true;
}

static int run_command(const struct args_command *command, int argc, char **argv)
{
	struct args args;
	struct reason reason;
	int code;

	if (args_read(command, args_common, argc, argv, &args, &reason) != 0)
		code = args_wrong(command, "%s", reason.text);
	else if (handle_common_options(&args, &code))
		;
	else if (args_check_words(&args, &reason) != 0)
		code = args_wrong(command, "%s", reason.text);
	else
		code = command->run(&args);
	args_done(&args);
	return code;
}

/* Runs the whole command line: options before the command, then the rest. */
static int run_command_line(int argc, char **argv, const struct args_command **command_out)
{
	static const struct args_command pbem = {.words = "[COMMAND]"};
	const struct args_command *command;
	struct args args;
	struct reason reason;
	int code = EX_OK;

	if (args_read(&pbem, args_common, argc, argv, &args, &reason) != 0) {
		code = args_wrong(&pbem, "%s", reason.text);
	} else if (handle_common_options(&args, &code)) {
		;
	} else if (args.count == 0) {
		code = cli_print_usage();
	} else if ((command = args_find(cli_rows(), args.words[0])) == NULL) {
		args_unknown(cli_rows(), args.words[0], &reason);
		code = args_wrong(&pbem, "%s", reason.text);
	} else {
		*command_out = command;
		code = run_command(command, (int)args.count, args.words);
	}
	args_done(&args);
	return code;
}

int main(int argc, char **argv)
{
	const struct args_command *command = NULL;
	int code, told;

	open_missing_streams();
	core_context_enter();
	progress_guard();
	/* A limit on the size of files has the same effect as a full disk: an error, not a signal
	 * that kills. */
	signal(SIGXFSZ, SIG_IGN);
	gametype_mail_use(mail_gametypes);
	code = run_command_line(argc, argv, &command);
	told = close_output(code);
	/* The code shows a mail server what happened to a message, even if printing failed. */
	return command != NULL && command->run == cmd_deliver ? code : told;
}
