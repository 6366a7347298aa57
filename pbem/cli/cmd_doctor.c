/* SPDX-License-Identifier: MIT */
/* pbem doctor: tries everything that a run needs, changes nothing, and reports what has to be
 * fixed. It sends only a test message, and only on request. */
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

#include <glib.h>

#include "core/game/game_options.h"
#include "core/gamefile/gamefile.h"
#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "pbem/batch/backup_restore.h"
#include "pbem/batch/outage.h"
#include "pbem/calendar/timezone.h"
#include "pbem/cli/cli.h"
#include "pbem/compose/compose.h"
#include "pbem/compose/template_catalog.h"
#include "pbem/mail/mail.h"
#include "pbem/migrate/forward.h"
#include "pbem/site/moved_game.h"
#include "pbem/site/open_game.h"
#include "pbem/site/site_faults.h"
#include "pbem/site/site_open.h"
#include "pbem/store/journal.h"
#include "pbem/sys/address.h"
#include "pbem/sys/files.h"
#include "pbem/sys/instance.h"
#include "pbem/sys/paths.h"
#include "pbem/sys/progress.h"
#include "pbem/sys/step.h"
#include "pbem/transport/sink.h"
#include "pbem/transport/source.h"

enum { GAMES_NAMED = 10 }; /* damaged files that are named */

struct doctor {
	struct site *site;
	unsigned faults; /* number of faults */
	unsigned files;	 /* how many of them are faulty files of games */
	int code;	 /* the exit code */
	bool send_test;	 /* requested by --send-test */
};

enum { NOTE = -1 };

/* Prints a line about something that was checked. `code` is EX_OK if it is right, NOTE if it needs
 * no repair but should be known, or the exit code for a fault. Wrong settings and permissions have
 * priority over damaged files, and both over what may go away. */
static void print_line(struct doctor *visit, int code, const char *what, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

static void print_line(struct doctor *visit, int code, const char *what, const char *format, ...)
{
	const bool fault = code != EX_OK && code != NOTE;
	va_list values;

	printf("%s%-4s%s %-12s ",
	       progress_colour(stdout, code == EX_OK ? PROGRESS_GOOD
				       : fault	     ? PROGRESS_BAD
						     : PROGRESS_PLAIN),
	       code == EX_OK ? "ok"
	       : fault	     ? "BAD"
			     : "note",
	       progress_colour(stdout, PROGRESS_PLAIN), what);
	va_start(values, format);
	vprintf(format, values);
	va_end(values);
	printf("\n");
	visit->faults += fault;
	if (fault && (visit->code == EX_OK || visit->code == EX_TEMPFAIL || code == EX_CONFIG))
		visit->code = code;
}

/* Compares the clocks: messages count by the server's clock and tokens expire by ours. */
static void check_clock(struct doctor *visit)
{
	enum {
		BUILT = 1767225600
	}; /* the first of January 2026, before which this program didn't exist */
	time_t now = time(NULL);
	char *path = config_path(visit->site->config, "ledger");
	struct stat status;

	if (now < BUILT)
		print_line(visit, EX_CONFIG, "clock",
			   "the clock shows %.24s, which is in the past; set the clock, "
			   "or run an NTP service",
			   ctime(&now));
	else if (stat(path, &status) == 0 && status.st_mtime > now + SECONDS_AN_HOUR)
		print_line(visit, EX_CONFIG, "clock",
			   "the time of the ledger file is in the future; set the clock, "
			   "or run an NTP service");
	else
		print_line(visit, EX_OK, "clock", "%.24s", ctime(&now));
	free(path);
}

static void check_disk(struct doctor *visit)
{
	const struct config *config = visit->site->config;
	struct statvfs space;
	uint64_t megabytes;

	if (statvfs(config->folder, &space) != 0) {
		print_line(visit, EX_CONFIG, "disk", "%s: %s", config->folder, strerror(errno));
		return;
	}
	megabytes = (uint64_t)space.f_bavail * space.f_frsize >> 20;
	if (megabytes == 0)
		print_line(visit, EX_TEMPFAIL, "disk",
			   "the disk is full; delete files that you don't need");
	else if (megabytes < (uint64_t)config->min_free_megabytes)
		print_line(visit, EX_TEMPFAIL, "disk",
			   "%" PRIu64 " MB are free; runs need %ld (min-free-megabytes)", megabytes,
			   config->min_free_megabytes);
	else if (space.f_favail < 1000 && space.f_files > 0)
		print_line(visit, EX_TEMPFAIL, "disk",
			   "the disk has room for only %llu more file%s; delete files that "
			   "you don't need",
			   (unsigned long long)space.f_favail, base_plural(space.f_favail));
	else
		print_line(visit, EX_OK, "disk", "%" PRIu64 " MB are free", megabytes);
}

/* A game's files whose permissions check_permissions reports. */
static const char *const private_files[] = {"seats", "sealed", "snapshot"};

/* Counts those of them that others can read. */
static unsigned check_private(struct doctor *visit, const char *id)
{
	struct reason reason;
	unsigned open = 0;

	for (size_t i = 0; i < ARRAY_LEN(private_files); i++) {
		char *path = site_game_file(visit->site, id, private_files[i]);

		if (files_check_private(path, &reason) != 0) {
			print_line(visit, EX_CONFIG, "permissions", "%s", reason.text);
			open++;
		}
		free(path);
	}
	return open;
}

/* site_open has already refused a site whose secrets others can read. Here the files of each game
 * are checked. */
static void check_permissions(struct doctor *visit)
{
	struct reason reason;
	char **ids = site_games(visit->site->config->folder, &reason);
	unsigned open = 0, count = 0;

	if (ids == NULL) {
		print_line(visit, EX_CONFIG, "permissions", "%s", reason.text);
		return;
	}
	for (char **id = ids; *id != NULL; id++) {
		open += check_private(visit, *id);
		count++;
		free(*id);
	}
	free(ids);
	if (access(visit->site->config->folder, W_OK) != 0)
		print_line(visit, EX_CONFIG, "permissions", "can't write in %s: %s",
			   visit->site->config->folder, strerror(errno));
	else if (open == 0)
		print_line(visit, EX_OK, "permissions",
			   "nobody else can read the keys, the letters, and the seats and "
			   "secrets of %u game%s",
			   count, base_plural(count));
}

/* Reports a fault of a file, unless check_permissions has reported it. */
static void report_file(void *context, const char *name, const struct reason *why)
{
	const char *file = strrchr(name, '/') + 1;
	struct doctor *visit = context;
	struct strbuf line;
	int code;

	for (size_t i = 0; i < ARRAY_LEN(private_files); i++)
		if (why->kind == REASON_RIGHTS && strcmp(file, private_files[i]) == 0)
			return;
	strbuf_init(&line, 0);
	code = cmd_describe_fault(name, why, &line);
	if (visit->files++ < GAMES_NAMED)
		print_line(visit, code, "games", "%s: %s%s", line.bytes, why->text,
			   why->kind == REASON_RIGHTS ? "" : ". Run: pbem repair");
	strbuf_done(&line);
}

/* Checks the files of games and open games. Work that an interrupted run has left half done is no
 * damage: the next run finishes it. */
static void check_games(struct doctor *visit)
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
	if (visit->files > GAMES_NAMED)
		print_line(visit, NOTE, "games",
			   "further files with faults: %u; 'pbem repair' lists them",
			   visit->files - GAMES_NAMED);
	else if (ids != NULL && visit->faults == faults)
		print_line(visit, EX_OK, "games", "games that pbem can read: %u", count);
	g_strfreev(ids);
}

static void print_fault(void *context, const char *line)
{
	print_line(context, EX_CONFIG, "templates", "%s", line);
}

static void check_texts(struct doctor *visit)
{
	size_t count;
	const struct template_names *table = template_catalog_table(&count);
	struct reason reason;

	if (site_need_words(visit->site, &reason) !=
	    0) /* templates contain the words by which replies are cut */
		print_line(visit, EX_CONFIG, "templates", "%s", reason.text);
	else if (template_check(visit->site->templates, table, count, print_fault, visit) == 0)
		print_line(visit, EX_OK, "templates", "pbem can write all %zu kinds of letters",
			   count);
}

static void check_state(struct doctor *visit)
{
	const struct config *config = visit->site->config;

	if (journal_is_open(config->folder))
		print_line(visit, EX_OK, "journal",
			   "a run was interrupted; the next run finishes its work");
	if (backup_restore_is_open(visit->site->ledger))
		print_line(visit, EX_CONFIG, "backup",
			   "a backup was restored, and everything that pbem did after the "
			   "backup is lost; run: pbem retake");
}

/* Returns whether reports can be delivered to a person, as far as can be seen here. Only
 * --send-test shows whether the address's server accepts them. */
static bool check_moderator(struct doctor *visit)
{
	const struct config *config = visit->site->config;
	bool sound = config->moderator != NULL;
	char *to;

	if (!sound)
		print_line(visit, EX_CONFIG, "moderator",
			   "nobody gets the reports; write your mail address into "
			   "pbem.conf as moderator");
	for (size_t i = 0; sound && (to = config_moderator(config, i)) != NULL; i++) {
		sound = address_is_good(to) && !strbuf_same(to, config->address);
		if (!address_is_good(to))
			print_line(visit, EX_CONFIG, "moderator",
				   "'%s' is not a mail address; in pbem.conf, write only "
				   "an address, such as moderator = anna@example.org, or "
				   "several addresses with commas between them",
				   to);
		else if (!sound)
			print_line(visit, EX_CONFIG, "moderator",
				   "nobody reads mail to %s, which is the site's own address; in "
				   "pbem.conf, set moderator to a person's address",
				   to);
		free(to);
	}
	if (sound)
		print_line(visit, EX_OK, "moderator", "%s gets the reports%s", config->moderator,
			   visit->send_test ? ""
					    : "; 'pbem doctor --send-test' sends a test letter");
	return sound;
}

static void check_language(struct doctor *visit)
{
	const char *language = visit->site->config->language;
	char **languages = template_set_languages(visit->site->templates);
	char *known = g_strjoinv(", ", languages);

	if (language != NULL && !g_strv_contains((const char *const *)languages, language))
		print_line(visit, EX_CONFIG, "language",
			   "pbem has no letters in the language '%s'; set language in "
			   "pbem.conf to one of: %s",
			   language, known);
	g_free(known);
	g_strfreev(languages);
}

/* Checks settings of pbem.conf whose faults show only when they are used. */
static void check_settings(struct doctor *visit)
{
	const struct config *config = visit->site->config;
	char *ca_file = config->ca_file != NULL ? config_path(config, config->ca_file) : NULL;
	char zone[TIMEZONE_NAME_MAX + 1];
	struct reason reason;
	struct game_options terms;

	check_language(visit);
	if (ca_file != NULL && access(ca_file, R_OK) != 0)
		print_line(visit, EX_CONFIG, "ca-file", "%s: %s", ca_file, strerror(errno));
	if (game_options_read(config->options, config->option_count, &terms, &reason) == 0 &&
	    timezone_find(terms.zone, zone, &reason) == REFUSED)
		print_line(visit, EX_CONFIG, "option.zone", "%s", reason.text);
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
static void send_test(struct doctor *visit, const char *to, size_t number)
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
		print_line(visit, EX_CONFIG, "send-test", "%s", fate.why.text);
	else
		print_line(visit, EX_OK, "send-test",
			   "the mail server accepted a test letter to %s; check that the "
			   "letter arrives, and look also in the spam folder",
			   to);
	sink_close(sink);
	strbuf_done(&bytes);
	free(name);
}

static void send_tests(struct doctor *visit)
{
	char *to;

	for (size_t i = 0; (to = config_moderator(visit->site->config, i)) != NULL; i++) {
		send_test(visit, to, i);
		free(to);
	}
}

enum {
	LEAST_GAP = 2 * SECONDS_AN_HOUR
}; /* a shorter time without runs isn't a gap, however often runs usually are */

/* Returns text such as "40 minutes", "7 hours", "3 days". */
static char *format_seconds(int64_t seconds)
{
	if (seconds < 2 * SECONDS_AN_HOUR)
		return base_printf("%" PRId64 " minute%s", seconds / 60,
				   base_plural((size_t)seconds / 60));
	if (seconds < 2 * SECONDS_A_DAY)
		return base_printf("%" PRId64 " hours", seconds / SECONDS_AN_HOUR);
	return base_printf("%" PRId64 " days", seconds / SECONDS_A_DAY);
}

/* Reports gaps that cron, a timer or `watch` has left, as far as they are recorded, including the
 * time since the last run. */
static void check_gaps(struct doctor *visit, const struct fetched *fetched, int64_t since)
{
	int64_t usual = outage_usual(fetched), longest = outage_longest(fetched);
	char *often, *gap;

	if (since > longest)
		longest = since;
	if (usual == 0 || longest < LEAST_GAP || longest <= 3 * usual)
		return;
	often = format_seconds(usual);
	gap = format_seconds(longest);
	print_line(
		visit, NOTE, "runs",
		"there was no run for %s, although runs are usually %s apart; check that cron, the "
		"timer or pbem watch is working, and read the log of that time",
		gap, often);
	free(gap);
	free(often);
}

static void check_runs(struct doctor *visit)
{
	struct fetched fetched;
	char when[TIMESTAMP_SIZE];
	int64_t limit, since;

	if (!ledger_fetched(visit->site->ledger, &fetched))
		return;
	limit = outage_limit(visit->site->config, &fetched);
	since = step_time() - fetched.when;
	timestamp_print(fetched.when, when);
	if (limit != 0 && since > limit) {
		print_line(
			visit, EX_CONFIG, "runs",
			"no run has received all letters since %s; read the log. The next run that "
			"receives all letters moves the deadlines by the lost time",
			when);
		return;
	}
	print_line(visit, EX_OK, "runs", "a run received all letters at %s or a little later",
		   when);
	check_gaps(visit, &fetched, since);
}

/* Returns whether the game's move to another site is unfinished. */
static bool is_leaving(struct doctor *visit, const char *id)
{
	const char *folder = visit->site->config->folder;
	struct moved_game elsewhere;
	struct reason reason;
	bool leaving = false;

	if (moved_game_load(folder, id, &elsewhere, &reason) != 0 ||
	    moved_game_is_leaving(folder, &elsewhere, &leaving, &reason) != 0)
		print_line(visit, EX_CONFIG, "moves", "%s", reason.text);
	else if (leaving)
		print_line(visit, EX_CONFIG, "moves",
			   "the move of game %s to %s isn't finished, and nobody can play "
			   "the game until then; run: pbem move %s %s",
			   id, elsewhere.to, id, elsewhere.to);
	return leaving;
}

static unsigned count_letters(struct doctor *visit, const char *folder)
{
	struct reason reason;
	struct forward_letter *list = forward_list(visit->site, folder, &reason);
	unsigned count = 0;

	if (list == NULL)
		print_line(visit, EX_CONFIG, "moves", "%s", reason.text);
	for (const struct forward_letter *each = list; each != NULL && each->name != NULL; each++)
		count++;
	forward_free(list);
	return count;
}

static void check_moves(struct doctor *visit)
{
	struct reason reason;
	char **ids = moved_game_list(visit->site->config->folder, &reason);
	unsigned gone = 0, leaving = 0, waiting = count_letters(visit, "forwarding");

	if (ids == NULL)
		print_line(visit, EX_CONFIG, "moves", "%s", reason.text);
	for (char **id = ids; ids != NULL && *id != NULL; id++, gone++)
		leaving += is_leaving(visit, *id);
	g_strfreev(ids);
	if (waiting > 0)
		print_line(visit, NOTE, "moves",
			   "letters for games that have moved to other sites: %u; the next "
			   "run that finds these sites forwards the letters",
			   waiting);
	if (gone > leaving)
		print_line(visit, EX_OK, "moves",
			   "games that have moved from here to other sites: %u; 'pbem "
			   "status' lists them",
			   gone - leaving);
}

/* Reads a message, as a run does. */
static void check_letters(struct doctor *visit)
{
	static const char bytes[] = "From: doctor@localhost\nSubject: trial\n\nHELP\n";
	struct message *letter = NULL;
	struct reason reason;

	/* The check of templates reports this fault. */
	if (site_need_words(visit->site, &reason) != 0)
		return;
	if (sandbox_read(bytes, strlen(bytes), &letter, &reason) != SANDBOX_READ)
		print_line(visit, EX_CONFIG, "letters", "pbem can't read any letter: %s",
			   reason.text);
	else if (sandbox_are_closed())
		print_line(visit, EX_OK, "letters", "the process that reads them is confined by %s",
			   sandbox_doors());
	else
		print_line(visit, NOTE, "letters", "the process that reads them is confined by %s",
			   sandbox_doors());
	if (visit->site->config->messages_per_reader > 1)
		print_line(visit, NOTE, "letters",
			   "a process reads up to %ld of them (messages-per-reader): an attack "
			   "by one could read and change the others",
			   visit->site->config->messages_per_reader);
	message_free(letter);
}

enum {
	SKEW_SECONDS = 120, /* seconds by which clocks may differ without harm */
	EXPIRY_NOTED = 21,  /* days left when most certificates have been renewed */
	EXPIRY_BAD = 7	    /* days left when somebody has probably forgotten it */
};

/* Checks a certificate. A server whose certificate has expired isn't used, and messages wait until
 * it has another. */
static void check_certificate(struct doctor *visit, const char *whose, int64_t until)
{
	int64_t days = (until - step_time()) / SECONDS_A_DAY;
	char when[TIMESTAMP_SIZE];

	if (until == 0)
		return;
	timestamp_print(until, when);
	if (days < EXPIRY_BAD)
		print_line(visit, EX_CONFIG, "certificate",
			   "the certificate of the %s is valid for only %" PRId64
			   " more day%s, until %s; renew the certificate, or ask the "
			   "server's administrator to do so",
			   whose, days, base_plural((size_t)days), when);
	else if (days < EXPIRY_NOTED)
		print_line(visit, NOTE, "certificate",
			   "the certificate of the %s is valid for %" PRId64
			   " more days, until %s; check that the certificate will be renewed",
			   whose, days, when);
	else
		print_line(visit, EX_OK, "certificate",
			   "the certificate of the %s is valid for %" PRId64 " more days", whose,
			   days);
}

/* ---- the owner of the mailbox ---- */

/* Returns the user as whom the URL logs in, unless the user is given separately; the caller frees
 * it. NULL: none. */
static char *find_user(const char *user, const char *url)
{
	GUri *uri =
		user == NULL
			? g_uri_parse(url, G_URI_FLAGS_HAS_PASSWORD | G_URI_FLAGS_HAS_AUTH_PARAMS,
				      NULL)
			: NULL;
	char *found = user != NULL ? base_strdup(user) : NULL;

	if (uri != NULL && g_uri_get_user(uri) != NULL)
		found = base_strdup(g_uri_get_user(uri));
	if (uri != NULL)
		g_uri_unref(uri);
	return found;
}

/* Returns whether that user is an address, and another one than the site's. A name alone proves
 * nothing. */
static bool is_another(const char *user, const char *address)
{
	return user != NULL && strchr(user, '@') != NULL && strcasecmp(user, address) != 0;
}

static void check_sender(struct doctor *visit, const struct config *config)
{
	char *reader = find_user(config->mailbox_user, config->mailbox);
	char *sender = find_user(config->outgoing_user, config->outgoing);

	if (is_another(reader, config->address))
		print_line(visit, NOTE, "sender",
			   "letters come from %s, but the mailbox belongs to %s; check "
			   "that mail to the first address arrives in this mailbox",
			   config->address, reader);
	if (is_another(sender, config->address))
		print_line(visit, NOTE, "sender",
			   "letters come from %s, but the account of %s sends them; many servers "
			   "refuse such letters, or replace the address by the account's address. "
			   "'pbem doctor --send-test' sends a letter that shows the result",
			   config->address, sender);
	free(reader);
	free(sender);
}

/* ---- the server's clock ---- */

static void report_clock(struct doctor *visit, int64_t ahead)
{
	if (ahead > SKEW_SECONDS || ahead < -SKEW_SECONDS)
		print_line(visit, EX_CONFIG, "clock",
			   "the clock of the mailbox's server is %" PRId64
			   " seconds %s this machine's clock, and deadlines need both "
			   "clocks; run an NTP service on this machine",
			   ahead > 0 ? ahead : -ahead, ahead > 0 ? "ahead of" : "behind");
}

/* Compares the clocks by the times of messages, which can't be in the future. To find out more, a
 * message has to be put into the mailbox. */
static void check_server_clock(struct doctor *visit, struct source *source)
{
	int64_t server = 0, before = step_time();
	struct reason reason;

	if (visit->send_test) {
		if (source_clock(source, &server, &reason) != WIRE_DONE)
			print_line(visit, NOTE, "clock",
				   "pbem can't find out the time of the mailbox's server: %s",
				   reason.text);
		else if (server != 0)
			report_clock(visit, server - (before + step_time()) / 2);
	} else if (source_newest(source, &server, &reason) == WIRE_DONE &&
		   server > step_time() + SKEW_SECONDS) {
		report_clock(visit, server - step_time());
	}
}

/* ---- whether another host is kept out ---- */

static void check_hosts(struct doctor *visit, struct source *source)
{
	struct config *config = visit->site->config;
	const char *unclaimed = source_unclaimed(source);
	struct reason reason;

	if (!config->one_host) {
		print_line(visit, NOTE, "hosts",
			   "one-host is no in pbem.conf; make sure that no other "
			   "copy of this site runs");
		return;
	}
	if (instance_load(config, false, &reason) != 0 ||
	    instance_check(config, false, &reason) != 0 ||
	    source_hold(source, SOURCE_LOOK, &reason) != WIRE_DONE)
		print_line(visit, EX_CONFIG, "hosts", "%s", reason.text);
	else if (source_another(source) != NULL)
		print_line(visit, EX_CONFIG, "hosts",
			   "another host, %s, has claimed letters of the mailbox. Let pbem run on "
			   "only one of the two hosts. To choose this host, run: pbem adopt",
			   source_another(source));
	else if (instance_check_met(config, &reason) != 0)
		print_line(visit, EX_CONFIG, "hosts", "%s", reason.text);
	else if (unclaimed != NULL)
		print_line(visit, NOTE, "hosts",
			   "pbem can't make sure that no other host reads this mailbox: "
			   "%s. Check that no other copy of this site runs",
			   unclaimed);
	else
		print_line(visit, EX_OK, "hosts",
			   "this copy claims letters before it answers them, so no "
			   "other copy answers them, too");
}

/* ---- both ways ---- */

static void check_mailbox(struct doctor *visit)
{
	struct source *source = NULL;
	struct waiting_list letters = {0};
	struct reason reason;

	if (source_open(visit->site->config, &source, &reason) != WIRE_DONE ||
	    source_list(source, 100000, &letters, &reason) != WIRE_DONE) {
		print_line(visit, EX_CONFIG, "mailbox", "%s", reason.text);
	} else {
		print_line(visit, EX_OK, "mailbox", "%s; %zu letter%s waiting",
			   source_describe(source), letters.count,
			   letters.count == 1 ? " is" : "s are");
		check_certificate(visit, "mailbox", source_certificate(source));
		check_hosts(visit, source);
		check_server_clock(visit, source);
	}
	transport_free_list(&letters);
	source_close(source);
}

static void check_outgoing(struct doctor *visit)
{
	struct sink *sink = NULL;
	struct reason reason;

	if (sink_open(visit->site->config, &sink, &reason) != WIRE_DONE ||
	    sink_probe(sink, &reason) != WIRE_DONE) {
		print_line(visit, EX_CONFIG, "outgoing", "%s", reason.text);
	} else {
		print_line(visit, EX_OK, "outgoing", "%s accepts letters",
			   visit->site->config->outgoing);
		check_certificate(visit, "mail server", sink_certificate(sink));
	}
	sink_close(sink);
}

static void check_mail(struct doctor *visit)
{
	check_mailbox(visit);
	check_outgoing(visit);
	check_sender(visit, visit->site->config);
}

/* ---- the command ---- */

int cmd_doctor(const struct args *args)
{
	struct doctor visit = {.send_test = args_has(args, "--send-test")};
	struct reason reason;
	bool reachable;

	/* Mailbox and outbox are tried, and created if they are missing. */
	if (files_become_owner(paths_site(), &reason) != 0) {
		print_line(&visit, EX_CONFIG, "site", "%s", reason.text);
		return cli_code(EX_CONFIG, &reason);
	}
	sandbox_start();
	if (site_open(paths_site(), SITE_LOOK, &visit.site, &reason) != SITE_OPEN) {
		print_line(&visit, EX_CONFIG, "site", "%s", reason.text);
		sandbox_stop();
		return cli_code(EX_CONFIG, &reason);
	}
	print_line(&visit, EX_OK, "site", "%s, %s", visit.site->config->folder,
		   visit.site->config->address);
	check_permissions(&visit);
	if (!journal_is_open(visit.site->config->folder))
		check_games(&visit);
	check_disk(&visit);
	check_clock(&visit);
	check_state(&visit);
	check_settings(&visit);
	reachable = check_moderator(&visit);
	check_runs(&visit);
	check_moves(&visit);
	check_texts(&visit);
	check_letters(&visit);
	check_mail(&visit);
	if (visit.send_test && reachable)
		send_tests(&visit);
	sandbox_stop();
	if (ledger_check(visit.site->ledger, &reason) != 0)
		print_line(&visit, cli_code(EX_TEMPFAIL, &reason), "ledger", "%s", reason.text);
	site_close(visit.site);
	if (visit.faults > 0)
		printf("Correct the lines that begin with BAD (%u), before you run games with "
		       "pbem.\n",
		       visit.faults);
	return visit.code;
}
