/* SPDX-License-Identifier: MIT */
/* pbem doctor: tries everything a run needs, changes nothing, and says what to mend. Sends only a
 * letter to try with, when asked to. */
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

#include "core/base/stamp.h"
#include "core/base/text.h"
#include "core/record/gamefile.h"
#include "core/turn/terms.h"
#include "pbem/command/commands.h"
#include "pbem/site/places.h"
#include "pbem/writing/compose.h"
#include "pbem/site/files.h"
#include "pbem/promise/journal.h"
#include "pbem/writing/letters_table.h"
#include "pbem/batch/restore.h"
#include "pbem/doctor/doctor.h"
#include "pbem/desk/site_open.h"
#include "pbem/site/step.h"
#include "pbem/site/terminal.h"
#include "pbem/site/zones.h"
#include "pbem/wire/sink.h"

enum { GAMES_NAMED = 10 }; /* of those that are damaged */

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
		visit_ill(visit, "clock",
			  "the clock says %.24s, which is past; set it, or run an NTP "
			  "service",
			  ctime(&now));
	else if (stat(path, &status) == 0 && status.st_mtime > now + SECONDS_AN_HOUR)
		visit_ill(visit, "clock",
			  "the ledger was written in what the clock calls the future; "
			  "set the clock");
	else
		visit_well("clock", "%.24s", ctime(&now));
	free(path);
}

static void check_disk(struct visit *visit)
{
	const struct config *config = visit->site->config;
	struct statvfs space;
	uint64_t megabytes;

	if (statvfs(config->folder, &space) != 0) {
		visit_ill(visit, "disk", "%s: %s", config->folder, strerror(errno));
		return;
	}
	megabytes = (uint64_t)space.f_bavail * space.f_frsize >> 20;
	if (megabytes == 0)
		visit_ill(visit, "disk", "it is full; make room");
	else if (megabytes < (uint64_t)config->min_free_megabytes)
		visit_ill(visit, "disk",
			  "%" PRIu64 " MB are free; runs need %ld (min-free-megabytes)", megabytes,
			  config->min_free_megabytes);
	else if (space.f_favail < 1000 && space.f_files > 0)
		visit_ill(visit, "disk", "only %llu more files fit on it",
			  (unsigned long long)space.f_favail);
	else
		visit_well("disk", "%" PRIu64 " MB are free", megabytes);
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
			visit_ill(visit, "permissions", "%s", reason.text);
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
		visit_ill(visit, "permissions", "%s", reason.text);
		return;
	}
	for (char **id = ids; *id != NULL; id++) {
		open += check_private(visit, *id);
		count++;
		free(*id);
	}
	free(ids);
	if (access(visit->site->config->folder, W_OK) != 0)
		visit_ill(visit, "permissions", "can't write in %s: %s",
			  visit->site->config->folder, strerror(errno));
	else if (open == 0)
		visit_well("permissions",
			   "keys, letters, and seats and secrets of %u game%s are private", count,
			   count == 1 ? "" : "s");
}

/* What an interrupted run has left half done is no damage: the next run finishes it. */
static void check_games(struct visit *visit)
{
	struct reason reason;
	char **ids = site_games(visit->site->config->folder, &reason);
	unsigned damaged = 0, count = 0;

	terminal_begin("games");
	for (char **id = ids; id != NULL && *id != NULL; id++) {
		char *folder = site_game_folder(visit->site, *id);
		struct gamefile *file = gamefile_load(folder, visit->site->library, &reason);

		if (file == NULL && damaged++ < GAMES_NAMED)
			visit_ill(visit, "games", "%s can't be read: %s. Ask: pbem verify %s", *id,
				  reason.text, *id);
		gamefile_free(file);
		count++;
		free(folder);
		terminal_tick(count, g_strv_length(ids));
	}
	terminal_end();
	if (damaged > GAMES_NAMED)
		visit_ill(visit, "games", "and %u more can't be read", damaged - GAMES_NAMED);
	else if (ids != NULL && damaged == 0)
		visit_well("games", "%u can be read", count);
	g_strfreev(ids);
}

static void print_fault(void *context, const char *line)
{
	visit_ill(context, "templates", "%s", line);
}

static void check_texts(struct visit *visit)
{
	size_t count;
	const struct template_names *table = letters_table(&count);
	struct reason reason;

	if (site_need_words(visit->site, &reason) != 0) /* what replies are cut by stands in them */
		visit_ill(visit, "templates", "%s", reason.text);
	else if (template_check(visit->site->templates, table, count, print_fault, visit) == 0)
		visit_well("templates", "%zu letters can be written", count);
}

static void check_state(struct visit *visit)
{
	const struct config *config = visit->site->config;

	if (journal_is_open(config->folder))
		visit_well("journal",
			   "an interrupted run waits to be finished; the next run does it");
	if (restore_is_open(visit->site->ledger))
		visit_ill(
			visit, "backup",
			"one was put back, and what was done since it was made is lost; run: pbem "
			"retake");
}

/* Whether the reports reach a person: not what their address's server thinks of it, for which there
 * is
 * --send-test. */
static bool check_moderator(struct visit *visit)
{
	const struct config *config = visit->site->config;
	bool sound = config->moderator != NULL;
	char *to;

	if (!sound)
		visit_ill(visit, "moderator",
			  "nobody gets the reports; set moderator in pbem.conf");
	for (size_t i = 0; sound && (to = config_moderator(config, i)) != NULL; i++) {
		sound = compose_is_address(to) && !text_same(to, config->address);
		if (!compose_is_address(to))
			visit_ill(
				visit, "moderator",
				"'%s' is not a mail address; pbem.conf needs a bare one, as in "
				"moderator = anna@example.org, or several with commas between them",
				to);
		else if (!sound)
			visit_ill(visit, "moderator",
				  "%s is the site's own address, where nobody reads: set moderator "
				  "in pbem.conf to a person's",
				  to);
		free(to);
	}
	if (sound)
		visit_well("moderator", "%s gets the reports%s", config->moderator,
			   visit->send_test ? "" : "; 'pbem doctor --send-test' sends one to try");
	return sound;
}

static void check_language(struct visit *visit)
{
	const char *language = visit->site->config->language;
	char **languages = template_set_languages(visit->site->templates);
	char *known = g_strjoinv(", ", languages);

	if (language != NULL && !g_strv_contains((const char *const *)languages, language))
		visit_ill(visit, "language",
			  "there are no letters in '%s'; set language in pbem.conf to one of: %s",
			  language, known);
	g_free(known);
	g_strfreev(languages);
}

/* What stands in pbem.conf and shows only where it is used. */
static void check_settings(struct visit *visit)
{
	const struct config *config = visit->site->config;
	char *ca_file = config->ca_file != NULL ? config_path(config, config->ca_file) : NULL;
	char zone[ZONES_NAME_MAX + 1];
	struct reason reason;
	struct terms terms;

	if (!compose_is_address(config->address))
		visit_ill(visit, "address",
			  "'%s' is not a mail address; pbem.conf needs a bare one, as in address = "
			  "games@example.org",
			  config->address);
	check_language(visit);
	if (ca_file != NULL && access(ca_file, R_OK) != 0)
		visit_ill(visit, "ca-file", "%s: %s", ca_file, strerror(errno));
	if (terms_read(config->options, config->option_count, &terms, &reason) == 0 &&
	    zones_find(terms.zone, zone, &reason) == REFUSED)
		visit_ill(visit, "option.zone", "%s", reason.text);
	free(ca_file);
}

/* The letter to try with: 0 and its bytes. */
static int write_test(const struct site *site, const char *to, int64_t now, struct text *letter,
		      struct reason *reason)
{
	const struct config *config = site->config;
	const struct value values[] = {{"site", config->name}, {"address", config->address}};
	char *id = base_printf("pbem.test.%" PRId64 "@%s", now, config->domain);
	struct text subject, body;
	int result;

	text_init(&subject, 1000);
	text_init(&body, 0);
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

		result = compose_letter(&outgoing, letter, reason);
	}
	text_done(&body);
	text_done(&subject);
	free(id);
	return result;
}

/* By the way all letters go, but past the outbox: what became of it is told at once. */
static void send_test(struct visit *visit, const char *to, size_t number)
{
	const struct config *config = visit->site->config;
	int64_t now = step_time();
	char *name = base_printf("moderator.test.%" PRId64 ".%zu", now, number);
	struct sink *sink = NULL;
	struct sink_fate fate;
	struct text bytes;

	text_init(&bytes, 0);
	if (write_test(visit->site, to, now, &bytes, &fate.why) != 0 ||
	    sink_open(config, &sink, &fate.why) != WIRE_DONE ||
	    sink_send(sink,
		      &(struct sink_letter){config->address, to, name, bytes.bytes, bytes.len},
		      &fate) != WIRE_DONE)
		visit_ill(visit, "send-test", "%s", fate.why.text);
	else
		visit_well("send-test",
			   "a letter to %s was accepted; look whether it arrived, among the "
			   "unwanted mail too",
			   to);
	sink_close(sink);
	text_done(&bytes);
	free(name);
}

static void send_tests(struct visit *visit)
{
	char *to;

	for (size_t i = 0; (to = config_moderator(visit->site->config, i)) != NULL; i++) {
		send_test(visit, to, i);
		free(to);
	}
}

int command_doctor(const struct given *given)
{
	struct visit visit = {.send_test = given_has(given, "--send-test")};
	struct reason reason;
	bool reachable;

	apart_start();
	if (site_open(places_site(), SITE_LOOK, &visit.site, &reason) != SITE_OPEN) {
		visit_ill(&visit, "site", "%s", reason.text);
		apart_stop();
		return commands_code(EX_CONFIG, &reason);
	}
	visit_well("site", "%s, %s", visit.site->config->folder, visit.site->config->address);
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
	apart_stop();
	site_close(visit.site);
	if (visit.faults > 0)
		printf("%u to mend before pbem can be trusted with games.\n", visit.faults);
	return visit.faults > 0 ? EX_CONFIG : EX_OK;
}
