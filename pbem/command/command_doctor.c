/* SPDX-License-Identifier: MIT */
/* pbem doctor: tries everything a run needs, changes nothing, and says what to mend. Sends only a
 * letter to try with, when asked to. */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

#include "core/base/stamp.h"
#include "core/base/text.h"
#include "core/record/gamefile.h"
#include "pbem/command/commands.h"
#include "pbem/site/places.h"
#include "pbem/writing/compose.h"
#include "pbem/site/files.h"
#include "pbem/promise/journal.h"
#include "pbem/writing/letters_table.h"
#include "pbem/batch/outage.h"
#include "pbem/batch/restore.h"
#include "pbem/desk/site_open.h"
#include "pbem/site/step.h"
#include "pbem/site/wire.h"

enum { GAMES_NAMED = 10 }; /* of those that are damaged */

struct visit {
	struct site *site;
	unsigned faults;
	bool send_test; /* asked for by --send-test */
};

static void well(const char *what, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void ill(struct visit *visit, const char *what, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static void report(const char *mark, const char *what, const char *format, va_list args)
{
	printf("%-4s %-12s ", mark, what);
	vprintf(format, args);
	printf("\n");
}

static void well(const char *what, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	report("ok", what, format, args);
	va_end(args);
}

static void ill(struct visit *visit, const char *what, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	report("BAD", what, format, args);
	va_end(args);
	visit->faults++;
}

static void check_mailbox(struct visit *visit)
{
	struct source *source = NULL;
	struct waiting_list letters = {0};
	struct reason reason;

	if (source_open(visit->site->config, &source, &reason) != WIRE_DONE ||
	    source_list(source, 100000, &letters, &reason) != WIRE_DONE)
		ill(visit, "mailbox", "%s", reason.text);
	else
		well("mailbox", "%s; %zu letters wait there", source_describe(source),
		     letters.count);
	source_free_list(&letters);
	source_close(source);
}

static void check_outgoing(struct visit *visit)
{
	struct sink *sink = NULL;
	struct reason reason;

	if (sink_open(visit->site->config, &sink, &reason) != WIRE_DONE ||
	    sink_probe(sink, &reason) != WIRE_DONE)
		ill(visit, "outgoing", "%s", reason.text);
	else
		well("outgoing", "%s takes letters", visit->site->config->outgoing);
	sink_close(sink);
}

/* Letters count by the server's clock and tokens expire by ours. */
static void check_clock(struct visit *visit)
{
	enum {
		BUILT = 1767225600
	}; /* the first of January 2026: before that this program wasn't */
	time_t now = time(NULL);
	char *path = config_path(visit->site->config, "ledger");
	struct stat status;

	if (now < BUILT)
		ill(visit, "clock",
		    "the clock says %.24s, which is past; set it, or run an NTP "
		    "service",
		    ctime(&now));
	else if (stat(path, &status) == 0 && status.st_mtime > now + SECONDS_AN_HOUR)
		ill(visit, "clock",
		    "the ledger was written in what the clock calls the future; "
		    "set the clock");
	else
		well("clock", "%.24s", ctime(&now));
	free(path);
}

static void check_disk(struct visit *visit)
{
	const struct config *config = visit->site->config;
	struct statvfs space;
	uint64_t megabytes;

	if (statvfs(config->folder, &space) != 0) {
		ill(visit, "disk", "%s: %s", config->folder, strerror(errno));
		return;
	}
	megabytes = (uint64_t)space.f_bavail * space.f_frsize >> 20;
	if (megabytes == 0)
		ill(visit, "disk", "it is full; make room");
	else if (megabytes < (uint64_t)config->min_free_megabytes)
		ill(visit, "disk", "%" PRIu64 " MB are free; runs need %ld (min-free-megabytes)",
		    megabytes, config->min_free_megabytes);
	else if (space.f_favail < 1000 && space.f_files > 0)
		ill(visit, "disk", "only %llu more files fit on it",
		    (unsigned long long)space.f_favail);
	else
		well("disk", "%" PRIu64 " MB are free", megabytes);
}

/* site_open has refused a site whose secrets lie open; here, what each game keeps. */
/* How many of a game's files can be read by others, but for its record. */
static unsigned check_private(struct visit *visit, const char *id)
{
	static const char *const names[] = {"seats", "sealed", "snapshot"};
	struct reason reason;
	unsigned open = 0;

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		char *path = site_game_file(visit->site, id, names[i]);

		if (files_check_private(path, &reason) != 0) {
			ill(visit, "permissions", "%s", reason.text);
			open++;
		}
		free(path);
	}
	return open;
}

static void check_permissions(struct visit *visit)
{
	struct reason reason;
	char **ids = site_games(visit->site->config->folder, &reason);
	unsigned open = 0, count = 0;

	if (ids == NULL) {
		ill(visit, "permissions", "%s", reason.text);
		return;
	}
	for (char **id = ids; *id != NULL; id++) {
		open += check_private(visit, *id);
		count++;
		free(*id);
	}
	free(ids);
	if (access(visit->site->config->folder, W_OK) != 0)
		ill(visit, "permissions", "can't write in %s: %s", visit->site->config->folder,
		    strerror(errno));
	else if (open == 0)
		well("permissions", "keys, letters, and seats and secrets of %u games are private",
		     count);
}

/* What an interrupted run has left half done is no damage: the next run finishes it. */
static void check_games(struct visit *visit)
{
	struct reason reason;
	char **ids = site_games(visit->site->config->folder, &reason);
	unsigned damaged = 0, count = 0;

	for (char **id = ids; id != NULL && *id != NULL; id++) {
		char *folder = site_game_folder(visit->site, *id);
		struct gamefile *file = gamefile_load(folder, visit->site->library, &reason);

		if (file == NULL && damaged++ < GAMES_NAMED)
			ill(visit, "games", "%s can't be read: %s. Ask: pbem verify %s", *id,
			    reason.text, *id);
		gamefile_free(file);
		count++;
		free(folder);
		free(*id);
	}
	if (damaged > GAMES_NAMED)
		ill(visit, "games", "and %u more can't be read", damaged - GAMES_NAMED);
	else if (ids != NULL && damaged == 0)
		well("games", "%u can be read", count);
	free(ids);
}

static void print_fault(void *context, const char *line)
{
	ill(context, "templates", "%s", line);
}

static void check_texts(struct visit *visit)
{
	size_t count;
	const struct template_names *table = letters_table(&count);

	if (template_check(visit->site->templates, table, count, print_fault, visit) == 0)
		well("templates", "%zu letters can be written", count);
}

/* What was asked can't run out while no run has all the letters. */
static void check_fetched(struct visit *visit)
{
	struct fetched fetched;
	char when[STAMP_SIZE];
	int64_t limit;

	if (!ledger_fetched(visit->site->ledger, &fetched))
		return;
	limit = outage_limit(visit->site->config, &fetched);
	stamp_print(fetched.when, when);
	if (limit != 0 && step_time() - fetched.when > limit)
		ill(visit, "runs",
		    "none has had all the letters since %s; look into the log. By so much "
		    "the next one that has them moves the deadlines",
		    when);
	else
		well("runs", "one had all the letters at %s, or somewhat later", when);
}

static void check_state(struct visit *visit)
{
	const struct config *config = visit->site->config;

	if (journal_is_open(config->folder))
		well("journal", "an interrupted run waits to be finished; the next run does it");
	if (restore_is_open(visit->site->ledger))
		ill(visit, "backup",
		    "one was put back, and what was done since it was made is lost; run: pbem "
		    "retake");
}

/* Whether the reports reach a person: not what their address's server thinks of it, for which there
 * is
 * --send-test. */
static bool check_moderator(struct visit *visit)
{
	const struct config *config = visit->site->config;

	if (config->moderator == NULL)
		ill(visit, "moderator", "nobody gets the reports; set moderator in pbem.conf");
	else if (!compose_is_address(config->moderator))
		ill(visit, "moderator",
		    "'%s' is not a mail address; pbem.conf needs a bare one, as in "
		    "moderator = anna@example.org",
		    config->moderator);
	else if (text_same(config->moderator, config->address))
		ill(visit, "moderator",
		    "%s is the site's own address, where nobody reads: set moderator "
		    "in pbem.conf to a person's",
		    config->moderator);
	else
		well("moderator", "%s gets the reports%s", config->moderator,
		     visit->send_test ? "" : "; 'pbem doctor --send-test' sends one to try");
	return config->moderator != NULL && compose_is_address(config->moderator) &&
	       !text_same(config->moderator, config->address);
}

/* The letter to try with: 0 and its bytes. */
static int write_test(const struct site *site, int64_t now, struct text *letter,
		      struct reason *reason)
{
	const struct config *config = site->config;
	const struct value values[] = {{"site", config->name}, {"address", config->address}};
	char *id = base_printf("pbem.test.%" PRId64 "@%s", now, config->domain);
	struct text subject, body;
	int result;

	text_init(&subject, 1000);
	text_init(&body, 0);
	result = template_fill(site->templates, "test", values, ARRAY_LEN(values), &subject, &body,
			       reason);
	if (result == 0) {
		const struct outgoing outgoing = {
			.from_name = config->name,
			.from_address = config->address,
			.to_address = config->moderator,
			.subject = subject.bytes,
			.message_id = id,
			.date = now,
			.text = body.bytes,
		};

		result = compose_letter(&outgoing, letter, reason);
	}
	text_done(&body);
	text_done(&subject);
	free(id);
	return result;
}

/* By the way all letters go, but past the outbox: what became of it is told at once. */
static void send_test(struct visit *visit)
{
	const struct config *config = visit->site->config;
	int64_t now = step_time();
	char *name = base_printf("moderator.test.%" PRId64, now);
	struct sink *sink = NULL;
	struct reason reason;
	struct text letter;

	text_init(&letter, 0);
	if (write_test(visit->site, now, &letter, &reason) != 0 ||
	    sink_open(config, &sink, &reason) != WIRE_DONE ||
	    sink_send(sink, config->address, config->moderator, name, letter.bytes, letter.len,
		      &reason) != WIRE_DONE)
		ill(visit, "send-test", "%s", reason.text);
	else
		well("send-test",
		     "a letter to %s was accepted; look whether it arrived, among the "
		     "unwanted mail too",
		     config->moderator);
	sink_close(sink);
	text_done(&letter);
	free(name);
}

int command_doctor(int argc, char **argv)
{
	struct visit visit = {0};
	struct reason reason;

	bool reachable;

	visit.send_test = argc == 2 && strcmp(argv[1], "--send-test") == 0;
	if (argc != 1 && !visit.send_test)
		return command_usage(argv[0]);
	if (site_open(places_site(), SITE_LOOK, &visit.site, &reason) != SITE_OPEN) {
		ill(&visit, "site", "%s", reason.text);
		return commands_code(EX_CONFIG, &reason);
	}
	well("site", "%s, %s", visit.site->config->folder, visit.site->config->address);
	check_permissions(&visit);
	if (!journal_is_open(visit.site->config->folder))
		check_games(&visit);
	check_disk(&visit);
	check_clock(&visit);
	check_state(&visit);
	reachable = check_moderator(&visit);
	check_fetched(&visit);
	check_texts(&visit);
	check_mailbox(&visit);
	check_outgoing(&visit);
	if (visit.send_test && reachable)
		send_test(&visit);
	site_close(visit.site);
	if (visit.faults > 0)
		printf("%u to mend before pbem can be trusted with games.\n", visit.faults);
	return visit.faults > 0 ? EX_CONFIG : EX_OK;
}
