/* SPDX-License-Identifier: MIT */
/* Notices new messages when they come: by IDLE (RFC 2177), or by NOOP if the server has no IDLE. */
#include "pbem/transport/imap/imap.h"

enum { RESPONSES_AT_ONCE = 10000 }; /* a server that sends more without a pause is faulty */

void imap_note_news(struct imap *imap, const struct imap_response *response)
{
	if (response->kind == IMAP_EXISTS) {
		if (response->number > imap->exists)
			imap->news = true;
		imap->exists = response->number;
		imap->told_exists = true;
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

/* Begins IDLE. A server that offers IDLE and refuses it is asked by NOOP. */
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

/* Ends IDLE, and reads what the server still sends. */
static enum wire end_idle(struct imap *imap, struct reason *reason)
{
	struct imap_read read = {.dropped = 0};
	enum wire outcome = imap_wire_send_line(imap->wire, "DONE", reason);

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
	source->poll_fd = imap->idling ? imap_wire_socket(imap->wire) : -1;
	return outcome;
}

/* Reads all responses that have come. */
static enum wire read_responses(struct imap *imap, struct reason *reason)
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
	return wire_later(reason, "the server sends far more than pbem requested");
}

enum wire imap_check_new(struct source *source, bool ask, bool *came_out, struct reason *reason)
{
	struct imap *imap = (struct imap *)source;
	struct imap_result result;
	enum wire outcome = read_responses(imap, reason);

	if (outcome == WIRE_DONE && ask && imap->idling)
		outcome = end_idle(imap, reason);
	if (outcome == WIRE_DONE && ask && !imap->has_idle)
		outcome = imap_run(imap, &imap_wire_small, "NOOP", on_untagged, NULL, &result,
				   reason);
	/* A server may end IDLE by itself; then it is begun again. Responses that came with its end
	 * have been received already, so poll(2) wouldn't show them. */
	if (outcome == WIRE_DONE && imap->has_idle && !imap->idling) {
		outcome = begin_idle(imap, reason);
		if (outcome == WIRE_DONE)
			outcome = read_responses(imap, reason);
	}
	source->poll_fd = imap->idling ? imap_wire_socket(imap->wire) : -1;
	*came_out = imap->news;
	if (outcome == WIRE_DONE)
		imap->news = false;
	return outcome;
}

void imap_idle_leave(struct imap *imap)
{
	struct reason reason;

	if (imap->idling)
		(void)imap_wire_send_line(imap->wire, "DONE", &reason);
	imap->idling = false;
}
