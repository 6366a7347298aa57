/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/base/stamp.h"
#include "core/base/text.h"
#include "pbem/doctor/doctor.h"
#include "pbem/host/host.h"
#include "pbem/site/step.h"
#include "pbem/wire/sink.h"
#include "pbem/wire/source.h"

enum {
	SKEW_SECONDS = 120, /* clocks may differ by so much, and nobody notices */
	EXPIRY_NOTED = 21, /* days a certificate is still good for: those who renew do it before, */
	EXPIRY_BAD = 7	   /* and by then it was forgotten */
};

/* A server whose certificate has run out is left at once, and letters wait until it has another. */
static void check_certificate(struct visit *visit, const char *whose, int64_t until)
{
	int64_t days = (until - step_time()) / SECONDS_A_DAY;
	char when[STAMP_SIZE];

	if (until == 0)
		return;
	stamp_print(until, when);
	if (days < EXPIRY_BAD)
		visit_ill(visit, "certificate",
			  "that of the %s is good for %" PRId64 " days only, until %s: renew it, "
			  "or ask who runs the server to",
			  whose, days, when);
	else if (days < EXPIRY_NOTED)
		visit_note("certificate",
			   "that of the %s is good for %" PRId64 " days, until %s: see that it is "
			   "renewed",
			   whose, days, when);
	else
		visit_well("certificate", "that of the %s is good for %" PRId64 " days", whose,
			   days);
}

/* ---- whose mailbox it is ---- */

/* The user that the URL logs in as, when it isn't said by itself; the caller frees it. NULL: none.
 */
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

/* Whether that user is an address, and another than the site's. A name alone tells nothing. */
static bool is_another(const char *user, const char *address)
{
	return user != NULL && strchr(user, '@') != NULL && strcasecmp(user, address) != 0;
}

static void check_sender(const struct config *config)
{
	char *reader = find_user(config->mailbox_user, config->mailbox);
	char *sender = find_user(config->outgoing_user, config->outgoing);

	if (is_another(reader, config->address))
		visit_note("sender",
			   "letters come from %s, and the mailbox is that of %s: see that what "
			   "is sent to the first arrives in the second",
			   config->address, reader);
	if (is_another(sender, config->address))
		visit_note("sender",
			   "letters come from %s, and are sent by the account of %s: many servers "
			   "refuse that, or put the account's address in; 'pbem doctor "
			   "--send-test' shows what arrives",
			   config->address, sender);
	free(reader);
	free(sender);
}

/* ---- the server's clock ---- */

static void say_clock(struct visit *visit, int64_t ahead)
{
	if (ahead > SKEW_SECONDS || ahead < -SKEW_SECONDS)
		visit_ill(visit, "clock",
			  "that of the mailbox's server is %" PRId64 " seconds %s ours; letters "
			  "count by it, deadlines by both: set ours, by an NTP service",
			  ahead > 0 ? ahead : -ahead, ahead > 0 ? "ahead of" : "behind");
}

/* Letters can't have come in what we call the future. To know more a letter must be put there. */
static void check_server_clock(struct visit *visit, struct source *source)
{
	int64_t server = 0, before = step_time();
	struct reason reason;

	if (visit->send_test) {
		if (source_clock(source, &server, &reason) != WIRE_DONE)
			visit_note("clock", "that of the mailbox's server can't be told: %s",
				   reason.text);
		else if (server != 0)
			say_clock(visit, server - (before + step_time()) / 2);
	} else if (source_newest(source, &server, &reason) == WIRE_DONE &&
		   server > step_time() + SKEW_SECONDS) {
		say_clock(visit, server - step_time());
	}
}

/* ---- whether another host is kept out ---- */

static void check_hosts(struct visit *visit, struct source *source)
{
	struct config *config = visit->site->config;
	const char *unclaimed = source_unclaimed(source);
	struct reason reason;

	if (!config->one_host) {
		visit_note("hosts", "one-host is no: see that no other copy of this site runs");
		return;
	}
	if (host_load(config, false, &reason) != 0 || host_check(config, false, &reason) != 0 ||
	    source_hold(source, SOURCE_LOOK, &reason) != WIRE_DONE)
		visit_ill(visit, "hosts", "%s", reason.text);
	else if (source_another(source) != NULL)
		visit_ill(visit, "hosts",
			  "another host has letters of the mailbox: %s. See that pbem runs on one "
			  "of the two alone; if it is to be this one: pbem adopt",
			  source_another(source));
	else if (host_check_met(config, &reason) != 0)
		visit_ill(visit, "hosts", "%s", reason.text);
	else if (unclaimed != NULL)
		visit_note("hosts",
			   "another host may not be kept out: %s. See that no other copy "
			   "of this site reads it",
			   unclaimed);
	else
		visit_well("hosts", "letters are claimed, so that no other copy answers them too");
}

/* ---- both ways ---- */

static void check_mailbox(struct visit *visit)
{
	struct source *source = NULL;
	struct waiting_list letters = {0};
	struct reason reason;

	if (source_open(visit->site->config, &source, &reason) != WIRE_DONE ||
	    source_list(source, 100000, &letters, &reason) != WIRE_DONE) {
		visit_ill(visit, "mailbox", "%s", reason.text);
	} else {
		visit_well("mailbox", "%s; %zu letters wait there", source_describe(source),
			   letters.count);
		check_certificate(visit, "mailbox", source_certificate(source));
		check_hosts(visit, source);
		check_server_clock(visit, source);
	}
	source_free_list(&letters);
	source_close(source);
}

static void check_outgoing(struct visit *visit)
{
	struct sink *sink = NULL;
	struct reason reason;

	if (sink_open(visit->site->config, &sink, &reason) != WIRE_DONE ||
	    sink_probe(sink, &reason) != WIRE_DONE) {
		visit_ill(visit, "outgoing", "%s", reason.text);
	} else {
		visit_well("outgoing", "%s takes letters", visit->site->config->outgoing);
		check_certificate(visit, "post", sink_certificate(sink));
	}
	sink_close(sink);
}

void doctor_mail(struct visit *visit)
{
	check_mailbox(visit);
	check_outgoing(visit);
	check_sender(visit->site->config);
}
