/* SPDX-License-Identifier: MIT */
/* The subcommand for a moderator's daily look: status. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <time.h>

#include "core/turn/clock.h"
#include "core/base/stamp.h"
#include "core/base/text.h"
#include "core/view/view.h"
#include "pbem/command/commands.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/desk/desk.h"
#include "pbem/batch/outage.h"
#include "pbem/promise/outbox.h"
#include "pbem/batch/restore.h"
#include "pbem/site/step.h"
#include "pbem/batch/tally.h"

/* One that isn't there holds nothing; -1 for one that can't be listed to its end. */
static int count_files(const struct config *config, const char *name, size_t *count_out,
		       struct reason *reason)
{
	char *path = config_path(config, name);
	DIR *dir = opendir(path);
	struct dirent *entry;
	int result = 0;

	*count_out = 0;
	while (dir != NULL && (errno = 0, entry = readdir(dir)) != NULL)
		*count_out += entry->d_name[0] != '.';
	if (errno != 0 && (dir != NULL || errno != ENOENT)) {
		reason_set_errno(reason, "%s can't be listed", path);
		result = -1;
	}
	if (dir != NULL)
		closedir(dir);
	free(path);
	return result;
}

static void print_deadline(const struct game *game, unsigned seat)
{
	int64_t deadline = game->started ? clock_deadline(game, seat) : 0;
	struct text until;

	if (deadline == 0)
		return;
	text_init(&until, 0);
	clock_print(deadline, &until);
	printf(" until %s", until.bytes);
	text_done(&until);
}

/* A name without the marks that turn the direction of what stands behind it. */
static void print_name(const char *name)
{
	static const char *const marks[] = {
		"\u200e", "\u200f", "\u061c", "\u202a", "\u202b", "\u202c",
		"\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069",
	};

	while (*name != '\0') {
		size_t skip = 0;

		for (size_t i = 0; i < ARRAY_LEN(marks); i++)
			if (strncmp(name, marks[i], strlen(marks[i])) == 0)
				skip = strlen(marks[i]);
		if (skip == 0)
			putchar(*name++);
		name += skip;
	}
}

/* "White (Anna) since 2026-11-20" for every seat something is asked of. */
static void print_asked(const struct gamefile *file)
{
	const struct game *game = &file->game;
	bool any = false;

	for (unsigned i = 0; i < variant_seats(game->variant); i++) {
		struct text asked;
		char when[32];

		text_init(&asked, 0);
		if (game->questions[i].entry != 0)
			desk_mail_kind(game->variant)->status(game, i, &asked);
		if (asked.len > 0) {
			stamp_print(game->questions[i].asked, when);
			printf("%s%s (", any ? "; " : "", variant_seat_title(game->variant, i));
			print_name(file->header.names[i]);
			printf(") %s", asked.bytes);
			print_deadline(game, i);
			printf(" since %.10s", when);
			any = true;
		}
		text_done(&asked);
	}
}

static void print_out(const struct game *game)
{
	const char *between = "; out: ";

	for (unsigned i = 0; i < variant_seats(game->variant); i++) {
		if (game_in_play(game, i))
			continue;
		printf("%s%s", between, variant_seat_title(game->variant, i));
		between = ", ";
	}
}

static int print_game(struct site *site, const char *id)
{
	char *folder = site_game_folder(site, id);
	struct gamefile *file;
	struct reason reason;
	struct text result;

	file = gamefile_load(folder, site->library, &reason);
	free(folder);
	if (file == NULL) {
		printf("%-12s can't be read: %s\n", id, reason.text);
		return commands_code(EX_DATAERR, &reason);
	}
	desk_count_outages(site->ledger, &file->game, NULL);
	printf("%-12s %-10s turn %-4u ", id, file->header.variant, file->game.turns + 1);
	if (file->game.outcome.status == STATUS_PLAYING) {
		print_asked(file);
		print_out(&file->game);
		printf("\n");
	} else {
		text_init(&result, 0);
		view_result(&file->game, &result);
		result.bytes[strcspn(result.bytes, "\n")] = '\0';
		printf("%s\n", result.bytes);
		text_done(&result);
	}
	gamefile_free(file);
	return EX_OK;
}

static void count_notice(void *context, int64_t when, const char *line)
{
	char stamp[32];

	(void)context;
	stamp_print(when, stamp);
	printf("notice %s %s\n", stamp, line);
}

/* The deadlines shown can't be over before it is. */
static void print_outage(struct site *site)
{
	struct fetched fetched;
	char when[STAMP_SIZE];
	int64_t limit;

	if (!ledger_fetched(site->ledger, &fetched))
		return;
	limit = outage_limit(site->config, &fetched);
	stamp_print(fetched.when, when);
	if (limit != 0 && step_time() - fetched.when > limit)
		printf("No run has had all the letters since %s; the next one that has them moves "
		       "all "
		       "deadlines by so much.\n",
		       when);
}

/* Letters that are in the mailbox and can't be had. */
static void print_refusals(const struct site *site)
{
	struct refusal refusal = {.id = ""};
	char since[STAMP_SIZE];

	while (ledger_next_refusal(site->ledger, refusal.id, &refusal)) {
		stamp_print(refusal.first, since);
		printf("Not handed over by the mailbox: %s, since %s: %s.\n", refusal.id, since,
		       refusal.why);
	}
}

static int print_site(struct site *site)
{
	int64_t since;
	size_t waiting = outbox_count(ledger_outbox(site->ledger), &since);
	char stamp[32];
	size_t aside;
	struct reason reason;
	int code = EX_OK;
	struct text lines;

	stamp_print(since, stamp);
	if (waiting > 0)
		printf("%zu letter%s in the outbox, the oldest since %s.\n", waiting,
		       waiting == 1 ? " waits" : "s wait", stamp);
	if (count_files(site->config, "aside", &aside, &reason) != 0) {
		printf("How many letters are set aside can't be told: %s.\n", reason.text);
		code = commands_code(EX_DATAERR, &reason);
	} else if (aside > 0) {
		printf("%zu letter%s set aside in %s/aside; look at %s and delete %s.\n", aside,
		       aside == 1 ? " is" : "s are", site->config->folder,
		       aside == 1 ? "it" : "them", aside == 1 ? "it" : "them");
	}
	if (restore_is_open(site->ledger))
		printf("A backup was put back, and what was done since it was made is lost; run: "
		       "pbem retake\n");
	text_init(&lines, 0);
	if (tally_print(site->ledger, &lines) > 0)
		printf("So far there came:\n%s", lines.bytes);
	text_done(&lines);
	print_outage(site);
	print_refusals(site);
	(void)ledger_notices(site->ledger, count_notice, NULL);
	return code;
}

static int print_games(struct site *site)
{
	struct reason reason;
	char **ids = site_games(site->config->folder, &reason);
	int code = EX_OK, rest;

	if (ids == NULL)
		return commands_fail("status", EX_NOINPUT, &reason);
	for (char **id = ids; *id != NULL; id++) {
		int one = print_game(site, *id);

		code = one != EX_OK ? one : code;
		free(*id);
	}
	if (ids[0] == NULL)
		printf("There is no game yet. Make one with: pbem new chess ...\n");
	free(ids);
	rest = print_site(site);
	return code == EX_OK ? rest : code;
}

int command_status(int argc, char **argv)
{
	struct reason reason;
	struct site *site;
	int code;

	code = commands_open(argv[0], SITE_LOOK, &site);
	if (code != EX_OK)
		return code;
	if (argc == 1)
		code = print_games(site);
	for (int i = 1; i < argc; i++) {
		int one = commands_check_game(argv[i], &reason) != 0
				  ? commands_fail(argv[0], EX_NOINPUT, &reason)
				  : print_game(site, argv[i]);

		code = one != EX_OK ? one : code;
	}
	site_close(site);
	return code;
}
