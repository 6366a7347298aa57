/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/strbuf.h"
#include "pbem/sys/config.h"
#include "pbem/transport/imap/imap.h"
#include "pbem/transport/imap/imap_url.h"

/* The most starts of oversized messages for one opened source; each costs SOURCE_START of
 * traffic. */
enum { STARTS_A_RUN = 256 };

static void read_result(const struct imap_response *response, struct imap_result *out)
{
	const char *start = response->code != NULL ? response->code - 1 : response->rest;

	memset(out, 0, sizeof *out);
	out->kind = response->kind;
	out->passing = imap_parse_passing(response);
	out->gone = imap_parse_code(response, "EXPUNGEISSUED", NULL, NULL) ||
		    imap_parse_code(response, "MODIFIED", NULL, NULL);
	out->try_create = imap_parse_code(response, "TRYCREATE", NULL, NULL);
	out->read_only = imap_parse_code(response, "READ-ONLY", NULL, NULL);
	imap_parse_text(start, (size_t)(response->rest + response->rest_len - start), out->said,
			sizeof out->said);
}

/* Checks that the UIDVALIDITY, for which the numbers of messages are valid, hasn't changed. Some
 * servers send values that the protocol doesn't allow: 0, and numbers beyond 32 bits. They are
 * accepted, because the value is only compared and stored. */
static enum wire check_uidvalidity(struct imap *imap, const struct imap_response *response,
				   struct reason *reason)
{
	const char *argument;
	uint64_t number;
	size_t len;

	if (response->kind != IMAP_OK || !imap_parse_code(response, "UIDVALIDITY", &argument, &len))
		return WIRE_DONE;
	if (!imap_parse_number(argument, len, UINT64_MAX, &number)) {
		imap_parse_text(argument, len, imap->no_number, sizeof imap->no_number);
		return WIRE_DONE;
	}
	if (imap->has_uidvalidity && imap->uidvalidity != number) {
		imap_wire_break(imap->wire);
		return wire_later(reason,
				  "the mailbox gave its letters new numbers during the run; "
				  "nothing is lost, and the next run lists the letters again");
	}
	imap->uidvalidity = number;
	imap->has_uidvalidity = imap->told_uidvalidity = true;
	return WIRE_DONE;
}

enum wire imap_await(struct imap *imap, imap_untagged untagged, void *context,
		     struct imap_result *result, struct reason *reason)
{
	enum wire outcome = WIRE_DONE;
	struct imap_read read;

	while (outcome == WIRE_DONE) {
		outcome = imap_wire_next(imap->wire, &read, reason);
		if (outcome == WIRE_DONE && read.pipelined) {
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
		imap_wire_begin_pipelined(imap->wire);
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

/* Reads the number of the message that was just added, from "APPENDUID 38505 3955". Returns 0 if
 * there is none. */
static uint32_t read_append_uid(const struct imap *imap, const struct imap_response *response)
{
	const char *argument, *blank;
	uint64_t uidvalidity, uid;
	size_t len, first;

	if (response->kind != IMAP_OK || !imap_parse_code(response, "APPENDUID", &argument, &len) ||
	    (blank = memchr(argument, ' ', len)) == NULL)
		return 0;
	first = (size_t)(blank - argument);
	if (!imap_parse_number(argument, first, UINT64_MAX, &uidvalidity) ||
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
			outcome = imap_wire_send_line(imap->wire, letter, reason);
	}
	imap_wire_allow_more(imap->wire, false);
	if (outcome == WIRE_DONE) {
		read_result(&read.response, result);
		*uid_out = read_append_uid(imap, &read.response);
	}
	return outcome;
}

enum wire imap_refused(const struct imap_result *result, const char *what, struct reason *reason)
{
	reason_set(reason, "%s: the server answered: %s", what, result->said);
	return result->passing ? WIRE_LATER : WIRE_NEVER;
}

bool imap_read_id(const struct imap *imap, const char *id, uint32_t *uid_out)
{
	uint64_t uidvalidity, uid;
	int used = 0;

	if (sscanf(id, "imap:%" SCNu64 ".%" SCNu64 "%n", &uidvalidity, &uid, &used) != 2 ||
	    id[used] != '\0' || uidvalidity != imap->uidvalidity || uid == 0 || uid > UINT32_MAX)
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

/* Requests the capabilities, unless the server sent them with the log-in (RFC 3501, 7.1). */
static enum wire request_capabilities(struct imap *imap, struct reason *reason)
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

/* Checks, before a message is read, that messages can be marked as done. Otherwise each run would
 * read the same messages again. */
static enum wire check_markable(const struct imap *imap, struct reason *reason)
{
	if (imap->done == IMAP_DONE_NONE)
		return WIRE_DONE;
	if (imap->read_only)
		return wire_never(reason,
				  "the folder %s is read-only, so pbem can't mark letters as done",
				  imap->folder);
	if (imap->done == IMAP_DONE_FLAG && !imap->keywords)
		return wire_never(reason,
				  "this server doesn't keep pbem's flags, so pbem can't mark "
				  "letters as done; set mailbox-done = move Done in pbem.conf");
	return WIRE_DONE;
}

/* Reports a folder without UIDVALIDITY, in which messages can't be identified. If the server has
 * sent it before, it may only be missing for now. */
static enum wire fail_no_uidvalidity(const struct imap *imap, struct reason *reason)
{
	if (imap->has_uidvalidity)
		return wire_later(reason,
				  "the server opens the folder %s, but doesn't report whether the "
				  "letters' numbers are still valid (UIDVALIDITY)",
				  imap->folder);
	if (imap->no_number[0] != '\0')
		return wire_never(reason,
				  "the UIDVALIDITY of the folder %s is not a number of 64 bits "
				  "(%s), so pbem can't distinguish letters",
				  imap->folder, imap->no_number);
	return wire_never(reason,
			  "the folder %s has no permanent numbers (UIDVALIDITY), so pbem can't "
			  "distinguish letters",
			  imap->folder);
}

/* Opens the folder with one command. */
static enum wire select_once(struct imap *imap, struct reason *reason)
{
	char *command =
		base_printf("SELECT %s%s", imap->folder, imap->has_condstore ? " (CONDSTORE)" : "");
	struct imap_result result;
	enum wire outcome;

	imap->modseq = 0;
	imap->told_uidvalidity = imap->told_exists = false;
	imap->no_number[0] = '\0';
	/* A server that doesn't report which flags it keeps, keeps all (RFC 3501, 7.1). */
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
	return WIRE_DONE;
}

enum wire imap_select(struct imap *imap, struct reason *reason)
{
	enum wire outcome = select_once(imap, reason);

	/* A line of the answer may have been lost, so the command is repeated once. */
	if (outcome == WIRE_DONE && !imap->told_uidvalidity)
		outcome = select_once(imap, reason);
	if (outcome == WIRE_DONE && !imap->told_uidvalidity)
		outcome = fail_no_uidvalidity(imap, reason);
	return outcome == WIRE_DONE ? check_markable(imap, reason) : outcome;
}

static char *quote_folder(const char *folder, struct reason *reason)
{
	struct strbuf text;
	char *quoted = NULL;

	strbuf_init(&text, 0);
	if (imap_url_quote_folder(folder, &text, reason) == 0)
		quoted = strbuf_take(&text);
	strbuf_done(&text);
	return quoted;
}

static int read_done_setting(struct imap *imap, const char *done, struct reason *reason)
{
	if (done == NULL || strbuf_same(done, "flag")) {
		imap->done = IMAP_DONE_FLAG;
	} else if (strbuf_same(done, "none")) {
		imap->done = IMAP_DONE_NONE;
	} else if (strbuf_starts(done, "move ")) {
		imap->done = IMAP_DONE_MOVE;
		imap->done_folder = quote_folder(done + 5 + strspn(done + 5, " \t"), reason);
		if (imap->done_folder == NULL)
			return -1;
	} else {
		return reason_fail(reason, "mailbox-done is flag, move FOLDER or none, not '%s'",
				   done);
	}
	if (imap->done_folder == NULL || strcmp(imap->done_folder, imap->folder) != 0)
		return 0;
	return reason_fail(
		reason,
		"mailbox-done must move letters to another folder than the folder in mailbox");
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

/* Swaps the folders: messages that were moved when they were done are in the other folder, and go
 * back to the first. */
static int swap_folders(struct imap *imap, struct reason *reason)
{
	char *folder = imap->folder;

	imap->turned = true;
	if (imap->done == IMAP_DONE_NONE)
		return reason_fail(reason, "pbem can't process letters again, because mailbox-done "
					   "is none, so no letter is marked as done");
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
	imap->max_message_bytes = (uint64_t)config->max_message_bytes;
	imap->config = config;
	imap->starts_left = turned ? 0 : STARTS_A_RUN;
	imap->folder = quote_folder(url.folder, reason);
	if (imap->folder != NULL && read_done_setting(imap, config->mailbox_done, reason) == 0 &&
	    (!turned || swap_folders(imap, reason) == 0))
		outcome = imap_wire_open(config, &url, &imap->wire, reason);
	imap_url_done(&url);
	if (outcome == WIRE_DONE)
		outcome = request_capabilities(imap, reason);
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
	/* No commands were sent in advance over the new connection. */
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
		.mark = imap_mark, .prefetch = imap_prefetch, .await_marks = imap_await_marks,     \
		.close = imap_close, .describe = imap_describe, .list_strays = imap_list_strays,   \
		.watch = imap_watch, .check_new = imap_check_new, .newest = imap_newest,           \
		.clock = imap_clock, .hold = imap_hold, .claim = imap_claim,                       \
		.unclaimed = imap_unclaimed                                                        \
	}

const struct source_kind imap_source = KIND("imap://");
const struct source_kind imap_source_tls = KIND("imaps://");
