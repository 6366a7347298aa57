/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "pbem/maintenance/doctor.h"
#include "pbem/sys/instance.h"
#include "pbem/sys/step.h"
#include "pbem/transport/sink.h"
#include "pbem/transport/source.h"

enum {
	SKEW_SECONDS = 120, /* seconds by which clocks may differ without harm */
	EXPIRY_NOTED = 21,  /* days left when most certificates have been renewed */
	EXPIRY_BAD = 7	    /* days left when somebody has probably forgotten it */
};

/* Checks a certificate. A server whose certificate has expired isn't used, and messages wait until
 * it has another. */
static void check_certificate(struct doctor_report *visit, const char *whose, int64_t until)
{
	int64_t days = (until - step_time()) / SECONDS_A_DAY;
	char when[TIMESTAMP_SIZE];

	if (until == 0)
		return;
	timestamp_print(until, when);
	if (days < EXPIRY_BAD)
		doctor_report_fault(visit, "certificate",
				    "the certificate of the %s is valid for only %" PRId64
				    " more days, until %s; renew the certificate, or ask the "
				    "server's administrator to do so",
				    whose, days, when);
	else if (days < EXPIRY_NOTED)
		doctor_report_note(
			"certificate",
			"the certificate of the %s is valid for %" PRId64
			" more days, until %s; check that the certificate will be renewed",
			whose, days, when);
	else
		doctor_report_ok("certificate",
				 "the certificate of the %s is valid for %" PRId64 " more days",
				 whose, days);
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

static void check_sender(const struct config *config)
{
	char *reader = find_user(config->mailbox_user, config->mailbox);
	char *sender = find_user(config->outgoing_user, config->outgoing);

	if (is_another(reader, config->address))
		doctor_report_note("sender",
				   "letters come from %s, but the mailbox belongs to %s; check "
				   "that mail to the first address arrives in this mailbox",
				   config->address, reader);
	if (is_another(sender, config->address))
		doctor_report_note(
			"sender",
			"letters come from %s, but the account of %s sends them; many servers "
			"refuse such letters, or replace the address by the account's address. "
			"'pbem doctor --send-test' sends a letter that shows the result",
			config->address, sender);
	free(reader);
	free(sender);
}

/* ---- the server's clock ---- */

static void report_clock(struct doctor_report *visit, int64_t ahead)
{
	if (ahead > SKEW_SECONDS || ahead < -SKEW_SECONDS)
		doctor_report_fault(visit, "clock",
				    "the clock of the mailbox's server is %" PRId64
				    " seconds %s this machine's clock, and deadlines need both "
				    "clocks; run an NTP service on this machine",
				    ahead > 0 ? ahead : -ahead, ahead > 0 ? "ahead of" : "behind");
}

/* Compares the clocks by the times of messages, which can't be in the future. To find out more, a
 * message has to be put into the mailbox. */
static void check_server_clock(struct doctor_report *visit, struct source *source)
{
	int64_t server = 0, before = step_time();
	struct reason reason;

	if (visit->send_test) {
		if (source_clock(source, &server, &reason) != WIRE_DONE)
			doctor_report_note(
				"clock", "pbem can't find out the time of the mailbox's server: %s",
				reason.text);
		else if (server != 0)
			report_clock(visit, server - (before + step_time()) / 2);
	} else if (source_newest(source, &server, &reason) == WIRE_DONE &&
		   server > step_time() + SKEW_SECONDS) {
		report_clock(visit, server - step_time());
	}
}

/* ---- whether another host is kept out ---- */

static void check_hosts(struct doctor_report *visit, struct source *source)
{
	struct config *config = visit->site->config;
	const char *unclaimed = source_unclaimed(source);
	struct reason reason;

	if (!config->one_host) {
		doctor_report_note("hosts", "one-host is no in pbem.conf; make sure that no other "
					    "copy of this site runs");
		return;
	}
	if (instance_load(config, false, &reason) != 0 ||
	    instance_check(config, false, &reason) != 0 ||
	    source_hold(source, SOURCE_LOOK, &reason) != WIRE_DONE)
		doctor_report_fault(visit, "hosts", "%s", reason.text);
	else if (source_another(source) != NULL)
		doctor_report_fault(
			visit, "hosts",
			"another host, %s, has claimed letters of the mailbox. Let pbem run on "
			"only one of the two hosts. To choose this host, run: pbem adopt",
			source_another(source));
	else if (instance_check_met(config, &reason) != 0)
		doctor_report_fault(visit, "hosts", "%s", reason.text);
	else if (unclaimed != NULL)
		doctor_report_note("hosts",
				   "pbem can't make sure that no other host reads this mailbox: "
				   "%s. Check that no other copy of this site runs",
				   unclaimed);
	else
		doctor_report_ok("hosts", "this copy claims letters before it answers them, so no "
					  "other copy answers them, too");
}

/* ---- both ways ---- */

static void check_mailbox(struct doctor_report *visit)
{
	struct source *source = NULL;
	struct waiting_list letters = {0};
	struct reason reason;

	if (source_open(visit->site->config, &source, &reason) != WIRE_DONE ||
	    source_list(source, 100000, &letters, &reason) != WIRE_DONE) {
		doctor_report_fault(visit, "mailbox", "%s", reason.text);
	} else {
		doctor_report_ok("mailbox", "%s; %zu letters are waiting", source_describe(source),
				 letters.count);
		check_certificate(visit, "mailbox", source_certificate(source));
		check_hosts(visit, source);
		check_server_clock(visit, source);
	}
	transport_free_list(&letters);
	source_close(source);
}

static void check_outgoing(struct doctor_report *visit)
{
	struct sink *sink = NULL;
	struct reason reason;

	if (sink_open(visit->site->config, &sink, &reason) != WIRE_DONE ||
	    sink_probe(sink, &reason) != WIRE_DONE) {
		doctor_report_fault(visit, "outgoing", "%s", reason.text);
	} else {
		doctor_report_ok("outgoing", "%s accepts letters", visit->site->config->outgoing);
		check_certificate(visit, "mail server", sink_certificate(sink));
	}
	sink_close(sink);
}

void doctor_mail(struct doctor_report *visit)
{
	check_mailbox(visit);
	check_outgoing(visit);
	check_sender(visit->site->config);
}
