/* SPDX-License-Identifier: MIT */
/* Finds the command, and has it run with what stands behind its name. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "core/base/base.h"
#include "pbem/analyse/analyse.h"
#include "pbem/command/commands.h"
#include "pbem/kind/mail_kinds.h"
#include "pbem/site/places.h"

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

/* What any command can be asked, and `pbem` itself. False: nothing of that was. */
static bool answer_common(const struct given *given, int *code_out)
{
	const char *site = given_value(given, "--site");
	const char *name = given->command->name;

	if (site != NULL)
		places_set_site(site);
	if (given_has(given, "--version")) {
		puts(PACKAGE_STRING);
		*code_out = EX_OK;
		return true;
	}
	if (!given_has(given, "--help"))
		return false;
	*code_out = command_tell_help(name != NULL ? name : given->words[0]);
	return true;
}

static int run_command(const struct given_command *command, int argc, char **argv)
{
	struct given given;
	struct reason reason;
	int code;

	if (given_read(command, given_common, argc, argv, &given, &reason) != 0)
		code = given_wrong(command, "%s", reason.text);
	else if (answer_common(&given, &code))
		;
	else if (given_check_words(&given, &reason) != 0)
		code = given_wrong(command, "%s", reason.text);
	else
		code = command->run(&given);
	given_done(&given);
	return code;
}

/* The whole command line: the options in front of the command, then what follows. */
static int run(int argc, char **argv, const struct given_command **command_out)
{
	static const struct given_command pbem = {.words = "[COMMAND]"};
	const struct given_command *command;
	struct given given;
	struct reason reason;
	int code = EX_OK;

	if (given_read(&pbem, given_common, argc, argv, &given, &reason) != 0) {
		code = given_wrong(&pbem, "%s", reason.text);
	} else if (answer_common(&given, &code)) {
		;
	} else if (given.count == 0) {
		code = command_tell_usage();
	} else if ((command = given_find(commands_rows(), given.words[0])) == NULL) {
		given_unknown(commands_rows(), given.words[0], &reason);
		code = given_wrong(&pbem, "%s", reason.text);
	} else {
		*command_out = command;
		code = run_command(command, (int)given.count, given.words);
	}
	given_done(&given);
	return code;
}

int main(int argc, char **argv)
{
	const struct given_command *command = NULL;
	int code, told;

	hold_streams();
	/* A limit on the size of files is a full disk like any other: an error, not a death. */
	signal(SIGXFSZ, SIG_IGN);
	desk_use_mail_kinds(mail_kinds);
	code = run(argc, argv, &command);
	told = end_output(code);
	/* That tells a mail server what has become of a letter, whatever becomes of what is
	 * printed. */
	return command != NULL && command->run == command_deliver ? code : told;
}
