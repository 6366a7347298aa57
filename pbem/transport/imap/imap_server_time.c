/* SPDX-License-Identifier: MIT */
/* Finds a server's time from the dates that it gives messages. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/util/strbuf.h"
#include "pbem/transport/imap/imap.h"
#include "pbem/transport/imap/imap_fetch_parse.h"

static enum wire on_date(struct imap *imap, const struct imap_read *read, void *context,
			 struct reason *reason)
{
	int64_t *when = context;
	struct imap_fetch fetch;

	(void)imap;
	(void)reason;
	if (read->response.kind == IMAP_FETCH &&
	    imap_items_fetch(read->response.rest, read->response.rest_len, &fetch) &&
	    fetch.has_date)
		*when = fetch.date;
	return WIRE_DONE;
}

/* Fetches the arrival time of a message ("*" is the newest). The time is 0 if the server doesn't
 * send it. */
static enum wire fetch_date(struct imap *imap, const char *which, int64_t *when_out,
			    struct reason *reason)
{
	char *command = base_printf("UID FETCH %s (UID INTERNALDATE)", which);
	struct imap_result result;
	enum wire outcome;

	*when_out = 0;
	outcome = imap_run(imap, &imap_wire_small, command, on_date, when_out, &result, reason);
	free(command);
	return outcome;
}

enum wire imap_newest(struct source *source, int64_t *when_out, struct reason *reason)
{
	struct imap *imap = (struct imap *)source;

	*when_out = 0;
	return imap->exists > 0 ? fetch_date(imap, "*", when_out, reason) : WIRE_DONE;
}

enum wire imap_clock(struct source *source, int64_t *now_out, struct reason *reason)
{
	struct imap *imap = (struct imap *)source;
	static const char letter[] = "Subject: what time is it?\r\n\r\n";
	struct imap_result result;
	enum wire outcome;
	uint32_t uid = 0;
	char which[16];
	char *command;

	*now_out = 0;
	/* Without UIDPLUS the message could not be found again, or removed without others. */
	if (!imap->has_uidplus)
		return WIRE_DONE;
	/* The message is marked as deleted from the start, so no run lists it. If there is no uid,
	 * the server has refused it or doesn't send its number. */
	outcome = imap_append(imap, "\\Seen \\Deleted", letter, &uid, &result, reason);
	if (outcome != WIRE_DONE || uid == 0)
		return outcome;
	snprintf(which, sizeof which, "%" PRIu32, uid);
	outcome = fetch_date(imap, which, now_out, reason);
	if (outcome != WIRE_DONE)
		return outcome;
	command = base_printf("UID EXPUNGE %s", which);
	outcome = imap_run(imap, &imap_wire_small, command, NULL, NULL, &result, reason);
	free(command);
	return outcome;
}
