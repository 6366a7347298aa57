/* SPDX-License-Identifier: MIT */
/*
 * The starts of letters that are too large, so that whose they are can be seen: a partial fetch of
 * each (RFC 3501, 6.4.5). All of it may fail and holds nothing up: then the moderator alone hears
 * of the letter.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "pbem/wire/imap/imap.h"
#include "pbem/wire/imap/imap_items.h"

enum {
	SET_CHARS = 6000,	/* servers take lines of 8,000 */
	WHOLE_BYTES = 64 << 20, /* awaited, and thrown away, of a server that sends letters whole */
	TRIES = 2		/* a connection may break once by chance */
};

struct asked {
	struct imap_start *starts;
	size_t count;
	bool faulty; /* it sent what wasn't asked for */
};

static size_t wanted(const struct imap_start *start)
{
	return start->listed < SOURCE_START ? (size_t)start->listed : SOURCE_START;
}

static struct imap_start *find(struct asked *asked, uint32_t uid)
{
	for (size_t i = 0; i < asked->count; i++)
		if (asked->starts[i].uid == uid)
			return &asked->starts[i];
	return NULL;
}

/* One that is shorter than its letter's listed size is filled up with blank lines: sizes are often
 * wrong by a little, and what is told of the letter goes by its listed size. */
static void keep(struct imap_start *start, const char *bytes, size_t len)
{
	size_t size = wanted(start);

	start->bytes = base_alloc(size);
	memset(start->bytes, '\n', size);
	memcpy(start->bytes, bytes, len < size ? len : size);
}

static void take(struct asked *asked, struct imap_start *start, const struct imap_fetch *fetch)
{
	struct text plain;

	if (fetch->body == NULL || start->bytes != NULL)
		return;
	text_init(&plain, 0);
	if (fetch->body_quoted)
		imap_items_unquote(fetch->body, fetch->body_len, &plain);
	else
		text_add_bytes(&plain, fetch->body, fetch->body_len);
	if (plain.len > SOURCE_START)
		asked->faulty = true;
	else
		keep(start, plain.bytes, plain.len);
	text_done(&plain);
}

static enum wire on_start(struct imap *imap, const struct imap_read *read, void *context,
			  struct reason *reason)
{
	struct asked *asked = context;
	struct imap_start *start;
	struct imap_fetch fetch;

	(void)imap;
	if (read->response.kind != IMAP_FETCH)
		return WIRE_DONE;
	/* A literal longer than asked for was thrown away. */
	asked->faulty = asked->faulty || read->dropped > 0;
	if (read->cut || !imap_items_fetch(read->response.rest, read->response.rest_len, &fetch)) {
		asked->faulty = true;
		return wire_later(reason,
				  "what the server sends as a letter's start can't be read");
	}
	start = fetch.uid != 0 ? find(asked, fetch.uid) : NULL;
	asked->faulty = asked->faulty || (start != NULL && fetch.has_body);
	if (start != NULL && fetch.has_start)
		take(asked, start, &fetch);
	return WIRE_DONE;
}

/* Asks for [first, end), but not for what is here. */
static enum wire ask(struct imap *imap, struct asked *asked, size_t first, size_t end,
		     struct imap_result *result, struct reason *reason)
{
	struct imap_limits limits = {
		.line = (size_t)64 << 10, .chatter = (size_t)4 << 20, .keep = SOURCE_START};
	struct imap_set set;
	struct text command;
	char items[32];
	enum wire outcome = WIRE_DONE;

	snprintf(items, sizeof items, "BODY.PEEK[]<0.%d>", SOURCE_START);
	imap_set_init(&set);
	text_init(&command, 0);
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
	text_done(&command);
	imap_set_done(&set);
	return outcome;
}

/* A server may refuse a whole command for one letter: then they are asked for singly, until it has
 * refused three. */
static enum wire ask_all(struct imap *imap, struct asked *asked, struct reason *reason)
{
	struct imap_result result;
	enum wire outcome = ask(imap, asked, 0, asked->count, &result, reason);
	int refused = result.kind == IMAP_BAD ? 3 : 0;

	if (outcome != WIRE_DONE || result.kind == IMAP_OK)
		return outcome;
	for (size_t i = 0;
	     i < asked->count && asked->count > 1 && outcome == WIRE_DONE && refused < 3; i++) {
		outcome = ask(imap, asked, i, i + 1, &result, reason);
		refused += result.kind != IMAP_OK;
	}
	if (refused >= 3)
		imap->starts_left = 0;
	return outcome;
}

enum wire imap_fetch_starts(struct imap *imap, struct imap_start *starts, size_t count,
			    struct reason *reason)
{
	struct asked asked = {starts, count < imap->starts_left ? count : imap->starts_left, false};

	if (asked.count == 0)
		return WIRE_DONE;
	imap->starts_left -= asked.count;
	for (int tries = 1;; tries++) {
		enum wire outcome = ask_all(imap, &asked, reason);
		bool broke = outcome != WIRE_DONE,
		     enough = asked.faulty || (broke && tries == TRIES);

		/* Of a server that breaks off again, or sends what wasn't asked for, no more is
		 * asked. */
		if (enough)
			imap->starts_left = 0;
		if (broke)
			outcome = imap_reopen(imap, reason);
		if (outcome != WIRE_DONE || !broke || enough)
			return outcome;
	}
}
