/* SPDX-License-Identifier: MIT */
/* Hearing of letters when they come: IDLE (RFC 2177), or NOOP where the server has none. */
#include "pbem/wire/imap/imap.h"

enum { RESPONSES_AT_ONCE = 10000 }; /* a server that says more without a pause has gone wild */

void imap_note_news(struct imap *imap, const struct imap_response *response)
{
	if (response->kind == IMAP_EXISTS) {
		if (response->number > imap->exists)
			imap->news = true;
		imap->exists = response->number;
	} else if (response->kind == IMAP_EXPUNGE && imap->exists > 0) {
		imap->exists--;
	}
}

static enum wire on_untagged(struct imap *imap, const struct imap_read *read, void *context,
			     struct reason *reason)
{
	(void)context;
	(void)reason;
	imap_note_news(imap, &read->response);
	return WIRE_DONE;
}

/* Begins IDLE. A server that offers it and refuses is asked by NOOP. */
static enum wire begin_idle(struct imap *imap, struct reason *reason)
{
	struct imap_read read;
	enum wire outcome = imap_wire_send(imap->wire, &imap_wire_small, "IDLE", 4, reason);

	imap_wire_allow_more(imap->wire, true);
	while (outcome == WIRE_DONE && !imap->idling) {
		outcome = imap_wire_next(imap->wire, &read, reason);
		if (outcome != WIRE_DONE)
			break;
		if (read.response.tagged) {
			imap->has_idle = read.response.kind == IMAP_OK;
			break;
		}
		imap->idling = read.response.kind == IMAP_CONTINUE;
		imap_note_news(imap, &read.response);
	}
	imap_wire_allow_more(imap->wire, false);
	return outcome;
}

/* Ends it, and hears what was still to be said. */
static enum wire end_idle(struct imap *imap, struct reason *reason)
{
	struct imap_read read = {.dropped = 0};
	enum wire outcome = imap_wire_say(imap->wire, "DONE", reason);

	while (outcome == WIRE_DONE && imap->idling) {
		outcome = imap_wire_next(imap->wire, &read, reason);
		if (outcome != WIRE_DONE)
			break;
		imap->idling = !read.response.tagged;
		imap_note_news(imap, &read.response);
	}
	return outcome;
}

enum wire imap_watch(struct source *source, struct reason *reason)
{
	struct imap *imap = (struct imap *)source;

	enum wire outcome = imap->has_idle ? begin_idle(imap, reason) : WIRE_DONE;

	imap->news = false;
	source->ear = imap->idling ? imap_wire_socket(imap->wire) : -1;
	return outcome;
}

/* All that has come. */
static enum wire hear(struct imap *imap, struct reason *reason)
{
	for (int i = 0; i < RESPONSES_AT_ONCE; i++) {
		struct imap_read read;
		bool ready;
		enum wire outcome = imap_wire_ready(imap->wire, &ready, reason);

		if (outcome != WIRE_DONE || !ready)
			return outcome;
		outcome = imap_wire_next(imap->wire, &read, reason);
		if (outcome != WIRE_DONE)
			return outcome;
		if (read.response.tagged)
			imap->idling = false;
		imap_note_news(imap, &read.response);
	}
	return wire_later(reason, "the mailbox says far more than it was asked");
}

enum wire imap_heard(struct source *source, bool ask, bool *came_out, struct reason *reason)
{
	struct imap *imap = (struct imap *)source;
	struct imap_result result;
	enum wire outcome = hear(imap, reason);

	if (outcome == WIRE_DONE && ask && imap->idling)
		outcome = end_idle(imap, reason);
	if (outcome == WIRE_DONE && ask && !imap->has_idle)
		outcome = imap_run(imap, &imap_wire_small, "NOOP", on_untagged, NULL, &result,
				   reason);
	/* A server may end it by itself; then it is begun anew. What it tells along with that has
	 * been received already, where no poll(2) sees it. */
	if (outcome == WIRE_DONE && imap->has_idle && !imap->idling) {
		outcome = begin_idle(imap, reason);
		if (outcome == WIRE_DONE)
			outcome = hear(imap, reason);
	}
	source->ear = imap->idling ? imap_wire_socket(imap->wire) : -1;
	*came_out = imap->news;
	if (outcome == WIRE_DONE)
		imap->news = false;
	return outcome;
}

void imap_idle_leave(struct imap *imap)
{
	struct reason reason;

	if (imap->idling)
		(void)imap_wire_say(imap->wire, "DONE", &reason);
	imap->idling = false;
}
