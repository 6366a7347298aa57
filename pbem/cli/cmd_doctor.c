/* SPDX-License-Identifier: MIT */
/* pbem doctor: tries everything that a run needs, changes nothing, and reports what has to be
 * fixed. It sends only a test message, and only on request. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

#include <glib.h>

#include "core/game/game_options.h"
#include "core/gamefile/gamefile.h"
#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "pbem/batch/backup_restore.h"
#include "pbem/calendar/timezone.h"
#include "pbem/cli/cli.h"
#include "pbem/compose/compose.h"
#include "pbem/compose/template_catalog.h"
#include "pbem/mail/mail.h"
#include "pbem/maintenance/doctor.h"
#include "pbem/site/open_game.h"
#include "pbem/site/site_faults.h"
#include "pbem/site/site_open.h"
#include "pbem/store/journal.h"
#include "pbem/sys/address.h"
#include "pbem/sys/files.h"
#include "pbem/sys/paths.h"
#include "pbem/sys/progress.h"
#include "pbem/sys/step.h"
#include "pbem/transport/sink.h"

enum { GAMES_NAMED = 10 }; /* damaged files that are named */

/* Compares the clocks: messages count by the server's clock and tokens expire by ours. */
static void check_clock(struct doctor_report *visit)
{
	enum {
		BUILT = 1767225600
	}; /* the first of January 2026, before which this program didn't exist */
	time_t now = time(NULL);
	char *path = config_path(visit->site->config, "ledger");
	struct stat status;

	if (now < BUILT)
		doctor_report_fault(visit, "clock",
				    "the clock shows %.24s, which is in the past; set the clock, "
				    "or run an NTP service",
				    ctime(&now));
	else if (stat(path, &status) == 0 && status.st_mtime > now + SECONDS_AN_HOUR)
		doctor_report_fault(visit, "clock",
				    "the time of the ledger file is in the future; set the clock, "
				    "or run an NTP service");
	else
		doctor_report_ok("clock", "%.24s", ctime(&now));
	free(path);
}

static void check_disk(struct doctor_report *visit)
{
	const struct config *config = visit->site->config;
	struct statvfs space;
	uint64_t megabytes;

	if (statvfs(config->folder, &space) != 0) {
		doctor_report_fault(visit, "disk", "%s: %s", config->folder, strerror(errno));
		return;
	}
	megabytes = (uint64_t)space.f_bavail * space.f_frsize >> 20;
	if (megabytes == 0)
		doctor_report_full(visit, "the disk is full; delete files that you don't need");
	else if (megabytes < (uint64_t)config->min_free_megabytes)
		doctor_report_full(visit,
				   "%" PRIu64 " MB are free; runs need %ld (min-free-megabytes)",
				   megabytes, config->min_free_megabytes);
	else if (space.f_favail < 1000 && space.f_files > 0)
		doctor_report_full(visit,
				   "the disk has room for only %llu more files; delete files that "
				   "you don't need",
				   (unsigned long long)space.f_favail);
	else
		doctor_report_ok("disk", "%" PRIu64 " MB are free", megabytes);
}

/* site_open has already refused a site whose secrets others can read. Here the files of each game
 * are checked. */
/* Counts a game's files that others can read, except the game file itself. */
static unsigned check_private(struct doctor_report *visit, const char *id)
{
	static const char *const names[] = {"seats", "sealed", "snapshot"};
	struct reason reason;
	unsigned open = 0;

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		char *path = site_game_file(visit->site, id, names[i]);

		if (files_check_private(path, &reason) != 0) {
			doctor_report_fault(visit, "permissions", "%s", reason.text);
			open++;
		}
		free(path);
	}
	return open;
}

static void check_permissions(struct doctor_report *visit)
{
	struct reason reason;
	char **ids = site_games(visit->site->config->folder, &reason);
	unsigned open = 0, count = 0;

	if (ids == NULL) {
		doctor_report_fault(visit, "permissions", "%s", reason.text);
		return;
	}
	for (char **id = ids; *id != NULL; id++) {
		open += check_private(visit, *id);
		count++;
		free(*id);
	}
	free(ids);
	if (access(visit->site->config->folder, W_OK) != 0)
		doctor_report_fault(visit, "permissions", "can't write in %s: %s",
				    visit->site->config->folder, strerror(errno));
	else if (open == 0)
		doctor_report_ok("permissions",
				 "nobody else can read the keys, the letters, and the seats and "
				 "secrets of %u game%s",
				 count, count == 1 ? "" : "s");
}

/* Reports a fault of a file. Wrong permissions were reported before (check_permissions). */
static void report_file(void *context, const char *name, const struct reason *why)
{
	struct doctor_report *visit = context;
	struct strbuf line;

	if (why->kind == REASON_RIGHTS)
		return;
	strbuf_init(&line, 0);
	if (cmd_describe_fault(name, why, &line) == EX_TEMPFAIL)
		visit->later++;
	else
		visit->damaged++;
	if (visit->later + visit->damaged <= GAMES_NAMED)
		doctor_report_fault(visit, "games", "%s: %s. Run: pbem repair", line.bytes,
				    why->text);
	else
		visit->faults++;
	strbuf_done(&line);
}

/* Checks the files of games and open games. Work that an interrupted run has left half done is no
 * damage: the next run finishes it. */
static void check_games(struct doctor_report *visit)
{
	const unsigned faults = visit->faults;
	struct site *site = visit->site;
	struct ledger_offer row = {.number = 0};
	struct reason reason;
	char **ids = cmd_list_games(site, &reason);
	struct open_game offer;
	unsigned count = 0;

	progress_begin("games");
	for (char **id = ids; id != NULL && *id != NULL; id++) {
		char *folder = site_game_folder(site, *id);
		char *name = base_printf("games/%s/game.txt", *id);
		struct gamefile *file = gamefile_load(folder, site->library, &reason);

		if (file == NULL)
			report_file(visit, name, &reason);
		else
			site_faults_of_game(site, file, report_file, visit);
		gamefile_free(file);
		count++;
		free(name);
		free(folder);
		progress_tick(count, g_strv_length(ids));
	}
	progress_end();
	while (ledger_next_offer(site->ledger, row.number, &row)) {
		char *name = base_printf("offers/%s", row.id);

		if (open_game_load(site->config->folder, row.id, &offer, &reason) != 0)
			report_file(visit, name, &reason);
		else
			open_game_done(&offer);
		free(name);
	}
	if (visit->later + visit->damaged > GAMES_NAMED)
		doctor_report_note("games",
				   "further files with faults: %u; 'pbem repair' lists them",
				   visit->later + visit->damaged - GAMES_NAMED);
	else if (ids != NULL && visit->faults == faults)
		doctor_report_ok("games", "games that pbem can read: %u", count);
	g_strfreev(ids);
}

static void print_fault(void *context, const char *line)
{
	doctor_report_fault(context, "templates", "%s", line);
}

static void check_texts(struct doctor_report *visit)
{
	size_t count;
	const struct template_names *table = template_catalog_table(&count);
	struct reason reason;

	if (site_need_words(visit->site, &reason) !=
	    0) /* templates contain the words by which replies are cut */
		doctor_report_fault(visit, "templates", "%s", reason.text);
	else if (template_check(visit->site->templates, table, count, print_fault, visit) == 0)
		doctor_report_ok("templates", "pbem can write all %zu kinds of letters", count);
}

static void check_state(struct doctor_report *visit)
{
	const struct config *config = visit->site->config;

	if (journal_is_open(config->folder))
		doctor_report_ok("journal",
				 "a run was interrupted; the next run finishes its work");
	if (backup_restore_is_open(visit->site->ledger))
		doctor_report_fault(visit, "backup",
				    "a backup was restored, and everything that pbem did after the "
				    "backup is lost; run: pbem retake");
}

/* Returns whether reports can be delivered to a person, as far as can be seen here. Only
 * --send-test shows whether the address's server accepts them. */
static bool check_moderator(struct doctor_report *visit)
{
	const struct config *config = visit->site->config;
	bool sound = config->moderator != NULL;
	char *to;

	if (!sound)
		doctor_report_fault(visit, "moderator",
				    "nobody gets the reports; write your mail address into "
				    "pbem.conf as moderator");
	for (size_t i = 0; sound && (to = config_moderator(config, i)) != NULL; i++) {
		sound = address_is_good(to) && !strbuf_same(to, config->address);
		if (!address_is_good(to))
			doctor_report_fault(visit, "moderator",
					    "'%s' is not a mail address; in pbem.conf, write only "
					    "an address, such as moderator = anna@example.org, or "
					    "several addresses with commas between them",
					    to);
		else if (!sound)
			doctor_report_fault(
				visit, "moderator",
				"nobody reads mail to %s, which is the site's own address; in "
				"pbem.conf, set moderator to a person's address",
				to);
		free(to);
	}
	if (sound)
		doctor_report_ok(
			"moderator", "%s gets the reports%s", config->moderator,
			visit->send_test ? "" : "; 'pbem doctor --send-test' sends a test letter");
	return sound;
}

static void check_language(struct doctor_report *visit)
{
	const char *language = visit->site->config->language;
	char **languages = template_set_languages(visit->site->templates);
	char *known = g_strjoinv(", ", languages);

	if (language != NULL && !g_strv_contains((const char *const *)languages, language))
		doctor_report_fault(visit, "language",
				    "pbem has no letters in the language '%s'; set language in "
				    "pbem.conf to one of: %s",
				    language, known);
	g_free(known);
	g_strfreev(languages);
}

/* Checks settings of pbem.conf whose faults show only when they are used. */
static void check_settings(struct doctor_report *visit)
{
	const struct config *config = visit->site->config;
	char *ca_file = config->ca_file != NULL ? config_path(config, config->ca_file) : NULL;
	char zone[TIMEZONE_NAME_MAX + 1];
	struct reason reason;
	struct game_options terms;

	check_language(visit);
	if (ca_file != NULL && access(ca_file, R_OK) != 0)
		doctor_report_fault(visit, "ca-file", "%s: %s", ca_file, strerror(errno));
	if (game_options_read(config->options, config->option_count, &terms, &reason) == 0 &&
	    timezone_find(terms.zone, zone, &reason) == REFUSED)
		doctor_report_fault(visit, "option.zone", "%s", reason.text);
	free(ca_file);
}

/* Writes the test message. Returns 0 and its bytes. */
static int write_test(const struct site *site, const char *to, int64_t now, struct strbuf *letter,
		      struct reason *reason)
{
	const struct config *config = site->config;
	const struct value values[] = {{"site", config->name}, {"address", config->address}};
	char *name = base_printf("test.%" PRId64, now);
	char *id = mail_id(site, name, to, "", values, ARRAY_LEN(values));
	struct strbuf subject, body;
	int result;

	strbuf_init(&subject, 1000);
	strbuf_init(&body, 0);
	result = template_fill(site->templates, config->language != NULL ? config->language : "",
			       "test", values, ARRAY_LEN(values), &subject, &body, NULL, reason);
	if (result == 0) {
		const struct outgoing outgoing = {
			.from_name = config->name,
			.from_address = config->address,
			.to_address = to,
			.subject = subject.bytes,
			.message_id = id,
			.date = now,
			.text = body.bytes,
		};

		result = compose_message(&outgoing, letter, reason);
	}
	strbuf_done(&body);
	strbuf_done(&subject);
	free(id);
	free(name);
	return result;
}

/* Sends the test message the way all messages go, but not through the outbox, and reports the
 * result at once. */
static void send_test(struct doctor_report *visit, const char *to, size_t number)
{
	const struct config *config = visit->site->config;
	int64_t now = step_time();
	char *name = base_printf("moderator.test.%" PRId64 ".%zu", now, number);
	struct sink *sink = NULL;
	struct sink_result fate;
	struct strbuf bytes;

	strbuf_init(&bytes, 0);
	if (write_test(visit->site, to, now, &bytes, &fate.why) != 0 ||
	    sink_open(config, &sink, &fate.why) != WIRE_DONE ||
	    sink_send(sink,
		      &(struct sink_letter){config->address, to, name, bytes.bytes, bytes.len},
		      &fate) != WIRE_DONE)
		doctor_report_fault(visit, "send-test", "%s", fate.why.text);
	else
		doctor_report_ok("send-test",
				 "the mail server accepted a test letter to %s; check that the "
				 "letter arrives, and look also in the spam folder",
				 to);
	sink_close(sink);
	strbuf_done(&bytes);
	free(name);
}

static void send_tests(struct doctor_report *visit)
{
	char *to;

	for (size_t i = 0; (to = config_moderator(visit->site->config, i)) != NULL; i++) {
		send_test(visit, to, i);
		free(to);
	}
}

int cmd_doctor(const struct args *args)
{
	struct doctor_report visit = {.send_test = args_has(args, "--send-test")};
	struct reason reason;
	bool reachable;

	/* Mailbox and outbox are tried, and created if they are missing. */
	if (files_become_owner(paths_site(), &reason) != 0) {
		doctor_report_fault(&visit, "site", "%s", reason.text);
		return cli_code(EX_CONFIG, &reason);
	}
	sandbox_start();
	if (site_open(paths_site(), SITE_LOOK, &visit.site, &reason) != SITE_OPEN) {
		doctor_report_fault(&visit, "site", "%s", reason.text);
		sandbox_stop();
		return cli_code(EX_CONFIG, &reason);
	}
	doctor_report_ok("site", "%s, %s", visit.site->config->folder, visit.site->config->address);
	check_permissions(&visit);
	if (!journal_is_open(visit.site->config->folder))
		check_games(&visit);
	check_disk(&visit);
	check_clock(&visit);
	check_state(&visit);
	check_settings(&visit);
	reachable = check_moderator(&visit);
	doctor_runs(&visit);
	doctor_moves(&visit);
	check_texts(&visit);
	doctor_letters(&visit);
	doctor_mail(&visit);
	if (visit.send_test && reachable)
		send_tests(&visit);
	sandbox_stop();
	site_close(visit.site);
	if (visit.faults > 0)
		printf("Correct the lines that begin with BAD (%u), before you run games with "
		       "pbem.\n",
		       visit.faults);
	if (visit.faults > visit.later + visit.damaged)
		return EX_CONFIG;
	if (visit.damaged > 0)
		return EX_DATAERR;
	return visit.later > 0 ? EX_TEMPFAIL : EX_OK;
}
