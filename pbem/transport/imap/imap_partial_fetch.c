/* SPDX-License-Identifier: MIT */
/* Fetches the starts of messages that are too large, to find their senders and tokens, by a partial
 * fetch of each (RFC 3501, 6.4.5). If this fails, nothing has to wait for it, and only the
 * moderator is informed of the message. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/strbuf.h"
#include "pbem/transport/imap/imap.h"
#include "pbem/transport/imap/imap_fetch_parse.h"

enum {
	SET_CHARS = 6000, /* servers accept lines of 8,000 */
	WHOLE_BYTES =
		64 << 20, /* received, and discarded, from a server that sends whole messages */
	TRIES = 2	  /* a connection may break once by accident */
};

struct start_request {
	struct imap_start *starts;
	size_t count;
	bool faulty; /* the server sent what wasn't requested */
};

static size_t wanted_size(const struct imap_start *start)
{
	return start->listed < SOURCE_START ? (size_t)start->listed : SOURCE_START;
}

static struct imap_start *find_start(struct start_request *asked, uint32_t uid)
{
	for (size_t i = 0; i < asked->count; i++)
		if (asked->starts[i].uid == uid)
			return &asked->starts[i];
	return NULL;
}

/* Stores a start. If it is shorter than its message's listed size it is filled up with newlines:
 * sizes are often slightly wrong, and reports about the message use its listed size. */
static void store_start(struct imap_start *start, const char *bytes, size_t len)
{
	size_t size = wanted_size(start);

	start->bytes = base_alloc(size);
	memset(start->bytes, '\n', size);
	memcpy(start->bytes, bytes, len < size ? len : size);
}

static void read_start(struct start_request *asked, struct imap_start *start,
		       const struct imap_fetch *fetch)
{
	struct strbuf plain;

	if (fetch->body == NULL || start->bytes != NULL)
		return;
	strbuf_init(&plain, 0);
	if (fetch->body_quoted)
		imap_items_unquote(fetch->body, fetch->body_len, &plain);
	else
		strbuf_add_bytes(&plain, fetch->body, fetch->body_len);
	if (plain.len > SOURCE_START)
		asked->faulty = true;
	else if (plain.len > 0)
		store_start(start, plain.bytes, plain.len);
	strbuf_done(&plain);
}

static enum wire on_start(struct imap *imap, const struct imap_read *read, void *context,
			  struct reason *reason)
{
	struct start_request *asked = context;
	struct imap_start *start;
	struct imap_fetch fetch;

	(void)imap;
	if (read->response.kind != IMAP_FETCH)
		return WIRE_DONE;
	/* A literal that is longer than requested was discarded. */
	asked->faulty = asked->faulty || read->dropped > 0;
	if (read->cut || !imap_items_fetch(read->response.rest, read->response.rest_len, &fetch)) {
		asked->faulty = true;
		return wire_later(reason,
				  "pbem can't read the server's data for the start of a letter");
	}
	start = fetch.uid != 0 ? find_start(asked, fetch.uid) : NULL;
	asked->faulty = asked->faulty || (start != NULL && fetch.has_body);
	if (start != NULL && fetch.has_start)
		read_start(asked, start, &fetch);
	return WIRE_DONE;
}

/* Requests the starts in [first, end) that aren't here yet. */
static enum wire fetch_range(struct imap *imap, struct start_request *asked, size_t first,
			     size_t end, struct imap_result *result, struct reason *reason)
{
	struct imap_limits limits = {
		.line = (size_t)64 << 10, .chatter = (size_t)4 << 20, .keep = SOURCE_START};
	struct imap_set set;
	struct strbuf command;
	char items[32];
	enum wire outcome = WIRE_DONE;

	snprintf(items, sizeof items, "BODY.PEEK[]<0.%d>", SOURCE_START);
	imap_set_init(&set);
	strbuf_init(&command, 0);
	for (size_t i = first; i < end; i++)
		if (asked->starts[i].bytes == NULL)
			imap_set_add(&set, asked->starts[i].uid);
	imap_set_sort(&set);
	limits.literals = set.count * (uint64_t)SOURCE_START + WHOLE_BYTES;
	result->kind = IMAP_OK;
	if (set.count > 0) {
		(void)imap_set_fetch(set.uids, set.count, SET_CHARS, items, &command);
		outcome = imap_run(imap, &limits, command.bytes, on_start, asked, result, reason);
	}
	strbuf_done(&command);
	imap_set_done(&set);
	return outcome;
}

/* Requests all starts. If the server refuses the command, one message may be the cause, so they are
 * requested singly until three are refused. */
static enum wire fetch_all(struct imap *imap, struct start_request *asked, struct reason *reason)
{
	struct imap_result result;
	enum wire outcome = fetch_range(imap, asked, 0, asked->count, &result, reason);
	int refused = result.kind == IMAP_BAD ? 3 : 0;

	if (outcome != WIRE_DONE || result.kind == IMAP_OK)
		return outcome;
	for (size_t i = 0;
	     i < asked->count && asked->count > 1 && outcome == WIRE_DONE && refused < 3; i++) {
		outcome = fetch_range(imap, asked, i, i + 1, &result, reason);
		refused += result.kind != IMAP_OK;
	}
	if (refused >= 3)
		imap->starts_left = 0;
	return outcome;
}

enum wire imap_fetch_starts(struct imap *imap, struct imap_start *starts, size_t count,
			    struct reason *reason)
{
	struct start_request asked = {starts, count < imap->starts_left ? count : imap->starts_left,
				      false};

	if (asked.count == 0)
		return WIRE_DONE;
	imap->starts_left -= asked.count;
	for (int tries = 1;; tries++) {
		enum wire outcome = fetch_all(imap, &asked, reason);
		bool broke = outcome != WIRE_DONE,
		     enough = asked.faulty || (broke && tries == TRIES);

		/* A server that breaks the connection again, or sends something else, isn't asked
		 * any more. */
		if (enough)
			imap->starts_left = 0;
		if (broke)
			outcome = imap_reopen(imap, reason);
		if (outcome != WIRE_DONE || !broke || enough)
			return outcome;
	}
}
