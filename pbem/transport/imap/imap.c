/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "pbem/site/config.h"
#include "pbem/wire/imap/imap.h"
#include "pbem/wire/imap/imap_url.h"

/* Each costs SOURCE_START of traffic. */
enum { STARTS_A_RUN = 256 };

/* A server's sentence for which the same may go well another day (RFC 5530). */
static bool is_passing(const struct imap_response *response)
{
	static const char *const CODES[] = {"UNAVAILABLE", "INUSE",	"LIMIT",
					    "SERVERBUG",   "OVERQUOTA", "EXPUNGEISSUED"};

	for (size_t i = 0; i < ARRAY_LEN(CODES); i++)
		if (imap_parse_code(response, CODES[i], NULL, NULL))
			return true;
	return false;
}

static void read_result(const struct imap_response *response, struct imap_result *out)
{
	const char *start = response->code != NULL ? response->code - 1 : response->rest;

	memset(out, 0, sizeof *out);
	out->kind = response->kind;
	out->passing = is_passing(response);
	out->gone = imap_parse_code(response, "EXPUNGEISSUED", NULL, NULL) ||
		    imap_parse_code(response, "MODIFIED", NULL, NULL);
	out->try_create = imap_parse_code(response, "TRYCREATE", NULL, NULL);
	out->read_only = imap_parse_code(response, "READ-ONLY", NULL, NULL);
	imap_parse_text(start, (size_t)(response->rest + response->rest_len - start), out->said,
			sizeof out->said);
}

/* The numbers of letters hold for one UIDVALIDITY only. */
static enum wire check_uidvalidity(struct imap *imap, const struct imap_response *response,
				   struct reason *reason)
{
	const char *argument;
	uint64_t number;
	size_t len;

	if (response->kind != IMAP_OK ||
	    !imap_parse_code(response, "UIDVALIDITY", &argument, &len) ||
	    !imap_parse_number(argument, len, UINT32_MAX, &number))
		return WIRE_DONE;
	if (imap->uidvalidity != 0 && imap->uidvalidity != number) {
		imap_wire_break(imap->wire);
		return wire_later(reason, "the mailbox numbered its letters anew while we read it; "
					  "nothing is lost, the next run lists them again");
	}
	imap->uidvalidity = (uint32_t)number;
	return WIRE_DONE;
}

enum wire imap_await(struct imap *imap, imap_untagged untagged, void *context,
		     struct imap_result *result, struct reason *reason)
{
	enum wire outcome = WIRE_DONE;
	struct imap_read read;

	while (outcome == WIRE_DONE) {
		outcome = imap_wire_next(imap->wire, &read, reason);
		if (outcome == WIRE_DONE && read.behind) {
			imap->ahead.sent = false;
			imap->ahead.marked = read.response.kind == IMAP_OK;
			continue;
		}
		if (outcome == WIRE_DONE && read.response.tagged) {
			read_result(&read.response, result);
			return WIRE_DONE;
		}
		if (outcome == WIRE_DONE)
			outcome = check_uidvalidity(imap, &read.response, reason);
		if (outcome == WIRE_DONE && untagged != NULL)
			outcome = untagged(imap, &read, context, reason);
	}
	imap_wire_break(imap->wire);
	return outcome;
}

enum wire imap_ahead_end(struct imap *imap, struct reason *reason)
{
	struct imap_ahead *ahead = &imap->ahead;
	struct imap_result result;
	enum wire outcome = WIRE_DONE;

	if (ahead->asked) {
		ahead->asked = false;
		outcome = imap_await(imap, NULL, NULL, &result, reason);
	}
	if (outcome == WIRE_DONE && ahead->sent) {
		imap_wire_turn(imap->wire);
		ahead->sent = false;
		outcome = imap_await(imap, NULL, NULL, &result, reason);
		ahead->marked = outcome == WIRE_DONE && result.kind == IMAP_OK;
	}
	return outcome;
}

enum wire imap_run(struct imap *imap, const struct imap_limits *limits, const char *command,
		   imap_untagged untagged, void *context, struct imap_result *result,
		   struct reason *reason)
{
	enum wire outcome = imap_ahead_end(imap, reason);

	if (outcome == WIRE_DONE)
		outcome = imap_wire_send(imap->wire, limits, command, strlen(command), reason);
	return outcome == WIRE_DONE ? imap_await(imap, untagged, context, result, reason) : outcome;
}

/* Reads "APPENDUID 38505 3955" of the letter just put there. */
static uint32_t read_uid(const struct imap *imap, const struct imap_response *response)
{
	const char *argument, *blank;
	uint64_t uidvalidity, uid;
	size_t len, first;

	if (response->kind != IMAP_OK || !imap_parse_code(response, "APPENDUID", &argument, &len) ||
	    (blank = memchr(argument, ' ', len)) == NULL)
		return 0;
	first = (size_t)(blank - argument);
	if (!imap_parse_number(argument, first, UINT32_MAX, &uidvalidity) ||
	    !imap_parse_number(blank + 1, len - first - 1, UINT32_MAX, &uid) ||
	    uidvalidity != imap->uidvalidity)
		return 0;
	return (uint32_t)uid;
}

enum wire imap_append(struct imap *imap, const char *flags, const char *letter, uint32_t *uid_out,
		      struct imap_result *result, struct reason *reason)
{
	char *command = base_printf("APPEND %s (%s) {%zu}", imap->folder, flags, strlen(letter));
	struct imap_read read = {.dropped = 0};
	enum wire outcome = imap_ahead_end(imap, reason);

	if (outcome == WIRE_DONE)
		outcome = imap_wire_send(imap->wire, &imap_wire_small, command, strlen(command),
					 reason);
	free(command);
	imap_wire_allow_more(imap->wire, true);
	while (outcome == WIRE_DONE && !read.response.tagged) {
		outcome = imap_wire_next(imap->wire, &read, reason);
		if (outcome == WIRE_DONE && read.response.kind == IMAP_CONTINUE)
			outcome = imap_wire_say(imap->wire, letter, reason);
	}
	imap_wire_allow_more(imap->wire, false);
	if (outcome == WIRE_DONE) {
		read_result(&read.response, result);
		*uid_out = read_uid(imap, &read.response);
	}
	return outcome;
}

enum wire imap_refused(const struct imap_result *result, const char *what, struct reason *reason)
{
	reason_set(reason, "%s: the server says: %s", what, result->said);
	return result->passing ? WIRE_LATER : WIRE_NEVER;
}

bool imap_read_id(const struct imap *imap, const char *id, uint32_t *uid_out)
{
	unsigned long uidvalidity, uid;
	int used = 0;

	if (sscanf(id, "imap:%lu.%lu%n", &uidvalidity, &uid, &used) != 2 || id[used] != '\0' ||
	    uidvalidity != imap->uidvalidity || uid == 0 || uid > UINT32_MAX)
		return false;
	*uid_out = (uint32_t)uid;
	return true;
}

static void note_capabilities(struct imap *imap, const char *list, size_t len)
{
	imap->rev1 = imap_parse_has_word(list, len, "IMAP4rev1") ||
		     imap_parse_has_word(list, len, "IMAP4rev2");
	imap->has_esearch = imap_parse_has_word(list, len, "ESEARCH");
	imap->has_move = imap_parse_has_word(list, len, "MOVE");
	imap->has_uidplus = imap_parse_has_word(list, len, "UIDPLUS");
	imap->has_idle = imap_parse_has_word(list, len, "IDLE");
	imap->has_condstore = imap_parse_has_word(list, len, "CONDSTORE");
}

static enum wire on_capability(struct imap *imap, const struct imap_read *read, void *context,
			       struct reason *reason)
{
	(void)context;
	(void)reason;
	if (read->response.kind == IMAP_CAPABILITY)
		note_capabilities(imap, read->response.rest, read->response.rest_len);
	return WIRE_DONE;
}

/* Unless it has told with the log-in (RFC 3501, 7.1). */
static enum wire ask_capabilities(struct imap *imap, struct reason *reason)
{
	const char *offer = imap_wire_offer(imap->wire);
	struct imap_result result;
	enum wire outcome;

	if (offer != NULL)
		note_capabilities(imap, offer, strlen(offer));
	if (imap->rev1)
		return WIRE_DONE;
	outcome = imap_run(imap, &imap_wire_small, "CAPABILITY", on_capability, NULL, &result,
			   reason);
	if (outcome != WIRE_DONE)
		return outcome;
	if (result.kind != IMAP_OK)
		return imap_refused(&result, "the mailbox", reason);
	if (imap->rev1)
		return WIRE_DONE;
	return wire_never(reason, "the server doesn't speak IMAP4rev1");
}

static enum wire on_select(struct imap *imap, const struct imap_read *read, void *context,
			   struct reason *reason)
{
	const char *list;
	uint64_t number;
	size_t len;

	(void)context;
	(void)reason;
	imap_note_news(imap, &read->response);
	if (read->response.kind == IMAP_FLAGS)
		imap_claims_note(imap, read->response.rest, read->response.rest_len);
	if (read->response.kind == IMAP_OK &&
	    imap_parse_code(&read->response, "HIGHESTMODSEQ", &list, &len) &&
	    imap_parse_number(list, len, INT64_MAX, &number))
		imap->modseq = number;
	if (read->response.kind == IMAP_OK &&
	    imap_parse_code(&read->response, "PERMANENTFLAGS", &list, &len)) {
		imap->any_keyword = imap_parse_has_word(list, len, "\\*");
		imap->keywords = imap->any_keyword || imap_parse_has_word(list, len, IMAP_KEYWORD);
	}
	return WIRE_DONE;
}

/* What must hold before a letter is read: else it would be read for ever. */
static enum wire check_markable(const struct imap *imap, struct reason *reason)
{
	if (imap->done == IMAP_DONE_NONE)
		return WIRE_DONE;
	if (imap->read_only)
		return wire_never(
			reason,
			"the folder %s can only be read, so no letter can be marked as done",
			imap->folder);
	if (imap->done == IMAP_DONE_FLAG && !imap->keywords)
		return wire_never(reason,
				  "this server keeps no flags of our own, so letters can't be "
				  "marked as done; set mailbox-done = move Done in pbem.conf");
	return WIRE_DONE;
}

enum wire imap_select(struct imap *imap, struct reason *reason)
{
	char *command =
		base_printf("SELECT %s%s", imap->folder, imap->has_condstore ? " (CONDSTORE)" : "");
	struct imap_result result;
	enum wire outcome;

	imap->modseq = 0;
	/* Who says nothing of what is kept keeps all (RFC 3501, 7.1). */
	imap->keywords = imap->any_keyword = true;
	imap_claims_clear(imap);
	outcome = imap_run(imap, &imap_wire_small, command, on_select, NULL, &result, reason);
	free(command);
	if (outcome != WIRE_DONE)
		return outcome;
	if (result.kind != IMAP_OK) {
		outcome = imap_refused(&result, imap->folder, reason);
		reason_prefix(reason, "can't open the folder ");
		return outcome;
	}
	imap->read_only = result.read_only;
	if (imap->uidvalidity == 0)
		return wire_never(reason,
				  "the folder %s has no lasting numbers (UIDVALIDITY), so a letter "
				  "couldn't be told from another",
				  imap->folder);
	return check_markable(imap, reason);
}

static char *quote(const char *folder, struct reason *reason)
{
	struct text text;
	char *quoted = NULL;

	text_init(&text, 0);
	if (imap_url_quote_folder(folder, &text, reason) == 0)
		quoted = text_take(&text);
	text_done(&text);
	return quoted;
}

static int read_done(struct imap *imap, const char *done, struct reason *reason)
{
	if (done == NULL || text_same(done, "flag")) {
		imap->done = IMAP_DONE_FLAG;
	} else if (text_same(done, "none")) {
		imap->done = IMAP_DONE_NONE;
	} else if (text_starts(done, "move ")) {
		imap->done = IMAP_DONE_MOVE;
		imap->done_folder = quote(done + 5 + strspn(done + 5, " \t"), reason);
		if (imap->done_folder == NULL)
			return -1;
	} else {
		return reason_fail(reason, "mailbox-done is flag, move FOLDER or none, not '%s'",
				   done);
	}
	if (imap->done_folder == NULL || strcmp(imap->done_folder, imap->folder) != 0)
		return 0;
	return reason_fail(reason,
			   "mailbox-done can't move letters into the folder they come from");
}

static void imap_close(struct source *source)
{
	struct imap *imap = (struct imap *)source;

	imap_idle_leave(imap);
	imap_wire_close(imap->wire);
	free(imap->folder);
	free(imap->done_folder);
	free(imap->description);
	imap_set_done(&imap->claims.seen);
	imap_set_done(&imap->claims.ours);
	imap_set_done(&imap->ahead.letters);
	imap_set_done(&imap->ahead.marks);
	free(imap);
}

/* What is marked done by being moved lies in the other folder, and goes back into the first. */
static int turn_around(struct imap *imap, struct reason *reason)
{
	char *folder = imap->folder;

	imap->turned = true;
	if (imap->done == IMAP_DONE_NONE)
		return reason_fail(reason,
				   "mailbox-done is none: no letter is marked as done, so none can "
				   "be taken again");
	if (imap->done == IMAP_DONE_MOVE) {
		imap->folder = imap->done_folder;
		imap->done_folder = folder;
	}
	return 0;
}

static enum wire imap_open(const struct config *config, bool turned, struct source **source_out,
			   struct reason *reason)
{
	struct imap *imap;
	struct imap_url url;
	enum wire outcome = WIRE_NEVER;

	if (imap_url_parse(config->mailbox, &url, reason) != 0)
		return WIRE_NEVER;
	imap = base_zalloc(1, sizeof *imap);
	imap->source.kind = url.tls ? &imap_source_tls : &imap_source;
	imap->max_letter_bytes = (uint64_t)config->max_letter_bytes;
	imap->config = config;
	imap->starts_left = turned ? 0 : STARTS_A_RUN;
	imap->folder = quote(url.folder, reason);
	if (imap->folder != NULL && read_done(imap, config->mailbox_done, reason) == 0 &&
	    (!turned || turn_around(imap, reason) == 0))
		outcome = imap_wire_open(config, &url, &imap->wire, reason);
	imap_url_done(&url);
	if (outcome == WIRE_DONE)
		outcome = ask_capabilities(imap, reason);
	if (outcome == WIRE_DONE)
		outcome = imap_select(imap, reason);
	if (outcome == WIRE_DONE) {
		imap->source.certificate = imap_wire_certificate(imap->wire);
		*source_out = &imap->source;
	} else {
		imap_close(&imap->source);
	}
	return outcome;
}

enum wire imap_reopen(struct imap *imap, struct reason *reason)
{
	struct imap_wire *wire;
	struct imap_url url;
	enum wire outcome;

	if (imap_url_parse(imap->config->mailbox, &url, reason) != 0)
		return WIRE_NEVER;
	outcome = imap_wire_open(imap->config, &url, &wire, reason);
	imap_url_done(&url);
	if (outcome != WIRE_DONE)
		return outcome;
	imap_wire_close(imap->wire);
	imap->wire = wire;
	/* Over this one nothing was said ahead. */
	imap->ahead.asked = imap->ahead.sent = imap->ahead.marked = false;
	return imap_select(imap, reason);
}

static const char *imap_describe(struct source *source)
{
	struct imap *imap = (struct imap *)source;
	const char *marks = "marks nothing";

	if (imap->done == IMAP_DONE_FLAG)
		marks = "marks by the keyword " IMAP_KEYWORD;
	else if (imap->done == IMAP_DONE_MOVE && imap->has_move)
		marks = "moves to ";
	else if (imap->done == IMAP_DONE_MOVE)
		marks = imap->has_uidplus ? "copies, then deletes, to "
					  : "copies, and flags as deleted (the server can't remove "
					    "single letters), to ";
	free(imap->description);
	imap->description = base_printf(
		"IMAP4rev1, %s, folder %s, %s%s, %s", imap_wire_protection(imap->wire),
		imap->folder, marks, imap->done == IMAP_DONE_MOVE ? imap->done_folder : "",
		imap->has_idle ? "tells of letters at once (IDLE)"
			       : "doesn't tell of letters by itself (no IDLE)");
	return imap->description;
}

#define KIND(its_scheme)                                                                           \
	{                                                                                          \
		.scheme = its_scheme, .open = imap_open, .list = imap_list, .fetch = imap_fetch,   \
		.mark = imap_mark, .ask = imap_ask, .settle = imap_settle, .close = imap_close,    \
		.describe = imap_describe, .list_strays = imap_list_strays, .watch = imap_watch,   \
		.heard = imap_heard, .newest = imap_newest, .clock = imap_clock,                   \
		.hold = imap_hold, .claim = imap_claim, .unclaimed = imap_unclaimed                \
	}

const struct source_kind imap_source = KIND("imap://");
const struct source_kind imap_source_tls = KIND("imaps://");
