/* SPDX-License-Identifier: MIT */
/* The subcommands that take letters in and send them: run, deliver, send. */
#include <stdio.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "core/base/text.h"
#include "pbem/command/commands.h"
#include "pbem/site/places.h"
#include "pbem/reading/letter.h"
#include "pbem/run/run.h"

enum { MAX_DELIVERED = 1 << 28 };

static int read_options(int argc, char **argv, struct run_options *options)
{
	*options = (struct run_options){.send = true};
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--verbose") == 0)
			options->verbose = true;
		else if (strcmp(argv[i], "--no-send") == 0 && strcmp(argv[0], "send") != 0)
			options->send = false;
		else
			return command_usage(argv[0]);
	}
	/* Under cron what is printed becomes a mail: that is for what went wrong. */
	if (options->verbose || isatty(STDOUT_FILENO))
		options->told = stdout;
	setvbuf(stdout, NULL, _IOLBF, 0);
	return EX_OK;
}

/* That another run is at work is nothing wrong: only who watches is told. */
static int open_site(const char *name, const struct run_options *options, struct site **site_out)
{
	struct reason reason;
	enum site_result result = site_open(places_site(), SITE_TRY, site_out, &reason);

	if (result == SITE_OPEN)
		return EX_OK;
	if (result == SITE_BUSY && options->told == NULL)
		return EX_TEMPFAIL;
	return commands_fail(name, result == SITE_FAILED ? EX_CONFIG : EX_TEMPFAIL, &reason);
}

int command_run(int argc, char **argv)
{
	struct run_options options;
	struct site *site;
	int code = read_options(argc, argv, &options);

	if (code != EX_OK)
		return code;
	code = open_site(argv[0], &options, &site);
	if (code != EX_OK)
		return code;
	letter_library_start();
	code = run_all(site, &options);
	letter_library_stop();
	site_close(site);
	return code;
}

int command_send(int argc, char **argv)
{
	struct run_options options;
	struct site *site;
	int code = read_options(argc, argv, &options);

	if (code != EX_OK)
		return code;
	code = commands_open(argv[0], SITE_WAIT, &site);
	if (code != EX_OK)
		return code;
	code = run_send(site, &options);
	site_close(site);
	return code;
}

static int read_letter(struct text *out)
{
	char block[65536];
	size_t got;

	while ((got = fread(block, 1, sizeof block, stdin)) > 0)
		text_add_bytes(out, block, got);
	return ferror(stdin) ? -1 : 0;
}

/* The mail server waits: it keeps the letter unless we say 0, so it may be told "later" at any
 * time. */
int command_deliver(int argc, char **argv)
{
	struct run_options options;
	struct site *site;
	struct text letter;
	int code = read_options(argc, argv, &options);

	if (code != EX_OK)
		return code;
	text_init(&letter, MAX_DELIVERED);
	if (read_letter(&letter) != 0) {
		const struct reason reason = {"can't read the letter from standard input"};

		code = commands_fail(argv[0], EX_TEMPFAIL, &reason);
	}
	if (code == EX_OK && commands_open(argv[0], SITE_WAIT, &site) != EX_OK)
		code = EX_TEMPFAIL;
	if (code == EX_OK) {
		letter_library_start();
		code = run_one(site, letter.bytes, letter.len, &options);
		letter_library_stop();
		site_close(site);
	}
	text_done(&letter);
	return code;
}
